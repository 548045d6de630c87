"""Words that the messages of a table share, whatever state it is in."""

from __future__ import annotations

import re

from bot.texts import kind_in_words
from engine.words import Translate
from storage.table_rows import Table


def title_of(table: Table, translate: Translate) -> str:
    """Return the number of a table and its game, with those of its options that are not the default."""
    name = kind_in_words(table.game, table.options, translate)
    return translate("**{game}** · table {number}").format(game=name, number=table.id)


def somebody(user_id: int, translate: Translate) -> str:
    """Return a person as a message names them; it is up to the message that nobody is pinged by it."""
    return f"<@{user_id}>" if user_id > 0 else translate("somebody whose data was deleted")


def gained_in_words(cards: int, bonus: int, translate: Translate) -> str:
    """Return how many cards somebody has gained, and their bonus if they have one."""
    if bonus:
        return translate("cards: {cards} + {bonus} bonus").format(cards=cards, bonus=bonus)
    return translate("cards: {cards}").format(cards=cards)


def link_to(table: Table) -> str:
    """Return the address of the message that shows a table; of its channel, where there is none."""
    address = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return address if table.message_id is None else f"{address}/{table.message_id}"


def call_text(table: Table, people: list[int], translate: Translate) -> str:
    """Return what calls whoever is in turn, or these people to a race that has begun."""
    if table.kind == "race":
        assert table.deadline is not None
        called = ", ".join(somebody(user_id, translate) for user_id in people)
        until = translate("{players}: it ends {when}.").format(players=called, when=f"<t:{table.deadline // 1000}:R>")
        return f"{_has_begun(table, translate)} {until}"
    called = translate("Table {number}, turn {turn}: {player}, it is your turn.")
    return called.format(number=table.id, turn=table.turn_number, player=somebody(people[0], translate))


def _has_begun(table: Table, translate: Translate) -> str:
    return translate("**Table {number}: the race has begun.**").format(number=table.id)


def end_text(table: Table, translate: Translate) -> str:
    """Return what tells that a table is over, and who came first if they have gained something."""
    told = _is_over(table, translate)
    first = [somebody(seat.user_id, translate) for seat in table.seats if seat.place == 1 and seat.gained + seat.bonus]
    if not first:
        return told
    came_first = translate("First: {players}.").format(players=", ".join(first))
    return f"{told} {came_first}"


def _is_over(table: Table, translate: Translate) -> str:
    return translate("**Table {number} is over.**").format(number=table.id)


def called_turn(text: str, table: Table, translate: Translate) -> int | None:
    """Return which turn of the table a text calls, the one after the last if it tells the end; None of others."""
    if text.startswith(_is_over(table, translate)):
        return table.turn_number
    if text.startswith(_has_begun(table, translate)):
        return 1
    called = translate("Table {number}, turn {turn}: {player}, it is your turn.")
    pattern = re.escape(called.format(number=table.id, turn="\0", player="\1"))
    found = re.fullmatch(pattern.replace("\0", "([0-9]{1,9})").replace("\1", ".+"), text)
    return None if found is None else int(found[1])
