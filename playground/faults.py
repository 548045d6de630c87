"""What goes wrong at a Discord now and then, switched on by tests."""

import asyncio
import fnmatch
from dataclasses import dataclass

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.channels import Channels
from playground.clock import Clock
from playground.errors import ApiError, PlaygroundError, internal_error, invalid_form, rate_limited
from playground.gateway import Gateway
from playground.messages import Messages
from playground.people import User
from playground.state import World

_API = "/api/v10"
_BY_A_PROXY = {502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}


@dataclass(slots=True)
class _Fault:
    """What happens to the next `left` requests of a method and path."""

    method: str
    path: str
    left: int
    status: int = 0  # 0 leaves the answer as it is
    carried_out: bool = True
    retry_after: float = 0.0
    seconds: float = 0.0
    cut: bool = False

    def takes(self, request: web.Request) -> bool:
        path = request.path.removeprefix(_API)
        return self.left > 0 and self.method in ("*", request.method) and fnmatch.fnmatchcase(path, self.path)


class Faults:
    """The faults of a playground, each of them off until a test switches it on.

    Paths stand below `/api/v10`; a `*` in one stands for anything, slashes too: `/channels/*/messages`.
    """

    def __init__(self, world: World, clock: Clock, messages: Messages, channels: Channels, gateway: Gateway) -> None:
        self._world = world
        self._clock = clock
        self._messages = messages
        self._channels = channels
        self._gateway = gateway
        self._faults: list[_Fault] = []
        self._held: set[asyncio.Event] = set()
        self._more_held = asyncio.Event()

    def refuse(
        self,
        path: str,
        status: int,
        *,
        method: str = "*",
        times: int = 1,
        retry_after: float = 1.0,
        carried_out: bool = False,
        after: float = 0.0,
    ) -> None:
        """Answer the next `times` requests to `path` with 429, after which to wait `retry_after` s, or with a 5xx.

        With 400 they are called wrong, whatever is in them.
        What is `carried_out` is done all the same, only its answer is lost. The answer is held back until the clock
        has gone on by `after` seconds. Raises PlaygroundError for another status.
        """
        if status not in (400, 429, 500, *_BY_A_PROXY):
            raise PlaygroundError(f"A fault answers with 400, 429, 500, 502, 503 or 504, not {status}.")
        self._faults.append(
            _Fault(method, path, times, status=status, carried_out=carried_out, retry_after=retry_after, seconds=after)
        )

    def slow(self, path: str, seconds: float, *, method: str = "*", times: int = 1, carried_out: bool = True) -> None:
        """Hold back the next `times` requests to `path` until the clock has gone on by `seconds`.

        What is `carried_out` is done at once and only its answer is held back; otherwise it is done afterwards.
        """
        self._faults.append(_Fault(method, path, times, carried_out=carried_out, seconds=seconds))

    def cut(self, path: str, *, method: str = "*", times: int = 1, carried_out: bool = False) -> None:
        """Close the connection at the next `times` requests to `path`, instead of an answer; done or not before."""
        self._faults.append(_Fault(method, path, times, carried_out=carried_out, cut=True))

    @property
    def holding(self) -> int:
        """How many requests, or their answers, are held back now."""
        return len(self._held)

    async def held(self, number: int = 1) -> None:
        """Wait until so many requests, or their answers, are held back."""
        while self.holding < number:
            self._more_held.clear()
            await self._more_held.wait()

    def clear(self) -> None:
        """Let all further requests be answered as they should be, and those that are held back go on."""
        self._faults.clear()
        for held in self._held:
            held.set()

    async def drop_gateway(self, *, resumable: bool = True) -> None:
        """Close the bot's sockets as a failing network would; if not `resumable`, it has to identify anew."""
        await self._gateway.drop(resumable=resumable)

    def ask_to_reconnect(self) -> None:
        """Send the bot to connect anew and resume, as a server does before it goes."""
        self._gateway.ask_to_reconnect()

    def delete_message(self, message_id: int) -> None:
        """Delete a message as a moderator would. Raises PlaygroundError if there is none such."""
        message = self._world.find_message(message_id)
        if message is None:
            raise PlaygroundError(f"There is no message {message_id} to delete.")
        self._messages.delete(message)

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel or thread of a guild. Raises PlaygroundError if there is none such."""
        channel = self._world.channels.get(channel_id)
        if channel is None or not channel.in_guild:
            raise PlaygroundError(f"There is no channel {channel_id} of a guild to delete.")
        self._channels.delete(channel)

    def close_private_messages(self, name: str, *, closed: bool = True) -> None:
        """Let a person take no private messages of the bot, or take them again; PlaygroundError for a stranger."""
        person = self._person(name)
        if closed:
            self._world.closed_to_bot.add(person.id)
        else:
            self._world.closed_to_bot.discard(person.id)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Do to a request what was switched on for it."""
        fault = next((fault for fault in self._faults if fault.takes(request)), None)
        if fault is None:
            return await handler(request)
        fault.left -= 1
        if fault.carried_out:
            response = await handler(request)
            await self._pass(fault.seconds)
        else:
            await self._pass(fault.seconds)
            if not fault.status and not fault.cut:
                response = await handler(request)
        if fault.cut:
            if request.transport is not None:
                request.transport.close()
            raise ConnectionResetError("The connection is cut for a test.")
        if fault.status in _BY_A_PROXY:
            text = f"<html><title>{fault.status} {_BY_A_PROXY[fault.status]}</title></html>"
            return web.Response(status=fault.status, text=text, content_type="text/html")
        if fault.status:
            raise _refusal(fault)
        return response

    async def _pass(self, seconds: float) -> None:
        """Wait until the clock has gone on by so much."""
        if seconds <= 0:
            return
        over = asyncio.Event()
        self._held.add(over)
        self._more_held.set()
        alarm = self._clock.call_later(seconds, over.set)
        try:
            await over.wait()
        finally:
            alarm.cancel()
            self._held.discard(over)

    def _person(self, name: str) -> User:
        person = self._world.person(name)
        if person is None:
            known = ", ".join(str(person.global_name) for person in self._world.people)
            raise PlaygroundError(f"There is no person {name!r} in the playground; there are {known}.")
        return person


def _refusal(fault: _Fault) -> ApiError:
    if fault.status == 400:
        return invalid_form({})
    if fault.status == 429:
        return rate_limited(fault.retry_after, {"X-RateLimit-Scope": "shared"})
    return internal_error()
