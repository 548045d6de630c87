"""Requests held against Discord's own description of its API, which is not ours to keep here.

The file may be had from the repository discord/discord-api-spec, as specs/openapi.json; the environment variable
DISCORD_OPENAPI says where it lies.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

VARIABLE: Final = "DISCORD_OPENAPI"

HOW_TO_GET_IT: Final = (
    f"requests are not held against Discord's API: set {VARIABLE} to a copy of the file specs/openapi.json of "
    "https://github.com/discord/discord-api-spec"
)

Json: TypeAlias = dict[str, Any]

_PARAMETER: Final = re.compile(r"\{(\w+)\}")


class Description:
    """An OpenAPI 3.1 document that tells what is wrong with requests.

    Fields that the document does not list are wrong, even where it leaves objects open: Discord would not heed them.
    """

    def __init__(self, document: Json) -> None:
        closed = copy.deepcopy(document)
        _close(closed["components"]["schemas"])
        _link(closed, closed)
        self._paths: Json = closed["paths"]
        # What names more of a path stands before what takes anything there.
        self._templates = [
            (template, re.compile(_PARAMETER.sub(r"(?P<\1>[^/]+)", template)))
            for template in sorted(self._paths, key=lambda template: len(_PARAMETER.findall(template)))
        ]

    def wrong_with(self, method: str, path: str, query: Mapping[str, str], body: object) -> str | None:
        """Return what is wrong with a request, in a sentence; None if all is well."""
        template, values = self._find(path)
        if template is None:
            return f"there is no path {path}"
        operation = self._paths[template].get(method.lower())
        if operation is None:
            return f"{template} has no method {method}"
        parameters = [*self._paths[template].get("parameters", ()), *operation.get("parameters", ())]
        known = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
        if unknown := query.keys() - known:
            return f"{method} {template} takes no {', '.join(sorted(unknown))} in its query"
        for parameter in parameters:
            if parameter["in"] == "path" and (wrong := _against(parameter["schema"], values[parameter["name"]])):
                return f"{method} {template}: {parameter['name']}: {wrong}"
        media = operation.get("requestBody", {}).get("content", {})
        if body is None:
            return None if not media else f"{method} {template} wants a body"
        if "application/json" not in media:
            return f"{method} {template} takes no body of JSON"
        wrong = _against(media["application/json"]["schema"], body)
        return wrong and f"{method} {template}: {wrong}"

    def _find(self, path: str) -> tuple[str | None, Mapping[str, str]]:
        for template, pattern in self._templates:
            if match := pattern.fullmatch(path):
                return template, match.groupdict()
        return None, {}


def _against(schema: Json, value: object) -> str | None:
    validator = Draft202012Validator(schema)
    if validator.is_valid(value):
        return None
    error = best_match(validator.iter_errors(value))
    return f"{error.json_path}: {error.message}"


def discords(file: Path) -> Description:
    """Return Discord's description, mended where it is known to differ from what Discord documents and takes."""
    document = json.loads(file.read_text("utf-8"))
    schemas = document["components"]["schemas"]
    # Attachments are numbered by integers or by their ids.
    schemas["MessageAttachmentRequest"]["properties"]["id"] = {"type": ["integer", "string"], "pattern": "^[0-9]+$"}
    # So are people who may be pinged; the library sends integers.
    ids = {"type": ["integer", "string", "null"], "pattern": "^[0-9]+$"}
    schemas["MessageAllowedMentionsRequest"]["properties"]["users"]["items"] = ids
    for name in ("ApplicationCommandCreateRequest", "ApplicationCommandUpdateRequest"):
        schemas[name]["properties"]["nsfw"] = {"type": ["boolean", "null"]}
    # The library sends it with edits too; Discord heeds it for new messages alone.
    for name in (
        "MessageEditRequestPartial",
        "IncomingWebhookUpdateRequestPartial",
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
    ):
        schemas[name]["properties"]["tts"] = {"type": ["boolean", "null"]}
    return Description(document)


@cache
def description() -> Description | None:
    """Return Discord's description; None if nobody says where the file lies."""
    file = os.environ.get(VARIABLE)
    return discords(Path(file)) if file else None


def recorded(file: Path) -> Iterator[Json]:
    """Yield the requests that playgrounds wrote to a file."""
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def wrong_in(file: Path, discord: Description) -> list[str]:
    """Return what is wrong with recorded requests, each sentence once."""
    found = (discord.wrong_with(one["method"], one["path"], one["query"], one["body"]) for one in recorded(file))
    return sorted({wrong for wrong in found if wrong})


def _close(schema: object) -> None:
    """Let objects have no fields but those that are listed; parts of an ``allOf`` list only some, and stay open."""
    if isinstance(schema, list):
        for part in schema:
            _close(part)
    elif isinstance(schema, dict):
        if "properties" in schema and "allOf" not in schema:
            schema.setdefault("additionalProperties", False)
        for name, part in schema.items():
            if name != "allOf":
                _close(part)


def _link(node: Any, document: Json) -> None:
    """Put what is referred to in place of references, all at once: to look it up each time takes much longer."""
    for place, part in list(node.items() if isinstance(node, dict) else enumerate(node)):
        if isinstance(part, dict) and isinstance(part.get("$ref"), str):
            node[place] = _referred(part, document)
        elif isinstance(part, dict | list):
            _link(part, document)


def _referred(reference: Json, document: Json) -> Any:
    found: Any = reference
    while isinstance(found, dict) and isinstance(found.get("$ref"), str):
        names = found["$ref"].removeprefix("#/").split("/")
        found = document
        for name in names:
            found = found[name.replace("~1", "/").replace("~0", "~")]
    return found
