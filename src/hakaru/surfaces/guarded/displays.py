"""How many rows does a frame show when it is displayed? Ten, in both libraries, until restored."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from hakaru.present.safe_output import MAX_TABLE_ROWS


@contextlib.contextmanager
def display_limits(max_rows: int = MAX_TABLE_ROWS) -> Iterator[tuple[str, ...]]:
    """Frames of pandas and polars show at most `max_rows` rows; what was set before comes back.

    Yields the names of the libraries that are installed and thereby limited.
    """
    with ExitStack() as settings:
        yield tuple(
            name
            for name, limited in (("pandas", _pandas), ("polars", _polars))
            if importlib.util.find_spec(name) is not None
            and settings.enter_context(limited(importlib.import_module(name), max_rows))
        )


@contextlib.contextmanager
def _pandas(pandas: Any, max_rows: int) -> Iterator[bool]:
    with pandas.option_context("display.max_rows", max_rows, "display.min_rows", max_rows):
        yield True


@contextlib.contextmanager
def _polars(polars: Any, max_rows: int) -> Iterator[bool]:
    with polars.Config(tbl_rows=max_rows):
        yield True
