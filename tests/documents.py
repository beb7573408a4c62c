"""What a document says, apart from how a terminal lays it out."""

from __future__ import annotations

from collections.abc import Iterator

from hakaru.present.document import Block, Document, Drawing, Facts, Items, Table, Text


def lines_of(document: Document) -> list[str]:
    """Every title, sentence, item, fact and row, each on a line of its own."""
    lines: list[str] = []
    for part in document.parts:
        lines += [part.title] if part.title else []
        lines += [line for block in part.blocks for line in _lines(block)]
    return lines


def text_of(document: Document) -> str:
    """The same as one text."""
    return "\n".join(lines_of(document))


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield from f"{block.mark}{block.text}".splitlines()
    elif isinstance(block, Items):
        yield from block.items
    elif isinstance(block, Facts):
        yield from (f"{fact.label}: {fact.value}" for fact in block.facts)
    elif isinstance(block, Table):
        yield from ("  ".join(cells) for cells in (block.columns, *(r.cells for r in block.rows)))
    elif isinstance(block, Drawing):
        yield from block.lines
    else:
        raise AssertionError(f"no terminal shows a {type(block).__name__}")
