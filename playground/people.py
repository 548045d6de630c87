"""The people who may be in the playground, the same from run to run."""

from dataclasses import dataclass

from playground.errors import PlaygroundError

# These ids stay the same from run to run, so that what a bot has stored about them goes on being true.
ANA_ID = 1_090_000_000_000_000_201
BORIS_ID = 1_090_000_000_000_000_202
CARLA_ID = 1_090_000_000_000_000_203
DAN_ID = 1_090_000_000_000_000_204
_NAMES = ("Ana", "Boris", "Carla", "Dan", "Elena", "Felix", "Greta", "Hugo", "Irina", "Jonas")
EVERYBODY = {name: ANA_ID + index for index, name in enumerate(_NAMES)}
"""Ids by name of all the people there can be; who is there are the first so many of them."""
USUAL_NUMBER = 4
MOST = len(_NAMES)


@dataclass(frozen=True, slots=True)
class User:
    """A person or the bot."""

    id: int
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"


def first_people(number: int) -> tuple[User, ...]:
    """Return so many people. Raises PlaygroundError unless there are 1 to 10, as many as a group of Discord's takes."""
    if not 1 <= number <= MOST:
        raise PlaygroundError(f"There can be 1 to {MOST} people in the playground, not {number}.")
    return tuple(User(person_id, name.lower(), name) for name, person_id in list(EVERYBODY.items())[:number])
