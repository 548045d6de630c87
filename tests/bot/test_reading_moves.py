"""Moves as people type them are understood, and completed without telling anything that lies face down."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.positions import Line, Position
from bot.reading import VALUE_LENGTH, completions, read_moves
from bot.texts import translator
from engine.game import AnyGame, games
from engine.view import reveals
from storage.rows import StoredGame

LANGUAGES = ("en", "ro", "ru")


def stored(game: AnyGame, status: Any = "playing") -> StoredGame:
    return StoredGame(
        id=1,
        owner_id=1,
        game=game.name,
        options="{}",
        rules=1,
        seed="x",
        cards=None,
        wind=None,
        origin="bot",
        guild_id=None,
        channel_id=None,
        message_id=None,
        version=1,
        move_count=0,
        undo_count=0,
        hints=0,
        status=status,
        score=None,
        progress=None,
        started_at=0,
        first_move_at=None,
        touched_at=0,
        ended_at=None,
        wish=None,
        pool_id=None,
        difficulty=None,
        proof_shown=0,
        moves=(),
        last_request=0,
    )


def at(game: AnyGame, state: Any) -> Position:
    return Position(stored(game), game, game.options_of(state), Line((state,)))


@st.composite
def lines(draw: st.DrawFn) -> tuple[Position, list[str], list[str]]:
    """A position, moves from there as they are written, and each of them in some spelling, in English."""
    game = games()[draw(st.sampled_from(sorted(games())))]
    options = draw(st.sampled_from(game.option_sets()))
    chance = draw(st.randoms(use_true_random=False))
    state = game.deal(game.deal_from_seed(str(draw(st.integers(0, 999)))), options)
    for _ in range(draw(st.integers(0, 60))):
        state = game.apply(state, chance.choice(game.legal_moves(state) or [game.advance(state)]))
        if game.outcome(state) is not None:
            break
    position, texts, spelled = at(game, state), [], []
    for _ in range(draw(st.integers(1, 5))):
        legal = game.legal_moves(state)
        if not legal:
            break
        move = chance.choice(legal)
        texts.append(game.format(move))
        words = str(game.describe(state, move))
        spelled.append(
            draw(
                st.sampled_from(
                    [
                        texts[-1],
                        texts[-1].lower(),
                        texts[-1].replace("+", " + ").replace(">", "> "),
                        words,
                        f"{words} · {texts[-1]}",
                        *(["next", "Draw"] if game.is_advance(move) and texts[-1] != "redeal" else []),
                    ]
                )
            )
        )
        state = game.apply(state, move)
    return position, texts, spelled


@settings(deadline=None)
@given(lines(), st.sampled_from([" ", "  ", ", ", " → ", "; ", "\n"]))
def test_several_moves_are_read_however_each_is_spelled(
    line: tuple[Position, list[str], list[str]], between: str
) -> None:
    position, texts, spelled = line
    if not texts:
        return
    read = read_moves(position, between.join(spelled), str)
    assert [position.game.format(position.game.parse(text)) for text in read] == texts


@pytest.mark.parametrize("typed", ["", " ", ",", "→ ,;"])
def test_nothing_typed_is_one_move_that_there_is_not(typed: str) -> None:
    position = start("pyramid")
    assert read_moves(position, typed, str) == [typed.strip()]


def test_what_stands_behind_a_move_that_cannot_be_made_is_not_read() -> None:
    assert read_moves(start("pyramid"), "draw redeal KS", str) == ["draw", "redeal"]


def start(name: str, seed: str = "reading") -> Position:
    game = games()[name]
    return at(game, game.deal(game.deal_from_seed(seed), game.option_sets()[0]))


@settings(deadline=None)
@given(lines(), st.sampled_from(["", " "]), st.sampled_from(LANGUAGES))
def test_the_last_of_several_moves_is_completed_and_nothing_is_played_behind_a_look(
    line: tuple[Position, list[str], list[str]], end: str, language: str
) -> None:
    position, texts, _ = line
    if not texts:
        return
    game, state = position.game, position.state
    found = completions(position, " ".join(texts) + end, translator(language))
    made: list[str] = []
    for text in texts if end else texts[:-1]:
        after = game.apply(state, game.parse(text))
        if game.is_advance(game.parse(text)) or reveals(game.view(state), game.view(after)):
            looked = True
            break
        made.append(text)
        state = after
    else:
        looked = False
    for name, value in found:
        assert len(name) <= VALUE_LENGTH
        assert len(value) <= VALUE_LENGTH
        assert read_moves(position, name, translator(language)) == value.split() or name.startswith("…")
    offered = [value for _, value in found]
    if looked and len(made) < len(texts) - 1:
        assert offered == [], "a look is followed by another move"
    elif looked or not end:
        assert " ".join(texts) in offered or len(" ".join(texts)) > VALUE_LENGTH
        assert all(value.split()[:-1] == made for value in offered)
    else:
        expected = [" ".join([*made, game.format(move)]) for move in game.legal_moves(state)]
        assert offered == [value for value in expected if len(value) <= VALUE_LENGTH]


def test_behind_a_move_that_cannot_be_made_nothing_is_offered() -> None:
    position = start("pyramid")
    assert completions(position, "KS+KS ", str) == []
    assert completions(position, "redeal ", str) == []


def test_a_game_that_is_over_has_no_completions() -> None:
    game = games()["pyramid"]
    state = game.deal(game.deal_from_seed("x"), game.option_sets()[0])
    over = Position(stored(game, "resigned"), game, game.options_of(state), Line((state,)))
    assert completions(over, "", str) == []


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_moves_of_a_position_read_alike(name: str, language: str) -> None:
    game, translate = games()[name], translator(language)
    for options in game.option_sets():
        chance = random.Random(f"{options}")
        state = game.deal(game.deal_from_seed("alike"), options)
        while legal := game.legal_moves(state):
            words = [game.describe(state, move).text(translate)[:100] for move in legal]
            assert len(set(words)) == len(words)
            advance = game.advance(state)
            state = game.apply(
                state, advance if advance is not None and chance.random() < 0.7 else chance.choice(legal)
            )
