"""Where does Hakaru stand beside others that do a part of the same? Ratios on the same data.

`python -m benchmarks peers [--quick]`. `reading`: FIT files by fitparse (fitdecode and the vendor's
SDK: benchmark `fit`). `sql`: two MCP servers for DuckDB, in their read-only modes, over pipes, on
the same million rows: latency, and what comes of hostile statements. `asking_again`: how often a
model is asked that mends one fault of a report each time it is told of it, by instructor and by
us. `attention`: a day of window events into and out of aw-server, and into and out of the history
of attention. A peer that cannot be installed is named with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.peers.asking import asking_again
from benchmarks.peers.attention import attention
from benchmarks.peers.boxes import VERSIONS, NotInstalled
from benchmarks.peers.reading import reading
from benchmarks.peers.sql import sql

_PARTS: Mapping[str, Callable[[bool], Mapping[str, object]]] = {
    "reading": reading,
    "sql": sql,
    "asking_again": asking_again,
    "attention": attention,
}


def run(quick: bool) -> Mapping[str, object]:
    """One group of figures per comparison."""
    told: dict[str, object] = {"versions": VERSIONS}
    for name, part in _PARTS.items():
        try:
            told[name] = part(quick)
        except NotInstalled as error:
            told[name] = {"not_compared": str(error)}
    return told
