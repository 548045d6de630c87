"""/stats and /history, and being hidden from them: over real sockets, with the real client."""

import io
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.client import PatienceClient
from engine.game import games
from engine.record import read_record
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from render.board import picture
from tests.bot.results_kept import NOW, hidden, play_over

pytestmark = pytest.mark.usefixtures("bot")

DAY = 24 * 3600 * 1000
TODAY = str(datetime.fromtimestamp(NOW / 1000, UTC).date())


async def lost_game(person: Person, seed: str | None = None) -> SeenMessage:
    """Play sunrises until one is over."""
    options = {} if seed is None else {"deal": seed}
    board = await person.command("play", game="sun", options="stages=1", **options)
    while "**Lost:**" not in board.content and "**Won!**" not in board.content:
        board = await person.press(board, "Play on")
    return board


async def test_statistics_tell_each_kind_of_game_streaks_and_the_last_games(ana: Person, file: Path) -> None:
    await play_over(file, ana.id, 950, won=True, moves=80, seconds=600, at=NOW - 3 * DAY)
    await play_over(file, ana.id, 901, won=True, moves=90, seconds=300, at=NOW - 2 * DAY)
    await play_over(file, ana.id, 100, at=NOW - 2 * DAY + 1)
    await play_over(file, ana.id, 200, game="sultan", day=TODAY)
    told = await ana.command("stats")
    assert not told.ephemeral
    lines = told.content.split("\n")
    assert lines[0] == "**Statistics** · `Ana`"
    assert lines[1] == (
        "**Sun** · played: 3, won: 2 (67 %) · score: best 950, mean 650 · wins: fewest moves 81, best time 5:00"
        " · won in a row: 1 (best 1)"
    )
    assert lines[2] == "**Sultan** · played: 1, won: 0 (0 %) · score: best 200, mean 200"
    assert lines[3] == "**Dailies**: days in a row: 1 (best 1) · won in a row: 0 (best 0)"
    assert lines[4].startswith("Sultan: days in a row: 1")
    assert lines[5] == "**Last games**"
    assert re.fullmatch(rf"#4 Sultan · daily of {TODAY} · not won · score 200 · moves: 2 · <t:\d+:R>", lines[6])
    assert lines[10:] == [
        "**Pictures**, from the first on",
        "Mean score by day.",
        "How far the last games came, by row or stage, won ones first: Sun.",
        "Dailies of the month, each day's best score, won days with a star.",
    ]
    assert [picture.filename for picture in told.attachments] == ["scores.png", "reached.png", "month.png"]
    assert all(picture.description for picture in told.attachments)


async def test_the_course_of_scores_is_drawn_from_two_days_on_with_the_means_that_are_told(
    ana: Person, file: Path
) -> None:
    await play_over(file, ana.id, 600)
    await play_over(file, ana.id, 601)
    told = await ana.command("stats")
    assert "mean 601" in told.content
    assert "scores.png" not in [picture.filename for picture in told.attachments]
    await play_over(file, ana.id, 300, at=NOW - DAY)
    told = await ana.command("stats")
    assert told.attachments[0].filename == "scores.png"
    assert (told.attachments[0].description or "").endswith("2 values: from 300 to 601, the last 601.")


async def test_how_far_games_came_is_shown_by_row_or_stage(ana: Person) -> None:
    await lost_game(ana, "one")
    await lost_game(ana, "two")
    told = await ana.command("stats")
    (steps,) = told.attachments
    assert steps.filename == "reached.png"
    assert steps.description is not None
    assert steps.description.endswith("won ones first: Sun. Rows: 1: 0 + 2.")


async def test_a_menu_chooses_the_game_and_its_options_and_the_pictures_follow(
    ana: Person, boris: Person, file: Path
) -> None:
    await lost_game(ana, "one")
    await lost_game(ana, "two")
    await play_over(file, ana.id, 700, game="sun", at=NOW - 9 * DAY)
    await play_over(file, ana.id, 200, game="sultan", day=TODAY)
    told = await ana.command("stats")
    (choices,) = told.selects
    assert [option.label for option in choices.options] == [
        "All games", "Sun, whatever the options", "Sun (sunrise alone)", "Sultan", "Sun",
    ]  # fmt: skip
    assert [option.label for option in choices.options if option.default] == ["All games"]
    sunrise = next(option.value for option in choices.options if option.label == "Sun (sunrise alone)")
    changed = await ana.choose(told, choices.custom_id, sunrise)
    assert changed.id == told.id
    lines = changed.content.split("\n")
    assert lines[1].startswith("**Sun (sunrise alone)** · played: 2, won: 0 (0 %)")
    assert lines[2] == "**Last games**"
    assert [line.split(" ·")[0] for line in lines[3:5]] == ["#2 Sun (sunrise alone)", "#1 Sun (sunrise alone)"]
    assert lines[5:] == [
        "**Pictures**, from the first on",
        "How far the last games came, by row or stage, won ones first: Sun (sunrise alone).",
    ]
    assert [option.label for option in changed.selects[0].options if option.default] == ["Sun (sunrise alone)"]
    steps = changed.attachments[0].description
    assert steps is not None
    assert steps.endswith("Rows: 1: 0 + 2.")
    whole = await ana.choose(changed, choices.custom_id, "sun")
    assert [line.split(" ·")[0] for line in whole.content.split("\n")[1:3]] == ["**Sun (sunrise alone)**", "**Sun**"]
    assert "Rows: 1: 0 + 3." in (whole.attachments[1].description or "")
    sultan = next(option.value for option in choices.options if option.label == "Sultan")
    daily = await ana.choose(whole, choices.custom_id, sultan)
    assert "Sultan: days in a row: 1 (best 1)" in daily.content
    assert [picture.filename for picture in daily.attachments] == ["reached.png", "month.png"]
    theirs = await boris.choose(boris.message(told.id), choices.custom_id, "sun")
    assert theirs.ephemeral
    assert "**Statistics** · `Ana`" in theirs.content
    await hidden(file, ana.id)
    refused = await boris.choose(theirs, theirs.selects[0].custom_id, "-")
    assert "keeps their statistics to themselves" in refused.content
    own = await ana.choose(daily, choices.custom_id, "sun")
    assert own.ephemeral
    assert own.id != told.id


async def test_statistics_of_many_kinds_of_games_fit_a_message_and_keep_the_last_games(ana: Person, file: Path) -> None:
    number = 0
    for name, game in games().items():
        for options in game.option_sets():
            number += 1
            at = NOW - number * DAY
            await play_over(file, ana.id, 900, won=True, game=name, options=json.dumps(dict(options)), at=at)
    told = await ana.command("stats")
    assert len(told.content) <= 2000
    lines = told.content.split("\n")
    assert f"… more kinds: {number - 9}, to be chosen below" in lines
    assert "**Last games**" in lines
    (choices,) = told.selects
    assert len(choices.options) == 1 + len(games()) + number
    chosen = await ana.choose(told, choices.custom_id, choices.options[-1].value)
    assert f"**{choices.options[-1].label}** · played: 1, won: 1 (100 %)" in chosen.content


async def test_another_persons_statistics_are_shown_unless_they_are_hidden(
    ana: Person, boris: Person, file: Path
) -> None:
    await play_over(file, ana.id, 950, won=True)
    assert "`Ana`" in (await boris.command("stats", user="Ana")).content
    told = await ana.command("privacy others", see="hidden")
    assert told.ephemeral
    refused = await boris.command("stats", user="Ana")
    assert refused.ephemeral
    assert "keeps their statistics to themselves" in refused.content
    own = await ana.command("stats")
    assert own.ephemeral
    assert "best 950" in own.content
    await ana.command("privacy others", see="shown")
    assert "best 950" in (await boris.command("stats", user="Ana")).content


async def test_who_has_not_played_is_told_so_and_long_statistics_fit_a_message(ana: Person, file: Path) -> None:
    assert "No game is over yet." in (await ana.command("stats")).content
    await hidden(file, ana.id)
    assert (await ana.command("stats")).ephemeral


async def test_finished_games_are_listed_and_opened_with_board_and_record_and_as_a_film(
    ana: Person, boris: Person
) -> None:
    assert "no game that is over" in (await ana.command("history")).content.lower()
    over = await lost_game(ana, "looked at again")
    listed = await ana.command("history")
    assert listed.ephemeral
    assert "#1 Sun (sunrise alone)" in listed.content
    opened = await ana.choose(listed, "history-open", "1")
    assert opened.ephemeral
    picture, record = opened.attachments
    assert picture.description == over.attachments[0].description
    game = read_record((await ana.download(record.url)).decode())
    assert game.deal.seed == "looked at again"
    film = await ana.press(opened, "As a film")
    assert film.ephemeral
    (gif,) = film.attachments
    assert (await ana.download(gif.url)).startswith(b"GIF89a")
    board = await ana.press(opened, "Show the board here")
    assert not board.ephemeral
    assert board.attachments[0].description == over.attachments[0].description


async def test_the_film_of_a_game_that_was_given_up_ends_with_the_board_that_says_so(
    bot: PatienceClient, ana: Person
) -> None:
    board = await ana.command("play", game="pyramid", deal="given up")
    board = await ana.press(board, "Turn a stock card")
    await ana.press(await ana.press(board, "Resign"), "Resign this game")
    opened = await ana.choose(await ana.command("history"), "history-open", "1")
    (film,) = (await ana.press(opened, "As a film")).attachments
    with Image.open(io.BytesIO(await ana.download(film.url))) as moving:
        moving.seek(getattr(moving, "n_frames", 1) - 1)
        last = moving.convert("RGB")
    position = await bot.service.position(1)
    wanted = picture(position.view(), before=position.view_before())
    assert ImageChops.difference(last, wanted).getbbox() is None


async def test_a_list_of_many_games_has_pages(ana: Person, file: Path) -> None:
    for number in range(12):
        await play_over(file, ana.id, number, at=NOW - number * DAY)
    first = await ana.command("history")
    assert len(first.selects[0].options) == 10
    second = await ana.press(first, "Next")
    assert second.id == first.id
    assert [option.value for option in second.selects[0].options] == ["11", "12"]
    assert second.button("Next").disabled
    assert (await ana.press(second, "Previous")).content == first.content


async def test_of_a_daily_whose_deal_others_may_still_play_there_is_the_board_alone(ana: Person) -> None:
    board = await ana.command("daily", game="sun")
    await ana.press(await ana.press(board, "Resign"), "Resign this game")
    listed = await ana.command("history")
    opened = await ana.choose(listed, "history-open", "1")
    assert opened.ephemeral
    assert [file.filename for file in opened.attachments] == ["sun-1.png"]
    assert opened.buttons == ()
    assert "Deal:" not in opened.content


async def test_where_files_may_not_be_attached_there_are_words(playground: Playground, ana: Person, file: Path) -> None:
    await lost_game(ana, "words")
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    for told in (await ana.command("stats"), await ana.command("leaderboard", board="Best games")):
        assert told.attachments == ()
        assert "Sun" in told.content or "Nobody" in told.content
    opened = await ana.choose(await ana.command("history"), "history-open", "1")
    assert "score" in opened.content


async def test_nobody_opens_anothers_games(ana: Person, boris: Person) -> None:
    await lost_game(ana, "private")
    await lost_game(boris, "his")
    listed = await boris.command("history")
    assert [option.value for option in listed.selects[0].options] == ["2"]
