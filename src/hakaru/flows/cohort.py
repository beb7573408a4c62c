"""Learn and judge runner by runner over a lake of very many, on an engine that is there.

The functions run in other processes, perhaps on other machines that see the same lake. A result
depends on the runner's splits and the settings alone, not on when it is made.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal

from hakaru.core.errors import BadArgument, NoFormData, SourceError
from hakaru.core.i18n import message
from hakaru.core.plain import Rows, Text
from hakaru.flows.context import Context, Settings
from hakaru.flows.isolate import isolate
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.baseline.model import ESTIMATOR_VERSION, BaselineSettings, MetricBaseline
from hakaru.running.evaluate import RunToJudge, evaluate_run, with_deviations
from hakaru.running.lessons import (
    PastRun,
    PastRuns,
    baselines_for,
    every_lesson,
    fit_together,
    fits_of,
    taught_rows,
)
from hakaru.running.metrics import MetricName
from hakaru.running.verdict import JUDGE_VERSION, FormEvaluation
from hakaru.sources.engines import engine_named, run_each
from hakaru.sources.simulated.season import simulated_splits
from hakaru.store.file_access import PersonOutput
from hakaru.store.lake import (
    LakeRun,
    LakeRunner,
    ResultPlace,
    VerdictRow,
    clear_cut_off,
    digest_of,
    has_runners,
    is_done,
    read_baselines,
    read_runner,
    refusal_row,
    runners_of,
    verdict_rows,
    write_baselines,
    write_splits,
    write_verdicts,
)

_JUST_AFTER = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True)
class RunnerTask:
    """One runner of a lake, and the settings."""

    lake: Path
    runner_id: str
    half_life_days: float
    cadence_minimum_spm: float | None

    @property
    def baselines(self) -> ResultPlace:
        """Where what was learned lies."""
        return ResultPlace(lake=self.lake, kind="baselines", runner_id=self.runner_id)

    @property
    def verdicts(self) -> ResultPlace:
        """Where the verdicts lie."""
        return ResultPlace(lake=self.lake, kind="verdicts", runner_id=self.runner_id)

    @property
    def learned_from(self) -> str:
        """The digest of what training depends on."""
        return digest_of(self.lake, self.runner_id, "train", ESTIMATOR_VERSION, self.half_life_days)

    def judged_from(self, learned_from: str) -> str:
        """The digest of what judging depends on: the same, and how it is judged."""
        how = JUDGE_VERSION, self.cadence_minimum_spm
        return digest_of(self.lake, self.runner_id, "evaluate", learned_from, *how)


@dataclass(frozen=True, kw_only=True)
class RunnerOutcome:
    """What became of a runner. `n_rows`: baselines or verdicts written; `reason`: why it failed."""

    runner_id: str
    status: Literal["done", "skipped", "failed"]
    n_rows: int = 0
    reason: str | None = None


def train_runner(task: RunnerTask) -> RunnerOutcome:
    """Learn after every run, unless that was done from the same splits."""
    return _isolated(task, lambda: _train(task))


def evaluate_runner(task: RunnerTask) -> RunnerOutcome:
    """Judge every run by those before it, unless that was done."""
    return _isolated(task, lambda: _evaluate(task))


def _train(task: RunnerTask) -> RunnerOutcome:
    digest = task.learned_from
    if is_done(task.baselines, digest=digest):
        return RunnerOutcome(runner_id=task.runner_id, status="skipped")
    baselines = learned(read_runner(task.lake, task.runner_id), half_life_days=task.half_life_days)
    write_baselines(task.baselines, baselines, digest=digest)
    return RunnerOutcome(runner_id=task.runner_id, status="done", n_rows=len(baselines))


def _evaluate(task: RunnerTask) -> RunnerOutcome:
    learned_from = task.learned_from
    digest = task.judged_from(learned_from)
    if is_done(task.verdicts, digest=digest):
        return RunnerOutcome(runner_id=task.runner_id, status="skipped")
    if not is_done(task.baselines, digest=learned_from):
        raise SourceError(f"runner {task.runner_id}", message("train first: `hakaru cohort train`"))
    runner = read_runner(task.lake, task.runner_id)
    rows = judged(runner, read_baselines(task.baselines), task=task)
    write_verdicts(task.verdicts, rows, digest=digest)
    return RunnerOutcome(runner_id=task.runner_id, status="done", n_rows=len(rows))


def learned(runner: LakeRunner, *, half_life_days: float) -> tuple[MetricBaseline, ...]:
    """Every version that the single-user product would have laid by the runner's last run: one per
    metric after each run of a sensor."""
    settings = BaselineSettings(half_life_days=half_life_days)
    moment = max(run.started_at for run in runner.runs) + _JUST_AFTER
    versions: dict[tuple[str, str], int] = {}
    laid: set[str] = set()
    versioned = []
    for lesson in every_lesson(taught_rows(runner.columns), settings=settings):
        fits = [fit for fit in fits_of(lesson, settings) if fit.inputs_sha256 not in laid]
        laid.update(fit.inputs_sha256 for fit in fits)
        for baseline in fit_together(fits, user_id=runner.runner_id, trained_at=moment):
            if baseline is not None:
                key = baseline.sensor_group, baseline.metric
                versions[key] = versions.get(key, 0) + 1
                versioned.append(replace(baseline, version=versions[key]))
    return tuple(versioned)


def judged(
    runner: LakeRunner, baselines: tuple[MetricBaseline, ...], *, task: RunnerTask
) -> list[VerdictRow]:
    """Rows for every run, judged or refused, oldest first."""
    past = PastRuns([_past(run) for run in runner.runs if run.sensor_group is not None])
    earlier: dict[str | None, Mapping[MetricName, tuple[float, ...]]] = {}
    rows: list[VerdictRow] = []
    for run in runner.runs:
        chosen = baselines_for(
            [baseline for baseline in baselines if baseline.sensor_group == run.sensor_group],
            run.started_at,
        )
        earlier_z = earlier.get(run.sensor_group, {})
        outcome = isolate(
            partial(_judge, run, chosen, task, past=past, earlier_z=earlier_z),
            item=message("activity {activity_id}", activity_id=run.activity_id),
        )
        if outcome.value is None:
            reason = str(outcome.error)
            rows.append(refusal_row(run.activity_id, run.day, reason=reason))
        else:
            verdict = outcome.value
            earlier[run.sensor_group] = with_deviations(earlier_z, verdict)
            unseen = {
                metric: _unseen(chosen.get(metric), run.started_at) for metric in verdict.metrics
            }
            rows.extend(verdict_rows(verdict, unseen=unseen))
    return rows


def _judge(
    run: LakeRun,
    baselines: Mapping[MetricName, MetricBaseline],
    task: RunnerTask,
    *,
    past: PastRuns,
    earlier_z: Mapping[MetricName, tuple[float, ...]],
) -> FormEvaluation:
    if run.sensor_group is None:
        raise NoFormData(message("activity {activity_id}", activity_id=run.activity_id))
    known = _past(run)
    return evaluate_run(
        RunToJudge(
            activity_id=run.activity_id,
            day=run.day,
            sensor_group=run.sensor_group,
            splits=run.splits,
            usual_left_pct=past.usual_left_pct(known),
            started_at=run.started_at,
            known_elsewhere=past.known_elsewhere(known),
            earlier_z=earlier_z,
            sensor_label=run.sensor_label,
        ),
        baselines,
        now=run.started_at,
        cadence_minimum_spm=task.cadence_minimum_spm,
    )


def _unseen(baseline: MetricBaseline | None, started_at: datetime) -> bool:
    if baseline is None or baseline.window_end is None:
        return False
    return baseline.window_end < started_at


def _past(run: LakeRun) -> PastRun:
    known = [(s.gct_balance_left_pct, s.running_s) for s in run.splits]
    shares = [(left, weight) for left, weight in known if left is not None and weight > 0.0]
    left_pct = weighted_mean(*zip(*shares, strict=True)) if shares else None
    return PastRun(
        activity_id=run.activity_id,
        day=run.day,
        started_at=run.started_at,
        sensor_group=run.sensor_group,
        left_pct=left_pct,
    )


def _isolated(task: RunnerTask, work: Callable[[], RunnerOutcome]) -> RunnerOutcome:
    outcome = isolate(work, item=f"runner {task.runner_id}")
    if outcome.value is not None:
        return outcome.value
    return RunnerOutcome(runner_id=task.runner_id, status="failed", reason=str(outcome.error))


_SHOWN = 10
_REASON_BYTES = 240
_RUNNERS_MAX = 10_000_000


@dataclass(frozen=True, kw_only=True)
class CohortResult:
    """What became of the runners. `skipped` had a result from the same splits and settings."""

    lake: Path
    step: str
    n_runners: int
    done: int
    skipped: int
    n_rows: int
    failed: tuple[RunnerOutcome, ...]
    elapsed_s: float

    @property
    def ok(self) -> bool:
        """Whether anything came out of it."""
        return len(self.failed) < self.n_runners

    @property
    def shape(self) -> Mapping[str, object]:
        """Counts, and those that failed with the reason, in a reply the first ten."""
        failed = [
            [outcome.runner_id, Text(outcome.reason or "", within_bytes=_REASON_BYTES)]
            for outcome in self.failed
        ]
        return {
            "ok": self.ok,
            "lake": self.lake,
            "step": self.step,
            "n_runners": self.n_runners,
            "done": self.done,
            "skipped": self.skipped,
            "n_rows": self.n_rows,
            "failed": Rows(failed, most=_SHOWN, count="n_failed"),
            "elapsed_s": round(self.elapsed_s, 1),
        }


@dataclass(frozen=True, kw_only=True)
class CohortSimulated:
    """The runners that were written. Nobody ran any of it."""

    lake: Path
    n_runners: int
    runs_each: int


def cohort_train(context: Context, *, lake: Path, engine: str, anywhere: bool) -> CohortResult:
    """Baselines of every runner of a lake, learned after each run.

    Raises:
        BadArgument: no lake, or an engine that is not taken.
        SourceError: the engine does not answer, or broke off.
    """
    return _over_all(context, "train", train_runner, lake=lake, chosen=(engine, anywhere))


def cohort_evaluate(context: Context, *, lake: Path, engine: str, anywhere: bool) -> CohortResult:
    """Verdicts on every run of every runner, and how often the intervals held.

    Raises:
        BadArgument, SourceError: as in `cohort_train`.
    """
    return _over_all(context, "evaluate", evaluate_runner, lake=lake, chosen=(engine, anywhere))


def cohort_simulate(
    context: Context, *, lake: Path | PersonOutput, runners: int, runs: int, seed: int
) -> CohortSimulated:
    """A lake of simulated runners; seed and number decide each of them.

    Raises:
        BadArgument: a number that cannot be simulated, or a lake with runners in it already.
    """
    if not 1 <= runners <= _RUNNERS_MAX:
        raise BadArgument(
            "runners", runners, message("between {low} and {high}", low=1, high=_RUNNERS_MAX)
        )
    output = lake if isinstance(lake, PersonOutput) else PersonOutput(path=lake)
    lake = output.path
    if has_runners(lake) and not output.overwrite:
        raise BadArgument(
            "lake", str(lake), message("a folder without runners, which would be written over")
        )
    context.progress.begin("simulating", runners)
    for number in range(runners):
        write_splits(lake, f"{number:07d}", columns=simulated_splits(seed + number, runs))
        context.progress.advance()
    context.progress.end()
    return CohortSimulated(lake=lake, n_runners=runners, runs_each=runs)


def _over_all(
    context: Context,
    step: str,
    function: Callable[[RunnerTask], RunnerOutcome],
    *,
    lake: Path,
    chosen: tuple[str, bool],
) -> CohortResult:
    settings = context.settings
    engine = engine_named(chosen[0], workers=settings.workers, anywhere=chosen[1])
    tasks = _tasks(lake, settings)
    clear_cut_off(lake)
    started_s = time.monotonic()
    outcomes = []
    context.progress.begin("training" if step == "train" else "evaluating", len(tasks))
    for outcome in run_each(engine, function, items=tasks):
        outcomes.append(outcome)
        context.progress.advance()
    context.progress.end()
    counted = Counter(outcome.status for outcome in outcomes)
    failed = sorted((outcome for outcome in outcomes if outcome.status == "failed"), key=_name)
    return CohortResult(
        lake=lake,
        step=step,
        n_runners=len(tasks),
        done=counted["done"],
        skipped=counted["skipped"],
        n_rows=sum(outcome.n_rows for outcome in outcomes),
        failed=tuple(failed),
        elapsed_s=time.monotonic() - started_s,
    )


def _tasks(lake: Path, settings: Settings) -> list[RunnerTask]:
    return [
        RunnerTask(
            lake=lake.absolute(),
            runner_id=runner_id,
            half_life_days=settings.half_life_days,
            cadence_minimum_spm=settings.cadence_minimum_spm,
        )
        for runner_id in runners_of(lake)
    ]


def _name(outcome: RunnerOutcome) -> str:
    return outcome.runner_id
