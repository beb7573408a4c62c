"""What is believed about each figure that is followed at a fixed speed, before any data?

Form metrics: `running/metrics.py` and `running/baseline/beliefs.py`. The others, weak on purpose:
heart rate rises 20-40 bpm per m/s between easy and threshold running; running costs about 1.04 W
per kg and m/s on the power meters that scale so (70 kg: 73 W per m/s), so that v / (P / m) hardly
depends on speed and lies near 0.96.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from hakaru.running.baseline.beliefs import LinePrior, components_of, line_prior
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.trends.model import TrendMetric
from hakaru.stats.robust import Components


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """One followed figure. `unfavourable` is the sign of a change that costs, 0: neither side.

    `noise` are relative SDs between runs and between the splits of a run.
    """

    unit: str
    model_type: Literal["power", "linear"]
    unfavourable: Literal[-1, 0, 1]
    valid_min: float
    valid_max: float
    prior: LinePrior
    noise: Components


_OTHERS: Mapping[TrendMetric, Quantity] = {
    "heart_rate": Quantity(
        unit="bpm",
        model_type="linear",
        unfavourable=1,
        valid_min=60.0,
        valid_max=230.0,
        prior=LinePrior(level=148.0, slope=28.0, level_sd=18.0, slope_sd=10.0),
        noise=Components(between_sd=0.025, within_sd=0.025),
    ),
    "power": Quantity(
        unit="W",
        model_type="linear",
        unfavourable=1,
        valid_min=50.0,
        valid_max=1000.0,
        prior=LinePrior(level=225.0, slope=73.0, level_sd=50.0, slope_sd=25.0),
        noise=Components(between_sd=0.02, within_sd=0.02),
    ),
    "running_effectiveness": Quantity(
        unit="",
        model_type="linear",
        unfavourable=-1,
        valid_min=0.5,
        valid_max=1.5,
        prior=LinePrior(level=0.96, slope=0.0, level_sd=0.1, slope_sd=0.05),
        noise=Components(between_sd=0.02, within_sd=0.02),
    ),
}


def quantity_of(metric: TrendMetric, sensor_group: str) -> Quantity:
    """What is believed about a figure on one kind of sensor (heart rate: on any)."""
    if metric in _OTHERS:
        return _OTHERS[metric]
    name = cast(MetricName, metric)
    row = METRICS[name]
    return Quantity(
        unit=row.unit,
        model_type=row.model_type,
        unfavourable=row.unfavourable,
        valid_min=row.valid_min,
        valid_max=row.valid_max,
        prior=line_prior(name, sensor_group),
        noise=components_of(name),
    )
