"""Boards as PNG files: the right size and colours, the same bytes every time, nothing told of hidden cards."""

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PIL import Image

from engine.game import games
from engine.view import Outcome
from render.board import draw, picture, placed
from render.layout import layout_of, layouts
from render.look import USUAL, Look
from tests.render.positions import EVERY_GAME, sample, sunset, worst


def test_every_game_has_a_layout() -> None:
    assert set(layouts()) == set(games())


def test_a_game_without_a_layout_is_named() -> None:
    with pytest.raises(LookupError, match="no layout for whist"):
        draw(replace(sample()[0], game="whist"))


@pytest.mark.parametrize("name", games())
def test_a_board_is_a_palette_png_of_the_size_of_its_layout(name: str) -> None:
    view = next(view for view in sample() if view.game == name)
    with Image.open(io.BytesIO(draw(view))) as image:
        image.load()
        assert image.format == "PNG"
        assert image.mode == "P"
        assert image.size == layout_of(name).size


def test_boards_stay_small() -> None:
    # Discord takes ten megabytes; a phone should not have to load more than a few hundred kilobytes.
    for view in (*sample()[::9], *worst()):
        assert len(draw(view)) < 250_000


def test_a_picture_has_the_pixels_of_its_png() -> None:
    for view in (sample()[0], worst()[0]):
        assert picture(view).tobytes() == _pixels(draw(view)).tobytes()


def test_the_felt_is_seen_and_cards_are_white() -> None:
    view = sunset({7: 1})
    image = _pixels(draw(view))
    theme = layout_of("sun").theme(view, USUAL)
    assert image.getpixel((568, 190)) == theme["card"]
    assert image.getpixel((1, 799)) == theme["place"]


def test_the_same_position_gives_the_same_bytes_in_any_thread() -> None:
    views = [*sample()[::11], *worst()[:3]]
    alone = [draw(view) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(draw, views)) == alone
        assert list(pool.map(draw, reversed(views))) == alone[::-1]


def test_different_positions_look_different() -> None:
    views = list(dict.fromkeys(sample()[::5]))
    assert len({draw(view) for view in views}) == len(views)


@pytest.mark.parametrize(("name", "options"), EVERY_GAME)
def test_hidden_cards_leave_no_trace(name: str, options: dict[str, str | int]) -> None:
    game = games()[name]
    deal = game.deal_from_seed("hidden")
    start = game.view(game.deal(deal, options))
    count = start.hidden if name != "sun" else len(start.cards("stock"))
    hidden = list(deal.cards[-count:])
    random.Random(1).shuffle(hidden)
    wind = tuple(reversed(deal.wind)) or None
    other = game.deal_from_cards((*deal.cards[:-count], *hidden), wind)
    assert other != deal
    assert draw(game.view(game.deal(other, options))) == draw(start)


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("name", games())
def test_an_end_can_be_told_from_a_game_that_goes_on(name: str, outcome: Outcome) -> None:
    view = next(view for view in sample() if view.game == name and view.outcome is None)
    ended = replace(view, outcome=outcome, marks=(), advance=None)
    unmarked = replace(view, marks=(), advance=None)
    added = [one for one in placed(ended) if one.kind == "ornament"]
    assert len(added) > len([one for one in placed(unmarked) if one.kind == "ornament"])
    assert draw(ended) != draw(unmarked)


@pytest.mark.parametrize("look", [Look(), Look(contrast="high"), Look(table="columns")], ids=str)
@pytest.mark.parametrize("name", games())
def test_a_resigned_game_has_a_sign_of_its_own_and_no_rims_and_tags(name: str, look: Look) -> None:
    view = next(view for view in sample() if view.game == name and view.outcome is None and view.marks)
    given_up = view.resigned()
    assert not any(one.sprite.rim or one.kind == "tag" for one in placed(given_up, look))
    assert draw(given_up, look) != draw(replace(given_up, outcome=Outcome.LOST), look)


def _pixels(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")
