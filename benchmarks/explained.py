"""Why is a target missed? Each, in one sentence, beside its figures; a test wants all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

EXPLAINED: Mapping[str, Mapping[str, str]] = {
    "changes": {
        "500 runs of 2000 rows in <= 1 s": "Three seconds, 6 ms a run: they are looked at "
        "one by one while they come in, never 500 at a time.",
    },
    "commands": {
        "report 2024-03-18": "A process of its own pays for starting Python and loading templates "
        "and the whole history before it writes two files; on the dashboard the same report is "
        "there within a third of a second.",
    },
    "pages": {
        "/runs/ID/report.html": "A file to keep, not a page: half of its fresh addresses come "
        "within a quarter of a second; the slowest of twenty-five is a little over the target.",
    },
}


def missed(figures: Mapping[str, object]) -> Iterator[str]:
    """The targets that figures say are missed: those listed, and those that are false."""
    misses, targets = figures.get("misses"), figures.get("targets")
    if isinstance(misses, list):
        yield from map(str, misses)
    if isinstance(targets, Mapping):
        yield from (str(name) for name, met in targets.items() if met is False)
