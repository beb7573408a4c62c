"""Where HAKARU_NO_SKIPS=1 is set, as in CI, a test that would be skipped fails instead.

No test fails because the machine was busy: Hypothesis sets no deadline per example. The workers of
a run share one folder, named by HAKARU_TESTS_RUN (`tests/once.py`). What tests write lies in memory
where there is room for it, unless TMPDIR says where: a disk is waited for at every commit.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile(
    "hakaru", deadline=None, max_examples=100 if os.environ.get("HAKARU_SOAK") == "1" else 20
)
settings.load_profile("hakaru")

NO_SKIPS = os.environ.get("HAKARU_NO_SKIPS") == "1"
NO_MOUNT = os.environ.get("HAKARU_NO_MOUNT") == "1"
"""Set by `.ci/run` where even root may not mount: that right cannot be installed."""
NO_DISK = "no disk of its own"
RUN = "HAKARU_TESTS_RUN"
MEMORY = Path("/dev/shm")
ROOM_BYTES = 6 * 2**30
"""Three workers write a quarter of it at a time."""


def pytest_configure(config: pytest.Config) -> None:
    """The process that starts the workers makes their folder, and removes it at the end.

    Modules are taken down in order at the end, after pytest has looked through the garbage.
    """
    gc.disable()
    config.add_cleanup(gc.unfreeze)
    if RUN not in os.environ:
        if "TMPDIR" not in os.environ and _has_room(MEMORY):
            os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None
        folder = os.environ[RUN] = tempfile.mkdtemp(prefix="hakaru-tests-")
        config.add_cleanup(lambda: _remove(folder))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the many cases of a test marked `sampled(n)` the first n are run every time; the others
    are long runs like those that are marked so themselves."""
    seen: Counter[str] = Counter()
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker is not None:
            name = item.nodeid.partition("[")[0]
            seen[name] += 1
            if seen[name] > marker.args[0]:
                item.add_marker(pytest.mark.soak)


def pytest_collection_finish() -> None:
    """Thousands of cases and modules stay to the end: they are not looked through for garbage,
    neither while they are made nor after each test."""
    gc.enable()
    gc.freeze()


def _has_room(folder: Path) -> bool:
    """Whether so much can lie there in memory, and what lies there can be started."""
    if not folder.is_dir():
        return False
    disk = os.statvfs(folder)
    free = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
    return (
        not disk.f_flag & os.ST_NOEXEC
        and os.access(folder, os.W_OK)
        and free is not None
        and min(disk.f_bavail * disk.f_frsize, int(free[1]) * 2**10) >= ROOM_BYTES
    )


def _remove(folder: str) -> None:
    del os.environ[RUN]
    shutil.rmtree(folder)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skipped test is a failed one where nothing may be skipped."""
    report = yield
    if NO_SKIPS and report.skipped and not _cannot_mount(report):
        report.outcome = "failed"
        report.longrepr = f"skipped, where nothing may be: {_reason(report.longrepr)}"
    return report


def _cannot_mount(report: pytest.TestReport) -> bool:
    """Whether it wants a disk of its own on a machine that has been found to give none."""
    return NO_MOUNT and NO_DISK in _reason(report.longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """So is a file that skips itself while it is read."""
    report = yield
    if NO_SKIPS and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped, where nothing may be: {_reason(report.longrepr)}"
    return report


def _reason(longrepr: object) -> str:
    return str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)
