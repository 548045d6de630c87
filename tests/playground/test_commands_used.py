import asyncio
from typing import Any

import pytest

from playground import Playground, PlaygroundError
from playground.person import Person, Refused
from playground.state import LOBBY_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot
from tests.playground.running import StartBot


async def test_a_command_is_answered_with_text_picture_and_buttons(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="Chess", seed=7)
    assert board.content == "c 7 for Ana"
    assert [button.label for button in board.buttons][:2] == ["Turn", "Slow turn"]
    (attachment,) = board.attachments
    assert (attachment.filename, attachment.description) == ("a.png", "a board")
    assert (attachment.width, attachment.height) == (10, 20)
    assert (await ana.download(attachment.url)).startswith(b"\x89PNG")


async def test_everybody_in_the_channel_sees_the_answer(bot: ForeignBot, ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="g", in_channel="lobby")
    assert await boris.sees(lambda message: message.id == board.id, channel="lobby") == board
    assert board not in boris.messages("patience")


async def test_a_deferred_answer_is_thinking_until_the_follow_up_takes_its_place(
    bot: ForeignBot, ana: Person, boris: Person
) -> None:
    answer = await ana.command("think")
    assert (answer.content, answer.thinking, answer.edited) == ("thought", False, False)
    assert [message.content for message in ana.messages()] == ["thought"]
    await boris.sees(lambda message: message.content == "thought")


async def test_a_privately_deferred_answer_stays_private(bot: ForeignBot, ana: Person, boris: Person) -> None:
    answer = await ana.command("think", private=True)
    assert answer.ephemeral
    await boris.say("anything to see?")
    assert [message.content for message in boris.messages()] == ["anything to see?"]


async def test_follow_ups_are_posted_edited_and_deleted(bot: ForeignBot, ana: Person) -> None:
    await ana.command("chatter")
    await ana.sees(lambda message: message.content == "first, edited")
    assert [message.content for message in ana.messages()] == ["first, edited", "second, edited"]


async def test_only_its_addressee_sees_an_ephemeral_answer(bot: ForeignBot, ana: Person, boris: Person) -> None:
    secret = await ana.command("secret")
    assert secret.ephemeral
    await boris.say("what?")
    await ana.sees(lambda message: message.content == "what?")
    assert [message.content for message in ana.messages()] == ["for you alone", "what?"]
    assert [message.content for message in boris.messages()] == ["what?"]


async def test_a_page_opened_anew_shows_no_old_ephemeral_message(
    bot: ForeignBot, ana: Person, playground: Playground
) -> None:
    await ana.command("secret")
    async with Person(playground.url, "Ana") as again:
        assert again.messages() == []


async def test_subcommands_get_people_and_channels_resolved(bot: ForeignBot, ana: Person) -> None:
    answer = await ana.command("stats of", who="Boris", channel="lobby")
    assert answer.content == f"Boris in <#{LOBBY_ID}>"


async def test_a_channel_option_is_resolved(raw: RawBot, ana: Person, playground: Playground) -> None:
    option = {"name": "where", "description": "a channel", "type": 7}
    await raw.offer({"name": "go", "description": "Go", "options": [option]})
    await raw.connect()
    going = asyncio.create_task(ana.command("go", where="lobby"))
    interaction = await raw.event("INTERACTION_CREATE")
    (channel,) = interaction["data"]["resolved"]["channels"].values()
    assert (channel["name"], interaction["data"]["options"][0]["value"]) == ("lobby", channel["id"])
    await raw.callback(interaction, {"type": 4, "data": {"content": "went"}})
    assert (await going).content == "went"


async def test_autocomplete_suggests_and_the_choice_is_used(bot: ForeignBot, ana: Person) -> None:
    choices = await ana.autocomplete("opening", "name", "S")
    assert choices == [
        ("The Sicilian", "Sicilian"),
        ("The Scandinavian", "Scandinavian"),
        ("The Spanish", "Spanish"),
    ]
    assert await ana.autocomplete("opening", "name", "Sp") == [("The Spanish", "Spanish")]
    assert (await ana.command("opening", name="Spanish")).content == "opening Spanish"


async def test_a_command_that_is_not_answered_fails_after_three_seconds(
    raw: RawBot, ana: Person, playground: Playground
) -> None:
    await raw.offer({"name": "silence", "description": "Never answer"})
    await raw.connect()
    waiting = asyncio.create_task(ana.command("silence"))
    await raw.event("INTERACTION_CREATE")
    playground.clock.advance(2.5)
    await ana.say("still waiting")
    assert not waiting.done()
    playground.clock.advance(0.5)
    with pytest.raises(Refused, match="The application did not respond"):
        await waiting


async def test_a_command_fails_at_once_while_the_bot_is_offline(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    with pytest.raises(Refused, match="offline"):
        await ana.command("play")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "game is required"),
        ({"game": "checkers"}, "game must be one of c, g"),
        ({"game": "c", "seed": 100}, "seed must be at most 99"),
        ({"game": "c", "seed": "7"}, "seed must be a whole number"),
    ],
)
async def test_options_that_do_not_fit_are_refused_as_in_a_client(
    bot: ForeignBot, ana: Person, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await ana.command("play", **options)


async def test_a_person_is_told_what_is_not_offered(bot: ForeignBot, ana: Person) -> None:
    with pytest.raises(PlaygroundError, match="no option 'colour'; it has game, seed"):
        await ana.command("play", colour="red")
    with pytest.raises(PlaygroundError, match="no subcommand 'by'; it has of"):
        await ana.command("stats by")
    with pytest.raises(PlaygroundError, match="no channel #kitchen; there are #patience, #lobby"):
        await ana.command("play", in_channel="kitchen", game="c")


async def test_a_second_bot_process_also_hears_interactions(start_bot: StartBot, raw: RawBot, ana: Person) -> None:
    await start_bot()
    await raw.connect()
    await ana.command("secret")
    assert (await raw.event("INTERACTION_CREATE"))["data"]["name"] == "secret"
