"""Runs are understood by what is known of the runner, in whatever order they come in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.flows.context import Context, NoProgress
from hakaru.flows.evaluate import evaluate, reevaluate, train, understand
from hakaru.running.splits import select_for_training, select_for_verdict
from hakaru.store.recordings import read_splits, remove_activities
from tests.flows.factories import (
    NOW,
    ask,
    assert_whole,
    at,
    make_context,
    stored_runs,
    take_in,
    verdicts,
)
from tests.flows.session_seasons import (
    copy_of,
    derived,
    heart_rate_files,
    mixed_files,
    read_only,
    sessions,
    twin_files,
)

LATER = NOW + timedelta(days=1)
Files = Callable[[], Sequence[Path]]


class Steps(NoProgress):
    """Remembers which steps began, and with how many pieces."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, int]] = []

    def begin(self, label: str, total: int) -> None:
        self.begun.append((label, total))


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Context]:
    """The season of which only the heart rate is known."""
    with copy_of(heart_rate_files(), tmp_path) as made:
        yield made


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path / "other")
    yield made
    made.store.close()


@pytest.mark.soak
@pytest.mark.parametrize("files", [mixed_files, heart_rate_files], ids=["watch", "estimates"])
def test_the_order_of_the_files_leaves_the_same_sessions(other: Context, files: Files) -> None:
    take_in(other, *reversed(files()))
    with read_only(files()) as in_order:
        assert derived(other) == derived(in_order)
    assert_whole(other)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("files", [mixed_files, heart_rate_files], ids=["watch", "estimates"])
def test_an_ingest_leaves_nothing_that_analysing_all_would_change(
    tmp_path: Path, files: Files
) -> None:
    with copy_of(files(), tmp_path) as context:
        before = derived(context)
        understand(context, activity=None, all=True)
        assert derived(context) == before


@pytest.mark.soak
def test_runs_that_came_one_by_one_backwards_are_put_right_by_analysing_all(
    other: Context,
) -> None:
    files = heart_rate_files()[:6]
    for path in reversed(files):
        take_in(other, path)
    understand(other, activity=None, all=True)
    with read_only(files) as in_order:
        assert derived(other) == derived(in_order)


def test_a_run_removed_and_taken_in_again_leaves_the_sessions_before_it_alone(
    stored: Context,
) -> None:
    *earlier, latest = sessions(stored)
    before = derived(stored)
    with stored.store.write() as con:
        remove_activities(con, [latest.activity_id])
    steps = Steps()
    take_in(replace(at(stored, LATER), progress=steps), *heart_rate_files())
    assert derived(stored) == before
    assert sessions(stored) == (*earlier, replace(latest, analysed_at=LATER))
    assert steps.begun == [("reading", 1), ("understanding", 1)], "the others are known"


def test_runs_that_come_in_order_are_understood_once(other: Context) -> None:
    files = heart_rate_files()[:6]
    for n_new in (len(files), 0):
        steps = Steps()
        take_in(replace(other, progress=steps), *files)
        assert steps.begun == [("reading", n_new)]


def test_runs_are_understood_again_only_after_an_older_one_came_in(other: Context) -> None:
    first, *later = heart_rate_files()[:6]
    take_in(other, *later)
    steps = Steps()
    take_in(replace(other, progress=steps), first)
    reading, understanding, *_ = steps.begun
    assert (reading, understanding[0]) == (("reading", 1), "understanding")


def test_a_file_that_completes_a_run_makes_its_session_anew(other: Context) -> None:
    recorded, plain = twin_files()
    take_in(other, plain)
    (before,) = sessions(other)
    take_in(other, recorded)
    (after,) = sessions(other)
    assert after.activity_id == before.activity_id
    assert (before.power_w is None, after.power_w is None) == (True, False)
    assert_one_session_per_run(other)


def assert_one_session_per_run(context: Context) -> None:
    ids = [run.activity_id for run in stored_runs(context)]
    assert [session.activity_id for session in sessions(context)] == ids
    for table in ("data.sessions", "hr_efficiency"):
        assert ask(context, f"SELECT count(*) FROM {table}") == [(len(ids),)]


def test_every_stored_run_is_one_session_with_targets() -> None:
    with read_only(mixed_files()) as stored:
        assert_one_session_per_run(stored)
        unknown = "SELECT count(*) FROM data.splits WHERE is_target IS NULL OR role IS NULL"
        assert ask(stored, unknown) == [(0,)]


@pytest.fixture
def intervals(tmp_path: Path) -> Iterator[Context]:
    """Runs with repetitions only."""
    made = make_context(tmp_path / "intervals")
    take_in(made, *(path for path in mixed_files() if "interval" in path.name))
    yield made
    made.store.close()


def test_of_an_interval_session_only_the_work_is_a_target(intervals: Context) -> None:
    assert {session.training_type for session in sessions(intervals)} == {"interval"}
    rows = ask(intervals, "SELECT DISTINCT role, is_target FROM data.splits ORDER BY ALL")
    assert {role for role, target in rows if target} == {"work"}
    assert {role for role, target in rows if not target} >= {"warmup", "recovery", "cooldown"}


def test_learning_judging_and_judging_again_read_the_same_splits(intervals: Context) -> None:
    with intervals.store.read() as con:
        splits = {
            session.activity_id: read_splits(con, session.activity_id)
            for session in sessions(intervals)
        }
    chosen = {key: select_for_training(split) for key, split in splits.items()}
    assert all(split.role == "work" for found in chosen.values() for split in found)
    before = verdicts(intervals)
    for key, verdict in before.items():
        judged, selection = select_for_verdict(splits[key])
        assert (verdict.n_splits, verdict.selection) == (len(judged), selection)
    assert reevaluate(intervals, since=None, until=None).changed == 0
    assert evaluate(intervals, activity=str(next(iter(before))), all=False).changed == 0
    held = train(intervals, method="direct", history=False).baselines
    learned = {baseline.metric: baseline.n_samples for baseline in held}
    assert learned["gct"] == sum(len(found) for found in chosen.values()) > 0
    reevaluate(intervals, since=None, until=None)
    assert {key: one.metrics["gct"].actual for key, one in verdicts(intervals).items()} == {
        key: one.metrics["gct"].actual for key, one in before.items()
    }
