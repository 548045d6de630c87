"""Pyramid deals that others published with their solvers: the lines said to win them do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.record import read_record

DEALS = json.loads((Path(__file__).parent / "cases" / "pyramid.json").read_text("utf-8"))["deals"]

LINES = [
    pytest.param(deal["cards"], won, id="-".join([deal["id"], *won["options"].values()]))
    for deal in DEALS
    for won in deal["won"]
]


@pytest.mark.parametrize(("cards", "won"), LINES)
def test_a_published_line_wins_in_its_number_of_moves(cards: str, won: dict[str, Any]) -> None:
    headers = {"Game": "pyramid", **won["options"], "Cards": cards, "Result": "won"}
    text = "\n".join(f'[{name} "{value}"]' for name, value in headers.items()) + "\n\n" + won["line"]
    record = read_record(text)
    assert record.result == "won"
    assert len(record.moves) == won["fewest_moves"]


@pytest.mark.parametrize(("cards", "won"), LINES)
def test_a_published_line_wins_with_its_last_move_alone(cards: str, won: dict[str, Any]) -> None:
    headers = {"Game": "pyramid", **won["options"], "Cards": cards, "Result": "unfinished"}
    *moves, _ = won["line"].split()
    text = "\n".join(f'[{name} "{value}"]' for name, value in headers.items()) + "\n\n" + " ".join(moves)
    assert read_record(text).result == "unfinished"
