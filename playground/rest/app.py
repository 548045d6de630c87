"""The REST API as one application: every subject's routes, the bot's token, its limits, Discord's error bodies."""

import logging
import secrets
from collections.abc import Iterable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from playground.errors import ApiError, internal_error, no_such_route, request_too_large, unauthorized
from playground.limits import EDITS_IN_A_CHANNEL, POSTS_IN_A_CHANNEL, RateLimits
from playground.rest.requests import answer, refusal

_LOG = logging.getLogger(__name__)
_BASE = "/api/v10"
# Whoever holds an interaction's token needs no other, and answering people counts against no limit of the bot.
_OF_INTERACTIONS = ("/interactions/", "/webhooks/")
_LIMITS_IN_A_CHANNEL = {
    ("POST", "/channels/{channel_id}/messages"): POSTS_IN_A_CHANNEL,
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): EDITS_IN_A_CHANNEL,
}


def api_application(
    routes: Iterable[web.RouteDef], token: str, limits: RateLimits, faults: Middleware, recorder: Middleware
) -> web.Application:
    """Return the application to mount at `/api/v10`.

    `faults` may do something else with a request; `recorder` hears of it whatever came of it.
    """

    @web.middleware
    async def errors(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except ApiError as error:
            return refusal(error)
        except web.HTTPRequestEntityTooLarge:
            return refusal(request_too_large())
        except web.HTTPNotFound:
            return refusal(no_such_route())
        except web.HTTPMethodNotAllowed:
            return answer({"message": "405: Method Not Allowed", "code": 0}, 405)
        except web.HTTPException:
            raise
        except ConnectionError:
            return refusal(internal_error())  # whoever asked has gone, and hears nothing of it
        except Exception:
            _LOG.exception("%s %s failed", request.method, request.path)
            return refusal(internal_error())

    @web.middleware
    async def authentication(request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.headers.get("Authorization", "")
        # Headers may hold any bytes; aiohttp keeps those that are no UTF-8 as halves of surrogate pairs.
        if not _of_an_interaction(request) and not secrets.compare_digest(
            given.encode(errors="surrogateescape"), f"Bot {token}".encode()
        ):
            raise unauthorized()
        return await handler(request)

    @web.middleware
    async def counting(request: web.Request, handler: Handler) -> web.StreamResponse:
        if _of_an_interaction(request):
            return await handler(request)
        limits.count()
        resource = request.match_info.route.resource
        route = "" if resource is None else resource.canonical.removeprefix(_BASE)
        limit = _LIMITS_IN_A_CHANNEL.get((request.method, route))
        if limit is None:
            return await handler(request)
        headers = limits.count_in(f"{request.method} {route}", request.match_info["channel_id"], limit)
        try:
            response = await handler(request)
        except ApiError as error:
            error.headers = headers | error.headers
            raise
        response.headers.update(headers)
        return response

    application = web.Application(middlewares=[recorder, errors, faults, authentication, counting])
    application.add_routes(routes)
    return application


def _of_an_interaction(request: web.Request) -> bool:
    return request.path.removeprefix(_BASE).startswith(_OF_INTERACTIONS)
