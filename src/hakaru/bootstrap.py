"""Which implementations run? Configuration in, context out; the only place that chooses.

Settings come, later wins, from `config.toml` in the configuration folder (or HAKARU_CONFIG),
the environment (HAKARU_DATA, HAKARU_LANG), and the command line.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from hakaru.errors import BadArgument
from hakaru.flows.context import Context, NoProgress, Progress, Settings
from hakaru.store.database import Store


@dataclass(frozen=True, kw_only=True)
class Config:
    """Where the data lives and what the user has set."""

    data_folder: Path
    settings: Settings


def load_config(
    *, data_folder: Path | None, language: str | None, environment: Mapping[str, str] = os.environ
) -> Config:
    """Read file, environment and command line, in this order.

    Raises:
        BadArgument: an unknown key or a value outside what a setting takes.
    """
    written = _read_file(environment)
    folder = data_folder or environment.get("HAKARU_DATA") or written.pop("data_folder", None)
    written.pop("data_folder", None)
    chosen_language = language or environment.get("HAKARU_LANG")
    if chosen_language:
        written["language"] = chosen_language
    return Config(
        data_folder=Path(str(folder or platformdirs.user_data_dir("hakaru"))).expanduser(),
        settings=_settings(written),
    )


def build(config: Config, *, progress: Progress | None = None) -> Context:
    """The context of a real run: real store, real clock."""
    return Context(
        store=Store(config.data_folder),
        settings=config.settings,
        data_folder=config.data_folder,
        now=lambda: datetime.now(UTC),
        progress=progress or NoProgress(),
    )


def _read_file(environment: Mapping[str, str]) -> dict[str, object]:
    named = environment.get("HAKARU_CONFIG")
    path = Path(named) if named else Path(platformdirs.user_config_dir("hakaru")) / "config.toml"
    if not path.is_file():
        if named:
            raise BadArgument("HAKARU_CONFIG", named, "a file that exists")
        return {}
    try:
        return dict(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise BadArgument(str(path), str(exc), "valid TOML in UTF-8") from exc
    except OSError as exc:
        raise BadArgument(str(path), exc.strerror, "a file that can be read") from exc


def _settings(written: Mapping[str, object]) -> Settings:
    known = {field.name for field in dataclasses.fields(Settings)}
    for name in written:
        if name not in known:
            raise BadArgument(
                name, written[name], f"a setting; known are {', '.join(sorted(known))}"
            )
    for name, (holds, expected) in _CHECKS.items():
        if name in written and not holds(written[name]):
            raise BadArgument(name, written[name], expected)
    return Settings(**written)  # type: ignore[arg-type]  # checked above


def _is_number(value: object, low: float, high: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return low <= value <= high


_CHECKS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "user_id": (lambda one: isinstance(one, str) and bool(one.strip()), "a name"),
    "language": (lambda one: one in ("ja", "en"), "ja or en"),
    "rubric": (lambda one: one in ("personal", "symmetric"), "personal or symmetric"),
    "half_life_days": (
        lambda one: _is_number(one, 1, 100_000),
        "a number of days between 1 and 100000",
    ),
    "cadence_minimum_spm": (
        lambda one: _is_number(one, 100, 260),
        "a number of steps per minute between 100 and 260",
    ),
    "workers": (
        lambda one: isinstance(one, int) and _is_number(one, 1, 256),
        "a whole number between 1 and 256",
    ),
}
