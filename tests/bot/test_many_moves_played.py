"""Several moves at once on the playground: by command, in the menu, and by the buttons that go on by themselves."""

import pytest

from engine.automatic import ways
from engine.game import games
from playground.person import Person
from playground.seen import SeenMessage

pytestmark = pytest.mark.usefixtures("bot")


def described(board: SeenMessage) -> str | None:
    return board.attachments[0].description


def way(board: SeenMessage, name: str) -> str:
    return next(button.custom_id for button in board.buttons if button.custom_id.endswith(f":{name}"))


async def told_beside(ana: Person, board: SeenMessage) -> SeenMessage:
    """Wait for what the bot says to Ana alone after a board."""
    return await ana.sees(lambda message: message.ephemeral and message.id > board.id)


async def test_several_moves_are_typed_and_the_one_that_ends_them_is_named_with_its_reason(ana: Person) -> None:
    start = await ana.command("play", game="pyramid", deal="typed")
    board = await ana.command("move", move="draw, next redeal draw")
    assert "moves: 2" in board.content
    assert "Last moves: Turn a stock card ×2" in board.content
    told = await told_beside(ana, board)
    assert told.content == "`redeal` can't be played. This game has no redeals. The moves before it were made."
    back = await ana.command("undo")
    assert "Taken back: Turn a stock card ×2" in back.content
    assert described(back) == described(start)


async def test_the_first_of_several_moves_is_named_too_and_then_nothing_is_made(ana: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="typed")
    told = await ana.command("move", move="redeal draw")
    assert told.ephemeral
    assert told.content == "`redeal` can't be played. This game has no redeals."
    assert ana.message(board.id) == board


async def test_a_move_that_can_not_be_played_is_quoted_as_it_was_typed(ana: Person) -> None:
    await ana.command("play", game="pyramid", deal="several")
    for typed in ("kS", "9s + 4c", "4C+9s", "sPades"):
        assert (await ana.command("move", move=typed)).content.startswith(f"`{typed}` can't be played. ")
    await ana.command("move", move="draw,  9s  +4c draw")
    told = await ana.sees(lambda message: "The moves before it were made" in message.content)
    assert told.content.startswith("`9s  +4c` can't be played. ")


async def test_the_last_of_several_moves_is_completed_and_nothing_behind_a_draw(ana: Person) -> None:
    await ana.command("play", game="sun", deal="an ace and a king")
    first = [str(value) for _, value in await ana.autocomplete("move", "move", "")]
    assert len(first) > 2
    then = await ana.autocomplete("move", "move", f"{first[0]} ")
    assert then
    assert all(name.startswith(f"{first[0]} → ") and str(value).startswith(f"{first[0]} ") for name, value in then)
    assert (await ana.command("move", move=then[0][0])).content.count(";") == 1, "as the list shows it"
    await ana.command("undo")
    assert await ana.autocomplete("move", "move", "next r") == []
    assert [value for _, value in await ana.autocomplete("move", "move", "next ")] == ["next"]


async def test_a_move_may_name_one_of_ones_own_games_under_way(ana: Person, boris: Person) -> None:
    await ana.command("play", game="pyramid", deal="one")
    await ana.command("play", game="sultan", deal="two")
    await boris.command("play", game="sun", deal="his")
    offered = await ana.autocomplete("move", "game", "")
    assert [value for _, value in offered] == ["2", "1"]
    assert [value for _, value in await ana.autocomplete("move", "game", "pyra")] == ["1"]
    assert await ana.autocomplete("move", "move", "", game="1") != await ana.autocomplete("move", "move", "")
    for named in ("1", "#1"):
        assert "Pyramid" in (await ana.command("move", move="draw", game=named)).content
    assert "Sultan" in (await ana.command("move", move="draw", game="2")).content
    for named, reason in (("3", str(boris.id)), ("99", "no game 99"), ("nonsense", "no such game")):
        told = await ana.command("move", move="draw", game=named)
        assert told.ephemeral
        assert reason in told.content
        assert await ana.autocomplete("move", "move", "", game=named) == []


async def test_a_game_that_is_over_is_named_in_vain(ana: Person) -> None:
    await ana.command("play", game="pyramid")
    await ana.press(await ana.command("resign"), "Resign this game")
    assert "over" in (await ana.command("move", move="draw", game="1")).content
    assert await ana.autocomplete("move", "move", "", game="1") == []
    assert await ana.autocomplete("move", "game", "") == []


async def test_several_plays_are_picked_in_the_menu_and_those_that_fit_no_more_are_named(ana: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="picked")
    for _ in range(24):
        menu = board.selects[0]
        offered = [option.value for option in menu.options if not menu.disabled]
        clash = next(
            (
                (one, other)
                for one in offered
                for other in offered
                if one != other and set(one.split("+")) & set(other.split("+"))
            ),
            None,
        )
        if clash:
            break
        board = await ana.press(board, "Turn a stock card")
    assert clash, "this deal has two plays of one card"
    assert menu.max_values == len(menu.options)
    labels = {option.value: option.label for option in menu.options}
    before = described(board)
    board = await ana.choose(board, menu.custom_id, *clash)
    assert f"Last move: {labels[clash[0]]}" in board.content
    told = await told_beside(ana, board)
    assert told.content == f"What no longer fitted was not played: {labels[clash[1]]}."
    assert described(await ana.press(board, "Undo")) == before


@pytest.mark.parametrize("name", games())
async def test_the_buttons_that_go_on_do_what_they_say_and_are_undone_by_one_press(ana: Person, name: str) -> None:
    for going in ways(games()[name]):
        board = await ana.command("play", game=name, deal="going on")
        button = way(board, going)
        if board.button(button).disabled:
            assert board.selects[0].disabled, "there is nothing to play"
            continue
        before = described(board)
        moved = await ana.press(board, button)
        assert moved.id == board.id
        assert described(moved) != before
        back = await ana.press(moved, "Undo")
        assert described(back) == before
        assert "moves: 0" in back.content


async def test_where_the_bot_had_to_choose_the_board_says_how(ana: Person) -> None:
    board = await ana.command("play", game="sun", deal="choices")
    chose = False
    for _ in range(40):
        if chose or not any(button.custom_id.endswith(":play-on") for button in board.buttons):
            break
        board = await ana.press(board, way(board, "play-on"))
        chose = "Where plays ruled each other out, the one higher in the list was made." in board.content
    assert chose


async def test_no_row_has_more_buttons_than_a_phone_has_room_for_and_no_board_lacks_its_usual_ones(ana: Person) -> None:
    for name, game in games().items():
        board = await ana.command("play", game=name)
        rows = board.raw["components"]
        assert all(len(row["components"]) <= 3 for row in rows)
        labels = [button.label for button in board.buttons]
        assert labels[-2:] == ["Undo", "Resign"]
        assert len(labels) == 3 + len(ways(game))
        assert all(len(label) <= 20 for label in labels), "short enough for a phone"
