"""Requests of many moves, over a real database and without any chat: typed, picked, or left to go on by themselves."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from bot.new_games import Place
from bot.positions import Position
from bot.ranked import may_take_back
from bot.refusals import NoWayOn
from bot.service import Service
from engine.automatic import WAYS, Run, ways
from engine.cards import cards_text, parse_cards, rank_of
from engine.game import AnyGame, IllegalMove, InvalidMove, games
from engine.record import read_record
from storage.database import Database
from storage.games import Games
from storage.rows import StaleBoard

ANA = 1001
HERE = Place(11, 1)

every_game = pytest.mark.parametrize("name", games())


async def start(service: Service, name: str, seed: str = "many", **options: str) -> Position:
    return await service.start(ANA, HERE, name, options, seed)


async def play(service: Service, position: Position, moves: str) -> Position:
    position, refused = await service.move_on(ANA, position.id, position.stored.version, moves.split())
    assert refused is None
    return position


async def undo(service: Service, position: Position) -> Position:
    return await service.undo(ANA, position.id, position.stored.version)


def home(position: Position) -> list[str]:
    """Return the plays that bring a card on; those between the rows of Sun do not."""
    return [text for text, _ in position.plays() if text[1:2] != ">"]


def cards_of(words: Sequence[Any]) -> Counter[str]:
    """Return the cards that moves in words name."""
    named = ("card", "first", "second")
    return Counter(str(value) for phrase in words for name, value in phrase.values.items() if name in named)


@every_game
async def test_moves_are_made_up_to_the_first_that_cannot_be_and_undone_as_one(service: Service, name: str) -> None:
    first = await start(service, name)
    advance = (first.advance() or ("",))[0]
    texts = [advance, advance.upper(), "redeal" if advance == "draw" else "r1.1>A", advance]
    position, refused = await service.move_on(ANA, first.id, 1, texts)
    assert isinstance(refused, IllegalMove)
    assert refused.move == texts[2]
    assert position.stored.moves == (advance, advance)
    assert position.stored.version == 2
    assert (await undo(service, position)).state == first.state


@every_game
async def test_where_the_first_of_several_moves_is_wrong_nothing_is_made(service: Service, name: str) -> None:
    first = await start(service, name)
    for texts in (["nonsense", "draw"], [""]):
        with pytest.raises(InvalidMove):
            await service.move_on(ANA, first.id, 1, texts)
    assert (await service.position(first.id)).stored == first.stored


@every_game
async def test_every_way_on_is_its_moves_one_by_one_and_undone_as_one(
    database: Database, service: Service, name: str
) -> None:
    for way in ways(games()[name]):
        position = await start(service, name)
        for _ in range(12):
            try:
                gone_on = await service.go_on(ANA, position.id, position.stored.version, way)
            except NoWayOn:
                gone_on = await service.advance(ANA, position.id, position.stored.version)
            moves = gone_on.stored.moves[position.stored.move_count :]
            state = position.state
            for text in moves:
                state = position.game.apply(state, position.game.parse(text))
            assert gone_on.state == state
            assert gone_on.stored.last_request == len(moves)
            assert gone_on.view_before() == position.view()
            fresh = await Service(Games(database)).position(position.id)
            assert (fresh.line, fresh.view_before()) == (gone_on.line, gone_on.view_before())
            back = await undo(service, gone_on)
            assert back.state == position.state
            assert back.undone == gone_on.line.made
            if way in ways(position.game) and WAYS[way](position.game, Run(back.state)).moves:
                gone_on = await service.go_on(ANA, back.id, back.stored.version, way)
            else:
                gone_on = await service.advance(ANA, back.id, back.stored.version)
            position = gone_on
            if position.over or position.advance() is None:
                break


async def test_a_way_that_does_not_suit_the_game_or_leads_nowhere_is_refused(service: Service) -> None:
    position = await start(service, "pyramid")
    for way in ("all-plays", "play-on", "nonsense", ""):
        with pytest.raises(NoWayOn):
            await service.go_on(ANA, position.id, 1, way)
    position = await start(service, "sultan")
    with pytest.raises(StaleBoard):
        await service.go_on(ANA, position.id, 2, "draw-on")
    played = Run(position.state)
    if not WAYS["all-plays"](position.game, played).moves:
        with pytest.raises(NoWayOn):
            await service.go_on(ANA, position.id, 1, "all-plays")


@every_game
async def test_picks_mean_the_cards_of_the_board_that_was_shown(service: Service, name: str) -> None:
    chance = random.Random(name)
    position = await start(service, name, "picks")
    tried = 0
    while not position.over:
        offered = dict(position.plays())
        picks = chance.sample(home(position), min(len(home(position)), chance.randint(1, 6)))
        if picks:
            before = position
            position, left = await service.pick(ANA, position.id, position.stored.version, picks)
            made = position.line.made
            assert len(made) + len(left) == len(picks)
            assert made[0] == offered[picks[0]]
            assert cards_of([*made, *left]) == cards_of([offered[text] for text in picks])
            tried += 1
            if position.stored.status == "won":
                break
            undone = await undo(service, position)
            assert undone.state == before.state
            position = await play(service, undone, " ".join(position.stored.moves[-len(made) :]))
        elif position.advance() is not None:
            position = await service.advance(ANA, position.id, position.stored.version)
        else:
            break
    assert tried > 5


def cards_first(game: AnyGame, cards: str) -> str:
    """Return a whole deal of a game that begins with some cards."""
    first = parse_cards(cards)
    left = Counter(game.pack) - Counter(first)
    return cards_text((*first, *left.elements()))


def rays(first: str) -> str:
    """Return a whole deal of Sun whose first ray holds eight given cards, and of the other rays none ends in an ace."""
    inside = parse_cards(first)
    left = sorted(
        (Counter(games()["sun"].pack) - Counter(inside)).elements(), key=lambda one: rank_of(one) not in (1, 13)
    )
    arcs = [(one, *left[12 * arc : 12 * arc + 12]) for arc, one in enumerate(inside)]
    return cards_text([one for arc in arcs for one in arc])


async def deal(service: Service, name: str, cards: str) -> Position:
    """Start a game on a deal of which the first cards are given."""
    game = games()[name]
    laid = cards_first(game, cards)
    record = f'[Game "{name}"]\n[Cards "{laid}"]\n' + (f'[Wind "{cards_first(game, "")}"]\n' if game.has_wind else "")
    return await service.take_over(ANA, HERE, read_record(record))


async def test_two_cards_of_one_ray_are_picked_together_though_the_second_moves_inwards(service: Service) -> None:
    ray_one = "2C 3D AC AD 5S 6S 7S 8S"
    position = await deal(service, "sun", rays(ray_one))
    position = await play(service, position, "next " * 8)
    assert {"r1.3>A", "r1.4>A"} <= set(home(position))
    picked, left = await service.pick(ANA, position.id, position.stored.version, ["r1.3>A", "r1.4>A"])
    assert left == ()
    assert picked.stored.moves[-2:] == ("r1.3>A", "r1.3>A")
    assert cards_of(picked.line.made) == Counter(["A♣", "A♦"])


async def test_the_top_of_the_waste_is_picked_though_it_falls_into_the_divan(service: Service) -> None:
    position = await deal(service, "sultan", "AC 9C 9D 9S TC TD AD")
    position = await play(service, position, "draw")
    picked, left = await service.pick(ANA, position.id, position.stored.version, ["d1", "w"])
    assert left == ()
    assert picked.stored.moves[-2:] == ("d1", "d1")


async def test_of_two_cards_that_one_place_wants_the_second_is_named_as_left(service: Service) -> None:
    position = await deal(service, "sultan", "2H 2H 9D 9S TC TD")
    picked, left = await service.pick(ANA, position.id, position.stored.version, ["d2", "d1"])
    assert picked.stored.moves == ("d2",)
    assert [str(words) for words in left] == ["Build 2♥ from divan 1"]


async def test_the_same_card_picked_for_both_rows_goes_to_the_first(service: Service) -> None:
    cards = "AC 2C 3C 4C 5C 6C 8C 9C TC JC QC KC 2D 7C"
    position = await deal(service, "sun", cards)
    position = await play(service, position, "r1>A r2>A r3>A r4>A r5>A r6>A r12>K r11>K r10>K r9>K r8>K r7>K next")
    assert {"r1>A", "r1>K"} <= set(home(position))
    picked, left = await service.pick(ANA, position.id, position.stored.version, ["r1>K", "r1>A"])
    assert picked.stored.moves[-1] == "r1>K"
    assert [str(words) for words in left] == ["Build 7♣ from ray 1 on the ace row"]


async def test_picks_that_no_board_offered_change_nothing(service: Service) -> None:
    position = await start(service, "sultan")
    for picks in (["d1", "nonsense"], ["redeal"], [""]):
        with pytest.raises((InvalidMove, IllegalMove)):
            await service.pick(ANA, position.id, 1, picks)
    assert (await service.position(position.id)).stored == position.stored


@every_game
async def test_only_what_turned_no_card_up_may_be_taken_back_where_games_are_compared(
    service: Service, name: str
) -> None:
    for options in games()[name].option_sets():
        position = await start(service, name, "ranked", **{key: str(value) for key, value in options.items()})
        assert not may_take_back(position), "nothing was done yet"
        while not position.over:
            hidden = position.view().hidden
            text = next(iter(home(position)), None) or (position.advance() or (None,))[0]
            if text is None:
                break
            position = await service.move(ANA, position.id, position.stored.version, text)
            assert may_take_back(position) == (position.view().hidden >= hidden)


async def test_a_look_cannot_be_taken_back_by_what_was_done_after_it_in_the_same_request(service: Service) -> None:
    position = await start(service, "pyramid", "look", redeals="1")
    looked = await play(service, position, "draw " * 24 + "redeal")
    assert looked.view().hidden == position.view().hidden
    assert not may_take_back(looked)
    turned_over = await undo(service, looked)
    turned_over = await play(service, turned_over, "draw " * 24)
    turned_over = await play(service, turned_over, "redeal")
    assert may_take_back(turned_over)
