"""What a fetch brings to disk is ingested like any other folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.flows.context import Context, NoProgress
from hakaru.flows.run import fetch_from
from hakaru.present.stored import fetched_document
from hakaru.sources.garmin.account import GarminAccount, connect
from hakaru.sources.garmin.fetch import PatientAccount
from tests.documents import text_of
from tests.flows.commands import ROOT, environment
from tests.flows.factories import stored_runs
from tests.sources.garmin_loopback import (
    ACTIVITY,
    EMAIL,
    PASSWORD,
    Fault,
    GarminService,
    library_at,
    serving,
)

RUNS = [(202, "2025-02-02 06:00:00"), (101, "2025-01-01 06:00:00")]


class Steps(NoProgress):
    """Progress that is written down."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def begin(self, label: str, total: int) -> None:
        self.told.append((label, total))

    def advance(self, pieces: int = 1) -> None:
        self.told.append(("advance", pieces))

    def end(self) -> None:
        self.told.append(("end", 0))


@pytest.fixture
def service() -> Iterator[GarminService]:
    with serving(GarminService(runs=list(RUNS))) as running:
        yield running


@pytest.fixture
def account(service: GarminService, tmp_path: Path) -> GarminAccount:
    signed_in = connect(
        tmp_path / "tokens",
        email=EMAIL,
        password=PASSWORD,
        mfa=str,
        library=library_at(service.url),
    )
    return PatientAccount(account=signed_in, sleep=lambda _seconds: None)


def test_what_was_fetched_is_kept_raw_and_ingested(
    context: Context, account: GarminAccount
) -> None:
    steps = Steps()
    result = fetch_from(replace(context, progress=steps), account, since=None, until=None)
    assert result.fetched.ok
    raw = context.data_folder / "raw" / "garmin"
    assert {path.name for path in raw.iterdir() if path.is_dir()} == {"101", "202"}
    brought = result.ingested
    assert brought.ingested + len(brought.refused) + len(brought.failed) >= 2
    assert len(stored_runs(context)) == brought.ingested
    assert steps.told[0] == ("fetching", 2)
    assert ("end", 0) in steps.told


def test_a_second_fetch_asks_only_for_what_is_missing(
    context: Context, account: GarminAccount
) -> None:
    first = fetch_from(context, account, since=None, until=None)
    second = fetch_from(context, account, since=None, until=None)
    assert second.fetched.skipped == len(first.fetched.fetched)
    assert second.ingested.ingested == 0
    assert "2 already here" in text_of(fetched_document(second, "en"))


def test_a_service_that_fails_makes_the_fetch_not_ok_and_says_why(
    context: Context, account: GarminAccount, service: GarminService
) -> None:
    service.fail(f"{ACTIVITY}/101", *[Fault(status=403)] * 9)
    result = fetch_from(context, account, since=None, until=None)
    assert not result.ok
    assert not result.fetched.ok
    text = text_of(fetched_document(result, "en"))
    assert "101" in text or "Stopped early" in text
    assert "SECRET" not in text


ASKED = "from hakaru.flows.run import ask; print(ask('Who? '))"


def test_a_question_at_the_terminal_is_no_part_of_what_is_printed() -> None:
    typed, terminal = os.openpty()
    try:
        os.write(typed, b"me@example.org\n")
        done = subprocess.run(
            [sys.executable, "-c", ASKED],
            cwd=ROOT,
            env=environment(),
            stdin=terminal,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
    finally:
        os.close(typed)
        os.close(terminal)
    assert (done.stdout, done.stderr) == ("me@example.org\n", "Who? ")
