"""Proposals: for the desk, for a node, for the next session, and those still open.

Without a model the narrators answer. With one it is asked, judged and corrected; where that fails
its errors are the answer, and what the narrator would say lies beside it under its own name.

A proposal changes nothing. A diff is applied by its own confirmation; that a person does not want
one is written down, too: the same proposal is shown as put aside from then on, until it is taken up
again.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field, replace
from datetime import date, datetime
from typing import Any, Literal

from hakaru.core.errors import BadArgument, NotEvaluated, RequestError
from hakaru.core.i18n import LANGUAGES, N_, message, parts_of, translate, with_parts
from hakaru.flows.athlete import get_next_training
from hakaru.flows.context import Context
from hakaru.flows.gather import gather_session, read_pieces
from hakaru.flows.load import get_training_load
from hakaru.flows.nodes import origin
from hakaru.flows.proposal import Kind, Proposal, Question, ReportSource, answered, backend_of
from hakaru.flows.session import form_verdict
from hakaru.flows.why import explain_form
from hakaru.present.proposals import reading_sections
from hakaru.present.training_advice import ON_NO_DESK, Target, narrate_training, title_text
from hakaru.proposals.advice import narrate_advisor
from hakaru.proposals.changes import Diff, Holdings, diffs_of
from hakaru.proposals.desk import Desk
from hakaru.proposals.narrator import narrate_organizer
from hakaru.proposals.nodes import ENDED, Node, on_trays
from hakaru.proposals.reports import (
    AdvisorCriterion,
    AdvisorOption,
    AdvisorReport,
    OrganizerReport,
    ValidationResult,
)
from hakaru.proposals.tasks import (
    AdvisorTask,
    OrganizerTask,
    TrainingTask,
    validate_advisor_report,
    validate_organizer_report,
)
from hakaru.proposals.wishes import Wish
from hakaru.records import frozen
from hakaru.running.next_training import TrainingKnown
from hakaru.running.why import Explanation
from hakaru.store.activities import resolve_activity
from hakaru.store.changes import keep_diff, put_aside_at, read_diff, was_applied
from hakaru.store.changes import put_aside as store_put_aside
from hakaru.store.nodes import read_holdings, read_nodes
from hakaru.store.state import State


def advise_training(context: Context, *, activity: str | None) -> Proposal:
    """Options after one run, by what was known then, or (None) after the newest one, as of now.

    A model chooses among the options that the rules computed; their figures stay as they are.

    Raises:
        BadArgument: no session is analysed.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    known = training_known(context, activity)
    return _training_proposal(context, known, _node(context, known), Wish())


def _training_proposal(context: Context, known: TrainingKnown, node: Node, wish: Wish) -> Proposal:
    lang = context.settings.language
    target = Target(node_id=node.id, title=node.title, status=node.status)
    narrated = narrate_training(known, target, lang=lang, wish=wish)
    task = TrainingTask(node=node, narrated=narrated, lang=lang)
    question = Question(
        subject=str(known.after.activity_id),
        task=task,
        english=replace(task, lang="en"),
        narrate=lambda: narrated,
    )
    return answered(context, question, kind="advisor", titles={node.id: node.title})


def training_known(context: Context, activity: str | None) -> TrainingKnown:
    """Verdict, load, trend and options. Raises as `advise_training`."""
    newest = get_next_training(context, day=None) if activity is None else None
    if newest is not None and newest.after is None:
        raise BadArgument("activity", activity, message("a run after at least one was analysed"))
    with context.store.read() as con:
        if newest is not None and newest.after is not None:
            activity_id = newest.after.activity_id
        else:
            activity_id = resolve_activity(con, str(activity))
        session = gather_session(context, con, read_pieces(context, con, activity_id))
        verdict = form_verdict(con, activity_id)
    known = TrainingKnown(
        explanations=_explanations(context, activity_id),
        after=session.analysis.summary,
        options=session.options,
        verdict=verdict,
        load=session.load_history,
        changes=session.changes,
    )
    if newest is None:
        return known
    load = get_training_load(context, since=None, until=None).history
    return replace(known, options=newest.options, load=load)


def _explanations(context: Context, activity_id: int) -> tuple[Explanation, ...]:
    """What moved the form of the run, where it was judged."""
    try:
        return explain_form(context, activity_id=str(activity_id), metric=None).metrics
    except NotEvaluated:
        return ()


def _training_asked(context: Context, node: Node) -> TrainingKnown | None:
    """What the next session is chosen by, where a node asks for it; None: it asks for another."""
    day = re.search(r"\d{4}-\d{2}-\d{2}", node.title)
    if day is None or node.title not in _training_titles(day.group()):
        return None
    try:
        newest = training_known(context, None)
        if newest.after.activity_date.isoformat() == day.group():
            return newest
        return training_known(context, day.group())
    except RequestError:
        return None


def _training_titles(day: str) -> tuple[str, ...]:
    try:
        return tuple(title_text(date.fromisoformat(day), lang) for lang in LANGUAGES)
    except ValueError:
        return ()


def _node(context: Context, known: TrainingKnown) -> Node:
    """The node of this question on the desk, else one that is not there."""
    day = known.after.activity_date
    titles = {lang: title_text(day, lang) for lang in LANGUAGES}
    with State(context.data_folder).session() as con:
        nodes = read_nodes(con)
    lying = [node for node in nodes if node.title in titles.values() and node.status not in ENDED]
    if lying:
        return lying[-1]
    return Node(
        id=ON_NO_DESK.node_id,
        title=titles[context.settings.language],
        status=ON_NO_DESK.status,
        updated_at=context.now(),
    )


_NO_NODE = N_("there is no node to look at")


@frozen
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
    desk = _desk(context, there, request, focus=request.node)
    if request.node is not None and request.node not in {node.id for node in desk.nodes}:
        return _nothing("organizer", context)
    narrated = narrate_organizer(desk, request.wish)
    if not desk.nodes:
        return replace(_nothing("organizer", context), fallback=narrated, is_empty=True)
    task = OrganizerTask(desk=desk, wish=request.wish, nonce="organizer")
    english = replace(task, desk=replace(desk, lang="en"))
    question = Question(
        subject=desk.focus_id or "desk", task=task, english=english, narrate=lambda: narrated
    )
    proposal = answered(context, question, kind="organizer", titles=_titles(desk))
    return _with_diffs(context, replace(proposal, board=desk.board), there)


def propose_options(context: Context, request: Request) -> Proposal:
    """An Advisor's report; where no node is named, on the first of the desk that waits for a
    decision. Without a node no model is asked. Raises as `propose_order`."""
    there = _stored(context)
    nodes = _looked_at(there.nodes, request.sent)
    target = _target(nodes, request.node)
    if target is None:
        return _nothing("advisor", context)
    known = _training_asked(context, target)
    if known is not None:
        return _training_proposal(context, known, target, request.wish)
    desk = _desk(context, there, request, focus=target.id)
    task = AdvisorTask(node=target, desk=desk, wish=request.wish, nonce="advisor")
    question = Question(
        subject=target.id,
        task=task,
        english=replace(task, desk=replace(desk, lang="en")),
        narrate=lambda: narrate_advisor(desk, target, request.wish),
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
        raise BadArgument("report", report[:80], message("a report in JSON")) from exc
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


def _desk(context: Context, there: Holdings, request: Request, *, focus: str | None) -> Desk:
    now = context.now()
    return Desk(
        nodes=_looked_at(there.nodes, request.sent),
        now=now,
        lang=context.settings.language,
        focus_id=focus,
        day=now.astimezone().date(),
        relations=there.relations,
        groups=there.groups,
    )


def _titles(desk: Desk) -> Mapping[str, str]:
    return {node.id: node.title for node in desk.nodes}


def _nothing(kind: Kind, context: Context) -> Proposal:
    lang = context.settings.language
    return Proposal(
        kind=kind,
        source="narrator",
        backend=backend_of(context),
        report=None,
        errors=(_NO_NODE,),
        said=(translate(_NO_NODE, lang),),
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


_ORGANIZER, _ADVISOR = "web.organizer", "web.advisor"


StandingDiff = Literal["open", "review", "applied", "aside", "undone", "stale", "invalid"]
"""`review`: it can be applied, and something is to be looked at; `undone`: it was applied, and that
was taken back; `stale`: it could be applied until the desk changed; `invalid`: it never could."""


@frozen
class OpenDiff:
    """A proposed diff as it stands now. `change_id` None: it was not applied. `put_aside_at` None:
    nobody has said that they do not want it. `state` is the only one it has, `diff.state` what the
    desk says of it."""

    diff: Diff
    change_id: str | None
    put_aside_at: datetime | None
    state: StandingDiff


@frozen
class OpenOrder:
    """How the desk could be arranged. `said` are sentences on why there is no report, or none by
    the model that was asked."""

    made_at: datetime
    source: ReportSource
    summary: str
    said: tuple[str, ...]
    diffs: tuple[OpenDiff, ...]
    nodes: tuple[Node, ...]
    reading: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Headings with lines: what the notes say besides."""


@frozen
class OpenOptions:
    """What could be done with a node. `report` None: `said` tells why there is none; beside a
    report why it is not by the model that was asked."""

    made_at: datetime
    node_id: str
    source: ReportSource
    said: tuple[str, ...]
    report: AdvisorReport | None


def propose_order_anew(context: Context, *, intent: str | None) -> None:
    """Ask how the desk could be arranged, and keep the answer. Raises as `organize`."""
    proposal = or_narrated(context, organize(context, focus=None, intent=intent))
    summary = proposal.report.summary if isinstance(proposal.report, OrganizerReport) else ""
    payload = {
        **_head(context, proposal),
        "summary": summary,
        "diffs": [diff.id for diff in proposal.diffs],
        "states": {diff.id: diff.state for diff in proposal.diffs},
        "reading": []
        if proposal.board is None
        else reading_sections(proposal.board, context.settings.language),
    }
    State(context.data_folder).write_setting(_ORGANIZER, json.dumps(payload))


def open_order(context: Context) -> OpenOrder | None:
    """The answer that is kept; None: nobody has asked."""
    state = State(context.data_folder)
    written = state.setting(_ORGANIZER)
    if written is None:
        return None
    payload = json.loads(written)
    with state.session() as con:
        diffs = tuple(
            _standing(con, diff_id, begun=payload.get("states", {}).get(diff_id))
            for diff_id in payload["diffs"]
        )
        nodes = read_nodes(con)
    return OpenOrder(
        made_at=datetime.fromisoformat(payload["made_at"]),
        source=payload["source"],
        summary=payload["summary"],
        said=_said(payload),
        diffs=diffs,
        nodes=tuple(nodes),
        reading=tuple((head, tuple(lines)) for head, lines in payload.get("reading", ())),
    )


def _standing(con: sqlite3.Connection, diff_id: str, *, begun: str | None) -> OpenDiff:
    """One diff; `begun` is what the desk said of it when it was proposed."""
    diff, change_id = read_diff(con, diff_id)
    aside_at = put_aside_at(con, diff_id)
    state: StandingDiff = "open" if diff.state == "VALID" else "review"
    if change_id is not None:
        state = "applied"
    elif aside_at is not None:
        state = "aside"
    elif diff.state == "INVALID":
        state = "stale" if begun in ("VALID", "NEEDS_REVIEW") else "invalid"
    elif was_applied(con, diff_id):
        state = "undone"
    return OpenDiff(diff=diff, change_id=change_id, put_aside_at=aside_at, state=state)


def put_aside(context: Context, *, diff: str) -> None:
    """A person does not want a diff. Raises BadArgument where there is none that is open."""
    with State(context.data_folder).session() as con:
        store_put_aside(con, diff, now=context.now())


def take_up(context: Context, *, diff: str) -> None:
    """A person looks at a diff again that was put aside. Raises as `put_aside`."""
    with State(context.data_folder).session() as con:
        store_put_aside(con, diff, now=None)


def propose_options_anew(context: Context, *, node: str, intent: str | None) -> None:
    """Ask what could be done with a node, and keep the answer. Raises as `advise`."""
    proposal = or_narrated(context, advise(context, node=node, intent=intent))
    report = asdict(proposal.report) if isinstance(proposal.report, AdvisorReport) else None
    payload = {**_head(context, proposal), "node_id": node, "report": report}
    State(context.data_folder).write_setting(_ADVISOR, json.dumps(payload))


def open_options(context: Context, *, node: str) -> OpenOptions | None:
    """The answer that is kept on a node; None: it was not asked for last."""
    written = State(context.data_folder).setting(_ADVISOR)
    payload = {} if written is None else json.loads(written)
    if payload.get("node_id") != node:
        return None
    return OpenOptions(
        made_at=datetime.fromisoformat(payload["made_at"]),
        node_id=node,
        source=payload["source"],
        said=_said(payload),
        report=None if payload["report"] is None else _report(payload["report"]),
    )


def _head(context: Context, proposal: Proposal) -> dict[str, object]:
    sentences = proposal.said or proposal.errors
    return {
        "made_at": context.now().isoformat(),
        "source": proposal.source,
        "said": list(sentences),
        "said_parts": [parts_of(sentence) for sentence in sentences],
    }


def _said(payload: Mapping[str, Any]) -> tuple[str, ...]:
    sentences = payload["said"]
    return tuple(map(with_parts, sentences, payload.get("said_parts", [None] * len(sentences))))


def _report(payload: dict[str, object]) -> AdvisorReport:
    options, criteria = payload.pop("options"), payload.pop("criteria")
    assert isinstance(options, list)
    return AdvisorReport(
        **payload,  # type: ignore[arg-type]  # written by us, from the same fields
        options=tuple(_option(option) for option in options),
        criteria=None
        if not isinstance(criteria, list)
        else tuple(AdvisorCriterion(**criterion) for criterion in criteria),
    )


def _option(payload: dict[str, object]) -> AdvisorOption:
    listed = {name: value for name, value in payload.items() if isinstance(value, list)}
    return AdvisorOption(
        **{**payload, **{name: tuple(value) for name, value in listed.items()}}  # type: ignore[arg-type]
    )
