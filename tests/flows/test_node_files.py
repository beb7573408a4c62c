"""Do nodes go to a file and come back, each once, and is a file without nodes refused?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument, SourceError, StoreDamaged, UnknownNode
from hakaru.flows.changes import Choice, agree, apply_change, move_node, undo_change
from hakaru.flows.context import Context
from hakaru.flows.node_files import export_nodes, import_nodes
from hakaru.flows.nodes import list_nodes, show_node
from hakaru.flows.propose import organize
from hakaru.present.nodes import imported_document
from hakaru.present.terminal import document_text
from tests.flows.desks import lay, put
from tests.flows.factories import make_context


@pytest.fixture
def desk(context: Context) -> Context:
    """n1 and n2 share a word, n3 lies below n1."""
    return lay(context)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Context]:
    """The data folder of another machine."""
    made = make_context(tmp_path / "elsewhere")
    yield made
    made.store.close()


@pytest.mark.parametrize("name", ["nodes.json", "nodes.md"])
def test_nodes_survive_a_file(desk: Context, elsewhere: Context, tmp_path: Path, name: str) -> None:
    put(desk, "買い物", note="牛乳\nパン", status="DONE")
    path = tmp_path / name
    assert export_nodes(desk, path=path).n_nodes == 4
    imported = import_nodes(elsewhere, path=path)
    assert (imported.n_nodes, imported.n_there) == (4, 0)
    nodes, copies = (list_nodes(kept, tray=None, limit=9).nodes for kept in (desk, elsewhere))
    assert sorted((node.title, node.context, node.status) for node in copies) == sorted(
        (node.title, node.context, node.status) for node in nodes
    )
    titles = {node.id: node.title for node in copies}
    (child,) = [node for node in copies if node.title == "宿を取る"]
    assert titles[child.parent_id or ""] == "展示会の企画書"
    undo_change(elsewhere, change=imported.change_id)
    assert list_nodes(elsewhere, tray=None, limit=9).nodes == ()


def test_relations_and_groups_come_in_with_the_nodes_and_go_with_them(
    desk: Context, elsewhere: Context, tmp_path: Path
) -> None:
    for diff in organize(desk, focus="n2", intent=None).diffs:
        leave = agree(desk, Choice(diff=diff.id), ui_action="test").confirmation
        given = leave.confirmation_id
        apply_change(desk, confirmation=given, reason=None, source="human_ui")
    path = tmp_path / "nodes.json"
    export_nodes(desk, path=path)
    groups = json.loads(path.read_text(encoding="utf-8"))
    groups["groups"].append({"label": "もう一つ", "node_ids": ["n1", "n3"]})
    path.write_text(json.dumps(groups), encoding="utf-8")
    imported = import_nodes(elsewhere, path=path)
    assert (imported.n_relations, imported.n_groups) == (1, 2)
    nodes = list_nodes(elsewhere, tray=None, limit=50).nodes
    copy = next(node for node in nodes if node.title == "展示会の企画書")
    shown = show_node(elsewhere, node=copy.id)
    assert [group.label for group in shown.groups] == ["高木の名前があるもの", "もう一つ"]
    assert len(shown.relations) == 1
    again = import_nodes(elsewhere, path=path)
    assert (again.n_nodes, again.n_there, again.n_relations, again.n_groups) == (
        0,
        len(nodes),
        0,
        0,
    )
    undo_change(elsewhere, change=imported.change_id)
    with pytest.raises(UnknownNode):
        show_node(elsewhere, node=copy.id)


def test_a_file_that_is_read_twice_makes_no_node_twice(context: Context, tmp_path: Path) -> None:
    path = tmp_path / "tasks.md"
    path.write_text("- [ ] move house\n  - [ ] boxes\n    > ten\n- [x] sign\n", encoding="utf-8")
    import_nodes(context, path=path)
    again = import_nodes(context, path=path)
    assert (again.n_nodes, again.n_there) == (0, 3)
    assert document_text(imported_document(again, "en")).strip() == (
        "3 nodes there already, not made again."
    )
    path.write_text(path.read_text(encoding="utf-8") + "- [ ] keys\n", encoding="utf-8")
    more = import_nodes(context, path=path)
    assert (more.n_nodes, more.n_there) == (1, 3)
    assert len(list_nodes(context, tray=None, limit=9).nodes) == 4
    (boxes,) = (
        node for node in list_nodes(context, tray=None, limit=9).nodes if node.title == "boxes"
    )
    move_node(context, node=boxes.id, status="DONE", reason=None)
    assert import_nodes(context, path=path).n_nodes == 1, "what ended may come again"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", b"{"),
        ("a.json", b"{}"),
        ("a.md", b"text"),
        ("a.md", b"---\n"),
        ("a.md", b"\xff\xfe- [ ] x"),
    ],
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
    with pytest.raises(BadArgument, match="folder that exists"):
        export_nodes(context, path=path / "below" / "x.md")
    with pytest.raises(StoreDamaged, match="cannot be written"):
        export_nodes(context, path=path / "x.md")


def test_nodes_go_to_no_folder_that_is_missing_but_one_of_our_own(
    desk: Context, tmp_path: Path
) -> None:
    missing = tmp_path / "mistyped"
    with pytest.raises(BadArgument, match="mistyped") as refused:
        export_nodes(desk, path=missing / "x.md")
    assert "make the folder first" in str(refused.value)
    assert not missing.exists()
    own = desk.data_folder / "exports" / "x.md"
    assert export_nodes(desk, path=own).path == own
    assert own.is_file()


def test_lines_of_a_list_that_no_node_takes_are_counted(context: Context, tmp_path: Path) -> None:
    path = tmp_path / "plan.md"
    path.write_text("Some words first.\n\nMore.\n\n- [ ] boxes\n", encoding="utf-8")
    imported = import_nodes(context, path=path)
    assert (imported.n_nodes, imported.n_lines_left) == (1, 2)
    assert "2 lines before the first item were left out." in document_text(
        imported_document(imported, "en")
    )
