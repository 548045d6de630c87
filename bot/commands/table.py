"""Tables: opened, asked to, shown again, ended."""

from __future__ import annotations

from typing import Final, cast

import discord
from discord import app_commands

from bot.answers import Interaction, add, tell
from bot.client import AnyCommand
from bot.commands.play import MOST_CHOICES, read_variant, variants_offered
from bot.delivery import ready
from bot.new_games import options_text
from bot.tables import invitation_messages
from bot.tables.clocks import CLOCKS, OF_KIND, USUAL, clock_in_words, read_clock
from bot.tables.invitation_messages import invite
from bot.tables.places import check_place, check_server, moderates, nearby, table_meant
from bot.tables.posting import post, send, turn_of
from bot.tables.refusals import TableRefused
from bot.tables.showing import show
from bot.tables.stopping import ask_to_stop
from bot.tables.table_texts import link_to
from bot.tables.threads import NoThread, check_thread
from bot.texts import translator
from engine.deals import SEED_LENGTH
from engine.game import RULES, games
from engine.words import Phrase, Translate, mark
from storage.table_rows import LEAST_SEATS, MOST_SEATS, Kind, NewTable, Table

USUAL_SEATS: Final = 4
GREATEST: Final = 2**53 - 1
"""The greatest number that Discord takes."""

STATES: Final = {"lobby": mark("waiting"), "playing": mark("under way")}
"""How the tables stand that a command may be about."""

table = app_commands.Group(name="table", description=mark("Play with others: in turns on one board, or a race"))


@table.command(name="open", description=mark("Open a table in this channel, which others join"))
@app_commands.describe(
    game=mark("Which game"),
    kind=mark("In turns on one board, or a race, each on a board of their own"),
    options=mark("A variant of the game; without it, the usual one"),
    seats=mark("For how many people at most; without it, four"),
    clock=mark("How long a turn, or the race, may take"),
    deal=mark("Any text names a deal; a table on a deal that you chose does not count"),
    thread=mark("Play in a thread of its own"),
)
@app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=name) for name, game in games().items()],
    kind=[
        app_commands.Choice(name=mark("In turns"), value="turns"),
        app_commands.Choice(name=mark("A race"), value="race"),
    ],
)
async def open_table(
    interaction: Interaction,
    game: str,
    kind: str,
    options: str | None = None,
    seats: app_commands.Range[int, LEAST_SEATS, MOST_SEATS] = USUAL_SEATS,
    clock: app_commands.Range[str, 1, 40] | None = None,
    deal: app_commands.Range[str, 1, SEED_LENGTH] | None = None,
    thread: bool = False,
) -> None:
    """Open the lobby of a table, in which the person sits."""
    client, translate = interaction.client, translator(interaction.locale.value)
    check_place(interaction, translate)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    played, played_so = games()[game], cast("Kind", kind)
    given = read_variant(played, options or "", translate)
    no_thread = None
    if thread:
        try:
            check_thread(interaction)
        except NoThread as error:
            no_thread = error
    new = NewTable(
        kind=played_so,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        locale=(interaction.guild_locale or interaction.locale).value,
        threaded=int(thread and no_thread is None),
        host_id=interaction.user.id,
        game=game,
        options=options_text(played.read_options(given)),
        rules=RULES,
        most_seats=seats,
        clock=USUAL[played_so] if clock is None else read_clock(played_so, clock, translate),
    )
    opened = await client.rooms.lobbies.open(new, deal)
    async with turn_of(opened.id):
        await post(interaction, opened)
    if no_thread is not None:
        await add(interaction, no_thread.why.text(translate))


@open_table.autocomplete("options")
async def variants_of_table(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the variants of the game chosen."""
    return variants_offered(interaction, typed)


@open_table.autocomplete("clock")
async def clocks(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the clocks of what was chosen, in words."""
    translate = translator(interaction.locale.value)
    chosen = OF_KIND.get(cast("Kind", interaction.namespace.kind), tuple(CLOCKS))
    words = [(clock_in_words(seconds, translate), CLOCKS[seconds]) for seconds in chosen]
    return [app_commands.Choice(name=told, value=value) for told, value in words if typed.casefold() in told.casefold()]


@table.command(name="invite", description=mark("Invite somebody to the table at which you sit"))
@app_commands.describe(user=mark("Whom"), number=mark("Which table; without it, the one at which you sit"))
@app_commands.rename(number="table")
async def invite_to_table(
    interaction: Interaction, user: discord.User, number: app_commands.Range[int, 1, GREATEST] | None = None
) -> None:
    """Ask somebody to a lobby."""
    me = interaction.user.id
    check_server(interaction)

    async def asked() -> str:
        meant = await table_meant(
            interaction,
            number,
            lambda one: one.state == "lobby" and one.sits(me) and _is_here(interaction, one),
            lambda one: one.state == "lobby" and one.sits(me),
            lambda one: _is_here(interaction, one),
        )
        return await invite(interaction, meant.id, user)

    said, late = await ready(interaction, asked(), anew=True, alone=True)
    if late:
        await interaction.edit_original_response(content=said)
    else:
        await interaction.response.send_message(said, ephemeral=True)


@table.command(name="show", description=mark("Show a table again, at the bottom of its channel"))
@app_commands.describe(number=mark("Which table; without it, the one of this channel, or the one at which you sit"))
@app_commands.rename(number="table")
async def show_table(interaction: Interaction, number: app_commands.Range[int, 1, GREATEST] | None = None) -> None:
    """Post the table of this channel anew, or where it is played."""
    me = interaction.user.id
    check_place(interaction, translator(interaction.locale.value))
    meant = await table_meant(
        interaction,
        number,
        lambda one: one.sits(me) and _is_here(interaction, one),
        lambda one: _is_here(interaction, one),
        lambda one: one.sits(me),
    )
    async with turn_of(meant.id):
        if _is_here(interaction, meant):
            await post(interaction, meant)
            return
        if not meant.sits(me):
            raise TableRefused(Phrase("Table {number} is in another channel: {where}", _where(meant)))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _show_elsewhere(interaction, meant)


async def _show_elsewhere(interaction: Interaction, meant: Table) -> None:
    """Show a table again in its channel and tell where; in this one, if it can't be shown there any more."""
    client, translate = interaction.client, translator(interaction.locale.value)
    assert interaction.channel_id is not None
    try:
        await send(client, meant, meant.channel_id)
    except (discord.NotFound, discord.Forbidden):
        await send(client, meant, interaction.channel_id)
    now = await client.rooms.stored.get(meant.id)
    sentence = translate("Table {number}: {where}").format(**_where(now))
    await interaction.edit_original_response(content=sentence)


@table.command(name="end", description=mark("End a table, as its host or as somebody who may manage messages here"))
@app_commands.describe(number=mark("Which table; without it, the one of this channel"))
@app_commands.rename(number="table")
async def end_table(interaction: Interaction, number: app_commands.Range[int, 1, GREATEST] | None = None) -> None:
    """Call a lobby off, or ask whether a table that is being played is to end as it stands."""
    client, me = interaction.client, interaction.user.id
    translate = translator(interaction.locale.value)
    check_server(interaction)
    meant = await table_meant(
        interaction,
        number,
        lambda one: one.host_id == me and _is_here(interaction, one),
        lambda one: moderates(interaction, one) and _is_here(interaction, one),
        lambda one: one.host_id == me,
        lambda one: _is_here(interaction, one),
    )
    if meant.state != "lobby":
        await ask_to_stop(interaction, meant, meant.kind)
        return
    await client.rooms.lobbies.cancel(me, meant.id, moderator=moderates(interaction, meant))
    await tell(interaction, translate("Table {number} has been ended.").format(number=meant.id))
    await show(client, meant.id)


@invite_to_table.autocomplete("number")
@show_table.autocomplete("number")
@end_table.autocomplete("number")
async def tables_nearby(interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
    """Offer the tables of this channel, and those at which the person sits."""
    translate = translator(interaction.locale.value)
    found = [(_in_words(one, translate), one.id) for one in await nearby(interaction)]
    wanted = str(typed).casefold()
    return [
        app_commands.Choice(name=words[:100], value=number) for words, number in found if wanted in words.casefold()
    ][:MOST_CHOICES]


def _in_words(one: Table, translate: Translate) -> str:
    """Return a table as a list offers it."""
    return translate("{number}: {game}, {state}, seats taken: {taken} of {seats}").format(
        number=one.id,
        game=translate(games()[one.game].title),
        state=translate(STATES[one.state]),
        taken=len(one.seated),
        seats=one.most_seats,
    )


def _is_here(interaction: Interaction, one: Table) -> bool:
    return one.channel_id == interaction.channel_id


def _where(one: Table) -> dict[str, str | int]:
    return {"number": one.id, "where": link_to(one)}


COMMANDS: Final[tuple[AnyCommand, ...]] = (table,)
CONTROLS: Final = invitation_messages.CONTROLS
