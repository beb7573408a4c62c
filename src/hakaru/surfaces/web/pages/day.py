"""One day and one week: runs, attention and plans together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, in_context, message, say
from hakaru.core.units import SECONDS_PER_HOUR, format_duration
from hakaru.flows.report import WEEK_DAYS, Day, view_days
from hakaru.focus.states import STATES, FocusState, state_word
from hakaru.focus.timeline import Interval
from hakaru.guard.cleaning import clean
from hakaru.present.document import Fact
from hakaru.present.figures import day_text, distance_text, lasting
from hakaru.present.svg import Svg
from hakaru.present.timeline import WHOLE_DAY_H, Piece, day_strip, strip_hours
from hakaru.proposals.nodes import HistoryEntry, HistoryKind, label
from hakaru.records import frozen
from hakaru.store.activities import StoredActivity
from hakaru.surfaces.web.pages.runs import RunLine, run_line
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit, node_address

_LONG = timedelta(minutes=10)
_CHANGES_SHOWN = 6


@frozen
class Share:
    """How long one state lasted."""

    state: FocusState
    label: str
    duration: str


@frozen
class DayLine:
    """A day as finished strings and a picture."""

    day: str
    iso: str
    runs: tuple[RunLine, ...]
    shares: tuple[Share, ...]
    changes: tuple[str, ...]
    more: str
    strip: Svg
    hours: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is known of it."""
        return not (self.runs or self.shares or self.changes)


@frozen
class Happening:
    """Something of a day with its time on the clock. `kind` is that of the strip. `address` '':
    there is no page of it."""

    at: str
    kind: str
    text: str
    address: str
    figures: str = ""


def happenings(day: Day, lang: Lang) -> tuple[Happening, ...]:
    """Runs, longer stretches of attention and changes of plans, in the order of the clock."""
    timed = [(_run_clock(run), _ran(run, lang)) for run in day.runs]
    timed += [
        (_clock(piece.started_at), _attended(piece, lang))
        for piece in day.intervals
        if piece.ended_at - piece.started_at >= _LONG
    ]
    timed += [(_clock(entry.at), _planned(entry, day, lang=lang)) for entry in day.changes]
    return tuple(happening for _, happening in sorted(timed, key=lambda pair: pair[0]))


def day_line(day: Day, lang: Lang, *, shown_h: tuple[float, float] = WHOLE_DAY_H) -> DayLine:
    """One day; its picture shows these hours of it."""
    return DayLine(
        day=day_text(day.day, lang),
        iso=day.day.isoformat(),
        runs=tuple(run_line(run, lang) for run in day.runs),
        shares=tuple(
            Share(
                state=state,
                label=state_word(state, lang),
                duration=lasting(day.seconds[state], lang),
            )
            for state in STATES
            if day.seconds.get(state, 0.0) > 0.0
        ),
        changes=tuple(_change(entry, day, lang) for entry in day.changes[:_CHANGES_SHOWN]),
        more=more_text(len(day.changes) - _CHANGES_SHOWN, lang),
        strip=day_strip(
            _pieces(day, lang), day=day_text(day.day, lang), lang=lang, shown_h=shown_h
        ),
        hours=tuple(hour_text(hour) for hour in strip_hours(shown_h)),
    )


def hour_text(hour_h: float) -> str:
    """13.5 as '13:30', 13 as '13'."""
    hour, minute = divmod(round(60 * hour_h), 60)
    return f"{hour}:{minute:02d}" if minute else str(hour)


def more_text(n: int, lang: Lang) -> str:
    """How many are not shown; '' where all are."""
    return say("{n} more", lang, n=n) if n > 0 else ""


def _ran(run: StoredActivity, lang: Lang) -> Happening:
    line = run_line(run, lang)
    return Happening(
        at=f"{_run_clock(run):%H:%M}",
        kind="run",
        text=line.title,
        address=f"/runs/{run.activity_id}",
        figures=" · ".join((line.distance, line.duration, line.pace)),
    )


def _attended(piece: Interval, lang: Lang) -> Happening:
    start, end = _clock(piece.started_at), _clock(piece.ended_at)
    ended = "24:00" if end.date() > start.date() else f"{end:%H:%M}"
    return Happening(
        at=f"{start:%H:%M}–{ended}",
        kind=piece.state,
        text=state_word(piece.state, lang),
        address="",
    )


def _planned(entry: HistoryEntry, day: Day, *, lang: Lang) -> Happening:
    return Happening(
        at=f"{_clock(entry.at):%H:%M}",
        kind="plan",
        text=_change(entry, day, lang),
        address=node_address(entry.node_id) if entry.node_id in day.titles else "",
    )


def _pieces(day: Day, lang: Lang) -> tuple[Piece, ...]:
    """Everything with a time, as hours on the clock of the day."""
    midnight = datetime.combine(day.day, time())

    def placed(kind: str, label: str, *, start: datetime, end: datetime) -> Piece:
        hours = [(at - midnight).total_seconds() / SECONDS_PER_HOUR for at in (start, end)]
        return Piece(kind=kind, start_h=hours[0], end_h=hours[1], label=label)

    pieces = []
    for piece in day.intervals:
        label, start = state_word(piece.state, lang), _clock(piece.started_at)
        pieces.append(placed(piece.state, label, start=start, end=_clock(piece.ended_at)))
    for run in day.runs:
        start = _run_clock(run)
        end = start + timedelta(seconds=_lasted_s(run))
        pieces.append(placed("run", say(in_context("day run", "run"), lang), start=start, end=end))
    for entry in day.changes:
        at = _clock(entry.at)
        pieces.append(placed("plan", say("change of a plan", lang), start=at, end=at))
    return tuple(pieces)


def _clock(moment: datetime) -> datetime:
    """What this computer's clock showed then: an hour that comes twice is the same hour."""
    return moment.astimezone().replace(tzinfo=None)


def _run_clock(run: StoredActivity) -> datetime:
    """What the watch showed at the start, wherever that was: a run lies on its own day."""
    return run.started_at.replace(tzinfo=None) + timedelta(seconds=run.utc_offset_s or 0)


_CHANGES: Mapping[HistoryKind, str] = {
    "status": N_("“{title}” to “{status}”"),
    "created": N_("added “{title}”"),
    "memo": N_("a memo on “{title}”"),
    "relation": N_("related “{title}”"),
    "group": N_("grouped “{title}”"),
    "children": N_("divided “{title}”"),
    "edited": N_("edited “{title}”"),
    "removed": N_("removed “{title}”"),
    "undone": N_("undid a change of “{title}”"),
}


def _change(entry: HistoryEntry, day: Day, lang: Lang) -> str:
    title = clean(day.titles.get(entry.node_id, "")) or say("(a removed node)", lang)
    if entry.kind == "status" and entry.to_status is not None:
        return say(
            "“{title}” to “{status}”", lang, title=title, status=label(entry.to_status, lang)
        )
    return say(_CHANGES[entry.kind], lang, title=title)


def _lasted_s(run: StoredActivity) -> float:
    return 0.0 if run.elapsed_s is None else run.elapsed_s


_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_WEEK = re.compile(r"(\d{4})-W(\d{2})", re.ASCII)
_SHOWN = 300
_FIRST, _LAST = date(1971, 1, 1), date(2999, 12, 31)
"""Far enough for every clock; a computer's own calendar ends somewhere."""


@frozen
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


@frozen
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
        raise BadArgument("day", written, message("a day as YYYY-MM-DD"))
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
        raise BadArgument("week", written, message("a week as YYYY-Www, such as 2026-W47"))
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
    title = say("Week {number} of {year}", lang, year=year, number=number)
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
        say("Runs", lang): str(len(runs)) if runs else "",
        say("Distance", lang): distance_text(far_m, lang) if far_m else "",
        say("Time", lang): format_duration(long_s) if long_s else "",
    }
    for state in STATES:
        seconds = sum(day.seconds.get(state, 0.0) for day in days)
        facts[state_word(state, lang)] = lasting(seconds, lang) if seconds else ""
    facts[say("Changes of plans", lang)] = str(n_changes) if n_changes else ""
    return tuple(Fact(label=label, value=value) for label, value in facts.items() if value)


def _today(visit: Visit) -> date:
    return visit.context.today


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
