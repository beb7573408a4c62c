"""How do the pieces of a page read in a terminal? Text, lists, facts and tables as lines."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.render.blocks import Block, Facts, Items, Part, Table, Text
from hakaru.render.columns import fact_lines, fitted_table, wrapped


def part_lines(parts: Sequence[Part]) -> list[str]:
    """Parts below each other; drawings and cards, which a terminal cannot show, are left out."""
    lines: list[str] = []
    for part in parts:
        if part.title:
            lines += ["", part.title]
        for block in part.blocks:
            lines += block_lines(block)
    return lines


def block_lines(block: Block) -> list[str]:
    """One piece as lines."""
    if isinstance(block, Text):
        return wrapped(block.text)
    if isinstance(block, Items):
        return [line for item in block.items for line in wrapped(item, first="- ")]
    if isinstance(block, Facts):
        return fact_lines(block.facts)
    return table_lines(block) if isinstance(block, Table) else []


def table_lines(table: Table, *, without: frozenset[int] = frozenset()) -> list[str]:
    """A table without some of its columns; its figures are right-aligned."""
    shown_columns = [at for at in range(len(table.columns)) if at not in without]
    rows = [table.columns, *(row.cells for row in table.rows)]
    figures = frozenset(to for to, at in enumerate(shown_columns) if at and at not in table.left)
    return fitted_table([[row[at] for at in shown_columns] for row in rows], right=figures)
