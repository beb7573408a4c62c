"""Figures of the athlete, paces, zones, race times and readiness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, say, translate
from hakaru.core.units import METRES_PER_KM, format_duration, format_pace, speed_to_pace_s_per_km
from hakaru.present.document import Fact
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    km_text,
    pace_text,
    pct_text,
    signed,
    span_text,
    unit_text,
)
from hakaru.present.terminal import fact_lines, fitted_table, wrapped
from hakaru.present.words_athlete import (
    ATHLETE,
    METHODS,
    PHYSIOLOGY,
    QUANTITIES,
    SETTABLE,
    VO2_CATEGORIES,
    VO2_PERCENTILES,
)
from hakaru.present.words_terminal import INTENSITIES, LINES, RACES, SEXES, head
from hakaru.present.words_training import READY
from hakaru.running.athlete.model import ALWAYS, Athlete, Gap, Known, Quantity
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.running.athlete.known import Disagreement
    from hakaru.running.physiology.oxygen import Intensity, TrainingSpeed
    from hakaru.running.physiology.power import CriticalFit
    from hakaru.running.physiology.races import RacePrediction
    from hakaru.running.readiness import Fitness, Missing, Readiness

USED: tuple[Quantity, ...] = (
    "heart_rate_max_bpm",
    "lt_heart_rate_bpm",
    "threshold_speed_mps",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
)
"""What ratings rest on, and a page shows."""

_UNITS: dict[Quantity, tuple[str, int]] = {
    "heart_rate_max_bpm": ("bpm", 0),
    "heart_rate_rest_bpm": ("bpm", 0),
    "lt_heart_rate_bpm": ("bpm", 0),
    "critical_power_w": ("W", 0),
    "vo2_max_ml_per_kg_min": ("ml/kg/min", 1),
    "weight_kg": ("kg", 1),
    "height_cm": ("cm", 0),
}


def quantity_name(quantity: Quantity, lang: Lang) -> str:
    """'閾値心拍', 'Threshold pace'."""
    return say(QUANTITIES[quantity], lang)


def quantity_value(quantity: Quantity, value: float, *, lang: Lang) -> str:
    """A value in the unit people use: a threshold speed as a pace."""
    if quantity == "threshold_speed_mps":
        return f"{format_pace(speed_to_pace_s_per_km(value))}/km"
    if quantity == "age_years":
        return say("{value} years", lang, value=fixed(value, 0))
    unit, decimals = _UNITS[quantity]
    return unit_text(value, unit, decimals=decimals)


def known_text(quantity: Quantity, known: Known, *, lang: Lang) -> str:
    """'168 bpm（時計の値、2026-11-01）': value, origin, day or range, whether it is stale."""
    value = quantity_value(quantity, known.value, lang=lang)
    return say(
        "{value} ({origin})", lang, value=value, origin=origin_text(quantity, known, lang=lang)
    )


def origin_text(quantity: Quantity, known: Known, *, lang: Lang, bounded: bool = True) -> str:
    """Who says so or how it was estimated; `bounded` False: without the range."""
    method = known.method if known.method in METHODS else "estimated"
    origin = say(METHODS[method], lang)
    if known.on is not None and known.on > ALWAYS:
        origin = say("{origin}, {on}", lang, origin=origin, on=known.on.isoformat())
    if bounded and known.low is not None and known.high is not None:
        ends = [quantity_value(quantity, end, lang=lang) for end in (known.low, known.high)]
        low, high = reversed(ends) if quantity == "threshold_speed_mps" else ends
        span = span_text(low, high, lang=lang)
        origin = say("{origin}, 80% range {span}", lang, origin=origin, span=span)
    return say("{origin}, may be out of date", lang, origin=origin) if known.stale else origin


def athlete_rows(
    athlete: Athlete, lang: Lang, *, used: Sequence[Quantity] = USED
) -> tuple[Fact, ...]:
    """Every figure of `used` that is known, with its origin."""
    return tuple(
        Fact(
            label=quantity_name(quantity, lang),
            value=known_text(quantity, athlete.known[quantity], lang=lang),
        )
        for quantity in used
        if quantity in athlete.known
    )


def wanted_texts(athlete: Athlete, lang: Lang, *, wanted: Sequence[Quantity]) -> tuple[str, ...]:
    """What the runner could state to make ratings surer, and how."""
    return tuple(ask_text(quantity, athlete.known.get(quantity), lang=lang) for quantity in wanted)


def disagreement_text(disagreement: Disagreement, lang: Lang) -> str:
    """Where the watch's threshold and VO2max contradict each other: both, and which looks stale."""
    stale = say("Nothing tells which of them is out of date.", lang)
    if disagreement.stale is not None:
        stale = say("{name} looks out of date.", lang, name=quantity_name(disagreement.stale, lang))
    vo2_max = quantity_value("vo2_max_ml_per_kg_min", disagreement.vo2_max_ml_per_kg_min, lang=lang)
    return say(
        "Threshold pace ({stated}) and the one that a VO2max of "
        "{vo2_max} implies ({implied}) differ by {difference}. {stale}",
        lang,
        stated=quantity_value("threshold_speed_mps", disagreement.stated_mps, lang=lang),
        implied=quantity_value("threshold_speed_mps", disagreement.implied_mps, lang=lang),
        vo2_max=vo2_max,
        difference=pct_text(abs(disagreement.difference_pct), 1),
        stale=stale,
    )


def gap_text(gap: Gap, lang: Lang) -> str:
    """Two sources of one quantity, their figures, and how far apart."""
    return say(
        "{name} differs by source: {believed} ({believed_by}) and "
        "{other} ({other_by}), {difference} apart.",
        lang,
        name=quantity_name(gap.quantity, lang),
        believed=quantity_value(gap.quantity, gap.believed.value, lang=lang),
        believed_by=origin_text(gap.quantity, gap.believed, lang=lang, bounded=False),
        other=quantity_value(gap.quantity, gap.other.value, lang=lang),
        other_by=origin_text(gap.quantity, gap.other, lang=lang, bounded=False),
        difference=pct_text(abs(gap.difference_pct), 0),
    )


def fitness_rows(fitness: Fitness, lang: Lang) -> tuple[Fact, ...]:
    """Critical speed with D', where VO2max stands, fitness age; what is not known is left out."""
    named: list[tuple[str, str | None]] = [
        ("critical_speed", _critical_speed(fitness.critical_speed, lang)),
        ("vo2_standing", _standing(fitness, lang)),
        ("fitness_age", fitness_age_text(fitness.fitness_age_years, lang)),
    ]
    return tuple(Fact(label=say(PHYSIOLOGY[key], lang), value=text) for key, text in named if text)


def _critical_speed(fit: CriticalFit | None, lang: Lang) -> str | None:
    """'4:05/km (80% range 3:58–4:12), 180 m above it'."""
    if fit is None:
        return None
    return say(
        "{pace}/km (80% range {low}–{high}), {reserve} can be run above it",
        lang,
        pace=pace_text(fit.value),
        low=pace_text(fit.low),
        high=pace_text(fit.high),
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


def ask_text(quantity: Quantity, known: Known | None, *, lang: Lang) -> str:
    """One sentence that asks for a figure: missing, stale or a wide estimate."""
    key = "ask_missing" if known is None else "ask_stale" if known.stale else "ask_wide"
    value = "" if known is None else quantity_value(quantity, known.value, lang=lang)
    name, example = quantity_name(quantity, lang), SETTABLE[quantity]
    return say(ATHLETE[key], lang, name=name, value=value, example=example)


_SEX = "sex"
_SPEED: Quantity = "threshold_speed_mps"
_PACED_BY: tuple[Quantity, ...] = ("vo2_max_ml_per_kg_min", _SPEED)
_FROM_EACH_OTHER = frozenset({"threshold_speed", "vo2_max"})
"""Methods that estimate one of the two from the other."""


def quantity_lines(athlete: Athlete, lang: Lang) -> list[str]:
    """Value, source, day and 80 % range of everything known; [] where nothing is."""
    rows = [_known(quantity, known, lang) for quantity, known in athlete.known.items()]
    if athlete.sex is not None:
        rows.append((sex_name(lang), sex_text(athlete.sex, lang), "", "", ""))
    if not rows:
        return []
    heads = ("quantity", "value", "source", "since", "range_80")
    shown_columns = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    table = [tuple(head(key, lang) for key in heads), *rows]
    return fitted_table([[row[at] for at in shown_columns] for row in table], right=frozenset({1}))


def sex_name(lang: Lang) -> str:
    """What the quantity is called."""
    return say(LINES[_SEX], lang)


def sex_text(sex: str, lang: Lang) -> str:
    """'女性', 'female'."""
    return say(SEXES[sex], lang)


def pace_lines(
    from_vo2_max: Sequence[TrainingSpeed], from_threshold: Sequence[TrainingSpeed], *, lang: Lang
) -> list[str]:
    """Paces of each intensity by both figures side by side, slow to fast."""
    heads, rows = pace_rows(from_vo2_max, from_threshold, lang=lang)
    return fitted_table([heads, *rows], right=frozenset({1, 2})) if rows else []


def pace_rows(
    from_vo2_max: Sequence[TrainingSpeed], from_threshold: Sequence[TrainingSpeed], *, lang: Lang
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The same as heads and cells; a figure that is not known has no column."""
    columns = [
        (key, {speed.intensity: speed for speed in speeds})
        for key, speeds in (("from_vo2_max", from_vo2_max), ("from_threshold", from_threshold))
        if speeds
    ]
    named = {speed.intensity: None for _, speeds in columns for speed in speeds.values()}
    rows = [
        (
            say(INTENSITIES[intensity], lang),
            *(_paces(speeds, intensity, lang) for _, speeds in columns),
        )
        for intensity in named
    ]
    return (translate("Intensity", lang), *(head(key, lang) for key, _ in columns)), rows


def source_lines(athlete: Athlete, lang: Lang) -> list[str]:
    """What the paces rest on, and whether the two figures are independent."""
    lines = fact_lines(athlete_rows(athlete, lang, used=_PACED_BY))
    methods = {
        athlete.known[quantity].method for quantity in _PACED_BY if quantity in athlete.known
    }
    if len(methods) == len(_PACED_BY) and methods & _FROM_EACH_OTHER:
        lines += wrapped(
            say(
                "One of the two is estimated from the other, so the columns do "
                "not confirm each other.",
                lang,
            )
        )
    return lines


def power_zone_lines(power_w: Sequence[float], lang: Lang) -> list[str]:
    """Power zones 1 to 6 by their bounds in watts."""
    heads, rows = power_zone_rows(power_w, lang)
    return [heads[0], *fitted_table(rows, heading=False, indent="  ", right=frozenset({1}))]


def power_zone_rows(
    power_w: Sequence[float], lang: Lang
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The same as heads and cells."""
    below = say("below {value}", lang, value=unit_text(power_w[0], "W"))
    between = [
        say("{low}–{high}", lang, low=fixed(low, 0), high=unit_text(high, "W"))
        for low, high in pairwise(power_w)
    ]
    spans = [below, *between, say("from {value}", lang, value=unit_text(power_w[-1], "W"))]
    rows: list[tuple[str, ...]] = [
        (say("Zone {n}", lang, n=str(number)), span) for number, span in enumerate(spans, start=1)
    ]
    return (say("Power zones (by critical power)", lang), ""), rows


def race_lines(races: Sequence[RacePrediction], lang: Lang) -> list[str]:
    """Time, range and what each model alone says."""
    lines = fitted_table(
        [race_heads(lang), *(race_cells(race, lang) for race in races)],
        right=frozenset({1, 2, 3, 4}),
    )
    lines += wrapped(
        say(
            "From threshold pace and the best efforts of the last 120 days "
            "({n}). Efforts in training are rarely all-out, so the range "
            "reaches further on the fast side; for races much longer than "
            "your runs it reaches further on the slow side.",
            lang,
            n=max(race.n_efforts for race in races),
        )
    )
    if any(race.reach == "beyond" for race in races):
        lines += wrapped(say("* much longer than anything that was run: unsure.", lang))
    return lines


def stated_disagreement_text(disagreement: Disagreement, lang: Lang) -> str:
    """By how much stated threshold and VO2max contradict each other, and which is likely older."""
    return say(
        "Threshold pace {stated}/km is {percent}% {side} than the "
        "{implied}/km that VO2max {vo2_max} implies. {which}",
        lang,
        stated=pace_text(disagreement.stated_mps),
        implied=pace_text(disagreement.implied_mps),
        vo2_max=fixed(disagreement.vo2_max_ml_per_kg_min, 1),
        percent=pct_text(abs(disagreement.difference_pct), 1).removesuffix("%"),
        side=say((N_("faster") if disagreement.difference_pct > 0.0 else N_("slower")), lang),
        which=say(LINES[f"stale_{disagreement.stale or 'none'}"], lang),
    )


def _known(quantity: Quantity, known: Known, lang: Lang) -> tuple[str, ...]:
    method = known.method if known.method in METHODS else "estimated"
    since = "" if known.on is None else known.on.isoformat()
    spread = ""
    if known.low is not None and known.high is not None:
        bounds = (known.high, known.low) if quantity == _SPEED else (known.low, known.high)
        low, high = (quantity_value(quantity, bound, lang=lang) for bound in bounds)
        low = low.partition(" ")[0].removesuffix("/km")
        spread = say("{low}–{high}", lang, low=low, high=high)
    return (
        quantity_name(quantity, lang),
        quantity_value(quantity, known.value, lang=lang),
        say(METHODS[method], lang),
        f"{since} ({say('may be out of date', lang)})" if known.stale else since,
        spread,
    )


def _paces(speeds: Mapping[Intensity, TrainingSpeed], intensity: Intensity, lang: Lang) -> str:
    if intensity not in speeds:
        return NO_VALUE
    speed = speeds[intensity]
    slow, fast = pace_text(speed.low_mps), pace_text(speed.high_mps)
    return say("{low}–{high}", lang, low=slow, high=fast)


def race_heads(lang: Lang) -> tuple[str, ...]:
    """What is told of a race."""
    return tuple(head(key, lang) for key in ("race", "prediction", "range_80", "vdot", "riegel"))


def race_cells(race: RacePrediction, lang: Lang) -> tuple[str, ...]:
    """One race, a cell per head; the mark means that it is longer than any effort known."""
    mark = "*" if race.reach == "beyond" else ""
    low, high = format_duration(race.low_s), format_duration(race.high_s)
    return (
        race_name(race.distance_m, lang) + mark,
        format_duration(race.time_s),
        say("{low}–{high}", lang, low=low, high=high),
        format_duration(race.vdot_time_s),
        format_duration(race.riegel_time_s),
    )


def race_name(distance_m: float, lang: Lang) -> str:
    """'Half marathon', or its kilometres."""
    named = RACES.get(distance_m)
    if named is None:
        return f"{km_text(distance_m)} km"
    return translate(named, lang)


def ready_head(readiness: Readiness, lang: Lang) -> str:
    """Which race, when, and as of which day."""
    key = "head" if readiness.days_left > 0 else "head_today"
    return say(
        READY[key],
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
            "week",
            say(
                "{week} (mean of 8 weeks; last 4: {recent}); usual: {usual}",
                lang,
                week=_km(volume.week_m),
                recent=_km(volume.recent_week_m),
                usual=_km(readiness.usual_week_m),
            ),
        ),
        ("long", _longest(readiness, lang)),
        (
            "long_runs",
            say(
                "{n} of {from_km} or more in 8 weeks",
                lang,
                n=str(volume.n_long_runs),
                from_km=_km(volume.long_from_m),
            ),
        ),
        ("runs", fixed(volume.runs_per_week, 1)),
        ("load", _load(readiness, lang)),
    ]
    return tuple(Fact(label=say(READY[key], lang), value=text) for key, text in named if text)


def missing_texts(readiness: Readiness, lang: Lang) -> tuple[str, ...]:
    """What is missing, one sentence each; what nobody needs to do is not said."""
    return tuple(_missing(missing, readiness, lang) for missing in readiness.missing)


def state_text(readiness: Readiness, lang: Lang) -> str | None:
    """Whether what is missing can be made up in time; None: nothing is missing or known."""
    if readiness.state in ("in_time", "short_of_time"):
        return say(READY[readiness.state], lang)
    return None


def _time(readiness: Readiness, lang: Lang) -> list[tuple[str, str | None]]:
    race = readiness.prediction
    if race is None:
        return []
    low, high = format_duration(race.low_s), format_duration(race.high_s)
    time = format_duration(race.time_s)
    return [
        ("time", say("{time} (80% range {low}–{high})", lang, time=time, low=low, high=high)),
        ("pace", f"{pace_text(race.distance_m / race.time_s)}/km"),
    ]


def _longest(readiness: Readiness, lang: Lang) -> str | None:
    volume = readiness.volume
    if volume.longest_on is None:
        return None
    return say(
        "{longest} ({on}); usual: {usual}",
        lang,
        longest=_km(volume.longest_m),
        on=volume.longest_on.isoformat(),
        usual=_km(readiness.usual_long_m),
    )


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
        trend=say(READY[readiness.load_trend], lang),
    )


def _missing(missing: Missing, readiness: Readiness, lang: Lang) -> str:
    key = "long_runs_few" if missing.code == "long_runs" else missing.code
    return say(
        READY[key],
        lang,
        value=_amount(missing, missing.value),
        usual=_amount(missing, missing.usual_value),
        weeks="" if missing.weeks is None else str(missing.weeks),
        from_km=_km(readiness.volume.long_from_m),
    )


def _amount(missing: Missing, value: float | None) -> str:
    if value is None:
        return ""
    if missing.code in ("volume", "longest_run"):
        return _km(value)
    return fixed(value, 1 if missing.code == "runs_a_week" and value % 1.0 else 0)


def _km(distance_m: float) -> str:
    """Whole kilometres from 10 km on, as nobody plans finer."""
    km = distance_m / METRES_PER_KM
    return f"{fixed(km, 0 if km >= 10.0 else 1)} km"
