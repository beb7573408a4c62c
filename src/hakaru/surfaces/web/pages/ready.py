"""How ready for a race? A page with the question as a form and its answer below."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from hakaru.core.errors import BadArgument
from hakaru.flows.athlete import get_race_readiness
from hakaru.present.athlete import missing_texts, ready_head, ready_rows, state_text
from hakaru.present.blocks import Fact
from hakaru.present.words import say
from hakaru.present.words_training import READY
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import page_text

_DEFAULT_DISTANCE = "half"
_DEFAULT_DAYS = 84


@dataclass(frozen=True, kw_only=True)
class ReadyView:
    """The question as it was asked, and the answer; `wrong`: why there is none."""

    distance: str
    day: str
    head: str
    facts: tuple[Fact, ...]
    missing: tuple[str, ...]
    state: str
    basis: str
    wrong: str


def show(visit: Visit) -> Shown:
    """Readiness for the race that the address names; a half marathon in twelve weeks at first."""
    today = visit.context.now().astimezone().date()
    distance = visit.choice("distance") or _DEFAULT_DISTANCE
    day = visit.day("day") or today + timedelta(days=_DEFAULT_DAYS)
    lang = visit.lang
    try:
        readiness = visit.remembered(
            "ready",
            today,
            distance,
            day,
            make=lambda: get_race_readiness(visit.context, distance=distance, day=day),
        )
    except BadArgument:
        view = _nothing(distance, day.isoformat(), page_text("ready_wrong", lang))
    else:
        unknown = readiness.state == "unknown"
        nothing = (say(READY["no_runs" if unknown else "nothing_missing"], lang),)
        view = ReadyView(
            distance=distance,
            day=day.isoformat(),
            head=ready_head(readiness, lang),
            facts=() if unknown else ready_rows(readiness, lang),
            missing=missing_texts(readiness, lang) or nothing,
            state=state_text(readiness, lang) or "",
            basis=say(READY["basis"], lang),
            wrong="",
        )
    return Shown(
        template="training_ready.html.j2",
        title=page_text("ready_head", lang),
        view=view,
        section="training",
    )


def _nothing(distance: str, day: str, wrong: str) -> ReadyView:
    return ReadyView(
        distance=distance,
        day=day,
        head="",
        facts=(),
        missing=(),
        state="",
        basis="",
        wrong=wrong,
    )
