from playground import Playground
from playground.people import ANA_ID
from playground.person import Person
from playground.state import LOBBY_ID, PATIENCE_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot


async def test_what_came_before_a_page_was_opened_is_unread_until_it_is_read(
    raw: RawBot, playground: Playground, boris: Person
) -> None:
    await boris.say("one", channel="lobby")
    await raw.post(LOBBY_ID, content=f"<@{ANA_ID}> two")
    await raw.post(PATIENCE_ID, content="three")
    async with Person(playground.url, "Ana") as ana:
        assert [ana.unread("lobby"), ana.unread(), ana.unread("friends")] == [(2, 1), (1, 0), (0, 0)]
        await ana.read("lobby")
        await boris.say("four", channel="lobby")
        await ana.sees(lambda message: message.content == "four", channel="lobby")
    async with Person(playground.url, "Ana") as ana:
        assert [ana.unread("lobby"), ana.unread()] == [(1, 0), (1, 0)]
    async with Person(playground.url, "Boris") as again:
        assert again.unread("lobby") == (1, 0)  # one's own messages are no news


async def test_what_is_gone_or_for_somebody_else_is_not_unread(
    bot: ForeignBot, playground: Playground, boris: Person
) -> None:
    await boris.command("secret")
    gone = await boris.say("gone")
    playground.faults.delete_message(gone.id)
    async with Person(playground.url, "Ana") as ana:
        assert ana.unread() == (0, 0)


async def test_an_edit_calls_nobody(raw: RawBot, playground: Playground) -> None:
    called = await raw.post(PATIENCE_ID, content=f"<@{ANA_ID}>")
    silent = await raw.post(PATIENCE_ID, content=f"<@{ANA_ID}>", allowed_mentions={"parse": []})
    edited = await raw.post(PATIENCE_ID, content="nobody")
    for message in (called, silent, edited):
        path = f"/channels/{PATIENCE_ID}/messages/{message['id']}"
        assert (await raw.request("PATCH", path, {"content": f"<@{ANA_ID}>!"}))[1]["mentions"][0]["username"] == "ana"
    async with Person(playground.url, "Ana") as ana:
        assert ana.unread() == (3, 1)


async def test_reading_is_never_undone(playground: Playground, boris: Person) -> None:
    first = await boris.say("first")
    async with Person(playground.url, "Ana") as ana:
        await ana.read()
        await ana.read("lobby")  # where there is nothing
        await ana.say("done")
    assert playground.world.message(PATIENCE_ID, first.id) is not None
    async with Person(playground.url, "Ana") as ana:
        assert (ana.unread(), ana.unread("lobby")) == ((0, 0), (0, 0))
