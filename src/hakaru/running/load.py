"""Load of a session and of many: averages, their balance, and how well effort and form lasted.

Halves of running time, speed corrected for slopes. The first ten minutes are left out: heart rate
is still rising then, so that a fresh start would pass for drift. Repetitions have no halves to
compare.

Fresh is running time from 20 to 60 minutes, when heart rate has settled and nothing is tired yet.
Late is everything after 60 (or 90) minutes, cool-down left out.

Averages are exponential: each day the average moves by 1 - e^(-1/N) of its distance to the load
(42 and 7 days); the linear form 1/N, which some charts use, is `kind='linear'`. The balance of a
day is yesterday's long-term minus yesterday's short-term average.

Ratios of short to long load are descriptions. They do not predict injury (Impellizzeri 2020).

The basis is the first sound one of power, pace and heart rate: measured over 80 % of the time, the
athlete's threshold known, not out of date and not a mere guess, the intensity possible for so long.
Where none is sound, the one that least speaks against is taken, and its problems are named. An
intensity that nobody holds for so long is never used.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import expected_values
from hakaru.running.intensity import (
    EffortSeries,
    Intensity,
    LoadClass,
    LoadProblem,
    Stretch,
    describe_stretch,
    heart_rate_intensity,
    load_class,
    pace_intensity,
    power_intensity,
    read_effort,
    read_moments,
    session_trimp_score,
    training_load_score,
)
from hakaru.running.metrics import MetricName
from hakaru.running.physiology.power import per_second
from hakaru.running.session.model import LoadBasis, SessionInput
from hakaru.running.validity import BoolArray, inside_spans, valid_metric
from hakaru.running.volume import FIRST_KNOWN_DAY

WARM_UP_S = 600.0
STEADY_MIN_S = 1200.0
"""Twenty minutes are the least in which drift can be told from the noise of a heart rate."""

BLOCK_S = 60
STEADY_CV_FRAC = 0.10
"""Minutes of a steady run, corrected for slopes, vary by less than this."""

DECOUPLED_PCT = 5.0
_TOLERANCE = 1e-9

DecouplingReason = Literal["repetitions", "too_short", "not_steady", "no_heart_rate_or_speed"]


@frozen
class Decoupling:
    """Loss of speed per heartbeat from first to second half, in percent of the first.

    None with a `reason`. Positive: more heartbeats for the same speed later on. `decoupled` above
    5 % (Friel). `running_s` is the time both halves cover.
    """

    decoupling_pct: float | None
    first_efficiency_factor: float | None
    second_efficiency_factor: float | None
    decoupled: bool | None
    running_s: float
    reason: DecouplingReason | None


def decoupling_pct(first: Stretch, second: Stretch) -> float:
    """(EF1 - EF2) / EF1 in percent."""
    return PERCENT * (1.0 - second.efficiency_factor / first.efficiency_factor)


def session_decoupling(session: SessionInput, effort: EffortSeries | None = None) -> Decoupling:
    """Pa:HR of the steady part: a tempo run's main part, else the run without its first minutes."""
    if session.structure.form == "reps":
        return _without("repetitions", 0.0)
    series = read_effort(session) if effort is None else effort
    inside = _steady_part(session, series)
    running_s = float(series.motion.running_s[inside].sum())
    if running_s < STEADY_MIN_S - _TOLERANCE:
        return _without("too_short", running_s)
    variation = _minutes_cv_frac(series, inside)
    if variation is not None and variation > STEADY_CV_FRAC + _TOLERANCE:
        return _without("not_steady", running_s)
    half_s = float(series.ran_s[inside][0] + series.ran_s[inside][-1]) / 2.0
    first = describe_stretch(series, inside & (series.ran_s <= half_s))
    second = describe_stretch(series, inside & (series.ran_s > half_s))
    if first is None or second is None:
        return _without("no_heart_rate_or_speed", running_s)
    fallen_pct = decoupling_pct(first, second)
    return Decoupling(
        decoupling_pct=fallen_pct,
        first_efficiency_factor=first.efficiency_factor,
        second_efficiency_factor=second.efficiency_factor,
        decoupled=fallen_pct > DECOUPLED_PCT + _TOLERANCE,
        running_s=running_s,
        reason=None,
    )


def _steady_part(session: SessionInput, effort: EffortSeries) -> BoolArray:
    """Running samples after the first ten minutes of running, inside the block where there is one;
    a cool-down is never part of it."""
    excluded = {"cooldown", "warmup"} if session.structure.form == "block" else {"cooldown"}
    parts = [part for part in session.structure.segments if part.role in excluded]
    spans_s = [(part.start_elapsed_s, part.end_elapsed_s) for part in parts]
    outside = ~inside_spans(effort.motion, spans_s)
    return effort.motion.running & (effort.ran_s > WARM_UP_S) & outside


def _minutes_cv_frac(effort: EffortSeries, inside: BoolArray) -> float | None:
    """Sample SD over mean of the speed of whole minutes. None: fewer than two."""
    seconds = per_second(effort.speed_mps[inside], effort.motion.running_s[inside])
    n_blocks = seconds.size // BLOCK_S
    if n_blocks < 2:
        return None
    minutes = seconds[: n_blocks * BLOCK_S].reshape(n_blocks, BLOCK_S).mean(axis=1)
    return float(np.std(minutes, ddof=1) / np.mean(minutes))


def _without(reason: DecouplingReason, running_s: float) -> Decoupling:
    return Decoupling(
        decoupling_pct=None,
        first_efficiency_factor=None,
        second_efficiency_factor=None,
        decoupled=None,
        running_s=running_s,
        reason=reason,
    )


FRESH_FROM_S, FRESH_TO_S = 1200.0, 3600.0
LATE_FROM_S: tuple[float, float] = (3600.0, 5400.0)
LATE_MIN_S = 600.0
"""A late part shorter than ten minutes is mostly the noise of a heart rate."""


@frozen
class FormChange:
    """How far a metric moved from the runner's own line between fresh and late, in percent of the
    line: pace is taken out of it."""

    metric: MetricName
    change_pct: float


@frozen
class Durability:
    """Late against fresh. `efficiency_change_pct` is the change of metres per heartbeat, negative
    is a loss; None: heart rate or speed was not measured well enough."""

    after_s: float
    late_s: float
    efficiency_change_pct: float | None
    form: tuple[FormChange, ...]


def session_durability(
    session: SessionInput,
    *,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    effort: EffortSeries | None = None,
) -> tuple[Durability, ...]:
    """One entry for 60 minutes and one for 90, where the run goes on for ten minutes beyond.

    Empty for a shorter run and for repetitions, whose parts cannot be compared. `baselines` of the
    sensor that recorded the run; None: nothing is said about form.
    """
    if session.structure.form == "reps":
        return ()
    series = read_effort(session) if effort is None else effort
    counted = series.motion.running & ~_cooldown(session, series)
    fresh = counted & (series.ran_s > FRESH_FROM_S) & (series.ran_s <= FRESH_TO_S)
    parts = []
    for after_s in LATE_FROM_S:
        late = counted & (series.ran_s > after_s)
        late_s = float(series.motion.running_s[late].sum())
        if late_s < LATE_MIN_S - _TOLERANCE:
            continue
        parts.append(
            Durability(
                after_s=after_s,
                late_s=late_s,
                efficiency_change_pct=_efficiency_change_pct(series, fresh, late),
                form=_form(session, series, (fresh, late), tuple((baselines or {}).values())),
            )
        )
    return tuple(parts)


def _cooldown(session: SessionInput, effort: EffortSeries) -> BoolArray:
    parts = [part for part in session.structure.segments if part.role == "cooldown"]
    spans_s = [(part.start_elapsed_s, part.end_elapsed_s) for part in parts]
    return inside_spans(effort.motion, spans_s)


def _efficiency_change_pct(effort: EffortSeries, fresh: BoolArray, late: BoolArray) -> float | None:
    before, after = describe_stretch(effort, fresh), describe_stretch(effort, late)
    if before is None or after is None:
        return None
    return PERCENT * (after.efficiency_factor / before.efficiency_factor - 1.0)


def _form(
    session: SessionInput,
    effort: EffortSeries,
    parts: tuple[BoolArray, BoolArray],
    baselines: Sequence[MetricBaseline],
) -> tuple[FormChange, ...]:
    """The metrics that were measured in both parts."""
    changes = []
    for baseline in baselines:
        fresh, late = (_offset_frac(session, effort, part, baseline) for part in parts)
        if fresh is not None and late is not None:
            changes.append(FormChange(metric=baseline.metric, change_pct=PERCENT * (late - fresh)))
    return tuple(changes)


def _offset_frac(
    session: SessionInput, effort: EffortSeries, part: BoolArray, baseline: MetricBaseline
) -> float | None:
    """Mean of (actual - expected) / expected over a part. None: hardly measured."""
    motion = effort.motion
    actual = valid_metric(session.recording.series, baseline.metric, running=motion.running)
    measured = part & np.isfinite(actual) & np.isfinite(motion.speed_mps)
    weight_s = motion.running_s[measured]
    if weight_s.sum() < LATE_MIN_S / 2.0:
        return None
    expected = expected_values(baseline, motion.speed_mps[measured])
    return float(((actual[measured] - expected) / expected) @ weight_s / weight_s.sum())


CHRONIC_DAYS = 42.0
ACUTE_DAYS = 7.0
WEEK_DAYS = 7
MONTH_DAYS = 28

AverageKind = Literal["exponential", "linear"]


class DatedLoad(NamedTuple):
    """The load of one run on its local day. None: it cannot be computed."""

    day: date
    load_score: float | None


@frozen
class WorkloadRatio:
    """Mean load of 7 days over that of a month, in three readings: with those 7 days in the month,
    with the 21 days before them, and of exponential averages. Descriptive only."""

    coupled_factor: float
    uncoupled_factor: float | None
    ewma_factor: float


Lately = Literal["hardly", "less", "as_usual", "more"]
"""How much was run in the last week, against what the runner is used to."""

LATELY_MARGIN_FRAC = 0.3
"""The short-term load differs from the long-term one by at least so much of it before it is called
more or less: a single run moves it by up to a fifth. A rule of thumb, as for a week's distance."""
_NEXT_TO_NOTHING_SCORE = 0.5
"""A load below it is written as 0."""


@frozen
class LoadHistory:
    """Loads on a daily grid, oldest first; rest days are 0. Arrays have shape (n_days,).

    `load_score` is NaN on a day on which something was run whose load is not known: the averages
    then stay as they were. Before the first known load the averages are NaN: that nothing is known
    is not that nothing was done. `n_unknown` counts runs without a load, `n_unknown_28` those of
    the last 28 days. `balance_score` is NaN until the day after the first known load. `ramp_score`
    is the change of the long-term average over the last 7 days. None: not enough days, or no load
    in them.
    """

    days: tuple[date, ...]
    load_score: FloatArray
    chronic_score: FloatArray
    acute_score: FloatArray
    balance_score: FloatArray
    kind: AverageKind
    n_unknown: int
    n_unknown_28: int
    week_score: float | None
    ramp_score: float | None
    monotony_factor: float | None
    strain_score: float | None
    ratio: WorkloadRatio | None

    @property
    def lately(self) -> Lately | None:
        """The last week against what the runner is used to; None: not known yet."""
        chronic, acute = float(self.chronic_score[-1]), float(self.acute_score[-1])
        if not (math.isfinite(self.balance_score[-1]) and math.isfinite(chronic)):
            return None
        if max(chronic, acute) < _NEXT_TO_NOTHING_SCORE:
            return "hardly"
        if abs(acute - chronic) < LATELY_MARGIN_FRAC * chronic:
            return "as_usual"
        return "more" if acute > chronic else "less"


def running_average(
    load_score: Sequence[float] | FloatArray,
    time_constant_days: float,
    *,
    kind: AverageKind = "exponential",
) -> FloatArray:
    """The average after each day; an unknown load (NaN) leaves it as it was."""
    share = -math.expm1(-1.0 / time_constant_days)
    if kind == "linear":
        share = 1.0 / time_constant_days
    averages, average = [], 0.0
    for load in np.asarray(load_score, dtype=np.float64).tolist():
        if math.isfinite(load):
            average += share * (load - average)
        averages.append(average)
    return np.array(averages)


def monotony(load_score: Sequence[float]) -> float | None:
    """Mean over sample SD of the loads of a week, rest days included (Foster 1998).

    None: every day alike, or fewer than two days.
    """
    if len(load_score) < 2:
        return None
    spread = statistics.stdev(load_score)
    return statistics.fmean(load_score) / spread if spread > 0.0 else None


def strain(load_score: Sequence[float]) -> float | None:
    """Load of a week times its monotony (Foster 1998). None: no monotony."""
    sameness = monotony(load_score)
    return None if sameness is None else math.fsum(load_score) * sameness


def workload_ratio(load_score: Sequence[float]) -> WorkloadRatio | None:
    """Acute over chronic load of the last 28 days; the exponential one over all that is given.

    Coupled and uncoupled after Windt & Gabbett 2018, exponential (2/(N+1), seeded with the first
    day) after Williams 2017. None: fewer than 28 days, or nothing in the last 28.
    """
    if len(load_score) < MONTH_DAYS:
        return None
    month = list(load_score)[-MONTH_DAYS:]
    before = statistics.fmean(month[:-WEEK_DAYS])
    acute, chronic = statistics.fmean(month[-WEEK_DAYS:]), statistics.fmean(month)
    if not chronic > 0.0:
        return None
    return WorkloadRatio(
        coupled_factor=acute / chronic,
        uncoupled_factor=acute / before if before > 0.0 else None,
        ewma_factor=_ewma(load_score, WEEK_DAYS) / _ewma(load_score, MONTH_DAYS),
    )


def load_history(
    runs: Sequence[DatedLoad], *, until: date, kind: AverageKind = "exponential"
) -> LoadHistory | None:
    """The history from the first run to `until`, both included; several runs of a day add up.

    Runs come in any order; those after `until` are left out, and those of a day that is not known
    where others are known. None: no run up to `until`.
    """
    run_day = np.fromiter((run.day.toordinal() for run in runs), dtype=np.int64, count=len(runs))
    scores = np.array([run.load_score for run in runs], dtype=np.float64)  # NaN: not known
    past = run_day <= until.toordinal()
    if not past.any():
        return None
    dated = past & (run_day >= FIRST_KNOWN_DAY.toordinal())
    shown = dated if dated.any() else past
    run_day, scores = run_day[shown], scores[shown]
    first = int(run_day.min())
    days = tuple(map(date.fromordinal, range(first, until.toordinal() + 1)))
    loads: FloatArray = np.bincount(run_day - first, weights=scores, minlength=len(days)).astype(
        np.float64
    )
    unknown = run_day[np.isnan(scores)]
    chronic, acute = (_averages(loads, n, kind=kind) for n in (CHRONIC_DAYS, ACUTE_DAYS))
    week = _complete(loads[-WEEK_DAYS:], WEEK_DAYS)
    month = _complete(loads, MONTH_DAYS)
    return LoadHistory(
        days=days,
        load_score=loads,
        chronic_score=chronic,
        acute_score=acute,
        balance_score=np.concatenate([[math.nan], (chronic - acute)[:-1]]),
        kind=kind,
        n_unknown=unknown.size,
        n_unknown_28=int(np.count_nonzero(until.toordinal() - unknown < MONTH_DAYS)),
        week_score=None if week is None else math.fsum(week),
        ramp_score=_ramp(chronic),
        monotony_factor=None if week is None else monotony(week),
        strain_score=None if week is None else strain(week),
        ratio=None if month is None else workload_ratio(month),
    )


def _averages(loads: FloatArray, time_constant_days: float, *, kind: AverageKind) -> FloatArray:
    """The running average, NaN before the first day with a known load of some run."""
    averages = running_average(loads, time_constant_days, kind=kind)
    run_known = np.flatnonzero(np.isfinite(loads) & (loads > 0.0))
    first_known = run_known[0] if run_known.size else loads.size
    if not np.isfinite(loads[:first_known]).all():
        averages[:first_known] = math.nan
    return averages


def _complete(loads: FloatArray, n_days: int) -> list[float] | None:
    """The loads as a list; None where there are fewer days, or one of the last is not known."""
    if loads.size < n_days or not np.isfinite(loads[-n_days:]).all():
        return None
    return [load for load in loads.tolist() if math.isfinite(load)]


def _ramp(chronic: FloatArray) -> float | None:
    if chronic.size <= WEEK_DAYS or not math.isfinite(chronic[-1 - WEEK_DAYS]):
        return None
    return float(chronic[-1] - chronic[-1 - WEEK_DAYS])


def _ewma(load_score: Sequence[float], n_days: int) -> float:
    share = 2.0 / (n_days + 1.0)
    average = load_score[0]
    for load in load_score[1:]:
        average += share * (load - average)
    return average


@frozen
class LoadNote:
    """Why a basis was passed over, or what to keep in mind about the one that was taken."""

    basis: LoadBasis
    problem: LoadProblem


@frozen
class LoadFigures:
    """The load of one session. `training_load_score` None: no basis can be computed, or only with
    an intensity that nobody holds for so long.

    `sound` says that nothing speaks against the chosen basis. `notes` are those of the bases before
    it and its own. `trimp_score` None: heart rate, its bounds or the sex are not known.
    """

    training_load_score: float | None
    load_class: LoadClass | None
    basis: LoadBasis | None
    intensity_frac: float | None
    duration_s: float | None
    sound: bool
    notes: tuple[LoadNote, ...]
    trimp_score: float | None
    decoupling: Decoupling
    durability: tuple[Durability, ...]

    def durability_pct(self, after_s: float) -> float | None:
        """Change of metres per heartbeat after so many seconds (3600 or 5400); None: not run or
        not measured."""
        changes_pct = [
            part.efficiency_change_pct for part in self.durability if part.after_s == after_s
        ]
        return changes_pct[0] if changes_pct else None


def session_load(
    session: SessionInput, *, baselines: Mapping[MetricName, MetricBaseline] | None = None
) -> LoadFigures:
    """Load, decoupling and durability of one session.

    `baselines` (of the sensor that recorded it) let durability speak about form.
    """
    effort = read_effort(session)
    athlete, moments = session.athlete, read_moments(session, effort)
    intensities = (
        power_intensity(athlete, moments),
        pace_intensity(athlete, moments),
        heart_rate_intensity(athlete, moments),
    )
    chosen = choose_basis(intensities)
    score = None
    if chosen is not None and chosen.intensity_frac is not None:
        score = training_load_score(chosen.duration_s, chosen.intensity_frac)
    return LoadFigures(
        training_load_score=score,
        load_class=None if score is None else load_class(score),
        basis=None if chosen is None else chosen.basis,
        intensity_frac=None if chosen is None else chosen.intensity_frac,
        duration_s=None if chosen is None else chosen.duration_s,
        sound=chosen is not None and not chosen.doubt,
        notes=_notes(intensities, chosen),
        trimp_score=session_trimp_score(athlete, moments),
        decoupling=session_decoupling(session, effort),
        durability=session_durability(session, baselines=baselines, effort=effort),
    )


def choose_basis(intensities: tuple[Intensity, ...]) -> Intensity | None:
    """The usable one that least speaks against, of equals the first. None: none is usable."""
    usable = [intensity for intensity in intensities if intensity.usable]
    return min(usable, key=lambda intensity: intensity.doubt, default=None)


def _notes(intensities: tuple[Intensity, ...], chosen: Intensity | None) -> tuple[LoadNote, ...]:
    """The problems of every basis up to the chosen one; of all of them where the chosen one is not
    sound."""
    seen = intensities
    if chosen is not None and not chosen.doubt:
        seen = intensities[: intensities.index(chosen) + 1]
    return tuple(
        LoadNote(basis=intensity.basis, problem=problem)
        for intensity in seen
        for problem in intensity.problems
    )
