"""Everything that may be claimed of one run, whichever section a text belongs to.

Places: "split 3" (one of those compared), "other split 4" (a recovery, a warm-up, a leftover),
"repetition 2", the phases by their role ("warmup", "main", "work", "recovery", "cooldown"), "first
half" and "second half". A fact without a place is of the run, as the watch states it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hakaru.core.units import CM_PER_M, PERCENT, speed_to_pace_s_per_km
from hakaru.guard.claims import Facts
from hakaru.guard.evidence import Fact
from hakaru.running.claims.past import km_of, past_facts
from hakaru.running.environment.heat import temperature_side
from hakaru.running.metrics import METRICS
from hakaru.running.sections.facts import (
    Half,
    cause_facts,
    causes_of,
    environment_facts,
    flags,
    form_facts,
    half_of,
    phase_facts,
    run_facts,
    split_facts,
    spread_of,
)
from hakaru.running.sections.model import RunKnown, figures
from hakaru.running.session.model import (
    Criterion,
    Phase,
    SessionRating,
    SessionSummary,
    tally,
)
from hakaru.running.splits import Role, Split

WORD = "word"
"""The unit of a fact that is a word."""

_COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("heart_rate", "heart_rate_bpm", "bpm"),
    ("heart_rate_max", "heart_rate_max_bpm", "bpm"),
    ("power", "power_w", "W"),
    ("climb", "elevation_gain_m", "m"),
    ("descent", "elevation_loss_m", "m"),
    ("grade", "grade_pct", "%"),
    ("temperature", "temperature_c", "°C"),
)
"""Metric of a split, its field, its unit; those of form are named by `METRICS`."""


def facts_of(known: RunKnown) -> Facts:
    """Facts, flags and causes of a run. Pure: the same for the same stored run."""
    facts = (*_words(known), *_whole(known), *_splits(known), *_phases(known), *_past(known))
    return Facts(
        facts=tuple({fact.id: in_cm(fact) for fact in facts}.values()),
        flags=_flags(known),
        causes=_causes(known),
    )


def in_cm(fact: Fact) -> Fact:
    """A length of a step in cm: whole metres say nothing about it."""
    if fact.metric != "step_length" or fact.unit != "m" or isinstance(fact.value, str):
        return fact
    return replace(fact, value=CM_PER_M * fact.value, unit="cm")


def _past(known: RunKnown) -> Iterable[Fact]:
    if known.past is None:
        return ()
    summary = None if known.analysis is None else known.analysis.summary
    return past_facts(known.past, day=known.day, summary=summary, evaluation=known.evaluation)


def _words(known: RunKnown) -> Iterator[Fact]:
    day = known.day
    yield Fact(metric="date", role="activity", value=day.isoformat(), unit="date")
    yield Fact(metric="kind", role="actual", value=known.training_type, unit=WORD)
    if known.analysis is not None and known.analysis.summary.terrain != "unknown":
        summary = known.analysis.summary
        words = tuple(_terrain_words(summary.climb_m_per_km))
        yield Fact(metric="terrain", role="actual", value=summary.terrain, unit=WORD, aliases=words)


_TERRAIN_WORDS: Mapping[str, tuple[float, float]] = {
    "flat": (0.0, 8.0), "gently_rolling": (4.0, 20.0), "rolling": (8.0, 30.0),
    "hilly": (10.0, math.inf),
}  # fmt: skip
"""Climb per kilometre, in m, of which a word may be said: ground of one class may be called
by the word of its neighbour."""


def _terrain_words(climb_m_per_km: float | None) -> Iterator[str]:
    for word, (low, high) in _TERRAIN_WORDS.items():
        if climb_m_per_km is not None and low <= climb_m_per_km < high:
            yield word


def _whole(known: RunKnown) -> Iterator[Fact]:
    if known.analysis is not None:
        summary = known.analysis.summary
        yield from run_facts(summary)
        yield from _more_of_the_run(summary)
        yield from phase_facts(known.analysis)
        yield from environment_facts(summary)
    if known.evaluation is not None:
        yield from form_facts(known.evaluation)
        yield from cause_facts(known.why)
    gains = [split.elevation_gain_m for split in known.splits if split.elevation_gain_m is not None]
    losses = [
        split.elevation_loss_m for split in known.splits if split.elevation_loss_m is not None
    ]
    yield from figures("climb", {"total": sum(gains) if gains else None}, unit="m")
    yield from figures("descent", {"total": sum(losses) if losses else None}, unit="m")


def _more_of_the_run(summary: SessionSummary) -> Iterator[Fact]:
    lengths_s = {"elapsed": summary.elapsed_s, "recorded": summary.recorded_until_s}
    yield from figures("duration", lengths_s, unit="s")
    yield from figures("distance", {"recorded": km_of(summary.recorded_distance_m)}, unit="km")
    yield from figures("power", {"actual": summary.power_w}, unit="W")
    running_mps = summary.running_speed_mps
    pace = speed_to_pace_s_per_km(running_mps) if running_mps else None
    yield from figures("pace", {"running": pace}, unit="s/km")
    yield from figures("heart_rate", {"running": summary.running_heart_rate_bpm}, unit="bpm")
    strides = float(summary.n_strides) if summary.n_strides else None
    yield from figures("strides", {"count": strides}, unit="count")
    yield from figures("repetition", {"distance": km_of(summary.rep_distance_m)}, unit="km")


def _splits(known: RunKnown) -> Iterator[Fact]:
    """Of every split what it measured, under the number that the tables show."""
    yield from split_facts(known.splits)
    spread = spread_of(known.splits)
    compared = frozenset() if spread is None else {split.split_index for split in spread.compared}
    for split in known.splits:
        kind = "split" if split.split_index in compared else "other split"
        yield from _measured(split, f"{kind} {split.split_index}")
        if split.role == "work" and split.rep_index is not None:
            yield from _measured(split, f"repetition {split.rep_index}")
    peaks_bpm = [s.heart_rate_max_bpm for s in known.splits if s.heart_rate_max_bpm is not None]
    yield from figures("heart_rate_max", {"actual": max(peaks_bpm, default=None)}, unit="bpm")
    yield from figures("splits", {"all": float(len(known.splits))}, unit="count")


def _measured(split: Split, scope: str) -> Iterator[Fact]:
    speed_mps = split.speed_mps
    pace = speed_to_pace_s_per_km(speed_mps) if speed_mps else None
    yield from figures("pace", {"actual": pace}, unit="s/km", scope=scope)
    yield from figures("distance", {"actual": km_of(split.distance_m)}, unit="km", scope=scope)
    yield from figures("duration", {"actual": split.duration_s}, unit="s", scope=scope)
    for metric, field, unit in _COLUMNS:
        yield from figures(metric, {"actual": getattr(split, field)}, unit=unit, scope=scope)
    if split.says_form:
        for spec in METRICS.values():
            value = spec.value_of(split)
            yield from figures(spec.name, {"actual": value}, unit=spec.unit, scope=scope)


def _phases(known: RunKnown) -> Iterator[Fact]:
    """Pace, heart rate and running time of the splits of each role; criteria over all phases."""
    roles: Mapping[Role, list[Split]] = {}
    for split in known.splits:
        if split.role is not None and split.speed_mps and split.is_mostly_run:
            roles = {**roles, split.role: [*roles.get(split.role, []), split]}
    for role, splits in roles.items():
        yield from _phase(half_of([(split, 1.0) for split in splits]), role)
        yield from figures("power", {"actual": _mean_power_w(splits)}, unit="W", scope=role)
    if known.analysis is not None:
        yield from _criteria(known.analysis.rating.phases)
        for phase in known.analysis.rating.phases:
            for criterion in phase.criteria:
                yield from _criterion(criterion, phase.role)


def _phase(part: Half, role: Role) -> Iterator[Fact]:
    yield from figures("pace", {"actual": part.pace_s_per_km}, unit="s/km", scope=role)
    yield from figures("heart_rate", {"actual": part.heart_rate_bpm}, unit="bpm", scope=role)
    yield from figures("duration", {"actual": part.running_s}, unit="s", scope=role)


def _mean_power_w(splits: Sequence[Split]) -> float | None:
    """Power over splits by how long each was; None: of one it is not known."""
    parts = [(split.power_w, split.duration_s) for split in splits if split.power_w is not None]
    lasting_s = sum(each_s for _, each_s in parts)
    if len(parts) < len(splits) or not lasting_s:
        return None
    return sum(power_w * each_s for power_w, each_s in parts) / lasting_s


def _criteria(phases: Sequence[Phase]) -> Iterable[Fact]:
    counted = tally(criterion for phase in phases for criterion in phase.criteria)
    values = {"met": float(counted.n_met), "count": float(counted.n_told)}
    return figures("criteria", values, unit="count") if counted.n_told else ()


_CRITERION_UNITS: Mapping[str, tuple[str, float]] = {
    "frac": ("%", PERCENT),
    "pct": ("%", 1.0),
    "lt_heart_rate_pct": ("%", 1.0),
    "bpm": ("bpm", 1.0),
    "s": ("s", 1.0),
    "s_per_km": ("s/km", 1.0),
    "count": ("count", 1.0),
    "m": ("m", 1.0),
}
"""Unit of facts, and the factor to it."""


def _criterion(criterion: Criterion, role: Role) -> Iterable[Fact]:
    """What a stretch showed, and between what it is asked to lie."""
    if criterion.unit not in _CRITERION_UNITS or criterion.value is None:
        return ()
    unit, factor = _CRITERION_UNITS[criterion.unit]
    values = {
        "criterion": criterion.value,
        "asked_low": criterion.target_low,
        "asked_high": criterion.target_high,
    }
    scaled = {role: None if value is None else factor * value for role, value in values.items()}
    return figures(criterion.name, scaled, unit=unit, scope=role)


def _present(rating: SessionRating) -> Mapping[str, bool]:
    """Of each phase of which the recording tells it, whether it was there."""
    return {
        f"present.{phase.role}": phase.in_recording
        for phase in rating.phases
        if phase.in_recording is not None
    }


def _flags(known: RunKnown) -> Mapping[str, bool]:
    named = {f"needs_improvement.{name}": flag for name, flag in flags(known.evaluation).items()}
    named["unknown.form"] = known.evaluation is None
    named["unknown.session"] = known.analysis is None
    named["unknown.kind"] = known.training_type == "unknown"
    spread = spread_of(known.splits)
    named["unknown.splits"] = spread is None
    if spread is not None:
        named["unknown.heart_rate"] = spread.whole.heart_rate_bpm is None
    if known.analysis is not None:
        summary, rating = known.analysis.summary, known.analysis.rating
        named["unknown.weather"] = summary.temperature_c is None
        named["unknown.wind"] = summary.wind_speed_mps is None
        named["rated.session"] = rating.stars is not None
        named["star_lost.session"] = any(deduction.stars for deduction in rating.deductions)
        named |= {
            f"lost.{deduction.reason}": True for deduction in rating.deductions if deduction.stars
        }
        named |= _present(rating)
        named |= {
            f"met.{criterion.name}@{phase.role}": criterion.outcome == "met"
            for phase in rating.phases
            for criterion in phase.criteria
            if criterion.counts and criterion.outcome in ("met", "not_met")
        }
        named["indoor"] = summary.terrain == "indoor"
        if summary.temperature_c is not None:
            side = temperature_side(summary.temperature_c, summary.training_type)
            if side is not None:
                named |= {f"temperature.{name}": side == name for name in _SIDES}
    if known.evaluation is not None:
        named["new_sensor"] = known.evaluation.new_sensor
        named |= {
            f"unknown.baseline.{verdict.metric}": verdict.basis == "population"
            for verdict in known.evaluation.metrics.values()
        }
        named["rated.form"] = known.evaluation.overall_score is not None
        named |= {
            f"rated.{metric}": verdict.rated for metric, verdict in known.evaluation.metrics.items()
        }
    return named


_SIDES = ("cold", "within", "warm")


def _causes(known: RunKnown) -> frozenset[tuple[str, str]]:
    """Conditions that cost pace, nobody knows how much. What moved a metric of form is a fact with
    a figure (`cause_facts`)."""
    if known.analysis is None:
        return frozenset()
    return frozenset(("pace", cause) for cause in causes_of(known.analysis.summary))
