"""People who do whatever comes into their heads, all at once, at a Discord where much goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from engine.game import games
from playground import Playground
from playground.errors import PlaygroundError
from playground.people import MOST
from playground.person import Person, Refused
from playground.seen import SeenMessage
from playground.state import LOBBY_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.history import Shown, shown

PEOPLE = MOST
"""How many people there are: ten."""

PAGES = PEOPLE + 2
"""How many pages are open: two of the people have two each, and get in their own way."""

TEXTS = ("draw", "KS", "9C+4H", "nonsense", "`@everyone`", "draw draw draw", "♠K", "…", "x" * 300, "undo", "redeal")
COMMANDS = ("board", "draw", "undo", "games", "resign", "help", "export", "hint", "analyse")


@dataclass
class Diary:
    """What people did and what came of it; ``boards`` are all that they were shown in answer."""

    done: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    boards: list[Shown] = field(default_factory=list)

    def __str__(self) -> str:
        def told(counter: Counter[str]) -> str:
            return f"{counter.total()} ({', '.join(f'{name} {count}' for name, count in counter.most_common())})"

        return f"actions {told(self.done)}; not answered {told(self.failed)}; faults {told(self.faults)}"


async def crowd(playground: Playground, actions: int, seed: int, *, pause: float = 0.1) -> Diary:
    """Let people do so many things with faults switched on, and return what came of it; faults end with it."""
    diary = Diary()
    left = iter(range(actions))
    async with contextlib.AsyncExitStack() as stack:
        pages = []
        for number in range(PAGES):
            name = playground.world.people[number % len(playground.world.people)].global_name
            pages.append(await stack.enter_async_context(Person(playground.url, name or "", patience=5)))
        gremlin = asyncio.create_task(_gremlin(playground, random.Random(f"{seed} faults"), diary, pause))
        try:
            await asyncio.gather(
                *(_live(page, left, random.Random(f"{seed} {number}"), diary) for number, page in enumerate(pages))
            )
        finally:
            gremlin.cancel()
            await asyncio.gather(gremlin, return_exceptions=True)
            playground.faults.clear()
            for channel in (PATIENCE_ID, LOBBY_ID):
                playground.set_bot_permissions(channel, MEMBER_PERMISSIONS)
    return diary


async def _live(person: Person, left: object, rng: random.Random, diary: Diary) -> None:
    deeds: list[Callable[[Person, random.Random], Awaitable[SeenMessage | None]]] = [
        _play,
        _command,
        _command,
        _move,
        _press,
        _press,
        _press,
        _press,
        _choose,
        _choose,
        _say,
        _suggested,
    ]
    while next(left, None) is not None:  # type: ignore[call-overload]
        deed = rng.choice(deeds)
        name = deed.__name__.strip("_")
        diary.done[name] += 1
        try:
            answer = await deed(person, rng)
        except Refused as error:
            diary.failed[str(error)[:52]] += 1
            with contextlib.suppress(PlaygroundError):
                await person.bot_to_be(online=True)
            continue
        except PlaygroundError as error:
            diary.failed["gone or no answer in sight" if "vain" in str(error) else "not to be pressed"] += 1
            await asyncio.sleep(0.05)
            continue
        board = None if answer is None else shown(answer)
        if board is not None:
            diary.boards.append(board)


def _somewhere(person: Person, rng: random.Random) -> str:
    return rng.choice(["patience", "patience", "lobby", "playground-bot", "friends"])


def _something(person: Person, rng: random.Random) -> SeenMessage | None:
    seen = [
        message
        for channel in ("patience", "lobby", "playground-bot", "friends")
        for message in person.messages(channel)[-8:]
        if message.buttons or message.selects
    ]
    return rng.choice(seen) if seen else None


async def _play(person: Person, rng: random.Random) -> SeenMessage:
    name = rng.choice(list(games()))
    return await person.command("play", in_channel=_somewhere(person, rng), game=name, deal=f"deal {rng.random()}")


async def _command(person: Person, rng: random.Random) -> SeenMessage:
    return await person.command(rng.choice(COMMANDS), in_channel=_somewhere(person, rng))


async def _move(person: Person, rng: random.Random) -> SeenMessage:
    channel, text = _somewhere(person, rng), rng.choice(TEXTS)
    if rng.random() < 0.5:
        offered = await person.autocomplete("move", "move", "", in_channel=channel)
        text = str(rng.choice(offered)[1]) if offered else text
    return await person.command("move", in_channel=channel, move=text)


async def _press(person: Person, rng: random.Random) -> SeenMessage | None:
    message = _something(person, rng)
    if message is None:
        return await _play(person, rng)
    live = [button for button in message.buttons if not button.disabled and button.custom_id]
    return await person.press(message, rng.choice(live).custom_id) if live else None


async def _choose(person: Person, rng: random.Random) -> SeenMessage | None:
    message = _something(person, rng)
    selects = [select for select in message.selects if not select.disabled] if message else []
    if message is None or not selects:
        return await _press(person, rng)
    values = [option.value for option in selects[0].options]
    picks = rng.sample(values, rng.randint(1, min(3, selects[0].max_values, len(values))))
    return await person.choose(message, selects[0].custom_id, *picks)


async def _say(person: Person, rng: random.Random) -> None:
    await person.say(f"{rng.choice(TEXTS)} {rng.random()}", channel=rng.choice(["patience", "lobby"]))


async def _suggested(person: Person, rng: random.Random) -> None:
    await person.autocomplete("move", "move", rng.choice(["", "d", "K", "9C+4H ", "zz"]))


async def _gremlin(playground: Playground, rng: random.Random, diary: Diary, pause: float) -> None:
    paths = ("/interactions/*", "/interactions/*", "/channels/*", "/webhooks/*", "*")
    faults = playground.faults
    while True:
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        path, carried_out = rng.choice(paths), rng.random() < 0.5
        match rng.choice(["429", "5xx", "5xx", "slow", "delete", "delete", "permission", "reconnect", "drop"]):
            case "429":
                faults.refuse(path, 429, times=2, retry_after=rng.choice([0.1, 0.5, 2]))
                diary.faults["429"] += 1
            case "5xx":
                status = rng.choice([500, 502, 503, 504])
                faults.refuse(path, status, times=rng.choice([1, 1, 3]), carried_out=carried_out)
                diary.faults["5xx"] += 1
            case "slow":
                faults.slow(path, rng.choice([0.3, 1, 4]), carried_out=carried_out)
                diary.faults["slow"] += 1
            case "delete":
                posted = [
                    message
                    for channel in list(playground.world.channels)
                    for message in playground.world.messages(channel)[-5:]
                    if message.author == playground.world.bot
                ]
                if posted:
                    faults.delete_message(rng.choice(posted).id)
                    diary.faults["message deleted"] += 1
            case "permission":
                allowed = rng.choice([MEMBER_PERMISSIONS, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES])
                if rng.random() < 0.3:
                    allowed &= ~(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
                playground.set_bot_permissions(rng.choice([PATIENCE_ID, LOBBY_ID]), allowed)
                diary.faults["permission"] += 1
            case "reconnect" if playground.gateway.online:
                faults.ask_to_reconnect()
                diary.faults["reconnect"] += 1
            case "drop" if playground.gateway.online and rng.random() < 0.3:
                # A connection that can't be resumed takes the library five seconds.
                await faults.drop_gateway(resumable=rng.random() < 0.8)
                diary.faults["gateway dropped"] += 1
