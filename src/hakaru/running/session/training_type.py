"""The kind of training a run was, and whether it was a race.

Intensity is read on the scale of heart rate and speed relative to threshold. The zones of a watch
decide only where nothing else is known.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import Recording
from hakaru.running.athlete.efforts import Effort, RunEfforts
from hakaru.running.athlete.known import ZoneSeconds, reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.athlete.threshold_speed import REST_OF_LT
from hakaru.running.session import type_evidence as table
from hakaru.running.session.model import Evidence, Structure, TrainingType, TypeSource, TypeVerdict
from hakaru.running.session.type_evidence import (
    SHARE_CODES,
    SHARE_TABLE,
    Band,
    EvidenceCode,
    Intensity,
    Judged,
    ShareRow,
    TypeQuestion,
    Whole,
    intensity_of,
    judged_part,
    least_long_s,
    part_of,
)

_TOLERANCE_PCT = 1e-9


def row_share_pct(row: ShareRow, shares_pct: ZoneSeconds) -> float:
    """The share of the time in zones that lies in the zones of a row, 0..100."""
    return sum(shares_pct[row.first_zone - 1 : row.last_zone])


def rows_that_hold(
    shares_pct: ZoneSeconds, *, rows: Sequence[ShareRow] = SHARE_TABLE
) -> tuple[ShareRow, ...]:
    """Every row whose zones hold the share it asks for, in order of precedence."""
    return tuple(
        row for row in rows if row_share_pct(row, shares_pct) >= row.least_pct - _TOLERANCE_PCT
    )


def deciding_row(
    shares_pct: ZoneSeconds, *, rows: Sequence[ShareRow] = SHARE_TABLE
) -> ShareRow | None:
    """Of the rows that hold, the one with the largest share, of equal ones the first; None: the
    time is spread over zones that no type is made of."""
    deciding: ShareRow | None = None
    for row in rows_that_hold(shares_pct, rows=rows):
        ahead_pct = 0.0 if deciding is None else row_share_pct(deciding, shares_pct)
        if row_share_pct(row, shares_pct) > ahead_pct + _TOLERANCE_PCT:
            deciding = row
    return deciding


RACE_DISTANCES_M = (3000.0, 5000.0, 10000.0, 15000.0, 16093.4, 21097.5, 42195.0)
SHORT_FRAC, LONG_FRAC = 0.01, 0.03
"""A watch measures a course 1 % short to 3 % long."""

MAIN_FRAC = 0.9
RUNS_MIN = 8
"""A best of fewer earlier runs is the fastest of a few ordinary ones."""

HARD_OF_LT_FRAC = 0.92
HARD_LONG_OF_LT_FRAC = 0.86
LONG_RACE_S = 4200.0
"""Mean heart rate of a race relative to threshold: up to 70 min, and beyond."""

FATIGUE_EXPONENT = 0.06
"""Speed falls with time to this power (Riegel 1981: time grows with distance to the power 1.06)."""

LEVEL_FROM_S, LEVEL_FRAC = 1200.0, 0.9
"""A race is not slower than this share of what the hardest earlier efforts of 20 minutes or more
come to over its time: the fastest of some easy long runs is not one."""

CLEARLY_FASTER_RATIO = 1.08
"""Where no heart rate says that it was hard, a race is faster than usual runs by so much: about
20 s/km; day and route alone move a usual run by less."""

NAMED_FRAC, RECORD_FRAC = 0.97, 0.85
_ON_A_BELT = frozenset({"treadmill", "virtual_activity"})
"""Where nobody races unless it is said: round distances are those that were set."""
_RACE_KINDS = frozenset({"race", "competition", "レース", "大会"})
_RACE = re.compile(
    r"\b(race|races|parkrun|competition|championships?|time[- ]trial|wettkampf|volkslauf"
    r"|(half|semi|ultra)?[- ]?marathon|maratona?|maratón|halbmarathon|turkey trot|fun run|ekiden"
    r"|p[rb])\b|レース|大会|マラソン|駅伝|選手権|ロードリレー"
    r"|記録会|競技会|タイムトライアル|本番|自己ベスト",
    re.IGNORECASE,
)
_NO_RACE = re.compile(
    r"\b(pace|training|prep(aration)?|practice|plan|week|build|easy|before|after|pre|post|simulation"
    r"|recovery|recon|warm(ing)?[- ]?up|cool(ing)?[- ]?down|shake[- ]?out|tempo|workout|intervals?)"
    r"\b|ペース|練習|トレーニング|準備|前日|前々日|翌日|調整|対策|試走|想定|に向け|下見|刺激"
    r"|リカバリー|回復|疲労抜き|ウォー?ミ?ング?アップ|ウオー?ミ?ング?アップ|クール|ジョグ|走り込み",
    re.IGNORECASE,
)
"""Words that turn the name of a race into the name of a training for it."""


@frozen
class BestSpeed:
    """The fastest that this runner was over so long, in any earlier run."""

    duration_s: float
    speed_mps: float


@frozen
class Record:
    """The best speeds of the runs before one, by rising duration and falling speed, of how many
    runs, and the median speed of these runs (None: there are none)."""

    n_runs: int = 0
    best: tuple[BestSpeed, ...] = ()
    usual_mps: float | None = None


def record_of(efforts: Sequence[RunEfforts]) -> Record:
    """The record of a runner from the best efforts of each earlier run.

    Whoever ran long at a speed was as fast over anything shorter: totals of whole runs, of which
    each lasts as long as it likes, come in order like that.
    """
    each: Iterator[tuple[tuple[float, float], ...]] = (
        run.shown[_measured_speeds] for run in efforts
    )
    measured = [speeds_mps for speeds_mps in each if speeds_mps]
    fastest: dict[float, float] = {}
    for duration_s, speed_mps in chain.from_iterable(measured):
        if speed_mps > fastest.get(duration_s, -1.0):
            fastest[duration_s] = speed_mps
    best: list[BestSpeed] = []
    for duration_s, speed_mps in sorted(fastest.items(), reverse=True):
        if not best or speed_mps > best[-1].speed_mps:
            best.append(BestSpeed(duration_s=duration_s, speed_mps=speed_mps))
    whole_mps = [speeds_mps[-1][1] for speeds_mps in measured]
    return Record(
        n_runs=len(measured),
        best=tuple(reversed(best)),
        usual_mps=statistics.median(whole_mps) if whole_mps else None,
    )


def _measured_speeds(run_efforts: Sequence[Effort]) -> tuple[tuple[float, float], ...]:
    """Durations and speeds of the efforts of one run, the longest last."""
    return tuple(
        sorted(
            (effort.duration_s, effort.speed_mps)
            for effort in run_efforts
            if effort.speed_mps is not None
        )
    )


def race_verdict(
    recording: Recording,
    structure: Structure,
    *,
    athlete: Athlete,
    record: Record,
    whole: Whole | None,
) -> TypeVerdict | None:
    """A race, and why; None: nothing says so."""
    if is_named_race(recording):
        return TypeVerdict(training_type="race", source="named", confidence_frac=NAMED_FRAC)
    if whole is None or recording.sub_sport in _ON_A_BELT or not _is_one_effort(structure):
        return None
    distance_m = _covered_m(recording)
    course_m = _course_m(distance_m)
    if course_m is None or not whole.active_s > 0.0:
        return None
    best_mps = best_speed_mps(record, whole.active_s)
    if best_mps is None or record.n_runs < RUNS_MIN:
        return None
    speed_mps = distance_m / whole.active_s
    enough_mps = max(best_mps, LEVEL_FRAC * _level_mps(record, whole.active_s))
    if speed_mps < enough_mps or not _is_hard(whole, athlete, speed_mps, record):
        return None
    return TypeVerdict(
        training_type="race",
        source="record",
        confidence_frac=RECORD_FRAC,
        evidence=(
            Evidence(code="race_distance_m", value=course_m),
            Evidence(code="of_best_speed_pct", value=PERCENT * speed_mps / best_mps),
        ),
    )


def is_named_race(recording: Recording) -> bool:
    """Whether the service, the title or the name of the workout calls it a race."""
    if recording.event_kind is not None and recording.event_kind.lower() in _RACE_KINDS:
        return True
    names = [name for name in (recording.title, recording.workout_title) if name is not None]
    return any(_RACE.search(name) and not _NO_RACE.search(name) for name in names)


def best_speed_mps(record: Record, duration_s: float) -> float | None:
    """What the record says of a run that long: between two durations along the fatigue of both,
    beyond the longest by Riegel; None: nothing as long as half of it was ever run."""
    if not record.best or record.best[-1].duration_s < duration_s / 2.0:
        return None
    longer = [effort for effort in record.best if effort.duration_s >= duration_s]
    shorter = [effort for effort in record.best if effort.duration_s < duration_s]
    if not shorter:
        return longer[0].speed_mps
    last = shorter[-1]
    faded: float = last.speed_mps * (duration_s / last.duration_s) ** -FATIGUE_EXPONENT
    if not longer:
        return faded
    share = math.log(duration_s / last.duration_s) / math.log(
        longer[0].duration_s / last.duration_s
    )
    return last.speed_mps + share * (longer[0].speed_mps - last.speed_mps)


def _level_mps(record: Record, duration_s: float) -> float:
    """The fastest of the earlier efforts, each carried to a duration by Riegel; 0 without any."""
    return max(
        (
            effort.speed_mps * (duration_s / effort.duration_s) ** -FATIGUE_EXPONENT
            for effort in record.best
            if LEVEL_FROM_S <= effort.duration_s <= duration_s
        ),
        default=0.0,
    )


def _covered_m(recording: Recording) -> float:
    """What the watch states; without it, how far its distance column reaches."""
    stated_m = recording.summary.distance_m
    if stated_m is not None:
        return stated_m
    column = recording.series.get("distance_m")
    known_m = (
        []
        if column is None
        else [float(distance_m) for distance_m in column[-5:] if math.isfinite(distance_m)]
    )
    return max(known_m, default=0.0)


def _course_m(distance_m: float) -> float | None:
    return next(
        (
            course_m
            for course_m in RACE_DISTANCES_M
            if (1.0 - SHORT_FRAC) * course_m <= distance_m <= (1.0 + LONG_FRAC) * course_m
        ),
        None,
    )


def _is_one_effort(structure: Structure) -> bool:
    """Whether nearly all of it is its main part: nobody jogs into a race that is being timed."""
    main_s = sum(
        segment.end_elapsed_s - segment.start_elapsed_s
        for segment in structure.segments
        if segment.role == "main"
    )
    return main_s >= MAIN_FRAC * structure.segments[-1].end_elapsed_s


def _is_hard(whole: Whole, athlete: Athlete, speed_mps: float, record: Record) -> bool:
    """Whether the heart says that it was one; without it, or a threshold, whether it was clearly
    faster than usual."""
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is None or whole.heart_rate_bpm is None:
        return record.usual_mps is None or speed_mps >= CLEARLY_FASTER_RATIO * record.usual_mps
    least = HARD_OF_LT_FRAC if whole.active_s <= LONG_RACE_S else HARD_LONG_OF_LT_FRAC
    return whole.heart_rate_bpm >= least * threshold_bpm


_TOLERANCE = 1e-9
_LEAST_PROBABILITY = 1e-6
_BLOCK_LOG_ODDS = math.log(3.0)
_TOO_LONG_LOG_ODDS = 4.0
_NO_REPETITIONS_LOG_ODDS = 1.5
_USUAL_RECOVERY = 0.85
"""A recovery run is about 0.7, an easy run 1.0 of the usual length: even odds between them."""
_LENGTH_SLOPE, _LENGTH_LOG_ODDS = 6.0, 1.0
_ABOVE_WORTH_FRAC = 0.5
"""A continuous run well above threshold is hardly what was meant: half as sure."""
_TORN_LEAST_FRAC = 0.6
_UNKNOWN_EFFORT_FRAC = 0.8
_ZONES_ONLY_LEAST_FRAC, _ZONES_ONLY_MOST_FRAC = 0.5, 0.8
_BLOCK_ONLY_FRAC = 0.6
_MOST_FRAC = 0.97
"""Nobody but the runner knows what a run was meant to be."""
_LENGTH_ONLY_FRAC = 0.6
_USUAL_LT_BPM, _USUAL_LT_SD_BPM = 160.0, 12.0
"""Threshold heart rate among runners: 0.89 of a maximum of 208 - 0.7 age (Tanaka et al. 2001) at
40 years; ages differ by about 12 years and maxima of one age by 10 bpm."""
_USUAL_SHARES: Mapping[Band, float] = {
    "recovery": 0.2, "aerobic_base": 0.6, "tempo_threshold": 0.15, "above": 0.05,
}  # fmt: skip
"""Of the runs without repetitions; about four of five are easy (Seiler 2010)."""
_USUAL_MOST_FRAC = 0.55
"""By what is usual among runners alone a kind is never more than unsure, and not rated."""


def classify(question: TypeQuestion) -> TypeVerdict:
    """The type, what decided it, and how clearly.

    Repetitions make intervals (or sprints). Else intensity relative to threshold, the shares of
    zones and the length of the run decide; where none of them is known, a sustained block, or what
    a steady run at its heart rate mostly is, else the type is unknown. A few minutes are no
    training of any kind.
    """
    if question.active_s < table.SHORTEST_SESSION_S - _TOLERANCE:
        return _unknown((Evidence(code="running_s", value=question.active_s),))
    if question.structure.form == "reps":
        verdict = _by_repetitions(question)
        if verdict is not None:
            return verdict
    judged = judged_part(question)
    walked_pct = _walked_pct(question)
    if walked_pct is not None and walked_pct > PERCENT * (1.0 - table.RUN_LEAST_FRAC):
        return _unknown((Evidence(code="walked_share_pct", value=walked_pct), *_evidence(judged)))
    if judged.intensity is not None:
        return _by_intensity(judged, judged.intensity)
    if judged.shares_pct is not None:
        return _by_shares(judged, judged.shares_pct)
    return _by_structure(judged)


def _walked_pct(question: TypeQuestion) -> float | None:
    """Share of the active time that was walked or stood, 0..100; None: nothing tells."""
    moved_m = math.fsum(figure.distance_m for figure in question.figures)
    if question.whole is None or not moved_m > 0.0 or not question.whole.active_s > 0.0:
        return None
    ran_s = math.fsum(figure.running_s for figure in question.figures)
    return PERCENT * max(0.0, 1.0 - ran_s / question.whole.active_s)


def _by_repetitions(question: TypeQuestion) -> TypeVerdict | None:
    """None: the work is so slow that it is no interval training (walk breaks, traffic)."""
    works = [figure for figure in question.figures if figure.role == "work"]
    if not works:
        return None
    rep_s = statistics.median(work.duration_s for work in works)
    least = table.work_least(rep_s)
    speed_only = replace(part_of(works), heart_rate_bpm=None)
    effort = intensity_of(speed_only, athlete=question.athlete, habits=question.habits)
    evidence = [
        Evidence(code="reps_n", value=float(len(works))),
        Evidence(code="rep_duration_s", value=rep_s),
    ]
    surely_frac = _UNKNOWN_EFFORT_FRAC
    if effort is not None:
        if effort.of_threshold_frac < least:
            return None
        surely_frac = _above(least, effort)
        evidence += table.speed_of_work(works, question)
    return TypeVerdict(
        training_type=_kind_of_repetitions(question, rep_s=rep_s, effort=effort),
        source="structure",
        confidence_frac=question.structure.confidence_frac * surely_frac,
        evidence=tuple(evidence),
    )


def _kind_of_repetitions(
    question: TypeQuestion, *, rep_s: float, effort: Intensity | None
) -> TrainingType:
    """Sprints are very short and far above threshold; long work at threshold with hardly any rest
    (cruise intervals, or a tempo run that traffic stopped) trains the threshold."""
    if effort is None:
        return "interval"
    if rep_s <= table.SPRINT_LONGEST_S and effort.of_threshold_frac >= table.SPRINT_LEAST:
        return "sprint"
    rests_s = [figure.duration_s for figure in question.figures if figure.role == "recovery"]
    cruising = (
        bool(rests_s)
        and statistics.median(rests_s) <= table.CRUISE_REST_RATIO * rep_s
        and effort.of_threshold_frac < table.CRUISE_MOST
    )
    return "tempo_threshold" if cruising else "interval"


def _by_intensity(judged: Judged, intensity: Intensity) -> TypeVerdict:
    """The most probable type; unknown where speed and heart rate speak of different trainings and
    the middle between them of none."""
    log_odds = _log_odds(judged, intensity)
    doubtful = _log_odds(judged, replace(intensity, error_frac=intensity.doubt_frac))
    chosen = max(log_odds, key=lambda band: log_odds[band])
    final = _lengthened(_named(chosen), judged)
    confidence_frac = _share(doubtful, final)
    evidence = (*_intensity_evidence(intensity), *_evidence(judged))
    if _is_torn(intensity) and confidence_frac < _TORN_LEAST_FRAC:
        return _unknown(evidence)
    return TypeVerdict(
        training_type=final,
        source=_source(intensity),
        confidence_frac=confidence_frac,
        evidence=evidence,
    )


def _log_odds(judged: Judged, intensity: Intensity) -> dict[Band, float]:
    """Of each intensity."""
    log_odds: dict[Band, float] = {
        name: math.log(max(_within(band, intensity), _LEAST_PROBABILITY))
        + _by_length(name, judged)
        - (_NO_REPETITIONS_LOG_ODDS if name == "above" else 0.0)
        for name, band in table.INTENSITY_BANDS.items()
    }
    if judged.has_block:
        log_odds["tempo_threshold"] += _BLOCK_LOG_ODDS
    return log_odds


def _share(log_odds: Mapping[Band, float], final: TrainingType) -> float:
    """How much of the probability speaks for a type, 0..1."""
    likelihood = {band: math.exp(value) for band, value in log_odds.items()}
    together = table.EASY_TYPES if final == "long_run" else {final}
    agreeing = math.fsum(value for band, value in likelihood.items() if band in together)
    if final == "tempo_threshold":
        agreeing += _ABOVE_WORTH_FRAC * likelihood["above"]
    return min(_MOST_FRAC, agreeing / math.fsum(likelihood.values()))


def _is_torn(intensity: Intensity) -> bool:
    """Whether one of speed and heart rate speaks of an easy run and the other of a hard one."""
    hard_from = table.INTENSITY_BANDS["tempo_threshold"][0]
    apart = intensity.apart
    return apart is not None and min(apart) < hard_from <= max(apart)


def _named(band: Band) -> TrainingType:
    """Without repetitions, running above threshold is threshold training at best."""
    return "tempo_threshold" if band == "above" else band


def _within(band: tuple[float, float], intensity: Intensity) -> float:
    """Probability that the intensity lies in a band."""
    low, high = band
    upper = 0.0 if math.isinf(high) else _above(high, intensity)
    return max(0.0, _above(low, intensity) - upper)


def _above(limit: float, intensity: Intensity) -> float:
    """Probability that the intensity is above a limit."""
    z = (intensity.of_threshold_frac - limit) / intensity.error_frac
    return 0.5 * (1.0 + math.erf(z / math.sqrt(2.0)))


def _by_length(band: Band, judged: Judged) -> float:
    """Log odds that the length adds: recovery is shorter than usual, hard running is not long."""
    usual_s = judged.habits.median_easy_s
    if band == "recovery" and usual_s is not None:
        shorter = _USUAL_RECOVERY - judged.whole.running_s / usual_s
        return max(-_LENGTH_LOG_ODDS, min(_LENGTH_LOG_ODDS, _LENGTH_SLOPE * shorter))
    if band == "tempo_threshold" and judged.part.running_s > table.TEMPO_LONGEST_S:
        return -_TOO_LONG_LOG_ODDS
    if band == "above" and judged.part.running_s > table.FAST_LONGEST_S:
        return -_TOO_LONG_LOG_ODDS
    return 0.0


def _lengthened(chosen: TrainingType, judged: Judged) -> TrainingType:
    """An easy run that is long for this runner is a long run."""
    least_s = least_long_s(judged.habits.median_easy_s)
    is_long = judged.whole.running_s >= least_s - _TOLERANCE
    return "long_run" if is_long and chosen in table.EASY_TYPES else chosen


def _source(intensity: Intensity) -> TypeSource:
    """The surest witness: heart rate, else speed (against threshold, or against easy runs)."""
    return "heart_rate" if intensity.witnesses[0] == "heart_rate" else "speed"


def _by_shares(judged: Judged, shares_pct: ZoneSeconds) -> TypeVerdict:
    """Nothing but the zones is known: the table alone decides."""
    row = deciding_row(shares_pct, rows=table.CONTINUOUS_ROWS)
    if row is None:
        return _by_structure(judged)
    margin_frac = (row_share_pct(row, shares_pct) - row.least_pct) / PERCENT
    return TypeVerdict(
        training_type=_lengthened(row.training_type, judged),
        source="zones",
        confidence_frac=min(_ZONES_ONLY_MOST_FRAC, _ZONES_ONLY_LEAST_FRAC + margin_frac),
        evidence=(
            Evidence(code=SHARE_CODES[row.first_zone], value=row_share_pct(row, shares_pct)),
            *_evidence(judged),
        ),
    )


def _by_structure(judged: Judged) -> TypeVerdict:
    """Nothing else is known: a block clearly faster than what surrounds it is meant, and nobody
    runs an hour and a half at anything but an easy effort by mistake."""
    if judged.has_block:
        return TypeVerdict(
            training_type="tempo_threshold",
            source="structure",
            confidence_frac=_BLOCK_ONLY_FRAC * judged.structure.confidence_frac,
            evidence=_evidence(judged),
        )
    if judged.structure.form == "steady" and judged.whole.running_s >= table.LONG_UNKNOWN_S:
        return TypeVerdict(
            training_type="long_run",
            source="structure",
            confidence_frac=_LENGTH_ONLY_FRAC,
            evidence=_evidence(judged),
        )
    heart_rate_bpm = judged.part.heart_rate_bpm if judged.shares_pct is None else None
    if judged.structure.form == "steady" and heart_rate_bpm is not None:
        return _by_usual_heart_rate(judged, heart_rate_bpm)
    return _unknown(_evidence(judged))


def _by_usual_heart_rate(judged: Judged, heart_rate_bpm: float) -> TypeVerdict:
    """Nothing is known of this runner: what a steady run at such a heart rate mostly is."""
    rest_bpm = REST_OF_LT * _USUAL_LT_BPM
    reserve_bpm = _USUAL_LT_BPM - rest_bpm
    intensity = Intensity(
        of_threshold_frac=(heart_rate_bpm - rest_bpm) / reserve_bpm,
        error_frac=_USUAL_LT_SD_BPM / reserve_bpm,
        witnesses=("heart_rate",),
    )
    log_odds = {
        band: odds + math.log(_USUAL_SHARES[band])
        for band, odds in _log_odds(judged, intensity).items()
    }
    final = _lengthened(_named(max(log_odds, key=lambda band: log_odds[band])), judged)
    return TypeVerdict(
        training_type=final,
        source="usual_heart_rate",
        confidence_frac=min(_USUAL_MOST_FRAC, _share(log_odds, final)),
        evidence=(Evidence(code="judged_heart_rate_bpm", value=heart_rate_bpm), *_evidence(judged)),
    )


def _unknown(evidence: tuple[Evidence, ...]) -> TypeVerdict:
    return TypeVerdict(
        training_type="unknown", source="none", confidence_frac=0.0, evidence=evidence
    )


def _intensity_evidence(intensity: Intensity) -> tuple[Evidence, ...]:
    """The mean of the witnesses; what speed and heart rate say where they contradict each other."""
    if intensity.apart is None:
        return (_of_threshold("main_of_threshold_pct", intensity),)
    speed_frac, heart_rate_frac = intensity.apart
    return (
        Evidence(code="speed_of_threshold_pct", value=PERCENT * speed_frac),
        Evidence(code="heart_rate_of_threshold_pct", value=PERCENT * heart_rate_frac),
    )


def _of_threshold(code: EvidenceCode, intensity: Intensity) -> Evidence:
    return Evidence(code=code, value=PERCENT * intensity.of_threshold_frac)


def _evidence(judged: Judged) -> tuple[Evidence, ...]:
    """Speed of the block, length."""
    evidence: list[tuple[EvidenceCode, float]] = []
    if judged.block_of_rest_pct is not None:
        evidence.append(("block_of_rest_pct", judged.block_of_rest_pct))
    evidence.append(("running_s", judged.whole.running_s))
    if judged.habits.median_easy_s is not None:
        of_usual = judged.whole.running_s / judged.habits.median_easy_s
        evidence.append(("of_usual_length_pct", PERCENT * of_usual))
    return tuple(Evidence(code=code, value=value) for code, value in evidence)
