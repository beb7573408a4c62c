"""Is every proposal a change that is sound, to be looked at, or refused, and never mended?"""

from __future__ import annotations

from typing import Any

import pytest

from hakaru.proposals.changes import PROBLEMS, Diff, Holdings, checked_again, diffs_of, problem_text
from hakaru.proposals.nodes import Group, Node, Relation
from hakaru.proposals.reports import organizer_report
from tests.proposals.factories import good_organizer, make_node

NODES: tuple[Node, ...] = (make_node("n1"), make_node("n2"), make_node("n3"))


def _diffs(there: Holdings | None = None, **changes: dict[str, Any]) -> tuple[Diff, ...]:
    """The diffs of the good report with the fields of its proposals changed."""
    report = good_organizer()
    for key, fields in changes.items():
        report[key][0] |= fields
    return diffs_of(organizer_report(report), there or Holdings(nodes=NODES))


def test_a_good_report_becomes_one_valid_diff_for_each_proposal() -> None:
    diffs = _diffs()
    assert [(diff.kind, diff.state, diff.problems, diff.node_id) for diff in diffs] == [
        ("decomposition", "VALID", (), "n1"),
        ("grouping", "VALID", (), "n1"),
        ("relation", "VALID", (), "n1"),
    ]
    assert diffs == _diffs()
    assert len({diff.id for diff in diffs}) == 3


@pytest.mark.parametrize(
    ("key", "fields", "problem"),
    [
        ("relation_proposals", {"to_node_id": "n1"}, "self_relation"),
        ("relation_proposals", {"to_node_id": "gone"}, "unknown_node"),
        ("relation_proposals", {"relation_type": "\u200b"}, "blank_type"),
        ("grouping_proposals", {"node_ids": ["n1"]}, "few_members"),
        ("grouping_proposals", {"node_ids": []}, "few_members"),
        ("grouping_proposals", {"node_ids": ["n1", "n2", "n1"]}, "duplicate_members"),
        ("grouping_proposals", {"group_label": " "}, "blank_label"),
        ("decomposition_proposals", {"suggested_children": []}, "few_children"),
        (
            "decomposition_proposals",
            {"suggested_children": [{"title": " ", "context": "a"}, {"title": "b"}]},
            "blank_title",
        ),
        (
            "decomposition_proposals",
            {"suggested_children": [{"title": "a", "suggested_status": "X"}, {"title": "b"}]},
            "unknown_status",
        ),
    ],
)
def test_what_cannot_be_applied_is_invalid(key: str, fields: dict[str, Any], problem: str) -> None:
    wrong = [diff for diff in _diffs(None, **{key: fields}) if diff.problems]
    assert [(diff.state, problem in diff.problems) for diff in wrong] == [("INVALID", True)]


@pytest.mark.parametrize(
    ("children", "problem"),
    [
        ([f"part {at}" for at in range(11)], "many_children"),
        (["同じ", "同 じ"], "duplicate_titles"),
        (["there already", "new"], "existing_titles"),
    ],
)
def test_what_a_person_wants_to_look_at_twice_needs_a_review(
    children: list[str], problem: str
) -> None:
    there = Holdings(nodes=(*NODES, make_node("c", title="there already", parent_id="n1")))
    parts = [{"title": title, "context": "x"} for title in children]
    (split, *_) = _diffs(there, decomposition_proposals={"suggested_children": parts})
    assert (split.state, split.problems) == ("NEEDS_REVIEW", (problem,))


def test_a_node_that_has_ended_needs_a_review() -> None:
    there = Holdings(nodes=(make_node("n1", status="DONE"), *NODES[1:]))
    assert {diff.state for diff in _diffs(there)} == {"NEEDS_REVIEW"}


def test_what_is_there_already_is_a_duplicate() -> None:
    there = Holdings(
        nodes=NODES,
        relations=(Relation(from_node_id="n1", to_node_id="n3", relation_type="depends_on"),),
        groups=(Group(group_id="g", label="同じ案件", node_ids=("n2", "n1")),),
    )
    _, group, relation = _diffs(there)
    assert group.problems == ("duplicate_group",)
    assert relation.problems == ("duplicate_relation",)
    assert checked_again(_diffs()[2], there).state == "INVALID"
    assert checked_again(_diffs()[1], there).state == "INVALID"
    assert checked_again(_diffs()[0], there).state == "VALID"


def test_the_same_proposal_twice_is_a_duplicate_the_second_time() -> None:
    report = good_organizer()
    report["relation_proposals"] *= 2
    diffs = diffs_of(organizer_report(report), Holdings(nodes=NODES))
    assert [diff.state for diff in diffs[2:]] == ["VALID", "INVALID"]
    assert diffs[2].id == diffs[3].id


def test_every_problem_has_words() -> None:
    for code in PROBLEMS:
        assert problem_text(code, "ja") != problem_text(code, "en")


def test_a_group_of_none_is_for_no_node() -> None:
    diffs = _diffs(grouping_proposals={"node_ids": []})
    assert diffs[1].node_id == ""
