import asyncio
import sys

import pytest

from playground import Playground, PlaygroundError
from playground.people import EVERYBODY, MOST
from playground.person import PEOPLE, Person


async def names_seen_by(playground: Playground, name: str) -> set[str]:
    """Return who is mentioned when somebody mentions all the people there can be."""
    async with Person(playground.url, name) as person:
        said = await person.say(" ".join(f"<@{number}>" for number in EVERYBODY.values()), channel="friends")
        return set(said.mentions)


async def test_there_are_four_people_unless_more_are_asked_for(playground: Playground) -> None:
    assert await names_seen_by(playground, "Ana") == set(PEOPLE)
    assert len(PEOPLE) == 4


async def test_ten_people_talk_in_the_group_and_each_in_private() -> None:
    assert MOST == len(EVERYBODY) == 10
    async with Playground(0, people=10) as playground:
        for name in EVERYBODY:
            assert await names_seen_by(playground, name) == set(EVERYBODY)
            async with Person(playground.url, name) as person:
                await person.say("in private", channel="playground-bot")
                assert len(person.messages("playground-bot")) == 1


@pytest.mark.parametrize("number", [0, 11, -1])
async def test_a_number_of_people_that_cannot_be_is_told_in_a_sentence(number: int) -> None:
    with pytest.raises(PlaygroundError, match=f"There can be 1 to 10 people in the playground, not {number}"):
        Playground(0, people=number)
    command = (sys.executable, "-m", "playground", "--port", "0", "--people", str(number))
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    _, errors = await process.communicate()
    told = f"There can be 1 to 10 people in the playground, not {number}."
    assert (process.returncode, errors.decode().strip()) == (1, told)


async def test_who_is_not_in_this_playground_is_told_so(playground: Playground) -> None:
    with pytest.raises(PlaygroundError, match="has no such person; run it with more people"):
        async with Person(playground.url, "Jonas"):
            pass
