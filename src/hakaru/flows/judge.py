"""Judge stored runs: read them and their baselines, ask the judge, say who could not be judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from hakaru.errors import NoFormData
from hakaru.flows.context import Settings
from hakaru.flows.isolate import isolate
from hakaru.running.baseline.history import baselines_for
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.evaluate import RunToJudge, evaluate_run
from hakaru.running.verdict import FormEvaluation
from hakaru.store.baselines import versions_of
from hakaru.store.evaluations import write_evaluations, write_refusals
from hakaru.store.judging import runs_to_judge

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The verdicts, and why the other runs have none (activity id to sentence)."""

    evaluations: tuple[FormEvaluation, ...]
    refused: Mapping[int, str]


def judge(
    con: DuckDBPyConnection, activity_ids: Sequence[int], *, settings: Settings, now: datetime
) -> Judged:
    """Judge a set of stored runs in one pass. Nothing is written."""
    runs, without_sensor = runs_to_judge(con, activity_ids)
    refused = {
        activity_id: str(NoFormData(f"activity {activity_id}")) for activity_id in without_sensor
    }
    groups = {run.sensor_group for run in runs}
    versions = {
        group: versions_of(con, group, user_id=settings.user_id) for group in sorted(groups)
    }
    evaluations = []
    for run in runs:
        outcome = isolate(
            partial(_judge_one, run, versions[run.sensor_group], settings, now=now),
            item=f"activity {run.activity_id}",
        )
        if outcome.value is not None:
            evaluations.append(outcome.value)
        else:
            refused[run.activity_id] = str(outcome.error)
    return Judged(evaluations=tuple(evaluations), refused=refused)


def judge_and_store(
    con: DuckDBPyConnection, activity_ids: Sequence[int], *, settings: Settings, now: datetime
) -> Judged:
    """`judge`, and make the result current; verdicts that change move to the history."""
    judged = judge(con, activity_ids, settings=settings, now=now)
    if judged.evaluations:
        write_evaluations(con, judged.evaluations)
    if judged.refused:
        write_refusals(con, judged.refused)
    return judged


def _judge_one(
    run: RunToJudge, versions: Sequence[MetricBaseline], settings: Settings, *, now: datetime
) -> FormEvaluation:
    return evaluate_run(
        run,
        baselines_for(versions, run.started_at or now),
        now=now,
        cadence_minimum_spm=settings.cadence_minimum_spm,
    )
