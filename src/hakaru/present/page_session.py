"""A run as a session: type, stars, phases, and everything around them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import format_duration
from hakaru.present.athlete import ask_text, athlete_rows
from hakaru.present.document import (
    Block,
    Document,
    Fact,
    Facts,
    Items,
    Part,
    Row,
    Stars,
    Table,
    Text,
    document,
    paragraphs,
)
from hakaru.present.figures import (
    NO_VALUE,
    TOTALS,
    clock_text,
    cut_off_text,
    day_text,
    distance_figure,
    distance_text,
    fragment_text,
    pace_figure,
    pace_text,
    unit_text,
)
from hakaru.present.names import LOAD_BASES, LOAD_CLASSES, TYPE_SOURCES
from hakaru.present.page_metrics import context_parts, interval_parts, matrix_part
from hakaru.present.page_overview import environment, lost_stars, phases, session_stars
from hakaru.present.session import (
    evidence_line,
    relabel_text,
    role_text,
    structure_text,
    type_name,
    type_text,
)
from hakaru.running.athlete.known import wanted
from hakaru.running.intensity import load_class
from hakaru.running.verdict import star_text
from hakaru.running.wording import fixed, value_text

if TYPE_CHECKING:
    from hakaru.flows.evaluate import LabelResult, UnderstoodRuns
    from hakaru.flows.session import IntervalResult, SessionResult
    from hakaru.running.report import SessionReport
    from hakaru.running.session.model import SegmentFigures, SessionAnalysis, SessionSummary


def session_document(result: SessionResult, lang: Lang) -> Document:
    """Type, totals, stars and what cost them, phases with their criteria, load; with `report`
    everything around them."""
    analysis, summary = result.analysis, result.analysis.summary
    head = Part(title=_title(analysis, lang), blocks=_head(analysis, lang))
    last = Part(
        blocks=paragraphs(
            _ask(analysis, lang),
            "" if analysis.verdict.source == "user" else relabel_text(summary, lang),
        )
    )
    parts = (head, *phases(analysis, lang), _load_part(summary, lang), last)
    if result.report is not None:
        return Document(parts=(*parts, *_detail(result.report, lang)))
    reps = say(
        "Repetition by repetition: `hakaru intervals {activity_id}`.",
        lang,
        activity_id=summary.activity_id,
    )
    more = say(
        "More: `hakaru session {activity_id} --detail` (segments, "
        "physiology, conditions), `hakaru similar {activity_id}` "
        "(similar runs).",
        lang,
        activity_id=summary.activity_id,
    )
    return Document(
        parts=(*parts, Part(blocks=paragraphs(reps if summary.n_reps > 1 else "", more)))
    )


def _title(analysis: SessionAnalysis, lang: Lang) -> str:
    day = day_text(analysis.summary.activity_date, lang)
    return f"{day}  {type_text(analysis.verdict, lang)}"


def _head(analysis: SessionAnalysis, lang: Lang) -> tuple[Block, ...]:
    structure = f"{say('Structure', lang)}: {structure_text(analysis.summary, lang)}"
    lost = lost_stars(analysis.rating, lang, every=True)
    return (
        *paragraphs(totals_line(analysis.summary, lang), cut_off_text(analysis.summary, lang)),
        *paragraphs(fragment_text(lang) if analysis.summary.is_fragment else ""),
        session_stars(analysis.rating, lang),
        *((Items(items=lost),) if lost else ()),
        *paragraphs(evidence_line(analysis.verdict, lang), structure),
    )


def totals_line(summary: SessionSummary, lang: Lang) -> str:
    """'15.02 km · 2:12:42 · 8:50/km · 126 bpm · 229 W'; '' where nothing is known.

    The time from start to end stands behind where it differs from the timer's, and whose totals
    they are where they are not the watch's.
    """
    texts = [
        None if summary.distance_m is None else distance_text(summary.distance_m, lang),
        None if summary.timer_s is None else format_duration(summary.timer_s),
        pace_text(summary.speed_mps, lang) if summary.speed_mps else None,
        None if summary.heart_rate_bpm is None else unit_text(summary.heart_rate_bpm, "bpm"),
        None if summary.power_w is None else unit_text(summary.power_w, "W"),
        _elapsed(summary, lang),
    ]
    line = " · ".join(text for text in texts if text is not None)
    if line and summary.totals_basis not in (None, "watch"):
        line += f" ({say(TOTALS[summary.totals_basis], lang)})"
    return line


def _elapsed(summary: SessionSummary, lang: Lang) -> str | None:
    if summary.elapsed_s is None or summary.timer_s is None:
        return None
    elapsed = format_duration(summary.elapsed_s)
    if elapsed == format_duration(summary.timer_s):
        return None
    return f"{say('Elapsed', lang)} {elapsed}"


def _load_part(summary: SessionSummary, lang: Lang) -> Part:
    """The load of one run, where it is known."""
    score, basis = summary.training_load_score, summary.load_basis
    if score is None or basis is None:
        return Part()
    value = say(
        "{value} ({klass}, {basis})",
        lang,
        value=fixed(score, 0),
        klass=say(LOAD_CLASSES[load_class(score)], lang),
        basis=say(LOAD_BASES[basis], lang),
    )
    return Part(blocks=(Facts(facts=(Fact(label=say("Load score", lang), value=value),)),))


def _ask(analysis: SessionAnalysis, lang: Lang) -> str:
    """What to state first, where a target had to be a general figure for want of it."""
    asked = wanted(analysis.athlete)
    if not asked or not any(criterion.basis == "default" for criterion in analysis.rating.criteria):
        return ""
    return ask_text(asked[0], analysis.athlete.known.get(asked[0]), lang=lang)


def _detail(report: SessionReport, lang: Lang) -> tuple[Part, ...]:
    """Segments, repetitions, zones, physiology, conditions, load, and the figures used."""
    intervals, athlete = report.intervals, report.analysis.athlete
    reps: tuple[Part, ...] = ()
    if intervals is not None:
        reps = (
            matrix_part(intervals, report.rep_form, athlete, lang),
            *interval_parts(intervals, report.rep_form, lang),
        )
    conditions, *others = environment(report, lang)
    segments = segment_table(report.figures, lang)
    figures = athlete_rows(athlete, lang)
    return (
        Part(title=say("Structure", lang), blocks=(segments,) if segments.rows else ()),
        *reps,
        *context_parts(report, lang),
        replace(conditions, title=say(in_context("environment", "Conditions"), lang)),
        *others,
        Part(
            title=say("Your figures that were used", lang),
            blocks=(Facts(facts=figures),) if figures else (),
        ),
    )


def segment_table(figures: tuple[SegmentFigures, ...], lang: Lang) -> Table:
    """One line per segment."""
    heads = (
        N_("Part"),
        N_("When"),
        N_("{length_unit}"),
        N_("Time"),
        N_("/{length_unit}\nrunning"),
        N_("bpm"),
        N_("Power"),
        N_("GCT"),
    )
    return Table(
        name="segments",
        columns=tuple(say(title, lang) for title in heads),
        rows=tuple(Row(cells=_segment(figure, lang)) for figure in figures),
    ).measured()


def _segment(segment: SegmentFigures, lang: Lang) -> tuple[str, ...]:
    name, says_form = role_text(segment.role, lang), segment.says_form
    speed_mps = segment.stretch_speed_mps
    return (
        name if segment.rep_index is None else f"{name} {segment.rep_index}",
        f"{clock_text(segment.start_elapsed_s)}-{clock_text(segment.end_elapsed_s)}",
        distance_figure(segment.distance_m, lang),
        format_duration(segment.duration_s),
        pace_figure(speed_mps, lang),
        NO_VALUE if segment.heart_rate_bpm is None else fixed(segment.heart_rate_bpm, 0),
        NO_VALUE if segment.power_w is None or not says_form else unit_text(segment.power_w, "W"),
        NO_VALUE if segment.gct_ms is None or not says_form else value_text("gct", segment.gct_ms),
    )


def intervals_document(result: IntervalResult, lang: Lang) -> Document:
    """One line per repetition, then what they show together."""
    day = day_text(result.day, lang)
    if result.intervals is None:
        none = say(
            "The run of {day} has fewer than two fast repetitions; `hakaru "
            "session {activity_id}` shows what it is made of.",
            lang,
            day=day,
            activity_id=result.activity_id,
        )
        return document(Text(text=none))
    matrix = matrix_part(result.intervals, result.rep_form, None, lang)
    note = say("The columns stand side by side; they are not averaged into one score.", lang)
    return Document(
        parts=(
            replace(matrix, title=say("{day}  repetition by repetition", lang, day=day)),
            *interval_parts(result.intervals, result.rep_form, lang),
            Part(blocks=(Text(text=note, soft=True),)),
        )
    )


def label_document(result: LabelResult, lang: Lang) -> Document:
    """The type now, who decided it, and the stars that follow."""
    kind = say(
        "Kind of training: {type} ({source})",
        lang,
        type=type_name(result.training_type, lang),
        source=say(TYPE_SOURCES[result.type_source], lang),
    )
    blocks: list[Block] = [Text(text=kind)]
    if result.session_stars is not None:
        blocks.append(
            Stars(
                label=say("Session rating", lang),
                stars=star_text(result.session_stars),
                stars_label=say("{n} of 5 stars", lang, n=result.session_stars),
            )
        )
    if result.type_source == "user":
        holds = say(
            "This holds through new ingests and analyses; `hakaru label {activity_id} auto` "
            "undoes it.",
            lang,
            activity_id=result.activity_id,
        )
        blocks.append(Text(text=holds))
    return document(*blocks)


def understood_document(result: UnderstoodRuns, lang: Lang) -> Document:
    """How many runs, and how many of each type, the most frequent first."""
    if not result.analysed:
        none = say(
            "There is no run to analyse: `hakaru ingest FOLDER` reads your recordings.", lang
        )
        return document(Text(text=none))
    counted = sorted(result.by_type.items(), key=lambda pair: -pair[1])
    facts = tuple(Fact(label=type_name(kind, lang), value=str(n)) for kind, n in counted)
    head = Text(text=say("Runs analysed: {n}.", lang, n=result.analysed))
    return document(head, Facts(facts=facts))
