"""What are the devices called that FIT files name, and which of them measure running dynamics?

Numbers and names are those of the public FIT profile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

DYNAMICS_STRAPS: Mapping[int, str] = {
    8: "HRM-Run",
    12: "HRM-Tri",
    13: "HRM-Run",
    22: "HRM-Fit",
    1743: "HRM-Tri",
    1752: "HRM-Run",
    2327: "HRM-Run",
    3300: "HRM-Pro",
    4130: "HRM-Pro Plus",
    4446: "HRM-Fit",
}
"""Chest straps that measure contact time; the first four are the one-byte numbers of ANT+."""
_LAST_ONE_BYTE_NUMBER = 255
DYNAMICS_POD = 2593
POD_LABEL = "Running Dynamics Pod"

FIRST_WRIST_PRODUCT = 3905
"""fenix 7S: watches with this number or a later one measure dynamics at the wrist. Garmin counts
its products up in the order of their design, so this also holds for watches not yet known."""

_NAMES = {
    "stryd": "Stryd",
    "sdm4": "Foot Pod",
    "axh01": "heart rate strap",
    "hrm1": "heart rate strap",
    "hrm2ss": "heart rate strap",
    "hrm3ss": "heart rate strap",
    "hrm_dual": "HRM-Dual",
    "hrm_200": "HRM 200",
    "running_dynamics_pod": POD_LABEL,
}
_WATCH_PREFIXES = (
    (re.compile(r"^fr(?=\d)"), "Forerunner_"),
    (re.compile(r"^fenix(?=[\de])", re.IGNORECASE), "fenix_"),
    (re.compile(r"^vivo_"), "vivo"),
)
_LOWER_CASE_BRANDS = ("fenix", "epix", "vivo", "tactix", "quatix")
_UPPER_CASE_WORDS = ("hr", "lte", "d2")


def product_words(product: str | None, number: int | None) -> str | None:
    """A product as people call it: 'fr965' is 'Forerunner 965'; None where the file names none."""
    if number is not None and number > _LAST_ONE_BYTE_NUMBER and number in DYNAMICS_STRAPS:
        return DYNAMICS_STRAPS[number]
    if product is None or product.isdigit():
        return None
    if product in _NAMES:
        return _NAMES[product]
    for prefix, replacement in _WATCH_PREFIXES:
        product = prefix.sub(replacement, product)
    return " ".join(_word(part) for part in product.split("_") if part)


def _word(part: str) -> str:
    if part in _UPPER_CASE_WORDS or part[0].isdigit():
        return part.upper()
    if part.startswith(_LOWER_CASE_BRANDS) or part != part.lower():
        return part
    return part.capitalize()
