"""How long does it take to bring recordings in, against plain fitdecode and executemany?

`python -m benchmarks ingest [--quick]`. Everything runs in one go on one machine, in turn:
one hour of running (files of the shared folder where it exists, and a simulated hour) into an
empty store and into one with ten years in it; then a season of 200 simulated files with one and
with two reading processes, and every tenth of those files by a plain script (scaled by size).
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from tests.shared import REAL
from tests.simulated import write_season

from benchmarks.commands.years import years_of_running
from benchmarks.ingest.plain import plain_ingest
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Context, Settings
from hakaru.flows.ingest import ingest
from hakaru.flows.reading import place, prepare
from hakaru.flows.remembered import past_of
from hakaru.flows.understand import SessionAnalyzer
from hakaru.running.activity import Recording
from hakaru.sources.discover import discover
from hakaru.sources.read import read_candidate
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.database import transaction

T = TypeVar("T")
_HOUR_FILES = (
    "fit_dynamics/fr965_2026_intervals_power.fit",
    "fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit",
    "connect_api/2477200414/activity_2477200414.fit",
)
_SEASON = SeasonSettings(seed=1, start_on=date(2025, 1, 6), weeks=40)


@dataclass(frozen=True, kw_only=True)
class _Folders:
    """Where files and data folders of one measurement lie."""

    scratch: Path
    season: Path
    files: Sequence[Path]


def run(quick: bool) -> Mapping[str, object]:
    """Seconds, medians of paired rounds; `database_s`: finding twins, storing, judging."""
    with tempfile.TemporaryDirectory(prefix="hakaru-ingest-") as folder:
        scratch = Path(folder)
        season = scratch / "season"
        weeks = 2 if quick else _SEASON.weeks
        settings = SeasonSettings(seed=_SEASON.seed, start_on=_SEASON.start_on, weeks=weeks)
        files = write_season(season, settings)
        folders = _Folders(scratch=scratch, season=season, files=files)
        return {
            "one_hour": _one_hour(folders, rounds=1 if quick else 5),
            "one_hour_into_ten_years": _into_years(folders, quick=quick),
            "season": _season(folders, rounds=1 if quick else 3),
        }


def _one_hour(folders: _Folders, *, rounds: int) -> Mapping[str, object]:
    return {
        path.stem: _file_figures(path, folders.scratch, rounds=rounds)
        for path in _hour_files(folders)
    }


def _hour_files(folders: _Folders) -> list[Path]:
    """Real hours where they are at hand, and the simulated run closest to an hour."""
    real = [REAL / name for name in _HOUR_FILES if (REAL / name).is_file()]
    sizes = {path: path.stat().st_size for path in folders.files}
    hour = min(sizes, key=lambda path: abs(sizes[path] - 3600 * 35))
    return [*real, hour]


def _file_figures(path: Path, scratch: Path, *, rounds: int) -> Mapping[str, object]:
    seconds: dict[str, list[float]] = {"total": [], "read": [], "database": [], "plain": []}
    for number in range(rounds):
        data = scratch / f"hour-{path.stem}-{number}"
        context = _context(data, workers=1)
        with context.store.write():
            pass
        seconds["total"].append(_timed(lambda: ingest(context, paths=(path,))))  # noqa: B023
        context.store.close()
        shutil.rmtree(data)
        fresh = _context(data, workers=1)
        (candidate,) = discover([path])
        read_s, recordings = _result_of(lambda: read_candidate(candidate))  # noqa: B023
        seconds["read"].append(read_s)
        seconds["database"].append(_database_s(fresh, recordings))
        fresh.store.close()
        seconds["plain"].append(_timed(lambda: plain_ingest([path], scratch / "plain.duckdb")))
    rows = sum(recording.series["elapsed_s"].size for recording in recordings)
    medians = {f"{name}_s": round(statistics.median(each), 3) for name, each in seconds.items()}
    return {"rows": rows, **medians, "faster": _ratio(medians["plain_s"], medians["total_s"])}


def _database_s(context: Context, recordings: Sequence[Recording]) -> float:
    """Twin search, storing, understanding and judging in an open turn: one file's share of it."""
    runs = [prepare(recording) for recording in recordings]
    with context.store.read() as con:
        past = past_of(context, con).copy()
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now())
    with context.store.turn() as con:
        started_s = time.perf_counter()
        with transaction(con):
            for run in runs:
                analyzer.keep_new(con, place(con, run).run)
        return time.perf_counter() - started_s


def _into_years(folders: _Folders, *, quick: bool) -> Mapping[str, object]:
    """Hours where ten years are stored already: medians over the files of `one_hour`."""
    years = years_of_running(150 if quick else 3000, 3400)
    seconds: dict[str, list[float]] = {"database": [], "total": []}
    data = folders.scratch / "years"
    for name, each in seconds.items():
        shutil.copytree(years.folder, data)
        context = _context(data, workers=1)
        for path in _hour_files(folders):
            (candidate,) = discover([path])
            if name == "database":
                each.append(_database_s(context, read_candidate(candidate)))
            else:
                each.append(_timed(lambda: ingest(context, paths=(path,))))  # noqa: B023
        context.store.close()
        shutil.rmtree(data)
    return {f"{name}_s": round(statistics.median(each), 3) for name, each in seconds.items()}


def _season(folders: _Folders, *, rounds: int) -> Mapping[str, object]:
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for number in range(rounds):
        for workers, each in seconds.items():
            context = _context(folders.scratch / f"season-{workers}-{number}", workers=workers)
            each.append(_timed(lambda: ingest(context, paths=(folders.season,))))  # noqa: B023
            context.store.close()
    one_s, two_s = (statistics.median(each) for each in seconds.values())
    some = folders.files[:: min(10, len(folders.files) // 2)]
    plain_s = _timed(lambda: plain_ingest(some, folders.scratch / "plain.duckdb"))
    scaled_s = plain_s * _megabytes(folders.files) / _megabytes(some)
    return {
        "files": len(folders.files),
        "megabytes": round(_megabytes(folders.files), 1),
        "one_process_s": round(one_s, 2),
        "two_processes_s": round(two_s, 2),
        "per_file_s": round(two_s / len(folders.files), 4),
        "plain_files": len(some),
        "plain_s": round(plain_s, 2),
        "plain_scaled_s": round(scaled_s, 1),
        "faster_with_one": _ratio(scaled_s, one_s),
        "faster_with_two": _ratio(scaled_s, two_s),
    }


def _megabytes(files: Sequence[Path]) -> float:
    return sum(path.stat().st_size for path in files) / 1e6


def _context(data: Path, *, workers: int) -> Context:
    return build(Config(data_folder=data, settings=Settings(workers=workers)))


def _timed(act: Callable[[], object]) -> float:
    return _result_of(act)[0]


def _result_of(act: Callable[[], T]) -> tuple[float, T]:
    started_s = time.perf_counter()
    value = act()
    return time.perf_counter() - started_s, value


def _ratio(theirs_s: float, ours_s: float) -> float:
    return round(theirs_s / ours_s, 1)
