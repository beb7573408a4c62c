"""What else is there to read about a session in a terminal: its parts, heart, body, conditions?"""

from __future__ import annotations

from itertools import pairwise

from hakaru.core.units import format_duration
from hakaru.render.athlete_text import athlete_rows
from hakaru.render.columns import fact_lines, fitted_table, wrapped
from hakaru.render.load_text import load_note_texts, load_rows
from hakaru.render.numbers import NO_VALUE, clock_text, km_text, pace_text, share_text, unit_text
from hakaru.render.page_plan import environment
from hakaru.render.physiology_text import physiology_rows
from hakaru.render.session_text import no_zones_text, role_text
from hakaru.render.terminal_blocks import part_lines
from hakaru.render.terminal_reps import interval_lines
from hakaru.render.words import say
from hakaru.render.words_page import PAGE
from hakaru.render.words_session import SESSION
from hakaru.render.words_terminal import head
from hakaru.running.athlete.known import ZoneSeconds
from hakaru.running.athlete.model import HeartRateZones
from hakaru.running.report import SessionReport
from hakaru.running.session.model import SegmentFigures
from hakaru.running.wording import Lang, fixed, value_text


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
        say(SESSION["zone_between"], lang, low=fixed(low, 0), high=unit_text(high, "bpm"))
        for low, high in pairwise(zones.low_bpm)
    ]
    spans.append(say(SESSION["zone_from"], lang, low=unit_text(zones.low_bpm[-1], "bpm")))
    rows = [[f"Zone {number}", span] for number, span in enumerate(spans, start=1)]
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
        return wrapped(say(PAGE["no_load"], lang))
    has_load = report.load.training_load_score is not None
    notes = load_note_texts(report.load.notes, lang)
    return [
        *([] if has_load else wrapped(say(PAGE["no_load"], lang))),
        *fact_lines(load_rows(report.load, lang)),
        *[line for note in notes for line in wrapped(note, first="! ")],
    ]
