"""A cheater tries every command, button and menu to learn the deal of a race, or to practise it, before it is over.

One has raced and is done, one is still at it, and a friend of theirs, who does not race, tries for them.
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
from bot.new_games import options_text
from bot.solving.workers import Workers
from bot.tables.presses import ACTIONS
from engine.cards import cards_text
from engine.game import RULES, games
from engine.solve import solve
from playground import Playground
from playground.clock import Clock
from playground.errors import PlaygroundError
from playground.person import Person
from playground.seen import SeenMessage
from storage.database import Database
from storage.pool import Kind, Pool, Proved
from storage.table_rows import Table
from tests.bot.daily.test_daily_secrecy import everything, record_of
from tests.bot.tables.races.racing import begun, give_up, own_board, racing_bot
from tests.bot.test_forged import put_up

GAME = games()["pyramid"]
PROVED = "daily 38"
"""A deal that can be won."""
SECRET = "Others are still racing on this deal"


def guesses(name: str, seed: str, board: str, table: str) -> Iterator[Mapping[str, Any]]:
    """Give what a cheater may give to a command. One that is not known here is used without anything, and by number."""
    deal = GAME.deal_from_seed(seed)
    match name:
        case "play":
            # Nobody knows the seed; should it leak, it would be of no use.
            yield {"game": "pyramid", "deal": seed}
        case "table open":
            for kind in ("turns", "race"):
                yield {"game": "pyramid", "kind": kind, "deal": seed}
        case "import":
            for by_seed in (True, False):
                yield {"record": ("race.txt", record_of(deal, by_seed=by_seed))}
            yield {"record": ("race.txt", record_of(deal, by_seed=False, suits="SHDC"))}
        case "move":
            yield {"move": "draw"}
            yield {"move": "draw", "game": board}
        case "rules":
            yield {"game": "pyramid"}
        case _:
            yield {}
            yield {"game": board}
            yield {"table": int(table)}


async def try_commands(bot: PatienceClient, person: Person, seed: str, board: str, table: str) -> int:
    """Use every command that there is, in every way; return how often one was answered."""
    tried = 0
    for command in bot.tree.walk_commands():
        if not isinstance(command, Command):
            continue
        for options in guesses(command.qualified_name, seed, board, table):
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
                assert command.name != "export" or board not in [value for _, value in offered]
    return tried


async def try_controls(bot: PatienceClient, clock: Clock, person: Person, board: str, version: int, table: str) -> None:
    """Press whatever a control may mean, on a message of one's own making: such as Discord never lets anybody make."""
    presses = [f"{action}:{board}:{version}{more}" for action in get_args(Action) for more in ("", ":draw", ":sure")]
    presses += [f"table:{action}:{table}:1{more}" for action in ACTIONS for more in ("", ":draw")]
    presses += [f"history-film:{board}", "history-page:0"]
    for press in presses:
        # Of messages that come too fast, Discord takes no more.
        clock.advance(5)
        button: Button[View] = Button(custom_id=press, label="forged")
        await person.press(await put_up(bot, person, button), "forged")
    for menu in ("menu-open:0:0", "history-open"):
        clock.advance(5)
        select: Select[View] = Select(custom_id=menu, options=[SelectOption(label="it", value=board)])
        await person.choose(await put_up(bot, person, select), menu, board)


def untold(file: Path, messages: list[SeenMessage], words: str, seed: str, racers: int) -> None:
    """Hold what everybody saw, and what was kept, against the deal."""
    assert seed not in words
    cards = cards_text(GAME.deal_from_seed(seed).cards).split()
    # The stock lies face down, in an order that nobody may learn before they turn it.
    for at in range(28, len(cards) - 4):
        assert " ".join(cards[at : at + 4]) not in words
    with closing(connect(file)) as connection:
        raced = {str(number) for (number,) in connection.execute("SELECT id FROM games WHERE closes_at IS NOT NULL")}
        again = connection.execute(
            "SELECT id FROM games WHERE closes_at IS NULL AND (seed = ? OR cards = ?)", (seed, " ".join(cards))
        ).fetchall()
    assert again == []
    assert len(raced) == racers
    for message in messages:
        if not message.ephemeral and message.content != "forged":
            shown = {button.custom_id.split(":")[1] for button in message.buttons if button.custom_id.count(":") == 2}
            assert not shown & raced, f"a board is shown to everybody: {message.content}"


async def seed_and_board(bot: PatienceClient, table: Table, person: Person) -> tuple[str, str]:
    """Return what the bot keeps to itself, and the number of somebody's board."""
    seat = table.seat_of(person.id)
    assert table.seed is not None
    assert seat is not None
    return table.seed, str(seat.game_id)


@pytest.mark.timeout(240)
async def test_nothing_tells_the_deal_to_whoever_is_done_at_it_or_watches(
    bot: PatienceClient, file: Path, clock: Clock, people: list[Person]
) -> None:
    _, boris, carla, dan, elena, _ = people
    table, _ = await begun(bot, "pyramid", [boris, carla, dan], lasts=24 * 3600)
    number = str(table.id)
    # Who is at it all the time keeps the race from ending.
    await own_board(boris, table)
    await dan.say("a place for forged messages")
    await elena.sees(lambda message: "a place" in message.content)
    seed, board = await seed_and_board(bot, table, dan)
    over = await give_up(dan, await own_board(dan, table))
    assert "**Resigned.**" in over.content
    for person, version in ((dan, 2), (elena, 2)):
        assert await try_commands(bot, person, seed, board, number) > 10
        await try_controls(bot, clock, person, board, version, number)
        untold(file, *await everything(person, [boris, carla]), seed, 3)
    # And to whoever is at it.
    seed, board = await seed_and_board(bot, table, carla)
    await try_controls(bot, clock, carla, board, 1, number)
    await try_commands(bot, carla, seed, board, number)
    untold(file, *await everything(carla, [boris, dan]), seed, 3)
    assert (await bot.rooms.stored.get(table.id)).state == "playing"


async def test_once_it_is_over_everything_is_told(bot: PatienceClient, people: list[Person]) -> None:
    ana, boris, carla, *_ = people
    table, _ = await begun(bot, "pyramid", [ana, boris])
    seed, board = await seed_and_board(bot, table, ana)
    over = await give_up(ana, await own_board(ana, table))
    assert seed not in over.content
    assert SECRET in (await ana.command("export", game=board)).content
    with_cards = record_of(GAME.deal_from_seed(seed), by_seed=False)
    assert "at a table" in (await carla.command("play", game="pyramid", deal=seed)).content
    assert "at a table" in (await carla.command("import", record=("d.txt", with_cards))).content
    assert "You have brought a deal" in (await carla.command("import", record=("d.txt", with_cards))).content
    assert "no hints" in (await boris.command("hint")).content
    await give_up(boris, await own_board(boris, table))
    exported = await ana.command("export", game=board)
    assert seed in (await ana.download(exported.attachments[0].url)).decode()
    assert not (await carla.command("import", record=("d.txt", with_cards))).ephemeral
    again = await ana.press(await own_board(ana, table), "Same deal")
    assert not again.ephemeral
    assert seed in again.content


async def test_a_way_to_win_it_a_film_and_an_analysis_are_told_when_it_is_over_not_before(
    playground: Playground, file: Path, clock: Clock, people: list[Person]
) -> None:
    ana, boris, *_ = people
    proof = solve(GAME, GAME.deal(GAME.deal_from_seed(PROVED), GAME.read_options({})), seconds=60).moves
    kind = Kind("pyramid", options_text(GAME.read_options({})), RULES)
    async with await Database.open(file) as database:
        await Pool(database).add(kind, [Proved(PROVED, tuple(GAME.format(move) for move in proof))], 1)
    async with racing_bot(playground, file, clock, workers=Workers(1)) as bot:
        table, _ = await begun(bot, "pyramid", [ana, boris])
        seed, board = await seed_and_board(bot, table, ana)
        assert seed == PROVED
        shown = await own_board(ana, table)
        assert "This deal can be won" in shown.content
        assert "Hint" not in [button.label for button in shown.buttons]
        assert "no hints" in (await ana.command("hint")).content
        over = await give_up(ana, shown)
        assert "could be won" not in over.content
        assert [button.label for button in over.buttons] == ["Play another deal"]
        for asked in ("show-how", "analyse", "same-deal"):
            button: Button[View] = Button(custom_id=f"{asked}:{board}:2", label="forged")
            refused = await ana.press(await put_up(bot, ana, button), "forged")
            assert SECRET in refused.content
            assert not refused.attachments
        assert SECRET in (await ana.command("analyse")).content
        await give_up(boris, await own_board(boris, table))
        over = await own_board(ana, table)
        assert {"Analyse", "Show how", "Same deal"} <= {button.label for button in over.buttons}
        assert (await ana.press(over, "Show how")).attachments
        assert (await ana.command("analyse")).attachments
        film: Button[View] = Button(custom_id=f"history-film:{board}", label="forged")
        assert (await ana.press(await put_up(bot, ana, film), "forged")).attachments
