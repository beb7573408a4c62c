"""How do the athlete's figures, paces, zones and race times read in a terminal?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hakaru.core.units import format_duration
from hakaru.render.athlete_text import athlete_rows, quantity_name, quantity_value
from hakaru.render.columns import fact_lines, fitted_table, wrapped
from hakaru.render.numbers import NO_VALUE, km_text, pace_text, pct_text, unit_text
from hakaru.render.words import say
from hakaru.render.words_athlete import METHODS
from hakaru.render.words_terminal import INTENSITIES, LINES, RACES, SEXES, head
from hakaru.running.athlete.known import Disagreement
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.physiology.oxygen import Intensity, TrainingSpeed
from hakaru.running.physiology.races import RacePrediction
from hakaru.running.wording import Lang, fixed

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
    return (head("intensity", lang), *(head(key, lang) for key, _ in columns)), rows


def source_lines(athlete: Athlete, lang: Lang) -> list[str]:
    """What the paces rest on, and whether the two figures are independent."""
    lines = fact_lines(athlete_rows(athlete, lang, used=_PACED_BY))
    methods = {
        athlete.known[quantity].method for quantity in _PACED_BY if quantity in athlete.known
    }
    if len(methods) == len(_PACED_BY) and methods & _FROM_EACH_OTHER:
        lines += wrapped(say(LINES["one_source"], lang))
    return lines


def power_zone_lines(power_w: Sequence[float], lang: Lang) -> list[str]:
    """Power zones 1 to 6 by their bounds in watts."""
    heads, rows = power_zone_rows(power_w, lang)
    return [heads[0], *fitted_table(rows, heading=False, indent="  ", right=frozenset({1}))]


def power_zone_rows(
    power_w: Sequence[float], lang: Lang
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The same as heads and cells."""
    below = say(LINES["below"], lang, value=unit_text(power_w[0], "W"))
    between = [
        say(LINES["range"], lang, low=fixed(low, 0), high=unit_text(high, "W"))
        for low, high in pairwise(power_w)
    ]
    spans = [below, *between, say(LINES["from"], lang, value=unit_text(power_w[-1], "W"))]
    rows: list[tuple[str, ...]] = [
        (f"Zone {number}", span) for number, span in enumerate(spans, start=1)
    ]
    return (say(LINES["power_zones_head"], lang), ""), rows


def race_lines(races: Sequence[RacePrediction], lang: Lang) -> list[str]:
    """Time, range and what each model alone says."""
    lines = fitted_table(
        [race_heads(lang), *(race_cells(race, lang) for race in races)],
        right=frozenset({1, 2, 3, 4}),
    )
    lines += wrapped(say(LINES["race_efforts"], lang, n=max(race.n_efforts for race in races)))
    if any(race.reach == "beyond" for race in races):
        lines += wrapped(say(LINES["race_beyond"], lang))
    return lines


def disagreement_text(disagreement: Disagreement, lang: Lang) -> str:
    """By how much stated threshold and VO2max contradict each other, and which is likely older."""
    return say(
        LINES["disagreement"],
        lang,
        stated=pace_text(disagreement.stated_mps),
        implied=pace_text(disagreement.implied_mps),
        vo2_max=fixed(disagreement.vo2_max_ml_per_kg_min, 1),
        percent=pct_text(abs(disagreement.difference_pct), 1).removesuffix("%"),
        side=say(LINES["faster" if disagreement.difference_pct > 0.0 else "slower"], lang),
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
        spread = say(LINES["range"], lang, low=low, high=high)
    return (
        quantity_name(quantity, lang),
        quantity_value(quantity, known.value, lang=lang),
        say(METHODS[method], lang),
        f"{since} ({say(LINES['stale'], lang)})" if known.stale else since,
        spread,
    )


def _paces(speeds: Mapping[Intensity, TrainingSpeed], intensity: Intensity, lang: Lang) -> str:
    if intensity not in speeds:
        return NO_VALUE
    speed = speeds[intensity]
    slow, fast = pace_text(speed.low_mps), pace_text(speed.high_mps)
    return say(LINES["range"], lang, low=slow, high=fast)


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
        say(LINES["range"], lang, low=low, high=high),
        format_duration(race.vdot_time_s),
        format_duration(race.riegel_time_s),
    )


def race_name(distance_m: float, lang: Lang) -> str:
    """'Half marathon', or its kilometres."""
    named = RACES.get(distance_m)
    if named is None:
        return f"{km_text(distance_m)} km"
    return named.ja if lang == "ja" else named.en
