"""Six people who play the dailies of two servers, day after day: what they do is by chance, the same at every run."""

from __future__ import annotations

import asyncio
import contextlib
import random
import textwrap
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.announcer import Announcer
from bot.client import PatienceClient
from bot.dailies import SECRET, seed_of
from bot.days import DAY, after, begins, number_of
from engine.game import games
from engine.solve import solve
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_IDS
from playground.wire import MEMBER_PERMISSIONS, Permission
from storage.database import Database
from tests.bot.daily.recount import GAMES
from tests.bot.days import Days, daily_bot

KEY: Final = "a year of dailies, which are the same at every run"
GUILDS: Final = {"": GUILD_IDS[0], "Garden/": GUILD_IDS[1]}
"""The servers by what stands before their channels' names."""
OWNERS: Final = {"": "Ana", "Garden/": "Boris"}
AT_HOME: Final[Mapping[str, tuple[str, ...]]] = {
    "Ana": ("",),
    "Boris": ("Garden/",),
    "Carla": ("",),
    "Dan": ("Garden/",),
    "Elena": ("", "Garden/"),
    "Felix": ("", "Garden/"),
}
"""In which of them people play."""
CHANNELS: Final = ("patience", "lobby")
WINNABLE: Final = ("sultan", "sun")
MOVES_LENGTH: Final = 400
"""How many characters of moves the bot takes at once."""
TIMES: Final = (0, DAY // 2, DAY - 1)
"""When things are done on a day: midnights are the moments to watch."""
HELD: Final = 3600.0
"""For how many seconds a request is held, unless it is let go before."""
IN_WORDS: Final = MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES
"""What the bot may do on most days: boards are told in words, which is quick."""

Deed: TypeAlias = Callable[[], Awaitable[None]]


async def set_secret(file: Path) -> None:
    """Have the deals of the days follow from the KEY."""
    async with await Database.open(file) as database:
        await database.write(
            lambda connection: (
                connection.execute("INSERT INTO secrets (name, value) VALUES (?, ?)", (SECRET, KEY)).rowcount
            )
        )


class Year:
    """The people, the bot and the servers, from day to day."""

    def __init__(self, playground: Playground, file: Path, days: Days, people: Mapping[str, Person]) -> None:
        self.playground = playground
        self.file = file
        self.days = days
        self.people = people
        self.done: Counter[str] = Counter()
        self.hidden: set[str] = set()
        self.announced_in = dict.fromkeys(GUILDS, "lobby")
        self._rng = random.Random(12)
        self._planned: defaultdict[int, list[tuple[str, Deed]]] = defaultdict(list)
        self._running: contextlib.AsyncExitStack | None = None
        self._bot: PatienceClient | None = None

    @property
    def bot(self) -> PatienceClient:
        """The bot that runs now."""
        assert self._bot is not None
        return self._bot

    async def start(self) -> None:
        """Start the bot."""
        self._running = contextlib.AsyncExitStack()
        self._bot = await self._running.enter_async_context(daily_bot(self.playground, self.file, self.days))

    async def stop(self) -> None:
        """Stop the bot."""
        if self._running is not None:
            await self._running.aclose()
            self._running = self._bot = None

    def pictures(self, *, shown: bool) -> None:
        """Let the bot show pictures, or nowhere."""
        for channel in self.playground.world.guild_channels():
            self.playground.set_bot_permissions(channel.id, MEMBER_PERMISSIONS if shown else IN_WORDS)

    async def choose_channels(self) -> None:
        """Have both servers announce the days."""
        for guild, owner in OWNERS.items():
            await self._set_channel(guild, owner)

    async def live(self, *, all_day: bool) -> None:
        """Let a day pass up to its last millisecond; with `all_day` everybody plays all games."""
        day = self.days.today
        for name in self.people:
            for game in GAMES if all_day else self._rng.sample(GAMES, self._rng.random() < 0.35):
                self._plan(day, name, game)
        for time in TIMES:
            self.days.to(max(self.days.now(), begins(day) + time))
            deeds = self._planned.pop(begins(day) + time, [])
            await asyncio.gather(*(self._one_by_one(name, deeds) for name in self.people))

    async def midnight(self) -> None:
        """Let the next day begin; the bot may stop before and start after it, or crash while it announces the day."""
        match self._rng.choices(["on", "restart", "crash"], [40, 5, 2])[0]:
            case "on":
                self.days.midnight()
            case "restart":
                await self.stop()
                self.days.midnight(self._rng.choice([0, 0, 1, 90]))
                await self.start()
                self.done["restarted"] += 1
            case "crash":
                await self._crash_at_midnight()
        await asyncio.gather(*(self._look() for _ in range(2)))
        await self.bot.challenge.prepare()
        self.done["closed"] += await self.bot.challenge.close_overdue()

    async def announced(self) -> None:
        """Hold that today was announced once in each server, where it wants that, and that people see it."""
        title = f"**Daily challenge {number_of(self.days.today)}** · {self.days.today}"
        for guild, number in GUILDS.items():
            where = self.announced_in[guild]
            reader = self.people[OWNERS[guild]]
            await reader.sees(lambda message: message.content.startswith(title), channel=guild + where)
            posted = [
                channel.name
                for channel in self.playground.world.guild_channels(number)
                for message in self.playground.world.messages(channel.id)
                if message.content.startswith(title)
            ]
            assert posted == [where], self.days.words()

    def announcements(self) -> dict[str, Counter[str]]:
        """Return for each server how often each day was announced in it, by the first lines of the messages."""
        return {
            guild: Counter(
                message.content.splitlines()[0]
                for channel in self.playground.world.guild_channels(number)
                for message in self.playground.world.messages(channel.id)
            )
            for guild, number in GUILDS.items()
        }

    async def _look(self) -> None:
        await Announcer(self.bot, self.bot.announcements).look()

    async def _crash_at_midnight(self) -> None:
        """End the bot while it posts: before the messages arrive, or before it hears of them, or they never do."""
        faults = self.playground.faults
        path, how = "/channels/*/messages", self._rng.choice(["late", "unanswered", "lost"])
        if how == "lost":
            faults.refuse(path, 503, method="POST", times=len(GUILDS), after=HELD)
        else:
            faults.slow(path, HELD, method="POST", times=len(GUILDS), carried_out=how == "unanswered")
        self.days.midnight()
        looking = asyncio.create_task(self._look())
        await faults.held(len(GUILDS))
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        await self.stop()
        faults.clear()
        self.days.to(self.days.now() + self._rng.choice([0, 10]) * 60_000)
        await self.start()
        self.done[f"crashed, {how}"] += 1

    async def _one_by_one(self, name: str, deeds: list[tuple[str, Deed]]) -> None:
        for whose, deed in deeds:
            if whose == name:
                await deed()

    def _plan(self, day: str, name: str, game: str) -> None:
        """Have somebody play a game on a day, and end it one way or another, or not at all."""
        begin = self._rng.choice(TIMES)
        ways = ["resigned", "late", "left", "won" if game in WINNABLE else "resigned"]
        if len(AT_HOME[name]) > 1:
            ways.append("in two servers")
        way = self._rng.choice(ways)
        presses = self._rng.randrange(3)
        guild = self._rng.choice(AT_HOME[name])
        otherwise_in = guild + self._rng.choice(CHANNELS)
        by_button = self._rng.random() < 0.3
        late = begins(after(day)) + self._rng.choice(TIMES)
        meanwhile = self._meanwhile(name)
        person = self.people[name]

        async def play() -> None:
            board, channel = await self._open(person, game, guild, by_button=by_button, otherwise_in=otherwise_in)
            self.done[way] += 1
            texts = winning_texts(day, game) if way == "won" else []
            if texts:
                *some, last = texts
                for text in some:
                    await person.command("move", move=text, in_channel=channel)
                _, won = await asyncio.gather(meanwhile(), person.command("move", move=last, in_channel=channel))
                assert "**Won" in won.content
                return
            if way == "in two servers":
                other = next(one for one in AT_HOME[name] if one != guild)
                again = await person.command("daily", game=game, in_channel=other + "lobby")
                questions = [await person.press(one, "Resign") for one in (board, again)]
                await asyncio.gather(meanwhile(), *(person.press(one, "Resign this game") for one in questions))
                return
            for _ in range(presses):
                board = await _press_on(person, board)
            if way in ("resigned", "won"):
                question = await person.press(board, "Resign")
                await asyncio.gather(meanwhile(), person.press(question, "Resign this game"))
            elif way == "late":
                self._planned[late].append((name, lambda: _resign(person, board)))

        self._planned[begins(day) + begin].append((name, play))

    def _meanwhile(self, name: str) -> Deed:
        """Return what is done at the moment that somebody's game ends: settings are changed, or nothing is."""
        chance = self._rng.random()
        guild = self._rng.choice(list(GUILDS))
        self_hiding = self._rng.random() < 0.3

        async def settings() -> None:
            await asyncio.gather(self._set_channel(guild, OWNERS[guild]), self._hide(name, hidden=self_hiding))
            self.done["settings meanwhile"] += 1

        async def nothing() -> None:
            pass

        return settings if chance < 0.1 else nothing

    async def _set_channel(self, guild: str, owner: str) -> None:
        where = self._where_next(guild)
        told = await self.people[owner].command(
            "settings daily-channel", in_channel=guild + "lobby", channel=guild + where
        )
        assert "is announced in" in told.content
        self.announced_in[guild] = where

    def _where_next(self, guild: str) -> str:
        return CHANNELS[1 - CHANNELS.index(self.announced_in[guild])]

    async def _hide(self, name: str, *, hidden: bool) -> None:
        await self.people[name].command("privacy others", see="hidden" if hidden else "shown")
        (self.hidden.add if hidden else self.hidden.discard)(name)

    async def _open(
        self, person: Person, game: str, guild: str, *, by_button: bool, otherwise_in: str
    ) -> tuple[SeenMessage, str]:
        """Open today's daily, by the button of the announcement or the command; return the board and the channel."""
        title = f"**Daily challenge {number_of(self.days.today)}**"
        for channel in (guild + name for name in CHANNELS if by_button):
            for message in person.messages(channel):
                if message.content.startswith(title):
                    return await person.press(message, f"daily:{game}:{self.days.today}"), channel
        return await person.command("daily", game=game, in_channel=otherwise_in), otherwise_in


async def _press_on(person: Person, board: SeenMessage) -> SeenMessage:
    """Press the first button that plays."""
    playing = [one for one in board.buttons if one.custom_id.startswith("play:") and not one.disabled]
    return await person.press(board, playing[0].custom_id) if playing else board


async def _resign(person: Person, board: SeenMessage) -> None:
    await person.press(await person.press(board, "Resign"), "Resign this game")


def winning_texts(day: str, name: str) -> list[str]:
    """Return the moves that win a day's deal, as texts of the length that is taken at once; none if it can't be won."""
    game: Any = games()[name]
    state = game.deal(game.deal_from_seed(seed_of(KEY, day, name, 0)), game.read_options({}))
    moves = " ".join(game.format(move) for move in solve(game, state, seconds=60).moves)
    return textwrap.wrap(moves, MOVES_LENGTH, break_on_hyphens=False)


def first_of_month(day: str) -> bool:
    return date.fromisoformat(day).day == 1
