"""How does a day of attention read in a few sentences?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.flows.job_records import Subject
from hakaru.guard.cleaning import clean
from hakaru.surfaces.web.pages.jobs import Asked, ask, asked_before
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text


@dataclass(frozen=True, kw_only=True)
class SummaryPanel:
    """What was said of a day. `text` '': nobody has asked."""

    day: str
    asked: Asked
    text: str


def show(visit: Visit) -> Shown:
    """The sentences: a piece of the page of attention, for as long as they are being made."""
    day = visit.day("day")
    if day is None:
        raise BadArgument("day", None, "a day as YYYY-MM-DD")
    return Shown(
        template="focus_summary.html.j2",
        piece=True,
        title=page_text("focus_day", visit.lang),
        view=summary_panel(visit, day),
        section="focus",
    )


def summary_panel(visit: Visit, day: date) -> SummaryPanel:
    """What was said last of a day."""
    asked = asked_before(visit, "summarise", about=Subject(day=day.isoformat()), since=None)
    return SummaryPanel(day=day.isoformat(), asked=asked, text=clean(asked.text))


def summarise(visit: Visit) -> Onward:
    """Put a day into words: by the model that is configured, or by rules."""
    written = visit.sent.get("day", "")
    try:
        day = date.fromisoformat(written).isoformat()
    except ValueError:
        raise BadArgument("day", written, "a day as YYYY-MM-DD") from None
    ask(visit, "summarise", about=Subject(day=day, lang=visit.lang))
    return Onward(to=f"/focus?day={day}&told=asked#day")
