"""Which runs stand in a list of activities (a page of the list, or an account export)?

Such entries carry totals only; their recordings fill gaps of better ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.running.activity import Issue, Provenance, Recording
from hakaru.sources.files import where_of
from hakaru.sources.garmin_connect.athlete import physiology_of
from hakaru.sources.garmin_connect.documents import Documents
from hakaru.sources.garmin_connect.summary import (
    event_kind_of,
    has_form,
    start_of,
    summary_of,
)
from hakaru.sources.garmin_connect.values import Json, integer, part, text
from hakaru.sources.sports import TYPE_KEYS, RunType

_RUNNING_TYPE_ID = 1


def run_kind(activity: Json, where: str) -> RunType:
    """The kind of run an activity document or entry says it is.

    Raises:
        Refused: another sport, or the parent of a multisport activity.
    """
    stated = part(activity, "activityTypeDTO", "activityType")
    key = text(stated, "typeKey") or text(activity, "activityType")
    if key is None:
        raise Refused(where, "the activity does not say which sport it is")
    if key.lower() in TYPE_KEYS:
        return TYPE_KEYS[key.lower()]
    if _RUNNING_TYPE_ID in (integer(stated, "typeId"), integer(stated, "parentTypeId")):
        return RunType()
    raise Refused(where, f"no run: Garmin Connect calls it {key!r}")


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
        raise Unreadable(where, f"{undated} runs in it do not say when they began")
    if not runs:
        raise Refused(where, f"no run among its {len(rows)} activities ({_counted(refused)})")
    if refused or undated:
        message = f"left out: {_counted(refused + Counter({'run without a start': undated}))}"
        issues = (*runs[0].issues, Issue(code="not_a_run", message=message))
        runs[0] = replace(runs[0], issues=issues)
    return tuple(runs)


def _sport(row: Json) -> str:
    return text(part(row, "activityType"), "typeKey") or text(row, "activityType") or "unstated"


def _counted(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


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
        sensor_label="sensor not named" if measured else None,
        summary=summary,
        physiology=physiology,
        issues=issues,
        provenance=(provenance,),
    )
