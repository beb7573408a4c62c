"""Are metrics fitted together what each is alone, and sums of runs what the textbook says?"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from hakaru.running.activity import FloatArray
from hakaru.running.baseline.fit import fit_metric, fit_metrics
from hakaru.running.baseline.mixed_model import (
    Coefficients,
    Samples,
    regress,
    run_information,
    unpacked,
)
from hakaru.running.baseline.model import FormSamples, MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.stats.robust import Belief, Components
from tests.running.baseline.season import NOW, make_season

LENGTHS = (3, 1, 16, 17, 40, 8, 33, 5)
"""Splits per run, shorter and longer than a piece of a run."""
BELIEF = Belief(
    expected=Components(between_sd=0.02, within_sd=0.015), pseudo_runs=4.0, pseudo_splits=20.0
)


def make_samples(n_metrics: int = 2) -> Samples:
    rng = np.random.default_rng(4)
    counts = np.array(LENGTHS)
    run = np.repeat(np.arange(counts.size), counts)
    columns = np.stack((np.ones(run.size), rng.normal(0, 0.1, run.size), run % 2 * 1.0))
    truth = rng.normal(0, 0.3, (n_metrics, 3))
    day = rng.normal(0, 0.02, (n_metrics, counts.size))
    return Samples(
        y=truth @ columns + day[:, run] + rng.normal(0, 0.015, (n_metrics, run.size)),
        columns=columns,
        weight=rng.uniform(0.5, 1.5, run.size),
        run_index=run,
        first=np.flatnonzero(np.diff(run, prepend=-1)),
        run_weight=np.exp2(-np.arange(counts.size)[::-1] / 6.0),
    )


def make_prior(n_metrics: int = 2) -> Coefficients:
    shape = n_metrics, 3
    return Coefficients(mean=np.zeros(shape), sd=np.full(shape, 0.5))


def by_hand(
    samples: Samples, robust: FloatArray, components: Components, run: int, metric: int
) -> tuple[FloatArray, FloatArray]:
    """X' V^-1 X and X' V^-1 y of one run, with the whole V."""
    rows = np.flatnonzero((samples.run_index == run) & (robust[metric] > 0))
    x, y = samples.columns[:, rows].T, samples.y[metric, rows]
    weight = samples.weight[rows] * robust[metric, rows]
    covariance = np.diag(components.within_sd**2 / weight) + components.between_sd**2
    inverse = np.linalg.inv(covariance)
    return x.T @ inverse @ x, x.T @ inverse @ y


def test_the_information_of_each_run_is_that_of_its_whole_covariance() -> None:
    samples, prior = make_samples(), make_prior()
    found = regress(samples, prior, beliefs=(BELIEF, BELIEF), run_effect=True)
    since, earlier_weight = 3, np.array([0.3, 0.6, 0.9])
    information = run_information(samples, found, since_run=since, earlier_weight=earlier_weight)
    squares = unpacked(information.precision, 3)
    earlier = unpacked(information.earlier_precision, 3)
    for metric, components in enumerate(found.components):
        runs = [
            by_hand(samples, found.robust, components, run, metric) for run in range(len(LENGTHS))
        ]
        for run in range(since, len(LENGTHS)):
            square, pull = runs[run]
            assert squares[metric, :, :, run - since] == pytest.approx(square, rel=1e-8)
            assert information.pull_total[metric, :, run - since] == pytest.approx(pull, rel=1e-8)
        before = zip(earlier_weight, runs[:since], strict=True)
        total = sum(weight * square for weight, (square, _) in before)
        assert earlier[metric] == pytest.approx(total, rel=1e-8)


def test_the_coefficients_are_those_of_generalised_least_squares() -> None:
    samples, prior = make_samples(), make_prior()
    found = regress(samples, prior, beliefs=(BELIEF, BELIEF), run_effect=True)
    for metric, components in enumerate(found.components):
        square, pull = np.diag(prior.precision[metric]), np.zeros(3)
        for run, weight in enumerate(samples.run_weight):
            own_square, own_pull = by_hand(samples, found.robust, components, run, metric)
            square, pull = square + weight * own_square, pull + weight * own_pull
        assert found.mean[metric] == pytest.approx(np.linalg.solve(square, pull), rel=1e-8)
        assert found.covariance[metric] == pytest.approx(np.linalg.inv(square), rel=1e-8)


def numbers(baseline: MetricBaseline) -> dict[str, object]:
    every = {field.name: getattr(baseline, field.name) for field in fields(baseline)}
    return {
        name: pytest.approx(value, rel=1e-9, abs=1e-12) if isinstance(value, float) else value
        for name, value in every.items()
        if name != "half_widths"
    }


def of_metrics(season: FormSamples) -> dict[MetricName, FormSamples]:
    """Contact time and cadence that follow it, in the same rows."""
    rng = np.random.default_rng(9)
    cadence = 170.0 * (season.speed_mps / 3.0) ** 0.15 * np.exp(rng.normal(0, 0.01, 320))
    return {"gct": season, "cadence": replace(season, value=cadence)}


@pytest.mark.parametrize("missing", [0, 7])
def test_metrics_that_are_fitted_together_are_what_each_is_alone(missing: int) -> None:
    samples = of_metrics(make_season())
    value = samples["cadence"].value.copy()
    value[:missing] = np.nan
    samples["cadence"] = replace(samples["cadence"], value=value)
    together = fit_metrics(samples, sensor_group="garmin-hrm", now=NOW)
    for metric, own in samples.items():
        alone = fit_metric(own, metric, sensor_group="garmin-hrm", now=NOW)
        assert numbers(alone) == {
            field.name: getattr(together[metric], field.name)
            for field in fields(alone)
            if field.name != "half_widths"
        }
        assert alone.half_widths == pytest.approx(together[metric].half_widths, rel=1e-9)
    assert together["cadence"].n_samples <= 320 - missing


def test_a_condition_that_never_varies_from_none_keeps_what_is_believed_of_it() -> None:
    season = make_season()
    nothing = fit_metric(season, "gct", sensor_group="garmin-hrm", now=NOW)
    conditions = np.zeros((season.value.size, 4))
    conditions[:, 3] = np.linspace(-0.5, 0.5, season.value.size)
    tired = fit_metric(
        replace(season, conditions=conditions), "gct", sensor_group="garmin-hrm", now=NOW
    )
    assert (tired.heat_frac_per_c, tired.heat_var) == (nothing.heat_frac_per_c, nothing.heat_var)
    assert tired.fatigue_var < nothing.fatigue_var
    assert tired.return_var == nothing.return_var > 0.0
