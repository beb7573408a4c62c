"""Invented efforts and athletes for tests: a runner with threshold 4.0 m/s and 170 bpm, rest 50."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from hakaru.running.athlete.efforts import EFFORT_DURATIONS_S, Effort, RunEfforts
from hakaru.running.athlete.model import Athlete, Known, Quantity

DAY = date(2026, 3, 1)
THRESHOLD_MPS, LT_BPM, REST_BPM = 4.0, 170.0, 50.0


def days_ago(n: int) -> date:
    return DAY - timedelta(days=n)


def pulse_bpm(of_threshold: float) -> float:
    """Heart rate of the invented runner at a share of threshold speed."""
    return REST_BPM + of_threshold * (LT_BPM - REST_BPM)


def make_efforts(
    of_threshold: float,
    *,
    top: float | None = None,
    length_s: float = 3600.0,
    with_heart_rate: bool = True,
    power_w: Mapping[float, float] | None = None,
) -> RunEfforts:
    """A run at one share of threshold speed; `top` is that of its best 30 s to 3 min."""
    efforts = []
    for duration_s in EFFORT_DURATIONS_S:
        if duration_s > length_s:
            continue
        share = top if top is not None and duration_s <= 180.0 else of_threshold
        bpm = pulse_bpm(share) if with_heart_rate else None
        efforts.append(
            Effort(
                duration_s=duration_s,
                speed_mps=share * THRESHOLD_MPS,
                speed_heart_rate_bpm=bpm,
                heart_rate_bpm=bpm,
                power_w=None if power_w is None else power_w.get(duration_s),
            )
        )
    return RunEfforts(efforts)


def easy_weeks(n_runs: int = 4, *, with_heart_rate: bool = True) -> list[tuple[date, RunEfforts]]:
    run = make_efforts(0.76, with_heart_rate=with_heart_rate)
    return [(days_ago(2 + 3 * index), run) for index in range(n_runs)]


def make_athlete(**values: float) -> Athlete:
    """An athlete of whom the runner stated these quantities."""
    known: dict[Quantity, Known] = {
        quantity: Known(value=value, origin="user", method="stated", on=DAY)  # type: ignore[misc]
        for quantity, value in values.items()
    }
    return Athlete(day=DAY, known=known)
