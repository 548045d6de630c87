"""Files that people give to commands: the bot can read them, and nobody else can give them again."""

import pytest

from playground import Playground
from playground.person import Person, Refused
from tests.playground.foreign_bot import ForeignBot


async def test_a_command_gets_a_file_and_reads_it(bot: ForeignBot, ana: Person) -> None:
    told = await ana.command("read", file=("a note.txt", b"hello"))
    assert told.content == "a_note.txt (5): hello"
    assert (await ana.command("read", file=("empty", b""))).content == "empty (0): "


async def test_a_file_that_is_too_large_is_not_taken(bot: ForeignBot, ana: Person) -> None:
    with pytest.raises(Refused, match="at most 10 MiB"):
        await ana.command("read", file=("big", bytes(10 * 2**20 + 1)))


async def test_only_a_file_of_ones_own_can_be_named(bot: ForeignBot, ana: Person, boris: Person) -> None:
    for wrong in ("5", "none", "-1"):
        with pytest.raises(Refused, match="must be a file that was just given"):
            await ana.command("read", file=wrong)
    hers = await ana._page.upload("hers.txt", b"hers")
    with pytest.raises(Refused, match="must be a file that was just given"):
        await boris.command("read", file=hers)
    assert (await ana.command("read", file=hers)).content == "hers.txt (4): hers"


async def test_files_given_long_ago_are_forgotten(playground: Playground, bot: ForeignBot, ana: Person) -> None:
    first = await ana._page.upload("first.txt", b"1")
    for number in range(30):
        await ana.command("read", file=(f"{number}.txt", b"x"))
    with pytest.raises(Refused):
        await ana.command("read", file=first)
    assert len(playground.world.files) <= 20
