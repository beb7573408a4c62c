"""How does each kind of sensor see the same step? Noise and resolution: research data.md §3, §5."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SimulatedSensor = Literal["garmin-hrm", "garmin-wrist", "stryd"]

MANUFACTURER_GARMIN = 1
MANUFACTURER_STRYD = 95
MANUFACTURER_DEVELOPMENT = 255
PRODUCT_HRM_PRO = 3300
PRODUCT_STRYD = 1
WATCH_SERIAL, STRAP_SERIAL, POD_SERIAL = 255_000_000, 255_000_001, 255_000_002
SOFTWARE_VERSION = 1.0


@dataclass(frozen=True, kw_only=True)
class Sensor:
    """One kind of sensor.

    `gct_sd_frac`, `vo_sd_frac`: standard deviation of the 1-Hz noise (autocorrelated) relative to
    the value. `vo_step_mm`, `gct_step_ms`: resolution. `zeros`: it may write 0 where it has no
    value. `product_name` is the recorder's name in the file, `label` what people call the sensor.
    """

    gct_sd_frac: float
    vo_sd_frac: float
    gct_step_ms: float
    vo_step_mm: float
    has_ratio: bool
    has_balance: bool
    zeros: bool
    product_name: str
    label: str


SENSORS: dict[SimulatedSensor, Sensor] = {
    "garmin-hrm": Sensor(
        gct_sd_frac=0.018,
        vo_sd_frac=0.037,
        gct_step_ms=1.0,
        vo_step_mm=0.7,
        has_ratio=True,
        has_balance=True,
        zeros=True,
        product_name="Hakaru simulated watch",
        label="HRM-Pro",
    ),
    "garmin-wrist": Sensor(
        gct_sd_frac=0.021,
        vo_sd_frac=0.020,
        gct_step_ms=1.0,
        vo_step_mm=0.1,
        has_ratio=True,
        has_balance=False,
        zeros=False,
        product_name="Hakaru simulated wrist",
        label="Hakaru simulated wrist",
    ),
    "stryd": Sensor(
        gct_sd_frac=0.028,
        vo_sd_frac=0.030,
        gct_step_ms=1.0,
        vo_step_mm=1.25,
        has_ratio=False,
        has_balance=False,
        zeros=True,
        product_name="Hakaru simulated watch",
        label="Stryd",
    ),
}
