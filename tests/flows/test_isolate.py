"""One item fails, the rest goes on."""

from __future__ import annotations

import logging

import pytest

from hakaru.core.errors import StoreBusy, Unreadable
from hakaru.core.i18n import message
from hakaru.flows.isolate import isolate


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
