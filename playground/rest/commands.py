"""Application commands, global and those of guilds."""

from collections.abc import Iterable

from aiohttp import web

from playground.bodies import read_body, read_list
from playground.checks.commands import check_command, check_commands
from playground.commands import Commands
from playground.errors import unknown_application, unknown_guild
from playground.rest.requests import answer, no_content, snowflake, truthy
from playground.state import World
from playground.wire import Json

_LOCALIZATIONS = ("name_localizations", "description_localizations")


class CommandRoutes:
    """Reading, replacing and changing commands."""

    def __init__(self, world: World, commands: Commands) -> None:
        self._world = world
        self._commands = commands

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here: the same for both scopes."""
        for scope in ("", "/guilds/{guild_id}"):
            base = f"/applications/{{application_id}}{scope}/commands"
            yield web.get(base, self._list)
            yield web.put(base, self._replace)
            yield web.post(base, self._add)
            yield web.get(f"{base}/{{command_id}}", self._get)
            yield web.patch(f"{base}/{{command_id}}", self._change)
            yield web.delete(f"{base}/{{command_id}}", self._remove)

    async def _list(self, request: web.Request) -> web.Response:
        commands = self._commands.of_scope(self._scope(request))
        if not truthy(request, "with_localizations"):
            commands = [_without_localizations(command) for command in commands]
        return answer(commands)

    async def _replace(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        definitions = await read_list(request)
        check_commands(definitions)
        return answer(self._commands.replace(scope, definitions))

    async def _add(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        definition = (await read_body(request)).fields
        check_command(definition)
        command, new = self._commands.add(scope, definition)
        return answer(command, 201 if new else 200)

    async def _get(self, request: web.Request) -> web.Response:
        return answer(self._command(request))

    async def _change(self, request: web.Request) -> web.Response:
        command = self._command(request)
        changes = (await read_body(request)).fields
        check_command({**command, **changes})
        return answer(self._commands.change(command, changes))

    async def _remove(self, request: web.Request) -> web.Response:
        self._commands.remove(self._command(request))
        return no_content()

    def _command(self, request: web.Request) -> Json:
        return self._commands.get(snowflake(request, "command_id"), self._scope(request))

    def _scope(self, request: web.Request) -> int | None:
        if snowflake(request, "application_id") != self._world.bot.id:
            raise unknown_application()
        if "guild_id" not in request.match_info:
            return None
        guild_id = snowflake(request, "guild_id")
        if guild_id not in self._world.guilds:
            raise unknown_guild()
        return guild_id


def _without_localizations(command: Json) -> Json:
    return {name: value for name, value in command.items() if name not in _LOCALIZATIONS}
