"""What a person reads, before a terminal, a page or Markdown writes it: parts, each of blocks.

One function per result makes its `Document`; `terminal`, `report.html` and `markdown` render any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Literal

from hakaru.present.svg import NOTHING, Svg
from hakaru.records import frozen


@frozen
class Fact:
    """One fact of the run: what it is called and how it reads. Not escaped."""

    label: str
    value: str


Mark = Literal["", "target", "work", "recovery", "soft"]
"""How a row stands out; it is always said in words as well."""


@frozen
class Text:
    """A paragraph; `soft` for remarks. `mark` begins it in a terminal: '! ' for a warning."""

    text: str
    soft: bool = False
    mark: str = ""


@frozen
class Items:
    """Sentences in a list, each with a bullet."""

    items: tuple[str, ...]


@frozen
class Facts:
    """Names with their values."""

    facts: tuple[Fact, ...]


@frozen
class Row:
    """A line of a table: one cell per column, the first names the line.

    `bar_frac` is -1..1 for a bar beside the cell of the bar column, None without one. `address` is
    the page that the cell of the link column opens in the dashboard; empty: none.
    """

    cells: tuple[str, ...]
    mark: Mark = ""
    bar_frac: float | None = None
    address: str = ""


@frozen
class Table:
    """A table. `left` are the columns of words (the first always is a heading), `bar_column` the
    one that carries a bar, `bar_label` its name where bars can be drawn, `link_column` the one
    that opens the page of a row. `wide` are columns that a terminal has no room for."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    left: frozenset[int] = frozenset()
    bar_column: int | None = None
    bar_label: str = ""
    link_column: int = 0
    wide: frozenset[int] = frozenset()

    def only(self, columns: Sequence[int]) -> Table:
        """The table of these columns alone, in this order."""
        places = {column: place for place, column in enumerate(columns)}
        rows = [replace(row, cells=tuple(row.cells[at] for at in columns)) for row in self.rows]
        return replace(
            self,
            columns=tuple(self.columns[at] for at in columns),
            rows=tuple(rows),
            left=frozenset(places[at] for at in self.left if at in places),
            wide=frozenset(places[at] for at in self.wide if at in places),
            bar_column=None if self.bar_column is None else places.get(self.bar_column),
            link_column=places.get(self.link_column, 0),
        )

    def measured(self) -> Table:
        """The table without the columns in which every cell but the first is empty or a dash."""
        return self.only(
            [
                at
                for at in range(len(self.columns))
                if at == 0 or any(row.cells[at] not in ("", "-") for row in self.rows)
            ]
        )


@frozen
class Stars:
    """A rating: what is rated, its stars, the same for a screen reader, a score beside it. No
    stars: `score` says why there are none."""

    label: str
    stars: str
    stars_label: str
    score: str = ""


@frozen
class CriterionLine:
    """One criterion on a card. `outcome` chooses its look; `result` says it in words. What does
    not count for the stars is only looked at; `general`: the target is not the runner's own."""

    name: str
    value: str
    target: str
    outcome: Literal["met", "not_met", "cannot_tell", "shown"]
    result: str
    basis: str
    counts: bool = True
    general: bool = False


@frozen
class PhaseCard:
    """One phase: what it was, and the criteria that could be judged; `untold` names the others.

    `columns` name the cells of the lines, `aside` those that do not count for the stars.
    """

    title: str
    line: str
    present: bool
    columns: tuple[str, str, str, str, str]
    criteria: tuple[CriterionLine, ...]
    aside: str = ""
    untold: str = ""


@frozen
class Phases:
    """The phases side by side."""

    cards: tuple[PhaseCard, ...]


@frozen
class OptionCard:
    """One option for the next training."""

    title: str
    when: str
    facts: tuple[Fact, ...]


@frozen
class Options:
    """Options in the order of their evidence."""

    cards: tuple[OptionCard, ...]


@frozen
class Picture:
    """A drawing, wide and for a telephone, with what its marks mean. `name` is unique on a page.

    Markdown names a file with the drawing `beside` it, or shows `text` where no file can be."""

    name: str
    title: str = ""
    wide: Svg = NOTHING
    narrow: Svg = NOTHING
    beside: Svg = NOTHING
    legend: str = ""
    text: str = ""


@frozen
class Drawing:
    """Lines of equal letters that stand as they are: a calendar, bars, a curve in letters."""

    lines: tuple[str, ...]


@frozen
class FormPart:
    """The place of the form verdict: each format shows its own form part here."""


Block = Text | Items | Facts | Table | Stars | Phases | Options | Picture | Drawing | FormPart


@frozen
class Part:
    """Blocks under a heading of their own; without a title directly below the section's.

    Without blocks `missing` says what stood in the way; a report lists it elsewhere. `folded` is
    long or a detail, closed until a reader opens it; two that are `half` as wide stand side by
    side.
    """

    blocks: tuple[Block, ...] = ()
    title: str = ""
    missing: str = ""
    folded: bool = False
    half: bool = False


@frozen
class Section:
    """A section; `name` is unique on the page."""

    name: str
    title: str
    parts: tuple[Part, ...] = field(default_factory=tuple)


@frozen
class Document:
    """All of a result. Parts stand apart, the blocks of a part together."""

    parts: tuple[Part, ...]


def document(*blocks: Block | str) -> Document:
    """A document of a single part without a heading; a text is a paragraph."""
    return Document(parts=(part(*blocks),))


def part(*blocks: Block | str, title: str = "") -> Part:
    """Blocks below a heading; a text is a paragraph."""
    made = [Text(text=block) if isinstance(block, str) else block for block in blocks]
    return Part(blocks=tuple(made), title=title)


def table(name: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: str) -> Table:
    """A table from its cells; `left` holds an l for each column of words, another letter for
    figures ("lrrl")."""
    return Table(
        name=name,
        columns=tuple(columns),
        rows=tuple(Row(cells=tuple(cells)) for cells in rows),
        left=frozenset(at for at, letter in enumerate(left) if letter == "l"),
    )


def paragraphs(*texts: str) -> tuple[Text, ...]:
    """A paragraph for each text that is not empty."""
    return tuple(Text(text=text) for text in texts if text)


def block_kind(block: Block) -> str:
    """The name of a block's class, by which templates choose how to write it."""
    return type(block).__name__


def without_pictures(document: Document) -> Document:
    """The same for a page that draws its charts itself."""
    parts = (
        replace(
            part, blocks=tuple(block for block in part.blocks if not isinstance(block, Picture))
        )
        for part in document.parts
    )
    return replace(document, parts=tuple(part for part in parts if part.blocks or part.missing))
