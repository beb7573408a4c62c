"""Does a report of options say only figures that are known? And how is a model asked for one?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hakaru.guard.cleaning import Finding, Lang, musts
from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.check import check
from hakaru.guard.grounding.lexicon import Vocabulary
from hakaru.guard.replies import read_object
from hakaru.guard.task import Json, Prompt, Reply, question
from hakaru.proposals.narrator_words import phrase
from hakaru.proposals.nodes import Node
from hakaru.proposals.report_schema import advisor_schema
from hakaru.proposals.reports import AdvisorReport, advisor_report
from hakaru.proposals.task_words import FIGURES, INSTRUCTION, SYSTEM
from hakaru.proposals.tasks import REPLY_MOST_TOKENS, corrected, narrowed
from hakaru.proposals.validate import validate_advisor_report


@dataclass(frozen=True, kw_only=True)
class Known:
    """The figures that a report may state, and the words of their domain."""

    evidence: Evidence
    vocabulary: Vocabulary


@dataclass(frozen=True, kw_only=True)
class GroundedAdvisorTask:
    """The question what could be done next, about facts. `told` is what the model is shown."""

    node: Node
    told: Mapping[str, Json]
    known: Known
    lang: Lang

    @property
    def name(self) -> str:
        """Under which attempts are filed."""
        return "proposals.training"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question."""
        data: dict[str, Json] = {
            "target_node_id": self.node.id,
            "current_status": self.node.status,
            "facts": self.told,
        }
        return Prompt(
            system="\n".join((phrase(SYSTEM["advisor"], self.lang), phrase(FIGURES, self.lang))),
            user=question(
                data, phrase(INSTRUCTION["advisor"], self.lang), nonce="training", lang=self.lang
            ),
            schema=advisor_schema(),
            reply_max_tokens=REPLY_MOST_TOKENS,
        )

    def judge(self, reply: Reply) -> tuple[AdvisorReport | None, tuple[Finding, ...]]:
        """The report, if it keeps the rules and every figure in it is known."""
        raw, formal = read_object(reply, lang=self.lang)
        if raw is None:
            return None, formal
        result = validate_advisor_report(raw, [self.node.id], lang=self.lang)
        report = advisor_report(raw)
        findings = (*formal, *result.findings, *ungrounded(report, self.known, lang=self.lang))
        return (None if musts(findings) else narrowed(report, self.node)), findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with the last reply and what is wrong with it."""
        return corrected(self.prompt, reply, findings=findings, ids=[self.node.id], lang=self.lang)


def ungrounded(report: AdvisorReport, known: Known, *, lang: Lang = "en") -> tuple[Finding, ...]:
    """Every figure, praise, blame and cause in a report that is not known. The title is the
    user's."""
    return tuple(
        finding
        for path, text in _texts(report)
        for finding in check(
            text, known.evidence, vocabulary=known.vocabulary, path=path, lang=lang
        )
    )


def _texts(report: AdvisorReport) -> Iterator[tuple[str, str]]:
    yield "summary", report.summary
    yield "next_decision", report.next_decision
    for at, option in enumerate(report.options):
        single = {
            "label": option.label,
            "description": option.description or "",
            "next_action": option.next_action,
            "necessary_info": option.necessary_info,
            "criteria_note": option.criteria_note,
        }
        yield from ((f"options[{at}].{name}", text) for name, text in single.items())
        for name, texts in (("risks", option.risks), ("pros", option.pros), ("cons", option.cons)):
            for place, text in enumerate(texts or ()):
                yield f"options[{at}].{name}[{place}]", text
    for at, criterion in enumerate(report.criteria or ()):
        yield f"criteria[{at}].name", criterion.name
        yield f"criteria[{at}].description", criterion.description
