"""A worker that can also be asked to misbehave: ``python -m tests.bot.odd_worker``."""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.solving.questions import QUESTIONS
from bot.solving.worker import main


def number(_: Mapping[str, Any]) -> dict[str, Any]:
    return {"number": os.getpid()}


def die(_: Mapping[str, Any]) -> dict[str, Any]:
    os._exit(3)


def die_once(request: Mapping[str, Any]) -> dict[str, Any]:
    if not (mark := Path(request["mark"])).exists():
        mark.touch()
        os._exit(3)
    return {"lives": True}


def hang(request: Mapping[str, Any]) -> dict[str, Any]:
    Path(request["mark"]).touch()
    while True:
        time.sleep(60)


def fail(_: Mapping[str, Any]) -> dict[str, Any]:
    print("what is printed is no answer")
    raise ValueError("no such thing")


if __name__ == "__main__":
    main({**QUESTIONS, "number": number, "die": die, "die once": die_once, "hang": hang, "fail": fail})
