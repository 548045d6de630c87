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
from tests.playground.bad_messages import BAD, FIRST, LONG, V2, button, option, row, select
from tests.playground.raw_bot import RawBot, errors_at

MESSAGES = f"/channels/{PATIENCE_ID}/messages"


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
