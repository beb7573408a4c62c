"""Is the disk to blame for an error, or the file?"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hakaru.core.errors import StoreDamaged
from hakaru.store.connect import blame_the_disk


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("database or disk is full", "is full; what was stored before stays"),
        ('Could not write file "x": No space left on device', "is full; what was stored"),
        ("attempt to write a readonly database", "is not writable (readonly database)"),
        ("Cannot open file: Permission denied", "is not writable (Permission denied)"),
    ],
)
def test_a_disk_that_is_to_blame_is_named(tmp_path: Path, told: str, said: str) -> None:
    with pytest.raises(StoreDamaged) as caught:
        blame_the_disk(tmp_path / "state.sqlite", sqlite3.OperationalError(told))
    assert str(tmp_path) in str(caught.value)
    assert said in str(caught.value)


def test_a_disk_that_is_not_to_blame_is_not_named(tmp_path: Path) -> None:
    blame_the_disk(tmp_path / "state.sqlite", sqlite3.DatabaseError("file is not a database"))


def test_a_folder_that_is_gone_is_not_writable(tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="not writable"):
        blame_the_disk(tmp_path / "gone" / "state.sqlite", OSError("unable to open"))
