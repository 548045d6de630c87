import pytest

from playground import Playground, PlaygroundError
from playground.people import BORIS_ID
from playground.person import Person
from playground.state import GUILD_ID, PATIENCE_ID
from tests.playground.raw_bot import RawBot

GUILDS, MEMBERS, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 9
MEMBER = f"/guilds/{GUILD_ID}/members/{BORIS_ID}"


async def test_leaving_and_joining_is_told_with_the_members_intent(raw: RawBot, playground: Playground) -> None:
    await raw.connect(GUILDS | MEMBERS)
    playground.leave_guild("Boris")
    left = await raw.event("GUILD_MEMBER_REMOVE")
    assert (left["guild_id"], left["user"]["id"]) == (str(GUILD_ID), str(BORIS_ID))
    playground.join_guild("Boris")
    joined = await raw.event("GUILD_MEMBER_ADD")
    assert (joined["guild_id"], joined["user"]["id"]) == (str(GUILD_ID), str(BORIS_ID))


async def test_leaving_and_deletions_are_not_told_without_their_intents(
    raw: RawBot, playground: Playground, ana: Person
) -> None:
    await raw.connect(GUILDS)
    await raw.event("GUILD_CREATE")
    playground.leave_guild("Boris")
    playground.join_guild("Boris")
    message = await raw.post(PATIENCE_ID, content="x")
    playground.faults.delete_message(int(message["id"]))
    await ana.start_thread("what guilds covers")
    assert (await raw.packet())["t"] == "THREAD_CREATE"


async def test_a_deletion_by_a_moderator_is_told_with_its_intent(raw: RawBot, playground: Playground) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES)
    message = await raw.post(PATIENCE_ID, content="x")
    playground.faults.delete_message(int(message["id"]))
    assert (await raw.event("MESSAGE_DELETE"))["id"] == message["id"]


async def test_nothing_of_the_guild_is_told_without_its_intent(
    raw: RawBot, playground: Playground, ana: Person
) -> None:
    await raw.connect(GUILD_MESSAGES)
    await ana.start_thread("table")
    await ana.say("hello")
    assert (await raw.packet())["t"] == "MESSAGE_CREATE"


async def test_who_has_left_is_no_member_and_sees_only_private_channels(
    raw: RawBot, playground: Playground, boris: Person
) -> None:
    playground.leave_guild("Boris")
    await boris.no_longer_sees_channel("patience")
    status, refusal = await raw.request("GET", MEMBER)
    assert (status, refusal["code"]) == (404, 10007)
    await boris.say("still here", channel="playground-bot")
    playground.join_guild("Boris")
    await boris.sees_channel("patience")
    assert (await raw.request("GET", MEMBER))[0] == 200


async def test_only_members_leave_and_only_people_join(playground: Playground) -> None:
    playground.leave_guild("Dan")
    with pytest.raises(PlaygroundError, match="Nobody of the name 'Dan'"):
        playground.leave_guild("Dan")
    with pytest.raises(PlaygroundError, match="no person 'Zoe'"):
        playground.join_guild("Zoe")
