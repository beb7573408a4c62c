"""What does an author of a section get: the evidence, the rules, a judgement before storing?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hakaru.flows.brevity import beginning, first_rows
from hakaru.flows.context import Context
from hakaru.flows.reads.sections import read_analysis
from hakaru.flows.sections_judged import findings_on
from hakaru.flows.sections_known import read_known
from hakaru.guard.cleaning import Finding, musts
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.judge import Bundle, Contract, bundle
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.running.wording import Lang
from hakaru.store.readers.base import find_run
from hakaru.store.sections import current_sections

_FINDINGS_MOST = 20
_FINDINGS_BYTES = 3400
_MESSAGE_BYTES = 300


@dataclass(frozen=True, kw_only=True)
class ActivityContext:
    """The evidence of one or all sections of a run, read at one moment."""

    activity_id: int
    day: date
    bundles: Mapping[SectionName, Bundle]
    written: Sequence[str]

    @property
    def content(self) -> Mapping[str, object]:
        """By section; `written` names those that have an analysis already."""
        return {
            "activity_id": self.activity_id,
            "day": self.day.isoformat(),
            "ids": "facts: metric.role; at: column@row",
            "written": list(self.written),
            "sections": dict(self.bundles),
        }

    @property
    def reply(self) -> Mapping[str, object]:
        """The content: each section keeps its own budget."""
        return self.content


@dataclass(frozen=True, kw_only=True)
class AnalysisContract:
    """What a section has to keep to."""

    contract: Contract

    @property
    def content(self) -> Mapping[str, object]:
        """As JSON values."""
        return self.contract.content

    @property
    def reply(self) -> Mapping[str, object]:
        """The content: it is always small."""
        return self.content


@dataclass(frozen=True, kw_only=True)
class ValidatedSection:
    """What would become of an analysis if it were handed in now."""

    activity_id: int
    section_type: SectionName
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether it would be stored."""
        return not musts(self.findings)

    @property
    def content(self) -> Mapping[str, object]:
        """Every finding."""
        return self._with([_row(finding) for finding in self.findings])

    @property
    def reply(self) -> Mapping[str, object]:
        """The first findings; `n_findings` counts all of them."""
        rows = map(_row, self.findings)
        shown = first_rows(rows, most=_FINDINGS_MOST, within_bytes=_FINDINGS_BYTES, n_marks=2)
        return self._with(shown)

    def _with(self, rows: Sequence[Mapping[str, object]]) -> Mapping[str, object]:
        return {
            "ok": self.ok,
            "activity_id": self.activity_id,
            "section_type": self.section_type,
            "n_findings": len(self.findings),
            "findings": list(rows),
        }


def prefetch_activity_context(
    context: Context, *, activity_id: str, section_type: SectionName | None
) -> ActivityContext:
    """Everything that the sections of a run may be about.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.read() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run)
        stored = current_sections(con, run.activity_id)
    wanted = SECTIONS if section_type is None else (section_type,)
    return ActivityContext(
        activity_id=run.activity_id,
        day=run.day,
        bundles={
            name: bundle(about) for name, about in gather_all(known).items() if name in wanted
        },
        written=[section.section_type for section in stored],
    )


def get_analysis_contract(
    context: Context, *, section_type: SectionName, language: Literal["ja", "en"] | None
) -> AnalysisContract:
    """Shape, rules with their ids, language and limits of a section."""
    lang: Lang = language or context.settings.language
    return AnalysisContract(contract=Contract(section=section_type, lang=lang))


def validate_section_json(
    context: Context,
    *,
    activity_id: str,
    section_type: SectionName,
    analysis_data: str | Mapping[str, object],
) -> ValidatedSection:
    """Judge an analysis as storing it would, and store nothing.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: no JSON object, or one that is empty, too large or too deep.
    """
    analysis = read_analysis(analysis_data)
    with context.store.read() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run)
        stored = current_sections(con, run.activity_id)
    findings = findings_on(
        analysis,
        section_type,
        known=known,
        stored=stored,
        told_in=context.settings.language,
    )
    return ValidatedSection(
        activity_id=run.activity_id, section_type=section_type, findings=findings
    )


def _row(finding: Finding) -> Mapping[str, object]:
    return {
        "rule": finding.rule,
        "path": beginning(finding.path, within_bytes=_MESSAGE_BYTES),
        "message": beginning(finding.message, within_bytes=_MESSAGE_BYTES),
        "severity": finding.severity,
    }
