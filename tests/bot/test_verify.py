"""``python -m bot verify`` replays every game, and names those that do not follow and why."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.days import begins
from bot.new_games import Place
from bot.positions import Position
from bot.service import Service
from bot.verify import wrong_games
from engine.game import games
from engine.record import make_record
from storage.database import Database
from storage.games import Games
from storage.schema import migrations, upgrade
from tests.bot.conftest import Clock
from tests.bot.results_kept import hidden, play_over
from tests.bot.test_winnable_deals import stock, winnable

ROOT = Path(__file__).parents[2]
OWNER, HERE = 7, Place(1, 2)
TODAY = date(2026, 12, 1)


def verify(folder: Path, path: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", "verify"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(path), "DISCORD_TOKEN": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def play_on(service: Service, position: Position, turn: int) -> Position:
    """Make a play every other turn if there is one, else the advance if there is one; take some moves back."""
    version, plays, advance = position.stored.version, position.plays(), position.advance()
    text = plays[0][0] if plays and (turn % 2 or advance is None) else (advance or ("", None))[0]
    position = await service.move(OWNER, position.id, version, text)
    if turn % 5 == 0 and not position.over:
        position = await service.undo(OWNER, position.id, version + 1)
    return position


async def fill(path: Path) -> None:
    """Store games of each kind: new, played with undos, over, resigned, imported from a deal given by its cards."""
    async with await Database.open(path) as database:
        service = Service(Games(database), Clock())
        for name, game in games().items():
            for options in (game.option_sets()[0], game.option_sets()[-1]):
                given = {key: str(value) for key, value in options.items()}
                await service.start(OWNER, HERE, name, given)
                position = await service.start(OWNER, HERE, name, given, "played")
                for turn in range(400):
                    if position.over:
                        break
                    position = await play_on(service, position, turn)
                given_up = await service.start(OWNER, HERE, name, given, "given up")
                await service.advance(OWNER, given_up.id, 1)
                await service.resign(OWNER, given_up.id, 2)
                wind = game.pack if game.has_wind else None
                record = make_record(game, options, game.deal_from_cards(game.pack, wind))
                await service.take_over(OWNER, HERE, record)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "games.db"
    asyncio.run(fill(path))
    return path


@pytest.fixture
def path(filled: Path, tmp_path: Path) -> Path:
    """A database of its own for each test."""
    return Path(shutil.copy(filled, tmp_path))


def changed(path: Path, statement: str, *values: object) -> list[str]:
    """Return what is found wrong after a change that no program of ours would make."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement, values)
        connection.commit()
    return list(wrong_games(path))


async def test_games_that_were_played_follow_also_while_the_bot_plays_on(path: Path, tmp_path: Path) -> None:
    async with await Database.open(path) as database:
        service = Service(Games(database), Clock())
        done = await asyncio.to_thread(verify, tmp_path, path)
        assert (done.returncode, done.stdout) == (0, "")
        assert "every game follows" in done.stderr
        position = await service.start(OWNER, HERE, "sun", {})
        told: list[tuple[int, int]] = []
        looked = wrong_games(path, lambda done, count: told.append((done, count)))
        await service.advance(OWNER, position.id, 1)
        assert list(looked) == []
        assert told[-1] == (position.id, position.id)


def one(path: Path, condition: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (number,) = connection.execute(f"SELECT MIN(id) FROM games WHERE {condition}").fetchone()
    assert number is not None
    return int(number)


@pytest.mark.parametrize(
    ("change", "which", "said"),
    [
        ("game = 'chess'", "1", "there is no game 'chess'"),
        ("rules = 9", "1", "version 9 of the rules"),
        ("options = 'none'", "1", "options are no JSON object"),
        ("options = '[]'", "1", "options are no JSON object"),
        ("options = '{}'", "1", "options are not written as"),
        ('options = \'{"piles": "9"}\'', "game = 'pyramid'", "piles is one of 1, 3, not '9'"),
        ("seed = ''", "seed IS NOT NULL", "a seed has 1 to 64 characters"),
        ("seed = 'another'", "game = 'pyramid' AND status = 'lost'", "move .*, can't be made|moves lead to"),
        ("cards = 'AS'", "cards IS NOT NULL", "cards, not 1"),
        ("cards = 'ZZ'", "cards IS NOT NULL", "'ZZ' is not a card"),
        ("move_count = 99", "1", "kept as having 99 moves, but there are"),
        ("version = 1", "status = 'lost'", "out of order; its version is 1, but it was changed"),
        ("version = 1", "status = 'resigned'", "its version is 1"),
        ("undo_count = 900", "1", "it was changed 900 times or more"),
        ("status = 'won'", "status = 'lost'", "kept as won, but its moves lead to lost"),
        ("status = 'resigned'", "status = 'lost'", "kept as resigned, but its moves lead to lost"),
        ("status = 'won', ended_at = 5", "status = 'playing'", "kept as won, but its moves lead to playing"),
        ("status = 'playing', ended_at = NULL, score = NULL, progress = NULL", "status = 'lost'", "lead to lost"),
        ("score = score + 1", "status = 'resigned'", r"its score is kept as \d+, but its moves lead to \d+"),
        ("progress = NULL", "status = 'lost'", "its progress is kept as None"),
    ],
)
async def test_what_does_not_follow_is_told_in_one_line_of_its_own(
    path: Path, change: str, which: str, said: str
) -> None:
    number = one(path, which)
    (line,) = changed(path, f"UPDATE games SET {change} WHERE id = ?", number)
    assert line.startswith(f"game {number}: ")
    assert re.search(said, line), line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("move = 'KS+KS' WHERE ply = 1", "move 1, 'KS.KS', can't be made: "),
        ("move = 'DRAW' WHERE ply = 1", "move 1 is written 'DRAW', not draw"),
        ("ply = 700 WHERE ply = 1", "not numbered from 1 without gaps"),
        ("press = 1 WHERE ply = 1", "requests are out of order"),
        ("press = 9000 WHERE ply = 1", "requests are out of order"),
    ],
)
async def test_moves_that_do_not_follow_are_told_by_their_number(path: Path, change: str, said: str) -> None:
    number = one(path, "game = 'sultan' AND status = 'resigned'")
    (line,) = changed(path, f"UPDATE moves SET {change} AND game_id = ?", number)
    assert re.search(said, line), line


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE results SET score = score + 1", r"its result has score \d+, but the game leads to \d+"),
        ("UPDATE results SET won = 1 - won", "its result has won 1, but the game leads to 0"),
        ("UPDATE results SET moves = 3", "its result has moves 3"),
        ("UPDATE results SET seconds = 99", "its result has seconds 99"),
        ("UPDATE results SET day = '2026-11-30'", "its result has day 2026-11-30"),
        ("UPDATE results SET counted_on = '2026-11-30'", "its result has counted_on 2026-11-30"),
        ("UPDATE results SET owner_id = 8", "its result has owner_id 8"),
        ("UPDATE results SET counts = 1", "its result counts for boards of solo games, but the game does not"),
        ("DELETE FROM results", "it has no result"),
    ],
)
async def test_a_result_that_does_not_follow_from_its_game_is_told(path: Path, change: str, said: str) -> None:
    number = one(path, "status = 'lost' AND origin = 'chosen'")
    line, *_ = changed(path, f"{change} WHERE game_id = ?", number)
    assert line.startswith(f"game {number}: ")
    assert re.search(said, line), line


async def test_a_game_under_way_has_no_result(path: Path) -> None:
    over, number = one(path, "status = 'lost' AND origin = 'chosen'"), one(path, "status = 'playing'")
    lines = changed(path, "UPDATE results SET game_id = ? WHERE game_id = ?", number, over)
    assert sorted(lines) == sorted([f"game {over}: it has no result", f"game {number}: it has a result, but goes on"])


@pytest.fixture
async def counted(tmp_path: Path) -> Path:
    """A database with dailies of three days up to TODAY, and a solo game of the day before it."""
    path = tmp_path / "counted.db"
    for ago, won in ((3, False), (2, True), (1, True)):
        day = str(TODAY - timedelta(days=ago))
        await play_over(path, OWNER, 100 * ago, won=won, day=day, at=begins(day) + 1)
    await play_over(path, OWNER, 900, won=True, game="sultan", at=begins(str(TODAY)) - 1)
    assert tallies_told(path) == []
    return path


def tallies_told(path: Path, statement: str = "", today: date = TODAY) -> list[str]:
    """Return what is told of tallies after a change; these games are made up, so nothing is said of them here."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    return [line for line in wrong_games(path, today=today) if line.startswith("player")]


@pytest.mark.parametrize(
    ("period", "words"),
    [
        ("a", "all time"), ("m2026-11", "2026-11"), ("w2026-11-23", "week from 2026-11-23"),
        ("w2026-11-30", "week from 2026-11-30"), ("d2026-11-29", "2026-11-29"), ("d2026-11-30", "2026-11-30"),
        ("d2026-12-01", "2026-12-01"),
    ],
)  # fmt: skip
async def test_numbers_on_leaderboards_of_any_period_that_do_not_follow_are_told(
    counted: Path, period: str, words: str
) -> None:
    # Seen from the first of December, the week and the month of the days before are still kept.
    where = f"WHERE period = '{period}' AND board = 'points' AND game = 'sun'"
    follows = {
        "a": 600,
        "m2026-11": 600,
        "w2026-11-23": 500,
        "w2026-11-30": 100,
        "d2026-11-29": 200,
        "d2026-11-30": 100,
    }
    lines = tallies_told(counted, f"UPDATE tallies SET value = 5 {where}")
    gone = tallies_told(counted, f"DELETE FROM tallies {where}")
    if period not in follows:
        assert (lines, gone) == ([], [])
        (line,) = tallies_told(counted, f"INSERT INTO tallies VALUES ('{period}', 'points', 'sun', {OWNER}, 0, 5)")
        assert line == f"player {OWNER}: points of sun, {words}, is kept as 5, but the results lead to nothing"
        return
    told = f"player {OWNER}: points of sun, {words}, is kept as"
    assert lines == [f"{told} 5, but the results lead to {follows[period]}"]
    assert gone == [f"{told} nothing, but the results lead to {follows[period]}"]


async def test_periods_that_are_long_over_are_left_aside_and_those_that_cannot_be_are_told(counted: Path) -> None:
    later = TODAY + timedelta(days=1)
    assert tallies_told(counted, "UPDATE tallies SET value = 5 WHERE period = 'd2026-11-28'", later) == []
    (line,) = tallies_told(counted, f"INSERT INTO tallies VALUES ('m2027-01', 'wins', '', {OWNER}, 0, 5)", later)
    assert line == f"player {OWNER}: wins of all games, 2027-01, is kept as 5, but the results lead to nothing"


async def test_streaks_that_the_results_do_not_lead_to_are_told(counted: Path) -> None:
    lines = tallies_told(counted, "UPDATE tallies SET value = value + 1 WHERE board = 'streaks' AND game = ''")
    assert {line.split(", ")[1] for line in lines} == {
        "week from 2026-11-30", "2026-11", "all time", "2026-12-01", "week from 2026-11-23",
    }  # fmt: skip
    assert all(line.startswith(f"player {OWNER}: streaks of all games, ") for line in lines)


async def test_people_who_are_shown_against_their_wish_are_told(counted: Path) -> None:
    await hidden(counted, OWNER)
    assert tallies_told(counted) == []
    (line,) = tallies_told(counted, "UPDATE tallies SET hidden = 0 WHERE period = 'a' AND board = 'wins'")
    assert line == f"player {OWNER}: is shown on leaderboards, but wishes to be hidden"
    (line,) = tallies_told(counted, "UPDATE people SET hidden = 0")
    assert line == f"player {OWNER}: is hidden on leaderboards without wishing it"


async def test_proofs_of_the_pool_that_do_not_win_are_told(path: Path) -> None:
    deals = winnable(2)
    await stock(path, (deals[0], "hard"), (deals[1], None))
    assert list(wrong_games(path)) == []
    for change, said in (
        ("proof = 'draw'", "its proof does not win it"),
        ("proof = 'KS+KS draw'", r"in its proof 'KS\+KS' can't be made: "),
        ("proof = 'no moves'", "in its proof 'no' can't be made: "),
        ("options = '[]'", "its options are no JSON object"),
        ("seed = ''", "a seed has 1 to 64 characters"),
        ("game = 'chess'", "there is no game 'chess'"),
    ):
        (line,) = changed(path, f"UPDATE pool SET {change} WHERE id = 1")
        assert re.match(f"deal 1 of the pool: {said}", line), line


async def test_a_game_that_is_kept_as_another_deal_is_told(path: Path) -> None:
    number = one(path, "1")
    (line,) = changed(path, "UPDATE games SET deal = '0' WHERE id = ?", number)
    assert line == f"game {number}: its cards are not those of the deal that it is kept as"


async def test_the_command_prints_a_line_a_game_and_fails(path: Path, tmp_path: Path) -> None:
    changed(path, "UPDATE games SET score = 999 WHERE status = 'resigned'")
    done = verify(tmp_path, path)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2 * len(games())
    assert f"{2 * len(games())} games do not follow" in done.stderr


def test_a_database_that_cannot_be_looked_through_is_told_and_not_made(tmp_path: Path) -> None:
    text, older = tmp_path / "text.db", tmp_path / "older.db"
    text.write_bytes(b"no database" * 200)
    with closing(sqlite3.connect(older, isolation_level=None)) as connection:
        upgrade(connection, migrations()[:1])
    before = sorted(tmp_path.iterdir())
    for path, said in ((tmp_path / "missing.db", "no database"), (text, "not a database"), (older, "upgrade")):
        done = verify(tmp_path, path)
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(f"The games can't be verified: .*{said}.*\n", done.stderr), done.stderr
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_where_nothing_can_be_printed_it_is_told_in_a_sentence(path: Path, tmp_path: Path) -> None:
    changed(path, "UPDATE games SET score = 999 WHERE status = 'resigned'")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", "verify"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(path), "DISCORD_TOKEN": ""},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert re.fullmatch(r"The games can't be verified: the output cannot be written \([^\n]+\)\n", done.stderr)
