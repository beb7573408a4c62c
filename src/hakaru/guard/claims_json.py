"""Claims as JSON, and figures as people write them: "265 ms", "6:24/km", "1:31:37", "3.9%".

`{"claim": "value", "fact": "gct.actual", "says": "265 ms"}`: the kind of claim, then the fields of
its dataclass. A figure is a text with its unit; `says` stands for the field `said`. A series is
`{"metric": "pace", "role": "actual", "kind": "split"}` or in short "pace.actual@split".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, replace
from typing import Any, get_args, get_type_hints

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Message, message
from hakaru.core.units import SECONDS_PER_MINUTE, format_duration, format_pace
from hakaru.guard.claims import (
    Claim,
    Facts,
    Said,
    Series,
    facts_named,
    rounding,
)
from hakaru.guard.cleaning import quote
from hakaru.guard.quantities import ABOUT_FRAC, UNITS, form_of, measure_of, written

KINDS: Mapping[str, type[Claim]] = {kind.__name__.lower(): kind for kind in get_args(Claim)}
"""Every kind of claim by the name that JSON gives it."""

FACT_UNITS = (
    "ms", "cm", "m", "km", "%", "spm", "bpm", "W", "s", "s/km", "m/s", "km/h", "°C", "score",
    "star", "count", "points", "m/km", "kN/m", "N/m/kg",
)  # fmt: skip
"""The units that facts have; `points` are of differences between percentages."""

_NAME_MOST, _LIST_MOST = 80, 100
_PLAIN = re.compile(r"([+-]?)\s?(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,6})?[ -]?(\D{0,40})")
_ROUGH = ("about ", "around ", "roughly ", "approximately ", "約", "およそ", "~")
_POINTS = frozenset(
    {"points", "point", "pts", "pt", "pp", "ポイント", "%ポイント", "percentage points",
     "percentage point"}
)  # fmt: skip
_BASES: Mapping[str, str] = {"pace": "s/km", "speed": "m/s", "celsius": "°C", "share": "%"}
"""What is written in a unit that no fact has is kept in the unit of its kind."""
_MINUTES_S = 30.0
_EXACT = 1e-9


def quantity_from(text: str) -> Said:
    """The figure that a text writes, in a unit of facts; without a unit it is a count.

    Raises:
        BadArgument: it is no single figure in a unit that is known.
    """
    shown = written(text[:_NAME_MOST]).strip()
    rough = next((word for word in _ROUGH if shown.startswith(word)), "")
    quantity = _plain(shown[len(rough) :].strip()) or _in_form(shown[len(rough) :].strip())
    if quantity is None:
        raise BadArgument("figure", quote(text), message("one figure with its unit, as '265 ms'"))
    return (
        replace(quantity, slack=max(quantity.slack, ABOUT_FRAC * abs(quantity.value)))
        if rough
        else quantity
    )


def _plain(text: str) -> Said | None:
    """A number with a unit."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    number = f"{match[2].replace(',', '')}{match[3] or ''}"
    unit, factor = _unit(match[4].strip())
    sign = -1.0 if match[1] == "-" else 1.0
    if not unit:
        return None
    slack = rounding(number) * factor
    return Said(value=sign * float(number) * factor, unit=unit, slack=slack)


def _unit(spelled: str) -> tuple[str, float]:
    """The unit of facts that is meant, and how many of it one of the unit written is."""
    if not spelled:
        return "count", 1.0
    if spelled in _POINTS:
        return "points", 1.0
    own = next((unit for unit in FACT_UNITS if unit.lower() == spelled), "")
    if own:
        return own, 1.0
    measure = UNITS.get(spelled)
    if measure is None or measure.kind == "fahrenheit":
        return "", 1.0
    alike = [unit for unit in FACT_UNITS if UNITS.get(unit.lower()) == measure]
    base = alike[0] if alike else _BASES.get(measure.kind, "")
    if not base and measure.kind in ("time", "length"):
        base = "s" if measure.kind == "time" else "m"
    return (base, measure.factor / measure_of(base).factor) if base else ("", 1.0)


def _in_form(text: str) -> Said | None:
    """A pace, a time, stars, a score."""
    reading = form_of(text)
    if reading is None:
        return None
    return Said(value=reading.value, unit=_FORM_UNITS[reading.kind], slack=reading.slack)


_FORM_UNITS: Mapping[str, str] = {"pace": "s/km", "time": "s", "star": "star", "score": "score"}


_SLOWEST_PACE = 1000 * SECONDS_PER_MINUTE
"""In s/km: minutes of a pace are read up to three digits."""


def quantity_text(quantity: Said) -> str:
    """A figure as `quantity_from` reads it: "265 ms", "6:24/km", "1:31:37", "3.9%"."""
    whole = quantity.slack == rounding("1") and quantity.value == round(quantity.value)
    if quantity.unit == "s/km" and whole and SECONDS_PER_MINUTE <= quantity.value < _SLOWEST_PACE:
        return f"{format_pace(quantity.value)}/km"
    if quantity.unit == "s" and whole and quantity.value >= SECONDS_PER_MINUTE:
        return format_duration(quantity.value)
    if quantity.unit == "s" and quantity.slack == _MINUTES_S:
        return f"{quantity.value / SECONDS_PER_MINUTE:.0f} min"
    if quantity.slack < _EXACT:
        number = f"{quantity.value:.6f}".rstrip("0").rstrip(".")
        return f"{number}{'' if quantity.unit == '%' else ' '}{quantity.unit}"
    decimals = next((n for n in range(7) if abs(0.5 * 10.0**-n - quantity.slack) < _EXACT), None)
    if decimals is None:
        number = f"about {quantity.value:.6f}".rstrip("0").rstrip(".")
    else:
        number = f"{quantity.value:.{decimals}f}"
    gap = "" if quantity.unit == "%" else " "
    return f"{number}{gap}{quantity.unit}"


def claim_json(claim: Claim) -> Mapping[str, object]:
    """A claim as JSON values; what is not said in it is left out."""
    named = {_outside(field.name): getattr(claim, field.name) for field in fields(claim)}
    stated = {name: _json(value) for name, value in named.items() if value not in (None, ())}
    return {"claim": type(claim).__name__.lower(), **stated}


def _outside(field: str) -> str:
    return "says" if field == "said" else field


def _json(value: object) -> object:
    if isinstance(value, Said):
        return quantity_text(value)
    if isinstance(value, Series):
        own = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: part for name, part in own.items() if part is not None}
    return list(value) if isinstance(value, tuple) else value


def claim_from(value: object) -> Claim:
    """The claim that JSON values describe.

    Raises:
        BadArgument: it is no claim; the sentence says what is wrong with it.
    """
    if not isinstance(value, Mapping):
        raise _wrong("claim", value, message("an object with a field 'claim'"))
    kind = KINDS.get(str(value.get("claim")))
    if kind is None:
        kinds = ", ".join(KINDS)
        raise _wrong("claim", value.get("claim"), message("one of {kinds}", kinds=kinds))
    claim: Claim = _made(kind, {key: item for key, item in value.items() if key != "claim"})
    return claim


def _made(kind: type[Any], given: Mapping[str, object]) -> Any:
    """A claim or a series of its fields."""
    own = {field.name: field for field in fields(kind)}
    named = {"said" if key == "says" and "said" in own else key: v for key, v in given.items()}
    strange = next((key for key in named if key not in own), None)
    if strange is not None:
        known = ", ".join(map(_outside, own))
        raise _wrong(kind.__name__.lower(), strange, message("one of {kinds}", kinds=known))
    hints = get_type_hints(kind)
    return kind(**{name: _read(hints[name], field, named.get(name)) for name, field in own.items()})


def _read(hint: object, field: Field[Any], value: object) -> object:
    """One field by its type."""
    name = _outside(field.name)
    if value is None:
        if field.default is MISSING:
            raise BadArgument(name, None, message("it has to be there"))
        return field.default
    for types, read in _READERS:
        if hint in types:
            return read(name, value)
    choices = get_args(hint)
    if value not in choices:
        raise _wrong(name, value, message("one of {kinds}", kinds=", ".join(map(str, choices))))
    return value


def _said(name: str, value: object) -> Said:
    if not isinstance(value, str):
        raise _wrong(name, value, message("a text with its unit, as '265 ms'"))
    return quantity_from(value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _NAME_MOST:
        raise _wrong(name, value, message("a text of at most {n} characters", n=_NAME_MOST))
    return value


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > _LIST_MOST:
        raise _wrong(name, value, message("a list of at most {n} names", n=_LIST_MOST))
    return tuple(_text(name, item) for item in value)


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**6:
        raise _wrong(name, value, message("a whole number"))
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, value, message("true or false"))
    return value


def _series(name: str, value: object) -> Series:
    if isinstance(value, str):
        column, _, kind = value.partition("@")
        metric, _, role = column.partition(".")
        value = {"metric": metric, "role": role, "kind": kind}
    if not isinstance(value, Mapping):
        raise _wrong(name, value, message("a series, as 'pace.actual@split'"))
    series = _made(Series, value)
    assert isinstance(series, Series), "made of its own fields"
    return series


_READERS: tuple[tuple[tuple[object, ...], Callable[[str, object], object]], ...] = (
    ((Said, Said | None), _said),
    ((str,), _text),
    ((tuple[str, ...],), _texts),
    ((int, int | None), _whole),
    ((bool,), _flag),
    ((Series,), _series),
)


def _wrong(name: str, value: object, expected: Message) -> BadArgument:
    return BadArgument(name, None if value is None else quote(str(value)), expected)


def in_units_of(claim: Claim, facts: Facts) -> Claim:
    """The same claim with its figures in the units of the facts it names: km for m, ms for s."""
    units = [unit for name in facts_named(claim) if (unit := _unit_of(name, facts))]
    if not units:
        return claim
    changed = {
        field.name: said_in(quantity, units[0])
        for field in fields(claim)
        if isinstance(quantity := getattr(claim, field.name), Said)
    }
    whole: Any = claim
    fitted: Claim = replace(whole, **changed)
    return fitted


def _unit_of(name: str, facts: Facts) -> str:
    """Unit of a fact or of the column of a series; '': there is none."""
    fact = facts.by_id.get(name)
    if fact is None:
        column = (each for each in facts.facts if each.id.startswith(f"{name} "))
        fact = next(column, None)
    return "" if fact is None else fact.unit


def said_in(quantity: Said, unit: str) -> Said:
    """A figure in another unit of the same kind; one of another kind stays as it is."""
    if quantity.unit == unit or (quantity.unit, unit) in _SAME_FIGURE:
        return replace(quantity, unit=unit)
    own, other = measure_of(quantity.unit), measure_of(unit)
    if own.kind != other.kind:
        return quantity
    factor = own.factor / other.factor
    return Said(value=quantity.value * factor, unit=unit, slack=quantity.slack * factor)


_SAME_FIGURE = frozenset(
    {("s", "s/km"), ("points", "score"), ("count", "score"), ("count", "star")}
)
"""Figures that are said in other words than their fact has: a pace of 6:24, a score of 78."""
