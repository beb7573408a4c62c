"""Every answer about sessions and the athlete fits its limit: over a season, and over 500 runs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import get_args

import pytest

from hakaru.catalog.athlete_operations import ATHLETE_OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.catalog.session_operations import SESSION_OPERATIONS
from hakaru.flows.analyse import Label, analyse, label
from hakaru.flows.anomalies import detect_form_anomalies_summary, get_form_anomaly_details
from hakaru.flows.athlete import get_athlete, set_athlete
from hakaru.flows.context import Context
from hakaru.flows.load import get_training_load
from hakaru.flows.next_training import get_next_training
from hakaru.flows.paces import get_paces
from hakaru.flows.session import get_interval_analysis, get_session
from hakaru.flows.similar import compare_similar_workouts
from hakaru.flows.trends import analyze_performance_trends
from hakaru.store.anomalies import write_anomalies
from tests.flows.session_seasons import (
    MIXED,
    copy_of,
    heart_rate_files,
    mixed_files,
    repeat,
    sessions,
)
from tests.store.session_factories import make_anomaly, make_report

LIMITS = {one.name: one.limit_bytes for one in (*SESSION_OPERATIONS, *ATHLETE_OPERATIONS)}
BRIEF_BYTES = 4096
DETAIL_BYTES = 10_240
MOST_STEPS = 60


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


@pytest.fixture
def years(mixed: Context) -> Context:
    """500 runs, the newest of which have many steps of form."""
    repeat(mixed, 500 // MIXED.n_runs)
    steps = make_report(*(make_anomaly(number) for number in range(1, MOST_STEPS + 1)))
    newest = sessions(mixed)[-20:]
    with mixed.store.write() as con:
        for one in newest:
            write_anomalies(con, one.activity_id, report=steps)
    return mixed


def about_a_run(context: Context, activity: str, *, limit: int) -> Iterator[tuple[str, object]]:
    yield "get_session", get_session(context, activity=activity, detail=False)
    yield "get_interval_analysis", get_interval_analysis(context, activity=activity)
    yield (
        "compare_similar_workouts",
        compare_similar_workouts(
            context,
            activity=activity,
            pace_tolerance_s_per_km=600.0 if limit > 5 else None,
            distance_tolerance_pct=100.0 if limit > 5 else None,
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
    for one in sessions(context)[-runs:]:
        yield from about_a_run(context, str(one.activity_id), limit=limit)
        yield from about_a_day(context, one.activity_date)
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
    others = {name: limit for name, limit in LIMITS.items() if name != "get_session"}
    assert LIMITS["get_session"] == DETAIL_BYTES
    assert set(others.values()) == {BRIEF_BYTES}


@pytest.mark.parametrize("files", [mixed_files, heart_rate_files], ids=["watch", "estimates"])
def test_answers_over_a_season_are_brief(tmp_path: Path, files: object) -> None:
    assert callable(files)
    with copy_of(files(), tmp_path) as context:
        assert too_long(about_all(context, runs=100, limit=5)) == {}


def test_answers_over_500_runs_are_brief(years: Context) -> None:
    assert len(sessions(years)) == 500
    assert too_long(about_all(years, runs=MIXED.n_runs, limit=20)) == {}


def test_a_detailed_session_is_within_ten_kilobytes(years: Context) -> None:
    for one in sessions(years)[-MIXED.n_runs :]:
        answer = get_session(years, activity=str(one.activity_id), detail=True)
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


def test_what_was_changed_is_told_briefly(mixed: Context) -> None:
    activity = str(sessions(mixed)[0].activity_id)
    answers: list[object] = [analyse(mixed, activity=None, all=True)]
    answers += [label(mixed, activity=activity, training_type=one) for one in get_args(Label)]
    answers.append(set_athlete(mixed, quantity="threshold_pace", value="4:35", since=None))
    assert all(len(as_json(one).encode()) < 512 for one in answers)
