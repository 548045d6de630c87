"""What a person sees: messages, their buttons and selects, forms — read from what the page is sent."""

from dataclasses import dataclass
from typing import Self

from playground.components import components_within
from playground.errors import PlaygroundError
from playground.wire import SELECTS, ComponentType, Json, MessageFlag


@dataclass(frozen=True, slots=True)
class SeenAttachment:
    """A file of a message; `description` is its alt text, `width` and `height` pixels where known."""

    id: int
    filename: str
    url: str
    size: int
    content_type: str
    description: str | None
    width: int | None
    height: int | None


@dataclass(frozen=True, slots=True)
class SeenButton:
    """A button; `custom_id` is empty for one that only opens a link."""

    label: str
    emoji: str
    custom_id: str
    style: int
    url: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class SeenOption:
    """One of a select's options."""

    label: str
    value: str
    description: str
    default: bool


@dataclass(frozen=True, slots=True)
class SeenSelect:
    """A select menu; `options` is empty for one of people or channels."""

    type: int
    custom_id: str
    placeholder: str
    options: tuple[SeenOption, ...]
    min_values: int
    max_values: int
    disabled: bool


@dataclass(frozen=True, slots=True)
class SeenField:
    """A text field of a form."""

    label: str
    custom_id: str
    value: str
    required: bool


@dataclass(frozen=True, slots=True)
class SeenModal:
    """A form that the bot has opened; `raw` is as the page was sent it."""

    title: str
    custom_id: str
    channel_id: int
    fields: tuple[SeenField, ...]
    raw: Json

    @classmethod
    def parse(cls, packet: Json, channel_id: int) -> Self:
        """Read a `modal` packet that answers something done in this channel."""
        fields = []
        for outer in packet["components"]:
            for component in components_within([outer]):
                if component["type"] == ComponentType.TEXT_INPUT:
                    label = component.get("label") or outer.get("label") or ""
                    value = component.get("value") or ""
                    required = component.get("required", True)
                    fields.append(SeenField(label, component["custom_id"], value, required))
        return cls(packet["title"], packet["custom_id"], channel_id, tuple(fields), packet)


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as a person sees it now; `raw` is as the page was sent it. An edit makes another value."""

    id: int
    channel_id: int
    author: str
    content: str
    attachments: tuple[SeenAttachment, ...]
    buttons: tuple[SeenButton, ...]
    selects: tuple[SeenSelect, ...]
    mentions: tuple[str, ...]
    ephemeral: bool
    thinking: bool
    edited: bool
    interaction_id: int | None
    raw: Json

    @classmethod
    def parse(cls, raw: Json) -> Self:
        """Read a message object."""
        components = list(components_within(raw["components"]))
        flags = MessageFlag(raw["flags"])
        metadata = raw.get("interaction_metadata")
        return cls(
            id=int(raw["id"]),
            channel_id=int(raw["channel_id"]),
            author=_name(raw["author"]),
            content=raw["content"],
            attachments=tuple(_attachment(attachment) for attachment in raw["attachments"]),
            buttons=tuple(_button(item) for item in components if item["type"] == ComponentType.BUTTON),
            selects=tuple(_select(item) for item in components if item["type"] in SELECTS),
            mentions=tuple(_name(user) for user in raw["mentions"]),
            ephemeral=MessageFlag.EPHEMERAL in flags,
            thinking=MessageFlag.LOADING in flags,
            edited=raw["edited_timestamp"] is not None,
            interaction_id=None if metadata is None else int(metadata["id"]),
            raw=raw,
        )

    def button(self, named: str) -> SeenButton:
        """Return the button of this label, emoji or custom id, or raise PlaygroundError."""
        for button in self.buttons:
            if named in (button.label, button.custom_id, button.emoji) and named:
                return button
        offered = ", ".join(repr(button.label or button.emoji) for button in self.buttons)
        raise PlaygroundError(f"The message has no button {named!r}; it has {offered or 'none'}.")

    def select(self, named: str) -> SeenSelect:
        """Return the select of this placeholder or custom id, or raise PlaygroundError."""
        for select in self.selects:
            if named in (select.placeholder, select.custom_id):
                return select
        offered = ", ".join(repr(select.placeholder or select.custom_id) for select in self.selects)
        raise PlaygroundError(f"The message has no select {named!r}; it has {offered or 'none'}.")


def _name(user: Json) -> str:
    return str(user["global_name"] or user["username"])


def _attachment(raw: Json) -> SeenAttachment:
    return SeenAttachment(
        id=int(raw["id"]),
        filename=raw["filename"],
        url=raw["url"],
        size=raw["size"],
        content_type=raw["content_type"],
        description=raw.get("description"),
        width=raw.get("width"),
        height=raw.get("height"),
    )


def _button(raw: Json) -> SeenButton:
    return SeenButton(
        label=raw.get("label") or "",
        emoji=(raw.get("emoji") or {}).get("name") or "",
        custom_id=raw.get("custom_id") or "",
        style=raw["style"],
        url=raw.get("url") or "",
        disabled=raw.get("disabled", False),
    )


def _select(raw: Json) -> SeenSelect:
    options = tuple(
        SeenOption(option["label"], option["value"], option.get("description") or "", option.get("default", False))
        for option in raw.get("options") or ()
    )
    return SeenSelect(
        type=raw["type"],
        custom_id=raw["custom_id"],
        placeholder=raw.get("placeholder") or "",
        options=options,
        min_values=raw.get("min_values", 1),
        max_values=raw.get("max_values", 1),
        disabled=raw.get("disabled", False),
    )
