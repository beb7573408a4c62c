"""What does Hakaru say about the form of one run? The one verdict that every surface reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import MetricName

Rubric = Literal["personal", "symmetric"]
Selection = Literal["flat_splits", "all_splits", "running_samples"]
"""Which part of the run was judged: splits with |grade| <= 2 %, all full splits (none was flat),
or every running sample (no split was long enough)."""
Interval = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class MetricVerdict:
    """One metric of one run; values and intervals in its unit. `delta` = actual - expected,
    `delta_frac` = delta / expected. `notable` says the value left its personal band in the
    direction that costs nothing. Texts are complete sentences, <= 160 bytes of UTF-8 each."""

    metric: MetricName
    actual: float
    expected: float
    interval_50: Interval
    interval_80: Interval
    interval_90: Interval
    basis: Basis
    n_runs: int
    sensor_group: str
    baseline_version: int | None
    extrapolated: bool
    tolerance_frac: float
    penalty: float
    score: float
    stars: int
    needs_improvement: bool
    notable: Literal["lower", "higher"] | None
    text_ja: str
    text_en: str

    @property
    def delta(self) -> float:
        """Actual minus expected, in the metric's unit."""
        return self.actual - self.expected

    @property
    def delta_frac(self) -> float:
        """Actual minus expected, relative to expected."""
        return self.delta / self.expected


@dataclass(frozen=True, kw_only=True)
class CadenceVerdict:
    """Cadence against the runner's own line. `minimum_spm` is the lower end of the personal 90 %
    interval at that speed (or a number the user set); None where no expectation exists, as are the
    fields about it. `notable` says on which side it left the 90 % interval. Never scored."""

    actual_spm: float
    expected_spm: float | None
    interval_90: Interval | None
    minimum_spm: float | None
    achieved: bool | None
    basis: Basis | None
    interval_50: Interval | None = None
    interval_80: Interval | None = None
    n_runs: int | None = None
    sensor_group: str | None = None
    baseline_version: int | None = None
    extrapolated: bool | None = None
    notable: Literal["lower", "higher"] | None = None
    text_ja: str
    text_en: str

    @property
    def delta_spm(self) -> float | None:
        """Actual minus expected; None where nothing is expected."""
        return None if self.expected_spm is None else self.actual_spm - self.expected_spm


@dataclass(frozen=True, kw_only=True)
class BalanceVerdict:
    """Left share of contact time against the runner's own median (a constant 49/51 is a trait)."""

    left_pct: float
    imbalance_frac: float
    usual_left_pct: float | None
    penalised: bool
    text_ja: str
    text_en: str


@dataclass(frozen=True, kw_only=True)
class FormEvaluation:
    """The verdict on one run. `metrics` holds only what was measured; `overall_score` is the mean
    of the scores present (0-100, higher is better), `overall_stars` 1-5 by the same bands."""

    activity_id: int
    day: date
    sensor_group: str
    new_sensor: bool
    speed_mps: float
    n_splits: int
    running_s: float
    selection: Selection
    rubric: Rubric
    metrics: Mapping[MetricName, MetricVerdict]
    cadence: CadenceVerdict | None
    balance: BalanceVerdict | None
    overall_score: float
    overall_stars: int
    evaluated_at: datetime
    code_version: str
