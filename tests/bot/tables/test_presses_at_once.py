"""Presses that come at once, by people with two pages each: one of whoever is in turn is done, and no other."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from bot.client import PatienceClient
from engine.game import games
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.tables.gathering import NAMES, Gathering, pages

INTERLEAVINGS = 500

LISTENERS = """
CREATE TABLE heard (number INTEGER PRIMARY KEY, seen TEXT, turn INTEGER, mover INTEGER);
CREATE TRIGGER heard_change AFTER UPDATE OF version ON tables WHEN OLD.state = 'playing' BEGIN
  INSERT INTO heard (seen, turn) VALUES (OLD.id || ' ' || OLD.moment, OLD.turn);
END;
CREATE TRIGGER heard_move AFTER INSERT ON movers BEGIN
  INSERT INTO heard (mover) VALUES (NEW.user_id);
END;
"""
"""Triggers of the test's own: they note every change as SQLite makes it, whatever the program believes."""


def listen(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(LISTENERS)


def heard(file: Path) -> list[tuple[str | None, int | None, int | None]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT seen, turn, mover FROM heard ORDER BY number").fetchall()


def check(changes: list[tuple[str | None, int | None, int | None]]) -> None:
    """See that every move was of whoever was in turn, and that no two changes came of the same moment of a table."""
    in_turn: int | None = None
    for seen, turn, mover in changes:
        if seen is None:
            assert mover == in_turn
        else:
            in_turn = turn
    moments = Counter(seen for seen, _, _ in changes if seen is not None)
    assert set(moments.values()) == {1}


async def press_something(person: Person, message: SeenMessage, chance: random.Random, kinds: tuple[str, ...]) -> None:
    """Press one of these buttons, or choose a play, on a message that others press as well."""
    able = [one.custom_id for one in message.buttons if one.custom_id.split(":")[1] in kinds and not one.disabled]
    menu = message.selects[0]
    if not menu.disabled and chance.random() < 0.4:
        await person.choose(message, menu.custom_id, chance.choice(menu.options).value)
    else:
        await person.press(message, chance.choice(able))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", games())
async def test_of_presses_at_once_one_is_done_of_whoever_is_in_turn(
    playground: Playground, bot: PatienceClient, file: Path, game: str
) -> None:
    chance = random.Random(game)
    listen(file)
    done = tables = 0
    async with pages(playground, *NAMES, *NAMES) as everybody:
        people = everybody[: len(NAMES)]
        gathering: Gathering | None = None
        while done < INTERLEAVINGS // len(games()) + 1:
            if gathering is None or (await gathering.table()).state != "playing":
                tables += 1
                gathering = await Gathering.begin(playground, bot, *people, game=game, seed=f"{game} {tables}")
            before = await gathering.table()
            gathering.let_pass()
            crowd = chance.sample(everybody, chance.randint(2, 5))
            seen = [await gathering.message(person) for person in crowd]
            kinds = ("advance", "pass", "undo", "all-plays")
            await asyncio.gather(
                *(press_something(one, message, chance, kinds) for one, message in zip(crowd, seen, strict=True))
            )
            after = await gathering.table()
            pressed = any(one.id == before.turn for one in crowd)
            assert (after.moment > before.moment) == pressed
            assert after.version - before.version == pressed
            done += 1
    check(heard(file))
