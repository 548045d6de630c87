"""What can be set from outside: environment variables, and the ``.env`` file for those that are not set there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yarl
from dotenv import dotenv_values

from engine.words import quoted

DEFAULT_PORT: Final = 8423
MOST_WORKERS: Final = 8
SHORTEST_SECRET: Final = 16
"""The fewest characters of the secret that deals follow from: fewer could be guessed by whoever knows a past deal."""


class SettingsError(ValueError):
    """A setting that can't be used; the message is one sentence that says which and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run. Without a token the bot plays on a playground of its own, at ``playground_port``."""

    token: str | None
    api_url: str | None
    database: Path
    playground_port: int
    log_level: int
    solver_workers: int
    """How many processes look for what can be won; with none, people play without that."""
    members_intent: bool = False
    """Whether Discord is asked to tell who leaves a server: they are on its boards no longer then."""
    daily_secret: str | None = None
    """What the deals of the days follow from; without it, the database keeps one of its own."""


def environment(own: Mapping[str, str], env_file: Path) -> Mapping[str, str]:
    """Return the variables of the environment, and those of the ``.env`` file that the environment does not set.

    Raise SettingsError if the file is there but can't be read.
    """
    try:
        filed = dotenv_values(env_file, interpolate=False, encoding="utf-8") if env_file.is_file() else {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{env_file} can't be read as a settings file: {error}") from error
    return {**{name: value for name, value in filed.items() if value is not None}, **own}


def read_settings(variables: Mapping[str, str]) -> Settings:
    """Return the settings in the variables; raise SettingsError for the first that is wrong. Empty means unset."""
    given = {name: value.strip() for name, value in variables.items() if value.strip()}
    token, api_url = given.get("DISCORD_TOKEN"), given.get("DISCORD_API_URL")
    if token and any(letter.isspace() or not letter.isascii() for letter in token):
        raise SettingsError("DISCORD_TOKEN is not a token: copy it again from the application's Bot page")
    if api_url and not token:
        raise SettingsError("DISCORD_API_URL is set but DISCORD_TOKEN is not: set both, or neither to play here")
    return Settings(
        token=token,
        api_url=_read_url(api_url) if api_url else None,
        database=Path(given.get("DATABASE") or ("data/patience.db" if token else "data/playground.db")),
        playground_port=_read_port(given.get("PLAYGROUND_PORT", str(DEFAULT_PORT))),
        log_level=_read_level(given.get("LOG_LEVEL", "INFO")),
        solver_workers=_read_workers(given.get("SOLVER_WORKERS", "1")),
        members_intent=_read_switch("MEMBERS_INTENT", given.get("MEMBERS_INTENT", "0")),
        daily_secret=_read_secret(given["DAILY_SECRET"]) if "DAILY_SECRET" in given else None,
    )


def _read_url(text: str) -> str:
    try:
        url = yarl.URL(text)
    except ValueError:
        url = yarl.URL()
    if url.scheme not in ("http", "https") or not url.host:
        raise SettingsError(f"DISCORD_API_URL is {quoted(text)}: it has to look like http://127.0.0.1:8423/api/v10")
    return text.rstrip("/")


def _read_secret(text: str) -> str:
    if len(text) < SHORTEST_SECRET:
        # Not quoted: what is written there may be most of a secret.
        raise SettingsError(f"DAILY_SECRET is too short: give it at least {SHORTEST_SECRET} characters, at random")
    return text


def _read_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise SettingsError(f"PLAYGROUND_PORT is {quoted(text)}: it has to be a number from 0 (any free port) to 65535")
    return int(text)


def _read_workers(text: str) -> int:
    if text not in map(str, range(MOST_WORKERS + 1)):
        raise SettingsError(
            f"SOLVER_WORKERS is {quoted(text)}: it has to be a number from 0 (nothing is searched) to {MOST_WORKERS}"
        )
    return int(text)


def _read_switch(name: str, text: str) -> bool:
    if text not in ("0", "1"):
        raise SettingsError(f"{name} is {quoted(text)}: it has to be 1 (on) or 0 (off)")
    return text == "1"


def _read_level(text: str) -> int:
    levels = {name: level for name, level in logging.getLevelNamesMapping().items() if level}
    if text.upper() not in levels:
        raise SettingsError(f"LOG_LEVEL is {quoted(text)}: it has to be DEBUG, INFO, WARNING or ERROR")
    return levels[text.upper()]
