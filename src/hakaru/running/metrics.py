"""The form metrics: one row each, and every other module asks this table.

A row says what a metric is made of, how it goes with speed, what is believed about it before any
data, which side of it costs points, and in which words it is spoken of. Adding a metric is adding
a row (and its name to `MetricName`). Priors: value at 3 m/s and spread between runners. Noise:
run-to-run and split-to-split spread within a runner, after speed; drift is the yearly spread at
which a 90-day memory pays. No figures of an Apple Watch by speed are published: its priors are
those of the other wrists and straps, 1.4 times as wide, so that the runner's own runs decide
sooner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hakaru.core.i18n import N_
from hakaru.records import frozen
from hakaru.running.arithmetic import leg_stiffness_n_per_m_per_kg, step_length_m

if TYPE_CHECKING:
    from hakaru.stats.robust import FloatArray

MetricName = Literal["gct", "vo", "vr", "cadence", "step_length", "leg_stiffness"]
Law = Literal["power", "linear"]
ScoreGroup = Literal["contact", "bounce"]
"""Metrics that are one witness: a score is the mean within a group, the lowest over groups."""

DAYS_PER_YEAR = 365.25


@frozen
class Prior:
    """What a runner unknown to us shows on one kind of sensor.

    `level_at_ref` is the value at `REFERENCE_SPEED_MPS` in the metric's unit, `level_sd_frac` the
    relative spread between runners; slope as in `MetricSpec.law`: exponent of a power law, or
    metric units per m/s.
    """

    level_at_ref: float
    level_sd_frac: float
    slope: float
    slope_sd: float


@frozen
class Noise:
    """Relative SDs (0.02 = 2 %): between runs, between splits of a run, and of a year's drift.

    `pseudo_runs`: how many runs the spread between runs is worth. Few where runners differ much in
    it: the first intervals are wide, and own runs soon decide.
    """

    between_sd: float
    within_sd: float
    drift_sd_frac_per_year: float
    pseudo_runs: float = 6.0

    @property
    def drift_var_per_day(self) -> float:
        """Variance that a random walk of the level gains per day, relative scale."""
        return self.drift_sd_frac_per_year**2 / DAYS_PER_YEAR


@frozen
class MetricWords:
    """How a metric is spoken of. `brief` stands in the first line a person reads, `lower` and
    `higher` say which way a value deviates."""

    name: str
    brief: str
    lower: str
    higher: str
    abbreviation: str = ""


class KindsSd(NamedTuple):
    """How much the difference between two kinds of sensor varies between runners, relative, beyond
    the difference of their population levels: of one maker, and of two."""

    same_maker_frac: float
    other_maker_frac: float


_KINDS_SD = KindsSd(0.060, 0.080)


@frozen
class MetricSpec:
    """One form metric.

    `series_column` names its values wherever they travel as a column or a field; `inputs` are the
    fields of a split it is computed from by `formula` (none: it is recorded itself). `law` says how
    it goes with speed, `valid` what a body can show. `half_width_floor_frac`: no 90 % interval is
    taken to be narrower when a run is judged. `unfavourable` is the sign of (actual - expected)
    that costs points where the metric is `scored`, 0: neither side.
    """

    name: MetricName
    unit: str
    series_column: str
    law: Law
    valid: tuple[float, float]
    priors: Mapping[str, Prior]
    noise: Noise
    half_width_floor_frac: float
    unfavourable: Literal[-1, 0, 1]
    scored: bool
    groups: tuple[ScoreGroup, ...]
    decimals: int
    words: MetricWords
    inputs: tuple[str, ...] = ()
    formula: Callable[..., FloatArray] | None = None
    kinds_sd_frac: KindsSd = _KINDS_SD

    @property
    def model_type(self) -> Law:
        """The law, by the name of the stored column."""
        return self.law

    @property
    def valid_min(self) -> float:
        """The lowest value a body can show."""
        return self.valid[0]

    @property
    def valid_max(self) -> float:
        """The highest value a body can show."""
        return self.valid[1]

    def prior(self, sensor_group: str) -> Prior:
        """The prior of a sensor group; an unknown group gets the Garmin one (the widest)."""
        return self.priors.get(sensor_group, self.priors["garmin"])

    def values_in(self, columns: Mapping[str, Any]) -> FloatArray:
        """The metric of each row of columns of splits, NaN where missing or impossible."""
        inputs = [_floats(columns[name]) for name in self.inputs or (self.series_column,)]
        return inputs[0] if self.formula is None else self.formula(*inputs)

    def value_of(self, part: object) -> float | None:
        """The metric of a split or a segment; None: not measured, or impossible."""
        inputs = [getattr(part, name) for name in self.inputs or (self.series_column,)]
        if any(value is None for value in inputs):
            return None
        if self.formula is None:
            return float(inputs[0])
        value = float(self.formula(*inputs))
        return value if math.isfinite(value) else None


def _floats(column: Any) -> FloatArray:
    import numpy as np  # noqa: PLC0415  # 0.1 s, and whoever has columns has it

    if type(column) is np.ndarray:  # else numpy loads its masked arrays for nothing
        return column.astype(np.float64)
    filled: FloatArray = np.ma.filled(np.ma.asarray(column).astype(np.float64), np.nan)
    return filled


REFERENCE_SPEED_MPS = 3.0
RUNNING_SPEED_MIN_MPS = 1.7
RUNNING_CADENCE_MIN_SPM = 130.0

METRICS: dict[MetricName, MetricSpec] = {
    "gct": MetricSpec(
        name="gct",
        unit="ms",
        series_column="gct_ms",
        law="power",
        valid=(120.0, 420.0),
        priors={
            "garmin": Prior(level_at_ref=267.0, level_sd_frac=0.08, slope=-0.38, slope_sd=0.11),
            "stryd": Prior(level_at_ref=265.0, level_sd_frac=0.06, slope=-0.59, slope_sd=0.13),
            "apple-watch": Prior(
                level_at_ref=267.0, level_sd_frac=0.11, slope=-0.38, slope_sd=0.16
            ),
        },
        noise=Noise(
            between_sd=0.024,
            within_sd=0.016,
            drift_sd_frac_per_year=0.02,
            pseudo_runs=4.0,
        ),
        half_width_floor_frac=0.025,
        unfavourable=1,
        scored=True,
        groups=("contact",),
        decimals=0,
        words=MetricWords(
            name=N_("Ground contact time"),
            brief=N_("Contact time"),
            lower=N_("shorter"),
            higher=N_("longer"),
            abbreviation="GCT",
        ),
        kinds_sd_frac=KindsSd(0.040, 0.065),
    ),
    "vo": MetricSpec(
        name="vo",
        unit="cm",
        series_column="vo_cm",
        law="power",
        valid=(2.0, 20.0),
        priors={
            "garmin": Prior(level_at_ref=9.1, level_sd_frac=0.145, slope=0.25, slope_sd=0.25),
            "stryd": Prior(level_at_ref=7.1, level_sd_frac=0.10, slope=0.15, slope_sd=0.2),
            "apple-watch": Prior(level_at_ref=9.1, level_sd_frac=0.2, slope=0.25, slope_sd=0.35),
        },
        noise=Noise(
            between_sd=0.036,
            within_sd=0.029,
            drift_sd_frac_per_year=0.03,
            pseudo_runs=2.0,
        ),
        half_width_floor_frac=0.04,
        unfavourable=1,
        scored=True,
        groups=("bounce",),
        decimals=1,
        words=MetricWords(
            name=N_("Vertical oscillation"),
            brief=N_("Vertical oscillation"),
            lower=N_("smaller"),
            higher=N_("larger"),
            abbreviation="VO",
        ),
    ),
    "vr": MetricSpec(
        name="vr",
        unit="%",
        series_column="vr_pct",
        law="power",
        valid=(2.0, 25.0),
        priors={
            "garmin": Prior(level_at_ref=8.5, level_sd_frac=0.14, slope=-0.65, slope_sd=0.27),
            "stryd": Prior(level_at_ref=6.6, level_sd_frac=0.10, slope=-0.7, slope_sd=0.2),
        },
        noise=Noise(
            between_sd=0.036,
            within_sd=0.033,
            drift_sd_frac_per_year=0.03,
            pseudo_runs=2.0,
        ),
        half_width_floor_frac=0.04,
        unfavourable=1,
        scored=True,
        groups=("bounce",),
        decimals=1,
        words=MetricWords(
            name=N_("Vertical ratio"),
            brief=N_("Vertical ratio"),
            lower=N_("lower"),
            higher=N_("higher"),
            abbreviation="VR",
        ),
        kinds_sd_frac=KindsSd(0.060, 0.090),
    ),
    "cadence": MetricSpec(
        name="cadence",
        unit="spm",
        series_column="cadence_spm",
        law="power",
        valid=(RUNNING_CADENCE_MIN_SPM, 260.0),
        priors={
            "garmin": Prior(level_at_ref=167.0, level_sd_frac=0.04, slope=0.11, slope_sd=0.05),
        },
        noise=Noise(between_sd=0.013, within_sd=0.010, drift_sd_frac_per_year=0.01),
        half_width_floor_frac=0.015,
        unfavourable=0,
        scored=False,
        groups=(),
        decimals=0,
        words=MetricWords(
            name=N_("Cadence"),
            brief=N_("Cadence"),
            lower=N_("lower"),
            higher=N_("higher"),
        ),
        kinds_sd_frac=KindsSd(0.005, 0.006),
    ),
    "step_length": MetricSpec(
        name="step_length",
        unit="m",
        series_column="step_length_m",
        inputs=("speed_mps", "cadence_spm"),
        formula=step_length_m,
        law="power",
        valid=(0.4, 2.5),
        priors={
            "garmin": Prior(level_at_ref=1.08, level_sd_frac=0.04, slope=0.89, slope_sd=0.08),
        },
        noise=Noise(between_sd=0.013, within_sd=0.010, drift_sd_frac_per_year=0.01),
        half_width_floor_frac=0.015,
        unfavourable=0,
        scored=False,
        groups=(),
        decimals=2,
        words=MetricWords(
            name=N_("Step length"),
            brief=N_("Step length"),
            lower=N_("shorter"),
            higher=N_("longer"),
        ),
        kinds_sd_frac=KindsSd(0.005, 0.006),
    ),
    "leg_stiffness": MetricSpec(
        name="leg_stiffness",
        unit="N/m/kg",
        series_column="leg_stiffness_n_per_m_per_kg",
        inputs=("speed_mps", "gct_ms", "cadence_spm"),
        formula=leg_stiffness_n_per_m_per_kg,
        law="power",
        valid=(40.0, 400.0),
        priors={
            "garmin": Prior(level_at_ref=133.0, level_sd_frac=0.17, slope=-0.47, slope_sd=0.23),
            "stryd": Prior(level_at_ref=135.0, level_sd_frac=0.13, slope=-0.02, slope_sd=0.27),
            "apple-watch": Prior(
                level_at_ref=133.0, level_sd_frac=0.23, slope=-0.47, slope_sd=0.32
            ),
        },
        noise=Noise(between_sd=0.05, within_sd=0.034, drift_sd_frac_per_year=0.042),
        half_width_floor_frac=0.05,
        unfavourable=0,
        scored=False,
        groups=(),
        decimals=0,
        words=MetricWords(
            name=N_("Leg stiffness"),
            brief=N_("Leg stiffness"),
            lower=N_("lower"),
            higher=N_("higher"),
        ),
        kinds_sd_frac=KindsSd(0.080, 0.130),
    ),
}

SCORED_METRICS: tuple[MetricName, ...] = tuple(
    name for name, metric in METRICS.items() if metric.scored
)
