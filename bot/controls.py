"""The buttons and menus under a board. All that a press means stands in its ``custom_id``.

Nothing of a board is kept in memory: a button works after a restart, and a day later too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeAlias, cast, get_args

import discord
from discord.ui import Button, DynamicItem, Select, View

from bot.advisor import hints_allowed
from bot.positions import Position
from bot.ranked import may_take_back
from bot.texts import game_in_words
from engine.automatic import can_go_on, ways
from engine.words import Phrase, Translate, mark
from storage.rows import GameRow

if TYPE_CHECKING:
    from bot.client import PatienceClient

Action: TypeAlias = Literal[
    "play",
    "go-on",
    "page",
    "undo",
    "resign",
    "give-up",
    "again",
    "same-deal",
    "open",
    "hint",
    "analyse",
    "show-how",
    "share",
]

SURE: Final = "sure"
"""The argument of ``analyse`` and ``show-how`` where their player was asked whether they mean it."""

MENU_SIZE: Final = 25
"""The most choices that Discord lets a menu have."""
LABEL_LENGTH: Final = 80
CHOICE_LENGTH: Final = 100

WAY_LABELS: Final = MappingProxyType(
    {"draw-on": mark("Draw on"), "all-plays": mark("All plays"), "play-on": mark("Play on")}
)
"""What the buttons say that make many moves at once."""

# Numbers of at most 18 digits fit SQLite's integers, whoever may have forged them.
_PRESS: Final = rf"(?P<action>{'|'.join(get_args(Action))}):(?P<game>[0-9]{{1,18}}):(?P<version>[0-9]{{1,18}})"


@dataclass(frozen=True, slots=True)
class Press:
    """What a press asks for: an action on the game at the version that the presser saw.

    ``argument`` is the move of ``play``, the way of ``go-on``, the number of ``page``, the game chosen in ``open``.
    ``picks`` are all that were chosen in a menu, in the order of choosing.
    """

    action: Action
    game_id: int
    version: int
    argument: str = ""
    picks: tuple[str, ...] = ()

    @property
    def custom_id(self) -> str:
        """The text that Discord keeps with the button: at most 100 characters."""
        return f"{self.action}:{self.game_id}:{self.version}" + (f":{self.argument}" if self.argument else "")


def read_number(text: str) -> int:
    """Return the number in a press's argument; 0, which no game has, for whatever else may have been forged."""
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0


class Controls(View):
    """What stands under a message. It is finished from the start: presses are known by their ``custom_id`` alone.

    Of one that still waited for presses, the library would keep an entry for each message.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


def _press(match: re.Match[str], argument: str) -> Press:
    return Press(cast("Action", match["action"]), int(match["game"]), int(match["version"]), argument)


class PressButton(DynamicItem[Button[View]], template=rf"{_PRESS}(?::(?P<argument>[^:]{{1,40}}))?"):
    """A button that is a press."""

    def __init__(self, press: Press, button: Button[View]) -> None:
        super().__init__(button)
        self.press = press

    @classmethod
    def labelled(
        cls,
        press: Press,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
    ) -> Self:
        """Return a new button."""
        button: Button[View] = Button(label=_cut(label, LABEL_LENGTH), style=style, custom_id=press.custom_id, row=row)
        return cls(press, button)

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(_press(match, match["argument"] or ""), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Do what was asked for."""
        await interaction.client.press(interaction, self.press)


class PressMenu(DynamicItem[Select[View]], template=rf"menu-{_PRESS}"):
    """A menu whose choices are the picks of a press, the first being its argument."""

    def __init__(self, press: Press, select: Select[View]) -> None:
        super().__init__(select)
        self.press = press

    @classmethod
    def of(cls, press: Press, placeholder: str, options: list[discord.SelectOption], most: int = 1) -> Self:
        """Return a new menu, for ``most`` choices at once."""
        select: Select[View] = Select(
            custom_id=f"menu-{press.custom_id}", placeholder=placeholder, options=options, max_values=most, row=0
        )
        return cls(press, select)

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the menu that was chosen from."""
        return cls(_press(match, ""), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Do what was chosen."""
        picks = tuple(self.item.values)
        await interaction.client.press(
            interaction, replace(self.press, argument=picks[0] if picks else "", picks=picks)
        )


CONTROLS: Final = (PressButton, PressMenu)

NEXT_DAILY: Final = "daily-next"
"""What the button is called that does what /daily does; it belongs to no game."""


def board_controls(position: Position, translate: Translate, page: int = 0, *, advice: bool = True) -> View:
    """Return the menu of plays (a page of it, from 0, where there are many) and the buttons of a board.

    Without ``advice`` there are no hints and analyses on this bot.
    """
    view = Controls()
    if position.over and position.stored.ranked:
        if position.stored.day is not None:
            view.add_item(_button(position, "share", translate("Share"), discord.ButtonStyle.primary))
            view.add_item(Button(label=translate("Next daily"), custom_id=NEXT_DAILY, row=1))
        view.add_item(_button(position, "again", translate("Play another deal")))
        if position.secret:
            return view
        if position.stored.day is None:
            view.add_item(_button(position, "same-deal", translate("Same deal")))
        if advice and position.stored.status != "won":
            view.add_item(_button(position, "analyse", translate("Analyse"), row=2))
        if position.stored.pool_id is not None:
            view.add_item(_button(position, "show-how", translate("Show how"), row=2))
        return view
    if position.over:
        if position.reopens:
            view.add_item(_button(position, "undo", translate("Undo")))
        view.add_item(_button(position, "again", translate("Play again"), discord.ButtonStyle.primary))
        view.add_item(_button(position, "same-deal", translate("Same deal")))
        if advice and position.stored.status != "won":
            view.add_item(_button(position, "analyse", translate("Analyse"), row=2))
        if position.stored.pool_id is not None:
            view.add_item(_button(position, "show-how", translate("Show how"), row=2))
        return view
    plays = position.plays()
    pages = max(1, -(-len(plays) // MENU_SIZE))
    page %= pages
    view.add_item(_plays_menu(position, translate, plays, page, pages))
    advance = position.advance()
    if advance is not None:
        text, words = advance
        label = words.text(translate)
        view.add_item(_button(position, "play", label, discord.ButtonStyle.primary, argument=text))
    # On a phone, a row has room for two or three buttons.
    for place, way in enumerate(ways(position.game)):
        go_on = _button(position, "go-on", translate(WAY_LABELS[way]), argument=way, row=1 if place == 0 else 2)
        # A button that comes and goes would move the others under the player's finger.
        go_on.item.disabled = not can_go_on(position.game, position.state, way)
        view.add_item(go_on)
    if pages > 1:
        view.add_item(_button(position, "page", translate("More plays"), argument=str((page + 1) % pages), row=2))
    undo = _button(position, "undo", translate("Undo"), row=3)
    undo.item.disabled = position.stored.move_count == 0 or (position.stored.ranked and not may_take_back(position))
    view.add_item(undo)
    if advice and hints_allowed(position.stored):
        view.add_item(_button(position, "hint", translate("Hint"), row=3))
    view.add_item(_button(position, "resign", translate("Resign"), row=3))
    return view


def _plays_menu(
    position: Position, translate: Translate, plays: Sequence[tuple[str, Phrase]], page: int, pages: int
) -> PressMenu:
    """Return the menu of a page of the plays; where there are none, one that says so."""
    placeholder, options = plays_offered(plays, page, pages, translate)
    menu = PressMenu.of(_to(position, "play"), placeholder, options, most=len(options))
    menu.item.disabled = not plays
    return menu


def plays_offered(
    plays: Sequence[tuple[str, Phrase]], page: int, pages: int, translate: Translate
) -> tuple[str, list[discord.SelectOption]]:
    """Return what a menu of plays says, and the plays of a page of it; where there are none, that there are none."""
    shown = plays[page * MENU_SIZE : (page + 1) * MENU_SIZE]
    options = [
        discord.SelectOption(label=_cut(words.text(translate), CHOICE_LENGTH), value=text, description=text)
        for text, words in shown
    ]
    if pages > 1:
        placeholder = translate("Plays: {count} (page {page} of {pages})").format(
            count=len(plays), page=page + 1, pages=pages
        )
    elif len(plays) > 1:
        placeholder = translate("Plays: {count} (pick one or more)").format(count=len(plays))
    elif plays:
        placeholder = translate("Plays: {count}").format(count=1)
    else:
        # Without the menu, the buttons below would move under the player's finger.
        placeholder = translate("No play just now")
        options = [discord.SelectOption(label=placeholder, value="-")]
    return placeholder, options


def resign_controls(position: Position, translate: Translate) -> View:
    """Return the button that makes sure."""
    view = Controls()
    view.add_item(_button(position, "give-up", translate("Resign this game"), discord.ButtonStyle.danger))
    return view


def closing_controls(position: Position, action: Action, label: str) -> View:
    """Return the button that makes sure that a game may be closed by what the action tells."""
    view = Controls()
    view.add_item(_button(position, action, label, discord.ButtonStyle.primary, argument=SURE))
    return view


def games_controls(rows: Sequence[GameRow], translate: Translate) -> View:
    """Return a menu that opens one of the games, at most 25 of them."""
    view = Controls()
    options = []
    for row in rows[:MENU_SIZE]:
        label = translate("#{number} {name}").format(number=row.id, name=game_in_words(row, translate))
        moves = translate("Moves: {count}").format(count=row.move_count)
        options.append(discord.SelectOption(label=_cut(label, CHOICE_LENGTH), value=str(row.id), description=moves))
    view.add_item(PressMenu.of(Press("open", 0, 0), translate("Open a game here"), options))
    return view


def _to(position: Position, action: Action, argument: str = "") -> Press:
    return Press(action, position.id, position.stored.version, argument)


def _button(
    position: Position,
    action: Action,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    argument: str = "",
    row: int = 1,
) -> PressButton:
    return PressButton.labelled(_to(position, action, argument), label, style, row)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
