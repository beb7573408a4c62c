"""Which sections does a report have, in which order? What is not known is no heading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hakaru.render.blocks import FormPart, Part, Section
from hakaru.render.facts import Fact
from hakaru.render.page_metrics import form_part, metrics, splits_part
from hakaru.render.page_overview import basics, page_kind, past
from hakaru.render.page_plan import environment, next_training, phases
from hakaru.render.words import say, word
from hakaru.render.words_page import PAGE
from hakaru.render.written import written_parts
from hakaru.running.report import RunReport, SessionReport
from hakaru.running.wording import Lang

Named = tuple[str, str, tuple[Part, ...]]


def run_sections(
    report: RunReport, *, lang: Lang, outside: Callable[[str], str]
) -> tuple[tuple[Section, ...], tuple[Fact, ...]]:
    """The sections that have something to show, and what is left out, each with the reason.

    `outside` makes text of devices and users harmless for the format.
    """
    session = report.session
    named = (
        _plain(report, lang, outside)
        if session is None
        else _session(report, session, lang=lang, outside=outside)
    )
    sections: list[Section] = []
    missing: list[Fact] = []
    for name, title, parts in named:
        shown = tuple(part for part in parts if part.blocks)
        if shown:
            sections.append(Section(name=name, title=title, parts=shown))
        missing += [
            Fact(label=part.title or title, value=part.missing) for part in parts if part.missing
        ]
    return tuple(sections), tuple(missing)


def _session(
    report: RunReport, session: SessionReport, *, lang: Lang, outside: Callable[[str], str]
) -> tuple[Named, ...]:
    """The sections of requirement T below its rating and its graph, which are the page's head."""
    named: tuple[tuple[str, str, tuple[Part, ...]], ...] = (
        ("basics", "basics", basics(report, session, lang=lang, outside=outside)),
        ("summary", "summary", past(session, lang)),
        ("metrics", f"metrics_{page_kind(session)}", metrics(report, session, lang=lang)),
        ("phases", "phases", phases(session, lang)),
        ("environment", "environment", environment(session, lang)),
        ("next", "next", next_training(report, session, lang=lang)),
    )
    return tuple(
        (name, say(PAGE[key], lang), (*written_parts(report, name, outside=outside), *parts))
        for name, key, parts in named
    )


def _plain(report: RunReport, lang: Lang, outside: Callable[[str], str]) -> tuple[Named, ...]:
    """A run that nobody analysed as a session: facts, form, splits."""
    form = form_part(report, None, "", lang=lang)
    if report.evaluation is None:  # the table says of each metric that it was not measured
        form = replace(form, blocks=(FormPart(),))
    title = word("splits_heading", lang)
    return (
        ("basics", say(PAGE["basics"], lang), basics(report, None, lang=lang, outside=outside)),
        ("form", word("form_heading", lang), (form,)),
        ("splits", title, (replace(splits_part(report, title, kind="", lang=lang), title=""),)),
    )
