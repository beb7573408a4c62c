"""Rules of the Organizer's report: one row each, and where it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from hakaru.core.i18n import N_
from hakaru.proposals.rules import (
    Place,
    Rule,
    folded,
    is_blank,
    is_missing,
    is_no_filled_text,
    is_no_list,
    is_no_object,
    is_no_text,
    is_unknown_id,
    is_unknown_status,
    order_in,
    soft_order_in,
)

CHILDREN_MIN = 2
LABEL_MIN = 2
_STEP = re.compile(r"まず|最初|はじめに|first|start|begin", re.IGNORECASE)

_FIELDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "decomposition_proposals": (
        ("id", "target_node_id"),
        ("text", "target_title"),
        ("reason", "reason"),
        ("children", "suggested_children"),
    ),
    "grouping_proposals": (
        ("label", "group_label"),
        ("reason", "reason"),
        ("ids", "node_ids"),
    ),
    "relation_proposals": (
        ("id", "from_node_id"),
        ("id", "to_node_id"),
        ("label", "relation_type"),
        ("reason", "reason"),
    ),
}
_CHILD_FIELDS = (("child_text", "title"), ("child_text", "context"), ("status", "suggested_status"))


def organizer_places(report: object) -> Iterator[Place]:
    """Every spot of a report that a rule may look at."""
    yield Place("root", "", report)
    if not isinstance(report, Mapping):
        return
    for key, fields in _FIELDS.items():
        proposals = report.get(key)
        yield Place("proposals", key, proposals)
        for index, proposal in enumerate(proposals if isinstance(proposals, list) else ()):
            path = f"{key}[{index}]"
            yield Place("item", path, proposal)
            if isinstance(proposal, Mapping):
                yield from _proposal(path, proposal, fields)
    summary = report.get("summary")
    yield Place("summary", "summary", summary)
    yield Place("said", "summary", summary)
    yield Place("step", "summary", summary)


def _proposal(
    path: str, proposal: Mapping[str, object], fields: tuple[tuple[str, str], ...]
) -> Iterator[Place]:
    for kind, key in fields:
        value = proposal.get(key)
        inner = f"{path}.{key}"
        yield Place(kind, inner, value)
        if kind == "reason":
            yield Place("said", inner, value)
        elif kind == "ids" and isinstance(value, list):
            yield Place("members", inner, value)
            for index, node_id in enumerate(value):
                yield Place("id", f"{inner}[{index}]", node_id)
        elif kind == "children" and isinstance(value, list):
            yield from _children(inner, value)
    if fields[0][1] == "from_node_id":
        yield Place("pair", path, proposal)


def _children(path: str, children: list[object]) -> Iterator[Place]:
    for index, child in enumerate(children):
        inner = f"{path}[{index}]"
        yield Place("item", inner, child)
        if isinstance(child, Mapping):
            for kind, key in _CHILD_FIELDS:
                yield Place(kind, f"{inner}.{key}", child.get(key))


def _too_few_children(place: Place, _: AbstractSet[str]) -> object:
    return not isinstance(place.value, list) or len(place.value) < CHILDREN_MIN


def _no_members(place: Place, _: AbstractSet[str]) -> object:
    return not isinstance(place.value, list) or not place.value


def _orders(place: Place, _: AbstractSet[str]) -> object:
    return order_in(place.value) if isinstance(place.value, str) else None


def _orders_softly(place: Place, _: AbstractSet[str]) -> object:
    return soft_order_in(place.value) if isinstance(place.value, str) else None


def _no_step(place: Place, _: AbstractSet[str]) -> object:
    text = place.value
    return isinstance(text, str) and not is_blank(text) and not _STEP.search(folded(text))


def _vague(place: Place, _: AbstractSet[str]) -> object:
    return not isinstance(place.value, str) or len(folded(place.value)) < LABEL_MIN


def _itself(place: Place, _: AbstractSet[str]) -> object:
    relation = place.value
    if not isinstance(relation, Mapping) or not isinstance(relation.get("from_node_id"), str):
        return False
    return bool(relation["from_node_id"]) and relation["from_node_id"] == relation.get("to_node_id")


def _alone(place: Place, _: AbstractSet[str]) -> object:
    return isinstance(place.value, list) and len(place.value) == 1


def _twice(place: Place, _: AbstractSet[str]) -> object:
    ids = (
        [node_id for node_id in place.value if isinstance(node_id, str)]
        if isinstance(place.value, list)
        else []
    )
    return len(set(ids)) < len(ids)


ORGANIZER_RULES: tuple[Rule, ...] = (
    Rule(
        id="ROOT",
        at="root",
        broken=is_no_object,
        text=N_("report must be an object"),
    ),
    Rule(
        id="ORG-KEY",
        at="proposals",
        broken=is_no_list,
        text=N_("{path} is required and must be a list"),
    ),
    Rule(
        id="ITEM",
        at="item",
        broken=is_no_object,
        text=N_("{path} must be an object"),
    ),
    Rule(
        id="ORG-SUMMARY",
        at="summary",
        broken=is_missing,
        text=N_("summary is required: summary must be non-empty"),
    ),
    Rule(
        id="ORG-SUMMARY",
        at="summary",
        broken=is_no_filled_text,
        text=N_("summary must be non-empty"),
    ),
    Rule(
        id="ORG-ID",
        at="id",
        broken=is_missing,
        text=N_("{path} is required"),
    ),
    Rule(
        id="ORG-ID",
        at="id",
        broken=is_unknown_id,
        text=N_("{path} {value} is not in valid node list"),
    ),
    Rule(
        id="ORG-ID",
        at="ids",
        broken=_no_members,
        text=N_("{path} is required and must be a list with at least 1 item"),
    ),
    Rule(
        id="ORG-REASON",
        at="reason",
        broken=is_no_filled_text,
        text=N_("{path} is required and non-empty"),
    ),
    Rule(
        id="ORG-CHILDREN",
        at="children",
        broken=_too_few_children,
        text=N_("{path} must have at least 2 items"),
    ),
    Rule(
        id="ORG-CHILD",
        at="child_text",
        broken=is_no_filled_text,
        text=N_("{path} is required and non-empty"),
    ),
    Rule(
        id="ORG-FORBID",
        at="said",
        broken=_orders,
        text=N_(
            "{path}: summary or reason contains forbidden phrase (e.g. べき, してください): "
            "'{found}'"
        ),
    ),
    Rule(
        id="ORG-TYPE",
        at="text",
        broken=is_no_text,
        text=N_("{path} must be text"),
    ),
    Rule(
        id="ORG-TYPE",
        at="label",
        broken=is_no_text,
        text=N_("{path} must be text"),
    ),
    Rule(
        id="ORG-LABEL",
        at="label",
        broken=_vague,
        text=N_("{path} should have at least 2 characters"),
        severity="should",
    ),
    Rule(
        id="ORG-STEP",
        at="step",
        broken=_no_step,
        text=N_("{path} could suggest next step (e.g. まず◯◯)"),
        severity="should",
    ),
    Rule(
        id="ORG-TONE",
        at="said",
        broken=_orders_softly,
        text=N_("{path} sounds like an order: '{found}'"),
        severity="should",
    ),
    Rule(
        id="ORG-STATUS",
        at="status",
        broken=is_unknown_status,
        text=N_("{path} {value} is not a known status"),
        severity="should",
    ),
    Rule(
        id="ORG-SELF",
        at="pair",
        broken=_itself,
        text=N_("{path} relates the same node to itself"),
        severity="should",
    ),
    Rule(
        id="ORG-MEMBERS",
        at="members",
        broken=_twice,
        text=N_("{path} has duplicate members"),
        severity="should",
    ),
    Rule(
        id="ORG-MEMBERS",
        at="members",
        broken=_alone,
        text=N_("{path} has one member only"),
        severity="should",
    ),
)
"""Must rows first; several rows of one id are its stages."""
