"""What does an author outside of Hakaru have to keep to, to have a section stored?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.guard.limits import EVIDENCE_MOST_BYTES
from hakaru.running.sections.model import SectionName
from hakaru.running.sections.prompt import instructions
from hakaru.running.sections.rules import rules_of
from hakaru.running.sections.rules_words import CONTRACT, RuleId
from hakaru.running.sections.schema import SCHEMAS
from hakaru.running.wording import Lang

CONTRACT_VERSION = 1

_OF_EVERY_SECTION: tuple[RuleId, ...] = (
    "section.number",
    "cross.verdict",
    "cross.number",
    "cross.direction",
    "cross.type",
)


@dataclass(frozen=True, kw_only=True)
class Contract:
    """Everything about one section in one language: generated from what judges it."""

    section: SectionName
    lang: Lang

    @property
    def content(self) -> Mapping[str, object]:
        """As JSON values."""
        told = (*(rule.id for rule in rules_of(self.section)), *_OF_EVERY_SECTION)
        return {
            "section_type": self.section,
            "contract_version": CONTRACT_VERSION,
            "language": self.lang,
            "instructions": instructions(self.section, self.lang),
            "evidence": f"prefetch_activity_context, at most {EVIDENCE_MOST_BYTES} bytes",
            "schema": SCHEMAS[self.section],
            "rules": {rule: CONTRACT[rule][0 if self.lang == "ja" else 1] for rule in told},
        }
