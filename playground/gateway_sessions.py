"""Bots' sockets, and the sessions that outlive them for a while."""

import asyncio
import logging
import secrets
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from playground.clock import Clock
from playground.gateway_streams import Encoder
from playground.wire import NO_INTENT, Intent, Json, Op, encode

_LOG = logging.getLogger(__name__)

RESUMABLE_FOR = 120.0  # seconds after the socket was lost
_REPLAY_LIMIT = 1_000  # packets


class Connection:
    """One socket of a bot. Packets are queued and written in their order by `run_writer`."""

    def __init__(self, socket: web.WebSocketResponse, encoder: Encoder) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._closed_by_us = False
        self._encoder = encoder
        self._outbox: asyncio.Queue[str] = asyncio.Queue()

    @property
    def said_goodbye(self) -> bool:
        """Whether the bot closed the socket as one that does not mean to resume."""
        return not self._closed_by_us and self.socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY)

    def send(self, op: Op, data: object = None) -> None:
        """Queue a packet that is no event."""
        self.send_text(encode({"op": int(op), "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Queue a packet as it is."""
        self._outbox.put_nowait(text)

    async def close(self, code: int) -> None:
        """Close the socket from this side."""
        self._closed_by_us = True
        await self.socket.close(code=code)

    async def run_writer(self) -> None:
        """Write what is queued, until cancelled; a bot that cannot be told something is disconnected."""
        try:
            while True:
                frame = self._encoder(await self._outbox.get())
                if isinstance(frame, str):
                    await self.socket.send_str(frame)
                else:
                    await self.socket.send_bytes(frame)
        except ConnectionError:
            return  # the reader notices a socket that is lost; the session keeps events for a resume
        except Exception:
            _LOG.exception("A packet could not be written to a bot")
            await self.close(WSCloseCode.INTERNAL_ERROR)


@dataclass(frozen=True, slots=True)
class Shard:
    """One part of a bot that shares its guilds out among `count` sessions."""

    number: int
    count: int

    def owns(self, guild_id: int | None) -> bool:
        """Whether it hears of this guild, or with None of what belongs to none: that is the first shard's."""
        return (0 if guild_id is None else (guild_id >> 22) % self.count) == self.number


@dataclass(slots=True)
class Session:
    """What a bot's identification began: its intents, its shard, and its events numbered for a resume."""

    id: str
    intents: Intent
    shard: Shard
    connection: Connection | None
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REPLAY_LIMIT))
    lost_at: float = 0.0

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, keep it for a resume, and send it if there is a socket."""
        self.sequence += 1
        text = encode({"op": int(Op.DISPATCH), "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def knows(self, sequence: int) -> bool:
        """Whether everything after this sequence number can still be sent again."""
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def move_to(self, connection: Connection, after: int) -> None:
        """Go on at another socket, beginning with what came after sequence number `after`."""
        if self.connection is not None:
            self.connection.session = None
        self.connection, connection.session = connection, self
        for number, text in self.sent:
            if number > after:
                connection.send_text(text)


class Sessions:
    """The sessions that are alive: at an open socket, or lost so lately that they can be resumed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_id: dict[str, Session] = {}

    @property
    def online(self) -> bool:
        """Whether any session has an open socket."""
        return any(session.connection is not None for session in self._by_id.values())

    def begin(self, intents: Intent, shard: Shard, connection: Connection) -> Session:
        """Begin a session at a socket."""
        session = Session(secrets.token_hex(16), intents, shard, connection)
        connection.session = session
        self._by_id[session.id] = session
        return session

    def find(self, session_id: object) -> Session | None:
        """Return a living session, or None."""
        return next((session for session in self.living() if session.id == session_id), None)

    def living(self) -> list[Session]:
        """Return every session that may still hear of something."""
        now = self._clock.now()
        for session in list(self._by_id.values()):
            if session.connection is None and now - session.lost_at > RESUMABLE_FOR:
                self.end(session)
        return list(self._by_id.values())

    def hearing_of(self, guild_id: int | None, intent: Intent = NO_INTENT) -> list[Session]:
        """Return the living sessions that hear of a guild, or with None of private channels, and have `intent`."""
        return [session for session in self.living() if session.shard.owns(guild_id) and intent in session.intents]

    def end_all(self) -> None:
        """Forget every session, those with open sockets too."""
        self._by_id.clear()

    def end(self, session: Session) -> None:
        """Forget a session."""
        self._by_id.pop(session.id, None)

    def lost(self, connection: Connection) -> None:
        """Note that a socket is closed: its session waits for a resume, unless the bot said goodbye."""
        session = connection.session
        if session is None:
            return
        session.connection = None
        session.lost_at = self._clock.now()
        if connection.said_goodbye:
            self.end(session)
