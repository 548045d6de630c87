"""The rules of a game to be posted: pages of text, each with a picture of small boards that shows what it says.

No words stand in the pictures: a number in the corner of each board is the number of its paragraph.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from engine.game import AnyGame, Option, games
from engine.words import Phrase, Translate, mark
from render.guide import Paragraph, Scene
from render.layout import layout_of
from render.look import USUAL, Look
from render.panels import page

LIMIT: Final = 2000
"""The most characters that Discord takes as the text of a message."""
ALT_LIMIT: Final = 1024
"""The most characters that Discord takes with a picture."""

_BOARDS: Final = 4
"""How many boards a page has at most; a wide one counts twice."""

_BEGINNING: Final = mark("The beginning")
_BEGINS: Final = mark("This is how a game begins.")
_BEGUN: Final = mark("the start of a game")
_COMMON: Final = mark(
    "No play is compulsory: you may turn, deal or go on while cards can still be played. You may also resign."
)
_SCORE: Final = mark(
    "**Score**, at most 1000:\n"
    "- up to 700 points for the cards that are done, all of them being {total};\n"
    "- 200 for a win;\n"
    "- with a win, up to 100 more: the fewer draws, redeals and steps it took, the more.\n"
    "Of equal scores, the one with fewer moves comes first, then the quicker one."
)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page: its text in one language, cut into messages of at most 2,000 characters, and its picture.

    ``png`` and ``alt`` are the picture and its alt text, at most 1,024 characters. They belong to the first message.
    """

    messages: tuple[str, ...]
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game in one language; ``title`` is the game's name."""

    title: str
    pages: tuple[RulesPage, ...]


def rules(game: str, translate: Translate = str, look: Look = USUAL) -> Rules:
    """Return the rules of a game by its name; raise LookupError if there is no such game or it has no layout."""
    if game not in games():
        raise LookupError(f"no game {game}; there are {', '.join(games())}")
    played = games()[game]
    title = translate(played.title)
    groups = _groups(paragraphs_of(game))
    pages = []
    first = 1
    for number, group in enumerate(groups):
        parts = [f"**{title}**: {translate(played.summary)}."] if number == 0 else []
        parts += [_told(played, order, one, translate) for order, one in enumerate(group, first)]
        if number == len(groups) - 1:
            parts += _ending(played, translate)
        pages.append(RulesPage(_messages(parts), _picture(game, number, look), _alt(group, first, translate)))
        first += len(group)
    return Rules(title, tuple(pages))


def rules_files(game: str, translate: Translate = str, look: Look = USUAL) -> list[tuple[str, bytes]]:
    """Return the rules of a game as files, name and content: Markdown, and the pictures it shows.

    Raise LookupError if there is no such game or it has no layout.
    """
    pictures = []
    text = []
    for number, one in enumerate(rules(game, translate, look).pages, 1):
        name = f"{game}-rules-{number}.png"
        pictures.append((name, one.png))
        text += [f"![{one.alt}]({name})", *one.messages]
    return [(f"{game}-rules.md", ("\n\n".join(text) + "\n").encode()), *pictures]


def paragraphs_of(game: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs that the layout of a game exports as ``rules``; without them one with the first board."""
    found: Sequence[Paragraph] = getattr(layout_of(game), "rules", ())
    return tuple(found) or (Paragraph(_BEGINNING, _BEGINS, _BEGUN, Scene(game, "rules")),)


def _groups(paragraphs: Sequence[Paragraph]) -> list[tuple[Paragraph, ...]]:
    """Return the paragraphs of each page, as many as its picture has room for."""
    groups: list[tuple[Paragraph, ...]] = []
    taken = _BOARDS
    for one in paragraphs:
        weight = 2 if one.wide else 1
        if taken + weight > _BOARDS:
            groups.append(())
            taken = 0
        groups[-1] = (*groups[-1], one)
        taken += weight
    return groups


def _told(game: AnyGame, number: int, one: Paragraph, translate: Translate) -> str:
    lines = [f"**{number}. {translate(one.title)}**", translate(one.text)]
    if one.option:
        option = next(option for option in game.options if option.name == one.option)
        lines += _choices(option, one, translate)
    return "\n".join(lines)


def _choices(option: Option, one: Paragraph | None, translate: Translate) -> list[str]:
    lines = []
    for choice in option.choices:
        label = f"**{translate(choice.label)}**"
        if choice.value == option.default:
            label = Phrase("{choice} (usual)", {"choice": label}).text(translate)
        why = one.choices.get(str(choice.value)) if one is not None else None
        lines.append(f"- {label}: {translate(why)}" if why else f"- {label}")
    return lines


def _ending(game: AnyGame, translate: Translate) -> list[str]:
    """Return what holds for every game, after the choices that no paragraph was about."""
    told = {one.option for one in paragraphs_of(game.name)}
    parts = [
        "\n".join([f"**{translate(option.label)}**", *_choices(option, None, translate)])
        for option in game.options
        if option.name not in told
    ]
    return [*parts, translate(_COMMON), Phrase(_SCORE, {"total": game.total}).text(translate)]


def _alt(group: Sequence[Paragraph], first: int, translate: Translate) -> str:
    text = " ".join(f"{number}: {translate(one.alt)}." for number, one in enumerate(group, first))
    return _pieces(text, ALT_LIMIT)[0]


def _messages(parts: Sequence[str]) -> tuple[str, ...]:
    """Return the parts joined to as few messages as hold them; one that is too long alone is cut at a line or word."""
    messages: list[str] = []
    for part in (piece for whole in parts for piece in _pieces(whole, LIMIT)):
        if messages and len(messages[-1]) + 2 + len(part) <= LIMIT:
            messages[-1] += f"\n\n{part}"
        else:
            messages.append(part)
    return tuple(messages)


def _pieces(text: str, limit: int) -> list[str]:
    """Cut a text into pieces that are not too long, after a line or a sentence, else between words, else anywhere."""
    pieces = []
    while len(text) > limit:
        head = text[: limit + 1]
        ends = [
            max((found.start() for found in re.finditer(pattern, head)), default=0)
            for pattern in (r"\n", r"(?<=[.!?:;։]) ", r" ")
        ]
        end = next((end for end in ends if end > limit // 2), limit)
        pieces.append(text[:end])
        text = text[end:].lstrip()
    return [*pieces, text]


@cache
def _picture(game: str, number: int, look: Look) -> bytes:
    """Return the picture of a page as a PNG; it is the same in every language, and made once."""
    groups = _groups(paragraphs_of(game))
    image = page(groups[number], 1 + sum(map(len, groups[:number])), look)
    file = io.BytesIO()
    # An octree takes a tenth of the time, and breaks the skies of several hours on a page into blocks.
    image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()
