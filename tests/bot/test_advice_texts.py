"""Hints and analyses say what is proved, and no more than that."""

import pytest

from bot.advice_texts import MOST_TOLD, analysis_text, hint_text
from bot.advisor import Advice
from bot.positions import Position, states_of
from bot.service import Service
from engine.solve import Status
from engine.solve.analysis import Analysis
from engine.solve.hints import Hint
from tests.bot.test_service import ANA, HERE, play_out


async def played(service: Service, draws: int = 6) -> Position:
    position = await service.start(ANA, HERE, "pyramid", {}, "words")
    for _ in range(draws):
        position = await service.advance(ANA, position.id, position.stored.version)
    return position


def lost(won: int | None, first: int | None) -> Advice:
    return Advice(Hint(Status.LOST, before=Analysis(7, won, first)), 3)


@pytest.mark.parametrize(
    ("won", "first", "told"),
    [
        (None, 0, "Nor could it ever: no way leads to a win with this deal."),
        (5, 6, "Before the last move it could.\nUndo takes moves back."),
        (2, 3, "Moves back to where it could be won last: 4\nUndo takes moves back."),
        (2, 6, "Moves back to where it surely could: 4; whether later too is not known.\nUndo takes moves back."),
    ],
)
async def test_a_lost_game_is_said_to_have_been_winnable_as_far_as_that_is_proved(
    service: Service, won: int | None, first: int | None, told: str
) -> None:
    said = hint_text(await played(service), lost(won, first), str)
    assert said == f"This game can no longer be won: that is proved.\n{told}\nHints in this game: 3"


async def test_where_nothing_is_proved_of_the_moves_before_nothing_is_said_of_them(service: Service) -> None:
    said = hint_text(await played(service), lost(None, 4), str)
    assert said == "This game can no longer be won: that is proved.\nHints in this game: 3"


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
            "After move 2 it could still be won: that is proved.\n"
            "From move 5 on no way led to a win: that is proved.\nWhat lies between is not known.",
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
    assert analysis_text(position, Analysis(7, won, first), states_of(position), str) == told


async def test_of_a_way_to_win_only_the_next_moves_are_told(service: Service) -> None:
    position = await played(service)
    position = await service.resign(ANA, position.id, position.stored.version)
    line = (position.game.advance(position.state),) * (MOST_TOLD + 5)
    said = analysis_text(position, Analysis(7, 6, None, line), states_of(position), str)
    assert said.endswith("A way that won from there: " + "Turn a stock card; " * MOST_TOLD + "…")


async def test_all_positions_of_a_game_are_found_again(service: Service) -> None:
    ended = await play_out(service, await service.start(ANA, HERE, "sun", {}, "states"))
    states = states_of(ended)
    assert len(states) == ended.stored.move_count + 1
    assert states[-1] == ended.state
