"""As little as a bot can do that answers presses with a picture: what ours is compared with.

``python -m tests.benchmarks.bare_bot API TOKEN FOLDER``: the pictures lie ready in the folder.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.ui import Button, View


class Board(View):
    """One button, which puts the same picture up again."""

    def __init__(self, pictures: dict[str, bytes]) -> None:
        super().__init__(timeout=None)
        self.pictures = pictures

    def file(self, name: str) -> discord.File:
        return discord.File(io.BytesIO(self.pictures[name]), f"{name}.png")

    @discord.ui.button(label="Again", custom_id="play:again")
    async def again(self, interaction: discord.Interaction, _: Button[Board]) -> None:
        assert interaction.message is not None
        name = interaction.message.attachments[0].filename.removesuffix(".png")
        await interaction.response.edit_message(attachments=[self.file(name)])


class BareBot(discord.Client):
    """``/play game`` posts a picture with its button."""

    def __init__(self, pictures: dict[str, bytes]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.1)
        self.pictures = pictures
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="play", description="Post a board")
        async def play(interaction: discord.Interaction, game: str, deal: str) -> None:
            board = Board(pictures)
            await interaction.response.send_message(deal, file=board.file(game), view=board)

    async def setup_hook(self) -> None:
        gateway = await self.http.request(Route("GET", "/gateway/bot"))
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway["url"])
        self.add_view(Board(self.pictures))
        await self.tree.sync()


def main(api_url: str, token: str, folder: str) -> None:
    """Run until killed."""
    Route.BASE = api_url
    pictures = {path.stem: path.read_bytes() for path in Path(folder).glob("*.png")}
    BareBot(pictures).run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
