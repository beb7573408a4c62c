"""Verdicts, runs, baselines and tables in a terminal: plain text within its width."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, say
from hakaru.core.units import format_duration, format_pace
from hakaru.guard.cleaning import clean
from hakaru.present.changes import verdict_notes
from hakaru.present.document import (
    Block,
    Document,
    Drawing,
    Fact,
    Facts,
    Items,
    OptionCard,
    Options,
    Part,
    Phases,
    Picture,
    Stars,
    Table,
    Text,
)
from hakaru.present.figures import (
    NO_VALUE,
    cut,
    day_text,
    km_text,
    pace_text,
    pad,
    percent_text,
    width_columns,
)
from hakaru.present.rows import (
    MetricRow,
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
    sensor_text,
)
from hakaru.present.words import word
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict import FormEvaluation, UnratedReason, star_text
from hakaru.running.verdict_text import aside_text, headline, unrated_text
from hakaru.running.wording import fixed, heading, label, value_text

if TYPE_CHECKING:
    from hakaru.running.baseline.model import Expectation, MetricBaseline
    from hakaru.running.report import HistoryPoints, MetricCurve
    from hakaru.running.sections.model import SectionName, ShownSection

TERMINAL_COLUMNS = 80
"""What a terminal shows on one line unless it was widened."""

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60"
_PIECES = re.compile(rf"`[^`]*`|[\u30a1-\u30fa\u30fc]+|[{_WIDE}]|\s+|[^\s`{_WIDE}]+|`")
_NOT_FIRST = frozenset("、。，．・：；！？）」』】〜ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
_NOT_LAST = frozenset("（「『【")
_GAP = 2
_LABEL_COLUMNS = 40


def wrapped(
    text: str, *, first: str = "", rest: str | None = None, columns: int = TERMINAL_COLUMNS
) -> list[str]:
    """A sentence in lines: the first begins with `first`, the others with `rest` (None: as many
    spaces).

    Japanese may break anywhere but before closing and after opening punctuation and within a
    katakana word; what stands between backticks is typed, so it stays in one piece. A line break
    in the text is kept.
    """
    indent = " " * width_columns(first) if rest is None else rest
    lines: list[str] = []
    for part in text.split("\n"):
        line, is_empty = (indent if lines else first), True
        for space, chunk in _chunks(part):
            if not is_empty and width_columns(line + space + chunk) > columns:
                lines.append(line)
                line, is_empty = indent, True
            line += chunk if is_empty else space + chunk
            is_empty = False
        lines.append(line.rstrip())
    return lines


def fitted_table(
    rows: Sequence[Sequence[str]],
    *,
    right: frozenset[int] = frozenset(),
    heading: bool = True,
    indent: str = "",
    columns: int = TERMINAL_COLUMNS,
) -> list[str]:
    """Aligned lines; the widest cells continue on further lines until the table fits.

    `right` are right-aligned columns, `heading` says that the first row names them. A row of one
    cell runs across all columns, without the indent.
    """
    widths = _widths([row for row in rows if len(row) > 1], columns - width_columns(indent))
    lines: list[str] = []
    for at, row in enumerate(rows):
        is_head = heading and at == 0
        if len(row) == 1:
            lines += wrapped(row[0], columns=columns)
            continue
        lines += [indent + line for line in _row(row, widths, right=right, from_below=is_head)]
        if is_head:
            lines.append(indent + "-" * (sum(widths) + _GAP * (len(widths) - 1)))
    return lines


def fact_lines(facts: Sequence[Fact], *, indent: str = "") -> list[str]:
    """Names with their values in a column beside them."""
    if not facts:
        return []
    labels = [width_columns(fact.label) for fact in facts]
    room = min(_LABEL_COLUMNS, max(labels))
    lines = []
    for fact, width in zip(facts, labels, strict=True):
        start = indent + " " * (room + _GAP)
        label = indent + pad(fact.label, room) + " " * _GAP
        if width > room:
            lines.append(indent + fact.label)
            label = start
        lines += wrapped(fact.value, first=label, rest=start)
    return lines


def _row(
    row: Sequence[str], widths: Sequence[int], *, right: frozenset[int], from_below: bool
) -> list[str]:
    cells = [wrapped(cell, columns=width) for cell, width in zip(row, widths, strict=True)]
    height = max(len(cell) for cell in cells)
    for cell in cells:
        missing = [""] * (height - len(cell))
        cell[:] = missing + cell if from_below else cell + missing
    return [
        (" " * _GAP)
        .join(
            pad(part, width, right=at in right)
            for at, (part, width) in enumerate(zip(line, widths, strict=True))
        )
        .rstrip()
        for line in zip(*cells, strict=True)
    ]


def _widths(rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    """Natural widths, the widest made narrower until all fit (or nothing can be broken)."""
    cells = list(zip(*rows, strict=True))
    widths = [
        max(width_columns(line) for cell in column for line in cell.split("\n")) for column in cells
    ]
    least = [
        max((width_columns(chunk) for cell in column for _, chunk in _chunks(cell)), default=0)
        for column in cells
    ]
    while sum(widths) + _GAP * (len(widths) - 1) > columns:
        loose = [at for at, width in enumerate(widths) if width > least[at]]
        if not loose:
            break
        widths[max(loose, key=lambda at: widths[at])] -= 1
    return widths


def _chunks(text: str) -> list[tuple[str, str]]:
    """What may not be broken, each with the space before it."""
    chunks: list[tuple[str, str]] = []
    space = ""
    for piece in _PIECES.findall(text):
        if piece.isspace():
            space = piece
        elif chunks and not space and not _may_part(chunks[-1][1], piece):
            before, chunk = chunks[-1]
            chunks[-1] = (before, chunk + piece)
        else:
            chunks.append((space, piece))
            space = ""
    return chunks


def _may_part(before: str, after: str) -> bool:
    """Whether a line may end between two pieces without a space between them."""
    if after[0] in _NOT_FIRST or before[-1] in _NOT_LAST:
        return False
    return width_columns(before[-1]) == 2 or width_columns(after[0]) == 2


def document_text(document: Document) -> str:
    """A document: an empty line between its parts, headings on a line of their own."""
    texts = ["\n".join(part_lines([part])).lstrip("\n") for part in document.parts]
    return "\n\n".join(text for text in texts if text)


def part_lines(parts: Sequence[Part]) -> list[str]:
    """Parts below each other, their headings and tables apart from what stands above."""
    lines: list[str] = []
    for part in parts:
        if part.title:
            lines += ["", *wrapped(part.title)]
        blocks = part.blocks or ((Text(text=part.missing),) if part.missing else ())
        for before, block in zip((None, *blocks), blocks, strict=False):
            apart = isinstance(before, Table | Options | Picture) or (
                isinstance(block, Table | Options | Phases | Picture) and before is not None
            )
            lines += [*([""] if apart else []), *block_lines(block)]
    return lines


def block_lines(block: Block) -> list[str]:
    """One piece as lines; a drawing that has no text is left out."""
    lines: list[str] = []
    match block:
        case Text():
            lines = wrapped(block.text, first=block.mark)
        case Drawing():
            lines = list(block.lines)
        case Items():
            lines = [line for item in block.items for line in wrapped(item, first="- ")]
        case Facts():
            lines = fact_lines(block.facts)
        case Table():
            lines = table_lines(block)
        case Stars():
            texts = (block.label, block.stars, block.score)
            lines = wrapped(" ".join(text for text in texts if text))
        case Phases():
            lines = _phase_lines(block)
        case Options():
            cards = [("", *_option_lines(at, card)) for at, card in enumerate(block.cards, start=1)]
            lines = [line for card in cards for line in card][1:]
        case Picture() if block.text:
            lines = [*(wrapped(block.title) if block.title else ()), *wrapped(block.text)]
    return lines


def table_lines(table: Table) -> list[str]:
    """A table without its wide columns; its figures are right-aligned."""
    table = table.only([at for at in range(len(table.columns)) if at not in table.wide])
    rows = [table.columns, *(row.cells for row in table.rows)]
    figures = frozenset(at for at in range(1, len(table.columns)) if at not in table.left)
    return fitted_table(rows, right=figures)


def _option_lines(number: int, card: OptionCard) -> list[str]:
    title = [*wrapped(card.title, first=f"{number}. "), *wrapped(card.when, first="   ")]
    return [*title, *fact_lines(card.facts, indent="   ")]


def _phase_lines(block: Phases) -> list[str]:
    """Each phase with the marks of its criteria, and what the marks that are not plain mean."""
    rows: list[tuple[str, ...]] = []
    notes: dict[str, None] = {}
    for card in block.cards:
        rows.append((f"{card.title}  {card.line}",))
        for line in card.criteria:
            mark, _, meaning = line.result.partition(" ")
            general = line.general and line.target != NO_VALUE
            target = "" if line.target == NO_VALUE else line.target + (" *" if general else "")
            rows.append((mark, line.name, line.value, target))
            if not line.counts:
                notes[f"{mark} {meaning}: {card.aside}"] = None
            if general:
                notes[f"* {line.basis}"] = None
        if card.untold:
            rows.append((card.untold,))
    lines = fitted_table(rows, heading=False, indent="  ", right=frozenset({0, 2}))
    return [*lines, *(line for note in notes for line in wrapped(note, first="  "))]


SECTION_NAMES: Mapping[SectionName, str] = {
    "summary": N_("Summary"),
    "efficiency": N_("Form"),
    "split": N_("Splits"),
    "phase": N_("Phases"),
    "environment": N_("Conditions"),
}
"""In the order of reading."""


def section_lines(shown: Mapping[SectionName, ShownSection], lang: Lang) -> list[str]:
    """Each section under its name, a summary's proposals below it."""
    lines: list[str] = []
    for name, title in SECTION_NAMES.items():
        if name not in shown:
            continue
        text = shown[name].text
        lines += ["", say(title, lang), *wrapped(clean(text.text), first="  ", rest="  ")]
        for improvement in text.improvements:
            lines += wrapped(clean(improvement.text), first="  - ", rest="    ")
    return lines[1:]


_TITLE_COLUMNS = 32

BASELINE_HEADS = (
    "metric",
    "sensor",
    "version",
    "trained_on",
    "n_runs",
    "rmse",
    "half_width_90",
    "speeds",
    "basis",
)
"""What a list of versions tells of each, as words know it."""


@dataclass(frozen=True, kw_only=True)
class ActivityLine:
    """One run of a list, with the watch's totals. None: not recorded, or (`score`, `stars`) not
    judged."""

    activity_id: int
    day: date
    title: str | None
    distance_m: float | None
    timer_s: float | None
    speed_mps: float | None
    score: float | None
    stars: int | None
    unrated_reason: UnratedReason | None = None
    n_runs: int | None = None


def verdict_text(evaluation: FormEvaluation, *, title: str | None = None, lang: Lang = "ja") -> str:
    """The verdict of one run: what is furthest from usual, the rows, their sentences, notes."""
    rows = metric_rows(evaluation, lang)
    aside = aside_text(evaluation, lang)
    lines = [
        headline(evaluation, lang),
        *([aside] if aside else []),
        "",
        f"{day_text(evaluation.day, lang)}  {clean(title or '')}".rstrip(),
        f"{say('Form against your own usual', lang)} {heading_rating(evaluation, lang)}",
        "",
        _verdict_table(rows, lang),
        "",
        *[f"- {fact.value}" for fact in comment_facts(evaluation, lang)],
        *[f"{fact.label}: {fact.value}" for fact in judged_facts(evaluation, lang)],
        *[f"! {note}" for note in verdict_notes(evaluation, lang)],
    ]
    return "\n".join(lines)


def activities_text(lines: Sequence[ActivityLine], *, lang: Lang = "ja") -> str:
    """A list of runs, in the order given."""
    if not lines:
        return say("No runs are stored.", lang)
    keys = ("day", "activity", "distance", "timer", "pace", "run_title", "rating")
    cells = [
        (
            line.day.isoformat(),
            str(line.activity_id),
            NO_VALUE if line.distance_m is None else f"{km_text(line.distance_m)}km",
            NO_VALUE if line.timer_s is None else format_duration(line.timer_s),
            f"{pace_text(line.speed_mps)}/km" if line.speed_mps else NO_VALUE,
            cut(clean(line.title or ""), _TITLE_COLUMNS),
            _rating(line, lang),
        )
        for line in lines
    ]
    return table([tuple(word(key, lang) for key in keys), *cells], right={1, 2, 3, 4})


def baselines_text(baselines: Sequence[MetricBaseline], *, lang: Lang = "ja") -> str:
    """A list of baselines with what they rest on and how wide they are."""
    if not baselines:
        return say("No baselines yet: they are learned from the first run with form data.", lang)
    cells = [baseline_cells(line, lang) for line in baselines]
    heads = tuple(word(key, lang) for key in BASELINE_HEADS)
    return table([heads, *cells], right={2, 4, 5, 6, 7})


def baseline_cells(line: MetricBaseline, lang: Lang) -> tuple[str, ...]:
    """One version, a cell per entry of `BASELINE_HEADS`."""
    return (
        label(line.metric, lang),
        sensor_text(line.sensor_group, lang),
        NO_VALUE if line.version is None else str(line.version),
        line.trained_at.astimezone().date().isoformat(),
        say("{n} <n:run|runs>", lang, n=line.n_runs),
        _rmse(line),
        percent_text(line.half_widths[2]).removeprefix("+"),
        _speeds(line),
        word(f"basis_{line.basis}", lang),
    )


def too_far_text(metric: MetricName, lang: Lang = "ja") -> str:
    """That nothing can be said of a metric at a pace so far from the learned ones."""
    return say(
        "{metric}: too far from the speeds learned to say.", lang, metric=heading(metric, lang)
    )


def expectation_text(expectation: Expectation, pace_s_per_km: float, *, lang: Lang = "ja") -> str:
    """'At 4:30 you would show 219 ± 9 ms': half the 90 % interval, then what it rests on."""
    metric = expectation.metric
    row = METRICS[metric]
    low, high = expectation.intervals[2]
    sentence = say(
        "At {pace}/km you would show {value} ± {half} {unit} for "
        "{metric} (90% interval {low} to {high}).",
        lang,
        pace=format_pace(pace_s_per_km),
        metric=label(row.name, lang).lower(),
        value=value_text(metric, expectation.value, unit=False),
        half=fixed((high - low) / 2, row.decimals),
        unit=row.unit,
        low=value_text(metric, low, unit=False),
        high=value_text(metric, high, unit=False),
    )
    basis = say(
        "Basis: {basis} ({n} <n:run|runs>, {sensor}).",
        lang,
        basis=word(f"basis_{expectation.basis}", lang),
        n=expectation.n_runs,
        sensor=sensor_text(expectation.sensor_group, lang),
    )
    extended = (
        [say("This speed is outside what was learned: an extension.", lang)]
        if expectation.extrapolated
        else []
    )
    return ("" if lang == "ja" else " ").join([sentence, basis, *extended])


def curve_plot(
    curve: MetricCurve,
    points: HistoryPoints | None = None,
    *,
    size: tuple[int, int] = (64, 16),
    lang: Lang = "ja",
) -> str:
    """A small picture of a baseline in ASCII, faster to the right; `size` is columns x lines."""
    columns, lines = size
    speeds = np.linspace(curve.speed_mps[0], curve.speed_mps[-1], columns)
    low, high = (np.interp(speeds, curve.speed_mps, v) for v in (curve.low_90, curve.high_90))
    bottom, top = float(low.min()), float(high.max())

    def place(value: float) -> int:
        return round((top - value) / ((top - bottom) or 1.0) * (lines - 1))

    grid = [[" "] * columns for _ in range(lines)]
    expected = np.interp(speeds, curve.speed_mps, curve.expected)
    for column in range(columns):
        for row in range(place(high[column]), place(low[column]) + 1):
            grid[row][column] = "."
    for speed_mps, value, this in _marks(points):
        inside = speeds[0] <= speed_mps <= speeds[-1] and bottom <= value <= top
        column = int(np.argmin(np.abs(speeds - speed_mps)))
        if inside and grid[place(value)][column] != "@":
            grid[place(value)][column] = "@" if this else "o"
    for column in range(columns):
        cell = grid[place(expected[column])]
        cell[column] = cell[column] if cell[column] == "@" else "="
    return _framed(grid, curve, bounds=(bottom, top), lang=lang)


def table(rows: Sequence[Sequence[str]], *, right: set[int]) -> str:
    """Columns aligned by terminal width, the first row a heading; `right` are right-aligned."""
    widths = [max(width_columns(cell) for cell in column) for column in zip(*rows, strict=True)]
    written = [
        "  ".join(
            pad(cell, widths[column], right=column in right) for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
    return "\n".join([written[0], "-" * (sum(widths) + 2 * (len(widths) - 1)), *written[1:]])


def _verdict_table(rows: Sequence[MetricRow], lang: Lang) -> str:
    keys = ("metric", "actual", "expected", "interval_90", "delta", "how_usual", "rating")
    cells = [
        (
            row.label,
            row.actual,
            row.expected,
            row.interval_90 or NO_VALUE,
            row.delta,
            row.usual or NO_VALUE,
            NO_VALUE if row.rating == row.usual else row.rating,
        )
        for row in rows
    ]
    return table([tuple(word(key, lang) for key in keys), *cells], right={1, 2, 3, 4})


def _rating(line: ActivityLine, lang: Lang) -> str:
    if line.score is None or line.stars is None:
        return unrated_text(line.unrated_reason, line.n_runs, lang).rstrip("。.") or NO_VALUE
    return f"{star_text(line.stars)} {fixed(line.score, 1)}"


def _rmse(baseline: MetricBaseline) -> str:
    row = METRICS[baseline.metric]
    return fixed(baseline.rmse, row.decimals + 1) + row.unit


def _speeds(baseline: MetricBaseline) -> str:
    if baseline.basis == "population" or not baseline.speed_min_mps > 0:
        return NO_VALUE
    return f"{pace_text(baseline.speed_min_mps)}-{pace_text(baseline.speed_max_mps)}"


def _marks(points: HistoryPoints | None) -> list[tuple[float, float, bool]]:
    if points is None:
        return []
    columns = (points.speed_mps.tolist(), points.value.tolist(), points.this_run.tolist())
    return list(zip(*columns, strict=True))


def _framed(
    grid: list[list[str]], curve: MetricCurve, *, bounds: tuple[float, float], lang: Lang
) -> str:
    bottom, top = bounds
    labels = {0: value_text(curve.metric, top), len(grid) - 1: value_text(curve.metric, bottom)}
    room = max(len(label) for label in labels.values())
    body = [f"{labels.get(at, ''):>{room}} |{''.join(row)}" for at, row in enumerate(grid)]
    slow, fast = pace_text(float(curve.speed_mps[0])), pace_text(float(curve.speed_mps[-1]))
    axis = slow + fast.rjust(len(grid[0]) - len(slow))
    return "\n".join(
        [
            f"{heading(curve.metric, lang)}",
            *body,
            " " * room + " +" + "-" * len(grid[0]),
            " " * (room + 2) + axis,
            f"{say('pace (min/km), faster to the right', lang)}   {word('plot_legend', lang)}",
        ]
    )
