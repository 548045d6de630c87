"""The buttons and menus of tables. All that a press means stands in its ``custom_id``, as it does of a board's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord.ui import Button, DynamicItem, Select, View

from bot.controls import LABEL_LENGTH
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

# Numbers of at most 18 digits fit SQLite's integers, whoever may have forged them.
_PRESS: Final = r"(?P<action>[a-z-]{1,20}):(?P<table>[0-9]{1,18}):(?P<moment>[0-9]{1,18})"


@dataclass(frozen=True, slots=True)
class TablePress:
    """What a press asks for: an action (see ``presses``) at a table, at the moment that the presser saw.

    ``picks`` are all that were chosen in a menu, in the order of choosing; ``argument`` is the first of them.
    """

    action: str
    table_id: int
    moment: int
    argument: str = ""
    picks: tuple[str, ...] = ()

    @property
    def custom_id(self) -> str:
        """The text that Discord keeps with the button: at most 100 characters."""
        return f"{self.action}:{self.table_id}:{self.moment}" + (f":{self.argument}" if self.argument else "")


def _press(match: re.Match[str], argument: str) -> TablePress:
    return TablePress(match["action"], int(match["table"]), int(match["moment"]), argument)


class TableButton(DynamicItem[Button[View]], template=rf"table:{_PRESS}(?::(?P<argument>[^:]{{1,40}}))?"):
    """A button that is a press at a table."""

    def __init__(self, press: TablePress, button: Button[View]) -> None:
        super().__init__(button)
        self.press = press

    @classmethod
    def of(
        cls,
        table: Table,
        action: str,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
        argument: str = "",
        disabled: bool = False,
    ) -> Self:
        """Return a new button under a table's message."""
        press = TablePress(action, table.id, table.moment, argument)
        label = label if len(label) <= LABEL_LENGTH else f"{label[: LABEL_LENGTH - 1]}…"
        button: Button[View] = Button(
            label=label, style=style, custom_id=f"table:{press.custom_id}", row=row, disabled=disabled
        )
        return cls(press, button)

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(_press(match, match["argument"] or ""), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Do what was asked for."""
        await interaction.client.press_at_table(interaction, self.press)


class TableMenu(DynamicItem[Select[View]], template=rf"table-menu:{_PRESS}"):
    """A menu whose choices are the picks of a press at a table."""

    def __init__(self, press: TablePress, select: Select[View]) -> None:
        super().__init__(select)
        self.press = press

    @classmethod
    def of(
        cls,
        table: Table,
        action: str,
        placeholder: str,
        options: Sequence[discord.SelectOption],
        *,
        most: int = 1,
        row: int | None = None,
        disabled: bool = False,
    ) -> Self:
        """Return a new menu under a table's message, for ``most`` choices at once."""
        press = TablePress(action, table.id, table.moment)
        select: Select[View] = Select(
            custom_id=f"table-menu:{press.custom_id}",
            placeholder=placeholder,
            options=list(options),
            max_values=most,
            row=row,
            disabled=disabled,
        )
        return cls(press, select)

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the menu that was chosen from."""
        return cls(_press(match, ""), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Do what was chosen."""
        picks = tuple(self.item.values)
        press = replace(self.press, argument=picks[0] if picks else "", picks=picks)
        await interaction.client.press_at_table(interaction, press)


TABLE_CONTROLS: Final = (TableButton, TableMenu)
