"""A cheater tries every command, button and menu to learn the deal of the day, or to play it a second time.

Until the day and its grace are over nothing may tell it: not to those who have not played yet, nor to those who have.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any, get_args

import pytest
from discord import SelectOption
from discord.app_commands import Command
from discord.ui import Button, Select, View

from bot.client import PatienceClient
from bot.controls import Action
from bot.days import after, closes, number_of
from bot.new_games import options_text
from bot.solving.workers import Workers
from engine.cards import cards_text
from engine.deals import Deal
from engine.game import RULES, games
from engine.solve import solve
from playground import Playground
from playground.errors import PlaygroundError
from playground.person import Person
from playground.seen import SeenMessage
from storage.daily import Dailies, Daily
from storage.database import Database
from storage.pool import Kind
from tests.bot.days import HOUR, Days
from tests.bot.house import bot_running
from tests.bot.test_forged import put_up

GAME = games()["pyramid"]
PROVED = GAME.deal_from_seed("daily 38")
"""A deal that can be won."""
OWNS = "1"
"""The number of the cheater's own attempt, or of the one that they have no business with."""


def seed_of(file: Path, day: str) -> str:
    """Return what the bot keeps to itself."""
    with closing(connect(file)) as connection:
        row = connection.execute("SELECT seed FROM dailies WHERE game = 'pyramid' AND day = ?", (day,)).fetchone()
    return str(row[0])


def record_of(deal: Deal, *, by_seed: bool, suits: str = "CDHS") -> bytes:
    """Return a record of the deal as somebody could write it who knows it, or all its ranks."""
    if by_seed:
        return f'[Game "pyramid"]\n[Seed "{deal.seed}"]\n'.encode()
    cards = cards_text(deal.cards).translate(str.maketrans("CDHS", suits))
    return f'[Game "pyramid"]\n[Cards "{cards}"]\n'.encode()


def guesses(name: str, seed: str, day: str) -> Iterator[Mapping[str, Any]]:
    """Give what a cheater may give to a command. One that is not known here is used without anything, and by number."""
    deal = GAME.deal_from_seed(seed)
    match name:
        case "play":
            # Nobody knows the seed; should it leak, it would be of no use.
            yield {"game": "pyramid", "deal": seed}
            yield {"game": "pyramid", "deal": f" {seed} "}
        case "import":
            for by_seed in (True, False):
                yield {"record": ("daily.txt", record_of(deal, by_seed=by_seed))}
            yield {"record": ("daily.txt", record_of(deal, by_seed=False, suits="SHDC"))}
        case "daily":
            for date in (day, after(day), after(day, 2), after(day, -1)):
                yield {"game": "pyramid", "date": date}
            yield {"game": "pyramid"}
        case "move":
            yield {"move": "draw"}
            yield {"move": "draw", "game": OWNS}
        case "rules":
            yield {"game": "pyramid"}
        case _:
            yield {}
            yield {"game": OWNS}


async def try_commands(bot: PatienceClient, person: Person, seed: str, day: str) -> int:
    """Use every command that there is, in every way; return how often one was answered."""
    tried = 0
    for command in bot.tree.walk_commands():
        if not isinstance(command, Command):
            continue
        for options in guesses(command.qualified_name, seed, day):
            try:
                await person.command(command.qualified_name, **options)
            except PlaygroundError:
                # The command has no such option, or wants another.
                continue
            tried += 1
        for option in command.parameters:
            if option.autocomplete:
                offered = await person.autocomplete(command.qualified_name, option.display_name, "")
                assert seed not in json.dumps(offered)
                assert command.name != "export" or OWNS not in [value for _, value in offered]
    return tried


async def try_controls(bot: PatienceClient, days: Days, person: Person, game: str, version: int) -> None:
    """Press whatever a control may mean, on a message of one's own making: such as Discord never lets anybody make."""
    presses = [f"{action}:{game}:{version}{more}" for action in get_args(Action) for more in ("", ":draw")]
    presses += [f"history-film:{game}", "history-page:0", f"daily:pyramid:{days.today}"]
    presses += [f"daily:pyramid:{after(days.today, offset)}" for offset in (-1, 1)]
    for press in presses:
        # Of messages that come too fast, Discord takes no more.
        days.to(days.now() + 5000)
        button: Button[View] = Button(custom_id=press, label="forged")
        await person.press(await put_up(bot, person, button), "forged")
    for menu in ("menu-open:0:0", "history-open"):
        days.to(days.now() + 5000)
        select: Select[View] = Select(custom_id=menu, options=[SelectOption(label="it", value=game)])
        await person.choose(await put_up(bot, person, select), menu, game)


async def everything(person: Person, others: list[Person]) -> tuple[list[SeenMessage], str]:
    """Return all messages that people see, and all that is written in them and in files of text that hang on them."""
    seen = {message.id: message for one in (person, *others) for message in one.messages()}
    words = [json.dumps(message.raw, ensure_ascii=False) for message in seen.values()]
    for one in (person, *others):
        for message in one.messages():
            for attachment in message.attachments:
                if attachment.content_type.startswith("text/") or attachment.filename.endswith(".txt"):
                    words.append((await one.download(attachment.url)).decode())
    return list(seen.values()), "\n".join(words)


def untold(file: Path, messages: list[SeenMessage], words: str, seed: str) -> None:
    """Hold what everybody saw, and what was kept, against the deal."""
    assert seed not in words
    cards = cards_text(GAME.deal_from_seed(seed).cards).split()
    # The stock lies face down, in an order that nobody may learn before they turn it.
    for at in range(28, len(cards) - 4):
        assert " ".join(cards[at : at + 4]) not in words
    with closing(connect(file)) as connection:
        ranked = {str(number) for (number,) in connection.execute("SELECT id FROM games WHERE day IS NOT NULL")}
        again = connection.execute(
            "SELECT id FROM games WHERE day IS NULL AND (seed = ? OR cards = ?)", (seed, " ".join(cards))
        ).fetchall()
        owners = connection.execute("SELECT owner_id, game, day FROM games WHERE day IS NOT NULL").fetchall()
    assert again == []
    assert len(owners) == len(set(owners))
    for message in messages:
        if not message.ephemeral and message.content != "forged":
            shown = {button.custom_id.split(":")[1] for button in message.buttons if button.custom_id.count(":") > 1}
            assert not shown & ranked, f"an attempt is shown to everybody: {message.content}"


async def test_nothing_tells_or_repeats_the_deal_of_the_day_to_whoever_has_played_it(
    bot: PatienceClient, file: Path, days: Days, ana: Person, boris: Person
) -> None:
    board = await ana.command("daily", game="pyramid")
    assert board.buttons
    day = days.today
    seed = seed_of(file, day)
    await ana.say("a place for forged messages")
    over = await ana.press(await ana.press(board, "Resign"), "Resign this game")
    assert "**Resigned.**" in over.content
    for now in ("the day", "the grace"):
        tried = await try_commands(bot, ana, seed, day)
        assert tried > 10, now
        await try_controls(bot, days, ana, OWNS, 2)
        untold(file, *await everything(ana, [boris]), seed)
        days.midnight(1)


async def test_nothing_tells_it_to_whoever_is_at_it_or_to_a_friend(
    bot: PatienceClient, file: Path, days: Days, ana: Person, boris: Person
) -> None:
    await ana.command("daily", game="pyramid")
    day = days.today
    seed = seed_of(file, day)
    await ana.say("a place for forged messages")
    await boris.sees(lambda message: "a place" in message.content)
    assert await try_commands(bot, boris, seed, day) > 10
    await try_controls(bot, days, boris, OWNS, 1)
    untold(file, *await everything(boris, [ana]), seed)
    await try_controls(bot, days, ana, OWNS, 1)
    assert await try_commands(bot, ana, seed, day) > 10
    untold(file, *await everything(ana, [boris]), seed)


@pytest.mark.usefixtures("bot")
async def test_once_the_grace_is_over_everything_is_told(file: Path, days: Days, ana: Person, boris: Person) -> None:
    board = await ana.command("daily", game="pyramid")
    seed = seed_of(file, days.today)
    over = await ana.press(await ana.press(board, "Resign"), "Resign this game")
    assert seed not in over.content
    refused = await ana.command("export", game=OWNS)
    assert "Others may still play this deal ranked" in refused.content
    days.midnight()
    days.to(days.now() + 24 * HOUR)
    exported = await ana.command("export", game=OWNS)
    assert seed in (await ana.download(exported.attachments[0].url)).decode()
    assert not (await boris.command("play", game="pyramid", deal=seed)).ephemeral
    brought = await boris.command("import", record=("d.txt", record_of(GAME.deal_from_seed(seed), by_seed=False)))
    assert not brought.ephemeral


async def test_a_way_to_win_it_and_an_analysis_are_told_when_the_grace_is_over_not_before(
    playground: Playground, file: Path, days: Days, ana: Person
) -> None:
    proof = solve(GAME, GAME.deal(PROVED, GAME.read_options({})), seconds=60).moves
    cards = cards_text(PROVED.cards)
    moves = tuple(GAME.format(move) for move in proof)
    day = days.today
    daily = Daily("pyramid", day, number_of(day), 0, PROVED.seed or "", cards, moves, closes(day))
    async with await Database.open(file) as database:
        kind = Kind("pyramid", options_text(GAME.read_options({})), RULES)
        await Dailies(database).keep(daily, kind, None, days.now())
    async with bot_running(playground, file, workers=Workers(1), now=days.now) as bot:
        board = await ana.command("daily", game="pyramid")
        assert "This deal can be won" in board.content
        over = await ana.press(await ana.press(board, "Resign"), "Resign this game")
        assert "could be won" not in over.content
        for _ in ("the day", "the grace"):
            for asked in ("show-how", "analyse", "same-deal"):
                button: Button[View] = Button(custom_id=f"{asked}:{OWNS}:2", label="forged")
                refused = await ana.press(await put_up(bot, ana, button), "forged")
                assert "Others may still play this deal ranked" in refused.content
                assert not refused.attachments
            assert "Others may still play" in (await ana.command("analyse")).content
            assert not (await ana.command("export", game=OWNS)).attachments
            days.midnight()
        assert (await ana.command("analyse")).attachments
        how: Button[View] = Button(custom_id=f"show-how:{OWNS}:2", label="forged")
        assert (await ana.press(await put_up(bot, ana, how), "forged")).attachments
