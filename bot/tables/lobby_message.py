"""The message of a table that has not begun: what will be played, who sits there, and until when it waits."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import discord
from discord.ui import View

from bot.controls import Controls
from bot.tables.clocks import clock_in_words
from bot.tables.controls import TableButton
from bot.tables.table_texts import somebody, title_of
from engine.words import Translate, mark
from storage.table_rows import Kind, Table

KINDS: Final[MappingProxyType[Kind, str]] = MappingProxyType(
    {
        "turns": mark(
            "In turns, on one board: whoever gains a card plays on; who turns cards, or passes, hands the turn on. The "
            "ranking is by cards gained."
        ),
        "race": mark(
            "A race: all get the same deal, each on a board of their own that nobody else sees. The ranking is by "
            "score, then fewer moves, then less time."
        ),
    }
)
"""By which rules is played, in short."""

CHOSEN: Final = mark("Deal chosen by the host: does not count for leaderboards")


def content(table: Table, translate: Translate) -> str:
    """Return the words of a lobby, or of one that came to nothing."""
    if table.state == "closed":
        return f"{title_of(table, translate)}\n{_came_to_nothing(table, translate)}"
    lines = what(table, translate)
    if table.threaded:
        lines.append(translate("It will be played in a thread of its own."))
    taken = len(table.seats)
    lines.append(translate("**Seats** ({taken} of {seats})").format(taken=taken, seats=table.most_seats))
    for number, seat in enumerate(table.seats, 1):
        person = somebody(seat.user_id, translate)
        if seat.user_id == table.host_id:
            person = translate("{person}, the host").format(person=person)
        lines.append(f"{number}. {person}")
    free = translate("free")
    lines.extend(f"{number}. *{free}*" for number in range(taken + 1, table.most_seats + 1))
    if table.deadline is not None:
        until = f"<t:{table.deadline // 1000}:R>"
        lines.append(translate("Waits for its host to start. It expires {until}.").format(until=until))
    lines.append(translate("How a table is played: /rules"))
    return "\n".join(lines)


def what(table: Table, translate: Translate) -> list[str]:
    """Return lines that tell what is played at a table, by which rules, clock and deal."""
    clock = clock_in_words(table.clock, translate)
    words = translate("Time for a turn: {clock}") if table.kind == "turns" else translate("Time for the race: {clock}")
    lines = [title_of(table, translate), translate(KINDS[table.kind]), words.format(clock=clock)]
    if table.origin == "chosen":
        lines.append(translate(CHOSEN))
    return lines


def moved(table: Table, translate: Translate) -> str:
    """Return the words of the message of a lobby whose table is played in a thread."""
    played = translate("It is played in {thread}.").format(thread=f"<#{table.channel_id}>")
    return f"{title_of(table, translate)}\n{played}"


def controls(table: Table, translate: Translate) -> View:
    """Return the buttons of a lobby; none of one that came to nothing."""
    view = Controls()
    if table.state != "lobby":
        return view
    # On a phone, a row has room for two or three buttons.
    view.add_item(TableButton.of(table, "join", translate("Join"), style=discord.ButtonStyle.success, row=0))
    view.add_item(TableButton.of(table, "leave-lobby", translate("Leave"), row=0))
    view.add_item(TableButton.of(table, "invite", translate("Invite"), row=0))
    view.add_item(TableButton.of(table, "start", translate("Start"), style=discord.ButtonStyle.primary, row=1))
    view.add_item(TableButton.of(table, "cancel", translate("Cancel"), style=discord.ButtonStyle.danger, row=1))
    return view


def _came_to_nothing(table: Table, translate: Translate) -> str:
    if table.ending == "expired":
        return translate("Nobody started this table in time: it has expired.")
    if table.ended_by is None:
        return translate("This table was called off.")
    return translate("This table was called off by {person}.").format(person=somebody(table.ended_by, translate))
