import io
from typing import Any

import discord

from playground.person import Person
from playground.state import PATIENCE_ID
from tests.playground.foreign_bot import ForeignBot, png
from tests.playground.raw_bot import Json, RawBot, errors_at

MESSAGES = f"/channels/{PATIENCE_ID}/messages"
LIMIT = 10 * 1024 * 1024


async def posted(raw: RawBot, *names: str) -> Json:
    """Post a message with text files of these names, each described by its name."""
    files = {number: (name, name.encode()) for number, name in enumerate(names)}
    listed = [{"id": number, "description": f"alt of {name}"} for number, name in enumerate(names)]
    status, message = await raw.request("POST", MESSAGES, {"content": "files", "attachments": listed}, files)
    assert status == 200, message
    assert isinstance(message, dict)
    return message


def described(message: Json) -> list[tuple[str, str | None]]:
    return [(file["filename"], file.get("description")) for file in message["attachments"]]


async def edited(raw: RawBot, message: Json, body: Json, files: dict[int, tuple[str, bytes]] | None = None) -> Json:
    status, result = await raw.request("PATCH", f"{MESSAGES}/{message['id']}", body, files)
    assert status == 200, result
    assert isinstance(result, dict)
    return result


async def test_files_are_served_as_they_were_sent(raw: RawBot) -> None:
    message = await posted(raw, "a.txt", "b.txt")
    assert described(message) == [("a.txt", "alt of a.txt"), ("b.txt", "alt of b.txt")]
    for file in message["attachments"]:
        async with raw.http.get(file["url"]) as response:
            assert (await response.read()).decode() == file["filename"]
            assert response.content_type == file["content_type"] == "text/plain"
            assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_file_may_be_sent_without_being_listed(raw: RawBot) -> None:
    _, message = await raw.request("POST", MESSAGES, {}, {0: ("board.png", png(7, 5))})
    (file,) = message["attachments"]
    assert (file["filename"], file["content_type"], file["width"], file["height"]) == ("board.png", "image/png", 7, 5)


async def test_only_pictures_have_a_size_in_pixels(raw: RawBot) -> None:
    _, message = await raw.request("POST", MESSAGES, {}, {0: ("board.png", b"\x89PNG\r\n\x1a\n and no more")})
    (file,) = message["attachments"]
    assert "width" not in file


async def test_odd_names_do_not_leave_their_place(raw: RawBot) -> None:
    _, message = await raw.request("POST", MESSAGES, {}, {0: ("../../a b?.txt", b"x")})
    (file,) = message["attachments"]
    assert "/" not in file["filename"]
    async with raw.http.get(file["url"]) as response:
        assert response.status == 200


async def test_an_edit_without_attachments_keeps_them(raw: RawBot) -> None:
    message = await posted(raw, "a.txt", "b.txt")
    assert (await edited(raw, message, {"content": "more"}))["attachments"] == message["attachments"]


async def test_an_edit_keeps_only_the_attachments_it_lists(raw: RawBot) -> None:
    message = await posted(raw, "a.txt", "b.txt", "c.txt")
    a, _, c = message["attachments"]
    body = {"attachments": [{"id": c["id"]}, {"id": int(a["id"]), "description": "another"}]}
    assert described(await edited(raw, message, body)) == [("c.txt", "alt of c.txt"), ("a.txt", "another")]
    assert described(await edited(raw, message, {"attachments": []})) == []


async def test_an_edit_replaces_a_picture_with_an_upload(raw: RawBot) -> None:
    message = await posted(raw, "a.txt")
    body: Json = {"attachments": [{"id": 0, "filename": "new.txt", "description": "a new one"}]}
    changed = await edited(raw, message, body, {0: ("ignored.txt", b"new")})
    assert described(changed) == [("new.txt", "a new one")]
    assert changed["attachments"][0]["id"] != message["attachments"][0]["id"]


async def test_an_edit_adds_an_upload_to_what_is_kept(raw: RawBot) -> None:
    message = await posted(raw, "a.txt")
    kept = message["attachments"][0]["id"]
    body: Json = {"attachments": [{"id": kept}, {"id": 0, "description": "second"}]}
    changed = await edited(raw, message, body, {0: ("b.txt", b"b")})
    assert described(changed) == [("a.txt", "alt of a.txt"), ("b.txt", "second")]


async def test_a_replaced_file_is_served_a_little_longer_and_then_gone(raw: RawBot, ana: Person) -> None:
    message = await posted(raw, "a.txt")
    url = message["attachments"][0]["url"]
    await edited(raw, message, {"attachments": []})
    assert await ana.download(url) == b"a.txt"
    raw.playground.clock.advance(61)
    await raw.request("GET", "/users/@me")
    async with raw.http.get(url) as response:
        assert response.status == 404


async def test_an_attachment_that_is_neither_kept_nor_sent_is_refused(raw: RawBot) -> None:
    message = await posted(raw, "a.txt")
    status, body = await raw.request("PATCH", f"{MESSAGES}/{message['id']}", {"attachments": [{"id": "5"}]})
    assert status == 400
    assert errors_at(body, "attachments", 0, "id") == ["ATTACHMENT_NOT_FOUND"]


async def test_alt_text_has_a_length(raw: RawBot) -> None:
    files = {0: ("a.txt", b"a")}
    fits: Any = {"attachments": [{"id": 0, "description": "x" * 1024}]}
    assert (await raw.request("POST", MESSAGES, fits, files))[0] == 200
    too_long: Any = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    status, body = await raw.request("POST", MESSAGES, too_long, files)
    assert (status, errors_at(body, "attachments", 0, "description")) == (400, ["BASE_TYPE_BAD_LENGTH"])


async def test_a_message_has_ten_files_at_most(raw: RawBot) -> None:
    files = {number: (f"{number}.txt", b"x") for number in range(11)}
    status, body = await raw.request("POST", MESSAGES, {}, files)
    assert (status, errors_at(body, "attachments")) == (400, ["BASE_TYPE_BAD_LENGTH"])
    message = await posted(raw, *(f"{number}.txt" for number in range(10)))
    status, body = await raw.request("PATCH", f"{MESSAGES}/{message['id']}", {}, {0: ("one-more.txt", b"x")})
    assert (status, errors_at(body, "attachments")) == (400, ["BASE_TYPE_BAD_LENGTH"])


async def test_a_file_over_ten_mebibytes_is_refused(raw: RawBot) -> None:
    assert (await raw.request("POST", MESSAGES, {}, {0: ("fits.bin", bytes(LIMIT))}))[0] == 200
    status, body = await raw.request("POST", MESSAGES, {}, {0: ("large.bin", bytes(LIMIT + 1))})
    assert (status, body) == (413, {"message": "Request entity too large", "code": 40005})


async def test_an_embed_shows_its_file_and_it_is_not_listed_twice(raw: RawBot) -> None:
    embed = {"title": "Board", "image": {"url": "attachment://board.png"}}
    _, message = await raw.request("POST", MESSAGES, {"embeds": [embed]}, {0: ("board.png", png(3, 4))})
    assert message["attachments"] == []
    url = message["embeds"][0]["image"]["url"]
    async with raw.http.get(url) as response:
        assert (response.status, response.content_type) == (200, "image/png")


async def test_a_library_keeps_adds_and_reads_files(bot: ForeignBot, ana: Person) -> None:
    channel = await bot.fetch_channel(PATIENCE_ID)
    assert isinstance(channel, discord.TextChannel)
    first = discord.File(io.BytesIO(png(2, 2)), "one.png", description="one")
    message = await channel.send(file=first)
    second = discord.File(io.BytesIO(b"two"), "two.txt")
    message = await message.edit(attachments=[*message.attachments, second])
    assert [file.filename for file in message.attachments] == ["one.png", "two.txt"]
    assert message.attachments[0].description == "one"
    assert await message.attachments[1].read() == b"two"
