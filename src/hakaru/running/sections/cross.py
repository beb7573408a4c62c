"""Do the sections of one run contradict each other?

A second look, at the texts alone: what each says of a metric and which kind of training it names.
Each section was judged by itself before; what is found here blocks storing, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hakaru.guard.cleaning import Finding
from hakaru.running.metrics import MetricName
from hakaru.running.sections.kinds import Family, named_kinds
from hakaru.running.sections.model import SECTIONS, SectionName, SectionText
from hakaru.running.sections.rules_words import broken
from hakaru.running.sections.said import Said, said_of_metrics
from hakaru.running.wording import Lang

_VERDICTS: Mapping[str, tuple[str, str]] = {
    "fine": ("良好", "fine"),
    "to_improve": ("要改善", "to improve"),
}
_DIRECTIONS: Mapping[str, tuple[str, str]] = {
    "lower": ("低い・短い", "lower"),
    "higher": ("高い・長い", "higher"),
}


@dataclass(frozen=True, kw_only=True)
class _Read:
    """What one section says, all its texts together."""

    section: SectionName
    metrics: Mapping[MetricName, Said]
    kinds: Mapping[Family, str]


def contradictions(
    sections: Mapping[SectionName, SectionText], *, lang: Lang
) -> tuple[Finding, ...]:
    """Every pair of sections that disagree; `path` names both ("efficiency, summary"). `lang` is
    that of the findings."""
    read = [_read(sections[name]) for name in SECTIONS if name in sections]
    pairs = combinations(read, 2)
    return tuple(finding for first, second in pairs for finding in _between(first, second, lang))


def involved(findings: Sequence[Finding]) -> frozenset[str]:
    """The sections that take part in a contradiction."""
    return frozenset(name for finding in findings for name in finding.path.split(", "))


def _read(text: SectionText) -> _Read:
    whole = "\n".join(passage for _, passage in text.texts)
    return _Read(section=text.section, metrics=said_of_metrics(whole), kinds=named_kinds(whole))


def _between(first: _Read, second: _Read, lang: Lang) -> Iterator[Finding]:
    path = f"{first.section}, {second.section}"
    names: dict[str, str] = {"section": first.section, "other": second.section}
    for metric, claim in first.metrics.items():
        other = second.metrics.get(metric, Said())
        named = {**names, "metric": metric}
        if claim.verdict and other.verdict and claim.verdict != other.verdict:
            words = _words(_VERDICTS, claim.verdict, other.verdict, lang)
            yield broken("cross.verdict", path, lang=lang, slots={**named, **words})
        if claim.direction and other.direction and claim.direction != other.direction:
            words = _words(_DIRECTIONS, claim.direction, other.direction, lang)
            yield broken("cross.direction", path, lang=lang, slots={**named, **words})
        if claim.actual and other.actual and claim.actual.differs(other.actual):
            words = {"said": claim.actual.text, "told": other.actual.text}
            yield broken("cross.number", path, lang=lang, slots={**named, **words})
    if first.kinds and second.kinds and not first.kinds.keys() & second.kinds.keys():
        first_kind, second_kind = (next(iter(read.kinds.values())) for read in (first, second))
        yield broken(
            "cross.type", path, lang=lang, slots={**names, "said": first_kind, "told": second_kind}
        )


def _words(
    table: Mapping[str, tuple[str, str]], first: str, second: str, lang: Lang
) -> Mapping[str, str]:
    place = 0 if lang == "ja" else 1
    return {"said": table[first][place], "told": table[second][place]}
