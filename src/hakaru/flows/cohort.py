"""Learn and judge runner by runner over a lake of very many, on an engine that is there.

The functions run in other processes, perhaps on other machines that see the same lake. A result
depends on the splits of its part of the lake and the settings alone, not on when it is made.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal

from hakaru.core.errors import BadArgument, NoFormData, SourceError
from hakaru.core.i18n import message
from hakaru.core.plain import Rows, Text
from hakaru.flows.context import Context, Settings
from hakaru.flows.isolate import isolate
from hakaru.records import frozen
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.baseline.model import (
    ESTIMATOR_VERSION,
    LEARNING_VERSION,
    BaselineSettings,
    MetricBaseline,
)
from hakaru.running.devices import Bridge, bridge_between
from hakaru.running.evaluate import RunToJudge, evaluate_run, with_deviations
from hakaru.running.lessons import (
    PastRun,
    PastRuns,
    SplitColumns,
    baselines_for,
    every_lesson,
    fit_together,
    fits_of,
)
from hakaru.running.metrics import MetricName
from hakaru.running.verdict import JUDGE_VERSION, RATED_RUNS_MIN, FormEvaluation
from hakaru.sources.engines import engine_named, run_each
from hakaru.sources.simulated.season import simulated_splits
from hakaru.store.file_access import PersonOutput
from hakaru.store.lake import (
    LakePart,
    LakeRun,
    LakeRunner,
    PartReader,
    has_runners,
    opened,
    parts_of,
    write_part,
)
from hakaru.store.lake_results import (
    Origin,
    VerdictRow,
    clear_cut_off,
    origin_of,
    read_baselines,
    refusal_row,
    verdict_rows,
    write_baselines,
    write_verdicts,
)

_JUST_AFTER = timedelta(microseconds=1)


@frozen
class PartTask:
    """A part of a lake, and the settings."""

    part: LakePart
    half_life_days: float
    cadence_minimum_spm: float | None

    @property
    def learned_from(self) -> str:
        """The digest of what training depends on."""
        how = ESTIMATOR_VERSION, LEARNING_VERSION
        return self.part.digest("train", *how, self.half_life_days)

    def judged_from(self, learned_from: str) -> str:
        """The digest of what judging depends on: the same, and how it is judged."""
        how = JUDGE_VERSION, self.cadence_minimum_spm
        return self.part.digest("evaluate", learned_from, *how)


@frozen
class RunnerFailure:
    """A runner without a result, and why."""

    runner_id: str
    reason: str


@frozen
class PartOutcome:
    """What became of the runners of a part. `n_rows`: baselines or verdicts written now."""

    status: Literal["done", "skipped", "failed"]
    n_runners: int
    failed: tuple[RunnerFailure, ...] = ()
    n_rows: int = 0

    @property
    def n_good(self) -> int:
        """Runners with a result."""
        return 0 if self.status == "failed" else self.n_runners - len(self.failed)


def train_part(task: PartTask) -> PartOutcome:
    """Learn after every run of every runner, unless that was done from the same splits."""
    return _isolated(task, lambda: _train(task))


def evaluate_part(task: PartTask) -> PartOutcome:
    """Judge every run of every runner by those before it, unless that was done."""
    return _isolated(task, lambda: _evaluate(task))


def _train(task: PartTask) -> PartOutcome:
    digest = task.learned_from
    known = origin_of(task.part.result("baselines"))
    if known is not None and known.digest == digest:
        return _outcome(task, "skipped", known.failed)
    baselines: list[MetricBaseline] = []
    failed: dict[str, str] = {}
    with opened(task.part) as reader:
        for runner_id in reader.runner_ids():
            outcome = isolate(partial(_learn, reader, runner_id, task), item=runner_id)
            if outcome.value is None:
                failed[runner_id] = str(outcome.error)
            else:
                baselines.extend(outcome.value)
    write_baselines(task.part, baselines, origin=Origin(digest=digest, failed=failed))
    return _outcome(task, "done", failed, n_rows=len(baselines))


def _learn(reader: PartReader, runner_id: str, task: PartTask) -> tuple[MetricBaseline, ...]:
    return learned(reader.runner(runner_id), half_life_days=task.half_life_days)


def _evaluate(task: PartTask) -> PartOutcome:
    learned_from = task.learned_from
    digest = task.judged_from(learned_from)
    known = origin_of(task.part.result("verdicts"))
    if known is not None and known.digest == digest:
        return _outcome(task, "skipped", known.failed)
    lessons = origin_of(task.part.result("baselines"))
    if lessons is None or lessons.digest != learned_from:
        raise SourceError(task.part.name, message("train first: `hakaru cohort train`"))
    rows: dict[str, list[VerdictRow]] = {}
    failed = dict(lessons.failed)
    with opened(task.part) as reader:
        for runner_id in reader.runner_ids():
            if runner_id in failed:
                continue
            outcome = isolate(partial(_judge_all, reader, runner_id, task), item=runner_id)
            if outcome.value is None:
                failed[runner_id] = str(outcome.error)
            else:
                rows[runner_id] = outcome.value
    write_verdicts(task.part, rows, origin=Origin(digest=digest, failed=failed))
    return _outcome(task, "done", failed, n_rows=sum(map(len, rows.values())))


def _judge_all(reader: PartReader, runner_id: str, task: PartTask) -> list[VerdictRow]:
    baselines = read_baselines(reader.con, task.part, runner_id)
    return judged(reader.runner(runner_id), baselines, task=task)


def learned(runner: LakeRunner, *, half_life_days: float) -> tuple[MetricBaseline, ...]:
    """Every version that the single-user product would have laid by the runner's last run: one per
    metric after each run of a sensor, led by the kind of sensor that was worn before."""
    settings = BaselineSettings(half_life_days=half_life_days)
    moment = max(run.started_at for run in runner.runs) + _JUST_AFTER
    versioned: list[MetricBaseline] = []
    for group in _in_order_worn(runner.runs):
        bridge = _bridge(runner.runs, group, versioned)
        learning = settings if bridge is None else bridge.learning(settings)
        of_group = runner.columns["sensor_group"] == group
        own = {name: column[of_group] for name, column in runner.columns.items()}
        versioned.extend(_versions(own, learning, user_id=runner.runner_id, moment=moment))
    return tuple(versioned)


def _versions(
    rows: SplitColumns, settings: BaselineSettings, *, user_id: str, moment: datetime
) -> Iterator[MetricBaseline]:
    """What the splits of one sensor taught after each run, numbered for each metric."""
    versions: Counter[MetricName] = Counter()
    laid: set[str] = set()
    for lesson in every_lesson(rows, settings=settings):
        fits = [fit for fit in fits_of(lesson, settings) if fit.inputs_sha256 not in laid]
        laid.update(fit.inputs_sha256 for fit in fits)
        for baseline in fit_together(fits, user_id=user_id, trained_at=moment):
            if baseline is not None:
                versions[baseline.metric] += 1
                yield replace(baseline, version=versions[baseline.metric])


def _in_order_worn(runs: Sequence[LakeRun]) -> tuple[str, ...]:
    """The kinds of sensor, in the order in which they were first worn."""
    return tuple(dict.fromkeys(run.sensor_group for run in runs if run.sensor_group is not None))


def _bridge(runs: Sequence[LakeRun], group: str, known: Sequence[MetricBaseline]) -> Bridge | None:
    """What the kind of sensor that was worn before lets expect of another; None: nothing does.

    A lake has no seconds: files that hold both kinds say nothing here (`store.bridges`).
    """
    first_at = next(run.started_at for run in runs if run.sensor_group == group)
    before = [run.sensor_group for run in runs if run.sensor_group and run.started_at < first_at]
    often = [kind for kind, n_runs in Counter(before).items() if n_runs >= RATED_RUNS_MIN]
    if not often:
        return None
    source = max(often, key=lambda kind: len(before) - before[::-1].index(kind))
    old = baselines_for([own for own in known if own.sensor_group == source], first_at)
    return bridge_between(old, group, at=first_at) if old else None


def judged(
    runner: LakeRunner, baselines: tuple[MetricBaseline, ...], *, task: PartTask
) -> list[VerdictRow]:
    """Rows for every run, judged or refused, oldest first."""
    bridges = {
        group: _bridge(runner.runs, group, baselines) for group in _in_order_worn(runner.runs)
    }
    past = PastRuns([_past(run) for run in runner.runs if run.sensor_group is not None])
    earlier: dict[str | None, Mapping[MetricName, tuple[float, ...]]] = {}
    rows: list[VerdictRow] = []
    for run in runner.runs:
        chosen = baselines_for(
            [baseline for baseline in baselines if baseline.sensor_group == run.sensor_group],
            run.started_at,
        )
        bridge = bridges.get(run.sensor_group or "")
        if bridge is not None:
            chosen = {**bridge.baselines, **chosen}
        earlier_z = earlier.get(run.sensor_group, {})
        outcome = isolate(
            partial(_judge, run, chosen, task, past=past, earlier_z=earlier_z),
            item=message("activity {activity_id}", activity_id=run.activity_id),
        )
        if outcome.value is None:
            reason = str(outcome.error)
            rows.append(refusal_row(runner.runner_id, run.activity_id, run.day, reason=reason))
        else:
            verdict = outcome.value
            earlier[run.sensor_group] = with_deviations(earlier_z, verdict)
            unseen = {
                metric: _unseen(chosen.get(metric), run.started_at) for metric in verdict.metrics
            }
            rows.extend(verdict_rows(runner.runner_id, verdict, unseen=unseen))
    return rows


def _judge(
    run: LakeRun,
    baselines: Mapping[MetricName, MetricBaseline],
    task: PartTask,
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
            shoe=run.shoe,
            surface=run.surface,
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


def _outcome(
    task: PartTask,
    status: Literal["done", "skipped"],
    failed: Mapping[str, str],
    *,
    n_rows: int = 0,
) -> PartOutcome:
    reasons = tuple(RunnerFailure(runner_id=name, reason=why) for name, why in failed.items())
    return PartOutcome(status=status, n_runners=task.part.n_runners, failed=reasons, n_rows=n_rows)


def _isolated(task: PartTask, work: Callable[[], PartOutcome]) -> PartOutcome:
    outcome = isolate(work, item=task.part.name)
    if outcome.value is not None:
        return outcome.value
    name = task.part.only_runner or task.part.name
    failure = RunnerFailure(runner_id=name, reason=str(outcome.error))
    return PartOutcome(status="failed", n_runners=task.part.n_runners, failed=(failure,))


_SHOWN = 10
_REASON_BYTES = 240
_RUNNERS_MAX = 10_000_000
_RUNNERS_PER_PART = 50
"""Of simulated runners: some megabytes a file, and work of ten seconds for a process."""


@frozen
class CohortResult:
    """What became of the runners. `skipped` had a result from the same splits and settings;
    `failed` names runners, or a part of the lake of which nothing could be read."""

    lake: Path
    step: str
    n_runners: int
    done: int
    skipped: int
    n_rows: int
    failed: tuple[RunnerFailure, ...]
    elapsed_s: float

    @property
    def ok(self) -> bool:
        """Whether anything came out of it."""
        return self.done + self.skipped > 0

    @property
    def shape(self) -> Mapping[str, object]:
        """Counts, and those that failed with the reason, in a reply the first ten."""
        failed = [
            [failure.runner_id, Text(failure.reason, within_bytes=_REASON_BYTES)]
            for failure in self.failed
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


@frozen
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
    return _over_all(context, "train", train_part, lake=lake, chosen=(engine, anywhere))


def cohort_evaluate(context: Context, *, lake: Path, engine: str, anywhere: bool) -> CohortResult:
    """Verdicts on every run of every runner, and how often the intervals held.

    Raises:
        BadArgument, SourceError: as in `cohort_train`.
    """
    return _over_all(context, "evaluate", evaluate_part, lake=lake, chosen=(engine, anywhere))


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
    for first in range(0, runners, _RUNNERS_PER_PART):
        numbers = range(first, min(first + _RUNNERS_PER_PART, runners))
        own = {f"{number:07d}": simulated_splits(seed + number, runs) for number in numbers}
        write_part(lake, f"part-{first // _RUNNERS_PER_PART:05d}", own)
        context.progress.advance(len(numbers))
    context.progress.end()
    return CohortSimulated(lake=lake, n_runners=runners, runs_each=runs)


def _over_all(
    context: Context,
    step: str,
    function: Callable[[PartTask], PartOutcome],
    *,
    lake: Path,
    chosen: tuple[str, bool],
) -> CohortResult:
    settings = context.settings
    engine = engine_named(chosen[0], workers=settings.workers, anywhere=chosen[1])
    tasks = _tasks(lake, settings)
    clear_cut_off(lake)
    started_s = time.monotonic()
    outcomes: list[PartOutcome] = []
    n_runners = sum(task.part.n_runners for task in tasks)
    context.progress.begin("training" if step == "train" else "evaluating", n_runners)
    for outcome in run_each(engine, function, items=tasks):
        outcomes.append(outcome)
        context.progress.advance(outcome.n_runners)
    context.progress.end()
    good = {
        status: sum(outcome.n_good for outcome in outcomes if outcome.status == status)
        for status in ("done", "skipped")
    }
    failed = (failure for outcome in outcomes for failure in outcome.failed)
    return CohortResult(
        lake=lake,
        step=step,
        n_runners=n_runners,
        done=good["done"],
        skipped=good["skipped"],
        n_rows=sum(outcome.n_rows for outcome in outcomes),
        failed=tuple(sorted(failed, key=lambda failure: failure.runner_id)),
        elapsed_s=time.monotonic() - started_s,
    )


def _tasks(lake: Path, settings: Settings) -> list[PartTask]:
    return [
        PartTask(
            part=part,
            half_life_days=settings.half_life_days,
            cadence_minimum_spm=settings.cadence_minimum_spm,
        )
        for part in parts_of(lake.absolute())
    ]
