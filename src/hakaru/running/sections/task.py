"""What is the question for one section of one run, and how is its answer judged?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hakaru.guard.cleaning import Finding
from hakaru.guard.task import Prompt, Reply, correction
from hakaru.running.sections.judge import judge_reply
from hakaru.running.sections.model import SectionEvidence, SectionText
from hakaru.running.sections.prompt import section_prompt
from hakaru.running.wording import Lang


@dataclass(frozen=True)
class SectionTask:
    """A `guard.task.Task` whose value is a section's text."""

    about: SectionEvidence
    lang: Lang

    @property
    def name(self) -> str:
        """Attempts are filed under it."""
        return f"section.{self.about.section}"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question; raises as `section_prompt`."""
        return section_prompt(self.about, lang=self.lang)

    def judge(self, reply: Reply) -> tuple[SectionText | None, tuple[Finding, ...]]:
        """The text, and everything that is wrong with it."""
        judged = judge_reply(reply, self.about, lang=self.lang)
        return judged.text, judged.findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang=self.lang)
