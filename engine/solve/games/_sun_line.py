"""From a line of the search, cards by number and steps, to the moves of the game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import ACE, KING
from engine.games._sun import NEXT, FromCloud, FromRay, Row, Shift, SunMove, SunState
from engine.solve.games._sun_table import FIRST_GATHERING, FIRST_TURN, Table, advanced


def moves_of(state: SunState, table: Table, line: Iterable[int]) -> tuple[SunMove, ...]:
    """Return the moves of a line: the number of a card to be built, or a number below 0 for ``next``.

    In a suit whose rows have met, moves between the rows come before the card that closes it.
    """
    moves: list[SunMove] = []
    step, rays, clouds = table.step, table.rays, table.clouds
    heights = list(zip(state.aces, state.others, strict=True))
    for number in line:
        if number < 0:
            moves.append(NEXT)
            following = advanced(table, step, rays, clouds)
            if following is None:
                raise AssertionError("a line goes on where there is no next step")
            step, rays, clouds = following
            continue
        suit, rank = number // 26, number // 2 % KING + 1
        row: Row = "A"
        if table.kings:
            shifts, row = _way_home(suit, rank, *heights[suit])
            moves.extend(shifts)
            change = sum(1 if shift.row == "A" else -1 for shift in shifts)
            ace, king = heights[suit][0] + change, heights[suit][1] - change
            heights[suit] = (ace + 1, king) if row == "A" else (ace, king + 1)
        ray = next((place for place, cards in enumerate(rays) if number in cards), None)
        if ray is not None:
            at = rays[ray].index(number)
            in_turn = FIRST_TURN <= step < FIRST_GATHERING and step - FIRST_TURN == ray
            moves.append(FromRay(ray + 1, at + 1 if in_turn else None, row))
            rays = (*rays[:ray], rays[ray][:at] + rays[ray][at + 1 :], *rays[ray + 1 :])
        else:
            cloud = next(place for place, cards in enumerate(clouds) if number in cards)
            at = clouds[cloud].index(number)
            moves.append(FromCloud(cloud + 1, at > 0, row))
            clouds = (*clouds[:cloud], clouds[cloud][:at] + clouds[cloud][at + 1 :], *clouds[cloud + 1 :])
    return tuple(moves)


def _way_home(suit: int, rank: int, ace: int, king: int) -> tuple[list[Shift], Row]:
    """Return the fewest moves between the rows that let a card in, and the row that it then goes to."""
    if not (ace and king and ace + king == KING):
        if rank == KING and king == 0:
            return [], "K"
        return [], "A" if rank == ace + 1 else "K"
    # The ace row takes the card at the height below its rank, the king row when the ace row ends in its other copy;
    # the base cards stay.
    ways: list[tuple[int, Row]] = []
    if rank > ACE:
        ways.append((rank - 1 - ace, "A"))
    if rank < KING:
        ways.append((rank - ace, "K"))
    change, row = min(ways, key=lambda way: abs(way[0]))
    return [Shift(suit, "A" if change > 0 else "K")] * abs(change), row
