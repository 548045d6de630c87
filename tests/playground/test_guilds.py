import asyncio
import sys
from collections.abc import AsyncIterator

import discord
import pytest

from playground import Clock, Playground, PlaygroundError
from playground.people import ANA_ID, BORIS_ID
from playground.person import Person, Refused
from playground.state import GUILD_ID, GUILD_IDS, GUILD_NAMES, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, OWNER_PERMISSIONS, Permission
from tests.playground.raw_bot import Json, RawBot
from tests.playground.running import TOKEN, StartBot

GUILDS, MEMBERS, GUILD_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 15
GARDEN_ID = GUILD_IDS[1]
GARDEN_PATIENCE_ID = GARDEN_ID + 1
PLAY = {"name": "play", "description": "Play"}
WHO = {"name": "who", "description": "Who", "type": 6}
WHERE = {"name": "where", "description": "Where", "type": 7}


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(0, guilds=2, token=TOKEN, clock=Clock(runs=False)) as running:
        yield running


async def used(raw: RawBot, person: Person, channel: str, **options: object) -> tuple[asyncio.Task[object], Json]:
    """Let a person use /play there; return them waiting, and the interaction."""
    asking: asyncio.Task[object] = asyncio.create_task(person.command("play", in_channel=channel, **options))
    return asking, await raw.event("INTERACTION_CREATE")


async def test_every_guild_is_told_of_with_its_own_channels_and_owner(raw: RawBot) -> None:
    ready = await raw.connect()
    assert [guild["id"] for guild in ready["guilds"]] == [str(GUILD_ID), str(GARDEN_ID)]
    told = [await raw.event("GUILD_CREATE") for _ in range(2)]
    assert [guild["name"] for guild in told] == ["Playground", "Garden"]
    assert [guild["owner_id"] for guild in told] == [str(ANA_ID), str(BORIS_ID)]
    for guild in told:
        assert [channel["name"] for channel in guild["channels"]] == ["patience", "lobby"]
        assert {channel["guild_id"] for channel in guild["channels"]} == {guild["id"]}
    assert len({channel["id"] for guild in told for channel in guild["channels"]}) == 4


async def test_ids_stay_the_same_from_run_to_run(playground: Playground) -> None:
    async with Playground(0, guilds=len(GUILD_IDS)) as another:
        assert [guild.name for guild in another.world.guilds.values()] == list(GUILD_NAMES)
        assert tuple(another.world.guilds) == GUILD_IDS
        assert playground.world.guild_channels() == another.world.guild_channels()[:4]
        assert len(another.world.channels) == len(set(another.world.channels)) == 2 * len(GUILD_IDS) + 5


async def test_rest_routes_are_about_the_guild_of_their_path(raw: RawBot) -> None:
    _, thread = await raw.request("POST", f"/channels/{GARDEN_PATIENCE_ID}/threads", {"name": "bed", "type": 11})
    assert thread["guild_id"] == str(GARDEN_ID)
    for guild_id, name, threads in ((GUILD_ID, "Playground", []), (GARDEN_ID, "Garden", [thread])):
        assert (await raw.request("GET", f"/guilds/{guild_id}"))[1]["name"] == name
        _, channels = await raw.request("GET", f"/guilds/{guild_id}/channels")
        assert {channel["guild_id"] for channel in channels} == {str(guild_id)}
        assert (await raw.request("GET", f"/guilds/{guild_id}/threads/active"))[1]["threads"] == threads
    status, refusal = await raw.request("GET", f"/guilds/{GUILD_IDS[2]}")
    assert (status, refusal["code"]) == (404, 10004)


async def test_an_interaction_names_the_guild_where_it_happens(raw: RawBot, boris: Person) -> None:
    await raw.offer(PLAY | {"options": [WHO]})
    await raw.connect()
    for channel, guild_id, permissions in (
        ("patience", GUILD_ID, MEMBER_PERMISSIONS),
        ("Garden/patience", GARDEN_ID, OWNER_PERMISSIONS),
    ):
        asking, interaction = await used(raw, boris, channel, who="Boris")
        assert (interaction["guild_id"], interaction["guild"]["id"]) == (str(guild_id), str(guild_id))
        assert interaction["channel"]["guild_id"] == str(guild_id)
        assert interaction["authorizing_integration_owners"] == {"0": str(guild_id)}
        assert interaction["member"]["permissions"] == str(int(permissions))
        assert interaction["data"]["resolved"]["members"][str(BORIS_ID)]["permissions"] == str(int(permissions))
        await raw.callback(interaction, {"type": 4, "data": {"content": f"in {channel}"}})
        await asking
        assert boris.messages(channel)[-1].content == f"in {channel}"


async def test_only_channels_of_the_guild_can_be_named_there(raw: RawBot, ana: Person) -> None:
    await raw.offer(PLAY | {"options": [WHERE]})
    await raw.connect()
    asking, interaction = await used(raw, ana, "Garden/lobby", where="Garden/patience")
    assert list(interaction["data"]["resolved"]["channels"]) == [str(GARDEN_PATIENCE_ID)]
    asking.cancel()
    with pytest.raises(Refused, match=f"no channel with the id {PATIENCE_ID}"):
        await ana.command("play", in_channel="Garden/lobby", where="patience")


async def test_commands_of_a_guild_are_offered_in_it_alone(raw: RawBot, ana: Person) -> None:
    await raw.connect()
    path = f"{raw.application}/guilds/{GARDEN_ID}/commands"
    assert (await raw.request("PUT", path, [PLAY]))[1][0]["guild_id"] == str(GARDEN_ID)
    assert (await raw.request("GET", f"{raw.application}/guilds/{GUILD_ID}/commands"))[1] == []
    for elsewhere in ("patience", "playground-bot"):
        with pytest.raises(Refused, match="/play is not offered here"):
            await ana.command("play", in_channel=elsewhere)
    asking, interaction = await used(raw, ana, "Garden/patience")
    assert interaction["data"]["guild_id"] == str(GARDEN_ID)
    asking.cancel()


async def test_what_is_said_and_begun_in_a_guild_is_told_as_its_own(raw: RawBot, ana: Person, boris: Person) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES | CONTENT)
    said = await ana.say("among the roses", channel="Garden/lobby")
    created = await raw.event("MESSAGE_CREATE")
    assert (created["content"], created["guild_id"]) == ("among the roses", str(GARDEN_ID))
    await boris.sees(lambda message: message.id == said.id, channel="Garden/lobby")
    assert boris.messages("lobby") == []
    await ana.start_thread("beds", in_channel="Garden/lobby", at=said)
    assert (await raw.event("THREAD_CREATE"))["guild_id"] == str(GARDEN_ID)
    await boris.sees_channel("Garden/beds")
    await boris.say("tulips", channel="Garden/beds")
    assert (await raw.event("MESSAGE_CREATE"))["guild_id"] == str(GARDEN_ID)
    raw.playground.faults.delete_message(said.id)
    assert (await raw.event("MESSAGE_DELETE"))["guild_id"] == str(GARDEN_ID)


async def test_people_and_the_bot_come_and_go_by_guild(raw: RawBot, boris: Person) -> None:
    await raw.connect(GUILDS | MEMBERS)
    await boris.start_thread("beds", in_channel="Garden/lobby")
    await boris.start_thread("table")
    raw.playground.leave_guild("Boris", GARDEN_ID)
    assert (await raw.event("GUILD_MEMBER_REMOVE"))["guild_id"] == str(GARDEN_ID)
    await boris.no_longer_sees_channel("Garden/lobby")
    await boris.say("still here", channel="table")
    assert (await raw.request("GET", f"/guilds/{GARDEN_ID}/members/{BORIS_ID}"))[1]["code"] == 10007
    assert (await raw.request("GET", f"/guilds/{GUILD_ID}/members/{BORIS_ID}"))[0] == 200
    (table, beds) = (raw.playground.world.threads(guild_id)[0] for guild_id in (GUILD_ID, GARDEN_ID))
    joined = raw.playground.world.thread_members
    assert (BORIS_ID in joined[table.id], BORIS_ID in joined[beds.id]) == (True, False)
    raw.playground.join_guild("Boris", GARDEN_ID)
    assert (await raw.event("GUILD_MEMBER_ADD"))["guild_id"] == str(GARDEN_ID)
    await boris.sees_channel("Garden/lobby")
    raw.playground.set_bot_in_guild(False, GARDEN_ID)
    assert (await raw.event("GUILD_DELETE"))["id"] == str(GARDEN_ID)
    assert (await raw.request("GET", f"/channels/{GARDEN_PATIENCE_ID}"))[1]["code"] == 50001
    await raw.post(PATIENCE_ID, content="in the other guild it stays")
    raw.playground.set_bot_in_guild(True, GARDEN_ID)
    assert (await raw.event("GUILD_CREATE"))["id"] == str(GARDEN_ID)
    with pytest.raises(PlaygroundError, match=r"no guild 7 in the playground; there are \d+ \(Playground\), \d+ \(Gar"):
        raw.playground.join_guild("Boris", 7)


async def test_members_are_asked_for_by_guild(raw: RawBot) -> None:
    await raw.connect(GUILDS | MEMBERS)
    raw.playground.leave_guild("Boris", GARDEN_ID)
    for guild_id, found in ((7, None), ("x", None), (GARDEN_ID, 0), (GUILD_ID, 1)):
        await raw.send(8, {"guild_id": str(guild_id), "query": "boris", "limit": 0})
        if found is not None:
            chunk = await raw.event("GUILD_MEMBERS_CHUNK")
            assert (chunk["guild_id"], len(chunk["members"])) == (str(guild_id), found)


async def test_of_two_shards_each_has_its_guild(raw: RawBot, playground: Playground, ana: Person) -> None:
    async with RawBot(playground) as second:
        for shard, bot in enumerate((raw, second)):
            await bot.open_gateway()
            identity = {"token": bot.token, "intents": GUILDS | GUILD_MESSAGES | CONTENT, "shard": [shard, 2]}
            await bot.send(2, identity)
        for channel in ("Garden/lobby", "lobby"):
            await ana.say(channel, channel=channel)
        for bot, guild_id, heard in ((raw, GUILD_ID, "lobby"), (second, GARDEN_ID, "Garden/lobby")):
            assert [guild["id"] for guild in (await bot.event("READY"))["guilds"]] == [str(guild_id)]
            assert (await bot.event("GUILD_CREATE"))["id"] == str(guild_id)
            assert (await bot.event("MESSAGE_CREATE"))["content"] == heard


async def test_whoever_owns_a_guild_may_do_everything_in_it_and_others_what_they_are_given(
    raw: RawBot, ana: Person, boris: Person
) -> None:
    await raw.offer(PLAY)
    await raw.connect()

    async def permissions(person: Person, channel: str) -> Permission:
        asking, interaction = await used(raw, person, channel)
        asking.cancel()
        return Permission(int(interaction["member"]["permissions"])) & ~MEMBER_PERMISSIONS

    everything = (
        Permission.MANAGE_CHANNELS | Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
    )
    none = Permission(0)
    assert (await permissions(ana, "lobby"), await permissions(ana, "Garden/lobby")) == (everything, none)
    assert (await permissions(boris, "lobby"), await permissions(boris, "Garden/lobby")) == (none, everything)
    given = Permission.MANAGE_MESSAGES
    raw.playground.give_permissions("Boris", given, PATIENCE_ID)
    assert (await permissions(boris, "patience"), await permissions(boris, "lobby")) == (given, none)
    raw.playground.give_permissions("Boris", Permission.MANAGE_GUILD)
    assert await permissions(boris, "patience") == given | Permission.MANAGE_GUILD
    assert await permissions(boris, "lobby") == Permission.MANAGE_GUILD
    assert await permissions(ana, "Garden/lobby") == none
    for place in (GUILD_ID, PATIENCE_ID):
        raw.playground.give_permissions("Boris", none, place)
    assert await permissions(boris, "patience") == none
    with pytest.raises(PlaygroundError, match="no channel 7 of a guild; there are"):
        raw.playground.give_permissions("Boris", given, 7)
    with pytest.raises(PlaygroundError, match="no person 'Zoe'"):
        raw.playground.give_permissions("Zoe", given)


async def test_what_somebody_is_given_opens_what_was_closed_to_them(raw: RawBot, boris: Person) -> None:
    raw.playground.set_member_permissions(PATIENCE_ID, Permission(0))
    await boris.no_longer_sees_channel("patience")
    raw.playground.give_permissions("Boris", MEMBER_PERMISSIONS, PATIENCE_ID)
    await boris.sees_channel("patience")
    await boris.say("let in")


@pytest.mark.parametrize("number", [0, 6, -1])
async def test_a_number_of_guilds_that_cannot_be_is_told_in_a_sentence(number: int) -> None:
    with pytest.raises(PlaygroundError, match=f"There can be 1 to 5 guilds in the playground, not {number}"):
        Playground(0, guilds=number)
    command = (sys.executable, "-m", "playground", "--port", "0", "--guilds", str(number))
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    _, errors = await process.communicate()
    told = f"There can be 1 to 5 guilds in the playground, not {number}."
    assert (process.returncode, errors.decode().strip()) == (1, told)


async def test_a_library_plays_in_both(start_bot: StartBot, ana: Person) -> None:
    bot = await start_bot(discord.Intents(guilds=True, members=True))
    assert [guild.name for guild in bot.guilds] == ["Playground", "Garden"]
    garden = bot.get_guild(GARDEN_ID)
    assert garden is not None
    assert (garden.owner_id, garden.me.id) == (BORIS_ID, bot.application_id)
    assert [channel.name for channel in garden.text_channels] == ["patience", "lobby"]
    for channel in ("patience", "Garden/patience"):
        board = await ana.command("play", in_channel=channel, game="Chess")
        assert (await ana.press(board, "Slow turn")).content == "turned slowly"
        assert [message.id for message in ana.messages(channel)] == [board.id]
