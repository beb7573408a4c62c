"""How does one day read: its runs, its attention and its plans on one line?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.flows.report import Day
from hakaru.focus.states import STATES, FocusState, state_word
from hakaru.focus.timeline import Interval
from hakaru.guard.cleaning import clean
from hakaru.present.blocks import day_text
from hakaru.present.svg import Svg
from hakaru.present.timeline import Piece, day_strip
from hakaru.proposals.nodes import HistoryEntry, label
from hakaru.running.wording import Lang
from hakaru.store.activities import StoredActivity
from hakaru.surfaces.web.pages.addresses import node_address
from hakaru.surfaces.web.pages.lasting import lasting
from hakaru.surfaces.web.pages.lines import RunLine, run_line
from hakaru.surfaces.web.words import page_text

_LONG = timedelta(minutes=10)
_CHANGES_SHOWN = 6


@dataclass(frozen=True, kw_only=True)
class Share:
    """How long one state lasted."""

    state: FocusState
    label: str
    duration: str


@dataclass(frozen=True, kw_only=True)
class DayLine:
    """A day as finished strings and a picture."""

    day: str
    iso: str
    runs: tuple[RunLine, ...]
    shares: tuple[Share, ...]
    changes: tuple[str, ...]
    more: str
    strip: Svg

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is known of it."""
        return not (self.runs or self.shares or self.changes)


@dataclass(frozen=True, kw_only=True)
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


def day_line(day: Day, lang: Lang) -> DayLine:
    """One day."""
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
        strip=day_strip(_pieces(day, lang), day=day_text(day.day, lang), lang=lang),
    )


def more_text(n: int, lang: Lang) -> str:
    """How many are not shown; '' where all are."""
    return page_text("day_more", lang, n=n) if n > 0 else ""


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
        pieces.append(placed("run", page_text("day_run", lang), start=start, end=end))
    for entry in day.changes:
        at = _clock(entry.at)
        pieces.append(placed("plan", page_text("day_plan", lang), start=at, end=at))
    return tuple(pieces)


def _clock(moment: datetime) -> datetime:
    """What this computer's clock showed then: an hour that comes twice is the same hour."""
    return moment.astimezone().replace(tzinfo=None)


def _run_clock(run: StoredActivity) -> datetime:
    """What the watch showed at the start, wherever that was: a run lies on its own day."""
    return run.started_at.replace(tzinfo=None) + timedelta(seconds=run.utc_offset_s or 0)


def _change(entry: HistoryEntry, day: Day, lang: Lang) -> str:
    title = clean(day.titles.get(entry.node_id, "")) or page_text("gone_node", lang)
    if entry.kind == "status" and entry.to_status is not None:
        return page_text("change_status", lang, title=title, status=label(entry.to_status, lang))
    return page_text(f"change_{entry.kind}", lang, title=title)


def _lasted_s(run: StoredActivity) -> float:
    return 0.0 if run.elapsed_s is None else run.elapsed_s
