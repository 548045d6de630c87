"""A bot without a library: single requests and gateway packets, to see what exactly the server says."""

import asyncio
import io
import json
from types import TracebackType
from typing import Any, Self

import aiohttp

from playground import Playground

Json = dict[str, Any]


class RawBot:
    """Requests with the bot's token; `connect` opens the gateway and identifies."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.http = aiohttp.ClientSession()
        self.token = playground.token
        self.application = f"/applications/{playground.application_id}"
        self.gateway: aiohttp.ClientWebSocketResponse | None = None
        self._opened: list[aiohttp.ClientWebSocketResponse] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for socket in self._opened:
            await socket.close()
        await self.http.close()

    async def request(
        self, method: str, path: str, body: object = None, files: dict[int, tuple[str, bytes]] | None = None
    ) -> tuple[int, Any]:
        """Send a request and return the status and the JSON body, None where there is none."""
        headers = {"Authorization": f"Bot {self.token}"}
        url = self.playground.api_url + path
        data: Any = None if body is None else json.dumps(body)
        if files is None:
            headers["Content-Type"] = "application/json"
        else:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", data or "{}")
            for number, (name, content) in files.items():
                form.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
            data = form
        async with self.http.request(method, url, data=data, headers=headers) as response:
            if response.status == 204:
                return 204, None
            assert response.headers["Content-Type"] == "application/json"
            return response.status, await response.json()

    async def post(self, channel: int, **fields: Any) -> Json:
        """Post a message and return it."""
        status, message = await self.request("POST", f"/channels/{channel}/messages", fields)
        assert status == 200, message
        assert isinstance(message, dict)
        return message

    async def post_each(self, channel: int, *contents: str) -> list[Json]:
        """Post messages, by five at once; between them time goes on as the channel's limit wants it."""
        posted: list[Json] = []
        while contents:
            posted += await asyncio.gather(*(self.post(channel, content=content) for content in contents[:5]))
            contents = contents[5:]
            self.playground.clock.advance(5)
        return posted

    async def open_gateway(self, query: str = "") -> aiohttp.ClientWebSocketResponse:
        """Open the gateway and take its HELLO."""
        self.gateway = await self.http.ws_connect(f"{self.playground.url}/gateway{query}")
        self._opened.append(self.gateway)
        hello = await self.packet()
        assert hello["op"] == 10
        return self.gateway

    async def connect(self, intents: int = 1) -> Json:
        """Open the gateway, identify, and return READY's data."""
        await self.open_gateway()
        await self.send(2, {"token": self.token, "intents": intents, "properties": {}})
        return await self.event("READY")

    async def send(self, op: int, data: object) -> None:
        assert self.gateway is not None
        await self.gateway.send_json({"op": op, "d": data})

    async def packet(self) -> Json:
        assert self.gateway is not None
        packet = await self.gateway.receive_json(timeout=30)
        assert isinstance(packet, dict)
        return packet

    async def event(self, name: str) -> Json:
        """Return the data of the next event of this name; others are passed over."""
        while True:
            packet = await self.packet()
            if packet["t"] == name:
                data = packet["d"]
                assert isinstance(data, dict)
                return data

    async def closed_with(self) -> int:
        """Read until the server closes the gateway, and return the code."""
        assert self.gateway is not None
        while True:
            frame = await asyncio.wait_for(self.gateway.receive(), 30)
            if frame.type is aiohttp.WSMsgType.CLOSE:
                return int(frame.data)

    async def callback(self, interaction: Json, body: Json, **how: Any) -> tuple[int, Any]:
        """Answer an interaction, with the callback's result."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        return await self.request("POST", path, body, **how)

    def webhook(self, interaction: Json, message: object = None) -> str:
        """Return the path of an interaction's webhook, or of a message by it."""
        base = f"/webhooks/{self.playground.application_id}/{interaction['token']}"
        return base if message is None else f"{base}/messages/{message}"

    async def offer(self, *commands: Json) -> None:
        """Make these the global commands."""
        status, answer = await self.request("PUT", f"{self.application}/commands", list(commands))
        assert status == 200, answer


def errors_at(body: Json, *path: object) -> list[str]:
    """Return the error codes that a refusal gives for the field at this path."""
    node = body["errors"]
    for step in path:
        node = node[str(step)]
    return [error["code"] for error in node["_errors"]]
