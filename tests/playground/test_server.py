import asyncio
import logging
import os
import signal
import sys

import aiohttp
import pytest
import yarl

from playground import Clock, Playground, PlaygroundError
from playground.person import Person
from playground.snowflakes import SnowflakeMint, moment_of
from playground.state import PATIENCE_ID
from tests.playground.raw_bot import RawBot


async def test_a_taken_port_is_told_in_a_sentence(playground: Playground) -> None:
    sentence = f"^port {playground.port} is taken by another program; choose another port$"
    with pytest.raises(PlaygroundError, match=sentence):
        async with Playground(playground.port):
            pass


@pytest.mark.parametrize("port", [-1, 65536])
async def test_a_number_that_is_no_port_is_told_in_a_sentence(port: int) -> None:
    with pytest.raises(PlaygroundError, match=rf"^port {port} is not between 0 and 65535; choose another port$"):
        async with Playground(port):
            pass


async def test_the_page_is_asked_for_anew_each_time(playground: Playground) -> None:
    async with aiohttp.ClientSession(playground.url) as http:
        for path in ("/", "/page/main.js", "/page/style.css"):
            async with http.get(path) as first:
                assert first.headers["Cache-Control"] == "no-cache"
            async with http.get(path, headers={"If-None-Match": first.headers["ETag"]}) as again:
                assert (again.status, again.headers["Cache-Control"]) == (304, "no-cache")


async def test_an_empty_token_is_told_in_a_sentence() -> None:
    with pytest.raises(PlaygroundError, match="needs a token"):
        Playground(0, token="")


async def test_addresses_are_this_machines(playground: Playground) -> None:
    assert playground.url == f"http://127.0.0.1:{playground.port}"
    assert playground.api_url == f"{playground.url}/api/v10"


async def test_ids_stay_from_run_to_run_but_message_ids_do_not_come_again() -> None:
    runs = []
    for _ in range(2):
        async with Playground(0) as playground, RawBot(playground) as raw, Person(playground.url) as ana:
            message = await raw.post(PATIENCE_ID, content="x")
            runs.append((playground.application_id, ana.id, int(message["id"])))
    assert runs[0][:2] == runs[1][:2]
    assert runs[0][2] < runs[1][2]


async def test_it_stops_with_bots_and_pages_connected() -> None:
    async with Playground(0) as playground:
        raw = RawBot(playground)
        await raw.connect()
        ana = Person(playground.url)
        await ana.__aenter__()
    assert await raw.closed_with() == 1001
    with pytest.raises(PlaygroundError, match=r"page is not open|page was closed"):
        await ana.say("anybody there?")
    await ana.__aexit__(None, None, None)
    await raw.__aexit__(None, None, None)


async def test_a_person_is_told_when_there_is_no_playground() -> None:
    async with Playground(0) as playground:
        url = playground.url
    with pytest.raises(PlaygroundError, match="cannot be reached"):
        async with Person(url):
            pass
    with pytest.raises(PlaygroundError, match="choose Ana or Boris or Carla or Dan"):
        Person(url, "Zoe")


async def test_a_person_does_not_wait_for_ever(playground: Playground) -> None:
    async with Person(playground.url, patience=0.05) as ana:
        with pytest.raises(PlaygroundError, match="in vain for a message in #patience"):
            await ana.sees(lambda message: message.content == "never")


@pytest.mark.parametrize("path", ["/", "/page/index.html"])
async def test_the_page_is_served(playground: Playground, path: str) -> None:
    async with aiohttp.ClientSession() as http, http.get(playground.url + path) as response:
        assert (response.status, response.content_type) == (200, "text/html")


@pytest.mark.parametrize("name", ["x", "x" * 3000, "%00", "..%2fserver.py", "..", ""])
async def test_the_page_has_no_other_files(playground: Playground, name: str) -> None:
    url = yarl.URL(f"{playground.url}/page/{name}", encoded=True)
    async with aiohttp.ClientSession() as http, http.get(url) as response:
        assert response.status == 404


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-1", "x", "1"])
async def test_an_attachment_that_is_not_there_is_not_found(playground: Playground, number: str) -> None:
    async with aiohttp.ClientSession() as http, http.get(f"{playground.url}/attachments/1/{number}/x") as response:
        assert response.status == 404


PATHS = ["/", "/page/index.html", "/page/socket", "/attachments/1/1/a.png", "/api/v10/gateway", "/gateway"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "example.org"},
        {"Host": "127.0.0.1"},
    ],
    ids=str,
)
async def test_other_sites_are_refused(playground: Playground, path: str, headers: dict[str, str]) -> None:
    async with aiohttp.ClientSession() as http, http.get(playground.url + path, headers=headers) as response:
        assert (response.status, "playground" in (await response.text()).lower()) == (403, True)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_its_own_page_may_open_the_socket(playground: Playground, name: str) -> None:
    address = f"http://{name}:{playground.port}"
    headers = {"Host": f"{name}:{playground.port}", "Origin": address}
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{playground.url}/page/socket", headers=headers) as socket,
    ):
        assert (await socket.receive_json())["type"] == "hello"


async def test_it_runs_alone_and_says_where() -> None:
    command = (sys.executable, "-m", "playground", "--port", "0", "--token", "t.o.k")
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        # A shell lets what it runs in the background ignore SIGINT, and so would all that the tests start from there.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    lines = [(await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip() for _ in range(5)]
    url = lines[0].rsplit(" ", 1)[1]
    assert lines[2:4] == [f"DISCORD_API_URL={url}/api/v10", "DISCORD_TOKEN=t.o.k"]
    async with Person(url) as ana:
        assert not ana.bot_online
    process.send_signal(signal.SIGINT)
    _, errors = await asyncio.wait_for(process.communicate(), 30)
    assert (process.returncode, errors) == (0, b"")


async def test_it_says_why_it_cannot_run_alone_and_names_its_option(playground: Playground) -> None:
    command = (sys.executable, "-m", "playground", "--port", str(playground.port))
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=dict(os.environ)
    )
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 1
    told = f"port {playground.port} is taken by another program; choose another port with --port"
    assert errors.decode().strip() == told


async def test_the_clock_rings_what_falls_due_when_it_is_moved() -> None:
    clock = Clock()
    rung: list[str] = []
    both = asyncio.Event()

    def ring(name: str) -> None:
        rung.append(name)
        if len(rung) == 2:
            both.set()

    clock.call_later(20, lambda: ring("second"))
    clock.call_later(10, lambda: ring("first"))
    clock.call_later(1000, lambda: ring("never"))
    clock.call_later(5, lambda: ring("cancelled")).cancel()
    before = clock.now()
    clock.advance(30)
    await asyncio.wait_for(both.wait(), 30)
    assert rung == ["first", "second"]
    assert clock.now() - before >= 30
    with pytest.raises(ValueError, match="only goes forward"):
        clock.advance(-1)
    clock.stop()


async def test_snowflakes_carry_their_moment() -> None:
    clock = Clock()
    mint = SnowflakeMint(clock)
    now = clock.now()
    number = mint.next()
    assert abs(moment_of(number).timestamp() - now) < 1
    clock.advance(3600)
    assert moment_of(mint.next()).timestamp() - now >= 3600 - 0.001


async def test_a_bot_that_dies_in_the_middle_of_a_request_leaves_no_error_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with Playground(0) as playground:
        reader, writer = await asyncio.open_connection("127.0.0.1", playground.port)
        head = (
            f"POST /api/v10/channels/{PATIENCE_ID}/messages HTTP/1.1\r\nHost: 127.0.0.1:{playground.port}\r\n"
            f"Authorization: Bot {playground.token}\r\nContent-Type: multipart/form-data; boundary=xx\r\n"
            "Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n"
        )
        writer.write(head.encode())
        # It is told to go on when the request is being read.
        assert b"100" in await reader.readline()
        writer.write(b"--xx\r\nContent-Dis")
        await writer.drain()
        writer.transport.abort()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
