"""How was a day, in a few sentences: by the model that is configured, or by the narrator?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hakaru.flows.asking import asker_of
from hakaru.flows.context import Context
from hakaru.flows.focus import focus_today
from hakaru.focus.ask import DaySummary, day_facts, narrate_day

NOTHING_RECORDED = "nothing is recorded"


@dataclass(frozen=True, kw_only=True)
class FocusSummaryResult:
    """The text of a day, and who worded it. `reason` None: the model did; else why it did not."""

    day: date
    text: str
    source: Literal["llm", "narrator"]
    reason: str | None


def summarise_focus_day(context: Context, *, day: date | None) -> FocusSummaryResult:
    """Put a local day (None: today) into words. A day without records is never asked about.

    Raises:
        ModelError: a model was chosen that cannot be asked, which only the user can mend.
    """
    today = focus_today(context, day=day)
    facts = day_facts(today.stats, n_notifications=len(today.notifications))
    lang = context.settings.language
    narrative = narrate_day(facts, lang)
    if not facts.recorded_min:
        return FocusSummaryResult(
            day=today.stats.day, text=narrative, source="narrator", reason=NOTHING_RECORDED
        )
    task = DaySummary(facts=facts, lang=lang)
    subject = today.stats.day.isoformat()
    answered = asyncio.run(asker_of(context).answer(task, lambda: narrative, subject=subject))
    return FocusSummaryResult(
        day=today.stats.day, text=answered.value, source=answered.source, reason=answered.reason
    )
