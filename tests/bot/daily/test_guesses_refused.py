"""Nobody learns the deal of the day from which records are refused: who has brought one like it brings no more."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cards import cards_text
from engine.game import games
from playground.person import Person
from storage.statements import ALIKE
from tests.bot.daily.test_daily_secrecy import seed_of
from tests.bot.days import HOUR, Days

pytestmark = pytest.mark.usefixtures("bot")

GAME = games()["pyramid"]
HIDDEN = range(28, 52)
"""The places of the cards that lie face down."""
REFUSED = "Others may still play this deal ranked"
CLOSED = "You have brought a deal that others still play."
SHORT = -(-len(GAME.pack) // ALIKE) - 1
"""How many cards may lie as on the day without a refusal."""


def guess(cards: Sequence[str], place: int | None) -> tuple[str, bytes]:
    """Return a record that is just unlike a deal, but for one more of its cards where a place is given."""
    kept = {*range(SHORT), place}
    rest = [at for at in range(len(cards)) if at not in kept]
    chance = random.Random(1)
    while True:
        moved = dict(zip(rest, chance.sample(rest, len(rest)), strict=True))
        found = [cards[moved.get(at, at)] for at in range(len(cards))]
        if all(found[at][0] != cards[at][0] for at in rest):
            return "guess.txt", f'[Game "pyramid"]\n[Cards "{" ".join(found)}"]\n'.encode()


def cards_of(file: Path, day: str) -> list[str]:
    return cards_text(GAME.deal_from_seed(seed_of(file, day)).cards).split()


async def test_after_a_guess_that_hits_none_is_answered_before_the_deal_is_told(
    file: Path, days: Days, ana: Person, boris: Person
) -> None:
    await ana.command("daily", game="pyramid")
    cards = cards_of(file, days.today)
    wrong, right = guess(cards, None), guess(cards, HIDDEN[0])
    assert not (await ana.command("import", record=wrong)).ephemeral
    assert REFUSED in (await ana.command("import", record=right)).content
    for record in (wrong, right, guess(cards, HIDDEN[1])):
        told = await ana.command("import", record=record)
        assert told.ephemeral
        assert told.content.startswith(CLOSED)
    assert not (await ana.command("import", record=("sun.txt", b'[Game "sun"]\n[Seed "1"]\n'))).ephemeral
    assert not (await ana.command("play", game="pyramid", deal="another")).ephemeral
    assert not (await boris.command("import", record=wrong)).ephemeral
    days.midnight()
    assert CLOSED in (await ana.command("import", record=wrong)).content
    days.to(days.now() + 24 * HOUR)
    assert not (await ana.command("import", record=right)).ephemeral


async def test_of_guesses_that_come_at_once_one_is_answered(file: Path, days: Days, ana: Person) -> None:
    await ana.command("daily", game="pyramid")
    cards = cards_of(file, days.today)
    records = [guess(cards, place) for place in HIDDEN[:8]]
    told = await asyncio.gather(*(ana.command("import", record=record) for record in records))
    assert sum(REFUSED in message.content for message in told) == 1
    assert sum(message.content.startswith(CLOSED) for message in told) == len(records) - 1


async def test_who_has_their_data_deleted_guesses_no_more_than_before(file: Path, days: Days, ana: Person) -> None:
    await ana.command("daily", game="pyramid")
    cards = cards_of(file, days.today)
    assert REFUSED in (await ana.command("import", record=guess(cards, HIDDEN[0]))).content
    await ana.press(await ana.command("privacy delete"), "Delete everything")
    assert CLOSED in (await ana.command("import", record=guess(cards, HIDDEN[1]))).content
