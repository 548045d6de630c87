"""Forms and suggestions that Discord would not take of a bot."""

import asyncio
from typing import Any

import pytest

from playground.person import Person
from tests.playground.raw_bot import Json, RawBot, errors_at


def field(**changes: Any) -> Json:
    return {"type": 4, "style": 1, "label": "Name", "custom_id": "name"} | changes


def form(*fields: Json, **changes: Any) -> Json:
    rows = [{"type": 1, "components": [one]} for one in fields or (field(),)]
    return {"custom_id": "form", "title": "A form", "components": rows} | changes


def select(**changes: Any) -> Json:
    return {"type": 3, "custom_id": "pick", "options": [{"label": "a", "value": "a"}]} | changes


IN_ROW = ("components", 0, "components", 0)
IN_LABEL = ("components", 0, "component")

BAD_FORMS: dict[str, tuple[Json, tuple[str | int, ...], str]] = {
    "no custom id": (form(custom_id=None), ("custom_id",), "BASE_TYPE_REQUIRED"),
    "a custom id over 100": (form(custom_id="x" * 101), ("custom_id",), "BASE_TYPE_BAD_LENGTH"),
    "no title": (form(title=None), ("title",), "BASE_TYPE_REQUIRED"),
    "a title over 45": (form(title="x" * 46), ("title",), "BASE_TYPE_BAD_LENGTH"),
    "no fields": (form(components=[]), ("components",), "BASE_TYPE_BAD_LENGTH"),
    "six fields": (form(*(field(custom_id=str(one)) for one in range(6))), ("components",), "BASE_TYPE_BAD_LENGTH"),
    "a field twice": (
        form(field(), field()),
        ("components", 1, "components", 0, "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a label over 45": (form(field(label="x" * 46)), (*IN_ROW, "label"), "BASE_TYPE_BAD_LENGTH"),
    "a placeholder over 100": (form(field(placeholder="x" * 101)), (*IN_ROW, "placeholder"), "BASE_TYPE_BAD_LENGTH"),
    "a value over 4000": (form(field(value="x" * 4001)), (*IN_ROW, "value"), "BASE_TYPE_BAD_LENGTH"),
    "a length over 4000": (form(field(max_length=4001)), (*IN_ROW, "max_length"), "NUMBER_TYPE_MAX"),
    "a button": (
        form({"type": 2, "style": 1, "label": "Go", "custom_id": "go"}),
        (*IN_ROW, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "a field outside a row": (form(components=[field()]), ("components", 0, "type"), "BASE_TYPE_CHOICES"),
    "a label around nothing": (
        form(components=[{"type": 18, "label": "Name"}]),
        IN_LABEL,
        "BASE_TYPE_REQUIRED",
    ),
    "a select of nothing in a label": (
        form(components=[{"type": 18, "label": "Pick", "component": select(options=[])}]),
        (*IN_LABEL, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
}


@pytest.mark.parametrize("name", BAD_FORMS)
async def test_a_bad_form_is_refused_by_the_path_of_its_field(raw: RawBot, ana: Person, name: str) -> None:
    data, path, code = BAD_FORMS[name]
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    asking = asyncio.create_task(ana.command_opens("play"))
    interaction = await raw.event("INTERACTION_CREATE")
    status, refusal = await raw.callback(interaction, {"type": 9, "data": data})
    assert (status, refusal["code"]) == (400, 50035)
    assert code in errors_at(refusal, "data", *path)
    assert (await raw.callback(interaction, {"type": 9, "data": form()}))[0] == 200
    assert (await asking).title == "A form"


def choice(**changes: Any) -> Json:
    return {"name": "one", "value": "1"} | changes


BAD_CHOICES: dict[str, tuple[Any, tuple[str | int, ...], str]] = {
    "26 of them": ([choice()] * 26, (), "BASE_TYPE_BAD_LENGTH"),
    "no list": ("one", (), "LIST_TYPE_CONVERT"),
    "a name over 100": ([choice(name="x" * 101)], (0, "name"), "BASE_TYPE_BAD_LENGTH"),
    "no name": ([choice(name="")], (0, "name"), "BASE_TYPE_BAD_LENGTH"),
    "a value over 100": ([choice(value="x" * 101)], (0, "value"), "BASE_TYPE_BAD_LENGTH"),
    "no value": ([choice(value=None)], (0, "value"), "BASE_TYPE_REQUIRED"),
    "a translation into no language": ([choice(name_localizations={"hy": "մեկ"})], (0, "name_localizations", "hy"), ""),
}


@pytest.mark.parametrize("name", BAD_CHOICES)
async def test_bad_suggestions_are_refused_by_the_path_of_what_is_wrong(raw: RawBot, ana: Person, name: str) -> None:
    choices, path, code = BAD_CHOICES[name]
    option = {"name": "move", "description": "A move", "type": 3, "autocomplete": True}
    await raw.offer({"name": "move", "description": "Move", "options": [option]})
    await raw.connect()
    asking = asyncio.create_task(ana.autocomplete("move", "move", "o"))
    interaction = await raw.event("INTERACTION_CREATE")
    status, refusal = await raw.callback(interaction, {"type": 8, "data": {"choices": choices}})
    assert (status, refusal["code"]) == (400, 50035)
    errors = errors_at(refusal, "data", "choices", *path)
    assert errors
    assert not code or code in errors
    # Suggestions are answered with nothing else.
    for kind in (4, 5, 9):
        assert (await raw.callback(interaction, {"type": kind, "data": {"content": "x"}}))[0] == 400
    assert (await raw.callback(interaction, {"type": 8, "data": {"choices": [choice()]}}))[0] == 200
    assert await asking == [("one", "1")]


async def test_a_form_is_not_answered_with_another_form(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    asking = asyncio.create_task(ana.command_opens("play"))
    await raw.callback(await raw.event("INTERACTION_CREATE"), {"type": 9, "data": form()})
    sending = asyncio.create_task(ana.submit_modal(await asking, {"Name": "Rome"}))
    interaction = await raw.event("INTERACTION_CREATE")
    status, refusal = await raw.callback(interaction, {"type": 9, "data": form()})
    assert (status, errors_at(refusal, "type")) == (400, ["BASE_TYPE_CHOICES"])
    assert (await raw.callback(interaction, {"type": 4, "data": {"content": "thanks"}}))[0] == 200
    assert (await sending).content == "thanks"
