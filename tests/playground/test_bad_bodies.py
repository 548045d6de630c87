import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground.bodies import Body
from playground.channels import Channels
from playground.checks.commands import check_choices, check_commands
from playground.checks.components import check_modal
from playground.checks.messages import check_message
from playground.clock import Clock
from playground.errors import ApiError
from playground.events import Announcer
from playground.messages import Messages
from playground.payloads import Payloads
from playground.people import first_people
from playground.seen import SeenMessage
from playground.snowflakes import SnowflakeMint
from playground.state import PATIENCE_ID, World
from playground.wire import encode
from tests.playground.raw_bot import RawBot, errors_at

MESSAGES = f"/channels/{PATIENCE_ID}/messages"
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


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_message_is_refused_by_the_path_of_its_field(raw: RawBot, name: str) -> None:
    body, path, code = BAD[name]
    status, refusal = await raw.request("POST", MESSAGES, {"content": "x"} | body)
    assert (status, refusal["code"], refusal["message"]) == (400, 50035, "Invalid Form Body")
    assert code in errors_at(refusal, *path)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", f"/channels/{LONG}"),
        ("GET", f"/channels/{LONG[:21]}"),
        ("GET", f"/users/{LONG}"),
        ("GET", f"/guilds/{LONG}"),
        ("GET", f"{MESSAGES}/{LONG}"),
        ("GET", "/channels/²"),
        ("GET", "/channels/٣"),
        ("GET", f"{MESSAGES}?limit={LONG}"),
        ("GET", f"{MESSAGES}?before={LONG}"),
        ("GET", f"{MESSAGES}?after=-1"),
        ("POST", f"/interactions/{LONG}/x/callback"),
        ("POST", f"/webhooks/{LONG}/x"),
    ],
    ids=lambda text: ascii(text[:40]),
)
async def test_what_is_written_like_no_id_is_refused(raw: RawBot, method: str, path: str) -> None:
    status, refusal = await raw.request(method, path, {"content": "x"} if method == "POST" else None)
    assert (status, refusal["code"]) in [(400, 50035), (401, 50027)]


async def test_every_problem_is_named_at_once(raw: RawBot) -> None:
    body = {"content": "x" * 2001, "components": [row(button(label="x" * 81, custom_id="x" * 101))]}
    _, refusal = await raw.request("POST", MESSAGES, body)
    assert errors_at(refusal, "content")
    assert errors_at(refusal, *FIRST, "label")
    assert errors_at(refusal, *FIRST, "custom_id")


async def test_what_reaches_a_limit_is_taken(raw: RawBot) -> None:
    rows = [
        row(*(button(custom_id=f"{line}{column}" + "x" * 98, label="x" * 80) for column in range(5)))
        for line in range(4)
    ]
    options = [option(str(number), label="x" * 100) for number in range(25)]
    rows.append(row(select(options=options, placeholder="x" * 150, max_values=25)))
    message = await raw.post(PATIENCE_ID, content="x" * 2000, components=rows)
    assert len(message["components"]) == 5


async def test_components_v2_stand_for_content(raw: RawBot) -> None:
    inside = [{"type": 10, "content": "text"}, row(button())]
    message = await raw.post(PATIENCE_ID, flags=V2, components=[{"type": 17, "components": inside}])
    assert message["flags"] == V2
    path = f"{MESSAGES}/{message['id']}"
    _, edited = await raw.request("PATCH", path, {"flags": 0, "components": [{"type": 10, "content": "new"}]})
    assert edited["flags"] == V2
    assert (await raw.request("PATCH", path, {"content": "plain"}))[0] == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
# Grouped by what they hold in Discord's own shapes.
TEXT_FIELDS = ["content", "label", "custom_id", "placeholder", "url", "name", "description", "title", "value", "emoji"]
NUMBER_FIELDS = ["style", "min_values", "max_values", "id", "flags", "type"]
LIST_FIELDS = ["components", "options", "choices", "embeds", "attachments", "fields", "users", "parse"]
OBJECT_FIELDS = ["component", "accessory", "allowed_mentions", "message_reference", "footer", "author", "image"]


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects whose fields are named as Discord's, and mostly of their kind."""
    kinds = {
        **dict.fromkeys(TEXT_FIELDS, st.text(max_size=3)),
        **dict.fromkeys(NUMBER_FIELDS, st.integers(0, 23) | st.just(V2)),
        **dict.fromkeys(LIST_FIELDS, st.lists(inner, max_size=2)),
        **dict.fromkeys(OBJECT_FIELDS, inner),
    }
    fields = [st.tuples(st.just(name), kind | inner) for name, kind in kinds.items()]
    return st.lists(st.one_of(fields), max_size=6).map(dict)


BODY = objects(st.recursive(JSON, objects, max_leaves=12))


CHECKS: list[Callable[[dict[str, Any]], None]] = [
    lambda body: check_message(Body(body)),
    lambda body: check_commands([body]),
    lambda body: check_modal(body, ()),
    lambda body: check_choices(body, ()),
]


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(BODY)
def test_no_body_is_answered_with_anything_but_a_refusal(body: dict[str, Any]) -> None:
    for check in CHECKS:
        with contextlib.suppress(ApiError):
            check(body)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(BODY)
def test_whatever_is_accepted_can_be_shown(fields: dict[str, Any]) -> None:
    world, clock, announcer = World(first_people(1)), Clock(), Announcer()
    mint = SnowflakeMint(clock)
    messages = Messages(world, clock, mint, announcer, Channels(world, mint, announcer))
    body = Body({"content": "x"} | fields)
    with contextlib.suppress(ApiError):
        message = messages.post(world.channels[PATIENCE_ID], world.bot, body)
        shown = Payloads(world).message(message)
        assert SeenMessage.parse(json.loads(encode(shown))).id == message.id
