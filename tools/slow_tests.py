"""Slow tests without a reason: `python -m tools.slow_tests LOG`.

LOG is what pytest printed with `--durations=0 --durations-min=2`; the reasons are in
`tests/slow.toml`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

REASONS: Final = Path(__file__).parents[1] / "tests" / "slow.toml"
_DURATION: Final = re.compile(r"^\s*(\d+\.\d+)s (?:call|setup|teardown)\s+(\S+)")
_SLOW_S: Final = 2.0


def reasons() -> Mapping[str, str]:
    """Why tests are slow, by the file or folder they are in."""
    stated = tomllib.loads(REASONS.read_text(encoding="utf-8"))["slow"]
    return {place: group["reason"] for group in stated for place in group["tests"]}


def unexplained(log: Iterable[str]) -> list[str]:
    """The lines of a log that name a slow test of a place without a reason, longest first."""
    places = tuple(reasons())
    slow = [match for line in log if (match := _DURATION.match(line))]
    lines = [
        (float(match[1]), match[2])
        for match in slow
        if float(match[1]) > _SLOW_S
        and not any(match[2].startswith((f"{place}/", f"{place}::")) for place in places)
    ]
    return [f"{seconds_s:.1f} s {test}" for seconds_s, test in sorted(lines, reverse=True)]


if __name__ == "__main__":
    left = unexplained(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())
    sys.stdout.write("\n".join(left or ["every slow test has its reason"]) + "\n")
    sys.exit(bool(left))
