"""Paces, zones of power, race times, and readiness for a race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say, translate
from hakaru.core.units import format_duration, speed_to_pace_s_per_km
from hakaru.present.athlete import _SPEED, athlete_rows, contradictions_part, known_zones_part
from hakaru.present.document import (
    Document,
    Fact,
    Facts,
    Items,
    Part,
    Row,
    Table,
    Text,
    paragraphs,
)
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    distance_text,
    pace_figure,
    pace_text,
    quantity_span,
    signed,
    unit_text,
)
from hakaru.present.names import VO2_CATEGORIES, VO2_PERCENTILES
from hakaru.running.athlete.model import Quantity
from hakaru.running.physiology.races import LONG_RACE_M
from hakaru.running.readiness import LONG_STEP_M
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.running.physiology.oxygen import Intensity, TrainingSpeed
    from hakaru.running.physiology.power import CriticalFit
    from hakaru.running.physiology.races import RacePrediction
    from hakaru.running.readiness import Fitness, Missing, Readiness


def fitness_rows(fitness: Fitness, lang: Lang) -> tuple[Fact, ...]:
    """Critical speed with D', where VO2max stands, fitness age; what is not known is left out."""
    named: list[tuple[str, str | None]] = [
        (N_("Critical speed"), _critical_speed(fitness.critical_speed, lang)),
        (N_("Among your age and sex"), _standing(fitness, lang)),
        (N_("Fitness age"), fitness_age_text(fitness.fitness_age_years, lang)),
    ]
    return tuple(Fact(label=say(label, lang), value=text) for label, text in named if text)


def _critical_speed(fit: CriticalFit | None, lang: Lang) -> str | None:
    """'4:05/km (80% range 3:58–4:12/km), 180 m above it': the faster pace first."""
    if fit is None:
        return None
    return say(
        "{pace} (80% range {range}), {reserve} can be run above it",
        lang,
        pace=pace_text(fit.value, lang),
        range=quantity_span(
            "pace", speed_to_pace_s_per_km(fit.high), speed_to_pace_s_per_km(fit.low), lang
        ),
        reserve=unit_text(fit.reserve_value, "m"),
    )


def _standing(fitness: Fitness, lang: Lang) -> str | None:
    """Category and percentile; why they are not known where VO2max is."""
    if fitness.standing is not None:
        return say(
            "{value} ({klass})",
            lang,
            value=say(VO2_CATEGORIES[fitness.standing.category], lang),
            klass=say(VO2_PERCENTILES[fitness.standing.percentile], lang),
        )
    if "vo2_max_ml_per_kg_min" not in fitness.athlete.known:
        return None
    return say("not known, as age or sex is not known", lang)


def fitness_age_text(years: float | None, lang: Lang) -> str | None:
    """'25歳くらい': by T's rule; None: age or sex is not known."""
    return (
        None
        if years is None
        else say(
            "about {years} (counting 1 ml/kg/min of VO2max as a year)", lang, years=fixed(years, 0)
        )
    )


_PACED_BY: tuple[Quantity, ...] = ("vo2_max_ml_per_kg_min", _SPEED)


_FROM_EACH_OTHER = frozenset({"threshold_speed", "vo2_max"})
"""Methods that estimate one of the two from the other."""


def _paces(speeds: Mapping[Intensity, TrainingSpeed], intensity: Intensity, lang: Lang) -> str:
    if intensity not in speeds:
        return NO_VALUE
    speed = speeds[intensity]
    slow, fast = pace_figure(speed.low_mps, lang), pace_figure(speed.high_mps, lang)
    return say("{low}–{high}", lang, low=fast, high=slow)


RACES: Mapping[float, str] = {
    5000.0: N_("5 km"),
    10000.0: N_("10 km"),
    21097.5: N_("Half marathon"),
    42195.0: N_("Marathon"),
}
"""By distance in metres; others are named by their kilometres."""


def race_name(distance_m: float, lang: Lang) -> str:
    """'Half marathon', or its kilometres."""
    named = RACES.get(distance_m)
    if named is None:
        return distance_text(distance_m, lang)
    return translate(named, lang)


def ready_head(readiness: Readiness, lang: Lang) -> str:
    """Which race, when, and as of which day."""
    return say(
        N_("{race} on {race_day}: {days} <days:day|days> to go, by what is known on {day}.")
        if readiness.days_left > 0
        else N_("{race}: how ready, as of {day}"),
        lang,
        race=race_name(readiness.distance_m, lang),
        race_day=day_text(readiness.race_day, lang),
        days=str(readiness.days_left),
        day=day_text(readiness.day, lang),
    )


def ready_rows(readiness: Readiness, lang: Lang) -> tuple[Fact, ...]:
    """Time with its range, volume, long runs, regularity, load; what is not known is left out."""
    volume = readiness.volume
    named: list[tuple[str, str | None]] = [
        *_time(readiness, lang),
        (
            N_("Distance a week"),
            say(
                "{week} (mean of 8 weeks; last 4: {recent}); usual: {usual}",
                lang,
                week=_planned(volume.week_m, lang),
                recent=_planned(volume.recent_week_m, lang),
                usual=_planned(readiness.usual_week_m, lang),
            ),
        ),
        (in_context("long", "Longest run"), _longest(readiness, lang)),
        (
            N_("Long runs"),
            say(
                "{n} of {from_km} or more in 8 weeks",
                lang,
                n=str(volume.n_long_runs),
                from_km=_planned(volume.long_from_m, lang),
            ),
        ),
        (N_("Runs a week"), fixed(volume.runs_per_week, 1)),
        (in_context("load", "Load"), _load(readiness, lang)),
    ]
    return tuple(Fact(label=say(label, lang), value=text) for label, text in named if text)


def missing_texts(readiness: Readiness, lang: Lang) -> tuple[str, ...]:
    """What is missing, one sentence each; what nobody needs to do is not said."""
    return tuple(_missing(missing, readiness, lang) for missing in readiness.missing)


_READINESS: Mapping[str, str] = {
    "in_time": N_("There is time to make this up, with the last two weeks kept easy."),
    "short_of_time": N_(
        "There is not enough time to make all of this up; the prediction is then less sure."
    ),
}


def state_text(readiness: Readiness, lang: Lang) -> str | None:
    """Whether what is missing can be made up in time; None: nothing is missing or known."""
    if readiness.state == "short_of_time" and readiness.prediction is None:
        return say("There is not enough time to make all of this up.", lang)
    text = _READINESS.get(readiness.state)
    return None if text is None else say(text, lang)


def _time(readiness: Readiness, lang: Lang) -> list[tuple[str, str | None]]:
    race = readiness.prediction
    if race is None:
        return []
    low, high = format_duration(race.low_s), format_duration(race.high_s)
    time = format_duration(race.time_s)
    return [
        (
            N_("Predicted time"),
            say("{time} (80% range {low}–{high})", lang, time=time, low=low, high=high),
        ),
        (N_("Race pace"), pace_text(race.distance_m / race.time_s, lang)),
    ]


def _longest(readiness: Readiness, lang: Lang) -> str | None:
    volume = readiness.volume
    if volume.longest_on is None:
        return None
    return say(
        "{longest} ({on}); usual: {usual}",
        lang,
        longest=_planned(volume.longest_m, lang),
        on=volume.longest_on.isoformat(),
        usual=_planned(readiness.usual_long_m, lang),
    )


_LOAD_TRENDS: Mapping[str, str] = {
    "rising": N_("rising"),
    "level": N_("level"),
    "falling": N_("falling"),
}


def _load(readiness: Readiness, lang: Lang) -> str | None:
    if readiness.chronic_score is None:
        return None
    chronic = fixed(readiness.chronic_score, 0)
    if readiness.load_trend is None or readiness.chronic_change_score is None:
        return say("CTL {chronic}", lang, chronic=chronic)
    return say(
        "CTL {chronic} ({change} in 28 days, {trend})",
        lang,
        chronic=chronic,
        change=signed(readiness.chronic_change_score, 0),
        trend=say(_LOAD_TRENDS[readiness.load_trend], lang),
    )


_MISSING: Mapping[str, str] = {
    "long_runs": N_("Runs of {from_km} or more in 8 weeks: {value}; {usual} are usual."),
    "no_runs": N_("No run up to this day is stored."),
    "volume": N_(
        "{value} a week; {usual} is usual (about {weeks} <weeks:week|weeks> at a tenth "
        "more each week)."
    ),
    "longest_run": N_(
        "The longest run is {value}; {usual} is usual (about {weeks} <weeks:week|weeks> at "
        "{step} more each week)."
    ),
    "runs_a_week": N_("{value} <value:run|runs> a week; {usual} <usual:is|are> usual."),
    "pause": N_("The last run was {value} <value:day|days> ago."),
    "no_prediction": N_("No effort of five minutes in the last 120 days, so no time is predicted."),
}


def _missing(missing: Missing, readiness: Readiness, lang: Lang) -> str:
    return say(
        _MISSING[missing.code],
        lang,
        value=_amount(missing, missing.value, lang),
        usual=_amount(missing, missing.usual_value, lang),
        weeks="" if missing.weeks is None else str(missing.weeks),
        from_km=_planned(readiness.volume.long_from_m, lang),
        step=distance_text(LONG_STEP_M, lang, decimals=1),
    )


def _amount(missing: Missing, value: float | None, lang: Lang) -> str:
    if value is None:
        return ""
    if missing.code in ("volume", "longest_run"):
        return _planned(value, lang)
    return fixed(value, 1 if missing.code == "runs_a_week" and value % 1.0 else 0)


def _planned(distance_m: float, lang: Lang) -> str:
    """Whole kilometres from 10 km on, as nobody plans finer."""
    return distance_text(distance_m, lang, decimals=0 if distance_m >= 10_000.0 else 1)


INTENSITIES: Mapping[str, str] = {
    "easy": N_("Easy (E)"),
    "marathon": N_("Marathon (M)"),
    "threshold": N_("Threshold (T)"),
    "interval": N_("Interval (I)"),
    "repetition": N_("Repetition (R)"),
}


def pace_table(fitness: Fitness, lang: Lang) -> Table | None:
    """Paces of each intensity by both figures side by side, slow to fast; a figure that is not
    known has no column. None: neither is."""
    both = (
        (N_("From VO2max\n(/{length_unit})"), fitness.from_vo2_max),
        (N_("From threshold\n(/{length_unit})"), fitness.from_threshold),
    )
    columns = [
        (name, {speed.intensity: speed for speed in speeds}) for name, speeds in both if speeds
    ]
    if not columns:
        return None
    named = {speed.intensity: None for _, speeds in columns for speed in speeds.values()}
    rows = tuple(
        Row(
            cells=(
                say(INTENSITIES[intensity], lang),
                *(_paces(speeds, intensity, lang) for _, speeds in columns),
            )
        )
        for intensity in named
    )
    heads = (translate("Intensity", lang), *(say(name, lang) for name, _ in columns))
    return Table(name="paces", columns=heads, rows=rows)


def paces_part(fitness: Fitness, lang: Lang) -> Part:
    """The paces."""
    table = pace_table(fitness, lang)
    missing = say(
        "As of {day} neither VO2max nor threshold pace is known. Ingest runs, or state one: "
        "`hakaru athlete set threshold_pace 4:35`.",
        lang,
        day=day_text(fitness.athlete.day, lang),
    )
    title = say("Training paces (/{length_unit})", lang)
    return Part(title=title, blocks=() if table is None else (table,), missing=missing, half=True)


def basis_part(fitness: Fitness, lang: Lang) -> Part:
    """What paces and predictions rest on, and whether the two figures are independent."""
    athlete = fitness.athlete
    facts = (*athlete_rows(athlete, lang), *fitness_rows(fitness, lang))
    methods = {
        athlete.known[quantity].method for quantity in _PACED_BY if quantity in athlete.known
    }
    dependent = len(methods) == len(_PACED_BY) and methods & _FROM_EACH_OTHER
    note = say(
        "One of the two is estimated from the other, so the columns do not confirm each other.",
        lang,
    )
    return Part(
        title=say("What they rest on ({day})", lang, day=day_text(athlete.day, lang)),
        blocks=(
            *((Facts(facts=facts),) if facts else ()),
            *((Text(text=note),) if dependent else ()),
        ),
        half=True,
    )


def power_zones_part(power_w: Sequence[float], lang: Lang) -> Part:
    """Power zones 1 to 6 by their bounds in watts."""
    between = [
        say("{low}–{high}", lang, low=fixed(low, 0), high=unit_text(high, "W"))
        for low, high in pairwise(power_w)
    ]
    spans = [
        say("below {value}", lang, value=unit_text(power_w[0], "W")),
        *between,
        say("from {value}", lang, value=unit_text(power_w[-1], "W")),
    ]
    rows = tuple(
        Row(cells=(say("Zone {n}", lang, n=str(number)), span))
        for number, span in enumerate(spans, start=1)
    )
    columns = (say("Zone", lang), say("Power", lang))
    return Part(
        title=say("Power zones (by critical power)", lang),
        blocks=(Table(name="powerzones", columns=columns, rows=rows),),
        half=True,
    )


def races_part(races: Sequence[RacePrediction], lang: Lang) -> Part:
    """Time, range and what each model alone says."""
    title = say("Race predictions now", lang)
    if not races:
        none = say(
            "No effort of five minutes in the last 120 days, so races cannot be predicted.", lang
        )
        return Part(title=title, missing=none)
    heads = (
        N_("Race"),
        in_context("prediction", "Time"),
        N_("80% range"),
        N_("VDOT"),
        N_("Riegel"),
    )
    table = Table(
        name="races",
        columns=tuple(say(name, lang) for name in heads),
        rows=tuple(Row(cells=_race_cells(race, lang)) for race in races),
    )
    basis = say(
        "From threshold pace and the best efforts of the last 120 days "
        "({n}). Efforts in training are rarely all-out, so the range "
        "reaches further on the fast side; for races much longer than "
        "your runs it reaches further on the slow side.",
        lang,
        n=max(race.n_efforts for race in races),
    )
    unsure = say("* much longer than anything that was run: unsure.", lang)
    beyond = any(race.reach == "beyond" for race in races)
    texts = (basis, *_slower_texts(races, lang), unsure if beyond else "")
    return Part(title=title, blocks=(table, *paragraphs(*texts)))


def _slower_texts(races: Sequence[RacePrediction], lang: Lang) -> tuple[str, ...]:
    """Why times are slower than both models say: beyond 25 km, or after days without a run."""
    slower = [race for race in races if race.time_s > max(race.vdot_time_s, race.riegel_time_s)]
    after_pause = any(race.distance_m <= LONG_RACE_M for race in slower)
    fading = [race for race in slower if race.distance_m > LONG_RACE_M]
    return (
        *(
            say(
                "{race}: slower than VDOT and Riegel, which are too fast beyond {far} for most "
                "runners, the more so the shorter the longest run.",
                lang,
                race=race_name(race.distance_m, lang),
                far=_planned(LONG_RACE_M, lang),
            )
            for race in fading
        ),
        *(
            (say("The days without a run make every time slower than VDOT and Riegel.", lang),)
            if after_pause
            else ()
        ),
    )


def _race_cells(race: RacePrediction, lang: Lang) -> tuple[str, ...]:
    """One race; the mark means that it is longer than any effort known."""
    mark = "*" if race.reach == "beyond" else ""
    low, high = format_duration(race.low_s), format_duration(race.high_s)
    return (
        race_name(race.distance_m, lang) + mark,
        format_duration(race.time_s),
        say("{low}–{high}", lang, low=low, high=high),
        format_duration(race.vdot_time_s),
        format_duration(race.riegel_time_s),
    )


def paces_document(fitness: Fitness, lang: Lang) -> Document:
    """Paces by both figures, what they rest on, contradictions, zones, races with their ranges."""
    return Document(
        parts=(
            paces_part(fitness, lang),
            basis_part(fitness, lang),
            contradictions_part(fitness.disagreement, fitness.gaps, lang),
            known_zones_part(fitness.zones, lang),
            *(() if fitness.power_w is None else (power_zones_part(fitness.power_w, lang),)),
            races_part(fitness.races, lang),
        )
    )


def ready_document(result: Readiness, lang: Lang) -> Document:
    """The race, the figures, what is missing, and whether there is time for it."""
    title = ready_head(result, lang)
    if result.state == "unknown":
        nothing = say("No run up to this day is stored.", lang)
        return Document(parts=(Part(title=title, missing=nothing),))
    missing = missing_texts(result, lang) or (
        say("By the usual rules of thumb, nothing is missing.", lang),
    )
    notes = [N_("The usual amounts are coaches' rules of thumb.")]
    if result.prediction is not None:
        notes.insert(
            0, N_("The time is what you could run now; its range grows with the days to go.")
        )
    note = ("" if lang == "ja" else " ").join(say(sentence, lang) for sentence in notes)
    return Document(
        parts=(
            Part(title=title, blocks=(Facts(facts=ready_rows(result, lang)),)),
            Part(
                title=say("What is missing", lang),
                blocks=(Items(items=missing), *paragraphs(state_text(result, lang) or "")),
            ),
            Part(blocks=(Text(text=note, soft=True),)),
        )
    )
