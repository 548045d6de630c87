"""Answers to interactions: the callback that acknowledges one."""

from collections.abc import Callable, Iterable

from aiohttp import web

from playground.bodies import Body, read_body
from playground.checks.commands import check_choices
from playground.checks.components import check_modal
from playground.checks.messages import check_flags
from playground.errors import invalid_form, unknown_message
from playground.interactions import Interaction, Interactions
from playground.messages import Messages
from playground.payloads import Payloads
from playground.rest.requests import answer, no_content, snowflake, truthy
from playground.state import Message, World
from playground.wire import CallbackType, InteractionType, Json, MessageFlag

_DEFERRABLE_FLAGS = MessageFlag.EPHEMERAL
_POSTING = (CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE)
_ALLOWED = {
    InteractionType.COMMAND: {*_POSTING, CallbackType.MODAL},
    InteractionType.COMPONENT: {*_POSTING, CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE, CallbackType.MODAL},
    InteractionType.AUTOCOMPLETE: {CallbackType.CHOICES},
    InteractionType.MODAL_SUBMIT: {*_POSTING, CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE},
}
_NEEDS_SOURCE = (CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE)

# Does what a callback asks and returns the message that `@original` stands for afterwards.
_Action = Callable[[Interaction, Body], Message | None]


class CallbackRoutes:
    """`POST /interactions/{id}/{token}/callback`."""

    def __init__(self, world: World, interactions: Interactions, messages: Messages, payloads: Payloads) -> None:
        self._world = world
        self._interactions = interactions
        self._messages = messages
        self._payloads = payloads
        self._actions: dict[CallbackType, _Action] = {
            CallbackType.MESSAGE: self._post,
            CallbackType.DEFERRED_MESSAGE: self._defer,
            CallbackType.DEFERRED_UPDATE: self._source,
            CallbackType.UPDATE: self._update,
            CallbackType.CHOICES: self._choices,
            CallbackType.MODAL: self._modal,
        }

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here."""
        return (web.post("/interactions/{interaction_id}/{token}/callback", self._callback),)

    async def _callback(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        interaction = self._interactions.to_answer(snowflake(request, "interaction_id"), request.match_info["token"])
        callback = _callback_type(body.fields, interaction)
        data = body.fields.get("data")
        message = self._actions[callback](
            interaction, Body(data if isinstance(data, dict) else {}, body.uploads, ("data",))
        )
        self._interactions.acknowledge(interaction, callback, message)
        interaction.tell(_outcome(interaction, callback))
        if not truthy(request, "with_response"):
            return no_content()
        return answer(self._response(interaction, callback, message))

    def _post(self, interaction: Interaction, body: Body) -> Message:
        return self._messages.post(
            interaction.channel,
            self._world.bot,
            body,
            origin=interaction.origin,
            ephemeral=self._world.forces_ephemeral(interaction.user, interaction.channel),
        )

    def _defer(self, interaction: Interaction, body: Body) -> Message:
        check_flags(body)
        flags = MessageFlag(body.fields.get("flags") or 0)
        if flags & ~_DEFERRABLE_FLAGS:
            words = "Only the EPHEMERAL flag may be set on a deferred response."
            raise invalid_form({"data": {"flags": _error("MESSAGE_FLAGS_INVALID", words)}})
        if self._world.forces_ephemeral(interaction.user, interaction.channel):
            flags |= MessageFlag.EPHEMERAL
        return self._messages.post_loading(
            interaction.channel, self._world.bot, interaction.origin, flags & MessageFlag.EPHEMERAL
        )

    def _source(self, interaction: Interaction, body: Body) -> Message:
        message = self._world.message(interaction.channel.id, interaction.source_id or 0)
        if message is None:
            raise unknown_message()
        return message

    def _update(self, interaction: Interaction, body: Body) -> Message:
        return self._messages.edit(self._source(interaction, body), body)

    def _choices(self, interaction: Interaction, body: Body) -> None:
        check_choices(body.fields, body.path)
        interaction.tell({"type": "choices", "choices": body.fields.get("choices") or []})

    def _modal(self, interaction: Interaction, body: Body) -> None:
        check_modal(body.fields, body.path)
        self._interactions.opened_form(interaction, body.fields["custom_id"])
        modal = {name: body.fields[name] for name in ("custom_id", "title", "components")}
        interaction.tell({"type": "modal", "interaction_id": str(interaction.id), **modal})

    def _response(self, interaction: Interaction, callback: CallbackType, message: Message | None) -> Json:
        about: Json = {
            "id": str(interaction.id),
            "type": int(interaction.type),
            "channel_id": str(interaction.channel.id),
        }
        if message is None:
            return {"interaction": about}
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
        if callback not in (CallbackType.MESSAGE, CallbackType.UPDATE):
            return {"interaction": about}
        resource = {"type": int(callback), "message": self._payloads.message(message)}
        return {"interaction": about, "resource": resource}


def _callback_type(fields: Json, interaction: Interaction) -> CallbackType:
    """Return how the interaction is answered, or raise ApiError 400/50035 if it cannot be answered so."""
    given = fields.get("type")
    allowed = _ALLOWED[interaction.type]
    if interaction.source_id is None:
        allowed = allowed - set(_NEEDS_SOURCE)
    if not isinstance(given, int) or given not in allowed:
        numbers = ", ".join(str(int(kind)) for kind in sorted(allowed))
        raise invalid_form({"type": _error("BASE_TYPE_CHOICES", f"Value must be one of ({numbers}).")})
    return CallbackType(given)


def _outcome(interaction: Interaction, callback: CallbackType) -> Json:
    """Return what the page hears; beside `done` itself, by what and with which message."""
    packet: Json = {"type": "done", "interaction_id": str(interaction.id), "callback": int(callback)}
    if interaction.original_id is not None:
        packet["message_id"] = str(interaction.original_id)
    return packet


def _error(code: str, message: str) -> Json:
    return {"_errors": [{"code": code, "message": message}]}
