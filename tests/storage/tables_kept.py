"""Tables put into a database, with whatever people are to have gained at them."""

from dataclasses import replace

from storage.database import Database
from storage.games import Games
from storage.rows import Ending, NewGame
from storage.table_rows import HowEnded, NewTable, Seat, Step, Table
from storage.tables import Tables

NEW = NewTable(
    kind="turns",
    guild_id=1,
    channel_id=2,
    locale="en-US",
    host_id=1,
    game="sun",
    options="{}",
    rules=1,
    most_seats=8,
    clock=60,
)


async def begun(
    database: Database, new: NewTable, people: tuple[int, ...], seed: str, at: int, cards: str = "AS"
) -> Table:
    """Return a table under way at which these people sit, on a deal; the first of them is host and in turn."""
    tables = Tables(database)
    seats = [Seat(user_id=user, position=place) for place, user in enumerate(people)]
    lobby = await tables.open(replace(new, host_id=people[0]), at + 1000, at, seats)
    after = replace(
        lobby, state="playing", seed=seed, cards=cards, deal=f"deal of {seed}", started_at=at, moment=1,
        turn=people[0] if new.kind == "turns" else None, turn_number=1, deadline=at + new.clock * 1000,
    )  # fmt: skip
    game = NewGame(owner_id=people[0], game=new.game, options=new.options, rules=1, seed=seed, deal=f"deal of {seed}")
    return await tables.start(lobby, after, game, at)


async def played(database: Database, table: Table, user: int, moves: tuple[str, ...], gain: int, at: int) -> Table:
    """Let somebody make moves in turns that gain so many cards."""
    seats = tuple(replace(seat, gained=seat.gained + gain * (seat.user_id == user)) for seat in table.seats)
    after = replace(table, seats=seats, mover_id=user, moment=table.moment + 1)
    return await Tables(database).save(table, after, at, Step(moves=moves, mover_id=user))


async def ended(
    database: Database, table: Table, how: HowEnded, at: int, bonus: dict[int, int] | None = None, by: int | None = None
) -> Table:
    """End a table in turns; some have a bonus."""
    seats = tuple(replace(seat, bonus=(bonus or {}).get(seat.user_id, 0)) for seat in table.seats)
    after = replace(table, seats=seats, state="over", ending=how, ended_by=by, ended_at=at, turn=None, deadline=None)
    return await Tables(database).save(table, after, at, Step(ending=Ending(status="lost", score=1, progress=1)))


async def raced(database: Database, table: Table, scores: dict[int, int], at: int) -> Table:
    """End the boards of a race with these scores; the score is also what was gained."""
    games = Games(database)
    for seat in table.seats:
        if seat.user_id in scores and seat.game_id is not None:
            score = scores[seat.user_id]
            await games.resign(seat.game_id, 1, at, score=score, progress=score)
    return await Tables(database).get(table.id)
