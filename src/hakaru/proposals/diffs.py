"""Which change does each proposal of an Organizer mean, and can it be applied as it is?

Nothing is mended: a change that cannot be applied is INVALID, one that a person wants to look at
twice NEEDS_REVIEW. One diff is one confirmation is one apply.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from hakaru.guard.cleaning import Lang
from hakaru.proposals.nodes import Group, Node, Relation
from hakaru.proposals.phrases import folded, is_blank
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
    OrganizerReportChild,
)
from hakaru.proposals.statuses import ENDED, is_status

DiffKind = Literal["relation", "grouping", "decomposition"]
DiffState = Literal["VALID", "NEEDS_REVIEW", "INVALID"]
ProblemCode = Literal[
    "unknown_node",
    "self_relation",
    "duplicate_relation",
    "blank_type",
    "blank_label",
    "few_members",
    "duplicate_members",
    "duplicate_group",
    "few_children",
    "blank_title",
    "unknown_status",
    "many_children",
    "duplicate_titles",
    "existing_titles",
    "ended_node",
]
Change = OrganizerRelationProposal | OrganizerGroupingProposal | OrganizerDecompositionProposal

CHILDREN_MOST = 10
_TO_LOOK_AT: frozenset[ProblemCode] = frozenset(
    {"many_children", "duplicate_titles", "existing_titles", "ended_node"}
)
_ID_DIGITS = 16

PROBLEMS: dict[ProblemCode, tuple[str, str]] = {
    "unknown_node": ("存在しないノードを指しています", "it names a node that does not exist"),
    "self_relation": ("同じノードどうしの関連です", "it relates a node to itself"),
    "duplicate_relation": ("同じ関連がすでにあります", "the same relation is there already"),
    "blank_type": ("関連の種類が空です", "the relation has no type"),
    "blank_label": ("グループの名前が空です", "the group has no label"),
    "few_members": ("メンバーが 2 件に足りません", "it has fewer than two members"),
    "duplicate_members": ("同じメンバーが重なっています", "a member occurs twice"),
    "duplicate_group": ("同じグループがすでにあります", "the same group is there already"),
    "few_children": ("子ノードが 2 件に足りません", "it has fewer than two parts"),
    "blank_title": ("題名の空な子ノードがあります", "a part has no title"),
    "unknown_status": ("知らない状態の子ノードがあります", "a part has an unknown status"),
    "many_children": ("子ノードが 10 件を超えています", "it has more than ten parts"),
    "duplicate_titles": ("同じ題名の子ノードがあります", "two parts have the same title"),
    "existing_titles": ("同じ題名の子がすでにあります", "a part is there already"),
    "ended_node": ("完了・中止したノードを含みます", "it concerns a node that has ended"),
}
"""Japanese and English."""


@dataclass(frozen=True, kw_only=True)
class Diff:
    """One change that could be applied. `id` follows from what it changes."""

    id: str
    kind: DiffKind
    state: DiffState
    problems: tuple[ProblemCode, ...]
    change: Change

    @property
    def node_id(self) -> str:
        """The node a confirmation of this diff is for: the first that it names."""
        match self.change:
            case OrganizerRelationProposal():
                return self.change.from_node_id
            case OrganizerGroupingProposal():
                return self.change.node_ids[0] if self.change.node_ids else ""
            case _:
                return self.change.target_node_id


@dataclass(frozen=True, kw_only=True)
class Holdings:
    """What is there already."""

    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()


def diffs_of(report: OrganizerReport, there: Holdings) -> tuple[Diff, ...]:
    """One diff for each proposal, in the order of the report; the same again is a duplicate."""
    diffs = [
        _diff("decomposition", split, _split_problems(split, there.nodes))
        for split in report.decomposition_proposals
    ]
    relations, groups = list(there.relations), list(there.groups)
    for group in report.grouping_proposals:
        diffs.append(_diff("grouping", group, _group_problems(group, there.nodes, groups)))
        groups.append(Group(group_id="", label=group.group_label, node_ids=group.node_ids))
    for proposal in report.relation_proposals:
        diffs.append(
            _diff("relation", proposal, _relation_problems(proposal, there.nodes, relations))
        )
        relations.append(
            Relation(
                from_node_id=proposal.from_node_id,
                to_node_id=proposal.to_node_id,
                relation_type=proposal.relation_type,
            )
        )
    return tuple(diffs)


def checked_again(diff: Diff, there: Holdings) -> Diff:
    """The diff as it stands now, just before it is applied."""
    match diff.change:
        case OrganizerRelationProposal() as relation:
            problems = _relation_problems(relation, there.nodes, there.relations)
        case OrganizerGroupingProposal() as grouping:
            problems = _group_problems(grouping, there.nodes, there.groups)
        case _:
            problems = _split_problems(diff.change, there.nodes)
    return _diff(diff.kind, diff.change, problems)


def problem_text(code: ProblemCode, lang: Lang) -> str:
    """What is wrong with a diff."""
    return PROBLEMS[code][lang == "en"]


def _diff(kind: DiffKind, change: Change, problems: Iterator[ProblemCode]) -> Diff:
    codes = tuple(dict.fromkeys(problems))
    state: DiffState = "VALID"
    if codes:
        state = "NEEDS_REVIEW" if set(codes) <= _TO_LOOK_AT else "INVALID"
    text = json.dumps([kind, asdict(change)], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]
    return Diff(id=digest, kind=kind, state=state, problems=codes, change=change)


def _relation_problems(
    proposal: OrganizerRelationProposal, nodes: Sequence[Node], relations: Sequence[Relation]
) -> Iterator[ProblemCode]:
    yield from _node_problems((proposal.from_node_id, proposal.to_node_id), nodes)
    if proposal.from_node_id == proposal.to_node_id:
        yield "self_relation"
    if is_blank(proposal.relation_type):
        yield "blank_type"
    key = (proposal.from_node_id, proposal.to_node_id, folded(proposal.relation_type))
    if any(key == (r.from_node_id, r.to_node_id, folded(r.relation_type)) for r in relations):
        yield "duplicate_relation"


def _group_problems(
    proposal: OrganizerGroupingProposal, nodes: Sequence[Node], groups: Sequence[Group]
) -> Iterator[ProblemCode]:
    yield from _node_problems(proposal.node_ids, nodes)
    members = set(proposal.node_ids)
    if len(members) < 2:
        yield "few_members"
    if len(members) < len(proposal.node_ids):
        yield "duplicate_members"
    if is_blank(proposal.group_label):
        yield "blank_label"
    key = (folded(proposal.group_label), members)
    if any(key == (folded(group.label), set(group.node_ids)) for group in groups):
        yield "duplicate_group"


def _split_problems(
    proposal: OrganizerDecompositionProposal, nodes: Sequence[Node]
) -> Iterator[ProblemCode]:
    yield from _node_problems((proposal.target_node_id,), nodes)
    yield from _children_problems(proposal.suggested_children)
    titles = {folded(child.title) for child in proposal.suggested_children}
    if any(
        node.parent_id == proposal.target_node_id and folded(node.title) in titles for node in nodes
    ):
        yield "existing_titles"


def _children_problems(children: Sequence[OrganizerReportChild]) -> Iterator[ProblemCode]:
    if len(children) < 2:
        yield "few_children"
    if len(children) > CHILDREN_MOST:
        yield "many_children"
    if any(is_blank(child.title) for child in children):
        yield "blank_title"
    if len({folded(child.title) for child in children}) < len(children):
        yield "duplicate_titles"
    for child in children:
        if child.suggested_status is not None and not is_status(child.suggested_status):
            yield "unknown_status"


def _node_problems(node_ids: Sequence[str], nodes: Sequence[Node]) -> Iterator[ProblemCode]:
    by_id = {node.id: node for node in nodes}
    for node_id in node_ids:
        if node_id not in by_id:
            yield "unknown_node"
        elif by_id[node_id].status in ENDED:
            yield "ended_node"
