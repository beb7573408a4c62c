"""Lists of activities: pages of Garmin Connect, and the export of an account.

Such entries carry totals only; their recordings fill gaps of better ones.

The export counts in units of its own: centimetres, milliseconds and speeds in tens of m/s. They
are tested on every entry, because a figure in the wrong unit looks like data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import listed, message
from hakaru.core.names import counted, quoted
from hakaru.core.units import CM_PER_M, FEET_PER_STRIDE, MM_PER_CM, MS_PER_S, PERCENT
from hakaru.running.activity import Issue, Provenance, Recording
from hakaru.sources.files import where_of
from hakaru.sources.garmin.documents import (
    Documents,
    Json,
    event_kind_of,
    has_form,
    integer,
    number,
    parse_json,
    part,
    parts,
    physiology_of,
    positive,
    start_of,
    summary_of,
    text,
)
from hakaru.sources.list_columns import scaled
from hakaru.sources.timeline import BOTH_FEET_MIN_SPM, TYPE_KEYS, RunType

_RUNNING_TYPE_ID = 1


def run_kind(activity: Json, where: str) -> RunType:
    """The kind of run an activity document or entry says it is.

    Raises:
        Refused: another sport, or the parent of a multisport activity.
    """
    stated = part(activity, "activityTypeDTO", "activityType")
    key = text(stated, "typeKey") or text(activity, "activityType")
    if key is None:
        raise Refused(where, message("the activity does not say which sport it is"))
    if key.lower() in TYPE_KEYS:
        return TYPE_KEYS[key.lower()]
    if _RUNNING_TYPE_ID in (integer(stated, "typeId"), integer(stated, "parentTypeId")):
        return RunType()
    raise Refused(where, message("no run: Garmin Connect calls it {sport}", sport=quoted(key)))


def listed_runs(rows: Sequence[Json], *, provenance: Provenance) -> tuple[Recording, ...]:
    """The runs among the entries; how many others there were stands in an issue of the first.

    Raises:
        Refused: entries, but not one run.
        Unreadable: no entry says when it began.
    """
    where = where_of(provenance)
    refused: Counter[str] = Counter()
    runs: list[Recording] = []
    undated = 0
    for row in rows:
        try:
            kind = run_kind(row, where)
        except Refused:
            refused[_sport(row)] += 1
            continue
        run = _run(row, kind, provenance)
        undated += run is None
        runs += [] if run is None else [run]
    if not runs and undated:
        raise Unreadable(
            where,
            message("{n} <n:run|runs> in it <n:does|do> not say when <n:it|they> began", n=undated),
        )
    if not runs:
        raise Refused(
            where,
            message(
                "no run among its {n} activities ({sports})", n=len(rows), sports=_counted(refused)
            ),
        )
    if refused or undated:
        sentence = message(
            "left out: {sports}",
            sports=_counted(refused + Counter({"run without a start": undated})),
        )
        issues = (*runs[0].issues, Issue(code="not_a_run", message=sentence))
        runs[0] = replace(runs[0], issues=issues)
    return tuple(runs)


def _sport(row: Json) -> str:
    return text(part(row, "activityType"), "typeKey") or text(row, "activityType") or "unstated"


def _counted(names: Counter[str]) -> str:
    return listed([counted(name, n) for name, n in sorted(names.items()) if n])


def _run(row: Json, kind: RunType, provenance: Provenance) -> Recording | None:
    start, utc_offset_s = start_of(row)
    if start is None:
        return None
    summary = summary_of(row)
    measured = has_form(summary)
    day = (start + timedelta(seconds=utc_offset_s or 0)).date()
    physiology, issues = physiology_of(Documents(), row, on=day)
    return Recording(
        started_at=start,
        utc_offset_s=utc_offset_s,
        sport="running",
        sub_sport=kind.sub_sport,
        title=text(row, "activityName", "name"),
        event_kind=event_kind_of(row),
        location=text(row, "locationName"),
        garmin_activity_id=integer(row, "activityId"),
        series={"elapsed_s": np.empty(0)},
        sensor_group="garmin-unknown" if measured else None,
        sensor_label=message("sensor not named") if measured else None,
        summary=summary,
        physiology=physiology,
        issues=issues,
        provenance=(provenance,),
    )


_EXPORT_KEY = "summarizedActivitiesExport"
_TENS = 10.0
_SPEEDS_MPS = (0.5, 8.0)
"""Average speeds that a person on foot can show over an activity."""
_SPEED_TOLERANCE_FRAC = 0.05
_LARGEST_VO_CM = 20.0
_INCONSISTENT = "inconsistent_units"


def read_summarized_activities(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """Every run of one file of the export, with totals only.

    Raises:
        Refused: a sound export without a run.
        Unreadable: not JSON, or not such an export.
    """
    where = where_of(provenance)
    document = parse_json(data, path=where)
    outer = parts(document) or parts([document])
    rows = [row for chunk in outer for row in parts(chunk.get(_EXPORT_KEY))]
    if not rows:
        if any(_EXPORT_KEY in chunk for chunk in outer):
            raise Refused(where, message("the export lists no activity"))
        raise Unreadable(
            where, message("not an account export: it has no {key}", key=repr(_EXPORT_KEY))
        )
    converted = [_in_si(row) for row in rows]
    runs = listed_runs([row for row, _ in converted], provenance=provenance)
    doubts = {number(row, "activityId"): issues for row, issues in converted if issues}
    return tuple(
        replace(run, issues=(*run.issues, *doubts.get(run.garmin_activity_id, ()))) for run in runs
    )


def _in_si(row: Json) -> tuple[dict[str, object], tuple[Issue, ...]]:
    """An entry in the units of the activity list, and what about its units is doubtful."""
    distance, duration = positive(row, "distance"), positive(row, "duration")
    converted = dict(row)
    factors, issues = _factors(distance, duration)
    metres, seconds, pace_factor = factors
    for name in ("distance", "elevationGain", "elevationLoss"):
        converted[name] = scaled(number(row, name), metres)
    for name in ("duration", "elapsedDuration", "movingDuration"):
        converted[name] = scaled(number(row, name), seconds)
    converted["avgSpeed"] = scaled(positive(row, "avgSpeed"), pace_factor)
    converted["avgDoubleCadence"] = _cadence_spm(row)
    converted["avgVerticalOscillation"] = _oscillation_cm(row)
    return converted, (*issues, *_speed_doubt(converted))


def _factors(
    distance: float | None, duration: float | None
) -> tuple[tuple[float | None, float | None, float | None], tuple[Issue, ...]]:
    """Factors of length, time and speed: the export's own units where they make a speed on foot,
    SI where only that does; where neither does, length and speed are left out."""
    export = (1 / CM_PER_M, 1 / MS_PER_S, _TENS)
    if distance is None or duration is None:
        return export, ()
    slowest, fastest = _SPEEDS_MPS
    if slowest <= (distance / CM_PER_M) / (duration / MS_PER_S) <= fastest:
        return export, ()
    if slowest <= distance / duration <= fastest:
        sentence = message("distance and time are in metres and seconds, unlike in other exports")
        return (1.0, 1.0, 1.0), (Issue(code="unusual_units", message=sentence),)
    sentence = message("distance and time make no speed on foot; the distance is left out")
    return (None, 1 / MS_PER_S, None), (Issue(code=_INCONSISTENT, message=sentence),)


def _speed_doubt(converted: Json) -> tuple[Issue, ...]:
    distance_m, timer_s = positive(converted, "distance"), positive(converted, "duration")
    stated_mps = positive(converted, "avgSpeed")
    if distance_m is None or timer_s is None or stated_mps is None:
        return ()
    if abs(stated_mps * timer_s / distance_m - 1.0) <= _SPEED_TOLERANCE_FRAC:
        return ()
    sentence = message(
        "it states {speed} m/s, but {distance} m took {duration} s",
        speed=f"{stated_mps:.2f}",
        distance=f"{distance_m:.0f}",
        duration=f"{timer_s:.0f}",
    )
    return (Issue(code=_INCONSISTENT, message=sentence),)


def _cadence_spm(row: Json) -> float | None:
    """Steps of both feet; the export's avgRunCadence counts one foot."""
    stated = positive(row, "avgDoubleCadence")
    one_foot = positive(row, "avgRunCadence")
    if stated is not None or one_foot is None:
        return stated
    return one_foot if one_foot > BOTH_FEET_MIN_SPM else FEET_PER_STRIDE * one_foot


def _oscillation_cm(row: Json) -> float | None:
    """Oscillation in cm: told from mm by ratio times step length, else by what a body can do."""
    stated = positive(row, "avgVerticalOscillation")
    if stated is None:
        return None
    ratio_pct, step_cm = positive(row, "avgVerticalRatio"), positive(row, "avgStrideLength")
    expected_cm = _LARGEST_VO_CM / 2
    if ratio_pct is not None and step_cm is not None:
        expected_cm = ratio_pct * step_cm / PERCENT
    in_mm = abs(stated / MM_PER_CM - expected_cm) < abs(stated - expected_cm)
    return stated / MM_PER_CM if in_mm else stated
