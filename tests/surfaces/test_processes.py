"""The real command: its streams, its locale, what it loads, and who looks at it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.flows.commands import HANG_S, ROOT, environment, run, start
from tests.surfaces.invoking import DAY, RATED_DAY

LIGHT = ("status", "activities", "expect --pace 5:00", "baselines", "drift", f"form {DAY}")
NEVER_FOR_THEM = {"rich", "jinja2", "fitdecode", "pydantic", "pandas", "garminconnect"}


def modules_loaded_by(*words: str) -> set[str]:
    """The top-level modules that a command imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "hakaru.surfaces.cli.main", *words],
        cwd=ROOT,
        env=environment({"HAKARU_LANG": "en"}),
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG_S,
    )
    names = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s*(\S+)", done.stderr, re.MULTILINE)
    return {name.split(".")[0] for name in names}


def shown_on_a_terminal(*words: str) -> tuple[str, str]:
    """Standard output (a pipe) and what a terminal on standard error showed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", *words],
        cwd=ROOT,
        env=environment({"TERM": "xterm", "COLUMNS": "100"}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    shown = read_all(ours)
    out, _ = process.communicate(timeout=HANG_S)
    assert process.returncode == 0, shown
    return out.decode(), shown.decode()


def read_some(terminal: int) -> bytes:
    """The next piece; empty once the other side is closed (an error on Linux)."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def read_all(terminal: int) -> bytes:
    """All that a terminal shows until its other side is closed."""
    shown = b""
    while piece := read_some(terminal):
        shown += piece
    os.close(terminal)
    return shown


def test_help_loads_nothing_heavy() -> None:
    assert not modules_loaded_by("--help") & {*NEVER_FOR_THEM, "duckdb", "numpy"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", LIGHT)
def test_a_command_that_only_reads_loads_no_reader_no_template_and_no_bar(
    command: str, data: Path
) -> None:
    loaded = modules_loaded_by(*command.split(), "--data", str(data))
    assert "duckdb" in loaded
    assert not loaded & NEVER_FOR_THEM


def test_in_a_pipe_nothing_but_the_answer_is_written(season: Path, tmp_path: Path) -> None:
    done = run("ingest", str(season), "--data", str(tmp_path / "data"), "--json")
    assert done.returncode == 0
    assert done.stderr == ""
    assert json.loads(done.stdout)["ingested"] == len(list(season.iterdir()))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("language", "label"), [("en", "reading"), ("ja", "読み込み")])
def test_on_a_terminal_progress_is_shown_and_taken_away(
    season: Path, tmp_path: Path, language: str, label: str
) -> None:
    some = sorted(str(path) for path in season.glob("*.fit"))[:4]
    out, shown = shown_on_a_terminal(
        "ingest", *some, "--data", str(tmp_path / "data"), "--json", "--lang", language
    )
    assert json.loads(out)["ingested"] == 4
    assert label in shown
    assert "/4" in shown
    assert shown.rstrip().endswith(("\x1b[2K", "\x1b[?25h", "\x1b[1A\x1b[2K"))


def test_the_cursor_comes_back_when_a_step_fails(data: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", "simulate", "/proc/none",
         "--weeks", "1", "--data", str(data), "--lang", "en"],
        cwd=ROOT,
        env=environment({"TERM": "xterm", "COLUMNS": "100"}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = read_all(ours)
    process.communicate(timeout=HANG_S)
    assert process.returncode == 1
    hidden, back = shown.rfind(b"\x1b[?25l"), shown.rfind(b"\x1b[?25h")
    assert 0 <= hidden < back
    assert b"cannot be written" in shown


@pytest.mark.parametrize("columns", [50, 100])
def test_a_command_keeps_within_the_terminal_it_writes_to(data: Path, columns: int) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", "trends", "--data", str(data),
         "--lang", "en"],
        cwd=ROOT,
        env=environment({"COLUMNS": ""}),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = read_all(ours)
    assert process.wait(timeout=HANG_S) == 0
    widest = max(len(line) for line in shown.decode().splitlines())
    assert widest == pytest.approx(columns, abs=5)
    assert widest <= columns


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "1"},
    ],
    ids=str,
)
def test_japanese_survives_a_pipe_in_the_c_locale(data: Path, locale: dict[str, str]) -> None:
    done = run("form", RATED_DAY, "--data", str(data), env=locale)
    assert done.returncode == 0
    assert "接地時間" in done.stdout
    assert "★" in done.stdout


def test_where_a_character_cannot_be_written_it_is_escaped_and_json_stays_json(data: Path) -> None:
    cyrillic = {"PYTHONIOENCODING": "iso8859-5"}
    text = run("form", RATED_DAY, "--data", str(data), env=cyrillic)
    assert text.returncode == 0
    assert "\\u2605" in text.stdout
    told = run("form", RATED_DAY, "--data", str(data), "--json", env=cyrillic)
    assert "★" in json.loads(told.stdout)["overall_star_rating"]


def test_a_reader_that_goes_away_is_no_error_to_talk_about(data: Path) -> None:
    process = start("activities", "--data", str(data))
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    told = process.stderr.read()
    process.wait(timeout=HANG_S)
    process.stderr.close()
    assert "Traceback" not in told


def test_exit_codes_tell_a_script_what_happened(data: Path, tmp_path: Path) -> None:
    folder = ("--data", str(data), "--lang", "en")
    (tmp_path / "broken.fit").write_bytes(b"no recording")
    assert run("status", *folder).returncode == 0
    assert run("ingest", str(tmp_path / "broken.fit"), *folder).returncode == 1
    unknown = run("form", "1999-01-01", *folder)
    assert unknown.returncode == 2
    assert len(unknown.stderr.splitlines()) == 1
    assert run("label", *folder).returncode == 2
    assert run("no-such-command").returncode == 2


def test_linear_algebra_stays_in_one_thread_unless_the_user_says_otherwise() -> None:
    statement = (
        "import multiprocessing, os, sys; sys.argv = ['hakaru', '--version']\n"
        "import hakaru.surfaces.cli.main as cli\n"
        "try:\n    cli.main()\nexcept SystemExit:\n    print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    for said, expected in (({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")):
        env = environment()
        env.pop("OPENBLAS_NUM_THREADS", None)
        done = subprocess.run(
            [sys.executable, "-c", statement],
            cwd=ROOT,
            env={**env, **said},
            capture_output=True,
            text=True,
            check=True,
            timeout=HANG_S,
        )
        assert done.stdout.splitlines()[-1] == expected
