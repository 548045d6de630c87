"""What tests of lobbies look for: its buttons and seats, and that the bot has noted where it is."""

import asyncio
from typing import Any

from bot.client import PatienceClient
from playground.person import Person
from playground.seen import SeenMessage
from storage.table_rows import Table

LOBBY = ["Join", "Leave", "Invite", "Start", "Cancel"]


def labels(message: SeenMessage) -> list[str]:
    """Return what the buttons of a message say."""
    return [button.label for button in message.buttons]


def seats(message: SeenMessage) -> list[str]:
    """Return the lines of the list of seats."""
    return [line for line in message.content.splitlines() if line[:1].isdigit()]


async def noted(bot: PatienceClient, message: SeenMessage, number: int = 1) -> Table:
    """Wait until it is noted that a message shows a table: it is, a moment after it was posted."""
    for _ in range(600):
        table = await bot.rooms.stored.get(number)
        if table.message_id == message.id:
            return table
        await asyncio.sleep(0.05)
    raise AssertionError(f"table {number} is not shown by {message}")


async def sees(person: Person, message: SeenMessage, *words: str) -> SeenMessage:
    """Wait until somebody sees a message with these words in it."""
    return await person.sees(lambda seen: seen.id == message.id and all(word in seen.content for word in words))


async def opened(bot: PatienceClient, host: Person, *others: Person, **options: Any) -> SeenMessage:
    """Return the lobby of a table that somebody has opened and others have joined."""
    given: dict[str, Any] = {"game": "pyramid", "kind": "turns", "deal": "3", **options}
    lobby = await host.command("table open", **{name: value for name, value in given.items() if value is not None})
    await noted(bot, lobby, max(await bot.rooms.stored.unsettled(2**60, 1)))
    for person in others:
        await sees(person, lobby)
        lobby = await person.press(lobby, "Join")
    return lobby
