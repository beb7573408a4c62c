"""Which samples does an activity-details document hold?

Its `unit.factor` must not be applied: the values are in SI already, whatever it says (research
data.md §3, trap 3). Fields of Connect IQ apps have no unit and are told by app and field number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from hakaru.core.units import FEET_PER_STRIDE, MS_PER_S
from hakaru.running.activity import FloatArray, Issue
from hakaru.sources.garmin_connect.values import Json, as_number, integer, number, parts, text
from hakaru.sources.pods import NATIVE_ALONE, coverage_of
from hakaru.sources.timeline import build_timeline

_DIRECT = {
    "sumDistance": "distance_m",
    "directSpeed": "speed_mps",
    "directHeartRate": "heart_rate_bpm",
    "directDoubleCadence": "cadence_spm",
    "directPower": "power_w",
    "directGroundContactTime": "gct_ms",
    "directVerticalOscillation": "vo_cm",
    "directVerticalRatio": "vr_pct",
    "directGroundContactBalanceLeft": "gct_balance_left_pct",
    "directStrideLength": "step_length_cm",
    "directElevation": "elevation_m",
    "directLatitude": "latitude_deg",
    "directLongitude": "longitude_deg",
    "directAirTemperature": "temperature_c",
}
_STRYD_APPS = {"660a581e5301460c8f2f034c8b6dc90f", "18fb2cf01a4b430dad66988c847421f4"}
"""The two apps that write a Stryd pod's values, as their developer ids stand in FIT files."""
_STRYD_FIELDS = {
    0: "stryd_power_w",
    3: "stryd_gct_ms",
    4: "stryd_vo_cm",
    8: "stryd_form_power_w",
    9: "stryd_leg_stiffness_kn_per_m",
}
_STANDS_IN = (("stryd_gct_ms", "gct_ms"), ("stryd_vo_cm", "vo_cm"))
_NATIVE_FORM = ("gct_ms", "vo_cm")
_PAUSE_MIN_S = 1.5


@dataclass(frozen=True, kw_only=True)
class Details:
    """Samples from `started_at`; `pod_leads` says that the form metrics are a Stryd pod's."""

    started_at: datetime
    series: Mapping[str, FloatArray]
    pauses: tuple[tuple[float, float], ...]
    pod_leads: bool
    issues: tuple[Issue, ...]


def read_details(document: Json, *, start: datetime | None) -> Details | None:
    """The samples of a details document; None where it has none that can be placed in time.

    Args:
        document: metricDescriptors and activityDetailMetrics.
        start: when the activity began; None: the first sample's own time.
    """
    columns, unknown = _columns(document)
    unix_s = _unix_s(columns, start)
    elapsed_s, timer_s = columns.pop("_elapsed_s", None), columns.pop("_timer_s", None)
    cadence_spm = _both_feet(columns)
    if cadence_spm is not None:
        columns["cadence_spm"] = cadence_spm
    if unix_s is None or not columns:
        return None
    timeline = build_timeline(
        unix_s, columns, start_unix_s=None if start is None else start.timestamp()
    )
    if timeline is None:
        return None
    series, pod_leads, chosen = _with_pod(timeline.columns)
    pauses: tuple[tuple[float, float], ...] = ()
    if elapsed_s is not None and timer_s is not None:
        rows = timeline.rows
        pauses = _pauses(series["elapsed_s"], elapsed_s[rows], timer_s[rows])
    return Details(
        started_at=timeline.started_at,
        series=series,
        pauses=pauses,
        pod_leads=pod_leads,
        issues=(*timeline.issues, *chosen, *_doubts(document, unknown)),
    )


def _columns(document: Json) -> tuple[dict[str, FloatArray], bool]:
    """Columns by our name (helpers begin with '_'), and whether an unknown app wrote others."""
    rows = [row.get("metrics") for row in parts(document.get("activityDetailMetrics"))]
    metrics = [row for row in rows if isinstance(row, list)]
    places: dict[str, int] = {}
    unknown = False
    for descriptor in parts(document.get("metricDescriptors")):
        name = _name(descriptor)
        index = integer(descriptor, "metricsIndex")
        unknown |= name is None and (text(descriptor, "key") or "").startswith("connectIQ")
        if name is not None and index is not None and index >= 0 and metrics:
            places[name] = index
    columns = {
        name: np.array([_cell(row, index) for row in metrics], dtype=float)
        for name, index in places.items()
    }
    return columns, unknown


_HELPERS = {
    "directTimestamp": "_timestamp_ms",
    "sumElapsedDuration": "_elapsed_s",
    "sumDuration": "_timer_s",
    "directRunCadence": "_one_foot",
    "directFractionalCadence": "_fraction",
}


def _name(descriptor: Json) -> str | None:
    key = text(descriptor, "key") or ""
    if key in _DIRECT or key in _HELPERS:
        return _DIRECT.get(key) or _HELPERS[key]
    app = (text(descriptor, "appID") or "").replace("-", "").lower()
    field_number = integer(descriptor, "developerFieldNumber")
    if app in _STRYD_APPS and field_number is not None:
        return _STRYD_FIELDS.get(field_number, "_other")
    return None


def _cell(row: list[object], index: int) -> float:
    value = as_number(row[index]) if index < len(row) else None
    return np.nan if value is None else value


def _unix_s(columns: dict[str, FloatArray], start: datetime | None) -> FloatArray | None:
    """Time of each sample: its own, else the start plus elapsed (or timer) time."""
    columns.pop("_other", None)
    own = columns.pop("_timestamp_ms", None)
    if own is not None and np.isfinite(own).any():
        return own / MS_PER_S
    offsets_s = columns.get("_elapsed_s", columns.get("_timer_s"))
    if offsets_s is None or start is None:
        return None
    return start.timestamp() + offsets_s


def _both_feet(columns: dict[str, FloatArray]) -> FloatArray | None:
    """Steps of both feet: stated, else twice those of one foot with their fraction."""
    one_foot, fraction = columns.pop("_one_foot", None), columns.pop("_fraction", None)
    stated = columns.get("cadence_spm")
    if stated is not None or one_foot is None:
        return stated
    return FEET_PER_STRIDE * (one_foot + (0.0 if fraction is None else np.nan_to_num(fraction)))


def _with_pod(
    columns: Mapping[str, FloatArray],
) -> tuple[dict[str, FloatArray], bool, tuple[Issue, ...]]:
    """A pod's contact time and oscillation stand in where the native sensor measured none, or in a
    good deal less of the run; its power also where there is no other."""
    series = dict(columns)
    measured = [name for name in _NATIVE_FORM if name in series and (series[name] > 0).any()]
    pod = {ours: series[theirs] for theirs, ours in _STANDS_IN if theirs in series}
    coverage = coverage_of({name: series[name] for name in measured}, pod)
    pod_leads = "gct_ms" in pod and (not measured or coverage.pod_leads)
    if not measured or pod_leads:
        dropped = NATIVE_ALONE if pod_leads else set(_NATIVE_FORM)
        series = {name: values for name, values in series.items() if name not in dropped}
    if pod_leads:
        series |= {ours: series.pop(theirs) for theirs, ours in _STANDS_IN if theirs in series}
    if "power_w" not in series and "stryd_power_w" in series:
        series["power_w"] = series["stryd_power_w"]
    return series, pod_leads, coverage.issues if pod_leads else ()


def _pauses(
    at_s: FloatArray, elapsed_s: FloatArray, timer_s: FloatArray
) -> tuple[tuple[float, float], ...]:
    """Where the clock ran on and the timer did not, by more than a sample."""
    stood_s = np.diff(elapsed_s) - np.diff(timer_s)
    stops = np.flatnonzero(stood_s > _PAUSE_MIN_S)
    return tuple((float(at_s[row]), float(at_s[row] + stood_s[row])) for row in stops)


def _doubts(document: Json, unknown: bool) -> tuple[Issue, ...]:
    issues = []
    kept, total = number(document, "metricsCount"), number(document, "totalMetricsCount")
    if kept is not None and total is not None and kept < total:
        message = f"the service thinned {total:.0f} samples to {kept:.0f}"
        issues.append(Issue(code="downsampled", message=message))
    if unknown:
        message = "fields of a Connect IQ app that is not known are left out"
        issues.append(Issue(code="unknown_fields", message=message))
    return tuple(issues)
