"""What was the state of attention: now, on a day, or in a recorded file?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.focus_preferences import read_watching
from hakaru.flows.focus_results import (
    FocusDayResult,
    FocusExportResult,
    FocusForgottenResult,
    FocusImportResult,
    FocusReplayResult,
    FocusStatusResult,
    as_csv,
    as_json_rows,
)
from hakaru.focus.classify import CLASSIFIER_VERSION
from hakaru.focus.states import REASON_WORDS, FocusState
from hakaru.focus.timeline import (
    Decided,
    Interval,
    Record,
    clip,
    day_stats,
    fill_gaps,
    merge,
    rescore,
    seconds_by_state,
    shown_intervals,
)
from hakaru.sources.focus_files import as_bucket, read_export, read_session, session_lines
from hakaru.store.file_access import Output, person_output
from hakaru.store.focus import (
    forget_focus,
    latest_record,
    read_intervals,
    read_notifications,
    read_records,
    replace_intervals,
    write_records,
)
from hakaru.store.state import State

CURRENT_FOR = timedelta(seconds=20)


def replay_focus(context: Context, *, file: Path) -> FocusReplayResult:  # noqa: ARG001
    """Score a recorded file by today's rules; nothing is stored.

    Raises:
        Unreadable: it cannot be opened, or is no recorded session.
    """
    session = read_session(file)
    scored = list(rescore(record.recorded for record in session.records))
    intervals = shown_intervals(scored)
    sources = [rescored.verdict.source for rescored in scored]
    return FocusReplayResult(
        n_records=len(session.records),
        n_damaged=session.n_damaged,
        n_changed=sum(
            record.decided is not None and record.decided.state != rescored.verdict.state
            for record, rescored in zip(session.records, scored, strict=True)
        ),
        classifier=CLASSIFIER_VERSION,
        intervals=intervals,
        seconds=seconds_by_state(intervals),
        sources={name: sources.count(name) for name in dict.fromkeys(sources)},
    )


@dataclass(frozen=True, kw_only=True)
class ShownNow:
    """What the process that watches shows now, since when, and the newest verdict that said so."""

    state: FocusState
    since: datetime
    decided: Decided | None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Codes of reasons, as far as they are known here."""
        codes = () if self.decided is None else self.decided.reasons
        return tuple(code for code in codes if code in REASON_WORDS)


def shown_now(state: State, *, now: datetime) -> ShownNow | None:
    """What is on show, by what was written down of it; None: nothing is, or nobody watches."""
    start = now - CURRENT_FOR
    intervals = merge(read_intervals(state, start=start, end=now + CURRENT_FOR, origin="engine"))
    current = [
        interval
        for interval in intervals
        if start <= interval.ended_at <= now + timedelta(seconds=1)
    ]
    if not current:
        return None
    shown = max(current, key=lambda interval: interval.ended_at)
    records = list(read_records(state, start=now - 3 * CURRENT_FOR, end=now))
    decisions = [
        record.decided
        for record in records
        if record.decided and record.decided.state == shown.state
    ]
    return ShownNow(
        state=shown.state, since=shown.started_at, decided=decisions[-1] if decisions else None
    )


def focus_status(context: Context) -> FocusStatusResult:
    """The state now, if something is watching, and whether watching is paused."""
    state, now = State(context.data_folder), context.now()
    watching = read_watching(context)
    record = latest_record(state, before=now)
    last_at = None if record is None else _moment(record)
    current = record if last_at is not None and _is_current(last_at, now) else None
    shown = None if current is None else shown_now(state, now=now)
    newest = None if current is None else current.decided
    return FocusStatusResult(
        decided=newest if shown is None or shown.decided is None else shown.decided,
        decided_at=last_at if current is not None else None,
        last_at=last_at,
        camera_known=current is not None and current.recorded.camera is not None,
        pc_known=current is not None and current.recorded.pc is not None,
        watching=watching.watcher,
        pause=watching.pause,
        camera_open=watching.camera_open,
    )


def focus_today(context: Context, *, day: date | None) -> FocusDayResult:
    """How a local day (None: today) was spent."""
    state = State(context.data_folder)
    on = day or context.now().astimezone().date()
    start, end = local_bounds(on)
    intervals = merge(known_intervals(state, start=start, end=end))
    return FocusDayResult(
        stats=day_stats(intervals, on, start=start, end=end),
        intervals=intervals,
        notifications=read_notifications(state, start=start, end=end),
    )


def import_focus(context: Context, *, file: Path) -> FocusImportResult:
    """Take window and presence events of an ActivityWatch export into the history.

    Without a camera only what PC use tells is decided; the events are kept and can be scored again.
    Importing a file again changes nothing.

    Raises:
        Unreadable: it cannot be opened, or is no export of ActivityWatch.
    """
    export = read_export(file)
    decided = shown_intervals(rescore(export.records))
    intervals = tuple(interval for interval in decided if interval.state != "unknown")
    state = State(context.data_folder)
    write_records(state, (Record(recorded=recorded) for recorded in export.records))
    if intervals:
        start, end = intervals[0].started_at, intervals[-1].ended_at
        before = read_intervals(state, start=start, end=end, origin="activitywatch")
        replace_intervals(
            state, before, after=fill_gaps(intervals, before), classifier=CLASSIFIER_VERSION
        )
    return FocusImportResult(
        n_events=export.n_events,
        n_skipped=export.n_skipped,
        n_intervals=len(intervals),
        seconds=seconds_by_state(intervals),
    )


def export_focus(
    context: Context,
    *,
    file: Path | Output,
    format: str,  # noqa: A002  # as for other exports
    since: date | None,
    until: date | None,
) -> FocusExportResult:
    """Write the intervals of some days (default: the last seven) to a file; as a `session` what was
    known and decided at each time, which `focus replay` scores again.

    Raises:
        BadArgument: the days end before they begin.
        FileIsThere: a file is there, and may not be replaced.
        StoreDamaged: the file cannot be written.
    """
    first, last = checked_days(since, until, today=context.now().astimezone().date())
    start, end = local_bounds(first)[0], local_bounds(last)[1]
    intervals = known_intervals(State(context.data_folder), start=start, end=end)
    if format == "session":
        records = read_records(State(context.data_folder), start=start, end=end)
        text = "".join(session_lines(records))
    elif format == "activitywatch":
        text = as_bucket(intervals, hostname="local", created=context.now())
    else:
        text = as_csv(intervals) if format == "csv" else as_json_rows(intervals)
    made = person_output(file).write_file(text)
    return FocusExportResult(file=made, n_intervals=len(intervals), since=first, until=last)


def forget_focus_history(context: Context, *, before: date | None) -> FocusForgottenResult:
    """Delete the history of focus: everything (None), or what ended before a local day."""
    limit = None if before is None else local_bounds(before)[0]
    n_intervals = forget_focus(State(context.data_folder), before=limit, now=context.now())
    return FocusForgottenResult(n_intervals=n_intervals, before=before)


def known_intervals(state: State, *, start: datetime, end: datetime) -> tuple[Interval, ...]:
    """What is known of [start, end): what was watched, and between that what was imported."""
    watched, imported = (
        read_intervals(state, start=start, end=end, origin=origin)
        for origin in ("engine", "activitywatch")
    )
    return clip(fill_gaps(watched, imported), start=start, end=end)


def local_bounds(day: date) -> tuple[datetime, datetime]:
    """Start and end of a day on this computer's clock; 23 or 25 hours apart where it changes."""
    following = day + timedelta(days=1)
    start, end = (
        datetime.combine(local_day, time()).astimezone(UTC) for local_day in (day, following)
    )
    return start, end


def checked_days(since: date | None, until: date | None, *, today: date) -> tuple[date, date]:
    """A span of days; by default the last seven.

    Raises:
        BadArgument: it ends before it begins.
    """
    last = until or today
    first = since or last - timedelta(days=6)
    if first > last:
        raise BadArgument("since", first.isoformat(), "a day up to until")
    return first, last


def _is_current(at: datetime, now: datetime) -> bool:
    return timedelta(0) <= now - at <= CURRENT_FOR


def _moment(record: Record) -> datetime:
    return datetime.fromtimestamp(record.recorded.at_s, tz=UTC)
