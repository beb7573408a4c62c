"""Attention: what was wrong, what things are for, and how days, weeks and months were spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import Versions
from hakaru.flows.context import Context
from hakaru.flows.focus import (
    answer_notification,
    known_intervals,
    local_bounds,
    read_focus_settings,
)
from hakaru.focus.categories import RULES_MOST, Category, OwnRule
from hakaru.focus.classify import corrected_codes, current, decide
from hakaru.focus.corrections import Correction, Tuning, tuned
from hakaru.focus.span import Stretch, Used, breaks, by_application, by_category, focus_blocks
from hakaru.focus.states import DecidableState, FocusState
from hakaru.focus.timeline import DayStats, clip, day_stats, merge
from hakaru.records import frozen
from hakaru.sources.focus_files import (
    RULES_FILE,
    OwnRules,
    fault_of,
    read_own_rules,
    rule_of,
    write_own_rules,
)
from hakaru.store.focus import (
    Response,
    StoredUsage,
    delete_corrections,
    latest_record,
    read_corrections,
    read_notifications,
    read_usage,
    snooze_notifications,
    write_correction,
)
from hakaru.store.state import State

CORRECTED_WITHIN = timedelta(minutes=2)
DAYS_MOST = 400
_APPS_LISTED, _BLOCKS_LISTED = 12, 12


@frozen
class CorrectionsResult:
    """The corrections that count, the newest last, and what they come to. `added` is the one of
    now; `n_undone`: so many were taken back."""

    corrections: tuple[Correction, ...]
    tuning: Tuning
    added: Correction | None = None
    n_undone: int = 0

    @property
    def shape(self) -> Mapping[str, object]:
        """Each correction, and how far each weight moved."""
        rows = [
            {
                "correction": correction.correction_id,
                "at": correction.at.isoformat(timespec="seconds"),
                "shown": correction.shown,
                "actual": correction.actual,
            }
            for correction in self.corrections
        ]
        moved = {
            code: {state: round(nats, 2) for state, nats in weights.items() if nats}
            for code, weights in self.tuning.nats.items()
        }
        return {
            "n_corrections": len(rows),
            "n_undone": self.n_undone,
            "corrections": Versions(short=rows[-10:], whole=rows),
            "moved_nats": Versions(short=dict(list(moved.items())[:10]), whole=moved),
            "rules_not_followed": sorted(self.tuning.doubted),
        }


def correct_focus(context: Context, *, actual: DecidableState) -> CorrectionsResult:
    """Say that what is shown now is wrong, and what is right.

    Raises:
        BadArgument: nothing was watched in the last two minutes, or it was shown so already.
    """
    state, now = State(context.data_folder), context.now()
    state.prepare()
    record = latest_record(state, before=now)
    at = None if record is None else datetime.fromtimestamp(record.recorded.at_s, tz=now.tzinfo)
    decided = None if record is None else record.decided
    if record is None or at is None or decided is None or now - at > CORRECTED_WITHIN:
        raise BadArgument(
            "state", actual, message("a correction of what is watched now; nothing is")
        )
    if decided.state == actual:
        raise BadArgument("state", actual, message("another state than the one on show"))
    recorded = record.recorded
    verdict = decide(current(recorded.camera, recorded.pc, now_s=recorded.at_s))
    codes = corrected_codes(verdict) if decided.source != "rule" else decided.reasons
    number = write_correction(state, at=now, shown=decided.state, actual=actual, codes=codes)
    corrections = read_corrections(state)
    added = next(correction for correction in corrections if correction.correction_id == number)
    return CorrectionsResult(corrections=corrections, tuning=tuned(corrections), added=added)


def respond_to_notification(context: Context, number: int, response: Response) -> bool:
    """Keep what the user did with a notification, with what follows from it. False: there is no
    such notification."""
    is_known = answer_notification(context, number, response=response)
    if is_known and response == "wrong":
        correct_notification(context, number)
    return is_known


def correct_notification(context: Context, number: int) -> bool:
    """Take down that a notification was wrong: its state was focus. False: there is no such
    notification, or it told of no state."""
    state, now = State(context.data_folder), context.now()
    since = now - timedelta(days=DAYS_MOST)
    notifications = read_notifications(state, start=since, end=now + timedelta(seconds=1))
    notification = next((item for item in notifications if item.notification_id == number), None)
    if notification is None or notification.kind not in ("drowsy", "distracted"):
        return False
    record = latest_record(state, before=notification.sent_at)
    if record is None or notification.sent_at.timestamp() - record.recorded.at_s > 120.0:
        return False
    recorded = record.recorded
    verdict = decide(current(recorded.camera, recorded.pc, now_s=recorded.at_s))
    shown: FocusState = "drowsy" if notification.kind == "drowsy" else "distracted"
    codes = corrected_codes(verdict)
    write_correction(state, at=now, shown=shown, actual="focused", codes=codes)
    return True


def focus_corrections(context: Context, *, undo: str | None) -> CorrectionsResult:
    """What was corrected so far; `undo` takes one back by its number, or "all".

    Raises:
        BadArgument: there is no correction of that number.
    """
    state = State(context.data_folder)
    state.prepare()
    n_undone = 0
    if undo is not None:
        numbers = None if undo.strip().lower() == "all" else (_number(undo),)
        n_undone = delete_corrections(state, numbers)
        if not n_undone and numbers is not None:
            raise BadArgument("undo", undo, message("the number of a correction, or all"))
    corrections = read_corrections(state)
    return CorrectionsResult(corrections=corrections, tuning=tuned(corrections), n_undone=n_undone)


def _number(written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise BadArgument("undo", written, message("the number of a correction, or all")) from None


@frozen
class OwnRulesResult:
    """The user's rules as they are now, and the file they lie in. `changed`: the one that was added
    or taken away."""

    file: str
    rules: tuple[OwnRule, ...]
    n_unusable: int
    fault: str
    changed: OwnRule | None = None
    removed: bool = False


def focus_rules(
    context: Context,
    *,
    match: str | None,
    pattern: str | None,
    category: str | None,
    remove: int | None,
) -> OwnRulesResult:
    """Show what the user says things are for; add a rule, or take one away by its place (from 1).

    Raises:
        BadArgument: the rule is none, or there is none in that place.
        StoreDamaged: the file cannot be written.
    """
    own = read_own_rules(context.data_folder)
    if match is None and pattern is None and category is None and remove is None:
        return _rules_result(context, own)
    if own.fault:
        raise BadArgument(
            "file", RULES_FILE, message("a file that can be read: {why}", why=own.fault)
        )
    rules = list(own.rules)
    if remove is not None:
        if not 1 <= remove <= len(rules):
            raise BadArgument("remove", remove, message("the place of a rule, from 1"))
        changed = rules.pop(remove - 1)
    else:
        made = changed = _made(match, pattern, category)
        if len(rules) >= RULES_MOST:
            raise BadArgument(
                "rules",
                len(rules) + 1,
                message("at most {n}: take one away with --remove", n=RULES_MOST),
            )
        rules = [rule for rule in rules if (rule.match, rule.pattern) != (made.match, made.pattern)]
        rules.append(made)
    write_own_rules(context.data_folder, rules)
    own = OwnRules(rules=tuple(rules))
    return _rules_result(context, own, changed=changed, removed=remove is not None)


def _made(match: str | None, pattern: str | None, category: str | None) -> OwnRule:
    """A rule of what was typed, or what is missing or wrong."""
    if match is None or category is None or pattern is None:
        name = "match" if match is None else "pattern" if pattern is None else "category"
        expected = message(
            "a rule is app, domain or title, a name, and work, learning, meeting, leisure or music"
        )
        raise BadArgument(name, None, expected)
    fault = fault_of(match, pattern)
    made = rule_of({"match": match, "pattern": pattern, "category": category})
    if fault is not None or made is None:
        raise BadArgument("pattern", pattern, fault or message("a name that can be shown"))
    return made


def _rules_result(
    context: Context, own: OwnRules, *, changed: OwnRule | None = None, removed: bool = False
) -> OwnRulesResult:
    return OwnRulesResult(
        file=str(context.data_folder / RULES_FILE),
        rules=own.rules,
        n_unusable=own.n_unusable,
        fault=own.fault,
        changed=changed,
        removed=removed,
    )


@frozen
class SnoozeResult:
    """Until when nothing is notified."""

    until: datetime


def snooze_focus(context: Context, *, minutes: int) -> SnoozeResult:
    """Have no process notify for so long.

    Raises:
        BadArgument: not between a minute and a day.
    """
    if not 1 <= minutes <= 1440:
        raise BadArgument(
            "minutes", minutes, message("a whole number between {low} and {high}", low=1, high=1440)
        )
    state = State(context.data_folder)
    state.prepare()
    until = context.now() + timedelta(minutes=minutes)
    snooze_notifications(state, until=until)
    return SnoozeResult(until=until)


Span = Literal["day", "week", "month"]
DAYS_OF: Mapping[Span, int] = {"day": 1, "week": 7, "month": 30}


@frozen
class FocusSpanResult:
    """How some days were spent, the last one `until`. `goal_min` 0: there is no goal."""

    since: date
    until: date
    days: tuple[DayStats, ...]
    applications: tuple[Used, ...]
    categories: tuple[Used, ...]
    blocks: tuple[Stretch, ...]
    breaks: tuple[Stretch, ...]
    goal_min: int

    @property
    def seconds(self) -> Mapping[FocusState, float]:
        """Of all days, by state."""
        totals: dict[FocusState, float] = {}
        for day in self.days:
            for state, spent_s in day.seconds.items():
                totals[state] = totals.get(state, 0.0) + spent_s
        return totals

    @property
    def n_days_recorded(self) -> int:
        """Days of which anything is recorded."""
        return sum(day.total_s > 0 for day in self.days)

    @property
    def n_days_reached(self) -> int:
        """Days on which the goal of focus was reached."""
        goal_s = self.goal_min * 60.0
        return sum(day.seconds.get("focused", 0.0) >= goal_s for day in self.days if goal_s)

    @property
    def shape(self) -> Mapping[str, object]:
        """Totals, days, and the longest of the rest."""
        return {
            "since": self.since,
            "until": self.until,
            "n_days_recorded": self.n_days_recorded,
            "seconds": {state: round(spent_s) for state, spent_s in self.seconds.items()},
            "n_blocks": len(self.blocks),
            "longest_block_s": round(max((block.duration_s for block in self.blocks), default=0.0)),
            "n_breaks": len(self.breaks),
            "goal_min": self.goal_min or None,
            "n_days_reached": self.n_days_reached if self.goal_min else None,
            "days": [
                {
                    "day": day.day,
                    "focused_s": round(day.seconds.get("focused", 0.0)),
                    "total_s": round(day.total_s),
                }
                for day in self.days
                if day.total_s
            ],
            "categories": _used_rows(self.categories),
            "applications": _used_rows(self.applications),
        }


def _used_rows(used: Sequence[Used]) -> Versions[list[dict[str, object]], list[dict[str, object]]]:
    rows: list[dict[str, object]] = [
        {
            "name": row.name or "other",
            "seconds": round(row.seconds),
            "focused_s": round(row.focused_s),
        }
        for row in used
    ]
    return Versions(short=rows[:_APPS_LISTED], whole=rows)


def focus_span(context: Context, *, until: date | None, span: Span) -> FocusSpanResult:
    """How a day, the seven or the thirty days up to a day (None: today) were spent."""
    last = until or context.today
    days = [last - timedelta(days=back) for back in range(DAYS_OF[span] - 1, -1, -1)]
    state = State(context.data_folder)
    start, end = local_bounds(days[0])[0], local_bounds(last)[1]
    intervals = merge(known_intervals(state, start=start, end=end))
    stats = []
    for day in days:
        begins, ends = local_bounds(day)
        stats.append(
            day_stats(clip(intervals, start=begins, end=ends), day, start=begins, end=ends)
        )
    rows = [_row(used) for used in read_usage(state, first=days[0], last=last)]
    per_day = [clip(intervals, start=begins, end=ends) for begins, ends in map(local_bounds, days)]
    return FocusSpanResult(
        since=days[0],
        until=last,
        days=tuple(stats),
        applications=by_application(rows),
        categories=by_category(rows),
        blocks=focus_blocks(intervals),
        breaks=tuple(stretch for some in per_day for stretch in breaks(some)),
        goal_min=read_focus_settings(context).goal_focus_min,
    )


def _row(used: StoredUsage) -> tuple[str, Category | None, FocusState, float]:
    return (used.key.app, used.key.category, used.key.state, used.seconds)
