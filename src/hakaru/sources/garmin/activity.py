"""One activity of Garmin Connect as its JSON documents were saved.

Its `unit.factor` must not be applied: the values are in SI already, whatever it says (research
data.md §3, trap 3). Fields of Connect IQ apps have no unit and are told by app and field number.

Two folder layouts are common (activity_ID.json with activitylaps_/activitytrack_, and activity.json
with splits.json and activity_details.json); the documents are told apart by content. A page of the
activity list gives recordings of totals only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import FEET_PER_STRIDE, MS_PER_S
from hakaru.records import frozen
from hakaru.running.activity import (
    DeviceInfo,
    FloatArray,
    Issue,
    Provenance,
    Recording,
    SensorGroup,
)
from hakaru.sources.files import where_of
from hakaru.sources.fit.profile import (
    DYNAMICS_POD,
    DYNAMICS_STRAPS,
    FIRST_WRIST_PRODUCT,
    POD_LABEL,
    product_words,
)
from hakaru.sources.fit.summary import garmin_activity_id
from hakaru.sources.garmin.documents import (
    Documents,
    Json,
    as_number,
    event_kind_of,
    gear_of,
    has_form,
    integer,
    laps_of,
    number,
    part,
    parts,
    physiology_of,
    read_documents,
    start_of,
    summary_of,
    text,
    weather_of,
    zones_of,
)
from hakaru.sources.garmin.lists import listed_runs, run_kind
from hakaru.sources.timeline import NATIVE_ALONE, RunType, build_timeline, coverage_of

_SKU = re.compile(r"006-B(\d{4})-\d\d")
_DYNAMICS_KIND = "RUN"
_STRYD = "stryd"


@frozen
class Sensor:
    """One device of the list; `product_number` as in FIT files, None where it has none."""

    is_local: bool
    kind: str | None
    maker: str | None
    product_number: int | None
    info: DeviceInfo


def sensors_of(activity: Json) -> tuple[Sensor, ...]:
    """Every device that the activity's metadata names, the recorder first."""
    metadata = part(activity, "metadataDTO")
    maker = _lower(text(metadata, "manufacturer"))
    return tuple(
        _sensor(row, maker, first=index == 0)
        for index, row in enumerate(parts(metadata.get("sensors")))
    )


def _sensor(row: Json, recorder_maker: str | None, *, first: bool) -> Sensor:
    sku = _SKU.fullmatch(text(row, "sku") or "")
    product_number = None if sku is None or int(sku[1]) == 0 else int(sku[1])
    maker = _lower(text(row, "manufacturer")) or (recorder_maker if first else None)
    is_local = first or "antplusDeviceType" not in row
    serial, software = number(row, "serialNumber"), number(row, "softwareVersion")
    words = None if first else product_words(None, product_number)
    return Sensor(
        is_local=is_local,
        kind=text(row, "antplusDeviceType"),
        maker=maker,
        product_number=product_number,
        info=DeviceInfo(
            role="recorder" if first else "sensor",
            manufacturer=maker,
            product=words or text(row, "sku"),
            serial=None if serial is None else f"{serial:.0f}",
            software=None if software is None else f"{software:g}",
        ),
    )


def _lower(words: str | None) -> str | None:
    return None if words is None else words.lower()


def devices_of(sensors: tuple[Sensor, ...]) -> tuple[DeviceInfo, ...]:
    """The recorder and every paired accessory, each once; parts of the watch are left out."""
    named = [sensor.info for sensor in sensors if sensor.info.role == "recorder"]
    paired: dict[tuple[str | None, str | None], DeviceInfo] = {}
    for sensor in sensors:
        if not sensor.is_local and sensor.info.manufacturer is not None:
            key = (sensor.info.manufacturer, sensor.info.product)
            if key not in paired or sensor.info.serial is not None:
                paired[key] = sensor.info
    return (*named, *paired.values())


def form_sensor(sensors: tuple[Sensor, ...]) -> tuple[SensorGroup, str]:
    """Which kind of sensor measured native form metrics; 'garmin-unknown' where none is named."""
    paired = [sensor for sensor in sensors if not sensor.is_local]
    if any(sensor.product_number == DYNAMICS_POD for sensor in paired):
        return "garmin-pod", POD_LABEL
    for sensor in paired:
        if sensor.product_number is not None and sensor.product_number in DYNAMICS_STRAPS:
            return "garmin-hrm", DYNAMICS_STRAPS[sensor.product_number]
    if any(sensor.kind == _DYNAMICS_KIND and sensor.maker != _STRYD for sensor in paired):
        return "garmin-unknown", message("sensor not named")
    recorder = sensors[0].product_number if sensors else None
    if recorder is not None and recorder >= FIRST_WRIST_PRODUCT:
        return "garmin-wrist", "wrist"
    return "garmin-unknown", message("sensor not named")


_DIRECT = {
    "sumDistance": "distance_m",
    "directSpeed": "speed_mps",
    "directHeartRate": "heart_rate_bpm",
    "directDoubleCadence": "cadence_spm",
    "directPower": "power_w",
    "directGroundContactTime": "gct_ms",
    "directVerticalOscillation": "vo_cm",
    "directVerticalRatio": "vr_pct",
    "directGroundContactBalanceLeft": "gct_balance_left_pct",
    "directStrideLength": "step_length_cm",
    "directElevation": "elevation_m",
    "directLatitude": "latitude_deg",
    "directLongitude": "longitude_deg",
    "directAirTemperature": "temperature_c",
}
_STRYD_APPS = {"660a581e5301460c8f2f034c8b6dc90f", "18fb2cf01a4b430dad66988c847421f4"}
"""The two apps that write a Stryd pod's values, as their developer ids stand in FIT files."""
_STRYD_FIELDS = {
    0: "stryd_power_w",
    3: "stryd_gct_ms",
    4: "stryd_vo_cm",
    8: "stryd_form_power_w",
    9: "stryd_leg_stiffness_kn_per_m",
}
_STANDS_IN = (("stryd_gct_ms", "gct_ms"), ("stryd_vo_cm", "vo_cm"))
_NATIVE_FORM = ("gct_ms", "vo_cm")
_PAUSE_MIN_S = 1.5


@frozen
class Details:
    """Samples from `started_at`; `pod_leads` says that the form metrics are a Stryd pod's."""

    started_at: datetime
    series: Mapping[str, FloatArray]
    pauses: tuple[tuple[float, float], ...]
    pod_leads: bool
    issues: tuple[Issue, ...]


def read_details(document: Json, *, start: datetime | None) -> Details | None:
    """The samples of a details document; None where it has none that can be placed in time.

    Args:
        document: metricDescriptors and activityDetailMetrics.
        start: when the activity began; None: the first sample's own time.
    """
    columns, unknown = _columns(document)
    unix_s = _unix_s(columns, start)
    elapsed_s, timer_s = columns.pop("_elapsed_s", None), columns.pop("_timer_s", None)
    cadence_spm = _both_feet(columns)
    if cadence_spm is not None:
        columns["cadence_spm"] = cadence_spm
    if unix_s is None or not columns:
        return None
    timeline = build_timeline(
        unix_s, columns, start_unix_s=None if start is None else start.timestamp()
    )
    if timeline is None:
        return None
    series, pod_leads, chosen = _with_pod(timeline.columns)
    pauses: tuple[tuple[float, float], ...] = ()
    if elapsed_s is not None and timer_s is not None:
        rows = timeline.rows
        pauses = _pauses(series["elapsed_s"], elapsed_s[rows], timer_s[rows])
    return Details(
        started_at=timeline.started_at,
        series=series,
        pauses=pauses,
        pod_leads=pod_leads,
        issues=(*timeline.issues, *chosen, *_doubts(document, unknown)),
    )


def _columns(document: Json) -> tuple[dict[str, FloatArray], bool]:
    """Columns by our name (helpers begin with '_'), and whether an unknown app wrote others."""
    rows = [row.get("metrics") for row in parts(document.get("activityDetailMetrics"))]
    metrics = [row for row in rows if isinstance(row, list)]
    places: dict[str, int] = {}
    unknown = False
    for descriptor in parts(document.get("metricDescriptors")):
        name = _name(descriptor)
        index = integer(descriptor, "metricsIndex")
        unknown |= name is None and (text(descriptor, "key") or "").startswith("connectIQ")
        if name is not None and index is not None and index >= 0 and metrics:
            places[name] = index
    columns = {
        name: np.array([_cell(row, index) for row in metrics], dtype=float)
        for name, index in places.items()
    }
    return columns, unknown


_HELPERS = {
    "directTimestamp": "_timestamp_ms",
    "sumElapsedDuration": "_elapsed_s",
    "sumDuration": "_timer_s",
    "directRunCadence": "_one_foot",
    "directFractionalCadence": "_fraction",
}


def _name(descriptor: Json) -> str | None:
    key = text(descriptor, "key") or ""
    if key in _DIRECT or key in _HELPERS:
        return _DIRECT.get(key) or _HELPERS[key]
    app = (text(descriptor, "appID") or "").replace("-", "").lower()
    field_number = integer(descriptor, "developerFieldNumber")
    if app in _STRYD_APPS and field_number is not None:
        return _STRYD_FIELDS.get(field_number, "_other")
    return None


def _cell(row: list[object], index: int) -> float:
    value = as_number(row[index]) if index < len(row) else None
    return np.nan if value is None else value


def _unix_s(columns: dict[str, FloatArray], start: datetime | None) -> FloatArray | None:
    """Time of each sample: its own, else the start plus elapsed (or timer) time."""
    columns.pop("_other", None)
    own = columns.pop("_timestamp_ms", None)
    if own is not None and np.isfinite(own).any():
        return own / MS_PER_S
    offsets_s = columns.get("_elapsed_s", columns.get("_timer_s"))
    if offsets_s is None or start is None:
        return None
    return start.timestamp() + offsets_s


def _both_feet(columns: dict[str, FloatArray]) -> FloatArray | None:
    """Steps of both feet: stated, else twice those of one foot with their fraction."""
    one_foot, fraction = columns.pop("_one_foot", None), columns.pop("_fraction", None)
    stated = columns.get("cadence_spm")
    if stated is not None or one_foot is None:
        return stated
    return FEET_PER_STRIDE * (one_foot + (0.0 if fraction is None else np.nan_to_num(fraction)))


def _with_pod(
    columns: Mapping[str, FloatArray],
) -> tuple[dict[str, FloatArray], bool, tuple[Issue, ...]]:
    """A pod's contact time and oscillation stand in where the native sensor measured none, or in a
    good deal less of the run; its power also where there is no other."""
    series = dict(columns)
    measured = [name for name in _NATIVE_FORM if name in series and (series[name] > 0).any()]
    pod = {ours: series[theirs] for theirs, ours in _STANDS_IN if theirs in series}
    coverage = coverage_of({name: series[name] for name in measured}, pod)
    pod_leads = "gct_ms" in pod and (not measured or coverage.pod_leads)
    if not measured or pod_leads:
        dropped = NATIVE_ALONE if pod_leads else set(_NATIVE_FORM)
        series = {name: values for name, values in series.items() if name not in dropped}
    if pod_leads:
        series |= {ours: series.pop(theirs) for theirs, ours in _STANDS_IN if theirs in series}
    if "power_w" not in series and "stryd_power_w" in series:
        series["power_w"] = series["stryd_power_w"]
    return series, pod_leads, coverage.issues if pod_leads else ()


def _pauses(
    at_s: FloatArray, elapsed_s: FloatArray, timer_s: FloatArray
) -> tuple[tuple[float, float], ...]:
    """Where the clock ran on and the timer did not, by more than a sample."""
    stood_s = np.diff(elapsed_s) - np.diff(timer_s)
    stops = np.flatnonzero(stood_s > _PAUSE_MIN_S)
    return tuple((float(at_s[row]), float(at_s[row] + stood_s[row])) for row in stops)


def _doubts(document: Json, unknown: bool) -> tuple[Issue, ...]:
    issues = []
    kept, total = number(document, "metricsCount"), number(document, "totalMetricsCount")
    if kept is not None and total is not None and kept < total:
        sentence = message(
            "the service thinned {total} samples to {kept}",
            total=f"{total:.0f}",
            kept=f"{kept:.0f}",
        )
        issues.append(Issue(code="downsampled", message=sentence))
    if unknown:
        sentence = message("fields of a Connect IQ app that is not known are left out")
        issues.append(Issue(code="unknown_fields", message=sentence))
    return tuple(issues)


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
        where_of(provenance), message("no activity, laps or details of Garmin Connect are in it")
    )


def _recording(documents: Documents, provenance: Provenance) -> Recording:
    kind, issues = _kind(documents, where_of(provenance))
    totals = part(documents.activity, "summaryDTO") or documents.activity
    start, utc_offset_s = start_of(totals)
    details = read_details(documents.details, start=start) if documents.details else None
    started_at = start if details is None else details.started_at
    if started_at is None:
        raise Unreadable(
            where_of(provenance), message("its documents do not say when the run began")
        )
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
        raise Refused(where, message("without an activity document nothing says that it was a run"))
    sentence = message("there is no activity document; running steps say that it was a run")
    return RunType(), (Issue(code="sport_unstated", message=sentence),)


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
