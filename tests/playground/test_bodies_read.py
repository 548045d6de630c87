import gzip

import pytest

from playground.state import PATIENCE_ID
from tests.playground.raw_bot import RawBot

MESSAGES = f"/channels/{PATIENCE_ID}/messages"
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
GZIP = {"Content-Encoding": "gzip"}
NAMED = b"Content-Disposition: form-data; name="
PAYLOAD = NAMED + b'"payload_json"\r\n'
MEBIBYTE = 1024 * 1024


async def sent(raw: RawBot, body: bytes, headers: dict[str, str]) -> tuple[int, int | None]:
    """Post a message from these bytes; return the status and the code of a refusal."""
    headers = {"Authorization": f"Bot {raw.token}"} | headers
    async with raw.http.post(raw.playground.api_url + MESSAGES, data=body, headers=headers) as response:
        return response.status, (await response.json()).get("code")


def form(*parts: bytes) -> bytes:
    return b"".join(b"--x\r\n" + part + b"\r\n" for part in parts) + b"--x--\r\n"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"x"',
        b'{"content": "\xff"}',
        '{"content": "x"}'.encode("utf-16"),
        b'{"content": "x", "nonce": NaN}',
        b'{"content": "x", "nonce": -Infinity}',
        b'{"content": "x", "nonce": 1e999}',
        b'{"content": "x", "nonce": ' + b"9" * 5000 + b"}",
        b"[" * 200_000,
        b'{"content": "x", "nonce": ' + b"[" * 65 + b"]" * 65 + b"}",
    ],
    ids=lambda body: ascii(body[:30]),
)
async def test_what_is_no_json_object_is_refused_alone_and_in_a_form(raw: RawBot, body: bytes) -> None:
    assert await sent(raw, body, JSON) == (400, 50109)
    assert await sent(raw, form(PAYLOAD + b"\r\n" + body), FORM) == (400, 50109)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--y\r\nnot a form",
        b"--x\r\n" + PAYLOAD,
        b"--x\r\n" + PAYLOAD + b"\r\nnot ended",
        form(b"no header\r\n\r\nx"),
        form(b"A: b\r\n" * 300 + b"\r\nx"),
        form(b"A: " + b"b" * 20_000 + b"\r\n\r\nx"),
        form(NAMED + b'"_charset_"\r\n\r\n' + b"x" * 60),
        form(b"Content-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n--y--"),
    ],
    ids=lambda body: ascii(body[:50]),
)
async def test_what_is_no_form_is_refused(raw: RawBot, body: bytes) -> None:
    assert await sent(raw, body, FORM) == (400, 50109)


@pytest.mark.parametrize("kind", [{}, {"Content-Type": "multipart/form-data"}, FORM | GZIP, JSON | GZIP], ids=str)
async def test_what_is_not_what_its_headers_say_is_refused(raw: RawBot, kind: dict[str, str]) -> None:
    assert await sent(raw, b"x", kind) == (400, 50109)


@pytest.mark.parametrize("charset", ["utf-8", "latin-1", "nonsense"])
async def test_json_is_utf_8_whatever_its_headers_say(raw: RawBot, charset: str) -> None:
    kind = f"application/json; charset={charset}"
    assert await sent(raw, '{"content": "ä"}'.encode(), {"Content-Type": kind}) == (200, None)
    part = PAYLOAD + f"Content-Type: {kind}\r\n\r\n".encode() + '{"content": "ä"}'.encode()
    assert await sent(raw, form(part), FORM) == (200, None)
    messages = raw.playground.world.messages(PATIENCE_ID)
    assert [message.content for message in messages] == ["ä", "ä"]


async def test_a_compressed_body_is_read(raw: RawBot) -> None:
    assert await sent(raw, gzip.compress(b'{"content": "x"}'), JSON | GZIP) == (200, None)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (bytes(8 * MEBIBYTE + 1), JSON),
        (form(PAYLOAD + b"\r\n" + bytes(8 * MEBIBYTE + 1)), FORM),
        (form(NAMED + b'"files[0]"\r\n\r\n' + bytes(10 * MEBIBYTE + 1)), FORM),
        (form(*(NAMED + b'"files[%d]"\r\n\r\n' % number + bytes(10 * MEBIBYTE) for number in range(12))), FORM),
    ],
    ids=["json", "json in a form", "a file", "all files together"],
)
async def test_a_body_that_unpacks_to_more_than_there_may_be_is_too_large(
    raw: RawBot, body: bytes, kind: dict[str, str]
) -> None:
    assert await sent(raw, gzip.compress(body, 1), kind | GZIP) == (413, 40005)


@pytest.mark.parametrize("number", ["9" * 21, "9" * 5000, "-1", "x", "²", ""])
async def test_a_file_without_a_proper_number_is_passed_over(raw: RawBot, number: str) -> None:
    file = NAMED + f'"files[{number}]"; filename="a.txt"\r\n\r\nx'.encode()
    assert await sent(raw, form(PAYLOAD + b'\r\n{"content": "x"}', file), FORM) == (200, None)
    (message,) = raw.playground.world.messages(PATIENCE_ID)
    assert message.attachments == ()
