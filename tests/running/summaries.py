"""Rows of sessions for tests: a plausible base run, each figure settable."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from hakaru.running.session.model import SessionSummary

FIRST_DAY = date(2026, 1, 1)


def make_summary(activity_id: int = 1, *, days: float = 0.0, **given: Any) -> SessionSummary:
    """A flat 10 km base run at 3 m/s and 140 bpm, `days` after the first day at 07:00 UTC."""
    started_at = datetime.combine(FIRST_DAY, time(7), tzinfo=UTC) + timedelta(days=days)
    values: dict[str, Any] = {
        "training_type": "aerobic_base",
        "type_source": "zones",
        "type_confidence_frac": 0.9,
        "form": "steady",
        "structure_confidence_frac": 0.9,
        "n_reps": 0,
        "n_strides": 0,
        "distance_m": 10000.0,
        "target_distance_m": 10000.0,
        "target_speed_mps": 3.0,
        "target_heart_rate_bpm": 140.0,
        "terrain": "flat",
    } | given
    return SessionSummary(
        activity_id=activity_id,
        activity_date=started_at.date(),
        started_at=started_at,
        **values,
    )


def make_interval(activity_id: int = 1, *, days: float = 0.0, **given: Any) -> SessionSummary:
    """Five times 1000 m at 4 m/s."""
    values: dict[str, Any] = {
        "training_type": "interval",
        "form": "reps",
        "n_reps": 5,
        "rep_distance_m": 1000.0,
        "rep_s": 250.0,
        "recovery_s": 180.0,
        "target_speed_mps": 4.0,
        "target_distance_m": 5000.0,
        "target_cv_frac": 0.012,
        "heart_rate_retention_pct": 78.0,
        "heart_rate_rise_bpm": 4.0,
    } | given
    return make_summary(activity_id, days=days, **values)


def make_tempo(activity_id: int = 1, *, days: float = 0.0, **given: Any) -> SessionSummary:
    """6 km at 3.6 m/s inside a run of 10 km."""
    values: dict[str, Any] = {
        "training_type": "tempo_threshold",
        "form": "block",
        "target_distance_m": 6000.0,
        "target_speed_mps": 3.6,
        "threshold_share_pct": 65.0,
        "target_cv_frac": 0.02,
    } | given
    return make_summary(activity_id, days=days, **values)
