"""Files that come into a folder while `hakaru watch` looks at it.

`python -m benchmarks.together.arriving DATA FOLDER SEASON`: prints the number of the watching
process first; ended by closing its standard input. The watching goes on until it has told of every
file, or for a minute more.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from benchmarks.together.until import until_closed

PAUSE_S = 2.0
_LOOKS_EACH_S = "1"
_LONGEST_S = 60.0
_TAKEN_IN = re.compile(r"(\d+) new runs?\b")
_BUSY = "the store is busy"
"""Another program writes: it says so, and tries again."""


class _Told:
    """What the watching process says, line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.stored, self.n_busy, self.others = 0, 0, list[str]()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = _TAKEN_IN.search(line)
            if found:
                self.stored += int(found[1])
            elif _BUSY in line:
                self.n_busy += 1
            elif not line.startswith("watching "):
                self.others.append(line.strip()[:300])


def main(data: str, folder: str, season: str) -> None:
    """A file every two seconds, as a browser writes it: under another name until it is whole."""
    words = ["-m", "hakaru.surfaces.cli.main", "watch", folder, "--every", _LOOKS_EACH_S]
    process = subprocess.Popen(
        [sys.executable, *words, "--data", data],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "HAKARU_LANG": "en", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    print(process.pid, flush=True)
    told, arrived = _Told(process), 0
    files = sorted(Path(season).glob("*.fit"))
    for turn in until_closed(every_s=PAUSE_S):
        if turn < len(files):
            whole = Path(folder) / files[turn].name
            coming = whole.with_name(whole.name + ".part")
            shutil.copyfile(files[turn], coming)
            coming.replace(whole)
            arrived += 1
    _wait_for(told, arrived)
    process.terminate()
    process.wait(timeout=_LONGEST_S)
    told.thread.join()
    errors = told.others + [f"{arrived - told.stored} files were not taken in"] * (
        arrived != told.stored
    )
    print(json.dumps({"calls": arrived, "stored": told.stored, "errors": errors}), flush=True)


def _wait_for(told: _Told, arrived: int) -> None:
    over = threading.Event()
    for _ in range(int(_LONGEST_S)):
        if told.stored >= arrived or over.wait(1.0):
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
