"""Does CI notice a test that did not run?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT

SKIPPED_TEST = "import pytest\n\n\n@pytest.mark.skip(reason='no data')\ndef test_a():\n    pass\n"
SKIPPED_FILE = "import pytest\n\npytest.skip('no library', allow_module_level=True)\n"


def run_pytest(folder: Path, source: str, no_skips: str, *words: str) -> tuple[int, str]:
    """Exit code and output of pytest on one file below our conftest."""
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (folder / "test_it.py").write_text(source)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            *words,
            ".",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "HAKARU_NO_SKIPS": no_skips},
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("words", [(), ("-n", "2", "--dist", "loadfile")], ids=["one", "workers"])
@pytest.mark.parametrize("source", [SKIPPED_TEST, SKIPPED_FILE])
def test_a_skip_is_a_failure_in_ci_with_its_reason(
    tmp_path: Path, source: str, words: tuple[str, ...]
) -> None:
    code, output = run_pytest(tmp_path, source, "1", *words)
    assert code != 0
    assert "skipped, where nothing may be" in output


def test_elsewhere_a_skip_stays_a_skip(tmp_path: Path) -> None:
    code, output = run_pytest(tmp_path, SKIPPED_TEST, "")
    assert code == 0
    assert "1 skipped" in output
