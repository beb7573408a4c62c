"""Some runs side by side: as a whole and stretch by stretch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, length_unit, say
from hakaru.core.quantity import seconds_per
from hakaru.core.units import METRES_PER_KM, format_duration
from hakaru.present.document import Document, Part, Row, Table, paragraphs
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    distance_figure,
    distance_text,
    pace_s_figure,
    pace_text,
    signed,
    unit_text,
)
from hakaru.present.history import run_address, short_type
from hakaru.present.rows import sensor_text
from hakaru.present.session import joined_text
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import brief_label, fixed

if TYPE_CHECKING:
    from hakaru.flows.similar import CompareResult
    from hakaru.running.segment import Cell, CellColumn, ComparedRun, SideBySide


_DECIMALS = {"vo_cm": 1, "vr_pct": 1}


def heads_table(beside: SideBySide, lang: Lang) -> Table:
    """The runs as a whole, each with the letter it goes by."""
    metrics = [metric for metric in METRICS if any(metric in run.form_z for run in beside.runs)]
    keys = (
        N_("Run"),
        N_("Day"),
        N_("Kind"),
        N_("Distance"),
        N_("Time"),
        N_("Pace"),
        N_("Heart rate"),
    )
    form = (say("{metric} (SD)", lang, metric=_metric_name(metric, lang)) for metric in metrics)
    return Table(
        name="compared",
        columns=(*(say(title, lang) for title in keys), *form),
        rows=tuple(
            Row(
                cells=(
                    letter,
                    *_head_cells(run, lang),
                    *(
                        signed(run.form_z[metric], 1) if metric in run.form_z else NO_VALUE
                        for metric in metrics
                    ),
                ),
                address=run_address(run.figures.activity_id),
            )
            for letter, run in zip(ascii_uppercase, beside.runs, strict=False)
        ),
        left=frozenset({1, 2}),
        link_column=1,
    )


def alignment_text(beside: SideBySide, lang: Lang) -> str:
    """How the runs are cut into stretches."""
    if beside.step_m is None:
        return say(
            N_("Lap by lap") if beside.alignment == "lap" else N_("Repetition by repetition"), lang
        )
    return say("Every {km} km", lang, km=f"{beside.step_m / METRES_PER_KM:g}")


def stretch_tables(beside: SideBySide, lang: Lang) -> tuple[tuple[str, Table], ...]:
    """What was measured, each with its title and a table: a line per stretch, a column per run, and
    the difference where there are two."""
    return tuple(
        (column_name(column, lang), _stretch_table(beside, column, lang))
        for column in beside.columns
    )


_COLUMNS: Mapping[str, str] = {
    "pace_s_per_km": N_("Pace (/{length_unit})"),
    "heart_rate_bpm": N_("Heart rate (bpm)"),
    "cadence_spm": N_("Cadence (spm)"),
    "gct_ms": N_("Contact time (ms)"),
    "vo_cm": N_("Vertical oscillation (cm)"),
    "vr_pct": N_("Vertical ratio (%)"),
}
_STRETCHES: Mapping[str, str] = {
    "distance": N_("{length_unit}"),
    "lap": N_("Lap"),
    "rep": N_("Rep"),
}


def column_name(column: CellColumn, lang: Lang) -> str:
    """What is compared, with its unit."""
    return say(_COLUMNS[column], lang)


def _stretch_table(beside: SideBySide, column: CellColumn, lang: Lang) -> Table:
    letters = ascii_uppercase[: len(beside.runs)]
    two = len(letters) == 2
    difference = (say("{a} − {b}", lang, a=letters[1], b=letters[0]),) if two else ()
    rows = []
    for at in range(beside.n_stretches):
        cells = [run.cells[at] if at < len(run.cells) else None for run in beside.runs]
        values = [None if cell is None else cell.value(column) for cell in cells]
        texts = [*(_value_text(value, column, lang) for value in values)]
        if two:
            texts.append(_difference_text(values, column, lang))
        rows.append(Row(cells=(_stretch_name(beside, at, cells, lang), *texts)))
    return Table(
        name=column,
        columns=(say(_STRETCHES[beside.alignment], lang), *letters, *difference),
        rows=tuple(rows),
    )


def _stretch_name(beside: SideBySide, at: int, cells: Sequence[Cell | None], lang: Lang) -> str:
    """Where a stretch ends, or the number of the lap or repetition."""
    if beside.step_m is None:
        return str(at + 1)
    end_m = beside.step_m * (at + 1)
    longest_m = max((cell.distance_m for cell in cells if cell is not None), default=0.0)
    if longest_m < 0.999 * beside.step_m:
        return distance_figure(beside.step_m * at + longest_m, lang)
    if length_unit(lang) != "km":
        return distance_figure(end_m, lang)
    return f"{end_m / METRES_PER_KM:g}"


def _metric_name(metric: MetricName, lang: Lang) -> str:
    """Short, for the head of a column."""
    return METRICS[metric].words.abbreviation or brief_label(metric, lang)


def _head_cells(run: ComparedRun, lang: Lang) -> tuple[str, ...]:
    figures = run.figures
    return (
        day_text(figures.day, lang),
        short_type(figures.training_type, lang) or NO_VALUE,
        distance_text(figures.distance_m, lang),
        NO_VALUE if figures.time_s is None else format_duration(figures.time_s),
        pace_text(figures.speed_mps, lang),
        NO_VALUE if figures.heart_rate_bpm is None else unit_text(figures.heart_rate_bpm, "bpm"),
    )


def _value_text(value: float | None, column: CellColumn, lang: Lang) -> str:
    if value is None:
        return NO_VALUE
    if column == "pace_s_per_km":
        return pace_s_figure(value, lang)
    return fixed(value, _DECIMALS.get(column, 0))


def _difference_text(values: Sequence[float | None], column: CellColumn, lang: Lang) -> str:
    """Of the figures as they are shown, so that a reader who subtracts gets the same."""
    first, second = values
    if first is None or second is None:
        return NO_VALUE
    if column == "pace_s_per_km":
        first_s, second_s = (seconds_per(length_unit(lang), pace) for pace in (first, second))
        return f"{signed(round(second_s) - round(first_s), 0)} s"
    decimals = _DECIMALS.get(column, 0)
    return signed(round(second, decimals) - round(first, decimals), decimals)


def compare_document(result: CompareResult, lang: Lang) -> Document:
    """The runs as a whole, then a table per figure with a line per stretch."""
    beside = result.beside
    tables = stretch_tables(beside, lang)
    return Document(
        parts=(
            Part(blocks=(heads_table(beside, lang),)),
            *([Part(title=alignment_text(beside, lang))] if tables else []),
            *(Part(title=title, blocks=(table,)) for title, table in tables),
            Part(blocks=paragraphs(*compare_notes(beside, lang))),
        )
    )


def compare_notes(beside: SideBySide, lang: Lang) -> tuple[str, ...]:
    """What the figures are."""
    of_what = N_("Figures of a whole run are the watch's; those of a stretch are while running.")
    none = N_("These runs have nothing to compare stretch by stretch.")
    notes = [say(of_what if beside.columns else none, lang)]
    if any(run.form_z for run in beside.runs):
        notes.append(
            say(
                "SD: the deviation from your usual at that pace, in your own standard deviations.",
                lang,
            )
        )
    sensors = dict.fromkeys(run.sensor_group for run in beside.runs if run.sensor_group)
    if len(sensors) > 1:
        notes.append(
            say(
                "Form was measured by different sensors, whose figures differ by themselves: "
                "{sensors}. Compare form among runs of one sensor.",
                lang,
                sensors=joined_text(
                    [_measured_by(beside, sensor, lang) for sensor in sensors], lang
                ),
            )
        )
    return tuple(notes)


def _measured_by(beside: SideBySide, sensor_group: str, lang: Lang) -> str:
    """'Stryd pod (A, B)'."""
    letters = [
        letter
        for letter, run in zip(ascii_uppercase, beside.runs, strict=False)
        if run.sensor_group == sensor_group
    ]
    return f"{sensor_text(sensor_group, lang)} ({', '.join(letters)})"
