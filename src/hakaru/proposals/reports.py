"""Reports of Organizer and Advisor: their parts, and the JSON Schema made from these.

What a model wrote is kept without escapes, direction marks, links and HTML, whatever shows it.

Lengths and ids are left to the judge: servers that turn a schema into a grammar choke on them.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from typing import TypedDict

from hakaru.core.plain import Schema, schema_of
from hakaru.guard.cleaning import Finding, plain
from hakaru.records import frozen


@frozen
class OrganizerReportChild:
    """A part that a node could be divided into."""

    title: str
    context: str
    suggested_status: str | None = None


@frozen
class OrganizerDecompositionProposal:
    """A node could be several. `target_title` is the user's own."""

    target_node_id: str
    target_title: str
    reason: str
    suggested_children: tuple[OrganizerReportChild, ...]


@frozen
class OrganizerGroupingProposal:
    """Nodes that could be looked at together."""

    group_label: str
    reason: str
    node_ids: tuple[str, ...]


@frozen
class OrganizerRelationProposal:
    """One node could have to do with another."""

    from_node_id: str
    to_node_id: str
    relation_type: str
    reason: str


@frozen
class OrganizerReport:
    """How the desk could be arranged. It arranges, it does not decide."""

    decomposition_proposals: tuple[OrganizerDecompositionProposal, ...]
    grouping_proposals: tuple[OrganizerGroupingProposal, ...]
    relation_proposals: tuple[OrganizerRelationProposal, ...]
    summary: str


@frozen
class AdvisorOption:
    """Something that could be done with a node, with what it asks for and what it risks."""

    label: str
    next_action: str
    necessary_info: str
    criteria_note: str
    risks: tuple[str, ...]
    description: str | None = None
    pros: tuple[str, ...] | None = None
    cons: tuple[str, ...] | None = None
    suggested_status: str | None = None


@frozen
class AdvisorCriterion:
    """A point of view from which options can be compared."""

    name: str
    description: str


@frozen
class AdvisorReport:
    """Options for one node. It drafts, it does not choose."""

    target_node_id: str
    target_title: str
    current_status: str
    options: tuple[AdvisorOption, ...]
    next_decision: str
    summary: str
    criteria: tuple[AdvisorCriterion, ...] | None = None


class ValidationReply(TypedDict):
    """What a judge says of a report."""

    ok: bool
    errors: list[str]
    warnings: list[str]


@frozen
class ValidationResult:
    """What a judge says of a report: `errors` are broken musts, `warnings` broken shoulds.

    Lists of sentences, as the requirement names them; `findings` are the same with rule and path,
    and all of them where the lists were cut.
    """

    errors: list[str]
    warnings: list[str]
    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no must is broken."""
        return not self.errors

    @property
    def shape(self) -> ValidationReply:
        """`{ok, errors, warnings}`."""
        return {"ok": self.ok, "errors": self.errors, "warnings": self.warnings}


def organizer_report(judged: Mapping[str, object]) -> OrganizerReport:
    """The report in JSON that passed the judge; what its schema does not name is dropped."""
    return OrganizerReport(
        decomposition_proposals=tuple(
            OrganizerDecompositionProposal(
                target_node_id=_id(proposal, "target_node_id"),
                target_title=_text(proposal, "target_title"),
                reason=_text(proposal, "reason"),
                suggested_children=tuple(map(_child, _objects(proposal, "suggested_children"))),
            )
            for proposal in _objects(judged, "decomposition_proposals")
        ),
        grouping_proposals=tuple(
            OrganizerGroupingProposal(
                group_label=_text(grouping, "group_label"),
                reason=_text(grouping, "reason"),
                node_ids=_ids(grouping, "node_ids"),
            )
            for grouping in _objects(judged, "grouping_proposals")
        ),
        relation_proposals=tuple(
            OrganizerRelationProposal(
                from_node_id=_id(relation, "from_node_id"),
                to_node_id=_id(relation, "to_node_id"),
                relation_type=_text(relation, "relation_type"),
                reason=_text(relation, "reason"),
            )
            for relation in _objects(judged, "relation_proposals")
        ),
        summary=_text(judged, "summary"),
    )


def advisor_report(judged: Mapping[str, object]) -> AdvisorReport:
    """The report in JSON that passed the judge; what its schema does not name is dropped."""
    return AdvisorReport(
        target_node_id=_id(judged, "target_node_id"),
        target_title=_text(judged, "target_title"),
        current_status=_text(judged, "current_status"),
        options=tuple(map(_option, _objects(judged, "options"))),
        next_decision=_text(judged, "next_decision"),
        summary=_text(judged, "summary"),
        criteria=None
        if judged.get("criteria") is None
        else tuple(
            AdvisorCriterion(
                name=_text(criterion, "name"), description=_text(criterion, "description")
            )
            for criterion in _objects(judged, "criteria")
        ),
    )


def _child(child: Mapping[str, object]) -> OrganizerReportChild:
    return OrganizerReportChild(
        title=_text(child, "title"),
        context=_text(child, "context"),
        suggested_status=_optional(child, "suggested_status"),
    )


def _option(option: Mapping[str, object]) -> AdvisorOption:
    return AdvisorOption(
        label=_text(option, "label"),
        next_action=_text(option, "next_action"),
        necessary_info=_text(option, "necessary_info"),
        criteria_note=_text(option, "criteria_note"),
        risks=_texts(option, "risks") or (),
        description=_optional(option, "description"),
        pros=_texts(option, "pros"),
        cons=_texts(option, "cons"),
        suggested_status=_optional(option, "suggested_status"),
    )


def _objects(payload: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    value = payload.get(key)
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _id(payload: Mapping[str, object], key: str) -> str:
    """As it is: it was compared exactly."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def _ids(payload: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = payload.get(key)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _text(payload: Mapping[str, object], key: str) -> str:
    """'' where an optional text (the user's title, a label) was not given."""
    return _optional(payload, key) or ""


def _optional(payload: Mapping[str, object], key: str) -> str | None:
    value = payload.get(key)
    return plain(value) if isinstance(value, str) else None


def _texts(payload: Mapping[str, object], key: str) -> tuple[str, ...] | None:
    value = payload.get(key)
    return None if value is None else tuple(map(plain, _ids(payload, key)))


def organizer_schema() -> Schema:
    """The schema of an Organizer's report."""
    return _object(OrganizerReport)


def advisor_schema() -> Schema:
    """The schema of an Advisor's report."""
    return _object(AdvisorReport)


def _object(kind: type) -> Schema:
    """What has a default may be left out, but is not null."""
    hints = typing.get_type_hints(kind)
    fields = dataclasses.fields(kind)
    return {
        "type": "object",
        "properties": {field.name: _given(hints[field.name]) for field in fields},
        "required": [field.name for field in fields if field.default is dataclasses.MISSING],
        "additionalProperties": False,
    }


def _given(hint: object) -> Schema:
    schema = schema_of(hint, record=_object)
    return typing.cast("list[Schema]", schema.get("anyOf", [schema]))[0]
