"""One open page, and what is sent to it."""

import asyncio
import logging

from aiohttp import WSCloseCode, web

from playground.people import User
from playground.wire import Json, encode

_LOG = logging.getLogger(__name__)


class PageConnection:
    """One open page of one person. Packets are queued and written in their order by `run_writer`."""

    def __init__(self, socket: web.WebSocketResponse, user: User) -> None:
        self.socket = socket
        self.user = user
        self._outbox: asyncio.Queue[str] = asyncio.Queue()

    def send(self, packet: Json) -> None:
        """Queue a packet."""
        self.send_text(encode(packet))

    def send_text(self, text: str) -> None:
        """Queue a packet as it is written."""
        self._outbox.put_nowait(text)

    async def run_writer(self) -> None:
        """Write what is queued, until cancelled; a page that cannot be told something is closed."""
        try:
            while True:
                await self.socket.send_str(await self._outbox.get())
        except ConnectionError:
            return  # the reader notices a page that is gone
        except Exception:
            _LOG.exception("A packet could not be written to a page")
            await self.socket.close(code=WSCloseCode.INTERNAL_ERROR)
