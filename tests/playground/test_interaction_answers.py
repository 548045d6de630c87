import asyncio
from typing import Any

import discord
import pytest

from playground import Clock, Playground
from playground.person import Person, Refused
from playground.seen import SeenModal
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot, errors_at
from tests.playground.running import StartBot

FORM = {
    "custom_id": "form",
    "title": "A form",
    "components": [{"type": 1, "components": [{"type": 4, "style": 1, "label": "Name", "custom_id": "name"}]}],
}
HELLO = {"type": 4, "data": {"content": "hello"}}
UNKNOWN_INTERACTION = {"message": "Unknown interaction", "code": 10062}


async def used(raw: RawBot, ana: Person) -> Json:
    """Let Ana use a command, and return the interaction that the bot hears."""
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    asking = asyncio.create_task(ana.command("play"))
    interaction = await raw.event("INTERACTION_CREATE")
    # What Ana gets is for her tests; here the bot's side is looked at.
    asking.cancel()
    return interaction


async def pressed(raw: RawBot, ana: Person) -> Json:
    """Post a button, let Ana press it, and return the interaction that the bot hears."""
    await raw.connect()
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    message = await raw.post(raw.playground.world.guild_channels()[0].id, content="press", components=[row])
    board = await ana.sees(lambda seen: seen.id == int(message["id"]))
    pressing = asyncio.create_task(ana.press(board, "Go"))
    interaction = await raw.event("INTERACTION_CREATE")
    pressing.cancel()
    return interaction


async def test_an_interaction_carries_what_libraries_need(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    assert {
        "attachment_size_limit",
        "app_permissions",
        "entitlements",
        "context",
        "authorizing_integration_owners",
        "channel",
        "channel_id",
        "guild",
        "guild_id",
        "guild_locale",
        "locale",
        "member",
        "token",
        "version",
    } <= interaction.keys()
    assert interaction["member"]["user"]["global_name"] == "Ana"
    assert "user" not in interaction


async def test_the_callback_returns_the_message_when_asked(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    status, answer = await raw.callback(interaction, HELLO)
    assert status == 200
    assert answer["resource"]["type"] == 4
    message = answer["resource"]["message"]
    assert (message["content"], message["interaction_metadata"]["id"]) == ("hello", interaction["id"])
    assert answer["interaction"]["response_message_id"] == message["id"]
    assert answer["interaction"]["response_message_loading"] is False


async def test_the_callback_returns_nothing_unless_asked(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert await raw.request("POST", path, HELLO) == (204, None)


async def test_a_deferred_answer_is_loading(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    _, answer = await raw.callback(interaction, {"type": 5, "data": {"flags": 64}})
    assert answer["interaction"]["response_message_loading"] is True
    assert answer["interaction"]["response_message_ephemeral"] is True
    assert "resource" not in answer
    _, message = await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "done"})
    assert (message["flags"], message["edited_timestamp"]) == (64, None)


async def test_a_deferral_takes_no_flag_but_ephemeral(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    status, body = await raw.callback(interaction, {"type": 5, "data": {"flags": 4}})
    assert (status, body["code"]) == (400, 50035)
    assert errors_at(body, "data", "flags")


async def test_a_second_acknowledgement_is_refused(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    await raw.callback(interaction, HELLO)
    status, body = await raw.callback(interaction, HELLO)
    expected = {"message": "Interaction has already been acknowledged.", "code": 40060}
    assert (status, body) == (400, expected)
    _, messages = await raw.request("GET", f"/channels/{interaction['channel_id']}/messages")
    assert len(messages) == 1


async def test_an_acknowledgement_after_three_seconds_is_refused(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    raw.playground.clock.advance(3)
    assert await raw.callback(interaction, HELLO) == (404, UNKNOWN_INTERACTION)


async def test_an_acknowledgement_within_three_seconds_is_in_time(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    raw.playground.clock.advance(2)
    assert (await raw.callback(interaction, HELLO))[0] == 200


async def test_a_playground_on_a_busy_machine_may_wait_longer() -> None:
    async with (
        Playground(0, clock=Clock(runs=False), acknowledge_within=30) as playground,
        RawBot(playground) as raw,
        Person(playground.url) as ana,
    ):
        interaction = await used(raw, ana)
        playground.clock.advance(29)
        assert (await raw.callback(interaction, HELLO))[0] == 200
        interaction = await used(raw, ana)
        playground.clock.advance(30)
        assert await raw.callback(interaction, HELLO) == (404, UNKNOWN_INTERACTION)


@pytest.mark.parametrize("wrong", [{"id": "1"}, {"token": "guessed"}])
async def test_an_unknown_interaction_is_refused(raw: RawBot, ana: Person, wrong: Json) -> None:
    interaction = await used(raw, ana)
    assert await raw.callback(interaction | wrong, HELLO) == (404, UNKNOWN_INTERACTION)


async def test_a_bad_answer_leaves_the_interaction_to_be_answered(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    status, body = await raw.callback(interaction, {"type": 4, "data": {"content": "x" * 2001}})
    assert (status, errors_at(body, "data", "content")) == (400, ["BASE_TYPE_BAD_LENGTH"])
    status, body = await raw.callback(interaction, {"type": 4, "data": {}})
    assert (status, body["code"]) == (400, 50006)
    assert (await raw.callback(interaction, HELLO))[0] == 200


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 42, None, "4", [], {}])
async def test_a_command_is_not_answered_with_what_does_not_fit_it(raw: RawBot, ana: Person, kind: object) -> None:
    interaction = await used(raw, ana)
    status, body = await raw.callback(interaction, {"type": kind, "data": {"content": "x"}})
    assert (status, errors_at(body, "type")) == (400, ["BASE_TYPE_CHOICES"])


@pytest.mark.parametrize("flags", ["x", [64], -1])
async def test_flags_must_be_a_number_in_every_answer(raw: RawBot, ana: Person, flags: object) -> None:
    interaction = await used(raw, ana)
    for kind in (4, 5):
        status, body = await raw.callback(interaction, {"type": kind, "data": {"content": "x", "flags": flags}})
        assert (status, len(errors_at(body, "data", "flags"))) == (400, 1)
    await raw.callback(interaction, HELLO)
    status, body = await raw.request("POST", raw.webhook(interaction), {"content": "x", "flags": flags})
    assert (status, len(errors_at(body, "flags"))) == (400, 1)


async def test_a_press_carries_its_message(raw: RawBot, ana: Person) -> None:
    interaction = await pressed(raw, ana)
    assert interaction["message"]["content"] == "press"
    assert interaction["data"] == {"custom_id": "go", "component_type": 2, "id": 2}


async def test_answers_say_what_they_answer(raw: RawBot, ana: Person) -> None:
    interaction = await pressed(raw, ana)
    await raw.callback(interaction, {"type": 9, "data": FORM})
    form = SeenModal.parse(FORM, int(interaction["channel_id"]))
    sending = asyncio.create_task(ana.submit_modal(form, {"Name": "Rome"}))
    sent = await raw.event("INTERACTION_CREATE")
    assert sent["message"]["id"] == interaction["message"]["id"]
    assert sent["data"]["components"][0]["components"][0]["value"] == "Rome"
    _, answer = await raw.callback(sent, HELLO)
    await sending
    metadata = answer["resource"]["message"]["interaction_metadata"]
    assert (metadata["type"], metadata["user"]["global_name"]) == (5, "Ana")
    trigger = metadata["triggering_interaction_metadata"]
    assert (trigger["id"], trigger["interacted_message_id"]) == (interaction["id"], interaction["message"]["id"])


async def test_a_press_is_answered_with_its_message_changed(raw: RawBot, ana: Person) -> None:
    interaction = await pressed(raw, ana)
    _, answer = await raw.callback(interaction, {"type": 7, "data": {"content": "gone", "components": []}})
    message = answer["resource"]["message"]
    assert (answer["resource"]["type"], message["id"]) == (7, interaction["message"]["id"])
    assert (message["content"], message["components"]) == ("gone", [])


async def test_after_a_silent_acknowledgement_the_original_is_the_pressed_message(raw: RawBot, ana: Person) -> None:
    interaction = await pressed(raw, ana)
    await raw.callback(interaction, {"type": 6})
    _, message = await raw.request("GET", raw.webhook(interaction, "@original"))
    assert message["id"] == interaction["message"]["id"]
    seen = ana.message(int(message["id"]))
    assert (await raw.request("DELETE", raw.webhook(interaction, "@original")))[0] == 204
    await ana.no_longer_sees(seen)


async def test_a_press_whose_message_is_gone_cannot_change_it(raw: RawBot, ana: Person) -> None:
    interaction = await pressed(raw, ana)
    await raw.request("DELETE", f"/channels/{interaction['channel_id']}/messages/{interaction['message']['id']}")
    status, body = await raw.callback(interaction, {"type": 7, "data": {"content": "x"}})
    assert (status, body["code"]) == (404, 10008)


async def test_a_follow_up_before_the_acknowledgement_is_refused(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    status, body = await raw.request("POST", raw.webhook(interaction), {"content": "early"})
    assert (status, body["code"]) == (404, 10015)


async def test_a_follow_up_needs_no_bot_token(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    await raw.callback(interaction, HELLO)
    raw.token = ""
    status, message = await raw.request("POST", raw.webhook(interaction), {"content": "more"})
    assert (status, message["content"]) == (200, "more")


async def test_a_token_is_good_for_fifteen_minutes(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    _, answer = await raw.callback(interaction, HELLO)
    raw.playground.clock.advance(14 * 60)
    assert (await raw.request("GET", raw.webhook(interaction, "@original")))[0] == 200
    raw.playground.clock.advance(60)
    for method, path, body in (
        ("PATCH", raw.webhook(interaction, "@original"), {"content": "late"}),
        ("POST", raw.webhook(interaction), {"content": "late"}),
        ("DELETE", raw.webhook(interaction, answer["interaction"]["response_message_id"]), None),
    ):
        status, refusal = await raw.request(method, path, body)
        assert (status, refusal) == (401, {"message": "Invalid Webhook Token", "code": 50027})
    path = f"/channels/{interaction['channel_id']}/messages/{answer['interaction']['response_message_id']}"
    assert (await raw.request("PATCH", path, {"content": "as a channel's message"}))[0] == 200


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_a_token_reaches_only_its_own_messages(raw: RawBot, ana: Person, method: str) -> None:
    interaction = await used(raw, ana)
    await raw.callback(interaction, HELLO)
    other = await raw.post(int(interaction["channel_id"]), content="by the bot's own token")
    body: Any = {"content": "x"} if method == "PATCH" else None
    for message in (other["id"], "1"):
        status, refusal = await raw.request(method, raw.webhook(interaction, message), body)
        assert (status, refusal["code"]) == (404, 10008)


async def test_an_ephemeral_message_is_reached_by_its_token_alone(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    _, answer = await raw.callback(interaction, {"type": 4, "data": {"content": "shh", "flags": 64}})
    number = answer["interaction"]["response_message_id"]
    status, body = await raw.request("GET", f"/channels/{interaction['channel_id']}/messages/{number}")
    assert (status, body["code"]) == (404, 10008)
    assert (await raw.request("GET", raw.webhook(interaction, number)))[1]["content"] == "shh"


async def test_a_library_raises_its_own_errors_for_refusals(
    start_bot: StartBot, playground: Playground, ana: Person
) -> None:
    bot: ForeignBot = await start_bot()
    caught: asyncio.Queue[discord.HTTPException] = asyncio.Queue()

    @bot.tree.command(description="Come late")
    async def late(interaction: discord.Interaction[ForeignBot]) -> None:
        playground.clock.advance(4)
        try:
            await interaction.response.send_message("late")
        except discord.NotFound as error:
            caught.put_nowait(error)

    await bot.tree.sync()
    with pytest.raises(Refused):
        await ana.command("late")
    assert (await asyncio.wait_for(caught.get(), 30)).code == 10062
