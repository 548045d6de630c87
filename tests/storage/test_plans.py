"""Nothing that people ask of results and standings reads a whole table: all of it goes along indexes."""

import re
import sqlite3
from datetime import date

from storage.database import Database
from storage.people import People
from storage.privacy import Privacy
from storage.results import Results
from storage.standings import Question, Standings
from storage.statistics import Statistics
from storage.table_history import TableHistory

TABLES = ("games", "moves", "results", "people", "members", "tallies", "tables", "seats", "movers", "invitations")
DAY = date(2026, 11, 30)


async def test_every_question_is_answered_along_an_index(database: Database) -> None:
    asked: list[str] = []
    await database.read(lambda connection: connection.set_trace_callback(asked.append))
    results, people, standings = Results(database), People(database), Standings(database)
    statistics = Statistics(database)
    for guild in (None, 7):
        for number in (0, 3):
            await standings.page(Question("wins", "", "all", DAY, guild, 1, number))
        await results.standings("sun", "2026-11-30", 3, guild)
        await people.is_noted(1, "name", guild, 5)
    await results.get(1)
    await results.of(1, 10, 20)
    await statistics.summaries(1)
    for game, options in ((None, None), ("sun", None), ("sun", "{}")):
        await statistics.by_day(1, game, options)
        await statistics.last(1, 5, game, options)
        await statistics.streaks(1, DAY, game)
    for game in ("", "sun"):
        await statistics.dailies(1, DAY, game)
        await statistics.solo(1, DAY, game)
    await people.is_hidden(1)
    await people.name(1)

    history, privacy = TableHistory(database), Privacy(database)
    await history.of(1, 10, 20)
    await history.of(1, 10, kind="race")
    await history.summaries(1)
    await history.races([1, 2])
    await history.shared_games(1, 10)
    await history.of_game(1)
    await privacy.kept(1)
    await privacy.seats(1, 10, 20)
    await privacy.invitations(1)

    def plans(connection: sqlite3.Connection) -> list[str]:
        connection.set_trace_callback(None)
        return [
            f"{step} for {statement}"
            for statement in asked
            if statement.startswith(("SELECT", "WITH"))
            for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}")
        ]

    found = await database.read(plans)
    assert len(found) > 20
    assert [plan for plan in found if re.match(rf"SCAN ({'|'.join(TABLES)})\b", plan)] == []
