"""What of a report is the same in every format? Finished pieces for the templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hakaru.render.blocks import Section, Stars
from hakaru.render.page import session_sections
from hakaru.render.page_overview import form_stars, session_stars
from hakaru.render.session_text import type_text
from hakaru.running.report import RunReport
from hakaru.running.wording import Lang


@dataclass(frozen=True, kw_only=True)
class SessionPage:
    """The sections of a session, and what its head says. Without a session everything is empty."""

    sections: tuple[Section, ...] = ()
    kind_text: str = ""
    ratings: tuple[Stars, ...] = ()


def session_page(report: RunReport, lang: Lang, *, outside: Callable[[str], str]) -> SessionPage:
    """`outside` makes text of devices and users harmless for the format."""
    session = report.session
    if session is None:
        return SessionPage()
    stars = (session_stars(session.analysis.rating, lang), form_stars(report.evaluation, lang))
    return SessionPage(
        sections=session_sections(report, session, lang=lang, outside=outside),
        kind_text=type_text(session.analysis.verdict, lang),
        ratings=tuple(one for one in stars if one is not None),
    )
