"""Settings come from a file, the environment and the line; a bad value is one sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import BadArgument
from hakaru.flows.context import ModelSettings, NoProgress, Settings
from hakaru.flows.preferences import (
    ModelChoice,
    preferred,
    read_choice,
    with_choice,
    write_model_choice,
)
from hakaru.sources.models.model import Description
from hakaru.surfaces.cli.command import EXIT_REQUEST
from tests.surfaces.invoking import invoke

BAD_LINES = (
    "workers = 0",
    "workers = true",
    "workers = 2.5",
    "workers = 100000",
    'half_life_days = "long"',
    "half_life_days = -1",
    "half_life_days = 0.001",
    "half_life_days = inf",
    "half_life_days = nan",
    "half_life_days = true",
    'cadence_minimum_spm = "fast"',
    "cadence_minimum_spm = 30",
    'language = "fr"',
    "user_id = 5",
    'user_id = " "',
    "colour = 3",
)


def config(folder: Path, text: str) -> dict[str, str]:
    """The environment of a user with this configuration file."""
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return {"HAKARU_CONFIG": str(path)}


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    made = load_config(data_folder=tmp_path, language=None, environment={})
    assert made.settings == Settings()
    assert made.data_folder == tmp_path


def test_the_file_sets_everything(tmp_path: Path) -> None:
    environment = config(
        tmp_path,
        'data_folder = "/somewhere"\nuser_id = "a"\nlanguage = "en"\n'
        "half_life_days = 60\ncadence_minimum_spm = 165\nworkers = 4\n",
    )
    made = load_config(data_folder=None, language=None, environment=environment)
    assert made.data_folder == Path("/somewhere")
    assert made.settings == Settings(
        user_id="a",
        language="en",
        half_life_days=60,
        cadence_minimum_spm=165,
        workers=4,
    )


def test_a_setting_of_an_earlier_version_stops_nothing(tmp_path: Path) -> None:
    environment = config(tmp_path, 'rubric = "symmetric"\nlanguage = "en"\n')
    made = load_config(data_folder=tmp_path, language=None, environment=environment)
    assert made.settings == Settings(language="en")


def test_the_environment_wins_over_the_file_and_the_line_over_both(tmp_path: Path) -> None:
    environment = {
        **config(tmp_path, 'data_folder = "/file"\nlanguage = "en"\n'),
        "HAKARU_DATA": "/environment",
        "HAKARU_LANG": "ja",
    }
    made = load_config(data_folder=None, language=None, environment=environment)
    assert made.data_folder == Path("/environment")
    assert made.settings.language == "ja"
    made = load_config(data_folder=Path("/line"), language="en", environment=environment)
    assert made.data_folder == Path("/line")
    assert made.settings.language == "en"


def test_a_home_folder_is_spelt_out(tmp_path: Path) -> None:
    made = load_config(data_folder=None, language=None, environment={"HAKARU_DATA": "~/runs"})
    assert made.data_folder == Path("~/runs").expanduser()
    assert "~" not in str(made.data_folder)


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_bad_setting_is_named_with_its_value_and_what_is_taken(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadArgument) as caught:
        load_config(data_folder=None, language=None, environment=config(tmp_path, line))
    assert caught.value.name == line.split(" = ", maxsplit=1)[0]
    assert " is not " in str(caught.value)


def test_a_file_that_is_no_configuration_is_named(tmp_path: Path) -> None:
    for text in ("workers = ", "[", "= 3"):
        with pytest.raises(BadArgument, match=r"config\.toml"):
            load_config(data_folder=None, language=None, environment=config(tmp_path, text))
    (tmp_path / "config.toml").write_bytes(b"user_id = '\xff\xfe'")
    with pytest.raises(BadArgument, match="UTF-8"):
        load_config(
            data_folder=None,
            language=None,
            environment={"HAKARU_CONFIG": str(tmp_path / "config.toml")},
        )


@pytest.mark.parametrize("named", ["absent.toml", "."])
def test_a_configuration_that_is_named_has_to_be_there(tmp_path: Path, named: str) -> None:
    environment = {"HAKARU_CONFIG": str(tmp_path / named)}
    with pytest.raises(BadArgument, match="HAKARU_CONFIG"):
        load_config(data_folder=None, language=None, environment=environment)


def test_on_the_command_line_a_bad_value_is_one_sentence(tmp_path: Path) -> None:
    for env in (config(tmp_path, "workers = 0"), {"HAKARU_CONFIG": str(tmp_path / "absent")}):
        result = invoke("status", data=tmp_path / "data", env=env)
        assert result.exit_code == EXIT_REQUEST
        assert result.stderr.startswith("hakaru: ")
        assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_the_language_of_the_file_is_spoken(data: Path, tmp_path: Path) -> None:
    result = invoke("status", data=data, language="ja", env=config(tmp_path, 'language = "en"\n'))
    assert "ラン" in result.stdout


def test_what_is_built_has_a_clock_in_utc_and_no_bar(tmp_path: Path) -> None:
    context = build(load_config(data_folder=tmp_path, language="en", environment={}))
    assert context.now().utcoffset() is not None
    assert context.data_folder == tmp_path
    assert isinstance(context.progress, NoProgress)
    context.store.close()


BAD_MODEL_LINES = (
    ('backend = "gpt"', "none, openai or anthropic"),
    ("backend = 3", "none, openai or anthropic"),
    ("url = 3", "an address such as"),
    ('url = "localhost:11434"', "an address such as"),
    ('url = "http://llm.example.org/v1"', "https: only this machine"),
    ("name = 3", "a name"),
    ('key_env = "sk-1234567890"', "the name of an environment variable"),
    ('key = "sk-1234567890"', "a setting; known are any_http, at_once, backend"),
    ("timeout_s = 0", "a number of seconds between 1 and 3600"),
    ("timeout_s = nan", "a number of seconds between 1 and 3600"),
    ('structured = "grammar"', "auto, schema or prompted"),
    ('any_http = "yes"', "true or false"),
    ("keep_prompts = 1", "true or false"),
    ("at_once = 0", "a whole number between 1 and 16"),
    ("at_once = 2.5", "a whole number between 1 and 16"),
    ('url = "https://me:sk-1234567890@api.example.org/v1"', "model.key_env"),
)


def test_no_model_is_asked_unless_one_is_set(tmp_path: Path) -> None:
    made = load_config(data_folder=tmp_path, language=None, environment={})
    assert made.settings.model == ModelSettings()
    assert build(made, environment={}).model is None


def test_a_model_of_ones_own_needs_no_key(tmp_path: Path) -> None:
    text = """
        [model]
        backend = "openai"
        url = "http://localhost:11434/v1"
        name = "qwen3:8b"
        timeout_s = 45
        structured = "prompted"
        at_once = 4
    """
    made = load_config(data_folder=None, language=None, environment=config(tmp_path, text))
    assert made.settings.model == ModelSettings(
        backend="openai",
        url="http://localhost:11434/v1",
        name="qwen3:8b",
        timeout_s=45,
        structured="prompted",
        at_once=4,
    )
    model = build(made, environment={"OPENAI_API_KEY": "sk-not-for-this-one"}).model
    assert model is not None
    about = model.describe()
    assert (about.name, about.key_env, about.leaves_machine) == ("qwen3:8b", None, False)


@pytest.mark.parametrize(
    ("backend", "url", "key_env"),
    [
        ("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY"),
    ],
)
def test_a_makers_model_needs_the_makers_key(
    tmp_path: Path, backend: str, url: str, key_env: str
) -> None:
    environment = config(tmp_path, f'[model]\nbackend = "{backend}"\nname = "big"\n')
    made = load_config(data_folder=None, language=None, environment=environment)
    model = build(made, environment={key_env: "sk-1234567890"}).model
    assert model is not None
    about = model.describe()
    assert (about.url, about.key_env, about.leaves_machine) == (url, key_env, True)
    assert "sk-1234567890" not in repr(made) + repr(model)


@pytest.mark.parametrize(("line", "expected"), BAD_MODEL_LINES)
def test_a_bad_setting_of_a_model_is_named_and_no_key_is_repeated(
    tmp_path: Path, line: str, expected: str
) -> None:
    environment = config(tmp_path, f"[model]\n{line}\n")
    with pytest.raises(BadArgument) as caught:
        load_config(data_folder=None, language=None, environment=environment)
    assert str(caught.value).startswith(f"model.{line.split(maxsplit=1)[0]} = ")
    assert expected in str(caught.value)
    assert "sk-1234567890" not in repr(caught.value)
    said = invoke("status", data=tmp_path, env=environment, language="ja")
    assert said.exit_code == EXIT_REQUEST
    assert "sk-1234567890" not in said.output


def test_a_model_is_a_table(tmp_path: Path) -> None:
    with pytest.raises(BadArgument, match="a table of its own"):
        load_config(
            data_folder=None, language=None, environment=config(tmp_path, 'model = "gpt"\n')
        )


def test_a_model_that_was_chosen_wins_over_the_file_and_takes_no_key_elsewhere(
    tmp_path: Path,
) -> None:
    path, data = tmp_path / "hakaru.toml", tmp_path / "data"
    path.write_text(
        '[model]\nbackend = "openai"\nname = "own"\nurl = "https://own.example/v1"\n'
        'key_env = "OWN_KEY"\nstructured = "schema"\n'
    )
    environment = {"HAKARU_CONFIG": str(path), "OWN_KEY": "k", "OPENAI_API_KEY": "o"}

    def described() -> Description:
        model = build(
            load_config(data_folder=data, language=None, environment=environment),
            environment=environment,
        ).model
        assert model is not None
        return model.describe()

    context = build(load_config(data_folder=data, language=None, environment=environment))
    for url, key_env in (
        ("https://own.example/v1", "OWN_KEY"),
        ("https://other.example/v1", None),
        (None, "OPENAI_API_KEY"),
    ):
        choice = ModelChoice(backend="openai", name="mine", url=url)
        write_model_choice(context, choice)
        description = described()
        assert (description.name, description.key_env) == ("mine", key_env)
        kept = preferred(context)
        assert kept.model is not None
        assert kept.model.describe().url == (url or "https://api.openai.com/v1")
        assert preferred(kept).settings == kept.settings
    write_model_choice(context, None)
    assert described().name == "own"
    assert preferred(context).settings == context.settings
    write_model_choice(context, ModelChoice(backend="none"))
    assert (
        build(load_config(data_folder=data, language="en", environment=environment)).model is None
    )


def test_a_choice_that_the_file_forbids_by_now_is_none() -> None:
    settings = ModelSettings(backend="openai", name="own", url="http://127.0.0.1:9/v1")
    far = ModelChoice(backend="openai", name="far", url="http://far.example/v1")
    assert with_choice(settings, far) == settings
    assert with_choice(replace(settings, any_http=True), far).name == "far"
    for odd in (None, 5, {}, {"backend": "x", "name": "n"}, {"backend": "openai", "name": 5}):
        assert read_choice(odd) is None


def test_the_file_lists_the_folders_that_a_model_may_read(tmp_path: Path) -> None:
    environment = config(tmp_path, '[mcp]\nfolders = ["~/garmin", "/srv/runs"]\n')
    made = load_config(data_folder=tmp_path, language=None, environment=environment)
    assert made.settings.mcp.folders == (Path.home() / "garmin", Path("/srv/runs"))
    assert Settings().mcp.folders == ()


@pytest.mark.parametrize(
    "text",
    [
        "mcp = 3", '[mcp]\nfolders = "~/garmin"', '[mcp]\nfolders = ["garmin"]',
        "[mcp]\nfolders = [3]", "[mcp]\nfolder = []",
    ],
)  # fmt: skip
def test_folders_that_are_none_are_one_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadArgument, match="mcp"):
        load_config(data_folder=tmp_path, language=None, environment=config(tmp_path, text))
