"""Hints and analyses in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from bot.advisor import Advice
from bot.positions import Position
from bot.reading import shown
from bot.texts import counted, headed, numbered
from engine.cards import card_label
from engine.game import AnyGame
from engine.solve import Status
from engine.solve.analysis import Analysis
from engine.solve.hints import Service, reason
from engine.words import Phrase, Translate, mark

MOST_TOLD: Final = 4
"""How many of the moves to come are told; those that read alike are one."""

_SERVES: Final[Mapping[Service, str]] = MappingProxyType(
    {
        Service.WINS: mark("It wins the game."),
        Service.OPENS: mark("It makes way for: {moves}."),
        Service.LEADS: mark("After it: {moves}."),
        Service.BRINGS: mark("With it, {done} of {total} cards are done."),
        Service.ADVANCES: mark("What can be played now need not go first: {plays}."),
        Service.NOTHING_ELSE: mark("No play can be made just now."),
        Service.UNCOVERS: mark("What it uncovers: {cards}."),
        Service.TURNS_UP: mark("It turns a card up."),
        Service.PREPARES: mark("It prepares later moves, which can't be told yet."),
    }
)


def hint_text(position: Position, advice: Advice, translate: Translate) -> str:
    """Return a hint for its player: a move and what it serves, or that the game is lost and since when.

    It begins with the game and the board that it is for: it may be read when the game has gone on.
    """
    game, state, hint = position.game, position.state, advice.hint
    lines = [_board_named(position, translate)]
    if hint.before is not None:
        lines += _lost(hint.before, translate)
    else:
        move = hint.moves[0]
        told = shown(game.format(move), game.describe(state, move), translate)
        if hint.status is Status.WON:
            lines.append(translate("Next on a way to win: **{move}**").format(move=told))
            lines.append(_serves(game, state, hint.moves, translate))
        else:
            lines.append(translate("Neither a way to win nor a proof that there is none was found in time."))
            lines.append(translate("A guess: **{move}**").format(move=told))
    lines.append(translate("Hints in this game: {count}").format(count=advice.given))
    return "\n".join(lines)


def _board_named(position: Position, translate: Translate) -> str:
    name, moves = numbered(position.stored, translate), position.stored.move_count
    if moves == 0:
        return translate("**{game}**, before the first move").format(game=name)
    return translate("**{game}**, after move {number}").format(game=name, number=moves)


def _serves(game: AnyGame, state: Any, moves: Sequence[Any], translate: Translate) -> str:
    why = reason(game, state, moves)
    after = game.apply(state, moves[0])
    plays = [game.describe(state, move) for move in game.legal_moves(state) if not game.is_advance(move)]
    values: dict[str, str | int] = {
        "moves": _in_words(why.moves, translate),
        "plays": _in_words(plays, translate),
        "cards": ", ".join(map(card_label, why.cards)),
        "done": game.progress(after),
        "total": game.total,
    }
    sentence = Phrase(_SERVES[why.service], values).text(translate)
    if game.is_advance(moves[0]) and why.moves:
        sentence += " " + Phrase(_SERVES[Service.LEADS], values).text(translate)
    return sentence


def _in_words(moves: Iterable[Phrase], translate: Translate) -> str:
    """Return the first of the moves; those in a row that read alike are told once and counted."""
    told = list(islice(counted(moves, translate), MOST_TOLD + 1))
    return "; ".join([*told[:MOST_TOLD], "…"] if len(told) > MOST_TOLD else told)


def _lost(before: Analysis, translate: Translate) -> list[str]:
    """Return that a game can't be won any more, and what is proved of the positions before this one."""
    if before.lost == 0:
        return [translate("No way leads to a win with this deal, nor did one at its start: that is proved.")]
    lines = [translate("This game can no longer be won: that is proved.")]
    if before.won is not None:
        ago = before.positions - 1 - before.won
        if ago == 1:
            lines.append(translate("Before the last move it could."))
        elif before.exact:
            lines.append(translate("It could last be won {count} moves ago.").format(count=ago))
        else:
            lines.append(
                translate("It surely could {count} moves ago; whether later too is not known.").format(count=ago)
            )
        lines.append(translate("Undo takes moves back."))
    return lines


def analysis_text(position: Position, found: Analysis, states: Sequence[Any], translate: Translate) -> str:
    """Return where a game that is over could be won, as far as that is proved; ``states`` are all its positions."""
    return headed(position.stored, "\n".join(_analysed(position, found, states, translate)), translate)


def _analysed(position: Position, found: Analysis, states: Sequence[Any], translate: Translate) -> list[str]:
    won, lost, last = found.won, found.lost, found.positions - 1
    if position.stored.status == "won":
        return [translate("Won: no move of this game ever shut off the way to a win.")]
    if lost == 0:
        return [translate("No way led to a win with this deal: that is proved.")]
    if won is None:
        if lost is None:
            return [translate("Neither where it could be won nor where it was lost could be proved in time.")]
        told = translate("From move {number} on no way led to a win: that is proved.").format(number=lost)
        return [told, translate("What came before is not known.")]
    if won == last:
        lines = [translate("It could still be won to the very end: that is proved.")]
    elif lost == won + 1:
        lines = [_turn(position, states, lost, translate)]
    else:
        lines = [_open(won, lost, translate)]
    if found.line:
        moves = _in_words(_described(position.game, states[won], found.line), translate)
        lines.append(_way(won, lost, last, moves).text(translate))
    return lines


def _way(won: int, lost: int | None, last: int, moves: str) -> Phrase:
    """Return the moves of a way to win with what says from where they lead there."""
    if lost == won + 1:
        return Phrase("Instead of move {number}: {moves}", {"number": lost, "moves": moves})
    if won == last:
        return Phrase("A way to win from the last board: {moves}", {"moves": moves})
    if won == 0:
        return Phrase("A way to win from the start: {moves}", {"moves": moves})
    return Phrase("A way to win after move {number}: {moves}", {"number": won, "moves": moves})


def _open(won: int, lost: int | None, translate: Translate) -> str:
    """Return what is proved where it isn't known which move lost the game."""
    if lost is None:
        if won == 0:
            told = translate("At the start it could be won: that is proved.")
        else:
            told = translate("After move {number} it could still be won: that is proved.").format(number=won)
        unknown = translate("What came after is not known.")
    else:
        if won == 0:
            told = translate("Proved: at the start it could be won; from move {lost} on no way led to a win.")
        else:
            told = translate("Proved: after move {won} it could still be won; from move {lost} on no way led to a win.")
        told = told.format(won=won, lost=lost)
        if lost == won + 2:
            unknown = translate("Whether it could be won after move {number} is not known.").format(number=won + 1)
        else:
            unknown = translate("What lies between is not known.")
    return f"{told}\n{unknown}"


def _turn(position: Position, states: Sequence[Any], number: int, translate: Translate) -> str:
    """Return which move lost the game: the one that led to the first lost position."""
    game, text = position.game, position.stored.moves[number - 1]
    words = game.describe(states[number - 1], game.parse(text)).text(translate)
    if number == 1:
        sentence = translate(
            "The first move lost it: {move}. Before it there was a way to win, after it none (proved)."
        )
        return sentence.format(move=words)
    sentence = translate(
        "It could be won until move {before}. Move {number} lost it: {move}. After that no way led to a win (proved)."
    )
    return sentence.format(before=number - 1, number=number, move=words)


def _described(game: AnyGame, state: Any, line: Sequence[Any]) -> Iterator[Phrase]:
    for move in line:
        yield game.describe(state, move)
        state = game.apply(state, move)
