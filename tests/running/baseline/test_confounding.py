"""What went together in every run cannot be told apart, and is said not to be."""

from __future__ import annotations

import numpy as np
import pytest

from hakaru.running.baseline.fit import CauseColumns, confounded_causes
from hakaru.running.effects import Cause

RUNS = 60
AGE_DAYS = np.linspace(240.0, 0.0, RUNS)


def columns(**of_causes: np.ndarray) -> CauseColumns:
    causes: dict[Cause, np.ndarray] = {}
    for cause in ("heat", "shoe", "surface", "sensor", "fatigue"):
        if cause in of_causes:
            causes[cause] = np.atleast_2d(of_causes[cause]).astype(float)
    return CauseColumns(of_causes=causes, age_days=AGE_DAYS, weight=np.ones(RUNS))


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=RUNS)


CHANGED = (AGE_DAYS < 120.0).astype(float)


@pytest.mark.parametrize(
    ("known", "pairs"),
    [
        ({"heat": 10.0 - AGE_DAYS / 30.0}, {("heat", "season")}),
        ({"heat": 8.0 + 4.0 * noise(1)}, set()),
        ({"heat": 0.2 * (10.0 - AGE_DAYS / 30.0)}, set()),
        ({"shoe": CHANGED - 0.5}, {("shoe", "season")}),
        ({"shoe": (noise(2) > 0.0) - 0.5}, set()),
        ({"shoe": CHANGED - 0.5, "sensor": CHANGED}, {("shoe", "season"), ("shoe", "sensor")}),
        ({"shoe": noise(3) > 0.0, "surface": noise(3) > 0.0}, {("shoe", "surface")}),
        ({"fatigue": AGE_DAYS / 100.0}, set()),
        ({}, set()),
    ],
    ids=[
        "warmer and warmer", "warm on some days", "never warm", "new shoes for good",
        "shoes in rotation", "shoes and sensor on one day", "trail shoes on trails",
        "tells itself within a run", "nothing",
    ],
)  # fmt: skip
def test_what_went_with_the_year_or_with_each_other_is_named(
    known: dict[str, np.ndarray], pairs: set[tuple[str, str]]
) -> None:
    assert set(confounded_causes(columns(**known))) == pairs


def test_of_a_few_runs_nothing_is_said() -> None:
    few = CauseColumns(
        of_causes={"heat": np.arange(5.0)[None]}, age_days=np.arange(5.0), weight=np.ones(5)
    )
    assert confounded_causes(few) == ()
