"""From a thought on the desk to a change that a person agreed to, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hakaru.catalog.reply import as_json
from hakaru.core.errors import BadArgument, ChangeRefused, UnknownNode
from hakaru.core.plain import as_plain
from hakaru.flows.changes import (
    Choice,
    agree,
    apply_change,
    confirm_change,
    estimate_status,
    move_node,
    undo_change,
)
from hakaru.flows.context import Context
from hakaru.flows.nodes import (
    add_next_training,
    ask_remove_node,
    edit_node,
    every_node,
    list_nodes,
    remove_node,
    show_node,
)
from hakaru.flows.propose import advise, organize, validate_proposal
from hakaru.present.nodes import removed_document
from hakaru.present.terminal import document_text
from hakaru.proposals.reports import AdvisorReport
from tests.flows.desks import lay, put
from tests.proposals.factories import good_advisor, good_organizer


@pytest.fixture
def desk(context: Context) -> Context:
    """n1 and n2 share a word, n3 lies below n1."""
    return lay(context)


def test_nodes_are_listed_by_tray(desk: Context) -> None:
    reply = json.loads(as_json(list_nodes(desk, tray=None, limit=20)))
    assert [node["id"] for node in reply["trays"]["waiting_external"]] == ["n2"]
    assert list(reply["trays"]) == [
        "in_progress", "needs_decision", "waiting_external", "cooling", "other_active",
    ]  # fmt: skip
    assert (reply["n_not_shown"], reply["n_put_away"]) == (0, 0)
    nodes = list_nodes(desk, tray="in_progress", limit=1)
    assert list(nodes.trays) == ["in_progress"]
    for wrong in ({"tray": None, "limit": 0}, {"tray": "desk", "limit": 1}):
        with pytest.raises(BadArgument):
            list_nodes(desk, **wrong)


def test_a_node_is_shown_with_all_around_it(desk: Context) -> None:
    shown = json.loads(as_json(show_node(desk, node="n1")))
    assert [child["id"] for child in shown["children"]] == ["n3"]
    assert shown["history"][0]["kind"] == "created"
    with pytest.raises(UnknownNode):
        show_node(desk, node="n9")


@pytest.mark.parametrize(
    ("title", "changes"), [(" \u200b", {}), ("x", {"status": "NEW"}), ("x", {"parent": "n9"})]
)
def test_a_node_without_a_title_a_known_status_or_parent_is_refused(
    context: Context, title: str, changes: dict[str, Any]
) -> None:
    with pytest.raises((BadArgument, UnknownNode)):
        put(context, title, **changes)
    assert list_nodes(context, tray=None, limit=5).nodes == ()


def test_words_preview_a_status_and_change_nothing(desk: Context) -> None:
    before = list_nodes(desk, tray=None, limit=9)
    reply = json.loads(as_json(estimate_status(desk, node="n1", intent="返信待ちになった")))
    assert reply["suggested"]["status"] == "WAITING_EXTERNAL"
    assert reply["applied"] is False
    assert list_nodes(desk, tray=None, limit=9) == before


def test_a_status_is_confirmed_then_applied_once(desk: Context) -> None:
    agreed = confirm_change(desk, node="n1", to="DONE", diff=None, change=None)
    confirmation = json.loads(as_json(agreed))
    assert confirmation["proposed_change"] == {
        "type": "status_change",
        "from": "IN_PROGRESS",
        "to": "DONE",
    }
    assert (confirmation["consumed"], confirmation["confirmed_by"]) == (False, "human")
    given = confirmation["confirmation_id"]
    done = apply_change(desk, confirmation=given, reason="終わった", source="mcp")
    reply = json.loads(as_json(done))
    assert (reply["from_status"], reply["to_status"]) == ("IN_PROGRESS", "DONE")
    assert reply["status_changed"] is True
    assert reply["node_ids"] == ["n1", "n3"]
    with pytest.raises(ChangeRefused, match="used already"):
        apply_change(desk, confirmation=given, reason=None, source="mcp")
    with pytest.raises(ChangeRefused, match="no confirmation"):
        apply_change(desk, confirmation="x", reason=None, source="mcp")


@pytest.mark.parametrize(
    "choice",
    [Choice(), Choice(node="n1"), Choice(to="DONE"), Choice(node="n1", to="DONE", diff="d")],
)
def test_exactly_one_thing_is_agreed_to(desk: Context, choice: Choice) -> None:
    with pytest.raises(BadArgument, match=r"given as node: a node with|is not a node with"):
        agree(desk, choice, ui_action="test")


def test_nobody_can_agree_to_a_way_that_is_closed(desk: Context) -> None:
    with pytest.raises(ChangeRefused, match="open are"):
        agree(desk, Choice(node="n1", to="DORMANT"), ui_action="test")
    with pytest.raises(BadArgument, match="DORMANT"):
        agree(desk, Choice(node="n1", to="SLEEPING"), ui_action="test")


def test_who_types_a_status_moves_the_node_and_can_take_it_back(desk: Context) -> None:
    moved = move_node(desk, node="n2", status="READY", reason="届いた")
    assert show_node(desk, node="n2").node.status == "READY"
    undo_change(desk, change=moved.applied.change_id)
    assert show_node(desk, node="n2").node.status == "WAITING_EXTERNAL"
    memo = move_node(desk, node="n2", status="WAITING_EXTERNAL", reason="見た")
    assert not memo.applied.status_changed


def test_a_proposed_diff_is_confirmed_applied_and_undone(desk: Context) -> None:
    proposal = organize(desk, focus="n2", intent=None)
    reply = json.loads(as_json(proposal))
    assert reply["ok"] is True
    assert reply["source"] == "narrator"
    assert reply["retryCount"] == 0
    kinds = {diff["kind"]: diff for diff in reply["diffs"]}
    assert set(kinds) == {"decomposition", "grouping", "relation"}
    assert {diff["state"] for diff in reply["diffs"]} == {"VALID"}
    agreed = agree(desk, Choice(diff=kinds["grouping"]["id"]), ui_action="test")
    given = agreed.confirmation.confirmation_id
    applied = apply_change(desk, confirmation=given, reason=None, source="human_ui")
    assert show_node(desk, node="n1").groups[0].label == "高木の名前があるもの"
    again = organize(desk, focus=None, intent=None)
    assert [diff for diff in again.diffs if diff.kind == "grouping"] == []
    undo_change(desk, change=applied.applied.change_id)
    assert show_node(desk, node="n1").groups == ()
    told_json = json.loads(as_json(show_node(desk, node="n1")))
    assert told_json["history"][0]["kind"] == "undone"


def test_proposals_change_nothing_by_themselves(desk: Context) -> None:
    before = list_nodes(desk, tray=None, limit=9)
    organize(desk, focus=None, intent=None)
    advise(desk, node="n1", intent=None)
    assert list_nodes(desk, tray=None, limit=9) == before
    assert show_node(desk, node="n1").relations == ()


def test_options_for_a_node_come_with_a_rendered_text(desk: Context) -> None:
    proposal = advise(desk, node="n1", intent=None)
    assert proposal.ok
    assert proposal.rendered is not None
    assert proposal.rendered.startswith("# 展示会の企画書（n1）")
    assert as_plain(proposal, whole=True)["rendered"] == proposal.rendered
    report = json.loads(as_json(proposal))["report"]
    assert report["targetNodeId"] == report["target_node_id"] == "n1"
    assert len(report["options"]) == 2


def test_a_report_made_elsewhere_is_judged_against_the_stored_nodes(desk: Context) -> None:
    report = json.dumps(good_organizer())

    def judged(kind: str, text: str, ids: str | None = None) -> Sequence[str]:
        return validate_proposal(desk, kind=kind, report=text, valid_node_ids=ids).errors

    assert judged("organizer", report) == []
    assert judged("advisor", json.dumps(good_advisor())) == []
    assert "n2" in "".join(judged("organizer", report, "n1, n3, invented"))
    assert "n1" in "".join(judged("organizer", report.replace("n3", "invented"), "invented,n2"))
    with pytest.raises(BadArgument, match="JSON"):
        judged("organizer", "{")


def test_a_node_is_reworded_and_the_words_come_back(desk: Context) -> None:
    edited = edit_node(desk, node="n3", title=" 宿を\u200b決める", note="駅の近く", parent="")
    assert (edited.node.title, edited.node.context) == ("宿を決める", "駅の近く")
    assert (edited.node.parent_id, edited.node.status) == (None, "READY")
    first = edited.history[0]
    again = edit_node(desk, node="n3", title="別", note=None, parent="n2").history[0]
    with pytest.raises(ChangeRefused, match="changed since"):
        undo_change(desk, change=first.change_id)
    undo_change(desk, change=again.change_id)
    undo_change(desk, change=first.change_id)
    node = show_node(desk, node="n3").node
    assert (node.title, node.context, node.parent_id) == ("宿を取る", "", "n1")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({}, BadArgument),
        ({"title": " "}, BadArgument),
        ({"parent": "n1"}, BadArgument),
        ({"parent": "n3"}, BadArgument),
        ({"parent": "n9"}, UnknownNode),
        ({"node": "n9", "title": "x"}, UnknownNode),
    ],
)
def test_a_node_cannot_lie_below_itself_or_say_nothing(
    desk: Context, changes: dict[str, str], error: type[Exception]
) -> None:
    given: dict[str, Any] = {"node": "n1", "title": None, "note": None, "parent": None, **changes}
    with pytest.raises(error):
        edit_node(desk, **given)


def test_a_node_without_parts_is_removed_with_what_hangs_on_it(desk: Context) -> None:
    for diff in organize(desk, focus=None, intent=None).diffs:
        leave = agree(desk, Choice(diff=diff.id), ui_action="test").confirmation
        given = leave.confirmation_id
        apply_change(desk, confirmation=given, reason=None, source="human_ui")
    with pytest.raises(ChangeRefused, match="n1 has 1 part: remove it first"):
        remove_node(desk, node="n1")
    removed = remove_node(desk, node="n2")
    assert (removed.n_relations, removed.n_groups) == (1, 1)
    assert show_node(desk, node="n1").relations == ()
    assert show_node(desk, node="n1").groups == ()
    with pytest.raises(BadArgument, match="can be undone"):
        undo_change(desk, change=removed.change_id)
    with pytest.raises(UnknownNode):
        remove_node(desk, node="n2")


def test_a_node_is_removed_at_the_command_line_only_when_asked_twice(desk: Context) -> None:
    asked = ask_remove_node(desk, node="n2", yes=False)
    assert "hakaru nodes remove n2 --yes" in document_text(removed_document(asked, "en"))
    assert show_node(desk, node="n2").node.title == asked.title
    parted = document_text(removed_document(ask_remove_node(desk, node="n1", yes=False), "en"))
    assert "has 1 part" in parted
    assert "--yes" not in parted
    assert ask_remove_node(desk, node="n2", yes=True).change_id is not None
    with pytest.raises(UnknownNode):
        show_node(desk, node="n2")


def test_a_program_sees_the_desk_whole_with_the_last_memo(desk: Context) -> None:
    title = "長い題名" * 60
    long = put(desk, title, note="メモ" * 900, parent="n2")
    move_node(desk, node=long, status="CAPTURED", reason="電話した")
    edit_node(desk, node=long, title=None, note="別のメモ", parent=None)
    content = as_plain(list_nodes(desk, tray=None, limit=50), whole=True)
    (row,) = [one for one in content["trays"]["other_active"] if one["id"] == long]
    assert (row["title"], row["context"], row["last_memo"]) == (title, "別のメモ", "電話した")
    assert row["last_memo_at"] is not None
    assert content["node_children"] == {"n1": ["n3"], "n2": [long]}
    assert as_plain(every_node(desk))["nodes"][0]["last_memo"] is None
    assert json.loads(as_json(show_node(desk, node=long), whole=True))["title"] == title


def test_the_options_for_the_next_session_become_a_node(trained: Context) -> None:
    shown = add_next_training(trained, day=None)
    assert shown.node.status == "NEEDS_DECISION"
    assert shown.node.title.startswith("次のトレーニング")
    assert shown.node.context.startswith("- ")
    proposal = advise(trained, node=shown.node.id, intent="膝が痛い。40分")
    assert isinstance(proposal.report, AdvisorReport)
    assert proposal.report.target_node_id == shown.node.id
    assert proposal.report.options[0].label.startswith("案A：")
    criteria = {one.name: one.description for one in proposal.report.criteria or ()}
    assert criteria["使える時間"] == "ご希望の40分"
    assert any("km" in (option.description or "") for option in proposal.report.options)


def test_without_a_session_there_are_no_options_to_put_down(context: Context) -> None:
    with pytest.raises(BadArgument, match="analysed"):
        add_next_training(context, day=None)


def test_replies_keep_their_budget_with_a_full_desk(context: Context) -> None:
    long = replace(context, settings=replace(context.settings, language="en"))
    for at in range(60):
        put(long, f"展示会 {at} " + "長い題名" * 40, note="メモ" * 600, status="READY")
    assert len(as_json(list_nodes(long, tray=None, limit=20)).encode()) < 10_240
    assert len(as_json(organize(long, focus=None, intent=None)).encode()) < 10_240
    assert len(as_json(advise(long, node="n1", intent=None)).encode()) < 10_240
    assert len(as_json(show_node(long, node="n1")).encode()) < 10_240
    assert organize(long, focus=None, intent=None).lang == "en"
