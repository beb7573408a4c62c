"""How fast are FIT files read, against the vendor's SDK and fitdecode, and into the database?

`python -m benchmarks fit [--quick]`. Readers take turns on the same files, so that their ratios
hold on a busy machine: the real recordings of the shared folder with 1,000 records or more where it
exists, and apart from them simulated ones. Seconds are processor seconds unless named otherwise.
`everything` reads all numbers of all messages like the others do; `columns` is what the product
reads. Each checks the checksum once.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from tests.shared import REAL
from tests.simulated import write_season

from benchmarks.fit import readers
from benchmarks.fit.archive import archive
from benchmarks.fit.hour import hour_into_database
from benchmarks.fit.made import irregular_file, plain_file, redefining_file
from hakaru.sources.fit.scan import fit_crc
from hakaru.sources.simulated.season import SeasonSettings

Reader = Callable[[bytes], int]
_READERS: Mapping[str, Reader] = {
    "columns": readers.columns,
    "everything": readers.everything,
    "vendor_sdk": readers.vendor,
    "fitdecode": readers.plainly,
}
_FAST = ("columns", "everything")
_SIZES = (1_000, 5_000, 20_000, 50_000)
_REDEFINED = 10_000
_FILES_MOST = 60
"""Of each kind: real recordings and simulated ones are compared apart."""
_ARCHIVE_RECORDS = 10_000_000


def run(quick: bool) -> Mapping[str, object]:
    """Medians of paired rounds."""
    with tempfile.TemporaryDirectory(prefix="hakaru-fit-") as folder:
        settings = SeasonSettings(seed=1, start_on=date(2025, 1, 6), weeks=1 if quick else 12)
        files = write_season(Path(folder) / "season", settings)
        real = _real_files()
        hours = real if real else {file.stem: file.read_bytes() for file in files}
        made = [file.read_bytes() for file in files]
        few, rounds = (2, 1) if quick else (_FILES_MOST, 5)
        n_files = len(files) if quick else _files_for(files, _ARCHIVE_RECORDS)
        per_record_us = _per_record(rounds=3 if quick else 15)
        return {
            "readers": _compared((list(real.values()) or made)[:few], rounds=rounds),
            "readers_of_simulated_files": _compared(made[:few], rounds=rounds),
            "microseconds_per_record": per_record_us,
            "times_an_ordinary_record": _beside_an_ordinary(per_record_us),
            "one_hour": hour_into_database(hours, rounds=1 if quick else 5),
            "archive": archive(files, Path(folder), n_files=n_files),
        }


def _real_files() -> Mapping[str, bytes]:
    found = {path.stem: path.read_bytes() for path in sorted(REAL.rglob("*.fit"))}
    return {name: data for name, data in found.items() if readers.columns(data) >= 1_000}


def _files_for(files: Sequence[Path], n_records: int) -> int:
    per_file = statistics.fmean(readers.columns(file.read_bytes()) for file in files)
    return round(n_records / per_file)


def _compared(files: Sequence[bytes], *, rounds: int) -> Mapping[str, object]:
    n_records = sum(readers.columns(data) for data in files)
    seconds: dict[str, list[float]] = {name: [] for name in _READERS}
    for _ in range(rounds):
        for name, reader in _READERS.items():
            seconds[name].append(_cpu_s(reader, files, times=10 if name in _FAST else 1))
    medians = {name: statistics.median(each) for name, each in seconds.items()}
    return {
        "files": len(files),
        "records": n_records,
        "records_per_s": {name: round(n_records / took_s) for name, took_s in medians.items()},
        "times_the_vendor_sdk": _ratios(seconds, "vendor_sdk"),
        "times_fitdecode": _ratios(seconds, "fitdecode"),
        "checksum_ms_per_megabyte": round(
            _cpu_s(fit_crc, files, times=10) / sum(map(len, files)) * 1e9, 3
        ),
    }


def _ratios(seconds: Mapping[str, Sequence[float]], other: str) -> Mapping[str, float]:
    """The median of the ratios within each round."""
    return {
        name: round(
            statistics.median(a / b for a, b in zip(seconds[other], seconds[name], strict=True)), 1
        )
        for name in _FAST
    }


def _per_record(*, rounds: int) -> Mapping[str, float]:
    """By the number of records, and for files that define their messages anew for every record:
    three layouts in turn, and in no order."""
    made = {f"{n}_records": (n, plain_file(n)) for n in (*_SIZES, _REDEFINED)}
    made["10000_records_redefined_in_turn"] = (_REDEFINED, redefining_file(_REDEFINED))
    made["10000_records_redefined_at_random"] = (_REDEFINED, irregular_file(_REDEFINED))
    spent: dict[str, list[float]] = {name: [] for name in made}
    for _ in range(rounds):
        for name, (n_records, data) in made.items():
            spent[name].append(_cpu_s(readers.columns, [data], times=3) / n_records * 1e6)
    return {name: round(statistics.median(each), 3) for name, each in spent.items()}


def _beside_an_ordinary(per_record_us: Mapping[str, float]) -> Mapping[str, float]:
    """What a record costs in a long file and in files that redefine their messages."""
    ordinary = f"{_REDEFINED}_records"
    return {
        f"{_SIZES[-1]}_records_beside_{_SIZES[0]}": _times(
            per_record_us[f"{_SIZES[-1]}_records"], per_record_us[f"{_SIZES[0]}_records"]
        ),
        **{
            name.removeprefix(f"{ordinary}_"): _times(cost, per_record_us[ordinary])
            for name, cost in per_record_us.items()
            if name.startswith(f"{ordinary}_")
        },
    }


def _times(cost: float, of: float) -> float:
    return round(cost / of, 2)


def _cpu_s(reader: Reader, files: Sequence[bytes], *, times: int) -> float:
    started_s = time.process_time()
    for _ in range(times):
        for data in files:
            reader(data)
    return (time.process_time() - started_s) / times
