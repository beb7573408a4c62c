"""Which devices does an activity document name, and which of them measured the form metrics?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hakaru.running.activity import DeviceInfo, SensorGroup
from hakaru.sources.fit.products import (
    DYNAMICS_POD,
    DYNAMICS_STRAPS,
    FIRST_WRIST_PRODUCT,
    POD_LABEL,
    product_words,
)
from hakaru.sources.garmin_connect.values import Json, number, part, parts, text

_SKU = re.compile(r"006-B(\d{4})-\d\d")
_DYNAMICS_KIND = "RUN"
_STRYD = "stryd"


@dataclass(frozen=True, kw_only=True)
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
        return "garmin-unknown", "sensor not named"
    recorder = sensors[0].product_number if sensors else None
    if recorder is not None and recorder >= FIRST_WRIST_PRODUCT:
        return "garmin-wrist", "wrist"
    return "garmin-unknown", "sensor not named"
