"""Sun: thirteen rays rise, play and set; two rows of foundations in the middle take all 104 cards.

The game as the rest of the house sees it: its options, texts, words and view. How it plays is in ``_sun``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from engine.cards import ACE, KING, SUITS, TWO_PACKS, Card, card, card_label, card_text
from engine.deals import Deal
from engine.game import Advance, Choice, Game, IllegalMove, InvalidMove, Option, texts
from engine.games._sun import (
    NEXT,
    PLAYING,
    RAYS,
    SUNRISE,
    SUNSET,
    FromCloud,
    FromRay,
    Row,
    Shift,
    SunMove,
    SunOptions,
    SunState,
    after,
    first_not_empty,
    follow,
    has_next,
    outcome,
    plays,
    serving_shift,
    shifts,
    why_not,
)
from engine.view import Mark, Outcome, Pile, View
from engine.words import Phrase, mark


class Sun(Game[SunState, SunMove]):
    """The rules of Sun."""

    name = "sun"
    title = mark("Sun")
    summary = mark("Bring all 104 cards from the rays and clouds home to the middle of the sun")
    options = (
        Option(
            "stages",
            mark("Stages"),
            (
                Choice("1-2-3", mark("all three stages")),
                Choice("1-3", mark("without the sun's play")),
                Choice("1", mark("sunrise alone")),
            ),
        ),
        Option(
            "bases",
            mark("Bases"),
            (Choice("aces-kings", mark("aces and kings")), Choice("aces", mark("eight aces"))),
        ),
    )
    pack = TWO_PACKS
    has_wind = True
    total = 104
    plays_all = True

    def deal(self, deal: Deal, options: Mapping[str, Any]) -> SunState:
        """Return the first position: one arc of thirteen cards, one to a ray."""
        first_arc = tuple((one,) for one in deal.cards[:RAYS])
        return SunState(SunOptions(**options), first_arc, deal.cards[RAYS:], deal.wind)

    def options_of(self, state: SunState) -> Mapping[str, str | int]:
        """Return the options of the position."""
        return asdict(state.options)

    def legal_moves(self, state: SunState) -> tuple[SunMove, ...]:
        """Return the plays from rays and clouds, then those between the rows, then the advance."""
        if outcome(state) is not None:
            return ()
        found = (*plays(state), *shifts(state))
        return (*found, NEXT) if has_next(state) else found

    def apply(self, state: SunState, move: SunMove) -> SunState:
        """Return the position after building or shifting a card, or after the next step of the game."""
        why = why_not(state, move)
        if why is not None:
            raise IllegalMove(self.format(move), why)
        return after(state, move)

    def outcome(self, state: SunState) -> Outcome | None:
        """Won with all cards home; lost when no step is left and no card could go home, even after shifts."""
        return outcome(state)

    def progress(self, state: SunState) -> int:
        """Return how many cards lie on the foundations."""
        return sum(state.aces) + sum(state.others)

    def most_advances(self, state: SunState) -> int:
        """Return the arcs after the first, the rays' turns, the rays gathered and the wind."""
        return {"1-2-3": 7 + RAYS + RAYS + 1, "1-3": 7 + RAYS + 1, "1": 7}[state.options.stages]

    def next_play(self, state: SunState) -> SunMove | None:
        """Return the first play that brings a card home; at the last step, else, a shift without which none can."""
        if outcome(state) is not None:
            return None
        return next(iter(plays(state)), None) or (None if has_next(state) else serving_shift(state))

    def follow(self, state: SunState, made: SunMove, play: SunMove) -> SunMove | None:
        """Return the play as it is after another: within rays and clouds, cards change their places."""
        return follow(state, made, play)

    def parse(self, text: str) -> SunMove:
        """Read ``r7>A``, ``r7.2>K``, ``c1f>A``, ``c1l>K``, ``S>K`` or ``next``."""
        word = text.strip()
        # ASCII alone: the Kelvin sign would become a k in lower case, and be read as the king row.
        word = word.lower() if word.isascii() else word
        if word == NEXT.name:
            return NEXT
        if found := re.fullmatch(r"r([1-9]|1[0-3])(?:\.([1-9][0-9]{0,2}))?>([ak])", word):
            ray, place, row = found.groups()
            return FromRay(int(ray), int(place) if place else None, _row(row))
        if found := re.fullmatch(r"c([1-9][0-9]?)([fl])>([ak])", word):
            return FromCloud(int(found[1]), found[2] == "l", _row(found[3]))
        if found := re.fullmatch(r"([cdhs])>([ak])", word):
            return Shift(SUITS.index(found[1].upper()), _row(found[2]))
        raise InvalidMove(
            text,
            Phrase(
                "A move is a ray's card (r7>A, r7>K; for the ray in turn r7.2>A), a cloud's first or last card "
                "(c1f>A, c1l>K), a shift between the rows (S>K, S>A) or next"
            ),
        )

    def format(self, move: SunMove) -> str:
        """Write a move: where the card lies, then the row it goes to."""
        match move:
            case FromRay(ray, place, row):
                return f"r{ray}>{row}" if place is None else f"r{ray}.{place}>{row}"
            case FromCloud(cloud, last, row):
                return f"c{cloud}{'l' if last else 'f'}>{row}"
            case Shift(suit, row):
                return f"{SUITS[suit]}>{row}"
            case Advance(name):
                return name

    def describe(self, state: SunState, move: SunMove) -> Phrase:
        """Say in words what a move does."""
        match move:
            case FromRay(ray, None, row):
                values: dict[str, str | int] = {"card": card_label(state.rays[ray - 1][-1]), "ray": ray}
                return Phrase(_FROM_RAY[row], values)
            case FromRay(ray, int(place), row):
                values = {"card": card_label(state.rays[ray - 1][place - 1]), "ray": ray, "place": place}
                return Phrase(_FROM_INSIDE[row], values)
            case FromCloud(cloud, last, row):
                label = card_label(state.clouds[cloud - 1][-1 if last else 0])
                return Phrase(_FROM_CLOUD[last, row], {"card": label, "cloud": cloud})
            case Shift(suit, row):
                height = state.others[suit] if row == "A" else state.aces[suit]
                top = card(KING + 1 - height if row == "A" else height, suit)
                return Phrase(_SHIFT[row], {"card": card_label(top)})
        return _next_in_words(state)

    def view(self, state: SunState) -> View:
        """Return the position with the stock and the wind unseen."""
        over = outcome(state)
        piles = [Pile(f"r{number}", "tableau", cards) for number, cards in enumerate(state.rays, 1)]
        piles.extend(Pile(f"c{number}", "tableau", cards) for number, cards in enumerate(state.clouds, 1))
        piles.append(Pile("stock", "stock", (None,) * len(state.stock)))
        # What the wind will do is unknown until it has blown, though the cards it moves lie open.
        piles.append(Pile("wind", "fate", () if state.blown else (None,) * len(state.wind)))
        second = "kings" if state.has_king_row else "aces2"
        for suit, letter in enumerate(SUITS):
            piles.append(Pile(f"aces-{letter}", "foundation", _up(suit, state.aces[suit])))
            height = state.others[suit]
            cards = _down(suit, height) if state.has_king_row else _up(suit, height)
            piles.append(Pile(f"{second}-{letter}", "foundation", cards))
        return View(
            game=self.name,
            options=tuple(asdict(state.options).items()),
            piles=tuple(piles),
            marks=self._marks(state) if over is None else (),
            facts=(
                ("stage", state.stage),
                ("ray", state.ray),
                ("gathered", state.gathered),
                ("wind", int(state.blown)),
                ("arcs", (self.total - len(state.stock)) // RAYS),
            ),
            advance=NEXT.name if over is None and has_next(state) else None,
            outcome=over,
            progress=self.progress(state),
            total=self.total,
            score=self.score(state),
        )

    def fields(self, state: SunState) -> dict[str, object]:
        """Return the stage and its counters, rays, clouds, the stock and the tops of the foundations."""
        fields: dict[str, object] = {
            "stage": state.stage,
            "ray": state.ray,
            "gathered": state.gathered,
            "rays": [texts(cards) for cards in state.rays],
            "clouds": [texts(cards) for cards in state.clouds],
            "wind": state.blown,
            "stock": texts(state.stock),
        }
        tops = [_top_text(_up(suit, state.aces[suit])) for suit in range(4)]
        if state.has_king_row:
            fields["aces"] = dict(zip(SUITS, tops, strict=True))
            fields["kings"] = {letter: _top_text(_down(suit, state.others[suit])) for suit, letter in enumerate(SUITS)}
        else:
            fields["aces"] = {
                letter: [tops[suit], _top_text(_up(suit, state.others[suit]))] for suit, letter in enumerate(SUITS)
            }
        return fields

    def _marks(self, state: SunState) -> tuple[Mark, ...]:
        moves: dict[tuple[str, int, str], list[str]] = {}
        for move in (*plays(state), *shifts(state)):
            text = self.format(move)
            match move:
                case FromRay(ray, place, _):
                    at = len(state.rays[ray - 1]) if place is None else place
                    where = (f"r{ray}", at - 1, str(ray) if place is None else f"{ray}.{place}")
                case FromCloud(cloud, last, _):
                    at = len(state.clouds[cloud - 1]) - 1 if last else 0
                    where = (f"c{cloud}", at, text.split(">")[0])
                case Shift(suit, row):
                    pile, height = ("kings", state.others) if row == "A" else ("aces", state.aces)
                    where = (f"{pile}-{SUITS[suit]}", height[suit] - 1, text)
            moves.setdefault(where, []).append(text)
        return tuple(Mark(*where, tuple(taken)) for where, taken in moves.items())


_FROM_RAY: Final[dict[Row, str]] = {
    "A": mark("Build {card} from ray {ray} on the ace row"),
    "K": mark("Build {card} from ray {ray} on the king row"),
}
_FROM_INSIDE: Final[dict[Row, str]] = {
    "A": mark("Build {card}, card {place} of ray {ray}, on the ace row"),
    "K": mark("Build {card}, card {place} of ray {ray}, on the king row"),
}
_SHIFT: Final[dict[Row, str]] = {
    "A": mark("Move {card} from the king row to the ace row"),
    "K": mark("Move {card} from the ace row to the king row"),
}
_FROM_CLOUD: Final[dict[tuple[bool, Row], str]] = {
    (False, "A"): mark("Build {card}, first of cloud {cloud}, on the ace row"),
    (False, "K"): mark("Build {card}, first of cloud {cloud}, on the king row"),
    (True, "A"): mark("Build {card}, last of cloud {cloud}, on the ace row"),
    (True, "K"): mark("Build {card}, last of cloud {cloud}, on the king row"),
}


def _row(letter: str) -> Row:
    return "A" if letter == "a" else "K"


def _up(suit: int, height: int) -> tuple[Card, ...]:
    """Return the cards of an ace pile, from the ace."""
    return tuple(card(rank, suit) for rank in range(ACE, height + 1))


def _down(suit: int, height: int) -> tuple[Card, ...]:
    """Return the cards of a king pile, from the king."""
    return tuple(card(rank, suit) for rank in range(KING, KING - height, -1))


def _top_text(cards: tuple[Card, ...]) -> str | None:
    return card_text(cards[-1]) if cards else None


def _next_in_words(state: SunState) -> Phrase:
    if state.stage == SUNRISE:
        if state.stock:
            arc = (len(TWO_PACKS) - len(state.stock)) // RAYS + 1
            return Phrase("Deal arc {arc} of 8", {"arc": arc})
        if state.options.stages == "1-2-3":
            return Phrase("Let the sun play: ray {ray} first", {"ray": first_not_empty(state, 0) or 1})
    elif state.stage == PLAYING and (ray := first_not_empty(state, state.ray or 0)):
        return Phrase("Go on to ray {ray}", {"ray": ray})
    ray = first_not_empty(state, state.gathered)
    if ray is None:
        return Phrase("Let the wind blow the clouds together")
    if state.stage == SUNSET:
        return Phrase("Gather ray {ray}", {"ray": ray})
    return Phrase("Let the sun set: gather ray {ray}", {"ray": ray})


GAME: Final = Sun()
