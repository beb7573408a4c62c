"""Verdicts on request: judge what has none, judge again, read one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hakaru.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.judge import judge_and_store
from hakaru.flows.status import retrain_due
from hakaru.running.reply import as_reply
from hakaru.running.verdict import FormEvaluation
from hakaru.store.activities import list_activities, resolve_activity, summarise
from hakaru.store.evaluations import evaluations_of, read_evaluation, unevaluated_activities

_BATCH = 250


@dataclass(frozen=True, kw_only=True)
class RefusedRun:
    """A stored run without a verdict, and why."""

    activity_id: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class EvaluateResult:
    """What was judged now. `changed` counts verdicts that differ from the stored ones."""

    evaluated: int
    changed: int
    evaluations: tuple[FormEvaluation, ...]
    refused: tuple[RefusedRun, ...]


@dataclass(frozen=True, kw_only=True)
class FormResult:
    """One verdict: for people, and as the reply in the required shape.

    `retrain`: enough has happened since training to learn again (also in the detailed reply).
    """

    evaluation: FormEvaluation
    reply: Mapping[str, object]
    retrain: bool


def evaluate(context: Context, *, activity: str | None, all: bool) -> EvaluateResult:  # noqa: A002
    """Judge one run with the current baselines, or every run that has no verdict yet.

    Raises:
        BadArgument: neither an activity nor `all`, or both.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if (activity is None) != all:
        raise BadArgument("activity", activity, "an id or a day, or --all instead of it")
    with context.store.read() as con:
        chosen = (
            unevaluated_activities(con) if activity is None else (resolve_activity(con, activity),)
        )
    return _judge_in_batches(context, chosen)


def reevaluate(context: Context, *, since: date | None, until: date | None) -> EvaluateResult:
    """Judge runs again, each by the newest version that had not seen it."""
    with context.store.read() as con:
        chosen = [run.activity_id for run in list_activities(con, since=since, until=until)]
    return _judge_in_batches(context, chosen)


def get_form_evaluations(context: Context, *, activity_id: str, detail: bool) -> FormResult:
    """The stored verdict on one run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotEvaluated: the run has no verdict; the reason says why.
    """
    with context.store.read() as con:
        evaluation = read_evaluation(con, resolve_activity(con, activity_id))
        retrain = retrain_due(context, summarise(con))
    reply = as_reply(evaluation, context.settings.language, detail=detail)
    if detail:
        reply = {**reply, "retrain": retrain}
    return FormResult(evaluation=evaluation, reply=reply, retrain=retrain)


def _judge_in_batches(context: Context, activity_ids: Sequence[int]) -> EvaluateResult:
    now = context.now()
    evaluations: list[FormEvaluation] = []
    refused: list[RefusedRun] = []
    changed = 0
    context.progress.begin("evaluating", len(activity_ids))
    for start in range(0, len(activity_ids), _BATCH):
        batch = activity_ids[start : start + _BATCH]
        with context.store.write() as con:
            before = evaluations_of(con, batch)
            judged = judge_and_store(con, batch, settings=context.settings, now=now)
            after = evaluations_of(con, batch)
        changed += sum(before.get(key) != value for key, value in after.items())
        evaluations.extend(judged.evaluations)
        refused.extend(
            RefusedRun(activity_id=key, reason=reason) for key, reason in judged.refused.items()
        )
        context.progress.advance(len(batch))
    context.progress.end()
    return EvaluateResult(
        evaluated=len(evaluations),
        changed=changed,
        evaluations=tuple(sorted(evaluations, key=lambda one: (one.day, one.activity_id))),
        refused=tuple(refused),
    )
