"""What boards take to draw, in time, size and memory: ``python -m tests.benchmarks.render [ROUNDS]``.

Absolute times say little, as machines differ and are busy. The yardstick REF is ``zlib.compress`` at level 1 of the
same picture, a byte a pixel; each board and its REF take turns, and the shortest of many rounds counts, in time of the
thread alone. REF runs in a thread that was started before isal was used: isal leaves the vector registers of a thread
so that zlib takes 1.5 to 1.7 times as long in it, and in threads that it starts, which would flatter the boards.

Every PNG is decoded and compared with the same board composed in RGB. Wrong pictures give the exit status 1; times
never do.
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import cast

from PIL import Image

from engine.game import games
from engine.view import View
from render import png
from render.board import draw, numbers, placed, warm
from render.layout import layouts
from tests.render.five import five
from tests.render.truecolour import LEAST, compose, decibels, read

ROUNDS = 60
STARTS = 5
PAIRS = 60
"""How often two threads draw the five boards at a time."""


@dataclass(frozen=True)
class Measured:
    """A board: shortest times in seconds, sizes in bytes."""

    draw: float
    place: float
    reference: float
    size: int
    reference_size: int
    close: float
    """Decibels to the board composed in RGB."""
    exact: bool
    """Whether the PNG has the very pixels of the canvas."""

    @property
    def right(self) -> bool:
        """Whether the picture is what it should be."""
        return self.exact and self.close >= LEAST


def timed(work: Callable[[], object]) -> float:
    """Return the time that the present thread spends on a piece of work."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def measure(view: View, truth: Image.Image, rounds: int, yardstick: Executor) -> Measured:
    """Draw a board and deflate its pixels as REF does, in turns."""
    canvas, palette = numbers(view)
    pixels = canvas.tobytes()
    file = draw(view)
    drawing, placing, reference = [], [], []
    for _ in range(rounds):
        drawing.append(timed(lambda: draw(view)))
        placing.append(timed(lambda: placed(view)))
        reference.append(yardstick.submit(timed, lambda: zlib.compress(pixels, 1)).result())
    with Image.open(io.BytesIO(file)) as image:
        exact = image.tobytes() == pixels and bytes(image.getpalette() or ()) == palette
        close = decibels(image.convert("RGB"), truth)
    reference_size = len(zlib.compress(pixels, 1))
    return Measured(min(drawing), min(placing), min(reference), len(file), reference_size, close, exact)


def boards(library: str, folder: str, rounds: str) -> None:
    """Print the measures of the five boards as JSON: deflated with that library, compared with those in a folder."""
    if library == "zlib":
        cast("dict[str, object]", sys.modules)["isal.isal_zlib"] = None
        importlib.reload(png)
    truths = read(Path(folder))
    with ThreadPoolExecutor(1) as yardstick:
        yardstick.submit(timed, tuple).result()  # its thread is there from now on
        warm()
        found = [measure(view, truths[name], int(rounds), yardstick) for name, view in five().items()]
    print(json.dumps([asdict(one) for one in found]))


def table(rounds: int) -> bool:
    """Print a table of the five boards, deflated with isal and without; return whether all pictures are right."""
    libraries = ["isal", "zlib"] if importlib.util.find_spec("isal") else ["zlib"]
    print(
        f"{'board':20} {'with':5} {'draw ms':>8} {'place ms':>9} {'REF ms':>7} {'time/REF':>9}"
        f" {'size':>8} {'size/REF':>9} {'dB':>6}"
    )
    right = True
    with tempfile.TemporaryDirectory() as folder:
        compose(Path(folder))
        for library in libraries:
            found = [Measured(**one) for one in json.loads(_in_process("boards", library, folder, str(rounds)))]
            for name, one in zip(five(), found, strict=True):
                print(
                    f"{name:20} {library:5} {1000 * one.draw:8.2f} {1000 * one.place:9.2f} {1000 * one.reference:7.2f}"
                    f" {one.draw / one.reference:9.2f} {one.size:8} {one.size / one.reference_size:9.2f}"
                    f" {one.close:6.1f}{'' if one.right else '  WRONG'}"
                )
            times = fmean(one.draw / one.reference for one in found)
            sizes = fmean(one.size / one.reference_size for one in found)
            print(f"{'average':20} {library:5} {times:36.2f} {sizes:18.2f}")
            right = right and all(one.right for one in found)
    return right


def start() -> None:
    """Print what it takes to make the sprites: seconds to load modules and to make sprites, mebibytes they take."""
    layouts(), games()
    loaded = time.process_time()
    before = _resident()
    warm()
    print(loaded, time.process_time() - loaded, _resident() - before)


def _resident() -> float:
    """Return how much memory the process has, in mebibytes; NaN where there is no ``/proc``."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return float("nan")
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def starts() -> None:
    """Print what fresh processes take until all sprites are ready, the best of some."""
    runs = [[float(one) for one in _in_process("start").split()] for _ in range(STARTS)]
    loading, making, memory = (min(column) for column in zip(*runs, strict=True))
    print(f"\nA fresh process loads all modules in {loading:.2f} s, then makes all sprites in {making:.2f} s;")
    print(f"with tables and masks they take {memory:.0f} MiB")


def threads() -> None:
    """Print how much sooner two threads are done with the same boards than one that draws them all.

    REF, which needs the interpreter's lock for nothing, shows how far that is the machine's doing.
    """
    views = list(five().values())
    canvases = [numbers(view)[0].tobytes() for view in views]
    print("\nTwo threads at a time, for each the time of one after the other; 0.5 would be perfect")
    with ThreadPoolExecutor(2) as pool:
        for name, work in (
            ("drawing", lambda: [draw(view) for view in views]),
            ("REF", lambda: [zlib.compress(canvas, 1) for canvas in canvases]),
        ):
            alone, together = [], []
            for _ in range(PAIRS):
                began = time.perf_counter()
                for _ in range(2):
                    pool.submit(work).result()
                middle = time.perf_counter()
                wait([pool.submit(work), pool.submit(work)])
                alone.append(middle - began)
                together.append(time.perf_counter() - middle)
            print(f"{name:8} {min(together) / min(alone):.2f}")


def _in_process(*arguments: str) -> str:
    """Return what this module prints in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.render", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(arguments: Sequence[str]) -> int:
    """Print all that is measured; return the exit status."""
    match arguments:
        case ["boards", library, folder, rounds]:
            boards(library, folder, rounds)
        case ["start"]:
            start()
        case _:
            right = table(int(arguments[0]) if arguments else ROUNDS)
            starts()
            threads()
            return 0 if right else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
