"""How is a recorded run written as a FIT file?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike

from hakaru.core.units import FEET_PER_STRIDE, MM_PER_CM, datetime_to_fit_time, deg_to_semicircles
from hakaru.sources.simulated import fit_writer as profile
from hakaru.sources.simulated.fit_writer import FitField, FitMessage, encode_fit, fit_message
from hakaru.sources.simulated.motion import heart_rate_zone_bounds_bpm
from hakaru.sources.simulated.recorded import Figure, RecordedLap, RecordedRun, Totals
from hakaru.sources.simulated.runner import (
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
    AnyUnit,
    FloatArray,
)

Column = ArrayLike | str

_SAME_UNIT = {
    "distance": "distance_m",
    "enhanced_speed": "speed_mps",
    "enhanced_altitude": "elevation_m",
    "heart_rate": "heart_rate_bpm",
    "power": "power_w",
    "temperature": "temperature_c",
    "stance_time": "gct_ms",
    "vertical_ratio": "vr_pct",
    "stance_time_balance": "gct_balance_left_pct",
    "stryd_power": "stryd_power_w",
    "stryd_ground_time": "gct_ms",
    "stryd_oscillation": "vo_cm",
    "stryd_form_power": "stryd_form_power_w",
    "stryd_stiffness": "stryd_leg_stiffness_kn_per_m",
}
_CM_AS_MM = {"vertical_oscillation": "vo_cm", "step_length": "step_length_cm"}


def fit_time_s(run: RecordedRun, elapsed_s: float) -> float:
    """That moment of the run in seconds since the FIT epoch."""
    return datetime_to_fit_time(run.started_at) + elapsed_s


def timer_event(run: RecordedRun, elapsed_s: float, *, event_type: int) -> FitMessage:
    """A start or stop of the watch."""
    columns: Mapping[str, Column] = {
        "timestamp": fit_time_s(run, elapsed_s),
        "event": profile.EVENT_TIMER,
        "event_type": event_type,
        "timer_trigger": 0,
        "event_group": 0,
    }
    return fit_message(profile.EVENT, profile.EVENT_FIELDS, columns=columns)


def records_between_pauses(run: RecordedRun) -> Iterator[FitMessage]:
    """Records in order of time, with the timer events of each pause at their place."""
    fields = _record_fields(run)
    raw = _record_columns(run)
    columns = {field.name: raw[field.name] for field in fields if field.name in raw}
    starts = np.searchsorted(run.columns["elapsed_s"], [0.0, *(until for _, until in run.pauses)])
    ends = [*starts[1:].tolist(), len(run.columns["elapsed_s"])]
    for index, (first, end) in enumerate(zip(starts.tolist(), ends, strict=True)):
        if index:
            stopped_s, restarted_s = run.pauses[index - 1]
            yield timer_event(run, stopped_s, event_type=profile.EVENT_STOP_ALL)
            yield timer_event(run, restarted_s, event_type=profile.EVENT_START)
        part = {name: values[first:end] for name, values in columns.items()}
        yield fit_message(profile.RECORD, fields, columns=part)


def _record_fields(run: RecordedRun) -> tuple[FitField, ...]:
    if run.sensor == "stryd":
        pod = (stryd_field.field for stryd_field in profile.STRYD_FIELDS)
        return (*profile.COMMON_RECORD_FIELDS, *pod)
    own = (*profile.COMMON_RECORD_FIELDS, profile.POWER_FIELD, *profile.DYNAMICS_FIELDS)
    return (*own, profile.BALANCE_FIELD) if SENSORS[run.sensor].has_balance else own


def _record_columns(run: RecordedRun) -> Mapping[str, FloatArray]:
    """Our columns under the names and in the units of the FIT profile, and of a pod's app."""
    columns = run.columns
    per_deg = deg_to_semicircles(90.0) / 90.0
    whole_strides, part_stride = np.divmod(columns["cadence_spm"] / FEET_PER_STRIDE, 1.0)
    raw = {theirs: columns[ours] for theirs, ours in _SAME_UNIT.items() if ours in columns}
    in_mm = {theirs: columns[ours] for theirs, ours in _CM_AS_MM.items() if ours in columns}
    return {
        **raw,
        **{theirs: length_cm * MM_PER_CM for theirs, length_cm in in_mm.items()},
        "timestamp": fit_time_s(run, 0.0) + columns["elapsed_s"],
        "position_lat": columns["latitude_deg"] * per_deg,
        "position_long": columns["longitude_deg"] * per_deg,
        "cadence": whole_strides,
        "fractional_cadence": part_stride,
    }


def laps_message(run: RecordedRun) -> FitMessage:
    """All laps, in order."""
    rows = [_lap(run, lap) for lap in run.laps]
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    columns["message_index"] = np.arange(len(rows))
    return fit_message(profile.LAP, profile.LAP_FIELDS, columns=columns)


def _lap(run: RecordedRun, lap: RecordedLap) -> Mapping[str, ArrayLike]:
    return {
        **_total_columns(lap.totals),
        "timestamp": fit_time_s(run, lap.end_elapsed_s),
        "event": profile.EVENT_LAP,
        "event_type": profile.EVENT_STOP,
        "start_time": fit_time_s(run, lap.start_elapsed_s),
        "intensity": np.nan if lap.intensity is None else profile.INTENSITIES[lap.intensity],
        "lap_trigger": profile.TRIGGERS[lap.trigger],
        "sport": profile.SPORT_RUNNING,
    }


def session_message(run: RecordedRun) -> FitMessage:
    """The whole run in one row."""
    columns: Mapping[str, Column] = {
        **_total_columns(run.totals),
        "timestamp": fit_time_s(run, run.totals.elapsed_s),
        "message_index": 0,
        "event": profile.EVENT_SESSION,
        "event_type": profile.EVENT_STOP,
        "start_time": fit_time_s(run, 0.0),
        "sport": profile.SPORT_RUNNING,
        "sub_sport": profile.SUB_SPORT_TRAIL if run.trail else profile.SUB_SPORT_GENERIC,
        "first_lap_index": 0,
        "num_laps": len(run.laps),
        "trigger": 0,
        "sport_profile_name": run.title,
    }
    return fit_message(profile.SESSION, profile.SESSION_FIELDS, columns=columns)


def _total_columns(totals: Totals) -> Mapping[str, ArrayLike]:
    """Summary fields of a lap or session; NaN where the watch has nothing to state."""
    strides = _stated(totals.cadence_avg_spm) / FEET_PER_STRIDE
    return {
        "total_elapsed_time": totals.elapsed_s,
        "total_timer_time": totals.timer_s,
        "total_distance": totals.distance_m,
        "total_calories": totals.calories_kcal,
        "avg_heart_rate": _stated(totals.heart_rate_avg_bpm),
        "max_heart_rate": _stated(totals.heart_rate_max_bpm),
        "avg_cadence": np.floor(strides),
        "avg_fractional_cadence": strides - np.floor(strides),
        "avg_power": _stated(totals.power_avg_w),
        "total_ascent": totals.ascent_m,
        "total_descent": totals.descent_m,
        "avg_temperature": _stated(totals.temperature_avg_c),
        "enhanced_avg_speed": _stated(totals.speed_avg_mps),
        "enhanced_max_speed": _stated(totals.speed_max_mps),
        "avg_vertical_oscillation": _stated(totals.vo_avg_cm) * MM_PER_CM,
        "avg_stance_time": _stated(totals.gct_avg_ms),
        "avg_vertical_ratio": _stated(totals.vr_avg_pct),
        "avg_stance_time_balance": _stated(totals.gct_balance_left_avg_pct),
        "avg_step_length": _stated(totals.step_length_avg_cm) * MM_PER_CM,
    }


def _stated(figure: Figure) -> AnyUnit:
    """The figure as an array without dimensions; NaN for None."""
    return np.array(np.nan if figure is None else figure)


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
