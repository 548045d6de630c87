"""What nobody has dealt with: errors in the log, and exceptions that only the event loop has seen."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Any


class Unhandled(logging.Handler):
    """Collects them; ``found`` are their texts."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record of the log."""
        # What a person was told in a sentence is dealt with: the log has it for whoever runs the bot.
        told = record.name == "bot.answers" and record.exc_info is None
        # That a connection was lost and will be tried again is told like this by the library; and what the playground
        # logs, running in the same process, is no error of the bot's.
        lost = record.name == "discord.client" and record.getMessage().startswith("Attempting a reconnect")
        if not told and not lost and not record.name.startswith("playground"):
            self.found.append(logging.Formatter().format(record))

    def on_exception(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what an event loop tells of a task that failed unseen."""
        self.found.append(f"{context['message']}: {context.get('exception')!r}")


@contextlib.contextmanager
def nothing_unhandled() -> Iterator[None]:
    """Fail at the end of the block if something was not dealt with in it; call it where a loop runs."""
    collector, loop = Unhandled(), asyncio.get_running_loop()
    before = loop.get_exception_handler()
    logging.getLogger().addHandler(collector)
    loop.set_exception_handler(collector.on_exception)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(collector)
        loop.set_exception_handler(before)
    assert not collector.found, "\n\n".join(collector.found[:5]) + f"\n{len(collector.found)} in all"
