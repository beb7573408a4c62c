"""Is what is committed ours, finished, and free of one machine's addresses?"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.contracts.repository import (
    TEXT_SUFFIXES,
    foreign_text,
    lock_problems,
    patch_faults,
    pending_work,
    recording_problem,
)
from tests.contracts.tree import ROOT, committed_files
from tests.shared import REAL, needs_real

FILES = committed_files()
TEXTS = [path for path in FILES if path.suffix in TEXT_SUFFIXES]
LOCKS = [path for path in FILES if path.suffix == ".lock"]
TESTS = [path for path in FILES if path.is_relative_to(ROOT / "tests") and path.suffix == ".py"]
THIS_FOLDER = Path(__file__).parent


def problems(paths: list[Path], check: object) -> list[str]:
    assert callable(check)
    return [
        f"{path.relative_to(ROOT)}: {problem}"
        for path in paths
        for problem in check(path.read_text(encoding="utf-8"))
    ]


def test_the_files_were_found() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert {"Makefile", "pyproject.toml", "src/hakaru/core/errors.py"} <= names
    assert not any(name.startswith((".venv", ".git/")) for name in names)
    assert len({path.name for path in LOCKS}) == 3


def test_no_file_names_a_path_of_one_machine_or_a_registry() -> None:
    """Evidence that was written before the code stays as it was: hostile paths are its subject."""
    own = [path for path in TEXTS if not path.is_relative_to(ROOT / "tests" / "evidence")]
    faults = problems(own, foreign_text)
    assert not faults, "\n".join(faults)


def test_nothing_is_left_for_later_or_expected_to_fail() -> None:
    faults = problems(TEXTS, pending_work)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_locked_package_is_pinned_and_hashed_without_an_address(path: Path) -> None:
    assert not lock_problems(path.read_text(encoding="utf-8"))


def test_no_recording_or_database_is_committed() -> None:
    files = {
        path.relative_to(ROOT).as_posix(): problem
        for path in FILES
        if (problem := recording_problem(path, path.stat().st_size)) is not None
    }
    assert not files


@needs_real
def test_no_committed_file_is_one_of_the_shared_recordings() -> None:
    shared = {
        hashlib.sha256(path.read_bytes()).hexdigest()
        for path in REAL.rglob("*")
        if path.is_file() and path.stat().st_size > 0
    }
    assert shared
    assert not [path for path in FILES if hashlib.sha256(path.read_bytes()).hexdigest() in shared]


def test_tests_neither_patch_nor_sleep() -> None:
    others = [path for path in TESTS if path.parent != THIS_FOLDER]
    assert others
    faults = problems(others, patch_faults)
    assert not faults, "\n".join(faults)
