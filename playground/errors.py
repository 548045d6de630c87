"""What the playground says no with: its own exception, and Discord's error bodies."""

import math

from playground.wire import Json


class PlaygroundError(Exception):
    """The playground cannot do what was asked; the text says why and what to do."""


class PortError(PlaygroundError):
    """The playground cannot listen on the port it was given; the text ends in "choose another port"."""


class ApiError(Exception):
    """A REST answer that refuses: an HTTP status, Discord's `{message, code, errors}`, and headers of its own."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.headers: dict[str, str] = {}
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


def unauthorized() -> ApiError:
    """Return the answer to a missing or wrong bot token."""
    return ApiError(401, 0, "401: Unauthorized")


def internal_error() -> ApiError:
    """Return the answer to what went wrong on the server's side."""
    return ApiError(500, 0, "500: Internal Server Error")


def no_such_route() -> ApiError:
    """Return the answer to a path that the API does not have."""
    return ApiError(404, 0, "404: Not Found")


def unknown_application() -> ApiError:
    """Return the answer to another application's id."""
    return ApiError(404, 10002, "Unknown Application")


def unknown_channel() -> ApiError:
    """Return the answer to the id of no channel."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """Return the answer to the id of no guild."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """Return the answer to the id of nobody in the guild."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """Return the answer to the id of no message that may be seen this way."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """Return the answer to the id of no user."""
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    """Return the answer to a follow-up before the interaction was acknowledged."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """Return the answer to an interaction that is not there or was not acknowledged in time."""
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    """Return the answer to the id of no command."""
    return ApiError(404, 10063, "Unknown application command")


def too_many_commands(limit: int) -> ApiError:
    """Return the answer to one command too many."""
    return ApiError(400, 30032, f"Maximum number of application commands reached ({limit}).")


def already_acknowledged() -> ApiError:
    """Return the answer to a second acknowledgement."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def request_too_large() -> ApiError:
    """Return the answer to a file over the size limit."""
    return ApiError(413, 40005, "Request entity too large")


def not_the_author() -> ApiError:
    """Return the answer to an edit of somebody else's message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Return the answer to a message that would show nothing."""
    return ApiError(400, 50006, "Cannot send an empty message")


def not_in_this_channel() -> ApiError:
    """Return the answer to what this kind of channel does not have."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def thread_archived() -> ApiError:
    """Return the answer to what is done in active threads alone, as editing messages and adding people."""
    return ApiError(400, 50083, "Thread is archived")


def thread_locked() -> ApiError:
    """Return the answer to whoever writes in a locked thread and is no moderator."""
    return ApiError(403, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    """Return the answer to a second thread at one message."""
    return ApiError(400, 160004, "A thread has already been created for this message")


def too_many_follow_ups() -> ApiError:
    """Return the answer to one follow-up too many where the bot is known to one person alone."""
    return ApiError(400, 40094, "This interaction has hit the maximum number of follow up messages")


def private_messages_closed() -> ApiError:
    """Return the answer to a private message to somebody who takes none."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def cannot_message_user() -> ApiError:
    """Return the answer to a private channel with somebody who cannot have one."""
    return ApiError(400, 50007, "Cannot send messages to this user")


def missing_access() -> ApiError:
    """Return the answer to what concerns a channel that the bot may not see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return the answer to what the bot may not do."""
    return ApiError(403, 50013, "Missing Permissions")


def token_expired() -> ApiError:
    """Return the answer to an interaction token that is unknown or older than fifteen minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def invalid_form(errors: Json) -> ApiError:
    """Return the answer to a body whose fields are wrong; `errors` is keyed by their path."""
    return ApiError(400, 50035, "Invalid Form Body", errors)


def invalid_json() -> ApiError:
    """Return the answer to a body that is not JSON at all."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def rate_limited(retry_after: float, headers: dict[str, str]) -> ApiError:
    """Return the answer to one request too many; `retry_after` is in seconds, `headers` say of which limit."""
    error = ApiError(429, 0, "You are being rate limited.")
    return _to_be_retried(error, retry_after, headers)


def old_edits_exhausted(retry_after: float) -> ApiError:
    """Return the answer to one edit too many of messages over an hour old; `retry_after` is in seconds."""
    error = ApiError(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
    return _to_be_retried(error, retry_after, {"X-RateLimit-Scope": "shared"})


def _to_be_retried(error: ApiError, retry_after: float, headers: dict[str, str]) -> ApiError:
    error.body |= {"retry_after": retry_after, "global": "X-RateLimit-Global" in headers}
    # Libraries take a refusal without Via for one by a proxy on the way, and do not try again.
    error.headers = headers | {"Retry-After": str(math.ceil(retry_after)), "Via": "1.1 playground"}
    return error
