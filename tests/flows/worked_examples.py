"""The runs of the worked analyses, stored once; tests only read them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from hakaru.flows.analyses import store_example
from hakaru.flows.context import Context
from tests.flows.factories import make_context
from tests.once import made_once, own_copy


@cache
def example_folder() -> Path:
    """As the notebooks take it from HAKARU_EXAMPLE: `data` and `fit` in it."""
    return own_copy(made_once("worked-example", _make))


def _make(folder: Path) -> None:
    context = make_context(folder / "data")
    assert not store_example(context, folder / "fit").failed
    context.store.close()


def example_context() -> Context:
    """A context on the example with the real time, by which handles expire. Close its store."""
    return make_context(example_folder() / "data", now=datetime.now(UTC))
