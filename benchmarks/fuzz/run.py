"""How many changed files does every decoder read without a crash, and how long does the worst take?

`python -m benchmarks fuzz [--quick]`. HAKARU_FUZZ_EXECUTIONS executions in all (1,000,000), shared
out over the decoders of `tests/fuzz/decoders.py` in five rounds, from the committed corpus on, each
in a process that may take 512 MB. One in fifty is watched line by line, and what leads along a
new way is changed further. A fault is anything but a `SourceError`: another exception (a warning,
too), more than 5 s of the processor, more memory, a process that died. Faults and new inputs stay
in HAKARU_FUZZ_FOUND (a folder of this run alone unless it is set).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.fuzz.decoders import DECODERS, Decoder

from benchmarks.report import ROOT

_EXECUTIONS = 1_000_000
_QUICK = 3_000
_ROUNDS = 5
_SECONDS_PER_EXECUTION = 0.2
"""A stretch that takes longer on average hangs where no signal reaches."""


def run(quick: bool) -> Mapping[str, object]:
    """Executions, new ways, faults and the slowest read, per decoder and in all."""
    wanted = _QUICK if quick else int(os.environ.get("HAKARU_FUZZ_EXECUTIONS", _EXECUTIONS))
    began_s = time.monotonic()
    each: dict[str, dict[str, Any]] = {}
    with _found() as found:
        for number in range(1 if quick else _ROUNDS):
            share = wanted if quick else wanted / _ROUNDS
            for decoder in DECODERS:
                done = _stretch(decoder, round(share * decoder.share), _seed(number), found)
                each[decoder.name] = _joined(each[decoder.name], done) if number else done
                _tell(decoder, each)
    executions = sum(one["executions"] for one in each.values())
    return {
        "executions": executions,
        "faults": sum(one["faults"] for one in each.values()),
        "slowest_s": max(one["slowest_s"] for one in each.values()),
        "peak_mb": max(one["peak_mb"] for one in each.values()),
        "executions_per_s": round(executions / (time.monotonic() - began_s)),
        **each,
    }


@contextmanager
def _found() -> Iterator[Path]:
    given = os.environ.get("HAKARU_FUZZ_FOUND")
    if given is not None:
        yield Path(given)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _seed(number: int) -> int:
    """Of each round its own, the same every time."""
    return int(os.environ.get("HAKARU_FUZZ_SEED", "1")) + 1000 * number


def _tell(decoder: Decoder, each: Mapping[str, Mapping[str, Any]]) -> None:
    """How far it is: a run of an hour should be seen to go on."""
    executions = sum(one["executions"] for one in each.values())
    faults = sum(one["faults"] for one in each.values())
    print(
        f"  {executions} executions, {faults} faults; {decoder.name}", file=sys.stderr, flush=True
    )


def _joined(total: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    sums = {key: total[key] + one[key] for key in ("executions", "watched", "faults")}
    sums["read_without_error"] = total["read_without_error"] + one["read_without_error"]
    most = {key: max(total[key], one[key]) for key in ("arcs", "slowest_s", "peak_mb")}
    first = sorted({*total["first_faults"], *one["first_faults"]})
    return {**total, **sums, **most, "first_faults": first}


def _stretch(decoder: Decoder, n: int, seed: int, path: Path) -> dict[str, Any]:
    words = ["-W", "error", "-m", "tests.fuzz.worker", decoder.name, str(n), str(seed), str(path)]
    try:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=60 + n * _SECONDS_PER_EXECUTION,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _died(decoder, path, "it hung")
    if done.returncode != 0:
        return _died(decoder, path, f"the process ended with {done.returncode}: {done.stderr}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _died(decoder: Decoder, path: Path, what: str) -> dict[str, Any]:
    (path / "faults").mkdir(parents=True, exist_ok=True)
    (path / "current").replace(path / "faults" / f"{decoder.name}-died.seed")
    counts = dict.fromkeys(("executions", "watched", "read_without_error", "arcs_before"), 0)
    return {**counts, "arcs": 0, "slowest_s": 0.0, "peak_mb": 0.0, "faults": 1,
            "first_faults": [what[-300:]]}  # fmt: skip
