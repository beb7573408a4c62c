"""A run as a session in a terminal, with its parts and repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, in_context, say
from hakaru.core.units import format_duration
from hakaru.present.athlete import ask_text, athlete_rows
from hakaru.present.figures import (
    NO_VALUE,
    clock_text,
    day_text,
    km_text,
    pace_text,
    pct_text,
    percent_text,
    share_text,
    unit_text,
)
from hakaru.present.page_overview import environment
from hakaru.present.physiology import interval_rows, physiology_rows, rep_form_texts
from hakaru.present.session import (
    criterion_name,
    criterion_value,
    deduction_texts,
    evidence_line,
    met_text,
    no_zones_text,
    phase_line,
    phase_name,
    role_text,
    stars_text,
    structure_text,
    target_text,
    type_text,
)
from hakaru.present.terminal import fact_lines, fitted_table, part_lines, wrapped
from hakaru.present.training import load_note_texts, load_rows
from hakaru.present.words import PAGE, word
from hakaru.present.words_session import MISSING, OUTCOMES, SESSION
from hakaru.present.words_terminal import head
from hakaru.present.words_training import LOAD_BASES, LOAD_CLASSES
from hakaru.running.athlete.known import ZoneSeconds, wanted
from hakaru.running.intensity import load_class
from hakaru.running.wording import fixed, value_text

if TYPE_CHECKING:
    from hakaru.running.athlete.model import HeartRateZones
    from hakaru.running.report import RepForm, SessionReport
    from hakaru.running.session.analyse import SessionAnalysis
    from hakaru.running.session.intervals import IntervalFigures, Rep
    from hakaru.running.session.model import (
        Criterion,
        Phase,
        SegmentFigures,
        SessionRating,
        SessionSummary,
    )

_HEADS = (
    "rep",
    "km",
    "time",
    "pace",
    "power",
    "step",
    "heart_rate_end",
    "gct",
    "gct_own",
    "rest",
    "left",
)


def interval_lines(
    intervals: IntervalFigures, lang: Lang, *, rep_form: RepForm | None = None
) -> list[str]:
    """The table of repetitions, their figures together, and whether form held."""
    lines = [*rep_lines(intervals, lang, rep_form=rep_form), ""]
    lines += fact_lines(interval_rows(intervals, lang))
    if rep_form is not None:
        lines.append("")
        for at, text in enumerate(rep_form_texts(rep_form, lang, reps=intervals.reps)):
            lines += wrapped(text, first="- " if at else "")
    return lines


def rep_lines(
    intervals: IntervalFigures, lang: Lang, *, rep_form: RepForm | None = None
) -> list[str]:
    """One line per repetition; columns that none of them carries are left out."""
    own = {
        delta.rep_index: percent_text(delta.delta_frac)
        for across in (() if rep_form is None else rep_form.metrics)
        if across.metric == "gct"
        for delta in across.deltas
    }
    rows = [_rep(rep, own.get(rep.rep_index, NO_VALUE)) for rep in intervals.reps]
    shown_columns = [at for at in range(len(_HEADS)) if any(row[at] != NO_VALUE for row in rows)]
    table = [tuple(head(key, lang) for key in _HEADS), *rows]
    return fitted_table(
        [[row[at] for at in shown_columns] for row in table],
        right=frozenset(range(1, len(shown_columns))),
    )


def _rep(rep: Rep, own: str) -> tuple[str, ...]:
    left_pct = rep.heart_rate_retention_pct
    return (
        f"W{rep.rep_index}",
        km_text(rep.distance_m),
        format_duration(rep.duration_s),
        pace_text(rep.speed_mps) if rep.speed_mps else NO_VALUE,
        NO_VALUE if rep.power_w is None else unit_text(rep.power_w, "W"),
        NO_VALUE if rep.step_length_cm is None else unit_text(rep.step_length_cm, "cm"),
        NO_VALUE if rep.heart_rate_end_bpm is None else unit_text(rep.heart_rate_end_bpm, "bpm"),
        NO_VALUE if rep.gct_ms is None else value_text("gct", rep.gct_ms),
        own,
        NO_VALUE if rep.recovery is None else format_duration(rep.recovery.duration_s),
        NO_VALUE if left_pct is None else pct_text(left_pct),
    )


def detail_lines(report: SessionReport, lang: Lang) -> list[str]:
    """Segments, repetitions, zones, physiology, conditions, load, and the figures used."""
    parts: list[tuple[str, list[str]]] = [
        ("structure", segment_lines(report.figures, lang)),
        ("zones_part", _zones(report, lang)),
        ("physiology_part", _physiology(report, lang)),
        ("environment", part_lines(environment(report, lang))),
        ("load_part", _load(report, lang)),
        ("athlete_part", fact_lines(athlete_rows(report.analysis.athlete, lang))),
    ]
    if report.intervals is not None:
        reps = interval_lines(report.intervals, lang, rep_form=report.rep_form)
        parts.insert(1, ("interval_part", reps))
    lines: list[str] = []
    for key, body in parts:
        table = SESSION if key == "structure" else PAGE
        lines += ["", f"## {say(table[key], lang)}", *body] if body else []
    return lines


def segment_lines(figures: tuple[SegmentFigures, ...], lang: Lang) -> list[str]:
    """One line per segment; columns that no segment carries are left out."""
    heads = ("part", "span", "km", "time", "pace", "heart_rate", "power", "gct")
    rows = [_segment(figure, lang) for figure in figures]
    shown_columns = [at for at in range(len(heads)) if any(row[at] != NO_VALUE for row in rows)]
    if not rows:
        return []
    table = [tuple(head(key, lang) for key in heads), *rows]
    return fitted_table(
        [[row[at] for at in shown_columns] for row in table],
        right=frozenset(range(1, len(shown_columns))),
    )


def zone_lines(
    zones: HeartRateZones, lang: Lang, *, zone_s: ZoneSeconds | None = None
) -> list[str]:
    """The five zones, and the time in each where it is known."""
    spans = [
        say("{low}–{high}", lang, low=fixed(low, 0), high=unit_text(high, "bpm"))
        for low, high in pairwise(zones.low_bpm)
    ]
    spans.append(say("from {low}", lang, low=unit_text(zones.low_bpm[-1], "bpm")))
    rows = [
        [say("Zone {n}", lang, n=str(number)), span] for number, span in enumerate(spans, start=1)
    ]
    if zone_s is not None and sum(zone_s) > 0.0:
        for row, seconds in zip(rows, zone_s, strict=True):
            row += [format_duration(seconds), share_text(seconds / sum(zone_s))]
    basis = say(SESSION[f"zones_{zones.basis}"], lang)
    return [
        *fitted_table(rows, heading=False, indent="  ", right=frozenset({1, 2, 3})),
        *wrapped(basis, first="  "),
    ]


def _segment(segment: SegmentFigures, lang: Lang) -> tuple[str, ...]:
    name, says_form = role_text(segment.role, lang), segment.says_form
    speed_mps = segment.stretch_speed_mps
    return (
        name if segment.rep_index is None else f"{name} {segment.rep_index}",
        f"{clock_text(segment.start_elapsed_s)}-{clock_text(segment.end_elapsed_s)}",
        km_text(segment.distance_m),
        format_duration(segment.duration_s),
        pace_text(speed_mps) if speed_mps else NO_VALUE,
        NO_VALUE if segment.heart_rate_bpm is None else fixed(segment.heart_rate_bpm, 0),
        NO_VALUE if segment.power_w is None or not says_form else unit_text(segment.power_w, "W"),
        NO_VALUE if segment.gct_ms is None or not says_form else value_text("gct", segment.gct_ms),
    )


def _zones(report: SessionReport, lang: Lang) -> list[str]:
    if report.zones is None or report.zone_s is None:
        return wrapped(no_zones_text(report, lang))
    return zone_lines(report.zones, lang, zone_s=report.zone_s)


def _physiology(report: SessionReport, lang: Lang) -> list[str]:
    if report.physiology is None:
        return []
    return fact_lines(physiology_rows(report.physiology, lang))


def _load(report: SessionReport, lang: Lang) -> list[str]:
    if report.load is None:
        return wrapped(say("No load can be computed for this run.", lang))
    has_load = report.load.training_load_score is not None
    notes = load_note_texts(report.load.notes, lang)
    return [
        *([] if has_load else wrapped(say("No load can be computed for this run.", lang))),
        *fact_lines(load_rows(report.load, lang)),
        *[line for note in notes for line in wrapped(note, first="! ")],
    ]


def totals_line(summary: SessionSummary, lang: Lang) -> str:
    """'15.02 km · 2:12:42 · 8:50/km · 126 bpm · 229 W'; '' where nothing is known.

    The time from start to end stands behind where it differs from the timer's, and whose totals
    they are where they are not the watch's.
    """
    texts = [
        None if summary.distance_m is None else f"{km_text(summary.distance_m)} km",
        None if summary.timer_s is None else format_duration(summary.timer_s),
        f"{pace_text(summary.speed_mps)}/km" if summary.speed_mps else None,
        None if summary.heart_rate_bpm is None else unit_text(summary.heart_rate_bpm, "bpm"),
        None if summary.power_w is None else unit_text(summary.power_w, "W"),
        _elapsed(summary, lang),
    ]
    line = " · ".join(text for text in texts if text is not None)
    if line and summary.totals_basis not in (None, "watch"):
        line += f" ({word(f'totals_{summary.totals_basis}', lang)})"
    return line


def _elapsed(summary: SessionSummary, lang: Lang) -> str | None:
    if summary.elapsed_s is None or summary.timer_s is None:
        return None
    elapsed = format_duration(summary.elapsed_s)
    if elapsed == format_duration(summary.timer_s):
        return None
    return f"{say('Elapsed', lang)} {elapsed}"


_LOST_MOST = 4
"""Stars that can be lost: one is the least there is."""


def session_lines(analysis: SessionAnalysis, lang: Lang) -> list[str]:
    """Type, totals, stars and what cost them, why this type, phases with their criteria, load."""
    summary, verdict = analysis.summary, analysis.verdict
    structure = f"{say('Structure', lang)}: {structure_text(summary, lang)}"
    why, totals = evidence_line(verdict, lang), totals_line(summary, lang)
    relabel = (
        []
        if verdict.source == "user"
        else ["", *wrapped(say("If it is wrong, correct it: `hakaru label`.", lang))]
    )
    return [
        *wrapped(f"{day_text(summary.activity_date, lang)}  {type_text(verdict, lang)}"),
        *(wrapped(totals) if totals else ()),
        *rating_lines(analysis.rating, lang),
        *(wrapped(why) if why else ()),
        *wrapped(structure),
        "",
        *phase_lines(analysis.rating, lang),
        *load_lines(summary, lang),
        *_ask(analysis, lang),
        *relabel,
    ]


def rating_lines(rating: SessionRating, lang: Lang) -> list[str]:
    """Stars and a line for each reason that cost some."""
    stars = stars_text(rating, lang)
    if rating.stars is None:
        return wrapped(stars)
    met = met_text(rating, lang)
    lines = [f"{say('Session rating', lang)} {stars}" + (f"  {met}" if met else "")]
    for text in deduction_texts(rating, lang):
        lines += wrapped(text, first="  ", rest="    ")
    if not rating.deductions:
        lines.append(f"  {say(in_context('all met', 'No star was lost.'), lang)}")
    if sum(deduction.stars for deduction in rating.deductions) > _LOST_MOST:
        lines.append(f"  {say('One star is the least there is.', lang)}")
    return lines


def phase_lines(rating: SessionRating, lang: Lang) -> list[str]:
    """Each phase with its criteria, marked met, not met or unknown."""
    if not rating.phases:
        return wrapped(say("Nothing was recorded to tell phases from.", lang))
    rows: list[Sequence[str]] = []
    for phase in rating.phases:
        rows.append((_phase(phase, rating, lang),))
        rows += [
            _criterion(criterion, lang)
            for criterion in phase.criteria
            if _is_told(criterion, phase)
        ]
    lines = fitted_table(rows, heading=False, indent="  ", right=frozenset({0, 2}))
    every = [
        criterion
        for phase in rating.phases
        for criterion in phase.criteria
        if _is_told(criterion, phase)
    ]
    if any(criterion.outcome == "shown" for criterion in every):
        lines += wrapped(
            say("Lines with · are for reference: no star rests on them.", lang), first="  "
        )
    if any(criterion.basis == "default" for criterion in every):
        basis = say("general figure (yours is not known)", lang)
        lines += wrapped(say("* {basis}", lang, basis=basis), first="  ")
    return lines


def load_lines(summary: SessionSummary, lang: Lang) -> list[str]:
    """The load of one run, where it is known."""
    score, basis = summary.training_load_score, summary.load_basis
    if score is None or basis is None:
        return []
    value = say(
        "{value} ({klass}, {basis})",
        lang,
        value=fixed(score, 0),
        klass=say(LOAD_CLASSES[load_class(score)], lang),
        basis=say(LOAD_BASES[basis], lang),
    )
    return ["", f"{say('Load score', lang)}: {value}"]


def _is_told(criterion: Criterion, phase: Phase) -> bool:
    """The line of the phase itself says whether it was there."""
    return phase.present and criterion.name != "present"


def _phase(phase: Phase, rating: SessionRating, lang: Lang) -> str:
    """'Warm-up  required, 2.40 km, 0:00–14:00'."""
    name = phase_name(phase, rating.training_type, lang=lang)
    return f"{name}  {phase_line(phase, lang)}"


def _mark(criterion: Criterion, lang: Lang) -> str:
    """'✓', '·' for what is only shown."""
    return say(OUTCOMES[criterion.outcome], lang).partition(" ")[0]


def _criterion(criterion: Criterion, lang: Lang) -> tuple[str, ...]:
    name, target = criterion_name(criterion, lang), target_text(criterion, lang)
    missing = criterion.missing
    if criterion.outcome == "cannot_tell" and missing is not None and missing in MISSING:
        return (_mark(criterion, lang), name, NO_VALUE, say(MISSING[missing], lang))
    if criterion.basis == "default" and target != NO_VALUE:
        target = f"{target} *"
    target = "" if target == NO_VALUE else target
    return (_mark(criterion, lang), name, criterion_value(criterion, lang), target)


def _ask(analysis: SessionAnalysis, lang: Lang) -> list[str]:
    """What to state first, where a target had to be a general figure for want of it."""
    rated = [criterion for phase in analysis.rating.phases for criterion in phase.criteria]
    asked = wanted(analysis.athlete)
    if not asked or not any(criterion.basis == "default" for criterion in rated):
        return []
    known_value = analysis.athlete.known.get(asked[0])
    return ["", *wrapped(ask_text(asked[0], known_value, lang=lang))]
