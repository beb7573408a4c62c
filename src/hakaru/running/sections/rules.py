"""Which rules hold for a section beyond its shape and its numbers?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hakaru.guard.cleaning import Finding, plain
from hakaru.running.sections.facts_splits import SECOND
from hakaru.running.sections.kinds import named_kinds
from hakaru.running.sections.model import SECTIONS, SectionEvidence, SectionName, SectionText
from hakaru.running.sections.rules_words import RuleId, broken
from hakaru.running.sections.said import said_of_halves, said_of_metrics
from hakaru.running.wording import Lang

_LANGUAGE_NAMES = {"ja": ("日本語", "Japanese"), "en": ("英語", "English")}
_DIGIT = re.compile(r"\d")
_VERDICTS: Mapping[bool | None, tuple[str, str]] = {
    False: ("良好", "fine"),
    True: ("要改善", "to improve"),
    None: ("判定なし", "not judged"),
}
_WAYS: Mapping[str, tuple[str, str]] = {
    "lower": ("低い・短い", "lower"),
    "higher": ("高い・長い", "higher"),
    "faster": ("速い", "faster"),
    "slower": ("遅い", "slower"),
}
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_MARKUP = re.compile(
    r"\|[^|\n]*\||^\s{0,3}(?:#{1,6}\s|[-*+]\s|```|~~~|>)|\*\*|__|`|!?\[[^\]\n]*\]\(|\t"
    r"|</?[a-z!][^>\n]*>?|&[a-z#]\w{0,9};|\b(?:https?|ftp|javascript|data):|\bwww\.",
    re.IGNORECASE | re.MULTILINE,
)
_ADVICE = re.compile(
    r"ましょう|ください|下さい|べき(?!乗)|(?:お|オ)(?:すすめ|勧め)|推奨|意識し|心がけ|心掛け|取り入れ"
    r"|ドリル|改善(?:策|案|方法|のため)|目指し|してみ|ことが目安"
    r"|\b(?:should|try|aim|recommend\w*|consider|drills?|work on|you (?:can|could)|practi[sc]e"
    r"|let's|focus on|in order to improve)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A text of the right shape, with what it may be about and the language it shall be in."""

    text: SectionText
    about: SectionEvidence
    lang: Lang
    told_in: Lang


Check = Callable[[Draft], Iterator[Finding]]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One rule: the sections it holds for, and what it finds."""

    id: RuleId
    check: Check
    sections: tuple[SectionName, ...] = SECTIONS


def _evidence_unknown(draft: Draft) -> Iterator[Finding]:
    cited = [("evidence", draft.text.evidence)]
    cited += [
        (f"improvements[{place}].evidence", improvement.evidence)
        for place, improvement in enumerate(draft.text.improvements)
    ]
    for path, keys in cited:
        for place, key in enumerate(keys):
            if key not in draft.about.ids:
                where = f"{path}[{place}]"
                yield broken(
                    "section.evidence_unknown", where, lang=draft.told_in, slots={"key": key}
                )


def _evidence_missing(draft: Draft) -> Iterator[Finding]:
    if _DIGIT.search(draft.text.text) and not draft.text.evidence:
        yield broken("section.evidence_missing", "evidence", lang=draft.told_in, severity="should")


def _language(draft: Draft) -> Iterator[Finding]:
    name = _LANGUAGE_NAMES[draft.lang][0 if draft.told_in == "ja" else 1]
    for path, text in draft.text.texts:
        if bool(_JAPANESE.search(text)) != (draft.lang == "ja"):
            yield broken("section.language", path, lang=draft.told_in, slots={"language": name})


def _markup(draft: Draft) -> Iterator[Finding]:
    for path, text in draft.text.texts:
        match = _MARKUP.search(unicodedata.normalize("NFKC", text)) or _MARKUP.search(text)
        if match is not None or plain(text) != text:
            what = match[0].strip() if match is not None else "…"
            yield broken("section.markup", path, lang=draft.told_in, slots={"what": what})


def _type(draft: Draft) -> Iterator[Finding]:
    training_type = draft.about.training_type
    for path, text in draft.text.texts:
        for family, named in named_kinds(text).items():
            if training_type not in family:
                yield broken(
                    "section.type",
                    path,
                    lang=draft.told_in,
                    slots={"known": training_type, "named": named},
                )


def _verdict(draft: Draft) -> Iterator[Finding]:
    """A second reader, of single clauses: a text that praises and blames one metric is caught."""
    needed = draft.about.evidence.needs_improvement
    place = 0 if draft.told_in == "ja" else 1
    for path, text in draft.text.texts:
        for metric, claim in said_of_metrics(text).items():
            known = _VERDICTS[needed.get(metric)]
            if claim.verdict is not None and _VERDICTS[claim.verdict == "to_improve"] != known:
                slots = {
                    "metric": metric,
                    "known": known[place],
                    "said": _VERDICTS[claim.verdict == "to_improve"][place],
                }
                yield broken("section.verdict", path, lang=draft.told_in, slots=slots)


def _direction(draft: Draft) -> Iterator[Finding]:
    deltas = {
        fact.metric: float(fact.value)
        for fact in draft.about.evidence.facts
        if fact.role == "delta" and not fact.scope
    }
    place = 0 if draft.told_in == "ja" else 1
    for path, text in draft.text.texts:
        for metric, claim in said_of_metrics(text).items():
            delta = deltas.get(metric, 0.0)
            if claim.direction is None or not delta:
                continue
            direction = "higher" if delta > 0.0 else "lower"
            if claim.direction != direction:
                words = {"known": _WAYS[direction][place], "said": _WAYS[claim.direction][place]}
                slots = {"metric": metric, **words}
                yield broken("section.direction", path, lang=draft.told_in, slots=slots)


def _halves(draft: Draft) -> Iterator[Finding]:
    change = {fact.id: fact.value for fact in draft.about.evidence.facts}.get(
        f"pace.delta@{SECOND}"
    )
    claim = said_of_halves(draft.text.text)
    if claim is None or not isinstance(change, float) or not change:
        return
    direction = "faster" if change < 0.0 else "slower"
    if claim != direction:
        place = 0 if draft.told_in == "ja" else 1
        slots = {"known": _WAYS[direction][place], "said": _WAYS[claim][place]}
        yield broken("split.halves", "text", lang=draft.told_in, slots=slots)


def _advice(draft: Draft) -> Iterator[Finding]:
    match = _ADVICE.search(unicodedata.normalize("NFKC", draft.text.text))
    if match is not None:
        yield broken("efficiency.advice", "text", lang=draft.told_in, slots={"what": match[0]})


def _not_needed(draft: Draft) -> Iterator[Finding]:
    needed = draft.about.evidence.needs_improvement
    for place, improvement in enumerate(draft.text.improvements):
        if not needed.get(improvement.metric, False):
            path = f"improvements[{place}].metric"
            yield broken(
                "summary.not_needed", path, lang=draft.told_in, slots={"metric": improvement.metric}
            )


def _twice(draft: Draft) -> Iterator[Finding]:
    metrics = [improvement.metric for improvement in draft.text.improvements]
    for place, metric in enumerate(metrics):
        if metric in metrics[:place]:
            path = f"improvements[{place}].metric"
            yield broken("summary.twice", path, lang=draft.told_in, slots={"metric": metric})


RULES: tuple[Rule, ...] = (
    Rule(id="section.evidence_unknown", check=_evidence_unknown),
    Rule(id="section.evidence_missing", check=_evidence_missing),
    Rule(id="section.language", check=_language),
    Rule(id="section.markup", check=_markup),
    Rule(id="section.type", check=_type),
    Rule(id="section.verdict", check=_verdict),
    Rule(id="section.direction", check=_direction, sections=("efficiency", "summary")),
    Rule(id="split.halves", check=_halves, sections=("split",)),
    Rule(id="efficiency.advice", check=_advice, sections=("efficiency",)),
    Rule(id="summary.not_needed", check=_not_needed, sections=("summary",)),
    Rule(id="summary.twice", check=_twice, sections=("summary",)),
)


def rules_of(section: SectionName) -> tuple[Rule, ...]:
    """The rules that hold for a section."""
    return tuple(rule for rule in RULES if section in rule.sections)


def broken_rules(draft: Draft) -> tuple[Finding, ...]:
    """Everything that is wrong with a text, in one pass."""
    return tuple(finding for rule in rules_of(draft.text.section) for finding in rule.check(draft))
