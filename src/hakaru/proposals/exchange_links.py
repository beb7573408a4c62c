"""Which relations and groups does a file of nodes hold, by the places of the nodes in it?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hakaru.guard.cleaning import clean
from hakaru.proposals.exchange import TITLE_MOST, NotReadable
from hakaru.proposals.phrases import folded, is_blank

LINKS_MOST = 4_000


@dataclass(frozen=True, kw_only=True)
class DraftRelation:
    """A relation between the nodes at two places of the file."""

    start: int
    end: int
    relation_type: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class DraftGroup:
    """A group of the nodes at these places of the file."""

    label: str
    members: tuple[int, ...]
    reason: str


@dataclass(frozen=True, kw_only=True)
class Links:
    """What hangs nodes together besides their parents; each relation once."""

    relations: tuple[DraftRelation, ...] = ()
    groups: tuple[DraftGroup, ...] = ()


def links_from_json(text: str) -> Links:
    """The relations and groups of a file whose nodes `from_json` could read.

    Raises:
        NotReadable: one is not as `to_json` writes it, or names a node that is not in the file.
    """
    read = json.loads(text)
    if not isinstance(read, Mapping):
        return Links()
    places = {
        row["id"]: at for at, row in enumerate(read["nodes"]) if isinstance(row.get("id"), str)
    }
    relations: dict[tuple[int, int, str], DraftRelation] = {}
    for at, row in enumerate(_rows(read, "relations")):
        relation = _relation(row, at, places)
        relations.setdefault(
            (relation.start, relation.end, folded(relation.relation_type)), relation
        )
    groups = [_group(row, at, places) for at, row in enumerate(_rows(read, "groups"))]
    return Links(relations=tuple(relations.values()), groups=tuple(groups))


def _rows(read: Mapping[str, object], key: str) -> Sequence[object]:
    rows = read.get(key, [])
    if not isinstance(rows, list):
        raise NotReadable(f"its {key} are no list")
    if len(rows) > LINKS_MOST:
        raise NotReadable(f"it has more than {LINKS_MOST} {key}")
    return rows


def _relation(row: object, at: int, places: Mapping[str, int]) -> DraftRelation:
    plain = row if isinstance(row, Mapping) else {}
    ends = [plain.get(key) for key in ("from_node_id", "to_node_id")]
    positions = [places[end] for end in ends if isinstance(end, str) and end in places]
    kind, reason = _texts(plain, "relation_type")
    if len(positions) != 2 or positions[0] == positions[1] or is_blank(kind):
        raise NotReadable(f"relation {at + 1} does not join two nodes of the file")
    return DraftRelation(start=positions[0], end=positions[1], relation_type=kind, reason=reason)


def _group(row: object, at: int, places: Mapping[str, int]) -> DraftGroup:
    plain = row if isinstance(row, Mapping) else {}
    ids = plain.get("node_ids")
    listed = ids if isinstance(ids, list) else []
    members = tuple(
        dict.fromkeys(
            places[listed_id]
            for listed_id in listed
            if isinstance(listed_id, str) and listed_id in places
        )
    )
    label, reason = _texts(plain, "label")
    if len(members) < 2 or len(members) < len(listed) or is_blank(label):
        raise NotReadable(f"group {at + 1} does not name two nodes of the file and a label")
    return DraftGroup(label=label, members=members, reason=reason)


def _texts(row: Mapping[str, object], key: str) -> tuple[str, str]:
    """The text under a key, and the reason; '' where there is none."""
    texts = [row.get(key), row.get("reason")]
    first, second = (clean(text)[:TITLE_MOST] if isinstance(text, str) else "" for text in texts)
    return first, second
