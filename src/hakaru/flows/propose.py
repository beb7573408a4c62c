"""How could the desk be arranged, and what could be done with a node? Judged before it is shown.

Without a model the narrators answer. With one it is asked, judged and corrected; where that fails
its errors are the answer, and what the narrator would say lies beside it under its own name.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from hakaru.errors import BadArgument
from hakaru.flows.asking import Answered, asker_of
from hakaru.flows.context import Context
from hakaru.flows.nodes import origin
from hakaru.flows.proposal import Kind, Proposal, Report, messages
from hakaru.guard.attempts import Attempt
from hakaru.guard.findings import Finding
from hakaru.guard.task import Task
from hakaru.proposals.diffs import Holdings, diffs_of
from hakaru.proposals.narrate_advisor import narrate_advisor
from hakaru.proposals.narrate_organizer import Desk, narrate_organizer
from hakaru.proposals.nodes import Node
from hakaru.proposals.reports import OrganizerReport, ValidationResult
from hakaru.proposals.tasks import AdvisorTask, OrganizerTask, Wish
from hakaru.proposals.validate import validate_advisor_report, validate_organizer_report
from hakaru.store.diffs import keep_diff
from hakaru.store.nodes import read_holdings
from hakaru.store.state import State

R = TypeVar("R", bound=Report)

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
    found = _answered(context, "organizer", desk, asked=(task, english), narrate=lambda: narrated)
    return _with_diffs(context, found, there)


def propose_options(context: Context, request: Request) -> Proposal:
    """An Advisor's report. Without that node no model is asked. Raises as `propose_order`."""
    nodes = _looked_at(_stored(context).nodes, request.sent)
    target = next((one for one in nodes if one.id == request.node), None)
    if target is None:
        return _nothing("advisor", context)
    desk = _desk(context, nodes, focus=target.id)
    task = AdvisorTask(node=target, desk=desk, wish=request.wish, nonce="advisor")
    return _answered(
        context,
        "advisor",
        desk,
        asked=(task, replace(task, desk=replace(desk, lang="en"))),
        narrate=lambda: narrate_advisor(target, now=desk.now, lang=desk.lang),
    )


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
    named = None if valid_node_ids is None else [one.strip() for one in valid_node_ids.split(",")]
    return judge_report(context, raw, kind=kind, only=named)


def judge_report(
    context: Context, report: object, *, kind: str, only: Sequence[str] | None
) -> ValidationResult:
    """Judge a report in JSON against the stored nodes, or those of them that are in `only`."""
    stored = [node.id for node in _stored(context).nodes]
    ids = stored if only is None else sorted(set(stored) & set(only))
    judge = validate_organizer_report if kind == "organizer" else validate_advisor_report
    return judge(report, ids)


def backend_of(context: Context) -> str:
    """Which kind of model words things; "none": the narrators do."""
    return "none" if context.model is None else context.model.describe().backend


def _stored(context: Context) -> Holdings:
    with State(context.data_folder).session() as con:
        return read_holdings(con)


def _looked_at(stored: Sequence[Node], sent: Sequence[Node] | None) -> tuple[Node, ...]:
    if sent is None:
        return tuple(stored)
    known: Mapping[str, Node] = {node.id: node for node in stored}
    return tuple({node.id: known.get(node.id, node) for node in sent}.values())


def _desk(context: Context, nodes: tuple[Node, ...], *, focus: str | None) -> Desk:
    return Desk(nodes=nodes, now=context.now(), lang=context.settings.language, focus_id=focus)


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


def _answered(
    context: Context,
    kind: Kind,
    desk: Desk,
    *,
    asked: tuple[Task[R], Task[R]],
    narrate: Callable[[], R],
) -> Proposal:
    """Who says what. `asked`: the task, and the same in English, in which errors are told."""
    task, english = asked
    subject = desk.focus_id or "desk"
    answered: Answered[R] = asyncio.run(asker_of(context).answer(task, narrate, subject=subject))
    plain = Proposal(
        kind=kind,
        source="narrator" if context.model is None else "llm",
        backend=backend_of(context),
        report=answered.value,
        titles={node.id: node.title for node in desk.nodes},
        lang=desk.lang,
        attempts=answered.attempts,
    )
    if answered.source == "llm":
        return replace(plain, warnings=messages(_last(answered.attempts, english))[1])
    return plain if context.model is None else _failed(plain, answered, english)


def _failed(found: Proposal, answered: Answered[R], english: Task[R]) -> Proposal:
    """What the narrator said lies beside it: a model was chosen, and has not answered."""
    found = replace(found, report=None, fallback=answered.value)
    if answered.error != "Rejected":
        reason = (str(answered.reason),)
        return replace(found, errors=reason, said=reason, failure=answered.error)
    errors, warnings = messages(_last(answered.attempts, english))
    said, _ = messages(answered.attempts[-1].findings)
    return replace(found, errors=errors, warnings=warnings, said=said)


def _last(attempts: Sequence[Attempt], english: Task[R]) -> tuple[Finding, ...]:
    """What is wrong with the last reply, in English."""
    return english.judge(attempts[-1].reply)[1]


def _with_diffs(context: Context, found: Proposal, there: Holdings) -> Proposal:
    """The proposal with its diffs, which are kept so that they can be confirmed by their ids."""
    if not isinstance(found.report, OrganizerReport):
        return found
    diffs = diffs_of(found.report, there)
    with State(context.data_folder).session() as con:
        for diff in diffs:
            keep_diff(con, diff, origin=origin(context))
    return replace(found, diffs=diffs)
