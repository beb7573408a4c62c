"""Rules for sections beyond shape and numbers, alone and against each other.

A second look, at the texts alone: what each says of a metric and which kind of training it names.
Each section was judged by itself before; what is found here blocks storing, whoever wrote it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from hakaru.core.i18n import N_, Lang, in_context, say, translate
from hakaru.guard.cleaning import Finding, Severity, plain, quote
from hakaru.running.metrics import MetricName
from hakaru.running.sections.facts import SECOND
from hakaru.running.sections.model import SECTIONS, SectionEvidence, SectionName, SectionText
from hakaru.running.sections.vocabulary import Said, said_of_halves, said_of_metrics
from hakaru.running.session.model import TrainingType

RuleId = Literal[
    "section.evidence_unknown",
    "section.evidence_missing",
    "section.language",
    "section.markup",
    "section.type",
    "section.verdict",
    "section.direction",
    "split.halves",
    "efficiency.advice",
    "summary.not_needed",
    "summary.twice",
    "section.number",
    "cross.verdict",
    "cross.number",
    "cross.direction",
    "cross.type",
]

NO_SLOTS: Mapping[str, str] = {}

RULE_TEXTS: Mapping[RuleId, str] = {
    "section.evidence_unknown": N_("the evidence {key} is no fact of this run"),
    "section.evidence_missing": N_(
        "the evidence is empty: name the ids of the facts that are told"
    ),
    "section.language": N_("write it in {language}"),
    "section.markup": N_(
        "no tables, Markdown, HTML or links ({what}): tables are made from what is stored"
    ),
    "section.type": N_("this run is {known}, so do not write '{named}'"),
    "section.verdict": N_("{metric} is {known}, so it may not be called {said}"),
    "section.direction": N_("{metric} is {known} than expected, not {said}"),
    "split.halves": N_("the second half was {known}, not {said}"),
    "efficiency.advice": N_("write the evaluation only: advice ({what}) belongs to the summary"),
    "summary.not_needed": N_(
        "{metric} lies in its range (false, or not rated), so nothing may be proposed for it"
    ),
    "summary.twice": N_("there are two proposals for {metric}: make it one"),
    "section.number": N_("the number {value} is no fact of this run"),
    "cross.verdict": N_("{metric}: {section} calls it {said}, {other} {told}"),
    "cross.number": N_("{metric}: {section} says {said}, {other} {told}"),
    "cross.direction": N_("{metric}: {section} says '{said}', {other} '{told}'"),
    "cross.type": N_("kind of training: {section} says '{said}', {other} '{told}'"),
}


def broken(
    rule: RuleId,
    path: str,
    *,
    lang: Lang,
    severity: Severity = "must",
    slots: Mapping[str, str] = NO_SLOTS,
) -> Finding:
    """The finding of a broken rule; what a model wrote is quoted and cut."""
    quoted = {name: quote(slot) for name, slot in slots.items()}
    message = say(RULE_TEXTS[rule], lang, **quoted)
    return Finding(rule=rule, path=path, message=message, severity=severity)


CONTRACT: Mapping[RuleId, str] = {
    "section.evidence_unknown": N_(
        "evidence names ids of prefetch_activity_context only (metric.role, or column@row)"
    ),
    "section.evidence_missing": N_("evidence names the facts that are told (advised)"),
    "section.language": N_("write in the language asked for"),
    "section.markup": N_("no tables, Markdown, HTML or links"),
    "section.type": N_("name no other kind of training than that of the run"),
    "section.verdict": N_(
        "praise and blame as needs_improvement says; none for what was not judged"
    ),
    "section.direction": N_("what differs from its expectation differs as its delta says"),
    "split.halves": N_("the second half was faster or slower as pace.delta@second half says"),
    "efficiency.advice": N_("evaluation only, no advice"),
    "summary.not_needed": N_("propose only where needs_improvement is true"),
    "summary.twice": N_("one proposal per metric"),
    "section.number": N_(
        "numbers are facts of this run (value, unit, metric, role, direction); compute none"
    ),
    "cross.verdict": N_(
        "words of praise or blame follow needs_improvement, in every section alike"
    ),
    "cross.number": N_("the same numbers as the other sections"),
    "cross.direction": N_("the same directions as the other sections"),
    "cross.type": N_("the same kind of training as the other sections"),
}
"""Each rule as an author hears it beforehand."""


Family = frozenset[TrainingType]

_NAMES: Mapping[Family, str] = {
    frozenset({"recovery"}): r"リカバリー(?:走|ラン|ジョグ)|回復走|recovery (?:run|jog)",
    frozenset({"aerobic_base", "low_moderate"}): (
        r"有酸素(?:ベース)?走|ベース(?:走|ラン)|イージー(?:走|ラン)"
        r"|(?:aerobic )?base run|aerobic run|easy run"
    ),
    frozenset({"tempo_threshold"}): (
        r"テンポ(?:走|ラン|/)|閾値走|ペース走|tempo (?:run|or threshold)|threshold run"
    ),
    frozenset({"interval"}): (
        r"インターバル|interval (?:session|run|training|workout)|intervals? of"
    ),
    frozenset({"sprint"}): r"スプリント(?!数)|sprint (?:session|run|training|workout)",
    frozenset({"long_run"}): r"ロング(?:走|ラン)|\blsd\b|long run",
    frozenset({"trail"}): r"トレイル(?:走|ラン|・山道)|trail (?:or mountain )?run",
    frozenset({"race"}): r"レース(?!の研究|ペース|当日|に向け|まで)|\brace(?! pace| day|s\b)\b",
}
_PATTERNS: Mapping[Family, re.Pattern[str]] = {
    family: re.compile(pattern) for family, pattern in _NAMES.items()
}


def named_kinds(text: str) -> Mapping[Family, str]:
    """The kinds of training that a text names, each with the words it does so in."""
    folded = unicodedata.normalize("NFKC", text).lower()
    matches = {family: pattern.search(folded) for family, pattern in _PATTERNS.items()}
    return {family: match[0] for family, match in matches.items() if match is not None}


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
            words = _words(_TONES, claim.verdict, other.verdict, lang)
            yield broken("cross.verdict", path, lang=lang, slots={**named, **words})
        if claim.direction and other.direction and claim.direction != other.direction:
            words = _words(_WAYS, claim.direction, other.direction, lang)
            yield broken("cross.direction", path, lang=lang, slots={**named, **words})
        if claim.actual and other.actual and claim.actual.differs(other.actual):
            words = {"said": claim.actual.text, "told": other.actual.text}
            yield broken("cross.number", path, lang=lang, slots={**named, **words})
    if first.kinds and second.kinds and not first.kinds.keys() & second.kinds.keys():
        first_kind, second_kind = (next(iter(read.kinds.values())) for read in (first, second))
        yield broken(
            "cross.type", path, lang=lang, slots={**names, "said": first_kind, "told": second_kind}
        )


def _words(table: Mapping[str, str], first: str, second: str, lang: Lang) -> Mapping[str, str]:
    return {"said": translate(table[first], lang), "told": translate(table[second], lang)}


_LANGUAGE_NAMES = {"ja": N_("Japanese"), "en": N_("English")}
_DIGIT = re.compile(r"\d")
_VERDICTS: Mapping[bool | None, str] = {
    False: N_("fine"),
    True: N_("to improve"),
    None: N_("not judged"),
}
_TONES = {"fine": _VERDICTS[False], "to_improve": _VERDICTS[True]}
_WAYS: Mapping[str, str] = {
    "lower": in_context("ways lower", "lower"),
    "higher": in_context("ways higher", "higher"),
    "faster": in_context("faster", "faster"),
    "slower": in_context("slower", "slower"),
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
    name = translate(_LANGUAGE_NAMES[draft.lang], draft.told_in)
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
    for path, text in draft.text.texts:
        for metric, claim in said_of_metrics(text).items():
            known = _VERDICTS[needed.get(metric)]
            if claim.verdict is not None and _VERDICTS[claim.verdict == "to_improve"] != known:
                slots = {
                    "metric": metric,
                    "known": translate(known, draft.told_in),
                    "said": translate(_VERDICTS[claim.verdict == "to_improve"], draft.told_in),
                }
                yield broken("section.verdict", path, lang=draft.told_in, slots=slots)


def _direction(draft: Draft) -> Iterator[Finding]:
    deltas = {
        fact.metric: float(fact.value)
        for fact in draft.about.evidence.facts
        if fact.role == "delta" and not fact.scope
    }
    for path, text in draft.text.texts:
        for metric, claim in said_of_metrics(text).items():
            delta = deltas.get(metric, 0.0)
            if claim.direction is None or not delta:
                continue
            direction = "higher" if delta > 0.0 else "lower"
            if claim.direction != direction:
                words = {
                    "known": translate(_WAYS[direction], draft.told_in),
                    "said": translate(_WAYS[claim.direction], draft.told_in),
                }
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
        slots = {
            "known": translate(_WAYS[direction], draft.told_in),
            "said": translate(_WAYS[claim], draft.told_in),
        }
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
