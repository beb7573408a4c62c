"""Every answer fits its limit: over a season, over 500 runs, and however much went wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest

from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.flows.athlete import (
    get_athlete,
    get_next_training,
    get_paces,
    get_race_readiness,
    set_athlete,
)
from hakaru.flows.baselines import baselines, expect_at
from hakaru.flows.context import Context
from hakaru.flows.drift import (
    DriftResult,
    detect_form_anomalies_summary,
    drift,
    get_form_anomaly_details,
)
from hakaru.flows.evaluate import (
    EvaluateResult,
    Label,
    RefusedRun,
    TrainResult,
    label,
    reevaluate,
    train,
    understand,
)
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.ingest import IngestResult, Problem
from hakaru.flows.load import get_training_load
from hakaru.flows.report import report
from hakaru.flows.run import FetchResult
from hakaru.flows.session import get_interval_analysis, get_session
from hakaru.flows.similar import compare_similar_workouts
from hakaru.flows.simulate import SimulateResult
from hakaru.flows.status import ActivitiesResult, activities, status
from hakaru.flows.trends import analyze_performance_trends
from hakaru.running.metrics import METRICS
from hakaru.sources.garmin.fetch import FetchFailure, FetchReport
from hakaru.store.sessions import write_anomalies
from tests.flows.factories import make_context, versions, without_verdict
from tests.flows.session_seasons import (
    MIXED,
    copy_of,
    heart_rate_files,
    mixed_files,
    repeat,
    sessions,
)
from tests.present.factories import make_finding
from tests.shared import some
from tests.store.session_factories import make_anomaly, make_report

LIMITS = {operation.name: operation.limit_bytes for operation in OPERATIONS}
BRIEF_BYTES = 4096
DETAIL_BYTES = 10_240
MOST_STEPS = 60


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def years_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """500 runs, the newest of which have many steps of form. Copy it, do not change it."""
    with copy_of(mixed_files(), tmp_path_factory.mktemp("years")) as made:
        repeat(made, 500 // MIXED.n_runs)
        steps = make_report(*(make_anomaly(number) for number in range(1, MOST_STEPS + 1)))
        newest = sessions(made)[-20:]
        with made.store.write() as con:
            for run in newest:
                write_anomalies(con, run.activity_id, report=steps)
        return made.data_folder


@pytest.fixture
def years(years_folder: Path, tmp_path: Path) -> Iterator[Context]:
    shutil.copytree(years_folder, tmp_path / "years")
    made = make_context(tmp_path / "years")
    yield made
    made.store.close()


def about_a_run(context: Context, activity: str, *, limit: int) -> Iterator[tuple[str, object]]:
    yield "get_session", get_session(context, activity=activity, detail=False)
    yield "get_interval_analysis", get_interval_analysis(context, activity=activity)
    yield (
        "compare_similar_workouts",
        compare_similar_workouts(
            context,
            activity_id=activity,
            pace_tolerance_s_per_km=600.0 if limit > 5 else None,
            distance_tolerance=1.0 if limit > 5 else None,
            terrain_match=None,
            limit=limit,
        ),
    )
    yield (
        "detect_form_anomalies_summary",
        detect_form_anomalies_summary(context, activity=activity, since=None, limit=limit),
    )


def about_a_day(context: Context, day: date) -> Iterator[tuple[str, object]]:
    yield "get_paces", get_paces(context, day=day)
    for distance in ("5", "marathon"):
        yield "get_race_readiness", get_race_readiness(context, distance=distance, day=day)
    yield "get_athlete", get_athlete(context, day=day)
    yield "get_next_training", get_next_training(context, day=day)
    yield "get_training_load", get_training_load(context, since=None, until=day)
    yield (
        "get_training_load",
        get_training_load(context, since=day - timedelta(days=3000), until=day),
    )


def about_everything(context: Context) -> Iterator[tuple[str, object]]:
    yield (
        "detect_form_anomalies_summary",
        detect_form_anomalies_summary(context, activity=None, since=None, limit=1000),
    )
    yield (
        "analyze_performance_trends",
        analyze_performance_trends(context, metric=None, pace=None, sensor=None, since=None),
    )


def about_all(context: Context, *, runs: int, limit: int) -> Iterator[tuple[str, object]]:
    for session in sessions(context)[-runs:]:
        yield from about_a_run(context, str(session.activity_id), limit=limit)
        yield from about_a_day(context, session.activity_date)
    yield from about_everything(context)


def too_long(answers: Iterator[tuple[str, object]]) -> dict[str, int]:
    """Operations whose longest answer is over 4 KB, in bytes."""
    longest: dict[str, int] = {}
    for name, answer in answers:
        assert name in LIMITS
        longest[name] = max(longest.get(name, 0), len(as_json(answer).encode()))
    assert all(longest.values())
    return {name: size for name, size in longest.items() if size > BRIEF_BYTES}


def test_the_limits_are_those_of_the_catalogue() -> None:
    assert LIMITS["get_session"] == DETAIL_BYTES
    assert max(LIMITS.values()) == DETAIL_BYTES
    brief = [name for name, limit in LIMITS.items() if limit <= BRIEF_BYTES]
    assert {"get_form_evaluations", "get_next_training", "activities"} <= set(brief)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("files", [mixed_files, heart_rate_files], ids=["watch", "estimates"])
def test_answers_over_a_season_are_brief(tmp_path: Path, files: object) -> None:
    assert callable(files)
    with copy_of(files(), tmp_path) as context:
        assert too_long(about_all(context, runs=100, limit=5)) == {}


@pytest.mark.soak
def test_answers_over_500_runs_are_brief(years: Context) -> None:
    assert len(sessions(years)) == 500
    assert too_long(about_all(years, runs=MIXED.n_runs, limit=20)) == {}


@pytest.mark.soak
def test_a_detailed_session_is_within_ten_kilobytes(years: Context) -> None:
    for session in some(sessions(years)[-MIXED.n_runs :], 5):
        answer = get_session(years, activity=str(session.activity_id), detail=True)
        assert len(as_json(answer).encode()) <= DETAIL_BYTES


def test_one_step_of_form_is_brief_with_the_widest_window(mixed: Context) -> None:
    run = sessions(mixed)[0]
    whole_run = make_anomaly(start_elapsed_s=10.0, end_elapsed_s=run.elapsed_s or 0.0)
    with mixed.store.write() as con:
        write_anomalies(con, run.activity_id, report=make_report(whole_run))
    answer = get_form_anomaly_details(
        mixed, activity=str(run.activity_id), number=1, context_window_s=300.0
    )
    assert answer.detail.series
    assert len(as_json(answer).encode()) <= BRIEF_BYTES


@pytest.mark.soak
def test_what_was_changed_is_told_briefly(mixed: Context) -> None:
    activity = str(sessions(mixed)[0].activity_id)
    answers: list[object] = [understand(mixed, activity=None, all=True)]
    answers += [label(mixed, activity=activity, training_type=one) for one in get_args(Label)]
    answers.append(set_athlete(mixed, quantity="threshold_pace", value="4:35", since=None))
    assert all(len(as_json(answer).encode()) < 512 for answer in answers)


def told(answer: object) -> Any:
    """What a model reads, within its limit."""
    text = as_json(answer)
    assert len(text.encode()) <= BRIEF_BYTES
    return json.loads(text)


def test_the_list_of_runs_is_brief_and_says_how_many_are_left(years: Context) -> None:
    newest = sessions(years)[-1]
    for limit in (1, 20, 500):
        answer = told(activities(years, since=None, until=None, limit=limit))
        shown = [dict(zip(answer["columns"], row, strict=True)) for row in answer["activities"]]
        assert min(limit, 12) <= len(shown) <= limit
        assert shown[0]["activity_id"] == newest.activity_id
        assert answer["n_more"] == answer["n_stored"] - len(shown) == 500 - len(shown)


@pytest.mark.parametrize(
    ("title", "at_least"), [("走" * 2000, 12), ('\\"' * 2000, 10), ("\x00" * 2000, 5)]
)
def test_a_list_of_runs_is_brief_whatever_they_are_called(
    years: Context, title: str, at_least: int
) -> None:
    listed = activities(years, since=None, until=None, limit=20)
    named = tuple(replace(activity, title=title) for activity in listed.activities)
    answer = told(ActivitiesResult(activities=named, n_stored=500))
    assert answer["n_more"] == 500 - len(answer["activities"])
    assert len(answer["activities"]) >= at_least
    assert all(str(row[2]).endswith("…") for row in answer["activities"])


def test_what_was_learned_is_brief_with_every_picture(mixed: Context) -> None:
    n_versions = len(versions(mixed))
    first = told(train(mixed, method="direct", history=False))
    assert first["n_baselines"] == len(first["baselines"]) == len(METRICS)
    assert not told(train(mixed, method="inverse", history=False))["stored"]
    bare = told(baselines(mixed, sensor=None, plot=None, limit=100))
    assert bare["n_versions"] == n_versions == bare["n_more"] + len(bare["baselines"])
    assert bare["n_more"] > 0
    for metric in METRICS:
        answer = told(baselines(mixed, sensor=None, plot=metric, limit=100))
        assert answer["n_more"] == n_versions - len(answer["baselines"])
        assert len({len(answer["curve"][name]) for name in ("speed_mps", "expected")}) == 1
        points = answer["points"]
        assert points["n_points"] == points["n_more"] + len(points["value"])


def test_a_picture_goes_from_the_slowest_speed_to_the_fastest(mixed: Context) -> None:
    train(mixed, method="direct", history=False)
    found = baselines(mixed, sensor=None, plot="gct", limit=1)
    assert found.curve is not None
    speeds_mps = told(found)["curve"]["speed_mps"]
    assert speeds_mps[0] == pytest.approx(found.curve.speed_mps[0], abs=0.01)
    assert speeds_mps[-1] == pytest.approx(found.curve.speed_mps[-1], abs=0.01)


def test_learning_for_many_sensors_is_told_briefly(mixed: Context) -> None:
    learned = train(mixed, method="direct", history=False)
    many = TrainResult(baselines=learned.baselines * 50, n_new=200, monthly=12, stored=True)
    answer = told(many)
    assert answer["n_baselines"] == 50 * len(METRICS) == answer["n_more"] + len(answer["baselines"])


def test_judging_every_run_is_told_briefly_newest_first(mixed: Context) -> None:
    judged = reevaluate(mixed, since=None, until=None)
    answer = told(judged)
    ids = [run.activity_id for run in sessions(mixed)]
    assert [row[0] for row in answer["evaluations"]] == ids[::-1][:10]
    refused = tuple(RefusedRun(activity_id=10**18, reason="形" * 3000) for _ in range(400))
    many = told(
        EvaluateResult(
            evaluated=500, changed=7, evaluations=judged.evaluations * 50, refused=refused
        )
    )
    assert (many["evaluated"], many["changed"], many["n_refused"]) == (500, 7, 400)
    assert many["n_more"] + len(many["evaluations"]) == 500
    assert many["refused"]
    short = EvaluateResult(
        evaluated=0,
        changed=0,
        evaluations=(),
        refused=tuple(RefusedRun(activity_id=n, reason="no form data") for n in range(30)),
    )
    assert [refusal["activity_id"] for refusal in told(short)["refused"]] == list(range(10))


def problems(
    count: int, *, path: str = "/runs/a.fit", reason: str = "damaged"
) -> tuple[Problem, ...]:
    return tuple(Problem(path=f"{path}{number}", reason=reason) for number in range(count))


def ingested(
    refused: tuple[Problem, ...], failed: tuple[Problem, ...], n_runs: int
) -> IngestResult:
    return IngestResult(
        ingested=n_runs,
        completed=0,
        duplicates=3,
        removed=0,
        partial=1,
        evaluated=n_runs,
        refused=refused,
        failed=failed,
        activity_ids=tuple(range(10**18, 10**18 + n_runs)),
    )


def test_an_ingest_names_the_first_runs_and_problems_and_counts_all() -> None:
    answer = told(ingested(problems(30), problems(12), 900))
    assert (answer["n_refused"], len(answer["refused"])) == (30, 10)
    assert (answer["n_failed"], len(answer["failed"])) == (12, 10)
    assert answer["failed"][0] == {"path": "/runs/a.fit0", "reason": "damaged"}
    assert (answer["n_activity_ids"], len(answer["activity_ids"])) == (900, 20)


def test_long_paths_and_reasons_keep_the_name_of_the_file_and_the_beginning() -> None:
    long = problems(500, path="/深い" * 600 + "/run", reason="壊れた" * 900)
    answer = told(ingested(long, long, 900))
    assert (answer["n_refused"], answer["n_failed"]) == (500, 500)
    assert answer["failed"][0]["path"].startswith("…")
    assert answer["failed"][0]["path"].endswith("/run0")
    assert answer["failed"][0]["reason"].startswith("壊れた")
    assert answer["failed"][0]["reason"].endswith("…")


@pytest.mark.parametrize("reason", ["no usable answer", "壊れた" * 900])
def test_a_fetch_counts_what_it_does_not_list(reason: str) -> None:
    failures = tuple(FetchFailure(activity_id=10**18 + n, reason=reason) for n in range(200))
    fetched = FetchReport(
        fetched=tuple(range(10**18, 10**18 + 700)),
        skipped=3,
        failed=failures,
        incomplete=failures,
        stopped=reason,
    )
    problem = problems(300, path="/raw/" * 100, reason=reason)
    answer = told(FetchResult(fetched=fetched, ingested=ingested(problem, problem, 900)))
    report_of = answer["fetched"]
    assert (report_of["n_fetched"], report_of["n_failed"], report_of["n_incomplete"]) == (
        700,
        200,
        200,
    )
    assert report_of["failed"]
    assert answer["ingested"]["n_failed"] == 300
    assert answer["ingested"]["failed"]


def test_a_season_of_files_is_a_count_and_a_folder(tmp_path: Path) -> None:
    files = tuple(tmp_path / f"{number}.fit" for number in range(2000))
    answer = told(SimulateResult(folder=tmp_path, files=files, seed=7))
    assert answer == {"folder": str(tmp_path), "n_files": 2000, "seed": 7}


def test_lasting_changes_are_listed_newest_first(mixed: Context) -> None:
    first = date(2020, 1, 1)
    findings = tuple(
        make_finding(
            day=first + timedelta(days=number),
            since=first,
            activity_id=10**18 + number,
            change_frac=0.0312,
        )
        for number in range(400)
    )
    answer = told(DriftResult(sensor_group="garmin-hrm", n_runs={"gct": 400}, findings=findings))
    rows = [dict(zip(answer["columns"], row, strict=True)) for row in answer["findings"]]
    assert rows[0]["found"] == (first + timedelta(days=399)).isoformat()
    assert rows[0]["change_pct"] == 3.1
    assert answer["n_findings"] == 400 == answer["n_more"] + len(rows)
    nothing = told(drift(mixed, sensor=None, since=None))
    assert nothing["n_more"] == 0


def test_the_other_answers_about_form_are_brief(years: Context, tmp_path: Path) -> None:
    train(years, method="direct", history=False)
    newest = str(sessions(years)[-1].activity_id)
    told(status(years))
    told(expect_at(years, pace=300.0, sensor=None))
    told(get_form_evaluations(years, activity_id=newest, detail=True))
    written = told(report(years, activity=newest, out=tmp_path / "reports"))
    assert Path(written["markdown"]).is_file()
    assert "★" in written["overall_star_rating"]


def test_a_report_without_a_verdict_says_so(mixed: Context, tmp_path: Path) -> None:
    run = sessions(mixed)[0].activity_id
    without_verdict(mixed, run)
    written = told(report(mixed, activity=str(run), out=tmp_path / "reports"))
    assert written["overall_stars"] is None
    assert Path(written["html"]).is_file()
