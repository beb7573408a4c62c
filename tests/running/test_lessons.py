"""Is what a sensor's splits teach recognised when it is learned again?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np

from hakaru.running.baseline.model import BaselineSettings
from hakaru.running.lessons import SensorHistory, SplitColumns, fits_of

SETTINGS = BaselineSettings()
SINCE = datetime(2026, 3, 1, tzinfo=UTC)


def make_columns(strap: str) -> SplitColumns:
    """Ten runs of five kilometres; every name of the strap is an object of its own."""
    run = np.repeat(np.arange(10), 5)
    speed_mps = 2.8 + 0.1 * np.tile(np.arange(5.0), 10)
    numbers = ("distance_m", "elevation_gain_m", "elevation_loss_m", "temperature_c", "grade_pct")
    columns: dict[str, Any] = {
        **{name: np.zeros(50) for name in numbers},
        "activity_id": run,
        "started_at": np.datetime64("2026-02-01T07:00", "us") + run * np.timedelta64(1, "D"),
        "speed_mps": speed_mps,
        "running_s": 1000.0 / speed_mps,
        "running_distance_m": np.full(50, 1000.0),
        "start_elapsed_s": np.zeros(50),
        "end_elapsed_s": 1000.0 / speed_mps,
        "gct_ms": 250.0 * (speed_mps / 3.0) ** -0.4,
        "vo_cm": np.full(50, 8.0),
        "vr_pct": np.full(50, 8.0),
        "cadence_spm": np.full(50, 168.0),
    }
    columns["sensor_label"] = np.array(["".join(list(strap)) for _ in run], dtype=object)
    return columns


def digests(columns: SplitColumns) -> set[str]:
    lesson = SensorHistory("garmin-hrm", columns, settings=SETTINGS).before(SINCE)
    return {fit.inputs_sha256 for fit in fits_of(lesson, SETTINGS)}


def test_the_same_splits_read_again_have_the_same_digest() -> None:
    again = make_columns(" strap one ".strip())
    assert digests(make_columns("strap one")) == digests(again)


def test_another_strap_has_another_digest() -> None:
    columns = make_columns("strap one")
    changed = columns["sensor_label"].copy()
    changed[:25] = "strap two"
    assert not digests(columns) & digests({**columns, "sensor_label": changed})
