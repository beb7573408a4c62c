"""Understand stored runs again, or as the runner says they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.running.session.model import TrainingType, TypeSource
from hakaru.store.activities import (
    list_activities,
    remove_label,
    resolve_activity,
    session_types_of,
    write_label,
)
from hakaru.store.references import LATEST
from hakaru.store.sessions import read_session
from hakaru.store.stale import NOBODY, StaleMark, mark_stale, outdate_sessions, run_place

Label = Literal[
    "auto",
    "recovery",
    "low_moderate",
    "aerobic_base",
    "tempo_threshold",
    "interval",
    "sprint",
    "long_run",
    "trail",
    "race",
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
    """Derive structure, type, rating and figures of one run (`activity` None: the latest) or of
    all anew from the stored recordings, oldest first.

    Nobody needs to: whatever changes what they rest on has it done before they are shown.

    Raises:
        BadArgument: both an activity and `all`.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    if activity is not None and all:
        raise BadArgument("activity", activity, "left out, as --all requires")
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
