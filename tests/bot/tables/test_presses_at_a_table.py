"""Presses at a table that plays in turns: who may press what when, and what is said to the others."""

import asyncio

import pytest

from bot.client import PatienceClient
from bot.tables.calls import call
from bot.tables.showing import board_of, show
from playground import Playground
from playground.person import Person
from playground.state import LOBBY_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.tables import played
from tests.bot.tables.gathering import Gathering, all_gaining, button, pages, until


async def test_a_stranger_is_told_that_they_watch_and_nothing_changes(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    async with pages(playground, "Carla", "Dan") as (carla, dan):
        gathering = await Gathering.begin(playground, bot, ana, carla)
        before, message = await gathering.table(), await gathering.message(boris)
        for custom_id in [one.custom_id for one in message.buttons if not one.disabled]:
            told = await boris.press(message, custom_id)
            assert told.ephemeral
            assert "watching" in told.content or "Only the host" in told.content
        menu = message.selects[0]
        if not menu.disabled:
            assert (await dan.choose(await gathering.message(dan), menu.custom_id, menu.options[0].value)).ephemeral
        assert await gathering.table() == before
        assert await gathering.message(ana) == message


async def test_who_is_not_in_turn_is_told_whose_turn_it_is(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    before = await gathering.table()
    for action in ("advance", "pass"):
        told = await gathering.press(boris, action)
        assert told.ephemeral
        assert f"It is the turn of <@{ana.id}>." in told.content
    assert await gathering.table() == before


async def test_a_press_on_what_shows_the_past_does_nothing_and_brings_the_message_up_to_date(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    past = await gathering.message(ana)
    # It is saved, and nobody has been shown it yet.
    await bot.rooms.turns.advance(ana.id, gathering.table_id, (await gathering.table()).moment)
    version = (await gathering.table()).version
    await ana.press(past, button(past, "advance"))
    told = await ana.sees(lambda message: message.ephemeral)
    assert "had moved on" in told.content
    assert (await gathering.table()).version == version
    assert (await gathering.message(boris)).id == past.id


async def test_of_a_press_twice_one_is_done(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    async with pages(playground, "Ana") as (again,):
        message, same = await gathering.message(ana), await gathering.message(again)
        await asyncio.gather(ana.press(message, button(message, "advance")), again.press(same, button(same, "advance")))
    table, position = await gathering.table(), await gathering.position()
    assert table.turn == boris.id
    assert position.stored.move_count == 1
    await gathering.message(boris)
    await gathering.called(boris)


async def test_a_play_keeps_the_turn_and_is_taken_back(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris, game="sun", seed="4")
    while not all_gaining(await gathering.position()):
        await gathering.advance()
    player, before = await gathering.in_turn(), await gathering.table()
    shown = await gathering.choose(player, all_gaining(await gathering.position())[0])
    assert f"Last, <@{player.id}>: " in shown.content
    after = await gathering.table()
    assert after.turn == player.id
    assert after.turn_number == before.turn_number
    await gathering.press(player, "undo")
    back = await gathering.table()
    assert [seat.gained for seat in back.seats] == [seat.gained for seat in before.seats]
    # What stands there now was done by somebody else.
    assert f"Last, <@{player.id}>: " not in (await gathering.message(player)).content


async def test_where_there_are_many_plays_whoever_is_in_turn_looks_through_them(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A deal with more plays than a menu takes is rare: the menu is smaller here.
    for room in ("bot.controls", "bot.tables.turn_message"):
        monkeypatch.setattr(f"{room}.MENU_SIZE", 1)
    gathering = await Gathering.begin(playground, bot, ana, boris, game="sun")
    plays = [text for text, _ in (await gathering.position()).plays()]
    assert len(plays) > 1
    assert "It is the turn of" in (await gathering.press(boris, "page")).content
    version = (await gathering.table()).version
    shown = await gathering.press(ana, "page")
    assert [option.value for option in shown.selects[0].options] == [plays[1]]
    assert f"page 2 of {len(plays)}" in shown.selects[0].placeholder
    assert (await gathering.table()).version == version
    await ana.choose(shown, shown.selects[0].custom_id, plays[1])
    assert (await gathering.position()).stored.moves == (plays[1],)


async def test_leaving_is_asked_about_first_and_the_next_is_host_then(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    async with pages(playground, "Carla") as (carla,):
        gathering = await Gathering.begin(playground, bot, ana, boris, carla)
        question = await gathering.press(ana, "leave")
        assert question.ephemeral
        assert (await gathering.table()).sits(ana.id)
        answered = await ana.press(question, button(question, "leave-sure"))
        assert answered.buttons == ()
        table = await gathering.table()
        assert (table.host_id, table.turn) == (boris.id, boris.id)
        message = await gathering.message(carla)
        assert f"<@{ana.id}> · cards: 0 · has left" in message.content
        assert f"<@{boris.id}>** · cards: 0 · host" in message.content
        assert (await gathering.called(carla)).mentions == ("Boris",)
        told = await gathering.press(carla, "stop")
        assert "Only the host" in told.content
        await gathering.press(ana, "sit-down")
        assert f"<@{ana.id}> · cards: 0" in (await gathering.message(carla)).content
        question = await gathering.press(boris, "stop")
        await boris.press(question, button(question, "stop-sure"))
        over = await gathering.message(carla)
        assert f"**Ended** by <@{boris.id}>" in over.content
        assert [one.label for one in over.buttons] == ["Rematch"]
        await gathering.nobody_called(carla)


async def test_who_may_manage_messages_ends_a_table_without_a_seat(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    async with pages(playground, "Dan") as (dan,):
        gathering = await Gathering.begin(playground, bot, ana, boris)
        playground.give_permissions("Dan", MEMBER_PERMISSIONS | Permission.MANAGE_MESSAGES)
        question = await gathering.press(dan, "stop")
        await dan.press(question, button(question, "stop-sure"))
        assert f"**Ended** by <@{dan.id}>" in (await gathering.message(ana)).content


async def test_a_question_that_is_answered_when_the_table_is_over_says_so(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    leave, stop = await gathering.press(boris, "leave"), await gathering.press(ana, "stop")
    await ana.press(stop, button(stop, "stop-sure"))
    told = await boris.press(leave, button(leave, "leave-sure"))
    assert "This table is over." in told.content


async def test_whoever_wants_no_pings_is_not_called_and_nobody_alone_is(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    assert "not pinged" in (await gathering.press(boris, "ping")).content
    await gathering.called(ana)
    await gathering.advance()
    await gathering.nobody_called(ana)
    assert "pinged again" in (await gathering.press(boris, "ping")).content
    await gathering.advance()
    await gathering.called(boris)
    question = await gathering.press(boris, "leave")
    await boris.press(question, button(question, "leave-sure"))
    await gathering.advance()
    await gathering.nobody_called(ana)
    await gathering.advance()
    assert gathering.calls(ana) == []


async def test_a_message_that_was_deleted_is_posted_anew(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    for _ in range(2):
        before = await gathering.message(ana)
        playground.faults.delete_message(before.id)
        await show(bot, gathering.table_id)
        after = await gathering.message(ana)
        assert after.id != before.id
        assert (await gathering.table()).message_id == after.id
    await gathering.advance()
    assert (await gathering.message(ana)).id == after.id


async def test_the_message_that_a_press_was_on_may_be_gone_before_it_is_answered(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    message = await gathering.message(ana)
    playground.faults.slow("/interactions/*", 5, carried_out=False)
    pressing = asyncio.create_task(ana.press(message, button(message, "advance")))
    await until(lambda: playground.faults.holding)
    playground.faults.delete_message(message.id)
    playground.faults.clear()
    after = await gathering.message(boris)
    assert after.id != message.id
    assert (await gathering.table()).turn == boris.id
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)


async def test_an_older_message_of_the_table_goes_when_it_is_pressed(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    old = await gathering.message(ana)
    gathering.let_pass()
    board = await board_of(bot, await gathering.table(), attach=True)
    posted = await bot.get_partial_messageable(PATIENCE_ID).send(board.content, files=board.files, view=board.controls)
    # It was posted, and before it was noted the bot was stopped: pressed, it becomes the table's.
    newer = await boris.sees(lambda message: message.id == posted.id)
    await ana.press(ana.message(newer.id), button(newer, "advance"))
    await ana.no_longer_sees(old)
    assert (await gathering.table()).message_id == newer.id
    assert [message.id for message in gathering.messages(ana)] == [newer.id]


async def test_in_a_thread_that_was_archived_the_message_is_posted_anew(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    await ana.start_thread("cards")
    thread = next(channel for channel in playground.world.channels.values() if channel.name == "cards")
    gathering = await Gathering.begin(playground, bot, ana, boris, channel_id=thread.id)
    shown = await ana.sees(lambda message: bool(message.selects), channel="cards")
    playground.change_thread(thread.id, archived=True)
    await bot.rooms.turns.advance(ana.id, gathering.table_id, (await gathering.table()).moment)
    await show(bot, gathering.table_id)
    await ana.sees(lambda message: bool(message.selects) and message.id != shown.id, channel="cards")
    assert (await gathering.table()).message_id != shown.id


async def test_a_table_whose_channel_is_gone_does_not_hold_up_another(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gone = await Gathering.begin(playground, bot, ana, boris, channel_id=LOBBY_ID)
    gathering = await Gathering.begin(playground, bot, ana, boris)
    playground.faults.delete_channel(LOBBY_ID)
    await bot.rooms.turns.advance(ana.id, gone.table_id, (await gone.table()).moment)
    await show(bot, gone.table_id)
    await call(bot, gone.table_id)
    assert gone.table_id not in bot.rooms.behind
    await gathering.advance()
    await gathering.message(boris)


async def test_where_no_files_may_be_attached_the_board_is_written_out(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    gathering = await Gathering.begin(playground, bot, ana, boris)
    assert "No picture" in (await gathering.message(ana)).content
    await gathering.advance()
    message = await gathering.message(boris)
    assert "No picture" in message.content
    assert message.attachments == ()
    assert len(message.content) <= 2000


async def test_a_picture_is_told_in_words_and_is_the_newest(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    await gathering.advance()
    (picture,) = (await gathering.message(ana)).attachments
    assert picture.description
    assert picture.filename == f"table-{gathering.table_id}-{(await gathering.table()).version}.png"


async def test_two_tables_in_one_channel_do_not_mix(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    one = await Gathering.begin(playground, bot, ana, boris)
    other = await Gathering.begin(playground, bot, boris, ana, game="sultan")
    await one.advance()
    assert (await one.table()).turn == boris.id
    assert (await other.table()).turn == boris.id
    assert (await one.position()).stored.move_count == 1
    assert (await other.position()).stored.move_count == 0
    assert "Sultan" in (await other.message(ana)).content
    assert "Pyramid" in (await one.message(ana)).content
    assert (await one.called(ana)).id != (await other.called(ana)).id
    assert len(one.messages(ana)) == len(other.messages(ana)) == 1


async def test_a_table_in_another_channel_is_called_there(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris, channel_id=LOBBY_ID)
    await ana.sees(lambda message: f"Table {gathering.table_id}, turn 1: " in message.content, channel="lobby")
    assert gathering.calls(ana) == []
    assert gathering.messages(ana) == []


async def test_a_table_speaks_its_own_language_whoever_presses(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris, locale="ro")
    assert "Este rândul lui" in (await gathering.message(ana)).content
    await gathering.advance()
    assert "Este rândul lui" in (await gathering.message(ana)).content
    assert "It is the turn of" in (await gathering.press(ana, "pass")).content


async def test_who_is_left_alone_reads_that_they_may_play_on_or_end_the_table(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    told = "Nobody else is left: play on alone, or end the table."
    assert told not in (await gathering.message(ana)).content
    question = await gathering.press(ana, "leave")
    await ana.press(question, button(question, "leave-sure"))
    assert told in (await gathering.message(boris)).content
    await gathering.press(ana, "sit-down")
    assert told not in (await gathering.message(boris)).content


@pytest.mark.parametrize("game", ["pyramid", "sun"])
async def test_the_button_to_sit_down_again_stands_in_a_row_below_all_others(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, game: str
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris, game=game)
    before = await gathering.message(boris)
    question = await gathering.press(ana, "leave")
    await ana.press(question, button(question, "leave-sure"))
    after = await gathering.message(boris)
    labels = [one.label for one in before.buttons]
    assert labels[-3:] == ["Leave", "Pings", "End table"]
    assert [one.label for one in after.buttons] == [*labels, "Sit down again"]


async def test_whoever_comes_to_the_board_reads_all_that_was_done_in_the_turn_before(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris, seed="0")
    told = []
    for _ in range(2):
        text, words = (await gathering.position()).plays()[0]
        await gathering.choose(ana, text)
        told.append(words.text(str))
    await gathering.press(ana, "advance")
    last = f"Last, <@{ana.id}>: {told[0]}; {told[1]}; Turn a stock card\n"
    assert last in (await gathering.message(boris)).content
    await gathering.press(boris, "advance")
    assert f"Last, <@{boris.id}>: Turn a stock card\n" in (await gathering.message(ana)).content


async def test_the_board_says_what_is_known_of_its_deal_and_that_a_chosen_one_does_not_count(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    dealt = await played.begun(bot, "turns", "pyramid", ana.id, boris.id)
    content = (await board_of(bot, dealt, attach=True)).content
    assert content.endswith("\nWhether this deal can be won is not known.")
    chosen = await Gathering.begin(playground, bot, ana, boris, seed="0")
    content = (await chosen.message(boris)).content
    assert content.endswith("\nDeal chosen by the host: does not count for leaderboards")
    assert "can be won" not in content
