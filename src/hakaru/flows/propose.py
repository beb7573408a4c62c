"""How could the desk be arranged, and what could be done with a node? Judged before it is shown.

Without a model the narrators answer. With one it is asked, judged and corrected; where that fails
its errors are the answer, and what the narrator would say lies beside it under its own name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, Protocol, TypeVar

from hakaru.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.nodes import origin
from hakaru.guard.attempts import Accepted, Attempt, Rejected
from hakaru.guard.task import Task
from hakaru.proposals.diffs import Diff, Holdings, diffs_of
from hakaru.proposals.narrate_advisor import narrate_advisor
from hakaru.proposals.narrate_organizer import Desk, narrate_organizer
from hakaru.proposals.nodes import Node
from hakaru.proposals.reports import AdvisorReport, OrganizerReport, ValidationResult
from hakaru.proposals.tasks import AdvisorTask, OrganizerTask, Wish, result_of
from hakaru.proposals.validate import validate_advisor_report, validate_organizer_report
from hakaru.render.proposals import proposal_markdown
from hakaru.running.wording import Lang
from hakaru.store.diffs import keep_diff
from hakaru.store.nodes import read_holdings
from hakaru.store.state import State

T = TypeVar("T")
Kind = Literal["organizer", "advisor"]
ReportSource = Literal["narrator", "llm"]
Report = OrganizerReport | AdvisorReport

_NO_NODE = {"ja": "対象のノードがありません", "en": "there is no node to look at"}


class Asker(Protocol):
    """Whoever can put a task to a model. Errors of the transport leave as `ModelError`."""

    def __call__(self, task: Task[T], *, subject: str) -> Accepted[T] | Rejected:
        """The conversation to its end."""
        ...


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a proposal is asked for. `node` None: nothing in particular.

    `sent`: of the stored nodes only these ids (None: all of them).
    """

    node: str | None = None
    wish: Wish = field(default_factory=Wish)
    sent: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A report that passed its judge, or why there is none.

    `report` None: no reply passed, `errors` are those of the last. `fallback`: what the narrator
    says where a model failed. `titles` are the user's own, by id.
    """

    kind: Kind
    source: ReportSource
    report: Report | None
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    attempts: tuple[Attempt, ...]
    diffs: tuple[Diff, ...]
    titles: Mapping[str, str]
    lang: Lang
    fallback: Report | None = None

    @property
    def ok(self) -> bool:
        """Whether there is a report to show."""
        return self.report is not None

    @property
    def rendered(self) -> str | None:
        """The report as Markdown; None: there is none."""
        if self.report is None:
            return None
        return proposal_markdown(self.report, titles=self.titles, lang=self.lang)

    @property
    def reply(self) -> Mapping[str, object]:
        """The fields of the API but for `rendered`, which says the same once more."""
        told: dict[str, object] = {
            "ok": self.ok,
            "report": None if self.report is None else plain_report(self.report),
            "errors": list(self.errors),
            "warnings": list(self.warnings),
            "source": self.source,
            "retryCount": max(0, len(self.attempts) - 1),
            "attempts": [_attempt_row(one) for one in self.attempts],
        }
        if self.kind == "organizer":
            told["diffs"] = [_diff_row(one) for one in self.diffs]
        if self.fallback is not None:
            told["fallback"] = {"source": "narrator", "report": plain_report(self.fallback)}
        return told

    @property
    def api_reply(self) -> Mapping[str, object]:
        """The reply of `POST /api/{organizer,advisor}/run`."""
        return dict(self.reply) | ({} if self.rendered is None else {"rendered": self.rendered})


def organize(context: Context, *, focus: str | None, intent: str | None) -> Proposal:
    """How the desk could be arranged."""
    return propose_order(context, Request(node=focus, wish=Wish(intent=intent or "")))


def advise(context: Context, *, node: str, intent: str | None) -> Proposal:
    """What could be done with a node, side by side."""
    return propose_options(context, Request(node=node, wish=Wish(intent=intent or "")))


def propose_order(context: Context, request: Request, *, ask: Asker | None = None) -> Proposal:
    """An Organizer's report and its diffs; `ask` None: the narrator's."""
    there = _there(context, request.sent)
    focus = request.node
    if focus is not None and focus not in {node.id for node in there.nodes}:
        return _nothing("organizer", context)
    desk = _desk(context, there, focus)
    if ask is None or not there.nodes:
        found = _narrated("organizer", narrate_organizer(desk), desk)
    else:
        task = OrganizerTask(desk=desk, wish=request.wish, nonce="organizer")
        found = _asked("organizer", ask(task, subject=focus or "desk"), desk)
        if not found.ok:
            return replace(found, fallback=narrate_organizer(desk))
    return _with_diffs(context, found, there)


def propose_options(context: Context, request: Request, *, ask: Asker | None = None) -> Proposal:
    """An Advisor's report; `ask` None: the narrator's."""
    there = _there(context, request.sent)
    target = next((one for one in there.nodes if one.id == request.node), None)
    if target is None:
        return _nothing("advisor", context)
    desk = _desk(context, there, target.id)
    narrated = narrate_advisor(target, now=desk.now, lang=desk.lang)
    if ask is None:
        return _narrated("advisor", narrated, desk)
    task = AdvisorTask(node=target, desk=desk, wish=request.wish, nonce="advisor")
    found = _asked("advisor", ask(task, subject=target.id), desk)
    return found if found.ok else replace(found, fallback=narrated)


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
    named = None if valid_node_ids is None else valid_node_ids.split(",")
    ids = [node.id for node in _there(context, named).nodes]
    judge = validate_organizer_report if kind == "organizer" else validate_advisor_report
    return judge(raw, ids)


def plain_report(report: Report) -> Mapping[str, object]:
    """A report as JSON has it; an Advisor's names its target in both spellings."""
    plain = asdict(report)
    if isinstance(report, AdvisorReport):
        plain["targetNodeId"] = report.target_node_id
    return {key: value for key, value in plain.items() if value is not None}


def _there(context: Context, sent: Sequence[str] | None) -> Holdings:
    with State(context.data_folder).session() as con:
        there = read_holdings(con)
    if sent is None:
        return there
    asked = {one.strip() for one in sent}
    return replace(there, nodes=tuple(node for node in there.nodes if node.id in asked))


def _desk(context: Context, there: Holdings, focus: str | None) -> Desk:
    return Desk(
        nodes=there.nodes, now=context.now(), lang=context.settings.language, focus_id=focus
    )


def _titles(nodes: Sequence[Node]) -> Mapping[str, str]:
    return {node.id: node.title for node in nodes}


def _nothing(kind: Kind, context: Context) -> Proposal:
    lang = context.settings.language
    return Proposal(
        kind=kind, source="narrator", report=None, errors=(_NO_NODE[lang],), warnings=(),
        attempts=(), diffs=(), titles={}, lang=lang,
    )  # fmt: skip


def _narrated(kind: Kind, report: Report, desk: Desk) -> Proposal:
    return Proposal(
        kind=kind, source="narrator", report=report, errors=(), warnings=(), attempts=(), diffs=(),
        titles=_titles(desk.nodes), lang=desk.lang,
    )  # fmt: skip


def _asked(
    kind: Kind, outcome: Accepted[OrganizerReport] | Accepted[AdvisorReport] | Rejected, desk: Desk
) -> Proposal:
    last = result_of(outcome.attempts[-1].findings if outcome.attempts else ())
    return Proposal(
        kind=kind,
        source="llm",
        report=None if isinstance(outcome, Rejected) else outcome.value,
        errors=tuple(last.errors),
        warnings=tuple(last.warnings),
        attempts=outcome.attempts,
        diffs=(),
        titles=_titles(desk.nodes),
        lang=desk.lang,
    )


def _with_diffs(context: Context, found: Proposal, there: Holdings) -> Proposal:
    """The proposal with its diffs, which are kept so that they can be confirmed by their ids."""
    if not isinstance(found.report, OrganizerReport):
        return found
    diffs = diffs_of(found.report, there)
    with State(context.data_folder).session() as con:
        for diff in diffs:
            keep_diff(con, diff, origin=origin(context))
    return replace(found, diffs=diffs)


def _attempt_row(attempt: Attempt) -> Mapping[str, object]:
    told = result_of(attempt.findings)
    return {
        "ok": told.ok,
        "n_errors": len(told.errors),
        "n_warnings": len(told.warnings),
        "finish": attempt.reply.finish,
        "elapsed_ms": attempt.reply.elapsed_ms,
        "reply_tokens": attempt.reply.n_reply_tokens,
    }


def _diff_row(diff: Diff) -> Mapping[str, object]:
    return {"id": diff.id, "kind": diff.kind, "state": diff.state, "problems": list(diff.problems)}
