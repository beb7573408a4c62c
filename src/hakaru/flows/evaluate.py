"""On request: learn, understand and judge stored runs, or read a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date
from functools import partial
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import TABLE_BYTES, Columns, Rows, Text, rounded, shown
from hakaru.core.units import PERCENT
from hakaru.flows.baselines import BASELINE_COLUMNS
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.flows.judge import judge_and_store, outdate_judged
from hakaru.records import frozen
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.lessons import learn, lessons_at
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.session.model import TrainingType, TypeSource
from hakaru.running.verdict import FormEvaluation
from hakaru.store.activities import (
    list_activities,
    remove_label,
    resolve_activity,
    session_types_of,
    write_label,
)
from hakaru.store.recordings import sensor_groups, split_columns
from hakaru.store.references import LATEST
from hakaru.store.sessions import read_session
from hakaru.store.stale import NOBODY, StaleMark, mark_stale, outdate_sessions, run_place
from hakaru.store.verdicts import (
    current_baselines,
    evaluations_of,
    unevaluated_activities,
)


@frozen
class TrainResult:
    """The versions that hold now, one per sensor and metric; `stored` False: a comparison only.

    `n_new` and `monthly` are 0: what there was to learn was learned when the runs came in.
    """

    baselines: tuple[MetricBaseline, ...]
    stored: bool
    n_new: int = 0
    monthly: int = 0

    @property
    def shape(self) -> Mapping[str, object]:
        """One row per sensor and metric; `n_more` of the newest versions are not among them."""
        return {
            "stored": self.stored,
            "n_baselines": len(self.baselines),
            "n_new": self.n_new,
            "monthly": self.monthly,
            "baselines": Rows(
                self.baselines,
                columns=BASELINE_COLUMNS,
                within_bytes=TABLE_BYTES,
                left_out="n_more",
            ),
        }


def train(
    context: Context,
    *,
    method: Literal["direct", "inverse"],
    history: bool,  # noqa: ARG001  # a name of the requirements: every run has its own version
) -> TrainResult:
    """What holds now, or for comparison what the inverse method makes of every run so far.

    Nobody needs to train: learning follows every run, and a run is judged by those before it.
    """
    refresh(context)
    if method == "inverse":
        return TrainResult(baselines=_compared(context), stored=False)
    user_id = context.settings.user_id
    with context.store.read() as con:
        baselines = tuple(
            baseline
            for group in sensor_groups(con)
            for baseline in current_baselines(con, group, user_id=user_id).values()
        )
    return TrainResult(baselines=baselines, stored=True)


def _compared(context: Context) -> tuple[MetricBaseline, ...]:
    settings = BaselineSettings(half_life_days=context.settings.half_life_days, method="inverse")
    now = context.now()
    with context.store.read() as con:
        columns = split_columns(con)
    return tuple(
        baseline
        for lesson in lessons_at(columns, now, settings=settings)
        for baseline in learn(lesson, settings, user_id=context.settings.user_id, trained_at=now)
    )


Label = Literal["auto", TrainingType]


@frozen
class UnderstoodRuns:
    """How many runs were understood now, and how many of each type."""

    analysed: int
    by_type: dict[TrainingType, int]


@frozen
class LabelResult:
    """The type of one run now, and who decided it."""

    activity_id: int
    training_type: TrainingType
    type_source: TypeSource
    session_stars: int | None


def understand(context: Context, *, activity: str | None, all: bool) -> UnderstoodRuns:  # noqa: A002
    """Derive structure, type, rating and figures of one run (`activity` None: the latest) or of
    all anew from the stored recordings, oldest first.

    Nobody needs to: whatever changes what they rest on has it done before they are shown.

    Raises:
        BadArgument: both an activity and `all`.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if activity is not None and all:
        raise BadArgument("activity", activity, message("left out, as --all requires"))
    refresh(context)
    with context.store.write() as con:
        if all:
            chosen = [run.activity_id for run in list_activities(con)]
        else:
            chosen = [resolve_activity(con, activity or LATEST)]
        outdate_sessions(con, chosen, owner=NOBODY)
    refresh(context)
    with context.store.read() as con:
        types = session_types_of(con, chosen)
    by_type: dict[TrainingType, int] = {}
    for training_type in types:
        by_type[training_type] = by_type.get(training_type, 0) + 1
    return UnderstoodRuns(analysed=len(types), by_type=by_type)


def label(context: Context, *, activity: str, training_type: Label) -> LabelResult:
    """Remember what the runner says, then understand and judge the run that way, and whatever
    depends on it.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    now = context.now()
    with context.store.write() as con:
        activity_id = resolve_activity(con, activity)
        if training_type == "auto":
            remove_label(con, activity_id)
        else:
            write_label(
                con, activity_id, training_type=training_type, source=context.actor, now=now
            )
        place = run_place(con, activity_id)
        assert place is not None, "a run that was found is stored"
        mark_stale(con, [StaleMark(kind="session", since=place[0])])
    refresh(context)
    with context.store.read() as con:
        summary = read_session(con, activity_id).summary
    return LabelResult(
        activity_id=activity_id,
        training_type=summary.training_type,
        type_source=summary.type_source,
        session_stars=summary.session_stars,
    )


_BATCH = 250
_SHOWN = 10
_ROWS_BYTES = 1600
_REASON_BYTES = 240


def _delta_pct(metric: MetricName, evaluation: FormEvaluation) -> float | None:
    """None: that metric was not measured."""
    verdict = evaluation.metrics.get(metric)
    return None if verdict is None else rounded(PERCENT * verdict.delta_frac, 1)


@frozen
class RefusedRun:
    """A stored run without a verdict, and why."""

    activity_id: int
    reason: str = field(metadata=shown(Text, within_bytes=_REASON_BYTES))


_COLUMNS: Columns[FormEvaluation] = {
    "activity_id": None,
    "day": None,
    "overall_score": 1,
    "overall_stars": None,
    "sensor_group": None,
    "unrated_reason": lambda verdict: verdict.unrated and verdict.unrated.unrated_reason,
    **{f"{metric}_delta_pct": partial(_delta_pct, metric) for metric in SCORED_METRICS},
}


@frozen
class EvaluateResult:
    """What was judged now, oldest first. `changed` counts verdicts that differ from the stored
    ones. A reply has the newest ten (newest first; `n_more` others were judged), and the first ten
    runs without one."""

    evaluated: int
    changed: int
    evaluations: tuple[FormEvaluation, ...] = field(
        metadata=shown(
            lambda evaluations: Rows(
                evaluations[::-1],
                columns=_COLUMNS,
                most=_SHOWN,
                within_bytes=_ROWS_BYTES,
                left_out="n_more",
            )
        )
    )
    refused: tuple[RefusedRun, ...] = field(
        metadata=shown(Rows, most=_SHOWN, within_bytes=_ROWS_BYTES, count="n_refused")
    )


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
        raise BadArgument("activity", activity, message("left out, as --all requires"))
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
