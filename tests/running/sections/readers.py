"""A reader of section texts of its own: which numbers and judgements has the run not got?

It shares nothing with the judge of the product: numbers are looked up as strings among everything
the facts could be written as, judgements in a table of words sentence by sentence.
"""

from __future__ import annotations

import re
import unicodedata

from hakaru.guard.evidence import Fact
from hakaru.running.sections.model import SectionEvidence, SectionText

_NUMBER = re.compile(r"\d+(?::\d{2}){0,2}(?:\.\d+)?")
_NAMES = re.compile(
    r"90%(?:区間)?| 90% interval|区間\d+|split \d+|zones? \d|★+|/100|/km", re.IGNORECASE
)
_METRICS = {
    "gct": re.compile(
        r"接地時間(?!の左右)|ground contact time|contact time(?! balance)|\bgct", re.I
    ),
    "vo": re.compile(r"垂直振幅|vertical oscillation|(?<![a-z])vo(?![a-z0-9])", re.I),
    "vr": re.compile(r"垂直比率|vertical ratio|(?<![a-z])vr(?![a-z0-9])", re.I),
}
_BLAME = re.compile(
    r"要改善|改善の余地|改善の候補|needs improvement|room to improve|to work on", re.I
)
_PRAISE = re.compile(r"優秀|達成済み|excellent|achieved", re.I)


def untrue(text: SectionText, about: SectionEvidence) -> list[str]:
    """Every number that no fact is written as, and every judgement against a flag."""
    known = {form for fact in about.evidence.facts for form in _forms(fact)}
    found: list[str] = []
    for _, told in text.texts:
        bare = _NAMES.sub(" ", unicodedata.normalize("NFKC", told))
        found += [number for number in _NUMBER.findall(bare) if number not in known]
        found += _judgements(told, about)
    return found


def _forms(fact: Fact) -> set[str]:
    """A value with no, one, two or three decimals; as a pace, as a time."""
    if isinstance(fact.value, str):
        return set()
    value = abs(fact.value)
    forms = {f"{value:.{digits}f}" for digits in range(4)}
    whole = round(value)
    forms.add(f"{whole // 60}:{whole % 60:02d}")
    forms.add(f"{whole // 3600}:{whole % 3600 // 60:02d}:{whole % 60:02d}")
    return forms | {form.removesuffix(".0") for form in forms}


def _judgements(told: str, about: SectionEvidence) -> list[str]:
    found: list[str] = []
    named: list[str] = []
    for sentence in re.split(r"。|\. |\n", told):
        named = [name for name, words in _METRICS.items() if words.search(sentence)] or named
        for name in named:
            needed = about.evidence.needs_improvement.get(name)
            if _BLAME.search(sentence) and needed is not True:
                found.append(f"{name} blamed")
            if _PRAISE.search(sentence) and not _BLAME.search(sentence) and needed is not False:
                found.append(f"{name} praised")
    return found
