"""Do figures of sessions move only when they moved, and is an old value called old?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from hakaru.running.session.model import SessionSummary
from hakaru.running.trend_changes import (
    FIGURE_COLUMNS,
    SessionFigures,
    SessionQuantity,
    session_figures,
    session_trend,
)

START = date(2026, 1, 5)


def make_summary(index: int, **given: Any) -> SessionSummary:
    """One session every third day."""
    day = START + timedelta(days=3 * index)
    return SessionSummary(
        activity_id=index,
        activity_date=day,
        started_at=datetime(day.year, day.month, day.day, 7, tzinfo=UTC),
        training_type="aerobic_base",
        type_source="zones",
        type_confidence_frac=0.9,
        form="steady",
        structure_confidence_frac=0.9,
        n_reps=0,
        n_strides=0,
        **given,
    )


def figures_of(sessions: Sequence[SessionSummary]) -> SessionFigures:
    """As the store gives them."""
    columns = {
        name: np.array([getattr(session, name) for session in sessions], dtype=np.float64)
        for name in FIGURE_COLUMNS
    }
    started_at = [session.started_at.replace(tzinfo=None) for session in sessions]
    days = [session.activity_date for session in sessions]
    return session_figures(
        {
            **columns,
            "started_at": np.array(started_at, dtype="datetime64[us]"),
            "activity_date": np.array(days, dtype="datetime64[D]"),
        }
    )


def test_a_lasting_fall_of_decoupling_is_a_fall_and_not_called_better() -> None:
    noise = np.random.default_rng(1).normal(0.0, 1.0, 40)
    sessions = [
        make_summary(i, decoupling_pct=float((6.0 if i < 20 else 3.0) + noise[i]))
        for i in range(40)
    ]
    trend = session_trend(figures_of(sessions), "decoupling")
    assert trend is not None
    assert (trend.direction, trend.meaning) == ("lower", "neutral")
    assert trend.high is not None
    assert trend.high < 0.0
    assert trend.stale_days is None
    assert sum(point.n_sessions for point in trend.points) == 40


def test_scatter_alone_is_no_trend() -> None:
    called = 0
    for seed in range(100):
        noise = np.random.default_rng(seed).normal(4.0, 1.5, 30)
        sessions = [make_summary(i, decoupling_pct=float(noise[i])) for i in range(30)]
        trend = session_trend(figures_of(sessions), "decoupling")
        called += trend is not None and trend.direction != "none"
    assert called <= 5


def test_threshold_heart_rate_is_neutral() -> None:
    """Resolutions row 32: a rising LTHR is no progress."""
    sessions = [make_summary(i, athlete_lt_heart_rate_bpm=165.0 + i) for i in range(8)]
    trend = session_trend(figures_of(sessions), "lt_heart_rate")
    assert trend is not None
    assert (trend.direction, trend.meaning) == ("higher", "neutral")


@pytest.mark.parametrize(
    ("quantity", "column", "first"),
    [
        ("vo2_max", "athlete_vo2_max_ml_per_kg_min", 50.0),
        ("critical_power", "athlete_critical_power_w", 290.0),
    ],
)
def test_an_estimate_that_rose_is_not_called_better(
    quantity: SessionQuantity, column: str, first: float
) -> None:
    """It may have moved with the heat, the watch or the kind of runs it rests on."""
    given: list[dict[str, Any]] = [{column: first + 3.0 * i} for i in range(8)]
    sessions = [make_summary(i, **values) for i, values in enumerate(given)]
    trend = session_trend(figures_of(sessions), quantity)
    assert trend is not None
    assert (trend.direction, trend.meaning) == ("higher", "neutral")


def test_a_threshold_speed_that_rose_is_progress() -> None:
    """Resolutions row 32: threshold speed is what to follow."""
    sessions = [
        make_summary(i, athlete_threshold_speed_mps=3.6 if i < 5 else 3.75) for i in range(10)
    ]
    trend = session_trend(figures_of(sessions), "threshold_speed")
    assert trend is not None
    assert trend.meaning == "favourable"
    assert trend.delta == pytest.approx(0.15)
    assert trend.low is None


def test_a_value_that_repeats_itself_for_two_months_is_stale() -> None:
    sessions = [make_summary(i, athlete_vo2_max_ml_per_kg_min=50.0) for i in range(30)]
    trend = session_trend(figures_of(sessions), "vo2_max")
    assert trend is not None
    assert trend.direction == "none"
    assert trend.stale_days == 87


def test_a_value_measured_again_is_not_stale() -> None:
    sessions = [make_summary(i, athlete_vo2_max_ml_per_kg_min=50.0 + (i > 25)) for i in range(30)]
    trend = session_trend(figures_of(sessions), "vo2_max")
    assert trend is not None
    assert trend.stale_days is None


def test_metres_per_beat_prefer_speed_on_the_level() -> None:
    sessions = [
        make_summary(
            i,
            target_speed_mps=2.5,
            target_grade_adjusted_speed_mps=3.0,
            target_heart_rate_bpm=150.0,
        )
        for i in range(6)
    ]
    trend = session_trend(figures_of(sessions), "speed_per_beat")
    assert trend is not None
    assert trend.later_value == pytest.approx(1.2)


@pytest.mark.parametrize("n", [0, 5])
def test_too_few_sessions_have_no_trend(n: int) -> None:
    assert (
        session_trend(
            figures_of([make_summary(i, decoupling_pct=4.0) for i in range(n)]), "decoupling"
        )
        is None
    )
