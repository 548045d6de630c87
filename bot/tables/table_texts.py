"""Words that the messages of a table share, whatever state it is in."""

from __future__ import annotations

from bot.positions import options_of
from bot.texts import options_in_words
from engine.game import games
from engine.words import Translate
from storage.table_rows import Table


def title_of(table: Table, translate: Translate) -> str:
    """Return the number of a table and its game, with those of its options that are not the default."""
    game = games()[table.game]
    words = options_in_words(game, options_of(game, table.options), translate)
    name = translate(game.title) + (f" ({words})" if words else "")
    return translate("**{game}** · table {number}").format(game=name, number=table.id)


def somebody(user_id: int, translate: Translate) -> str:
    """Return a person as a message names them; it is up to the message that nobody is pinged by it."""
    return f"<@{user_id}>" if user_id > 0 else translate("somebody whose data was deleted")


def link_to(table: Table) -> str:
    """Return the address of the message that shows a table; of its channel, where there is none."""
    address = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return address if table.message_id is None else f"{address}/{table.message_id}"


def call_mark(table: Table, turn_number: int | None = None) -> str:
    """Return how every call at a table begins, or the one of a turn: in every language, and at no other table."""
    return f"**#{table.id} · " + ("" if turn_number is None else f"{turn_number}** ")


def call_text(table: Table, translate: Translate) -> str:
    """Return what calls whoever is in turn."""
    yours = translate("{player}, it is your turn: {link}")
    player = somebody(table.turn or 0, translate)
    return call_mark(table, table.turn_number) + yours.format(player=player, link=link_to(table))
