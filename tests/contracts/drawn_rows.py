"""Which rows of docs/requirements.md does a seed draw, to break in the code on purpose?

`python -m tests.contracts.drawn_rows 20261122 20` prints them. Break what each row names in `src`,
run the tests it names, and see one of them fail; where none does, the row shows nothing.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.contracts.requirements_page import Row, rows

_PAGE = Path(__file__).parents[2] / "docs" / "requirements.md"


def named_tests(row: Row) -> tuple[str, ...]:
    """The ids of the tests behind a row: benchmarks, resolutions and later parts left out."""
    return tuple(name for name in row.references if name.startswith("tests/"))


def drawn(table: list[Row], *, seed: int, count: int) -> list[Row]:
    """Rows drawn without repetition from those that name a test, in the order drawn."""
    return random.Random(seed).sample([row for row in table if named_tests(row)], count)


def told(row: Row) -> str:
    """A row with its line in the page, and the tests to run."""
    head = f"{row.line} {row.source}: {row.requirement} | {row.value}"
    return "\n    ".join((head, *named_tests(row))) + "\n"


if __name__ == "__main__":
    table = rows(_PAGE.read_text(encoding="utf-8"))
    chosen = drawn(table, seed=int(sys.argv[1]), count=int(sys.argv[2]))
    sys.stdout.writelines(told(row) for row in chosen)
