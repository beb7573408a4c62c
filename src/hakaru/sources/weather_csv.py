"""Temperatures of the air out of a CSV, as weather services, stations and people write them.

The header is the first row that names a time and a temperature: services write of the place first.
Times are those of the wall clock unless they, or their header, name a zone.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.environment.heat import humidity_of_dew_point_pct
from hakaru.sources.files import refuse_costly_table
from hakaru.sources.list_columns import (
    CellStyle,
    DateOrder,
    date_order_of,
    read_local_time,
    read_number,
    style_of,
)
from hakaru.sources.timeline import fold

TemperatureUnit = Literal["C", "F"]
FILE_MAX_BYTES: Final = 32 * 2**20
_AIR_C: Final = (-70.0, 60.0)
_CELSIUS_MOST: Final = 50.0
"""No air that anybody runs in: a column without a unit that goes beyond is in Fahrenheit."""
_FREEZING_F, _F_PER_C = 32.0, 1.8
_HEADER_WITHIN_ROWS = 40
_SHOWN_COLUMNS, _SHOWN_LETTERS = 8, 60
_ENCODINGS = ("utf-8-sig", "cp932", "cp1252")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DELIMITERS = ",;\t"
_UNIX_S = (1e8, 1e10)
_NOON = " 12:00"

_Role = Literal["moment", "clock", "temperature", "humidity", "dew_point"]
_ROLES: Mapping[_Role, re.Pattern[str]] = {
    "dew_point": re.compile(r"dew ?p(oin)?t?( 2m)?|dwpt?|dewpf|taupunkt|point de rosee|露点"),
    "humidity": re.compile(
        r"(relative )?humid\w*( 2m)?|rel ?hum|rhum?|relh|rh|luft\w*feucht\w*|humidite|(相対)?湿度"
    ),
    "temperature": re.compile(
        r"(air ?|luft ?|outdoor ?|mean ?|avg ?)?(temp(eratur\w*|erature)?|tmp\w?|tavg|t|ta)"
        r"( 2m| 2 m)?( air| mean| avg| outdoor)?|(平均)?(気温|温度)|外気温"
    ),
    "clock": re.compile(r"(local )?(time|hour|uhrzeit|heure)|時刻|時間?"),
    "moment": re.compile(
        r"(local ?|obs\w* ?|valid ?)?(date|day|datum|dt|time|timestamp|datetime|date time"
        r"|valid|zeit|zeitstempel|datum uhrzeit|horodatage)( local| time)?"
        r"|年月日時?|日時|日付|年月日時分|日"
    ),
}
_UNIT = re.compile(r"[(\[].*?[)\]]|°\s?[cf]\b|℃|℉|\b(utc|gmt|celsius|fahrenheit)\b|%")
_FAHRENHEIT = re.compile(r"℉|°\s?f\b|[(\[]\s?°?\s?f\s?[)\]]|fahrenheit|[ _]f$")
_CELSIUS = re.compile(r"℃|°\s?c\b|[(\[]\s?°?\s?c\s?[)\]]|celsius|[ _]c$")
_UTC = re.compile(r"\b(utc|gmt|zulu)\b")
_ZONED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)", re.IGNORECASE)


@frozen
class WeatherTable:
    """Rows in order of time, shape (n_rows,) each.

    `moment` is of the wall clock where `is_local`, else UTC; `daily`: days only. Humidity is NaN
    where it is not known. `unit` is that of the file, `unit_named`: its header or somebody says it.
    `n_left_out` rows had no time or no temperature.
    """

    moment: NDArray[np.datetime64]
    is_local: bool
    daily: bool
    temperature_c: FloatArray
    relative_humidity_pct: FloatArray
    unit: TemperatureUnit
    unit_named: bool
    n_left_out: int


def read_weather_csv(data: bytes, *, where: str, unit: str | None) -> WeatherTable:
    """The temperatures of a file; `unit` C or F: as somebody says, None: as the file says.

    Raises:
        Unreadable: there is no column of times or temperatures, or no row that has both.
    """
    header, body = _header_and_rows(_lines(data, where), where)
    roles = _roles(header)
    rows = [row for row in body if any(cell.strip() for cell in row)]
    if not rows:
        raise Unreadable(where, message("it has no rows below its header"))
    times = _Times(header, roles, rows, where=where)
    whole = _whole_rows(rows, roles, times, where=where)
    given, humidity_pct, dew_point = (
        np.array([np.nan if value is None else value for value in column], dtype=np.float64)
        for column in zip(*(own for _, own in whole), strict=True)
    )
    of_file, named = _unit_of(header[roles["temperature"]], given, unit)
    temperature_c = _celsius(given, of_file)
    _refuse_no_air(temperature_c, where)
    from_dew_point = humidity_of_dew_point_pct(temperature_c, _celsius(dew_point, of_file))
    return WeatherTable(
        moment=np.array([when.replace(tzinfo=None) for when, _ in whole], "datetime64[s]"),
        is_local=times.is_local,
        daily=times.daily,
        temperature_c=temperature_c,
        relative_humidity_pct=_humidity(humidity_pct, from_dew_point),
        unit=of_file,
        unit_named=named,
        n_left_out=len(rows) - len(whole),
    )


_Figures = tuple[float | None, float | None, float | None]
"""Temperature, humidity and dew point of a row."""


def _whole_rows(
    rows: Sequence[Sequence[str]], roles: Mapping[_Role, int], times: _Times, *, where: str
) -> list[tuple[datetime, _Figures]]:
    """The rows with a time and a temperature, in order of time."""
    style = style_of(row[place] for row in rows for place in roles.values() if place < len(row))
    figures = _figures(rows, roles, style)
    pairs = [(times.read(row), own) for row, own in zip(rows, figures, strict=True)]
    whole = [(when, own) for when, own in pairs if when is not None and own[0] is not None]
    if not whole:
        first = ", ".join(cell.strip() for cell in rows[0])[:_SHOWN_LETTERS]
        raise Unreadable(
            where,
            message(
                'none of its rows has a time and a temperature; the first is "{row}"', row=first
            ),
        )
    return sorted(whole, key=lambda row: row[0])


def _humidity(stated_pct: FloatArray, computed_pct: FloatArray) -> FloatArray:
    """In percent, whether stated of 100 or of 1."""
    finite = stated_pct[np.isfinite(stated_pct)]
    as_share = bool(finite.size) and float(finite.max()) <= 1.0
    known = np.where(
        np.isfinite(stated_pct), stated_pct * (100.0 if as_share else 1.0), computed_pct
    )
    with np.errstate(invalid="ignore"):
        return np.where((known > 0.0) & (known <= 100.5), np.minimum(known, 100.0), np.nan)


def _refuse_no_air(temperature_c: FloatArray, where: str) -> None:
    outside = (temperature_c < _AIR_C[0]) | (temperature_c > _AIR_C[1])
    if outside.any():
        worst = float(temperature_c[outside][0])
        raise Unreadable(
            where, message("{degrees} °C is no temperature of air", degrees=f"{worst:.0f}")
        )


def _unit_of(header: str, given: FloatArray, stated: str | None) -> tuple[TemperatureUnit, bool]:
    if stated is not None:
        return ("F" if stated.upper() == "F" else "C"), True
    name = fold(header)
    if _FAHRENHEIT.search(name):
        return "F", True
    if _CELSIUS.search(name):
        return "C", True
    beyond = float(given.max())
    return ("F" if _CELSIUS_MOST < beyond <= _fahrenheit(_CELSIUS_MOST) else "C"), False


def _fahrenheit(celsius: float) -> float:
    return celsius * _F_PER_C + _FREEZING_F


def _celsius(given: FloatArray, unit: TemperatureUnit) -> FloatArray:
    return (given - _FREEZING_F) / _F_PER_C if unit == "F" else given


def _figures(
    rows: Sequence[Sequence[str]], roles: Mapping[_Role, int], style: CellStyle
) -> list[_Figures]:
    def number(row: Sequence[str], role: _Role) -> float | None:
        place = roles.get(role)
        if place is None or place >= len(row):
            return None
        bare = row[place].strip().rstrip("°CF℃℉% ")
        return read_number(bare, style)

    return [
        (number(row, "temperature"), number(row, "humidity"), number(row, "dew_point"))
        for row in rows
    ]


class _Times:
    """How the rows of a file name their times."""

    def __init__(
        self,
        header: Sequence[str],
        roles: Mapping[_Role, int],
        rows: Sequence[Sequence[str]],
        *,
        where: str,
    ) -> None:
        self._moment, self._clock = roles["moment"], roles.get("clock")
        cells = [self._cell(row) for row in rows]
        named = [cell for cell in cells if any(letter.isdigit() for letter in cell)]
        self._unix = bool(named) and all(_is_unix(cell) for cell in named)
        self._zoned = bool(named) and all(_ZONED.fullmatch(cell) for cell in named)
        self.daily = not self._unix and bool(named) and not any(":" in cell for cell in named)
        self._order: DateOrder = "year"
        if not self._unix and not self._zoned:
            self._order = date_order_of(map(self._whole, named), where=where)
        heads = " ".join(fold(header[place]) for place in self._places)
        self.is_local = not (self._unix or self._zoned or _UTC.search(heads))

    @property
    def _places(self) -> tuple[int, ...]:
        return (self._moment,) if self._clock is None else (self._moment, self._clock)

    def _cell(self, row: Sequence[str]) -> str:
        parts = [row[place].strip() for place in self._places if place < len(row)]
        return " ".join(part for part in parts if part)

    def _whole(self, cell: str) -> str:
        """With a time of day: noon of a day."""
        return cell + _NOON if self.daily else cell

    def read(self, row: Sequence[str]) -> datetime | None:
        """The moment of a row; None: it names none."""
        cell = self._cell(row)
        try:
            if self._unix:
                return datetime.fromtimestamp(float(cell), tz=UTC)
            if self._zoned:
                return datetime.fromisoformat(cell).astimezone(UTC)
        except (ValueError, OverflowError):
            return None
        return read_local_time(self._whole(cell), self._order)


def _is_unix(cell: str) -> bool:
    return cell.isdecimal() and _UNIX_S[0] <= float(cell) <= _UNIX_S[1]


def _header_and_rows(
    lines: Sequence[list[str]], where: str
) -> tuple[list[str], Sequence[list[str]]]:
    for place, line in enumerate(lines[:_HEADER_WITHIN_ROWS]):
        roles = _roles(line)
        if "moment" in roles and "temperature" in roles:
            return line, lines[place + 1 :]
    most = max(lines[:_HEADER_WITHIN_ROWS], key=lambda line: len(_roles(line)))
    names = ", ".join(name.strip() for name in most[:_SHOWN_COLUMNS])
    if "moment" in _roles(most):
        raise Unreadable(
            where, message("no column is named as a temperature ({names})", names=names)
        )
    raise Unreadable(where, message("no column is named as a time ({names})", names=names))


def _roles(header: Sequence[str]) -> Mapping[_Role, int]:
    """What each column that is known by its name holds; the first of a kind counts."""
    roles: dict[_Role, int] = {}
    for place, name in enumerate(header):
        bare = _bare(name)
        for role, pattern in _ROLES.items():
            if bare and pattern.fullmatch(bare):
                roles.setdefault(role, place)
                break
    if "clock" in roles and "moment" not in roles:
        roles["moment"] = roles.pop("clock")
    return roles


def _bare(name: str) -> str:
    """A name of a column without its unit."""
    plain = _UNIT.sub(" ", fold(name))
    plain = re.sub(r"[_/.:\-]+", " ", plain)
    plain = re.sub(r" [cf]$", "", plain.strip())
    return " ".join(plain.split())


def _lines(data: bytes, where: str) -> list[list[str]]:
    text = _decoded(data, where)
    if not text.strip():
        raise Unreadable(where, message("it is empty"))
    head = text.splitlines()[:_HEADER_WITHIN_ROWS]
    delimiter = max(_DELIMITERS, key=lambda mark: max(line.count(mark) for line in head))
    if any(_named_in(line, ";") for line in head):
        delimiter = ";"
    refuse_costly_table(text, delimiter=delimiter, path=where)
    try:
        return [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except csv.Error as exc:
        raise Unreadable(where, message("damaged CSV: {error}", error=exc)) from exc


def _named_in(line: str, delimiter: str) -> bool:
    """Whether a line is a header when it is divided like that."""
    roles = _roles(line.split(delimiter))
    return "moment" in roles and "temperature" in roles


def _decoded(data: bytes, where: str) -> str:
    encodings = ("utf-16",) if data.startswith(_UTF16_MARKS) else _ENCODINGS
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Unreadable(where, message("it is no text"))
