"""From a thought on the desk to a change that a person agreed to, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hakaru.catalog.reply import as_json
from hakaru.errors import BadArgument, SourceError
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
    export_nodes,
    import_nodes,
    list_nodes,
    show_node,
)
from hakaru.flows.propose import advise, organize, validate_proposal
from hakaru.node_errors import ChangeRefused, UnknownNode
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
    one = list_nodes(desk, tray="in_progress", limit=1)
    assert list(one.trays) == ["in_progress"]
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
    told = json.loads(as_json(agreed))
    assert told["proposed_change"] == {"type": "status_change", "from": "IN_PROGRESS", "to": "DONE"}
    assert (told["consumed"], told["confirmed_by"]) == (False, "human")
    given = told["confirmation_id"]
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
    with pytest.raises(BadArgument, match="given with a status"):
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
    told = organize(desk, focus="n2", intent=None)
    reply = json.loads(as_json(told))
    assert reply["ok"] is True
    assert reply["source"] == "narrator"
    assert reply["retryCount"] == 0
    kinds = {one["kind"]: one for one in reply["diffs"]}
    assert set(kinds) == {"decomposition", "grouping", "relation"}
    assert {one["state"] for one in reply["diffs"]} == {"VALID"}
    agreed = agree(desk, Choice(diff=kinds["grouping"]["id"]), ui_action="test")
    given = agreed.confirmation.confirmation_id
    applied = apply_change(desk, confirmation=given, reason=None, source="human_ui")
    assert show_node(desk, node="n1").groups[0].label == "展示会"
    again = organize(desk, focus=None, intent=None)
    assert [one.problems for one in again.diffs if one.kind == "grouping"] == [("duplicate_group",)]
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
    told = advise(desk, node="n1", intent=None)
    assert told.ok
    assert told.rendered is not None
    assert told.rendered.startswith("# 展示会の企画書（n1）")
    assert told.content["rendered"] == told.rendered
    report = json.loads(as_json(told))["report"]
    assert report["targetNodeId"] == report["target_node_id"] == "n1"
    assert len(report["options"]) == 4


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


@pytest.mark.parametrize("name", ["nodes.json", "nodes.md"])
def test_nodes_survive_a_file(desk: Context, tmp_path: Path, name: str) -> None:
    put(desk, "買い物", note="牛乳\nパン", status="DONE")
    path = tmp_path / "out" / name
    assert export_nodes(desk, path=path).n_nodes == 4
    imported = import_nodes(desk, path=path)
    assert imported.n_nodes == 4
    nodes = {node.id: node for node in list_nodes(desk, tray=None, limit=9).nodes}
    assert len(nodes) == 8
    copies = [node for node in nodes.values() if int(node.id[1:]) > 4]
    assert sorted((node.title, node.context, node.status) for node in copies) == sorted(
        (nodes[f"n{at}"].title, nodes[f"n{at}"].context, nodes[f"n{at}"].status)
        for at in range(1, 5)
    )
    (child,) = [node for node in copies if node.title == "宿を取る"]
    assert nodes[child.parent_id or ""].title == "展示会の企画書"
    undo_change(desk, change=imported.change_id)
    assert len(list_nodes(desk, tray=None, limit=9).nodes) == 4


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.json", b"{"), ("a.json", b"{}"), ("a.md", b"text"), ("a.md", b"\xff\xfe- [ ] x")],
)
def test_a_file_without_nodes_is_refused(
    context: Context, tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError):
        import_nodes(context, path=path)
    with pytest.raises(SourceError, match="opened"):
        import_nodes(context, path=tmp_path / "none.md")
    with pytest.raises(SourceError, match="written"):
        export_nodes(context, path=path / "below" / "x.md")


def test_the_options_for_the_next_session_become_a_node(trained: Context) -> None:
    shown = add_next_training(trained, day=None)
    assert shown.node.status == "NEEDS_DECISION"
    assert shown.node.title.startswith("次のトレーニング")
    assert shown.node.context.startswith("- ")
    assert advise(trained, node=shown.node.id, intent=None).ok


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
