"""Where does the report lie?"""

from __future__ import annotations

from hakaru.flows.report import ReportResult
from hakaru.present.terminal import section_lines, verdict_text
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def report_text(result: ReportResult, language: Lang) -> str:
    """Where the report lies, under the verdict and the words of its sections."""
    lines = []
    if result.evaluation is not None:
        lines += [verdict_text(result.evaluation, lang=language), ""]
    sections = dict(result.sections)
    if "efficiency" in sections and sections["efficiency"].source == "narrator":
        del sections["efficiency"]  # the verdict above is in the same words
    if sections:
        lines += [*section_lines(sections, language), ""]
    lines += [say("report_written", language), f"  {result.markdown}", f"  {result.html}"]
    lines += [f"  {picture}" for picture in result.pictures]
    return "\n".join(lines)
