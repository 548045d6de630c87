"""Where tables can be, who ends them, and threads of their own."""

import asyncio
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.tables.table_texts import link_to
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.house import bot_running
from tests.bot.tables.lobby_seen import LOBBY, labels, noted, opened, sees

THREAD = "Pyramid, table 1"


async def refusal(person: Person, channel: str = "patience") -> str:
    """Return why there can be no table in a channel."""
    told = await person.command("table open", game="sun", kind="turns", in_channel=channel)
    assert told.ephemeral
    assert told.buttons == ()
    return told.content


async def test_there_are_no_tables_in_private_channels_and_groups(bot: PatienceClient, ana: Person) -> None:
    for channel in ("playground-bot", "friends"):
        assert "not for private messages" in await refusal(ana, channel)
    assert await bot.rooms.stored.unsettled(2**60, 10) == ()


@pytest.mark.usefixtures("bot")
async def test_there_are_no_tables_where_the_bot_is_but_somebodys_app(playground: Playground, ana: Person) -> None:
    playground.set_bot_in_guild(False)
    assert "Tables need me in the server" in await refusal(ana)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("lacking", "named"),
    [(Permission.SEND_MESSAGES, "Send Messages"), (Permission.VIEW_CHANNEL, "View Channel")],
)
async def test_what_the_bot_lacks_is_named(
    playground: Playground, ana: Person, lacking: Permission, named: str
) -> None:
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~lacking)
    assert f"I lack the permission {named}" in await refusal(ana)


@pytest.mark.usefixtures("bot")
async def test_a_table_in_a_thread_needs_the_permission_for_threads(
    playground: Playground, ana: Person, boris: Person
) -> None:
    await ana.start_thread("a thread")
    lobby = await ana.command("table open", game="sun", kind="turns", in_channel="a thread")
    assert labels(lobby) == LOBBY
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES_IN_THREADS)
    assert "I lack the permission Send Messages in Threads" in await refusal(ana, "a thread")
    assert labels(await ana.command("table open", game="sun", kind="turns")) == LOBBY


async def begun_in_a_thread(bot: PatienceClient, host: Person, other: Person) -> tuple[SeenMessage, SeenMessage]:
    """Return the message of a lobby, and that of its table in a thread of its own."""
    lobby = await opened(bot, host, other, thread=True)
    assert "in a thread of its own" in lobby.content
    pointing = await host.press(lobby, "Start")
    assert pointing.id == lobby.id
    await host.sees_channel(THREAD)
    board = await host.sees(lambda message: bool(message.attachments), channel=THREAD)
    return pointing, board


async def test_a_table_is_played_in_a_thread_of_its_own(bot: PatienceClient, ana: Person, boris: Person) -> None:
    pointing, board = await begun_in_a_thread(bot, ana, boris)
    assert pointing.buttons == ()
    assert f"It is played in <#{board.channel_id}>" in pointing.content
    table = await noted(bot, board)
    assert (table.channel_id, table.state) == (board.channel_id, "playing")
    await sees_in_thread(boris, board)
    passed = await ana.press(board, "Pass")
    assert passed.id == board.id
    assert (await bot.rooms.stored.get(1)).turn == boris.id


async def test_a_race_in_a_thread_of_its_own_calls_those_who_race(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana, boris, kind="race", thread=True)
    await ana.press(lobby, "Start")
    await boris.sees_channel(THREAD)
    call = await boris.sees(lambda message: "the race has begun" in message.content, channel=THREAD)
    posted = playground.world.message(call.channel_id, call.id)
    assert posted is not None
    # The host has just begun it.
    assert [user.global_name for user in posted.called] == ["Boris"]


async def sees_in_thread(person: Person, message: SeenMessage) -> None:
    await person.sees(lambda seen: seen.id == message.id, channel=THREAD)


async def test_a_thread_is_begun_once_by_a_double_start(bot: PatienceClient, ana: Person, boris: Person) -> None:
    lobby = await opened(bot, ana, boris, thread=True)
    answers = await asyncio.gather(*(ana.press(lobby, "Start") for _ in range(2)))
    assert {answer.id for answer in answers} == {lobby.id}
    await ana.sees_channel(THREAD)
    board = await ana.sees(lambda message: bool(message.attachments), channel=THREAD)
    await noted(bot, board)
    assert "It is played in" in (await sees(ana, lobby, "played in")).content
    assert len([message for message in ana.messages(THREAD) if message.attachments]) == 1


async def test_a_table_in_a_locked_thread_goes_on_in_another_channel(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    _, board = await begun_in_a_thread(bot, ana, boris)
    playground.change_thread(board.channel_id, locked=True)
    told = await ana.command("table show")
    assert told.ephemeral
    shown = await ana.sees(lambda message: bool(message.attachments))
    table = await noted(bot, shown)
    assert table.channel_id == PATIENCE_ID
    assert str(shown.id) in told.content
    assert (await ana.press(shown, "Pass")).id == shown.id


async def test_a_table_in_an_archived_thread_goes_on_there(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    _, board = await begun_in_a_thread(bot, ana, boris)
    playground.change_thread(board.channel_id, archived=True)
    told = await ana.command("table show")
    assert told.ephemeral
    shown = await ana.sees(lambda message: bool(message.attachments) and message.id != board.id, channel=THREAD)
    assert shown.channel_id == board.channel_id
    await noted(bot, shown)
    assert (await ana.press(shown, "Pass")).id == shown.id


@pytest.mark.parametrize("lacking", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS])
async def test_without_the_permissions_for_a_thread_it_is_played_in_the_channel_and_said_why(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person, lacking: Permission
) -> None:
    lobby = await opened(bot, ana, boris, thread=True)
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~lacking)
    board = await ana.press(lobby, "Start")
    assert board.id == lobby.id
    assert board.attachments
    told = await ana.sees(lambda message: message.ephemeral)
    assert "the table is played here" in told.content
    # Asked for once more, it is said at once.
    await ana.command("table open", game="sun", kind="turns", thread=True)
    await ana.sees(lambda message: message.ephemeral and message.id != told.id and message.content == told.content)


async def test_a_moderator_ends_a_table_and_others_do_not(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, ana, boris)
    begun = await ana.press(lobby, "Start")
    told = await carla.command("table end")
    assert told.ephemeral
    assert "Only the host ends this table" in told.content
    playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_MESSAGES)
    asked = await carla.command("table end")
    assert (asked.ephemeral, asked.content) == (True, "Do you want to end table 1 for everybody, as it stands?")
    assert (await bot.rooms.stored.get(1)).state == "playing"
    assert "You have ended the table." in (await carla.press(asked, "End this table")).content
    assert f"**Ended** by <@{carla.id}>" in (await sees(ana, begun, "**Ended**")).content
    assert "no table here" in (await carla.command("table end")).content


async def test_a_moderator_of_the_channel_ends_what_is_played_in_its_threads(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person, carla: Person
) -> None:
    await begun_in_a_thread(bot, ana, boris)
    assert "Only the host" in (await carla.command("table end", table=1)).content
    playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_MESSAGES)
    asked = await carla.command("table end", table=1)
    # It is asked for in the channel, and which table that is can be looked up by the link.
    assert link_to(await bot.rooms.stored.get(1)) in asked.content
    await carla.press(asked, "End this table")
    assert (await bot.rooms.stored.get(1)).ending == "stopped"


@pytest.mark.parametrize("kind", ["turns", "race"])
async def test_a_table_whose_message_is_gone_can_be_ended(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person, kind: str
) -> None:
    lobby = await opened(bot, ana, boris, kind=kind)
    begun = await ana.press(lobby, "Start")
    playground.faults.delete_message(begun.id)
    await ana.press(await ana.command("table end"), "End this table")
    result = await ana.sees(lambda message: "**Ended**" in message.content)
    assert result.id != begun.id
    lobby = await opened(bot, ana, kind=kind)
    assert "has been ended" in (await ana.command("table end")).content
    assert (await sees(ana, lobby, "called off")).buttons == ()


async def test_a_deal_that_others_play_and_may_not_be_told_is_refused_at_once(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana, boris, deal=None)
    await ana.press(lobby, "Start")
    seed = (await bot.rooms.stored.get(1)).seed
    told = await boris.command("table open", game="pyramid", kind="race", deal=seed)
    assert told.ephemeral
    assert "Others are playing this deal" in told.content
    assert len(await bot.rooms.stored.unsettled(2**60, 10)) == 1


@pytest.mark.parametrize("kind", ["turns", "race"])
async def test_a_thread_that_was_not_begun_before_the_bot_was_stopped_is_when_it_is_back(
    playground: Playground, file: Path, ana: Person, boris: Person, kind: str
) -> None:
    async with bot_running(playground, file) as bot:
        lobby = await opened(bot, ana, boris, kind=kind, thread=True)
        # As if it had been stopped between these two.
        await bot.rooms.lobbies.start(ana.id, 1)
    playground.clock.advance(10)
    async with bot_running(playground, file) as bot:
        await ana.sees_channel(THREAD)
        shown = await ana.sees(lambda message: bool(message.buttons), channel=THREAD)
        await noted(bot, shown)
        assert (await sees(ana, lobby, "It is played in")).buttons == ()
    async with bot_running(playground, file) as bot:
        assert (await ana.press(shown, "Leave")).ephemeral
        assert (await bot.rooms.stored.get(1)).message_id == shown.id
        assert len([one for one in ana.messages(THREAD) if "· table 1\n" in one.content]) == 1


async def test_a_thread_that_could_not_be_begun_is_not_begun_later(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    async with bot_running(playground, file) as bot:
        lobby = await opened(bot, ana, boris, thread=True)
        playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.CREATE_PUBLIC_THREADS)
        await ana.press(lobby, "Start")
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS)
    async with bot_running(playground, file) as bot:
        assert (await ana.press(await sees(ana, lobby, "It is the turn of"), "Pass")).id == lobby.id
        assert (await bot.rooms.stored.get(1)).channel_id == PATIENCE_ID
