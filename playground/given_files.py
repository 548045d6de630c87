"""Files that people give to commands."""

from collections import deque

from aiohttp import web

from playground.bodies import Upload
from playground.files import attachment_from
from playground.people import User
from playground.snowflakes import SnowflakeMint
from playground.state import Attachment, World
from playground.wire import ATTACHMENT_SIZE_LIMIT

_KEPT = 20
_CHUNK_BYTES = 65_536


class GivenFiles:
    """The files that were given last: they belong to no message, and each only to the person who gave it."""

    def __init__(self, world: World, mint: SnowflakeMint) -> None:
        self._world = world
        self._mint = mint
        self._given: deque[tuple[User, Attachment]] = deque()

    def find(self, user: User, number: int) -> Attachment | None:
        """Return the file of this id that `user` gave; None if there is none such any more."""
        return next((file for giver, file in self._given if giver == user and file.id == number), None)

    async def handle(self, request: web.Request) -> web.Response:
        """Take the body as a file: `?user=` says whose it is, `?name=` what it is called. Answers with its id."""
        user = next((one for one in self._world.people if str(one.id) == request.query.get("user")), None)
        if user is None:
            raise web.HTTPBadRequest(text="There is no such person here.")
        data, size = bytearray(), 0
        async for chunk in request.content.iter_chunked(_CHUNK_BYTES):
            # Read to its end, for who is still sending does not listen; but no more is kept than may be.
            size += len(chunk)
            if size <= ATTACHMENT_SIZE_LIMIT:
                data += chunk
        if size > ATTACHMENT_SIZE_LIMIT:
            most = ATTACHMENT_SIZE_LIMIT // 2**20
            raise web.HTTPBadRequest(text=f"A file may have at most {most} MiB.")
        name = request.query.get("name") or "unknown"
        file = attachment_from(Upload(name, bytes(data)), name, None, self._world.bot.id, self._mint.next())
        self._given.append((user, file))
        self._world.files[file.id] = file
        while len(self._given) > _KEPT:
            self._world.drop_files([self._given.popleft()[1]])
        return web.json_response({"id": str(file.id)})
