"""`hakaru watch`: one line per import, an exit code, and an end that is asked for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.flows.commands import environment
from tests.sources.strava_archive import Listed, recording_of
from tests.surfaces.invoking import invoke

FIT = recording_of(Listed(number=1, suffix=".fit"))
LONG_AGO_S = 1_700_000_000


def put(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    os.utime(path, (LONG_AGO_S, LONG_AGO_S))


def test_a_look_says_a_line_per_import(tmp_path: Path) -> None:
    put(tmp_path / "run.fit", FIT)
    result = invoke("watch", str(tmp_path), "--once", data=tmp_path / "data")
    assert result.exit_code == 0
    (line,) = result.output.splitlines()
    assert line.endswith("run.fit: 1 new run, 0 completed, 0 known already, 0 no runs, 0 not read")
    again = invoke("watch", str(tmp_path), "--once", data=tmp_path / "data")
    assert (again.exit_code, again.output) == (0, "")


def test_a_file_that_cannot_be_read_is_named_and_the_exit_code_tells(tmp_path: Path) -> None:
    put(tmp_path / "broken.fit", FIT[:10])
    result = invoke("watch", str(tmp_path), "--once", data=tmp_path / "data", language="ja")
    assert result.exit_code == 1
    assert "broken.fit" in result.output.splitlines()[1]


def test_a_folder_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    result = invoke("watch", str(tmp_path / "absent"), "--once", data=tmp_path / "data")
    assert result.exit_code == 2
    assert "a folder that is there" in result.output


def test_it_goes_on_until_it_is_ended(tmp_path: Path) -> None:
    put(tmp_path / "run.fit", FIT)
    with subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", "watch", str(tmp_path), "--lang", "en",
         "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        text=True,
        env=environment() | {"PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        first, second = (process.stdout.readline() for _ in range(2))
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
    assert "watching" in first
    assert "1 new run" in second
    assert (process.returncode, rest) == (0, "")
