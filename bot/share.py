"""What a player may show of a daily without spoiling it: how far it went, in signs, and never a card."""

from __future__ import annotations

from typing import Final

from bot.answers import CONTENT_LENGTH, Interaction
from bot.days import number_of
from bot.positions import Position
from bot.ranked import timed_out
from bot.refusals import NoGame
from bot.texts import translator
from engine.words import Translate, mark
from render.marks import marks
from render.share import clock
from storage.statistics import Streaks

ENDS: Final = {
    "won": mark("won"),
    "lost": mark("lost"),
    "resigned": mark("resigned"),
}
TIME_OVER: Final = mark("time over")


async def share(interaction: Interaction, position: Position) -> None:
    """Post the text where it was asked for; raise NoGame for a game that is no daily that is over."""
    if position.stored.day is None or not position.over:
        raise NoGame
    leaders = interaction.client.leaders
    found = await leaders.statistics.streaks(position.stored.owner_id, leaders.today, position.game.name)
    # Others read it too: in the language of the place, if it has one.
    locale = interaction.guild_locale or interaction.locale
    await interaction.response.send_message(share_text(position, found, translator(locale.value))[:CONTENT_LENGTH])


def share_text(position: Position, found: Streaks, translate: Translate) -> str:
    """Return how a daily went: its number, score and end, signs for its progress, moves, time and streak."""
    stored, view = position.stored, position.view()
    assert stored.day is not None
    ended = TIME_OVER if timed_out(stored) else ENDS[stored.status]
    title = translate("**{game}, daily {number}** · {ended} · {score} of 1000").format(
        game=translate(position.game.title), number=number_of(stored.day), ended=translate(ended), score=view.score
    )
    figures = [translate("Moves: {count}").format(count=stored.move_count)]
    if stored.status != "resigned" and stored.first_move_at is not None and stored.ended_at is not None:
        figures.append(clock((stored.ended_at - stored.first_move_at) // 1000))
    if found.played > 1:
        figures.append(translate("days in a row: {count}").format(count=found.played))
    if found.won > 1:
        figures.append(translate("won in a row: {count}").format(count=found.won))
    return "\n".join([f"{title} · <@{stored.owner_id}>", *marks(view), " · ".join(figures)])
