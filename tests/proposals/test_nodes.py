"""Do statuses follow each other as they may, and do nodes lie where they belong?"""

from __future__ import annotations

from datetime import timedelta

import pytest

from hakaru.proposals.nodes import (
    ENDED,
    STATUSES,
    Status,
    descendants,
    is_status,
    label,
    may_move,
    on_trays,
    tray_of,
    valid_transitions,
)
from tests.proposals.factories import NOW, make_node


def test_there_are_fifteen_statuses_each_with_a_name_in_both_languages() -> None:
    assert len(STATUSES) == 15
    for status in STATUSES:
        assert label(status, "ja") != label(status, "en")
        assert is_status(status)
    assert not is_status("FINISHED")
    assert not is_status(["READY"])


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_may_stay_and_those_that_have_not_ended_may_end(status: Status) -> None:
    assert may_move(status, status)
    assert status not in valid_transitions(status)
    if status in ENDED:
        assert valid_transitions(status) == ("REACTIVATED",)
    else:
        assert set(valid_transitions(status)) >= ENDED
        assert status in ("DELEGATED", "WAITING_EXTERNAL", "COOLING") or {
            "DELEGATED", "WAITING_EXTERNAL", "COOLING",
        } <= set(valid_transitions(status))  # fmt: skip


def test_the_named_ways_are_open_and_rest_is_reached_by_cooling_only() -> None:
    for way in (
        ("CAPTURED", "CLARIFYING"), ("CLARIFYING", "READY"), ("READY", "IN_PROGRESS"),
        ("IN_PROGRESS", "NEEDS_REVIEW"), ("IN_PROGRESS", "BLOCKED"), ("COOLING", "DORMANT"),
        ("DORMANT", "REACTIVATED"), ("REACTIVATED", "READY"), ("REACTIVATED", "IN_PROGRESS"),
    ):  # fmt: skip
        assert may_move(way[0], way[1])
    assert [status for status in STATUSES if "DORMANT" in valid_transitions(status)] == ["COOLING"]
    assert not may_move("DONE", "IN_PROGRESS")


def test_every_status_can_be_reached_from_the_first() -> None:
    reached: set[Status] = {"CAPTURED"}
    for _ in STATUSES:
        reached |= {to for status in reached for to in valid_transitions(status)}
    assert reached == set(STATUSES)


def test_nodes_lie_in_their_trays_newest_first() -> None:
    nodes = [
        make_node(f"n{at}", status=status, updated_at=NOW - timedelta(days=at))
        for at, status in enumerate(STATUSES)
    ]
    trays = on_trays(nodes)
    assert [len(lying) for lying in trays.values()] == [1, 1, 1, 1, 8]
    assert [node.id for node in trays["other_active"]] == sorted(
        (node.id for node in trays["other_active"]), key=lambda name: int(name[1:])
    )
    assert tray_of("DORMANT") is None
    assert sum(map(len, on_trays(nodes, limit=3).values())) == 3


def test_descendants_are_found_once_even_in_a_ring() -> None:
    nodes = [
        make_node("a", parent_id="c"),
        make_node("b", parent_id="a"),
        make_node("c", parent_id="b"),
        make_node("d"),
    ]
    assert {node.id for node in descendants(nodes, "a")} == {"b", "c"}
    assert descendants(nodes, "d") == ()
