"""What did Garmin Connect say about an activity, as its JSON documents were saved?

Two folder layouts are common (activity_ID.json with activitylaps_/activitytrack_, and activity.json
with splits.json and activity_details.json); the documents are told apart by content. A page of the
activity list gives recordings of totals only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.running.activity import Issue, Provenance, Recording, SensorGroup
from hakaru.sources.files import where_of
from hakaru.sources.fit.origin import garmin_activity_id
from hakaru.sources.garmin_connect.athlete import gear_of, physiology_of, weather_of, zones_of
from hakaru.sources.garmin_connect.details import Details, read_details
from hakaru.sources.garmin_connect.documents import Documents, read_documents
from hakaru.sources.garmin_connect.listed import listed_runs, run_kind
from hakaru.sources.garmin_connect.sensors import devices_of, form_sensor, sensors_of
from hakaru.sources.garmin_connect.summary import (
    event_kind_of,
    has_form,
    laps_of,
    start_of,
    summary_of,
)
from hakaru.sources.garmin_connect.values import Json, integer, part, parts, text
from hakaru.sources.sports import RunType

FORM_COLUMNS = frozenset({"gct_ms", "vo_cm", "vr_pct"})
_STRYD_LABEL = "Stryd"


def read_garmin_json(
    files: Mapping[str, bytes], *, provenance: Provenance
) -> tuple[Recording, ...]:
    """The run that a set of documents describes, or every run on a page of the activity list.

    Args:
        files: documents of one activity by file name; their roles are found by content.
        provenance: of the set.

    Raises:
        Refused: sound, but no run.
        Unreadable: nothing here is an activity.
    """
    documents = read_documents(files, path=where_of(provenance))
    if documents.activity or documents.details or documents.laps:
        return (_recording(documents, provenance),)
    if documents.listed:
        return listed_runs(documents.listed, provenance=provenance)
    raise Unreadable(
        where_of(provenance), "no activity, laps or details of Garmin Connect are in it"
    )


def _recording(documents: Documents, provenance: Provenance) -> Recording:
    kind, issues = _kind(documents, where_of(provenance))
    totals = part(documents.activity, "summaryDTO") or documents.activity
    start, utc_offset_s = start_of(totals)
    details = read_details(documents.details, start=start) if documents.details else None
    started_at = start if details is None else details.started_at
    if started_at is None:
        raise Unreadable(where_of(provenance), "its documents do not say when the run began")
    laps = laps_of(documents.laps, start=started_at, with_averages=details is None)
    summary = summary_of(totals)
    group, label = _form_sensor(documents, details, measured=has_form(summary, laps))
    recording = Recording(
        started_at=started_at,
        utc_offset_s=utc_offset_s,
        sport="running",
        sub_sport=kind.sub_sport,
        title=text(documents.activity, "activityName"),
        event_kind=event_kind_of(documents.activity),
        location=text(documents.activity, "locationName"),
        garmin_activity_id=_activity_id(documents, provenance),
        series={"elapsed_s": np.empty(0)} if details is None else details.series,
        laps=laps,
        pauses=() if details is None else details.pauses,
        sensor_group=group,
        sensor_label=label,
        devices=devices_of(sensors_of(documents.activity)),
        summary=summary,
        partial=documents.damaged,
        issues=(*documents.issues, *issues, *(() if details is None else details.issues)),
        provenance=(provenance,),
    )
    return _with_surroundings(recording, documents, totals)


def _kind(documents: Documents, where: str) -> tuple[RunType, tuple[Issue, ...]]:
    """What the activity document says; without one, running steps make it a run."""
    if documents.activity:
        return run_kind(documents.activity, where), ()
    keys = {text(row, "key") for row in parts(documents.details.get("metricDescriptors"))}
    stepped = any("averageRunCadence" in row for row in parts(documents.laps.get("lapDTOs")))
    if not stepped and not keys & {"directRunCadence", "directDoubleCadence"}:
        raise Refused(where, "without an activity document nothing says that it was a run")
    message = "there is no activity document; running steps say that it was a run"
    return RunType(), (Issue(code="sport_unstated", message=message),)


def _form_sensor(
    documents: Documents, details: Details | None, *, measured: bool
) -> tuple[SensorGroup | None, str | None]:
    """Who measured contact time and oscillation; (None, None) where nobody did."""
    if details is not None and details.pod_leads:
        return "stryd", _STRYD_LABEL
    sampled = details is not None and not details.series.keys().isdisjoint(FORM_COLUMNS)
    if not measured and not sampled:
        return None, None
    return form_sensor(sensors_of(documents.activity))


def _activity_id(documents: Documents, provenance: Provenance) -> int | None:
    for document in (documents.activity, documents.details, documents.laps):
        activity_id = integer(document, "activityId")
        if activity_id is not None:
            return activity_id
    return garmin_activity_id(provenance)


def _with_surroundings(recording: Recording, documents: Documents, totals: Json) -> Recording:
    """The recording with weather, zones, thresholds and shoes."""
    weather, weather_issues = weather_of(documents.weather)
    physiology, physiology_issues = physiology_of(documents, totals, on=recording.day)
    return replace(
        recording,
        weather=weather,
        physiology=physiology,
        heart_rate_zones=zones_of(documents.heart_rate_zones),
        gear=gear_of(documents.gear),
        issues=(*recording.issues, *weather_issues, *physiology_issues),
    )
