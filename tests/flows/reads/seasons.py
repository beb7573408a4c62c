"""Stored seasons for the tests of reads, and figures computed apart from the product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hakaru.flows.context import Context
from hakaru.running.session.model import TrainingType
from tests.flows.session_seasons import first_of, heart_rate_files, mixed_files, read_only


@pytest.fixture
def mixed() -> Iterator[Context]:
    """Shared by the tests, which read it: every sensor, every kind of session."""
    with read_only(mixed_files()) as made:
        yield made


@pytest.fixture
def heart_rate_only() -> Iterator[Context]:
    """Shared by the tests, which read it: position, speed and heart rate, nothing else."""
    with read_only(heart_rate_files()) as made:
        yield made


def run_of(context: Context, training_type: TrainingType) -> str:
    """The id of the oldest session of a type, as a caller names it."""
    return str(first_of(context, training_type).activity_id)


def rows(context: Context, query: str) -> list[tuple[Any, ...]]:
    """Rows of a query over the stored tables."""
    with context.store.read() as con:
        return con.execute(query).fetchall()


def table(reply: Any, name: str) -> list[dict[str, Any]]:
    """The rows of a reply by the names of its columns."""
    return [dict(zip(reply["columns"], row, strict=True)) for row in reply[name]]
