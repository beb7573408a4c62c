"""Runs `hakaru` commands in children that are forked from a process which has loaded everything.

`python -m tests.faults.server`: reads one JSON per line (`words`, `kill_after_s` or null), answers
with one (`code`, `out`, `err`, `took_s`). A command costs what it does, not what its imports do, so
that it can be killed at many moments.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import json
import os
import platform
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
        load(operation.document)
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
        if asked["lockless"]:
            _give_up_locks()
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


_LOCKING = {"x86_64": (73, 72), "aarch64": (32, 25)}  # flock, fcntl
_SETTING_LOCKS = (6, 7, 37, 38)  # F_SETLK, F_SETLKW and those of open file descriptions
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2  # prctl(2)
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # classic BPF
_ALLOWED, _ENOLCK = 0x7FFF_0000, 0x0005_0000 | errno.ENOLCK
_AT_NUMBER, _AT_SECOND_ARGUMENT = 0, 24  # struct seccomp_data


def _give_up_locks() -> None:
    """The kernel answers every lock with ENOLCK, as some network and FUSE file systems do."""
    flock, fcntl = _LOCKING[platform.machine()]
    kinds = len(_SETTING_LOCKS)
    rules = [  # a jump counts from the next rule
        (_LOAD, 0, 0, _AT_NUMBER),
        (_EQUAL, kinds + 3, 0, flock),
        (_EQUAL, 0, kinds + 1, fcntl),
        (_LOAD, 0, 0, _AT_SECOND_ARGUMENT),
        *((_EQUAL, kinds - n, 0, kind) for n, kind in enumerate(_SETTING_LOCKS)),
        (_RETURN, 0, 0, _ALLOWED),
        (_RETURN, 0, 0, _ENOLCK),
    ]
    code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
    held = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(rules), ctypes.addressof(held))
    libc = ctypes.CDLL(None, use_errno=True)
    for call in ((_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SECCOMP, _FILTER, program, 0, 0)):
        if libc.prctl(*call) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


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
