"""How does one day read: its runs, its attention and its plans on one line?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from hakaru.flows.day_view import Day
from hakaru.flows.focus import local_bounds
from hakaru.focus.states import STATES, FocusState
from hakaru.focus.texts import state_word
from hakaru.guard.cleaning import clean
from hakaru.proposals.nodes import HistoryEntry
from hakaru.proposals.statuses import label
from hakaru.render.day_strip import Piece, day_strip
from hakaru.render.facts import day_text
from hakaru.render.svg import Svg
from hakaru.running.wording import Lang
from hakaru.store.activities import StoredActivity
from hakaru.surfaces.web.pages.lines import RunLine, run_line
from hakaru.surfaces.web.words import said
from hakaru.units import SECONDS_PER_HOUR, format_duration


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
    strip: Svg

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is known of it."""
        return not (self.runs or self.shares or self.changes)


def day_line(one: Day, lang: Lang) -> DayLine:
    """One day."""
    return DayLine(
        day=day_text(one.day, lang),
        iso=one.day.isoformat(),
        runs=tuple(run_line(run, lang) for run in one.runs),
        shares=tuple(
            Share(
                state=state,
                label=state_word(state, lang),
                duration=format_duration(one.seconds[state]),
            )
            for state in STATES
            if one.seconds.get(state, 0.0) > 0.0
        ),
        changes=tuple(_change(entry, one, lang) for entry in one.changes),
        strip=day_strip(_pieces(one, lang), day=day_text(one.day, lang), lang=lang),
    )


def _pieces(one: Day, lang: Lang) -> tuple[Piece, ...]:
    """Everything with a time, as hours of the day."""
    start, _ = local_bounds(one.day)

    def hour(moment: datetime) -> float:
        return (moment - start).total_seconds() / SECONDS_PER_HOUR

    told = [
        Piece(
            kind=piece.state,
            start_h=hour(piece.started_at),
            end_h=hour(piece.ended_at),
            label=state_word(piece.state, lang),
        )
        for piece in one.intervals
    ]
    told += [
        Piece(
            kind="run",
            start_h=hour(run.started_at),
            end_h=hour(run.started_at) + _lasted_s(run) / SECONDS_PER_HOUR,
            label=said("day_run", lang),
        )
        for run in one.runs
    ]
    told += [
        Piece(
            kind="plan", start_h=hour(entry.at), end_h=hour(entry.at), label=said("day_plan", lang)
        )
        for entry in one.changes
    ]
    return tuple(told)


def _change(entry: HistoryEntry, one: Day, lang: Lang) -> str:
    title = clean(one.titles.get(entry.node_id, "")) or said("gone_node", lang)
    if entry.kind == "status" and entry.to_status is not None:
        return said("change_status", lang, title=title, status=label(entry.to_status, lang))
    return said(f"change_{entry.kind}", lang, title=title)


def _lasted_s(run: StoredActivity) -> float:
    return 0.0 if run.elapsed_s is None else run.elapsed_s
