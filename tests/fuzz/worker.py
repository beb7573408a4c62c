"""One stretch of fuzzing in a process of its own, which may take 512 MB and no more.

`python -W error -m tests.fuzz.worker DECODER N SEED FOLDER`: prints what came of it as JSON. In
FOLDER lie what it found (`DECODER/*.seed`, `faults/`), and what it reads at the moment (`current`).
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random

from tests.fuzz.corpus import kept
from tests.fuzz.decoders import DECODERS, Decoder
from tests.fuzz.fuzzing import Run, fuzz, name_of, stopping_what_hangs, watch

MOST_MEMORY_BYTES = 512 * 2**20
SCRATCH = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
_FAULTS_MOST = 20


def main(name: str, n: str, seed: str, found: str) -> Mapping[str, object]:
    """Fuzz one decoder, from everything known of it on."""
    (decoder,) = (one for one in DECODERS if one.name == name)
    folder = Path(found)
    (folder / name).mkdir(parents=True, exist_ok=True)
    seeds = [*decoder.samples(), *kept(decoder), *kept(decoder, below=folder)]
    known = _arcs_of(decoder, seeds)
    limit_memory(MOST_MEMORY_BYTES)
    run = _fuzzed(_noting(decoder, folder), seeds, n=int(n), seed=int(seed))
    for data in run.led:
        (folder / name / name_of(data)).write_bytes(data)
    for fault in run.faults[:_FAULTS_MOST]:
        (folder / "faults").mkdir(exist_ok=True)
        (folder / "faults" / f"{name}-{name_of(fault.data)}").write_bytes(fault.data)
    return {
        "executions": run.executions,
        "watched": run.watched,
        "read_without_error": run.accepted,
        "arcs_before": known,
        "arcs": len(run.arcs),
        "slowest_s": round(run.slowest_s, 3),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000, 1),
        "faults": len(run.faults),
        "first_faults": sorted({fault.what for fault in run.faults})[:_FAULTS_MOST],
    }


def limit_memory(more_bytes: int) -> None:
    """From now on this process may take so much more; what wants more gets a MemoryError."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + more_bytes
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _fuzzed(decoder: Decoder, seeds: list[bytes], *, n: int, seed: int) -> Run:
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch, stopping_what_hangs():
        return fuzz(decoder, seeds, n=n, rng=Random(seed), folder=Path(scratch))


def _arcs_of(decoder: Decoder, seeds: list[bytes]) -> int:
    run = Run()
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch, stopping_what_hangs():
        for data in seeds:
            watch(decoder, data, Path(scratch), run)
    return len(run.arcs)


def _noting(decoder: Decoder, folder: Path) -> Decoder:
    """The decoder, with what it reads written down first: what kills this process is then known."""
    descriptor = os.open(folder / "current", os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600)

    def read(data: bytes, scratch: Path) -> object:
        os.ftruncate(descriptor, len(data))
        os.pwrite(descriptor, data, 0)
        return decoder.read(data, scratch)

    return Decoder(
        name=decoder.name,
        read=read,
        samples=decoder.samples,
        change=decoder.change,
        share=decoder.share,
        parts=decoder.parts,
    )


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*sys.argv[1:])))
