"""Rules of the reports of Organizer and Advisor: one row each, and where it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from hakaru.core.i18n import N_
from hakaru.proposals.rules import (
    Place,
    Rule,
    choice_in,
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
    soft_choice_in,
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


def _is_empty(place: Place, _: AbstractSet[str]) -> object:
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


_ROOT = Rule(id="ROOT", at="root", broken=is_no_object, text=N_("report must be an object"))

ORGANIZER_RULES: tuple[Rule, ...] = (
    _ROOT,
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
        broken=_is_empty,
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


OPTIONS_MIN = 2
CRITERIA_MIN = 2
USERS_OWN = frozenset({"target_node_id", "targetNodeId", "target_title", "current_status"})
"""What the model copies from the user: never scanned, for a re-ask could not mend it."""
_DRAFT = re.compile(r"案|パターン|候補|\b(?:option|pattern|candidate)\b", re.IGNORECASE)
_FILLED = ("next_action", "necessary_info", "criteria_note")


def advisor_places(report: object) -> Iterator[Place]:
    """Every spot of a report that a rule may look at."""
    yield Place("root", "", report)
    if not isinstance(report, Mapping):
        return
    yield Place("target", "target_node_id", report.get("target_node_id"))
    yield Place("twin", "targetNodeId", report)
    for key in ("target_title", "current_status"):
        yield Place("copy", key, report.get(key))
    yield Place("status", "current_status", report.get("current_status"))
    options = report.get("options")
    yield Place("options", "options", options)
    yield Place("several", "options", options)
    for index, option in enumerate(options if isinstance(options, list) else ()):
        path = f"options[{index}]"
        yield Place("item", path, option)
        if isinstance(option, Mapping):
            yield from _option(path, option)
    for key in ("next_decision", "summary"):
        yield Place("filled", key, report.get(key))
    yield from _criteria(report.get("criteria"))
    yield from _everything_said(report)


def _option(path: str, option: Mapping[str, object]) -> Iterator[Place]:
    for key in _FILLED:
        yield Place("asked", f"{path}.{key}", option.get(key))
    risks = option.get("risks")
    yield Place("risks", f"{path}.risks", risks)
    for index, risk in enumerate(risks if isinstance(risks, list) else ()):
        yield Place("asked", f"{path}.risks[{index}]", risk)
    yield Place("label", f"{path}.label", option.get("label"))
    yield Place("text", f"{path}.description", option.get("description"))
    yield Place("status", f"{path}.suggested_status", option.get("suggested_status"))
    for key in ("pros", "cons"):
        yield from _optional_list(f"{path}.{key}", option.get(key), "member")


def _criteria(criteria: object) -> Iterator[Place]:
    yield Place("criteria", "criteria", criteria)
    for place in _optional_list("criteria", criteria, "item"):
        yield place
        if place.kind == "item" and isinstance(place.value, Mapping):
            for key in ("name", "description"):
                yield Place("text", f"{place.path}.{key}", place.value.get(key))


def _optional_list(path: str, value: object, kind: str) -> Iterator[Place]:
    yield Place("list", path, value)
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        yield Place(kind, f"{path}[{index}]", entry)


def _everything_said(report: Mapping[str, object]) -> Iterator[Place]:
    """All text the model wrote, wherever it put it. Deep nests are no recursion."""
    waiting: list[tuple[str, object]] = [
        (str(key), value) for key, value in report.items() if key not in USERS_OWN
    ]
    waiting.reverse()
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str):
            yield Place("said", path, value)
        elif isinstance(value, Mapping):
            waiting += [(f"{path[:200]}.{key}", item) for key, item in value.items()][::-1]
        elif isinstance(value, list):
            waiting += [(f"{path[:200]}[{at}]", item) for at, item in enumerate(value)][::-1]


def _outside(place: Place, node_ids: AbstractSet[str]) -> object:
    """With no node at all any target is accepted, as long as it is text."""
    if not node_ids:
        return not isinstance(place.value, str)
    return is_unknown_id(place, node_ids)


def _differs(place: Place, _: AbstractSet[str]) -> object:
    report = place.value
    if not isinstance(report, Mapping) or report.get("targetNodeId") is None:
        return False
    return report["targetNodeId"] != report.get("target_node_id")


def _too_few(place: Place, _: AbstractSet[str]) -> object:
    return isinstance(place.value, list) and len(place.value) < OPTIONS_MIN


def _chooses(place: Place, _: AbstractSet[str]) -> object:
    return choice_in(place.value) if isinstance(place.value, str) else None


def _chooses_softly(place: Place, _: AbstractSet[str]) -> object:
    return soft_choice_in(place.value) if isinstance(place.value, str) else None


def _no_optional_list(place: Place, _: AbstractSet[str]) -> object:
    return place.value is not None and not isinstance(place.value, list)


def _no_member(place: Place, _: AbstractSet[str]) -> object:
    return not isinstance(place.value, str)


def _few_criteria(place: Place, _: AbstractSet[str]) -> object:
    return not isinstance(place.value, list) or len(place.value) < CRITERIA_MIN


def _no_draft(place: Place, _: AbstractSet[str]) -> object:
    text = place.value
    return not isinstance(text, str) or not (_DRAFT.search(text) or _DRAFT.search(folded(text)))


ADVISOR_RULES: tuple[Rule, ...] = (
    _ROOT,
    Rule(
        id="ADV-KEY",
        at="target",
        broken=is_missing,
        text=N_("{path} is required"),
    ),
    Rule(
        id="ADV-TARGET",
        at="target",
        broken=_outside,
        text=N_("target_node_id is not in valid node list: {value}"),
    ),
    Rule(
        id="ADV-TARGET",
        at="twin",
        broken=_differs,
        text=N_("targetNodeId and target_node_id must be the same"),
    ),
    Rule(
        id="ADV-KEY",
        at="copy",
        broken=is_missing,
        text=N_("{path} is required"),
    ),
    Rule(
        id="ADV-TYPE",
        at="copy",
        broken=is_no_text,
        text=N_("{path} must be text"),
    ),
    Rule(
        id="ADV-KEY",
        at="options",
        broken=is_no_list,
        text=N_("{path} is required and must be a list"),
    ),
    Rule(
        id="ADV-OPT",
        at="several",
        broken=_too_few,
        text=N_("options must have at least 2 items"),
    ),
    Rule(
        id="ITEM",
        at="item",
        broken=is_no_object,
        text=N_("{path} must be an object"),
    ),
    Rule(
        id="ADV-OPT4",
        at="asked",
        broken=is_no_filled_text,
        text=N_("{path} is required and non-empty"),
    ),
    Rule(
        id="ADV-OPT4",
        at="risks",
        broken=_is_empty,
        text=N_("{path} is required and must have at least 1 item"),
    ),
    Rule(
        id="ADV-KEY",
        at="filled",
        broken=is_missing,
        text=N_("{path} is required: {path} must be non-empty"),
    ),
    Rule(
        id="ADV-TEXT",
        at="filled",
        broken=is_no_filled_text,
        text=N_("{path} must be non-empty"),
    ),
    Rule(
        id="ADV-FORBID",
        at="said",
        broken=_chooses,
        text=N_("{path}: output contains forbidden word (e.g. ベスト, 推奨): '{found}'"),
    ),
    *(
        Rule(
            id="ADV-TYPE",
            at=kind,
            broken=broken,
            text=text,
        )
        for kind, broken, text in (
            ("text", is_no_text, N_("{path} must be text")),
            ("label", is_no_text, N_("{path} must be text")),
            ("member", _no_member, N_("{path} must be text")),
            ("list", _no_optional_list, N_("{path} must be a list")),
        )
    ),
    Rule(
        id="ADV-LABEL",
        at="label",
        broken=_no_draft,
        text=N_("{path} should contain 案/パターン/候補"),
        severity="should",
    ),
    Rule(
        id="ADV-CRITERIA",
        at="criteria",
        broken=_few_criteria,
        text=N_("criteria should have at least 2 items"),
        severity="should",
    ),
    Rule(
        id="ADV-TONE",
        at="said",
        broken=_chooses_softly,
        text=N_("{path} could leave the choice open: '{found}'"),
        severity="should",
    ),
    Rule(
        id="ADV-STATUS",
        at="status",
        broken=is_unknown_status,
        text=N_("{path} {value} is not a known status"),
        severity="should",
    ),
)
"""Must rows first; several rows of one id are its stages."""
