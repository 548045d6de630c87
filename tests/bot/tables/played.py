"""Tables of a bot that is running, played by its use cases alone, on a deal that counts as the bot's."""

from __future__ import annotations

from bot.client import PatienceClient
from bot.new_games import name_of
from engine.cards import cards_text
from engine.game import games
from playground.state import GUILD_ID, PATIENCE_ID
from storage.table_rows import Kind, NewTable, Table


async def begun(bot: PatienceClient, kind: Kind, game: str, *people: int, seed: str = "3") -> Table:
    """Return a table at which these people have begun, the first of them its host."""
    rules = games()[game]
    deal = rules.deal_from_seed(seed)
    new = NewTable(
        kind=kind,
        guild_id=GUILD_ID,
        channel_id=PATIENCE_ID,
        locale="en-US",
        host_id=people[0],
        game=game,
        options="{}",
        rules=1,
        seed=seed,
        cards=cards_text(deal.cards),
        deal=name_of(rules, deal),
        most_seats=8,
        clock=600,
    )
    table = await bot.rooms.lobbies.open(new)
    for person in people[1:]:
        await bot.rooms.lobbies.join(person, table.id)
    return await bot.rooms.lobbies.start(people[0], table.id)


async def move(bot: PatienceClient, table: Table) -> Table:
    """Let whoever is in turn make a play that gains cards, else turn cards, else pass."""
    assert table.turn is not None
    turns, player = bot.rooms.turns, table.turn
    board = await turns.board(table)
    if (play := board.game.next_play(board.state)) is not None:
        table, _ = await turns.pick(player, table.id, table.moment, [board.game.format(play)])
    elif board.advance() is not None:
        table = await turns.advance(player, table.id, table.moment)
    else:
        table = await turns.hand_on(player, table.id, table.moment)
    return table


async def played_out(bot: PatienceClient, game: str, *people: int, seed: str = "3") -> Table:
    """Return a table that these people have played in turns to its end."""
    table = await begun(bot, "turns", game, *people, seed=seed)
    while table.state == "playing":
        table = await move(bot, table)
    return table


async def raced_out(bot: PatienceClient, game: str, *people: int, seed: str = "3") -> Table:
    """Return a race in which the first has gone on longest, the next half as far, and so on."""
    table = await begun(bot, "race", game, *people, seed=seed)
    for number, seat in enumerate(table.seats):
        await go_on(bot, table, seat.user_id, 40 // (number + 1))
        board = await bot.rooms.races.board(seat.user_id, table.id)
        if not board.over:
            await bot.service.resign(seat.user_id, board.id, board.stored.version)
    return await bot.rooms.stored.get(table.id)


async def go_on(bot: PatienceClient, table: Table, user_id: int, moves: int) -> None:
    """Make so many moves on somebody's own board of a race, or fewer if it is over before."""
    for _ in range(moves):
        board = await bot.rooms.races.board(user_id, table.id)
        if board.over:
            return
        move = board.game.next_play(board.state) or board.game.advance(board.state)
        text = board.plays()[0][0] if move is None else board.game.format(move)
        await bot.service.move(user_id, board.id, board.stored.version, text)
