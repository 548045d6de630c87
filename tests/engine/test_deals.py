"""Deals: the same for ever from a seed, in every game and under all its options; or given by their cards."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_text, cards_text, parse_cards
from engine.deals import SEED_LENGTH, DealError, normal_seed
from engine.game import AnyGame, games
from tests.engine.walks import flat

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)

PINNED = [
    ("pyramid", "1", "QC 9C 5H 2H KS 3C 2D 2C TC QH KH TH 6H"),
    ("pyramid", "daily 2026-11-30", "8S QS 6D 3D JD KH AD 6S 3H 7H AC 5C 3C"),
    ("pyramid", "Ő", "3S 8S JS 8D 3H 3C 9S TH 4C AS KC QH 6C"),
    ("pyramid", " ", "TH 6S JS 9H 9D 3D 7C 9C QH 7S TC AH 4H"),
    ("pyramid", "🂡", "7D 8D 6C 9S 2D QD 8S 9H 7H JC KS 5D JS"),
    ("sultan", "1", "3C TS 8S AS QC 5D 2H AS 6C 6C JD 4D 8H"),
    ("sultan", "daily 2026-11-30", "7D 3S QH QS QS 9S 6H 7C QH 6H 4D 8D TS"),
    ("sultan", "Ő", "3C 3S 7D 4S 9C 8H 8C 8D JS 3H JH 2C QC"),
    ("sun", "1", "5H 4C 3H TS 2C 8H QS 7D 3C 6D 7S KH JS"),
    ("sun", "daily 2026-11-30", "8C 2D 4S 7S 5D KH JC 2D 6S 9D 6H 7C 4C"),
    ("sun", "Ő", "4C 8D QD 5C JS QH AH 3S AD 2D KC JS JH"),
    ("sun", "🂡", "3H 6D QD AS JD 7D 4C 7S 4H KD AS JS 3C"),
]

HUNDRED_DEALS = {
    "pyramid": "f9dda1867074a14f7ada3144f62bf70b3de083797596508f7ce33ee9c2c53cbd",
    "sultan": "c3418c9b3615281ff4d3edfe0e486bae61b4df4d18752c19918cee3209495ea1",
    "sun": "9f8efaefdeae1f711ab48a6669aca8d9f49ffc4a55fb5ffa73caed47a417d641",
}


@pytest.mark.parametrize(("name", "seed", "first"), PINNED)
def test_a_seed_gives_the_cards_that_it_always_gave(name: str, seed: str, first: str) -> None:
    assert cards_text(games()[name].deal_from_seed(seed).cards[:13]) == first


@pytest.mark.parametrize("name", HUNDRED_DEALS)
def test_a_hundred_deals_are_to_the_last_card_what_they_always_were(name: str) -> None:
    deals = [games()[name].deal_from_seed(str(number)) for number in range(100)]
    text = "\n".join(f"{cards_text(deal.cards)}/{cards_text(deal.wind)}" for deal in deals)
    assert hashlib.sha256(text.encode()).hexdigest() == HUNDRED_DEALS[name]


def test_the_wind_of_a_seed_is_the_one_that_it_always_was() -> None:
    assert cards_text(games()["sun"].deal_from_seed("1").wind[:7]) == "2H AC 2D 7D 8C 3S 2C"


@every_game
@pytest.mark.parametrize("seed", ["Ő", "ésszel", "한국", "Å"])
def test_a_seed_names_the_same_deal_in_every_unicode_form(game: AnyGame, seed: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", seed), unicodedata.normalize("NFD", seed)
    assert composed != decomposed
    assert game.deal_from_seed(composed) == game.deal_from_seed(decomposed)
    assert game.deal_from_seed(decomposed).seed == composed


@every_game
def test_seeds_that_differ_at_all_name_different_deals(game: AnyGame) -> None:
    seeds = ["a", "A", " a", "a ", "a\u00a0", "b", "a" * 64, "a" * 63]
    assert len({game.deal_from_seed(seed).cards for seed in seeds}) == len(seeds)


@every_game
@given(seed=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=16))
def test_every_deal_has_all_the_cards_of_the_game(game: AnyGame, seed: str) -> None:
    deal = game.deal_from_seed(seed)
    assert Counter(deal.cards) == Counter(game.pack)
    assert Counter(deal.wind) == (Counter(game.pack) if game.has_wind else Counter())
    assert game.deal_from_seed(seed) == deal


@every_game
def test_the_options_do_not_change_the_cards(game: AnyGame) -> None:
    deal = game.deal_from_seed("options")
    for options in game.option_sets():
        fields = game.fields(game.deal(deal, options))
        laid = [fields[name] for name in ("pyramid", "divan", "rays", "stock") if name in fields]
        assert list(flat(laid)) == cards_text(deal.cards).split()


@pytest.mark.parametrize("seed", ["", "\n", "a\tb", "\x00", "\x7f", "\x85", "a" * 65, "\ud800", "\u0958" * 33])
def test_a_text_that_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(DealError, match="seed"):
        normal_seed(seed)


def test_a_seed_of_64_characters_is_one_counted_after_composing() -> None:
    assert normal_seed("a" * SEED_LENGTH) == "a" * 64
    assert normal_seed("o\u030b" * SEED_LENGTH) == "ő" * 64


@every_game
def test_a_deal_is_given_by_its_cards(game: AnyGame) -> None:
    from_seed = game.deal_from_seed("cards")
    deal = game.deal_from_cards(from_seed.cards, from_seed.wind if game.has_wind else None)
    assert (deal.cards, deal.wind, deal.seed) == (from_seed.cards, from_seed.wind, None)
    options = game.option_sets()[0]
    assert game.deal(deal, options) == game.deal(from_seed, options)


@every_game
def test_cards_that_are_not_those_of_the_game_are_refused(game: AnyGame) -> None:
    wind = game.pack if game.has_wind else None
    with pytest.raises(DealError, match=f"{game.name} needs {len(game.pack)} cards, not {len(game.pack) - 1}"):
        game.deal_from_cards(game.pack[1:], wind)
    double = (game.pack[1], *game.pack[1:])
    extra, missing = card_text(game.pack[1]), card_text(game.pack[0])
    with pytest.raises(DealError, match=f"{extra} too often, and {missing} is missing"):
        game.deal_from_cards(double, wind)


@every_game
def test_a_wind_is_given_where_the_game_has_one_and_only_there(game: AnyGame) -> None:
    with pytest.raises(DealError, match=r"[Ww]ind"):
        game.deal_from_cards(game.pack, None if game.has_wind else game.pack)
    if game.has_wind:
        with pytest.raises(DealError, match="needs 104 cards, not 103"):
            game.deal_from_cards(game.pack, game.pack[1:])


def test_sultan_has_no_kings_and_one_ace_of_hearts_to_deal() -> None:
    pack = Counter(games()["sultan"].pack)
    assert pack.total() == 95
    assert pack[parse_cards("AH")[0]] == 1
    assert all(pack[king] == 0 for king in parse_cards("KC KD KH KS"))
