"""File names that are no UTF-8, in a folder and in a zip, beside good ones: how many are stored?"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import duckdb
from tests.evidence.part10 import hostile_clocks as made

from benchmarks.no_way_out.world import environment


def measure(*, quick: bool) -> Mapping[str, object]:
    """Runs that had to be stored, and those that were. The size is the same for a first look."""
    with tempfile.TemporaryDirectory(prefix="hakaru-names-") as scratch:
        folder, archive = Path(scratch) / "folder", Path(scratch) / "old.zip"
        folder.mkdir()
        counts = {
            "folder": made.write_folder_of_names(folder),
            "zip": made.write_zip_of_names(archive),
        }
        figures: dict[str, object] = {"quick": quick}
        for name, path in (("folder", folder), ("zip", archive)):
            stored, lines = _ingested(path, Path(scratch) / f"data-{name}")
            figures[name] = {
                "runs": counts[name],
                "stored": stored,
                "lost": counts[name] - stored,
                "lines_of_a_traceback": lines,
            }
    return figures


def _ingested(path: Path, data: Path) -> tuple[int, int]:
    """How many runs are stored after an ingest, and lines of a traceback it printed."""
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-m",
            "hakaru.surfaces.cli.main",
            "ingest",
            str(path),
            "--data",
            str(data),
        ],
        env=environment(data.parent),
        capture_output=True,
        check=False,
        timeout=120,
    )
    lines = done.stderr.count(b"\n  File ")
    if not (data / "hakaru.duckdb").is_file():
        return 0, lines
    with duckdb.connect(str(data / "hakaru.duckdb"), read_only=True) as con:
        row = con.execute("SELECT count(*) FROM activities").fetchone()
    return (row[0] if row else 0), lines
