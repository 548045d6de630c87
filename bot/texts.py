"""Every sentence that people read from the bot, in their language: message ids are the English sentences.

Catalogues lie in ``locale/<language>/LC_MESSAGES/patience.po``; ``bot/locale/README.md`` says how to add a language.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from bot.days import number_of
from bot.positions import Position, options_of
from bot.ranked import open_until, timed_out
from engine.game import AnyGame, games
from engine.solve.difficulty import Difficulty
from engine.words import Phrase, Translate, mark
from storage.rows import (
    GameRow,
    Origin,
    Status,
)

DOMAIN: Final = "patience"
FOLDER: Final = Path(__file__).parent / "locale"
MOST_TOLD: Final = 3
"""How many of the moves that one request made are told on a board."""


STANDINGS: Final[dict[Status, str]] = {
    "playing": mark("{progress} of {total} cards · moves: {moves}"),
    "won": mark("**Won!** Score {score}, moves: {moves}"),
    "lost": mark("**Lost:** no move is left. {progress} of {total} cards, score {score}, moves: {moves}"),
    "resigned": mark("**Resigned.** {progress} of {total} cards, score {score}, moves: {moves}"),
}


TIMED_OUT: Final = mark("**Time over.** {progress} of {total} cards, score {score}, moves: {moves}")
"""How an attempt at a day stands that was closed when its time was over, for which it counts as resigned."""

RACE_OVER: Final = mark("**Race over.** {progress} of {total} cards, score {score}, moves: {moves}")
"""So a board of a race that was closed because that was over."""


ORIGINS: Final[dict[Origin, str]] = {
    "chosen": mark("Deal chosen by the player: does not count for leaderboards"),
    "imported": mark("Imported game: does not count for leaderboards"),
    "seen": mark("Deal seen before: does not count for leaderboards"),
}


DIFFICULTIES: Final[dict[str, str]] = {
    Difficulty.GENTLE: mark("gentle"),
    Difficulty.FAIR: mark("fair"),
    Difficulty.HARD: mark("hard"),
    Difficulty.FIENDISH: mark("fiendish"),
}


@cache
def translator(locale: str) -> Translate:
    """Return what turns message ids into the language of a Discord locale (``ro``, ``pt-BR``); English if unknown."""
    languages = [locale.replace("-", "_"), locale.partition("-")[0]]
    return gettext.translation(DOMAIN, FOLDER, languages, fallback=True).gettext


def game_in_words(row: GameRow, translate: Translate) -> str:
    """Return the name of a stored game, with those of its options that are not the default."""
    if row.game not in games():
        return row.game
    return placed_name(row, kind_in_words(row.game, row.options, translate), translate)


def kind_in_words(name: str, options: str, translate: Translate) -> str:
    """Return the name of a game with those of its options that are not the default, as they are stored.

    Nothing is said of options that can't be read: whoever lists games sees that there is one, whatever became of it.
    """
    game = games().get(name)
    if game is None:
        return name
    words = ""
    with suppress(ValueError, AttributeError):
        words = options_in_words(game, options_of(game, options), translate)
    return translate(game.title) + (f" ({words})" if words else "")


def numbered(row: GameRow, translate: Translate) -> str:
    """Return the name of a stored game behind its number."""
    return translate("#{number} {name}").format(number=row.id, name=game_in_words(row, translate))


def headed(row: GameRow, text: str, translate: Translate) -> str:
    """Return a text below the name of the stored game that it speaks of."""
    return f"**{numbered(row, translate)}**\n{text}"


def of_day(name: str, day: str, translate: Translate) -> str:
    """Return a game's name with the day whose challenge it is."""
    return translate("{name}, daily {number} of {day}").format(name=name, number=number_of(day), day=day)


def placed_name(row: GameRow, name: str, translate: Translate) -> str:
    """Return a game's name with where it is played, if not by one person alone: the challenge of a day, or a table."""
    if row.day is not None:
        return of_day(name, row.day, translate)
    if row.table_id is None:
        return name
    words = translate("{name}, race {number}") if row.ranked else translate("{name}, table {number}")
    return words.format(name=name, number=row.table_id)


def options_in_words(game: AnyGame, options: Mapping[str, str | int], translate: Translate) -> str:
    """Return the options that are not the game's defaults, in words; an empty text if all are."""
    words = [
        translate(choice.label)
        for option in game.options
        for choice in option.choices
        if options[option.name] == choice.value != option.default
    ]
    return ", ".join(words)


def board_text(position: Position, translate: Translate, *, shows_how: bool = True) -> str:
    """Return the words above a board: the game and whose it is, what happened last, how it stands.

    ``shows_how`` is whether a button shows how the deal of a game that is over could be won, where that is known.
    """
    stored, game = position.stored, position.game
    name = placed_name(stored, f"**{translate(game.title)}**", translate)
    if words := options_in_words(game, position.options, translate):
        name += f" ({words})"
    lines = [f"{name} · <@{stored.owner_id}>"]
    if position.undone:
        lines.append(translate("Taken back: {move}").format(move=moves_in_words(position.undone, translate)))
    elif len(position.line.made) > 1:
        lines.append(translate("Last moves: {moves}").format(moves=moves_in_words(position.line.made, translate)))
    elif position.line.made:
        lines.append(translate("Last move: {move}").format(move=moves_in_words(position.line.made, translate)))
    if position.chose:
        lines.append(translate("Where plays ruled each other out, the one higher in the list was made."))
    lines.append(_standing(position, translate))
    lines.extend(_ranked(position, translate))
    if stored.move_count == 0 and not position.over:
        lines.append(translate("How it is played: /rules"))
    if stored.seed is not None and position.deal_told:
        lines.append(translate("Deal: {seed}").format(seed=as_code(stored.seed)))
    lines.extend(whether_winnable(position, translate, shows_how=shows_how))
    if stored.origin in ORIGINS and stored.closes_at is None:
        lines.append(translate(ORIGINS[stored.origin]))
    return "\n".join(lines)


def _ranked(position: Position, translate: Translate) -> list[str]:
    """Return what holds for a ranked game just now."""
    stored, until = position.stored, open_until(position.stored)
    if until is None:
        return []
    if stored.day is None and position.over:
        told = translate("Others are still racing: until they are done the deal is not told.")
        return [told] if position.secret else []
    if position.over:
        return []
    if stored.day is None:
        told = translate("Your board of a race: no hints, and no card that was seen is turned back. It ends {until}.")
        return [told.format(until=f"<t:{until // 1000}:R>")]
    told = translate("Your one ranked attempt: no hints, and no card that was seen is turned back. Open until {until}.")
    return [told.format(until=f"<t:{until // 1000}:f>")]


def whether_winnable(position: Position, translate: Translate, *, shows_how: bool) -> list[str]:
    """Return what is known of whether the deal can be won, for a deal of the bot's also that nothing is known."""
    stored = position.stored
    if position.secret and position.over:
        return []
    if stored.pool_id is None:
        if stored.origin != "bot" or position.over:
            return []
        return [" ".join([translate("Whether this deal can be won is not known."), *_missed(stored, translate)])]
    difficulty = translate(DIFFICULTIES[stored.difficulty]) if stored.difficulty in DIFFICULTIES else None
    if stored.status == "won":
        return (
            []
            if difficulty is None
            else [translate("How hard this deal was: {difficulty}.").format(difficulty=difficulty)]
        )
    if position.over:
        if difficulty is None:
            words = [translate("This deal could be won.")]
        else:
            words = [translate("This deal could be won: {difficulty}.").format(difficulty=difficulty)]
        return [" ".join([*words, translate("A button below shows how.")] if shows_how else words)]
    if difficulty is None:
        words = [translate("This deal can be won.")]
        if stored.origin == "bot" and stored.wish in DIFFICULTIES:
            words.append(translate("How hard it is, is not known."))
        return [" ".join(words)]
    told = translate("This deal can be won: {difficulty}.").format(difficulty=difficulty)
    return [" ".join([told, *_missed(stored, translate)])]


def _missed(stored: GameRow, translate: Translate) -> list[str]:
    """Return that the bot had no deal of the difficulty that was wished, if so."""
    if stored.origin != "bot" or stored.wish not in DIFFICULTIES or stored.wish == stored.difficulty:
        return []
    wished = translate(DIFFICULTIES[stored.wish])
    return [translate("No {difficulty} deal was at hand.").format(difficulty=wished)]


def counted(moves: Iterable[Phrase], translate: Translate) -> Iterator[str]:
    """Give moves in words; those in a row that read alike are given once, with how many they are."""
    for words, alike in groupby(phrase.text(translate) for phrase in moves):
        count = sum(1 for _ in alike)
        yield words if count == 1 else f"{words} ×{count}"


def moves_in_words(made: Sequence[Phrase], translate: Translate) -> str:
    """Return what a request did: moves that read alike are counted, and of many the last are told."""
    told = list(counted(made, translate))
    return "; ".join(["…", *told[-MOST_TOLD:]] if len(told) > MOST_TOLD else told)


def plays_left(left: Sequence[Phrase], translate: Translate) -> str:
    """Return what to say of plays that were picked and fitted no more when their turn came."""
    plays = "; ".join(counted(left, translate))
    return translate("What no longer fitted was not played: {plays}.").format(plays=plays)


def _standing(position: Position, translate: Translate) -> str:
    game, state, stored = position.game, position.state, position.stored
    closed = RACE_OVER if stored.day is None else TIMED_OUT
    words = closed if timed_out(stored) else STANDINGS[stored.status]
    standing = translate(words).format(
        progress=game.progress(state), total=game.total, score=game.score(state), moves=stored.move_count
    )
    if stored.hints and position.over:
        return translate("{standing}, hints: {count}").format(standing=standing, count=stored.hints)
    return standing


def as_code(text: str) -> str:
    """Return a text of a player's as code on one line: nothing in it pings, links, or changes the layout.

    Signs that don't show, and would turn or break the line, are left out; joiners within emoji stay.
    """
    shown = "".join(letter for letter in text if letter.isprintable() or letter == "\u200d")
    return f"`{shown.replace('`', 'ˋ')}`"
