"""What a press on a button or a menu does."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from bot.advice import give_analysis, give_hint
from bot.answers import Interaction, add, ask_to_resign, bot_is_there, place_of, report, tell
from bot.boards import expect_board, follow_up, post_board, refresh_board, update_board
from bot.controls import Press, read_number
from bot.delivery import ready
from bot.positions import Position
from bot.proofs import show_how
from bot.share import share
from bot.texts import plays_left, sentence_for, translator
from storage.rows import GameChanged

SECOND_CLICK: Final = 2.0
"""Seconds within which a second press on a button that makes something new is taken for a part of the first."""


async def handle(interaction: Interaction, press: Press) -> None:
    """Do what the press asks for, and answer it whatever happens."""
    try:
        await _do(interaction, press)
    except GameChanged as error:
        # The board that was pressed shows the past: it is brought up to date, and the press has done nothing.
        await _catch_up(interaction, press, error)
    except Exception as error:
        await report(interaction, error)


async def _do(interaction: Interaction, press: Press) -> None:
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
            if _is_second_click(interaction, press.action):
                await interaction.response.defer()
                return
            dealing = interaction.client.dealer.again(player, place_of(interaction), game)
            position, late = await ready(interaction, dealing, anew=True)
            await post_board(interaction, position, late=late)
        case "same-deal":
            if _is_second_click(interaction, press.action):
                await interaction.response.defer()
                return
            await post_board(interaction, await service.same_deal(player, place_of(interaction), game))
        case "hint":
            await give_hint(interaction, await service.as_seen(player, game, version))
        case "analyse":
            await give_analysis(interaction, await service.over_as_seen(player, game, version))
        case "show-how":
            if _is_second_click(interaction, press.action):
                await interaction.response.defer()
                return
            await show_how(interaction, game)
        case "share":
            if _is_second_click(interaction, press.action):
                await interaction.response.defer()
                return
            await share(interaction, await service.over_as_seen(player, game, version))
        case "open":
            await post_board(interaction, await service.owned(player, read_number(press.argument)))


def _is_second_click(interaction: Interaction, action: str) -> bool:
    """Say whether this person pressed this button a moment ago: of a double click, one new game is meant."""
    now, clicks = asyncio.get_running_loop().time(), interaction.client.clicks
    for press, then in list(clicks.items()):
        if now - then > SECOND_CLICK:
            del clicks[press]
    this = interaction.user.id, interaction.message.id if interaction.message else 0, action
    if this in clicks:
        return True
    clicks[this] = now
    return False


async def _give_up(interaction: Interaction, position: Position) -> None:
    translate = translator(interaction.locale.value)
    if position.stored.day is not None:
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


async def _catch_up(interaction: Interaction, press: Press, error: GameChanged) -> None:
    translate = translator(interaction.locale.value)
    try:
        if press.action == "give-up":
            outdated = translate("The game has gone on since this was asked. If you mean it, press Resign again.")
            await interaction.response.edit_message(content=outdated, view=None)
            return
        await update_board(interaction, await interaction.client.service.position(press.game_id))
        await tell(interaction, sentence_for(error, translate) or str(error))
    except Exception as failure:
        await report(interaction, failure)
