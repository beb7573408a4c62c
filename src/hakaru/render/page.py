"""Which sections does the report of a session have, in which order?"""

from __future__ import annotations

from collections.abc import Callable

from hakaru.render.blocks import Part, Section
from hakaru.render.page_metrics import metrics
from hakaru.render.page_overview import basics, over_time, overall, page_kind, past
from hakaru.render.page_plan import environment, next_training, phases
from hakaru.render.words import say
from hakaru.render.words_page import PAGE
from hakaru.render.written import written_parts
from hakaru.running.report import RunReport
from hakaru.running.session.report import SessionReport
from hakaru.running.wording import Lang


def session_sections(
    report: RunReport, session: SessionReport, *, lang: Lang, outside: Callable[[str], str]
) -> tuple[Section, ...]:
    """The eight sections of requirement T, numbered, with finished texts.

    `outside` makes text of devices and users harmless for the format.
    """
    named: tuple[tuple[str, str, tuple[Part, ...]], ...] = (
        ("basics", "basics", basics(report, session, lang=lang, outside=outside)),
        ("summary", "summary", past(session, lang)),
        ("overall", "overall", overall(report, session, lang=lang)),
        ("time", "time", over_time(report, session, lang=lang)),
        ("metrics", f"metrics_{page_kind(session)}", metrics(report, session, lang=lang)),
        ("phases", "phases", phases(session, lang)),
        ("environment", "environment", environment(session, lang)),
        ("next", "next", next_training(session, lang)),
    )
    return tuple(
        Section(
            number=number,
            name=name,
            title=say(PAGE[key], lang),
            parts=(*written_parts(report, name, outside=outside), *parts),
        )
        for number, (name, key, parts) in enumerate(named, start=1)
    )
