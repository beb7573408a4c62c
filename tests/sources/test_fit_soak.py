"""Does the reader come back from whatever it is given, within a second? `make soak`."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from hakaru.core.errors import SourceError
from hakaru.running.activity import Provenance
from hakaru.sources.fit.recordings import read_fit
from tests.fuzz.arcs import Arc, arcs_of
from tests.shared import REAL
from tests.sources.fit_mutation import mutated
from tests.sources.fit_strange import strange_file

pytestmark = pytest.mark.soak
N_CHANGED = int(os.environ.get("HAKARU_FUZZ_FILES", "200000"))
FUZZ_MINUTES = float(os.environ.get("HAKARU_FUZZ_MINUTES", "30"))
LONGEST_S = 1.0
READER = ("/sources/fit/",)


def corpus(*, up_to_bytes: int) -> list[bytes]:
    paths = sorted(REAL.rglob("*.fit")) if REAL.is_dir() else []
    real = [path.read_bytes() for path in paths if path.stat().st_size <= up_to_bytes]
    return real + [strange_file(seed) for seed in range(20)]


def read(data: bytes) -> None:
    try:
        read_fit(data, provenance=Provenance(kind="fit", path="f.fit", sha256="0" * 64))
    except SourceError as error:
        assert str(error)


def comes_back_in_time(data: bytes, *, name: str, kept: Path) -> float:
    """Processor seconds; a file that breaks the reader or takes long is kept."""
    started_s = time.process_time()
    try:
        read(data)
    except BaseException:
        (kept / f"{name}.fit").write_bytes(data)
        raise
    took_s = time.process_time() - started_s
    if took_s > LONGEST_S:
        (kept / f"{name}.fit").write_bytes(data)
    assert took_s <= LONGEST_S, f"{name} took {took_s:.1f} s"
    return took_s


def test_no_change_of_a_file_breaks_the_reader_or_takes_long(tmp_path: Path) -> None:
    rng, files = Random(1), corpus(up_to_bytes=430_000)
    for number in range(N_CHANGED):
        comes_back_in_time(mutated(rng.choice(files), rng), name=f"{number}", kept=tmp_path)


def test_no_change_that_leads_to_new_lines_breaks_the_reader(tmp_path: Path) -> None:
    """Files whose changes led the reader along a new way are changed further."""
    rng, files = Random(2), corpus(up_to_bytes=6_000)
    seen: set[Arc] = set()
    until_s = time.monotonic() + 60.0 * FUZZ_MINUTES
    number = 0
    while time.monotonic() < until_s:
        number += 1
        data = mutated(rng.choice(files), rng)[:12_000]
        comes_back_in_time(data, name=f"guided-{number}", kept=tmp_path)
        new = arcs_of(lambda: read(data), parts=READER) - seen  # noqa: B023
        if new:
            seen |= new
            files.append(data)
    assert len(seen) > 300
