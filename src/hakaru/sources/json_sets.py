"""Which JSON files of a folder belong to one Garmin Connect activity?

Two layouts are in use: the number in every name (`activity_1.json`, `activitylaps_1.json`), and a
folder per activity with fixed names (`activity.json`, `splits.json`, `weather.json`...).
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_NUMBERED = re.compile(r"activity[a-z_]*?_?(\d{6,})[a-z_]*\.json", re.IGNORECASE)
_CORE_NAMES = frozenset({"activity.json", "splits.json", "activity_details.json"})
_SIDE_NAMES = frozenset(
    {
        "details.json",
        "gear.json",
        "hr_zones.json",
        "lactate_threshold.json",
        "laps.json",
        "split_summaries.json",
        "typed_splits.json",
        "vo2_max.json",
        "weather.json",
    }
)


def set_key(name: str, *, garmin_names: frozenset[str]) -> str | None:
    """What the files of one activity share within their folder; None: a file that stands alone.

    `name` is the bare file name, `garmin_names` are those beside it (itself included) whose content
    is Garmin's: fixed names are too common to be believed without one of these.
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered is not None:
        return numbered[1]
    belongs = name.lower() in _CORE_NAMES | _SIDE_NAMES and bool(_CORE_NAMES & garmin_names)
    return "" if belongs else None


def main_first(names: list[str]) -> list[str]:
    """The names of one set, the activity itself in front: it lends the set its path."""
    return sorted(names, key=lambda name: (not _is_main(name), name))


def _is_main(name: str) -> bool:
    bare = PurePosixPath(name).name.lower()
    return bare == "activity.json" or bool(re.fullmatch(r"activity_?\d+\.json", bare))
