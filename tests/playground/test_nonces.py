"""A message with a nonce that is enforced is posted once in the past few minutes, however often it is sent."""

from playground.state import LOBBY_ID, PATIENCE_ID
from tests.playground.raw_bot import RawBot


async def test_the_same_nonce_gives_the_same_message_for_some_minutes(raw: RawBot) -> None:
    first = await raw.post(PATIENCE_ID, content="one", nonce="abc", enforce_nonce=True)
    again = await raw.post(PATIENCE_ID, content="another", nonce="abc", enforce_nonce=True)
    assert again == first
    raw.playground.clock.advance(600)
    later = await raw.post(PATIENCE_ID, content="later", nonce="abc", enforce_nonce=True)
    assert later["id"] != first["id"]


async def test_other_nonces_other_channels_and_nonces_that_are_not_enforced_give_new_messages(raw: RawBot) -> None:
    first = await raw.post(PATIENCE_ID, content="one", nonce="abc", enforce_nonce=True)
    others = [
        await raw.post(PATIENCE_ID, content="one", nonce="abd", enforce_nonce=True),
        await raw.post(LOBBY_ID, content="one", nonce="abc", enforce_nonce=True),
        await raw.post(PATIENCE_ID, content="one", nonce="abc"),
        await raw.post(PATIENCE_ID, content="one", enforce_nonce=True),
    ]
    assert len({first["id"], *(message["id"] for message in others)}) == 5
