"""The worst boards of Sun look as they did when somebody last looked at them.

The pictures in ``golden/`` are a third of the size. After a wanted change of Sun's looks draw them again with
``python -m tests.render.test_golden``, and look at each before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.view import View
from render.board import picture
from render.look import Look
from tests.render.positions import sunset

GOLDEN = Path(__file__).parent / "golden"
TABLES = {"usual": Look(), "columns": Look(table="columns")}


def cases() -> dict[str, View]:
    """Return the worst boards by name."""
    return {
        "ray-of-18": sunset({12: 17, 13: 18}),
        "ten-clouds": sunset({12: 13, 13: 12}, [4, 6, 8, 9, 7, 10, 5, 9, 11, 10]),
        "wind-of-104": sunset({}, [0] * 10 + [104], blown=True),
    }


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", cases())
def test_a_worst_board_looks_as_it_did(name: str, table: str) -> None:
    with Image.open(GOLDEN / f"{name}-{table}.png") as golden:
        difference = ImageChops.difference(golden.convert("RGB"), _drawn(name, table))
    assert difference.getbbox() is None, f"{name} on the {table} table has changed: see the head of this file"


def _drawn(name: str, table: str) -> Image.Image:
    return picture(cases()[name], TABLES[table]).reduce(3)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for one in cases():
        for other in TABLES:
            _drawn(one, other).save(GOLDEN / f"{one}-{other}.png", optimize=True)
