"""Does the wheel work where nothing of ours is: a fresh environment, each Python at hand, outside
of the checkout? (`make soak`: every package is installed anew.)"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.packaging.building import sdist_in, wheel_in

pytestmark = pytest.mark.soak

VERSIONS = ("3.11", "3.12", "3.13")
INSTALL_S = 900.0
COMMAND_S = 120.0
START_S = 5.0
HEAVY = ("pandas", "polars", "scikit-learn", "opencv", "openai", "anthropic", "dask", "matplotlib")


def pythons() -> dict[str, Path]:
    """The interpreters at hand, by version: on the PATH, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    by_version = {}
    for version in VERSIONS:
        named = shutil.which(f"python{version}")
        on_path = [] if named is None else [Path(named)]
        for candidate in [*sorted(kept.glob(f"{version}.*/bin/python")), *on_path]:
            version_text = told(
                [str(candidate), "-c", "import sys; print(sys.version)"], check=False
            )
            if version_text.startswith(f"{version}."):
                by_version[version] = candidate
    return by_version


def told(words: Sequence[str], *, timeout_s: float = COMMAND_S, check: bool = True) -> str:
    """Run it in an empty folder with nothing of this checkout around; what it printed."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "HAKARU_", "VIRTUAL_ENV", "COV_"))
    }
    done = subprocess.run(
        words, cwd="/", env=kept, capture_output=True, text=True, check=False, timeout=timeout_s
    )
    assert not check or done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def install(python: Path, archive: Path, folder: Path) -> Path:
    """A fresh environment with the archive in it; its `bin`."""
    told([str(python), "-m", "venv", str(folder)])
    programs = folder / "bin"
    told([str(programs / "pip"), "install", "-q", str(archive)], timeout_s=INSTALL_S)
    return programs


def walk(programs: Path, folder: Path) -> None:
    """A new user's first minutes."""
    hakaru = [str(programs / "hakaru")]
    data = ["--data", str(folder / "data"), "--lang", "en"]
    started_s = time.monotonic()
    assert re.fullmatch(r"hakaru, version \d+\.\d+.*\n", told([*hakaru, "--version"]))
    assert time.monotonic() - started_s < START_S
    runs = str(folder / "runs")
    season = ["--weeks", "3", "--runs-per-week", "2", "--seed", "3", "--start", "2026-01-05"]
    assert "6 simulated" in told([*hakaru, "simulate", runs, *season, *data])
    assert "6 new runs" in told([*hakaru, "ingest", runs, *data])
    assert told([*hakaru, "train", *data])
    listed = told([*hakaru, "activities", "--json", *data])
    activity_id = re.search(r'"activities":\s*\[\s*\[\s*(\d+)', listed)
    assert activity_id, listed
    told([*hakaru, "report", activity_id[1], "--out", str(folder / "reports"), *data])
    (page,) = (folder / "reports").rglob("*.html")
    assert "<svg" in page.read_text(encoding="utf-8")
    assert "Everything needed works" in told([*hakaru, "doctor", *data])
    assert "_HAKARU_COMPLETE" in told([*hakaru, "completion", "bash"])
    told([*hakaru, "notebook", "--no-open", *data])
    assert len(list((folder / "data" / "notebooks").glob("*.ipynb"))) == 4
    assert page_of_setup(programs, folder).startswith("<!doctype html>")


def page_of_setup(programs: Path, folder: Path) -> str:
    """What a browser shows after `hakaru setup` on the same recordings, in a new data folder."""
    command = [str(programs / "hakaru"), "setup", str(folder / "runs"), "--no-open"]
    place = ["--port", "0", "--data", str(folder / "set-up"), "--lang", "en"]
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor()
    )
    with subprocess.Popen(
        [*command, *place], cwd="/", stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        link = next(line.split()[-1] for line in lines if "http://127.0.0.1:" in line)
        with opener.open(link, timeout=COMMAND_S) as page:
            text: str = page.read().decode()
        process.send_signal(signal.SIGINT)
        assert "6 new runs" in process.communicate(timeout=COMMAND_S)[0]
    assert process.returncode == 0
    return text.lstrip().lower()


def test_there_is_a_python_to_try() -> None:
    assert pythons()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_installs_clean_and_works(version: str, tmp_path: Path) -> None:
    python = pythons().get(version)
    if python is None:
        pytest.skip(f"no Python {version} on this machine")
    programs = install(python, wheel_in(tmp_path / "dist"), tmp_path / "venv")
    assert "No broken requirements found" in told([str(programs / "pip"), "check"])
    installed = told([str(programs / "pip"), "list", "--format", "freeze"])
    assert not [name for name in HEAVY if f"\n{name}" in installed.lower()]
    where = told([str(programs / "python"), "-c", "import hakaru; print(hakaru.__file__)"])
    assert str(tmp_path) in where
    walk(programs, tmp_path)


def test_the_source_archive_installs_and_works(tmp_path: Path) -> None:
    python = next(iter(pythons().values()))
    programs = install(python, sdist_in(tmp_path / "dist"), tmp_path / "venv")
    walk(programs, tmp_path)
