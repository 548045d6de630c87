"""What a bot does with messages and threads of its own by its token, without anybody's interaction."""

import asyncio

import pytest

from playground import Playground
from playground.people import ANA_ID, BORIS_ID, CARLA_ID
from playground.person import Person
from playground.state import LOBBY_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.raw_bot import Json, RawBot, errors_at

MESSAGES = f"/channels/{PATIENCE_ID}/messages"
ALL_THREE = f"<@{ANA_ID}> <@{BORIS_ID}> <@{CARLA_ID}>"
DAY = 24 * 60 * 60


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        (None, ["ana", "boris", "carla"]),
        ({"parse": ["users"]}, ["ana", "boris", "carla"]),
        ({"users": [str(BORIS_ID)]}, ["boris"]),
        ({"parse": [], "users": [str(BORIS_ID), str(ANA_ID)]}, ["ana", "boris"]),
        ({"users": [str(BORIS_ID), "7"]}, ["boris"]),
        ({"parse": []}, []),
        ({}, []),
        ({"parse": ["roles", "everyone"]}, []),
    ],
    ids=str,
)
async def test_a_message_calls_those_alone_whom_it_may(
    raw: RawBot, playground: Playground, allowed: Json | None, called: list[str]
) -> None:
    fields: Json = {"content": ALL_THREE} | ({} if allowed is None else {"allowed_mentions": allowed})
    message = await raw.post(PATIENCE_ID, **fields)
    assert [user["username"] for user in message["mentions"]] == called
    for name in ("Ana", "Boris", "Carla"):
        async with Person(playground.url, name) as person:
            assert person.unread() == (1, int(name.lower() in called))


async def test_whom_to_call_is_said_in_one_way_alone(raw: RawBot) -> None:
    both = {"parse": ["users"], "users": [str(ANA_ID)]}
    status, refusal = await raw.request("POST", MESSAGES, {"content": ALL_THREE, "allowed_mentions": both})
    assert (status, refusal["code"]) == (400, 50035)
    assert errors_at(refusal, "allowed_mentions") == ["MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"]


async def test_a_message_that_called_is_taken_away_and_calls_no_more(raw: RawBot, playground: Playground) -> None:
    first = await raw.post(PATIENCE_ID, content=f"<@{ANA_ID}> it is your turn")
    await raw.post(PATIENCE_ID, content=f"<@{BORIS_ID}> it is your turn")
    assert (await raw.request("DELETE", f"{MESSAGES}/{first['id']}"))[0] == 204
    async with Person(playground.url, "Ana") as ana:
        assert (ana.unread(), len(ana.messages())) == ((1, 0), 1)
    for method, body in (("DELETE", None), ("PATCH", {"content": "x"}), ("GET", None)):
        status, refusal = await raw.request(method, f"{MESSAGES}/{first['id']}", body)
        assert (status, refusal["code"]) == (404, 10008)
    status, refusal = await raw.request("POST", f"{MESSAGES}/{first['id']}/threads", {"name": "table"})
    assert (status, refusal["code"]) == (404, 10008)


async def test_a_bots_own_message_is_edited_however_old_it_is(raw: RawBot, ana: Person) -> None:
    message = await raw.post(PATIENCE_ID, content="lobby")
    for days in (1, 30):
        raw.playground.clock.advance(days * DAY)
        status, edited = await raw.request("PATCH", f"{MESSAGES}/{message['id']}", {"content": f"after {days}"})
        assert (status, edited["content"]) == (200, f"after {days}")
    await ana.sees(lambda seen: seen.content == "after 30" and seen.edited)


async def test_what_is_done_in_a_channel_that_is_gone_or_hidden_is_refused_by_its_code(raw: RawBot) -> None:
    message = await raw.post(LOBBY_ID, content="here")
    requests: list[tuple[str, str, Json | None]] = [
        ("POST", f"/channels/{LOBBY_ID}/messages", {"content": "x"}),
        ("PATCH", f"/channels/{LOBBY_ID}/messages/{message['id']}", {"content": "x"}),
        ("DELETE", f"/channels/{LOBBY_ID}/messages/{message['id']}", None),
        ("POST", f"/channels/{LOBBY_ID}/threads", {"name": "table", "type": 11}),
        ("POST", f"/channels/{LOBBY_ID}/messages/{message['id']}/threads", {"name": "table"}),
    ]
    raw.playground.set_bot_permissions(LOBBY_ID, MEMBER_PERMISSIONS & ~Permission.VIEW_CHANNEL)
    for request in requests:
        status, refusal = await raw.request(*request)
        assert (status, refusal["code"]) == (403, 50001)
    raw.playground.faults.delete_channel(LOBBY_ID)
    for request in requests:
        status, refusal = await raw.request(*request)
        assert (status, refusal["code"]) == (404, 10003)


@pytest.mark.parametrize("kind", [11, 12])
async def test_a_table_has_a_thread_of_its_own_to_which_its_players_are_added(
    raw: RawBot, boris: Person, carla: Person, kind: int
) -> None:
    status, thread = await raw.request("POST", f"/channels/{PATIENCE_ID}/threads", {"name": "table", "type": kind})
    assert (status, thread["type"]) == (201, kind)
    assert (await raw.request("PUT", f"/channels/{thread['id']}/thread-members/{BORIS_ID}"))[0] == 204
    called = await raw.post(int(thread["id"]), content=f"<@{BORIS_ID}> begins")
    seen = await boris.sees(lambda message: message.content.endswith("begins"), channel="table")
    assert seen.mentions == ("Boris",)
    async with Person(raw.playground.url, "Boris") as again:
        assert again.unread("table") == (1, 1)
    await raw.post(PATIENCE_ID, content="to all")
    await carla.sees(lambda message: message.content == "to all")
    assert ("table" in carla.channel_names) is (kind == 11)
    assert (await raw.request("DELETE", f"/channels/{thread['id']}/messages/{called['id']}"))[0] == 204
    await boris.no_longer_sees(seen)


async def test_of_two_threads_at_one_message_at_once_the_second_is_refused(raw: RawBot) -> None:
    message = await raw.post(PATIENCE_ID, content="lobby")
    path = f"{MESSAGES}/{message['id']}/threads"
    answers = await asyncio.gather(*(raw.request("POST", path, {"name": f"table {number}"}) for number in range(2)))
    assert sorted((status, body.get("code", 0)) for status, body in answers) == [(201, 0), (400, 160004)]
