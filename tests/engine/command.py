"""The command ``replay -`` in this process."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from engine.__main__ import main


class Bytes:
    """Standard input as bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def replayed(content: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[Any]]:
    """Replay from standard input; return the exit status and what was printed, a value a line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", Bytes(content))
        status = main(["replay", "-"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out == "" or printed.out.endswith("\n")
    return status, [json.loads(line) for line in printed.out.splitlines()]
