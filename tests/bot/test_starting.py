"""``python -m bot`` as a program of its own: how it starts, stops, and says that it can't."""

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground import Playground
from playground.person import Person
from tests.playground.ports import port_to_return_to

ROOT = Path(__file__).parents[2]
OWN = {"DISCORD_TOKEN", "DISCORD_API_URL", "DATABASE", "PLAYGROUND_PORT", "LOG_LEVEL", "SOLVER_WORKERS"}


@asynccontextmanager
async def started(folder: Path, settings: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    variables = {name: value for name, value in os.environ.items() if name not in OWN}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        cwd=folder,
        env={**variables, "PYTHONPATH": str(ROOT), "SOLVER_WORKERS": "0", **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def address(process: asyncio.subprocess.Process) -> str:
    """Return where the program says to open the page: the only line that it prints."""
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
    found = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+) to play; Ctrl\+C stops\.\n", line)
    assert found, line
    return found[1]


async def stopped(process: asyncio.subprocess.Process, number: signal.Signals) -> str:
    """Send a signal; return what was logged, the program having ended without complaint.

    The log is read to its end: what the program has started has ended with it.
    """
    process.send_signal(number)
    out, log = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 0, log.decode()
    assert out == b""
    assert b"\x1b" not in log, "colours are for terminals"
    return log.decode()


async def failure(folder: Path, settings: Mapping[str, str]) -> str:
    """Return the sentence with which the program says that it can't start."""
    async with started(folder, settings) as process:
        _, errors = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 1, errors.decode()
    text = errors.decode()
    assert "Traceback" not in text
    (sentence,) = [line for line in text.splitlines() if line.startswith("The bot can't start: ")]
    return sentence


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_one_command_opens_a_playground_and_a_restart_finds_the_games(
    tmp_path: Path, number: signal.Signals
) -> None:
    settings = {"PLAYGROUND_PORT": "0", "SOLVER_WORKERS": "1"}
    async with started(tmp_path, settings) as process:
        async with Person(await address(process), "Ana", patience=30) as ana:
            board = await ana.command("play", game="sun", deal="restart")
            board = await ana.press(board, next(b.custom_id for b in board.buttons if b.custom_id.startswith("play:")))
        log = await stopped(process, number)
    assert "Traceback" not in log
    assert (tmp_path / "data" / "playground.db").is_file()
    async with started(tmp_path, settings) as process:
        async with Person(await address(process), "Ana", patience=30) as ana:
            again = await ana.command("board")
            assert again.attachments[0].description == board.attachments[0].description
        await stopped(process, number)


async def test_with_a_token_it_plays_where_the_api_is_and_keeps_the_token_to_itself(tmp_path: Path) -> None:
    async with Playground(0, token="a.secret.token") as playground:
        (tmp_path / ".env").write_text("DISCORD_TOKEN=a.secret.token\nLOG_LEVEL=DEBUG\n")
        async with started(tmp_path, {"DISCORD_API_URL": playground.api_url}) as process:
            async with Person(playground.url, "Ana", patience=30) as ana:
                await ana.bot_to_be(online=True)
                assert (await ana.command("play", game="pyramid")).attachments
            log = await stopped(process, signal.SIGTERM)
    assert "a.secret.token" not in log
    assert (tmp_path / "data" / "patience.db").is_file()


async def test_a_wrong_token_is_told(tmp_path: Path) -> None:
    async with Playground(0, token="right") as playground:
        told = await failure(tmp_path, {"DISCORD_TOKEN": "wrong", "DISCORD_API_URL": playground.api_url})
    assert "token" in told
    assert "wrong" not in told


async def test_an_api_that_is_not_there_is_told(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        told = await failure(tmp_path, {"DISCORD_TOKEN": "x", "DISCORD_API_URL": f"http://127.0.0.1:{port}/api/v10"})
    assert "can't be reached" in told


async def test_an_address_that_is_not_an_api_is_told(tmp_path: Path) -> None:
    async with Playground(0, token="x") as playground:
        told = await failure(tmp_path, {"DISCORD_TOKEN": "x", "DISCORD_API_URL": f"{playground.url}/elsewhere"})
    assert "DISCORD_API_URL" in told


async def test_it_stops_at_once_while_the_connection_is_down(tmp_path: Path) -> None:
    async with Playground(0, token="x") as playground:
        settings = {"DISCORD_TOKEN": "x", "DISCORD_API_URL": playground.api_url}
        async with started(tmp_path, settings) as process, Person(playground.url, "Ana", patience=30) as ana:
            await ana.bot_to_be(online=True)
            await playground.__aexit__(None, None, None)
            assert process.stderr is not None
            while b"Attempting a reconnect" not in await asyncio.wait_for(process.stderr.readline(), 30):
                pass
            process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(process.wait(), 10)
            assert process.returncode == 0


async def test_a_playground_started_anew_gets_the_bot_and_its_commands_back(tmp_path: Path) -> None:
    async with Playground(port_to_return_to(), token="x") as first:
        settings = {"DISCORD_TOKEN": "x", "DISCORD_API_URL": first.api_url}
        async with started(tmp_path, settings) as process:
            async with Person(first.url, "Ana", patience=30) as ana:
                await ana.bot_to_be(online=True)
                await ana.command("play", game="sun", deal="kept")
            await first.__aexit__(None, None, None)
            async with Playground(first.port, token="x") as second, Person(second.url, "Ana", patience=60) as ana:
                await ana.bot_to_be(online=True)
                assert "Sun" in (await ana.command("board")).content
            process.kill()


async def test_a_taken_port_is_told(tmp_path: Path) -> None:
    async with Playground(0) as playground:
        told = await failure(tmp_path, {"PLAYGROUND_PORT": str(playground.port)})
    assert str(playground.port) in told
    assert "PLAYGROUND_PORT" in told


async def test_a_database_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"not a database at all" * 100)
    assert "broken.db" in await failure(tmp_path, {"DATABASE": "broken.db", "PLAYGROUND_PORT": "0"})
    assert "broken.db" in await failure(tmp_path, {"DATABASE": "broken.db/under.db", "PLAYGROUND_PORT": "0"})


async def test_a_wrong_setting_is_told(tmp_path: Path) -> None:
    for port in ("many", "9" * 5000):
        told = await failure(tmp_path, {"PLAYGROUND_PORT": port})
        assert "PLAYGROUND_PORT" in told
        assert len(told) < 200


async def test_help_is_given_and_unknown_words_are_refused_rather_than_starting(tmp_path: Path) -> None:
    for words, status, named in ((["--help"], 0, ".env"), (["--port=8424"], 2, "--port")):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await asyncio.wait_for(process.communicate(), 30)
        assert process.returncode == status
        assert named in said.decode()
    assert not (tmp_path / "data").exists()
