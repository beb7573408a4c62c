"""How does a run read as a session, and what came of labelling or analysing it again?"""

from __future__ import annotations

from hakaru.flows.evaluate import LabelResult, UnderstoodRuns
from hakaru.flows.session import IntervalResult, SessionResult
from hakaru.present.blocks import day_text
from hakaru.present.session import type_name
from hakaru.present.terminal import fitted_table, wrapped
from hakaru.present.terminal_session import detail_lines, interval_lines, session_lines
from hakaru.present.words import PAGE
from hakaru.present.words import say as words_of
from hakaru.present.words_session import TYPE_SOURCES
from hakaru.running.verdict import star_text
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def session_text(result: SessionResult, language: Lang) -> str:
    """Type, stars, phases; with `report` everything around them."""
    summary = result.analysis.summary
    lines = [*session_lines(result.analysis, language)]
    if result.report is not None:
        return "\n".join([*lines, *detail_lines(result.report, language)])
    lines.append("")
    if summary.n_reps > 1:
        lines += wrapped(say("session_reps", language, activity_id=summary.activity_id))
    lines += wrapped(say("session_more", language, activity_id=summary.activity_id))
    return "\n".join(lines)


def intervals_text(result: IntervalResult, language: Lang) -> str:
    """One line per repetition, then what they show together."""
    day = day_text(result.day, language)
    if result.intervals is None:
        none = say("intervals_none", language, day=day, activity_id=result.activity_id)
        return "\n".join(wrapped(none))
    lines = interval_lines(result.intervals, language, rep_form=result.rep_form)
    note = wrapped(words_of(PAGE["matrix_note"], language))
    return "\n".join([say("intervals_head", language, day=day), "", *lines, "", *note])


def label_text(result: LabelResult, language: Lang) -> str:
    """The type now, who decided it, and the stars that follow."""
    lines = [
        say(
            "labelled",
            language,
            type=type_name(result.training_type, language),
            source=words_of(TYPE_SOURCES[result.type_source], language),
        )
    ]
    if result.session_stars is not None:
        rating = words_of(PAGE["session_stars_part"], language)
        lines.append(f"{rating} {star_text(result.session_stars)}")
    if result.type_source == "user":
        lines += wrapped(say("labelled_keep", language, activity_id=result.activity_id))
    return "\n".join(lines)


def understood_text(result: UnderstoodRuns, language: Lang) -> str:
    """How many runs, and how many of each type, the most frequent first."""
    if not result.analysed:
        return "\n".join(wrapped(say("analysed_none", language)))
    counted = sorted(result.by_type.items(), key=lambda pair: -pair[1])
    rows = [(type_name(kind, language), str(n)) for kind, n in counted]
    table = fitted_table(rows, heading=False, indent="  ", right=frozenset({1}))
    return "\n".join([say("analysed", language, n=result.analysed), *table])
