"""How is a recorded run written as a FIT file?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hakaru.sources.simulated import fit_profile as profile
from hakaru.sources.simulated.body import heart_rate_zone_bounds_bpm
from hakaru.sources.simulated.fit_data import (
    Column,
    fit_time_s,
    laps_message,
    records_between_pauses,
    session_message,
    timer_event,
)
from hakaru.sources.simulated.fit_writer import FitMessage, encode_fit, fit_message
from hakaru.sources.simulated.recorded import RecordedRun
from hakaru.sources.simulated.sensors import (
    MANUFACTURER_DEVELOPMENT,
    MANUFACTURER_GARMIN,
    MANUFACTURER_STRYD,
    POD_SERIAL,
    PRODUCT_HRM_PRO,
    PRODUCT_STRYD,
    SENSORS,
    SOFTWARE_VERSION,
    STRAP_SERIAL,
    WATCH_SERIAL,
)

_APPLICATION_ID = tuple(b"HakaruSimulated!")
_STRAP: Mapping[str, Column] = {
    "manufacturer": MANUFACTURER_GARMIN,
    "serial_number": STRAP_SERIAL,
    "product": PRODUCT_HRM_PRO,
    "software_version": SOFTWARE_VERSION,
    "source_type": profile.SOURCE_ANTPLUS,
}
_POD: Mapping[str, Column] = {
    **_STRAP,
    "manufacturer": MANUFACTURER_STRYD,
    "serial_number": POD_SERIAL,
    "product": PRODUCT_STRYD,
}
_OWN_OPTICS: Mapping[str, Column] = {
    "device_type": profile.TYPE_WRIST_HEART_RATE,
    "software_version": SOFTWARE_VERSION,
    "source_type": profile.SOURCE_LOCAL,
}


def run_as_fit(run: RecordedRun) -> bytes:
    """The file as a watch would save it, except that it says everywhere that it is simulated."""
    return encode_fit(
        [
            _file_id(run),
            *_app(run),
            timer_event(run, 0.0, event_type=profile.EVENT_START),
            *_devices(run),
            _user(run),
            _sport(run),
            _targets(run),
            *records_between_pauses(run),
            timer_event(run, run.totals.elapsed_s, event_type=profile.EVENT_STOP_ALL),
            laps_message(run),
            _zones(run),
            session_message(run),
            _activity(run),
        ]
    )


def _file_id(run: RecordedRun) -> FitMessage:
    columns: Mapping[str, Column] = {
        "type": profile.FILE_TYPE_ACTIVITY,
        "manufacturer": MANUFACTURER_DEVELOPMENT,
        "product": 0,
        "serial_number": WATCH_SERIAL,
        "time_created": fit_time_s(run, 0.0),
        "product_name": SENSORS[run.sensor].product_name,
    }
    return fit_message(profile.FILE_ID, profile.FILE_ID_FIELDS, columns=columns)


def _app(run: RecordedRun) -> Iterator[FitMessage]:
    """What introduces the developer fields of a pod; nothing for other sensors."""
    if run.sensor != "stryd":
        return
    columns: Mapping[str, Column] = {
        "application_id": [_APPLICATION_ID],
        "developer_data_index": 0,
        "application_version": 1,
    }
    yield fit_message(profile.DEVELOPER_DATA_ID, profile.DEVELOPER_ID_FIELDS, columns=columns)
    bases = {"uint16": profile.BASE_UINT16, "float32": profile.BASE_FLOAT32}
    for stryd_field in profile.STRYD_FIELDS:
        description: Mapping[str, Column] = {
            "developer_data_index": 0,
            "field_definition_number": stryd_field.field.number,
            "fit_base_type_id": bases[stryd_field.field.base],
            "field_name": stryd_field.label,
            "units": stryd_field.units,
        }
        yield fit_message(
            profile.FIELD_DESCRIPTION, profile.DESCRIPTION_FIELDS, columns=description
        )


def _devices(run: RecordedRun) -> Iterator[FitMessage]:
    """The recorder, and the strap or pod if there is one."""
    watch: Mapping[str, Column] = {
        "device_index": profile.DEVICE_INDEX_CREATOR,
        "manufacturer": MANUFACTURER_DEVELOPMENT,
        "serial_number": WATCH_SERIAL,
        "product": 0,
        "software_version": SOFTWARE_VERSION,
        "source_type": profile.SOURCE_LOCAL,
        "product_name": SENSORS[run.sensor].product_name,
    }
    yield _device(run, watch)
    if run.sensor == "garmin-hrm":
        strap = {**_STRAP, "serial_number": run.strap_serial}
        yield _device(run, {**strap, "device_index": 1, "device_type": profile.TYPE_HEART_RATE})
        yield _device(run, {**strap, "device_index": 2, "device_type": profile.TYPE_DYNAMICS})
    elif run.sensor == "stryd":
        yield _device(run, {**_POD, "device_index": 1, "device_type": profile.TYPE_STRIDE})
    else:
        yield _device(run, {**_OWN_OPTICS, "device_index": 1})


def _device(run: RecordedRun, columns: Mapping[str, Column]) -> FitMessage:
    stamped = {"timestamp": fit_time_s(run, 0.0), **columns}
    return fit_message(profile.DEVICE_INFO, profile.DEVICE_FIELDS, columns=stamped)


def _user(run: RecordedRun) -> FitMessage:
    columns = {"weight": run.mass_kg, "resting_heart_rate": run.heart_rate_rest_bpm}
    return fit_message(profile.USER_PROFILE, profile.USER_FIELDS, columns=columns)


def _sport(run: RecordedRun) -> FitMessage:
    columns: Mapping[str, Column] = {
        "sport": profile.SPORT_RUNNING,
        "sub_sport": profile.SUB_SPORT_TRAIL if run.trail else profile.SUB_SPORT_GENERIC,
        "name": run.title,
    }
    return fit_message(profile.SPORT, profile.SPORT_FIELDS, columns=columns)


def _targets(run: RecordedRun) -> FitMessage:
    columns = {
        "max_heart_rate": run.heart_rate_max_bpm,
        "threshold_heart_rate": run.heart_rate_threshold_bpm,
        "hr_calc_type": profile.HR_CALC_PERCENT_MAX,
    }
    return fit_message(profile.ZONES_TARGET, profile.TARGET_FIELDS, columns=columns)


def _zones(run: RecordedRun) -> FitMessage:
    columns: Mapping[str, Column] = {
        "timestamp": fit_time_s(run, run.totals.elapsed_s),
        "reference_mesg": profile.SESSION,
        "reference_index": 0,
        "time_in_hr_zone": [run.time_in_zones_s],
        "hr_zone_high_boundary": [heart_rate_zone_bounds_bpm(run.heart_rate_max_bpm)],
        "hr_calc_type": profile.HR_CALC_PERCENT_MAX,
        "max_heart_rate": run.heart_rate_max_bpm,
        "resting_heart_rate": run.heart_rate_rest_bpm,
        "threshold_heart_rate": run.heart_rate_threshold_bpm,
    }
    return fit_message(profile.TIME_IN_ZONE, profile.ZONE_FIELDS, columns=columns)


def _activity(run: RecordedRun) -> FitMessage:
    end_s = fit_time_s(run, run.totals.elapsed_s)
    columns: Mapping[str, Column] = {
        "timestamp": end_s,
        "total_timer_time": run.totals.timer_s,
        "num_sessions": 1,
        "type": 0,
        "event": profile.EVENT_ACTIVITY,
        "event_type": profile.EVENT_STOP,
        "local_timestamp": end_s + run.utc_offset_s,
    }
    return fit_message(profile.ACTIVITY, profile.ACTIVITY_FIELDS, columns=columns)
