"""The clock is set back: no row is lost, nothing lasts less than no time, leave still expires."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import RequestError
from hakaru.flows.changes import apply_change, confirm_change
from hakaru.flows.context import Context
from hakaru.flows.evaluate import train
from hakaru.flows.focus import known_intervals
from hakaru.flows.ingest import ingest
from hakaru.flows.nodes import add_node, list_nodes
from hakaru.focus.timeline import Record, Recorded, rescore, shown_intervals
from hakaru.store.focus import read_records, write_records
from hakaru.store.state import State
from tests.faults.running import copied
from tests.flows.factories import at, make_context, stored_runs, versions
from tests.focus.factories import make_camera, make_pc

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
BACK = timedelta(days=400)


@pytest.fixture
def context(prepared: Path, tmp_path: Path) -> Context:
    return make_context(copied(prepared / "data", tmp_path / "data"), now=NOW)


def test_what_is_taken_in_and_learned_after_the_clock_went_back_is_there_with_the_rest(
    context: Context, prepared: Path
) -> None:
    before, learned = stored_runs(context), versions(context)
    earlier = at(context, NOW - BACK)
    result = ingest(earlier, paths=[prepared / "more"])
    assert (result.ingested, result.failed) == (3, ())
    assert {run.activity_id for run in before} < {run.activity_id for run in stored_runs(context)}
    train(at(context, NOW), method="direct", history=True)
    train(earlier, method="direct", history=True)
    assert len(versions(context)) >= len(learned)
    assert {version.metric for version in versions(context)} == {
        baseline.metric for baseline in learned
    }
    context.store.close()


def test_nodes_stay_in_the_order_in_which_they_were_made(context: Context) -> None:
    for number, now in enumerate((NOW, NOW - BACK, NOW - 2 * BACK)):
        made = at(context, now)
        add_node(made, title=f"made {number}", note=None, status=None, parent=None)
    desk = list_nodes(context, tray=None, limit=100)
    titles = [node.title for node in desk.nodes if node.title.startswith("made")]
    assert sorted(titles) == ["made 0", "made 1", "made 2"]


@pytest.mark.parametrize(
    ("now", "is_open"),
    [
        (NOW + timedelta(hours=23), True),
        (NOW + timedelta(hours=24), False),
        (NOW - timedelta(hours=23), True),
        (NOW - timedelta(hours=24), False),
        (NOW - BACK, False),
    ],
)
def test_leave_is_good_for_a_day_on_either_side_of_the_clock(
    context: Context, now: datetime, is_open: bool
) -> None:
    node = add_node(context, title="to do", note=None, status=None, parent=None).node
    agreed = confirm_change(context, node=node.id, to="READY", diff=None, change=None)
    apply = agreed.confirmation.confirmation_id
    if is_open:
        apply_change(at(context, now), confirmation=apply, reason=None, source="human_ui")
        return
    with pytest.raises(RequestError, match="older than 24 hours"):
        apply_change(at(context, now), confirmation=apply, reason=None, source="human_ui")


def test_a_history_of_focus_over_a_clock_that_went_back_has_no_time_below_zero(
    context: Context,
) -> None:
    state = State(context.data_folder)
    start_s = NOW.timestamp()
    seconds = [*range(0, 600, 10), *range(-300, 300, 10)]
    records = [
        Record(
            recorded=Recorded(
                at_s=start_s + second,
                camera=make_camera(timestamp=start_s + second),
                pc=make_pc(timestamp=start_s + second),
            )
        )
        for second in seconds
    ]
    for record in records:
        write_records(state, [record])
    start, end = NOW - timedelta(hours=1), NOW + timedelta(hours=1)
    read = list(read_records(state, start=start, end=end))
    assert {one.recorded.at_s for one in read} == {one.recorded.at_s for one in records}
    intervals = shown_intervals(list(rescore(one.recorded for one in read)))
    assert all(interval.duration_s > 0 for interval in intervals)
    assert sum(interval.duration_s for interval in intervals) <= 900 + 20
    assert all(interval.duration_s > 0 for interval in known_intervals(state, start=start, end=end))
