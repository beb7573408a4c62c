"""Steps of contact time inside a run, in the noise of real recordings.

`whole`: every recording as the product takes it in, halts, hills and changes of pace included;
nothing is cut out or put together. `together`: only what lies together for ten minutes at a steady
speed. `joined`: all steady seconds of a recording put together, so that what happened between them
is hidden from the product. Definitions: README.md.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from tests.shared import REAL

from benchmarks.outside.experiments import STEP_DURATIONS_S
from benchmarks.outside.measure_changes import (
    NO_ROLES,
    Stretch,
    is_found,
    recording_of,
    reported,
    share,
)
from benchmarks.outside.runner import Floats
from hakaru.core.errors import SourceError
from hakaru.running.activity import Provenance, Recording
from hakaru.running.anomalies.find import find_anomalies
from hakaru.sources.fit.recordings import read_fit

NOISE_MAX_MS: Final = 9.0
_STEPS: Final = 20
_SMOOTHING_S: Final = 15
_RUNNING_MPS, _BAND_FRAC, _GAP_S = 1.7, 0.10, 5.0
_MIN_CONTACT_S: Final = 300
_MIN_STRETCH_S: Final = 600.0
_MARGIN_S: Final = 120.0
_TOLERANCE_S: Final = 0.5


def real_recordings() -> Iterator[Recording]:
    """Every recording with at least 300 s of contact time, once; a second sensor in the same file
    is a recording of its own."""
    seen: set[bytes] = set()
    for recording in (*_fit_recordings(), *_davis_recordings()):
        for sensor in _sensors(recording):
            gct_ms = sensor.series["gct_ms"]
            if np.count_nonzero(gct_ms > 0.0) >= _MIN_CONTACT_S and gct_ms.tobytes() not in seen:
                seen.add(gct_ms.tobytes())
                yield sensor


def _fit_recordings() -> Iterator[Recording]:
    for path in sorted(REAL.rglob("*.fit")):
        provenance = Provenance(kind="fit", path=path.name, sha256="")
        try:
            yield from read_fit(path.read_bytes(), provenance=provenance)
        except SourceError:
            continue


def _sensors(recording: Recording) -> Iterator[Recording]:
    """The recording by each sensor in it that measured contact time."""
    series = {name: values for name, values in recording.series.items() if name != "gct_ms"}
    if "gct_ms" in recording.series:
        yield recording
    if "stryd_gct_ms" in series:
        by_pod = {"gct_ms": series["stryd_gct_ms"], "vo_cm": series["stryd_vo_cm"]}
        others = {name: values for name, values in series.items() if name != "vr_pct"}
        yield replace(recording, series={**others, **by_pod}, sensor_group="stryd")


_DAVIS_COLUMNS: Final[Mapping[str, tuple[str, float]]] = {
    "elapsed_s": ("elapsed_seconds", 1.0),
    "distance_m": ("distance", 1.0),
    "speed_mps": ("enhanced_speed", 1.0),
    "elevation_m": ("enhanced_altitude", 1.0),
    "cadence_spm": ("hrm_cadence_sum", 2.0),
    "gct_ms": ("hrm_stance_time", 1.0),
    "vo_cm": ("hrm_vertical_oscillation", 0.1),
    "stryd_gct_ms": ("stryd_stance_time", 1.0),
    "stryd_vo_cm": ("stryd_vertical_oscillation", 0.1),
}


def _davis_recordings() -> Iterator[Recording]:
    """The run of a study (Davis 2024) with strap and pod side by side."""
    for path in sorted((REAL / "csv").glob("davis_*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        series = {
            name: factor * np.array([_number(row[column]) for row in rows])
            for name, (column, factor) in _DAVIS_COLUMNS.items()
        }
        yield Recording(
            started_at=datetime(2023, 3, 8, tzinfo=UTC),
            sport="running",
            series=series,
            sensor_group="garmin-hrm",
            provenance=(Provenance(kind="garmin-csv", path=path.name, sha256=""),),
        )


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def steady_rows(recording: Recording) -> tuple[NDArray[np.bool_], Floats]:
    """Rows within 10 % of the median speed (means over 15 s) whose contact time is a running one or
    missing, and the seconds that each row stands for."""
    s = recording.series
    speed = np.nan_to_num(s["speed_mps"])
    smooth = np.convolve(speed, np.ones(_SMOOTHING_S) / _SMOOTHING_S, "same")
    usual = float(np.median(smooth[smooth > _RUNNING_MPS]))
    gap = np.diff(s["elapsed_s"], prepend=s["elapsed_s"][0] - 1.0)
    contact = (s["gct_ms"] >= 150.0) & (s["gct_ms"] <= 400.0)
    keep = (np.abs(smooth / usual - 1.0) <= _BAND_FRAC) & (gap <= _GAP_S)
    return keep & (contact | np.isnan(s["gct_ms"])), gap


def whole(recordings: Sequence[Recording]) -> dict[str, object]:
    """False steps and planted ones in recordings as they are.

    False is a reported stretch that lies in steady seconds for at least half of its rows; hours are
    those of all steady seconds. Beside it whatever is reported, in all seconds that are judged.
    """
    table: dict[str, Any] = {"recordings": len(recordings), "noise_ms": []}
    hits: dict[int, list[bool]] = {duration_s: [] for duration_s in STEP_DURATIONS_S}
    false = everything = 0
    steady_s = judged_s = 0.0
    for recording in recordings:
        steady, gap_s = steady_rows(recording)
        table["noise_ms"].append(round(noise_ms(recording), 1))
        without = reported(recording)
        steady_s += float(gap_s[steady].sum())
        judged_s += find_anomalies(recording, NO_ROLES).judged_s.get("gct", 0.0)
        everything += len(without)
        false += sum(_share_of(recording, steady, stretch) >= 0.5 for stretch in without)
        for duration_s, found in hits.items():
            found.extend(_planted(recording, steady, duration_s, without))
    table |= _rates(false, steady_s, everything, judged_s)
    return table | {
        f"{duration_s} s": share(sum(own), len(own)) for duration_s, own in hits.items()
    }


def _rates(false: int, steady_s: float, everything: int, judged_s: float) -> dict[str, Any]:
    return {
        "steady hours": round(steady_s / 3600.0, 2),
        "false": false,
        "false per hour": round(3600.0 * false / steady_s, 3) if steady_s else None,
        "judged hours": round(judged_s / 3600.0, 2),
        "reported": everything,
        "reported per judged hour": round(3600.0 * everything / judged_s, 3) if judged_s else None,
    }


def noise_ms(recording: Recording) -> float:
    """SD of contact time over the steady seconds."""
    steady, _ = steady_rows(recording)
    return float(np.nanstd(recording.series["gct_ms"][steady]))


def _share_of(recording: Recording, chosen: NDArray[np.bool_], stretch: Stretch) -> float:
    elapsed_s = recording.series["elapsed_s"]
    low, high, _ = stretch
    inside = (elapsed_s > low - _TOLERANCE_S) & (elapsed_s <= high + _TOLERANCE_S)
    return float(chosen[inside].mean()) if inside.any() else 0.0


def _planted(
    recording: Recording, steady: NDArray[np.bool_], duration_s: int, without: Sequence[Stretch]
) -> Iterator[bool]:
    """Whether each of 20 steps is found, at even distances among the places whose seconds are all
    steady and in which nothing is reported without it."""
    elapsed_s = recording.series["elapsed_s"]
    starts = [
        start_s
        for start_s in elapsed_s[steady].tolist()
        if _is_inside(elapsed_s, steady, start_s, duration_s)
    ]
    if not starts:
        return
    places = np.linspace(0, len(starts) - 1, _STEPS).round().astype(int)
    for start_s in sorted({starts[place] for place in places.tolist()}):
        if any(low < start_s + duration_s and high > start_s for low, high, _ in without):
            continue
        yield is_found(reported(_with_step(recording, start_s, duration_s)), start_s, duration_s)


def _is_inside(
    elapsed_s: Floats, steady: NDArray[np.bool_], start_s: float, duration_s: int
) -> bool:
    low, high = np.searchsorted(elapsed_s, (start_s, start_s + duration_s))
    return high < elapsed_s.size and bool(steady[low : high + 1].all())


def _with_step(recording: Recording, start_s: float, duration_s: int) -> Recording:
    """The recording with 40 ms more of contact for so many seconds."""
    elapsed_s = recording.series["elapsed_s"]
    inside = (elapsed_s >= start_s) & (elapsed_s < start_s + duration_s)
    gct_ms = recording.series["gct_ms"] + 40.0 * inside
    return replace(recording, series={**recording.series, "gct_ms": gct_ms})


@dataclass(frozen=True)
class RealStretch:
    """At least ten minutes of a recording at a steady speed. `noise_ms`: SD of contact time."""

    group: str
    elapsed_s: Floats
    speed_mps: Floats
    gct_ms: Floats
    cadence_spm: Floats | None

    @property
    def noise_ms(self) -> float:
        """SD of contact time."""
        return float(np.nanstd(self.gct_ms))

    def with_step(self, start_s: float, duration_s: int) -> Recording:
        """The stretch with 40 ms more of contact for so many seconds; 0: as it is."""
        inside = (self.elapsed_s >= start_s) & (self.elapsed_s < start_s + duration_s)
        gct_ms = self.gct_ms + 40.0 * inside
        return recording_of(self.elapsed_s, self.speed_mps, gct_ms, self.group, self.cadence_spm)


def real_stretches(*, joined: bool) -> Iterator[RealStretch]:
    """Steady seconds of the real FIT recordings, each recording once.

    `joined` False: only what lies together for ten minutes; True: all steady seconds of a
    recording, put together, if they are ten minutes.
    """
    for recording in real_recordings():
        keep, gap_s = steady_rows(recording)
        edges = np.flatnonzero(np.diff(np.concatenate(([0], keep.astype(int), [0]))))
        pieces = [np.arange(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True)]
        if joined and pieces:
            pieces = [np.concatenate(pieces)]
        for rows in pieces:
            yield from _stretch(recording, rows, gap_s)


def _stretch(recording: Recording, rows: NDArray[Any], gap_s: Floats) -> Iterator[RealStretch]:
    elapsed_s = np.cumsum(gap_s[rows])
    if elapsed_s[-1] < _MIN_STRETCH_S:
        return
    s = recording.series
    yield RealStretch(
        recording.sensor_group or "other",
        elapsed_s,
        s["speed_mps"][rows],
        s["gct_ms"][rows],
        s["cadence_spm"][rows] if "cadence_spm" in s else None,
    )


def real_steps(stretches: Sequence[RealStretch]) -> dict[str, object]:
    """Twenty steps per stretch and duration in the noise of real recordings."""
    hours = sum(float(stretch.elapsed_s[-1]) for stretch in stretches) / 3600.0
    without = [reported(stretch.with_step(0.0, 0)) for stretch in stretches]
    table: dict[str, object] = {
        "stretches": len(stretches),
        "noise_ms": [round(stretch.noise_ms, 1) for stretch in stretches],
        "hours": round(hours, 2),
        "false per hour": round(sum(map(len, without)) / hours, 3) if hours else None,
        "false": [len(stretches_of) for stretches_of in without],
    }
    for duration_s in STEP_DURATIONS_S:
        hits: list[bool] = []
        for stretch, false in zip(stretches, without, strict=True):
            last = float(stretch.elapsed_s[-1]) - _MARGIN_S - duration_s
            for start_s in np.linspace(_MARGIN_S, last, _STEPS).round().tolist():
                if any(low < start_s + duration_s and high > start_s for low, high, _ in false):
                    continue
                now = reported(stretch.with_step(start_s, duration_s))
                hits.append(is_found(now, start_s, duration_s))
        table[f"{duration_s} s"] = share(sum(hits), len(hits))
    return table


def real_steps_parts() -> dict[str, object]:
    """All that is measured in real noise, by README.md."""
    recordings = list(real_recordings())
    joined = list(real_stretches(joined=True))
    quiet = [recording for recording in recordings if noise_ms(recording) <= NOISE_MAX_MS]
    return {
        "whole, noise to 9 ms": whole(quiet),
        "whole": whole(recordings),
        "together": real_steps(list(real_stretches(joined=False))),
        "joined, noise to 9 ms": real_steps(
            [stretch for stretch in joined if stretch.noise_ms <= NOISE_MAX_MS]
        ),
        "joined": real_steps(joined),
    }
