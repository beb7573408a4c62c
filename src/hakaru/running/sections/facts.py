"""Facts that each section of a run may be about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.units import METRES_PER_KM, PERCENT, speed_to_pace_s_per_km
from hakaru.guard.claims import FROM
from hakaru.guard.evidence import Evidence, Fact
from hakaru.records import frozen
from hakaru.running.environment.conditions import WINDY_MPS
from hakaru.running.environment.heat import (
    Slowdown,
    classify_humidity,
    heat_slowdown,
    temperature_side,
    wbgt_range_c,
)
from hakaru.running.metrics import METRICS
from hakaru.running.sections.model import (
    SECTIONS,
    RunKnown,
    SectionEvidence,
    SectionName,
    Unknown,
    figures,
)
from hakaru.running.session.model import (
    Phase,
    SessionAnalysis,
    SessionRating,
    SessionSummary,
    tally,
)
from hakaru.running.splits import Split
from hakaru.running.verdict import (
    IMBALANCE_MAX_FRAC,
    IMBALANCE_PENALTY,
    RATED_RUNNING_MIN_S,
    RATED_RUNS_MIN,
    FormEvaluation,
    Interval,
    MetricVerdict,
)
from hakaru.running.verdict_text import rank_text

if TYPE_CHECKING:
    from hakaru.running.why import Explanation


def form_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Every metric of the verdict, cadence, the balance of the feet, and the verdict as a whole."""
    return (
        *(fact for verdict in evaluation.metrics.values() for fact in metric_facts(verdict)),
        *_minimum_facts(evaluation),
        *balance_facts(evaluation),
        *overall_facts(evaluation),
    )


def metric_facts(verdict: MetricVerdict) -> tuple[Fact, ...]:
    """One metric: measured, expected, between what it usually lies, how often, what it costs."""
    values = {
        "actual": verdict.actual,
        "expected": verdict.expected,
        "delta": verdict.delta,
        **_interval(verdict.usual_range),
    }
    return (
        *figures(verdict.metric, values, unit=METRICS[verdict.metric].unit),
        *figures(verdict.metric, {"delta_pct": PERCENT * verdict.delta_frac}, unit="%"),
        *figures(
            verdict.metric, {"score": verdict.score, "penalty": verdict.penalty}, unit="score"
        ),
        *figures(verdict.metric, {"star": _float(verdict.stars)}, unit="star"),
        *figures(verdict.metric, _counts(verdict), unit="count"),
    )


def cause_facts(why: Sequence[Explanation]) -> Iterator[Fact]:
    """How much of each metric surely comes from which cause, in its unit and with its sign, by the
    runner's own runs; the value of an ordinary run."""
    for way in why:
        unit = METRICS[way.metric].unit
        if way.basis == "population":
            continue
        sure = {part.cause: part for part in way.parts if part.sure}
        yield from figures(
            way.metric, {f"{FROM}{cause}": part.change for cause, part in sure.items()}, unit=unit
        )
        if sure:
            yield from figures(way.metric, {"ordinary": way.usual_value}, unit=unit)


def _counts(verdict: MetricVerdict) -> Mapping[str, float]:
    """Runs that a text of the verdict counts: how often, and how many are learned from."""
    rank = rank_text(verdict)
    counts = {"n_runs": float(verdict.n_runs), "n_runs_needed": float(RATED_RUNS_MIN)}
    if rank is None:
        return counts
    return {**counts, "rank": float(rank), "beyond": PERCENT - float(rank), "rank_of": PERCENT}


def _minimum_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """The cadence that the runner's own range, or the user, sets as the lower end."""
    minimum = evaluation.cadence_minimum
    target = None if minimum is None else minimum.minimum_spm
    return figures("cadence", {"target": target}, unit=METRICS["cadence"].unit)


def balance_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Shares of contact time of both feet (`usual`: of the left one), and what they cost."""
    verdict = evaluation.balance
    if verdict is None:
        return ()
    cost = {"penalty": IMBALANCE_PENALTY} if verdict.penalised else {}
    left, usual = round(verdict.left_pct, 1), verdict.usual_left_pct
    shift = None if usual is None else abs(verdict.left_pct - usual)
    values = {"left": left, "right": PERCENT - left, "usual": usual, "shift": shift}
    limit = {"limit": PERCENT * IMBALANCE_MAX_FRAC} if verdict.penalised else {}
    return (
        *figures("balance", {**values, **limit}, unit="%"),
        *figures("balance", cost, unit="score"),
    )


def overall_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Score and stars of the verdict as a whole, and the pace it was given at."""
    pace = speed_to_pace_s_per_km(evaluation.speed_mps)
    return (
        *figures("overall", {"score": evaluation.overall_score}, unit="score"),
        *figures("overall", {"star": _float(evaluation.overall_stars)}, unit="star"),
        *figures("pace", {"actual": pace}, unit="s/km", scope="judged"),
        *figures("running_time", {"needed": RATED_RUNNING_MIN_S}, unit="s", scope="judged"),
    )


def flags(evaluation: FormEvaluation | None) -> Mapping[str, bool]:
    """Whether each rated metric lies outside the runner's own range on the side that costs."""
    if evaluation is None:
        return {}
    return {
        verdict.metric: verdict.needs_improvement
        for verdict in evaluation.scored
        if verdict.needs_improvement is not None
    }


def _float(value: int | None) -> float | None:
    return None if value is None else float(value)


def _interval(bounds: Interval | None) -> Mapping[str, float | None]:
    """Lower and upper end of the 90 % interval."""
    low, high = (None, None) if bounds is None else bounds
    return {"low": low, "high": high}


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
        *figures("climb", {"per_km": summary.climb_m_per_km}, unit="m/km"),
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


EVEN_S_PER_KM = 3.0
"""Halves this close together are even."""

_WHOLE_FRAC = 0.5
"""A split shorter than this share of the usual one is a leftover and is not compared."""


@frozen
class Half:
    """Some splits together: running distance and time, the pace of both, heart rate by time. None:
    not known."""

    running_distance_m: float
    running_s: float
    pace_s_per_km: float
    heart_rate_bpm: float | None


@frozen
class Spread:
    """What the splits show together. `compared` are the work segments of repetitions, else every
    split that was run and is no leftover. Both halves are of the same distance and add up to
    `whole`: a split that lies in the middle counts in either with its share, at its own pace. None
    with fewer than two splits."""

    repetitions: bool
    compared: tuple[Split, ...]
    n_splits: int
    whole: Half
    fastest: Split
    slowest: Split
    first: Half | None
    second: Half | None

    @property
    def change_s_per_km(self) -> float | None:
        """Pace of the second half minus that of the first; negative is faster."""
        if self.first is None or self.second is None:
            return None
        return self.second.pace_s_per_km - self.first.pace_s_per_km

    @property
    def even(self) -> bool:
        """Whether both halves were run at about the same pace."""
        change = self.change_s_per_km
        return change is not None and abs(change) < EVEN_S_PER_KM


def spread_of(splits: Sequence[Split]) -> Spread | None:
    """None: no split was run, or none has a speed."""
    run = [split for split in splits if _was_run(split)]
    work = [split for split in run if split.role == "work"]
    repetitions = len(work) > 1
    chosen = work if repetitions else _whole(run)
    if not chosen:
        return None
    first, second = _halves(chosen)
    return Spread(
        repetitions=repetitions,
        compared=tuple(chosen),
        n_splits=len(splits),
        whole=half_of([(split, 1.0) for split in chosen]),
        fastest=max(chosen, key=_speed_mps),
        slowest=min(chosen, key=_speed_mps),
        first=first,
        second=second,
    )


def pace_s_per_km(split: Split) -> float:
    """The pace of a split that was run."""
    return speed_to_pace_s_per_km(_speed_mps(split))


def _was_run(split: Split) -> bool:
    """Whether its speed while running speaks for it."""
    measured = split.running_s > 0.0 and split.running_distance_m > 0.0
    return bool(split.speed_mps) and measured and split.is_mostly_run


def _whole(run: Sequence[Split]) -> list[Split]:
    """Without leftovers: what is much shorter than the median of them."""
    if not run:
        return []
    lengths_m = sorted(split.distance_m for split in run)
    usual_m = lengths_m[len(lengths_m) // 2]
    return [split for split in run if split.distance_m >= _WHOLE_FRAC * usual_m]


def _speed_mps(split: Split) -> float:
    assert split.speed_mps is not None, "only splits with a speed are compared"
    return split.speed_mps


def _halves(chosen: Sequence[Split]) -> tuple[Half, Half] | tuple[None, None]:
    """Both halves of the distance that was run in the splits; None for one split alone."""
    if len(chosen) < 2:
        return None, None
    half_m = math.fsum(split.running_distance_m for split in chosen) / 2.0
    first: list[tuple[Split, float]] = []
    second: list[tuple[Split, float]] = []
    begin_m = 0.0
    for split in chosen:
        share_frac = min(1.0, max(0.0, (half_m - begin_m) / split.running_distance_m))
        first += [(split, share_frac)] if share_frac > 0.0 else []
        second += [(split, 1.0 - share_frac)] if share_frac < 1.0 else []
        begin_m += split.running_distance_m
    return half_of(first), half_of(second)


def half_of(shares_frac: Sequence[tuple[Split, float]]) -> Half:
    """Splits together, each with the share (0..1) that counts."""
    running_s = math.fsum(share * split.running_s for split, share in shares_frac)
    running_m = math.fsum(share * split.running_distance_m for split, share in shares_frac)
    beats = [
        (split.heart_rate_bpm, share * split.running_s)
        for split, share in shares_frac
        if split.heart_rate_bpm is not None
    ]
    counted_s = math.fsum(weight_s for _, weight_s in beats)
    return Half(
        running_distance_m=running_m,
        running_s=running_s,
        pace_s_per_km=speed_to_pace_s_per_km(running_m / running_s),
        heart_rate_bpm=math.fsum(rate_bpm * weight_s for rate_bpm, weight_s in beats) / counted_s
        if counted_s > 0.0
        else None,
    )


SHOWN_MOST = 24
"""Splits that are listed one by one; of a longer run the fastest and the slowest are among them."""

FIRST, SECOND = "first half", "second half"
"""The halves of the splits that are compared (of repetitions, where there are some). Averages are
over these splits too; the run as a whole, leftovers and recoveries included, has its own."""


def split_facts(splits: Sequence[Split]) -> tuple[Fact, ...]:
    """Range, halves and change of pace and heart rate, then pace and heart rate of each split."""
    spread = spread_of(splits)
    if spread is None:
        return ()
    extremes = {
        "fastest": pace_s_per_km(spread.fastest),
        "slowest": pace_s_per_km(spread.slowest),
    }
    return (
        *figures("splits", {"count": float(len(spread.compared))}, unit="count"),
        *figures("pace", extremes, unit="s/km"),
        *figures("pace", {"delta": spread.change_s_per_km}, unit="s/km", scope=SECOND),
        *figures("pace", {"average": spread.whole.pace_s_per_km}, unit="s/km"),
        *figures("heart_rate", {"average": spread.whole.heart_rate_bpm}, unit="bpm"),
        *_half_facts(spread.first, FIRST),
        *_half_facts(spread.second, SECOND),
        *(fact for split in _listed(spread) for fact in _one(split)),
    )


def split_scope(split: Split) -> str:
    """How the facts of one split are told apart: 'split 3'."""
    return f"split {split.split_index}"


def _half_facts(half: Half | None, scope: str) -> tuple[Fact, ...]:
    if half is None:
        return ()
    return (
        *figures("pace", {"actual": half.pace_s_per_km}, unit="s/km", scope=scope),
        *figures("heart_rate", {"actual": half.heart_rate_bpm}, unit="bpm", scope=scope),
    )


def _listed(spread: Spread) -> Sequence[Split]:
    """The extremes wherever they are, and the first of the others; in their order."""
    extremes = {spread.fastest.split_index, spread.slowest.split_index}
    others = [split.split_index for split in spread.compared if split.split_index not in extremes]
    listed = extremes | set(others[: SHOWN_MOST - len(extremes)])
    return [split for split in spread.compared if split.split_index in listed]


def _one(split: Split) -> tuple[Fact, ...]:
    scope = split_scope(split)
    return (
        *figures("pace", {"actual": pace_s_per_km(split)}, unit="s/km", scope=scope),
        *figures("heart_rate", {"actual": split.heart_rate_bpm}, unit="bpm", scope=scope),
    )


def gather(section: SectionName, known: RunKnown) -> SectionEvidence:
    """The evidence of one section. Pure: the same for the same stored run."""
    facts, unknown = _FACTS[section], _UNKNOWN[section]
    about_form = section in ("efficiency", "summary")
    about_conditions = section in ("environment", "summary") and known.analysis is not None
    return SectionEvidence(
        section=section,
        day=known.day,
        training_type=known.training_type,
        evidence=Evidence(
            facts=(*_day(known), *facts(known)),
            needs_improvement=flags(known.evaluation) if about_form else {},
            causes=causes_of(known.analysis.summary)
            if about_conditions and known.analysis is not None
            else frozenset(),
        ),
        unknown=tuple(name for name in unknown if _LACKING[name](known)),
    )


def gather_all(known: RunKnown) -> Mapping[SectionName, SectionEvidence]:
    """The evidence of every section."""
    return {section: gather(section, known) for section in SECTIONS}


def _day(known: RunKnown) -> tuple[Fact, ...]:
    day = known.day
    spoken = (
        f"{day.month}月{day.day}日",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.month}/{day.day}",
        f"{day:%B} {day.day}",
        f"{day.day} {day:%B}",
    )
    return (
        Fact(metric="date", role="activity", value=day.isoformat(), unit="date", aliases=spoken),
    )


def _split(known: RunKnown) -> Sequence[Fact]:
    return split_facts(known.splits)


def _phases(known: RunKnown) -> Sequence[Fact]:
    return () if known.analysis is None else phase_facts(known.analysis)


def _efficiency(known: RunKnown) -> Sequence[Fact]:
    if known.evaluation is None:
        return ()
    return (*form_facts(known.evaluation), *cause_facts(known.why))


def _environment(known: RunKnown) -> Sequence[Fact]:
    return () if known.analysis is None else environment_facts(known.analysis.summary)


def _summary(known: RunKnown) -> Sequence[Fact]:
    if known.analysis is None:
        return _efficiency(known)
    return (
        *run_facts(known.analysis.summary),
        *rating_facts(known.analysis.rating),
        *_efficiency(known),
    )


_FACTS: Mapping[SectionName, Callable[[RunKnown], Sequence[Fact]]] = {
    "split": _split,
    "phase": _phases,
    "efficiency": _efficiency,
    "environment": _environment,
    "summary": _summary,
}

_UNKNOWN: Mapping[SectionName, tuple[Unknown, ...]] = {
    "split": ("splits", "heart_rate"),
    "phase": ("type", "rating"),
    "efficiency": ("form", "personal_baseline"),
    "environment": ("weather", "type"),
    "summary": ("form", "personal_baseline", "type", "rating"),
}


def _no_heart_rate(known: RunKnown) -> bool:
    spread = spread_of(known.splits)
    return spread is not None and spread.whole.heart_rate_bpm is None


def _no_baseline(known: RunKnown) -> bool:
    evaluation = known.evaluation
    return evaluation is not None and any(
        verdict.basis == "population" for verdict in evaluation.scored
    )


def _no_weather(known: RunKnown) -> bool:
    return known.analysis is None or known.analysis.summary.temperature_c is None


_LACKING: Mapping[Unknown, Callable[[RunKnown], bool]] = {
    "splits": lambda known: spread_of(known.splits) is None,
    "heart_rate": _no_heart_rate,
    "form": lambda known: known.evaluation is None,
    "personal_baseline": _no_baseline,
    "type": lambda known: known.training_type == "unknown",
    "rating": lambda known: known.analysis is None or known.analysis.rating.stars is None,
    "weather": _no_weather,
}
