"""Every command that writes, killed at any moment: nothing is lost or half there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.faults.running import Commands, copied, digest
from tests.faults.writing import ELSEWHERE, WORDS, WRITING, words_of

N_MOMENTS = int(os.environ.get("HAKARU_KILL_MOMENTS", "40"))
IN_STEPS = {
    "ingest", "train", "understand", "label", "analyze", "run", "evaluate", "reevaluate", "edit",
    "remove",
}  # fmt: skip
"""These store one run after the other, and are taken up again where they were."""
AGREED_ONCE_MORE = {"nodes move", "undo"}
"""These note a person's leave first. Killed before they use it, they leave it to expire."""
UNDER_WAY = {"main.stale_results", "main.session_inputs"}
"""What is to be derived again, and what of a session is to be: the same before and after."""
WHOLE_FILES = {"nodes export", "focus export", "report"}
FIRST = ("ingest", "apply")
"""One that works in steps and one that does not: the others are killed in `make soak`."""
here = pytest.mark.parametrize(
    "command", sorted(WORDS, key=lambda command: (command not in FIRST, command))
)


def test_every_command_that_writes_is_killed_here_or_elsewhere() -> None:
    assert set(WRITING) <= WORDS.keys() | ELSEWHERE.keys()


def files_of(out: Path) -> Mapping[str, bytes]:
    """What lies in a folder, but for parts that begin with a dot."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def told(data: Path, command: str) -> Mapping[str, str]:
    """What the tables hold, but for leave that was given and not used."""
    left_out = {"state.node_confirmations"} if command in AGREED_ONCE_MORE else set()
    return {table: rows for table, rows in digest(data).items() if table not in left_out}


def killed_at_some_moments(
    command: str, n_moments: int, *, ran: Commands, prepared: Path, folder: Path
) -> list[str]:
    """How far the command was each time: "before", "between" or "after"."""
    words = words_of(command, prepared, folder / "out")

    def run(data: Path, kill_after_s: float | None = None) -> tuple[int, float]:
        (folder / "out").mkdir(exist_ok=True)
        done = ran.run(*words, data=data, kill_after_s=kill_after_s)
        return done.code, done.took_s

    data = copied(prepared / "data", folder / "data")
    before = told(data, command)
    code, took_s = run(data)
    assert code == 0
    once, written = told(data, command), files_of(folder / "out")
    ends = [once]
    run(data)
    ends.append(told(data, command))
    moments = []
    rng = Random(f"{command} {n_moments}")
    for _ in range(n_moments):
        copied(prepared / "data", data)
        shutil.rmtree(folder / "out", ignore_errors=True)
        run(data, kill_after_s=rng.uniform(0.0, took_s))
        now = told(data, command)
        for table, rows in before.items():
            if rows == once[table] == ends[1][table] and table not in UNDER_WAY:
                assert now[table] == rows, f"{table} was changed"
        if command not in IN_STEPS:
            assert now in (before, once), "half of it is there"
        if command in WHOLE_FILES:
            assert all(written[name] == data for name, data in files_of(folder / "out").items())
        moments.append("before" if now == before else "after" if now == once else "between")
        code, _ = run(data)
        assert told(data, command) in ends
        assert code == 0 or moments[-1] == "after" or files_of(folder / "out") == written
    return moments


@pytest.mark.sampled(2)
@here
def test_killed_at_any_moment_nothing_is_lost_and_the_next_one_completes_it(
    command: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    moments = killed_at_some_moments(command, 3, ran=ran, prepared=prepared, folder=tmp_path)
    assert len(moments) == 3


@pytest.mark.soak
@here
def test_so_it_is_at_very_many_moments(
    command: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    moments = killed_at_some_moments(
        command, N_MOMENTS, ran=ran, prepared=prepared, folder=tmp_path
    )
    assert len(moments) == N_MOMENTS
