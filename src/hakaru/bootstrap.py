"""Which implementations run? Configuration in, context out; the only place that chooses.

Settings come, later wins, from `config.toml` in the configuration folder (or HAKARU_CONFIG),
the environment (HAKARU_DATA, HAKARU_LANG), and the command line.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Mapping
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
    except tomllib.TOMLDecodeError as exc:
        raise BadArgument(str(path), str(exc), "valid TOML") from exc


def _settings(written: Mapping[str, object]) -> Settings:
    known = {field.name for field in dataclasses.fields(Settings)}
    for name in written:
        if name not in known:
            raise BadArgument(
                name, written[name], f"a setting; known are {', '.join(sorted(known))}"
            )
    settings = Settings(**written)  # type: ignore[arg-type]  # checked field by field below
    if settings.language not in ("ja", "en"):
        raise BadArgument("language", settings.language, "ja or en")
    if settings.rubric not in ("personal", "symmetric"):
        raise BadArgument("rubric", settings.rubric, "personal or symmetric")
    if not isinstance(settings.half_life_days, int | float) or not settings.half_life_days > 0:
        raise BadArgument("half_life_days", settings.half_life_days, "a number of days > 0")
    if not isinstance(settings.workers, int) or settings.workers < 1:
        raise BadArgument("workers", settings.workers, "a whole number >= 1")
    return settings
