"""The rooms of the house: which may import which, and which may name a game."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game import games

ROOT = Path(__file__).parents[1]

ARROWS = {
    "engine": set(),
    "render": {"engine", "PIL", "isal"},
    "storage": {"aiosqlite"},
    "playground": {"aiohttp"},
    "bot": {"render", "storage", "engine", "playground", "discord", "aiohttp", "yarl", "dotenv"},
}
"""What each room may import beside itself and the standard library; yarl is aiohttp's type of an address."""

OPTIONAL = {"isal"}
"""What everything works without."""

FILES = [(room, path) for room in ARROWS for path in sorted((ROOT / room).rglob("*.py"))]

every_file = pytest.mark.parametrize(("room", "path"), FILES, ids=[str(path.relative_to(ROOT)) for _, path in FILES])


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the full name of every module that is imported anywhere, also by ``import_module("…")``."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield module


def strays(room: str, source: str) -> set[str]:
    """Return what a file of a room imports though no arrow leads there."""
    allowed = ARROWS[room] | {room} | set(sys.stdlib_module_names)
    return {name for name in imports(ast.parse(source)) if name.split(".")[0] not in allowed}


def unguarded(source: str) -> set[str]:
    """Return the optional modules that are imported where their absence would be an error."""
    tree = ast.parse(source)
    guarded = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Try) and any("ImportError" in ast.dump(handler) for handler in node.handlers)
        for child in node.body
        for name in imports(child)
    }
    return {name for name in set(imports(tree)) - guarded if name.split(".")[0] in OPTIONAL}


def games_named(source: str) -> set[str]:
    """Return the games that a file names: in a string that is no sentence, or by importing from its module."""
    tree = ast.parse(source)
    words = {
        word
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
        for word in re.findall("[a-z]+", node.value.lower())
    }
    modules = {part for name in imports(tree) if name.startswith("engine.games.") for part in name.split(".")[2:3]}
    return (words & games().keys()) | modules


@every_file
def test_every_import_follows_an_arrow(room: str, path: Path) -> None:
    assert strays(room, path.read_text("utf-8")) == set()


@every_file
def test_what_is_optional_is_not_needed(room: str, path: Path) -> None:
    assert unguarded(path.read_text("utf-8")) == set()


@pytest.mark.parametrize("path", [path for room, path in FILES if room in ("bot", "storage")], ids=str)
def test_the_bot_and_the_storage_name_no_game(path: Path) -> None:
    assert games_named(path.read_text("utf-8")) == set()


def test_every_room_is_looked_at() -> None:
    assert {room for room, _ in FILES} == set(ARROWS)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - {"tests"} == set(ARROWS)


@pytest.mark.parametrize(
    ("room", "source", "found"),
    [
        ("engine", "import json, PIL.Image", {"PIL.Image"}),
        ("engine", "def f():\n    from render.board import draw", {"render.board.draw"}),
        ("engine", "import importlib\nimportlib.import_module('bot.service')", {"bot.service"}),
        ("render", "from engine.view import View\nimport storage", {"storage"}),
        ("storage", "import aiosqlite\nfrom engine import cards", {"engine.cards"}),
        ("storage", "if True:\n    import tests.engine", {"tests.engine"}),
        ("playground", "import aiohttp\nimport discord", {"discord"}),
        ("bot", "import discord\nfrom . import texts\nfrom render import board", set()),
        ("bot", "from tests import anything", {"tests.anything"}),
    ],
)
def test_an_import_against_the_arrows_is_found(room: str, source: str, found: set[str]) -> None:
    assert strays(room, source) == found


def test_an_optional_module_that_is_needed_is_found() -> None:
    assert unguarded("from isal import isal_zlib") == {"isal.isal_zlib"}
    assert unguarded("try:\n    from isal import isal_zlib\nexcept ImportError:\n    isal_zlib = None") == set()


def test_a_game_that_is_named_is_found() -> None:
    assert games_named("if game == 'Sun': pass") == {"sun"}
    assert games_named("x = f'pyramid:{piles}'") == {"pyramid"}
    assert games_named("from engine.games.sultan import GAME") == {"sultan"}
    assert games_named('"""Games such as Sun and Pyramid."""\nfrom engine.game import games') == set()
