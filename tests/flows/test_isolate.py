"""One item fails, the rest goes on."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys

import pytest

from hakaru.core.errors import StoreBusy, Unreadable
from hakaru.core.i18n import message
from hakaru.flows.isolate import isolate
from tests.flows.commands import HANG_S, ROOT, environment

QUERIES_WITHOUT_END = """
import duckdb
from hakaru.flows.isolate import isolate
con = duckdb.connect()
try:
    print("begun", flush=True)
    while True:
        outcome = isolate(lambda: con.execute("SELECT sum(range) FROM range(3000000)"), item="a")
        assert outcome.error is None, outcome.error
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def refuse() -> int:
    raise Unreadable("a.fit", message("it is damaged"))


def break_down() -> int:
    raise ZeroDivisionError("a defect")


def be_busy() -> int:
    raise StoreBusy(1.0, message("another process"))


def test_a_value_comes_back() -> None:
    outcome = isolate(lambda: 3, item="a.fit")
    assert (outcome.value, outcome.error) == (3, None)


def test_an_error_of_ours_is_kept_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    outcome = isolate(refuse, item="a.fit")
    assert outcome.value is None
    assert str(outcome.error) == "a.fit: it is damaged"
    assert caplog.records == []


def test_a_defect_is_kept_and_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        outcome = isolate(break_down, item="a.fit")
    assert isinstance(outcome.error, ZeroDivisionError)
    (record,) = caplog.records
    assert "a.fit" in record.getMessage()
    assert record.exc_info is not None


def test_an_error_of_the_store_concerns_everything_and_passes() -> None:
    with pytest.raises(StoreBusy):
        isolate(be_busy, item="a.fit")


def be_stopped_in_a_query() -> int:
    raise RuntimeError("Query interrupted")


def test_an_interruption_in_a_query_stops_everything_and_is_no_error_of_one_item(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(KeyboardInterrupt):
        isolate(be_stopped_in_a_query, item="a.fit")
    assert caplog.records == []


def test_a_process_that_is_in_one_query_after_another_stops_at_ctrl_c() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", QUERIES_WITHOUT_END],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert (out, err, process.returncode) == ("stopped\n", "", 0)
