from playground.person import Person
from tests.playground.foreign_bot import ForeignBot


async def test_a_command_is_answered_with_text_picture_and_buttons(bot: ForeignBot, ana: Person) -> None:
    board = await ana.command("play", game="Chess", seed=7)
    assert board.content == "c 7 for Ana"
    assert [button.label for button in board.buttons][:2] == ["Turn", "Slow turn"]
    (attachment,) = board.attachments
    assert (attachment.filename, attachment.description) == ("a.png", "a board")
    assert (attachment.width, attachment.height) == (10, 20)
    assert (await ana.download(attachment.url)).startswith(b"\x89PNG")
