"""What a reply leaves out for want of room is in the content of the same result, which scripts
get: every row, every text, in the same shape."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hakaru.catalog.reply import as_json
from hakaru.flows.context import Context
from hakaru.flows.drift import DriftResult
from hakaru.flows.evaluate import EvaluateResult, RefusedRun, TrainResult, reevaluate, train
from hakaru.flows.exports import ExportResult, ExportsResult
from hakaru.flows.load import get_training_load
from hakaru.flows.run import FetchResult
from hakaru.flows.status import ActivitiesResult, activities
from hakaru.running.metrics import METRICS
from hakaru.sources.garmin.fetch import FetchFailure, FetchReport
from hakaru.store.exports import Export
from tests.flows.factories import NOW
from tests.flows.session_seasons import MIXED, copy_of, mixed_files, sessions
from tests.flows.test_reply_sizes import about_all, ingested, problems
from tests.present.factories import make_finding

DAY = NOW.date()


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def whole(answer: object) -> Any:
    """What a script reads: the keys of the reply, and at least as much behind each."""
    reply, content = json.loads(as_json(answer)), json.loads(as_json(answer, whole=True))
    assert_no_less(reply, content)
    return content


def assert_no_less(reply: object, content: object) -> None:
    if isinstance(reply, Mapping) and isinstance(content, Mapping):
        # `columns` of an export that are cut say beside them how many there are
        assert set(reply) - {"n_columns"} <= set(content)
        for name in reply:
            assert_no_less(reply[name], content.get(name, reply[name]))
    elif isinstance(reply, list) and "…" not in reply:
        assert isinstance(content, list)
        assert len(content) >= len(reply)


def make_export(number: int, *, n_columns: int = 2) -> Export:
    return Export(
        handle=f"export_20260101T000000_{number:032x}",
        path=Path("/none"),
        file_format="csv",
        n_rows=3,
        size_bytes=1000,
        columns=tuple((f"column_{one}", "DOUBLE") for one in range(n_columns)),
        created_at=NOW,
        expires_at=NOW,
    )


def test_over_a_season_no_content_is_less_than_its_reply(mixed: Context) -> None:
    for _, answer in about_all(mixed, runs=4, limit=20):
        whole(answer)


def test_a_list_of_runs_has_every_run_that_was_asked_for_with_its_title(mixed: Context) -> None:
    listed = activities(mixed, since=None, until=None, limit=20).activities
    many = tuple(replace(activity, title="走" * 500) for activity in listed * 20)
    answer = whole(ActivitiesResult(activities=many, n_stored=len(many)))
    assert len(answer["activities"]) == len(many)
    assert answer["n_more"] == 0
    assert {row[2] for row in answer["activities"]} == {"走" * 500}


def test_what_was_learned_and_judged_is_there_to_the_last_row(mixed: Context) -> None:
    learned = train(mixed, method="direct", history=False)
    many = whole(TrainResult(baselines=learned.baselines * 50, n_new=200, monthly=0, stored=True))
    assert (len(many["baselines"]), many["n_more"]) == (50 * len(METRICS), 0)
    judged = reevaluate(mixed, since=None, until=None)
    refused = tuple(RefusedRun(activity_id=number, reason="形" * 900) for number in range(50))
    answer = whole(
        EvaluateResult(evaluated=1, changed=0, evaluations=judged.evaluations * 9, refused=refused)
    )
    assert (len(answer["evaluations"]), answer["n_more"]) == (9 * MIXED.n_runs, 0)
    assert [refusal["reason"] for refusal in answer["refused"]] == ["形" * 900] * 50


def test_every_change_of_form_is_there() -> None:
    finding = make_finding(day=DAY, since=DAY)
    answer = whole(DriftResult(sensor_group="x", n_runs={"gct": 9}, findings=(finding,) * 300))
    assert (len(answer["findings"]), answer["n_more"]) == (300, 0)


def test_every_run_and_problem_of_an_ingest_and_of_a_fetch_is_there() -> None:
    long = problems(70, path="/深い" * 200, reason="壊れた" * 400)
    answer = whole(ingested(long, long, 900))
    assert [len(answer[name]) for name in ("refused", "failed", "activity_ids")] == [70, 70, 900]
    assert answer["failed"][0]["path"] == long[0].path
    assert answer["failed"][0]["reason"] == long[0].reason
    failures = tuple(FetchFailure(activity_id=number, reason="x" * 999) for number in range(200))
    report = FetchReport(
        fetched=tuple(range(700)),
        skipped=0,
        failed=failures,
        incomplete=failures,
        stopped="y" * 999,
    )
    fetched = whole(FetchResult(fetched=report, ingested=ingested(long, long, 900)))
    assert len(fetched["fetched"]["activity_ids"]) == 700
    assert len(fetched["fetched"]["failed"]) == len(fetched["fetched"]["incomplete"]) == 200
    assert fetched["fetched"]["stopped"] == "y" * 999
    assert len(fetched["ingested"]["failed"]) == 70


def test_every_export_and_every_column_of_one_is_there() -> None:
    exports = tuple(make_export(number) for number in range(40))
    answer = whole(ExportsResult(exports=exports, materialized=()))
    assert len(answer["exports"]) == 40
    assert len(whole(ExportResult(export=make_export(1, n_columns=90)))["columns"]) == 90


def test_every_day_of_a_long_load_is_there(mixed: Context) -> None:
    last = sessions(mixed)[-1].activity_date
    first = sessions(mixed)[0].activity_date
    answer = whole(get_training_load(mixed, since=first - timedelta(days=9), until=last))
    assert answer["every_n_days"] == 1
    assert len(answer["days"]) == (last - first).days + 1
