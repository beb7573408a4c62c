"""What moved the form of a run, in a runner's words: 'of 27 °C', 'of the climbs'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.i18n import Message, in_context, message
from hakaru.core.units import format_pace, speed_to_pace_s_per_km
from hakaru.guard.cleaning import clean
from hakaru.running.effects import COMFORT_C, USUAL_ELAPSED_H
from hakaru.running.metrics import REFERENCE_SPEED_MPS
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.running.why import CausePart

_PLAIN = {
    "uphill": in_context("cause", "the climbs"),
    "downhill": in_context("cause", "the descents"),
    "pause": in_context("cause", "the first days back after a break"),
    "sensor": in_context("cause", "another unit of the sensor"),
    "season": in_context("cause", "the time of year and of training"),
}
_SURFACES = {
    "road": in_context("surface", "road"),
    "trail": in_context("surface", "trail"),
    "track": in_context("surface", "track"),
    "treadmill": in_context("surface", "treadmill"),
}


def cause_words(part: CausePart, usual_speed_mps: float) -> Message:
    """What it was, as it stands after 'from': 'the faster pace (4:10/km)', '27 °C'.

    `usual_speed_mps` is that of the runner's ordinary run.
    """
    if part.cause == "pace":
        pace = format_pace(speed_to_pace_s_per_km(usual_speed_mps + part.exposure_value))
        if part.exposure_value > 0.0:
            return message(in_context("cause", "the faster pace ({pace}/km)"), pace=pace)
        return message(in_context("cause", "the slower pace ({pace}/km)"), pace=pace)
    if part.cause == "heat":
        celsius = fixed(COMFORT_C + part.exposure_value, 0)
        return message(in_context("cause", "{celsius} °C"), celsius=celsius)
    if part.cause == "fatigue":
        if part.exposure_value > 0.0:
            return message(in_context("cause", "fatigue during the run"))
        return message(in_context("cause", "the run being short"))
    if part.cause == "shoe":
        return message(in_context("cause", "the shoes ({shoe})"), shoe=clean(part.name))
    if part.cause == "surface":
        surface = message(_SURFACES[part.name])
        return message(in_context("cause", "the surface ({surface})"), surface=surface)
    return message(_PLAIN[part.cause])


def amount_words(part: CausePart) -> Message | None:
    """How much of it there was, for a table; None: the words have it already."""
    if part.cause == "heat":
        degrees, comfort = fixed(part.exposure_value, 1), fixed(COMFORT_C, 0)
        return message("{degrees} °C above {comfort} °C", degrees=degrees, comfort=comfort)
    if part.cause == "fatigue":
        lasting_h = 2.0 * (part.exposure_value + USUAL_ELAPSED_H)
        pace = format_pace(speed_to_pace_s_per_km(REFERENCE_SPEED_MPS))
        # The judged splits' mean effort counts for all the time until them, so that recoveries and
        # warm-up of an interval run weigh as much as its repetitions: an upper bound.
        return message("up to {times} × 1 h at {pace}/km", times=fixed(lasting_h, 1), pace=pace)
    if part.cause in ("uphill", "downhill"):
        return message("{metres} m in 100 m", metres=fixed(part.exposure_value, 1))
    if part.cause == "sensor" and part.name:
        return message("{name}", name=clean(part.name))
    return None
