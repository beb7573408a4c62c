"""Where do figures come from, and on which commit, day and machine were they measured?"""

from __future__ import annotations

import importlib
import json
import os
import platform
import subprocess
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LIBRARIES = ("duckdb", "numpy", "fitdecode", "garmin-fit-sdk")


def known_benchmarks() -> list[str]:
    """The folders of `benchmarks/` that hold a run.py, by name."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/run.py"))


def measure(names: Sequence[str], *, quick: bool) -> Mapping[str, object]:
    """The figures of some benchmarks with the facts needed to read them."""
    figures: dict[str, object] = {}
    for name in names:
        module = importlib.import_module(f"benchmarks.{name}.run")
        started_s = time.perf_counter()
        measured = module.run(quick)
        took_s = round(time.perf_counter() - started_s, 1)
        figures[name] = {"took_s": took_s, **measured}
    return {
        "commit": commit(),
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "quick": quick,
        "machine": machine(),
        "figures": figures,
    }


def commit() -> str | None:
    """The commit measured, with `+` where files differ from it; None without git state."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return f"{head}+" if _git("status", "--porcelain", "--", "src") else head
    except (OSError, subprocess.CalledProcessError):
        return None


def machine() -> Mapping[str, object]:
    """What the figures depend on; nothing that names the machine or its owner."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: metadata.version(name) for name in _LIBRARIES},
    }


def as_text(report: Mapping[str, object]) -> str:
    """The report as JSON that reads well in a diff."""
    return json.dumps(report, indent=2, ensure_ascii=False)


def _git(*arguments: str) -> str:
    run = subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def _cpu() -> str | None:
    facts = Path("/proc/cpuinfo")
    if not facts.is_file():
        return platform.processor() or None
    lines = facts.read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if "model name" in line), None)
