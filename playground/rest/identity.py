"""Who the bot is, and where its gateway is."""

from collections.abc import Iterable

from aiohttp import web

from playground.gateway import Gateway
from playground.payloads import Payloads
from playground.rest.requests import answer

_SESSION_STARTS_A_DAY = 1000


class IdentityRoutes:
    """`/users/@me`, the application and the gateway's address."""

    def __init__(self, payloads: Payloads, gateway: Gateway) -> None:
        self._payloads = payloads
        self._gateway = gateway

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here."""
        return (
            web.get("/users/@me", self._me),
            web.get("/oauth2/applications/@me", self._application),
            web.get("/applications/@me", self._application),
            web.get("/gateway", self._address),
            web.get("/gateway/bot", self._address_for_bot),
        )

    async def _me(self, request: web.Request) -> web.Response:
        return answer(self._payloads.current_user())

    async def _application(self, request: web.Request) -> web.Response:
        return answer(self._payloads.application())

    async def _address(self, request: web.Request) -> web.Response:
        return answer({"url": self._gateway.url})

    async def _address_for_bot(self, request: web.Request) -> web.Response:
        limit = {
            "total": _SESSION_STARTS_A_DAY,
            "remaining": _SESSION_STARTS_A_DAY,
            "reset_after": 0,
            "max_concurrency": 1,
        }
        return answer({"url": self._gateway.url, "shards": 1, "session_start_limit": limit})
