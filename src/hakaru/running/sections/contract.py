"""What does an author outside of Hakaru have to keep to, to have a section stored?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.guard.task import EVIDENCE_MOST_BYTES
from hakaru.running.sections.model import SectionName
from hakaru.running.sections.prompt import instructions
from hakaru.running.sections.rules import rules_of
from hakaru.running.sections.rules_words import CONTRACT, RuleId
from hakaru.running.sections.schema import SCHEMAS
from hakaru.running.wording import Lang

CONTRACT_VERSION = 1
SECTIONS_VERSION = f"sections-{CONTRACT_VERSION}.0"
"""Stored with every text of our own: a newer one is written where it differs."""

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
    version: int = CONTRACT_VERSION

    @property
    def content(self) -> Mapping[str, object]:
        """As JSON values."""
        return {
            "section_type": self.section,
            "contract_version": self.version,
            "language": self.lang,
            "instructions": instructions(self.section, self.lang),
            "evidence": f"prefetch_activity_context, at most {EVIDENCE_MOST_BYTES} bytes",
            "schema": SCHEMAS[self.section],
            "rules": contract_rules(self.section, self.lang),
        }


def contract_rules(section: SectionName, lang: Lang) -> Mapping[str, str]:
    """The rules of a section by id, as an author hears them beforehand."""
    rule_ids = (*(rule.id for rule in rules_of(section)), *_OF_EVERY_SECTION)
    return {rule: CONTRACT[rule][0 if lang == "ja" else 1] for rule in rule_ids}
