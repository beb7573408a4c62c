"""What does a runner of a large study cost, in seconds and bytes, and do more workers help?

`python -m benchmarks cohort [--quick]`. A lake of 1,000 simulated runners of 50 runs each is
learned and judged in one process, in two, and on a loopback Dask cluster of two workers; then once
more, when nothing is left to do; `by_runs` says what longer histories cost. `wall_s` depends on who
else uses the machine, `cpu_s` (of all processes that did the work) hardly. The results of all
engines have to be the same rows. Of 20,000 runners: `python -m benchmarks cohort_many`.
"""

from __future__ import annotations

import hashlib
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb
from distributed import LocalCluster

from hakaru.bootstrap import Config, build
from hakaru.flows.cohort import CohortResult, cohort_evaluate, cohort_simulate, cohort_train
from hakaru.flows.context import Context, Settings
from hakaru.store.lake import RESULTS, SPLITS

_FULL, _QUICK = (1000, 50), (20, 40)
_RUNS_EACH = (50, 100, 200, 400)
_WORKERS = 2
_FEW = 10
_MB = 1e6


def run(quick: bool) -> Mapping[str, object]:
    """Per engine: wall and CPU seconds of training and judging, and again with nothing to do."""
    n_runners, n_runs = _QUICK if quick else _FULL
    folder = Path(tempfile.mkdtemp(prefix="hakaru-cohort-"))
    try:
        lake = folder / "lake"
        started_s = time.perf_counter()
        cohort_simulate(context_of(folder, 1), lake=lake, runners=n_runners, runs=n_runs, seed=1)
        simulated_s = time.perf_counter() - started_s
        found: dict[str, Mapping[str, object]] = {}
        digests = set()
        for name, engine in _engines(folder, lake, n_runners).items():
            shutil.rmtree(lake / RESULTS, ignore_errors=True)
            found[name] = engine()
            digests.add(_digest(lake))
        return {
            "n_runners": n_runners,
            "runs_each": n_runs,
            "simulate_s": round(simulated_s, 1),
            "same_results": len(digests) == 1,
            **sizes_of(lake, n_runners),
            **found,
            "coverage": _coverage(lake),
            "by_runs": {str(runs): _longer(folder, runs) for runs in _RUNS_EACH},
        }
    finally:
        shutil.rmtree(folder)


def _engines(
    folder: Path, lake: Path, n_runners: int
) -> Mapping[str, Callable[[], Mapping[str, object]]]:
    def local(workers: int) -> Mapping[str, object]:
        return measured(context_of(folder, workers), lake, "local", n_runners)

    def dask() -> Mapping[str, object]:
        cluster: Any = LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=_WORKERS, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
            silence_logs=50,
        )  # fmt: skip
        with cluster:
            address = str(cluster.scheduler_address).replace("tcp://", "dask://")
            return measured(context_of(folder, 1), lake, address, n_runners)

    return {
        "local_1_process": lambda: local(1),
        "local_2_processes": lambda: local(_WORKERS),
        "dask_2_workers": dask,
    }


def measured(context: Context, lake: Path, engine: str, n_runners: int) -> Mapping[str, object]:
    """Wall and CPU seconds of both steps, and of both again."""
    steps = {"train": cohort_train, "evaluate": cohort_evaluate}
    found: dict[str, object] = {}
    for name in ("train", "evaluate", "train_again", "evaluate_again"):
        cpu_s = _cpu_s()
        result: CohortResult = steps[name.removesuffix("_again")](
            context, lake=lake, engine=engine, anywhere=False
        )
        expected = (0, n_runners) if name.endswith("_again") else (n_runners, 0)
        assert (result.done, result.skipped) == expected
        found[f"{name}_wall_s"] = round(result.elapsed_s, 2)
        found[f"{name}_runners_per_s"] = round(n_runners / result.elapsed_s, 1)
        if not engine.startswith("dask"):  # its workers are not yet counted while they live
            found[f"{name}_cpu_s"] = round(_cpu_s() - cpu_s, 2)
    return found


def _longer(folder: Path, runs: int) -> Mapping[str, object]:
    """CPU seconds and bytes of a runner with so many runs, the mean of ten."""
    lake, context = folder / f"lake-{runs}", context_of(folder, 1)
    cohort_simulate(context, lake=lake, runners=_FEW, runs=runs, seed=5_000)
    used_s = [_cpu_s()]
    for step in (cohort_train, cohort_evaluate):
        step(context, lake=lake, engine="local", anywhere=False)
        used_s.append(_cpu_s())
    sizes = sizes_of(lake, _FEW)
    return {
        "train_cpu_s": round((used_s[1] - used_s[0]) / _FEW, 3),
        "evaluate_cpu_s": round((used_s[2] - used_s[1]) / _FEW, 3),
        "splits_bytes": sizes["splits_bytes_per_runner"],
        "results_bytes": sizes["results_bytes_per_runner"],
    }


def _cpu_s() -> float:
    """CPU seconds of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def context_of(folder: Path, workers: int) -> Context:
    """A product with so many processes."""
    config = Config(data_folder=folder / "data", settings=Settings(workers=workers))
    return build(config)


def sizes_of(lake: Path, n_runners: int) -> Mapping[str, object]:
    """Megabytes of a lake and its results, and bytes for each runner."""
    splits = sum(path.stat().st_size for path in (lake / SPLITS).glob("*.parquet"))
    results = sum(path.stat().st_size for path in (lake / RESULTS).rglob("*.parquet"))
    return {
        "splits_mb": round(splits / _MB, 2),
        "results_mb": round(results / _MB, 2),
        "splits_bytes_per_runner": round(splits / n_runners),
        "results_bytes_per_runner": round(results / n_runners),
    }


def _digest(lake: Path) -> str:
    """Of every row of every result."""
    digest = hashlib.sha256()
    for kind in ("baselines", "coverage", "verdicts"):
        pattern = str(lake / RESULTS / kind / "*.parquet")
        (row,) = duckdb.execute(
            "SELECT count(*), bit_xor(hash(t)) FROM read_parquet(?, hive_partitioning = true) t",
            [pattern],
        ).fetchall()
        digest.update(repr(row).encode())
    return digest.hexdigest()


def _coverage(lake: Path) -> Mapping[str, object]:
    """How often runs lay inside intervals that had not seen them, over all runners."""
    rows = duckdb.execute(
        "SELECT metric, sum(n_unseen), sum(n_unseen * inside_50_frac) / sum(n_unseen), "
        "sum(n_unseen * inside_80_frac) / sum(n_unseen), "
        "sum(n_unseen * inside_90_frac) / sum(n_unseen) "
        "FROM read_parquet(?) GROUP BY metric ORDER BY metric",
        [str(lake / RESULTS / "coverage" / "*.parquet")],
    ).fetchall()
    return {
        row[0]: {
            "n": int(row[1]),
            "inside_50_pct": round(100 * row[2], 1),
            "inside_80_pct": round(100 * row[3], 1),
            "inside_90_pct": round(100 * row[4], 1),
        }
        for row in rows
    }
