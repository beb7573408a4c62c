"""What happened on one day, and in one week: runs, attention and plans together?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from hakaru.core.errors import BadArgument
from hakaru.core.units import format_duration
from hakaru.flows.report import WEEK_DAYS, Day, view_days
from hakaru.focus.states import STATES, state_word
from hakaru.present.blocks import Fact, day_text, km_text
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.days import DayLine, Happening, day_line, happenings, more_text
from hakaru.surfaces.web.pages.lasting import lasting
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_WEEK = re.compile(r"(\d{4})-W(\d{2})", re.ASCII)
_SHOWN = 300
_FIRST, _LAST = date(1971, 1, 1), date(2999, 12, 31)
"""Far enough for every clock; a computer's own calendar ends somewhere."""


@dataclass(frozen=True, kw_only=True)
class DayPageView:
    """One day. `newer` '': the next day has not come yet."""

    line: DayLine
    happenings: tuple[Happening, ...]
    more: str
    facts: tuple[Fact, ...]
    focus: str
    week: str
    older: str
    newer: str


@dataclass(frozen=True, kw_only=True)
class WeekPageView:
    """Monday to Sunday. `newer` '': the next week has not come yet."""

    lines: tuple[DayLine, ...]
    facts: tuple[Fact, ...]
    span: str
    older: str
    newer: str


def show_today(visit: Visit) -> Onward:
    """To the page of this day."""
    return Onward(to=day_address(_today(visit)))


def show_this_week(visit: Visit) -> Onward:
    """To the page of this week."""
    return Onward(to=week_address(_today(visit)))


def show(visit: Visit) -> Shown:
    """One day."""
    written = visit.here["day"]
    day = _read(written) if _DAY.fullmatch(written) else None
    if day is None:
        raise BadArgument("day", written, "a day as YYYY-MM-DD")
    (day_view,) = view_days(visit.context, first=day, last=day)
    newer, lines = day + timedelta(days=1), happenings(day_view, visit.lang)
    view = DayPageView(
        line=day_line(day_view, visit.lang),
        happenings=lines[:_SHOWN],
        more=more_text(len(lines) - _SHOWN, visit.lang),
        facts=_facts((day_view,), visit.lang),
        focus=f"/focus?day={day.isoformat()}",
        week=week_address(day),
        older=day_address(day - timedelta(days=1)),
        newer="" if newer > _today(visit) else day_address(newer),
    )
    title = day_text(day, visit.lang)
    return Shown(template="day.html.j2", title=title, view=view, section="home")


def show_week(visit: Visit) -> Shown:
    """One week, by its number of ISO 8601."""
    written = visit.here["week"]
    first = _monday(written)
    if first is None:
        raise BadArgument("week", written, "a week as YYYY-Www, such as 2026-W47")
    last = first + timedelta(days=WEEK_DAYS - 1)
    days = view_days(visit.context, first=first, last=last)
    newer = last + timedelta(days=1)
    lang = visit.lang
    view = WeekPageView(
        lines=tuple(day_line(day, lang) for day in days),
        facts=_facts(days, lang),
        span=f"{day_text(first, lang)} – {day_text(last, lang)}",
        older=week_address(first - timedelta(days=1)),
        newer="" if newer > _today(visit) else week_address(newer),
    )
    year, number, _ = first.isocalendar()
    title = page_text("week_title", lang, year=year, number=number)
    return Shown(template="week.html.j2", title=title, view=view, section="home")


def day_address(day: date) -> str:
    """The page of a day."""
    return f"/day/{day.isoformat()}"


def week_address(day: date) -> str:
    """The page of the week that a day lies in."""
    year, number, _ = day.isocalendar()
    return f"/week/{year:04d}-W{number:02d}"


def _facts(days: tuple[Day, ...], lang: Lang) -> tuple[Fact, ...]:
    """What it adds up to; what there was none of is left out."""
    runs = [run for day in days for run in day.runs]
    far_m = sum(run.distance_m for run in runs if run.distance_m is not None)
    long_s = sum(run.timer_s for run in runs if run.timer_s is not None)
    n_changes = sum(len(day.changes) for day in days)
    facts = {
        page_text("sum_runs", lang): str(len(runs)) if runs else "",
        page_text("col_distance", lang): f"{km_text(far_m)} km" if far_m else "",
        page_text("col_time", lang): format_duration(long_s) if long_s else "",
    }
    for state in STATES:
        seconds = sum(day.seconds.get(state, 0.0) for day in days)
        facts[state_word(state, lang)] = lasting(seconds, lang) if seconds else ""
    facts[page_text("sum_changes", lang)] = str(n_changes) if n_changes else ""
    return tuple(Fact(label=label, value=value) for label, value in facts.items() if value)


def _today(visit: Visit) -> date:
    return visit.context.now().astimezone().date()


def _read(written: str) -> date | None:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return None
    return day if _FIRST <= day <= _LAST else None


def _monday(written: str) -> date | None:
    match = _WEEK.fullmatch(written)
    if match is None:
        return None
    try:
        day = date.fromisocalendar(int(match[1]), int(match[2]), 1)
    except ValueError:
        return None
    return day if _FIRST <= day <= _LAST else None
