"""The page without a browser: its socket, and what it knows from it."""

import asyncio
import contextlib
import io
import itertools
import json
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

import aiohttp

from playground.errors import PlaygroundError
from playground.seen import SeenMessage
from playground.wire import CallbackType, Json

T = TypeVar("T")


class Refused(PlaygroundError):
    """The bot did not answer, or a person was not let do it; the text is what they are told."""


class PageClient:
    """One open page of the person with `user_id`; `async with` opens it.

    `patience` is how many real seconds it waits for anything. Messages are held as they are now, by id.
    """

    def __init__(self, url: str, user_id: int, patience: float) -> None:
        self.commands: list[Json] = []
        self.bot_online = False
        self.channels: dict[str, int] = {}  # by what the page's address names them
        self.people: dict[str, int] = {}
        self.unread: Json = {}  # as the page was told when it was opened
        self.read: dict[int, int] = {}  # up to which message each channel was read since
        self.messages: dict[int, SeenMessage] = {}
        self.changes: dict[int, int] = {}  # how often each message was seen to come or change
        self._url = url
        self._user_id = user_id
        self._patience = patience
        self._answers: dict[str, list[Json]] = {}
        self._nonces = itertools.count(1)
        self._news = asyncio.Event()
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Open the page and wait until it shows the channels. Raises PlaygroundError if it cannot be reached."""
        self._http = aiohttp.ClientSession()
        address = f"{self._url}/page/socket"
        try:
            self._socket = await self._http.ws_connect(address, params={"user": str(self._user_id)})
        except aiohttp.WSServerHandshakeError as error:
            await self._http.close()
            told = f"The playground at {self._url} has no such person; run it with more people."
            raise PlaygroundError(told) from error
        except aiohttp.ClientError as error:
            await self._http.close()
            raise PlaygroundError(f"The playground at {self._url} cannot be reached: {error}") from error
        self._reader = asyncio.create_task(self._read(self._socket))
        try:
            await self.until(lambda: self.channels or None, "the page to open")
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the page."""
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()
        if self._http is not None:
            await self._http.close()

    async def send(self, packet: Json) -> None:
        """Send a packet. Raises PlaygroundError if the page is not open."""
        if self._socket is None or self._socket.closed:
            raise PlaygroundError("The page is not open; use `async with`.")
        try:
            await self._socket.send_json(packet)
        except ConnectionError as error:
            raise PlaygroundError("The page was closed before this could be sent.") from error

    async def answer(self, packet: Json, kind: str) -> Json:
        """Send a packet and return the answer to it of this kind.

        Raises Refused with the reason of a refusal, PlaygroundError if the bot answered otherwise.
        """
        nonce = str(next(self._nonces))
        self._answers[nonce] = []
        await self.send(packet | {"nonce": nonce})
        try:
            return await self.until(lambda: _pick(self._answers[nonce], kind), "the bot to answer")
        finally:
            del self._answers[nonce]

    async def until(self, found: Callable[[], T | None], what: str) -> T:
        """Return what `found` finds, asking again whenever there is news. Raises PlaygroundError in the end."""
        try:
            async with asyncio.timeout(self._patience):
                while True:
                    self._news.clear()
                    result = found()
                    if result is not None:
                        return result
                    if self._reader is not None and self._reader.done():
                        raise PlaygroundError(f"The page was closed while it waited for {what}.")
                    await self._news.wait()
        except TimeoutError:
            raise PlaygroundError(f"Waited {self._patience:g} s in vain for {what}.") from None

    async def upload(self, filename: str, data: bytes) -> str:
        """Give a file, to be named in a command's option, and return its id. Raises Refused if it is not taken."""
        if self._http is None:
            raise PlaygroundError("The page is not open; use `async with`.")
        named = {"user": str(self._user_id), "name": filename}
        async with self._http.post(f"{self._url}/page/files", params=named, data=io.BytesIO(data)) as response:
            if response.status != 200:
                raise Refused(await response.text())
            return str((await response.json())["id"])

    async def download(self, url: str) -> bytes:
        """Return a file. Raises PlaygroundError if it is not served."""
        if self._http is None:
            raise PlaygroundError("The page is not open; use `async with`.")
        async with self._http.get(url) as response:
            if response.status != 200:
                raise PlaygroundError(f"{url} was answered with {response.status}: {await response.text()}")
            return await response.read()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            async for frame in socket:
                self._on_packet(json.loads(frame.data))
                self._news.set()
        finally:
            # Whoever waits shall learn that nothing more comes, once this task is done.
            asyncio.get_running_loop().call_soon(self._news.set)

    def _on_packet(self, packet: Json) -> None:
        match packet["type"]:
            case "hello":
                self._on_hello(packet)
            case "message" | "message_edit":
                message = SeenMessage.parse(packet["message"])
                self.messages[message.id] = message
                self.changes[message.id] = self.changes.get(message.id, 0) + 1
            case "message_delete":
                self.messages.pop(int(packet["id"]), None)
            case "channel":
                self._forget_channel(int(packet["channel"]["id"]))
                self.channels[packet["channel"]["address"]] = int(packet["channel"]["id"])
                self.messages.update((int(raw["id"]), SeenMessage.parse(raw)) for raw in packet.get("messages", ()))
            case "channel_delete":
                number = int(packet["id"])
                self._forget_channel(number)
                for message in [seen for seen in self.messages.values() if seen.channel_id == number]:
                    del self.messages[message.id]
            case "read":
                self.read[int(packet["channel_id"])] = int(packet["message_id"])
            case "commands":
                self.commands = packet["commands"]
            case "bot_online":
                self.bot_online = packet["online"]
            case _:
                if packet.get("nonce") in self._answers:
                    self._answers[packet["nonce"]].append(packet)

    def _forget_channel(self, number: int) -> None:
        self.channels = {name: known for name, known in self.channels.items() if known != number}

    def _on_hello(self, packet: Json) -> None:
        self.channels = {channel["address"]: int(channel["id"]) for channel in packet["channels"]}
        self.people = {user["global_name"] or user["username"]: int(user["id"]) for user in packet["users"]}
        self.commands = packet["commands"]
        self.bot_online = packet["bot_online"]
        self.unread = packet["unread"]
        for messages in packet["messages"].values():
            self.messages.update((int(raw["id"]), SeenMessage.parse(raw)) for raw in messages)


def _pick(answers: list[Json], kind: str) -> Json | None:
    for answer in answers:
        if answer["type"] == kind:
            return answer
        if answer["type"] in ("failed", "error"):
            raise Refused(answer["reason"])
        if answer["type"] == "done":
            callback = CallbackType(answer["callback"]).name.lower()
            raise PlaygroundError(f"The bot answered with a {callback} where a {kind} was expected.")
    return None
