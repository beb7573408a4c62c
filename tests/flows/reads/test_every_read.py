"""Every read of the catalogue: its size, its words, unknown runs, an empty folder, a terminal."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest

from hakaru.catalog.operation import Operation, load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core.errors import NoFormData, NotRecorded, RequestError, UnknownActivity
from hakaru.core.i18n import LANGUAGES
from hakaru.flows.context import Context
from hakaru.present.figures import width_columns
from hakaru.present.reads import content_document
from hakaru.present.terminal import document_text
from tests.contracts.catalogue import (
    document_problems,
    param_problems,
    target_problems,
    word_problems,
)
from tests.flows.session_seasons import sessions

READ_OPERATIONS = [
    operation
    for operation in OPERATIONS
    if operation.command.startswith("read ") or operation.name == "insert_section_analysis_dict"
]
READS = [operation for operation in READ_OPERATIONS if operation.profile != "write"]
every_read = pytest.mark.parametrize("operation", READS, ids=lambda operation: operation.name)
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

TARGET_BYTES = {
    "get_splits_pace_hr": 300,
    "get_splits_form_metrics": 350,
    "get_splits_elevation": 350,
    "get_form_efficiency_summary": 600,
    "get_hr_efficiency_analysis": 800,
    "get_heart_rate_zones_detail": 1024,
    "get_vo2_max_data": 300,
    "get_lactate_threshold_data": 600,
    "get_performance_trends": 1024,
    "get_weather_data": 400,
}
"""What the requirement names (statistics where a read has them), with room for sources."""
MISSING: dict[str, set[str]] = {
    "get_weather_data": {"interval", "aerobic_base"},
    "get_section_analysis": {"interval", "aerobic_base"},
}
"""Reads whose data the season does not hold."""


def arguments(operation: Operation, run: str, day: date, **changes: object) -> dict[str, Any]:
    """Arguments that name a run, with every other parameter at its default."""
    chosen: dict[str, object] = {
        "activity_id": run,
        "date": day,
        "split": 1,
        "start_s": 60.0,
        "end_s": 120.0,
        "keywords": "warm-up",
    } | changes
    return {param.name: chosen.get(param.name, param.default) for param in operation.params}


def call(context: Context, operation: Operation, run: str, day: date, **changes: object) -> Any:
    return load(operation.target)(context, **arguments(operation, run, day, **changes))


@pytest.mark.parametrize("operation", READ_OPERATIONS, ids=lambda operation: operation.name)
def test_a_declaration_is_complete(operation: Operation) -> None:
    assert not word_problems(operation)
    assert not [problem for param in operation.params for problem in param_problems(param)]
    assert not target_problems(operation)
    assert not document_problems(operation)


@every_read
def test_a_reply_is_within_its_target(operation: Operation, mixed: Context) -> None:
    for session in sessions(mixed):
        changes = {"statistics_only": True} if _has_statistics(operation) else {}
        try:
            result = call(
                mixed, operation, str(session.activity_id), session.activity_date, **changes
            )
        except NotRecorded:
            assert operation.name in MISSING
            continue
        n = len(as_json(result).encode("utf-8"))
        assert n <= min(operation.limit_bytes, TARGET_BYTES.get(operation.name, 4096)), as_json(
            result
        )


@every_read
def test_what_a_model_gets_is_what_the_reply_says(operation: Operation, mixed: Context) -> None:
    """Rounded once: JSON adds nothing and loses nothing."""
    session = sessions(mixed)[0]
    if operation.name in MISSING:
        return
    result = call(mixed, operation, str(session.activity_id), session.activity_date)
    assert json.loads(as_json(result)) == json.loads(json.dumps(result.reply))


@every_read
def test_a_terminal_shows_it_in_both_languages(operation: Operation, mixed: Context) -> None:
    session = sessions(mixed)[1]
    if operation.name in MISSING:
        return
    for changes in ({}, {"statistics_only": False}) if _has_statistics(operation) else ({},):
        result = call(mixed, operation, str(session.activity_id), session.activity_date, **changes)
        texts = {
            language: document_text(content_document(result, language)) for language in LANGUAGES
        }
        assert _JAPANESE.search(texts["ja"])
        for text in texts.values():
            assert str(session.activity_id) in text or "warm-up" in text
            assert "None" not in text
        if operation.name not in ("get_time_range_detail", "get_split_time_series_detail"):
            assert max(map(width_columns, texts["en"].splitlines())) <= 100


@every_read
def test_an_unknown_run_is_an_error_at_once(operation: Operation, mixed: Context) -> None:
    changes = {"activity": "1"} if operation.name == "extract_insights" else {}
    with pytest.raises(UnknownActivity):
        call(mixed, operation, "1", date(1999, 1, 1), **changes)


@every_read
def test_an_empty_folder_is_no_crash(operation: Operation, context: Context) -> None:
    if operation.name == "extract_insights":
        assert call(context, operation, "1", date(2025, 1, 6)).reply["n_found"] == 0
        return
    with pytest.raises(UnknownActivity):
        call(context, operation, "2025-01-06", date(2025, 1, 6))


@pytest.mark.sampled(6)
@every_read
def test_a_run_with_heart_rate_only_has_an_answer_or_a_reason(
    operation: Operation, heart_rate_only: Context
) -> None:
    for session in sessions(heart_rate_only):
        try:
            reply = call(
                heart_rate_only, operation, str(session.activity_id), session.activity_date
            ).reply
        except (RequestError, NoFormData) as error:
            assert isinstance(error, NotRecorded | NoFormData)
            continue
        assert reply
        assert "NaN" not in json.dumps(reply)


def _has_statistics(operation: Operation) -> bool:
    return any(param.name == "statistics_only" for param in operation.params)
