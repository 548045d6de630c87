from typing import Any

import discord
import pytest

from playground.checks.commands import LOCALES
from playground.person import Person
from playground.state import GUILD_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot, errors_at


def command(**changes: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play"} | changes


def option(**changes: Any) -> dict[str, Any]:
    return {"name": "game", "description": "Which", "type": 3} | changes


async def test_a_library_syncs_and_fetches_its_commands(bot: ForeignBot, ana: Person) -> None:
    fetched = {command.name for command in await bot.tree.fetch_commands()}
    assert fetched == {command["name"] for command in ana.commands}
    assert {"play", "stats", "opening"} <= fetched


async def test_pages_learn_of_new_commands(raw: RawBot, ana: Person) -> None:
    await raw.offer(command())
    await ana.sees_command("play")
    await raw.offer(command(name="deal"))
    await ana.sees_command("deal")
    assert [offered["name"] for offered in ana.commands] == ["deal"]


async def test_replacing_keeps_the_ids_of_names_that_stay(raw: RawBot) -> None:
    path = f"{raw.application}/commands"
    _, before = await raw.request("PUT", path, [command(), command(name="deal")])
    _, after = await raw.request("PUT", path, [command(description="Play on"), command(name="undo")])
    assert after[0]["id"] == before[0]["id"]
    assert after[0]["version"] != before[0]["version"]
    assert [offered["name"] for offered in (await raw.request("GET", path))[1]] == ["play", "undo"]


async def test_one_command_is_added_read_changed_and_removed(raw: RawBot) -> None:
    path = f"{raw.application}/commands"
    status, added = await raw.request("POST", path, command())
    assert status == 201
    status, again = await raw.request("POST", path, command(description="Again"))
    assert (status, again["id"]) == (200, added["id"])
    one = f"{path}/{added['id']}"
    _, changed = await raw.request("PATCH", one, {"name": "deal"})
    assert (changed["name"], changed["description"]) == ("deal", "Again")
    assert (await raw.request("GET", one))[1] == changed
    assert (await raw.request("DELETE", one))[0] == 204
    status, body = await raw.request("GET", one)
    assert (status, body["code"]) == (404, 10063)


async def test_the_guilds_commands_are_apart_from_the_global_ones(raw: RawBot, ana: Person) -> None:
    await raw.offer(command())
    path = f"{raw.application}/guilds/{GUILD_ID}/commands"
    _, ours = await raw.request("PUT", path, [command()])
    assert ours[0]["guild_id"] == str(GUILD_ID)
    assert len((await raw.request("GET", f"{raw.application}/commands"))[1]) == 1
    await ana.sees_command("play")
    # As in a client, whoever offers a command in both places has it listed twice.
    assert [offered["name"] for offered in ana.commands] == ["play", "play"]
    await raw.request("PUT", path, [])
    assert (await raw.request("GET", path))[1] == []


async def test_translations_are_listed_when_asked_for(raw: RawBot) -> None:
    path = f"{raw.application}/commands"
    await raw.offer(command(name_localizations={"de": "spielen"}))
    assert "name_localizations" not in (await raw.request("GET", path))[1][0]
    _, (listed,) = await raw.request("GET", f"{path}?with_localizations=true")
    assert listed["name_localizations"] == {"de": "spielen"}


@pytest.mark.parametrize("path", ["/applications/1/commands", "/applications/1/guilds/1/commands"])
async def test_another_application_is_unknown(raw: RawBot, path: str) -> None:
    status, body = await raw.request("GET", path)
    assert (status, body["code"]) == (404, 10002)


async def test_another_guild_is_unknown(raw: RawBot) -> None:
    status, body = await raw.request("GET", f"{raw.application}/guilds/1/commands")
    assert (status, body["code"]) == (404, 10004)


BAD: dict[str, tuple[Json, tuple[str | int, ...], str]] = {
    "a bound that is no number": (
        command(options=[option(type=4, min_value="x")]),
        ("options", 0, "min_value"),
        "NUMBER_TYPE_COERCE",
    ),
    "a bound beyond all numbers": (
        command(options=[option(type=4, max_value=2**53)]),
        ("options", 0, "max_value"),
        "NUMBER_TYPE_MAX",
    ),
    "a length that cannot be": (
        command(options=[option(type=3, max_length=0)]),
        ("options", 0, "max_length"),
        "NUMBER_TYPE_MIN",
    ),
    "options of a command on users": (
        command(type=2, options=[option()]),
        ("options",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a name in capitals": (command(name="Play"), ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
    "a name with a space": (command(name="play it"), ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
    "a name over 32": (command(name="x" * 33), ("name",), "BASE_TYPE_BAD_LENGTH"),
    "no name": (command(name=None), ("name",), "BASE_TYPE_REQUIRED"),
    "no description": (command(description=""), ("description",), "BASE_TYPE_BAD_LENGTH"),
    "a description over 100": (command(description="x" * 101), ("description",), "BASE_TYPE_BAD_LENGTH"),
    "26 options": (
        command(options=[option(name=f"o{number}") for number in range(26)]),
        ("options",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option twice": (
        command(options=[option(), option()]),
        ("options", 1, "name"),
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ),
    "an option of no type": (command(options=[option(type=99)]), ("options", 0, "type"), "BASE_TYPE_CHOICES"),
    "a required option after one that is not": (
        command(options=[option(), option(name="seed", required=True)]),
        ("options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "26 choices": (
        command(options=[option(choices=[{"name": "x", "value": "x"}] * 26)]),
        ("options", 0, "choices"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a translation into no language of Discord's": (
        command(name_localizations={"ro": "joc", "hy": "խաղ"}),
        ("name_localizations", "hy"),
        "ENUM_TYPE_COERCE",
    ),
    "a description in no language of Discord's": (
        command(options=[option(description_localizations={"Romanian": "Care"})]),
        ("options", 0, "description_localizations", "Romanian"),
        "ENUM_TYPE_COERCE",
    ),
    "a translated name in capitals": (
        command(name_localizations={"ro": "Joc"}),
        ("name_localizations", "ro"),
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a translated description over 100": (
        command(description_localizations={"ru": "x" * 101}),
        ("description_localizations", "ru"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a choice's translation over 100": (
        command(options=[option(choices=[{"name": "x", "name_localizations": {"uk": "x" * 101}, "value": "x"}])]),
        ("options", 0, "choices", 0, "name_localizations", "uk"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "translations that are none": (
        command(name_localizations=["joc"]),
        ("name_localizations",),
        "DICT_TYPE_CONVERT",
    ),
    "a bad name inside a group": (
        command(options=[{"type": 1, "name": "Of", "description": "Of whom"}]),
        ("options", 0, "name"),
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
}


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_command_is_refused_by_the_path_of_its_field(raw: RawBot, name: str) -> None:
    definition, path, code = BAD[name]
    status, body = await raw.request("PUT", f"{raw.application}/commands", [definition])
    assert (status, body["code"], errors_at(body, 0, *path)) == (400, 50035, [code])
    status, body = await raw.request("POST", f"{raw.application}/commands", definition)
    assert (status, errors_at(body, *path)) == (400, [code])


async def test_a_refused_list_leaves_the_commands_as_they_were(raw: RawBot) -> None:
    await raw.offer(command())
    status, _ = await raw.request("PUT", f"{raw.application}/commands", [command(name="deal"), command(name="No")])
    assert status == 400
    _, listed = await raw.request("GET", f"{raw.application}/commands")
    assert [offered["name"] for offered in listed] == ["play"]


def of_8000_characters(**changes: Any) -> dict[str, Any]:
    """Return a command that counts for 8,000 characters, some of them by a translation."""
    choices = [{"name": f"{number:x>100}", "value": f"{number:x>100}"} for number in range(25)]
    options = [
        option(name=name, description="x" * 98, choices=choices[:count])
        for name, count in (("o1", 25), ("o2", 13), ("o3", 0))
    ]
    return command(options=options, description_localizations={"ro": "x" * 96}) | changes


async def test_a_command_counts_for_eight_thousand_characters_with_its_longest_translations(raw: RawBot) -> None:
    path = f"{raw.application}/commands"
    full = of_8000_characters()
    assert (await raw.request("PUT", path, [full]))[0] == 200
    status, body = await raw.request("PUT", path, [full | {"name": "plays"}])
    assert (status, errors_at(body, 0)) == (400, ["APPLICATION_COMMAND_TOO_LARGE"])
    shorter = full | {"description_localizations": {"ro": "x" * 95}}
    assert (await raw.request("PUT", path, [shorter | {"name": "plays"}]))[0] == 200


async def test_there_are_a_hundred_global_commands_at_most(raw: RawBot) -> None:
    path = f"{raw.application}/commands"
    hundred = [command(name=f"c{number}") for number in range(100)]
    status, body = await raw.request("PUT", path, [*hundred, command()])
    assert (status, errors_at(body)) == (400, ["BASE_TYPE_BAD_LENGTH"])
    assert (await raw.request("PUT", path, hundred))[0] == 200
    status, body = await raw.request("POST", path, command())
    assert (status, body["code"]) == (400, 30032)
    assert (await raw.request("POST", path, command(name="c7", description="Again")))[0] == 200
    guild = f"{raw.application}/guilds/{GUILD_ID}/commands"
    assert (await raw.request("POST", guild, command()))[0] == 201


async def test_every_language_of_discord_is_taken(raw: RawBot) -> None:
    translations = dict.fromkeys(LOCALES, "joc")
    assert len(translations) == 32
    await raw.offer(command(name_localizations=translations))


async def test_one_name_cannot_be_offered_twice(raw: RawBot) -> None:
    status, body = await raw.request("PUT", f"{raw.application}/commands", [command(), command()])
    assert (status, errors_at(body, 1, "name")) == (400, ["APPLICATION_COMMANDS_DUPLICATE_NAME"])


@pytest.mark.parametrize("name", ["пасьянс", "հաջորդ", "खेल", "naïve_2-x'", "x" * 32])
async def test_names_of_every_script_are_taken(raw: RawBot, name: str) -> None:
    assert (await raw.request("POST", f"{raw.application}/commands", command(name=name)))[0] == 201


async def test_a_library_raises_what_was_refused(bot: ForeignBot) -> None:
    with pytest.raises(discord.HTTPException, match="Must be between 1 and 100 in length"):
        await bot.http.upsert_global_command(bot.application_id or 0, command(description="x" * 101))  # type: ignore[arg-type]
