"""What is shown is never older than its inputs, and no run is judged by itself or its future."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hakaru.flows.athlete import set_athlete
from hakaru.flows.context import Context, NoProgress
from hakaru.flows.evaluate import label, reevaluate, train, understand
from hakaru.flows.fresh import refresh
from hakaru.flows.freshness import fingerprints
from hakaru.running.metrics import METRICS
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.recordings import remove_activities
from hakaru.store.stale import (
    EVER,
    StaleMark,
    mark_stale,
    note_judged,
    stale_marks,
    unjudged_since,
)
from tests.faults.test_cut_off_ingest import CutOff, Killed
from tests.flows.factories import (
    NOW,
    SEASON_START,
    ask,
    assert_whole,
    make_context,
    run_sql,
    stored_runs,
    take_in,
    verdicts,
    versions,
    with_settings,
)
from tests.flows.session_seasons import derived
from tests.once import made_once
from tests.shared import SOAK
from tests.simulated import write_season

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MIXED = SeasonSettings(
    seed=5,
    start_on=SEASON_START,
    weeks=6 if SOAK else 4,
    runs_per_week=3 if SOAK else 2,
    duration_frac=0.12,
    sensor_change_week=3,
    faults=False,
)
"""Runs with two kinds of sensor: 18 in `make soak`, 8 where it is run with everything else."""


@pytest.fixture(scope="module")
def files() -> Sequence[Path]:
    folder = made_once("two-sensors", lambda folder: write_season(folder, MIXED))
    return sorted(folder.glob("*.fit"))


@pytest.fixture(scope="module")
def in_order(files: Sequence[Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """The season as it was run. Not to be changed."""
    context = make_context(tmp_path_factory.mktemp("in_order"))
    take_in(context, *files)
    yield context
    context.store.close()


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()


@pytest.fixture
def season(in_order: Context, tmp_path: Path) -> Iterator[Context]:
    """A copy of the season."""
    in_order.store.close()
    shutil.copytree(in_order.data_folder, tmp_path / "season")
    made = make_context(tmp_path / "season")
    yield made
    made.store.close()


def judged(context: Context) -> Mapping[int, object]:
    """Every verdict, without the numbers of the versions and when it was computed."""
    return {
        key: replace(
            verdict,
            evaluated_at=NOW,
            metrics={
                name: replace(metric, baseline_version=None)
                for name, metric in verdict.metrics.items()
            },
        )
        for key, verdict in verdicts(context).items()
    }


def learned(context: Context) -> Sequence[object]:
    """What every version says, without its number and when it was laid."""
    return sorted(
        repr(asdict(replace(version, version=None, trained_at=NOW)))
        for version in versions(context)
    )


def results(context: Context) -> Sequence[object]:
    """All that is derived; nothing waits to be derived again."""
    assert_whole(context)
    with context.store.read() as con:
        assert stale_marks(con) == ()
    return judged(context), learned(context), derived(context)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_files_in_any_order_leave_what_files_in_order_leave(
    context: Context, in_order: Context, files: Sequence[Path], seed: int
) -> None:
    shuffled = random.Random(seed).sample(files, len(files))
    take_in(context, *shuffled)
    assert results(context) == results(in_order)


@pytest.mark.soak
def test_files_that_come_one_by_one_backwards_leave_the_same(
    context: Context, in_order: Context, files: Sequence[Path]
) -> None:
    for path in reversed(files):
        take_in(context, path)
    assert results(context) == results(in_order)


@pytest.mark.soak
def test_no_expectation_changes_when_later_runs_come_in(
    context: Context, in_order: Context, files: Sequence[Path]
) -> None:
    seen: Mapping[int, object] = {}
    for path in files:
        take_in(context, path)
        now = dict(verdicts(context))
        assert {key: now[key] for key in seen} == seen
        seen = now
    assert results(context) == results(in_order)


def test_each_run_is_judged_by_the_version_of_the_runs_before_it(in_order: Context) -> None:
    laid = {
        (version.sensor_group, version.metric, version.version): version
        for version in versions(in_order)
    }
    before: dict[str, int] = {}
    for run in stored_runs(in_order):
        verdict = verdicts(in_order)[run.activity_id]
        n_before = before.get(verdict.sensor_group, 0)
        for name, metric in verdict.metrics.items():
            assert metric.n_runs == n_before
            if not n_before:  # the kind of sensor before it leads to it, the first of all to none
                assert metric.basis == ("bridged" if before else "population")
                assert metric.baseline_version is None
            else:
                assert metric.basis != "population"
                used = laid[verdict.sensor_group, name, metric.baseline_version]
                assert used.window_end is not None
                assert used.window_end < run.started_at
        before[verdict.sensor_group] = n_before + 1


def test_there_is_one_version_per_run_and_metric_however_often_it_is_judged(
    season: Context,
) -> None:
    before = learned(season)
    reevaluate(season, since=None, until=None)
    groups = {verdict.sensor_group for verdict in verdicts(season).values()}
    with season.store.write() as con:
        mark_stale(
            con, [StaleMark(kind="form", sensor_group=group, since=EVER) for group in groups]
        )
    assert refresh(season)
    assert learned(season) == before
    assert len(before) == len(METRICS) * len(stored_runs(season))
    assert ask(season, "SELECT count(*) FROM form_evaluation_history") == [(0,)]


def rebuilt(context: Context) -> Sequence[object]:
    """What everything looks like when it is derived from the recordings alone, in order."""
    with context.store.write() as con:
        con.execute("DELETE FROM data.form_baselines")
        con.execute("DELETE FROM derived_with")
        con.execute("UPDATE session_inputs SET runner_sha256 = '', form_sha256 = ''")
    assert refresh(context)
    return results(context)


def test_a_label_reaches_every_run_after_it(season: Context) -> None:
    before = results(season)
    third = stored_runs(season)[2].activity_id
    assert label(season, activity=str(third), training_type="interval").type_source == "user"
    after = results(season)
    assert after != before
    assert after == rebuilt(season)
    label(season, activity=str(third), training_type="auto")
    assert results(season) == before


@pytest.mark.soak
def test_what_the_runner_states_reaches_every_session(season: Context) -> None:
    before = results(season)
    set_athlete(season, quantity="heart_rate_max_bpm", value="171", since=None)
    assert refresh(season)
    after = results(season)
    assert after != before
    assert after == rebuilt(season)


def test_a_removed_run_is_forgotten_by_those_after_it(
    season: Context, context: Context, files: Sequence[Path]
) -> None:
    with season.store.write() as con:
        remove_activities(con, [stored_runs_of(con)[4]])
    assert refresh(season)
    take_in(context, *files[:4], *files[5:])
    assert results(season) == results(context)


def stored_runs_of(con: DuckDBPyConnection) -> Sequence[int]:
    rows = con.execute("SELECT activity_id FROM activities ORDER BY started_at").fetchall()
    return [row[0] for row in rows]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("changed", [{"half_life_days": 20.0}, {"cadence_minimum_spm": 180.0}])
def test_a_setting_that_matters_reaches_every_verdict(
    season: Context, changed: Mapping[str, object]
) -> None:
    before = results(season)
    other = with_settings(season, **changed)
    assert refresh(other)
    after = results(other)
    assert after[0] != before[0]
    assert refresh(other)
    assert refresh(season)
    assert results(season) == before


def test_another_name_of_the_user_has_versions_of_its_own(season: Context) -> None:
    before = judged(season)
    assert refresh(with_settings(season, user_id="hanako"))
    assert judged(season) == before
    assert {version.user_id for version in versions(season)} == {"default", "hanako"}


@pytest.mark.soak
@pytest.mark.parametrize("step", ["understanding", "evaluating"])
def test_a_refresh_that_was_cut_off_goes_on(season: Context, step: str) -> None:
    set_athlete(season, quantity="heart_rate_max_bpm", value="171", since=None)
    with season.store.write() as con:
        con.execute("DELETE FROM derived_with")
    with pytest.raises(Killed):
        refresh(replace(season, progress=CutOff(step, 1)))
    with season.store.read() as con:
        assert stale_marks(con)
    assert refresh(season)
    after = results(season)
    assert after == rebuilt(season)


@pytest.mark.soak
def test_understanding_and_judging_by_hand_change_nothing(season: Context) -> None:
    before = results(season)
    assert understand(season, activity=None, all=True).analysed == len(stored_runs(season))
    assert reevaluate(season, since=None, until=None).changed == 0
    assert train(season, method="direct", history=True).n_new == 0
    assert results(season) == before


@dataclass
class Counted(NoProgress):
    """How many runs were judged."""

    n_judged: int = 0

    def begin(self, label: str, total: int) -> None:
        self.n_judged += total if label == "evaluating" else 0


def judge_every_run(context: Context) -> int:
    """Mark every verdict; how many runs were judged again."""
    groups = {verdict.sensor_group for verdict in verdicts(context).values()}
    with context.store.write() as con:
        mark_stale(
            con, [StaleMark(kind="form", sensor_group=group, since=EVER) for group in groups]
        )
    counted = Counted()
    assert refresh(replace(context, progress=counted))
    return counted.n_judged


def test_what_rests_on_the_same_as_before_is_not_judged_again(season: Context) -> None:
    before = judged(season), learned(season)
    assert judge_every_run(season) == len(stored_runs(season))
    assert judge_every_run(season) == 0
    run_sql(season, "UPDATE data.sessions SET athlete_weight_kg = 99")  # form does not rest on it
    assert judge_every_run(season) == 0
    assert (judged(season), learned(season)) == before


def test_only_runs_that_came_later_are_judged(
    context: Context, in_order: Context, files: Sequence[Path]
) -> None:
    take_in(context, *files[:-2])
    judge_every_run(context)
    take_in(context, *files[-2:])
    assert judge_every_run(context) == 2
    with context.store.write() as con:
        remove_activities(con, stored_runs_of(con)[-1:])
    assert judge_every_run(context) > 0
    take_in(context, files[-1])
    assert judge_every_run(context) == 1
    assert results(context) == results(in_order)


_FIRST = (
    "(SELECT min_by(activity_id, started_at) FROM activities WHERE sensor_group = 'garmin-hrm')"
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE data.splits SET gct_ms = 1.05 * gct_ms WHERE activity_id = {_FIRST}",
        f"UPDATE data.splits SET role = 'work', rep_index = 1 WHERE activity_id = {_FIRST}",
        f"UPDATE data.splits SET is_target = NOT is_target WHERE activity_id = {_FIRST}",
        f"UPDATE data.splits SET temperature_c = 31 WHERE activity_id = {_FIRST}",
        f"DELETE FROM data.splits WHERE activity_id = {_FIRST}",
        f"UPDATE activities SET sensor_label = 'another' WHERE activity_id = {_FIRST}",
        f"UPDATE activities SET sensor_group = NULL WHERE activity_id = {_FIRST}",
        f"UPDATE activities SET coverage_frac = 0 WHERE activity_id = {_FIRST}",
        "UPDATE activities SET started_at = started_at - INTERVAL 9 DAY "
        f"WHERE activity_id = {_FIRST}",
        f"DELETE FROM metric_verdicts WHERE activity_id = {_FIRST}; "
        f"DELETE FROM data.run_verdicts WHERE activity_id = {_FIRST}",
        f"UPDATE metric_verdicts SET z = 2.5 WHERE activity_id = {_FIRST}",
        "DELETE FROM data.form_baselines WHERE version = 3 AND metric = 'gct'",
        "UPDATE data.form_baselines SET slope = 0 WHERE version = 3 AND metric = 'gct'",
    ],
)
def test_whatever_a_verdict_rests_on_has_it_judged_again(season: Context, change: str) -> None:
    judge_every_run(season)
    run_sql(season, change)
    assert judge_every_run(season) > 0
    recognised = judged(season), learned(season)
    run_sql(season, "DELETE FROM judged_until")
    judge_every_run(season)
    assert (judged(season), learned(season)) == recognised
    assert judge_every_run(season) == 0


def test_nothing_counts_as_judged_while_somebody_else_is_to_judge_it(season: Context) -> None:
    fingerprint = fingerprints(season.settings)["form"]
    mark = StaleMark(kind="form", sensor_group="garmin-hrm", since=EVER, owner="somebody")
    with season.store.write() as con:
        note_judged(con, mark.sensor_group, fingerprint=fingerprint)
        noted = unjudged_since(con, mark.sensor_group, EVER, fingerprint=fingerprint)
        assert unjudged_since(con, mark.sensor_group, EVER, fingerprint="other") == EVER
        mark_stale(con, [mark])
        note_judged(con, mark.sensor_group, fingerprint=fingerprint)
        assert unjudged_since(con, mark.sensor_group, EVER, fingerprint=fingerprint) == EVER
    assert noted > EVER
