"""How does a section lie in the store: what its author wrote, and how it came about?

What Hakaru itself stores carries its language, who worded it and the evidence it rests on, beside
the text; what others hand in is kept as they wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.sections.judge import judge_section
from hakaru.running.sections.model import SectionEvidence, SectionText, Source
from hakaru.running.wording import Lang

_LANGUAGE, _SOURCE, _EVIDENCE = "language", "source", "evidence_sha256"
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, kw_only=True)
class Origin:
    """How a text came about. None: its author did not say."""

    source: Source
    lang: Lang
    evidence_sha256: str | None


def stored_content(text: SectionText, origin: Origin) -> Mapping[str, object]:
    """What is stored of a text of our own."""
    return {
        **text.content,
        _LANGUAGE: origin.lang,
        _SOURCE: origin.source,
        _EVIDENCE: origin.evidence_sha256,
    }


def origin_of(data: Mapping[str, object]) -> Origin:
    """How a stored analysis came about; without a word about it, it is somebody else's."""
    digest, source = data.get(_EVIDENCE), data.get(_SOURCE)
    ours = isinstance(digest, str) and source in ("llm", "narrator")
    return Origin(
        source=("llm" if source == "llm" else "narrator") if ours else "agent",
        lang=language_of(str(data.get("text", ""))),
        evidence_sha256=digest if ours and isinstance(digest, str) else None,
    )


def handed_in(data: Mapping[str, object]) -> Mapping[str, object]:
    """An analysis as somebody else writes it: it cannot say that we worded it."""
    return {key: value for key, value in data.items() if key not in (_SOURCE, _EVIDENCE)}


def language_of(text: str) -> Lang:
    """Which of our languages a text is in."""
    return "ja" if _JAPANESE.search(text) else "en"


def still_true(data: Mapping[str, object], about: SectionEvidence) -> SectionText | None:
    """A stored text, if it says nothing that the evidence of today does not; None: it is in a shape
    of its own, or out of date."""
    content = {key: value for key, value in data.items() if key not in _OF_ORIGIN}
    lang = language_of(str(content.get("text", "")))
    judged = judge_section(content, about, lang=lang, told_in="en")
    return judged.text if judged.passes else None


_OF_ORIGIN = frozenset({_LANGUAGE, _SOURCE, _EVIDENCE})
