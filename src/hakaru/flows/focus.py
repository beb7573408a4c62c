"""Attention: the state now, a day, a recorded file, and what the user wants to be watched.

They lie in the state file, and whoever watches reads them several times a second. A pause counts as
done when no process has the lease or a camera open any more, not when it was asked for.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from functools import partial
from pathlib import Path
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import Versions
from hakaru.flows.context import Context
from hakaru.focus.categories import RULES_MOST, OwnRule
from hakaru.focus.classify import CLASSIFIER_VERSION
from hakaru.focus.settings import FocusSettings, changed
from hakaru.focus.states import REASON_WORDS, FocusState
from hakaru.focus.timeline import (
    DayStats,
    Decided,
    Interval,
    Record,
    as_csv,
    as_json_rows,
    clip,
    day_stats,
    fill_gaps,
    merge,
    rescore,
    seconds_by_state,
    shown_intervals,
)
from hakaru.records import frozen
from hakaru.sources.focus_files import (
    AppEvent,
    as_bucket,
    as_categories,
    read_categories,
    read_export,
    read_own_rules,
    read_session,
    session_lines,
    write_own_rules,
)
from hakaru.store.file_access import Output, person_output
from hakaru.store.focus import (
    Controls,
    Response,
    SentNotification,
    UsageKey,
    change_settings,
    delete_corrections,
    forget_focus,
    forget_usage,
    latest_record,
    pause_watching,
    read_controls,
    read_corrections,
    read_intervals,
    read_notifications,
    read_records,
    replace_imported_usage,
    replace_intervals,
    respond,
    resume_watching,
    snooze_notifications,
    write_records,
)
from hakaru.store.jobs import label_is_gone, process_of
from hakaru.store.state import State

Pause = Literal["no", "pausing", "paused", "unanswered"]
"""`pausing`: asked for, and a process may still look; `unanswered`: for longer than it should."""

SNOOZE_MIN = 30
PAUSED_WITHIN = timedelta(seconds=3)
"""A process that watches lets go within a second; after this, something is amiss."""
_WAITED_S, _POLLED_S = 2.0, 0.05
_SWITCHES: Mapping[str, bool] = {"on": True, "true": True, "off": False, "false": False}


@frozen
class Watching:
    """Whether something may be looking at the person.

    `watcher` is the process that watches, or that a pause waits for; None: there is none.
    """

    pause: Pause
    paused_at: datetime | None
    watcher: str | None
    camera_open: bool


@frozen
class FocusSettingsResult:
    """The settings as they are now. `changed` None: none was to be changed; `asked`: the one that
    is to be shown, None: all."""

    changed: str | None
    settings: FocusSettings
    asked: str | None = None


def watching_of(controls: Controls, *, now: datetime, is_gone: Callable[[str], bool]) -> Watching:
    """Whether something may be looking; a process that has ended (`is_gone`) does not."""
    eyes = [owner for owner in controls.eyes if not is_gone(owner)]
    leads = controls.holder is not None and not is_gone(controls.holder)
    owners = [*([controls.holder] if leads and controls.holder else ()), *eyes]
    pause: Pause = "no"
    if controls.paused_at is not None:
        in_time = timedelta(0) <= now - controls.paused_at <= PAUSED_WITHIN
        pause = "paused" if not owners else "pausing" if in_time else "unanswered"
    elif not eyes and (controls.held_until is None or controls.held_until <= now):
        owners = []
    return Watching(
        pause=pause,
        paused_at=controls.paused_at,
        watcher=process_of(owners[0]) if owners else None,
        camera_open=bool(eyes),
    )


def read_watching(context: Context) -> Watching:
    """Whether something may be looking now."""
    state = State(context.data_folder)
    state.prepare()
    is_gone = partial(label_is_gone, context.data_folder)
    return watching_of(read_controls(state), now=context.now(), is_gone=is_gone)


def read_focus_settings(context: Context) -> FocusSettings:
    """The choices; what cannot be read is as it was in the beginning."""
    state = State(context.data_folder)
    state.prepare()
    return read_controls(state).settings


def write_focus_settings(context: Context, values: Mapping[str, object]) -> FocusSettings:
    """Change some choices, also for what is watching now.

    Raises:
        BadArgument: one is unknown, or has a value it does not take: then none is changed.
    """
    return change_settings(State(context.data_folder), partial(with_changes, values=values))


def with_changes(settings: FocusSettings, *, values: Mapping[str, object]) -> FocusSettings:
    """The settings with some changed. Raises BadArgument for the first that cannot be."""
    made = changed(settings, values)
    if isinstance(made, tuple):
        raise BadArgument(made[0].name, made[0].value, made[0].expected)
    return made


def pause_focus(context: Context) -> Watching:
    """Have no process watch, and wait a moment for the one that did to let go of the camera."""
    pause_watching(State(context.data_folder), now=context.now())
    return _settled(context)


def resume_focus(context: Context) -> Watching:
    """Let watching go on, in whichever process is there for it."""
    resume_watching(State(context.data_folder))
    return read_watching(context)


def focus_settings(context: Context, *, name: str | None, value: str | None) -> FocusSettingsResult:
    """The settings, or the one of this name; with a value, after it was changed.

    Raises:
        BadArgument: the setting takes no such value.
    """
    if name is None or value is None:
        return FocusSettingsResult(settings=read_focus_settings(context), changed=None, asked=name)
    made = write_focus_settings(context, {name: _parsed(value)})
    return FocusSettingsResult(settings=made, changed=name)


def answer_notification(context: Context, number: int, *, response: Response) -> bool:
    """Keep what the user did with a notification; `snoozed`: none follow for a while, from no
    process. False: there is no such notification."""
    state = State(context.data_folder)
    if not respond(state, number, response=response):
        return False
    if response == "snoozed":
        snooze_notifications(state, until=context.now() + timedelta(minutes=SNOOZE_MIN))
    return True


def _settled(context: Context) -> Watching:
    """What the processes that watch made of a pause, within a moment."""
    deadline_s = time.monotonic() + _WAITED_S
    watching = read_watching(context)
    while watching.pause != "paused" and time.monotonic() < deadline_s:
        time.sleep(_POLLED_S)
        watching = read_watching(context)
    return watching


def _parsed(value: str) -> object:
    """A value as it is typed: on, off, 30, 22:30, none. What is none of these stays as it is."""
    text = value.strip()
    if text.lower() in _SWITCHES:
        return _SWITCHES[text.lower()]
    if text.lower() in ("none", "null", ""):
        return None
    try:
        return int(text)
    except ValueError:
        return text


_LISTED = 25


def _rounded(seconds: Mapping[FocusState, float]) -> Mapping[str, int]:
    return {state: round(duration_s) for state, duration_s in seconds.items()}


def _listed(intervals: Sequence[Interval]) -> Mapping[str, object]:
    """Their number and all of them, in a reply the longest."""
    rows = [
        {
            "state": interval.state,
            "started_at": interval.started_at.isoformat(timespec="seconds"),
            "duration_s": round(interval.duration_s),
        }
        for interval in intervals
    ]
    by_length = sorted(range(len(rows)), key=lambda place: -intervals[place].duration_s)
    longest = [rows[place] for place in sorted(by_length[:_LISTED])]
    return {"n_intervals": len(rows), "intervals": Versions(short=longest, whole=rows)}


@frozen
class FocusReplayResult:
    """What today's rules say about a recorded file.

    `n_changed` of its records were decided otherwise when they were recorded; `n_damaged` lines
    could not be used.
    """

    n_records: int
    n_damaged: int
    n_changed: int
    classifier: str
    intervals: tuple[Interval, ...]
    seconds: Mapping[FocusState, float]
    sources: Mapping[str, int]

    @property
    def shape(self) -> Mapping[str, object]:
        """What was counted, and the intervals."""
        return {
            "n_records": self.n_records,
            "n_damaged": self.n_damaged,
            "n_changed": self.n_changed,
            "classifier": self.classifier,
            "seconds": _rounded(self.seconds),
            "decided_by": self.sources,
            **_listed(self.intervals),
        }


@frozen
class FocusStatusResult:
    """The state now. `decided` None: nothing is watching; `watching` names the process that does,
    or that a pause waits for. `camera_open`: a camera may be on."""

    decided: Decided | None
    decided_at: datetime | None
    last_at: datetime | None
    camera_known: bool
    pc_known: bool
    watching: str | None
    pause: Pause
    camera_open: bool


@frozen
class FocusDayResult:
    """A local day. `notifications` are those that were shown."""

    stats: DayStats
    intervals: tuple[Interval, ...]
    notifications: tuple[SentNotification, ...]

    @property
    def shape(self) -> Mapping[str, object]:
        """What was counted, and the intervals."""
        return {
            "day": self.stats.day,
            "seconds": _rounded(self.stats.seconds),
            "total_s": round(self.stats.total_s),
            "longest_focus_s": round(self.stats.longest_focus_s),
            "n_changes": self.stats.n_changes,
            "n_notifications": len(self.notifications),
            **_listed(self.intervals),
        }


@frozen
class FocusImportResult:
    """What was taken from an ActivityWatch export. `n_skipped` events could not be used; `n_rules`
    of its categories became rules of the user's own."""

    n_events: int
    n_skipped: int
    n_intervals: int
    seconds: Mapping[FocusState, float]
    n_rules: int = 0


@frozen
class FocusExportResult:
    """What was written."""

    file: Path
    n_intervals: int
    since: date
    until: date


@frozen
class FocusForgottenResult:
    """How much was deleted, corrections with what was learned from them too. `before` None:
    everything."""

    n_intervals: int
    before: date | None
    n_corrections: int = 0


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


@frozen
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
    on = day or context.today
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
    categories = read_categories(file)
    if categories is not None:
        return _taken_categories(context, *categories)
    own = read_own_rules(context.data_folder)
    allowed = read_focus_settings(context).permissions
    export = read_export(file, allowed=allowed, rules=own.rules)
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
    replace_imported_usage(state, _imported_usage(export.used, intervals))
    return FocusImportResult(
        n_events=export.n_events,
        n_skipped=export.n_skipped,
        n_intervals=len(intervals),
        seconds=seconds_by_state(intervals),
    )


def _taken_categories(
    context: Context, taken: Sequence[OwnRule], n_unusable: int
) -> FocusImportResult:
    """Categories of ActivityWatch beside the rules that are there; the same one once."""
    own = read_own_rules(context.data_folder)
    rules = [*own.rules, *(rule for rule in taken if rule not in own.rules)][:RULES_MOST]
    if not own.fault:
        write_own_rules(context.data_folder, rules)
    return FocusImportResult(
        n_events=0,
        n_skipped=n_unusable,
        n_intervals=0,
        seconds={},
        n_rules=len(rules) - len(own.rules),
    )


def _imported_usage(
    used: Iterable[AppEvent], intervals: Sequence[Interval]
) -> Mapping[UsageKey, float]:
    """By day, application and the state that was decided for the middle of each event."""
    starts_s = [interval.started_at.timestamp() for interval in intervals]
    seconds: dict[UsageKey, float] = {}
    for event in used:
        middle_s = event.at_s + event.duration_s / 2.0
        place = bisect_right(starts_s, middle_s) - 1
        held = place >= 0 and intervals[place].ended_at.timestamp() > middle_s
        key = UsageKey(
            day=datetime.fromtimestamp(event.at_s, tz=UTC).astimezone().date(),
            app=event.app,
            category=event.category,
            state=intervals[place].state if held else "unknown",
        )
        seconds[key] = seconds.get(key, 0.0) + event.duration_s
    return seconds


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
    first, last = checked_days(since, until, today=context.today)
    start, end = local_bounds(first)[0], local_bounds(last)[1]
    intervals = known_intervals(State(context.data_folder), start=start, end=end)
    if format == "session":
        records = read_records(State(context.data_folder), start=start, end=end)
        text = "".join(session_lines(records))
    elif format == "activitywatch-categories":
        text = as_categories(read_own_rules(context.data_folder).rules)
    elif format == "activitywatch":
        text = as_bucket(intervals, hostname="local", created=context.now())
    else:
        text = as_csv(intervals) if format == "csv" else as_json_rows(intervals)
    made = person_output(file).write_file(text)
    return FocusExportResult(file=made, n_intervals=len(intervals), since=first, until=last)


def forget_focus_history(context: Context, *, before: date | None) -> FocusForgottenResult:
    """Delete the history of focus and what was corrected: everything (None), or what ended before
    a local day."""
    limit = None if before is None else local_bounds(before)[0]
    state = State(context.data_folder)
    state.prepare()
    old = None
    if limit is not None:
        old = [item.correction_id for item in read_corrections(state) if item.at < limit]
    n_corrections = delete_corrections(state, old)
    n_intervals = forget_focus(state, before=limit, now=context.now())
    forget_usage(state, before=before)
    return FocusForgottenResult(n_intervals=n_intervals, before=before, n_corrections=n_corrections)


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
        datetime.combine(local_day, time_of_day()).astimezone(UTC) for local_day in (day, following)
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
        raise BadArgument("since", first.isoformat(), message("a day up to until"))
    return first, last


def _is_current(at: datetime, now: datetime) -> bool:
    return timedelta(0) <= now - at <= CURRENT_FOR


def _moment(record: Record) -> datetime:
    return datetime.fromtimestamp(record.recorded.at_s, tz=UTC)
