"""The colours of a board: names and ramps at fixed palette numbers, and themes that say what they look like.

A ramp is a run of palette numbers from one colour to another. It turns an anti-aliased coverage mask into palette
numbers with one look-up table, so that sprites have smooth edges and are never quantised. The numbers are the same in
every theme: another theme is another 768 bytes, and all sprites stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from render.look import Look

RGB: TypeAlias = tuple[int, int, int]

SUIT_COLOURS: Final = ("clubs", "diamonds", "hearts", "spades")
"""By the number of the suit."""

_COLOURS: Final = (
    "felt",  # the middle of the table
    "haze",  # half way from there
    "edge",  # to its corners
    "shade",  # the shadow of a card on it
    "line",  # the thin outline of cards
    "card",
    *SUIT_COLOURS,
    "brass",  # crowns
    "skin",  # the faces of court cards
    "gold",  # what can be played: rims and tags
    "sky",  # what the last move brought: an outline on a card
    "mist",  # what it took: an outline on the felt
    "ink",  # writing on gold
    "pill",  # the ground of counts
    "chalk",  # writing on pills and on the felt
    "back",
    "lattice",
    "place",  # an empty place
    "ghost",  # its edge, and what belongs there
    "rug",  # a ground that holds places together
    "hem",  # its edge
    "nook",  # an empty place on it
    "silk",  # the sultan's card
    "ribbon",  # the end of a game
)

_RAMPS: Final = (
    ("felt", "haze", 18),
    ("haze", "edge", 17),
    ("edge", "shade", 6),
    ("shade", "line", 3),
    ("haze", "line", 3),
    ("line", "card", 5),
    *(("card", suit, 7) for suit in SUIT_COLOURS),
    ("card", "brass", 5),
    *(("brass", suit, 3) for suit in SUIT_COLOURS),
    *(("skin", suit, 2) for suit in SUIT_COLOURS),
    ("skin", "brass", 2),
    ("card", "skin", 2),
    ("card", "sky", 3),
    ("felt", "mist", 3),
    ("line", "gold", 4),
    ("shade", "gold", 5),
    ("gold", "ink", 6),
    ("felt", "pill", 3),
    ("pill", "chalk", 6),
    ("felt", "chalk", 6),
    ("felt", "gold", 5),
    ("card", "back", 4),
    ("back", "lattice", 4),
    ("felt", "place", 2),
    ("place", "ghost", 4),
    ("felt", "ghost", 4),
    ("felt", "rug", 3),
    ("rug", "hem", 4),
    ("rug", "shade", 4),
    ("hem", "gold", 3),
    ("gold", "rug", 3),
    ("felt", "hem", 4),
    ("rug", "nook", 2),
    ("nook", "hem", 4),
    ("line", "silk", 2),
    ("silk", "hearts", 4),
    ("silk", "brass", 4),
    ("silk", "skin", 2),
    ("line", "ribbon", 4),
    ("ribbon", "chalk", 5),
    ("ribbon", "gold", 4),
)
"""What lies below, what lies above, and how many steps are between them; it is the same the other way round."""

_BENT: Final = {("felt", "edge"): "haze"}
"""Ramps that pass through a third colour on their way."""


@cache
def number(colour: str) -> int:
    """Return the palette number of a named colour."""
    return _COLOURS.index(colour)


@cache
def ramp(under: str, over: str) -> bytes:
    """Return the palette number for each coverage from 0 (all ``under``) to 255 (all ``over``)."""
    numbers = _numbers(under, over)
    return bytes(numbers[round(cover * (len(numbers) - 1) / 255)] for cover in range(256))


@cache
def has_ramp(under: str, over: str) -> bool:
    """Say whether there is a ramp between two colours."""
    return any({under, over} == {one, other} for one, other, _ in _RAMPS)


@cache
def darker(level: float) -> bytes:
    """Return for each palette number the one that it becomes in a shadow, from 0 (none) to 1 (the darkest).

    Shadows fall on the table and on rugs; all else stays as it is.
    """
    shaded = bytearray(range(256))
    for slope in (_numbers("felt", "edge") + _numbers("edge", "shade")[1:], _numbers("rug", "shade")):
        last = len(slope) - 1
        for place, shown in enumerate(slope):
            shaded[shown] = slope[place + round((last - place) * level)]
    return bytes(shaded)


@cache
def solid(under: str, over: str) -> bytes:
    """Return 255 for each coverage that the ramp shows as more than ``under``, else 0: the mask of a layer.

    Outer edges that are blended with the shadow of their card may lie on anything: there it begins at half coverage.
    """
    if under == "shade":
        return bytes(255 * (cover >= 128) for cover in range(256))
    nothing = number(under)
    return bytes(0 if shown == nothing else 255 for shown in ramp(under, over))


@dataclass(frozen=True, slots=True)
class Theme:
    """What the named colours look like, in the order of their palette numbers. Equal themes share their palette."""

    colours: tuple[RGB, ...]

    def __getitem__(self, name: str) -> RGB:
        """Return the colour of that name."""
        return self.colours[number(name)]


@cache
def palette(theme: Theme) -> bytes:
    """Return the colours of all palette numbers under a theme, three bytes each."""
    shown = bytearray()
    for colour in theme.colours:
        shown += bytes(colour)
    for under, over, steps in _RAMPS:
        for step in range(1, steps + 1):
            pairs = zip(theme[under], theme[over], strict=True)
            shown += bytes(round(a + (b - a) * step / (steps + 1)) for a, b in pairs)
    return bytes(shown)


def theme(**colours: str) -> Theme:
    """Return the common colours with some of them set, each written as six hexadecimal digits."""
    felt, edge = _rgb(colours["felt"]), _rgb(colours["edge"])
    between = bytes((a + b) // 2 for a, b in zip(felt, edge, strict=True)).hex()
    chosen = {**_COMMON, "haze": between, **colours}
    return Theme(tuple(_rgb(chosen[name]) for name in _COLOURS))


@cache
def suited(theme: Theme, look: Look) -> Theme:
    """Return the theme with the colours that a look chooses."""
    chosen = dict(zip(_COLOURS, theme.colours, strict=True))
    if look.contrast == "high":
        chosen |= {name: _rgb(digits) for name, digits in _HIGH.items()}
    if look.colours == "two":
        chosen["clubs"], chosen["diamonds"] = chosen["spades"], chosen["hearts"]
    return Theme(tuple(chosen.values()))


@cache
def _numbers(under: str, over: str) -> tuple[int, ...]:
    if (under, over) in _BENT:
        through = _BENT[under, over]
        return _numbers(under, through) + _numbers(through, over)[1:]
    first = len(_COLOURS)
    for one_under, one_over, steps in _RAMPS:
        between = range(first, first + steps)
        if (one_under, one_over) == (under, over):
            return (number(under), *between, number(over))
        if (one_over, one_under) == (under, over):
            return (number(under), *reversed(between), number(over))
        first += steps
    raise KeyError((under, over))


def _rgb(digits: str) -> RGB:
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


_COMMON: Final = {
    "card": "FDFDF8",
    "clubs": "007A74",
    "diamonds": "1148DC",
    "hearts": "C8102E",
    "spades": "141418",
    "brass": "D9A326",
    "skin": "ECBE91",
    "gold": "FFC93C",
    "sky": "0E86CC",
    "mist": "A8DCFF",
    "ink": "221A05",
    "chalk": "F4F1E6",
    "silk": "FBEFC9",
    "ribbon": "5A6068",
}

_HIGH: Final = {
    "felt": "0A0C10",
    "haze": "0A0C10",
    "edge": "0A0C10",
    "shade": "000000",
    "line": "000000",
    "card": "FFFFFF",
    "clubs": "00645C",
    "diamonds": "0A2CCB",
    "hearts": "A30018",
    "spades": "000000",
    "gold": "FFD21F",
    "ink": "000000",
    "pill": "000000",
    "chalk": "FFFFFF",
    "back": "12307E",
    "lattice": "C9DAFF",
    "place": "171B22",
    "ghost": "C3CCD8",
    "rug": "22262E",
    "hem": "D9B44A",
    "nook": "0A0C10",
    "sky": "0068B8",
    "mist": "B8E4FF",
    "silk": "FFF2C2",
    "ribbon": "30353D",
}
"""The colours of the look with high contrast, on every table."""
