"""Does a new run cost the same in the tenth year? `python -m benchmarks new_run`.

A hundred runs of forty minutes are stored; copies of them, each block later than the one before,
make folders of up to 3,000 runs. `ingest_ms`: the whole ingest of one FIT file that is newer than
all of them, in a process that has begun, opening and closing the file included. `judge_ms`: the
part of it that learns from the run, judges it and stores both. `judge_again_s`: every run judged
again in order of time from nothing, `judge_again_unchanged_s` where what was learned still holds.
Medians by the clock; `..._cpu_...` by the processor, for a machine that does other things
meanwhile.
`times_the_first`: with the most stored runs against the fewest.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.simulated import column_runs, write_season

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.flows.fresh import refresh
from hakaru.flows.ingest import ingest
from hakaru.flows.judge import Judged, judge_and_store, judge_stretch, learner_for
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import past_to_reach
from hakaru.flows.understand import SessionAnalyzer
from hakaru.running.lessons import form_sha256
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.rows import update_rows
from hakaru.store.stale import EVER, StaleMark, mark_stale, newest_start

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SIZES, _QUICK_SIZES = (100, 3_000), (20, 60)
_ROWS_PER_RUN, _SEED, BLOCK = 2_400, 5, 100
_FILES = 5
_JUDGED_TOGETHER = 60
_GROUP = "garmin-hrm"
_APART = 1_000_000
_TABLES = (
    "activities", "data.time_series_metrics", "data.splits", "devices", "recording_sources",
    "best_efforts", "hr_efficiency", "data.sessions", "data.session_segments", "session_athlete",
    "session_phases", "session_criteria", "session_deductions", "performance_trends",
    "form_anomalies", "anomaly_coverage", "session_inputs",
)  # fmt: skip
JUDGED_TABLES = (*_TABLES, "data.run_verdicts", "metric_verdicts", "data.form_baselines")
"""With the verdicts and what was learned, for who does not ask what judging costs."""


def run(quick: bool) -> Mapping[str, object]:
    """One group of figures per number of stored runs."""
    sizes = _QUICK_SIZES if quick else _SIZES
    measured: dict[str, Any] = {"rows_per_run": _ROWS_PER_RUN}
    with tempfile.TemporaryDirectory(prefix="hakaru-new-run-") as scratch:
        data = Path(scratch) / "data"
        block = min(BLOCK, sizes[0])
        store_runs(context_of(data), block)
        stored = block
        for size in sizes:
            copy_runs(context_of(data), block, times=size // block - 1, already=stored // block - 1)
            stored = size
            measured[f"{size}_runs"] = _figures(data, Path(scratch) / f"new-{size}")
    least, most = (measured[f"{size}_runs"] for size in (sizes[0], sizes[-1]))
    measured["times_the_first"] = {
        name: round(most[name] / least[name], 2) for name in ("ingest_ms", "ingest_cpu_ms")
    }
    return measured


def context_of(data: Path) -> Context:
    """A folder as it is opened in 2030."""
    context = build(Config(data_folder=data, settings=Settings(workers=1)))
    return replace(context, now=lambda: datetime(2030, 1, 1, tzinfo=UTC))


def store_runs(context: Context, n_runs: int) -> None:
    """Runs as an ingest leaves them."""
    with context.store.read(as_it_is=True) as con:
        past = past_to_reach(con, context.settings)
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now())
    for recording in column_runs(n_runs, _ROWS_PER_RUN, seed=_SEED):
        made = prepare(recording)
        with context.store.write() as con:
            kept = analyzer.keep_new(con, made)
            analyzer.past.remember(kept.run, kept.summary)
    refresh(context)
    context.store.close()


def copy_runs(context: Context, block: int, *, times: int, already: int) -> None:
    """Blocks of runs behind those that are there, and their verdicts. The sessions of the copies
    count as derived with them: to derive each again takes longer than all that is measured."""
    copy_rows(context, block, tables=_TABLES, times=times, already=already)
    since: datetime | None = EVER
    with learner_for(times * block, workers=os.cpu_count() or 1) as learner:
        while since is not None:
            with context.store.write() as con:
                done = judge_stretch(
                    con, _GROUP, since, limit=_JUDGED_TOGETHER, settings=context.settings,
                    now=context.now(), learner=learner,
                )  # fmt: skip
                _note_forms(con, done.judged)
            since = done.next_start
    context.store.close()


def _note_forms(con: DuckDBPyConnection, judged: Judged) -> None:
    verdicts = {evaluation.activity_id: evaluation for evaluation in judged.evaluations}
    update_rows(
        con,
        "session_inputs",
        kinds={"activity_id": "whole", "form_sha256": "text"},
        rows=[(key, form_sha256(verdicts.get(key), known)) for key, known in judged.known.items()],
    )


def copy_rows(
    context: Context, block: int, *, tables: Sequence[str], times: int, already: int
) -> None:
    """The rows of the first block, moved by its days as often as it takes."""
    step = timedelta(days=block)
    moved = {
        "activity_id": f"activity_id + n * {round(1000 * step.total_seconds())}",
        "started_at": f"started_at + n * INTERVAL {block} DAY",
        "activity_date": f"(activity_date + n * INTERVAL {block} DAY)::DATE",
        "eval_id": f"eval_id + n * {_APART}",
        "baseline_id": f"baseline_id + n * {_APART}",
        "version": f"version + n * {block}",
        "baseline_version": f"baseline_version + n * {block}",
        "window_end": f"window_end + n * INTERVAL {block} DAY",
    }
    with context.store.write() as con:
        for table in tables:
            names = {str(row[0]) for row in con.execute(f"DESCRIBE {table}").fetchall()}
            changes = ", ".join(f"{new} AS {name}" for name, new in moved.items() if name in names)
            first = f"SELECT activity_id FROM activities ORDER BY started_at LIMIT {block}"
            original = (
                f"activity_id IN ({first})" if "activity_id" in names else f"version <= {block}"
            )
            con.execute(
                f"INSERT INTO {table} SELECT t.* REPLACE ({changes}) FROM {table} AS t, "
                f"range({already + 1}, {times + 1}) AS numbers(n) WHERE {original}"
            )


def _figures(data: Path, files: Path) -> Mapping[str, float]:
    with context_of(data).store.read(as_it_is=True) as con:
        newest = newest_start(con)
    assert newest is not None
    settings = SeasonSettings(
        seed=_SEED, start_on=newest.date() + timedelta(days=2), weeks=2, runs_per_week=4,
        duration_frac=0.6, faults=False,
    )  # fmt: skip
    write_season(files, settings)
    judged: list[Took] = []
    ingests = [
        timed(partial(_ingest, context_of(data), path, judged))
        for path in sorted(files.glob("*.fit"))[:_FILES]
    ]
    learned, unchanged = (_judge_again_s(context_of(data), forget=one) for one in (True, False))
    return {
        "ingest_ms": median_ms(took.clock_s for took in ingests),
        "ingest_cpu_ms": median_ms(took.cpu_s for took in ingests),
        "judge_ms": median_ms(took.clock_s for took in judged),
        "judge_cpu_ms": median_ms(took.cpu_s for took in judged),
        "judge_again_s": round(learned.clock_s, 2),
        "judge_again_cpu_s": round(learned.cpu_s, 2),
        "judge_again_unchanged_s": round(unchanged.clock_s, 2),
        "judge_again_unchanged_cpu_s": round(unchanged.cpu_s, 2),
    }


@dataclass(frozen=True)
class Took:
    """By the clock, and by the processor in all threads of this process."""

    clock_s: float
    cpu_s: float


def timed(work: Callable[[], object]) -> Took:
    """How long something takes."""
    clock_s, cpu_s = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - clock_s, time.process_time() - cpu_s)


def median_ms(times_s: Iterable[float]) -> float:
    """The middle one, in ms."""
    return round(1e3 * statistics.median(times_s), 1)


def _ingest(context: Context, path: Path, judged: list[Took]) -> None:
    """One new file; how long its run took to be judged is added to `judged`."""

    def judge(*args: Any, **named: Any) -> Judged:
        kept: list[Judged] = []
        judged.append(timed(lambda: kept.append(judge_and_store(*args, **named))))
        return kept[0]

    with patch("hakaru.flows.understand.judge_and_store", judge):
        assert ingest(context, paths=[path]).ingested == 1
    context.store.close()


def _judge_again_s(context: Context, *, forget: bool) -> Took:
    with context.store.write() as con:
        if forget:
            con.execute("DELETE FROM data.form_baselines")
        mark_stale(con, [StaleMark(kind="form", sensor_group=_GROUP, since=EVER)])
    took = timed(partial(refresh, context))
    context.store.close()
    return took
