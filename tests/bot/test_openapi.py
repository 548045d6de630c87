"""Requests against Discord's description of its API: which are wrong, and that ours are not.

After every test of the bot its requests are looked at; here it is made to ask all that it ever asks.
"""

from pathlib import Path

import pytest

from engine.game import games
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, CallbackType, Permission
from tests.bot.openapi import HOW_TO_GET_IT, Description, Json, description, recorded
from tests.bot.test_playing import advance, plays

SMALL: Json = {
    "paths": {
        "/users/{user_id}": {
            "parameters": [{"name": "user_id", "in": "path", "schema": {"$ref": "#/components/schemas/Id"}}],
            "get": {"parameters": [{"name": "full", "in": "query", "schema": {"type": "boolean"}}]},
        },
        "/users/@me": {
            "patch": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Changes"}}}}
            },
        },
    },
    "components": {
        "schemas": {
            "Id": {"type": "string", "pattern": "^[0-9]+$"},
            "Changes": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "maxLength": 4},
                    "friends": {"type": "array", "items": {"$ref": "#/components/schemas/Changes"}},
                },
                "required": ["name"],
            },
        }
    },
}


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "wrong"),
    [
        ("GET", "/users/1", {}, None, None),
        ("GET", "/users/1", {"full": "true"}, None, None),
        ("PATCH", "/users/@me", {}, {"name": "Ana"}, None),
        ("PATCH", "/users/@me", {}, {"name": "Ana", "friends": [{"name": "Dan"}]}, None),
        ("GET", "/nobody", {}, None, "there is no path /nobody"),
        ("DELETE", "/users/1", {}, None, "has no method DELETE"),
        ("GET", "/users/ana", {}, None, "user_id: "),
        ("GET", "/users/1", {"half": "1"}, None, "takes no half in its query"),
        ("GET", "/users/1", {}, {"name": "Ana"}, "takes no body"),
        ("PATCH", "/users/@me", {}, None, "wants a body"),
        ("PATCH", "/users/@me", {}, {}, "'name' is a required property"),
        ("PATCH", "/users/@me", {}, {"name": "Carla"}, "$.name: 'Carla' is too long"),
        ("PATCH", "/users/@me", {}, {"name": "Ana", "age": 3}, "'age' was unexpected"),
        ("PATCH", "/users/@me", {}, {"name": "Ana", "friends": [{"name": 1}]}, "$.friends[0].name: 1 is not of type"),
    ],
)
def test_what_is_wrong_with_a_request_is_told(
    method: str, path: str, query: dict[str, str], body: object, wrong: str | None
) -> None:
    told = Description(SMALL).wrong_with(method, path, query, body)
    if wrong is None:
        assert told is None
    else:
        assert wrong in (told or "")


@pytest.fixture
def discord() -> Description:
    found = description()
    if found is None:
        pytest.skip(HOW_TO_GET_IT)
    return found


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/interactions/1/token/callback", {"type": 3}),
        ("/interactions/1/token/callback", {"type": 4, "data": {"contents": "misspelt"}}),
        ("/interactions/1/token/callback", {"type": 4, "data": {"content": "x" * 2001}}),
        ("/interactions/1/token/callback", {"type": 8, "data": {"choices": [{"name": "a" * 101, "value": "a"}]}}),
        ("/channels/1/messages", {"components": [{"type": 1, "components": [{"type": 2, "label": "no style"}]}]}),
        ("/channels/1/messages", {"attachments": [{"id": 0, "description": "x" * 1025}]}),
    ],
)
def test_what_discord_would_not_take_is_found(discord: Description, path: str, body: object) -> None:
    assert discord.wrong_with("POST", path, {}, body)


def answer_type(request: Json) -> int | None:
    """Return how a request answers an interaction; None if it does something else."""
    return request["body"]["type"] if request["path"].startswith("/interactions/") else None


async def use_the_board(ana: Person, board: SeenMessage) -> None:
    """Use every control of a board, and see the game to its end."""
    board = await ana.press(board, advance(board) or "")
    for button in [button.label for button in board.buttons if button.custom_id.startswith("go-on:")]:
        if not board.button(button).disabled:
            board = await ana.press(board, button)
    menu, offered = plays(board)
    if offered:
        board = await ana.choose(board, menu, *offered[:2])
    old = await ana.press(board, "Undo")
    await ana.command("move", move="draw KS draw nonsense")
    board = await ana.command("board")
    told = await ana.press(await ana.press(board, "Resign"), "Resign this game")
    assert told.content == "You gave this game up."
    board = await ana.sees(lambda message: any(button.label == "Same deal" for button in message.buttons))
    assert board.id != old.id


@pytest.mark.usefixtures("bot")
async def test_whatever_the_bot_asks_is_as_discord_describes_it(
    discord: Description, asked: Path, playground: Playground, ana: Person, boris: Person
) -> None:
    for name in games():
        for _, options in await ana.autocomplete("play", "options", "", game=name):
            board = await ana.command("play", game=name, options=str(options), deal="asked")
        assert await ana.autocomplete("move", "move", "")
        assert await ana.autocomplete("move", "game", "")
        assert (await boris.press(boris.message(board.id), advance(board) or "")).ephemeral
        await use_the_board(ana, board)
        page = await ana.command("rules", game=name)
        await ana.press(page, "Next")
        assert await ana.autocomplete("export", "game", "")
        record = (await ana.command("export")).attachments[0]
        ended = await ana.command("import", record=(record.filename, await ana.download(record.url)))
        await ana.press(await ana.press(ended, "Same deal"), "Resign")
        await boris.press(boris.message(ended.id), "Play again")
    assert (await ana.command("import", record=("wrong.txt", b"\0"))).ephemeral
    assert (await ana.command("move", move="nonsense")).ephemeral
    assert (await ana.command("help")).ephemeral
    listed = await ana.command("games")
    board = await ana.choose(listed, listed.selects[0].custom_id, listed.selects[0].options[0].value)
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    board = await ana.press(board, advance(board) or "")
    assert not board.attachments
    await ana.press(await ana.command("resign"), "Resign this game")
    kinds = {(one["method"], one["path"].split("/")[1], answer_type(one)) for one in recorded(asked)}
    assert kinds >= {
        ("PUT", "applications", None),
        ("POST", "interactions", CallbackType.MESSAGE),
        ("POST", "interactions", CallbackType.UPDATE),
        ("POST", "interactions", CallbackType.CHOICES),
        ("POST", "webhooks", None),
        ("PATCH", "channels", None),
        ("DELETE", "channels", None),
    }
