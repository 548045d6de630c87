"""Hints and analyses say what is proved, and no more than that."""

from typing import Any

import pytest

from bot.advice_texts import MOST_TOLD, analysis_text, hint_text
from bot.advisor import Advice
from bot.positions import Position, states_of
from bot.service import Service
from engine.cards import card_label, parse_cards
from engine.game import AnyGame
from engine.solve import Status
from engine.solve.analysis import Analysis
from engine.solve.hints import Hint
from tests.bot.test_service import ANA, HERE, play_out


async def played(service: Service, draws: int = 6) -> Position:
    position = await service.start(ANA, HERE, "pyramid", {}, "words")
    for _ in range(draws):
        position = await service.advance(ANA, position.id, position.stored.version)
    return position


def rest(said: str, position: Position) -> str:
    """Return what is said behind the line that names the game."""
    first, _, more = said.partition("\n")
    assert first.startswith(f"**#{position.id} Pyramid**")
    return more


def lost(won: int | None, first: int | None) -> Advice:
    return Advice(Hint(Status.LOST, before=Analysis(7, won, first)), 3)


@pytest.mark.parametrize(
    ("won", "first", "told"),
    [
        (5, 6, "Before the last move it could.\nUndo takes moves back."),
        (2, 3, "It could last be won 4 moves ago.\nUndo takes moves back."),
        (2, 6, "It surely could 4 moves ago; whether later too is not known.\nUndo takes moves back."),
    ],
)
async def test_a_lost_game_is_said_to_have_been_winnable_as_far_as_that_is_proved(
    service: Service, won: int | None, first: int | None, told: str
) -> None:
    position = await played(service)
    said = rest(hint_text(position, lost(won, first), str), position)
    assert said == f"This game can no longer be won: that is proved.\n{told}\nHints in this game: 3"


async def test_where_nothing_is_proved_of_the_moves_before_nothing_is_said_of_them(service: Service) -> None:
    position = await played(service)
    said = rest(hint_text(position, lost(None, 4), str), position)
    assert said == "This game can no longer be won: that is proved.\nHints in this game: 3"


async def test_of_a_deal_that_can_not_be_won_it_is_not_said_that_it_could(service: Service) -> None:
    position = await played(service)
    said = rest(hint_text(position, lost(None, 0), str), position)
    assert said == (
        "No way leads to a win with this deal, nor did one at its start: that is proved.\nHints in this game: 3"
    )


async def test_a_hint_names_its_game_and_the_board_it_is_for(service: Service) -> None:
    for draws, board in ((0, "before the first move"), (3, "after move 3")):
        position = await played(service, draws)
        first = hint_text(position, lost(None, 0), str).splitlines()[0]
        assert first == f"**#{position.id} Pyramid**, {board}"


async def test_what_comes_before_turning_a_card_is_told_of_the_board_at_hand(service: Service) -> None:
    dealt = [await started(service, f"plays {number}") for number in range(20)]
    position = next(one for one in dealt if one.plays())
    advance = position.game.advance(position.state)
    said = hint_text(position, Advice(Hint(Status.WON, (advance,)), 1), str)
    plays = "; ".join(str(words) for _, words in position.plays()[:MOST_TOLD])
    assert f"What can be played now need not go first: {plays}" in said


async def test_a_play_from_the_waste_is_said_to_uncover_what_lies_open_beneath_it(service: Service) -> None:
    options = {"piles": "1"}
    for number in range(200):
        position = await service.start(ANA, HERE, "pyramid", options, f"kings {number}")
        while (advance := position.advance()) is not None and position.game.outcome(position.state) is None:
            waste = position.view().cards("waste1")
            king = next((text for text, _ in position.plays() if "+" not in text), None)
            if king is not None and len(waste) > 1 and waste[-1] == parse_cards(king)[0]:
                said = hint_text(position, Advice(Hint(Status.WON, (position.game.parse(king),)), 1), str)
                assert waste[-2] is not None
                assert f"What it uncovers: {card_label(waste[-2])}." in said
                return
            position = await service.move(ANA, position.id, position.stored.version, advance[0])
    raise AssertionError("no deal of these turns a king onto another card")


async def started(service: Service, seed: str) -> Position:
    return await service.start(ANA, HERE, "pyramid", {}, seed)


def lines_alike(game: AnyGame, state: Any, moves: int) -> tuple[Any, ...]:
    """Return advances up to a play that comes only after them."""
    line = list[Any]()
    for _ in range(moves):
        line.append(game.advance(state))
        state = game.apply(state, line[-1])
    play = next(move for move in game.legal_moves(state) if not game.is_advance(move))
    return (*line, play)


async def test_moves_that_read_alike_are_told_once_so_that_the_play_behind_them_is_seen(service: Service) -> None:
    position = await started(service, "alike")
    game, draws = position.game, 11
    line = lines_alike(game, position.state, draws)
    position = await service.resign(ANA, position.id, position.stored.version)
    said = analysis_text(position, Analysis(1, 0, None, line), states_of(position), str)
    state = position.state
    for move in line[:-1]:
        state = game.apply(state, move)
    assert said.endswith(f"Turn a stock card ×{draws}; {game.describe(state, line[-1])}")


async def test_a_guess_is_called_one(service: Service) -> None:
    position = await played(service)
    advance = position.game.advance(position.state)
    said = hint_text(position, Advice(Hint(Status.UNKNOWN, (advance,)), 1), str)
    assert "A guess: **Turn a stock card · draw**" in said
    assert "win:" not in said


@pytest.mark.parametrize(
    ("won", "first", "told"),
    [
        (None, 0, "No way led to a win with this deal: that is proved."),
        (None, None, "Neither where it could be won nor where it was lost could be proved in time."),
        (0, 1, "The first move lost it: Turn a stock card. Before it there was a way to win, after it none (proved)."),
        (
            3,
            4,
            "It could be won until move 3. Move 4 lost it: Turn a stock card. After that no way led to a win (proved).",
        ),
        (6, None, "It could still be won to the very end: that is proved."),
        (
            2,
            5,
            "Proved: after move 2 it could still be won; from move 5 on no way led to a win.\n"
            "What lies between is not known.",
        ),
        (
            0,
            2,
            "Proved: at the start it could be won; from move 2 on no way led to a win.\n"
            "Whether it could be won after move 1 is not known.",
        ),
        (0, None, "At the start it could be won: that is proved.\nWhat came after is not known."),
        (None, 5, "From move 5 on no way led to a win: that is proved.\nWhat came before is not known."),
    ],
)
async def test_an_analysis_says_what_is_proved_of_the_moves(
    service: Service, won: int | None, first: int | None, told: str
) -> None:
    position = await played(service)
    position = await service.resign(ANA, position.id, position.stored.version)
    assert rest(analysis_text(position, Analysis(7, won, first), states_of(position), str), position) == told


@pytest.mark.parametrize(
    ("won", "first", "told"),
    [
        (3, 4, "Instead of move 4: "),
        (0, 1, "Instead of move 1: "),
        (6, None, "A way to win from the last board: "),
        (0, 3, "A way to win from the start: "),
        (2, None, "A way to win after move 2: "),
    ],
)
async def test_a_way_to_win_is_told_with_the_board_it_leads_from(
    service: Service, won: int, first: int | None, told: str
) -> None:
    position = await played(service)
    position = await service.resign(ANA, position.id, position.stored.version)
    line = (position.game.parse("draw"),) * 3
    said = analysis_text(position, Analysis(7, won, first, line), states_of(position), str)
    assert said.splitlines()[-1] == f"{told}Turn a stock card ×3"


async def test_of_a_way_to_win_only_the_next_moves_are_told(service: Service) -> None:
    position = await started(service, "states")
    game, state, line = position.game, position.state, list[Any]()
    while game.outcome(state) is None:
        line.append(next((move for move in game.legal_moves(state) if not game.is_advance(move)), game.advance(state)))
        state = game.apply(state, line[-1])
    position = await service.resign(ANA, position.id, position.stored.version)
    said = analysis_text(position, Analysis(1, 0, None, tuple(line)), states_of(position), str)
    assert said.endswith("; …")
    assert said.splitlines()[-1].count("; ") == MOST_TOLD


async def test_all_positions_of_a_game_are_found_again(service: Service) -> None:
    ended = await play_out(service, await service.start(ANA, HERE, "sun", {}, "states"))
    states = states_of(ended)
    assert len(states) == ended.stored.move_count + 1
    assert states[-1] == ended.state
