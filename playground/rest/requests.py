"""Reading parameters of requests and writing JSON answers, as every part of the API does."""

from aiohttp import web

from playground.errors import ApiError, invalid_form
from playground.snowflakes import parse_id
from playground.wire import Json, encode


def answer(value: object, status: int = 200) -> web.Response:
    """Return a JSON answer. Its type is exactly application/json: with a charset, clients do not parse it."""
    return web.Response(body=encode(value).encode(), status=status, content_type="application/json")


def refusal(error: ApiError) -> web.Response:
    """Return the answer that refuses."""
    response = answer(error.body, error.status)
    response.headers.update(error.headers)
    return response


def no_content() -> web.Response:
    """Return the answer that has no body."""
    return web.Response(status=204)


def snowflake(request: web.Request, name: str) -> int:
    """Return an id from the path, or raise ApiError 400/50035 if it is no number."""
    return parse_snowflake(name, request.match_info[name])


def query_snowflake(request: web.Request, name: str) -> int | None:
    """Return an id from the query, None if it is absent, or raise ApiError 400/50035 if it is no number."""
    value = request.query.get(name)
    return None if value is None else parse_snowflake(name, value)


def parse_snowflake(name: str, value: object) -> int:
    """Return an id from its text or number, or raise ApiError 400/50035 naming the field."""
    number = parse_id(str(value))
    if number is None:
        raise invalid_form(_problem(name, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.'))
    return number


def bounded(request: web.Request, name: str, default: int, low: int, high: int) -> int:
    """Return a whole number of the query within `low..high`, or raise ApiError 400/50035."""
    text = request.query.get(name)
    if text is None:
        return default
    number = parse_id(text)
    if number is None:
        raise invalid_form(_problem(name, "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.'))
    if not low <= number <= high:
        words = f"int value should be between {low} and {high}."
        raise invalid_form(_problem(name, "NUMBER_TYPE_MIN" if number < low else "NUMBER_TYPE_MAX", words))
    return number


def truthy(request: web.Request, name: str) -> bool:
    """Return whether a switch of the query is on."""
    return request.query.get(name, "").lower() in ("1", "true")


def _problem(name: str, code: str, message: str) -> Json:
    return {name: {"_errors": [{"code": code, "message": message}]}}
