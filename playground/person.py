"""A person at the page, driven by a test: the same socket and rules as in a browser."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from playground.errors import PlaygroundError
from playground.filling import choice_values, command_options, find_command, form_components
from playground.page_client import PageClient, Refused
from playground.people import EVERYBODY, USUAL_NUMBER
from playground.seen import SeenMessage, SeenModal
from playground.wire import CallbackType, ComponentType, Json

__all__ = ["Person", "Refused"]

PEOPLE = dict(list(EVERYBODY.items())[:USUAL_NUMBER])
"""Ids by name of the people that a playground has unless it is asked for more."""
DEFAULT_CHANNEL = "patience"


class Person:
    """Ana, Boris or another of the people at the playground whose page is at `url`; `async with` opens the page.

    Channels and threads are named as the page's address names them: those of the first guild by their names, those
    of another with its name before theirs, as in `Garden/patience`; the private channel with the bot by the bot's
    name, the private channel of the people among themselves is `friends`.

    What they do returns what came of it: the message that the bot posted or changed in answer. Everything raises
    Refused when the bot does not answer, and PlaygroundError when a person could not do it at all or has waited
    `patience` seconds of real time in vain.
    """

    def __init__(self, url: str, name: str = "Ana", *, patience: float = 10.0) -> None:
        if name not in EVERYBODY:
            known = " or ".join(EVERYBODY)
            raise PlaygroundError(f"There is no person {name!r} in the playground; choose {known}.")
        self.name = name
        self.id = EVERYBODY[name]
        self._page = PageClient(url, self.id, patience)

    async def __aenter__(self) -> Self:
        """Open the page. Raises PlaygroundError if it cannot be reached."""
        await self._page.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the page."""
        await self._page.__aexit__(kind, error, trace)

    @property
    def bot_online(self) -> bool:
        """Whether the page shows the bot as being there."""
        return self._page.bot_online

    @property
    def channel_names(self) -> list[str]:
        """The names of the channels and threads that are there, as they have come."""
        return list(self._page.channels)

    @property
    def commands(self) -> list[Json]:
        """The commands that are offered, as Discord's objects."""
        return self._page.commands

    def messages(self, channel: str = DEFAULT_CHANNEL) -> list[SeenMessage]:
        """Return a channel's messages as they are now, oldest first; ephemeral ones if they are this person's."""
        number = self._channel(channel)
        return [message for message in self._page.messages.values() if message.channel_id == number]

    def message(self, message_id: int) -> SeenMessage:
        """Return a message as it is now. Raises PlaygroundError if this person does not see it."""
        message = self._page.messages.get(message_id)
        if message is None:
            raise PlaygroundError(f"{self.name} sees no message {message_id}.")
        return message

    def changes_of(self, message: SeenMessage) -> int:
        """Return how often a message was seen to change since it came; its edits, if it was there all the time."""
        return self._page.changes.get(message.id, 1) - 1

    async def sees(self, wanted: Callable[[SeenMessage], bool], *, channel: str = DEFAULT_CHANNEL) -> SeenMessage:
        """Wait until some message of the channel is as wanted, and return the newest such."""

        def newest() -> SeenMessage | None:
            return next((message for message in reversed(self.messages(channel)) if wanted(message)), None)

        return await self._page.until(newest, f"a message in #{channel} as wanted")

    async def change_of(self, message: SeenMessage) -> SeenMessage:
        """Wait until a message differs from `message`, and return it."""

        def changed() -> SeenMessage | None:
            now = self._page.messages.get(message.id)
            return None if now is None or now.raw == message.raw else now

        return await self._page.until(changed, "the message to change")

    async def no_longer_sees(self, message: SeenMessage) -> None:
        """Wait until a message is gone."""
        await self._page.until(lambda: message.id not in self._page.messages or None, "the message to go")

    async def sees_command(self, name: str) -> Json:
        """Wait until the bot offers a command, named without its subcommands, and return it."""
        return await self._page.until(lambda: find_command(self.commands, name), f"the command /{name}")

    async def bot_to_be(self, *, online: bool) -> None:
        """Wait until the bot is there, or is not."""
        await self._page.until(lambda: self.bot_online is online or None, "the bot to come or go")

    async def download(self, url: str) -> bytes:
        """Return a file that a message shows. Raises PlaygroundError if it is not served any more."""
        return await self._page.download(url)

    async def say(self, content: str, *, channel: str = DEFAULT_CHANNEL) -> SeenMessage:
        """Write a message and return it. Raises Refused where they may not write."""
        packet = {"type": "say", "channel_id": str(self._channel(channel)), "content": content}
        number = int((await self._page.answer(packet, "done"))["message_id"])
        return await self._page.until(lambda: self._page.messages.get(number), "their own message")

    async def start_thread(
        self, name: str, *, in_channel: str = DEFAULT_CHANNEL, at: SeenMessage | None = None, private: bool = False
    ) -> None:
        """Begin a thread under a channel, at one of its messages if `at` is given; it is then a channel itself."""
        packet: Json = {"type": "thread", "channel_id": str(self._channel(in_channel)), "name": name}
        packet["private"] = private
        done = await self._page.answer(packet if at is None else packet | {"message_id": str(at.id)}, "done")
        number = int(done["channel_id"])
        await self._page.until(lambda: number in self._page.channels.values() or None, f"the thread {name}")

    async def sees_channel(self, name: str) -> None:
        """Wait until a channel or thread of this name is there."""
        await self._page.until(lambda: name in self._page.channels or None, f"the channel {name}")

    def unread(self, channel: str = DEFAULT_CHANNEL) -> tuple[int, int]:
        """Return how many messages were unread when the page was opened, and how many of them were for this person."""
        told = self._page.unread.get(str(self._channel(channel)), {"count": 0, "mentions": 0})
        return told["count"], told["mentions"]

    async def read(self, channel: str = DEFAULT_CHANNEL) -> None:
        """Read a channel to its end, so that nothing there is unread on any page of this person."""
        number = self._channel(channel)
        newest = max((message.id for message in self.messages(channel)), default=0)
        await self._page.send({"type": "read", "channel_id": str(number), "message_id": str(newest)})
        await self._page.until(lambda: self._page.read.get(number, -1) >= newest or None, "the channel to be read")

    async def no_longer_sees_channel(self, name: str) -> None:
        """Wait until no channel or thread has this name."""
        await self._page.until(lambda: name not in self._page.channels or None, f"the channel {name} to go")

    async def command(self, name: str, /, *, in_channel: str = DEFAULT_CHANNEL, **options: Any) -> SeenMessage:
        """Use a command: `command("play", game="pyramid")`, or `command("stats of", who="Boris")` in a group.

        A choice may be given by its name or value, a person or channel by name, a number as one, a file as its name
        and content: `command("import", record=("game.txt", b"..."))`.
        """
        packet = await self._command("command", name, in_channel, options)
        return await self._message_after(packet)

    async def command_opens(self, name: str, /, *, in_channel: str = DEFAULT_CHANNEL, **options: Any) -> SeenModal:
        """Use a command that is answered with a form."""
        return await self._form_after(await self._command("command", name, in_channel, options))

    async def autocomplete(
        self, name: str, focused: str, value: str, /, *, in_channel: str = DEFAULT_CHANNEL, **others: Any
    ) -> list[tuple[str, str | int | float]]:
        """Type `value` into the option `focused`, and return the (name, value) pairs that the bot suggests."""
        packet = await self._command("autocomplete", name, in_channel, {**others, focused: value}, focused)
        answer = await self._page.answer(packet, "choices")
        return [(choice["name"], choice["value"]) for choice in answer["choices"]]

    async def press(self, message: SeenMessage, button: str) -> SeenMessage:
        """Press a button, by its label, emoji or custom id."""
        return await self._message_after(_press(message, button))

    async def press_opens(self, message: SeenMessage, button: str) -> SeenModal:
        """Press a button that is answered with a form."""
        return await self._form_after(_press(message, button))

    async def choose(self, message: SeenMessage, select: str, *values: str) -> SeenMessage:
        """Choose in a select, by its placeholder or custom id; options by label or value, people by name."""
        return await self._message_after(self._choice(message, select, values))

    async def choose_opens(self, message: SeenMessage, select: str, *values: str) -> SeenModal:
        """Choose in a select that is answered with a form."""
        return await self._form_after(self._choice(message, select, values))

    async def submit_modal(self, modal: SeenModal, values: dict[str, str]) -> SeenMessage:
        """Fill in a form, its fields by label or custom id, and send it; fields left out keep their text."""
        packet: Json = {
            "type": "modal_submit",
            "channel_id": str(modal.channel_id),
            "custom_id": modal.custom_id,
            "components": form_components(modal, values),
        }
        return await self._message_after(packet)

    async def dismiss(self, message: SeenMessage) -> None:
        """Take an ephemeral message out of sight."""
        if not message.ephemeral:
            raise PlaygroundError("Only an ephemeral message can be dismissed; this one others see too.")
        await self._page.send({"type": "dismiss", "message_id": str(message.id)})
        await self.no_longer_sees(message)

    def _channel(self, name: str) -> int:
        if name not in self._page.channels:
            known = ", ".join(f"#{known}" for known in self._page.channels) or "none, for the page is not open"
            raise PlaygroundError(f"{self.name} sees no channel #{name}; there are {known}.")
        return self._page.channels[name]

    async def _command(
        self, kind: str, name: str, channel: str, options: dict[str, Any], focused: str | None = None
    ) -> Json:
        command = await self.sees_command(name)
        ids = self._page.people | self._page.channels
        for option, value in options.items():
            if isinstance(value, tuple):
                options = options | {option: await self._page.upload(*value)}
        return {
            "type": kind,
            "channel_id": str(self._channel(channel)),
            "command_id": command["id"],
            "options": command_options(command, name, options, ids, focused),
        }

    def _choice(self, message: SeenMessage, named: str, values: tuple[str, ...]) -> Json:
        select = message.select(named)
        if select.disabled:
            raise PlaygroundError(f"The select {named!r} is disabled.")
        chosen = choice_values(select, values, self._page.people | self._page.channels)
        return _use(message, select.custom_id, select.type) | {"values": chosen}

    async def _form_after(self, packet: Json) -> SeenModal:
        return SeenModal.parse(await self._page.answer(packet, "modal"), int(packet["channel_id"]))

    async def _message_after(self, packet: Json) -> SeenMessage:
        """Do something and return the message that the bot posts or changes in answer."""
        changes = dict(self._page.changes)
        done = await self._page.answer(packet, "done")
        callback = CallbackType(done["callback"])
        if callback is CallbackType.MODAL:
            raise PlaygroundError("The bot opened a form; use the method that ends in _opens.")
        answered = int(done["message_id"])
        interaction = int(done["interaction_id"])
        silent = callback is CallbackType.DEFERRED_UPDATE

        def outcome() -> SeenMessage | None:
            message = self._page.messages.get(answered)
            if not silent:
                return None if message is None or message.thinking else message
            # After a silent acknowledgement comes an edit of the message itself, or a follow-up.
            if message is not None and self._page.changes.get(answered) != changes.get(answered):
                return message
            seen = self._page.messages.values()
            return next((message for message in seen if message.interaction_id == interaction), None)

        return await self._page.until(outcome, "the bot's answer")


def _press(message: SeenMessage, named: str) -> Json:
    button = message.button(named)
    if button.disabled:
        raise PlaygroundError(f"The button {named!r} is disabled.")
    if not button.custom_id:
        raise PlaygroundError(f"The button {named!r} only opens {button.url}.")
    return _use(message, button.custom_id, ComponentType.BUTTON)


def _use(message: SeenMessage, custom_id: str, kind: int) -> Json:
    return {
        "type": "component",
        "channel_id": str(message.channel_id),
        "message_id": str(message.id),
        "custom_id": custom_id,
        "component_type": int(kind),
    }
