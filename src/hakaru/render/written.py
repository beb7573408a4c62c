"""Where in a report do the words of a section stand, beside which tables?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hakaru.render.blocks import Block, Items, Part, Text
from hakaru.running.report import RunReport
from hakaru.running.sections.model import SectionName, ShownSection

BESIDE: Mapping[str, tuple[SectionName, ...]] = {
    "metrics": ("efficiency", "split"),
    "phases": ("phase",),
    "environment": ("environment",),
}
"""The sections of a page by name, and the words above their tables."""
_OPENING: tuple[SectionName, ...] = ("summary", "split")
_REPEATED: frozenset[SectionName] = frozenset({"efficiency", "phase", "environment", "summary"})
"""What the narrator says of these stands in the rating, the cards and the tables as well."""


def opening(report: RunReport, *, outside: Callable[[str], str]) -> tuple[Block, ...]:
    """The paragraph that stands beside the graph; empty: nobody wrote one.

    It is the summary of an author, else how the splits went. `outside` makes what a model or
    another author wrote harmless for the format.
    """
    name = _opens(report)
    return () if name is None else _blocks(report.sections[name], outside)


def written_parts(
    report: RunReport, place: str, *, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """The words for one section of a page.

    Nothing is said twice: neither what opens the page, nor what the narrator took from the cards
    and tables beside it.
    """
    opens = _opens(report)
    blocks = tuple(
        block
        for name in BESIDE.get(place, ())
        if name != opens and _is_shown(report, name)
        for block in _blocks(report.sections[name], outside)
    )
    return (Part(blocks=blocks),) if blocks else ()


def _opens(report: RunReport) -> SectionName | None:
    return next((name for name in _OPENING if _is_shown(report, name)), None)


def _is_shown(report: RunReport, name: SectionName) -> bool:
    section = report.sections.get(name)
    if section is None or section.source != "narrator":
        return section is not None
    return name not in _REPEATED and any(line.split.is_mostly_run for line in report.splits)


def _blocks(shown: ShownSection, outside: Callable[[str], str]) -> tuple[Block, ...]:
    safe: Callable[[str], str] = str if shown.source == "narrator" else outside
    text = Text(text=safe(shown.text.text))
    proposals = tuple(safe(improvement.text) for improvement in shown.text.improvements)
    return (text, Items(items=proposals)) if proposals else (text,)
