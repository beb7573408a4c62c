"""A disk of a few megabytes of its own, which can be filled up and made read-only."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import NO_DISK

_CHUNK = bytes(65_536)


@contextmanager
def small_disk(folder: Path, *, size_mb: int) -> Iterator[Path]:
    """A tmpfs on a folder; the test is skipped where that is not allowed."""
    folder.mkdir()
    options = f"size={size_mb}m,mode=700"
    if shutil.which("mount") is None:
        pytest.skip(f"{NO_DISK}: there is no program `mount`")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        pytest.skip(f"{NO_DISK} without the right to mount one: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def read_only(disk: Path, *, is_so: bool) -> None:
    """Nothing can be written to it any more, or again."""
    how = "remount,ro" if is_so else "remount,rw"
    subprocess.run(["mount", "-o", how, str(disk)], check=True)


def fill(disk: Path, *, but_kb: int) -> Path:
    """Fill it up to so many kilobytes. Removing the file that is returned makes room again."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(_CHUNK)
    with filler.open("r+b") as file:
        file.truncate(max(0, filler.stat().st_size - but_kb * 1024))
    with filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while _free_kb(disk) > but_kb:
            file.write(bytes(4096))
    return filler


def _free_kb(disk: Path) -> int:
    status = os.statvfs(disk)
    return status.f_bavail * status.f_frsize // 1024
