"""What was run on, as far as a recording names it."""

from __future__ import annotations

from typing import Final, Literal

Surface = Literal["road", "trail", "track", "treadmill"]

TRAIL_SPORTS: Final = frozenset({"trail", "trail_running", "ultra", "obstacle"})
_TRACK_SPORTS: Final = frozenset({"track", "indoor_track"})
_BELT_SPORTS: Final = frozenset({"treadmill", "indoor_running", "virtual_activity"})


def surface_of(sub_sport: str | None) -> Surface:
    """The surface that a recording's sub-sport names; all that names no trail, track or belt is
    taken for a road, which watches do not name."""
    if sub_sport in TRAIL_SPORTS:
        return "trail"
    if sub_sport in _TRACK_SPORTS:
        return "track"
    return "treadmill" if sub_sport in _BELT_SPORTS else "road"
