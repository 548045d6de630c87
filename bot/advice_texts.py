"""Hints and analyses in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.advisor import Advice
from bot.positions import Position
from bot.reading import shown
from engine.game import AnyGame
from engine.solve import Status
from engine.solve.analysis import Analysis
from engine.solve.hints import Service, reason
from engine.words import Phrase, Translate, mark

MOST_TOLD: Final = 4
"""How many of the moves to come are told."""

_SERVES: Final[Mapping[Service, str]] = MappingProxyType(
    {
        Service.WINS: mark("It wins the game."),
        Service.OPENS: mark("It makes way for: {moves}."),
        Service.LEADS: mark("After it: {moves}."),
        Service.BRINGS: mark("With it, {done} of {total} cards are done."),
        Service.ADVANCES: mark("Nothing on the table has to go first."),
        Service.NOTHING_ELSE: mark("No play can be made just now."),
        Service.PREPARES: mark("It is made for what comes later."),
    }
)


def hint_text(position: Position, advice: Advice, translate: Translate) -> str:
    """Return a hint for its player: a move and what it serves, or that the game is lost and since when."""
    game, state, hint = position.game, position.state, advice.hint
    if hint.before is not None:
        lines = _lost(hint.before, translate)
    else:
        move = hint.moves[0]
        told = shown(game.format(move), game.describe(state, move), translate)
        if hint.status is Status.WON:
            lines = [translate("Next on a way to win: **{move}**").format(move=told)]
            lines.append(_serves(game, state, hint.moves, translate))
        else:
            lines = [translate("Neither a way to win nor a proof that there is none was found in time.")]
            lines.append(translate("A guess: **{move}**").format(move=told))
    lines.append(translate("Hints in this game: {count}").format(count=advice.given))
    return "\n".join(lines)


def _serves(game: AnyGame, state: Any, moves: Sequence[Any], translate: Translate) -> str:
    why = reason(game, state, moves)
    after = game.apply(state, moves[0])
    values: dict[str, str | int] = {
        "moves": _in_words(why.moves, translate),
        "done": game.progress(after),
        "total": game.total,
    }
    sentence = Phrase(_SERVES[why.service], values).text(translate)
    if game.is_advance(moves[0]) and why.moves:
        sentence += " " + Phrase(_SERVES[Service.LEADS], values).text(translate)
    return sentence


def _in_words(moves: Sequence[Phrase], translate: Translate) -> str:
    told = [words.text(translate) for words in moves[:MOST_TOLD]]
    return "; ".join([*told, "…"] if len(moves) > MOST_TOLD else told)


def _lost(before: Analysis, translate: Translate) -> list[str]:
    """Return that a game can't be won any more, and what is proved of the positions before this one."""
    lines = [translate("This game can no longer be won: that is proved.")]
    if before.lost == 0:
        lines.append(translate("Nor could it ever: no way leads to a win with this deal."))
    elif before.won is not None:
        ago = before.positions - 1 - before.won
        if ago == 1:
            lines.append(translate("Before the last move it could."))
        elif before.exact:
            lines.append(translate("Moves back to where it could be won last: {count}").format(count=ago))
        else:
            lines.append(
                translate("Moves back to where it surely could: {count}; whether later too is not known.").format(
                    count=ago
                )
            )
        lines.append(translate("Undo takes moves back."))
    return lines


def analysis_text(position: Position, found: Analysis, states: Sequence[Any], translate: Translate) -> str:
    """Return where a game that is over could be won, as far as that is proved; ``states`` are all its positions."""
    game, last = position.game, found.positions - 1
    if position.stored.status == "won":
        return translate("Won, and it could be won throughout: no move left every way to a win.")
    if found.lost == 0:
        return translate("No way led to a win with this deal: that is proved.")
    lines = []
    if found.won is not None and found.won == last:
        lines.append(translate("It could still be won to the very end: that is proved."))
    elif found.won is not None and found.lost == found.won + 1:
        lines.append(_turn(position, states, found.lost, translate))
    elif found.won is None and found.lost is None:
        return translate("Neither where it could be won nor where it was lost could be proved in time.")
    else:
        if found.won is not None:
            lines.append(_until(found.won, translate))
        if found.lost is not None:
            lines.append(
                translate("From move {number} on no way led to a win: that is proved.").format(number=found.lost)
            )
        if found.won is None:
            lines.append(translate("What came before is not known."))
        elif found.lost is None:
            lines.append(translate("What came after is not known."))
        else:
            lines.append(translate("What lies between is not known."))
    if found.won is not None and found.line:
        lines.append(
            translate("A way that won from there: {moves}").format(moves=_line(game, states, found, translate))
        )
    return "\n".join(lines)


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


def _until(number: int, translate: Translate) -> str:
    if number == 0:
        return translate("At the start it could be won: that is proved.")
    return translate("After move {number} it could still be won: that is proved.").format(number=number)


def _line(game: AnyGame, states: Sequence[Any], found: Analysis, translate: Translate) -> str:
    words, state = [], states[found.won or 0]
    for move in found.line[:MOST_TOLD]:
        words.append(game.describe(state, move))
        state = game.apply(state, move)
    return _in_words(words, translate) + ("; …" if len(found.line) > MOST_TOLD else "")
