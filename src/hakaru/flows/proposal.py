"""What is answered when a proposal is asked for: a report to show, or why there is none?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal, NotRequired, TypedDict, cast

from hakaru.guard.cleaning import Finding
from hakaru.guard.task import Attempt
from hakaru.proposals.changes import Diff
from hakaru.proposals.reports import AdvisorReport, OrganizerReport
from hakaru.proposals.tasks import result_of
from hakaru.render.proposals import proposal_markdown
from hakaru.running.wording import Lang

Kind = Literal["organizer", "advisor"]
ReportSource = Literal["narrator", "llm"]
Report = OrganizerReport | AdvisorReport


class AttemptRow(TypedDict):
    """One question to a model and what became of its reply."""

    ok: bool
    n_errors: int
    n_warnings: int
    finish: str
    elapsed_ms: float | None
    reply_tokens: int | None


class DiffRow(TypedDict):
    """One change that could be confirmed, by its id."""

    id: str
    kind: str
    state: str
    problems: list[str]


class FallbackRow(TypedDict):
    """What the narrator says where the model failed."""

    source: str
    report: Mapping[str, object]


class ProposalReply(TypedDict):
    """`failure` is the kind of what kept the model from answering; None: nothing did."""

    ok: bool
    report: Mapping[str, object] | None
    errors: list[str]
    warnings: list[str]
    source: str
    backend: str
    retryCount: int
    attempts: list[AttemptRow]
    diffs: list[DiffRow]
    fallback: FallbackRow | None
    failure: str | None


class ProposalContent(ProposalReply):
    """`rendered` only where `ok`."""

    rendered: NotRequired[str]


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A report that passed its judge, or why there is none.

    `report` None: `errors` say why, in English as the requirement words them, `said` in the
    reader's language. `fallback`: what the narrator says where a model failed. `failure` None:
    every question got a reply. `titles` are the user's own, by id.
    """

    kind: Kind
    source: ReportSource
    backend: str
    report: Report | None
    titles: Mapping[str, str]
    lang: Lang
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    diffs: tuple[Diff, ...] = ()
    fallback: Report | None = None
    failure: str | None = None

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
    def reply(self) -> ProposalReply:
        """The fields of the API but for `rendered`, which says the same once more."""
        fallback = None
        if self.fallback is not None:
            fallback = FallbackRow(source="narrator", report=plain_report(self.fallback))
        return ProposalReply(
            ok=self.ok,
            report=None if self.report is None else plain_report(self.report),
            errors=list(self.errors),
            warnings=list(self.warnings),
            source=self.source,
            backend=self.backend,
            retryCount=max(0, len(self.attempts) - 1),
            attempts=[_attempt_row(attempt) for attempt in self.attempts],
            diffs=[_diff_row(diff) for diff in self.diffs],
            fallback=fallback,
            failure=self.failure,
        )

    @property
    def content(self) -> ProposalContent:
        """The reply of `POST /api/{organizer,advisor}/run`: with the Markdown where there is a
        report."""
        content = cast(ProposalContent, dict(self.reply))
        if self.rendered is not None:
            content["rendered"] = self.rendered
        return content


def plain_report(report: Report) -> Mapping[str, object]:
    """A report as JSON has it; an Advisor's names its target in both spellings."""
    plain = asdict(report)
    if isinstance(report, AdvisorReport):
        plain["targetNodeId"] = report.target_node_id
    return {key: value for key, value in plain.items() if value is not None}


def messages(findings: tuple[Finding, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a judge found: the musts and the shoulds."""
    result = result_of(findings)
    return tuple(result.errors), tuple(result.warnings)


def _attempt_row(attempt: Attempt) -> AttemptRow:
    errors, warnings = messages(attempt.findings)
    return AttemptRow(
        ok=not errors,
        n_errors=len(errors),
        n_warnings=len(warnings),
        finish=attempt.reply.finish,
        elapsed_ms=attempt.reply.elapsed_ms,
        reply_tokens=attempt.reply.n_reply_tokens,
    )


def _diff_row(diff: Diff) -> DiffRow:
    return DiffRow(id=diff.id, kind=diff.kind, state=diff.state, problems=list(diff.problems))
