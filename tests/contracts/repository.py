"""Is everything committed ours, and free of one machine's paths and addresses?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

TEXT_SUFFIXES = {
    "", ".cfg", ".css", ".html", ".j2", ".js", ".json", ".lock", ".md", ".py", ".sql", ".toml",
    ".txt", ".yaml", ".yml",
}  # fmt: skip
RECORDING_SUFFIXES = {
    ".csv", ".db", ".duckdb", ".fit", ".gpx", ".gz", ".parquet", ".sqlite", ".tcx", ".wal", ".zip",
}  # fmt: skip
LARGEST_BYTES = 400_000

_FORBIDDEN: Mapping[str, str] = {
    "a path of one machine": r"(?<![\w.])/(?:work|root)/[\w.]"
    r"|(?<![\w.])/(?:home|Users)/(?!(?:me|local|user|runner)/)[\w.-]+/[\w.]|[A-Z]:\\\\?Users\\",
    "an address of a package registry": r"https?://(?:[\w.-]*\.)?(?:pypi\.org|pythonhosted\.org"
    r"|npmjs\.(?:org|com)|proxy\.golang\.org)|--(?:extra-)?index-url\s|file://"
    r"/",
}
_PENDING = re.compile(
    "|".join((r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bXX" + r"X\b", "xf" + "ail"))
)
_HASHED = re.compile(r"^\s+--hash=sha256:[0-9a-f]{64}(?: \\)?$")
_PINNED = re.compile(r"^[a-z0-9][a-z0-9._-]*(?:\[[a-z0-9,_-]+\])?==\S+(?: ; [^\\]+)? \\$")


def foreign_text(text: str) -> list[str]:
    """What a text gives away: paths of a machine, addresses of a registry."""
    return [
        f"line {number}: {what}: {match.group(0)!r}"
        for number, line in enumerate(text.splitlines(), start=1)
        for what, pattern in _FORBIDDEN.items()
        if (match := re.search(pattern, line))
    ]


def pending_work(text: str) -> list[str]:
    """Notes that something is not done, and tests that are expected to fail."""
    return [
        f"line {number}: {match.group(0)}"
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := _PENDING.search(line))
    ]


def lock_problems(text: str) -> list[str]:
    """Lines of a lock file that are not a pinned package followed by its hashes."""
    problems = []
    owner, hashes = "", 0
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if _HASHED.match(line):
            hashes += 1
            continue
        if owner and not hashes:
            problems.append(f"no hash: {owner}")
        owner, hashes = line, 0
        if not _PINNED.match(line):
            problems.append(f"not pinned by version and hash alone: {line}")
    if owner and not hashes:
        problems.append(f"no hash: {owner}")
    return problems


def recording_problem(path: Path, size_bytes: int) -> str | None:
    """Why a committed file may be somebody's recording or a database. None: it is not one."""
    if path.suffix.lower() in RECORDING_SUFFIXES:
        return f"a recording or database: {path.suffix}"
    if size_bytes > LARGEST_BYTES and path.suffix not in (".lock", ".mo", ".po"):
        return f"{size_bytes} bytes: too large to be written by hand"
    return None


def patch_faults(text: str) -> list[str]:
    """What tests here do not do: patch, or sleep."""
    pattern = re.compile(
        r"\bunittest\.mock\b|\bmock\.patch\b|\bmonkeypatch\.(?:setattr|setitem|delattr)\b"
        r"|\btime\.sleep\(|^from time import .*\bsleep\b|\bmocker\b"
    )
    return [
        f"line {number}: {match.group(0)}"
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := pattern.search(line))
    ]
