"""May a section be stored and shown? Shape, numbers, verdicts and rules in one pass.

A section is judged as its author handed it in: never repaired, and nothing of it is trusted. The
shape comes first; what can be read of a wrong shape is judged as well, so that an author hears
everything at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.guard.cleaning import Finding, musts
from hakaru.guard.grounding.check import check as ground
from hakaru.guard.replies import check as check_shape
from hakaru.guard.replies import read_object
from hakaru.guard.task import Reply
from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.sections.model import Improvement, SectionEvidence, SectionText
from hakaru.running.sections.rules import Draft, broken_rules
from hakaru.running.sections.schema import SCHEMAS
from hakaru.running.sections.wordlist import SECTION_WORDS
from hakaru.running.wording import Lang


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A text (None: not of the shape of a section) and everything that is wrong with it."""

    text: SectionText | None
    findings: tuple[Finding, ...]

    @property
    def passes(self) -> bool:
        """Whether it may be stored."""
        return self.text is not None and not musts(self.findings)


def judge_reply(reply: Reply, about: SectionEvidence, *, lang: Lang) -> Judged:
    """What a model answered: its JSON first. `lang` is the language it was asked to write in."""
    value, findings = read_object(reply, lang=lang)
    if value is None:
        return Judged(text=None, findings=findings)
    judged = judge_section(value, about, lang=lang, told_in=lang)
    return Judged(text=judged.text, findings=(*findings, *judged.findings))


def judge_section(
    value: Mapping[str, object], about: SectionEvidence, *, lang: Lang, told_in: Lang
) -> Judged:
    """A section as JSON values. `told_in` is the language of the findings."""
    shape = check_shape(value, SCHEMAS[about.section], lang=told_in)
    text = read_section(value, about)
    if text is None:
        return Judged(text=None, findings=shape)
    text_findings = judge_text(text, about, lang=lang, told_in=told_in)
    return Judged(text=None if shape else text, findings=(*shape, *text_findings))


def judge_text(
    text: SectionText, about: SectionEvidence, *, lang: Lang, told_in: Lang
) -> tuple[Finding, ...]:
    """Everything that is wrong with a section of the right shape."""
    grounded = (
        finding
        for path, passage in text.texts
        for finding in ground(
            passage, about.evidence, vocabulary=SECTION_WORDS, path=path, lang=told_in
        )
    )
    rules = broken_rules(Draft(text=text, about=about, lang=lang, told_in=told_in))
    return (*grounded, *rules)


def read_section(value: Mapping[str, object], about: SectionEvidence) -> SectionText | None:
    """What can be read of a section, whatever else is wrong with it; None: it has no text."""
    text = value.get("text")
    if not isinstance(text, str):
        return None
    proposed = value.get("improvements")
    return SectionText(
        section=about.section,
        text=text,
        evidence=_strings(value.get("evidence")),
        improvements=_improvements(proposed) if about.section == "summary" else (),
    )


def _improvements(value: object) -> tuple[Improvement, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(improvement for item in value for improvement in _improvement(item))


def _improvement(value: object) -> tuple[Improvement, ...]:
    if not isinstance(value, Mapping):
        return ()
    text = value.get("text")
    metrics = [name for name in SCORED_METRICS if name == value.get("metric")]
    if not metrics or not isinstance(text, str):
        return ()
    return (Improvement(metric=metrics[0], text=text, evidence=_strings(value.get("evidence"))),)


def _strings(value: object) -> tuple[str, ...]:
    return tuple(text for text in value if isinstance(text, str)) if isinstance(value, list) else ()
