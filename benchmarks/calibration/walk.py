"""How do expectations made beforehand compare with the runs that followed? Run by run, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta

import numpy as np

from benchmarks.calibration.simulated import FloatArray, Season
from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import BaselineSettings, Expectation, FormSamples, MetricBaseline
from hakaru.running.baseline.predict import Around, expect, expected_values, sound_splits
from hakaru.running.metrics import MetricName

EPOCH = datetime(2024, 1, 1, tzinfo=UTC)
SENSORS = ("garmin-hrm", "garmin-wrist")
GRID_MPS = np.linspace(2.2, 4.4, 50)


@dataclass(frozen=True, kw_only=True)
class Walk:
    """One row per judged run, in time order, shape (n,). `history` counts earlier runs on the
    same sensor; limits, expectation and truth are in the metric's unit; `deviation` is the actual
    minus the expectation over the expectation; `interval_score_90` (Gneiting & Raftery 2007) and
    `curve_error` (RMS of expected against true over 2.2-4.4 m/s, that day) are relative too."""

    runner: FloatArray
    sensor: FloatArray
    history: FloatArray
    speed_mps: FloatArray
    deviation: FloatArray
    inside_50: FloatArray
    inside_80: FloatArray
    inside_90: FloatArray
    half_width_90: FloatArray
    interval_score_90: FloatArray
    curve_error: FloatArray

    def where(self, chosen: np.typing.NDArray[np.bool_]) -> Walk:
        """The rows that are chosen."""
        return Walk(**{f.name: getattr(self, f.name)[chosen] for f in fields(Walk)})


def join(walks: Sequence[Walk]) -> Walk:
    """All rows of several walks."""
    return Walk(
        **{f.name: np.concatenate([getattr(w, f.name) for w in walks]) for f in fields(Walk)}
    )


def walk_season(
    season: Season,
    metric: MetricName,
    *,
    settings: BaselineSettings,
    retrain_every: int = 3,
    runner: int = 0,
    drop_faults: bool = True,
) -> Walk:
    """Train on the runs so far, judge the next ones, retrain after `retrain_every` runs."""
    rows: list[tuple[float, ...]] = []
    for sensor in np.unique(season.sensor).tolist():
        runs = np.unique(season.run_id[season.sensor == sensor])
        baseline: MetricBaseline | None = None
        for history, run in enumerate(runs.tolist()):
            splits = np.flatnonzero(season.run_id == run)
            at = EPOCH + timedelta(days=float(season.day[splits[0]]))
            # every run early on, where each new one still changes much
            if baseline is None or history <= 6 or history % retrain_every == 0:
                past = np.flatnonzero((season.sensor == sensor) & (season.run_id < run))
                baseline = _train(season, metric, past, at=at, sensor=sensor, settings=settings)
            judged = _judge(season, metric, splits, baseline, at=at, drop_faults=drop_faults)
            rows.append((float(runner), float(sensor), float(history), *judged))
    columns = np.array(rows).T
    return Walk(**{f.name: column for f, column in zip(fields(Walk), columns, strict=True)})


def _train(
    season: Season,
    metric: MetricName,
    past: np.typing.NDArray[np.intp],
    *,
    at: datetime,
    sensor: int,
    settings: BaselineSettings,
) -> MetricBaseline:
    """A baseline from earlier splits of one sensor."""
    today = (at - EPOCH).total_seconds() / 86400.0
    samples = FormSamples(
        value=season.values[metric][past],
        speed_mps=season.speed_mps[past],
        run_id=season.run_id[past],
        age_days=today - season.day[past],
        weight_s=season.duration_s[past],
    )
    return fit_metric(samples, metric, sensor_group=SENSORS[sensor], now=at, settings=settings)


def _judge(
    season: Season,
    metric: MetricName,
    splits: np.typing.NDArray[np.intp],
    baseline: MetricBaseline,
    *,
    at: datetime,
    drop_faults: bool,
) -> tuple[float, ...]:
    """One run against its expectation."""
    value, speed = season.values[metric][splits], season.speed_mps[splits]
    if drop_faults:
        splits = splits[sound_splits(baseline, value, speed_mps=speed)]
        value, speed = season.values[metric][splits], season.speed_mps[splits]
    seconds = season.duration_s[splits]
    expectation = expect(baseline, speed, seconds, around=Around(at=at))
    actual = float(np.average(value, weights=seconds))
    truth = season.true_curve(metric, int(season.run_id[splits[0]]), GRID_MPS)
    inside = [float(low <= actual <= high) for low, high in expectation.intervals]
    error = expected_values(baseline, GRID_MPS) / truth - 1.0
    return (
        float(np.average(speed, weights=seconds)),
        actual / expectation.value - 1.0,
        *inside,
        expectation.half_width_90_frac,
        _interval_score(expectation, actual) / expectation.value,
        float(np.sqrt(np.mean(error * error))),
    )


def _interval_score(expectation: Expectation, actual: float) -> float:
    """Width plus 2/alpha times the distance outside (lower is better), for 90 %."""
    low, high = expectation.intervals[2]
    return (high - low) + 20.0 * (max(low - actual, 0.0) + max(actual - high, 0.0))
