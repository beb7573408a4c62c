"""Where form stepped away inside runs: listed, and looked at one by one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument, NotRecorded, UnknownActivity
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.drift import detect_form_anomalies_summary, get_form_anomaly_details
from hakaru.flows.evaluate import understand
from hakaru.store.sessions import write_anomalies
from tests.flows.factories import run_sql
from tests.flows.session_seasons import MIXED, copy_of, heart_rate_files, mixed_files, sessions
from tests.store.session_factories import make_anomaly, make_report

STEP_FROM_S, STEP_UNTIL_S = 600, 720


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def store_steps(context: Context, activity_id: int, *sizes: float) -> None:
    """Steps of these sizes, in standard deviations, as if they had been found in a run."""
    steps = [make_anomaly(number, z=z) for number, z in enumerate(sizes, start=1)]
    with context.store.write() as con:
        write_anomalies(con, activity_id, report=make_report(*steps, judged_s=1800.0))


def test_runs_without_any_step_are_listed_too(mixed: Context) -> None:
    anomalies = detect_form_anomalies_summary(mixed, activity=None, since=None, limit=20)
    assert [run.activity_id for run in anomalies.runs] == [
        session.activity_id for session in reversed(sessions(mixed))
    ]
    assert all(run.judged_s > 0.0 for run in anomalies.runs)
    assert as_plain(anomalies)["n_runs"] == MIXED.n_runs


def test_since_and_limit_choose_the_runs(mixed: Context) -> None:
    every = sessions(mixed)
    since = every[4].activity_date
    anomalies = detect_form_anomalies_summary(mixed, activity=None, since=since, limit=20)
    assert len(anomalies.runs) == MIXED.n_runs - 4
    (newest,) = detect_form_anomalies_summary(mixed, activity=None, since=None, limit=1).runs
    assert newest.activity_id == every[-1].activity_id
    late = detect_form_anomalies_summary(
        mixed, activity=None, since=every[-1].activity_date + timedelta(days=1), limit=20
    )
    assert (late.runs, as_plain(late)["worst"]) == ((), [])


def test_the_largest_steps_of_all_runs_are_shown_and_all_are_counted(mixed: Context) -> None:
    first, second, *others = sessions(mixed)
    for other in others:
        store_steps(mixed, other.activity_id)
    store_steps(mixed, first.activity_id, *(4.0 + 0.1 * n for n in range(10)))
    store_steps(mixed, second.activity_id, -9.0, 8.0, 3.0)
    reply = as_plain(detect_form_anomalies_summary(mixed, activity=None, since=None, limit=20))
    assert reply["n_anomalies"] == 13
    assert reply["by_metric"] == {"gct": 13}
    assert reply["by_cause"] == {"fatigue": 13}
    worst = reply["worst"]
    assert isinstance(worst, list)
    shown = [(row["activity_id"], row["number"]) for row in worst]
    assert shown[:3] == [(second.activity_id, 1), (second.activity_id, 2), (first.activity_id, 10)]
    assert (second.activity_id, 3) not in shown


def test_one_run_can_be_asked_for(mixed: Context) -> None:
    first, second, *_ = sessions(mixed)
    store_steps(mixed, first.activity_id, 5.0)
    store_steps(mixed, second.activity_id, 6.0)
    (run,) = detect_form_anomalies_summary(
        mixed, activity=first.activity_date.isoformat(), since=None, limit=20
    ).runs
    assert (run.activity_id, run.day) == (first.activity_id, first.activity_date)
    assert [step.z for step in run.anomalies] == [5.0]


def test_a_run_that_cannot_be_looked_at_was_judged_for_no_second(tmp_path: Path) -> None:
    with copy_of(heart_rate_files(), tmp_path) as context:
        activity = str(sessions(context)[0].activity_id)
        (run,) = detect_form_anomalies_summary(
            context, activity=activity, since=None, limit=20
        ).runs
        assert (run.judged_s, run.anomalies) == (0.0, ())
        every = detect_form_anomalies_summary(context, activity=None, since=None, limit=20)
        assert every.runs == ()


def test_a_step_in_the_recording_is_found_and_seen_from_both_sides(mixed: Context) -> None:
    run = max(sessions(mixed), key=lambda session: session.running_s or 0.0)
    activity = str(run.activity_id)
    run_sql(
        mixed,
        "UPDATE data.time_series_metrics SET gct_ms = 1.15 * gct_ms "
        "WHERE activity_id = ? AND elapsed_s BETWEEN ? AND ?",
        [run.activity_id, STEP_FROM_S, STEP_UNTIL_S],
    )
    understand(mixed, activity=activity, all=False)
    (found,) = detect_form_anomalies_summary(mixed, activity=activity, since=None, limit=20).runs
    (number,) = [anomaly.anomaly_index for anomaly in found.anomalies if anomaly.metric == "gct"]
    detail = get_form_anomaly_details(
        mixed, activity=activity, number=number, context_window_s=60.0
    ).detail
    step = detail.anomaly
    assert step.side == "higher"
    assert step.start_elapsed_s == pytest.approx(STEP_FROM_S, abs=20.0)
    assert step.end_elapsed_s == pytest.approx(STEP_UNTIL_S, abs=20.0)
    assert detail.start_elapsed_s == step.start_elapsed_s - 60.0
    assert detail.end_elapsed_s == step.end_elapsed_s + 60.0
    assert {"elapsed_s", "actual", "expected", "speed_mps"} <= detail.series.keys()
    assert len({column.shape for column in detail.series.values()}) == 1


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_number_that_no_step_has_is_refused(mixed: Context, number: int) -> None:
    run = sessions(mixed)[0]
    store_steps(mixed, run.activity_id, 5.0, 6.0)
    with pytest.raises(BadArgument, match="between 1 and 2"):
        get_form_anomaly_details(
            mixed, activity=str(run.activity_id), number=number, context_window_s=30.0
        )


def test_a_run_of_steady_form_has_no_step_to_look_at(mixed: Context) -> None:
    run = sessions(mixed)[0]
    store_steps(mixed, run.activity_id)
    with pytest.raises(NotRecorded, match="a run in which form changed on the way"):
        get_form_anomaly_details(
            mixed, activity=str(run.activity_id), number=1, context_window_s=30.0
        )


def test_a_limit_beyond_every_count_means_all(mixed: Context) -> None:
    anomalies = detect_form_anomalies_summary(mixed, activity=None, since=None, limit=2**80)
    assert len(anomalies.runs) == MIXED.n_runs


@pytest.mark.parametrize("window_s", [-1.0, 300.5, float("nan")])
def test_a_window_beyond_five_minutes_is_refused(mixed: Context, window_s: float) -> None:
    run = sessions(mixed)[0]
    with pytest.raises(BadArgument, match="context_window_s"):
        get_form_anomaly_details(
            mixed, activity=str(run.activity_id), number=1, context_window_s=window_s
        )


def test_a_limit_below_one_is_refused_and_nothing_is_found_in_nothing(context: Context) -> None:
    with pytest.raises(BadArgument, match="limit"):
        detect_form_anomalies_summary(context, activity=None, since=None, limit=0)
    assert detect_form_anomalies_summary(context, activity=None, since=None, limit=1).runs == ()
    with pytest.raises(UnknownActivity):
        detect_form_anomalies_summary(context, activity="2025-01-06", since=None, limit=1)
