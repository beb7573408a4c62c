"""Do nodes come out of a file as they went in, and is every broken file told apart?"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.guard.cleaning import clean
from hakaru.proposals.changes import Holdings
from hakaru.proposals.exchange import (
    NODES_MOST,
    NotReadable,
    from_json,
    from_markdown,
    in_order,
    lines_before_markdown,
    to_json,
    to_markdown,
)
from hakaru.proposals.nodes import STATUSES, Group, Relation
from hakaru.proposals.rules import is_blank
from tests.proposals.factories import make_node

TITLES = (
    st.text(min_size=1, max_size=20)
    .map(clean)
    .filter(lambda text: not is_blank(text) and "`" not in text and not text.startswith("["))
)


@given(
    titles=st.lists(TITLES, min_size=1, max_size=8),
    statuses=st.lists(st.sampled_from(STATUSES), min_size=8, max_size=8),
    parents=st.lists(st.none() | st.integers(0, 6), min_size=8, max_size=8),
)
def test_titles_statuses_and_parents_survive_both_kinds_of_file(
    titles: list[str], statuses: list[str], parents: list[int | None]
) -> None:
    nodes = tuple(
        make_node(
            f"n{at}",
            title=title,
            status=statuses[at],
            parent_id=None if (up := parents[at]) is None or up >= at else f"n{up}",
        )
        for at, title in enumerate(titles)
    )
    by_id = {node.id: node.title for node in nodes}
    expected = sorted((n.title, n.status, by_id.get(n.parent_id or "", "")) for n in nodes)
    for drafts in (from_markdown(to_markdown(nodes)), from_json(to_json(Holdings(nodes=nodes)))):
        read = sorted(
            (draft.title, draft.status, "" if draft.parent is None else drafts[draft.parent].title)
            for draft in drafts
        )
        assert read == expected


def test_a_list_that_somebody_typed_is_read() -> None:
    drafts = from_markdown(
        "# Plan\n\n* [x] buy shoes\n\t- [ ] `READY`? no\n  + laces `BLOCKED`\n    > blue\n"
        "    > ones\n"
        "- [x] done `IN_PROGRESS`\ntext\n"
    )
    assert [(draft.title, draft.status, draft.parent) for draft in drafts] == [
        ("Plan", "CAPTURED", None),
        ("buy shoes", "DONE", 0),
        ("`READY`? no", "CAPTURED", 1),
        ("laces", "BLOCKED", 1),
        ("done", "DONE", 0),
    ]
    assert (drafts[3].context, drafts[4].context) == ("blue\nones", "text")


def test_numbers_headings_paragraphs_and_what_was_given_up_are_read() -> None:
    text = """# Move #

Everything for June.

## Before
1. buy boxes
   The large ones.
2) [x] sign
- [-] paint
- ~~old lamp~~
- [x] ~~call~~
---
## After
10. [ ] keys
    - spare

```
# no heading
- no item
```
#tag
"""
    drafts = from_markdown(text)
    assert [(draft.title, draft.status, draft.parent) for draft in drafts] == [
        ("Move", "CAPTURED", None),
        ("Before", "CAPTURED", 0),
        ("buy boxes", "CAPTURED", 1),
        ("sign", "DONE", 1),
        ("paint", "CANCELLED", 1),
        ("old lamp", "CANCELLED", 1),
        ("call", "DONE", 1),
        ("After", "CAPTURED", 0),
        ("keys", "CAPTURED", 7),
        ("spare", "CAPTURED", 8),
    ]
    assert [draft.context for draft in drafts if draft.context] == [
        "Everything for June.",
        "The large ones.",
        "```\n# no heading\n- no item\n```\n#tag",
    ]
    assert lines_before_markdown("word\n\n---\nword\n- item\nword") == 2


def test_relations_and_groups_leave_with_the_nodes() -> None:
    there = Holdings(
        nodes=(make_node("n1"), make_node("n2")),
        relations=(Relation(from_node_id="n1", to_node_id="n2", relation_type="depends_on"),),
        groups=(Group(group_id="g", label="一緒", node_ids=("n1", "n2")),),
    )
    written = json.loads(to_json(there))
    assert written["relations"][0]["relation_type"] == "depends_on"
    assert written["groups"] == [{"label": "一緒", "node_ids": ["n1", "n2"], "reason": ""}]
    assert to_markdown(()) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("{}", "no list"),
        ("[]", "no nodes"),
        ("[1]", "node 1 is no object"),
        ('[{"title": 1}]', "no title or note"),
        ('[{"title": "x", "context": []}, {}]', "node 2 has no title"),
        ('[{"title": "x", "context": [1]}]', "no title or note"),
        ('[{"title": "x", "status": "NEW"}]', "status that is not known"),
        ('[{"title": "x", "parent_id": "n9"}]', "parent that is not in the file"),
        ('[{"title": " \u200b"}]', "empty title"),
        (json.dumps([{"title": "x"}] * (NODES_MOST + 1)), "more than 2000"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(text: str, words: str) -> None:
    with pytest.raises(NotReadable, match=words):
        from_json(text)


def test_parents_come_before_children_and_rings_are_cut() -> None:
    drafts = from_json(
        '[{"id":"c","title":"c","parent_id":"a"},{"id":"a","title":"a","parent_id":"b"},'
        '{"id":"b","title":"b","parent_id":"a"},{"id":"r","title":"r"}]'
    )
    order = [draft.title for _, draft in in_order(drafts)]
    assert sorted(order) == ["a", "b", "c", "r"]
    assert order.index("a") < order.index("c")
