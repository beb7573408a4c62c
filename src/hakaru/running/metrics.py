"""What are the form metrics, which way is each unfavourable, and what is known before any data?

One row per metric; every other module asks this table. Priors: resolutions §1 row 2, research
data.md §4 (value at 3 m/s, spread between runners) and running.md §2.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MetricName = Literal["gct", "vo", "vr", "cadence"]


@dataclass(frozen=True, kw_only=True)
class Prior:
    """What a runner unknown to us shows on one kind of sensor.

    `level_at_ref` is the value at `REFERENCE_SPEED_MPS` in the metric's unit, `level_sd_frac` the
    relative spread between runners; slope as in `Metric.model_type`: exponent of a power law, or
    metric units per m/s.
    """

    level_at_ref: float
    level_sd_frac: float
    slope: float
    slope_sd: float


@dataclass(frozen=True, kw_only=True)
class Metric:
    """One form metric. `unfavourable` is the sign of (actual - expected) that costs points,
    0 for a metric that is described but never scored."""

    name: MetricName
    unit: str
    series_column: str
    split_column: str
    actual_column: str
    expected_column: str
    model_type: Literal["power", "linear"]
    unfavourable: Literal[-1, 0, 1]
    valid_min: float
    valid_max: float
    decimals: int
    label_ja: str
    label_en: str
    priors: tuple[tuple[str, Prior], ...]

    def prior(self, sensor_group: str) -> Prior:
        """The prior of a sensor group; an unknown group gets the Garmin one (the widest)."""
        table = dict(self.priors)
        return table.get(sensor_group, table["garmin"])


REFERENCE_SPEED_MPS = 3.0
RUNNING_SPEED_MIN_MPS = 1.7
RUNNING_CADENCE_MIN_SPM = 130.0
SCORED_METRICS: tuple[MetricName, ...] = ("gct", "vo", "vr")

METRICS: dict[MetricName, Metric] = {
    "gct": Metric(
        name="gct",
        unit="ms",
        series_column="gct_ms",
        split_column="ground_contact_time_ms",
        actual_column="gct_ms_actual",
        expected_column="gct_ms_expected",
        model_type="power",
        unfavourable=1,
        valid_min=120.0,
        valid_max=420.0,
        decimals=0,
        label_ja="接地時間",
        label_en="Ground contact time",
        priors=(
            ("garmin", Prior(level_at_ref=267.0, level_sd_frac=0.08, slope=-0.38, slope_sd=0.11)),
            ("stryd", Prior(level_at_ref=265.0, level_sd_frac=0.06, slope=-0.59, slope_sd=0.13)),
        ),
    ),
    "vo": Metric(
        name="vo",
        unit="cm",
        series_column="vo_cm",
        split_column="vertical_oscillation_cm",
        actual_column="vo_cm_actual",
        expected_column="vo_cm_expected",
        model_type="power",
        unfavourable=1,
        valid_min=2.0,
        valid_max=20.0,
        decimals=1,
        label_ja="垂直振幅",
        label_en="Vertical oscillation",
        priors=(
            ("garmin", Prior(level_at_ref=9.1, level_sd_frac=0.145, slope=0.25, slope_sd=0.25)),
            ("stryd", Prior(level_at_ref=7.1, level_sd_frac=0.10, slope=0.15, slope_sd=0.2)),
        ),
    ),
    "vr": Metric(
        name="vr",
        unit="%",
        series_column="vr_pct",
        split_column="vertical_ratio_pct",
        actual_column="vr_pct_actual",
        expected_column="vr_pct_expected",
        model_type="power",
        unfavourable=1,
        valid_min=2.0,
        valid_max=25.0,
        decimals=1,
        label_ja="垂直比率",
        label_en="Vertical ratio",
        priors=(
            ("garmin", Prior(level_at_ref=8.5, level_sd_frac=0.14, slope=-0.65, slope_sd=0.27)),
            ("stryd", Prior(level_at_ref=6.6, level_sd_frac=0.10, slope=-0.7, slope_sd=0.2)),
        ),
    ),
    "cadence": Metric(
        name="cadence",
        unit="spm",
        series_column="cadence_spm",
        split_column="avg_running_cadence_spm",
        actual_column="cadence_actual",
        expected_column="cadence_expected",
        model_type="power",
        unfavourable=0,
        valid_min=RUNNING_CADENCE_MIN_SPM,
        valid_max=260.0,
        decimals=0,
        label_ja="ケイデンス",
        label_en="Cadence",
        priors=(
            ("garmin", Prior(level_at_ref=167.0, level_sd_frac=0.04, slope=0.11, slope_sd=0.05)),
        ),
    ),
}
