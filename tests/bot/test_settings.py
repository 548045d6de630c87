"""Settings come from the environment and a .env file, and a wrong one is told in a sentence."""

import logging
from pathlib import Path

import pytest

from bot.settings import SettingsError, environment, read_settings


def test_with_nothing_set_the_bot_plays_on_a_playground() -> None:
    settings = read_settings({})
    assert settings.token is None
    assert settings.playground_port == 8423
    assert settings.database == Path("data/playground.db")
    assert settings.log_level == logging.INFO
    assert settings.solver_workers == 1


def test_with_a_token_it_plays_on_discord_with_another_database() -> None:
    settings = read_settings({"DISCORD_TOKEN": " abc.def.ghi\n"})
    assert settings.token == "abc.def.ghi"
    assert settings.database == Path("data/patience.db")


def test_the_secret_of_the_dailies_may_be_set() -> None:
    assert read_settings({}).daily_secret is None
    assert read_settings({"DAILY_SECRET": "sixteen letters!"}).daily_secret == "sixteen letters!"


def test_who_leaves_is_asked_for_only_where_it_is_set() -> None:
    assert [read_settings({"MEMBERS_INTENT": value}).members_intent for value in ("", "0", "1")] == [False, False, True]


def test_a_secret_that_will_not_do_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({"DAILY_SECRET": "xyzzy"})
    assert "xyzzy" not in str(caught.value)


def test_empty_variables_count_as_unset() -> None:
    assert read_settings({"DISCORD_TOKEN": "", "PLAYGROUND_PORT": " ", "DATABASE": ""}) == read_settings({})


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"DISCORD_API_URL": "http://127.0.0.1:1/api/v10"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "a", "DISCORD_API_URL": "nowhere"}, "DISCORD_API_URL"),
        ({"DISCORD_TOKEN": "a", "DISCORD_API_URL": "ftp://x/y"}, "DISCORD_API_URL"),
        ({"DISCORD_TOKEN": "a", "DISCORD_API_URL": "http://[::bad"}, "DISCORD_API_URL"),
        ({"DISCORD_TOKEN": "two words"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "tökén"}, "DISCORD_TOKEN"),
        ({"PLAYGROUND_PORT": "70000"}, "PLAYGROUND_PORT"),
        ({"PLAYGROUND_PORT": "-1"}, "PLAYGROUND_PORT"),
        ({"PLAYGROUND_PORT": "²"}, "PLAYGROUND_PORT"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
        ({"SOLVER_WORKERS": "9"}, "SOLVER_WORKERS"),
        ({"SOLVER_WORKERS": "-1"}, "SOLVER_WORKERS"),
        ({"SOLVER_WORKERS": "٣"}, "SOLVER_WORKERS"),
        ({"DAILY_SECRET": "too short"}, "DAILY_SECRET"),
        ({"MEMBERS_INTENT": "yes"}, "MEMBERS_INTENT"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(variables: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named) as caught:
        read_settings(variables)
    assert "\n" not in str(caught.value)


def test_the_environment_stands_above_the_env_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=filed\nLOG_LEVEL=DEBUG\nEMPTY\nDATABASE=a$b.db\n")
    variables = environment({"DISCORD_TOKEN": "own"}, file)
    assert variables == {"DISCORD_TOKEN": "own", "LOG_LEVEL": "DEBUG", "DATABASE": "a$b.db"}
    assert environment({}, tmp_path / "missing") == {}


def test_an_env_file_that_is_not_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"A=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"\.env"):
        environment({}, file)


def test_the_example_file_lists_every_setting_and_reads_as_the_defaults() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    named = {"DISCORD_TOKEN", "DISCORD_API_URL", "DATABASE", "PLAYGROUND_PORT", "LOG_LEVEL", "SOLVER_WORKERS"}
    assert all(name in example.read_text() for name in named)
    assert read_settings(environment({}, example)) == read_settings({})
