"""What the runner set for a run holds, and what was removed stays away, whatever is imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.flows.context import Context
from hakaru.flows.run_edits import EditedRun, edit_run, read_edited, remove_run
from hakaru.store.run_edits import RemovedRun
from tests.flows.factories import run_sql, stored_runs, take_in, verdicts


def edited(context: Context, activity_id: int, **changes: object) -> EditedRun:
    asked: dict[str, object] = dict.fromkeys(("title", "shoe", "note", "training_type", "learn"))
    return edit_run(context, activity=str(activity_id), **{**asked, **changes})  # type: ignore[arg-type]


def again(context: Context, folder: Path) -> Path:
    """The same files, as if none was read yet."""
    run_sql(context, "DELETE FROM sources")
    return folder


def test_what_was_set_by_hand_holds_when_the_same_files_come_again(
    untrained: Context, season: Path
) -> None:
    run = stored_runs(untrained)[10]
    edited(untrained, run.activity_id, title="Hill run", shoe="Blue", note="windy",
           training_type="race")  # fmt: skip
    take_in(untrained, again(untrained, season))
    stands = read_edited(untrained, run.activity_id)
    assert (stands.title, stands.shoe, stands.note) == ("Hill run", "Blue", "windy")
    assert (stands.training_type, stands.type_source) == ("race", "user")
    back = edited(untrained, run.activity_id, title="", shoe="", note="", training_type="auto")
    assert (back.title, back.shoe, back.note) == (run.title, run.gear, None)
    assert back.type_source != "user"


def test_later_runs_are_judged_without_a_run_that_is_not_learned_from(untrained: Context) -> None:
    before = verdicts(untrained)
    runs = sorted(stored_runs(untrained), key=lambda run: run.started_at)
    measured = [run.activity_id for run in runs if run.activity_id in before]
    chosen = measured[len(measured) // 2]
    place = measured.index(chosen)
    edited(untrained, chosen, learn=False)
    without = verdicts(untrained)
    assert {key: without[key] for key in measured[: place + 1]} == {
        key: before[key] for key in measured[: place + 1]
    }
    assert without[measured[-1]] != before[measured[-1]]
    edited(untrained, chosen, learn=True)
    assert verdicts(untrained)[measured[-1]].metrics.keys() == before[measured[-1]].metrics.keys()
    assert verdicts(untrained)[measured[-1]].overall_score == before[measured[-1]].overall_score


def test_a_removed_run_stays_away_until_it_is_let_back(untrained: Context, season: Path) -> None:
    run = stored_runs(untrained)[5]
    name = str(run.activity_id)
    looked_at = remove_run(untrained, activity=name, yes=False, back=False)
    assert not looked_at.removed
    assert run.activity_id in {stored.activity_id for stored in stored_runs(untrained)}
    n_runs = len(stored_runs(untrained))
    assert remove_run(untrained, activity=name, yes=True, back=False).removed
    assert len(stored_runs(untrained)) == n_runs - 1
    assert take_in(untrained, again(untrained, season)).ingested == 0
    assert [gone.activity_id for gone in listed(untrained)] == [run.activity_id]
    assert remove_run(untrained, activity=name, yes=False, back=True).let_back
    assert take_in(untrained, season).ingested == 1
    assert run.activity_id in {stored.activity_id for stored in stored_runs(untrained)}


def listed(context: Context) -> tuple[RemovedRun, ...]:
    return remove_run(context, activity=None, yes=False, back=False).removed_runs


def test_what_cannot_be_is_refused(untrained: Context) -> None:
    run = stored_runs(untrained)[0]
    with pytest.raises(BadArgument, match="note"):
        edited(untrained, run.activity_id, note="x" * 1001)
    with pytest.raises(UnknownActivity):
        remove_run(untrained, activity="17", yes=True, back=False)
    with pytest.raises(BadArgument):
        remove_run(untrained, activity=None, yes=True, back=False)
