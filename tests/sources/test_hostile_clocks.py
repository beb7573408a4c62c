"""Runs whose clock lies, as `tests.evidence.part10` writes them: their own figures stay right."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hakaru.flows.reading import prepare
from hakaru.running.activity import Recording
from hakaru.sources.discover import discover
from hakaru.sources.read import read_candidate
from tests.evidence.part10.hostile_clocks import CLOCKS, NAMED_BY_THE_ISSUE, Truth, write_clock
from tests.sources import fit_bytes as fb

DAY_S = 86_400
MORE_S, MEMORY_MAX_MB = 1.0, 200.0
MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
"""
"""In between, because a process counts the memory of the one that started it."""
SILENT = {"honest", "duplicate_times"}
"""Nothing of these is left out, so nothing is said."""


def only(path: Path) -> Recording:
    (candidate,) = discover([path])
    (recording,) = read_candidate(candidate)
    return recording


def assert_right(recording: Recording, truth: Truth) -> None:
    totals = prepare(recording).totals
    assert totals.distance_m == pytest.approx(truth.distance_m, rel=truth.tolerance_frac)
    assert totals.running_s == pytest.approx(truth.moving_s, rel=truth.tolerance_frac)
    assert totals.elapsed_s == pytest.approx(truth.moving_s, rel=truth.tolerance_frac)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("kind", ["gpx", "tcx"])
@pytest.mark.parametrize("name", sorted(CLOCKS))
def test_distance_and_time_are_those_of_the_run(tmp_path: Path, name: str, kind: str) -> None:
    path, truth = write_clock(tmp_path, name, kind)
    recording = only(path)
    assert_right(recording, truth)
    said = {issue.code for issue in recording.issues} - {"speed_derived"}
    assert bool(said) == (name not in SILENT)


@pytest.mark.parametrize("name", NAMED_BY_THE_ISSUE)
def test_a_leap_is_said_with_its_length(tmp_path: Path, name: str) -> None:
    path, _ = write_clock(tmp_path, name, "gpx")
    (issue,) = [issue for issue in only(path).issues if issue.code == "clock_leap"]
    assert "days at 0:29:59; the leap is a gap and counts as no time" in issue.message


@pytest.mark.parametrize("days", [30, 365, 2920])
@pytest.mark.parametrize("n_late", [1, 300])
def test_a_fit_clock_that_leaps_leaves_the_run_as_long_as_it_was(
    tmp_path: Path, days: int, n_late: int
) -> None:
    n = 900
    times = [at + (days * DAY_S if at >= n - n_late else 0) for at in range(n)]
    path = tmp_path / "leap.fit"
    path.write_bytes(fb.fit_file(fb.file_id(), *map(fb.record, times), fb.session()))
    recording = only(path)
    assert recording.series["elapsed_s"][-1] == pytest.approx(n - 1, abs=2)
    assert {issue.code for issue in recording.issues} == {
        "timestamp_jump" if n_late == 1 else "clock_leap"
    }


def cost_of_ingest(path: Path, data: Path) -> tuple[float, float]:
    """CPU seconds and peak megabytes of a whole `hakaru ingest`."""
    command = [sys.executable, "-m", "hakaru.surfaces.cli.main", "ingest", "--data", f"{data}"]
    measured = [sys.executable, "-c", MEASURED, *command, f"{path}"]
    done = subprocess.run(measured, check=False, capture_output=True, text=True)
    taken_s, peak, code = done.stdout.splitlines()[-1].split()
    assert code == "0", done.stderr
    return float(taken_s), float(peak) / (2**20 if sys.platform == "darwin" else 2**10)


@pytest.mark.sampled(1)
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say what a process took")
@pytest.mark.parametrize("kind", ["gpx", "tcx"])
def test_a_leap_of_years_costs_what_an_ordinary_run_costs(tmp_path: Path, kind: str) -> None:
    ordinary_s, _ = cost_of_ingest(write_clock(tmp_path, "honest", kind)[0], tmp_path / "one")
    path, _ = write_clock(tmp_path, "last_8_years_late", kind)
    taken_s, peak_mb = cost_of_ingest(path, tmp_path / "two")
    assert taken_s - ordinary_s <= MORE_S
    assert peak_mb <= MEMORY_MAX_MB
