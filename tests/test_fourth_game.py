"""A fourth game is two new files and no edit: with them beside a copy of the house, everything works on it.

The files are those of ``tests/fourth_game``, Aces Up. The bot runs as a program of its own, from the copy.
"""

import functools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.test_starting import started
from tests.conftest import PATIENCE

HERE = Path(__file__).parent
ROOMS = ("engine", "render", "storage", "bot", "playground")
TOKEN = "a.fourth.game"
EASY = "8"
"""A deal that the search wins in a moment."""

CONFORMANCE = {
    "engine": "test_automatic test_deals test_moves test_options test_printed_states test_records "
    "test_scores test_views solve/test_difficulty solve/test_hints",
    "render": "test_alt test_analysis test_board test_changes test_colours test_film test_reached test_rules "
    "test_share test_sheet test_table test_text",
}
"""The suites that hold every game to what is promised, by room."""
WHERE_CARDS_ARE = "test_the_options_do_not_change_the_cards"
"""A test that has to know in which fields of a printed position a game's cards are."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rooms as they are, with the two files."""
    house = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        shutil.copytree(HERE.parent / room, house / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "fourth_game" / "rules.py", house / "engine" / "games" / "acesup.py")
    shutil.copy(HERE / "fourth_game" / "layout.py", house / "render" / "layouts" / "acesup.py")
    return house


def run(house: Path, *words: str, given: str = "", **settings: str) -> str:
    """Run a program of the house; return what it said, nothing having gone wrong."""
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house), **settings},
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_programs_deal_replay_solve_and_draw_it(house: Path, tmp_path: Path) -> None:
    record = run(house, "engine", "deal", "acesup", "--seed", EASY)
    assert json.loads(run(house, "engine", "replay", "-", given=record))["moves"] == ["deal", "p4"]
    solved = json.loads(run(house, "engine", "solve", "-", given=record))
    assert solved["status"] == "won"
    game = tmp_path / "won.txt"
    game.write_text(record.replace('[Result "unfinished"]\n', "") + "\n" + " ".join(solved["moves"]) + "\n")
    replayed = json.loads(run(house, "engine", "replay", str(game)))
    assert (replayed["result"], replayed["progress"]) == ("won", 48)
    (picture,) = run(house, "render", str(game), "-o", str(tmp_path)).split()
    assert Path(picture).read_bytes().startswith(b"\x89PNG")
    pages = run(house, "render", "--rules", "acesup", "-o", str(tmp_path)).split()
    assert {Path(page).suffix for page in pages} == {".md", ".png"}


@pytest.mark.parametrize("room", CONFORMANCE)
def test_what_every_game_is_held_to_holds_for_it(house: Path, tmp_path: Path, room: str) -> None:
    shutil.copytree(HERE, tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    for part in (*ROOMS, "README.md"):
        (tmp_path / part).symlink_to((HERE.parent if part.endswith(".md") else house) / part)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", f"--rootdir={tmp_path}"),
            *("-c", str(HERE.parent / "pyproject.toml"), "-k", f"acesup and not {WHERE_CARDS_ARE}"),
            *(f"tests/{room}/{suite}.py" for suite in CONFORMANCE[room].split()),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


@asynccontextmanager
async def playing(house: Path, folder: Path, workers: int = 0) -> AsyncIterator[tuple[Playground, list[Person]]]:
    """Let the bot of the house run for Ana and Boris; afterwards all that it has kept follows from deals and moves."""
    database = str(folder / "fourth.db")
    async with AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground(0, token=TOKEN, acknowledge_within=PATIENCE))
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": playground.api_url,
            "DATABASE": database,
            "SOLVER_WORKERS": str(workers),
            "PYTHONPATH": str(house),
        }
        await stack.enter_async_context(started(house, settings))
        people = [
            await stack.enter_async_context(Person(playground.url, name, patience=PATIENCE))
            for name in ("Ana", "Boris")
        ]
        for person in people:
            await person.bot_to_be(online=True)
        yield playground, people
        assert run(house, "bot", "verify", DATABASE=database, DISCORD_TOKEN="") == f"{database}: every game follows\n"


def has_button(custom_id: str, message: SeenMessage) -> bool:
    return any(button.custom_id == custom_id for button in message.buttons)


def over(board: SeenMessage) -> bool:
    return not any(button.custom_id.startswith("resign:") for button in board.buttons)


async def played_out(playground: Playground, person: Person, board: SeenMessage) -> SeenMessage:
    """Press Play on until the game is over."""
    while not over(board):
        playground.clock.advance(10)
        board = await person.press(board, "Play on")
    return board


def shown(board: SeenMessage) -> str:
    """Return the alt text of the picture of a message."""
    assert board.attachments, board.content
    alt = board.attachments[0].description
    assert alt
    return alt


async def test_a_game_is_played_helped_with_told_about_kept_and_brought_back(house: Path, tmp_path: Path) -> None:
    async with playing(house, tmp_path, workers=1) as (playground, (ana, _)):
        board = await ana.command("play", game="Aces Up", deal=EASY)
        assert "The game can go on: deal." in shown(board)
        assert "Can be played: p4" in shown(board)
        assert (await ana.download(board.attachments[0].url)).startswith(b"\x89PNG")
        hint = await ana.press(board, "Hint")
        assert hint.ephemeral
        assert "Next on a way to win: **Discard" in hint.content
        (menu,) = board.selects
        board = await ana.choose(board, menu.custom_id, "p4")
        assert "1 of 48 cards" in board.content
        board = await ana.press(board, "Deal a card on each pile")
        assert "Pile 4, top first" in shown(board)
        undone = await ana.press(board, "Undo")
        assert "moves: 1" in undone.content
        moved = await ana.command("move", move="deal p2")
        assert "2 of 48 cards" in moved.content
        rules = await ana.command("rules", game="Aces Up")
        assert "won when only the four aces are left" in rules.content
        assert shown(rules).startswith("1: the start of a game")
        board = await played_out(playground, ana, moved)
        assert "Aces Up: lost, " in shown(board)
        analysed = await ana.press(board, "Analyse")
        assert analysed.ephemeral
        assert "Aces Up" in analysed.content
        stats = await ana.command("stats")
        assert "**Aces Up** · played: 1" in stats.content
        assert stats.attachments
        assert all(picture.description for picture in stats.attachments)
        listed = await ana.command("history")
        assert "Aces Up" in listed.content
        opened = await ana.choose(listed, "history-open", "1")
        film = await ana.press(opened, "As a film")
        assert (await ana.download(film.attachments[0].url)).startswith(b"GIF89a")
        record = await ana.download((await ana.command("export", game="1")).attachments[0].url)
        assert b'[Game "acesup"]' in record
        again = await ana.command("import", record=("game.txt", record))
        assert shown(again) == shown(board)


async def test_the_daily_and_a_deal_of_the_bots_are_played_shared_and_ranked(house: Path, tmp_path: Path) -> None:
    async with playing(house, tmp_path) as (playground, (ana, boris)):
        board = await ana.command("daily", game="Aces Up")
        assert board.ephemeral
        assert "Pile 4, top first" in shown(board)
        board = await played_out(playground, ana, board)
        shared = await ana.press(board, "Share")
        assert "**Aces Up, daily" in shared.content
        assert await boris.sees(lambda message: message.id == shared.id)
        ranking = await boris.command("leaderboard", game="Aces Up")
        assert "Ana" in ranking.content
        assert shown(ranking)
        month = await ana.command("stats")
        assert {picture.filename for picture in month.attachments} >= {"month.png"}

        solo = await played_out(playground, boris, await boris.command("play", game="Aces Up"))
        assert "Aces Up: " in shown(solo)
        told = await boris.command("hint")
        assert told.ephemeral
        best = await ana.command("leaderboard", board="Best games", game="Aces Up", period="All time")
        assert "Boris" in best.content


async def test_tables_play_it_in_turns_and_race_on_it(house: Path, tmp_path: Path) -> None:
    async with playing(house, tmp_path) as (playground, (ana, boris)):
        table = await begun(ana, boris, kind="turns")
        shown(table)
        while "Pass" in {button.label for button in table.buttons}:
            playground.clock.advance(10)
            player = next(one for one in (ana, boris) if f"▸ **<@{one.id}>" in table.content)
            able = [button.custom_id for button in table.buttons if not button.disabled]
            ways = ("all-plays", "advance", "pass")
            pressed = next(one for way in ways for one in able if one.startswith(f"table:{way}:"))
            await player.sees(functools.partial(has_button, pressed))
            table = await player.press(table, pressed)
        assert "**Aces Up** · table 1" in table.content
        assert "**1.**" in table.content

        race = await begun(ana, boris, kind="race")
        for person in (ana, boris):
            board = await person.press(race, "My board")
            assert board.ephemeral
            await played_out(playground, person, board)
        ranking = await ana.sees(lambda message: message.id == race.id and "**1.**" in message.content)
        assert "everybody is done" in ranking.content
        tables = await ana.press(await ana.command("history"), "Tables")
        assert tables.content.count("Aces Up") == 2
        assert "**Tables**" in (await ana.command("stats")).content


async def begun(host: Person, guest: Person, *, kind: str) -> SeenMessage:
    """Return the message of a table of two that has begun."""
    lobby = await host.command("table open", game="Aces Up", kind=kind)
    await guest.sees(lambda message: message.id == lobby.id)
    await guest.press(lobby, "Join")
    return await host.press(lobby, "Start")
