"""Are real sessions understood as a coach reads them? `python -m benchmarks outside_sessions`.

Labels and rules of scoring: `benchmarks/outside/REAL_LABELS.md`; scoring:
`benchmarks/outside/sessions.py`. `--quick` leaves out the rows of lists.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.shared import REAL

from benchmarks.outside.sessions import measure


def run(quick: bool) -> Mapping[str, object]:
    """All figures, ready for JSON."""
    return measure(REAL, with_rows=not quick)
