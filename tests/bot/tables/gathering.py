"""People around a table on the playground, and what they see of it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.client import PatienceClient
from bot.positions import Position
from bot.tables.calls import call
from bot.tables.showing import show
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_ID, PATIENCE_ID
from storage.table_rows import NewTable, Table
from tests.conftest import PATIENCE

TURN: Final = 120
"""Seconds of a turn."""
NAMES: Final = ("Ana", "Boris", "Carla", "Dan")


@contextlib.asynccontextmanager
async def pages(playground: Playground, *names: str) -> AsyncIterator[list[Person]]:
    """Open the pages of these people."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Person(playground.url, name, patience=PATIENCE)) for name in names]


@dataclass
class Gathering:
    """A table that is played in turns by these people, the first of them its host."""

    playground: Playground
    bot: PatienceClient
    table_id: int
    people: list[Person]

    @classmethod
    async def begin(
        cls,
        playground: Playground,
        bot: PatienceClient,
        *people: Person,
        game: str = "pyramid",
        seed: str | None = "3",
        locale: str = "en-US",
        channel_id: int = PATIENCE_ID,
    ) -> Gathering:
        """Let them sit down and begin, on a deal that is named."""
        new = NewTable(
            kind="turns",
            guild_id=GUILD_ID,
            channel_id=channel_id,
            locale=locale,
            host_id=people[0].id,
            game=game,
            options="{}",
            rules=1,
            most_seats=8,
            clock=TURN,
        )
        table = await bot.rooms.lobbies.open(new, seed)
        for person in people[1:]:
            await bot.rooms.lobbies.join(person.id, table.id)
        await bot.rooms.lobbies.start(people[0].id, table.id)
        await show(bot, table.id)
        await call(bot, table.id)
        return cls(playground, bot, table.id, list(people))

    async def table(self) -> Table:
        """Return the table as it is kept."""
        return await self.bot.rooms.stored.get(self.table_id)

    async def position(self) -> Position:
        """Return the table's game as it is kept."""
        return await self.bot.rooms.turns.board(await self.table())

    async def in_turn(self) -> Person:
        """Return whoever is in turn."""
        turn = (await self.table()).turn
        return next(person for person in self.people if person.id == turn)

    async def message(self, person: Person) -> SeenMessage:
        """Wait until somebody sees the table as it is kept, and return its message."""
        table = await self.table()
        wanted = re.compile(rf"table:[a-z-]+:{table.id}:{table.moment}(:.*)?")

        def shows(message: SeenMessage) -> bool:
            return any(wanted.fullmatch(button.custom_id) for button in message.buttons) and not message.ephemeral

        return await person.sees(shows)

    def messages(self, person: Person) -> list[SeenMessage]:
        """Return all messages that somebody sees with buttons of this table, but for those for them alone."""
        prefix = re.compile(rf"table:[a-z-]+:{self.table_id}:")
        return [
            message
            for message in person.messages()
            if not message.ephemeral and any(prefix.match(button.custom_id) for button in message.buttons)
        ]

    def calls(self, person: Person) -> list[SeenMessage]:
        """Return the messages that somebody sees by which players of this table are called."""
        return [message for message in person.messages() if f"Table {self.table_id}, turn " in message.content]

    async def called(self, person: Person) -> SeenMessage:
        """Wait until somebody sees the call of the turn that it is, and no other; return it."""
        table = await self.table()
        begin = f"Table {table.id}, turn {table.turn_number}: "
        found = await person.sees(lambda message: message.content.startswith(begin))
        for other in self.calls(person):
            if other.id != found.id:
                await person.no_longer_sees(other)
        return found

    async def nobody_called(self, person: Person) -> None:
        """Wait until somebody sees no call any more."""
        for one in self.calls(person):
            await person.no_longer_sees(one)

    async def told_over(self, person: Person) -> SeenMessage:
        """Wait until somebody sees the one message which tells that this table is over."""
        begin = f"**Table {self.table_id} is over.**"
        found = await person.sees(lambda message: message.content.startswith(begin))
        assert [message.id for message in person.messages() if message.content.startswith(begin)] == [found.id]
        return found

    async def press(self, person: Person, action: str) -> SeenMessage:
        """Press the button that does this, on the newest message; return what came of it."""
        self.let_pass()
        message = await self.message(person)
        return await person.press(message, button(message, action))

    async def choose(self, person: Person, *picks: str) -> SeenMessage:
        """Choose plays in the menu of the newest message; return what came of it."""
        self.let_pass()
        message = await self.message(person)
        return await person.choose(message, message.selects[0].custom_id, *picks)

    async def advance(self) -> None:
        """Let whoever is in turn turn cards; where there are none to turn, pass."""
        player = await self.in_turn()
        able = (await self.position()).advance() is not None
        await self.press(player, "advance" if able else "pass")

    async def play(self) -> None:
        """Let whoever is in turn do what brings the game on: all that fits, else turn cards, else pass."""
        player, position = await self.in_turn(), await self.position()
        message = await self.message(player)
        every = next((one for one in message.buttons if ":all-plays:" in one.custom_id and not one.disabled), None)
        play = position.game.next_play(position.state)
        if every is not None and position.stored.move_count % 3 == 0:
            await self.press(player, "all-plays")
        elif play is not None:
            first = position.game.format(play)
            others = [text for text, _ in position.plays() if text != first and text in all_gaining(position)]
            await self.choose(player, first, *others[:2])
        else:
            await self.advance()

    def let_pass(self) -> None:
        """Let so much time go by on the playground that its limits hold nothing up."""
        self.playground.clock.advance(10)


def button(message: SeenMessage, action: str) -> str:
    """Return the custom id of the button that does this."""
    return next(one.custom_id for one in message.buttons if one.custom_id.startswith(f"table:{action}:"))


def all_gaining(position: Position) -> list[str]:
    """Return the plays that gain cards."""
    game, state = position.game, position.state
    before = game.progress(state)
    return [text for text, _ in position.plays() if game.progress(game.apply(state, game.parse(text))) > before]


async def until(condition: Callable[[], Any]) -> None:
    """Wait until a condition holds."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")
