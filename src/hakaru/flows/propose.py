"""How could the desk be arranged, and what could be done with a node? Judged before it is shown.

Without a model the narrators answer. With one it is asked, judged and corrected; where that fails
its errors are the answer, and what the narrator would say lies beside it under its own name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hakaru.core.errors import BadArgument
from hakaru.flows.answering import Question, answered, backend_of
from hakaru.flows.context import Context
from hakaru.flows.nodes import origin
from hakaru.flows.proposal import Kind, Proposal
from hakaru.proposals.changes import Holdings, diffs_of
from hakaru.proposals.narrator import Desk, narrate_advisor, narrate_organizer
from hakaru.proposals.nodes import Node, on_trays
from hakaru.proposals.reports import OrganizerReport, ValidationResult
from hakaru.proposals.tasks import (
    AdvisorTask,
    OrganizerTask,
    Wish,
    validate_advisor_report,
    validate_organizer_report,
)
from hakaru.store.changes import keep_diff
from hakaru.store.nodes import read_holdings
from hakaru.store.state import State

_NO_NODE = ("対象のノードがありません", "there is no node to look at")


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a proposal is asked for. `node` None: nothing in particular.

    `sent`: only these nodes are looked at (None: all that are stored); what is stored of them wins
    over what was sent.
    """

    node: str | None = None
    wish: Wish = field(default_factory=Wish)
    sent: tuple[Node, ...] | None = None


def organize(context: Context, *, focus: str | None, intent: str | None) -> Proposal:
    """How the desk could be arranged. Raises as `propose_order`."""
    return propose_order(context, Request(node=focus, wish=Wish(intent=intent or "")))


def advise(context: Context, *, node: str, intent: str | None) -> Proposal:
    """What could be done with a node, side by side. Raises as `propose_options`."""
    return propose_options(context, Request(node=node, wish=Wish(intent=intent or "")))


def propose_order(context: Context, request: Request) -> Proposal:
    """An Organizer's report and its diffs. Without a node to look at no model is asked.

    Raises:
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    there = _stored(context)
    desk = _desk(context, _looked_at(there.nodes, request.sent), focus=request.node)
    if request.node is not None and request.node not in {node.id for node in desk.nodes}:
        return _nothing("organizer", context)
    narrated = narrate_organizer(desk)
    if not desk.nodes:
        return replace(_nothing("organizer", context), fallback=narrated)
    task = OrganizerTask(desk=desk, wish=request.wish, nonce="organizer")
    english = replace(task, desk=replace(desk, lang="en"))
    question = Question(
        subject=desk.focus_id or "desk", task=task, english=english, narrate=lambda: narrated
    )
    proposal = answered(context, question, kind="organizer", titles=_titles(desk))
    return _with_diffs(context, proposal, there)


def propose_options(context: Context, request: Request) -> Proposal:
    """An Advisor's report; where no node is named, on the first of the desk that waits for a
    decision. Without a node no model is asked. Raises as `propose_order`."""
    nodes = _looked_at(_stored(context).nodes, request.sent)
    target = _target(nodes, request.node)
    if target is None:
        return _nothing("advisor", context)
    desk = _desk(context, nodes, focus=target.id)
    task = AdvisorTask(node=target, desk=desk, wish=request.wish, nonce="advisor")
    question = Question(
        subject=target.id,
        task=task,
        english=replace(task, desk=replace(desk, lang="en")),
        narrate=lambda: narrate_advisor(target, now=desk.now, lang=desk.lang),
    )
    return answered(context, question, kind="advisor", titles=_titles(desk))


def or_narrated(context: Context, proposal: Proposal) -> Proposal:
    """The proposal; where a model failed, what the narrator says instead, with `said` telling why.

    For a person who looks at it: programs are told of the failure itself.
    """
    if proposal.report is not None or proposal.fallback is None:
        return proposal
    narrated = replace(proposal, report=proposal.fallback, source="narrator", fallback=None)
    return _with_diffs(context, narrated, _stored(context))


def validate_proposal(
    context: Context,
    *,
    kind: str,
    report: str,
    valid_node_ids: str | None,
) -> ValidationResult:
    """Judge a report that somebody else made, against the stored nodes.

    `valid_node_ids`, with commas between, may only narrow them.

    Raises:
        BadArgument: the report is not JSON.
    """
    try:
        raw = json.loads(report)
    except (ValueError, RecursionError) as exc:
        raise BadArgument("report", report[:80], "a report in JSON") from exc
    named = (
        None
        if valid_node_ids is None
        else [node_id.strip() for node_id in valid_node_ids.split(",")]
    )
    return judge_report(context, raw, kind=kind, only=named)


def judge_report(
    context: Context, report: object, *, kind: str, only: Sequence[str] | None
) -> ValidationResult:
    """Judge a report in JSON against the stored nodes, or those of them that are in `only`."""
    stored = [node.id for node in _stored(context).nodes]
    ids = stored if only is None else sorted(set(stored) & set(only))
    judge = validate_organizer_report if kind == "organizer" else validate_advisor_report
    return judge(report, ids)


def _stored(context: Context) -> Holdings:
    with State(context.data_folder).session() as con:
        return read_holdings(con)


def _looked_at(stored: Sequence[Node], sent: Sequence[Node] | None) -> tuple[Node, ...]:
    if sent is None:
        return tuple(stored)
    by_id: Mapping[str, Node] = {node.id: node for node in stored}
    return tuple({node.id: by_id.get(node.id, node) for node in sent}.values())


def _target(nodes: Sequence[Node], named: str | None) -> Node | None:
    if named is not None:
        return next((node for node in nodes if node.id == named), None)
    trays = on_trays(nodes)
    waiting = (*trays["needs_decision"], *(node for tray in trays.values() for node in tray))
    return next(iter((*waiting, *nodes)), None)


def _desk(context: Context, nodes: tuple[Node, ...], *, focus: str | None) -> Desk:
    return Desk(nodes=nodes, now=context.now(), lang=context.settings.language, focus_id=focus)


def _titles(desk: Desk) -> Mapping[str, str]:
    return {node.id: node.title for node in desk.nodes}


def _nothing(kind: Kind, context: Context) -> Proposal:
    lang = context.settings.language
    return Proposal(
        kind=kind,
        source="narrator",
        backend=backend_of(context),
        report=None,
        errors=(_NO_NODE[1],),
        said=(_NO_NODE[lang == "en"],),
        titles={},
        lang=lang,
    )


def _with_diffs(context: Context, proposal: Proposal, there: Holdings) -> Proposal:
    """The proposal with its diffs, which are kept so that they can be confirmed by their ids."""
    if not isinstance(proposal.report, OrganizerReport):
        return proposal
    diffs = diffs_of(proposal.report, there)
    with State(context.data_folder).session() as con:
        for diff in diffs:
            keep_diff(con, diff, origin=origin(context))
    return replace(proposal, diffs=diffs)
