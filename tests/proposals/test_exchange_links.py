"""Do relations and groups come out of a file as they went in?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from hakaru.proposals.changes import Holdings
from hakaru.proposals.exchange import LINKS_MOST, Links, NotReadable, links_from_json, to_json
from hakaru.proposals.nodes import Group, Relation
from tests.proposals.factories import make_node

RELATION = {"from_node_id": "n1", "to_node_id": "n2", "relation_type": "depends_on"}
GROUP = {"label": "一緒", "node_ids": ["n1", "n2"]}


def file_with(**parts: Any) -> str:
    nodes = [{"id": "n1", "title": "a"}, {"id": "n2", "title": "b"}, {"title": "c"}]
    return json.dumps({"nodes": nodes, **parts})


def test_what_was_written_is_read_by_the_places_of_the_nodes() -> None:
    there = Holdings(
        nodes=(make_node("n4"), make_node("n2")),
        relations=(
            Relation(from_node_id="n2", to_node_id="n4", relation_type="needs", reason="先に"),
        ),
        groups=(Group(group_id="g", label="一緒", node_ids=("n2", "n4"), reason="同じ週"),),
    )
    links = links_from_json(to_json(there))
    (relation,) = links.relations
    assert (relation.start, relation.end) == (1, 0)
    assert (relation.relation_type, relation.reason) == ("needs", "先に")
    (group,) = links.groups
    assert (group.label, group.members, group.reason) == ("一緒", (1, 0), "同じ週")


def test_a_file_without_links_has_none_and_the_same_relation_counts_once() -> None:
    assert links_from_json('[{"title": "a"}]') == Links()
    assert links_from_json(file_with()) == Links()
    twice = file_with(relations=[RELATION, {**RELATION, "relation_type": "depends _on"}])
    assert len(links_from_json(twice).relations) == 1


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"relations": {}}, "relations are no list"),
        ({"groups": "x"}, "groups are no list"),
        ({"relations": [1]}, "relation 1 does not join"),
        ({"relations": [RELATION, {**RELATION, "to_node_id": "n9"}]}, "relation 2 does not join"),
        ({"relations": [{**RELATION, "to_node_id": "n1"}]}, "relation 1 does not join"),
        ({"relations": [{**RELATION, "relation_type": " "}]}, "relation 1 does not join"),
        ({"groups": [None]}, "group 1 does not name"),
        ({"groups": [{**GROUP, "node_ids": ["n1"]}]}, "group 1 does not name"),
        ({"groups": [{**GROUP, "node_ids": ["n1", "n2", "n9"]}]}, "group 1 does not name"),
        ({"groups": [{**GROUP, "label": 3}]}, "group 1 does not name"),
        ({"relations": [RELATION] * (LINKS_MOST + 1)}, "more than 4000 relations"),
    ],
)
def test_what_is_wrong_with_links_is_told(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(NotReadable, match=words):
        links_from_json(file_with(**parts))
