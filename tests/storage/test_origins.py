"""Whose choice a deal was, and whether its player had met it before; games that come with their moves."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.database import Database
from storage.deals import fingerprint
from storage.games import Games
from storage.rows import Ending, NewGame, Origin
from storage.schema import migrations, upgrade

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")
CARDS = replace(NEW, seed=None, cards="AS 2S", wind="2S AS")


@pytest.mark.parametrize("origin", ["bot", "chosen", "imported", "seen"])
@pytest.mark.parametrize("new", [NEW, CARDS])
async def test_a_deal_met_for_the_first_time_keeps_its_origin(games: Games, new: NewGame, origin: Origin) -> None:
    assert (await games.start(replace(new, origin=origin), 1)).origin == origin


@pytest.mark.parametrize("new", [NEW, CARDS, replace(CARDS, wind=None)])
async def test_a_deal_that_its_owner_has_met_is_marked_as_seen_whatever_the_options(games: Games, new: NewGame) -> None:
    await games.start(new, 1)
    for origin in ("bot", "chosen", "seen"):
        again = await games.start(replace(new, origin=origin, options='{"stages": "1"}'), 2)
        assert again.origin == "seen"
    assert (await games.start(replace(new, origin="imported"), 3)).origin == "imported"


async def test_another_player_kind_or_deal_makes_nothing_seen(games: Games) -> None:
    await games.start(NEW, 1)
    await games.start(CARDS, 1)
    for other in (
        replace(NEW, owner_id=2),
        replace(NEW, game="sultan"),
        replace(NEW, seed="t"),
        replace(CARDS, cards="2S AS"),
    ):
        assert (await games.start(other, 2)).origin == "bot"


async def test_the_same_cards_are_the_same_deal_whatever_the_wind_and_whatever_names_them(games: Games) -> None:
    await games.start(CARDS, 1)
    for other in (
        replace(CARDS, wind="AS 2S"),
        replace(CARDS, wind=None),
        replace(NEW, deal=fingerprint("sun", "AS 2S")),
    ):
        assert (await games.start(other, 2)).origin == "seen"


@pytest.mark.parametrize("status", [None, "won", "lost", "resigned"])
async def test_a_game_that_comes_with_its_moves_is_as_if_each_had_been_a_request(
    games: Games, status: str | None
) -> None:
    ending = None if status is None else Ending(status=status, score=5, progress=3)  # type: ignore[arg-type]
    brought = await games.start(replace(NEW, origin="imported"), 500, ("a", "b", "c"), ending)
    played = await games.start(NEW, 500)
    for move in ("a", "b", "c"):
        last = ending if move == "c" and status != "resigned" else None
        played = await games.append(played.id, played.version, [move], last, 500)
    if status == "resigned":
        played = await games.resign(played.id, played.version, 500, score=5, progress=3)
    assert replace(brought, id=0, touched_at=0, origin="bot") == replace(played, id=0, touched_at=0, origin="bot")
    if status is None:
        back = await games.take_back(brought.id, brought.version, 600)
        assert back.moves == ("a", "b")


async def test_the_last_touched_game_is_found_finished_or_not(games: Games) -> None:
    there = await games.start(replace(NEW, channel_id=2), 1)
    here = await games.start(replace(NEW, channel_id=1), 2)
    ended = await games.start(replace(NEW, channel_id=1), 3, ("a",), Ending(status="lost"))
    assert await games.current(1, 1) == here
    assert await games.current(1, 1, finished=True) == ended
    assert await games.current(1, 2, finished=True) == there
    assert await games.current(1, 9, finished=True) == ended
    assert await games.current(7, 1, finished=True) is None


async def test_games_from_before_origins_were_kept_get_theirs(path: Path) -> None:
    rows = [("a", 1), ("b", 0), ("b", 0), ("a", 1), ("c", 0)]
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        upgrade(older, migrations()[:1])
        for seed, chosen in rows:
            older.execute(
                "INSERT INTO games (owner_id, game, options, rules, seed, chosen, version, move_count, undo_count,"
                " status, started_at, touched_at) VALUES (1, 'sun', '{}', 1, ?, ?, 1, 0, 0, 'playing', 1, 1)",
                (seed, chosen),
            )
        older.execute("INSERT INTO moves (game_id, ply, press, move, made_at) VALUES (3, 1, 2, 'next', 5)")
    async with await Database.open(path) as database:
        found = [await Games(database).get(number) for number in range(1, 6)]
    assert [game and game.origin for game in found] == ["chosen", "bot", "seen", "seen", "bot"]
    assert [game and game.moves for game in found] == [(), (), ("next",), (), ()]
