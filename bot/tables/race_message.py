"""The message of a race: how far everybody is, nothing of their boards, and who came in which place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord.ui import View

from bot.controls import Controls
from bot.delivery import Board
from bot.leaderboard_texts import duration
from bot.positions import Position
from bot.ranked import timed_out
from bot.share import ENDS
from bot.tables.controls import TableButton
from bot.tables.races import Racer
from bot.tables.table_texts import somebody, title_of
from engine.words import Translate, mark
from render.marks import bar
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

UNFINISHED: Final = mark("not finished")
"""How a board ended that was closed because the race was over, by time or by its host."""


async def message(client: PatienceClient, table: Table, translate: Translate) -> Board:
    """Return the message of a race under way."""
    racers = await client.rooms.races.racers(table)
    return Board(content(table, racers, translate), _controls(table, translate))


def content(table: Table, racers: tuple[Racer, ...], translate: Translate) -> str:
    """Return the words of the message: until when it is raced, and a line for everybody."""
    assert table.deadline is not None
    told = translate("**Race:** one deal, a board each. It is over when all are done, or {when}.")
    lines = [title_of(table, translate), told.format(when=f"<t:{table.deadline // 1000}:R>")]
    lines += [_racer(table, racer, translate) for racer in racers]
    lines.append(translate("*My board* opens yours, and nobody else sees it."))
    return "\n".join(lines)


def _racer(table: Table, racer: Racer, translate: Translate) -> str:
    name = somebody(racer.seat.user_id, translate)
    if racer.position is None:
        return name
    game, state = racer.position.game, racer.position.state
    share = 100 * game.progress(state) // max(1, game.total)
    # As code, so that the bars and the figures stand below each other.
    line = [f"`{bar(game.view(state))[0]} {share:>3} %` {name}"]
    if racer.position.over:
        line.append(f"**{_ended(racer.position, translate)}**")
    line += _figures(racer, racer.position, translate)
    if racer.seat.user_id == table.host_id and racer.seat.state == "in":
        line.append(translate("host"))
    return " · ".join([*line, *_gone(racer, translate)])


def _figures(racer: Racer, position: Position, translate: Translate) -> list[str]:
    """Return how many moves a racer has made, and how long they took."""
    moves = translate("moves: {moves}").format(moves=position.stored.move_count)
    return [_together(moves), duration(racer.seconds)] if position.stored.move_count else [_together(moves)]


def _ended(position: Position, translate: Translate) -> str:
    return translate(UNFINISHED if timed_out(position.stored) else ENDS.get(position.stored.status, ""))


def _gone(racer: Racer, translate: Translate) -> list[str]:
    return [translate("has left")] if racer.seat.state == "left" else []


def _together(words: str) -> str:
    """Return words between which no line breaks."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


async def places(client: PatienceClient, table: Table, translate: Translate) -> list[str]:
    """Return the ranking of a race that is over: a line for everybody, by their places."""
    racers = await client.rooms.races.racers(table)
    return [_place(racer, translate) for racer in sorted(racers, key=lambda racer: racer.seat.place or len(racers))]


def _place(racer: Racer, translate: Translate) -> str:
    line = [f"**{racer.seat.place}.** {somebody(racer.seat.user_id, translate)}"]
    if racer.position is not None:
        line.append(_ended(racer.position, translate))
        line.append(_together(translate("score {score}").format(score=racer.position.stored.score or 0)))
        line += _figures(racer, racer.position, translate)
    return " · ".join([*line, *_gone(racer, translate)])


def own_board(table: Table, translate: Translate) -> TableButton:
    """Return the button that opens the board of whoever presses it."""
    under_way = table.state == "playing"
    style = discord.ButtonStyle.primary if under_way else discord.ButtonStyle.secondary
    return TableButton.of(table, "race-board", translate("My board"), style=style)


def _controls(table: Table, translate: Translate) -> View:
    view = Controls()
    view.add_item(own_board(table, translate))
    view.add_item(TableButton.of(table, "race-leave", translate("Leave")))
    view.add_item(TableButton.of(table, "race-stop", translate("End table")))
    return view
