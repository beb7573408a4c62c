"""What has the user chosen on the settings page, and how does it reach every program?

The choices lie in the data folder, so that the command line and models judge by the same ones. A
choice made nowhere is that of the configuration.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal, get_args

from hakaru.errors import BadArgument
from hakaru.flows.context import Context, Settings
from hakaru.running.verdict import Rubric
from hakaru.running.wording import Lang
from hakaru.store.state import State

Lengths = Literal["km", "km_and_mi"]
KEY = "preferences"


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """What was chosen; None: not chosen. `show_track`: a run's page may draw where it went.
    `lengths`: pages say lengths and paces in miles as well."""

    language: Lang | None = None
    rubric: Rubric | None = None
    show_track: bool | None = None
    lengths: Lengths | None = None


def read_preferences(folder: Path, *, untouched: bool = False) -> Preferences:
    """The choices in a data folder; what is no choice of ours was not made.

    `untouched`: leave the folder as it is, and take one that cannot be read for one without any.
    """
    state = State(folder)
    if not state.path.is_file():
        return Preferences()
    try:
        found = json.loads((state.peek(KEY) if untouched else state.setting(KEY)) or "{}")
    except ValueError:
        return Preferences()
    return _checked(found) if isinstance(found, dict) else Preferences()


def write_preferences(context: Context, changed: Mapping[str, object]) -> Preferences:
    """Keep some choices beside those that were made before.

    Raises:
        BadArgument: there is no such choice, or it has no such value.
    """
    known = {field.name for field in fields(Preferences)}
    for name, value in changed.items():
        if name not in known or getattr(_checked({name: value}), name) is None:
            raise BadArgument(name, value, "a setting with one of its values")
    made = replace(read_preferences(context.data_folder), **changed)  # type: ignore[arg-type]
    chosen = {name: getattr(made, name) for name in known if getattr(made, name) is not None}
    State(context.data_folder).write_setting(KEY, json.dumps(chosen))
    return made


def preferred(context: Context) -> Context:
    """The context as the user wants it."""
    return replace(
        context, settings=with_preferences(context.settings, read_preferences(context.data_folder))
    )


def with_preferences(settings: Settings, chosen: Preferences) -> Settings:
    """Settings with the choices in them."""
    return replace(
        settings,
        language=chosen.language or settings.language,
        rubric=chosen.rubric or settings.rubric,
    )


def _checked(found: Mapping[str, object]) -> Preferences:
    language, rubric, track = (found.get(name) for name in ("language", "rubric", "show_track"))
    return Preferences(
        language=next((one for one in get_args(Lang) if one == language), None),
        rubric=next((one for one in get_args(Rubric) if one == rubric), None),
        show_track=track if isinstance(track, bool) else None,
        lengths=next((one for one in get_args(Lengths) if one == found.get("lengths")), None),
    )
