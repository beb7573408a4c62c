"""Any document in a terminal: plain text within its width."""

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
