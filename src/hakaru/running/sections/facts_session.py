"""Which facts do a session and its conditions hold for a text?"""

from __future__ import annotations

from hakaru.core.units import METRES_PER_KM, speed_to_pace_s_per_km
from hakaru.guard.evidence import Fact
from hakaru.running.environment.figures import WINDY_MPS
from hakaru.running.environment.heat_stress import heat_slowdown, wbgt_range_c
from hakaru.running.environment.slowdown import Slowdown
from hakaru.running.environment.temperature import classify_humidity, temperature_side
from hakaru.running.sections.figures import figures
from hakaru.running.session.analysis import SessionAnalysis
from hakaru.running.session.rating import Phase, SessionRating, tally
from hakaru.running.session.summary import SessionSummary


def run_facts(summary: SessionSummary) -> tuple[Fact, ...]:
    """How far, how long, how fast, at which heart rate (the watch's totals), and its load."""
    speed_mps = summary.speed_mps
    pace = speed_to_pace_s_per_km(speed_mps) if speed_mps else None
    distance_m = summary.distance_m
    distance_km = None if distance_m is None else distance_m / METRES_PER_KM
    return (
        *figures("distance", {"actual": distance_km}, unit="km"),
        *figures("duration", {"actual": summary.timer_s}, unit="s"),
        *figures("pace", {"actual": pace}, unit="s/km"),
        *figures("heart_rate", {"actual": summary.heart_rate_bpm}, unit="bpm"),
        *figures("load", {"actual": summary.training_load_score}, unit="score"),
    )


def rating_facts(rating: SessionRating) -> tuple[Fact, ...]:
    """Stars of the session; none where it was not rated."""
    stars = None if rating.stars is None else float(rating.stars)
    return figures("session", {"star": stars}, unit="star")


def phase_facts(analysis: SessionAnalysis) -> tuple[Fact, ...]:
    """Of each phase its length and how many of its criteria were met; of repetitions their sum."""
    summary = analysis.summary
    reps = float(summary.n_reps) if summary.form == "reps" else None
    retention = {"actual": summary.heart_rate_retention_pct}
    return (
        *rating_facts(analysis.rating),
        *(fact for phase in analysis.rating.phases for fact in _phase(phase)),
        *figures("repetitions", {"count": reps}, unit="count"),
        *figures("repetition", {"duration": summary.rep_s}, unit="s"),
        *figures("heart_rate", retention, unit="%", scope="after recovery"),
    )


def environment_facts(summary: SessionSummary) -> tuple[Fact, ...]:
    """Air, wind and slope, and what fields of racers lose in such air."""
    heat = slowdown_of(summary)
    lost = {} if heat is None else {"lost_low": heat.low_pct, "lost_high": heat.high_pct}
    return (
        *figures("temperature", {"actual": summary.temperature_c}, unit="°C"),
        *figures("humidity", {"actual": summary.relative_humidity_pct}, unit="%"),
        *figures("wind", {"actual": summary.wind_speed_mps}, unit="m/s"),
        *figures("headwind", {"actual": summary.headwind_mps}, unit="m/s"),
        *figures("climb", {"actual": summary.climb_m_per_km}, unit="m"),
        *figures("pace", lost, unit="%"),
    )


def slowdown_of(summary: SessionSummary) -> Slowdown | None:
    """What fields of racers lose in such air; None: nothing is known of it, or it costs nothing."""
    if summary.temperature_c is None:
        return None
    wbgt_c = wbgt_range_c(summary.temperature_c, summary.relative_humidity_pct)
    heat = None if wbgt_c is None else heat_slowdown(wbgt_c)
    return heat if heat is not None and heat.high_pct > 0.0 else None


def causes_of(summary: SessionSummary) -> frozenset[str]:
    """The conditions that a text may give as reasons: those that were not ordinary."""
    causes: set[str] = set()
    if summary.temperature_c is not None:
        side = temperature_side(summary.temperature_c, summary.training_type)
        causes |= {"heat"} if side == "warm" else {"cold"} if side == "cold" else set()
    humidity_pct = summary.relative_humidity_pct
    if humidity_pct is not None and classify_humidity(humidity_pct) == "high":
        causes.add("humidity")
    if summary.wind_speed_mps is not None and summary.wind_speed_mps > WINDY_MPS:
        causes.add("wind")
    if summary.terrain in ("rolling", "hilly"):
        causes.add("hills")
    return frozenset(causes)


def _phase(phase: Phase) -> tuple[Fact, ...]:
    """Its length in km, and how many criteria counted and how many of them were met."""
    counted = tally(phase.criteria)
    counts = {"met": float(counted.n_met), "count": float(counted.n_told)} if counted.n_told else {}
    length = {"distance": phase.distance_m / METRES_PER_KM} if phase.present else {}
    return (
        *figures("phase", length, unit="km", scope=phase.role),
        *figures("criteria", counts, unit="count", scope=phase.role),
    )
