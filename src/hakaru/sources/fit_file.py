"""What does one FIT file on the disk hold, run or not?"""

from __future__ import annotations

from pathlib import Path

from hakaru.errors import Unreadable
from hakaru.sources import archive
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
    try:
        if file.stat().st_size > archive.MEMBER_MAX_BYTES:
            raise Unreadable(str(file), "larger than any recording can be")
        data = file.read_bytes()
    except OSError as exc:
        raise Unreadable(str(file), f"it cannot be opened: {exc.strerror}") from exc
    if archive.is_gzip(data):
        data = archive.gunzip(data, where=str(file)).data
    return open_fit(data, path=str(file))
