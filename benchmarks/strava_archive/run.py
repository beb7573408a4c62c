"""The archive of a Strava account: `python -m benchmarks strava_archive`.

A generated archive of 1,000 activities of half an hour, nine of ten of them runs, four of five as
FIT: `first` is its ingest into a new folder, `again` the same a second time; `_s` by the clock and
`_cpu_s` by the processor, the whole command. `missing_runs`: how many runs of the list are not
stored.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.sources.strava_archive import Archive, Listed, write_archive

from benchmarks.apple_health.run import ingest_of
from hakaru.store.database import Store

_FILES, _QUICK_FILES = 1_000, 20


def run(quick: bool) -> Mapping[str, object]:
    """One group of figures."""
    n_files = _QUICK_FILES if quick else _FILES
    rows = [
        Listed(
            number=number,
            is_run=number % 10 != 0,
            length_s=1800,
            suffix=".gpx.gz" if number % 5 == 0 else ".fit.gz",
        )
        for number in range(1, n_files + 1)
    ]
    with tempfile.TemporaryDirectory(prefix="hakaru-strava-") as folder:
        path, data = Path(folder) / "export.zip", Path(folder) / "data"
        write_archive(path, Archive(rows=rows))
        first, again = ingest_of(path, data), ingest_of(path, data)
        store = Store(data)
        with store.read(as_it_is=True) as con:
            stored = con.execute("SELECT count(*) FROM activities").fetchone()
        store.close()
    assert stored is not None
    return {
        "files": n_files,
        "missing_runs": abs(sum(row.is_run for row in rows) - stored[0]),
        "first_s": first["s"],
        "first_cpu_s": first["cpu_s"],
        "first_peak_mb": first["peak_mb"],
        "again_s": again["s"],
        "again_cpu_s": again["cpu_s"],
    }
