"""What has the user chosen about the watching of attention, and what may be chosen?"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta

from hakaru.focus.notify import NotifySettings


@dataclass(frozen=True, kw_only=True)
class FocusSettings:
    """Everything that can be set while the engine runs. `quiet_*` as "22:30"; None: no quiet hours.

    `model_enabled`: whether the model that is configured may be asked about open states.
    """

    camera_enabled: bool = True
    camera_index: int = 0
    model_enabled: bool = True
    notify_enabled: bool = True
    drowsy_cooldown_min: int = 15
    distracted_cooldown_min: int = 20
    over_focus_cooldown_min: int = 30
    over_focus_after_min: int = 90
    quiet_from: str | None = None
    quiet_until: str | None = None
    most_per_day: int = 8
    keep_days: int = 400

    @property
    def notify(self) -> NotifySettings:
        """What concerns notifications."""
        return NotifySettings(
            enabled=self.notify_enabled,
            drowsy_cooldown=timedelta(minutes=self.drowsy_cooldown_min),
            distracted_cooldown=timedelta(minutes=self.distracted_cooldown_min),
            over_focus_cooldown=timedelta(minutes=self.over_focus_cooldown_min),
            over_focus_after=timedelta(minutes=self.over_focus_after_min),
            quiet_from=_clock(self.quiet_from),
            quiet_until=_clock(self.quiet_until),
            most_per_day=self.most_per_day,
        )


@dataclass(frozen=True, kw_only=True)
class WrongSetting:
    """A setting that was not taken, its value, and what it takes."""

    name: str
    value: object
    expected: str


_WHOLE: Mapping[str, tuple[int, int]] = {
    "camera_index": (0, 63),
    "drowsy_cooldown_min": (1, 1440),
    "distracted_cooldown_min": (1, 1440),
    "over_focus_cooldown_min": (1, 1440),
    "over_focus_after_min": (5, 1440),
    "most_per_day": (0, 1000),
    "keep_days": (1, 36_500),
}
_CLOCKS = ("quiet_from", "quiet_until")
_NAMES = tuple(field.name for field in dataclasses.fields(FocusSettings))


def changed(
    settings: FocusSettings, values: Mapping[str, object]
) -> FocusSettings | tuple[WrongSetting, ...]:
    """The settings with some changed; or, where any value is wrong, all that are."""
    wrong = tuple(
        WrongSetting(name=name, value=value, expected=expected)
        for name, value in values.items()
        if (expected := _expected(name, value)) is not None
    )
    return wrong or dataclasses.replace(settings, **values)  # type: ignore[arg-type]


def readable(values: Mapping[str, object]) -> FocusSettings:
    """Settings as they were stored; one that is not understood is as it was in the beginning, and
    changes no other: a camera that was switched off stays so."""
    good = {name: value for name, value in values.items() if _expected(name, value) is None}
    return dataclasses.replace(FocusSettings(), **good)  # type: ignore[arg-type]


def _expected(name: str, value: object) -> str | None:
    """What a setting takes; None: it takes this value."""
    if name not in _NAMES:
        return f"a setting; known are {', '.join(_NAMES)}"
    if name in _WHOLE:
        low, high = _WHOLE[name]
        whole = isinstance(value, int) and not isinstance(value, bool)
        return (
            None
            if whole and isinstance(value, int) and low <= value <= high
            else (f"a whole number between {low} and {high}")
        )
    if name in _CLOCKS:
        good = value is None or (isinstance(value, str) and _clock(value) is not None)
        return None if good else "a time of the day as 22:30, or null"
    return None if isinstance(value, bool) else "true or false"


def _clock(written: str | None) -> time | None:
    try:
        return None if written is None else time.fromisoformat(written).replace(tzinfo=None)
    except ValueError:
        return None
