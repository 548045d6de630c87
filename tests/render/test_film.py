"""Films of whole games: every position in its time, the end as it is, never too long and never too large."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.game import games
from engine.record import Record, make_record
from render.board import picture
from render.film import BEGINNING, END, IN_A_RUN, LENGTH, LIMIT, MOST, MOVE, Shot, film, screenplay
from render.look import Look
from tests.render.positions import EVERY_GAME, random_game, views_of


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("eager", [True, False])
def test_it_shows_every_position_with_what_changed_and_ends_with_the_last(name: str, eager: bool) -> None:
    # The idle games go through all stages, whose colours may differ.
    record = _shortened(random_game(name, games()[name].read_options({}), "film") if eager else _idle(name), 35)
    views = views_of(record)
    shown = [image for image, _ in _frames(film(record))]
    assert len(shown) == len(views)
    for image, view, before in zip(shown, views, [None, *views], strict=False):
        assert ImageChops.difference(image, picture(view, before=before)).getbbox() is None


def test_it_is_drawn_as_a_look_chooses() -> None:
    record = _record("sun", "next next")
    look = Look(colours="two", contrast="high")
    views = views_of(record)
    *_, (last, _) = _frames(film(record, look))
    assert ImageChops.difference(last, picture(views[-1], look, views[-2])).getbbox() is None


def test_plays_are_shown_longer_than_advances_in_a_row_and_the_end_longest() -> None:
    game = games()["sultan"]
    deal = next(deal for deal in map(game.deal_from_seed, "abcdefghij") if _opens_with_a_play(deal.seed or ""))
    start = game.deal(deal, game.read_options({}))
    play = game.format(game.legal_moves(start)[0])
    record = make_record(game, game.read_options({}), deal, [play, "draw", "draw", "draw"])
    times = [BEGINNING, MOVE, IN_A_RUN, IN_A_RUN, END]
    assert [shot.time for shot in screenplay(record)] == times
    assert [time for _, time in _frames(film(record))] == [10 * time for time in times]


def test_a_play_after_an_advance_leaves_time_to_see_what_came() -> None:
    for name in games():
        record = random_game(name, games()[name].read_options({}), "pace")
        shots = screenplay(record)
        advances = [False, *(record.game.is_advance(record.game.parse(text)) for text in record.moves)]
        for place, shot in enumerate(shots[1:-1], 1):
            assert (shot.time == MOVE) or (advances[place] and advances[place + 1])


def test_no_film_takes_much_more_than_two_minutes() -> None:
    for record in (*_idle_games(), *(random_game(name, options, "long") for name, options in EVERY_GAME)):
        shots = screenplay(record)
        assert sum(shot.time for shot in shots) <= LENGTH + END
        assert min(shot.time for shot in shots) >= 10
        assert len(shots) == min(MOST, len(record.moves) + 1)


def test_the_longest_games_stay_below_the_limit_at_full_size() -> None:
    for record in (
        *(random_game("sun", games()["sun"].read_options({}), f"large {n}") for n in range(2)),
        _idle("sun"),
    ):
        made = film(record)
        assert len(made) <= LIMIT // 2
        with Image.open(io.BytesIO(made)) as image:
            assert image.size == (1200, 800)


def test_where_room_is_scarce_boards_are_half_as_wide_then_positions_are_passed_over() -> None:
    record = _shortened(random_game("sun", games()["sun"].read_options({}), "scarce"), 30)
    views = views_of(record)
    whole = len(film(record))
    counts = []
    for limit in (whole - 1, whole // 4, whole // 8):
        made = film(record, limit=limit)
        assert len(made) <= limit
        frames = list(_frames(made))
        counts.append(len(frames))
        assert frames[-1][0].size == (600, 400)
        assert frames[-1][1] == 10 * END
        wanted = picture(views[-1]).reduce(2)
        assert max(ImageStat.Stat(ImageChops.difference(frames[-1][0], wanted)).mean) < 4
        if len(frames) > 1:
            assert sum(time for _, time in frames) == 10 * sum(shot.time for shot in screenplay(record))
    assert counts[0] == len(views)
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0]


def test_a_limit_below_one_board_is_told() -> None:
    with pytest.raises(ValueError, match="no board fits into 1000 bytes"):
        film(_record("pyramid"), limit=1000)


def test_a_game_without_a_move_is_its_first_board() -> None:
    for name in games():
        record = _record(name)
        ((image, time),) = _frames(film(record))
        assert time == 10 * END
        assert ImageChops.difference(image, picture(views_of(record)[0])).getbbox() is None


def test_a_game_that_was_given_up_ends_where_it_stood_with_the_sign_of_it() -> None:
    record = _record("pyramid", "draw draw")
    first, before, last = screenplay(replace(record, result="resigned"))
    assert [first, before] == screenplay(record)[:2]
    assert last == Shot(screenplay(record)[2].view.resigned(), END)


def test_a_game_of_thousands_of_moves_is_passed_through() -> None:
    record = _endless(4000)
    shots = screenplay(record)
    assert len(shots) == MOST
    assert sum(shot.time for shot in shots) <= LENGTH + END
    assert shots[0].view == views_of(record)[0]
    assert shots[-1].view == record.game.view(record.state)


def test_films_are_the_same_in_any_thread() -> None:
    records = [_record("sun", "next"), _record("sultan", "draw draw"), _record("pyramid", "draw")]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(film, records)) == [film(record) for record in records]


def _record(name: str, moves: str = "") -> Record:
    game = games()[name]
    return make_record(game, game.read_options({}), game.deal_from_seed("film"), moves.split())


def _shortened(record: Record, count: int) -> Record:
    """Return the game as it stood after so many moves."""
    return make_record(record.game, record.options, record.deal, record.moves[:count])


def _opens_with_a_play(seed: str) -> bool:
    game = games()["sultan"]
    state = game.deal(game.deal_from_seed(seed), game.read_options({}))
    moves = game.legal_moves(state)
    return not game.is_advance(moves[0])


def _idle(name: str, options: dict[str, str | int] | None = None) -> Record:
    """Return a game in which nothing is ever played."""
    game = games()[name]
    chosen = options or game.read_options({})
    deal = game.deal_from_seed("idle")
    state = game.deal(deal, chosen)
    moves = []
    while (advance := game.advance(state)) is not None:
        moves.append(game.format(advance))
        state = game.apply(state, advance)
    return make_record(game, chosen, deal, moves)


def _idle_games() -> Iterator[Record]:
    for name, options in EVERY_GAME:
        yield _idle(name, options)


def _endless(count: int) -> Record:
    """Return a game of Sun in which a card goes back and forth between the rows."""
    game = games()["sun"]
    options = game.read_options({})
    for seed in range(100):
        record = random_game("sun", options, f"shift {seed}")
        state = game.deal(record.deal, options)
        for place, text in enumerate(record.moves):
            shifts = [game.format(move) for move in game.legal_moves(state)]
            there = next((shift for shift in shifts if shift in ("C>K", "D>K", "H>K", "S>K")), None)
            if there is not None:
                back = there.replace("K", "A")
                return make_record(game, options, record.deal, [*record.moves[:place], *[there, back] * (count // 2)])
            state = game.apply(state, game.parse(text))
    raise AssertionError("no game in which rows meet")


def _frames(gif: bytes) -> Iterator[tuple[Image.Image, int]]:
    """Yield each frame as an RGB image and how long it is shown, in milliseconds."""
    with Image.open(io.BytesIO(gif)) as image:
        for place in range(getattr(image, "n_frames", 1)):
            image.seek(place)
            yield image.convert("RGB"), image.info["duration"]
