"""Starting a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from discord import app_commands

from bot.answers import Interaction, place_of
from bot.boards import post_board
from bot.client import AnyCommand
from bot.delivery import ready
from bot.texts import DIFFICULTIES, options_in_words, translator
from engine.deals import SEED_LENGTH, DealError
from engine.game import AnyGame, OptionError, games
from engine.words import Phrase, Translate, mark, quoted
from storage.rows import ANY

MOST_CHOICES: Final = 25


@app_commands.command(name="play", description=mark("Start a game of patience"))
@app_commands.describe(
    game=mark("Which game"),
    options=mark("A variant of the game; without it, the usual one"),
    deal=mark("Any text names a deal: with the same text, everybody gets the same cards"),
    difficulty=mark("How hard the deal is to be; whichever you choose, it can be won"),
    any_deal=mark("Any deal, whether it can be won or not"),
)
@app_commands.rename(any_deal="any")
@app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=name) for name, game in games().items()],
    difficulty=[app_commands.Choice(name=words, value=str(value)) for value, words in DIFFICULTIES.items()],
)
async def play(
    interaction: Interaction,
    game: str,
    options: str | None = None,
    deal: app_commands.Range[str, 1, SEED_LENGTH] | None = None,
    difficulty: str | None = None,
    any_deal: bool = False,
) -> None:
    """Deal a game and post its board."""
    client, player, place = interaction.client, interaction.user.id, place_of(interaction)
    given = read_variant(games()[game], options or "", translator(interaction.locale.value))
    if deal is not None:
        if difficulty is not None or any_deal:
            raise DealError(Phrase("a deal that you name comes as it is: leave out difficulty and any"))
        await post_board(interaction, await client.service.start(player, place, game, given, deal))
        return
    if difficulty is not None and any_deal:
        raise DealError(Phrase("choose either a difficulty or any deal, not both"))
    dealing = client.dealer.play(player, place, game, given, ANY if any_deal else difficulty)
    position, late = await ready(interaction, dealing, anew=True)
    await post_board(interaction, position, late=late)


@play.autocomplete("options")
async def variants(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the variants of the game chosen."""
    return variants_offered(interaction, typed)


def variants_offered(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the variants of the game chosen, in words; those that hold what is typed."""
    game = games().get(str(interaction.namespace.game or ""))
    if game is None:
        return []
    translate = translator(interaction.locale.value)
    found = []
    for options in game.option_sets():
        words = options_in_words(game, options, translate) or translate("the usual game")
        text = write_variant(game, options)
        if typed.casefold() in f"{words} {text}".casefold():
            found.append(app_commands.Choice(name=words[:100], value=text))
    return found[:MOST_CHOICES]


def write_variant(game: AnyGame, options: Mapping[str, str | int]) -> str:
    """Return options as the command takes them: ``piles=3 redeals=2``; a dash for the usual game."""
    changed = [f"{one.name}={options[one.name]}" for one in game.options if options[one.name] != one.default]
    return " ".join(changed) or "-"


def read_variant(game: AnyGame, text: str, translate: Translate) -> Mapping[str, str]:
    """Read options as a person may type them: ``piles=3 redeals=2``, ``Piles: 3, Redeals: 2``; raise OptionError.

    What the list of variants says in words is understood as well, in the person's language and in English.
    """
    for options in game.option_sets():
        spellings = (options_in_words(game, options, language).casefold() for language in (translate, str))
        if text.strip().casefold() in spellings:
            return {name: str(value) for name, value in options.items()}
    given: dict[str, str] = {}
    for part in re.split(r"[,;\s]+", re.sub(r"\s*[=:]\s*", "=", text.strip().strip("-").lower())):
        if not part:
            continue
        name, sign, value = part.partition("=")
        if not sign or name in given:
            example = write_variant(game, game.option_sets()[-1])
            raise OptionError(
                Phrase(
                    "{given} is not a variant; choose one from the list, or write one like {example}",
                    {"given": quoted(text), "example": example},
                )
            )
        given[name] = value
    game.read_options(given)
    return given


COMMANDS: Final[tuple[AnyCommand, ...]] = (play,)
