"""What no recording of a run can hold: leaps of the clock, and values that no body or watch makes.

Every reader's recording passes here once, before anything is computed from it, so that work and
memory grow with the samples of a recording and never with the span of its clock. What is changed
is said in the issues of the run; what is left out stays missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hakaru.core.i18n import listed, message
from hakaru.core.names import counted
from hakaru.core.units import SECONDS_PER_DAY, SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.activity import DeviceSummary, FloatArray, Issue, Lap, Recording
from hakaru.running.validity import (
    CATCH_UP_MIN_S,
    GAP_MIN_S,
    GAP_TO_MEDIAN_RATIO,
    SPEED_MAX_MPS,
)
from hakaru.stats.series import longest_increasing

BoolArray = NDArray[np.bool_]

LEAP_MIN_S = SECONDS_PER_DAY
"""Between two samples of one run: more is a clock that leapt, or another day."""
PAUSE_MIN_S = 600.0
PAUSED_MAX_S = 3.0 * SECONDS_PER_DAY
"""All pauses of 10 min and more together; where they add up to more, each of them is a leap."""
SPAN_MAX_S = 10.0 * SECONDS_PER_DAY
"""What is left without leaps; the longest races that are recorded in one piece."""
_USUAL_STEP_MAX_S = 10.0
_COUNTER_SLACK_M = 25.0
_COUNTER_SOUND_MIN_FRAC = 0.8
"""A counter of which more does not rise has been reset, and is no damaged one."""

POSSIBLE: Mapping[str, tuple[float, float]] = {
    "speed_mps": (0.0, SPEED_MAX_MPS),
    "distance_m": (-1e6, 1e6),
    "heart_rate_bpm": (0.0, 240.0),
    "cadence_spm": (0.0, 300.0),
    "power_w": (0.0, 2000.0),
    "gct_ms": (0.0, 2000.0),
    "vo_cm": (0.0, 30.0),
    "vr_pct": (0.0, 50.0),
    "gct_balance_left_pct": (0.0, 100.0),
    "step_length_cm": (0.0, 300.0),
    "elevation_m": (-500.0, 9000.0),
    "latitude_deg": (-90.0, 90.0),
    "longitude_deg": (-180.0, 180.0),
    "temperature_c": (-60.0, 70.0),
    "stryd_gct_ms": (0.0, 2000.0),
    "stryd_vo_cm": (0.0, 30.0),
    "stryd_power_w": (0.0, 2000.0),
    "stryd_form_power_w": (0.0, 1000.0),
    "stryd_leg_stiffness_kn_per_m": (0.0, 100.0),
}
"""What a column can hold at all, standing and walking included; 0 is how watches write nothing.
Wider than `validity.VALID_WINDOWS`, which says what counts as running."""

_COLUMN_NAMES: Mapping[str, str] = {
    "speed_mps": "speed",
    "distance_m": "distance",
    "heart_rate_bpm": "heart rate",
    "cadence_spm": "cadence",
    "power_w": "power",
    "gct_ms": "ground contact time",
    "vo_cm": "vertical oscillation",
    "vr_pct": "vertical ratio",
    "gct_balance_left_pct": "balance",
    "step_length_cm": "step length",
    "elevation_m": "elevation",
    "latitude_deg": "latitude",
    "longitude_deg": "longitude",
    "temperature_c": "temperature",
    "stryd_gct_ms": "pod contact time",
    "stryd_vo_cm": "pod oscillation",
    "stryd_power_w": "pod power",
    "stryd_form_power_w": "pod form power",
    "stryd_leg_stiffness_kn_per_m": "pod leg stiffness",
}


_RECORDS = (
    (400.0, 43.03),
    (800.0, 100.91),
    (1500.0, 206.0),
    (3000.0, 437.55),
    (5000.0, 755.36),
    (10000.0, 1571.0),
    (21097.5, 3450.0),
    (42195.0, 7235.0),
    (100000.0, 21935.0),
    (319614.0, 86400.0),
)
"""Metres and seconds of the fastest runs by a human (World Athletics and IAU, men, end of 2025)."""
_RECORD_MARGIN_FRAC = 0.05
"""What wind, a slope and a watch may add."""
_WINDOWS_S = (60.0, 120.0, 240.0, 600.0, 1200.0, 2400.0, 3600.0, 7200.0)
_STEP_S = 10.0
_SUSTAINED_FRAC = 0.75
"""A speed is sustained where this share of a window is at least as fast."""


@frozen
class TooFast:
    """A speed that was kept up for longer than any human can."""

    speed_mps: float
    duration_s: float


@lru_cache(maxsize=4096)
@lru_cache(maxsize=4096)
def fastest_human_mps(duration_s: float) -> float:
    """The speed no human has kept up for so long, with room for what a watch gets wrong.

    Between the records on a straight line of log speed over log time; beyond them that of the
    nearest.
    """
    distance_m, record_s = np.array(_RECORDS).T
    log_speed = np.interp(np.log(duration_s), np.log(record_s), np.log(distance_m / record_s))
    return float(np.exp(log_speed)) * (1.0 + _RECORD_MARGIN_FRAC)


def too_fast(recording: Recording) -> TooFast | None:
    """Where a recording is faster, for minutes on end, than any human for that long; else None.

    By its distances, else by its speeds; one without samples by its totals. A leap of the position
    or a few seconds of a car are not enough.
    """
    speed_mps = _steps_mps(recording)
    if speed_mps is None or not speed_mps.size:
        return _total_too_fast(recording.summary)
    shortest_s = min(_WINDOWS_S[0], _STEP_S * speed_mps.size)
    for window_s in (shortest_s, *_WINDOWS_S[1:]):
        size = round(window_s / _STEP_S)
        if not 0 < size <= speed_mps.size:
            break
        windows = np.lib.stride_tricks.sliding_window_view(speed_mps, size)[:: max(1, size // 2)]
        kept_up = float(np.quantile(windows, 1.0 - _SUSTAINED_FRAC, axis=1).max())
        if kept_up > fastest_human_mps(_SUSTAINED_FRAC * window_s):
            return TooFast(speed_mps=kept_up, duration_s=_SUSTAINED_FRAC * window_s)
    return None


def _steps_mps(recording: Recording) -> FloatArray | None:
    """Mean speed in each step of ten seconds, 0 where nobody knows: in a pause or between samples
    far apart, whose distance may be a ride. None: nothing says how fast it was."""
    elapsed_s = recording.series["elapsed_s"]
    for name in ("distance_m", "speed_mps"):
        column = recording.series.get(name)
        if column is None or np.count_nonzero(finite := np.isfinite(column)) < 2:
            continue
        known_s = elapsed_s[finite]
        at_s = np.arange(known_s[0], known_s[-1] + _STEP_S / 2, _STEP_S)
        on_grid = np.interp(at_s, known_s, column[finite])
        speed_mps = np.diff(on_grid) / _STEP_S if name == "distance_m" else on_grid[1:]
        return np.where(_silent(at_s, known_s, recording.pauses), 0.0, speed_mps)
    return None


def _silent(
    at_s: FloatArray, known_s: FloatArray, pauses: tuple[tuple[float, float], ...]
) -> BoolArray:
    """Which steps of a grid lie in a pause or touch a gap between known samples."""
    gaps_s = np.diff(known_s)
    longest_s = max(GAP_MIN_S, GAP_TO_MEDIAN_RATIO * float(np.median(gaps_s)))
    places = np.flatnonzero(gaps_s > longest_s)
    silent = np.zeros(max(at_s.size - 1, 0), dtype=np.bool_)
    gaps = zip(known_s[places].tolist(), known_s[places + 1].tolist(), strict=True)
    for start_s, end_s in (*gaps, *pauses):
        first = np.searchsorted(at_s[1:], start_s, side="right")
        silent[first : np.searchsorted(at_s[:-1], end_s)] = True
    return silent


def _total_too_fast(summary: DeviceSummary) -> TooFast | None:
    duration_s = summary.timer_s or summary.elapsed_s
    if not duration_s or summary.distance_m is None or duration_s < _WINDOWS_S[0]:
        return None
    speed_mps = summary.distance_m / duration_s
    if speed_mps <= fastest_human_mps(duration_s):
        return None
    return TooFast(speed_mps=speed_mps, duration_s=duration_s)


def leaps_between(gaps_s: FloatArray) -> BoolArray:
    """Which steps from one sample to the next are leaps of the clock; shape of `gaps_s`.

    Those of more than a day; where the shorter pauses add up to more than three days, all of more
    than ten minutes.
    """
    leaps: BoolArray = gaps_s > LEAP_MIN_S
    pauses = (gaps_s > PAUSE_MIN_S) & ~leaps
    return leaps | pauses if float(gaps_s[pauses].sum()) > PAUSED_MAX_S else leaps


@frozen
class _Clock:
    """The seconds of a recording as its clock counted them, and without its leaps.

    `stated_s` and `run_s` rise together, shape (n_points,); the first point is the start of the
    activity. `leaps` says which steps between two points were leaps.
    """

    stated_s: FloatArray
    run_s: FloatArray
    leaps: BoolArray

    @property
    def end_s(self) -> float:
        """Elapsed time of the last sample."""
        return float(self.run_s[-1])

    @property
    def later_s(self) -> float:
        """By how much the start moves: most samples keep their time of day."""
        block = np.concatenate([[0], np.cumsum(self.leaps)])
        most = int(np.bincount(block[1:]).argmax())
        first = int(np.searchsorted(block, most))
        return float(self.stated_s[first] - self.run_s[first])

    def of(self, stated_s: float) -> float:
        """A moment of the stated clock, never after the last sample."""
        stated_s = max(0.0, stated_s)
        before = int(np.searchsorted(self.stated_s, stated_s, side="right")) - 1
        if before + 1 >= self.stated_s.size:
            return self.end_s
        step_s = float(self.run_s[before + 1] - self.run_s[before])
        return float(self.run_s[before]) + min(stated_s - float(self.stated_s[before]), step_s)


def without_leaps(recording: Recording) -> Recording | None:
    """The recording with its leaps closed: each counts as one usual step from sample to sample.

    `elapsed_s` then is the time the run took, pauses of up to a day included. Times of laps and
    pauses move along; totals of the device that only a leap explains are left out. None: even so
    the samples lie too far apart to be a run.
    """
    elapsed_s = recording.series["elapsed_s"]
    if not elapsed_s.size:
        return recording
    clock = _clock(elapsed_s)
    if clock.end_s > SPAN_MAX_S:
        return None
    if not clock.leaps.any():
        return _with_shown_totals(recording, clock)
    moved = replace(
        recording,
        started_at=recording.started_at + timedelta(seconds=clock.later_s),
        series={**recording.series, "elapsed_s": clock.run_s[1:]},
        laps=tuple(lap for lap in (_moved(lap, clock) for lap in recording.laps) if lap),
        pauses=_moved_pauses(recording.pauses, clock),
        issues=(*recording.issues, _leap_issue(clock)),
    )
    return _with_shown_totals(moved, clock)


def _clock(elapsed_s: FloatArray) -> _Clock:
    stated_s = np.concatenate([[0.0], elapsed_s])
    gaps_s = np.diff(stated_s)
    leaps = leaps_between(gaps_s)
    if not leaps.any():
        return _Clock(stated_s=stated_s, run_s=stated_s, leaps=leaps)
    steps_s = gaps_s[1:][~leaps[1:]]
    usual_s = float(np.median(steps_s)) if steps_s.size else 1.0
    closed_s = np.where(leaps, min(usual_s, _USUAL_STEP_MAX_S), gaps_s)
    if leaps[0]:
        closed_s[0] = 0.0
    run_s = np.concatenate([[0.0], np.cumsum(closed_s)])
    return _Clock(stated_s=stated_s, run_s=run_s, leaps=leaps)


def _moved(lap: Lap, clock: _Clock) -> Lap | None:
    """A lap on the clock without leaps; None: nothing of it was run."""
    start_s = clock.of(lap.start_elapsed_s)
    end_s = clock.of(lap.start_elapsed_s + lap.elapsed_s)
    if end_s <= start_s:
        return None
    return replace(lap, start_elapsed_s=start_s, elapsed_s=end_s - start_s)


def _moved_pauses(
    pauses: tuple[tuple[float, float], ...], clock: _Clock
) -> tuple[tuple[float, float], ...]:
    """Pauses on the clock without leaps, and the leaps: nobody knows what happened in them."""
    moved = [(clock.of(start_s), clock.of(end_s)) for start_s, end_s in pauses]
    places = np.flatnonzero(clock.leaps)
    moved += [(float(clock.run_s[place]), float(clock.run_s[place + 1])) for place in places]
    return tuple(sorted({(start_s, end_s) for start_s, end_s in moved if end_s > start_s}))


def _leap_issue(clock: _Clock) -> Issue:
    places = np.flatnonzero(clock.leaps)
    days = float((np.diff(clock.stated_s) - np.diff(clock.run_s)).sum()) / SECONDS_PER_DAY
    if places.size > 1:
        sentence = message(
            "the clock leaps {n} <n:time|times>, by {days} <days:day|days> in all; the leaps are "
            "gaps and count as no time",
            n=places.size,
            days=f"{days:.1f}",
        )
    else:
        at = _clock_text(float(clock.run_s[places[0]]))
        sentence = message(
            "the clock leaps by {days} <days:day|days> at {at}; the leap is a gap "
            "and counts as no time",
            days=f"{days:.1f}",
            at=at,
        )
    return Issue(code="clock_leap", message=sentence)


def _clock_text(elapsed_s: float) -> str:
    hours, rest_s = divmod(int(elapsed_s), int(SECONDS_PER_HOUR))
    return f"{hours}:{rest_s // 60:02d}:{rest_s % 60:02d}"


def _with_shown_totals(recording: Recording, clock: _Clock) -> Recording:
    """The recording without totals of the device that go a day beyond its samples."""
    most_s = clock.end_s + LEAP_MIN_S
    summary = recording.summary
    stated = [summary.elapsed_s, summary.timer_s]
    stated += [value for lap in recording.laps for value in (lap.elapsed_s, lap.timer_s)]
    if all(value is None or value <= most_s for value in stated):
        return recording
    shown: DeviceSummary = replace(
        summary,
        elapsed_s=_at_most(summary.elapsed_s, most_s, otherwise=clock.end_s),
        timer_s=_at_most(summary.timer_s, most_s, otherwise=None),
    )
    laps = tuple(
        replace(
            lap,
            elapsed_s=min(lap.elapsed_s, max(0.0, clock.end_s - lap.start_elapsed_s)),
            timer_s=_at_most(lap.timer_s, most_s, otherwise=None),
        )
        for lap in recording.laps
    )
    sentence = message("the device states more time than its samples show; that total is left out")
    issues = recording.issues
    if not clock.leaps.any():
        issues = (*issues, Issue(code="time_overstated", message=sentence))
    return replace(recording, summary=shown, laps=laps, issues=issues)


def _at_most(value: float | None, most: float, *, otherwise: float | None) -> float | None:
    return value if value is None or value <= most else otherwise


def without_impossible_values(recording: Recording) -> Recording:
    """The recording with impossible samples and reported speeds missing; a column of nothing else
    is absent."""
    recording = _without_impossible_totals(recording)
    series = recording.series
    wrong = {name: _impossible(name, series) for name in series if name in POSSIBLE}
    counts = {name: int(np.count_nonzero(flags)) for name, flags in wrong.items()}
    if not any(counts.values()):
        return recording
    cleaned = {
        name: np.where(wrong[name], np.nan, values) if counts.get(name) else values
        for name, values in series.items()
    }
    columns = listed([counted(_COLUMN_NAMES[name], n) for name, n in counts.items() if n])
    sentence = message("impossible values are left out: {columns}", columns=columns)
    return replace(
        recording,
        series={name: values for name, values in cleaned.items() if np.isfinite(values).any()},
        issues=(*recording.issues, Issue(code="impossible_values", message=sentence)),
    )


def _without_impossible_totals(recording: Recording) -> Recording:
    """The recording without speeds that the device reports of it or of a lap and nobody runs, and
    without distances that need one."""
    summary, laps = recording.summary, recording.laps
    shown_summary = replace(
        summary,
        speed_avg_mps=_runnable_mps(summary.speed_avg_mps),
        distance_m=_runnable_m(summary.distance_m, summary.timer_s or summary.elapsed_s),
    )
    shown_laps = tuple(
        replace(
            lap,
            speed_mps=_runnable_mps(lap.speed_mps),
            distance_m=_runnable_m(lap.distance_m, lap.timer_s or lap.elapsed_s),
        )
        for lap in laps
    )
    n_wrong = sum(lap != shown for lap, shown in zip(laps, shown_laps, strict=True))
    n_wrong += summary != shown_summary
    if not n_wrong:
        return recording
    sentence = message(
        "impossible speeds of {n} laps or totals of the device are left out", n=n_wrong
    )
    return replace(
        recording,
        summary=shown_summary,
        laps=shown_laps,
        issues=(*recording.issues, Issue(code="impossible_totals", message=sentence)),
    )


def _runnable_mps(speed_mps: float | None) -> float | None:
    """A reported speed, or None for one that nobody runs."""
    return speed_mps if speed_mps is not None and 0.0 <= speed_mps <= SPEED_MAX_MPS else None


def _runnable_m(distance_m: float | None, lasts_s: float | None) -> float | None:
    """A reported distance, or None for one that nobody runs in that time; a watch that finds its
    satellites late may count the metres before it in the first seconds of a lap."""
    if distance_m is None or lasts_s is None:
        return distance_m
    most_m = SPEED_MAX_MPS * max(lasts_s, CATCH_UP_MIN_S)
    return distance_m if 0.0 <= distance_m <= most_m else None


def _impossible(name: str, series: Mapping[str, FloatArray]) -> BoolArray:
    values = series[name]
    low, high = POSSIBLE[name]
    wrong: BoolArray = (values < low) | (values > high) | np.isinf(values)
    if name == "distance_m":
        return wrong | off_the_counter(series["elapsed_s"], np.where(wrong, np.nan, values))
    return wrong


def off_the_counter(elapsed_s: FloatArray, distance_m: FloatArray) -> BoolArray:
    """Which readings of a distance counter are not its own: far above or below those around them.

    A counter rises; the longest rising line through its readings is it. One that was reset is
    left alone, unless its rises add up to more than anybody could run in that time: then no
    reading can be believed.
    """
    off = np.zeros(distance_m.shape, dtype=np.bool_)
    places = np.flatnonzero(np.isfinite(distance_m))
    if places.size < 2:
        return off
    rising = places[longest_increasing(distance_m[places], strict=False)]
    if rising.size < _COUNTER_SOUND_MIN_FRAC * places.size:
        risen_m = float(np.diff(distance_m[places]).clip(min=0.0).sum())
        return off | (risen_m > SPEED_MAX_MPS * (float(elapsed_s[-1]) + CATCH_UP_MIN_S))
    if rising.size < places.size:
        others = np.setdiff1d(places, rising)
        expected_m = np.interp(elapsed_s[others], elapsed_s[rising], distance_m[rising])
        off[others] = np.abs(distance_m[others] - expected_m) > _COUNTER_SLACK_M
    reach_m = SPEED_MAX_MPS * np.maximum(np.diff(elapsed_s[rising]), CATCH_UP_MIN_S)
    steps_m = np.diff(distance_m[rising])
    off[rising[-1]] |= bool(steps_m[-1] > reach_m[-1])
    return off
