"""A server that worked in many threads gives back what they freed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.flows.commands import ROOT

WORK = """
import json, sys, threading
from pathlib import Path
from hakaru.surfaces.memory import give_back, keep_small

def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

def work(start):
    start.wait()
    kept = [[bytes(200) for _ in range(20_000)] for _ in range(3)]
    del kept[::2]

if sys.argv[1] == "small":
    keep_small()
before = resident_mb()
for _ in range(3):
    start = threading.Barrier(12)
    threads = [threading.Thread(target=work, args=(start,)) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
if sys.argv[1] == "small":
    give_back()
print(json.dumps({"grown_mb": resident_mb() - before,
                  "named": [one.name for one in threading.enumerate()]}))
"""


def worked(how: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", WORK, how], cwd=ROOT, capture_output=True, text=True, check=True
    )
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what glibc keeps is its own")
def test_what_threads_freed_goes_back_to_the_system() -> None:
    small = worked("small")
    assert "trim" in str(small["named"])
    assert float(str(small["grown_mb"])) < 15.0
    assert "trim" not in str(worked("as it is")["named"])
