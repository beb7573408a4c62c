"""Lengths and paces: values until a reader is known, then worded in the unit of that reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hakaru.core.units import METRES_PER_KM, METRES_PER_MILE, format_pace

Lengths = Literal["km", "mi", "km_and_mi"]
"""How a reader wants lengths and paces; both: miles in brackets behind kilometres."""
Unit = Literal["km", "mi"]
Kind = Literal["distance", "pace", "pace_change"]
"""A `distance` is in m; a `pace` and a difference of paces are in s/km."""

UNITS: Mapping[Lengths, tuple[Unit, ...]] = {
    "km": ("km",),
    "mi": ("mi",),
    "km_and_mi": ("km", "mi"),
}
"""The first is that of figures whose unit stands elsewhere: at an axis, over a column."""
METRES_PER: Mapping[Unit, float] = {"km": METRES_PER_KM, "mi": METRES_PER_MILE}
_SIGNS: Mapping[Kind, str] = {"distance": " {unit}", "pace": "/{unit}", "pace_change": " s/{unit}"}


class Quantity(str):
    """A length or a pace as text in kilometres, which still knows its value for other readers."""

    __slots__ = ("decimals", "kind", "value")

    kind: Kind
    value: float
    decimals: int

    def __new__(cls, kind: Kind, value: float, decimals: int = 2) -> Quantity:
        """`decimals` are those of a distance; paces have whole seconds."""
        made = super().__new__(cls, worded(kind, (value,), "km", decimals=decimals))
        made.kind, made.value, made.decimals = kind, value, decimals
        return made

    def __str__(self) -> str:
        """Itself, as a message is: what takes `str(value)` keeps the value."""
        return self

    def worded(self, lengths: Lengths) -> str:
        """As the reader wants it."""
        return worded(self.kind, (self.value,), lengths, decimals=self.decimals)

    def __reduce__(self) -> tuple[object, ...]:
        """By its parts: pickled and copied it stays a quantity."""
        return Quantity, (self.kind, self.value, self.decimals)


def worded(
    kind: Kind, values: tuple[float, ...], lengths: Lengths, *, decimals: int = 2, dash: str = "–"
) -> str:
    """'10.02 km', '8:03/mi', '5.00–7.00 km (3.11–4.35 mi)': a value or the two ends of a range.

    A difference of paces has one unit for every reader."""
    texts = [
        dash.join(figure(kind, value, unit, decimals=decimals) for value in values)
        + _SIGNS[kind].format(unit=unit)
        for unit in (UNITS[lengths] if kind != "pace_change" else UNITS[lengths][:1])
    ]
    return texts[0] if len(texts) == 1 else f"{texts[0]} ({texts[1]})"


def figure(kind: Kind, value: float, unit: Unit, *, decimals: int = 2) -> str:
    """'10.02', '8:03', '-3': the value alone, where its unit stands elsewhere."""
    if kind == "distance":
        return f"{value / METRES_PER[unit]:.{decimals}f}"
    seconds = seconds_per(unit, value)
    return format_pace(seconds) if kind == "pace" else str(round(seconds))


def seconds_per(unit: Unit, pace_s_per_km: float) -> float:
    """A pace, or a difference of paces, in seconds per unit."""
    return pace_s_per_km if unit == "km" else pace_s_per_km * METRES_PER_MILE / METRES_PER_KM
