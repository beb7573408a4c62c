"""Data folders with years of running, made once per version of what makes them.

3,000 runs of 3,400 one-second rows are 10.2 million rows. They go through what an ingest does after
reading (taking apart, storing, understanding, judging; 20 runs per turn), then `train --history`
and `reevaluate`. A folder is kept under the system's temporary folder, named by the hash of the
simulator and of what decides the rows that are stored.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tests.simulated import column_runs

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.flows.evaluate import reevaluate, train
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import past_of
from hakaru.flows.understand import SessionAnalyzer
from hakaru.running.activity import Recording

_ROOT = Path(__file__).resolve().parents[2] / "src" / "hakaru"
_DECIDES = (
    "sources/simulated/*.py",
    "store/migrations/*.sql",
    "running/**/*.py",
    "stats/*.py",
    "flows/understand.py",
    "flows/understand.py",
)
_RUNS_PER_TURN = 20
_SEED = 1


@dataclass(frozen=True, kw_only=True)
class Years:
    """Where the folder is and what it cost to make it (when it was made, not now)."""

    folder: Path
    built: Mapping[str, float]


def years_of_running(n_runs: int, rows_per_run: int) -> Years:
    """Runs of one length on one curve, the folder made now unless an earlier benchmark left it."""
    return kept_folder(
        f"hakaru-benchmark-{n_runs}x{rows_per_run}-",
        lambda: column_runs(n_runs, rows_per_run, seed=_SEED),
    )


def kept_folder(name: str, recordings: Callable[[], Iterator[Recording]]) -> Years:
    """A folder with these runs; `name` says which, its versions are told apart."""
    kept_in = Path(tempfile.gettempdir())
    folder = kept_in / (name + _fingerprint())
    facts = folder / "built.json"
    if not facts.is_file():
        for outdated in kept_in.glob(f"{name}*"):
            shutil.rmtree(outdated, ignore_errors=True)
        built = _build(folder, recordings())
        facts.write_text(json.dumps(built), encoding="utf-8")
    return Years(folder=folder, built=json.loads(facts.read_text(encoding="utf-8")))


def _build(folder: Path, recordings: Iterator[Recording]) -> Mapping[str, float]:
    context = build(Config(data_folder=folder, settings=Settings()))
    started_s = time.perf_counter()
    with context.store.read() as con:
        past = past_of(context, con)
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now())
    for batch in _batches(recordings):
        runs = [prepare(recording) for recording in batch]
        with context.store.write() as con:
            for run in runs:
                kept = analyzer.keep_new(con, run)
                past.remember(kept.run, kept.summary)
    stored_s = time.perf_counter()
    _learn(context)
    learned_s = time.perf_counter()
    context.store.close()
    return {
        "store_and_understand_s": round(stored_s - started_s, 1),
        "train_history_and_judge_s": round(learned_s - stored_s, 1),
    }


def _learn(context: Context) -> None:
    """A version per month and one now, and every run judged by the newest that had not seen it."""
    train(context, method="direct", history=True)
    reevaluate(context, since=None, until=None)


def _batches(recordings: Iterator[Recording]) -> Iterator[list[Recording]]:
    while batch := list(islice(recordings, _RUNS_PER_TURN)):
        yield batch


def latest_day(folder: Path) -> str:
    """The local day of the newest run."""
    context = build(Config(data_folder=folder, settings=Settings()))
    with context.store.read() as con:
        ((day,),) = con.execute("SELECT max(activity_date) FROM activities").fetchall()
    context.store.close()
    return str(day)


def day_before(folder: Path, day: str) -> str:
    """The local day of the newest run before a day."""
    context = build(Config(data_folder=folder, settings=Settings()))
    with context.store.read() as con:
        query = "SELECT max(activity_date) FROM activities WHERE activity_date < CAST(? AS DATE)"
        ((earlier,),) = con.execute(query, [day]).fetchall()
    context.store.close()
    return str(earlier)


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for pattern in _DECIDES:
        for path in sorted(_ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
