"""Where a game could be won and where it was lost: the last board, and under it a strip of all moves.

The strip is told apart without its colours: what could be won is full, what is lost is hollow, what is not known is
hatched; there are signs in the parts and numbers at the turns.
"""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from engine.view import View
from engine.words import Phrase, Translate
from render.alt import LIMIT, describe
from render.board import picture
from render.look import USUAL, Look
from render.plot import CHALK, GRID, GROUND, INK, QUIET, SERIES, Sheet, scale
from render.words import cut

HEIGHT: Final = 270
"""How high the strip is."""
_TOP, _BOTTOM = 104, 184
_SIDE: Final = 64
_SIGN: Final = 20
"""Half the side of a sign."""
_LEAST: Final = 14
"""How wide a lost part is at least."""
_HATCH: Final = 26
_LOST: Final = SERIES[2]


def analysis_picture(view: View, moves: int, won: int | None, lost: int | None, look: Look = USUAL) -> bytes:
    """Return the board with the strip under it, as a PNG; raise LookupError if the game has no layout.

    After ``won`` of the moves the game could surely still be won, after ``lost`` surely no more; None where nothing is
    proved. Raise ValueError for numbers that a game cannot have.
    """
    _check(moves, won, lost)
    board = picture(view, look)
    strip = _strip(board.width, moves, won, lost).image()
    whole = Image.new("RGB", (board.width, board.height + strip.height))
    whole.paste(board)
    whole.paste(strip, (0, board.height))
    file = io.BytesIO()
    whole.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def analysis_alt(view: View, moves: int, won: int | None, lost: int | None, translate: Translate = str) -> str:
    """Return what the picture shows, in words: the strip first, then the board; raise as ``analysis_picture`` does."""
    _check(moves, won, lost)
    said = [Phrase("A strip of the moves, {moves} in all.", {"moves": moves})]
    if won is not None:
        said.append(Phrase("Could be won after move {number}.", {"number": won}))
    if lost is not None:
        said.append(Phrase("Lost from move {number} on.", {"number": lost}))
    if (-1 if won is None else won) + 1 < (moves + 1 if lost is None else lost):
        said.append(Phrase("The rest is not known."))
    return cut(" ".join([*(phrase.text(translate) for phrase in said), describe(view, translate)]), LIMIT)


def _check(moves: int, won: int | None, lost: int | None) -> None:
    known = [number for number in (won, lost) if number is not None]
    if moves < 0 or not all(0 <= number <= moves for number in known) or known != sorted(set(known)):
        raise ValueError(f"no game of {moves} moves could be won after {won} and no more after {lost}")


def _strip(width: int, moves: int, won: int | None, lost: int | None) -> Sheet:
    sheet = Sheet(width, HEIGHT)
    span = (width - 2 * _SIDE) / max(1, moves)
    start, end = float(_SIDE), float(width - _SIDE)
    # A move takes a piece of the strip; with the one that lost the game the lost part begins.
    full = start if won is None else _SIDE + span * won
    hollow = end if lost is None else _SIDE + span * max(0, lost - 1)
    if lost is not None:
        # The last of three hundred moves would not be seen.
        hollow = min(hollow, end - _LEAST)
        full = min(full, hollow)
    if moves == 0:
        full, hollow = (end if won == 0 else start), (start if lost == 0 else end)
    _unknown(sheet, full, hollow)
    _won(sheet, start, full)
    _lost(sheet, hollow, end)
    _numbers(sheet, moves, span)
    if lost is not None and lost > 0 and won == lost - 1:
        _mark(sheet, _SIDE + span * (lost - 0.5), lost)
    else:
        _ends(sheet, full if won is not None and won < moves else None, won, hollow if lost else None, lost)
    return sheet


def _won(sheet: Sheet, left: float, right: float) -> None:
    sheet.bar(left, _TOP, right, _BOTTOM, SERIES[0], 10)
    if right - left >= 4 * _SIGN:
        x, y = (left + right) / 2, (_TOP + _BOTTOM) / 2
        points = [(x - _SIGN, y), (x - _SIGN / 3, y + _SIGN * 0.8), (x + _SIGN, y - _SIGN * 0.8)]
        sheet.line(points, INK, 9)
        for point in points:
            sheet.dot(point, 4.5, INK)


def _lost(sheet: Sheet, left: float, right: float) -> None:
    sheet.bar(left, _TOP, right, _BOTTOM, _LOST, 10)
    sheet.bar(left + 6, _TOP + 6, right - 6, _BOTTOM - 6, GROUND, 5)
    if right - left >= 4 * _SIGN:
        x, y, reach = (left + right) / 2, (_TOP + _BOTTOM) / 2, _SIGN * 0.8
        for down in (-reach, reach):
            sheet.line([(x - reach, y - down), (x + reach, y + down)], _LOST, 9)
            sheet.dot((x - reach, y - down), 4.5, _LOST)
            sheet.dot((x + reach, y + down), 4.5, _LOST)


def _unknown(sheet: Sheet, left: float, right: float) -> None:
    if right - left < 1:
        return
    sheet.bar(left, _TOP, right, _BOTTOM, GRID)
    tall = _BOTTOM - _TOP
    place = left - tall
    while place < right:
        # From the foot to the top, cut off at both ends of the part.
        low, high = max(place, left), min(place + tall, right)
        if high > low:
            sheet.line([(low, _BOTTOM - (low - place)), (high, _BOTTOM - (high - place))], QUIET, 4)
        place += _HATCH
    if right - left >= 4 * _SIGN:
        middle = (left + right) / 2
        sheet.dot((middle, (_TOP + _BOTTOM) / 2), _SIGN * 1.5, GRID)
        sheet.write("?", (middle, (_TOP + _BOTTOM) / 2), CHALK, 40)


def _numbers(sheet: Sheet, moves: int, span: float) -> None:
    """Write the numbers of a few moves under their ends; the last has always one."""
    last = float(sheet.width - _SIDE)
    sheet.write(str(moves), (last, _BOTTOM + 44), CHALK, 32)
    for mark in scale([moves], 5).marks:
        x = _SIDE + span * float(mark)
        if mark < moves and last - x >= 90:
            sheet.write(str(mark), (x, _BOTTOM + 44))
            sheet.line([(x, _BOTTOM + 6), (x, _BOTTOM + 18)], QUIET, 3)
    sheet.line([(last, _BOTTOM + 6), (last, _BOTTOM + 18)], CHALK, 3)


def _mark(sheet: Sheet, x: float, number: int) -> None:
    """Point at the move that lost the game."""
    sheet.area([(x - 17, _TOP - 34), (x + 17, _TOP - 34), (x, _TOP - 6)], CHALK)
    sheet.write(str(number), (x, _TOP - 62), CHALK, 40)


def _ends(sheet: Sheet, full: float | None, won: int | None, hollow: float | None, lost: int | None) -> None:
    """Write after which move the game could surely be won last, and with which it was surely lost."""
    near = full is not None and hollow is not None and hollow - full < 150
    for x, number, side in ((full, won, "right"), (hollow, lost, "left")):
        if x is not None and number is not None:
            sheet.line([(x, _TOP - 26), (x, _TOP)], CHALK, 4)
            away = {"right": -4, "left": 4}[side] if near else 0
            sheet.write(str(number), (x + away, _TOP - 54), CHALK, 34, side if near else "middle")  # type: ignore[arg-type]
