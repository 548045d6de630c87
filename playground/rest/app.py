"""The REST API as one application: every subject's routes, the bot's token, Discord's error bodies."""

import logging
import secrets
from collections.abc import Iterable

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.errors import ApiError, no_such_route, request_too_large, unauthorized
from playground.rest.requests import answer

_LOG = logging.getLogger(__name__)
# Whoever holds an interaction's token needs no other.
_WITHOUT_BOT_TOKEN = ("/interactions/", "/webhooks/")


def api_application(routes: Iterable[web.RouteDef], token: str) -> web.Application:
    """Return the application to mount at `/api/v10`."""

    @web.middleware
    async def errors(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except ApiError as error:
            return answer(error.body, error.status)
        except web.HTTPRequestEntityTooLarge:
            refusal = request_too_large()
            return answer(refusal.body, refusal.status)
        except web.HTTPNotFound:
            return answer(no_such_route().body, 404)
        except web.HTTPMethodNotAllowed:
            return answer({"message": "405: Method Not Allowed", "code": 0}, 405)
        except web.HTTPException:
            raise
        except Exception:
            _LOG.exception("%s %s failed", request.method, request.path)
            return answer({"message": "500: Internal Server Error", "code": 0}, 500)

    @web.middleware
    async def authentication(request: web.Request, handler: Handler) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        given = request.headers.get("Authorization", "")
        # Headers may hold any bytes; aiohttp keeps those that are no UTF-8 as halves of surrogate pairs.
        if not path.startswith(_WITHOUT_BOT_TOKEN) and not secrets.compare_digest(
            given.encode(errors="surrogateescape"), f"Bot {token}".encode()
        ):
            raise unauthorized()
        return await handler(request)

    application = web.Application(middlewares=[errors, authentication])
    application.add_routes(routes)
    return application
