"""What does one FIT file on the disk hold, run or not?"""

from __future__ import annotations

from pathlib import Path

from hakaru.sources import archive
from hakaru.sources.files import read_regular, shown
from hakaru.sources.fit.opened import FitFile, open_fit


def read_fit(path: Path | str) -> FitFile:
    """Everything that Hakaru reads of a FIT file (or a gzipped one), as arrays with units.

        run = read_fit("activity.fit")
        run.records["gct_ms"], run.records["speed_mps"]  # one value per record

    Raises:
        Unreadable: it cannot be opened, or it is no FIT file. A damaged one is read as far as it
            goes: see `partial` and `issues`.
    """
    file = Path(path)
    data = read_regular(file)
    if archive.is_gzip(data):
        data = archive.gunzip(data, where=shown(file)).data
    return open_fit(data, path=shown(file))
