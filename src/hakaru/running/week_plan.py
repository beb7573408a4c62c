"""Two or three shapes of a week for this runner.

Volume is that of the runner's own last weeks; days are those on which this runner runs. Nothing is
planned for someone of whom no two weeks are known. The share of easy running and the days between
hard ones are coaches' rules; that no run is much longer than those of the month is measured
(`next_training_targets.LONGEST_SHARE`).
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, permutations
from typing import Literal

from hakaru.core.units import METRES_PER_KM, PERCENT, SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.next_training_evidence import (
    HARD_TYPES,
    LONG_EVERY_DAYS,
    REST_HOURS,
    TSB_TIRED_SCORE,
    VOLUME_WEEKS,
    WEEK_VOLUME_MAX_PCT,
    NextQuestion,
    hours_since_hard_h,
    week_volume_pct,
    weekly_distances_m,
)
from hakaru.running.next_training_targets import (
    LONGEST_SHARE,
    Targets,
    easy_speed_mps,
    easy_targets,
    interval_targets,
    long_targets,
    longest_m,
    return_targets,
    tempo_targets,
)

PlanKind = Literal["easy", "long", "tempo", "interval"]
WeekLoad = Literal["steady", "lighter", "return"]
"""As the weeks before, a little more at most; less, because legs are tired or the week was full; a
part of it, on the way back from a break."""

GROWTH_MAX_FRAC = 1.10
"""Of the mean of the last weeks: the usual rule of thumb. No week-to-week threshold was found that
predicts injury (Frandsen et al. 2025)."""
VOLUME_WEEKS_MIN = 2
RUNS_MIN = 4
LIGHTER_FRAC = 0.75
RUNS_A_WEEK = (2, 6)
_GROWTH: Mapping[int, float] = {-1: 0.97, 0: 1.05, 1: GROWTH_MAX_FRAC}
"""By runs more or fewer than usual."""
_HABIT_DAYS = 56
_HOURS_PER_DAY = 24.0
_LONG_SHARES: Mapping[int, tuple[float, float]] = {2: (0.5, 0.6), 3: (0.35, 0.5)}
_LONG_SHARES_MANY = (0.3, 0.4)
"""Which share of a week its long run is, by the number of runs. A rule of thumb: the usual 25-30 %
are meant for weeks with many runs, and nobody with three can keep them."""
_EASY_MIN_M = 3000.0
_EASY_MOST_SHARE = 1.25
"""Of the long end of what is usual for easy runs."""
_WARM_UP_M = 4000.0
"""Warm-up and cool-down together, where no hard session says how long they usually are."""
_HARD_GAP_DAYS = int(REST_HOURS // 24)
_LONG_GAP_DAYS = 2
_EASY_MPS, _SLOWER_FRAC = 2.6, 0.08
LEAST_RUN_M = 1000.0
"""Where less is left for a run, it is given by time."""
_FINE_M = 100.0
_HARD: tuple[PlanKind, ...] = ("tempo", "interval")
_EASY: list[PlanKind] = ["easy"]
_KINDS: tuple[PlanKind, ...] = ("easy", "long", "tempo", "interval")
_WEEK = 7


@frozen
class PlannedRun:
    """One run of a week. `distance_m` is the whole run, with warm-up and cool-down; None: less than
    `LEAST_RUN_M` is left, so that it is given by time. `duration_s` is how long it takes, pauses
    between repetitions included."""

    day: date
    kind: PlanKind
    distance_m: float | None
    duration_s: float


@frozen
class WeekShape:
    """One way to spread a week. `is_usual`: as many runs as this runner usually has.

    `distance_m` of all its runs and `of_usual_pct`; None: it is one run by time.
    """

    runs: tuple[PlannedRun, ...]
    is_usual: bool
    distance_m: float | None
    of_usual_pct: float | None


@frozen
class WeekPlan:
    """Seven days from `start` on.

    `usual_m` is the mean week of the last `usual_weeks_n` (before the break, on the way back from
    one), `most_m` what no shape exceeds. `targets` by kind of run.
    """

    start: date
    load: WeekLoad
    usual_m: float
    usual_weeks_n: int
    most_m: float
    targets: Mapping[PlanKind, Targets]
    shapes: tuple[WeekShape, ...]


def plan_week(question: NextQuestion) -> WeekPlan | None:
    """Two or three shapes of the next seven days; None: too little is known of the weeks before."""
    start = max(question.today, question.this.activity_date + timedelta(days=1))
    weeks = _weeks_before(question, start - timedelta(days=1))
    sessions = [session for session in question.sessions if session.distance_m is not None]
    usual_m = statistics.fmean(weeks) if weeks else 0.0
    if len(weeks) < VOLUME_WEEKS_MIN or len(sessions) < RUNS_MIN or not usual_m > 0.0:
        return None
    load, share = _load(question)
    longest = LONGEST_SHARE * (longest_m(question.sessions, question) or usual_m)
    targets = _targets(question, load)
    easy_m = targets["easy"].distance_m
    least_m = 0.0
    if load == "return" and easy_m is not None:  # not less than the one run that comes next
        least_m, share = easy_m[0], max(share, statistics.fmean(easy_m) / usual_m)
    builder = _Builder(
        question=question,
        start=start,
        load=load,
        usual_m=usual_m,
        targets=targets,
        longest_m=longest,
        easy_least_m=least_m,
        easy_most_m=longest if easy_m is None else min(longest, _EASY_MOST_SHARE * easy_m[1]),
    )
    shapes = _shapes(builder, _usual_runs(question), share)
    return WeekPlan(
        start=start,
        load=load,
        usual_m=usual_m,
        usual_weeks_n=len(weeks),
        most_m=(GROWTH_MAX_FRAC if load == "steady" else share) * usual_m,
        targets={
            kind: _of_the_week(kind, target)
            for kind, target in targets.items()
            if any(run.kind == kind for shape in shapes for run in shape.runs)
        },
        shapes=tuple(shapes),
    )


def _shapes(builder: _Builder, usual_n: int, share: float) -> list[WeekShape]:
    """With one run fewer, as many as usual, and one more, which only a steady week allows; fewer
    where so many would add up to more than the total."""
    steady = builder.load == "steady"
    shapes: dict[int, WeekShape] = {}
    for more in (-1, 0, 1):
        n_runs = usual_n + more
        if RUNS_A_WEEK[0] <= n_runs <= RUNS_A_WEEK[1] and (steady or more <= 0):
            total_m = (_GROWTH[more] if steady else share) * builder.usual_m
            shape = builder.shape(n_runs, total_m)
            n_fitting = len(shape.runs)
            shapes.setdefault(n_fitting, replace(shape, is_usual=n_fitting == usual_n))
    return list(shapes.values())


def _of_the_week(kind: PlanKind, targets: Targets) -> Targets:
    """Targets of a kind without a length where the runs of the week have their own."""
    return replace(targets, distance_m=None) if kind in ("easy", "long") else targets


def _weeks_before(question: NextQuestion, yesterday: date) -> tuple[float, ...]:
    """Distances of the last weeks, of those before the break on the way back from one."""
    pause = question.pause
    if pause is None:
        return weekly_distances_m(question.sessions, yesterday, weeks=VOLUME_WEEKS)
    last_before = question.today - timedelta(days=pause.last_before_days)
    before = [session for session in question.sessions if session.activity_date <= last_before]
    return weekly_distances_m(before, last_before, weeks=VOLUME_WEEKS)


def _load(question: NextQuestion) -> tuple[WeekLoad, float]:
    pause, volume_pct = question.pause, week_volume_pct(question)
    if pause is not None:
        return "return", pause.volume_frac
    tired = question.tsb_score is not None and question.tsb_score < TSB_TIRED_SCORE
    if tired or (volume_pct is not None and volume_pct > WEEK_VOLUME_MAX_PCT):
        return "lighter", LIGHTER_FRAC
    return "steady", 1.0


def _targets(question: NextQuestion, load: WeekLoad) -> dict[PlanKind, Targets]:
    """Those of the options: one source."""
    pause = question.pause
    if load == "return" and pause is not None:
        return {"easy": return_targets(question, pause)}
    targets: dict[PlanKind, Targets] = {
        "easy": easy_targets(question),
        "long": long_targets(question),
    }
    tempo = tempo_targets(question, question.latest("tempo"))
    if tempo.basis != "none":
        targets["tempo"] = tempo
    interval = interval_targets(question, question.latest("interval"))
    if interval.basis != "none" and "tempo" in targets:
        targets["interval"] = interval
    return targets


def _usual_runs(question: NextQuestion) -> int:
    """Runs a week, the median of the last four; of those before the break on the way back."""
    pause, last = question.pause, question.today
    if pause is not None:
        last -= timedelta(days=pause.last_before_days)
    counts = Counter(
        (last - session.activity_date).days // _WEEK
        for session in question.sessions
        if 0 <= (last - session.activity_date).days < VOLUME_WEEKS * _WEEK
    )
    usual = round(statistics.median(counts[week] for week in range(VOLUME_WEEKS)))
    low, high = RUNS_A_WEEK
    return min(max(usual, low), high)


@frozen
class _Builder:
    """What the shapes of one week have in common.

    No run is longer than `longest_m`; an easy one is between `easy_least_m` and `easy_most_m`.
    """

    question: NextQuestion
    start: date
    load: WeekLoad
    usual_m: float
    targets: dict[PlanKind, Targets]
    longest_m: float
    easy_least_m: float
    easy_most_m: float

    def shape(self, n_runs: int, total_m: float) -> WeekShape:
        """One shape with at most so many runs and at most so many metres."""
        kinds = self._kinds(n_runs)
        lengths_m = self._lengths_m(kinds, total_m)
        whole_m = sum(lengths_m[kind] for kind in kinds)
        if whole_m > total_m:
            return self.shape(n_runs - 1, total_m) if n_runs > 1 else self._by_time(total_m)
        days = _days(self.question, self.start, kinds)
        runs = [
            self._run(day, kind, lengths_m[kind]) for day, kind in zip(days, kinds, strict=True)
        ]
        runs.sort(key=lambda run: run.day)
        whole_m = sum(run.distance_m or 0.0 for run in runs)
        return WeekShape(
            runs=tuple(runs),
            is_usual=False,
            distance_m=whole_m,
            of_usual_pct=PERCENT * whole_m / self.usual_m,
        )

    def _run(self, day: date, kind: PlanKind, most_m: float) -> PlannedRun:
        """A run of at most a length whose time lies within its target pace."""
        distance_m, duration_s = _timed(most_m, lambda length: self._times_s(kind, length))
        return PlannedRun(day=day, kind=kind, distance_m=distance_m, duration_s=duration_s)

    def _by_time(self, total_m: float) -> WeekShape:
        """One easy run of so few metres that whole minutes say it better."""
        (day,) = _days(self.question, self.start, _EASY)
        fast_s, _ = self._times_s("easy", total_m)
        minutes = max(fast_s // SECONDS_PER_MINUTE, 1.0)
        run = PlannedRun(
            day=day, kind="easy", distance_m=None, duration_s=minutes * SECONDS_PER_MINUTE
        )
        return WeekShape(runs=(run,), is_usual=False, distance_m=None, of_usual_pct=None)

    def _times_s(self, kind: PlanKind, length_m: float) -> tuple[float, float]:
        """The shortest and the longest time of a whole run: its main part within its own pace, the
        rest within the easy one."""
        targets, easy = self.targets[kind], self._easy_pace()
        main_m = length_m if kind in ("easy", "long") else min(_main_m(targets), length_m)
        fast, slow = (
            (main_m * own + (length_m - main_m) * rest) / METRES_PER_KM
            for own, rest in zip(targets.pace_s_per_km or easy, easy, strict=True)
        )
        return fast, slow

    def _easy_pace(self) -> tuple[float, float]:
        """Of the easy runs; where that is not known, a slow one, which nobody has to hold."""
        pace = self.targets["easy"].pace_s_per_km
        if pace is not None:
            return pace
        easy_mps = min(easy_speed_mps(self.question) or _EASY_MPS, _EASY_MPS)
        return METRES_PER_KM / easy_mps, METRES_PER_KM / ((1.0 - _SLOWER_FRAC) * easy_mps)

    def _kinds(self, n_runs: int) -> tuple[PlanKind, ...]:
        """Hard sessions first, then the long run, then easy ones."""
        if self.load == "return" or n_runs == 1:
            return tuple(_EASY * n_runs)
        hard_kinds = [kind for kind in _HARD if kind in self.targets]
        most = 0 if n_runs < 3 else 1 if n_runs == 3 or self.load == "lighter" else 2
        chosen: list[PlanKind] = sorted(hard_kinds, key=self._last_run)
        chosen = chosen[: min(most, self._usual_hard())]
        if self._long_fits():
            chosen.append("long")
        return tuple(chosen + _EASY * (n_runs - len(chosen)))

    def _last_run(self, kind: PlanKind) -> date:
        """Of a kind; what was never run is due first."""
        last = self.question.latest("interval" if kind == "interval" else "tempo")
        return date.min if last is None else last.activity_date

    def _usual_hard(self) -> int:
        """One a week for everybody, two for those who have had more than one."""
        today = self.question.today
        hard = [
            session
            for session in self.question.newest_first
            if session.training_type in HARD_TYPES
            and (today - session.activity_date).days < 4 * _WEEK
        ]
        return 2 if len(hard) > VOLUME_WEEKS else 1

    def _long_fits(self) -> bool:
        last = self.question.latest_long
        if self.load == "lighter":
            return False
        ends = self.start + timedelta(days=_WEEK - 1)
        return last is None or (ends - last.activity_date).days >= LONG_EVERY_DAYS

    def _lengths_m(self, kinds: Sequence[PlanKind], total_m: float) -> dict[PlanKind, float]:
        """Whole lengths by kind that add up to the total or less."""
        n_easy = kinds.count("easy")
        lengths: dict[PlanKind, float] = {
            kind: min(self._hard_m(kind), self.longest_m) for kind in kinds if kind != "easy"
        }
        if "long" in lengths:
            least, most = _LONG_SHARES.get(len(kinds), _LONG_SHARES_MANY)
            long_m = min(max(lengths["long"], least * total_m), most * total_m)
            lengths["long"] = min(long_m, self.longest_m)
        left_m = total_m - sum(lengths.values())
        if lengths and left_m < n_easy * _EASY_MIN_M:
            scale = max(total_m - n_easy * _EASY_MIN_M, 0.5 * total_m) / sum(lengths.values())
            lengths = {kind: min(scale, 1.0) * length for kind, length in lengths.items()}
            left_m = total_m - sum(lengths.values())
        if n_easy:
            most_m = min(self.easy_most_m, 0.9 * lengths.get("long", self.longest_m / 0.9))
            lengths["easy"] = max(min(left_m / n_easy, most_m), self.easy_least_m)
        return {kind: _rounded_m(length) for kind, length in lengths.items()}

    def _hard_m(self, kind: PlanKind) -> float:
        """The whole of a hard session, or of a long run, as it usually is."""
        targets, question = self.targets[kind], self.question
        if kind == "long":
            return _middle(targets.distance_m) or self.longest_m / LONGEST_SHARE
        model = question.latest("interval" if kind == "interval" else "tempo")
        if model is not None and model.distance_m is not None:
            return model.distance_m
        return _main_m(targets) + _WARM_UP_M


def _days(question: NextQuestion, start: date, kinds: Sequence[PlanKind]) -> tuple[date, ...]:
    """A day for each run: the runner's own weekdays, hard days and the long run apart."""
    habit = _weekday_shares(question)
    options = [start + timedelta(days=number) for number in range(_WEEK)]
    best: tuple[float, tuple[date, ...]] | None = None
    special = [kind for kind in kinds if kind != "easy"]
    for chosen in combinations(options, len(kinds)):
        for placed in permutations(chosen, len(special)):
            others = tuple(day for day in chosen if day not in placed)
            days = (*placed, *others)
            score = _score(dict(zip(days, kinds, strict=True)), habit)
            score -= sum(
                _too_early(day, kind, question) for day, kind in zip(days, kinds, strict=True)
            )
            if best is None or score > best[0] + 1e-9:
                best = score, days
    assert best is not None
    return best[1]


def _too_early(day: date, kind: PlanKind, question: NextQuestion) -> float:
    """How much a day is too soon after what was run before the plan."""
    hours, long_run = hours_since_hard_h(question), question.latest_long
    if kind in ("tempo", "interval"):
        rest_days = 0 if hours is None else math.ceil((REST_HOURS - hours) / _HOURS_PER_DAY)
        tired = long_run is not None and (day - long_run.activity_date).days < _LONG_GAP_DAYS
        return 20.0 * (tired or day < question.today + timedelta(days=rest_days))
    if kind == "long" and long_run is not None:
        return 20.0 * ((day - long_run.activity_date).days < LONG_EVERY_DAYS)
    return 0.0


def _score(plan: Mapping[date, PlanKind], habit: Mapping[tuple[int, str], float]) -> float:
    """How well days fit: habits add, too little rest takes away."""
    total = 0.0
    for day, kind in plan.items():
        total += habit.get((day.weekday(), "any"), 0.0) + (
            2.0 * habit.get((day.weekday(), "long"), 0.0) if kind == "long" else 0.0
        )
        next_kind = plan.get(day + timedelta(days=1))
        if next_kind is not None:
            total -= 0.3 + 2.0 * (kind != "easy" and next_kind != "easy")
    hard = sorted(day for day, kind in plan.items() if kind in ("tempo", "interval"))
    for first, second in combinations(hard, 2):
        total -= 10.0 * ((second - first).days < _HARD_GAP_DAYS)
    return total


def _weekday_shares(question: NextQuestion) -> dict[tuple[int, str], float]:
    """How often each weekday had a run in eight weeks (0..1), and which share of the long ones."""
    recent = [
        session
        for session in question.sessions
        if (question.this.activity_date - session.activity_date).days < _HABIT_DAYS
    ]
    days = {session.activity_date for session in recent}
    longs = [session.activity_date for session in recent if session.training_type == "long_run"]
    shares = {
        (weekday, "any"): count * _WEEK / _HABIT_DAYS
        for weekday, count in Counter(day.weekday() for day in days).items()
    }
    for weekday, count in Counter(day.weekday() for day in longs).items():
        shares[weekday, "long"] = count / len(longs)
    return shares


def _timed(most_m: float, times_s: Callable[[float], tuple[float, float]]) -> tuple[float, float]:
    """A length, the greatest up to `most_m`, and whole minutes that lie between the times it may
    take; a multiple of five where one fits."""
    lengths_m = [most_m - step * _FINE_M for step in range(int(most_m / 2.0 / _FINE_M) + 1)]
    for length_m in lengths_m:
        fast_s, slow_s = times_s(length_m)
        for unit_s in (5.0 * SECONDS_PER_MINUTE, SECONDS_PER_MINUTE):
            rounded_s = round((fast_s + slow_s) / 2.0 / unit_s) * unit_s
            if fast_s <= rounded_s <= slow_s:
                return length_m, rounded_s
    _, slow_s = times_s(most_m)
    return most_m, math.ceil(slow_s / SECONDS_PER_MINUTE) * SECONDS_PER_MINUTE


def _main_m(targets: Targets) -> float:
    """Distance of the repetitions, or of the main part."""
    if targets.n_reps is not None:
        return targets.n_reps * (_rep_m(targets) or 0.0)
    return _middle(targets.distance_m) or 0.0


def _rep_m(targets: Targets) -> float | None:
    if targets.rep_distance_m is not None:
        return targets.rep_distance_m
    pace = _middle(targets.pace_s_per_km)
    return None if pace is None or targets.rep_s is None else METRES_PER_KM * targets.rep_s / pace


def _middle(bounds: tuple[float, float] | None) -> float | None:
    return None if bounds is None else (bounds[0] + bounds[1]) / 2.0


def _rounded_m(length_m: float) -> float:
    """Down to half a kilometre; no run is shorter than the least one."""
    return max(length_m // 500.0 * 500.0, LEAST_RUN_M)


def planned_kinds(plan: WeekPlan) -> Iterator[PlanKind]:
    """Kinds that any shape has, in the order in which they are explained."""
    return (kind for kind in _KINDS if kind in plan.targets)
