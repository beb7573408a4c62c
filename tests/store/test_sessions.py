"""What was understood about sessions comes back as it was, once, and goes with its run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hakaru.core.errors import NotAnalysed, UnknownActivity
from hakaru.running.activity import HeartRateZone
from hakaru.running.session.model import SessionAnalysis
from hakaru.running.session.understand import Anatomy
from hakaru.store.activities import SourceRecord, record_sources, write_label
from hakaru.store.recordings import (
    read_splits,
    remove_activities,
    rewrite_derived,
    write_recordings,
)
from hakaru.store.sessions import (
    read_anatomy,
    read_session,
    session_summaries,
    write_anomalies,
    write_sessions,
)
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import write_evaluations
from tests.shared import examples
from tests.store.factories import (
    START,
    make_evaluation,
    make_full_recording,
    make_run,
    make_split,
    memory_store,
)
from tests.store.session_factories import (
    NOW,
    analyses,
    anatomies,
    make_analysis,
    make_anatomy,
    make_anomaly,
    make_report,
    make_summary,
    n_rows,
    tables_of_activities,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

OFTEN = settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
SHARES = "SELECT primary_zone, zone1_percentage, zone5_percentage FROM hr_efficiency"


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBPyConnection]:
    """One database for many examples, each of which replaces the one before."""
    with memory_store() as con:
        yield con


def everything(con: DuckDBPyConnection) -> dict[str, list[tuple[object, ...]]]:
    return {
        table: con.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
        for table in tables_of_activities(con)
    }


def fill(con: DuckDBPyConnection) -> int:
    """A run with rows in every table that knows activities; its id."""
    full = make_full_recording()
    assert full.physiology is not None
    recording = replace(full, physiology=replace(full.physiology, heart_rate_max_bpm=188.0))
    run = replace(make_run(n_samples=20), recording=recording, anatomy=make_anatomy())
    activity_id = recording.activity_id
    write_recordings(con, [run])
    write_sessions(con, [make_analysis(activity_id)])
    write_anomalies(con, activity_id, report=make_report(make_anomaly()))
    write_evaluations(con, [make_evaluation(activity_id)])
    write_evaluations(con, [make_evaluation(activity_id, overall_score=50.0)])
    con.execute("INSERT INTO form_evaluation_refusals VALUES (?, 'because')", [activity_id])
    write_label(con, activity_id, training_type="interval", source="human_ui", now=NOW)
    read = SourceRecord(sha256="a" * 64, path="a.fit", outcome="ingested", activity_id=activity_id)
    record_sources(con, [read])
    return activity_id


@OFTEN
@given(analysis=analyses())
def test_an_analysis_reads_back_as_it_was_written(
    shared: DuckDBPyConnection, analysis: SessionAnalysis
) -> None:
    write_sessions(shared, [analysis])
    assert read_session(shared, analysis.summary.activity_id) == analysis
    assert session_summaries(shared) == (analysis.summary,)


@OFTEN
@given(anatomy=anatomies(), again=st.booleans())
def test_an_anatomy_reads_back_as_it_was_written(
    shared: DuckDBPyConnection, anatomy: Anatomy, again: bool
) -> None:
    run = make_run(n_samples=2, n_splits=0)
    write_recordings(shared, [run if again else replace(run, anatomy=anatomy)])
    if again:
        rewrite_derived(shared, replace(run, anatomy=anatomy))
    summary = make_summary(
        run.recording.activity_id,
        form=anatomy.structure.form,
        structure_confidence_frac=anatomy.structure.confidence_frac,
        n_strides=anatomy.structure.n_strides,
    )
    assert read_anatomy(shared, summary) == anatomy


def test_several_sessions_are_stored_at_once_as_one_by_one(con: DuckDBPyConnection) -> None:
    written = [make_analysis(7), make_analysis(8, training_type="long_run", session_stars=None)]
    write_sessions(con, written)
    together = everything(con)
    for one in written:
        write_sessions(con, [one])
    assert everything(con) == together
    assert [read_session(con, key) for key in (7, 8)] == written


def test_writing_no_session_changes_nothing(con: DuckDBPyConnection) -> None:
    write_sessions(con, [make_analysis(7)])
    before = everything(con)
    write_sessions(con, [])
    assert everything(con) == before


def test_a_new_analysis_replaces_the_old_one_in_every_table(con: DuckDBPyConnection) -> None:
    activity_id = fill(con)
    before = everything(con)
    for _ in range(3):
        write_sessions(con, [make_analysis(activity_id)])
        write_anomalies(con, activity_id, report=make_report(make_anomaly()))
    assert everything(con) == before
    poorer = make_analysis(activity_id)
    poorer = replace(
        poorer,
        rating=replace(poorer.rating, phases=(), deductions=()),
        athlete=replace(poorer.athlete, known={}, sex=None),
    )
    write_sessions(con, [poorer])
    assert read_session(con, activity_id) == poorer
    assert n_rows(con, "session_criteria", activity_id) == 0


def test_what_is_derived_anew_replaces_splits_segments_and_efforts(
    con: DuckDBPyConnection,
) -> None:
    run = replace(make_run(n_samples=5), anatomy=make_anatomy(3))
    write_recordings(con, [run])
    fewer = StoredRun(
        recording=run.recording,
        splits=(make_split(0, role="work", role_source="lap_label", rep_index=1, is_target=True),),
        totals=replace(run.totals, running_s=None),
        anatomy=make_anatomy(1),
    )
    rewrite_derived(con, fewer)
    activity_id = run.recording.activity_id
    assert read_splits(con, activity_id) == fewer.splits
    assert read_anatomy(con, make_analysis(activity_id).summary).figures == make_anatomy(1).figures
    assert n_rows(con, "best_efforts", activity_id) == 1
    assert n_rows(con, "distance_efforts", activity_id) == 1
    assert con.execute("SELECT n_splits, running_s FROM activities").fetchall() == [(1, None)]


def test_a_removed_run_leaves_no_trace_in_any_table(con: DuckDBPyConnection) -> None:
    activity_id = fill(con)
    tables = tables_of_activities(con)
    filled = {table for table in tables if n_rows(con, table, activity_id)}
    assert set(tables) - filled == {
        "main.performance_trends",
        "main.removed_runs",
        "main.run_edits",
        "main.run_notes",
        "main.section_analyses",
        "main.session_inputs",
    }
    remove_activities(con, [activity_id])
    assert [table for table in tables if n_rows(con, table, activity_id)] == []


def test_a_run_stored_anew_keeps_its_session_its_label_and_its_anomalies(
    con: DuckDBPyConnection,
) -> None:
    activity_id = fill(con)
    kept = ("data.sessions", "session_phases", "training_labels", "form_anomalies")
    before = {table: n_rows(con, table, activity_id) for table in kept}
    write_recordings(con, [replace(make_run(n_samples=20), recording=make_full_recording())])
    assert {table: n_rows(con, table, activity_id) for table in kept} == before


def test_a_run_nobody_looked_at_is_told_from_one_nobody_knows(con: DuckDBPyConnection) -> None:
    run = make_run(n_samples=2)
    write_recordings(con, [run])
    with pytest.raises(NotAnalysed, match="hakaru status"):
        read_session(con, run.recording.activity_id)
    with pytest.raises(UnknownActivity):
        read_session(con, 1)


def test_the_days_asked_for_are_included_and_come_oldest_first(con: DuckDBPyConnection) -> None:
    moments = [START + timedelta(days=number) for number in (3, 1, 2, 0)]
    write_sessions(
        con,
        [
            make_analysis(number, started_at=moment, activity_date=moment.date())
            for number, moment in enumerate(moments)
        ],
    )
    assert [summary.activity_id for summary in session_summaries(con)] == [3, 1, 2, 0]
    since, until = moments[1].date(), moments[2].date()
    summaries = session_summaries(con, since=since, until=until)
    assert [one.activity_id for one in summaries] == [1, 2]


def test_zone_shares_are_ours_where_the_device_gave_none(con: DuckDBPyConnection) -> None:
    write_sessions(con, [make_analysis(7)])
    assert con.execute(SHARES).fetchall() == [(None, None, None)]
    times_s = {"zone1_s": 30.0, "zone2_s": 60.0, "zone3_s": 10.0, "zone4_s": 0.0, "zone5_s": 0.0}
    write_sessions(con, [make_analysis(7, **times_s)])
    assert con.execute(SHARES).fetchall() == [(2, 30.0, 0.0)]
    write_sessions(con, [make_analysis(7, **(times_s | {"zone1_s": 930.0}))])
    assert con.execute(SHARES).fetchall() == [(1, 93.0, 0.0)]


def test_zone_shares_of_the_device_stay_beside_our_type(con: DuckDBPyConnection) -> None:
    zones = (
        HeartRateZone(zone_number=1, low_bpm=95.0, time_in_zone_s=60.0),
        HeartRateZone(zone_number=2, low_bpm=120.0, time_in_zone_s=180.0),
    )
    run = make_run(n_samples=2, heart_rate_zones=zones)
    write_recordings(con, [run])
    write_sessions(con, [make_analysis(run.recording.activity_id, zone1_s=10.0, zone5_s=90.0)])
    assert con.execute(SHARES).fetchall() == [(2, 25.0, None)]
    said = "SELECT training_type, training_type_source FROM hr_efficiency"
    assert con.execute(said).fetchall() == [("aerobic_base", "zones")]
