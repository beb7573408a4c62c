"""Verdicts on request: judge what has none, judge again, read one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.core.units import PERCENT
from hakaru.flows.brevity import beginning, first_rows, rounded
from hakaru.flows.context import Context
from hakaru.flows.judge import judge_and_store, outdate_judged
from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.verdict import FormEvaluation
from hakaru.running.verdict_text import as_reply
from hakaru.store.activities import list_activities, resolve_activity
from hakaru.store.references import LATEST
from hakaru.store.verdicts import evaluations_of, read_evaluation, unevaluated_activities

_BATCH = 250
_COLUMNS = (
    "activity_id",
    "day",
    "overall_score",
    "overall_stars",
    "sensor_group",
    "unrated_reason",
    *(f"{metric}_delta_pct" for metric in SCORED_METRICS),
)
_SHOWN = 10
_ROWS_BYTES = 1600
_REASON_BYTES = 240


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

    @property
    def reply(self) -> Mapping[str, object]:
        """Counts, the newest ten verdicts (newest first; `n_more` others were judged), and the
        first ten runs without one."""
        return self._told(_SHOWN, rows_bytes=_ROWS_BYTES, reason_bytes=_REASON_BYTES)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every verdict and every run without one."""
        return self._told(None, rows_bytes=None, reason_bytes=None)

    def _told(
        self, most: int | None, *, rows_bytes: int | None, reason_bytes: int | None
    ) -> Mapping[str, object]:
        rows = first_rows(map(_row, self.evaluations[::-1]), most=most, within_bytes=rows_bytes)
        refused = (
            {
                "activity_id": refusal.activity_id,
                "reason": beginning(refusal.reason, within_bytes=reason_bytes),
            }
            for refusal in self.refused
        )
        return {
            "evaluated": self.evaluated,
            "changed": self.changed,
            "columns": _COLUMNS,
            "evaluations": rows,
            "n_more": len(self.evaluations) - len(rows),
            "n_refused": len(self.refused),
            "refused": first_rows(refused, most=most, within_bytes=rows_bytes),
        }


@dataclass(frozen=True, kw_only=True)
class FormResult:
    """One verdict: for people, and as the reply in the required shape."""

    evaluation: FormEvaluation
    reply: Mapping[str, object]


def evaluate(context: Context, *, activity: str | None, all: bool) -> EvaluateResult:  # noqa: A002
    """Judge one run (None: the latest), or every run that has no verdict yet, each by the runs
    before it.

    Nobody needs to: a run is judged when it comes in, and again before it is shown where anything
    that its verdict rests on has changed.

    Raises:
        BadArgument: both an activity and `all`.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if activity is not None and all:
        raise BadArgument("activity", activity, "left out, as --all requires")
    with context.store.read() as con:
        chosen = (
            unevaluated_activities(con) if all else (resolve_activity(con, activity or LATEST),)
        )
    return _judge_in_batches(context, chosen)


def reevaluate(context: Context, *, since: date | None, until: date | None) -> EvaluateResult:
    """Judge runs again, oldest first, each by the runs before it. Nobody needs to (see
    `evaluate`)."""
    with context.store.read() as con:
        newest_first = list_activities(con, since=since, until=until)
        chosen = [run.activity_id for run in reversed(newest_first)]
    return _judge_in_batches(context, chosen)


def get_form_evaluations(context: Context, *, activity_id: str, detail: bool) -> FormResult:
    """The stored verdict on one run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotEvaluated: the run has no verdict; the reason says why.
    """
    with context.store.read() as con:
        evaluation = read_evaluation(con, resolve_activity(con, activity_id))
        reply = as_reply(evaluation, context.settings.language, detail=detail)
    return FormResult(evaluation=evaluation, reply=reply)


def _row(evaluation: FormEvaluation) -> list[object]:
    """One verdict, in the order of the columns. None: that metric was not measured."""
    metrics = (evaluation.metrics.get(metric) for metric in SCORED_METRICS)
    return [
        evaluation.activity_id,
        evaluation.day.isoformat(),
        rounded(evaluation.overall_score, 1),
        evaluation.overall_stars,
        evaluation.sensor_group,
        None if evaluation.unrated is None else evaluation.unrated.unrated_reason,
        *(None if each is None else rounded(PERCENT * each.delta_frac, 1) for each in metrics),
    ]


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
            outdate_judged(con, judged)
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
        evaluations=tuple(
            sorted(evaluations, key=lambda evaluation: (evaluation.day, evaluation.activity_id))
        ),
        refused=tuple(refused),
    )
