import pytest

from playground.people import ANA_ID, BORIS_ID, CARLA_ID
from playground.person import Person
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.raw_bot import Json, RawBot

GUILDS, MEMBERS = 1 << 0, 1 << 1


async def begun(raw: RawBot) -> str:
    """Begin a public thread and return the path of its members."""
    _, thread = await raw.request("POST", f"/channels/{PATIENCE_ID}/threads", {"name": "table", "type": 11})
    return f"/channels/{thread['id']}/thread-members"


async def ids(raw: RawBot, path: str) -> list[int]:
    status, members = await raw.request("GET", path)
    assert status == 200
    return [int(member["user_id"]) for member in members]


async def test_members_are_listed_looked_up_added_and_removed(raw: RawBot) -> None:
    path, bot = await begun(raw), raw.playground.application_id
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    assert await ids(raw, path) == [bot]
    for _ in range(2):  # whoever has joined may be added again
        assert (await raw.request("PUT", f"{path}/{ANA_ID}"))[0] == 204
    assert await ids(raw, path) == [bot, ANA_ID]
    assert await ids(raw, f"{path}?limit=1&after={bot}") == [ANA_ID]
    _, member = await raw.request("GET", f"{path}/{ANA_ID}?with_member=true")
    assert (member["id"], member["member"]["user"]["username"]) == (path.split("/")[2], "ana")
    assert (await raw.request("DELETE", f"{path}/{ANA_ID}"))[0] == 204
    assert (await raw.request("GET", f"{path}/{ANA_ID}"))[1]["code"] == 10007
    assert (await raw.request("DELETE", f"{path}/@me"))[0] == 204
    assert await ids(raw, path) == []
    assert (await raw.request("PUT", f"{path}/@me"))[0] == 204
    assert await ids(raw, path) == [bot]


@pytest.mark.parametrize(
    ("method", "member", "status", "code"),
    [
        ("GET", str(CARLA_ID), 404, 10007),
        ("GET", "7", 404, 10013),
        ("PUT", "7", 404, 10013),
        ("PUT", str(BORIS_ID), 404, 10007),  # has left the guild
        ("PUT", "x", 400, 50035),
        ("DELETE", str(ANA_ID), 403, 50013),
    ],
)
async def test_what_cannot_be_done_with_members_is_refused(
    raw: RawBot, method: str, member: str, status: int, code: int
) -> None:
    path = await begun(raw)
    await raw.request("PUT", f"{path}/{ANA_ID}")
    raw.playground.leave_guild("Boris")
    answer = await raw.request(method, f"{path}/{member}")
    assert (answer[0], answer[1]["code"]) == (status, code)
    for bad in ("?limit=0", "?limit=101", "?after=x"):
        assert (await raw.request("GET", path + bad))[1]["code"] == 50035


async def test_adding_others_needs_the_permission_to_send_there(raw: RawBot) -> None:
    path = await begun(raw)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES_IN_THREADS)
    status, refusal = await raw.request("PUT", f"{path}/{ANA_ID}")
    assert (status, refusal["code"]) == (403, 50013)
    assert (await raw.request("PUT", f"{path}/@me"))[0] == 204


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
@pytest.mark.parametrize("member", ["@me", str(ANA_ID)])
async def test_nobody_joins_or_leaves_an_archived_thread(raw: RawBot, method: str, member: str) -> None:
    path = await begun(raw)
    raw.playground.change_thread(int(path.split("/")[2]), archived=True)
    status, refusal = await raw.request(method, f"{path}/{member}")
    assert (status, refusal["code"]) == (400, 50083)


async def test_whoever_writes_in_a_thread_or_is_called_there_joins_it(raw: RawBot, ana: Person) -> None:
    await ana.start_thread("table")
    _, active = await raw.request("GET", "/guilds/1090000000000000100/threads/active")
    (thread,), path = active["threads"], f"/channels/{active['threads'][0]['id']}/thread-members"
    assert (await ids(raw, path), active["members"]) == ([ANA_ID], [])
    await raw.post(
        int(thread["id"]), content=f"<@{BORIS_ID}> and <@{CARLA_ID}>", allowed_mentions={"users": [BORIS_ID]}
    )
    assert set(await ids(raw, path)) == {ANA_ID, BORIS_ID, raw.playground.application_id}
    _, active = await raw.request("GET", "/guilds/1090000000000000100/threads/active")
    assert [member["user_id"] for member in active["members"]] == [str(raw.playground.application_id)]


async def told(raw: RawBot, path: str) -> Json:
    await raw.request("PUT", f"{path}/{ANA_ID}")
    await raw.request("DELETE", f"{path}/@me")
    return await raw.event("THREAD_MEMBERS_UPDATE")


async def test_with_the_members_intent_everybodys_coming_and_going_is_told(raw: RawBot) -> None:
    await raw.connect(GUILDS | MEMBERS)
    path = await begun(raw)
    own = await raw.event("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in own["added_members"]] == [str(raw.playground.application_id)]
    anas = await told(raw, path)
    (added,) = anas["added_members"]
    assert (added["user_id"], added["member"]["user"]["username"], anas["member_count"]) == (str(ANA_ID), "ana", 2)
    assert (await raw.event("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == [str(raw.playground.application_id)]


async def test_without_the_members_intent_only_the_bots_own_is_told(raw: RawBot) -> None:
    await raw.connect(GUILDS)
    path = await begun(raw)
    assert "added_members" in await raw.event("THREAD_MEMBERS_UPDATE")
    assert (await told(raw, path))["removed_member_ids"] == [str(raw.playground.application_id)]


async def test_without_the_guilds_intent_nothing_is_told_of_threads(raw: RawBot) -> None:
    await raw.connect(MEMBERS)
    await told_nothing(raw, await begun(raw))


async def told_nothing(raw: RawBot, path: str) -> None:
    await raw.request("PUT", f"{path}/{ANA_ID}")
    raw.playground.change_thread(int(path.split("/")[2]), archived=True)
    raw.playground.leave_guild("Boris")
    assert (await raw.packet())["t"] == "GUILD_MEMBER_REMOVE"
