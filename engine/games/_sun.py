"""How Sun plays: its positions, its moves, and what each stage does. ``sun`` makes the game of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from engine.cards import ACE, KING, TWO_PACKS, Card, card, card_label, rank_of, suit_of
from engine.game import Advance
from engine.view import Outcome
from engine.words import Phrase

RAYS: Final = 13
SUNRISE: Final = 1
PLAYING: Final = 2
SUNSET: Final = 3

NEXT: Final = Advance("next")

Row: TypeAlias = Literal["A", "K"]
"""The ace row, which is built up, and the king row, which is built down."""


@dataclass(frozen=True, slots=True)
class FromRay:
    """Build a card of a ray (from 1): ``place`` counts from the middle; None is the outermost card."""

    ray: int
    place: int | None
    row: Row


@dataclass(frozen=True, slots=True)
class FromCloud:
    """Build the first or the last card of a cloud (from 1)."""

    cloud: int
    last: bool
    row: Row


@dataclass(frozen=True, slots=True)
class Shift:
    """Move the top card of a suit's pile in the other row to its pile in this one."""

    suit: int
    row: Row


SunMove: TypeAlias = FromRay | FromCloud | Shift | Advance


@dataclass(frozen=True, slots=True)
class SunOptions:
    """``stages``: 1-2-3, 1-3 or 1. ``bases``: an ace row and a king row (aces-kings), or eight aces."""

    stages: str = "1-2-3"
    bases: str = "aces-kings"


@dataclass(frozen=True, slots=True)
class SunState:
    """A position. Rays have their innermost card first, clouds their first, the stock its next.

    ``aces`` and ``others`` have the number of cards on the pile of each suit. The others are the king row or, with
    eight aces, the second ace piles, never higher than the first.
    """

    options: SunOptions
    rays: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    wind: tuple[Card, ...]
    aces: tuple[int, ...] = (0, 0, 0, 0)
    others: tuple[int, ...] = (0, 0, 0, 0)
    stage: int = SUNRISE
    ray: int | None = None
    gathered: int = 0
    clouds: tuple[tuple[Card, ...], ...] = ()
    blown: bool = False
    advances: int = 0
    plays: int = 0

    @property
    def has_king_row(self) -> bool:
        """Whether the second row is built down from kings."""
        return self.options.bases == "aces-kings"


def outcome(state: SunState) -> Outcome | None:
    """Won with all cards home; lost when no step is left and no card could go home, even after shifts."""
    if is_won(state):
        return Outcome.WON
    return None if has_next(state) or can_ever_build(state) else Outcome.LOST


def why_not(state: SunState, move: SunMove) -> Phrase | None:
    """Return why the move cannot be made now, or None if it can."""
    if outcome(state) is not None:
        return Phrase("The game is over")
    match move:
        case FromRay():
            return _why_not_from_ray(state, move)
        case FromCloud():
            return _why_not_from_cloud(state, move)
        case Shift():
            return _why_not_shift(state, move)
    return None if move == NEXT and has_next(state) else Phrase("There is no next step: this is the last one")


def after(state: SunState, move: SunMove) -> SunState:
    """Return the state after a move that can be made; it is not checked here."""
    aces, others = state.aces, state.others
    rays, clouds = state.rays, state.clouds
    match move:
        case FromRay(ray, place, row):
            cards = rays[ray - 1]
            at = (len(cards) if place is None else place) - 1
            aces, others = _built(state, cards[at], row)
            rays = _replaced(rays, ray - 1, cards[:at] + cards[at + 1 :])
        case FromCloud(cloud, last, row):
            cards = clouds[cloud - 1]
            one, rest = (cards[-1], cards[:-1]) if last else (cards[0], cards[1:])
            aces, others = _built(state, one, row)
            clouds = _replaced(clouds, cloud - 1, rest)
        case Shift(suit, row):
            change = 1 if row == "A" else -1
            aces = _replaced(aces, suit, aces[suit] + change)
            others = _replaced(others, suit, others[suit] - change)
        case Advance():
            return _next(state)
    return replace(state, aces=aces, others=others, rays=rays, clouds=clouds, plays=state.plays + 1)


def _replaced(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def is_won(state: SunState) -> bool:
    return sum(state.aces) + sum(state.others) == len(TWO_PACKS)


def _built(state: SunState, one: Card, row: Row) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two rows with a card that fits; with eight aces, on the higher pile where both want it."""
    suit = suit_of(one)
    if row == "A" and state.aces[suit] == rank_of(one) - 1:
        return _replaced(state.aces, suit, state.aces[suit] + 1), state.others
    return state.aces, _replaced(state.others, suit, state.others[suit] + 1)


def _in_turn(state: SunState, ray: int) -> bool:
    return state.stage == PLAYING and state.ray == ray


def _wanted(state: SunState) -> dict[Card, tuple[Row, ...]]:
    """Return the cards that the foundations want now, each with the rows on which it fits."""
    ups = state.aces if state.has_king_row else state.aces + state.others
    wanted: dict[Card, tuple[Row, ...]] = {
        card(height + 1, place % 4): ("A",) for place, height in enumerate(ups) if height < KING
    }
    if state.has_king_row:
        for suit, height in enumerate(state.others):
            if height < KING:
                one = card(KING - height, suit)
                wanted[one] = ("A", "K") if one in wanted else ("K",)
    return wanted


def _takes(state: SunState, wanted: Mapping[Card, tuple[Row, ...]]) -> Iterator[FromRay | FromCloud]:
    """Yield the moves that take an available card of rays and clouds to the rows that want it."""
    for ray, cards in enumerate(state.rays, 1):
        if _in_turn(state, ray):
            for place, one in enumerate(cards, 1):
                for row in wanted.get(one, ()):
                    yield FromRay(ray, place, row)
        elif cards:
            for row in wanted.get(cards[-1], ()):
                yield FromRay(ray, None, row)
    for cloud, cards in enumerate(state.clouds, 1):
        if cards:
            for row in wanted.get(cards[0], ()):
                yield FromCloud(cloud, False, row)
        if len(cards) > 1:
            for row in wanted.get(cards[-1], ()):
                yield FromCloud(cloud, True, row)


def plays(state: SunState) -> tuple[FromRay | FromCloud, ...]:
    return tuple(_takes(state, _wanted(state)))


def _met(state: SunState, suit: int) -> bool:
    """Say whether the two rows of a suit have met: both are begun, and their tops are neighbours."""
    ace, king = state.aces[suit], state.others[suit]
    return state.has_king_row and ace > 0 and king > 0 and ace + king == KING


def shifts(state: SunState) -> tuple[Shift, ...]:
    """Return the moves between the rows. A base card stays; where rows have met, any other top card fits."""
    found = []
    for suit in range(4):
        if _met(state, suit):
            if state.others[suit] > 1:
                found.append(Shift(suit, "A"))
            if state.aces[suit] > 1:
                found.append(Shift(suit, "K"))
    return tuple(found)


def serving_shift(state: SunState) -> Shift | None:
    """Return the shift that begins the shortest way to a card's going home, where none can go without shifts."""
    for distance in range(1, KING):
        for shift in shifts(state):
            change = distance if shift.row == "A" else -distance
            ace, other = state.aces[shift.suit] + change, state.others[shift.suit] - change
            if ace > 0 and other > 0:
                aces, others = _replaced(state.aces, shift.suit, ace), _replaced(state.others, shift.suit, other)
                if plays(replace(state, aces=aces, others=others)):
                    return shift
    return None


def follow(state: SunState, made: SunMove, play: SunMove) -> SunMove | None:
    """Return how a play of this state is written once another was made; None if its card is gone, or covered."""
    match made, play:
        case FromRay(ray, at, _), FromRay(same, place, row) if ray == same:
            if at is None or place is None or at == place:
                return None
            return FromRay(ray, place - 1, row) if place > at else play
        case FromCloud(cloud, last, _), FromCloud(same, end, row) if cloud == same:
            if last == end:
                return None
            # The last card that is left of a cloud is its first.
            return FromCloud(cloud, end and len(state.clouds[cloud - 1]) > 2, row)
        case _, Shift(suit, _):
            # It means the card that was on top: neither taken since then, nor covered by another.
            changed = after(state, made)
            same_tops = changed.aces[suit] == state.aces[suit] and changed.others[suit] == state.others[suit]
            return play if same_tops else None
    return play


def can_ever_build(state: SunState) -> bool:
    """Say whether an available card can go home, now or after shifts: in a suit whose rows have met, any can."""
    wanted = _wanted(state)
    for suit in range(4):
        if _met(state, suit):
            wanted |= {card(rank, suit): ("A",) for rank in range(ACE, KING + 1)}
    return any(True for _ in _takes(state, wanted))


def _why_not_from_ray(state: SunState, move: FromRay) -> Phrase | None:
    cards = state.rays[move.ray - 1]
    if not cards:
        return Phrase("Ray {ray} is empty", {"ray": move.ray})
    if move.place is None:
        if _in_turn(state, move.ray):
            return Phrase(
                "Ray {ray} is in turn: say which of its cards, counted from the middle (r{ray}.{count} is the "
                "outermost)",
                {"ray": move.ray, "count": len(cards)},
            )
        return _why_not_on_row(state, cards[-1], move.row)
    if not _in_turn(state, move.ray):
        return Phrase("Only the ray in turn gives cards from inside; of ray {ray} take r{ray}", {"ray": move.ray})
    if move.place > len(cards):
        return Phrase("Ray {ray} has only {count} cards", {"ray": move.ray, "count": len(cards)})
    return _why_not_on_row(state, cards[move.place - 1], move.row)


def _why_not_from_cloud(state: SunState, move: FromCloud) -> Phrase | None:
    if move.cloud > len(state.clouds):
        return Phrase("There is no cloud {cloud}", {"cloud": move.cloud})
    cards = state.clouds[move.cloud - 1]
    if not cards:
        return Phrase("Cloud {cloud} is gone", {"cloud": move.cloud})
    if move.last and len(cards) == 1:
        return Phrase("Cloud {cloud} has one card left: take it as c{cloud}f", {"cloud": move.cloud})
    return _why_not_on_row(state, cards[-1 if move.last else 0], move.row)


def _why_not_on_row(state: SunState, one: Card, row: Row) -> Phrase | None:
    if row in _wanted(state).get(one, ()):
        return None
    if row == "A":
        return Phrase("{card} does not fit on the ace row yet", {"card": card_label(one)})
    if not state.has_king_row:
        return Phrase("This game has no king row")
    return Phrase("{card} does not fit on the king row yet", {"card": card_label(one)})


def _why_not_shift(state: SunState, move: Shift) -> Phrase | None:
    if not state.has_king_row:
        return Phrase("This game has no king row")
    if move in shifts(state):
        return None
    if not _met(state, move.suit):
        return Phrase("The two rows of this suit do not meet: no card of one fits on the other")
    return Phrase("A base card never moves")


def first_not_empty(state: SunState, after: int) -> int | None:
    """Return the number of the first ray after ray ``after`` that holds a card."""
    return next((ray for ray in range(after + 1, RAYS + 1) if state.rays[ray - 1]), None)


def has_next(state: SunState) -> bool:
    """Say whether a step is left, the game not being won."""
    if state.stage == SUNRISE:
        return bool(state.stock) or state.options.stages != "1"
    if state.stage == PLAYING:
        return True
    return first_not_empty(state, state.gathered) is not None or (not state.blown and any(state.clouds))


def _next(state: SunState) -> SunState:
    """Return the state after ``next``: an arc, the turn of a ray, a ray gathered, or the wind."""
    made = state.advances + 1
    if state.stage == SUNRISE:
        if state.stock:
            rays = tuple((*cards, one) for cards, one in zip(state.rays, state.stock, strict=False))
            return replace(state, rays=rays, stock=state.stock[RAYS:], advances=made)
        if state.options.stages == "1-2-3":
            return replace(state, stage=PLAYING, ray=first_not_empty(state, 0), advances=made)
    elif state.stage == PLAYING:
        ray = first_not_empty(state, state.ray or 0)
        if ray is not None:
            return replace(state, ray=ray, advances=made)
    ray = first_not_empty(state, state.gathered)
    return _blow(state) if ray is None else _gather(state, ray)


def _gather(state: SunState, ray: int) -> SunState:
    """Deal a ray's cards, innermost first, to the rays on its right; those left over become a cloud."""
    cards = state.rays[ray - 1]
    dealt = cards[: RAYS - ray]
    rays = list(state.rays)
    rays[ray - 1] = ()
    for place, one in enumerate(dealt, ray):
        rays[place] = (*rays[place], one)
    over = cards[len(dealt) :]
    clouds = (*state.clouds, over) if over else state.clouds
    return replace(
        state,
        stage=SUNSET,
        ray=None,
        gathered=ray,
        rays=tuple(rays),
        clouds=clouds,
        advances=state.advances + 1,
    )


def _blow(state: SunState) -> SunState:
    """Lay what is left of the clouds as one, in the order in which the deal's wind has these cards."""
    left = Counter(one for cloud in state.clouds for one in cloud)
    laid = []
    for one in state.wind:
        if left[one]:
            left[one] -= 1
            laid.append(one)
    emptied: tuple[tuple[Card, ...], ...] = ((),) * len(state.clouds)
    return replace(state, clouds=(*emptied, tuple(laid)), blown=True, advances=state.advances + 1)
