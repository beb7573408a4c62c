"""Which kind of sensor measured the form metrics of a FIT file? (baselines never mix kinds)"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.running.activity import DeviceInfo, Issue, SensorGroup
from hakaru.sources.fit.columns import FitColumns, FitDevice
from hakaru.sources.fit.products import (
    DYNAMICS_POD,
    DYNAMICS_STRAPS,
    FIRST_WRIST_PRODUCT,
    POD_LABEL,
    product_words,
)
from hakaru.sources.fit.series import dynamics_coverage, has_native_dynamics, pod_leads

_GARMIN = "garmin"
_STRYD = "stryd"
_STRYD_LABEL = "Stryd"
_COROS = ("coros", "coros_byte")
_DEVELOPMENT = "development"
_DYNAMICS_KIND = "30"
"""ANT+ device type of the running dynamics profile."""
SIMULATED_SIGN = "Hakaru simulated"
_SIMULATED_WRIST_SIGN = "Hakaru simulated wrist"


@dataclass(frozen=True, kw_only=True)
class FormSensor:
    """The sensor behind contact time and oscillation; `group` None where nothing measured them.
    `issue` says how the sensor was inferred where the file does not name it."""

    group: SensorGroup | None
    label: str | None
    issue: Issue | None = None


def form_sensor(columns: FitColumns) -> FormSensor:
    """The sensor of the form metrics, from who wrote the file and which accessories it names."""
    if pod_leads(columns):
        issue = next(iter(dynamics_coverage(columns).issues), None)
        return FormSensor(group="stryd", label=_STRYD_LABEL, issue=issue)
    if not has_native_dynamics(columns):
        return FormSensor(group=None, label=None)
    maker = _maker(columns)
    if maker == _STRYD:
        return FormSensor(group="stryd", label=_STRYD_LABEL)
    accessory = _dynamics_accessory(columns.devices)
    if accessory is not None:
        return accessory
    if maker in _COROS:
        return FormSensor(group="coros", label=recorder_words(columns))
    if is_simulated(columns) or maker == _GARMIN:
        return _without_accessory(columns)
    return FormSensor(group="other", label=recorder_words(columns))


def is_simulated(columns: FitColumns) -> bool:
    """Whether our own simulator wrote the file, which it states in two places."""
    name = columns.file_id.product_name
    return _maker(columns) == _DEVELOPMENT and name is not None and SIMULATED_SIGN in name


def _maker(columns: FitColumns) -> str | None:
    return columns.file_id.manufacturer


def _dynamics_accessory(devices: tuple[FitDevice, ...]) -> FormSensor | None:
    """A paired strap or pod that measures dynamics; a pod first, because it is worn for that."""
    worn = [device for device in devices if not (device.is_local or device.is_creator)]
    if any(
        device.manufacturer == _GARMIN and device.product_number == DYNAMICS_POD for device in worn
    ):
        return FormSensor(group="garmin-pod", label=POD_LABEL)
    for device in worn:
        strap = (
            DYNAMICS_STRAPS.get(device.product_number)
            if device.product_number is not None
            else None
        )
        if device.manufacturer == _GARMIN and strap is not None:
            return FormSensor(group="garmin-hrm", label=strap)
    for device in worn:
        if device.kind == _DYNAMICS_KIND:
            group: SensorGroup = "garmin-unknown" if device.manufacturer == _GARMIN else "other"
            return FormSensor(group=group, label=_device_words(device))
    return None


def _without_accessory(columns: FitColumns) -> FormSensor:
    """A Garmin recorder alone: the wrist if it can, else a strap that the file does not name."""
    words = recorder_words(columns) or "Garmin"
    number = columns.file_id.product_number
    if is_simulated(columns):
        is_wrist = _SIMULATED_WRIST_SIGN in (columns.file_id.product_name or "")
        group: SensorGroup = "garmin-wrist" if is_wrist else "garmin-unknown"
        return FormSensor(group=group, label=columns.file_id.product_name)
    if number is not None and number >= FIRST_WRIST_PRODUCT:
        return FormSensor(group="garmin-wrist", label=f"{words} wrist")
    if number is not None and number < DYNAMICS_POD:
        text = f"a {words} takes contact time only from a chest strap, which the file does not name"
        issue = Issue(code="sensor_inferred", message=text)
        return FormSensor(group="garmin-hrm", label="HRM-Run (not named)", issue=issue)
    text = f"a {words} needs an accessory for contact time, and the file names none"
    issue = Issue(code="sensor_unknown", message=text)
    return FormSensor(group="garmin-unknown", label=f"{words}, sensor not named", issue=issue)


def recorder_words(columns: FitColumns) -> str | None:
    """The recording device as people call it, e.g. 'Forerunner 965'."""
    file_id = columns.file_id
    if file_id.product_name is not None:
        return file_id.product_name
    words = product_words(file_id.product, file_id.product_number)
    return words if words is not None else _maker_words(file_id.manufacturer)


def device_infos(columns: FitColumns) -> tuple[DeviceInfo, ...]:
    """The recorder and every paired accessory, each once."""
    creators = [
        device for device in columns.devices if device.is_creator and device.software is not None
    ]
    file_id = columns.file_id
    recorder = DeviceInfo(
        role="recorder",
        manufacturer=file_id.manufacturer,
        product=recorder_words(columns),
        serial=file_id.serial,
        software=creators[-1].software if creators else None,
    )
    sensors: dict[tuple[str | None, str | None], DeviceInfo] = {}
    for device in columns.devices:
        if device.is_local or device.is_creator or not _is_accessory(device, columns):
            continue
        info = DeviceInfo(
            role="sensor",
            manufacturer=device.manufacturer,
            product=_device_words(device),
            serial=device.serial,
            software=device.software,
        )
        key = (info.manufacturer, info.product)
        if key not in sensors or info.serial is not None:
            sensors[key] = info
    return (recorder, *sensors.values())


def _is_accessory(device: FitDevice, columns: FitColumns) -> bool:
    """Whether the message names a thing of its own: old watches list their parts without saying
    that they are parts."""
    if device.manufacturer in (None, _DEVELOPMENT):
        return False
    if device.manufacturer != columns.file_id.manufacturer:
        return _device_words(device) is not None
    is_named = product_words(device.product, device.product_number) is not None
    return is_named and device.product_number != columns.file_id.product_number


def _device_words(device: FitDevice) -> str | None:
    words = product_words(device.product, device.product_number)
    return words if words is not None else _maker_words(device.manufacturer)


def _maker_words(manufacturer: str | None) -> str | None:
    """A manufacturer as a word; None for a number that the profile does not know."""
    if manufacturer is None or manufacturer.isdigit():
        return None
    return manufacturer.replace("_", " ").title()
