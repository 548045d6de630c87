"""What a press on a button or a menu does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from bot.advice import give_analysis, give_hint
from bot.answers import Interaction, add, ask_to_resign, bot_is_there, place_of, replace_question, report, tell
from bot.boards import expect_board, follow_up, post_board, refresh_board, update_board
from bot.controls import SURE, Action, Press, read_number
from bot.delivery import ready
from bot.positions import Position
from bot.proofs import show_how
from bot.refusals import NoGame
from bot.sentences import sentence_for
from bot.share import share
from bot.texts import plays_left, translator
from storage.rows import GameChanged, NoSuchGame, RaceClosed

ONCE: Final[frozenset[Action]] = frozenset({"again", "same-deal", "show-how", "share"})
"""What is answered with a message of its own, and meant once by whoever clicks twice."""

SECOND_CLICK: Final = 2.0
"""Seconds within which a second press on one of these is taken for a part of the first."""


async def handle(interaction: Interaction, press: Press) -> None:
    """Do what the press asks for, and answer it whatever happens."""
    try:
        await _do(interaction, press)
    except GameChanged as error:
        # The board that was pressed shows the past: it is brought up to date, and the press has done nothing.
        await _catch_up(interaction, press, error)
    except (NoGame, NoSuchGame) as error:
        await _tell_gone(interaction, error)
    except Exception as error:
        await report(interaction, error)


async def _do(interaction: Interaction, press: Press) -> None:
    if press.action not in ONCE:
        await _answer(interaction, press)
        return
    with _click(interaction, press.action) as again:
        await (interaction.response.defer() if again else _answer(interaction, press))


async def _answer(interaction: Interaction, press: Press) -> None:
    service, player = interaction.client.service, interaction.user.id
    game, version = press.game_id, press.version
    expect = partial(expect_board, interaction)
    match press.action:
        case "play":
            picks = press.picks or (press.argument,)
            position, left = await service.pick(player, game, version, picks, expect)
            await update_board(interaction, position)
            if left:
                await add(interaction, plays_left(left, translator(interaction.locale.value)))
        case "go-on":
            await update_board(interaction, await service.go_on(player, game, version, press.argument, expect))
        case "undo":
            await update_board(interaction, await service.undo(player, game, version))
        case "page":
            position = await service.as_seen(player, game, version)
            await update_board(interaction, position, read_number(press.argument))
        case "resign":
            await ask_to_resign(interaction, await service.as_seen(player, game, version))
        case "give-up":
            await _give_up(interaction, await service.resign(player, game, version))
        case "again":
            dealing = interaction.client.dealer.again(player, place_of(interaction), game)
            position, late = await ready(interaction, dealing, anew=True)
            await post_board(interaction, position, late=late)
        case "same-deal":
            await post_board(interaction, await service.same_deal(player, place_of(interaction), game))
        case "hint":
            await give_hint(interaction, await service.as_seen(player, game, version))
        case "analyse":
            position = await service.over_as_seen(player, game, version)
            await give_analysis(interaction, position, sure=press.argument == SURE)
        case "show-how":
            if sure := press.argument == SURE:
                await service.over_as_seen(player, game, version)
            await show_how(interaction, game, sure=sure)
        case "share":
            await share(interaction, await service.over_as_seen(player, game, version))
        case "open":
            await post_board(interaction, await service.owned(player, read_number(press.argument)))


@contextmanager
def _click(interaction: Interaction, action: Action) -> Iterator[bool]:
    """Give whether this person pressed this button a moment ago: of a double click, one new game is meant.

    A click that came to nothing leaves the button to the next.
    """
    now, clicks = asyncio.get_running_loop().time(), interaction.client.clicks
    for press, then in list(clicks.items()):
        if now - then > SECOND_CLICK:
            del clicks[press]
    this = interaction.user.id, interaction.message.id if interaction.message else 0, action
    if this in clicks:
        yield True
        return
    clicks[this] = now
    try:
        yield False
    except BaseException:
        clicks.pop(this, None)
        raise


async def _give_up(interaction: Interaction, position: Position) -> None:
    translate = translator(interaction.locale.value)
    if position.stored.ranked:
        # Its board can't be found again; what asked whether they mean it takes its place.
        await update_board(interaction, position)
        return
    try:
        await interaction.response.edit_message(content=translate("You gave this game up."), view=None)
    finally:
        # Whatever becomes of the answer, the game is over.
        if bot_is_there(interaction):
            await refresh_board(interaction.client, position, interaction.locale.value)
        else:
            await follow_up(interaction, position)


async def _tell_gone(interaction: Interaction, error: NoGame | NoSuchGame) -> None:
    """Say of a game that was there when its button was made that it is kept no more."""
    number = error.number if isinstance(error, NoGame) else error.game_id
    if not number:
        await report(interaction, error)
        return
    translate = translator(interaction.locale.value)
    gone = translate("There is no game {number} any more; its player may have deleted it. Start your own with /play.")
    await add(interaction, gone.format(number=number))


async def _catch_up(interaction: Interaction, press: Press, error: GameChanged) -> None:
    translate = translator(interaction.locale.value)
    try:
        if isinstance(error, RaceClosed):
            await _end_race(interaction, press)
        elif press.action == "give-up":
            outdated = translate("The game has gone on since this was asked. If you mean it, press Resign again.")
            await interaction.response.edit_message(content=outdated, view=None)
            return
        if press.argument == SURE:
            # It was a question that was pressed, not a board.
            await replace_question(interaction, sentence_for(error, translate) or str(error), [], late=False)
            return
        await update_board(interaction, await interaction.client.service.position(press.game_id))
        await tell(interaction, sentence_for(error, translate) or str(error))
    except Exception as failure:
        await report(interaction, failure)


async def _end_race(interaction: Interaction, press: Press) -> None:
    """End the race of a board whose time is over, if nobody has looked at the clock yet."""
    table_id = (await interaction.client.service.position(press.game_id)).stored.table_id
    if table_id is not None:
        await interaction.client.rooms.races.time_up(table_id)
