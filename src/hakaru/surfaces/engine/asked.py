"""How are the values of a request read, and an answer written?"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hakaru.core.errors import BadArgument

BODY_MOST = 16_384
SPAN_MOST = timedelta(days=31)
_EARLIEST_S = 86_400.0 * 366
_LATEST_S = 4_102_444_800.0
_YEARS = (1970, 2100)


def answer_of(value: object) -> Response:
    """The answer as JSON; it is not to be kept by anybody on the way."""
    return JSONResponse(value, headers={"cache-control": "no-store"})


def whole_number(name: str, written: str, *, low: int, high: int) -> int:
    """A whole number of a request.

    Raises:
        BadArgument: it is none, or out of range.
    """
    try:
        value = int(written[:20])
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise BadArgument(name, written, f"a whole number between {low} and {high}")
    return value


def asked_number(request: Request, name: str, *, default: int, low: int, high: int) -> int:
    """A whole number of the query; as `whole_number`."""
    return whole_number(name, request.query_params.get(name, str(default)), low=low, high=high)


def asked_span(request: Request, *, now: datetime) -> tuple[datetime, datetime]:
    """Start and end (epoch seconds, or times as 2026-03-01T09:00Z), by default the last day.

    Raises:
        BadArgument: one is no time, or they are the wrong way round or a month apart.
    """
    end = _moment(request, "end", now)
    start = _moment(request, "start", end - timedelta(days=1))
    if not timedelta(0) < end - start <= SPAN_MOST:
        raise BadArgument("start", start.isoformat(), "a time before end, by at most 31 days")
    return start, end


def asked_day(request: Request, *, default: date) -> date:
    """The day of the query.

    Raises:
        BadArgument: it is none.
    """
    written = request.query_params.get("date")
    try:
        day = default if written is None else date.fromisoformat(written[:20])
    except ValueError as exc:
        raise BadArgument("date", written, "a day as 2026-03-01") from exc
    if not _YEARS[0] < day.year < _YEARS[1]:
        raise BadArgument("date", written, "a day as 2026-03-01")
    return day


def _moment(request: Request, name: str, default: datetime) -> datetime:
    written = request.query_params.get(name)
    if written is None:
        return default
    try:
        at_s = float(written)
    except ValueError:
        at_s = math.nan
    if _EARLIEST_S <= at_s <= _LATEST_S:
        return datetime.fromtimestamp(at_s, tz=UTC)
    try:
        instant = datetime.fromisoformat(written[:40])
    except ValueError as exc:
        raise BadArgument(name, written, "a time as 2026-03-01T09:00Z or epoch seconds") from exc
    if not _YEARS[0] < instant.year < _YEARS[1]:
        raise BadArgument(name, written, "a time as 2026-03-01T09:00Z or epoch seconds")
    return instant if instant.tzinfo is not None else instant.astimezone()
