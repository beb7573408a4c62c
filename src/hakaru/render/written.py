"""Where in a report do the words of a section stand, beside which tables?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hakaru.render.blocks import Block, Items, Part, Text
from hakaru.running.report import RunReport
from hakaru.running.sections.model import SectionName, ShownSection

BESIDE: Mapping[str, tuple[SectionName, ...]] = {
    "overall": ("summary",),
    "metrics": ("efficiency", "split"),
    "phases": ("phase",),
    "environment": ("environment",),
}
"""The sections of a page by name, and the words above their tables."""


def written_parts(
    report: RunReport, place: str, *, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """The words for one section of a page. `outside` makes what a model or another author wrote
    harmless for the format.

    The narrator's words on form are those beside the metrics, so they are not said twice.
    """
    shown = [(name, report.sections.get(name)) for name in BESIDE.get(place, ())]
    blocks = tuple(
        block
        for name, one in shown
        if one is not None and not (name == "efficiency" and one.source == "narrator")
        for block in _blocks(one, outside)
    )
    return (Part(blocks=blocks),) if blocks else ()


def _blocks(shown: ShownSection, outside: Callable[[str], str]) -> tuple[Block, ...]:
    safe: Callable[[str], str] = str if shown.source == "narrator" else outside
    text = Text(text=safe(shown.text.text))
    proposals = tuple(safe(one.text) for one in shown.text.improvements)
    return (text, Items(items=proposals)) if proposals else (text,)
