"""What the kind of training is decided from: habits of the runner, intensity, and the part that
is judged.

Data only. The rows of shares are those of requirement T; they overlap (zone 2 is recovery and base,
zone 3 base and tempo, zone 4 tempo and interval), so their order matters.

Three witnesses, each with its error: level speed against threshold speed, heart rate against
threshold heart rate, and speed against the runner's own easy runs. They are averaged by their
precision; where they contradict each other, the mean is as uncertain as they are apart. 1.0 is
threshold, an easy run about 0.78.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date
from typing import Literal

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.athlete.known import ZoneSeconds, is_reliable, zone_shares_pct
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.athlete.threshold_speed import REST_OF_LT
from hakaru.running.session.model import (
    FRAGMENT_S,
    Evidence,
    SegmentFigures,
    SessionSummary,
    Structure,
    TrainingType,
)
from hakaru.stats.robust import normal_half_width

CLASSIFIES_PCT = 60.0


@frozen
class ShareRow:
    """A type is possible where the zones from `first_zone` to `last_zone` (1..5) hold `least_pct`
    of the time in zones."""

    training_type: TrainingType
    first_zone: int
    last_zone: int
    least_pct: float


SHARE_TABLE: tuple[ShareRow, ...] = (
    ShareRow(training_type="aerobic_base", first_zone=2, last_zone=3, least_pct=CLASSIFIES_PCT),
    ShareRow(training_type="tempo_threshold", first_zone=3, last_zone=4, least_pct=CLASSIFIES_PCT),
    ShareRow(training_type="recovery", first_zone=1, last_zone=2, least_pct=CLASSIFIES_PCT),
    ShareRow(training_type="interval", first_zone=4, last_zone=5, least_pct=50.0),
)
"""In order of precedence. Of the rows that hold, the one with the largest share decides, which is
the one whose outer zone outweighs the other's; equal shares go to the row that comes first."""

CONTINUOUS_ROWS = tuple(row for row in SHARE_TABLE if row.training_type != "interval")
"""Without repetitions nothing is an interval training, however high the heart rate."""

Band = Literal["recovery", "aerobic_base", "tempo_threshold", "above"]
"""Intensities of running without repetitions; `above`: harder than a type without them allows."""

INTENSITY_BANDS: Mapping[Band, tuple[float, float]] = {
    "recovery": (0.0, 0.73),
    "aerobic_base": (0.73, 0.87),
    "tempo_threshold": (0.87, 1.06),
    "above": (1.06, float("inf")),
}
"""Half-open bands of speed relative to threshold speed, or of heart rate by its reserve. Easy
running is 59-74 % and threshold 83-88 % of VO2max (Daniels' Running Formula): as speeds about
0.71-0.86 and 0.95-1.0 of threshold speed; marathon pace, 0.87-0.96, trains the threshold."""

EASY_TYPES: frozenset[TrainingType] = frozenset({"recovery", "aerobic_base", "long_run"})

SHORT_WORK_S = 180.0
SHORT_WORK_LEAST, WORK_LEAST = 0.97, 0.90
"""Repetitions slower than this share of threshold speed are no interval training: walk breaks,
traffic, hills. The shorter they are, the faster they are run."""
CRUISE_REST_RATIO = 0.2
CRUISE_MOST = 1.04
"""Rests up to a fifth of the work, at threshold: cruise intervals (Daniels' Running Formula asks
for a minute of rest for five of work), which are threshold training."""
SPRINT_LONGEST_S = 35.0
SPRINT_LEAST = 1.25
BLOCK_SHORTEST_S = 480.0
"""A faster part shorter than 8 min (a quick last kilometre) leaves the run what it was."""
BLOCK_OF_REST_PCT = 116.0
"""A block this much faster than what surrounds it is meant, even where no threshold is known."""

SHORTEST_SESSION_S = FRAGMENT_S
"""Less is no training of any kind, and no measure for others."""

RUN_LEAST_FRAC = 0.5
"""Of the active time: who runs less of it was on a walk."""

LONG_OF_USUAL = 1.5
LONG_LEAST_S = 70.0 * SECONDS_PER_MINUTE
LONG_UNKNOWN_S = 90.0 * SECONDS_PER_MINUTE
"""A long run is 1.5 x the usual easy run and 70 min, or 90 min where habits are unknown."""
TEMPO_LONGEST_S = 75.0 * SECONDS_PER_MINUTE
FAST_LONGEST_S = 20.0 * SECONDS_PER_MINUTE
"""Threshold intensity lasts about an hour, more than that for some 20 min: what is longer
was probably easier than it looks."""

EvidenceCode = Literal[
    "reps_n",
    "rep_duration_s",
    "work_of_threshold_pct",
    "work_of_easy_pct",
    "main_of_threshold_pct",
    "speed_of_threshold_pct",
    "heart_rate_of_threshold_pct",
    "judged_heart_rate_bpm",
    "zone_1_2_share_pct",
    "zone_2_3_share_pct",
    "zone_3_4_share_pct",
    "zone_4_5_share_pct",
    "block_of_rest_pct",
    "running_s",
    "of_usual_length_pct",
    "climb_per_km_m",
    "walked_share_pct",
    "race_distance_m",
    "of_best_speed_pct",
]
"""What the evidence of a verdict is called; worded by the tables of texts."""

SHARE_CODES: Mapping[int, EvidenceCode] = {
    1: "zone_1_2_share_pct",
    2: "zone_2_3_share_pct",
    3: "zone_3_4_share_pct",
    4: "zone_4_5_share_pct",
}
"""By the first zone of a row."""


def work_least(rep_s: float) -> float:
    """The share of threshold speed from which repetitions of that length are a training."""
    return SHORT_WORK_LEAST if rep_s < SHORT_WORK_S else WORK_LEAST


WINDOW_DAYS = 90
LEAST_RUNS = 3
LEAST_LENGTHS = 1
"""One easy run already says more about what is long than nothing: 70 min are asked for anyway."""
HABIT_TYPES: frozenset[TrainingType] = frozenset(
    {"recovery", "aerobic_base", "low_moderate", "long_run", "unknown"}
)
"""Runs that make the habit. Those of unknown type count where nothing divides them: a runner of
whom nothing is known has no others, and most runs are easy."""
_SHORTER_SHARE = 1.0 / 3.0
"""Whatever they were called at the time, long runs are fewer than two thirds of the easy ones."""


@frozen
class Habits:
    """Medians over the easy runs of the last 90 days before a day; None: too few of them.

    Long runs are not among them, by the rule that tells them and not by what they were called when
    little was known, nor are runs under five minutes. Speed and distance are those of runs that
    were not recovery, either.
    """

    n_easy_runs: int = 0
    median_easy_s: float | None = None
    median_easy_distance_m: float | None = None
    median_easy_speed_mps: float | None = None


def habits_on(day: date, sessions: Sequence[SessionSummary]) -> Habits:
    """The habits of a runner from sessions before `day`, in any order.

    Times are running times, speeds level speeds of equal cost where altitude is known.
    """
    easy = [session for session in sessions if _is_easy(session) and _is_recent(session, day)]
    usual = _without_long(easy)
    brisk = [session for session in easy if session.training_type != "recovery"]
    of_brisk = [session for session in usual if session.training_type != "recovery"]
    lengths = of_brisk if len(of_brisk) >= LEAST_LENGTHS else usual
    speeds = (
        session.running_speed_mps
        if session.grade_adjusted_speed_mps is None
        else session.grade_adjusted_speed_mps
        for session in brisk
    )
    return Habits(
        n_easy_runs=len(usual),
        median_easy_s=_median((session.length_s for session in lengths), least=LEAST_LENGTHS),
        median_easy_distance_m=_median(
            (session.distance_m for session in lengths), least=LEAST_LENGTHS
        ),
        median_easy_speed_mps=_median(speeds, least=LEAST_RUNS),
    )


def _without_long(easy: Sequence[SessionSummary]) -> Sequence[SessionSummary]:
    """The runs that are not long compared with the shorter third of them."""
    lengths_s = sorted(session.length_s for session in easy if session.length_s is not None)
    if not lengths_s:
        return ()
    shorter_s = lengths_s[int(_SHORTER_SHARE * (len(lengths_s) - 1))]
    limit_s = least_long_s(shorter_s)
    return [
        session for session in easy if session.length_s is not None and session.length_s < limit_s
    ]


def least_long_s(usual_s: float | None) -> float:
    """From which running time on an easy run is a long one; None: nothing usual is known."""
    return LONG_UNKNOWN_S if usual_s is None else max(LONG_LEAST_S, LONG_OF_USUAL * usual_s)


def _is_easy(session: SessionSummary) -> bool:
    if session.is_fragment:
        return False
    if session.training_type == "unknown":
        return session.form == "steady"
    return session.training_type in HABIT_TYPES


def _is_recent(session: SessionSummary, day: date) -> bool:
    return 0 < (day - session.activity_date).days <= WINDOW_DAYS


def _median(values: Iterable[float | None], *, least: int) -> float | None:
    numbers = [value for value in values if value is not None]
    return statistics.median(numbers) if len(numbers) >= least else None


Witness = Literal["speed", "heart_rate", "habit"]

EASY_OF_THRESHOLD = 0.78
"""Where in the range of easy running (0.71-0.86) the usual easy run of a runner lies."""
_EASY_SD = 0.05
_SPEED_DAY_SD = 0.02
_HEART_RATE_DAY_SD = 0.03
_HEART_RATE_LINE_SD = 0.12
"""Per unit of distance from threshold: runners' lines of heart rate and speed differ in slope."""
_TRUST_SD = {"user": 0.02, "watch": 0.03, "estimated": 0.03}
_STALE_SD = 0.05
_OWN_SD = 0.06
"""A threshold that was estimated from this very run agrees with it whatever it was."""
_CONTRADICTION_SDS = 2.0
"""Two witnesses further apart than this many SDs of their difference do not speak of the same."""


@frozen
class Intensity:
    """Intensity of a part relative to threshold with its standard error, and who says so.

    `apart` None: the witnesses agree; else what speed (or habit) and heart rate say.
    """

    of_threshold_frac: float
    error_frac: float
    witnesses: tuple[Witness, ...]
    apart: tuple[float, float] | None = None

    @property
    def doubt_frac(self) -> float:
        """The standard error; where the witnesses contradict each other no less than half of how
        far they are apart."""
        if self.apart is None:
            return self.error_frac
        return max(self.error_frac, abs(self.apart[0] - self.apart[1]) / 2.0)


@frozen
class _Reading:
    witness: Witness
    value: float
    sd: float


@frozen
class Part:
    """Means over some segments of a run, weighted by running time; None: not measured."""

    running_s: float
    speed_mps: float | None
    heart_rate_bpm: float | None


def part_of(figures: Sequence[SegmentFigures]) -> Part:
    """The segments as one part; speeds are level speeds of equal cost where those are known."""
    speeds = [
        figure.speed_mps
        if figure.grade_adjusted_speed_mps is None
        else figure.grade_adjusted_speed_mps
        for figure in figures
    ]
    weights = [figure.running_s for figure in figures]
    return Part(
        running_s=math.fsum(weights),
        speed_mps=_mean(speeds, weights),
        heart_rate_bpm=_mean([figure.heart_rate_bpm for figure in figures], weights),
    )


def _mean(values: Sequence[float | None], weights: Sequence[float]) -> float | None:
    weighted_values = [
        (value, weight)
        for value, weight in zip(values, weights, strict=True)
        if value is not None and weight > 0.0
    ]
    total = math.fsum(weight for _, weight in weighted_values)
    return (
        math.fsum(value * weight for value, weight in weighted_values) / total
        if weighted_values
        else None
    )


def intensity_of(part: Part, *, athlete: Athlete, habits: Habits) -> Intensity | None:
    """None: nothing it could be measured against is known."""
    candidates = (
        _by_speed(part, athlete, habits),
        _by_heart_rate(part, athlete),
        _by_habit(part, habits),
    )
    readings = [reading for reading in candidates if reading is not None]
    if not readings:
        return None
    mean, error = _averaged(readings)
    apart = _contradiction(readings)
    return Intensity(
        of_threshold_frac=mean,
        error_frac=error,
        witnesses=tuple(
            reading.witness for reading in sorted(readings, key=lambda reading: reading.sd)
        ),
        apart=apart,
    )


def _averaged(readings: Sequence[_Reading]) -> tuple[float, float]:
    """Mean weighted by precision, and its standard error."""
    weights = [reading.sd**-2 for reading in readings]
    total = math.fsum(weights)
    mean = (
        math.fsum(w * reading.value for w, reading in zip(weights, readings, strict=True)) / total
    )
    return mean, total**-0.5


def _contradiction(readings: Sequence[_Reading]) -> tuple[float, float] | None:
    """What speed and heart rate say where they exclude each other; None: they do not, or only one
    of them speaks. Threshold speed and habit are two readings of one speed."""
    pulse = next((reading for reading in readings if reading.witness == "heart_rate"), None)
    by_speed = [reading for reading in readings if reading.witness != "heart_rate"]
    if pulse is None or not by_speed:
        return None
    speed, error = _averaged(by_speed)
    apart = abs(speed - pulse.value)
    if apart <= _CONTRADICTION_SDS * math.hypot(error, pulse.sd):
        return None
    return speed, pulse.value


def _by_speed(part: Part, athlete: Athlete, habits: Habits) -> _Reading | None:
    """A threshold that easy running bounds from below is no reference on its own: it may come from
    this very run. Where habits are known too, its bounds still say what is impossible."""
    threshold = athlete.known.get("threshold_speed_mps")
    if threshold is None or part.speed_mps is None:
        return None
    if not is_reliable(threshold) and habits.median_easy_speed_mps is None:
        return None
    low, high = threshold.low, threshold.high
    middle_mps = threshold.value if low is None or high is None else (low + high) / 2.0
    sd = math.hypot(_SPEED_DAY_SD, _relative_sd(threshold), _own_sd(threshold, athlete))
    return _Reading(witness="speed", value=part.speed_mps / middle_mps, sd=sd)


def _by_heart_rate(part: Part, athlete: Athlete) -> _Reading | None:
    """Share of the heart rate reserve up to threshold, which runs nearly parallel to speed."""
    threshold = athlete.known.get("lt_heart_rate_bpm")
    heart_rate_bpm = part.heart_rate_bpm
    if threshold is None or heart_rate_bpm is None or not is_reliable(threshold):
        return None
    rest_bpm = athlete.value("heart_rate_rest_bpm")
    if rest_bpm is None:
        rest_bpm = REST_OF_LT * threshold.value
    reserve_bpm = threshold.value - rest_bpm
    if not reserve_bpm > 0.0:
        return None
    share = (heart_rate_bpm - rest_bpm) / reserve_bpm
    of_threshold = _relative_sd(threshold, sure=0.01) * threshold.value / reserve_bpm
    line = _HEART_RATE_LINE_SD * abs(1.0 - share)
    sd = math.hypot(_HEART_RATE_DAY_SD, line, of_threshold, _own_sd(threshold, athlete))
    return _Reading(witness="heart_rate", value=share, sd=sd)


def _own_sd(known: Known, athlete: Athlete) -> float:
    return _OWN_SD if known.origin == "estimated" and known.on == athlete.day else 0.0


def _relative_sd(known: Known, *, sure: float | None = None) -> float:
    """Standard error of a value relative to it, from its bounds or its origin."""
    trust = _TRUST_SD[known.origin] if sure is None else sure
    if known.low is not None and known.high is not None:
        trust = (known.high - known.low) / (2.0 * normal_half_width(0.8) * known.value)
    return math.hypot(trust, _STALE_SD if known.stale else 0.0)


def _by_habit(part: Part, habits: Habits) -> _Reading | None:
    usual_mps = habits.median_easy_speed_mps
    if usual_mps is None or part.speed_mps is None:
        return None
    value = EASY_OF_THRESHOLD * part.speed_mps / usual_mps
    return _Reading(witness="habit", value=value, sd=_EASY_SD)


@frozen
class Whole:
    """The run as a whole, standing included: active time (pauses and gaps are none), and mean
    heart rate over it (None: not measured)."""

    active_s: float
    heart_rate_bpm: float | None = None


@frozen
class TypeQuestion:
    """What the type is decided from.

    `zone_s` is time in heart rate zones 1..5 of the whole run, `main_zone_s` of its main or work
    segments; None without heart rate or zones. `whole` None: only a summary was recorded.
    """

    structure: Structure
    figures: tuple[SegmentFigures, ...]
    athlete: Athlete
    zone_s: ZoneSeconds | None = None
    main_zone_s: ZoneSeconds | None = None
    habits: Habits = field(default_factory=Habits)
    whole: Whole | None = None

    @property
    def active_s(self) -> float:
        """Active time; of a summary the time of its laps."""
        if self.whole is not None:
            return self.whole.active_s
        return math.fsum(figure.running_s or figure.duration_s for figure in self.figures)


@frozen
class Judged:
    """The part of a run that is not made of repetitions, and what it is judged by."""

    part: Part
    whole: Part
    intensity: Intensity | None
    shares_pct: ZoneSeconds | None
    block_of_rest_pct: float | None
    structure: Structure
    habits: Habits

    @property
    def has_block(self) -> bool:
        """Whether a sustained part is faster than what surrounds it by more than mood."""
        return self.block_of_rest_pct is not None and self.block_of_rest_pct >= BLOCK_OF_REST_PCT


def judged_part(question: TypeQuestion) -> Judged:
    """The main part of a steady run or of a long enough block, else the run as a whole."""
    main = part_of([figure for figure in question.figures if figure.role == "main"])
    whole = _whole_part(question)
    form = question.structure.form
    takes_main = form == "steady" or (form == "block" and main.running_s >= BLOCK_SHORTEST_S)
    part = main if takes_main and main.running_s > 0.0 else whole
    zone_s = question.main_zone_s if part is main else question.zone_s
    return Judged(
        part=part,
        whole=whole,
        intensity=intensity_of(part, athlete=question.athlete, habits=question.habits),
        shares_pct=None if zone_s is None else zone_shares_pct(zone_s),
        block_of_rest_pct=_block_of_rest_pct(question, main)
        if form == "block" and takes_main
        else None,
        structure=question.structure,
        habits=question.habits,
    )


def _whole_part(question: TypeQuestion) -> Part:
    """Where neither speed nor distance was measured (a treadmill without a foot pod), nobody can
    say when the runner ran: active time and the heart rate over it stand for it."""
    moved_m = math.fsum(figure.distance_m for figure in question.figures)
    if question.whole is None or moved_m > 0.0:
        return part_of(question.figures)
    return Part(
        running_s=question.whole.active_s,
        speed_mps=None,
        heart_rate_bpm=question.whole.heart_rate_bpm,
    )


def _block_of_rest_pct(question: TypeQuestion, main: Part) -> float | None:
    """Speed of the block in percent of what surrounds it; None: nothing does."""
    around = part_of([figure for figure in question.figures if figure.role != "main"])
    if main.speed_mps is None or around.speed_mps is None:
        return None
    return PERCENT * main.speed_mps / around.speed_mps


def speed_of_work(works: Sequence[SegmentFigures], question: TypeQuestion) -> tuple[Evidence, ...]:
    """The mean speed of the work beside threshold pace, as a page shows both; of a runner without
    one beside that of easy runs."""
    running_s = math.fsum(work.running_s for work in works)
    threshold = question.athlete.known.get("threshold_speed_mps")
    easy_mps = question.habits.median_easy_speed_mps
    if not running_s > 0.0:
        return ()
    speed_mps = math.fsum(work.running_distance_m for work in works) / running_s
    if threshold is not None:
        of_threshold = PERCENT * speed_mps / threshold.value
        return (Evidence(code="work_of_threshold_pct", value=of_threshold),)
    if easy_mps:
        return (Evidence(code="work_of_easy_pct", value=PERCENT * speed_mps / easy_mps),)
    return ()
