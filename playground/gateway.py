"""The gateway: what bots say on it, and what they are told."""

import asyncio
from collections import deque
from collections.abc import Callable

from aiohttp import WSCloseCode, WSMsgType, web

from playground.clock import Clock
from playground.events import Announcer, BotPresence
from playground.gateway_events import GatewayEvents
from playground.gateway_sessions import Connection, Session, Sessions, Shard
from playground.gateway_streams import encoder_for
from playground.payloads import Payloads
from playground.people_payloads import member_payload
from playground.snowflakes import parse_id
from playground.state import Guild, World
from playground.wire import CloseCode, Intent, Json, Op, decode

HEARTBEAT_INTERVAL_MS = 41_250
# discord.py measures its latency against the acknowledgement and takes one that is there at once amiss.
_ACK_AFTER_SECONDS = 0.02
_HEARTBEATS_KEPT = 1_000
_SILENT_OPS = (Op.PRESENCE, Op.VOICE_STATE, Op.SOUNDBOARD)


class Gateway:
    """Accepts bots with the right token and tells them what their intents cover.

    `heartbeats` are the moments of the bots' last ones, in seconds of the event loop's clock, for whoever asks whether
    they come in time.
    """

    def __init__(self, world: World, clock: Clock, payloads: Payloads, announcer: Announcer, token: str) -> None:
        self._world = world
        self._payloads = payloads
        self._announcer = announcer
        self._token = token
        self.heartbeats: deque[float] = deque(maxlen=_HEARTBEATS_KEPT)
        self._sessions = Sessions(clock)
        self._connections: set[Connection] = set()
        self._handlers: dict[int, Callable[[Connection, Json], CloseCode | None]] = {
            Op.IDENTIFY: self._identify,
            Op.RESUME: self._resume,
            Op.REQUEST_MEMBERS: self._request_members,
        }
        self._events = GatewayEvents(world, payloads, self._sessions)
        announcer.subscribe(self._events.on_event)

    @property
    def online(self) -> bool:
        """Whether some bot has identified on an open socket."""
        return self._sessions.online

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one bot's socket until it closes."""
        try:
            encoder = encoder_for(request.query.get("compress"))
        except ValueError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket, encoder)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.run_writer())
        try:
            connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL_MS, "_trace": []})
            await self._read(connection)
        finally:
            writer.cancel()
            self._connections.discard(connection)
            was_online = self.online
            self._sessions.lost(connection)
            self._tell_presence(was_online)
        return socket

    def dispatch_interaction(self, payload: Json) -> bool:
        """Send an interaction to the bot; False if none is there to hear it, now or after a resume."""
        guild_id = payload.get("guild_id")
        sessions = self._sessions.hearing_of(None if guild_id is None else int(guild_id))
        for session in sessions:
            session.dispatch("INTERACTION_CREATE", payload)
        return bool(sessions)

    async def drop(self, code: int = 4000, *, resumable: bool = True) -> None:
        """Close every bot's socket as a failing network would; unless `resumable`, the sessions are forgotten too."""
        was_online = self.online
        if not resumable:
            self._sessions.end_all()
        self._tell_presence(was_online)
        for connection in list(self._connections):
            await connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Ask every bot to connect anew and resume, as a server does that is about to go."""
        for connection in self._connections:
            connection.send(Op.RECONNECT)

    async def stop(self) -> None:
        """Close every socket because the server goes away."""
        for connection in list(self._connections):
            await connection.close(WSCloseCode.GOING_AWAY)

    async def _read(self, connection: Connection) -> None:
        async for frame in connection.socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            code = self._on_packet(connection, frame.data)
            if code is not None:
                await connection.close(code)

    def _on_packet(self, connection: Connection, text: str | bytes) -> CloseCode | None:
        """Act on a packet; return the code to close with if it breaks the protocol."""
        try:
            packet = decode(text)
            op, data = packet["op"], packet.get("d")
        except (ValueError, TypeError, KeyError, AttributeError):
            return CloseCode.DECODE_ERROR
        if not isinstance(op, int):
            return CloseCode.DECODE_ERROR
        if op == Op.HEARTBEAT:
            loop = asyncio.get_running_loop()
            self.heartbeats.append(loop.time())
            loop.call_later(_ACK_AFTER_SECONDS, connection.send, Op.HEARTBEAT_ACK)
            return None
        if op in _SILENT_OPS:
            return None
        handler = self._handlers.get(op)
        if handler is None:
            return CloseCode.UNKNOWN_OPCODE
        return handler(connection, data) if isinstance(data, dict) else CloseCode.DECODE_ERROR

    def _identify(self, connection: Connection, data: Json) -> CloseCode | None:
        if connection.session is not None:
            return CloseCode.ALREADY_AUTHENTICATED
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        intents = data.get("intents")
        if not isinstance(intents, int):
            return CloseCode.INVALID_INTENTS
        shard = _shard(data.get("shard"))
        if shard is None:
            return CloseCode.INVALID_SHARD
        was_online = self.online
        session = self._sessions.begin(Intent(intents), shard, connection)
        session.dispatch("READY", self._ready(session))
        for guild in self._guilds_of(session):
            self._events.show_guild(session, guild)
        self._tell_presence(was_online)
        return None

    def _resume(self, connection: Connection, data: Json) -> CloseCode | None:
        if connection.session is not None:
            return CloseCode.ALREADY_AUTHENTICATED
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        sequence = data.get("seq")
        if not isinstance(sequence, int):
            return CloseCode.INVALID_SEQUENCE
        session = self._sessions.find(data.get("session_id"))
        if session is None or not session.knows(sequence):
            connection.send(Op.INVALID_SESSION, False)
            return None
        was_online = self.online
        session.move_to(connection, sequence)
        session.dispatch("RESUMED", {"_trace": []})
        self._tell_presence(was_online)
        return None

    def _request_members(self, connection: Connection, data: Json) -> CloseCode | None:
        session = connection.session
        if session is None:
            return CloseCode.NOT_AUTHENTICATED
        guild_id = parse_id(str(data.get("guild_id")))
        if guild_id is None or guild_id not in self._world.guilds or not self._world.bot_is_in(guild_id):
            return None  # of other guilds nothing is told
        members = self._world.members[guild_id].values()
        wanted = data.get("user_ids")
        if wanted is not None:
            numbers = {str(number) for number in (wanted if isinstance(wanted, list) else [wanted])}
            found = [user for user in members if str(user.id) in numbers]
        else:
            query = str(data.get("query") or "").lower()
            found = [user for user in members if user.username.startswith(query)]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild_id),
                "members": [member_payload(user) for user in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": [],
                "presences": [],
                "nonce": data.get("nonce"),
            },
        )
        return None

    def _ready(self, session: Session) -> Json:
        application = self._payloads.application()
        return {
            "v": 10,
            "user": self._payloads.current_user(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self._guilds_of(session)],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "application": {"id": application["id"], "flags": application["flags"]},
            "shard": [session.shard.number, session.shard.count],
        }

    def _guilds_of(self, session: Session) -> list[Guild]:
        """Return the guilds of the bot that a session hears of."""
        return [guild for guild in self._world.guilds_of(self._world.bot) if session.shard.owns(guild.id)]

    @property
    def url(self) -> str:
        """The address that bots connect to."""
        return f"{self._payloads.origin.replace('http', 'ws', 1)}/gateway"

    def _tell_presence(self, was_online: bool) -> None:
        if self.online != was_online:
            self._announcer.announce(BotPresence(self.online))


def _shard(given: object) -> Shard | None:
    """Return the shard that a bot identifies as, the only one if it names none; None for what is none."""
    if given is None:
        return Shard(0, 1)
    if not isinstance(given, list) or len(given) != 2 or not all(type(part) is int for part in given):
        return None
    number, count = given
    return Shard(number, count) if 0 <= number < count else None
