"""How is a model asked for a proposal, and how is what it answers judged and corrected?"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hakaru.guard.cleaning import Finding, Lang, for_model, musts
from hakaru.guard.replies import read_object
from hakaru.guard.task import Json, Prompt, Reply, block, question
from hakaru.proposals.narrate_organizer import Desk
from hakaru.proposals.narrator_words import age_days, phrase
from hakaru.proposals.nodes import Node, newest_first
from hakaru.proposals.report_schema import advisor_schema, organizer_schema
from hakaru.proposals.reports import (
    AdvisorReport,
    OrganizerReport,
    ValidationResult,
    advisor_report,
    organizer_report,
)
from hakaru.proposals.statuses import valid_transitions
from hakaru.proposals.task_words import INSTRUCTION, SYSTEM, YOUR_REPLY
from hakaru.proposals.validate import (
    build_correction_prompt,
    validate_advisor_report,
    validate_organizer_report,
)

DATA_MOST_BYTES = 10_000
"""What a model is told about nodes; of more nodes the most recently touched are told."""
REPLY_SHOWN_MOST = 1_200
ERRORS_MOST_BYTES = 3_000
IDS_MOST = 20
REPLY_MOST_TOKENS = 2_048
_CONTEXT_STEPS = (300, 80, 0)
_WISH_MOST = 500


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a person asks for besides; '' and (): nothing."""

    intent: str = ""
    constraints: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class OrganizerTask:
    """The question how the nodes of a desk could be arranged."""

    desk: Desk
    wish: Wish
    nonce: str

    @property
    def name(self) -> str:
        """Under which attempts are filed."""
        return "proposals.organizer"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question."""
        rows, n_cut = _told(newest_first(self.desk.nodes), self.desk)
        data: dict[str, Json] = {"nodes": rows, **_wished(self.wish)}
        if n_cut:
            data["n_nodes_not_shown"] = n_cut
        if self.desk.focus_id is not None:
            data["focus_node_id"] = self.desk.focus_id
        return _prompt("organizer", data, nonce=self.nonce, lang=self.desk.lang)

    def judge(self, reply: Reply) -> tuple[OrganizerReport | None, tuple[Finding, ...]]:
        """The report, with the user's own titles, or why there is none."""
        lang = self.desk.lang
        raw, formal = read_object(reply, lang=lang)
        if raw is None:
            return None, formal
        result = validate_organizer_report(raw, [node.id for node in self.desk.nodes], lang=lang)
        findings = (*formal, *result.findings)
        if musts(findings):
            return None, findings
        return with_own_titles(organizer_report(raw), self.desk.nodes), findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with the last reply and what is wrong with it."""
        ids = [node.id for node in newest_first(self.desk.nodes)]
        return corrected(self.prompt, reply, findings=findings, ids=ids, lang=self.desk.lang)


@dataclass(frozen=True, kw_only=True)
class AdvisorTask:
    """The question what could be done with one node."""

    node: Node
    desk: Desk
    wish: Wish
    nonce: str

    @property
    def name(self) -> str:
        """Under which attempts are filed."""
        return "proposals.advisor"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question."""
        family = [node for node in self.desk.nodes if self._is_near(node)]
        (own,), _ = _told([self.node], self.desk)
        rows, _ = _told(newest_first(family), self.desk)
        data: dict[str, Json] = {
            "target": own,
            "open_statuses": list(valid_transitions(self.node.status)),
            "near": rows,
            **_wished(self.wish),
        }
        return _prompt("advisor", data, nonce=self.nonce, lang=self.desk.lang)

    def judge(self, reply: Reply) -> tuple[AdvisorReport | None, tuple[Finding, ...]]:
        """The report, with the user's own title and status, or why there is none."""
        raw, formal = read_object(reply, lang=self.desk.lang)
        if raw is None:
            return None, formal
        result = validate_advisor_report(raw, [self.node.id], lang=self.desk.lang)
        findings = (*formal, *result.findings)
        if musts(findings):
            return None, findings
        own = narrowed(advisor_report(raw), self.node)
        return own, findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with the last reply and what is wrong with it."""
        return corrected(
            self.prompt, reply, findings=findings, ids=[self.node.id], lang=self.desk.lang
        )

    def _is_near(self, node: Node) -> bool:
        return node.parent_id == self.node.id or node.id == self.node.parent_id


def with_own_titles(report: OrganizerReport, nodes: Sequence[Node]) -> OrganizerReport:
    """The report with the titles that the nodes really have."""
    titles = {node.id: node.title for node in nodes}
    return dataclasses.replace(
        report,
        decomposition_proposals=tuple(
            dataclasses.replace(
                proposal, target_title=titles.get(proposal.target_node_id, proposal.target_title)
            )
            for proposal in report.decomposition_proposals
        ),
    )


def narrowed(report: AdvisorReport, node: Node) -> AdvisorReport:
    """The report with the node's own title and status; a status that is not open is left out."""
    open_now = {*valid_transitions(node.status), node.status}
    return dataclasses.replace(
        report,
        target_title=node.title,
        current_status=node.status,
        options=tuple(
            option
            if option.suggested_status in open_now
            else dataclasses.replace(option, suggested_status=None)
            for option in report.options
        ),
    )


def _prompt(kind: str, data: Mapping[str, Json], *, nonce: str, lang: Lang) -> Prompt:
    return Prompt(
        system=phrase(SYSTEM[kind], lang),
        user=question(data, phrase(INSTRUCTION[kind], lang), nonce=nonce, lang=lang),
        schema=organizer_schema() if kind == "organizer" else advisor_schema(),
        reply_max_tokens=REPLY_MOST_TOKENS,
    )


def corrected(
    original: Prompt,
    reply: Reply,
    *,
    findings: tuple[Finding, ...],
    ids: Sequence[str],
    lang: Lang,
) -> Prompt:
    """The question again: from the original, the last reply and its errors, so it never grows."""
    shown = for_model(reply.text, most=REPLY_SHOWN_MOST, lines=True)
    errors: list[str] = []
    left_bytes = ERRORS_MOST_BYTES
    for finding in musts(findings):
        left_bytes -= len(finding.message.encode()) + 3
        if left_bytes >= 0:
            errors.append(finding.message)
    parts = (
        original.user,
        phrase(YOUR_REPLY, lang),
        block(shown, nonce="reply"),
        build_correction_prompt(errors, ids[:IDS_MOST], lang=lang),
    )
    return dataclasses.replace(original, user="\n\n".join(parts))


def _told(nodes: Sequence[Node], desk: Desk) -> tuple[list[Json], int]:
    """Nodes as a model is told about them, and how many did not fit.

    Notes are shortened before nodes are left out.
    """
    for context_most in _CONTEXT_STEPS:
        rows = [_row(node, desk, context_most) for node in nodes]
        if _size_bytes(rows) <= DATA_MOST_BYTES:
            return rows, 0
    shown_rows: list[Json] = []
    left_bytes = DATA_MOST_BYTES
    for row in rows:
        left_bytes -= _size_bytes(row) + 1
        if left_bytes < 0:
            break
        shown_rows.append(row)
    return shown_rows, len(rows) - len(shown_rows)


def _row(node: Node, desk: Desk, context_most: int) -> Json:
    row: dict[str, Json] = {
        "id": node.id,
        "title": for_model(node.title, most=120),
        "status": node.status,
        "days_since_change": age_days(node, desk.now),
    }
    if node.parent_id is not None:
        row["parent_id"] = node.parent_id
    if node.context and context_most:
        row["context"] = for_model(node.context, most=context_most, lines=True)
    return row


def _wished(wish: Wish) -> dict[str, Json]:
    payload: dict[str, Json] = {}
    if wish.intent:
        payload["user_intent"] = for_model(wish.intent, most=_WISH_MOST, lines=True)
    if wish.constraints:
        payload["constraints"] = [
            for_model(constraint, most=_WISH_MOST) for constraint in wish.constraints[:10]
        ]
    return payload


def _size_bytes(value: Json) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def result_of(findings: Sequence[Finding]) -> ValidationResult:
    """What a judge found, as sentences."""
    return ValidationResult(
        errors=[finding.message for finding in findings if finding.severity == "must"],
        warnings=[finding.message for finding in findings if finding.severity == "should"],
        findings=tuple(findings),
    )
