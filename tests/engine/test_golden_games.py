"""Whole games on record, and the position that each leads to, worked out by a second program written apart."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.record import Record, read_record, write_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def read(name: str) -> Record:
    return read_record(next(path for path in RECORDS if path.stem == name).read_text("utf-8"))


def states(record: Record) -> list[Any]:
    """Return the positions of a recorded game, the first before any move."""
    found = [record.game.deal(record.deal, record.options)]
    for text in record.moves:
        found.append(record.game.apply(found[-1], record.game.parse(text)))
    return found


@every_record
def test_a_game_on_record_prints_as_it_always_did(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(path.with_suffix(".json").read_text("utf-8"))


@every_record
def test_a_game_on_record_is_written_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    assert write_record(read_record(text)) == text


@every_record
def test_a_game_on_record_ended_as_its_name_says(path: Path) -> None:
    name, result = path.stem.split("-")[:2]
    record = read(path.stem)
    assert (record.game.name, record.result) == (name, result)


@pytest.mark.parametrize("name", ["pyramid", "sultan", "sun"])
def test_every_game_was_won_lost_and_resigned_on_record(name: str) -> None:
    results = {read(path.stem).result for path in RECORDS if path.stem.startswith(name)}
    assert results == {"won", "lost", "resigned"}


def test_a_sun_on_record_went_through_every_stage_clouds_the_wind_and_a_shift() -> None:
    record = read("sun-won-through-every-stage-and-the-wind")
    positions = states(record)
    assert {state.stage for state in positions} == {1, 2, 3}
    assert {"D>K", "D>A"} <= set(record.moves)
    before = next(state for state, after in pairwise(positions) if after.blown > state.blown)
    assert sum(bool(cloud) for cloud in before.clouds) > 1
    assert any(text.startswith("r6.") for text in record.moves)
    assert any(text.startswith("c2f") for text in record.moves)
    assert any(text.startswith("c4l") for text in record.moves)


def test_a_sun_on_record_was_won_with_eight_aces_and_one_without_its_second_stage() -> None:
    assert read("sun-won-with-eight-aces").options["bases"] == "aces"
    positions = states(read("sun-won-without-the-suns-play"))
    assert {state.stage for state in positions} == {1, 3}


def test_a_pyramid_on_record_was_won_by_the_seeds_rule_and_others_by_redeals() -> None:
    record = read("pyramid-won-by-the-seeds-rule")
    assert dict(record.options) == {"piles": 1, "stock": "closed", "redeals": 0}
    assert read("pyramid-won-with-open-stock-and-redeals").moves.count("redeal") == 2
    assert read("pyramid-won-with-three-wastes-redealt").moves.count("redeal") == 3


def test_a_sultan_on_record_was_won_in_the_last_of_three_passes() -> None:
    assert read("sultan-won").moves.count("redeal") == 2
