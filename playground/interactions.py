"""Interactions: opened by what a person does, acknowledged once within three seconds, good for fifteen minutes."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.clock import Alarm, Clock
from playground.errors import already_acknowledged, token_expired, unknown_interaction
from playground.payloads import Payloads
from playground.people import User
from playground.snowflakes import SnowflakeMint
from playground.state import Channel, Message, Origin
from playground.wire import CallbackType, InteractionType, Json

ACKNOWLEDGE_WITHIN = 3.0  # seconds
TOKEN_GOOD_FOR = 15 * 60.0  # seconds
NO_RESPONSE = "The application did not respond"

# Told what came of an interaction, as a packet for the page that opened it.
Tell = Callable[[Json], None]


@dataclass(slots=True)
class Interaction:
    """One interaction, and how far the bot has got with it. Messages are held by id: they change and go."""

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    data: Json
    opened_at: float
    tell: Tell
    source_id: int | None = None  # the message whose component was used
    trigger: Origin | None = None  # what opened the form that was sent
    answered_with: CallbackType | None = None
    original_id: int | None = None  # the message that `@original` stands for
    message_ids: set[int] = field(default_factory=set)  # what was posted with the token
    follow_ups: int = 0
    alarm: Alarm | None = None

    @property
    def origin(self) -> Origin:
        """What its answers say they answer."""
        command = self.data["name"] if self.type is InteractionType.COMMAND else None
        return Origin(self.id, int(self.type), self.user, command, self.source_id, self.trigger)


class Interactions:
    """Opens interactions and holds the bot to the rules of answering them.

    `dispatch` passes an INTERACTION_CREATE to the bot and returns whether there is a bot to hear it.
    """

    def __init__(
        self,
        clock: Clock,
        mint: SnowflakeMint,
        payloads: Payloads,
        dispatch: Callable[[Json], bool],
        bot: User,
        acknowledge_within: float = ACKNOWLEDGE_WITHIN,
    ) -> None:
        self._acknowledge_within = acknowledge_within
        self._clock = clock
        self._mint = mint
        self._payloads = payloads
        self._dispatch = dispatch
        self._bot = bot
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._forms: dict[tuple[int, str], Interaction] = {}

    def open(
        self,
        type: InteractionType,  # noqa: A002 - Discord's own word
        user: User,
        channel: Channel,
        data: Json,
        tell: Tell,
        source: Message | None = None,
        trigger: Origin | None = None,
    ) -> None:
        """Send the bot an interaction; `tell` hears how it was answered, or that it was not.

        `source` is the message whose component was used, `trigger` what opened the form that was sent.
        """
        interaction = Interaction(
            id=self._mint.next(),
            token=secrets.token_urlsafe(48),
            type=type,
            user=user,
            channel=channel,
            data=data,
            opened_at=self._clock.now(),
            tell=tell,
            source_id=None if source is None else source.id,
            trigger=trigger,
        )
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        if not self._dispatch(self._payload(interaction, source)):
            self._forget(interaction)
            tell({"type": "failed", "reason": f"{NO_RESPONSE}: the bot is offline"})
            return
        interaction.alarm = self._clock.call_later(self._acknowledge_within, lambda: self._not_answered(interaction))

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """Return the interaction that a callback answers.

        Raises ApiError 404/10062 if there is none such or its three seconds are over, 400/40060 if it was
        acknowledged before.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token.encode(), token.encode()):
            raise unknown_interaction()
        if interaction.answered_with is not None:
            raise already_acknowledged()
        if self._clock.now() - interaction.opened_at >= self._acknowledge_within:
            raise unknown_interaction()
        return interaction

    def acknowledge(self, interaction: Interaction, callback: CallbackType, original: Message | None) -> None:
        """Note that the bot answered, `original` being the message that `@original` stands for."""
        interaction.answered_with = callback
        interaction.original_id = None if original is None else original.id
        if original is not None:
            interaction.message_ids.add(original.id)
        if interaction.alarm is not None:
            interaction.alarm.cancel()
        interaction.alarm = self._clock.call_later(TOKEN_GOOD_FOR, lambda: self._forget(interaction))

    def opened_form(self, interaction: Interaction, custom_id: str) -> None:
        """Note that the bot answered with a form, which the person may send from now on."""
        self._forms[interaction.user.id, custom_id] = interaction

    def form_trigger(self, user: User, custom_id: str) -> Interaction | None:
        """Return the interaction whose answer was the form that `user` has open; None if there is none such."""
        return self._forms.get((user.id, custom_id))

    def with_token(self, token: str) -> Interaction:
        """Return the interaction a webhook token belongs to.

        Raises ApiError 401/50027 if there is none such or it is over fifteen minutes old.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self._clock.now() - interaction.opened_at >= TOKEN_GOOD_FOR:
            raise token_expired()
        return interaction

    def _payload(self, interaction: Interaction, source: Message | None) -> Json:
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(self._bot.id),
            "type": int(interaction.type),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            **self._payloads.interaction_place(interaction.channel, interaction.user),
        }
        if source is not None:
            payload["message"] = self._payloads.message(source)
        return payload

    def _not_answered(self, interaction: Interaction) -> None:
        self._forget(interaction)
        interaction.tell({"type": "failed", "reason": NO_RESPONSE})

    def _forget(self, interaction: Interaction) -> None:
        self._by_id.pop(interaction.id, None)
        self._by_token.pop(interaction.token, None)
