"""Messages by an interaction's token: the original answer, follow-ups, and their edits."""

from collections.abc import Iterable

from aiohttp import web

from playground.bodies import read_body
from playground.errors import too_many_follow_ups, unknown_message, unknown_webhook
from playground.interactions import Interaction, Interactions
from playground.messages import Messages
from playground.payloads import Payloads
from playground.rest.requests import answer, no_content, parse_snowflake, snowflake
from playground.state import Message, World

_ORIGINAL = "@original"
FOLLOW_UPS_OF_USERS_OWN = 5  # where the bot is by a person's own installation alone


class WebhookRoutes:
    """`/webhooks/{application}/{token}`. No bot token is asked for: the interaction's is enough."""

    def __init__(self, world: World, interactions: Interactions, messages: Messages, payloads: Payloads) -> None:
        self._world = world
        self._interactions = interactions
        self._messages = messages
        self._payloads = payloads

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here."""
        base = "/webhooks/{application_id}/{token}"
        message = f"{base}/messages/{{message_id}}"
        return (
            web.post(base, self._follow_up),
            web.get(message, self._get),
            web.patch(message, self._edit),
            web.delete(message, self._delete),
        )

    async def _follow_up(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        interaction = self._interaction(request)
        original = self._world.message(interaction.channel.id, interaction.original_id or 0)
        if original is not None and original.loading:
            # The first follow-up takes the place of "thinking", and stays as private as that was.
            message = self._messages.edit(original, body)
        else:
            users_own = self._world.is_users_own(interaction.channel)
            if users_own and interaction.follow_ups >= FOLLOW_UPS_OF_USERS_OWN:
                raise too_many_follow_ups()
            message = self._messages.post(
                interaction.channel,
                self._world.bot,
                body,
                origin=interaction.origin,
                ephemeral=self._world.forces_ephemeral(interaction.user, interaction.channel),
            )
            interaction.follow_ups += 1
            interaction.message_ids.add(message.id)
        return answer(self._payloads.message(message))

    async def _get(self, request: web.Request) -> web.Response:
        return answer(self._payloads.message(self._message(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        message = self._messages.edit(self._message(request), body)
        return answer(self._payloads.message(message))

    async def _delete(self, request: web.Request) -> web.Response:
        self._messages.delete(self._message(request))
        return no_content()

    def _interaction(self, request: web.Request) -> Interaction:
        interaction = self._interactions.with_token(request.match_info["token"])
        if snowflake(request, "application_id") != self._world.bot.id or interaction.answered_with is None:
            raise unknown_webhook()
        return interaction

    def _message(self, request: web.Request) -> Message:
        interaction = self._interaction(request)
        name = request.match_info["message_id"]
        number = interaction.original_id if name == _ORIGINAL else parse_snowflake("message_id", name)
        message = self._world.message(interaction.channel.id, number or 0)
        if message is None or message.id not in interaction.message_ids:
            raise unknown_message()
        return message
