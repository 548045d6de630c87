"""What a bot has asked the API, written down for whoever wants to look at it afterwards."""

from contextlib import suppress
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.bodies import JSON_READ, read_body
from playground.errors import ApiError
from playground.wire import encode


class Recorder:
    """Appends every request to a file, a line of JSON each; without a file it does nothing.

    A line holds `method`, `path` below `/api/v10`, `query`, the JSON `body` (of a form its `payload_json`; None if
    there is none that can be read), and the `status` that was answered. Several playgrounds may write to one file.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Record a request once it has been carried out or refused, before the bot hears of it."""
        if self._file is None:
            return await handler(request)
        JSON_READ.set(None)
        response = await handler(request)
        if JSON_READ.get() is None and request.can_read_body:
            # It was refused for something else before anybody looked at the body.
            with suppress(ApiError):
                await read_body(request)
        record = {
            "method": request.method,
            "path": request.path.removeprefix("/api/v10"),
            "query": dict(request.query),
            "body": JSON_READ.get(),
            "status": response.status,
        }
        _append(self._file, encode(record))
        return response


def _append(file: Path, line: str) -> None:
    # Opened anew each time, for as one write it is whole, whoever else writes to the file.
    with file.open("a", encoding="utf-8") as lines:
        lines.write(f"{line}\n")
