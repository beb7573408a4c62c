"""Does a text explain only by what the evidence holds?"""

from __future__ import annotations

from collections.abc import Iterator

from hakaru.guard.grounding.lexicon import Mention
from hakaru.guard.grounding.page import Page
from hakaru.guard.grounding.wording import Problem


def cause_problems(page: Page) -> Iterator[Problem]:
    """Explanations without a cause of the evidence. Words that may also give the grounds of a
    verdict ("because it lies in the usual range") are wrong only with an invented cause."""
    for word in page.of("because"):
        given, invented = _causes(page, *_stretch(page, word))
        strict = word.key in ("before", "after")
        if invented or (strict and not given):
            yield Problem(
                rule="grounding.cause",
                start=word.start,
                said=page.text.shown[word.start : word.end],
                known=", ".join(sorted(page.evidence.causes)),
            )


def _stretch(page: Page, word: Mention) -> tuple[int, int]:
    """Where the cause of a word must stand."""
    begin, end = page.layout.clause(word.start)
    if word.key == "before":
        return begin, word.start
    if word.key == "after":
        return word.end, max(end, page.layout.clause(min(word.end, page.layout.size - 1))[1])
    if word.key == "therefore":
        sentence = page.layout.sentence(word.start)
        return page.layout.sentence_before(sentence[0])[0], sentence[1]
    return begin, end


def _causes(page: Page, begin: int, end: int) -> tuple[bool, bool]:
    """Whether a stretch names a cause of the evidence, and whether it names another one."""
    text = page.text.read[begin:end]
    allowed: list[tuple[int, int]] = []
    other: list[tuple[int, int]] = []
    for cause, pattern in page.lexicon.causes:
        spans = [match.span() for match in pattern.finditer(text)]
        (allowed if cause in page.evidence.causes else other).extend(spans)
    unknown = {cause for cause, _ in page.lexicon.causes}
    allowed += [
        (place, place + len(cause))
        for cause in page.evidence.causes - unknown
        if (place := text.find(cause.lower())) >= 0
    ]
    invented = any(not any(start < b and a < stop for a, b in allowed) for start, stop in other)
    return bool(allowed), invented
