"""The rules of tables, in pages: what ``rules``, ``lobbies`` and the ends of tables hold to, in words."""

from __future__ import annotations

from typing import Final

from bot.tables.clocks import clocks_in_words
from bot.tables.lobbies import WAITING
from bot.tables.rules import MISSES, bonus_of
from engine.game import games
from engine.words import Translate, mark
from storage.table_ends import LEAST_GAINED
from storage.table_rows import LEAST_SEATS, MOST_SEATS

_OPENING: Final = (
    mark(
        "**Tables**: a patience for several people, from {least} to {most}. They play one game in turns, or race on "
        "the same deal."
    ),
    mark(
        "**1. The lobby**\n"
        "`/table open` opens a table in a channel of a server, and whoever opens it is its host. Everybody may take a "
        "free seat with *Join* and give it up with *Leave*. The host begins with *Start*, as soon as two are seated, "
        "or calls it off with *Cancel*. A lobby that nobody has started after {minutes} minutes expires. When the "
        "host leaves, the next in order is host. You can sit at several tables, and play games of your own meanwhile."
    ),
    mark(
        "**2. Invitations**\n"
        "Whoever sits in a lobby may invite others, with *Invite* or `/table invite`. An invitation keeps no seat, and "
        "who declines is not invited to that table again, nor by the same person to another for an hour. It ends with "
        "the lobby."
    ),
    mark(
        "**3. The deal**\n"
        "The bot chooses a deal that can be won and that nobody at the table has had, if it finds one in time. A host "
        "who names a deal may know its cards: the table says so, and does not count."
    ),
)

_TURNS: Final = (
    mark(
        "**4. In turns**\n"
        "There is one board, and only whoever is in turn moves on it. A play after which more cards are done (the "
        "board says how many are) is a gain: it counts for whoever makes it, and the turn goes on. Other plays, which "
        "leave that number as it is, gain nothing, and the turn goes on as well."
    ),
    mark(
        "**5. The next player**\n"
        "To turn or deal cards hands the turn on, and so does *Pass*: what you turn over is the next player's to use. "
        "When all pass, one after the other, and nobody has gained or turned a card in between, the next cards are "
        "turned by themselves; with none left to turn, the game ends. A message calls whoever is in turn; *Pings* "
        "spares you that, and once more pressed brings it back."
    ),
    mark(
        "**6. The clock**\n"
        "The host chooses how long a turn may take: {clocks}. A gain starts it anew, other plays don't. When it runs "
        "out, that is a pass, and so is leaving in your turn. Whoever lets it run out {misses} times in a row loses "
        "their seat, and may sit down again."
    ),
    mark(
        "**7. Undo**\n"
        "Whoever is in turn may take back their own last play of this turn, if it has turned no card. What it had "
        "gained goes, and the clock is as it was before."
    ),
    mark(
        "**8. The end**\n"
        "The game ends when it is won or lost, when all have passed and nothing is left to turn, or when nobody is "
        "left. The ranking is by cards gained. The winning move brings a bonus, a tenth of all cards of the game, "
        "rounded up: {bonuses}. Who has gained as much shares the place."
    ),
)

_RACE: Final = (
    mark(
        "**9. A race**\n"
        "All get the same deal, each on a board that they alone see: *My board* below the race's message opens it, as "
        "often as you like. That message shows how far everybody is, not their boards."
    ),
    mark(
        "**10. What is ranked**\n"
        "A race is ranked as the daily challenge: by score, then fewer moves, then less time. There are no hints, and "
        "nothing is taken back that has turned a card. It ends when all are done or when the time is up: {clocks}. "
        "Until then nobody is told anything of the deal."
    ),
    mark(
        "**11. Leaving and ending**\n"
        "Whoever has a seat may leave. The host may end a table that is under way, and so may those who may manage "
        "messages in its channel, with *End table* or `/table end`. Who is left alone may go on, or end it. When it is "
        "over, a new message says so and leads to the result; it pings nobody. *Rematch* opens a lobby with those who "
        "were still seated, the order shifted by one."
    ),
    mark(
        "**12. What counts**\n"
        "Each table that is played to its end counts for the statistics and the leaderboard of tables, if the bot "
        "chose its deal and at least {people} people have gained something. One that the host or somebody else has "
        "ended before does not."
    ),
)

_GUIDE: Final = (_OPENING, _TURNS, _RACE)


def guide(translate: Translate) -> tuple[str, ...]:
    """Return the pages, each a message's text of at most 2,000 characters."""
    bonuses = ", ".join(f"{translate(game.title)} {bonus_of(game.total)}" for game in games().values())
    told: dict[str, str | int] = {
        "least": LEAST_SEATS,
        "most": MOST_SEATS,
        "minutes": WAITING // 60_000,
        "misses": MISSES,
        "bonuses": bonuses,
        "people": LEAST_GAINED,
    }
    pages = []
    for page, clocks in zip(
        _GUIDE, ("", *(clocks_in_words(kind, translate) for kind in ("turns", "race"))), strict=True
    ):
        pages.append("\n\n".join(translate(one).format(**told, clocks=clocks) for one in page))
    return tuple(pages)
