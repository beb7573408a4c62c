"""What is expensive to make and then only read: made once per run of pytest, for all its workers.

The folder of the run is made and removed by `tests/conftest.py`.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from hakaru.store.database import FILE_NAME, Store


def run_folder() -> Path:
    """The folder that all workers of this run see."""
    named = os.environ.get("HAKARU_TESTS_RUN")
    if named is None:  # a program of a test
        named = os.environ["HAKARU_TESTS_RUN"] = tempfile.mkdtemp(prefix="hakaru-tests-")
        atexit.register(shutil.rmtree, named)
    return Path(named)


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder of that name, filled by the first worker that asks; the others wait for it.

    Whoever changes what is in it copies it first.
    """
    folder = run_folder() / name
    with (run_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.mkdir()
            try:
                make(folder)
            except BaseException:
                shutil.rmtree(folder)
                raise
    return folder


def own_copy(folder: Path) -> Path:
    """A copy for this worker alone, which goes away with the run."""
    copy = Path(tempfile.mkdtemp(prefix=f"{folder.name}-", dir=run_folder()))
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    return copy


def empty_database(folder: Path) -> Path:
    """The file of a data folder in which nothing is stored yet, where it has none: a copy of one
    that was migrated before, which takes a hundredth of the time."""
    path = folder / FILE_NAME
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copy(made_once("empty-database", _migrate) / FILE_NAME, path)
    return path


def _migrate(folder: Path) -> None:
    store = Store(folder)
    with store.write():
        pass
    store.close()
