"""May an analysis in a shape of its author's own be stored?

The requirement's own shape is any JSON object, so such objects are still taken: where every text in
them (a key counts with what stands under it) says only what the evidence says, and every number is
one of its facts. Nothing else is asked of them, and reports do not show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hakaru.guard.cleaning import Finding
from hakaru.guard.grounding.check import check as ground
from hakaru.running.sections.kinds import named_kinds
from hakaru.running.sections.model import SectionEvidence
from hakaru.running.sections.rules_words import broken
from hakaru.running.sections.schema import CONTRACT_KEYS
from hakaru.running.sections.wordlist import SECTION_WORDS
from hakaru.running.wording import Lang


def is_free_form(value: Mapping[str, object]) -> bool:
    """Whether an object does not even try to be a section in our shape."""
    return not CONTRACT_KEYS & value.keys()


def judge_free_form(
    value: Mapping[str, object], about: SectionEvidence, *, told_in: Lang
) -> tuple[Finding, ...]:
    """Everything in it that the evidence does not hold."""
    return tuple(
        finding
        for path, leaf in leaves(value)
        for finding in _leaf(path, leaf, about, told_in=told_in)
    )


def leaves(value: object, path: str = "", *, key: str = "") -> Iterator[tuple[str, str | float]]:
    """Texts and numbers with their paths; a text begins with the key it stands under."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from leaves(item, f"{path}.{name}" if path else str(name), key=str(name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, f"{path}[{place}]", key=key)
    elif isinstance(value, str):
        yield path, f"{key} {value}"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def _leaf(
    path: str, leaf: str | float, about: SectionEvidence, *, told_in: Lang
) -> Iterator[Finding]:
    if not isinstance(leaf, str):
        if not _is_fact(leaf, about):
            yield broken("section.number", path, lang=told_in, slots={"value": f"{leaf:g}"})
        return
    yield from ground(leaf, about.evidence, vocabulary=SECTION_WORDS, path=path, lang=told_in)
    for family, named in named_kinds(leaf).items():
        if about.training_type not in family:
            training_type = about.training_type
            yield broken(
                "section.type", path, lang=told_in, slots={"known": training_type, "named": named}
            )


def _is_fact(number: float, about: SectionEvidence) -> bool:
    """Whether some fact has this value, within half of the last digit that is shown."""
    decimals = f"{number:.9f}".rstrip("0").partition(".")[2]
    half = 0.5 * 10.0 ** -len(decimals) + 1e-9
    return any(
        abs(fact.value - number) <= half
        for fact in about.evidence.facts
        if not isinstance(fact.value, str)
    )
