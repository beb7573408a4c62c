"""Any document in a terminal: plain text within its width.

`columns` is that width; sentences stay within `TERMINAL_COLUMNS` of it, tables use all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
from hakaru.present.figures import NO_VALUE, pad, width_columns

TERMINAL_COLUMNS = 80
"""What a terminal shows on one line unless it was widened; a longer line of words tires."""

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60"
_PIECES = re.compile(rf"`[^`]*`|[\u30a1-\u30fa\u30fc]+|[{_WIDE}]|\s+|[^\s`{_WIDE}]+|`")
_NOT_FIRST = frozenset("、。，．・：；！？）」』】〜ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
_NOT_LAST = frozenset("（「『【")
_GAP = 2
_LABEL_COLUMNS = 40
_WORD_COLUMNS = 16
"""No longer word divides a table: one in a title would for every run."""


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
            lines.append(indent + "-" * _spread(widths))
    return lines


def fact_lines(
    facts: Sequence[Fact], *, indent: str = "", columns: int = TERMINAL_COLUMNS
) -> list[str]:
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
        lines += wrapped(fact.value, first=label, rest=start, columns=columns)
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
    widths, least = _natural_widths(rows), _least_widths(rows)
    while _spread(widths) > columns:
        loose = [at for at, width in enumerate(widths) if width > least[at]]
        if not loose:
            break
        widths[max(loose, key=lambda at: widths[at])] -= 1
    return widths


def _natural_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(width_columns(line) for cell in column for line in cell.split("\n"))
        for column in zip(*rows, strict=True)
    ]


def _least_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [
        max((width_columns(chunk) for cell in column for _, chunk in _chunks(cell)), default=0)
        for column in zip(*rows, strict=True)
    ]


def _spread(widths: Sequence[int]) -> int:
    """How much of a line columns of these widths take, with the gaps between them."""
    return sum(widths) + _GAP * (len(widths) - 1)


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


def document_text(document: Document, *, columns: int = TERMINAL_COLUMNS) -> str:
    """A document: an empty line between its parts, headings on a line of their own."""
    texts = ["\n".join(part_lines([part], columns=columns)).lstrip("\n") for part in document.parts]
    return "\n\n".join(text for text in texts if text)


def part_lines(parts: Sequence[Part], *, columns: int = TERMINAL_COLUMNS) -> list[str]:
    """Parts below each other, their headings and tables apart from what stands above."""
    lines: list[str] = []
    for part in parts:
        if part.title:
            lines += ["", *wrapped(part.title, columns=min(columns, TERMINAL_COLUMNS))]
        blocks = part.blocks or ((Text(text=part.missing),) if part.missing else ())
        for before, block in zip((None, *blocks), blocks, strict=False):
            apart = isinstance(before, Table | Options | Picture) or (
                isinstance(block, Table | Options | Phases | Picture) and before is not None
            )
            lines += [*([""] if apart else []), *block_lines(block, columns=columns)]
    return lines


def block_lines(block: Block, *, columns: int = TERMINAL_COLUMNS) -> list[str]:
    """One piece as lines; a drawing that has no text is left out."""
    if isinstance(block, Table):
        return table_lines(block, columns=columns)
    words = min(columns, TERMINAL_COLUMNS)
    lines: list[str] = []
    match block:
        case Text():
            lines = wrapped(block.text, first=block.mark, columns=words)
        case Drawing():
            lines = list(block.lines)
        case Items():
            parts = [wrapped(item, first="- ", columns=words) for item in block.items]
            lines = [line for part in parts for line in part]
        case Facts():
            lines = fact_lines(block.facts, columns=words)
        case Stars():
            texts = (block.label, block.stars, block.score)
            lines = wrapped(" ".join(text for text in texts if text), columns=words)
        case Phases():
            lines = _phase_lines(block, columns=words)
        case Options():
            cards = enumerate(block.cards, start=1)
            options = [("", *_option_lines(at, card, columns=words)) for at, card in cards]
            lines = [line for option in options for line in option][1:]
        case Picture() if block.text:
            title = wrapped(block.title, columns=words) if block.title else []
            lines = [*title, *wrapped(block.text, columns=words)]
    return lines


def table_lines(table: Table, *, columns: int = TERMINAL_COLUMNS) -> list[str]:
    """A table, without its wide columns where not all fit; its figures are right-aligned. One that
    cannot be made narrow enough goes on below itself with its other columns."""
    if table.wide and _spread(_natural_widths(_rows(table))) > columns:
        table = table.only([at for at in range(len(table.columns)) if at not in table.wide])
    lines: list[str] = []
    least = [min(width, _WORD_COLUMNS) for width in _least_widths(_rows(table))]
    for places in _beside_each_other(least, columns):
        piece = table.only(places)
        figures = frozenset(range(1, len(places))) - piece.left
        lines += [""] * bool(lines)
        lines += fitted_table(_rows(piece), right=figures, columns=columns)
    return lines


def _beside_each_other(widths: Sequence[int], columns: int) -> list[list[int]]:
    """Which columns stand beside each other so that all fit: the first is repeated."""
    pieces = [[0]]
    for at in range(1, len(widths)):
        if len(pieces[-1]) > 1 and _spread([widths[i] for i in (*pieces[-1], at)]) > columns:
            pieces.append([0])
        pieces[-1].append(at)
    return pieces


def _rows(table: Table) -> list[tuple[str, ...]]:
    return [table.columns, *(row.cells for row in table.rows)]


def _option_lines(number: int, card: OptionCard, *, columns: int) -> list[str]:
    title = wrapped(card.title, first=f"{number}. ", columns=columns)
    when = wrapped(card.when, first="   ", columns=columns)
    return [*title, *when, *fact_lines(card.facts, indent="   ", columns=columns)]


def _phase_lines(block: Phases, *, columns: int) -> list[str]:
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
    lines = fitted_table(rows, heading=False, indent="  ", right=frozenset({0, 2}), columns=columns)
    told = [wrapped(note, first="  ", columns=columns) for note in notes]
    return [*lines, *(line for note in told for line in note)]
