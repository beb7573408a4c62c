"""Is every answer a result within its budget or one typed error, whatever happens inside?"""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from hakaru.catalog.operation import Operation
from hakaru.flows.context import Context
from hakaru.surfaces.mcp.server import Answer, Board, answer
from tests.flows.factories import make_context
from tests.surfaces.mcp.declared import operation, param

SIZE = param("size_bytes", "int", required=True)


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return make_context(tmp_path / "data")


def ask(context: Context, one: Operation, **given: object) -> Answer:
    return answer(context, one, given=given, board=Board())


def test_a_result_is_compact_text_and_the_same_value(context: Context) -> None:
    given = ask(context, operation("shaped"))
    assert given.text == '{"text":"x","n":null}'
    assert given.value == {"text": "x", "n": None}
    assert not given.is_error


def test_japanese_stays_readable_and_counts_in_bytes(context: Context) -> None:
    one = operation("loose", SIZE, limit_bytes=512)
    assert ask(context, one, size_bytes=300).text == f'{{"text":"{"あ" * 100}"}}'
    assert ask(context, one, size_bytes=510).is_error


def test_a_reply_that_is_too_large_names_what_to_call_instead(context: Context) -> None:
    given = ask(context, operation("loose", SIZE), size_bytes=6000)
    assert given.is_error
    assert given.value["status"] == 413
    assert "6011 bytes and the limit is 4096" in str(given.value["error"])
    assert "export()" in str(given.value["error"])
    assert "extract_insights()" in str(given.value["error"])
    assert len(given.text.encode()) < 512


@pytest.mark.parametrize("sent", ["x" * 200_000, "跑" * 9000, 10**4000, ["y" * 50_000]])
def test_an_error_does_not_give_a_long_argument_back(context: Context, sent: object) -> None:
    for given in ({"size_bytes": sent}, {"n" * 100_000: sent}):
        told = answer(context, operation("loose", SIZE), given=given, board=Board())
        assert told.is_error
        assert told.value["status"] == 400
        assert len(told.text.encode()) < 4096


def test_what_was_written_is_not_told_as_undone(context: Context) -> None:
    given = ask(context, operation("loose", SIZE, profile="write"), size_bytes=6000)
    assert given.is_error
    assert "is done" in str(given.value["error"])
    assert "do not repeat" in str(given.value["error"])


def test_a_busy_store_is_an_error_that_names_the_holder(context: Context) -> None:
    given = ask(context, operation("busy"))
    assert given.value == {
        "ok": False,
        "error": "the store is busy: waited 5.0 s for process 4711 (hakaru ingest runs); try again",
        "errors": [],  # nothing that the sentence does not say
        "status": 503,
    }


def test_a_defect_is_told_without_what_is_inside_and_logged(
    context: Context, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        given = ask(context, operation("defective"))
    assert given.value["status"] == 500
    assert given.value["error"] == "unexpected ValueError in defective"
    assert "SELECT secret" in caplog.text


def test_a_wrong_argument_is_an_error_before_anything_runs(context: Context) -> None:
    given = ask(context, operation("defective"), anything=1)
    assert given.value["status"] == 400
    assert "takes no argument 'anything'" in str(given.value["error"])
