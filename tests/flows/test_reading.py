"""Reading many files: in order, in other processes, and past those that break something."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from hakaru.core.errors import Unreadable
from hakaru.flows.reading import read_all, read_one
from hakaru.records import frozen
from hakaru.sources.discover import Candidate, FileRef, discover
from tests.flows.commands import HANG_S, ROOT, environment

NOTHING: frozenset[tuple[str, str]] = frozenset()


@frozen
class _Deadly(Candidate):
    """Ends the process that receives it, as a lack of memory would."""

    def __reduce__(self) -> tuple[Callable[[int], object], tuple[int]]:
        return os._exit, (9,)


def test_files_are_read_in_their_order_whoever_reads_them(season: Path) -> None:
    candidates = discover([season])[:7]
    alone = [read.sha256 for read in read_all(candidates, NOTHING, workers=1)]
    together = [read.sha256 for read in read_all(candidates, NOTHING, workers=2)]
    assert together == alone
    assert len(set(alone)) == 7


def test_what_is_known_is_not_read_again(season: Path) -> None:
    candidates = discover([season])[:7]
    first = read_one(candidates[0], NOTHING)
    known = frozenset({(first.sha256, "")})
    again = list(read_all(candidates, known, workers=2))
    assert [read.already_known for read in again] == [True] + [False] * 6
    assert again[0].runs == ()


def test_a_file_that_kills_its_reader_has_failed_and_the_rest_is_read(season: Path) -> None:
    candidates = list(discover([season])[:6])
    killer = candidates[1]
    candidates[1] = _Deadly(file=killer.file, kind=killer.kind)
    reads = list(read_all(candidates, NOTHING, workers=2))
    assert [len(read.runs) for read in reads] == [1, 0, 1, 1, 1, 1]
    assert [read.path for read in reads] == [str(candidate.path) for candidate in candidates]
    assert isinstance(reads[1].error, Unreadable)
    assert "process that read it" in reads[1].error.reason


def test_a_script_whose_own_work_keeps_other_processes_from_beginning_reads_alone(
    season: Path, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\n"
        "from hakaru.flows.reading import read_all\n"
        "from hakaru.sources.discover import discover\n"
        f"files = discover([Path({str(season)!r})])[:7]\n"
        "reads = list(read_all(files, frozenset(), workers=2))\n"
        "print(sum(len(read.runs) for read in reads))\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    assert (done.returncode, done.stdout) == (0, "7\n")


def test_a_defect_in_a_reader_is_named_as_such(season: Path) -> None:
    first, second = discover([season])[:2]
    impossible = Candidate(file=first.file, kind="fit", beside=(second.file,))
    read = read_one(impossible, NOTHING)
    assert isinstance(read.error, Unreadable)
    assert "unexpected ValueError" in read.error.reason


def test_a_file_that_is_gone_has_failed(tmp_path: Path) -> None:
    read = read_one(Candidate(file=FileRef(path=tmp_path / "gone.fit"), kind="fit"), NOTHING)
    assert isinstance(read.error, Unreadable)
    assert read.sha256 == ""
    assert read.name.endswith("gone.fit")
