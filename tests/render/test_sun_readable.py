"""Sun can be read on both its tables and in every look: indices large enough, nothing covered, every ray numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine.game import games
from engine.view import Outcome, View
from render.board import placed
from render.canvas import Placed, Sprite
from render.guide import Scene
from render.layout import layout_of
from render.look import Look
from render.palette import number
from tests.render.colour_vision import contrast
from tests.render.positions import played, sunset, worst

USUAL, COLUMNS = Look(), Look(table="columns")
LOOKS = [
    USUAL,
    COLUMNS,
    replace(USUAL, faces="large"),
    replace(COLUMNS, faces="large"),
    replace(USUAL, contrast="high"),
    replace(COLUMNS, contrast="high", faces="large"),
]
WIDTH, HEIGHT = layout_of("sun").size


@cache
def positions() -> tuple[tuple[View, Look], ...]:
    """Return all positions of random games of every option set, of each in every look."""
    return tuple(
        (view, look)
        for number, look in enumerate((*LOOKS, *LOOKS[:2]))
        for options in games()["sun"].option_sets()
        for view in played("sun", options, f"readable {number}")
    )


def fullest() -> Iterator[View]:
    """Return every ray as long as it can grow, all positions of games without a play, and other worst boards."""
    for ray, count in enumerate(_longest(), 1):
        yield from (sunset({ray: count}, seed=seed) for seed in range(4))
    game = games()["sun"]
    state = game.deal(game.deal_from_seed("fullest"), game.read_options({}))
    while (advance := game.advance(state)) is not None:
        state = game.apply(state, advance)
        yield game.view(state)
    yield from (view for view in worst() if view.game == "sun")


def test_indices_are_large_enough() -> None:
    assert len(positions()) > 2000
    for view, look in positions():
        assert_indices_are_large(view, look)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_indices_of_the_fullest_boards_are_large_enough(look: Look) -> None:
    for view in fullest():
        assert_indices_are_large(view, look)


def test_the_longest_ray_has_eighteen_cards() -> None:
    assert _longest()[0] == 8
    assert max(_longest()) == _longest()[-1] == 18


def test_cards_of_all_rays_are_the_larger_the_shorter_the_longest_is() -> None:
    # The seventh ray stands upright: how wide its cards are is how wide their sprites are.
    widths = []
    for longest in range(1, 19):
        cards = [one for one in placed(sunset({7: 1, 9: longest})) if one.kind == "card"]
        widths.append(next(one.sprite.ink.width for one in cards if one.pile == "r7"))
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 3
    assert widths[2] == widths[0]


def test_nothing_that_must_be_read_is_covered_or_outside() -> None:
    for view, look in positions()[::9]:
        assert_all_can_be_read(view, look)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_of_the_fullest_boards_is_covered_or_outside(look: Look) -> None:
    for view in list(fullest())[::2]:
        assert_all_can_be_read(view, look)


def test_every_ray_has_its_number_until_the_game_is_won() -> None:
    for view, look in positions()[::11]:
        numbers = [one.says for one in placed(view, look) if one.pile == "dial"]
        assert numbers == ([] if view.outcome is Outcome.WON else [str(ray) for ray in range(1, 14)])


def test_every_cloud_has_its_number() -> None:
    for view, look in positions()[::11]:
        clouds = [
            pile.name[1:] for pile in view.piles if pile.name[0] == "c" and pile.name[1:].isdigit() and pile.cards
        ]
        shown = [one.says for one in placed(view, look) if one.kind == "pill" and one.pile == "clouds"]
        assert shown == clouds


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
def test_both_ends_of_a_cloud_stand_apart_from_its_other_cards(look: Look) -> None:
    for view in (sunset({13: 2}, [4, 7]), sunset({}, [0] * 9 + [9], blown=True)):
        for name in (pile.name for pile in view.piles if pile.name[0] == "c" and len(pile.cards) > 2):
            lefts = [one.x for one in placed(view, look) if one.kind == "card" and one.pile == name]
            steps = [right - left for left, right in pairwise(lefts)]
            assert steps[0] == steps[-1] > max(steps[1:-1])


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
@pytest.mark.parametrize(("bases", "ways"), [("aces-kings", ["A", "K"]), ("aces", ["A", "A"])])
def test_each_row_of_foundations_says_what_it_begins_with(bases: str, ways: list[str], look: Look) -> None:
    game = games()["sun"]
    view = game.view(game.deal(game.deal_from_seed("ways"), game.read_options({"bases": bases})))
    shown = [one for one in placed(view, look) if one.pile == "ways"]
    assert [one.says for one in shown] == ways
    # The wedge is another one for a row that is built down.
    assert len({one.sprite for one in shown}) == len(set(ways))


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
def test_numbers_tell_at_sunset_which_rays_are_gathered_and_which_comes_next(look: Look) -> None:
    view = sunset({7: 2, 9: 3, 13: 1})
    before, numbers, bare = (
        _dial(replace(view, facts=tuple({**dict(view.facts), **facts}.items())), look)
        for facts in ({"gathered": 6}, {"gathered": 7}, {"stage": 1})
    )
    assert [ray for ray in range(1, 14) if numbers[ray] is bare[ray]] == [10, 11, 12, 13]
    assert [ray for ray in range(1, 14) if before[ray] is bare[ray]] == [8, 9, 10, 11, 12, 13]
    # The next has a ground of its own, those before it are faint.
    assert numbers[9].ink.height > bare[9].ink.height
    assert before[7].ink.height > bare[7].ink.height
    assert numbers[8].ink.size == bare[8].ink.size
    assert all(numbers[ray] is before[ray] for ray in range(1, 7))


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
def test_an_empty_stock_shows_what_comes_next(look: Look) -> None:
    game = games()["sun"]
    shown = set()
    for stages in ("1-2-3", "1-3", "1"):
        state = game.deal(game.deal_from_seed("sunrise"), game.read_options({"stages": stages}))
        while game.view(state).cards("stock"):
            advance = game.advance(state)
            assert advance is not None
            state = game.apply(state, advance)
        shown |= {one.sprite for one in placed(game.view(state), look) if one.pile == "stock"}
    assert len(shown) == 3


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
def test_what_a_play_brought_and_what_it_took_is_marked(look: Look) -> None:
    course = played("sun", {"stages": "1-2-3", "bases": "aces-kings"}, "marked")
    moves = [(one, other) for one, other in pairwise(course) if other.progress > one.progress]
    assert moves
    for before, after in moves:
        fresh = {one.pile for one in placed(after, look, before) if one.sprite.fresh}
        assert len(fresh) == 1
        assert fresh < {pile.name for pile in after.piles if pile.role == "foundation"}
        assert not any(one.sprite.fresh for one in placed(after, look))


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
def test_a_game_that_is_won_shows_its_score_at_large_and_no_last_move(look: Look) -> None:
    before, won = (Scene("sun", "rules 4", eager=eager).view() for eager in (134, 135))
    assert won.outcome is Outcome.WON
    on_table = placed(won, look, before)
    assert not any(one.sprite.fresh for one in on_table)
    (score,) = (one for one in on_table if one.kind == "ornament" and one.reads)
    _, top, _, bottom = score.reads[0]
    assert bottom - top >= WIDTH * 0.05


@pytest.mark.parametrize("look", [USUAL, COLUMNS], ids=str)
def test_a_whole_arc_is_not_marked_card_by_card(look: Look) -> None:
    game = games()["sun"]
    before = game.deal(game.deal_from_seed("arc"), game.read_options({}))
    advance = game.advance(before)
    assert advance is not None
    after = game.view(game.apply(before, advance))
    assert not any(one.sprite.fresh for one in placed(after, look, game.view(before)))


def test_the_light_follows_the_hour() -> None:
    course = played("sun", {"stages": "1-2-3", "bases": "aces-kings"}, "hours")
    last = {(view.fact("stage"), view.fact("wind")): view for view in course}
    skies = {hour: layout_of("sun").theme(view, USUAL)["felt"] for hour, view in last.items()}
    assert len(set(skies.values())) == len(skies) >= 3


def test_numbers_and_rims_can_be_seen_at_every_hour() -> None:
    for theme in {layout_of("sun").theme(view, look) for view, look in positions() if view.outcome is not Outcome.WON}:
        assert contrast(theme["nook"], theme["hem"]) >= 4.5, "the numbers on the dial"
        assert contrast(theme["chalk"], theme["haze"]) >= 4.5, "the numbers of columns"
        assert contrast(theme["gold"], theme["rug"]) >= 3, "rims on the sun"
        assert contrast(theme["hem"], theme["rug"]) >= 3, "the signs of the rows"
        assert contrast(theme["gold"], theme["place"]) >= 3, "rims below the horizon"


def assert_indices_are_large(view: View, look: Look) -> None:
    counts = {pile.name: len(pile.cards) for pile in view.piles}
    afloat = sum(count for name, count in counts.items() if name[0] == "c")
    for one in placed(view, look):
        if one.kind == "card" and one.pile[0] in "rc":
            crowded = counts[one.pile] > 10 if one.pile[0] == "r" else afloat > 60
            _, top, _, bottom = one.reads[0]
            assert bottom - top >= WIDTH * (0.015 if crowded else 0.02), (look, one)


def assert_all_can_be_read(view: View, look: Look) -> None:
    on_table = placed(view, look)
    owners = _owners(on_table)
    for place, one in enumerate(on_table, 1):
        left, top, right, bottom = one.box
        assert left >= 0, (look, one)
        assert top >= 0, (look, one)
        assert right <= WIDTH, (look, one)
        assert bottom <= HEIGHT, (look, one)
        for box in one.reads:
            # What is written there: all but the blank of the card itself.
            local = box[0] - left, box[1] - top, box[2] - left, box[3] - top
            ink = one.sprite.ink.crop(local).point([shown != number("card") and 255 for shown in range(256)])
            written = ImageChops.darker(ink, one.sprite.mask.crop(local).convert("L"))
            elsewhere = owners.crop(box).point([owner != place and 255 for owner in range(256)])
            assert ImageChops.darker(written, elsewhere).getbbox() is None, (look, one)


def _dial(view: View, look: Look) -> dict[int, Sprite]:
    return {one.index: one.sprite for one in placed(view, look) if one.pile == "dial"}


def _owners(on_table: Sequence[Placed]) -> Image.Image:
    """Return which of the placed sprites, numbered from 1, is seen at each pixel."""
    assert len(on_table) < 256
    owners = Image.new("L", (WIDTH, HEIGHT))
    for place, one in enumerate(on_table, 1):
        owners.paste(place, one.box, one.sprite.mask)
    return owners


@cache
def _longest() -> tuple[int, ...]:
    """Return how many cards each ray has when it is gathered, if nothing was played: more it cannot have."""
    counts = [8] * 13
    for ray in range(13):
        for right in range(ray + 1, min(13, ray + 1 + counts[ray])):
            counts[right] += 1
    return tuple(counts)
