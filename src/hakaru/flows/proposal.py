"""A proposal that was asked for: who answers, and the report or the refusal that comes back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Generic, Literal, NotRequired, TypedDict, TypeVar, cast

from hakaru.core.i18n import Lang
from hakaru.core.plain import Rows, Versions
from hakaru.flows.asking import Answered, asker_of
from hakaru.flows.context import Context
from hakaru.guard.cleaning import Finding
from hakaru.guard.task import Attempt, Task
from hakaru.present.proposals import proposal_markdown
from hakaru.proposals.board import Board, NodeDate
from hakaru.proposals.board import Question as OpenQuestion
from hakaru.proposals.changes import Diff
from hakaru.proposals.reports import AdvisorReport, OrganizerReport
from hakaru.proposals.tasks import result_of
from hakaru.records import frozen

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


class DateRow(TypedDict):
    """A date that a note names. `until`: the last day of a span. `counted_from`: the node whose day
    it is."""

    node_id: str
    date: str
    until: str | None
    sense: str
    days_left: int
    words: str
    counted_from: str | None


class ChecklistRow(TypedDict):
    """The lines of a checklist, as they were written."""

    node_id: str
    done: list[str]
    open: list[str]


class EffortRow(TypedDict):
    """The size of a piece of work in whole minutes, at least one; a day is 8 hours."""

    node_id: str
    size_min: int
    words: str


class StaleRow(TypedDict):
    """A node that lies still, and which wait for it."""

    node_id: str
    days: int
    waited_for_by: list[str]


class CycleRow(TypedDict):
    """Nodes that wait for each other."""

    node_ids: list[str]


class QuestionRow(TypedDict):
    """What the words leave open; `date` where it is about one."""

    kind: str
    node_ids: list[str]
    words: str
    date: str | None


class ReadingReply(TypedDict):
    """What the notes say, each with the words it rests on. `n_read`: nodes that were read."""

    n_read: int
    dates: list[DateRow]
    checklists: list[ChecklistRow]
    efforts: list[EffortRow]
    stale: list[StaleRow]
    cycles: list[CycleRow]
    questions: list[QuestionRow]


def reading_rows(board: Board) -> ReadingReply:
    """What was read from a board; a reply shows the first rows of each kind."""
    return ReadingReply(
        n_read=len(board.open_nodes),
        dates=_rows(
            (_date_row(node_date, board) for node_date in board.dates), "n_dates_not_shown"
        ),
        checklists=_rows(_checklist_rows(board), "n_checklists_not_shown"),
        efforts=_rows(_effort_rows(board), "n_efforts_not_shown"),
        stale=_rows(
            (
                StaleRow(node_id=item.node_id, days=item.days, waited_for_by=[*item.waited_for_by])
                for item in board.stale
            ),
            "n_stale_not_shown",
        ),
        cycles=_rows(
            (CycleRow(node_ids=list(ring)) for ring in board.cycles), "n_cycles_not_shown"
        ),
        questions=_rows(map(_question_row, board.questions), "n_questions_not_shown"),
    )


def _checklist_rows(board: Board) -> Iterator[ChecklistRow]:
    for node in board.open_nodes:
        checklist = board.notes(node).checklist
        if checklist is not None:
            yield ChecklistRow(
                node_id=node.id, done=list(checklist.done), open=list(checklist.still_open)
            )


def _effort_rows(board: Board) -> Iterator[EffortRow]:
    for node in board.open_nodes:
        for effort in board.notes(node).efforts:
            size_min = max(1, round(effort.size_s / 60.0))
            yield EffortRow(node_id=node.id, size_min=size_min, words=effort.words)


def _question_row(asked: OpenQuestion) -> QuestionRow:
    return QuestionRow(
        kind=asked.kind,
        node_ids=list(asked.node_ids),
        words=asked.words,
        date=None if asked.day is None else asked.day.isoformat(),
    )


def _date_row(node_date: NodeDate, board: Board) -> DateRow:
    return DateRow(
        node_id=node_date.node_id,
        date=node_date.day.isoformat(),
        until=None if node_date.until is None else node_date.until.isoformat(),
        sense=node_date.sense,
        days_left=(node_date.day - board.today).days,
        words=node_date.words,
        counted_from=node_date.anchor_id,
    )


T = TypeVar("T")
_ROWS_BYTES = 500


def _rows(rows: Iterable[T], left_out: str) -> Rows[T]:
    return Rows(rows, most=6, within_bytes=_ROWS_BYTES, n_marks=2, left_out=left_out)


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
    n_diffs_not_shown: NotRequired[int]
    fallback: FallbackRow | None
    failure: str | None
    reading: ReadingReply | None


class ProposalContent(ProposalReply):
    """`rendered` only where `ok`."""

    rendered: NotRequired[str]


@frozen
class Proposal:
    """A report that passed its judge, or why there is none.

    `report` None: `errors` say why, in English as the requirement words them, `said` in the
    reader's language. `fallback`: what the narrator says where a model failed. `failure` None:
    every question got a reply. `titles` are the user's own, by id. `board`: what the notes of the
    desk say; None: it was not about the desk. `is_empty`: nothing lies on the desk, which is no
    failure.
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
    board: Board | None = None
    is_empty: bool = False

    @property
    def ok(self) -> bool:
        """Whether there is a report to show."""
        return self.report is not None

    @property
    def rendered(self) -> str | None:
        """The report as Markdown; None: there is none."""
        if self.report is None:
            return None
        return proposal_markdown(self.report, titles=self.titles, lang=self.lang, board=self.board)

    @property
    def shape(self) -> Versions[ProposalReply, ProposalContent]:
        """The fields of `POST /api/{organizer,advisor}/run`; in a reply without `rendered`, which
        says the same once more."""
        fallback = None
        if self.fallback is not None:
            fallback = FallbackRow(source="narrator", report=plain_report(self.fallback))
        short = ProposalReply(
            ok=self.ok,
            report=None if self.report is None else short_report(self.report),
            errors=list(self.errors),
            warnings=list(self.warnings),
            source=self.source,
            backend=self.backend,
            retryCount=max(0, len(self.attempts) - 1),
            attempts=[_attempt_row(attempt) for attempt in self.attempts],
            diffs=Rows(map(_diff_row, self.diffs), most=_DIFFS_SHOWN, left_out="n_diffs_not_shown"),
            fallback=fallback,
            failure=self.failure,
            reading=None if self.board is None else reading_rows(self.board),
        )
        whole = cast(ProposalContent, dict(short))
        whole["report"] = None if self.report is None else plain_report(self.report)
        if self.rendered is not None:
            whole["rendered"] = self.rendered
        return Versions(short=short, whole=whole)


def plain_report(report: Report) -> Mapping[str, object]:
    """A report as JSON has it; an Advisor's names its target in both spellings."""
    plain = asdict(report)
    if isinstance(report, AdvisorReport):
        plain["targetNodeId"] = report.target_node_id
    return {key: value for key, value in plain.items() if value is not None}


_DIFFS_SHOWN = 12
_PROPOSALS_BYTES = 1_400


def short_report(report: Report) -> Mapping[str, object]:
    """The same in a reply: of a long list the first, and how many there are besides."""
    plain = dict(plain_report(report))
    for key, value in plain.items():
        if key.endswith("_proposals") and isinstance(value, list | tuple):
            plain[key] = Rows(
                value,
                within_bytes=_PROPOSALS_BYTES,
                n_marks=3,
                left_out=f"n_{key}_not_shown",
            )
    return plain


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


_log = logging.getLogger(__name__)

R = TypeVar("R", bound=Report)


@frozen
class Question(Generic[R]):
    """What is asked about whom. `english`: the same task in English, in which errors are told."""

    subject: str
    task: Task[R]
    english: Task[R]
    narrate: Callable[[], R]


def backend_of(context: Context) -> str:
    """Which kind of model words things; "none": the narrators do."""
    return "none" if context.model is None else context.model.describe().backend


def answered(
    context: Context,
    question: Question[R],
    *,
    kind: Kind,
    titles: Mapping[str, str],
) -> Proposal:
    """The narrator's report without a model; with one its report, or its errors and beside them
    the narrator's.

    Raises:
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    task, english = question.task, question.english
    asker = asker_of(context)
    answer: Answered[R] = asyncio.run(
        asker.answer(task, question.narrate, subject=question.subject)
    )
    plain = Proposal(
        kind=kind,
        source="narrator" if context.model is None else "llm",
        backend=backend_of(context),
        report=answer.value,
        titles=titles,
        lang=context.settings.language,
        attempts=answer.attempts,
    )
    if context.model is None:
        return plain
    _log_attempts(task.name, answer)
    if answer.source == "llm":
        return replace(plain, warnings=messages(_last(answer.attempts, english))[1])
    return _failed(plain, answer, english)


def _log_attempts(name: str, answered: Answered[R]) -> None:
    """One line for each reply, by the rules it broke, and one for the end; never what it says."""
    for number, attempt in enumerate(answered.attempts, 1):
        errors = sorted({f.rule for f in attempt.findings if f.severity == "must"})
        warnings = sorted({f.rule for f in attempt.findings if f.severity == "should"})
        log_args = (name, number, not errors, errors, warnings)
        _log.info("%s: attempt=%d ok=%s errors=%s warnings=%s", *log_args)
    n_retries = max(0, len(answered.attempts) - 1)
    _log.info("%s: retryCount=%d ok=%s", name, n_retries, answered.source == "llm")


def _failed(proposal: Proposal, answered: Answered[R], english: Task[R]) -> Proposal:
    """What the narrator said lies beside it: a model was chosen, and has not answered."""
    proposal = replace(proposal, report=None, fallback=answered.value)
    if answered.error != "Rejected":
        reason = (str(answered.reason),)
        return replace(proposal, errors=reason, said=reason, failure=answered.error)
    errors, warnings = messages(_last(answered.attempts, english))
    texts, _ = messages(answered.attempts[-1].findings)
    return replace(proposal, errors=errors, warnings=warnings, said=texts)


def _last(attempts: Sequence[Attempt], english: Task[R]) -> tuple[Finding, ...]:
    """What is wrong with the last reply, in English."""
    return english.judge(attempts[-1].reply)[1]
