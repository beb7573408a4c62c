"""A day of attention in words: the rules choose what to say, or a model does."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from typing import Literal

from hakaru.core.i18n import message
from hakaru.flows.asking import NO_MODEL, asker_of
from hakaru.flows.context import Context
from hakaru.flows.focus import focus_today, known_intervals, local_bounds
from hakaru.focus.summary import PAST_DAYS, DaySummary, day_facts, day_menu, narrate_day
from hakaru.focus.timeline import DayStats, clip, day_stats, merge
from hakaru.records import frozen
from hakaru.store.state import State

NOTHING_RECORDED = message("nothing is recorded")


@frozen
class FocusSummaryResult:
    """The text of a day, and who worded it. `reason` None: the model did; else why it did not."""

    day: date
    text: str
    source: Literal["llm", "narrator"]
    reason: str | None

    @property
    def refused(self) -> str | None:
        """Why a model that was asked did not word it; None: it did, or was not to be asked."""
        return None if self.reason in (NO_MODEL, NOTHING_RECORDED) else self.reason


def summarise_focus_day(context: Context, *, day: date | None) -> FocusSummaryResult:
    """Put a local day (None: today) into words. A day without records is never asked about.

    Raises:
        ModelError: a model was chosen that cannot be asked, which only the user can mend.
    """
    today = focus_today(context, day=day)
    on = today.stats.day
    known = day_facts(
        today.stats,
        today.intervals,
        n_notifications=len(today.notifications),
        past=_days_before(context, on),
        is_over=local_bounds(on)[1] <= context.now(),
        local=datetime.astimezone,
    )
    lang = context.settings.language
    narrative = narrate_day(known, lang)
    if not day_menu(known):
        return FocusSummaryResult(
            day=on, text=narrative, source="narrator", reason=NOTHING_RECORDED
        )
    task = DaySummary(known=known, lang=lang)
    answered = asyncio.run(
        asker_of(context).answer(task, lambda: narrative, subject=on.isoformat())
    )
    return FocusSummaryResult(
        day=on, text=answered.value, source=answered.source, reason=answered.reason
    )


def _days_before(context: Context, on: date) -> tuple[DayStats, ...]:
    """The days before one that it is compared with, the newest first."""
    days = [on - timedelta(days=back) for back in range(1, PAST_DAYS + 1)]
    bounds = [local_bounds(day) for day in days]
    state = State(context.data_folder)
    intervals = known_intervals(state, start=bounds[-1][0], end=bounds[0][1])
    return tuple(
        day_stats(merge(clip(intervals, start=start, end=end)), day, start=start, end=end)
        for day, (start, end) in zip(days, bounds, strict=True)
    )
