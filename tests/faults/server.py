"""Runs `hakaru` commands in children that are forked from a process which has loaded everything.

`python -m tests.faults.server`: reads one JSON per line (`words`, `kill_after_s` or null), answers
with one (`code`, `out`, `err`, `took_s`). A command costs what it does, not what its imports do, so
that it can be killed at many moments.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import struct
import sys
import tempfile
import time
import tomllib  # noqa: F401
from pathlib import Path
from typing import Any

import duckdb  # noqa: F401
import numpy as np  # noqa: F401

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.surfaces.cli.main import build_cli


def main() -> None:
    """Serve until the input ends."""
    for operation in OPERATIONS:
        load(operation.target)
        load(operation.render)
    for needed in ("hakaru.bootstrap:build", "hakaru.surfaces.cli.progress:progress_for"):
        load(needed)
    trees = {"en": build_cli("en"), "ja": build_cli("ja")}
    for line in sys.stdin:
        asked = json.loads(line)
        language = "ja" if "ja" in asked["words"] else "en"
        sys.stdout.write(json.dumps(_run(trees[language], asked)) + "\n")
        sys.stdout.flush()


def _run(tree: Any, asked: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        began_s = time.monotonic()
        child = os.fork()
        if child == 0:
            _become(tree, asked, out, err)
        code = _ended(child, asked["kill_after_s"])
        took_s = time.monotonic() - began_s
        return {
            "code": code,
            "out": out.read_text(encoding="utf-8", errors="replace") if out.exists() else "",
            "err": err.read_text(encoding="utf-8", errors="replace") if err.exists() else "",
            "took_s": took_s,
        }


def _become(tree: Any, asked: dict[str, Any], out: Path, err: Path) -> None:
    """In the child: the command, and nothing of what comes after it here."""
    code = 70
    try:
        os.setsid()
        for path, descriptor in ((out, 1), (err, 2)):
            opened = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
            os.dup2(opened, descriptor)
        if asked["powerless"]:
            _give_up_powers()
        sys.argv = ["hakaru", *asked["words"]]
        try:
            tree(args=asked["words"], prog_name="hakaru")
        except SystemExit as done:
            code = int(done.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _give_up_powers() -> None:
    """Linux asks root for permission, too, once it has no capabilities (capset of version 3)."""
    header, nothing = struct.pack("=Ii", 0x2008_0522, 0), bytes(24)
    if ctypes.CDLL(None, use_errno=True).capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def _ended(child: int, kill_after_s: float | None) -> int:
    """The exit code of the child, -9 where it was killed."""
    watch = os.pidfd_open(child)
    try:
        if kill_after_s is not None:
            select.select([watch], [], [], kill_after_s)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    finally:
        os.close(watch)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    main()
