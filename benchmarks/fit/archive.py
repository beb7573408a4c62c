"""How long does it take to bring the samples of a whole archive into the database?

Files of one simulated season, read again and again until the records are as many as wished; each
reading is another activity. What is measured is file to table: read, decode, recordings, samples
as arrays into the store, some activities per turn. Splits and verdicts are not (see `ingest`).
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.running.activity import FloatArray, Provenance
from hakaru.sources.fit.recordings import read_fit
from hakaru.store.database import transaction
from hakaru.store.recordings import insert_series

Series = Mapping[str, FloatArray]
_PER_TURN = 20
_AHEAD = 32
_KIB_PER_MB = 1024.0


def archive(files: Sequence[Path], folder: Path, *, n_files: int) -> Mapping[str, object]:
    """Seconds and peak memory with one process, and with a second one that reads."""
    figures: dict[str, object] = {}
    for n_workers in (1, 2):
        started = partial(_bring_in, files, folder / f"{n_workers}", n_files, n_workers)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            figures[f"{n_workers}_process"] = alone.submit(started).result()
    return figures


def _bring_in(
    files: Sequence[Path], folder: Path, n_files: int, n_workers: int
) -> Mapping[str, object]:
    context = build(Config(data_folder=folder, settings=Settings()))
    chosen = islice(cycle(files), n_files)
    n_records, started_s = 0, time.perf_counter()
    read = _read_here(chosen) if n_workers == 1 else _read_beside(chosen)
    activity_id = 0
    while batch := list(islice(read, _PER_TURN)):
        rows = [(activity_id + place, series) for place, series in enumerate(batch, start=1)]
        activity_id += len(batch)
        n_records += sum(series["elapsed_s"].size for series in batch)
        with context.store.turn() as con, transaction(con):
            insert_series(con, rows)
    took_s = time.perf_counter() - started_s
    context.store.close()
    return {
        "records": n_records,
        "seconds": round(took_s, 2),
        "records_per_s": round(n_records / took_s),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB_PER_MB),
        "database_mb": round(sum(one.stat().st_size for one in folder.rglob("*")) / 1e6),
    }


def _read_here(files: Iterator[Path]) -> Iterator[Series]:
    return map(_series, files)


def _read_beside(files: Iterator[Path]) -> Iterator[Series]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_series, one) for one in islice(files, _AHEAD)]
        while waiting:
            yield waiting.pop(0).result()
            waiting.extend(pool.submit(_series, one) for one in islice(files, 1))


def _series(path: Path) -> Series:
    provenance = Provenance(kind="fit", path=str(path), sha256="")
    (recording,) = read_fit(path.read_bytes(), provenance=provenance)
    return recording.series
