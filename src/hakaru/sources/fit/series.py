"""Which series columns does a run have, and in which unit? FIT columns to `SeriesColumn`s.

Values are converted, never cleaned: a zero stays a zero. A column without one value is absent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hakaru.core.units import FEET_PER_STRIDE, mm_to_cm, semicircles_to_deg
from hakaru.running.activity import FloatArray
from hakaru.sources.fit.columns import FitColumns
from hakaru.sources.fit.timeline import IndexArray, Timeline
from hakaru.sources.pods import NATIVE_ALONE, Coverage, coverage_of

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
    alone = has_pod(columns) and not has_native_dynamics(columns)
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


def has_pod(columns: FitColumns) -> bool:
    """Whether developer fields of a Stryd pod are there."""
    return bool(_pod_indices(columns))


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
