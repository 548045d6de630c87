"""Moves as people type them: one or several, read and completed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from bot.positions import Position
from engine.game import AnyGame, InvalidMove, MoveError, games
from engine.view import reveals
from engine.words import Phrase, Translate

VALUE_LENGTH: Final = 100
"""The longest value, and the longest name, that Discord lets a suggestion have."""

_BETWEEN: Final = ",;→"
"""What may stand between moves beside spaces; the arrow is our own."""


def read_moves(position: Position, typed: str, translate: Translate) -> list[str]:
    """Return the moves that are meant, at least one, as they are written; the last one may not be a legal move.

    Understood are moves as they are written, as the list shows them or a button says them, spaces around their signs,
    and another game's word for going on: "next" where this game says "draw".
    """
    game, state = position.game, position.state
    texts: list[str] = []
    words = _words(typed)
    while words:
        text, length = _first_move(game, state, words, translate)
        texts.append(text)
        words = words[length:]
        try:
            state = game.apply(state, game.parse(text))
        except MoveError:
            break
    return texts or [typed.strip()]


def as_typed(error: MoveError, text: str, typed: str) -> MoveError:
    """Return the error of a move that ``read_moves`` gave as ``text``, with the move as the person wrote it."""
    # Spaces around signs were left out when it was read.
    found = re.search(r"\s*".join(map(re.escape, text)), typed)
    return type(error)(text if found is None else found[0], error.why)


def completions(position: Position, typed: str, translate: Translate) -> list[tuple[str, str]]:
    """Return what a text may go on to, as (name, value): the moves it ends in, then the last one completed.

    Nothing is played behind a move that turns a card up, so that nothing is told of what would come then.
    """
    game, state = position.game, position.state
    if position.over:
        return []
    made: list[str] = []
    words = _words(typed)
    finished = typed[-1:].isspace()
    exact = None
    while words:
        text, length = _first_move(game, state, words, translate)
        move = _legal(game, state, text)
        if move is None:
            break
        after = game.apply(state, move)
        if game.is_advance(move) or reveals(game.view(state), game.view(after)):
            if length < len(words):
                return []
            finished = False
        if length == len(words) and not finished:
            exact = move
            break
        made.append(game.format(move))
        words, state = words[length:], after
    begun = " ".join(words).casefold()
    found = []
    for move in game.legal_moves(state):
        text = game.format(move)
        name = shown(text, game.describe(state, move), translate)
        value = " ".join((*made, text))
        if (move == exact or begun in name.casefold()) and len(value) <= VALUE_LENGTH:
            found.append((_named(made, name), value))
    return found


def shown(text: str, words: Phrase, translate: Translate) -> str:
    """Return a move as the list of suggestions shows it: in words, then as it is written."""
    return f"{words.text(translate)} · {text}"


def _named(made: Sequence[str], name: str) -> str:
    """Return a suggestion's name behind the moves before it; where there is no room for those, behind a dash."""
    full = f"{' '.join(made)} → {name}" if made else name
    return full if len(full) <= VALUE_LENGTH else f"… → {name}"[:VALUE_LENGTH]


def _words(typed: str) -> list[str]:
    """Return what is typed word by word, with no spaces around the signs within moves."""
    return [word for word in re.sub(r"\s*([+>.])\s*", r"\1", typed).split() if word.strip(_BETWEEN)]


def _folded(words: Sequence[str]) -> list[str]:
    return [word.strip(_BETWEEN).casefold() for word in words]


def _first_move(game: AnyGame, state: Any, words: Sequence[str], translate: Translate) -> tuple[str, int]:
    """Return the move that words begin with, as it is written, and how many of them it takes.

    Where none of the legal moves is meant, that is the first word as it stands.
    """
    folded = _folded(words)
    found = "", 0
    for move in game.legal_moves(state):
        text, phrase = game.format(move), game.describe(state, move)
        for spelling in (shown(text, phrase, translate), phrase.text(translate)):
            spelled = _folded(_words(spelling))
            if len(spelled) > found[1] and folded[: len(spelled)] == spelled:
                found = text, len(spelled)
    if found[1]:
        return found
    advance = game.advance(state)
    if advance is not None and not _is_move_of(game, folded[0]) and _goes_on(folded[0]):
        return game.format(advance), 1
    return words[0].strip(_BETWEEN), 1


def _legal(game: AnyGame, state: Any, text: str) -> Any | None:
    """Return the legal move that a text is; None if it is no such move."""
    try:
        move = game.parse(text)
    except InvalidMove:
        return None
    return move if move in game.legal_moves(state) else None


def _is_move_of(game: AnyGame, text: str) -> bool:
    try:
        game.parse(text)
    except InvalidMove:
        return False
    return True


def _goes_on(text: str) -> bool:
    return any(_is_move_of(game, text) and game.is_advance(game.parse(text)) for game in games().values())
