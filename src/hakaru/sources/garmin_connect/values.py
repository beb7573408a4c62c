"""How is a value taken from JSON that a service wrote, without trusting its shape?

Every getter answers None for a value that is absent, null or of another type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from hakaru.core.units import MS_PER_S
from hakaru.sources.moments import EARLIEST_UNIX_S, LARGEST, LATEST_UNIX_S, credible

Json = Mapping[str, object]
_ISO_DATE_LENGTH = 10


def as_number(value: object) -> float | None:
    """A number that can be a quantity; truth values and text are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if abs(number) <= LARGEST else None


def number(source: Json, *names: str) -> float | None:
    """The first of these fields that holds a number."""
    numbers = (as_number(source.get(name)) for name in names)
    return next((value for value in numbers if value is not None), None)


def positive(source: Json, *names: str) -> float | None:
    """The first of these fields that holds a number above zero: 0 stands for 'not measured'."""
    numbers = (as_number(source.get(name)) for name in names)
    return next((value for value in numbers if value is not None and value > 0), None)


def integer(source: Json, *names: str) -> int | None:
    """The first of these fields that holds a number, as an integer."""
    value = number(source, *names)
    return None if value is None else round(value)


def text(source: Json, *names: str) -> str | None:
    """The first of these fields that holds text that is not blank; halves of characters, which no
    file or database takes, are shown as '?'."""
    for name in names:
        value = source.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip().encode(errors="replace").decode()
    return None


def part(source: Json, *names: str) -> Json:
    """The first of these fields that holds an object; an empty one where none does."""
    for name in names:
        value = source.get(name)
        if isinstance(value, Mapping):
            return value
    return {}


def parts(value: object) -> tuple[Json, ...]:
    """The objects in an array; none where the value is no array."""
    if isinstance(value, Mapping | str) or not isinstance(value, Sequence):
        return ()
    return tuple(item for item in value if isinstance(item, Mapping))


def moment(source: Json, *names: str) -> datetime | None:
    """The first field that holds a time: ISO text (UTC where unstated) or Unix milliseconds."""
    for name in names:
        value = source.get(name)
        instant = _from_text(value) if isinstance(value, str) else _from_ms(as_number(value))
        if instant is not None:
            return instant
    return None


def _from_text(value: str) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    aware = credible(parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed)
    return None if aware is None else aware.astimezone(UTC)


def _from_ms(value: float | None) -> datetime | None:
    if value is None or not EARLIEST_UNIX_S <= value / MS_PER_S <= LATEST_UNIX_S:
        return None
    return datetime.fromtimestamp(value / MS_PER_S, tz=UTC)


def day(source: Json, *names: str) -> date | None:
    """The first field that begins with an ISO date."""
    for name in names:
        value = text(source, name)
        try:
            if value is not None:
                return date.fromisoformat(value[:_ISO_DATE_LENGTH])
        except ValueError:
            continue
    return None
