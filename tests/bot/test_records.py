"""/export, /import, /help, and what stands under a game that is over: over real sockets, with the real client."""

import logging
import re

import pytest

from bot.client import PatienceClient
from bot.records import LARGEST
from engine.cards import cards_text
from engine.game import games
from engine.record import make_record, read_record, write_record
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission

pytestmark = pytest.mark.usefixtures("bot")

RECORD = '[Game "pyramid"]\n[Seed "imported"]\n\ndraw draw draw\n'
CHOSEN = "Deal chosen by the player"
IMPORTED = "Imported game"
SEEN = "Deal seen before"
NONE = "There is no such game: choose one from the list."
UNFAIR = "does not count for leaderboards"


def is_board(message: SeenMessage) -> bool:
    return any(button.custom_id.startswith(("undo:", "again:")) for button in message.buttons)


async def exported(ana: Person, **options: str) -> str:
    told = await ana.command("export", **options)
    assert told.ephemeral
    (file,) = told.attachments
    assert file.filename.endswith(".txt")
    return (await ana.download(file.url)).decode()


async def imported(ana: Person, content: str | bytes, name: str = "game.txt") -> SeenMessage:
    data = content.encode() if isinstance(content, str) else content
    return await ana.command("import", record=(name, data))


async def resign(ana: Person) -> SeenMessage:
    board = await ana.command("board")
    await ana.press(await ana.press(board, "Resign"), "Resign this game")
    return await ana.sees(lambda message: message.id == board.id and "**Resigned.**" in message.content)


async def test_a_game_taken_out_and_brought_back_is_the_same_with_its_moves(ana: Person) -> None:
    for name in games():
        await ana.command("play", game=name, deal="there and back")
        for _ in range(3):
            board = await ana.command("draw")
        record = await exported(ana)
        assert read_record(record).deal.seed == "there and back"
        again = await imported(ana, record)
        assert again.id != board.id
        assert again.attachments[0].description == board.attachments[0].description
        assert f"{IMPORTED}: {UNFAIR}" in again.content
        assert await exported(ana) == record
        back = await ana.press(again, "Undo")
        assert "moves: 2" in back.content
        await ana.command("draw")
        assert len(read_record(await exported(ana)).moves) == 3


async def test_the_record_of_a_deal_of_the_bots_is_given_when_the_game_is_over_and_not_before(ana: Person) -> None:
    board = await ana.command("play", game="sultan")
    assert "Deal" not in board.content
    assert UNFAIR not in board.content
    for options in ({}, {"game": "1"}, {"game": "#1"}):
        told = await ana.command("export", **options)
        assert told.ephemeral
        assert not told.attachments
        assert "when the game is over, not before" in told.content
    assert await ana.autocomplete("export", "game", "") == []
    over = await resign(ana)
    record = read_record(await exported(ana))
    assert record.result == "resigned"
    assert f"Deal: `{record.deal.seed}`" in over.content
    assert UNFAIR not in over.content


async def test_whoever_has_never_played_is_told_so_where_a_game_of_theirs_is_asked_for(
    bot: PatienceClient, ana: Person
) -> None:
    assert (await ana.command("export")).content == "You have no game yet. Start one with /play."
    for command in ("hint", "analyse", "move"):
        more = {"move": "draw"} if command == "move" else {}
        assert (await ana.command(command, game="99", **more)).content == "You have no game 99."
    for command in ("board", "undo", "draw", "games", "resign", "hint"):
        told = (await ana.command(command)).content
        assert told.startswith("You have no game of your own under way. Start one with /play; ")
    assert (await ana.command("analyse")).content == "You have no game that is over."


async def test_the_last_game_played_here_is_taken_out_or_the_one_that_is_named(ana: Person, boris: Person) -> None:
    await ana.command("play", game="pyramid", deal="first")
    await resign(ana)
    await ana.command("play", game="sultan", deal="second", in_channel="lobby")
    await boris.command("play", game="sun", deal="his")
    offered = await ana.autocomplete("export", "game", "")
    assert offered == [("#2 Sultan · moves: 0", "2"), ("#1 Pyramid · resigned, moves: 0", "1")]
    assert await ana.autocomplete("export", "game", "SULTAN") == offered[:1]
    assert await ana.autocomplete("export", "game", "sun") == []
    assert '[Game "pyramid"]' in await exported(ana)
    assert '[Game "sultan"]' in await exported(ana, game="2")
    assert '[Game "sultan"]' in await exported(ana, game="#2")
    for number, said in (("3", str(boris.id)), ("99", "You have no game 99."), ("none", NONE), ("٣", NONE)):
        told = await ana.command("export", game=number)
        assert told.ephemeral
        assert not told.attachments
        assert said in told.content
    assert NONE in (await ana.command("export", game="0")).content


async def test_where_files_may_not_be_attached_the_record_is_written_out(playground: Playground, ana: Person) -> None:
    await ana.command("play", game="sun", deal="in words")
    record = await exported(ana)
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    told = await ana.command("export")
    assert told.ephemeral
    assert f"```\n{record}```" in told.content
    await imported(ana, write_record(make_record(games()["sun"], {}, games()["sun"].deal_from_seed("`" * 64))))
    assert "private message" in (await ana.command("export")).content


async def test_a_game_that_was_over_is_shown_as_it_ended(ana: Person, boris: Person) -> None:
    game = games()["pyramid"]
    lost = write_record(make_record(game, game.read_options({}), game.deal_from_seed("draws alone"), ["draw"] * 24))
    over = read_record(lost).result == "lost"
    for record, said in (
        (RECORD.replace("\n\n", '\n[Result "resigned"]\n\n'), "**Resigned.**"),
        (lost, "**Lost:**" if over else "moves: 24"),
    ):
        shown = await imported(ana, record)
        assert said in shown.content
        assert IMPORTED in shown.content
        assert shown in boris.messages() or (await boris.sees(lambda message, shown=shown: message.id == shown.id))  # type: ignore[misc]


async def test_a_deal_given_by_its_cards_is_played_taken_out_and_dealt_again(ana: Person) -> None:
    game = games()["sultan"]
    record = write_record(make_record(game, game.read_options({}), game.deal_from_cards(game.pack[::-1])))
    board = await imported(ana, record)
    assert "Deal:" not in board.content
    assert await exported(ana) == record
    again = await ana.press(await resign(ana), "Same deal")
    assert again.attachments[0].description == board.attachments[0].description
    assert f"{SEEN}: {UNFAIR}" in again.content
    assert f'[Cards "{cards_text(game.pack[::-1])}"]' in await exported(ana)


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"

WRONG_FILES = [
    (bytes(LARGEST + 1), "the file has more than 64 KiB"),
    (PNG, "the file is no text, or not in UTF-8"),
    (RECORD.encode("utf-16"), "the file is no text, or not in UTF-8"),
    (b'[Game "sun"]\n[Seed "\xff"]', "line 2: this is not UTF-8 text"),
    (b"", "there is no record here"),
    (b"\n \n", "there is no record here"),
    (b"Dear bot,\nplease play", "line 1: a record starts with its game"),
    (f"{RECORD}\n{RECORD}".encode(), "one record is expected, this text has 2"),
    (b'[Game "chess"]\n[Seed "1"]', "line 1: there is no game 'chess'"),
    (b'[Game "sun"]\n[Seed "1"]\n[Piles "3"]', "line 3: Piles is not an option of sun"),
    (b'[Game "sun"]\n[Seed "1', "line 2: a header is written"),
    (b'[Game "sun"]\n', "line 1: the deal is missing"),
    (b'[Game "sultan"]\n[Cards "ZZ"]', "line 2: 'ZZ' is not a card"),
    (b'[Game "pyramid"]\n[Seed "1"]\ndraw draw redeal', "move 3, 'redeal': This game has no redeals"),
    (b'[Game "pyramid"]\n[Seed "1"]\ndraw checkmate', "move 2, 'checkmate': A move is a king"),
    (b'[Game "pyramid"]\n[Seed "1"]\n[Result "won"]', "line 3: the result is given as won, but the moves lead to"),
    (b'[Game "sun"]\n[Seed "@everyone <@1> [x](http://y) **b**"]\nnext here', "move 2, 'here'"),
]


async def test_every_wrong_file_is_answered_with_what_is_wrong_and_where(
    bot: PatienceClient, ana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    for content, said in WRONG_FILES:
        told = await imported(ana, content)
        assert told.ephemeral, content
        assert told.content.startswith("That file can't be imported: "), told.content
        assert said in re.sub(r"\\(.)", r"\1", told.content), (said, told.content)
        assert told.mentions == ()
        assert len(told.content) < 500
    assert await bot.service.recent(ana.id, 5) == ()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_record_as_large_as_may_be_is_taken(ana: Person) -> None:
    comment = ";" * (LARGEST - len(RECORD))
    assert is_board(await imported(ana, RECORD + comment))


async def test_a_file_that_can_no_longer_be_fetched_is_told(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = ana._page.upload

    async def lost(filename: str, data: bytes) -> str:
        number = await upload(filename, data)
        monkeypatch.setattr("discord.http.HTTPClient.get_from_cdn", _gone)
        return number

    monkeypatch.setattr(ana._page, "upload", lost)
    told = await imported(ana, RECORD)
    assert told.ephemeral
    assert "could not be fetched" in told.content


async def _gone(*_: object) -> bytes:
    raise TimeoutError


async def test_play_again_deals_anew_and_same_deal_deals_the_same_marked_as_seen(ana: Person, boris: Person) -> None:
    first = await ana.command("play", game="sun", options="stages=1 bases=aces")
    over = await resign(ana)
    assert [button.label for button in over.buttons] == ["Play again", "Same deal"]
    for person in (ana, boris):
        same = await person.press(person.message(over.id), "Same deal")
        assert same.id != over.id
        assert str(person.id) in same.content
        assert same.attachments[0].description == first.attachments[0].description
        assert f"{SEEN}: {UNFAIR}" in same.content
        assert "(sunrise alone, eight aces)" in same.content
    new = await ana.press(await resign(ana), "Play again")
    assert new.attachments[0].description != first.attachments[0].description
    assert UNFAIR not in new.content
    assert "Deal" not in new.content


async def test_a_deal_that_the_player_names_is_marked_and_the_second_time_as_seen(ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="named")
    assert f"{CHOSEN}: {UNFAIR}" in board.content
    assert "Deal: `named`" in board.content
    again = await ana.command("play", game="pyramid", deal="named", options="piles=3")
    assert f"{SEEN}: {UNFAIR}" in again.content
    assert CHOSEN in (await boris.command("play", game="pyramid", deal="named")).content
    assert CHOSEN in (await ana.command("play", game="sun", deal="named")).content


async def test_help_lists_every_command_to_the_asker_alone(bot: PatienceClient, ana: Person, boris: Person) -> None:
    told = await ana.command("help")
    assert told.ephemeral
    for game in games().values():
        assert game.title in told.content
    listed = re.findall(r"^\*\*/([\w -]+)\*\* – \S", told.content, re.M)
    # Of a group its commands are listed, by both names.
    assert {name.split()[0] for name in listed} == {command["name"] for command in ana.commands}
    assert len(set(listed)) == len(listed)
    assert {"settings daily-channel", "privacy show", "privacy delete"} <= set(listed)
    assert "rules" in listed
    assert boris.messages() == []
