"""The alt text of a picture: what may be played first, then the position in words."""

from __future__ import annotations

from typing import Final

from engine.cards import card_label, parse_card
from engine.game import games
from engine.view import Mark, Outcome, View
from engine.words import Phrase, Translate
from render.layout import layout_of

LIMIT: Final = 1024
"""The most characters that Discord takes with a file."""


def describe(view: View, translate: Translate = str) -> str:
    """Return the position in words, 1,024 characters at most; raise LookupError if its game has no layout.

    Sentences come in the order of their importance: how it stands, what may be played, what comes next, the rest of
    the table. What does not fit is cut off at the end, whole words at a time.
    """
    sentences = [
        _standing(view, translate),
        *_playable(view, translate),
        *_advance(view, translate),
        *layout_of(view.game).words(view, translate),
    ]
    return _cut(" ".join(sentences), LIMIT)


def _standing(view: View, translate: Translate) -> str:
    values: dict[str, str | int] = {
        "game": translate(games()[view.game].title),
        "done": view.progress,
        "total": view.total,
        "score": view.score,
    }
    if view.outcome is Outcome.WON:
        return Phrase("{game}: won, {score} points.", values).text(translate)
    if view.outcome is Outcome.LOST:
        return Phrase("{game}: lost, {done} of {total} cards done, {score} points.", values).text(translate)
    return Phrase("{game}: {done} of {total} cards done.", values).text(translate)


def _playable(view: View, translate: Translate) -> list[str]:
    if view.outcome is not None:
        return []
    said = list(dict.fromkeys(name for mark in view.marks for name in _names(view, mark)))
    if said:
        return [Phrase("Can be played: {cards}.", {"cards": ", ".join(said)}).text(translate)]
    return [Phrase("No card can be played.").text(translate)]


def _names(view: View, mark: Mark) -> list[str]:
    """Return what a playable card is called: its tag and the card or, without one, its moves."""
    if not mark.tag:
        return ["+".join(card_label(parse_card(text)) for text in move.split("+")) for move in mark.moves]
    card = view.cards(mark.pile)[mark.index]
    return [mark.tag if card is None else f"{mark.tag} {card_label(card)}"]


def _advance(view: View, translate: Translate) -> list[str]:
    count = sum(len(pile.cards) for pile in view.piles if pile.role == "stock")
    said = [Phrase("Stock: {count}.", {"count": count})] if count else []
    match view.advance:
        case "draw":
            said.append(Phrase("The stock can be turned."))
        case "redeal":
            said.append(Phrase("The waste can be turned over."))
        case "next":
            said.append(Phrase("The next step can be taken."))
    return [phrase.text(translate) for phrase in said]


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
