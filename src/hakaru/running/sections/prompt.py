"""What is an author of a section asked? Short, and no number in it is typed twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hakaru.guard.replies import without_lengths
from hakaru.guard.task import EVIDENCE_MOST_BYTES, Prompt, data_block, within
from hakaru.running.sections.bundle import as_text, bundle, evidence_sha256
from hakaru.running.sections.model import SectionEvidence, SectionName
from hakaru.running.sections.schema import SCHEMAS
from hakaru.running.wording import Lang

SENTENCES = (2, 4)
REPLY_TOKENS_MOST = 700

BRIEF_ROLES: Mapping[SectionName, Sequence[str]] = {
    "efficiency": ("actual", "expected", "delta_pct"),
    "summary": ("actual", "delta_pct", "low", "high", "score", "star", "target"),
}
"""What a model is shown of these facts; its judge knows the others too."""

_LANGUAGES: Mapping[Lang, str] = {"ja": "Japanese", "en": "English"}
_TASKS: Mapping[SectionName, str] = {
    "split": "Word how pace and heart rate ran over the splits",
    "phase": "Word how the phases of this session went and what cost stars",
    "efficiency": "Word the form verdict",
    "environment": "Word the conditions of this run (they change no star)",
    "summary": "Sum up this run and its form",
}


def section_prompt(about: SectionEvidence, *, lang: Lang) -> Prompt:
    """The first question about a section: what to do, then its evidence between two markers.

    It is in English whatever language is asked for, which takes a third of the tokens of Japanese.
    Nothing a device or a user wrote is in it.

    Raises:
        PromptTooLarge: the evidence is over its budget.
    """
    evidence = bundle(about, roles=BRIEF_ROLES.get(about.section, ()))
    within(as_text(evidence), "evidence", most_bytes=EVIDENCE_MOST_BYTES)
    return Prompt(
        system=instructions(about.section, lang),
        user=data_block(evidence, nonce=evidence_sha256(about)),
        schema=without_lengths(SCHEMAS[about.section]),
        reply_max_tokens=REPLY_TOKENS_MOST,
    )


def instructions(section: SectionName, lang: Lang) -> str:
    """What to do with the evidence of a section."""
    few, many = SENTENCES
    parts = [f"{_TASKS[section]} in {_LANGUAGES[lang]}, {few}-{many} sentences."]
    parts.append("Copy numbers from data, compute none.")
    if section in ("efficiency", "summary"):
        parts.append("needs_improvement true: outside the runner's own range; false: inside.")
    else:
        parts.append("No praise or blame of form metrics.")
    if section == "summary":
        parts.append(
            "improvements: empty, or one proposal for a metric that is true; one run is no trend."
        )
    parts.append("No advice, table, Markdown." if section == "efficiency" else "No table.")
    proposals = ',"improvements":[{"metric","text","evidence"}]' if section == "summary" else ""
    parts.append('Reply JSON: {"text","evidence":[ids]' + proposals + "}; id: " + _ID[section])
    return " ".join(parts)


_CELL, _AT = "metric.role", "metric.role or column@row"
_ID: Mapping[SectionName, str] = {
    "split": _AT,
    "phase": _AT,
    "efficiency": _CELL,
    "environment": _CELL,
    "summary": _CELL,
}
