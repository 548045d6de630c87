"""Presses at tables that no honest client sends: told in a sentence, and harmless."""

import logging
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest
from discord.ui import Button, Select, UserSelect, View

from bot.client import PatienceClient
from bot.tables.presses import ACTIONS
from bot.tables.showing import show
from bot.verify import wrong_games
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_ID, PATIENCE_ID
from storage.table_rows import Kind, NewTable, Table
from tests.bot.tables.played import begun

HUGE = "9" * 18
ELSEWHERE = 77
"""A server in which nobody of these is."""

OWN = {
    "turns": {"pick", "all-plays", "advance", "pass", "undo", "page", "sit-down", "ping"}
    | {"leave", "leave-sure", "stop", "stop-sure"},
    "race": {"race-board", "race-leave", "race-leave-sure", "race-stop", "race-stop-sure"},
}
"""What fits a table of a kind that is under way."""


@dataclass
class Forger:
    """Somebody who puts up buttons that the bot never would, and presses them."""

    bot: PatienceClient
    person: Person
    playground: Playground

    async def press(self, custom_id: str, *, brings_up_to_date: bool = False) -> SeenMessage:
        """Press a button with this custom id; return what came of it, which is a word for the presser alone.

        Or, if it may be so, the message pressed: it was posted last, and is taken for one that shows the table.
        """
        message = await self._put_up(Button(label="forged", custom_id=custom_id))
        told = await self.person.press(message, custom_id)
        return told if brings_up_to_date and "It is the turn of" in told.content else self._told(message, told)

    async def choose(self, custom_id: str, *values: str) -> SeenMessage:
        """Choose in a menu with this custom id."""
        options = [discord.SelectOption(label=f"{number}", value=value) for number, value in enumerate(values)]
        message = await self._put_up(Select(custom_id=custom_id, options=options, max_values=len(options)))
        return self._told(message, await self.person.choose(message, custom_id, *values))

    async def invite(self, table_id: int, whom: Person) -> SeenMessage:
        """Choose a person in a menu that invites to a table."""
        custom_id = f"table-invite:{table_id}"
        message = await self._put_up(UserSelect(custom_id=custom_id))
        return self._told(message, await self.person.choose(message, custom_id, str(whom.id)))

    def _told(self, message: SeenMessage, told: SeenMessage) -> SeenMessage:
        assert told.ephemeral, (message, told)
        assert re.search(r"[a-z]\.", told.content), told.content
        assert "<@None>" not in told.content
        return told

    async def _put_up(self, control: Button[View] | Select[View] | UserSelect[View]) -> SeenMessage:
        self.playground.clock.advance(10)
        view = View(timeout=None)
        view.add_item(control)
        posted = await self.bot.get_partial_messageable(PATIENCE_ID).send("forged", view=view)
        return await self.person.sees(lambda message: message.id == posted.id)


@pytest.fixture
def forger(bot: PatienceClient, ana: Person, playground: Playground) -> Forger:
    return Forger(bot, ana, playground)


@pytest.fixture(autouse=True)
async def nothing_is_wrong(bot: PatienceClient, file: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """Hold that nothing was logged as an error, and that all that is kept follows."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert list(wrong_games(file, lambda done, count: None)) == []


async def shown(bot: PatienceClient, kind: Kind, *people: Person) -> Table:
    table = await begun(bot, kind, "pyramid", *[person.id for person in people])
    await show(bot, table.id)
    return await bot.rooms.stored.get(table.id)


def kept(table: Table) -> object:
    """Return what a press might have changed, not where the table is shown."""
    return table.version, table.state, table.seats


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kind", ["turns", "race"])
async def test_what_fits_no_table_of_a_kind_is_told_so_and_changes_nothing(
    bot: PatienceClient, forger: Forger, ana: Person, boris: Person, kind: Kind
) -> None:
    table = await shown(bot, kind, ana, boris)
    before = kept(table)
    for action in sorted(ACTIONS.keys() - OWN[kind] - {"invite", "start"}):
        told = await forger.press(f"table:{action}:{table.id}:{table.moment}:1")
        assert "had moved on" not in told.content, action
        assert kept(await bot.rooms.stored.get(table.id)) == before, action
    await forger.choose(f"table-menu:{'race-leave-sure' if kind == 'turns' else 'pick'}:{table.id}:1", "draw", "9H+4S")
    assert kept(await bot.rooms.stored.get(table.id)) == before


@pytest.mark.timeout(180)
async def test_nothing_is_done_at_a_lobby_or_after_the_end(
    bot: PatienceClient, forger: Forger, ana: Person, boris: Person
) -> None:
    lobby = await bot.rooms.lobbies.open(_lobby(ana))
    await bot.rooms.lobbies.join(boris.id, lobby.id)
    await show(bot, lobby.id)
    over = await shown(bot, "turns", ana, boris)
    await bot.rooms.turns.stop(ana.id, over.id, moderator=False)
    raced = await shown(bot, "race", ana, boris)
    await bot.rooms.races.stop(ana.id, raced.id, moderator=False)
    for number in (lobby.id, over.id, raced.id):
        table = await bot.rooms.stored.get(number)
        for action in sorted(OWN["turns"] | OWN["race"]):
            if (action, number) != ("race-board", raced.id):
                await forger.press(f"table:{action}:{number}:{table.moment}")
        assert kept(await bot.rooms.stored.get(number)) == kept(table)


@pytest.mark.parametrize(
    "custom_id",
    [
        f"table:join:{HUGE}:{HUGE}",
        f"table:pick:1:{HUGE}:nonsense",
        "table:pick:1:1:draw",
        "table:pick:1:1",
        "table:pick:1:1:KS+KS",
        "table:page:1:1:99999999999999999999999999999999",
        "table:page:1:1:٣",
        "table:page:1:1:x`y\u202e\nz",
        "table:accept:1:1",
        "table:accept:1:1:nobody",
        f"table:decline:1:1:{'9' * 30}",
        "table:nonsense:1:1",
        "table-menu:join:1:1",
    ],
)
async def test_what_is_nonsense_in_a_press_is_answered_and_changes_nothing(
    bot: PatienceClient, forger: Forger, ana: Person, boris: Person, custom_id: str
) -> None:
    table = await shown(bot, "turns", ana, boris)
    if custom_id.startswith("table-menu:"):
        await forger.choose(custom_id, "draw", "x" * 100)
    else:
        await forger.press(custom_id, brings_up_to_date=True)
    assert kept(await bot.rooms.stored.get(table.id)) == kept(table)


async def test_nobody_reaches_a_table_of_another_server(
    bot: PatienceClient, forger: Forger, ana: Person, boris: Person
) -> None:
    lobby = await bot.rooms.lobbies.open(_lobby(ana, ELSEWHERE))
    for action in sorted(ACTIONS):
        told = await forger.press(f"table:{action}:{lobby.id}:0:{ana.id}")
        assert "no such table" in told.content
    assert "no such table" in (await forger.invite(lobby.id, boris)).content
    assert kept(await bot.rooms.stored.get(lobby.id)) == kept(lobby)


@pytest.mark.parametrize("state", ["strange", "full", "under way", "over", "none"])
async def test_the_menu_that_invites_is_pressed_where_nobody_is_asked(
    bot: PatienceClient, forger: Forger, ana: Person, boris: Person, state: str
) -> None:
    number = 999
    if state in ("strange", "full"):
        lobby = await bot.rooms.lobbies.open(_lobby(boris if state == "strange" else ana, most_seats=2))
        number = lobby.id
        if state == "full":
            await bot.rooms.lobbies.join(boris.id, number)
    elif state != "none":
        number = (await shown(bot, "race", ana, boris)).id
        if state == "over":
            await bot.rooms.races.stop(ana.id, number, moderator=False)
    await forger.invite(number, boris)
    assert await bot.rooms.inviting.stored.get(number, boris.id) is None


def _lobby(host: Person, guild_id: int = GUILD_ID, most_seats: int = 4) -> NewTable:
    return NewTable(
        kind="turns",
        guild_id=guild_id,
        channel_id=PATIENCE_ID,
        locale="en-US",
        host_id=host.id,
        game="pyramid",
        options="{}",
        rules=1,
        most_seats=most_seats,
        clock=600,
    )
