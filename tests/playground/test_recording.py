"""Requests written down: all of them, in the order of their answers, with what they carried."""

import json
from pathlib import Path
from typing import Any

import pytest

from playground import Playground
from playground.state import PATIENCE_ID
from tests.playground.raw_bot import RawBot


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


async def test_a_line_tells_what_was_asked_carried_and_answered(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    async with Playground(0, record=file) as playground, RawBot(playground) as raw:
        channel = f"/channels/{PATIENCE_ID}/messages"
        await raw.request("GET", f"{channel}?limit=2")
        await raw.request("POST", channel, {"content": "♥"})
        await raw.request("POST", channel, {"content": "x" * 2001})
        await raw.request("POST", channel, {"content": "with a file"}, {0: ("a.txt", b"a")})
        await raw.request("PUT", f"{raw.application}/commands", [])
    assert lines(file) == [
        {"method": "GET", "path": channel, "query": {"limit": "2"}, "body": None, "status": 200},
        {"method": "POST", "path": channel, "query": {}, "body": {"content": "♥"}, "status": 200},
        {"method": "POST", "path": channel, "query": {}, "body": {"content": "x" * 2001}, "status": 400},
        {"method": "POST", "path": channel, "query": {}, "body": {"content": "with a file"}, "status": 200},
        {"method": "PUT", "path": f"{raw.application}/commands", "query": {}, "body": [], "status": 200},
    ]


async def test_what_a_request_carried_is_told_though_nobody_looked_at_it(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    async with Playground(0, record=file) as playground, RawBot(playground) as raw:
        playground.faults.refuse("/channels/*/messages", 500)
        await raw.request("POST", f"/channels/{PATIENCE_ID}/messages", {"content": "lost"})
        await raw.request("POST", "/interactions/1/unknown/callback", {"type": 6})
        await raw.request("POST", "/no/such/path", {"content": "x"}, {0: ("a.txt", b"a")})
    assert [(line["status"], line["body"]) for line in lines(file)] == [
        (500, {"content": "lost"}),
        (404, {"type": 6}),
        (404, {"content": "x"}),
    ]


async def test_the_environment_names_a_file_for_every_playground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "requests.jsonl"
    monkeypatch.setenv("PLAYGROUND_REQUESTS", str(file))
    for _ in range(2):
        async with Playground(0) as playground, RawBot(playground) as raw:
            await raw.request("GET", "/users/@me")
    assert [line["path"] for line in lines(file)] == ["/users/@me"] * 2
