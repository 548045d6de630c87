"""Keeps other web sites away: a page elsewhere must not reach the playground through somebody's browser."""

from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware


def own_addresses_only(port: Callable[[], int]) -> Middleware:
    """Return a middleware that answers 403 unless Host, and Origin where given, are this machine's `port`."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = {f"{name}:{port()}" for name in ("127.0.0.1", "localhost")}
        if request.headers.get("Host", "") not in hosts:
            raise web.HTTPForbidden(text=f"Open the playground as http://127.0.0.1:{port()}, by no other name.")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in hosts}:
            raise web.HTTPForbidden(text="The playground answers its own page only, not other web sites.")
        return await handler(request)

    return guard
