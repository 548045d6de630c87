"""The message of a table that plays in turns: whose turn it is, what was done last, what each has gained, the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord.ui import View

from bot.boards import with_text_board
from bot.controls import MENU_SIZE, WAY_LABELS, Controls, plays_offered
from bot.delivery import Board
from bot.positions import Position, states_of
from bot.tables.controls import TableButton, TableMenu
from bot.tables.lobby_message import CHOSEN
from bot.tables.table_texts import gained_in_words, somebody, title_of
from bot.tables.turns import ALL_PLAYS
from bot.texts import moves_in_words, whether_winnable
from engine.automatic import can_go_on
from engine.words import Phrase, Translate
from storage.table_rows import Seat, Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

_PLAYS, _GO_ON, _OWN, _TABLE, _BACK = range(5)
"""The rows of controls: on a phone, one has room for a menu, or for two or three buttons."""


async def message(client: PatienceClient, table: Table, translate: Translate, *, attach: bool, page: int = 0) -> Board:
    """Return the message of a table whose game is under way, with a page (from 0) of its plays."""
    board = await client.rooms.turns.board(table)
    content = words_of(table, board, await last_turn(client, board), translate)
    controls = controls_of(table, board, translate, page)
    return await with_board(client, table, board, Board(content, controls), translate, attach=attach)


async def with_board(
    client: PatienceClient, table: Table, board: Position, shown: Board, translate: Translate, *, attach: bool
) -> Board:
    """Return a message with the board that the table plays: as a picture or, if they don't ``attach``, written out."""
    # How the table ended says its message; the board is as it was left.
    view = board.game.view(board.state)
    if not attach:
        return Board(with_text_board(shown.content, view, translate), shown.controls)
    picture = await client.drawer.picture(view, board.view_before(), translate)
    return Board(shown.content, shown.controls, picture, f"table-{table.id}-{table.version}.png")


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Who moved last, None for what happened by itself, and all that they did in a row, in words."""

    mover: int | None
    moves: tuple[Phrase, ...]


async def last_turn(client: PatienceClient, board: Position) -> LastTurn:
    """Return what was done last: more than the last request, for the others may not have seen those before it."""
    movers, made = await client.rooms.stored.movers(board.id), board.stored.moves
    mover, begun = movers.get(len(made)), len(made)
    while begun and movers.get(begun) == mover:
        begun -= 1
    if len(made) - begun <= len(board.line.made):
        return LastTurn(mover, board.line.made)
    game, states = board.game, states_of(board)[begun:]
    told = [game.describe(state, game.parse(text)) for state, text in zip(states, made[begun:], strict=False)]
    return LastTurn(mover, tuple(told))


def words_of(table: Table, board: Position, last: LastTurn, translate: Translate) -> str:
    """Return the words above the board."""
    assert table.deadline is not None
    turn = translate("It is the turn of {player}: it runs out {when}.")
    lines = [
        title_of(table, translate),
        turn.format(player=somebody(table.turn or 0, translate), when=f"<t:{table.deadline // 1000}:R>"),
    ]
    if len(table.seated) == 1:
        lines.append(translate("Nobody else is left: play on alone, or end the table."))
    lines += done_last(last, translate)
    lines += [_seat(table, seat, translate) for seat in table.seats]
    cards = translate("Cards done: {progress} of {total}")
    lines.append(cards.format(progress=board.game.progress(board.state), total=board.game.total))
    lines += of_the_deal(table, board, translate)
    return "\n".join(lines)


def of_the_deal(table: Table, board: Position, translate: Translate) -> list[str]:
    """Return whether the deal can be won, or that the host chose it."""
    return [translate(CHOSEN)] if table.origin == "chosen" else whether_winnable(board, translate, shows_how=False)


def done_last(last: LastTurn, translate: Translate) -> list[str]:
    """Return who moved last and what they did, as a line; before the first move, where to read how it goes."""
    if not last.moves:
        return [translate("How a table is played: /rules")]
    moves = moves_in_words(last.moves, translate)
    if last.mover is None:
        return [translate("Last, by itself: {moves}").format(moves=moves)]
    return [translate("Last, {player}: {moves}").format(player=somebody(last.mover, translate), moves=moves)]


def _seat(table: Table, seat: Seat, translate: Translate) -> str:
    """Return a seat as a line: who has it, what they have gained, and what else is to be said of it."""
    name = somebody(seat.user_id, translate)
    cards = gained_in_words(seat.gained, 0, translate)
    line = [f"▸ **{name}**" if seat.user_id == table.turn else f"▹ {name}", cards]
    if seat.user_id == table.host_id:
        line.append(translate("host"))
    if seat.state == "left":
        line.append(translate("has left"))
    elif seat.state == "dropped":
        line.append(translate("out: let two turns run out"))
    elif seat.missed:
        line.append(translate("let a turn run out"))
    elif seat.passed == 1:
        line.append(translate("passed"))
    return " · ".join(line)


def controls_of(table: Table, board: Position, translate: Translate, page: int) -> View:
    """Return the menu of plays and the buttons: what whoever is in turn may do, and what everybody at the table may."""
    view = Controls()
    pages = max(1, -(-len(board.plays()) // MENU_SIZE))
    view.add_item(_plays_menu(table, board, translate, page % pages, pages))
    advance = board.advance()
    if advance is not None:
        label = advance[1].text(translate)
        view.add_item(TableButton.of(table, "advance", label, style=discord.ButtonStyle.primary, row=_GO_ON))
    view.add_item(TableButton.of(table, "pass", translate("Pass"), row=_GO_ON))
    if board.game.plays_all:
        able = can_go_on(board.game, board.state, ALL_PLAYS)
        label = translate(WAY_LABELS[ALL_PLAYS])
        # A button that comes and goes would move the others under the player's finger.
        view.add_item(TableButton.of(table, "all-plays", label, row=_OWN, disabled=not able))
    may_undo = bool(table.may_undo) and table.deadline_before is not None and table.mover_id == table.turn
    undo_row = _OWN if board.game.plays_all else _GO_ON
    view.add_item(TableButton.of(table, "undo", translate("Undo"), row=undo_row, disabled=not may_undo))
    if pages > 1:
        label, following = translate("More plays"), str((page + 1) % pages)
        view.add_item(TableButton.of(table, "page", label, row=_OWN, argument=following))
    view.add_item(TableButton.of(table, "leave", translate("Leave"), row=_TABLE))
    view.add_item(TableButton.of(table, "ping", translate("Pings"), row=_TABLE))
    view.add_item(TableButton.of(table, "stop", translate("End table"), row=_TABLE))
    if len(table.seated) < len(table.seats):
        view.add_item(TableButton.of(table, "sit-down", translate("Sit down again"), row=_BACK))
    return view


def _plays_menu(table: Table, board: Position, translate: Translate, page: int, pages: int) -> TableMenu:
    """Return the menu of a page of the plays; where there are none, one that says so."""
    plays = board.plays()
    placeholder, options = plays_offered(plays, page, pages, translate)
    return TableMenu.of(table, "pick", placeholder, options, most=len(options), row=_PLAYS, disabled=not plays)
