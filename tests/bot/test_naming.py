"""Games of older versions are known by their cards too, once the bot has looked at them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.naming import BATCH, deals_named, name_deals
from bot.new_games import Place
from bot.service import Service
from engine.game import games
from engine.record import make_record
from storage.database import Database
from storage.deals import Deals
from storage.games import Games

HERE = Place(1, 2)
SUN = games()["sun"]


def forget(file: Path, change: str = "") -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE games SET deal = NULL")
        if change:
            connection.execute(change)


async def test_a_deal_met_by_its_seed_is_known_by_its_cards(file: Path) -> None:
    async with await Database.open(file) as database:
        service = Service(Games(database))
        for number in range(BATCH + 1):
            await service.start(7, HERE, "sun", {}, f"deal {number}")
        known = [(await service.position(number)).stored.deal for number in range(1, BATCH + 2)]
        forget(file, "UPDATE games SET seed = '' WHERE id = 3")
        await name_deals(Deals(database))
        named = [(await Games(database).get(number)) for number in range(1, BATCH + 2)]
        known[2] = ""
        assert [game and game.deal for game in named] == known
        cards = SUN.deal_from_seed(f"deal {BATCH}")
        brought = make_record(SUN, SUN.read_options({}), SUN.deal_from_cards(cards.cards, cards.wind))
        imported = await service.take_over(7, HERE, brought)
        assert imported.stored.deal == known[-1]


async def test_what_cannot_be_named_holds_nothing_up(file: Path) -> None:
    async with await Database.open(file) as database:
        await Service(Games(database)).start(7, HERE, "sun", {}, "s")
        forget(file, "UPDATE games SET game = 'chess'")
        await name_deals(Deals(database))
        assert await Deals(database).unknown(1) == ()
        forget(file)
        await database.close()
        async with deals_named(Deals(database)):
            pass
