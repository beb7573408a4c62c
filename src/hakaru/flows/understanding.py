"""Understand stored runs again, or as the runner says they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hakaru.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.past import read_past
from hakaru.flows.understand import Understanding, take_over, understand_again
from hakaru.running.session.model import TrainingType, TypeSource
from hakaru.store.activities import list_activities, resolve_activity
from hakaru.store.labels import remove_label, write_label
from hakaru.store.owners import Owner
from hakaru.store.unsettled import settled

Label = Literal[
    "auto",
    "recovery",
    "low_moderate",
    "aerobic_base",
    "tempo_threshold",
    "interval",
    "sprint",
    "long_run",
    "unknown",
]


@dataclass(frozen=True, kw_only=True)
class UnderstoodRuns:
    """How many runs were understood now, and how many of each type."""

    analysed: int
    by_type: dict[TrainingType, int]


@dataclass(frozen=True, kw_only=True)
class LabelResult:
    """The type of one run now, and who decided it."""

    activity_id: int
    training_type: TrainingType
    type_source: TypeSource
    session_stars: int | None


def understand(context: Context, *, activity: str | None, all: bool) -> UnderstoodRuns:  # noqa: A002
    """Derive structure, type, rating and figures anew from the stored recordings, oldest first.

    Raises:
        BadArgument: neither an activity nor `all`, or both.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if (activity is None) != all:
        raise BadArgument("activity", activity, "an id or a day, or --all instead of it")
    with context.store.read() as con:
        if activity is None:
            chosen = [run.activity_id for run in reversed(list_activities(con))]
        else:
            chosen = [resolve_activity(con, activity)]
        past = read_past(con, context.settings)
    understanding = Understanding(past=past, settings=context.settings, now=context.now())
    kept = understand_again(context, understanding, activity_ids=chosen)
    if all:
        _leave_nothing(context)
    by_type: dict[TrainingType, int] = {}
    for one in kept:
        by_type[one.summary.training_type] = by_type.get(one.summary.training_type, 0) + 1
    return UnderstoodRuns(analysed=len(kept), by_type=by_type)


def _leave_nothing(context: Context) -> None:
    """Every run was looked at again, so nothing is left of ingests that were cut off."""
    owner = Owner(context.data_folder)
    try:
        if take_over(context, owner.name):
            with context.store.write() as con:
                settled(con, owner=owner.name)
    finally:
        owner.release()


def label(context: Context, *, activity: str, training_type: Label) -> LabelResult:
    """Remember what the runner says, then understand and judge the run that way.

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
        past = read_past(con, context.settings)
        understanding = Understanding(past=past, settings=context.settings, now=now)
        summary = understanding.keep_again(con, activity_id).summary
    return LabelResult(
        activity_id=activity_id,
        training_type=summary.training_type,
        type_source=summary.type_source,
        session_stars=summary.session_stars,
    )
