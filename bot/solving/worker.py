"""A process that answers questions about games, ``python -m bot.solving.worker``; see ``workers`` for who asks.

It says first that it is ready. Then it reads a request a line, and writes an answer a line, both JSON objects:
``{"question": …, "request": {…}}``, and ``{"answer": {…}}`` or, where that failed, ``{"error": …}``. It ends at once
when its input does, whatever it is about to find: nobody is there any more to hear it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final

from bot.solving.questions import QUESTIONS, Question

NICE: Final = 10
"""How much lower than the bot's its priority is: people's presses come first."""

MEMORY: Final = 2**30
"""The most bytes of memory that it asks for, where the system can hold it to that: no search may starve the bot."""


def main(questions: Mapping[str, Question] = QUESTIONS) -> None:
    """Answer questions until the input ends."""
    # Ctrl+C is sent to every process of a terminal; the bot is the one to act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hold_back()
    # What anything prints must not come between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    print(json.dumps({"ready": True}), file=answers, flush=True)
    while True:
        print(json.dumps(_answer(questions, lines.get())), file=answers, flush=True)


def _read(lines: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    # Not only this thread but the search that may be under way in the other one.
    os._exit(0)


def _answer(questions: Mapping[str, Question], line: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(line)
        return {"answer": questions[asked["question"]](asked["request"])}
    except Exception as error:
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}


def _hold_back() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


if __name__ == "__main__":
    main()
