"""How much memory does a process hold, with those it started? As Linux tells it."""

from __future__ import annotations

from pathlib import Path

_BYTES_PER_MB = 1_000_000
_BYTES_PER_KIB = 1024


def resident_mb(pid: int) -> float:
    """What a process and its descendants hold resident; pages they share count once for each."""
    own_bytes = _resident_bytes(pid)
    return own_bytes / _BYTES_PER_MB + sum(resident_mb(child) for child in children_of(pid))


def own_mb(pid: int) -> float:
    """What a process alone holds resident."""
    return _resident_bytes(pid) / _BYTES_PER_MB


def children_of(pid: int) -> frozenset[int]:
    """The processes a process started that still run; none where it ended."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found |= {int(child) for child in task.read_text(encoding="ascii").split()}
        except OSError:
            continue
    return frozenset(found)


def _resident_bytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    (kib,) = [line.split()[1] for line in lines if line.startswith("VmRSS:")] or ["0"]
    return int(kib) * _BYTES_PER_KIB
