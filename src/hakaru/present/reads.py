"""What a read found, generically: facts, tables and things with parts of their own.

Every read has the same shape: names with values, and at most a few tables. So one function makes
the document of any, by the names of the figures and the unit at the end of each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say, translate
from hakaru.core.plain import as_plain
from hakaru.core.units import format_duration
from hakaru.guard.cleaning import clean
from hakaru.present.document import (
    Block,
    Document,
    Drawing,
    Fact,
    Facts,
    Items,
    Part,
    part,
    table,
)
from hakaru.present.figures import NO_VALUE, pace_s_text
from hakaru.present.names import CRITERIA, METHODS, ROLE_SOURCES, ROLES, TYPE_SOURCES, TYPES
from hakaru.present.session import evidence_text
from hakaru.running.session.model import Evidence

if TYPE_CHECKING:
    from hakaru.store.readers.base import PerformanceTrends, TableResult
    from hakaru.store.readers.figures import (
        FormSummary,
        HeartRateEfficiency,
        LactateThresholdData,
        Vo2MaxData,
        WeatherDetail,
        ZonesDetail,
    )
    from hakaru.store.readers.reader import (
        DateResult,
        DayResult,
        Insights,
        SectionAnalyses,
    )

_NAMES: Mapping[str, str] = {
    "warning": N_("Warning"),
    "activity_id": N_("Activity"),
    "day": N_("Day"),
    "n": N_("n"),
    "title": N_("Title"),
    "started_at": N_("Started (UTC)"),
    "activities": N_("Runs"),
    "split": N_("Split"),
    "splits": N_("Splits"),
    "n_splits": in_context("n splits", "Splits"),
    "role": N_("Role"),
    "role_source": N_("Role from"),
    "rep_index": N_("Rep"),
    "is_target": N_("Judged"),
    "kind": in_context("kind", "Kind"),
    "intensity": in_context("intensity", "Intensity"),
    "trigger": N_("Trigger"),
    "distance_m": N_("Distance"),
    "running_distance_m": N_("Distance run"),
    "running_s": N_("Running"),
    "timer_s": in_context("timer", "Time"),
    "heart_rate_avg_bpm": N_("Mean heart rate"),
    "power_avg_w": N_("Mean power"),
    "measured": in_context("measured", "Measured"),
    "start_s": N_("From"),
    "end_s": N_("To"),
    "start_elapsed_s": N_("From"),
    "end_elapsed_s": N_("To"),
    "elapsed_s": in_context("elapsed s", "Elapsed"),
    "speed_mps": N_("Speed"),
    "pace_s_per_km": N_("Pace"),
    "heart_rate_bpm": N_("Heart rate"),
    "heart_rate_max_bpm": N_("Highest heart rate"),
    "cadence_spm": N_("Cadence"),
    "power_w": N_("Power"),
    "gct_ms": N_("Contact time"),
    "vo_cm": N_("Oscillation"),
    "vr_pct": N_("Vertical ratio"),
    "gct_balance_left_pct": N_("Contact balance, left"),
    "step_length_cm": N_("Step length"),
    "elevation_m": N_("Elevation"),
    "elevation_gain_m": N_("Climb"),
    "elevation_loss_m": N_("Descent"),
    "elevation_gain_m_per_km": N_("Climb per km"),
    "elevation_loss_m_per_km": N_("Descent per km"),
    "grade_pct": N_("Grade"),
    "temperature_c": N_("Temperature"),
    "coverage_frac": N_("Measured share"),
    "n_samples": N_("Samples"),
    "n_running_samples": N_("Samples while running"),
    "samples": in_context("samples", "Samples"),
    "mean": N_("Mean"),
    "avg": N_("Mean"),
    "median": N_("Median"),
    "sd": N_("SD"),
    "min": N_("Min"),
    "max": N_("Max"),
    "missing": N_("Not known"),
    "metric": N_("Metric"),
    "metrics": in_context("metrics", "Metrics"),
    "age_or_sex": N_("age or sex"),
    "heart_rate_zones": N_("heart rate zones"),
    "expected": N_("Expected"),
    "delta_pct": N_("Deviation"),
    "z": N_("Deviation in SDs"),
    "rank_pct": N_("Runs that lay lower"),
    "stars": in_context("stars", "Stars"),
    "needs_improvement": N_("Outside own range"),
    "verdict": in_context("verdict", "Verdict"),
    "overall_score": N_("Overall score"),
    "overall_stars": N_("Overall stars"),
    "training_type": N_("Training type"),
    "type_source": N_("Type decided by"),
    "type_confidence_frac": N_("Confidence"),
    "evidence": N_("Evidence"),
    "primary_zone": N_("Main zone"),
    "zone_percentages": N_("Zones 1 to 5"),
    "zones_from": N_("Zones from"),
    "target_heart_rate_bpm": N_("Heart rate of the judged part"),
    "hr_drift_percentage": N_("Heart rate drift (Pa:HR)"),
    "vo2_utilisation_pct": N_("Share of VO2max"),
    "basis": N_("Zones by"),
    "zone": N_("Zone"),
    "zones": N_("Zones"),
    "low_bpm": in_context("low bpm", "From"),
    "high_bpm": N_("Below"),
    "time_in_zone_s": N_("Time"),
    "zone_percentage": N_("Share"),
    "vo2_max_ml_per_kg_min": in_context("column", "VO2max"),
    "origin": in_context("origin", "From"),
    "method": N_("Method"),
    "measured_on": N_("Measured on"),
    "age_days": N_("Days old"),
    "stale": N_("Out of date"),
    "interval_80": N_("80% interval"),
    "category": N_("Category"),
    "percentile": N_("Among one's age"),
    "watch_precise_value": N_("The watch's value"),
    "fitness_age": N_("Fitness age"),
    "watch_fitness_age": N_("The watch's fitness age"),
    "value": N_("Value"),
    "lt_heart_rate_bpm": N_("Threshold heart rate"),
    "threshold_pace_s_per_km": N_("Threshold pace"),
    "critical_power_w": N_("Critical power"),
    "pace_consistency": N_("Variation of pace (CV)"),
    "phases": N_("Phases"),
    "phase": N_("Phase"),
    "present": N_("Present"),
    "avg_pace_seconds_per_km": N_("Mean pace"),
    "avg_hr": N_("Mean heart rate"),
    "evaluation": N_("Criteria"),
    "met": N_("Met"),
    "of": N_("Of"),
    "not_met": N_("Not met"),
    "cannot_tell": N_("Cannot tell"),
    "source": N_("Source"),
    "relative_humidity_pct": N_("Humidity"),
    "wind_speed_mps": in_context("wind speed mps", "Wind"),
    "wind_from_deg": N_("Wind from"),
    "wind_direction_compass": N_("Wind from (compass)"),
    "headwind_mps": N_("Headwind"),
    "terrain": N_("Terrain"),
    "station": N_("Station"),
    "sections": N_("Sections"),
    "section_type": N_("Section"),
    "agent_name": N_("Written by"),
    "agent_version": N_("Its version"),
    "created_at": N_("Written (UTC)"),
    "n_earlier": N_("Earlier versions"),
    "analysis_data": N_("Analysis"),
    "keywords": N_("Words"),
    "n_found": N_("Found"),
    "n_shown": N_("Shown"),
    "hits": N_("Texts"),
    "where": N_("Where"),
    "text": N_("Text"),
    "ok": N_("Stored"),
    "analysis_id": in_context("analysis id", "Analysis"),
    "changed": N_("Changed"),
    "bytes": N_("Bytes"),
    "running_speed_mps": N_("Speed while running"),
    "n_measured": N_("Measured splits"),
    "n_judged_splits": N_("Judged splits"),
    "stryd_gct_ms": N_("Contact time (Stryd)"),
    "stryd_vo_cm": N_("Oscillation (Stryd)"),
    "stryd_power_w": N_("Power (Stryd)"),
    "stryd_form_power_w": N_("Form power (Stryd)"),
    "stryd_leg_stiffness_kn_per_m": N_("Leg stiffness (Stryd)"),
}
"""By the name in the reply."""

_CODES: Mapping[str, str] = {
    "run": N_("run"),
    "watch": N_("the watch"),
    "while_running": N_("while running only"),
    "hakaru": N_("Hakaru"),
    "user": N_("you"),
    "estimated": N_("an estimate"),
    "lt_heart_rate": N_("threshold heart rate"),
    "heart_rate_max": N_("maximum heart rate"),
    "structure": N_("its structure"),
    "zones": N_("heart rate zones"),
    "speed": N_("speed"),
    "none": N_("nothing"),
    "weather_service": N_("a weather service"),
    "weather_file": N_("a file of yours"),
    "watch_less_bias": N_("the watch, less the warmth of the arm"),
    "sensor": N_("a sensor"),
    "flat": N_("flat"),
    "rolling": N_("rolling"),
    "hilly": N_("hilly"),
    "indoor": N_("indoor"),
    "unknown": N_("unknown"),
    "low": N_("low"),
    "average": in_context("average", "average"),
    "good": in_context("codes good", "good"),
    "excellent": in_context("excellent", "excellent"),
    "repetitions": N_("repetitions have none"),
    "too_short": N_("too short"),
    "not_steady": N_("not steady"),
    "no_heart_rate_or_speed": N_("no heart rate or speed"),
    "phase_absent": N_("no such phase"),
    "not_judged_for_this_type": N_("not judged for this type"),
    "warning.all_splits": N_(
        "On its way out: use `export` for whole splits, or `get_splits_pace_hr`, "
        "`get_splits_form_metrics` and `get_splits_elevation` with statistics_only."
    ),
    "kind.lap": N_("lap"),
    "kind.km": N_("kilometre"),
    "kind.segment": N_("part of the session"),
    "kind.summary": N_("summary"),
    "kind.hilly_summary": N_("summary (hilly)"),
    "kind.unknown_summary": N_("summary (ground unknown)"),
    "intensity.active": N_("active"),
    "intensity.rest": N_("rest"),
    "intensity.warmup": N_("warm-up"),
    "intensity.cooldown": N_("cool-down"),
    "intensity.recovery": in_context("intensity.recovery", "recovery"),
    "intensity.interval": N_("interval"),
    "trigger.manual": N_("button"),
    "trigger.time": in_context("trigger.time", "time"),
    "trigger.distance": N_("distance"),
    "trigger.position_start": N_("position (start)"),
    "trigger.position_lap": N_("position (lap)"),
    "trigger.position_waypoint": N_("position"),
    "trigger.position_marked": N_("position (marked)"),
    "trigger.session_end": N_("end"),
    "trigger.fitness_equipment": N_("fitness equipment"),
}
"""Codes of replies, `name.code` where a name has words of its own; a criterion, a method or a
piece of evidence without a row stays a code."""

_PACES = ("pace_s_per_km", "pace_seconds_per_km", "threshold_pace_s_per_km")
_LONG_TIMES = frozenset({"running_s", "start_s", "end_s", "time_in_zone_s", "elapsed_s", "timer_s"})
_UNITS: Mapping[str, str] = {
    "pct": "%", "percentage": "%", "percentages": "%", "bpm": " bpm", "hr": " bpm", "ms": " ms",
    "cm": " cm", "spm": " spm", "w": " W", "c": " °C", "mps": " m/s", "deg": "°", "m": " m",
    "km": " m/km", "s": " s", "min": " ml/kg/min",
}  # fmt: skip
_WIDE = 14
"""A table of more columns reads row by row."""

_TEXTS = frozenset({"text", "analysis_data", "title", "agent_name", "agent_version"})
"""What was written by somebody: shown as it is, never taken for a code."""

_WATCH_CODES = frozenset({"kind", "intensity", "trigger"})
"""What a watch calls a lap: words of their own, not those of roles or criteria."""


def content_document(
    result: DayResult
    | DateResult
    | TableResult
    | FormSummary
    | HeartRateEfficiency
    | ZonesDetail
    | Vo2MaxData
    | LactateThresholdData
    | PerformanceTrends
    | WeatherDetail
    | SectionAnalyses
    | Insights,
    language: Lang,
) -> Document:
    """Everything the read found; a person has no budget of bytes."""
    return Document(parts=tuple(_parts("", as_plain(result, whole=True), language)))


def _parts(title: str, content: Mapping[str, object], lang: Lang, *, unit: str = "") -> list[Part]:
    """Facts first, then what has parts of its own; `unit`: whose value this is."""
    statistics = content.get("statistics")
    keys = list(content)
    rows = keys[keys.index("statistics") + 1 :] if statistics else []
    facts = [
        Fact(label=_name(key, lang), value=_fact(key, value, lang, unit))
        for key, value in content.items()
        if key not in ("columns", "statistics", *rows)
        and not _is_part(value)
        and value not in (None, [], {})
    ]
    parts = [part(Facts(facts=tuple(facts)), title=title)] if facts else []
    if isinstance(statistics, list):
        return [*parts, part(_statistics(statistics, {key: content[key] for key in rows}, lang))]
    for key, value in content.items():
        if _is_part(value):
            name = " – ".join(text for text in (title, _name(key, lang)) if text)
            parts += _named_parts(name, key, value, content.get("columns"), lang)
    return parts


def _fact(key: str, value: object, lang: Lang, unit: str) -> str:
    """A value; what is not known is named as elsewhere."""
    if key == "missing" and isinstance(value, list):
        return ", ".join(_name(str(entry), lang) for entry in value)
    return _value(unit if key in ("value", "interval_80") and unit else key, value, lang)


def _statistics(heads: Sequence[str], rows: Mapping[str, object], lang: Lang) -> Block:
    """A row of statistics per figure; the last cell is a count."""
    cells = []
    for key, row in rows.items():
        assert isinstance(row, list), "one row of figures"
        figures = [_value(key, cell, lang) for cell in row[:-1]]
        cells.append([_name(key, lang), *figures, str(row[-1])])
    return table("statistics", ["", *(_name(head, lang) for head in heads)], cells, left="l")


def _named_parts(name: str, key: str, value: object, columns: object, lang: Lang) -> list[Part]:
    """A table, a list of things with names, or one such thing, under its name."""
    if key in ("analysis_data", "note"):
        return [part(Drawing(lines=_written(value)), title=name)]
    if key == "evidence" and isinstance(value, Mapping):
        return [part(Items(items=_evidence(value, lang)), title=name)]
    if isinstance(value, Mapping):
        return _parts(name, value, lang, unit=key)
    assert isinstance(value, list), "a part is a mapping or a list"
    if isinstance(value[0], Mapping):
        return [
            made
            for number, entry in enumerate(value, start=1)
            for made in _parts(f"{name} {number}", entry, lang)
        ]
    columns = [str(column) for column in columns] if isinstance(columns, list) else []
    heads = [_name(column, lang) for column in columns]
    rows = [_cells(columns, row, lang) for row in value]
    words = ["l" if column in ("metric", "title", "day") else "r" for column in columns]
    shown = table(key, heads, rows, left="".join(words))
    return [part(shown if len(heads) <= _WIDE else _listed(heads, rows), title=name)]


def _listed(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Items:
    """A table of too many columns row by row: each value after its name."""
    return Items(
        items=tuple(
            f"{row[0]}: "
            + ", ".join(
                f"{head} {cell}"
                for head, cell in list(zip(heads, row, strict=True))[1:]
                if cell != NO_VALUE
            )
            for row in rows
        )
    )


def _evidence(evidence: Mapping[str, object], lang: Lang) -> tuple[str, ...]:
    """The figures that spoke for the type, as sentences."""
    return tuple(
        evidence_text(Evidence(code=code, value=value), lang) or f"{code}: {value:g}"
        for code, value in evidence.items()
        if isinstance(value, int | float)
    )


def _written(value: object) -> tuple[str, ...]:
    """An analysis as its author gave it, one harmless line after the other."""
    lines = json.dumps(value, ensure_ascii=False, indent=2).splitlines()
    return tuple(f"{line[: len(line) - len(line.lstrip())]}{clean(line)}" for line in lines)


def _cells(names: Sequence[str], row: Sequence[object], lang: Lang) -> list[str]:
    """A row; where its first cell names a metric, the others have that one's unit."""
    metric = str(row[0]) if names and names[0] == "metric" else ""
    shown = [str(row[0]) if name == "metric" else name for name in names]
    cells = []
    for name, cell in zip(shown, row, strict=True):
        bare = name in ("avg", "min", "max", "sd", "expected")
        unit = metric if bare else name
        if name == metric:
            cells.append(_name(metric, lang))
        else:
            cells.append(_value(unit, cell, lang))
    return cells


def _value(key: str, value: object, lang: Lang) -> str:
    """One value by the unit its name ends in; a code by its word, what has none as it is."""
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return translate(in_context("yes", "yes") if value else in_context("no", "no"), lang)
    if isinstance(value, list):
        return ", ".join(_value(key, entry, lang) for entry in value) or NO_VALUE
    if isinstance(value, int | float):
        return _number(key, value, lang)
    return clean(str(value)) if key in _TEXTS else _word(key, str(value), lang)


def _word(key: str, code: str, lang: Lang) -> str:
    """What a code reads like; what is none stays as it is."""
    if key == "method" and code not in METHODS:
        return say("estimated from runs", lang)
    own = {
        "training_type": (TYPES,),
        "method": (METHODS,),
        "type_source": (TYPE_SOURCES,),
        "role_source": (ROLE_SOURCES,),
    }
    tables = () if key in _WATCH_CODES else (ROLES, CRITERIA)
    for words in own.get(key, tables):
        if code in words:
            return say(words[code], lang)
    specific = "warning.all_splits" if key == "warning" else f"{key}.{code}"
    chosen = specific if specific in _CODES else code
    return translate(_CODES[chosen], lang) if chosen in _CODES else clean(code)


def _number(key: str, value: float, lang: Lang) -> str:
    if key.endswith(_PACES):
        return pace_s_text(value, lang)
    if key in _LONG_TIMES:
        return format_duration(value)
    if key.endswith("_frac"):
        return f"{value:g}"
    unit = _UNITS.get(key.rpartition("_")[2], "") if "_" in key else ""
    if key.endswith("_kn_per_m"):
        unit = " kN/m"
    return f"{value}{unit}" if isinstance(value, int) else f"{value:g}{unit}"


def _name(key: str, lang: Lang) -> str:
    """What a figure is called; a criterion, a code or a path of its own name otherwise."""
    return translate(_NAMES[key], lang) if key in _NAMES else clean(key)


def _is_part(value: object) -> bool:
    """Whether it needs lines of its own."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | Mapping)
