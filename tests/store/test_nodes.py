"""Are nodes kept, moved only by a person's leave, and changes applied once and taken back whole?"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.errors import BadArgument, ChangeRefused, UnknownNode
from hakaru.proposals.changes import ChangeType, ProposedChange, diffs_of
from hakaru.proposals.nodes import Node, Status
from hakaru.proposals.reports import organizer_report
from hakaru.store.changes import (
    APPLIED,
    PROPOSED,
    add_confirmation,
    apply_diff,
    apply_status,
    keep_diff,
    read_confirmation,
    read_diff,
    undo_change,
    undoable,
)
from hakaru.store.nodes import (
    NewNode,
    Origin,
    add_node,
    read_groups,
    read_history,
    read_holdings,
    read_node,
    read_nodes,
    read_relations,
)
from hakaru.store.state import State
from tests.proposals.factories import good_organizer
from tests.store.factories import START

UNKNOWN = "0b9f4d0e-3f55-4b0e-9c1e-1d1f8f0a9b21"


@pytest.fixture
def state(tmp_path: Path) -> State:
    """Three nodes, n1 with a child n3."""
    state = State(tmp_path)
    with state.session() as con:
        add_node(con, NewNode(title="大会", status="READY"), origin=origin("a"))
        add_node(con, NewNode(title="靴", context="メモ"), origin=origin("b"))
        add_node(con, NewNode(title="宿", parent_id="n1", status="READY"), origin=origin("c"))
    return state


def origin(change_id: str, **changes: Any) -> Origin:
    plain = Origin(change_id=change_id, source="human_ui", now=START, reason="why")
    return replace(plain, **changes)


def leave(
    state: State, *change: str, node_id: str = "n1", kind: ChangeType = "status_change"
) -> str:
    """The id of a confirmation of (from, to)."""
    start, end = change
    with state.session() as con:
        return add_confirmation(
            con,
            ProposedChange(type=kind, from_value=start, to_value=end),
            node_id=node_id,
            ui_action="test",
            now=START,
        ).confirmation_id


def propose(state: State, **changes: Any) -> list[str]:
    """The ids of the diffs of a good report: split, group, relation."""
    with state.session() as con:
        report = organizer_report(good_organizer() | changes)
        diffs = diffs_of(report, read_holdings(con))
        for diff in diffs:
            keep_diff(con, diff, origin=origin("p"))
    return [diff.id for diff in diffs]


def apply(state: State, diff_id: str, change_id: str) -> tuple[str, ...]:
    given = leave(state, PROPOSED, diff_id, kind="diff_apply")
    with state.session() as con:
        return apply_diff(con, diff_id, origin=origin(change_id, confirmation_id=given)).node_ids


def undo(state: State, change_id: str, *, node_id: str = "n1") -> tuple[str, ...]:
    given = leave(state, APPLIED, change_id, node_id=node_id, kind="diff_undo")
    with state.session() as con:
        asked = origin(f"undo {change_id}", confirmation_id=given)
        return undo_change(con, change_id, origin=asked).node_ids


def nodes(state: State) -> dict[str, Node]:
    with state.session() as con:
        return {node.id: node for node in read_nodes(con)}


def test_nodes_are_kept_with_their_history(state: State) -> None:
    with state.session() as con:
        assert [node.id for node in read_nodes(con)] == ["n1", "n2", "n3"]
        assert read_node(con, "n2").context == "メモ"
        assert read_node(con, "n3").parent_id == "n1"
        (entry,) = read_history(con, node_id="n2")
        assert (entry.kind, entry.from_status, entry.to_status) == ("created", None, "CAPTURED")
        assert (entry.at, entry.source, entry.reason) == (START, "human_ui", "why")
        with pytest.raises(UnknownNode, match="n9"):
            read_node(con, "n9")
    with pytest.raises(UnknownNode), state.session() as con:
        add_node(con, NewNode(title="x", parent_id="n9"), origin=origin("x"))


def test_a_status_changes_by_a_leave_that_is_then_used_up(state: State) -> None:
    given = leave(state, "READY", "IN_PROGRESS")
    with state.session() as con:
        moved = apply_status(con, "n1", to="IN_PROGRESS", origin=origin("m", confirmation_id=given))
        assert moved.status_changed
        assert moved.node_ids == ("n1",)
        confirmation = read_confirmation(con, given)
        assert confirmation is not None
        assert confirmation.consumed_at == START
        assert read_history(con, change_id="m")[0].confirmation_id == given
    with pytest.raises(ChangeRefused) as caught, state.session() as con:
        apply_status(con, "n1", to="DONE", origin=origin("m2", confirmation_id=given))
    assert (caught.value.code, caught.value.status) == ("confirmation_consumed", 409)
    assert nodes(state)["n1"].status == "IN_PROGRESS"


def test_fifty_at_once_with_one_leave_change_it_once(state: State) -> None:
    given = leave(state, "READY", "IN_PROGRESS")

    def one(number: int) -> str:
        try:
            with state.session() as con:
                asked = origin(f"m{number}", confirmation_id=given)
                apply_status(con, "n1", to="IN_PROGRESS", origin=asked)
        except ChangeRefused as error:
            return error.code
        return "applied"

    with ThreadPoolExecutor(50) as pool:
        told = sorted(pool.map(one, range(50)))
    assert told == ["applied"] + ["confirmation_consumed"] * 49
    with state.session() as con:
        kinds = [entry.kind for entry in read_history(con, node_id="n1")]
    assert kinds == ["created", "status"]


@pytest.mark.parametrize(
    ("changes", "code", "status"),
    [
        ({"confirmation_id": None}, "confirmation_missing", 403),
        ({"confirmation_id": "x"}, "confirmation_malformed", 400),
        ({"confirmation_id": UNKNOWN}, "confirmation_unknown", 404),
        ({"source": "batch"}, "unattended", 403),
        ({"now": START + timedelta(hours=24)}, "confirmation_expired", 403),
    ],
)
def test_a_change_without_a_fitting_leave_is_refused_and_changes_nothing(
    state: State, changes: dict[str, Any], code: str, status: int
) -> None:
    given = leave(state, "READY", "IN_PROGRESS")
    asked = origin("m", **{"confirmation_id": given, **changes})
    with pytest.raises(ChangeRefused) as caught, state.session() as con:
        apply_status(con, "n1", to="IN_PROGRESS", origin=asked)
    assert (caught.value.code, caught.value.status) == (code, status)
    assert nodes(state)["n1"].status == "READY"
    with state.session() as con:
        confirmation = read_confirmation(con, given)
    assert confirmation is not None
    assert confirmation.consumed_at is None


@pytest.mark.parametrize(
    ("node_id", "change", "code"),
    [
        ("n3", ("READY", "IN_PROGRESS"), "other_node"),
        ("n1", ("READY", "DONE"), "other_change"),
        ("n1", ("BLOCKED", "IN_PROGRESS"), "changed_meanwhile"),
    ],
)
def test_a_leave_for_something_else_is_refused(
    state: State, node_id: str, change: tuple[str, str], code: str
) -> None:
    given = leave(state, *change, node_id=node_id)
    with pytest.raises(ChangeRefused) as caught, state.session() as con:
        apply_status(con, "n1", to="IN_PROGRESS", origin=origin("m", confirmation_id=given))
    assert caught.value.code == code


def test_a_closed_way_names_those_that_are_open(state: State) -> None:
    told = pytest.raises(ChangeRefused, match="CAPTURED to DORMANT")
    with told as caught, state.session() as con:
        apply_status(con, "n2", to="DORMANT", origin=origin("m"))
    assert caught.value.status == 422
    assert "READY" in caught.value.valid_transitions
    assert "open are CLARIFYING, READY" in str(caught.value)


def test_a_memo_needs_no_leave_and_leaves_the_node_as_it_is(state: State) -> None:
    before = nodes(state)["n1"]
    with state.session() as con:
        later = origin("m", source="mcp", now=START + timedelta(days=1), reason="見た")
        assert not apply_status(con, "n1", to="READY", origin=later).status_changed
        assert read_history(con, change_id="m")[0].kind == "memo"
    assert nodes(state)["n1"] == before


def test_what_ends_ends_with_all_below_it_and_comes_back_with_it(state: State) -> None:
    given = leave(state, "READY", "DONE")
    with state.session() as con:
        ended = apply_status(con, "n1", to="DONE", origin=origin("m", confirmation_id=given))
        assert ended.node_ids == ("n1", "n3")
    assert nodes(state)["n3"].status == "DONE"
    assert undo(state, "m") == ("n1", "n3")
    assert {node.status for node in nodes(state).values()} == {"READY", "CAPTURED"}
    with pytest.raises(BadArgument, match="can be undone"):
        undo(state, "m")


def test_diffs_are_applied_one_by_one_and_once(state: State) -> None:
    split, group, relation = propose(state)
    made = apply(state, split, "s")
    assert made == ("n1", "n4", "n5")
    assert nodes(state)["n5"].status == "READY"
    assert nodes(state)["n4"].parent_id == "n1"
    assert apply(state, group, "g") == ("n1", "n2")
    assert apply(state, relation, "r") == ("n1", "n3")
    with state.session() as con:
        (there,) = read_groups(con)
        assert (there.label, there.node_ids) == ("同じ案件", ("n1", "n2"))
        (relations,) = read_relations(con)
        assert (relations.to_node_id, relations.relation_type) == ("n3", "depends_on")
        assert read_diff(con, relation)[1] == "r"
    with pytest.raises(ChangeRefused) as caught:
        apply(state, relation, "r2")
    assert caught.value.code == "changed_meanwhile"


def test_diffs_are_undone_and_can_be_applied_again(state: State) -> None:
    split, group, relation = propose(state)
    before = nodes(state)
    for diff_id, change_id in ((split, "s"), (group, "g"), (relation, "r")):
        apply(state, diff_id, change_id)
    for change_id in ("r", "g", "s"):
        undo(state, change_id)
    assert nodes(state) == before
    with state.session() as con:
        assert read_groups(con) == ()
        assert read_relations(con) == ()
        assert len(read_history(con, node_id="n1")) == 7
    assert apply(state, split, "s2") == ("n1", "n6", "n7")


def test_what_was_built_on_stands_in_the_way_of_an_undo(state: State) -> None:
    split, *_ = propose(state)
    apply(state, split, "s")
    with state.session() as con:
        add_node(con, NewNode(title="靴ひも", parent_id="n4"), origin=origin("d"))
    with pytest.raises(ChangeRefused, match="undo that first"):
        undo(state, "s")
    with pytest.raises(ChangeRefused, match="undo that first"), state.session() as con:
        undoable(con, "s")  # what a person is asked to agree to
    undo(state, "d", node_id="n6")
    undo(state, "s")
    assert set(nodes(state)) == {"n1", "n2", "n3"}


def test_an_undo_needs_a_leave_of_its_own(state: State) -> None:
    split, *_ = propose(state)
    apply(state, split, "s")
    with pytest.raises(ChangeRefused, match="only with the id"), state.session() as con:
        undo_change(con, "s", origin=origin("u"))
    with pytest.raises(BadArgument), state.session() as con:
        undo_change(con, "nothing", origin=origin("u"))


def test_what_is_invalid_by_now_is_not_applied(state: State) -> None:
    _, _, relation = propose(state)
    twice = good_organizer()["relation_proposals"][0] | {"reason": "もう一度"}
    _, _, again = propose(state, relation_proposals=[twice])
    assert again != relation
    apply(state, relation, "r")
    with pytest.raises(ChangeRefused, match="duplicate_relation"):
        apply(state, again, "r2")
    with pytest.raises(BadArgument, match="proposed diff"), state.session() as con:
        read_diff(con, "nothing")


KILLED = """
import os, signal, sys
from datetime import datetime, UTC
from pathlib import Path
from hakaru.store.changes import apply_status
from hakaru.store.nodes import Origin
from hakaru.store.state import State
folder, given, after = sys.argv[1:]
asked = Origin(change_id="k", source="human_ui", now=datetime.fromisoformat("{now}"),
               confirmation_id=given)
with State(Path(folder)).session() as con:
    apply_status(con, "n1", to="DONE", origin=asked)
    if after == "before": os.kill(os.getpid(), signal.SIGKILL)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("moment", "status"), [("before", "READY"), ("after", "DONE")])
def test_a_kill_loses_nothing_and_applies_nothing_twice(
    state: State, tmp_path: Path, moment: str, status: Status
) -> None:
    given = leave(state, "READY", "DONE")
    code = KILLED.format(now=START.isoformat())
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), given, moment], check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    assert {nodes(state)[one].status for one in ("n1", "n3")} == {status}
    asked = origin("m", confirmation_id=given)
    if moment == "before":
        with state.session() as con:
            assert apply_status(con, "n1", to="DONE", origin=asked).node_ids == ("n1", "n3")
        return
    with pytest.raises(ChangeRefused), state.session() as con:
        apply_status(con, "n1", to="CANCELLED", origin=asked)


def test_nothing_can_point_at_a_node_that_is_not_there(state: State) -> None:
    with state.session() as con, pytest.raises(sqlite3.IntegrityError):
        con.execute("INSERT INTO node_relations VALUES (1, 'n1', 'n9', 't', '', 'c')")
