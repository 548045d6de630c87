"""Playing on the playground: commands, menus, buttons; over real sockets, with the real client."""

import asyncio
import io
import random
import re
from pathlib import Path

import pytest
from PIL import Image

from engine.game import games
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.house import bot_running


def plays(board: SeenMessage) -> tuple[str, list[str]]:
    """Return the menu's custom id and the plays that it offers, as they are written."""
    menu = next((select for select in board.selects if not select.disabled), None)
    return (menu.custom_id, [option.value for option in menu.options]) if menu else ("", [])


def advance(board: SeenMessage) -> str | None:
    """Return the custom id of the button for the advance."""
    return next((button.custom_id for button in board.buttons if button.custom_id.startswith("play:")), None)


def is_over(board: SeenMessage) -> bool:
    return any(word in board.content for word in ("**Won!**", "**Lost:**", "**Resigned.**"))


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("name", games())
async def test_a_game_of_each_kind_is_played_to_its_end_by_presses_alone(ana: Person, name: str) -> None:
    board = await ana.command("play", game=name, deal="by presses alone")
    first = board.id
    for _ in range(400):
        menu, offered = plays(board)
        # Cards that only go from row to row could go on doing so for ever.
        home = [text for text in offered if not re.match("[CDHS]>", text)]
        if home:
            board = await ana.choose(board, menu, home[0])
        elif button := advance(board):
            board = await ana.press(board, button)
        elif offered:
            board = await ana.choose(board, menu, random.choice(offered))
        else:
            break
    assert is_over(board)
    assert board.id == first, "a press changes the board where it is"
    assert not board.selects
    assert advance(board) is None
    assert "by presses alone" in board.content


@pytest.mark.usefixtures("bot")
async def test_a_board_shows_a_picture_in_words_too(ana: Person) -> None:
    for name in games():
        board = await ana.command("play", game=name, deal="a picture")
        (shown,) = board.attachments
        picture = Image.open(io.BytesIO(await ana.download(shown.url)))
        picture.load()
        assert picture.size == (shown.width, shown.height)
        assert shown.description
        assert len(shown.description) <= 1024


@pytest.mark.usefixtures("bot")
async def test_moves_are_made_by_command_and_suggested_in_words(ana: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="KS on the last row 7")
    for _ in range(60):
        suggested = await ana.autocomplete("move", "move", "")
        if not suggested:
            break
        words, text = suggested[0]
        assert words.endswith(f"· {text}")
        after = await ana.command("move", move=str(text).lower())
        assert after.id != board.id
        await ana.no_longer_sees(board)
        board = after
    assert is_over(board)
    narrowed = await ana.autocomplete("move", "move", "")
    assert narrowed == []


@pytest.mark.usefixtures("bot")
async def test_suggestions_are_narrowed_by_what_is_typed(ana: Person) -> None:
    await ana.command("play", game="pyramid", deal="x")
    everything = await ana.autocomplete("move", "move", "")
    assert await ana.autocomplete("move", "move", " DRAW ") == [entry for entry in everything if entry[1] == "draw"]
    assert await ana.autocomplete("move", "move", "no such move") == []


@pytest.mark.usefixtures("bot")
async def test_every_variant_of_every_game_is_offered_and_dealt(ana: Person) -> None:
    for name, game in games().items():
        offered = await ana.autocomplete("play", "options", "", game=name)
        assert len(offered) == len(game.option_sets())
        for words, text in offered:
            board = await ana.command("play", game=name, options=str(text))
            assert text == "-" or f"({words})" in board.content


@pytest.mark.usefixtures("bot")
async def test_a_variant_may_be_typed_by_hand_and_a_wrong_one_is_told(ana: Person) -> None:
    for text in ("piles=3 redeals=2", "Piles: 3, Redeals: 2", "three wastes, two redeals", "redeals = 2;piles=3"):
        board = await ana.command("play", game="pyramid", options=text)
        assert "(three wastes, two redeals)" in board.content
    for text in ("piles=2", "piles", "piles=3 piles=3", "stock=open piles=3", "@everyone", "divan=8", "=", "x" * 300):
        told = await ana.command("play", game="pyramid", options=text)
        assert told.ephemeral
        assert "can't be dealt" in told.content
        assert len(told.content) < 500


@pytest.mark.usefixtures("bot")
async def test_one_seed_gives_everybody_the_same_deal_and_its_name_cannot_ping(ana: Person, boris: Person) -> None:
    seed = "*@everyone* <@1> `x`"
    hers = await ana.command("play", game="sun", deal=seed)
    his = await boris.command("play", game="sun", deal=seed)
    assert hers.attachments[0].description == his.attachments[0].description
    assert hers.mentions in (("Ana",), ())
    assert "Deal: `*@everyone* <@1> ˋxˋ`" in hers.content


@pytest.mark.usefixtures("bot")
async def test_a_move_that_cannot_be_made_is_answered_with_the_reason_to_the_mover_alone(
    ana: Person, boris: Person
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    for text, reason in (
        ("redeal", "This game has no redeals"),
        ("9C+4X", "A move is a king"),
        ("9C+5C", "do not add up to 13"),
        ("`@everyone`", "A move is a king"),
    ):
        told = await ana.command("move", move=text)
        assert told.ephemeral
        assert reason in told.content
    assert ana.message(board.id) == board
    assert [message.id for message in boris.messages()] == [board.id]


@pytest.mark.usefixtures("bot")
async def test_a_move_is_understood_as_it_is_shown_and_with_spaces_and_going_on_by_any_games_word(ana: Person) -> None:
    for name in games():
        board = await ana.command("play", game=name, deal="understood")
        for word in ("Next", "draw "):
            board = await ana.command("move", move=word)
        for _ in range(8):
            shown, written = map(str, (await ana.autocomplete("move", "move", ""))[0])
            spelled = [shown, shown.split(" · ")[0], re.sub("([+>])", r" \1 ", written)]
            for text in spelled:
                board = await ana.command("move", move=text)
                assert not board.ephemeral, text
                board = await ana.command("undo")
            board = await ana.command("move", move=spelled[0])
    await ana.command("play", game="pyramid", options="redeals=1")
    told = await ana.command("move", move="redeal")
    assert "The stock must be empty" in told.content, "the game's own word means what it says"


@pytest.mark.usefixtures("bot", "ana")
async def test_without_a_game_commands_say_how_to_start_one(boris: Person) -> None:
    for name, options in (("move", {"move": "draw"}), ("draw", {}), ("undo", {}), ("board", {}), ("games", {})):
        told = await boris.command(name, **options)
        assert told.ephemeral
        assert "/play" in told.content
    assert (await boris.command("resign")).ephemeral


@pytest.mark.usefixtures("bot")
async def test_a_stranger_cannot_move_and_is_told_whose_game_it_is(ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    button = advance(board)
    assert button
    board = await ana.press(board, button)
    for custom_id in [button.custom_id for button in board.buttons]:
        told = await boris.press(boris.message(board.id), custom_id)
        assert told.ephemeral
        assert str(ana.id) in told.content
    menu, offered = plays(board)
    if offered:
        assert (await boris.choose(boris.message(board.id), menu, offered[0])).ephemeral
    assert ana.message(board.id) == board


@pytest.mark.usefixtures("bot")
async def test_undo_by_button_and_by_command_goes_back_to_the_start(ana: Person) -> None:
    board = await ana.command("play", game="sultan", deal="x")
    start = board.attachments[0].description
    for _ in range(3):
        board = await ana.press(board, advance(board) or "")
    board = await ana.press(board, "Undo")
    board = await ana.press(board, "Undo")
    assert "Taken back: Turn a stock card" in board.content
    board = await ana.command("undo")
    assert board.attachments[0].description == start
    assert board.button("Undo").disabled
    assert "no move to take back" in (await ana.command("undo")).content


@pytest.mark.usefixtures("bot")
async def test_draw_makes_the_advance_of_every_game(ana: Person) -> None:
    for name in games():
        board = await ana.command("play", game=name, deal="x")
        assert (await ana.command("draw")).attachments[0].description != board.attachments[0].description


@pytest.mark.usefixtures("bot")
async def test_the_board_is_shown_again_at_the_end_of_the_channel_and_the_old_one_goes(ana: Person) -> None:
    board = await ana.command("play", game="sun")
    await ana.say("a long talk")
    again = await ana.command("board")
    await ana.no_longer_sees(board)
    assert again.attachments[0].description == board.attachments[0].description
    assert "Deal:" not in again.content, "the bot's own seed is not shown before the end"


@pytest.mark.usefixtures("bot")
async def test_games_are_listed_privately_and_opened_where_they_are_asked_for(ana: Person, boris: Person) -> None:
    one = await ana.command("play", game="pyramid")
    await ana.command("play", game="sultan", options="divan=8", in_channel="lobby")
    listed = await ana.command("games")
    assert listed.ephemeral
    assert "Pyramid" in listed.content
    assert "Sultan (a divan of eight)" in listed.content
    menu = listed.selects[0]
    assert [option.value for option in menu.options] == ["2", "1"]
    opened = await ana.choose(listed, menu.custom_id, "2")
    assert "Sultan" in opened.content
    assert opened.channel_id == one.channel_id
    assert listed.id not in [message.id for message in boris.messages()]


@pytest.mark.usefixtures("bot")
async def test_commands_in_a_channel_act_on_the_game_played_there(ana: Person) -> None:
    await ana.command("play", game="pyramid")
    await ana.command("play", game="sultan", in_channel="lobby")
    assert "Pyramid" in (await ana.command("draw")).content
    assert "Sultan" in (await ana.command("draw", in_channel="lobby")).content


@pytest.mark.usefixtures("bot")
async def test_resigning_asks_first_and_ends_the_game(ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="pyramid")
    asked = await ana.press(board, "Resign")
    assert asked.ephemeral
    assert asked.content == "Do you want to give up **#1 Pyramid**? Cards done: 0 of 28."
    assert not is_over(ana.message(board.id))
    told = await ana.press(asked, "Resign this game")
    assert told.content == "You gave this game up."
    ended = await ana.sees(lambda message: message.id == board.id and is_over(message))
    assert "Deal:" in ended.content
    assert "resigned, 0 of 28 cards done" in (ended.attachments[0].description or "")
    assert [button.label for button in ended.buttons] == ["Play again", "Same deal"]
    started = await boris.press(boris.message(board.id), "Play again")
    assert started.id != board.id
    assert str(boris.id) in started.content
    asked = await boris.command("resign")
    await boris.press(asked, "Resign this game")
    await boris.sees(lambda message: message.id == started.id and is_over(message))


@pytest.mark.usefixtures("bot")
async def test_a_question_that_the_game_has_left_behind_does_not_end_it(ana: Person) -> None:
    await ana.command("play", game="pyramid")
    asked = await ana.command("resign")
    board = await ana.command("draw")
    told = await ana.press(asked, "Resign this game")
    assert "gone on since" in told.content
    assert not told.buttons
    assert not is_over(ana.message(board.id))


@pytest.mark.usefixtures("bot")
async def test_where_files_may_not_be_attached_the_board_is_shown_in_words(playground: Playground, ana: Person) -> None:
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    for name in games():
        board = await ana.command("play", game=name, deal="*" * 64)
        for _ in range(20):
            assert not board.attachments
            assert "lack the permission to attach files" in board.content
            assert board.content.count("```") == 2
            if not (button := advance(board)):
                break
            board = await ana.press(board, button)
        await ana.press(await ana.press(board, "Resign"), "Resign this game")
        ended = await ana.sees(lambda message, board=board: message.id == board.id and is_over(message))  # type: ignore[misc]
        assert not ended.selects


@pytest.mark.usefixtures("bot")
async def test_of_presses_at_once_one_is_played_and_the_others_are_told_that_the_board_moved_on(ana: Person) -> None:
    board = await ana.command("play", game="sultan", deal="x")
    for moves in range(1, 6):
        button = advance(board) or ""
        await asyncio.gather(*(ana.press(board, button) for _ in range(3)))
        board = await ana.sees(lambda message, moves=moves: f"moves: {moves}" in message.content)  # type: ignore[misc]

    def told() -> list[SeenMessage]:
        return [message for message in ana.messages() if message.ephemeral and "moved on" in message.content]

    await ana.sees(lambda _: len(told()) == 10)


@pytest.mark.usefixtures("ana")
async def test_buttons_and_menus_work_after_a_restart(playground: Playground, file: Path, ana: Person) -> None:
    async with bot_running(playground, file):
        board = await ana.command("play", game="sultan", deal="restart")
    await ana.bot_to_be(online=False)
    async with bot_running(playground, file):
        await ana.bot_to_be(online=True)
        menu, offered = plays(board)
        assert offered
        chosen = await ana.choose(board, menu, offered[0])
        assert chosen.id == board.id
        assert chosen.attachments[0].description != board.attachments[0].description
        drawn = await ana.press(chosen, advance(chosen) or "")
        undone = await ana.press(drawn, "Undo")
        assert undone.attachments[0].description == chosen.attachments[0].description


@pytest.mark.usefixtures("bot")
async def test_the_rules_are_read_page_by_page_by_the_asker_alone(ana: Person, boris: Person) -> None:
    for name, game in games().items():
        page = await ana.command("rules", game=name)
        assert page.ephemeral
        assert page.content.startswith(f"**{game.title}**")
        assert page.button("Back").disabled
        read, pages = [page.content], [page.buttons[1].label]
        while not page.button("Next").disabled:
            assert page.attachments[0].description
            page = await ana.press(page, "Next")
            read.append(page.content)
            pages.append(page.buttons[1].label)
        assert pages == [f"{number} of {len(read)}" for number in range(1, len(read) + 1)]
        assert len(set(read)) == len(read) > 1
        assert (await ana.press(page, "Back")).content == read[-2]
    assert boris.messages() == []
