import asyncio

import pytest

from playground import PlaygroundError
from playground.person import Person, Refused
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot
from tests.playground.running import StartBot


async def test_a_press_changes_its_message_and_picture(bot: ForeignBot, ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="c")
    await boris.sees(lambda message: message.id == board.id)
    turned = await boris.press(board, "Turn")
    assert (turned.id, turned.content, turned.edited) == (board.id, "turned", True)
    (attachment,) = turned.attachments
    assert (attachment.filename, attachment.description, attachment.height) == ("b.png", "a turned board", 40)
    assert (await ana.change_of(board)) == turned


async def test_a_press_acknowledged_silently_ends_in_an_edit(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    turned = await ana.press(board, "Slow turn")
    assert (turned.id, turned.content) == (board.id, "turned slowly")
    assert turned.attachments == board.attachments
    assert turned.buttons == board.buttons


async def test_a_press_acknowledged_silently_ends_in_a_private_follow_up(
    bot: ForeignBot, ana: Person, boris: Person
) -> None:
    board = await ana.command("play", game="c")
    await boris.sees(lambda message: message.id == board.id)
    whisper = await boris.press(board, "Whisper")
    assert (whisper.content, whisper.ephemeral) == ("psst", True)
    await boris.say("hush")
    await ana.sees(lambda message: message.content == "hush")
    assert "psst" not in [message.content for message in ana.messages()]


async def test_buttons_are_found_by_emoji_and_custom_id_too(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    assert (await ana.press(board, "🔄")).content == "turned"
    assert (await ana.press(board, "slow")).content == "turned slowly"
    with pytest.raises(PlaygroundError, match="no button 'Flip'; it has 'Turn', 'Slow turn'"):
        await ana.press(board, "Flip")


async def test_a_form_opened_by_a_press_changes_the_message(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    modal = await ana.press_opens(board, "Name it")
    assert modal.title == "A name for the board"
    assert [(field.label, field.value) for field in modal.fields] == [("Name", ""), ("Remark", "none")]
    named = await ana.submit_modal(modal, {"Name": "Carthage"})
    assert (named.id, named.content) == (board.id, "Carthage, remark: none")
    modal = await ana.press_opens(board, "Name it")
    again = await ana.submit_modal(modal, {"board_name": "Rome", "Remark": "sacked"})
    assert again.content == "Rome, remark: sacked"


async def test_a_form_is_opened_by_a_command(bot: ForeignBot, ana: Person) -> None:
    modal = await ana.command_opens("form")
    assert modal.custom_id
    with pytest.raises(PlaygroundError, match="no field 'Colour'; it has 'Name', 'Remark'"):
        await ana.submit_modal(modal, {"Colour": "red"})


async def test_a_form_that_nobody_opened_is_refused(bot: ForeignBot, ana: Person, boris: Person) -> None:
    modal = await ana.command_opens("form")
    with pytest.raises(Refused, match="no such form is open"):
        await boris.submit_modal(modal, {"Name": "Boris's"})


async def test_a_person_is_told_when_a_form_comes_or_does_not(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    with pytest.raises(PlaygroundError, match="opened a form"):
        await ana.press(board, "Name it")
    with pytest.raises(PlaygroundError, match="answered with a update"):
        await ana.press_opens(board, "Turn")


async def test_a_select_sends_its_values_in_the_order_of_choosing(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    answer = await ana.choose(board, "Cards", "Card 3", "1")
    assert answer.content == "chose 3 1"


async def test_a_select_holds_to_its_bounds(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    with pytest.raises(Refused, match="choose between 1 and 2 different options"):
        await ana.choose(board, "Cards", "1", "2", "3")
    with pytest.raises(PlaygroundError, match="offers no 'Card 9'"):
        await ana.choose(board, "Cards", "Card 9")


async def test_a_select_of_people_is_resolved(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="c")
    assert (await ana.choose(board, "Whom", "Boris")).content == "against Boris"


async def test_a_disabled_button_cannot_be_pressed(bot: ForeignBot, ana: Person, raw: RawBot) -> None:
    board = await ana.command("play", game="c")
    with pytest.raises(PlaygroundError, match="disabled"):
        await ana.press(board, "Never")


async def test_a_component_that_an_edit_has_removed_is_refused(raw: RawBot, ana: Person) -> None:
    await raw.connect()
    channel = ana.messages  # the page is open before the message comes
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    posted = await raw.post(raw.playground.world.guild_channels()[0].id, content="press", components=[row])
    board = await ana.sees(lambda message: message.content == "press")
    path = f"/channels/{posted['channel_id']}/messages/{posted['id']}"
    await raw.request("PATCH", path, {"components": []})
    await ana.change_of(board)
    with pytest.raises(Refused, match="not on the message any more"):
        await ana.press(board, "Go")
    await raw.request("DELETE", path)
    await ana.no_longer_sees(board)
    with pytest.raises(Refused, match="not there any more"):
        await ana.press(board, "Go")
    assert channel() == []


async def test_two_people_press_at_once_and_both_are_answered(bot: ForeignBot, ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="c")
    await boris.sees(lambda message: message.id == board.id)
    answers = await asyncio.gather(ana.choose(board, "Cards", "1"), boris.choose(board, "Cards", "2"))
    assert [answer.content for answer in answers] == ["chose 1", "chose 2"]


async def test_buttons_work_after_the_bot_was_restarted(start_bot: StartBot, ana: Person) -> None:
    first = await start_bot()
    board = await ana.command("play", game="c")
    await first.close()
    await ana.bot_to_be(online=False)
    await start_bot()
    await ana.bot_to_be(online=True)
    assert (await ana.press(board, "Turn")).content == "turned"
