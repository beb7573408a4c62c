"""Composition root: configuration in, context out; the only place that chooses implementations.

Settings come, later wins, from `config.toml` in the configuration folder (or HAKARU_CONFIG), what
was chosen on the dashboard, the environment (HAKARU_DATA, HAKARU_LANG), and the command line. The
key of a language model is in the environment only, under the name that `model.key_env` gives.
"""

from __future__ import annotations

import dataclasses
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast, get_args

import platformdirs

from hakaru.catalog.operation import load
from hakaru.core.errors import BadArgument
from hakaru.core.i18n import LANGUAGES, Message, message
from hakaru.flows.context import (
    Context,
    McpSettings,
    ModelSettings,
    NoProgress,
    Progress,
    Settings,
)
from hakaru.flows.preferences import preferred, read_preferences, with_preferences
from hakaru.records import frozen
from hakaru.running.session.model import SessionSettings
from hakaru.sources.models.model import (
    HIDDEN,
    Backend,
    Endpoint,
    Model,
    Remote,
    Secret,
    Structured,
    own_key_env,
    own_url,
    redacted_url,
    url_fault,
)
from hakaru.store.database import Store
from hakaru.store.private import narrow_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Checks: TypeAlias = Mapping[str, tuple[Callable[[object], bool], Message]]


@frozen
class Config:
    """Where the data lives and what the user has set. `named`: somebody said where."""

    data_folder: Path
    settings: Settings
    named: bool = True


def load_config(
    *,
    data_folder: Path | None,
    language: str | None,
    environment: Mapping[str, str] = os.environ,
    untouched: bool = False,
    for_reader: bool = False,
) -> Config:
    """Read file, what was chosen in the data folder, environment and command line, in this order.

    A data folder that others can read is narrowed. `untouched`: leave it as it is, and go on where
    it cannot be read. `for_reader`: answers go to a person, in the lengths that were chosen.

    Raises:
        BadArgument: an unknown key or a value outside what a setting takes.
    """
    written = _read_file(environment)
    folder = data_folder or environment.get("HAKARU_DATA") or written.pop("data_folder", None)
    written.pop("data_folder", None)
    path = Path(str(folder or platformdirs.user_data_dir("hakaru")))
    if str(path).startswith("~"):
        path = import_module("hakaru.sources.files").at_home(path)  # few are told so
    if "?" in str(path.absolute()):
        raise BadArgument(
            "data_folder", str(path), message("a folder without a question mark in its path")
        )
    if not untouched:
        narrow_folder(path)
    chosen = read_preferences(path, untouched=untouched)
    settings = with_preferences(_settings(written), chosen)
    if for_reader:
        settings = dataclasses.replace(settings, lengths=chosen.lengths or "km")
    chosen_language = language or environment.get("HAKARU_LANG")
    if chosen_language:
        asked = _settings({**written, "language": chosen_language})
        settings = dataclasses.replace(settings, language=asked.language)
    return Config(data_folder=path, settings=settings, named=bool(folder))


def build(
    config: Config,
    *,
    progress: Progress | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Context:
    """The context of a real run: real store, real clock, and the model that is configured.

    What it reads is refreshed first where it is older than its inputs.
    """
    context = Context(
        store=Store(config.data_folder),
        settings=config.settings,
        data_folder=config.data_folder,
        now=lambda: datetime.now(UTC),
        progress=progress or NoProgress(),
        model=_model(config.settings.model, environment),
        model_of=lambda settings: _model(settings, environment),
    )
    context.store.refresh_before_reading(_Freshness(context))
    return context


@frozen(kw_only=False)
class _Freshness:
    """Asked by the store before it shows results; by the choices that hold at that moment."""

    context: Context

    def is_stale(self, con: DuckDBPyConnection) -> bool:
        """Whether anything is older than its inputs."""
        settings = preferred(self.context).settings
        return bool(load("hakaru.flows.freshness:is_stale")(con, settings))

    def refresh(self) -> bool:
        """Bring it up to date."""
        return bool(load("hakaru.flows.fresh:refresh")(preferred(self.context)))


def _read_file(environment: Mapping[str, str]) -> dict[str, object]:
    named = environment.get("HAKARU_CONFIG")
    path = Path(named) if named else Path(platformdirs.user_config_dir("hakaru")) / "config.toml"
    try:
        if not path.is_file():
            if named:
                raise BadArgument("HAKARU_CONFIG", named, message("a file that exists"))
            return {}
        return dict(tomllib.loads(path.read_text(encoding="utf-8")))
    except (ValueError, RecursionError) as exc:  # no TOML, no UTF-8, too deep, too many digits
        raise BadArgument(str(path), str(exc), message("valid TOML in UTF-8")) from exc
    except OSError as exc:
        raise BadArgument(str(path), exc.strerror, message("a file that can be read")) from exc


def _model(settings: ModelSettings, environment: Mapping[str, str]) -> Model | None:
    """The model to ask. One that cannot be asked for want of a key says so when it is asked."""
    if settings.backend == "none":
        return None
    url = settings.url or own_url(settings.backend)
    key_env = settings.key_env or own_key_env(settings.backend, url)
    key = environment.get(key_env, "") if key_env else ""
    return Remote(
        Endpoint(
            backend=settings.backend,
            url=url,
            name=settings.name,
            key_env=key_env,
            key=Secret(key) if key else None,
            timeout_s=settings.timeout_s,
            structured=settings.structured,
        )
    )


def _settings(given: Mapping[str, object]) -> Settings:
    written = {name: value for name, value in given.items() if name not in RETIRED_SETTINGS}
    _refuse_unknown(written, Settings, but=("configured_model",))
    for name, (holds, expected) in CHECKS.items():
        if name in written and not holds(written[name]):
            raise BadArgument(name, written[name], expected)
    model, mcp = written.get("model", {}), written.get("mcp", {})
    sessions = written.get("sessions", {})
    if not isinstance(model, dict):
        raise BadArgument("model", HIDDEN, message("a table of its own, [model]"))
    if not isinstance(mcp, dict):
        raise BadArgument("mcp", mcp, message("a table of its own, [mcp]"))
    if not isinstance(sessions, dict):
        raise BadArgument("sessions", sessions, message("a table of its own, [sessions]"))
    made = {
        **written,
        "model": _model_settings(model),
        "mcp": _mcp_settings(mcp),
        "sessions": _session_settings(sessions),
    }
    return Settings(**made)  # type: ignore[arg-type]


def _mcp_settings(written: Mapping[str, object]) -> McpSettings:
    _refuse_unknown(written, McpSettings, of="mcp.")
    for name, (holds, expected) in MCP_CHECKS.items():
        if name in written and not holds(written[name]):
            raise BadArgument(f"mcp.{name}", written[name], expected)
    listed = cast("list[str]", written.get("folders", []))
    return McpSettings(folders=tuple(Path(folder).expanduser() for folder in listed))


def _session_settings(written: Mapping[str, object]) -> SessionSettings:
    _refuse_unknown(written, SessionSettings, of="sessions.")
    for name, (holds, expected) in SESSION_CHECKS.items():
        if name in written and not holds(written[name]):
            raise BadArgument(f"sessions.{name}", written[name], expected)
    made = {
        name: tuple(map(float, setting)) if isinstance(setting, list) else setting
        for name, setting in written.items()
    }
    return SessionSettings(**made)  # type: ignore[arg-type]  # checked above


def _model_settings(written: Mapping[str, object]) -> ModelSettings:
    _refuse_unknown(written, ModelSettings, of="model.")
    for name, (holds, expected) in MODEL_CHECKS.items():
        if name in written and not holds(written[name]):
            value = HIDDEN if name == "key_env" else written[name]
            raise BadArgument(f"model.{name}", value, expected)
    url = written.get("url")
    if isinstance(url, str):
        fault = url_fault(url, any_http=bool(written.get("any_http")))
        if fault is not None:
            raise BadArgument("model.url", redacted_url(url), fault)
    return ModelSettings(**written)  # type: ignore[arg-type]  # checked above


def _refuse_unknown(
    written: Mapping[str, object],
    kind: type[Settings | ModelSettings | McpSettings | SessionSettings],
    *,
    of: str = "",
    but: tuple[str, ...] = (),
) -> None:
    field_names = {field.name for field in dataclasses.fields(kind)} - set(but)
    for name in written:
        if name not in field_names:
            value = HIDDEN if of else written[name]  # a key, perhaps
            raise BadArgument(
                f"{of}{name}",
                value,
                message("a setting; known are {names}", names=", ".join(sorted(field_names))),
            )


def _is_number(value: object, low: float, high: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return low <= value <= high


def _is_folder(value: object) -> bool:
    """Whether a text names a folder in full: from the root, or from somebody's home."""
    try:
        return isinstance(value, str) and Path(value).expanduser().is_absolute()
    except RuntimeError:
        return False


_N_BOUNDS = 5


def _are_bounds(value: object) -> bool:
    """Whether these are the shares at which five zones begin, each higher than the one before."""
    if not isinstance(value, list) or len(value) != _N_BOUNDS:
        return False
    if not all(_is_number(bound, 0.01, 3.0) for bound in value):
        return False
    return all(low < high for low, high in pairwise(value))


RETIRED_SETTINGS = frozenset({"rubric"})
"""Settings of earlier versions: a configuration that still holds one goes on working."""

CHECKS: Checks = {
    "user_id": (
        lambda setting: isinstance(setting, str) and bool(setting.strip()),
        message("a name"),
    ),
    "language": (
        lambda setting: setting in LANGUAGES,
        message("one of {codes}", codes=", ".join(LANGUAGES)),
    ),
    "half_life_days": (
        lambda setting: _is_number(setting, 1, 100_000),
        message("a number of days between {low} and {high}", low=1, high=100000),
    ),
    "cadence_minimum_spm": (
        lambda setting: _is_number(setting, 100, 260),
        message("a number of steps per minute between {low} and {high}", low=100, high=260),
    ),
    "workers": (
        lambda setting: isinstance(setting, int) and _is_number(setting, 1, 256),
        message("a whole number between {low} and {high}", low=1, high=256),
    ),
}
"""What each setting takes: a test, and the words for it."""

MODEL_CHECKS: Checks = {
    "backend": (lambda setting: setting in get_args(Backend), message("none, openai or anthropic")),
    "url": (
        lambda setting: isinstance(setting, str),
        message("an address such as http://localhost:11434/v1"),
    ),
    "name": (lambda setting: isinstance(setting, str), message("a name")),
    "key_env": (
        lambda setting: (
            isinstance(setting, str) and re.fullmatch(r"[A-Z][A-Z0-9_]*", setting) is not None
        ),
        message("the name of an environment variable; the key itself is in no file"),
    ),
    "timeout_s": (
        lambda setting: _is_number(setting, 1, 3600),
        message("a number of seconds between {low} and {high}", low=1, high=3600),
    ),
    "structured": (
        lambda setting: setting in get_args(Structured),
        message("auto, schema or prompted"),
    ),
    "any_http": (lambda setting: isinstance(setting, bool), message("true or false")),
    "keep_prompts": (lambda setting: isinstance(setting, bool), message("true or false")),
    "at_once": (
        lambda setting: isinstance(setting, int) and _is_number(setting, 1, 16),
        message("a whole number between {low} and {high}", low=1, high=16),
    ),
}
SESSION_CHECKS: Checks = {
    "heart_rate_zones_frac": (
        _are_bounds,
        message("five rising shares of threshold heart rate, such as [0.65, 0.8, 0.89, 0.95, 1.0]"),
    ),
    "power_zones_frac": (
        _are_bounds,
        message("five rising shares of critical power, such as [0.55, 0.76, 0.91, 1.06, 1.21]"),
    ),
    **{
        name: (
            lambda setting: _is_number(setting, 1, 100),
            message("a percentage between {low} and {high}", low=1, high=100),
        )
        for name in ("easy_share_pct", "tempo_share_pct", "work_share_pct")
    },
}
MCP_CHECKS: Checks = {
    "folders": (
        lambda setting: isinstance(setting, list) and all(map(_is_folder, setting)),
        message('a list of folders in full, such as ["~/garmin"]'),
    ),
}
