"""Series of a run: which stretches are runs, one forward-running clock, and columns with units.

Values are converted, never cleaned: a zero stays a zero. A column without one value is absent.

Nothing is re-timed: a record is kept with the time it has or left out. Records of the same second
complete each other, because some devices send one record per sensor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hakaru.core.i18n import in_context, message
from hakaru.core.names import named
from hakaru.core.units import FEET_PER_STRIDE, mm_to_cm, semicircles_to_deg
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Issue
from hakaru.running.plausibility import leaps_between
from hakaru.sources.fit.definitions import RELATIVE_BELOW_S, FitColumns, FitSession
from hakaru.sources.timeline import NATIVE_ALONE, Coverage, coverage_of
from hakaru.stats.series import longest_increasing

IndexArray = NDArray[np.int64]
_STRAY_MAX_RECORDS = 10
_STRAY_MAX_FRAC = 0.02
"""A few records a day or more away from all others are damage; more are a part of the run, whose
clock leapt (see `running.plausibility`)."""


@frozen
class Timeline:
    """`kept` indexes records whose times strictly increase. `twins` are the records that share
    their time with a kept one, `twin_of` the index of that one."""

    kept: IndexArray
    twins: IndexArray
    twin_of: IndexArray
    issues: tuple[Issue, ...]


def order_records(timestamp_s: FloatArray) -> Timeline:
    """The longest strictly increasing series of times, and an issue for whatever is not in it."""
    usable = np.flatnonzero(np.isfinite(timestamp_s))
    issues = []
    if usable.size < timestamp_s.size:
        n_missing = timestamp_s.size - usable.size
        issues.append(
            _issue("missing_timestamps", message("{n} records have no time", n=n_missing))
        )
    usable, n_early = _one_clock(timestamp_s, usable)
    if n_early:
        issues.append(
            _issue("mixed_clocks", message("{n} records from before the clock was set", n=n_early))
        )
    ordered = usable[longest_increasing(timestamp_s[usable])]
    ordered, n_far = _without_strays(timestamp_s, ordered)
    if n_far:
        issues.append(
            _issue("timestamp_jump", message("{n} records lie more than a day away", n=n_far))
        )
    twins, twin_of = _twins(timestamp_s, usable, ordered)
    if twins.size:
        issues.append(
            _issue("duplicate_timestamps", message("{n} records repeat a time", n=twins.size))
        )
    n_backward = int(usable.size - ordered.size - twins.size - n_far)
    if n_backward > 0:
        issues.append(
            _issue(
                "backward_timestamps", message("{n} records run backwards in time", n=n_backward)
            )
        )
    return Timeline(kept=ordered, twins=twins, twin_of=twin_of, issues=tuple(issues))


def _issue(code: str, message: str) -> Issue:
    return Issue(code=code, message=message)


def _one_clock(timestamp_s: FloatArray, usable: IndexArray) -> tuple[IndexArray, int]:
    """Without the records stamped before the device knew the date, if later ones do."""
    absolute = timestamp_s[usable] >= RELATIVE_BELOW_S
    if absolute.all() or not absolute.any():
        return usable, 0
    return usable[absolute], int((~absolute).sum())


def _without_strays(timestamp_s: FloatArray, ordered: IndexArray) -> tuple[IndexArray, int]:
    """The records without the few that lie far away in time, and how many those are."""
    breaks = np.flatnonzero(leaps_between(np.diff(timestamp_s[ordered]))) + 1
    if not breaks.size:
        return ordered, 0
    blocks = np.split(ordered, breaks)
    largest = max(len(block) for block in blocks)
    few = max(1.0, min(_STRAY_MAX_RECORDS, _STRAY_MAX_FRAC * largest))
    near = np.concatenate([block for block in blocks if len(block) > few or len(block) == largest])
    return near, int(ordered.size - near.size)


def _twins(
    timestamp_s: FloatArray, usable: IndexArray, ordered: IndexArray
) -> tuple[IndexArray, IndexArray]:
    if usable.size == ordered.size or not ordered.size:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    others = np.setdiff1d(usable, ordered)
    slots = np.searchsorted(timestamp_s[ordered], timestamp_s[others]).clip(max=ordered.size - 1)
    same = timestamp_s[ordered[slots]] == timestamp_s[others]
    return others[same], ordered[slots[same]]


_RUNNING = "running"
_TREADMILL = ("fitness_equipment", "treadmill")


@frozen
class Leg:
    """One leg of an activity: [start_s, end_s) in FIT seconds. `session` is None in a file that
    broke off before its summary; `sport` None where nothing in the file names one."""

    sport: str | None
    sub_sport: str | None
    start_s: float
    end_s: float
    session: FitSession | None

    @property
    def is_running(self) -> bool:
        """Running in any form (trail, track, treadmill, virtual), or a sport nobody named."""
        return self.sport in (_RUNNING, None) or (self.sport, self.sub_sport) == _TREADMILL

    @property
    def words(self) -> str:
        """The sport in words, e.g. 'training (yoga)'."""
        sport = named((self.sport or "unknown sport").replace("_", " "))
        if not self.sub_sport or self.sub_sport in ("generic", self.sport):
            return sport
        kind = named(self.sub_sport.replace("_", " "))
        return message(in_context("name", "{sport} ({kind})"), sport=sport, kind=kind)

    def holds(self, time_s: FloatArray) -> NDArray[np.bool_]:
        """Which of these times belong to the leg."""
        return (time_s >= self.start_s) & (time_s < self.end_s)


def legs_of(columns: FitColumns) -> tuple[Leg, ...]:
    """The legs of the file in order of time.

    A single session takes all records; several are bounded by the start of the next one, whether
    the file has its summaries first or last. Without sessions (a file cut short) the sport
    messages between the records are the bounds.
    """
    sessions = sorted(
        (session for session in columns.sessions if session.start_s is not None), key=_start_s
    )
    if columns.partial and len(columns.sports) > len(columns.sessions):
        return _legs_without_sessions(columns)
    if len(columns.sessions) == 1:
        return (_leg_of(columns.sessions[0], -np.inf, np.inf),)
    if sessions:
        starts_s = [-np.inf, *(_start_s(session) for session in sessions[1:]), np.inf]
        return tuple(
            _leg_of(session, start_s, end_s)
            for session, start_s, end_s in zip(sessions, starts_s[:-1], starts_s[1:], strict=True)
        )
    return _legs_without_sessions(columns)


def _start_s(session: FitSession) -> float:
    return 0.0 if session.start_s is None else session.start_s


def _leg_of(session: FitSession, start_s: float, end_s: float) -> Leg:
    return Leg(
        sport=session.sport,
        sub_sport=session.sub_sport,
        start_s=start_s,
        end_s=end_s,
        session=session,
    )


def _legs_without_sessions(columns: FitColumns) -> tuple[Leg, ...]:
    if not columns.sports:
        sports = {lap.sport for lap in columns.laps if lap.sport is not None}
        sport = sports.pop() if len(sports) == 1 else None
        whole = Leg(sport=sport, sub_sport=None, start_s=-np.inf, end_s=np.inf, session=None)
        return (whole,)
    n_records = columns.timestamp_s.size
    bounds_s = [
        columns.timestamp_s[sport.n_records_before]
        if sport.n_records_before < n_records
        else np.inf
        for sport in columns.sports[1:]
    ]
    starts_s, ends_s = [-np.inf, *bounds_s], [*bounds_s, np.inf]
    return tuple(
        Leg(
            sport=sport.sport,
            sub_sport=sport.sub_sport,
            start_s=start_s,
            end_s=end_s,
            session=None,
        )
        for sport, start_s, end_s in zip(columns.sports, starts_s, ends_s, strict=True)
    )


Read = Callable[[str], FloatArray | None]
_CM_PER_MM = mm_to_cm(1.0)
_DEG_PER_SEMICIRCLE = semicircles_to_deg(1.0)

_PLAIN: tuple[tuple[str, tuple[str, ...], float], ...] = (
    ("distance_m", ("distance",), 1.0),
    ("speed_mps", ("enhanced_speed", "speed"), 1.0),
    ("heart_rate_bpm", ("heart_rate",), 1.0),
    ("power_w", ("power",), 1.0),
    ("gct_ms", ("stance_time",), 1.0),
    ("vo_cm", ("vertical_oscillation",), _CM_PER_MM),
    ("vr_pct", ("vertical_ratio",), 1.0),
    ("gct_balance_left_pct", ("stance_time_balance",), 1.0),
    ("step_length_cm", ("step_length",), _CM_PER_MM),
    ("elevation_m", ("enhanced_altitude", "altitude"), 1.0),
    ("latitude_deg", ("position_lat",), _DEG_PER_SEMICIRCLE),
    ("longitude_deg", ("position_long",), _DEG_PER_SEMICIRCLE),
    ("temperature_c", ("temperature",), 1.0),
)
"""Series column, the FIT fields it comes from (best first), factor to our unit."""

_POD_LABELS = {
    "ground time": "stryd_gct_ms",
    "vertical oscillation": "stryd_vo_cm",
    "power": "stryd_power_w",
    "form power": "stryd_form_power_w",
    "leg spring stiffness": "stryd_leg_stiffness_kn_per_m",
}
_POD_SIGNS = {"ground time", "form power", "leg spring stiffness"}
"""Labels that only a Stryd app writes; 'Power' alone may be anybody's."""

_POD_STANDS_IN = (
    ("stryd_gct_ms", "gct_ms"),
    ("stryd_vo_cm", "vo_cm"),
)


def series_of(
    columns: FitColumns, timeline: Timeline, *, chosen: IndexArray
) -> dict[str, FloatArray]:
    """Series columns over the records `chosen` (a part of `timeline.kept`), without `elapsed_s`.

    A pod's contact time and oscillation become `gct_ms` and `vo_cm` where the pod leads
    (`pod_leads`), and what another sensor measured of the same is left out: two sensors are two
    scales. Elsewhere they stay beside the native ones as `stryd_*`. A pod's power is always
    `stryd_power_w` and also `power_w` where nothing else measured power.
    """
    series = _native_series(columns, timeline, chosen)
    pod = _pod_series(columns, timeline, chosen)
    if pod_leads(columns):
        series = {name: each for name, each in series.items() if name not in NATIVE_ALONE}
        pod |= {ours: pod.pop(theirs) for theirs, ours in _POD_STANDS_IN if theirs in pod}
    if "power_w" not in series and "stryd_power_w" in pod:
        pod["power_w"] = pod["stryd_power_w"]
    return series | pod


def has_native_dynamics(columns: FitColumns) -> bool:
    """Whether any record carries a native contact time or oscillation above zero."""
    return any(
        name in columns.native and bool((columns.native[name] > 0).any())
        for name in ("stance_time", "vertical_oscillation")
    )


def pod_leads(columns: FitColumns) -> bool:
    """Whether form is the pod's: nothing else measured it, or in a good deal less of the run."""
    alone = bool(_pod_indices(columns)) and not has_native_dynamics(columns)
    return alone or dynamics_coverage(columns).pod_leads


def dynamics_coverage(columns: FitColumns) -> Coverage:
    """In how many records the native sensor and a pod measured running."""
    native = {
        ours: columns.native[theirs]
        for ours, (theirs, *_), _ in _PLAIN
        if theirs in ("stance_time", "vertical_oscillation") and theirs in columns.native
    }
    names = dict(_POD_STANDS_IN)
    pods = _pod_indices(columns)
    pod = {
        names[stored]: column.value
        for (index, _), column in columns.developer.items()
        if index in pods and (stored := _POD_LABELS.get(column.label.casefold(), "")) in names
    }
    return coverage_of(native, pod)


def _native_series(
    columns: FitColumns, timeline: Timeline, chosen: IndexArray
) -> dict[str, FloatArray]:
    def read(name: str) -> FloatArray | None:
        return _taken(columns.native.get(name), timeline, chosen)

    series = {ours: _first_known(theirs, read, factor) for ours, theirs, factor in _PLAIN}
    series["cadence_spm"] = _cadence_spm(read)
    return {name: values for name, values in series.items() if values is not None}


def _first_known(names: tuple[str, ...], read: Read, factor: float) -> FloatArray | None:
    """The best field, gaps filled from the next best; None where none has a value."""
    merged: FloatArray | None = None
    for name in names:
        values = read(name)
        if values is not None:
            merged = values if merged is None else np.where(np.isnan(merged), values, merged)
    return None if merged is None else merged * factor


def _cadence_spm(read: Read) -> FloatArray | None:
    """Steps of both feet per minute: FIT counts strides, their fraction in a field of its own."""
    strides, fraction = read("cadence"), read("fractional_cadence")
    if strides is None:
        strides, fraction = read("cadence256"), None
    if strides is None:
        return None
    if fraction is not None:
        strides = strides + np.where(np.isnan(fraction), 0.0, fraction)
    return strides * FEET_PER_STRIDE


def _pod_indices(columns: FitColumns) -> set[int]:
    """developer_data_index of every app that writes what only a Stryd pod measures."""
    return {
        index
        for (index, _), column in columns.developer.items()
        if column.label.casefold() in _POD_SIGNS
    }


def _pod_series(
    columns: FitColumns, timeline: Timeline, chosen: IndexArray
) -> dict[str, FloatArray]:
    pods = _pod_indices(columns)
    series = {}
    for (index, _), column in sorted(columns.developer.items()):
        name = _POD_LABELS.get(column.label.casefold())
        values = _taken(column.value, timeline, chosen)
        if index not in pods or name is None or name in series or values is None:
            continue
        is_mm = name == "stryd_vo_cm" and column.units.casefold() in ("mm", "millimeters")
        series[name] = values * _CM_PER_MM if is_mm else values
    return series


def _taken(values: FloatArray | None, timeline: Timeline, chosen: IndexArray) -> FloatArray | None:
    """The column over the chosen records, gaps filled from records of the same second; None where
    it has no value at all."""
    if values is None:
        return None
    if timeline.twins.size:
        values = values.copy()
        gaps = np.isnan(values[timeline.twin_of])
        values[timeline.twin_of[gaps]] = values[timeline.twins[gaps]]
    taken: FloatArray = values[chosen]
    return taken if bool(np.isfinite(taken).any()) else None
