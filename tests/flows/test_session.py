"""One run as a session: what is stored about it, and what is gathered around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hakaru.core.errors import AmbiguousActivity, NotAnalysed, UnknownActivity
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.drift import detect_form_anomalies_summary, get_form_anomaly_details
from hakaru.flows.evaluate import understand
from hakaru.flows.session import form_verdict, get_interval_analysis, get_session
from hakaru.flows.similar import compare_similar_workouts
from tests.flows.factories import run_sql
from tests.flows.session_seasons import (
    copy_of,
    first_of,
    heart_rate_files,
    mixed_files,
    read_only,
    sessions,
)


@pytest.fixture
def mixed() -> Iterator[Context]:
    """Shared by the tests of this file, which read it."""
    with read_only(mixed_files()) as made:
        yield made


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """To be changed."""
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


ASKING: dict[str, Callable[[Context, str], object]] = {
    "session": lambda context, activity: get_session(context, activity=activity, detail=False),
    "session in detail": lambda context, activity: get_session(
        context, activity=activity, detail=True
    ),
    "intervals": lambda context, activity: get_interval_analysis(context, activity=activity),
    "similar": lambda context, activity: compare_similar_workouts(
        context,
        activity_id=activity,
        pace_tolerance_s_per_km=None,
        distance_tolerance=None,
        terrain_match=None,
        limit=5,
    ),
    "anomalies": lambda context, activity: detect_form_anomalies_summary(
        context, activity=activity, since=None, limit=20
    ),
    "anomaly": lambda context, activity: get_form_anomaly_details(
        context, activity=activity, number=1, context_window_s=30.0
    ),
}


@pytest.mark.parametrize("asking", ASKING.values(), ids=ASKING)
def test_a_run_that_was_not_understood_says_what_to_do(
    own: Context, asking: Callable[[Context, str], object]
) -> None:
    activity = str(sessions(own)[0].activity_id)
    run_sql(own, "DELETE FROM data.sessions")
    with pytest.raises(NotAnalysed, match="hakaru status"):
        asking(own, activity)


@pytest.mark.parametrize("asking", ASKING.values(), ids=ASKING)
def test_a_run_that_is_not_there_is_unknown(
    mixed: Context, asking: Callable[[Context, str], object]
) -> None:
    for reference in ("17", "1999-01-01", "yesterday"):
        with pytest.raises(UnknownActivity):
            asking(mixed, reference)


def test_the_command_named_by_the_error_helps(own: Context) -> None:
    activity = str(sessions(own)[0].activity_id)
    before = get_session(own, activity=activity, detail=True)
    run_sql(own, "DELETE FROM data.sessions")
    understand(own, activity=activity, all=False)
    assert get_session(own, activity=activity, detail=False).analysis == before.analysis


def test_a_day_with_two_runs_is_ambiguous(own: Context) -> None:
    first, second, *_ = sessions(own)
    run_sql(
        own,
        "UPDATE activities SET activity_date = ? WHERE activity_id = ?",
        [first.activity_date, second.activity_id],
    )
    with pytest.raises(AmbiguousActivity):
        get_session(own, activity=first.activity_date.isoformat(), detail=False)


def test_a_session_is_told_with_its_rows(mixed: Context) -> None:
    for summary in sessions(mixed):
        analysis = get_session(mixed, activity=str(summary.activity_id), detail=False).analysis
        assert analysis.summary == summary
        assert analysis.verdict.training_type == summary.training_type
        assert analysis.rating.stars == summary.session_stars
        lost = sum(deduction.stars for deduction in analysis.rating.deductions)
        assert summary.session_stars == max(1, 5 - lost)
        assert {phase.role for phase in analysis.rating.phases} >= {"warmup", "cooldown"}
        assert analysis.athlete.day == summary.activity_date


def test_details_are_gathered_around_the_same_analysis(mixed: Context) -> None:
    for summary in sessions(mixed):
        activity = str(summary.activity_id)
        brief = get_session(mixed, activity=activity, detail=False)
        detailed = get_session(mixed, activity=activity, detail=True)
        assert brief.report is None
        assert detailed.analysis == brief.analysis
        assert detailed.report is not None
        ends_s = [figure.end_elapsed_s for figure in detailed.report.figures]
        assert [figure.start_elapsed_s for figure in detailed.report.figures] == [0.0, *ends_s[:-1]]
        assert detailed.report.zone_s is not None
        stored_s = [getattr(summary, f"zone{zone}_s") for zone in range(1, 6)]
        assert list(detailed.report.zone_s) == pytest.approx(stored_s)
        load = detailed.report.load
        assert load is not None
        assert load.training_load_score == pytest.approx(summary.training_load_score)


def test_details_look_only_at_sessions_before(mixed: Context) -> None:
    first, *_, last = sessions(mixed)
    at_first = get_session(mixed, activity=str(first.activity_id), detail=True).report
    at_last = get_session(mixed, activity=str(last.activity_id), detail=True).report
    assert at_first is not None
    assert at_last is not None
    n_searched = [
        report.similar.n_searched for report in (at_first, at_last) if report.similar is not None
    ]
    assert n_searched == [0, len(sessions(mixed)) - 1]
    assert at_first.load_history is not None
    assert at_first.load_history.days == (first.activity_date,)


def test_a_run_of_which_only_the_heart_rate_is_known_is_told_as_well() -> None:
    with read_only(heart_rate_files()) as context:
        for summary in sessions(context):
            session = get_session(context, activity=str(summary.activity_id), detail=True)
            assert session.report is not None
            assert session.report.anomalies is None
            assert set(as_plain(session)) > {"segments", "zone_s", "environment", "load"}


def test_repetitions_are_counted_and_compared(mixed: Context) -> None:
    interval = first_of(mixed, "interval")
    found = get_interval_analysis(mixed, activity=str(interval.activity_id))
    assert found.intervals is not None
    assert found.rep_form is not None
    assert found.intervals.n_reps == interval.n_reps >= 2
    rows = as_plain(found)["reps"]
    assert isinstance(rows, list)
    assert [row[0] for row in rows] == list(range(1, interval.n_reps + 1))


def test_a_run_without_repetitions_has_none_to_show(mixed: Context) -> None:
    interval = get_interval_analysis(mixed, activity=str(first_of(mixed, "recovery").activity_id))
    assert (interval.intervals, interval.rep_form) == (None, None)
    assert (as_plain(interval)["n_reps"], as_plain(interval)["reps"]) == (0, [])


def test_a_run_without_form_metrics_has_no_verdict() -> None:
    with read_only(heart_rate_files()) as context, context.store.read() as con:
        assert form_verdict(con, sessions(context)[0].activity_id) is None
    with read_only(mixed_files()) as context, context.store.read() as con:
        assert form_verdict(con, sessions(context)[0].activity_id) is not None
