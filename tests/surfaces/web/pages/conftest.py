"""A dashboard over a trained season, with plans, attention and notifications; and a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hakaru.flows.context import Context
from hakaru.focus.timeline import Interval
from hakaru.store.focus import write_intervals, write_notification
from hakaru.store.state import State
from tests.flows.desks import lay, put
from tests.flows.factories import NOW, make_context
from tests.surfaces.web.pages.browsing import Visitor, browser, visiting
from tests.surfaces.web.serving import served


@pytest.fixture(scope="module")
def full(trained_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """16 judged runs, four nodes, a day of attention, a notification. One for a whole module."""
    folder = tmp_path_factory.mktemp("full") / "data"
    shutil.copytree(trained_folder, folder)
    made = furnish(make_context(folder))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def address(full: Context) -> Iterator[str]:
    with served(full) as made:
        yield made


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Not for longer than a module: while it is there, its event loop runs in this thread."""
    with browser() as opened:
        yield opened


@pytest.fixture
def visitor(chromium: Any, address: str) -> Iterator[Visitor]:
    with visiting(chromium, address) as made:
        yield made
        made.seen.check()


def furnish(context: Context) -> Context:
    """Plans and attention for a data folder."""
    lay(context)
    put(context, "閾値走のペースを決める", status="NEEDS_DECISION", note="5:00/km が少しきつい")
    begin, minute = NOW - timedelta(hours=4), timedelta(minutes=1)
    spans = (("focused", 0, 50), ("away", 50, 60), ("focused", 60, 120), ("drowsy", 120, 131))
    state = State(context.data_folder)
    write_intervals(
        state,
        [
            Interval(
                state=state_name,  # type: ignore[arg-type]  # one of the six
                started_at=begin + start * minute,
                ended_at=begin + end * minute,
            )
            for state_name, start, end in spans
        ],
        origin="engine",
        classifier="test",
    )
    write_notification(state, "over_focus", text="90分続いています", sent_at=NOW - 5 * minute)
    return context
