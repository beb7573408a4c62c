"""What is known of a runner's earlier runs when one run is spoken of, as facts about that run.

Only what lies before the run counts, so that a text about it stays true whatever is run later.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date
from statistics import fmean, median
from typing import TYPE_CHECKING

from hakaru.core.units import METRES_PER_KM, PERCENT, speed_to_pace_s_per_km
from hakaru.guard.evidence import Fact
from hakaru.records import frozen
from hakaru.running.metrics import MetricName

if TYPE_CHECKING:
    from hakaru.running.session.model import SessionSummary
    from hakaru.running.verdict import FormEvaluation

RECENT = 10
"""Earlier runs that a run is held against one by one."""

COMPARED_MIN = 3
"""Fewer earlier runs are no custom."""

SAME_HEART_RATE_BPM = 3.0
"""Runs whose heart rates lie this close were run at the same one."""

_CUSTOM_RUNS = 20
_SAME_SIDE_PCT = 0.5


@frozen
class EarlierRun:
    """One earlier run of the same kind of training. Pace and heart rate are of the part that such
    a session is judged by. None: not known."""

    day: date
    distance_m: float | None
    pace_s_per_km: float | None
    heart_rate_bpm: float | None
    temperature_c: float | None


@frozen
class Past:
    """What is known of earlier runs, newest first.

    `of_kind` are those of this kind of training; `form_pct` per metric by how many percent the last
    runs judged with the same sensor lay above what was expected of them; `other_sensors`: runs with
    another lie between those. `last_day`: of the run before, whatever its
    kind. `week_m` was run in the seven days that end with this run's, this run included;
    `usual_week_m` is the mean week of the four before. None: there is no such run.
    """

    of_kind: tuple[EarlierRun, ...] = ()
    form_pct: Mapping[MetricName, tuple[float, ...]] = field(default_factory=dict)
    other_sensors: bool = False
    last_day: date | None = None
    week_m: float | None = None
    usual_week_m: float | None = None


def past_facts(
    past: Past, *, day: date, summary: SessionSummary | None, evaluation: FormEvaluation | None
) -> Iterator[Fact]:
    """How a run stands to those before it. A place "earlier 1" is the last one of its kind (of
    form: the last one judged with its sensor), "earlier 2" the one before."""
    yield from _number("distance", "week", km_of(past.week_m), unit="km")
    yield from _number("distance", "usual_week", km_of(past.usual_week_m), unit="km")
    if past.last_day is not None:
        days = float((day - past.last_day).days)
        yield from _number("days", "since_run", days, unit="count")
        yield from _number("days", "without_run", max(0.0, days - 1.0), unit="count")
    if summary is not None and summary.training_type != "unknown":
        yield from _of_kind(past.of_kind, day=day, summary=summary)
    if evaluation is not None:
        for metric, verdict in evaluation.metrics.items():
            if verdict.basis != "population":
                pct = PERCENT * verdict.delta_frac
                yield from _form(metric, pct, past.form_pct.get(metric, ()))


def _of_kind(
    earlier: Sequence[EarlierRun], *, day: date, summary: SessionSummary
) -> Iterator[Fact]:
    yield from _number("runs", "of_kind", 1.0 + len(earlier), unit="count")
    pace = _pace(summary.target_speed_mps)
    beats, distance_km = summary.target_heart_rate_bpm, km_of(summary.distance_m)
    yield from _number("pace", "target", pace, unit="s/km")
    yield from _number("heart_rate", "target", beats, unit="bpm")
    if earlier:
        last = earlier[0]
        yield from _number("days", "since_kind", float((day - last.day).days), unit="count")
        yield _day("last_of_kind", last.day)
        for number, run in enumerate(earlier[:RECENT], start=1):
            scope = f"earlier {number}"
            yield from _number("pace", "target", run.pace_s_per_km, unit="s/km", scope=scope)
            yield from _number("heart_rate", "target", run.heart_rate_bpm, unit="bpm", scope=scope)
            yield from _number("distance", "actual", km_of(run.distance_m), unit="km", scope=scope)
    if distance_km is not None:
        yield from _since("distance", "longer", distance_km, earlier)
    if pace is not None:
        yield from _since("pace", "faster", -pace, earlier)
        yield from _custom(beats, earlier)
    degrees = [run.temperature_c for run in earlier[:RECENT] if run.temperature_c is not None]
    if len(degrees) >= COMPARED_MIN:
        yield from _number("temperature", "highest_before", max(degrees), unit="°C")
        yield from _number("temperature", "lowest_before", min(degrees), unit="°C")
        yield from _number("runs", "temperature_before", float(len(degrees)), unit="count")


def _since(metric: str, word: str, own: float, earlier: Sequence[EarlierRun]) -> Iterator[Fact]:
    """The best of its kind until then, and the last one that was at least as good. Higher values
    are better here: paces come negated."""
    unit, sign = ("km", 1.0) if metric == "distance" else ("s/km", -1.0)
    values = [
        (run.day, km_of(run.distance_m) if metric == "distance" else _negated(run.pace_s_per_km))
        for run in earlier
    ]
    measured = [(day, value) for day, value in values if value is not None]
    if len(measured) < COMPARED_MIN:
        return
    yield from _number(
        metric, "best_of_kind", sign * max(value for _, value in measured), unit=unit
    )
    better = next((place for place, (_, value) in enumerate(measured) if value >= own), None)
    beaten = len(measured) if better is None else better
    yield from _number("runs", f"not_{word}", float(beaten), unit="count")
    if better is not None:
        yield _day(f"last_{word}", measured[better][0])
        yield from _number(metric, f"last_{word}", sign * measured[better][1], unit=unit)


def _custom(beats: float | None, earlier: Sequence[EarlierRun]) -> Iterator[Fact]:
    """The usual pace of the last runs of its kind, and of those at this heart rate."""
    recent = [run.pace_s_per_km for run in earlier[:RECENT] if run.pace_s_per_km is not None]
    if len(recent) >= COMPARED_MIN:
        yield from _number("pace", "usual_of_kind", median(recent), unit="s/km")
        yield from _number("runs", "recent_of_kind", float(len(recent)), unit="count")
    if beats is None:
        return
    like = [
        run.pace_s_per_km
        for run in earlier[:_CUSTOM_RUNS]
        if run.pace_s_per_km is not None
        and run.heart_rate_bpm is not None
        and abs(run.heart_rate_bpm - beats) <= SAME_HEART_RATE_BPM
    ]
    if len(like) >= COMPARED_MIN:
        yield from _number("pace", "usual_at_heart_rate", fmean(like), unit="s/km")
        yield from _number("runs", "at_heart_rate", float(len(like)), unit="count")


def _form(metric: MetricName, own_pct: float, earlier_pct: Sequence[float]) -> Iterator[Fact]:
    """Deviations of the runs before, their extremes, and how many in a row went the same way."""
    recent = earlier_pct[:RECENT]
    for number, pct in enumerate(recent, start=1):
        yield from _number(metric, "delta_pct", pct, unit="%", scope=f"earlier {number}")
    if len(recent) >= COMPARED_MIN:
        yield from _number(metric, "highest_before", max(recent), unit="%")
        yield from _number(metric, "lowest_before", min(recent), unit="%")
        yield from _number(metric, "runs_before", float(len(recent)), unit="count")
    if abs(own_pct) >= _SAME_SIDE_PCT:
        side = math.copysign(1.0, own_pct)
        away = [side * pct >= _SAME_SIDE_PCT for pct in recent]
        in_a_row = 1 + (away.index(False) if False in away else len(away))
        yield from _number(metric, "in_a_row", float(in_a_row), unit="count")


def _number(
    metric: str, role: str, value: float | None, *, unit: str, scope: str = ""
) -> Iterator[Fact]:
    if value is not None and math.isfinite(value):
        yield Fact(metric=metric, role=role, value=round(value, 6) + 0.0, unit=unit, scope=scope)


def _day(role: str, day: date) -> Fact:
    return Fact(metric="date", role=role, value=day.isoformat(), unit="date", aliases=spoken(day))


def spoken(day: date) -> tuple[str, ...]:
    """Other spellings of a day."""
    return (
        f"{day.month}月{day.day}日",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.month}/{day.day}",
        f"{day:%B} {day.day}",
        f"{day.day} {day:%B}",
        f"{day.day} {day:%B} {day.year}",
    )


def km_of(distance_m: float | None) -> float | None:
    """Metres in km; None stays None."""
    return None if distance_m is None else distance_m / METRES_PER_KM


def _pace(speed_mps: float | None) -> float | None:
    return speed_to_pace_s_per_km(speed_mps) if speed_mps else None


def _negated(value: float | None) -> float | None:
    return None if value is None else -value
