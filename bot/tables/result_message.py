"""The message of a table that is over: how it ended, who came in which place, whether it counts."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import discord
from discord.ui import View

from bot.controls import Controls
from bot.delivery import Board
from bot.positions import Position
from bot.tables import race_message
from bot.tables.controls import TableButton
from bot.tables.table_texts import gained_in_words, somebody, title_of
from bot.tables.turn_message import done_last, last_turn, with_board
from bot.texts import as_code, whether_winnable
from engine.words import Translate, mark
from storage.table_ends import LEAST_GAINED
from storage.table_rows import HowEnded, Seat, Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

HOW_ENDED: Final = MappingProxyType[HowEnded, str](
    {
        "won": mark("**Won!** The last move was by {player}, who gets the bonus."),
        "lost": mark("**Lost:** no move is left."),
        "passed": mark("**Over:** everybody has passed, and nothing is left to turn."),
        "deserted": mark("**Over:** nobody was left to play."),
        "stopped": mark("**Ended** by {player}."),
        "finished": mark("**Over:** everybody is done."),
        "time": mark("**Over:** the time is up."),
    }
)


async def message(client: PatienceClient, table: Table, translate: Translate, *, attach: bool) -> Board:
    """Return the message of a table that is over; of a game in turns, with the board as it was left."""
    if table.kind == "race":
        ranking = await race_message.places(client, table, translate)
        return Board(_content(table, [], ranking, [], translate), _controls(table, translate))
    board = await client.rooms.turns.board(table)
    # Who has won, and so who moved last, is told already.
    silent = table.ending == "won" or not board.line.made
    last = [] if silent else done_last(await last_turn(client, board), translate)
    told, deal = [*last, *_standing(board, translate)], whether_winnable(board, translate, shows_how=False)
    content = _content(table, told, _turn_places(table, translate), deal, translate)
    return await with_board(client, table, board, Board(content, _controls(table, translate)), translate, attach=attach)


def _content(table: Table, how_it_went: list[str], places: list[str], deal: list[str], translate: Translate) -> str:
    lines = [title_of(table, translate), _how_ended(table, translate), *how_it_went, *places]
    lines += [_counts(table, translate), *deal]
    if table.seed is not None:
        lines.append(translate("Deal: {seed}").format(seed=as_code(table.seed)))
    return "\n".join(lines)


def _how_ended(table: Table, translate: Translate) -> str:
    assert table.ending is not None
    if table.ending == "deserted" and table.ended_by is not None:
        alone = translate("**Ended** by {player}, who was left alone.")
        return alone.format(player=somebody(table.ended_by, translate))
    player = table.ended_by if table.ending == "stopped" else _winner(table)
    return translate(HOW_ENDED[table.ending]).format(player=somebody(player or -1, translate))


def _winner(table: Table) -> int | None:
    """Return who has made the winning move."""
    return next((seat.user_id for seat in table.seats if seat.bonus), table.mover_id)


def _standing(board: Position, translate: Translate) -> list[str]:
    cards = translate("Cards done: {progress} of {total}")
    return [cards.format(progress=board.game.progress(board.state), total=board.game.total)]


def _ranked(table: Table) -> list[Seat]:
    return sorted(table.seats, key=lambda seat: (seat.place or len(table.seats), seat.position))


def _turn_places(table: Table, translate: Translate) -> list[str]:
    """Return the ranking: a line for each seat, with its cards and the bonus."""
    lines = []
    for seat in _ranked(table):
        cards = gained_in_words(seat.gained, seat.bonus, translate)
        lines.append(f"**{seat.place}.** {somebody(seat.user_id, translate)} · {cards}{_absent(seat, translate)}")
    return lines


def _absent(seat: Seat, translate: Translate) -> str:
    """Return what else is to be said of a seat that was given up before the end."""
    if seat.state == "left":
        return " · " + translate("has left")
    return " · " + translate("out: let two turns run out") if seat.state == "dropped" else ""


def _counts(table: Table, translate: Translate) -> str:
    """Return whether the table counts for the leaderboard of tables and, if not, why."""
    if table.counts:
        return translate("This table counts for the leaderboard.")
    if table.origin != "bot":
        return translate("The host chose the deal: this table does not count for the leaderboard.")
    if table.ending == "stopped":
        return translate("It was ended before its time: this table does not count for the leaderboard.")
    few = translate("Fewer than {count} have gained a card: this table does not count for the leaderboard.")
    return few.format(count=LEAST_GAINED)


def _controls(table: Table, translate: Translate) -> View:
    view = Controls()
    view.add_item(TableButton.of(table, "rematch", translate("Rematch"), style=discord.ButtonStyle.primary))
    if table.kind == "race":
        view.add_item(race_message.own_board(table, translate))
    return view
