"""The days that pages of trends show: one choice for all of them, in the address."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from urllib.parse import urlencode

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, say
from hakaru.records import frozen
from hakaru.surfaces.web.pages.visit import Visit

SPANS_DAYS: Mapping[str, int | None] = {
    "4w": 28,
    "3m": 91,
    "6m": 182,
    "1y": 365,
    "2y": 730,
    "5y": 1826,
    "all": None,
}
"""None: from the first run on."""
_SPANS: Mapping[str, str] = {
    "4w": N_("4 weeks"),
    "3m": N_("3 months"),
    "6m": N_("6 months"),
    "1y": N_("1 year"),
    "2y": N_("2 years"),
    "5y": N_("5 years"),
    "all": N_("All"),
}


@frozen
class DayRange:
    """The days that were chosen, both included; `since` None: from the first run on, `until` None:
    up to today. `name` '': two days were named. `fault`: what could not be read."""

    since: date | None
    until: date | None
    name: str
    fault: str = ""


@frozen
class RangeLink:
    """A span that can be chosen."""

    label: str
    address: str
    here: bool


@frozen
class RangeView:
    """The picker: spans, and a form for two days. `kept` are the other choices of the page."""

    path: str
    links: tuple[RangeLink, ...]
    since: str
    until: str
    kept: tuple[tuple[str, str], ...]
    fault: str


def chosen_range(visit: Visit, *, default: str) -> DayRange:
    """What the address says; without a choice the span of that name, up to today."""
    today = visit.context.today
    fault = ""
    try:
        since, until = visit.day("since"), visit.day("until")
    except BadArgument as error:
        since = until = None
        fault = say(
            "“{value}” could not be read and was left out.", visit.lang, value=str(error.value)
        )
    if since is not None and until is not None and since > until:
        fault = say("The first day is after the last; the usual span is shown.", visit.lang)
        since = until = None
    if since is not None or until is not None:
        return DayRange(since=since, until=until, name="", fault=fault)
    named = visit.choice("span") or default
    name = named if named in SPANS_DAYS else default
    days = SPANS_DAYS[name]
    first = None if days is None else today - timedelta(days=days)
    return DayRange(since=first, until=None, name=name, fault=fault)


def range_view(
    visit: Visit, chosen: DayRange, *, path: str, kept: tuple[str, ...] = ()
) -> RangeView:
    """The picker of a page that keeps its other choices."""
    others = tuple((name, value) for name in kept if (value := visit.choice(name)))
    return RangeView(
        path=path,
        links=tuple(
            RangeLink(
                label=say(_SPANS[name], visit.lang),
                address=f"{path}?{urlencode([*others, ('span', name)])}",
                here=name == chosen.name,
            )
            for name in SPANS_DAYS
        ),
        since="" if chosen.name or chosen.since is None else chosen.since.isoformat(),
        until="" if chosen.until is None else chosen.until.isoformat(),
        kept=others,
        fault=chosen.fault,
    )


def range_query(chosen: DayRange) -> str:
    """The choice for an address of a piece of the page."""
    if chosen.name:
        return urlencode({"span": chosen.name})
    days = {"since": chosen.since, "until": chosen.until}
    return urlencode({name: day.isoformat() for name, day in days.items() if day is not None})
