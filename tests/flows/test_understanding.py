"""Understanding stored runs again, and as the runner says they were."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.flows.context import Context
from hakaru.flows.evaluate import label, understand
from hakaru.flows.session import get_session
from hakaru.running.session.model import SessionSummary
from hakaru.store.activities import read_labels
from tests.flows.factories import NOW, ask, at, make_context, run_sql, take_in, verdicts
from tests.flows.session_seasons import (
    MIXED,
    copy_of,
    derived,
    first_of,
    heart_rate_files,
    mixed_files,
    sessions,
    twin_files,
)

LATER = NOW + timedelta(days=1)


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path / "empty")
    yield made
    made.store.close()


def one(context: Context, activity_id: int) -> SessionSummary:
    return next(session for session in sessions(context) if session.activity_id == activity_id)


def labels(context: Context) -> dict[int, str]:
    with context.store.read() as con:
        return dict(read_labels(con))


def targets(context: Context, activity_id: int) -> set[object]:
    query = f"SELECT DISTINCT role FROM data.splits WHERE is_target AND activity_id = {activity_id}"
    return {row[0] for row in ask(context, query)}


@pytest.mark.soak
def test_all_runs_are_understood_again_and_counted_by_type(mixed: Context) -> None:
    result = understand(at(mixed, LATER), activity=None, all=True)
    assert result.analysed == sum(result.by_type.values()) == MIXED.n_runs
    types = [session.training_type for session in sessions(mixed)]
    assert result.by_type == {name: types.count(name) for name in types}
    assert {session.analysed_at for session in sessions(mixed)} == {LATER}


def test_one_run_is_understood_again_by_id_or_by_day(mixed: Context) -> None:
    before = derived(mixed)
    tempo = first_of(mixed, "tempo_threshold")
    for reference in (str(tempo.activity_id), tempo.activity_date.isoformat()):
        result = understand(at(mixed, LATER), activity=reference, all=False)
        assert (result.analysed, result.by_type) == (1, {"tempo_threshold": 1})
    assert derived(mixed) == before
    touched = [session.activity_id for session in sessions(mixed) if session.analysed_at == LATER]
    assert touched == [tempo.activity_id]


@pytest.mark.soak
def test_analysing_again_adds_no_row_anywhere(mixed: Context) -> None:
    tables = [str(row[0]) for row in ask(mixed, _EVERY_TABLE)]
    before = derived(mixed, tables)
    understand(at(mixed, LATER), activity=None, all=True)
    assert derived(mixed, tables) == before


_EVERY_TABLE = (
    "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
    "WHERE database_name = current_database()"
)


def test_a_run_beside_all_is_refused_and_no_run_is_the_latest(empty: Context) -> None:
    with pytest.raises(BadArgument, match="--all"):
        understand(empty, activity="2025-01-06", all=True)
    with pytest.raises(UnknownActivity, match="no run is stored yet"):
        understand(empty, activity=None, all=False)


def test_nothing_stored_is_nothing_to_analyse(empty: Context) -> None:
    result = understand(empty, activity=None, all=True)
    assert (result.analysed, result.by_type) == (0, {})
    with pytest.raises(UnknownActivity):
        understand(empty, activity="2025-01-06", all=False)
    with pytest.raises(UnknownActivity):
        label(empty, activity="2025-01-06", training_type="interval")


def test_a_label_decides_type_targets_and_the_criteria(mixed: Context) -> None:
    tempo = first_of(mixed, "tempo_threshold")
    before = get_session(mixed, activity=str(tempo.activity_id), detail=False).analysis
    assert targets(mixed, tempo.activity_id) == {"main"}
    result = label(mixed, activity=str(tempo.activity_id), training_type="aerobic_base")
    after = get_session(mixed, activity=str(tempo.activity_id), detail=False).analysis
    assert (result.training_type, result.type_source) == ("aerobic_base", "user")
    assert (after.verdict.source, after.verdict.confidence_frac) == ("user", 1.0)
    assert after.rating.training_type == "aerobic_base"
    assert result.session_stars == after.rating.stars == after.summary.session_stars
    assert after.rating.phases != before.rating.phases
    assert targets(mixed, tempo.activity_id) == {"warmup", "main", "cooldown"}
    assert after.summary.target_distance_m != before.summary.target_distance_m


def test_what_spoke_for_another_type_does_not_stand_below_the_runners_word(mixed: Context) -> None:
    tempo = first_of(mixed, "tempo_threshold")
    key = str(tempo.activity_id)
    assert get_session(mixed, activity=key, detail=False).analysis.verdict.evidence
    label(mixed, activity=key, training_type="long_run")
    assert not get_session(mixed, activity=key, detail=False).analysis.verdict.evidence
    label(mixed, activity=key, training_type="tempo_threshold")
    assert get_session(mixed, activity=key, detail=False).analysis.verdict.evidence


def test_a_label_judges_form_anew_and_keeps_the_old_verdict(mixed: Context) -> None:
    tempo = first_of(mixed, "tempo_threshold")
    before = verdicts(mixed)[tempo.activity_id]
    label(at(mixed, LATER), activity=str(tempo.activity_id), training_type="aerobic_base")
    after = verdicts(mixed)[tempo.activity_id]
    assert after.n_splits > before.n_splits
    assert after.metrics["gct"].actual != before.metrics["gct"].actual
    history = (
        f"SELECT n_splits FROM form_evaluation_history WHERE activity_id = {tempo.activity_id}"
    )
    assert ask(mixed, history) == [(before.n_splits,)]


def test_a_label_leaves_earlier_runs_alone_and_the_types_of_all_others(mixed: Context) -> None:
    tempo = first_of(mixed, "tempo_threshold")
    before = {session.activity_id: session for session in sessions(mixed)}
    label(at(mixed, LATER), activity=str(tempo.activity_id), training_type="sprint")
    after = {session.activity_id: session for session in sessions(mixed)}
    changed = [after[key] for key in after if after[key] != before[key]]
    assert tempo.activity_id in {session.activity_id for session in changed}
    assert all(session.started_at >= tempo.started_at for session in changed)
    types = {key: session.training_type for key, session in before.items()}
    assert {key: session.training_type for key, session in after.items()} == types | {
        tempo.activity_id: "sprint"
    }
    assert labels(mixed) == {tempo.activity_id: "sprint"}


@pytest.mark.soak
def test_a_label_outlives_another_ingest_and_another_analysis(mixed: Context) -> None:
    tempo = first_of(mixed, "tempo_threshold")
    label(mixed, activity=str(tempo.activity_id), training_type="low_moderate")
    labelled = one(mixed, tempo.activity_id)
    take_in(mixed, *mixed_files())
    assert one(mixed, tempo.activity_id) == labelled
    understand(mixed, activity=None, all=True)
    assert one(mixed, tempo.activity_id) == labelled


def test_a_label_outlives_a_better_file_of_the_run(empty: Context) -> None:
    recorded, plain = twin_files()
    take_in(empty, plain)
    (before,) = sessions(empty)
    label(empty, activity=str(before.activity_id), training_type="long_run")
    take_in(empty, recorded)
    (after,) = sessions(empty)
    assert (after.training_type, after.type_source) == ("long_run", "user")
    assert after.power_w is not None


@pytest.mark.soak
def test_auto_gives_back_what_hakaru_made_of_the_run(mixed: Context) -> None:
    before = derived(mixed)
    interval = first_of(mixed, "interval")
    for training_type in ("recovery", "tempo_threshold"):
        label(mixed, activity=str(interval.activity_id), training_type=training_type)
    result = label(mixed, activity=str(interval.activity_id), training_type="auto")
    assert (result.training_type, result.type_source) == ("interval", "structure")
    assert derived(mixed) == before
    assert labels(mixed) == {}


def test_auto_without_a_label_changes_nothing(mixed: Context) -> None:
    before = derived(mixed)
    label(mixed, activity=str(sessions(mixed)[0].activity_id), training_type="auto")
    assert derived(mixed) == before


def test_what_the_runner_does_not_know_either_is_unknown(mixed: Context) -> None:
    key = sessions(mixed)[0].activity_id
    result = label(mixed, activity=str(key), training_type="unknown")
    assert (result.training_type, result.type_source) == ("unknown", "user")
    assert one(mixed, key).training_type == "unknown"


def test_a_run_without_form_metrics_can_be_labelled(tmp_path: Path) -> None:
    with copy_of(heart_rate_files(), tmp_path) as context:
        key = sessions(context)[0].activity_id
        assert verdicts(context) == {}
        label(context, activity=str(key), training_type="recovery")
        assert one(context, key).training_type == "recovery"
        assert verdicts(context) == {}


@pytest.mark.soak
def test_a_run_that_was_not_understood_can_be_labelled(mixed: Context) -> None:
    key = sessions(mixed)[0].activity_id
    run_sql(mixed, "DELETE FROM data.sessions")
    label(mixed, activity=str(key), training_type="recovery")
    types = {session.activity_id: session.training_type for session in sessions(mixed)}
    assert types[key] == "recovery"
