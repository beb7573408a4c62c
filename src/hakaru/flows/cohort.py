"""Learn and judge runner by runner over a lake of very many, on an engine that is there."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hakaru.core.errors import BadArgument
from hakaru.flows.brevity import beginning
from hakaru.flows.cohort_runner import RunnerOutcome, RunnerTask, evaluate_runner, train_runner
from hakaru.flows.context import Context, Settings
from hakaru.sources.engines import engine_named, run_each
from hakaru.sources.simulated.many import simulated_splits
from hakaru.store.file_access import PersonOutput
from hakaru.store.lake import clear_cut_off, has_runners, runners_of, write_splits

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
    def reply(self) -> Mapping[str, object]:
        """Counts, and the first ten that failed with the reason."""
        return {
            "ok": self.ok,
            "lake": str(self.lake),
            "step": self.step,
            "n_runners": self.n_runners,
            "done": self.done,
            "skipped": self.skipped,
            "n_rows": self.n_rows,
            "n_failed": len(self.failed),
            "failed": [
                [outcome.runner_id, beginning(outcome.reason or "", within_bytes=_REASON_BYTES)]
                for outcome in self.failed[:_SHOWN]
            ],
            "elapsed_s": round(self.elapsed_s, 1),
        }


@dataclass(frozen=True, kw_only=True)
class CohortSimulated:
    """The runners that were written. Nobody ran any of it."""

    lake: Path
    n_runners: int
    runs_each: int

    @property
    def reply(self) -> Mapping[str, object]:
        """How many, and where."""
        return {
            "lake": str(self.lake), "n_runners": self.n_runners, "runs_each": self.runs_each,
        }  # fmt: skip


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
        raise BadArgument("runners", runners, f"between 1 and {_RUNNERS_MAX}")
    output = lake if isinstance(lake, PersonOutput) else PersonOutput(path=lake)
    lake = output.path
    if has_runners(lake) and not output.overwrite:
        raise BadArgument(
            "lake", str(lake), "a folder without runners, which would be written over"
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
