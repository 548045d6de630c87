"""What alt text and text boards say alike: how a game stands, what may be played, cards and piles by their labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import Card, CardError, card_label, parse_card
from engine.game import games
from engine.view import Mark, Outcome, Pile, View
from engine.words import Phrase, Translate

NOTHING: Final = "–"
"""Stands where no card lies, or none that may be seen."""
TIE: Final = "\N{NO-BREAK SPACE}"
"""Stands between a tag and its card, so that no line ends there; a blank in what is handed out."""


def opening(view: View, translate: Translate) -> list[str]:
    """Return the sentences that every board begins with: how it stands, what may be played, what comes next.

    All moves are told, each as it is written.
    """
    return [_standing(view, translate), *_playable(view, translate), *_advance(view, translate)]


def label(card: Card | None) -> str:
    """Return the card as people read it, a dash for none."""
    return NOTHING if card is None else card_label(card)


def labels(cards: Iterable[Card | None]) -> str:
    """Return the labels of cards with spaces between them."""
    return " ".join(map(label, cards))


def marked(view: View, pile: Pile, *, tags: bool = False) -> list[str]:
    """Return the labels of a pile's cards, the bottom first, those that can be played in brackets.

    With ``tags``, what the move takes stands in the brackets too: ``[c1f 9♣]``.
    """
    shown = [label(one) for one in pile.cards]
    for mark in view.marks:
        if mark.pile == pile.name:
            tag = f"{mark.tag}{TIE}" if tags and mark.tag else ""
            shown[mark.index] = f"[{tag}{shown[mark.index]}]"
    return shown


def passes(view: View, translate: Translate) -> list[str]:
    """Return which pass through the stock it is, where there is more than one."""
    turn, turns = view.fact("pass"), view.fact("passes")
    if turn is None or turns is None or turns == 1:
        return []
    return [Phrase("Pass {turn} of {turns}.", {"turn": turn, "turns": turns}).text(translate)]


def cut(text: str, limit: int) -> str:
    """Return the text if it is not longer than the limit, else its beginning, whole words, with dots at its end."""
    text = text.replace(TIE, " ")
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(maxsplit=1)[0].rstrip(",;:") + "…"


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
    if view.outcome is Outcome.RESIGNED:
        return Phrase("{game}: resigned, {done} of {total} cards done, {score} points.", values).text(translate)
    return Phrase("{game}: {done} of {total} cards done.", values).text(translate)


def _playable(view: View, translate: Translate) -> list[str]:
    if view.outcome is not None:
        return []
    said = list(dict.fromkeys(name for mark in view.marks for name in _names(view, mark)))
    if said:
        return [Phrase("Can be played: {cards}.", {"cards": ", ".join(said)}).text(translate)]
    return [Phrase("No card can be played.").text(translate)]


def _names(view: View, mark: Mark) -> list[str]:
    """Return the moves that take a card, each as it is written, with the card after it; cards alone if they say it."""
    in_cards = [None if mark.tag else _in_cards(move) for move in mark.moves]
    return [cards or _with_card(view, mark, move) for cards, move in zip(in_cards, mark.moves, strict=True)]


def _with_card(view: View, mark: Mark, move: str) -> str:
    card = view.cards(mark.pile)[mark.index]
    return move if card is None else f"{move}{TIE}{card_label(card)}"


def _in_cards(move: str) -> str | None:
    """Return a move that is written as the cards it takes with their labels; None for another."""
    try:
        return "+".join(card_label(parse_card(text)) for text in move.split("+"))
    except CardError:
        return None


def _advance(view: View, translate: Translate) -> list[str]:
    count = sum(len(pile.cards) for pile in view.piles if pile.role == "stock")
    said = [Phrase("Stock: {count}.", {"count": count})] if count else []
    move = {"move": view.advance or ""}
    match view.advance:
        case "draw":
            said.append(Phrase("The stock can be turned: {move}.", move))
        case "redeal":
            said.append(Phrase("The waste can be turned over: {move}.", move))
        case "next":
            said.append(Phrase("The next step can be taken: {move}.", move))
        case str():
            # What another game calls its advance; what that does, its button says.
            said.append(Phrase("The game can go on: {move}.", move))
    return [phrase.text(translate) for phrase in said]
