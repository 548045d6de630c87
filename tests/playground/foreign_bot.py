"""A bot of somebody else's, which does a little of everything that bots do."""

import asyncio
import io
import struct
import zlib

import discord
from discord import app_commands

ABOUT_OPENINGS = "The opening's name as the books have it, in whole or in part, in English or any other language"

Where = discord.Interaction["ForeignBot"]


def png(width: int, height: int) -> bytes:
    """Return a black picture of this size in pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * (width + 1) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def picture(name: str, width: int, height: int, alt: str) -> discord.File:
    return discord.File(io.BytesIO(png(width, height)), name, description=alt)


class Board(discord.ui.View):
    """Buttons and selects, each answered in another way."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Turn", custom_id="turn", emoji="🔄")
    async def turn(self, interaction: Where, button: discord.ui.Button["Board"]) -> None:
        """Answer with the message itself, its picture replaced."""
        await interaction.response.edit_message(
            content="turned", attachments=[picture("b.png", 30, 40, "a turned board")], view=self
        )

    @discord.ui.button(label="Slow turn", custom_id="slow")
    async def slow(self, interaction: Where, button: discord.ui.Button["Board"]) -> None:
        """Acknowledge silently, then edit."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="turned slowly")

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: Where, button: discord.ui.Button["Board"]) -> None:
        """Acknowledge silently, then follow up for one person's eyes."""
        await interaction.response.defer()
        await interaction.followup.send("psst", ephemeral=True)

    @discord.ui.button(label="Name it", custom_id="name")
    async def name(self, interaction: Where, button: discord.ui.Button["Board"]) -> None:
        """Open a form."""
        await interaction.response.send_modal(Naming())

    @discord.ui.button(label="Never", custom_id="never", disabled=True)
    async def never(self, interaction: Where, button: discord.ui.Button["Board"]) -> None:
        """Cannot be pressed."""

    @discord.ui.select(
        placeholder="Cards",
        custom_id="cards",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=f"Card {value}", value=value) for value in "123"],
    )
    async def cards(self, interaction: Where, select: discord.ui.Select["Board"]) -> None:
        """Say what was chosen, in the order of choosing."""
        await interaction.response.send_message("chose " + " ".join(select.values))

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Whom", custom_id="whom")
    async def whom(self, interaction: Where, select: discord.ui.UserSelect["Board"]) -> None:
        """Say who was chosen."""
        await interaction.response.send_message("against " + select.values[0].display_name)


class Naming(discord.ui.Modal, title="A name for the board"):
    """A form of two fields, one of each way to put them."""

    board_name: discord.ui.TextInput["Naming"] = discord.ui.TextInput(label="Name", custom_id="board_name")
    remark: discord.ui.Label["Naming"] = discord.ui.Label(
        text="Remark", component=discord.ui.TextInput(custom_id="remark", required=False, default="none")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Change the message that the form came from."""
        assert isinstance(self.remark.component, discord.ui.TextInput)
        await interaction.response.edit_message(
            content=f"{self.board_name.value}, remark: {self.remark.component.value}"
        )


class ForeignBot(discord.Client):
    """The bot. Besides what it answers, it keeps what it heard."""

    def __init__(self, intents: discord.Intents) -> None:
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.ready = asyncio.Event()
        self.resumed = asyncio.Event()
        self.silent = asyncio.Event()  # asked for what it does not answer
        _add_commands(self.tree)

    async def setup_hook(self) -> None:
        """Offer the commands, and go on serving boards of an earlier run."""
        self.add_view(Board())
        await self.tree.sync()

    @property
    def channel(self) -> discord.TextChannel:
        """The channel that the page opens first."""
        return self.guilds[0].text_channels[0]

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(f"message {message.content!r}")

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        self.heard.append(f"edit {event.message.content!r}")

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.heard.append(f"delete {event.message_id}")

    async def on_resumed(self) -> None:
        self.resumed.set()


def _add_commands(tree: "app_commands.CommandTree[ForeignBot]") -> None:
    @tree.command(description="Post a board")
    @app_commands.choices(
        game=[app_commands.Choice(name="Chess", value="c"), app_commands.Choice(name="Go", value="g")]
    )
    async def play(
        interaction: Where, game: app_commands.Choice[str], seed: app_commands.Range[int, 1, 99] = 1
    ) -> None:
        await interaction.response.send_message(
            f"{game.value} {seed} for {interaction.user.display_name}",
            file=picture("a.png", 10, 20, "a board"),
            view=Board(),
        )

    @tree.command(description="Think for a while")
    async def think(interaction: Where, private: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=private)
        await interaction.followup.send("thought")

    @tree.command(description="Say things in several messages")
    async def chatter(interaction: Where) -> None:
        await interaction.response.send_message("first")
        second = await interaction.followup.send("second", wait=True)
        await second.edit(content="second, edited")
        third = await interaction.followup.send("third", wait=True)
        await third.delete()
        original = await interaction.original_response()
        await original.edit(content=f"{original.content}, edited")

    @tree.command(description="Whisper to whoever asks")
    async def secret(interaction: Where) -> None:
        await interaction.response.send_message("for you alone", ephemeral=True)

    @tree.command(description="Open something")
    @app_commands.describe(name=ABOUT_OPENINGS)
    async def opening(interaction: Where, name: str) -> None:
        await interaction.response.send_message(f"opening {name}")

    @opening.autocomplete("name")
    async def _suggest(interaction: Where, current: str) -> list[app_commands.Choice[str]]:
        names = ("Sicilian", "Scandinavian", "Spanish")
        return [app_commands.Choice(name=f"The {name}", value=name) for name in names if name.startswith(current)]

    @tree.command(description="Open a form")
    async def form(interaction: Where) -> None:
        await interaction.response.send_modal(Naming())

    @tree.command(description="Read a file aloud")
    async def read(interaction: Where, file: discord.Attachment) -> None:
        content = await file.read()
        await interaction.response.send_message(f"{file.filename} ({file.size}): {content[:50].decode()}")

    @tree.command(description="Never answer")
    async def silence(interaction: Where) -> None:
        interaction.client.silent.set()

    group = app_commands.Group(name="stats", description="Numbers")

    @group.command(name="of", description="Somebody's numbers")
    async def _stats_of(interaction: Where, who: discord.Member, channel: discord.TextChannel | None = None) -> None:
        place = "everywhere" if channel is None else channel.mention
        await interaction.response.send_message(f"{who.display_name} in {place}")

    tree.add_command(group)
