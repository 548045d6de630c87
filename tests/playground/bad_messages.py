"""Messages that Discord refuses: of each its fields, the path of the wrong one, and the code of what is wrong."""

from typing import Any

V2 = 1 << 15
LONG = "9" * 5000
TEXT = {"type": 10, "content": "text"}


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | changes


def select(**changes: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "pick", "options": [option("a")]} | changes


def option(value: str, **changes: Any) -> dict[str, Any]:
    return {"label": f"Option {value}", "value": value} | changes


def row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def buttons(count: int) -> list[dict[str, Any]]:
    return [button(custom_id=f"b{number}") for number in range(count)]


FIRST = ("components", 0, "components", 0)

BAD: dict[str, tuple[dict[str, Any], tuple[str | int, ...], str]] = {
    "content over 2000": ({"content": "x" * 2001}, ("content",), "BASE_TYPE_BAD_LENGTH"),
    "content no text": ({"content": 7}, ("content",), "STRING_TYPE_CONVERT"),
    "components no list": ({"components": {}}, ("components",), "LIST_TYPE_CONVERT"),
    "a component no object": ({"components": ["x"]}, ("components", 0), "MODEL_TYPE_CONVERT"),
    "six rows": (
        {"components": [row(button(custom_id=str(number))) for number in range(6)]},
        ("components",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a row of nothing": ({"components": [row()]}, ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    "a row of six": ({"components": [row(*buttons(6))]}, ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    "a select beside a button": (
        {"components": [row(button(), select())]},
        ("components", 0, "components"),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a button outside a row": ({"components": [button()]}, ("components", 0, "type"), "BASE_TYPE_CHOICES"),
    "a custom id over 100": (
        {"components": [row(button(custom_id="x" * 101))]},
        (*FIRST, "custom_id"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no custom id": ({"components": [row(button(custom_id=None))]}, (*FIRST, "custom_id"), "BASE_TYPE_REQUIRED"),
    "a custom id twice": (
        {"components": [row(button()), row(button())]},
        ("components", 1, "components", 0, "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a label over 80": ({"components": [row(button(label="x" * 81))]}, (*FIRST, "label"), "BASE_TYPE_BAD_LENGTH"),
    "a button of no looks": ({"components": [row(button(label=None))]}, (*FIRST, "label"), "BASE_TYPE_REQUIRED"),
    "a button of no style": ({"components": [row(button(style=None))]}, (*FIRST, "style"), "BASE_TYPE_REQUIRED"),
    "a link without address": ({"components": [row(button(style=5))]}, (*FIRST, "url"), "BASE_TYPE_REQUIRED"),
    "a select without options": (
        {"components": [row(select(options=[]))]},
        (*FIRST, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a select with no options at all": (
        {"components": [row(select(options=None))]},
        (*FIRST, "options"),
        "BASE_TYPE_REQUIRED",
    ),
    "26 options": (
        {"components": [row(select(options=[option(str(number)) for number in range(26)]))]},
        (*FIRST, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option's value twice": (
        {"components": [row(select(options=[option("a"), option("a")]))]},
        (*FIRST, "options", 1, "value"),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "an option's label over 100": (
        {"components": [row(select(options=[option("a", label="x" * 101)]))]},
        (*FIRST, "options", 0, "label"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a placeholder over 150": (
        {"components": [row(select(placeholder="x" * 151))]},
        (*FIRST, "placeholder"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "more choices than options may be": (
        {"components": [row(select(max_values=26))]},
        (*FIRST, "max_values"),
        "NUMBER_TYPE_MAX",
    ),
    "more choices than options": (
        {"components": [row(select(max_values=2))]},
        (*FIRST, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "more choices at least than at most": (
        {"components": [row(select(min_values=2, options=[option("a"), option("b")]))]},
        (*FIRST, "min_values"),
        "NUMBER_TYPE_MAX",
    ),
    "an embed's title over 256": ({"embeds": [{"title": "x" * 257}]}, ("embeds", 0, "title"), "BASE_TYPE_BAD_LENGTH"),
    "an embed of 26 fields": (
        {"embeds": [{"fields": [{"name": "x", "value": "y"}] * 26}]},
        ("embeds", 0, "fields"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option's description over 100": (
        {"components": [row(select(options=[option("a", description="x" * 101)]))]},
        (*FIRST, "options", 0, "description"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, ("embeds",), "BASE_TYPE_BAD_LENGTH"),
    "an embed's description over 4096": (
        {"embeds": [{"description": "x" * 4097}]},
        ("embeds", 0, "description"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "embeds over 6000 together": (
        {"embeds": [{"description": "x" * 3001}] * 2},
        ("embeds",),
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "components v2 and content": (
        {"flags": V2, "content": "x", "components": [{"type": 10, "content": "text"}]},
        ("content",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "over 40 components v2": (
        {"flags": V2, "components": [{"type": 10, "content": "text"}] * 41},
        ("components",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "over 40 components v2, those inside counted": (
        {"flags": V2, "components": [{"type": 17, "components": [TEXT] * 20}, {"type": 17, "components": [TEXT] * 19}]},
        ("components",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "over 4000 characters in components v2": (
        {"flags": V2, "components": [{"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}]},
        ("components",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "components v2 and embeds": (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [TEXT]},
        ("embeds",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "components v2 without their flag": ({"components": [TEXT]}, ("components", 0, "type"), "BASE_TYPE_CHOICES"),
    "a component of no type": (
        {"flags": V2, "components": [{"type": 99}]},
        ("components", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "a container in a container": (
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}]},
        (*FIRST, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "a text field in a message": (
        {"components": [row({"type": 4, "style": 1, "label": "Name", "custom_id": "name"})]},
        (*FIRST, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "a section with nothing beside it": (
        {"flags": V2, "components": [{"type": 9, "components": [TEXT]}]},
        ("components", 0, "accessory"),
        "BASE_TYPE_REQUIRED",
    ),
    "a section of four texts": (
        {"flags": V2, "components": [{"type": 9, "components": [TEXT] * 4, "accessory": button()}]},
        ("components", 0, "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a gallery of eleven": (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}] * 11}]},
        ("components", 0, "items"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a picture with alt text over 1024": (
        {
            "flags": V2,
            "components": [
                {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, "description": "x" * 1025}]}
            ],
        },
        ("components", 0, "items", 0, "description"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a file from nowhere": (
        {"flags": V2, "components": [{"type": 13}]},
        ("components", 0, "file", "url"),
        "BASE_TYPE_REQUIRED",
    ),
    "a mention of no id": (
        {"content": "x", "allowed_mentions": {"users": ["Ana"]}},
        ("allowed_mentions", "users", 0),
        "NUMBER_TYPE_COERCE",
    ),
    "a reply to no id": (
        {"content": "x", "message_reference": {"message_id": "that"}},
        ("message_reference", "message_id"),
        "NUMBER_TYPE_COERCE",
    ),
    "a mention of an id of 21 digits": (
        {"content": "x", "allowed_mentions": {"users": [LONG[:21]]}},
        ("allowed_mentions", "users", 0),
        "NUMBER_TYPE_COERCE",
    ),
    "a reply to an id of 5000 digits": (
        {"content": "x", "message_reference": {"message_id": LONG}},
        ("message_reference", "message_id"),
        "NUMBER_TYPE_COERCE",
    ),
    "a file of an id of 5000 digits": ({"attachments": [{"id": LONG}]}, ("attachments", 0, "id"), "NUMBER_TYPE_COERCE"),
    "a file of a negative id": ({"attachments": [{"id": -1}]}, ("attachments", 0, "id"), "NUMBER_TYPE_COERCE"),
    "a file name that is no text": (
        {"attachments": [{"id": 0, "filename": 7}]},
        ("attachments", 0, "filename"),
        "STRING_TYPE_CONVERT",
    ),
    "a file name over 255": (
        {"attachments": [{"id": 0, "filename": "x" * 256}]},
        ("attachments", 0, "filename"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "flags that are no number": ({"flags": "x"}, ("flags",), "NUMBER_TYPE_COERCE"),
}
