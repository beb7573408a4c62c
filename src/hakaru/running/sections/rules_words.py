"""In which words are the rules of sections said, to an author before, and to its critic after?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hakaru.guard.cleaning import Finding, Severity, quote
from hakaru.running.wording import Lang

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

RULES: Mapping[RuleId, tuple[str, str]] = {
    "section.evidence_unknown": (
        "根拠 {key} はこのランの事実にありません",
        "the evidence {key} is no fact of this run",
    ),
    "section.evidence_missing": (
        "根拠（evidence）が空です。書いた事実の id を挙げてください",
        "the evidence is empty: name the ids of the facts that are told",
    ),
    "section.language": ("{language} で書いてください", "write it in {language}"),
    "section.markup": (
        "表・Markdown・HTML・リンクは使えません（{what}）。表は保存済みの数値から作ります",
        "no tables, Markdown, HTML or links ({what}): tables are made from what is stored",
    ),
    "section.type": (
        "このランの種別は {known} です。「{named}」と書いてはいけません",
        "this run is {known}, so do not write '{named}'",
    ),
    "section.verdict": (
        "{metric} は{known}です。「{said}」と書いてはいけません",
        "{metric} is {known}, so it may not be called {said}",
    ),
    "section.direction": (
        "{metric} は期待値より{known}値です。「{said}」と書いてはいけません",
        "{metric} is {known} than expected, not {said}",
    ),
    "split.halves": (
        "後半は前半より{known}です。「{said}」と書いてはいけません",
        "the second half was {known}, not {said}",
    ),
    "efficiency.advice": (
        "評価だけを書きます。提案（{what}）は summary に書きます",
        "write the evaluation only: advice ({what}) belongs to the summary",
    ),
    "summary.not_needed": (
        "{metric} はいつもの範囲内（needs_improvement が false か、評価なし）なので提案できません",
        "{metric} lies in its range (false, or not rated), so nothing may be proposed for it",
    ),
    "summary.twice": (
        "{metric} の提案が2つあります。1つにしてください",
        "there are two proposals for {metric}: make it one",
    ),
    "section.number": (
        "数値 {value} はこのランの事実にありません",
        "the number {value} is no fact of this run",
    ),
    "cross.verdict": (
        "{metric}: {section} は{said}、{other} は{told}としています",
        "{metric}: {section} calls it {said}, {other} {told}",
    ),
    "cross.number": (
        "{metric}: {section} は {said}、{other} は {told} としています",
        "{metric}: {section} says {said}, {other} {told}",
    ),
    "cross.direction": (
        "{metric}: {section} は「{said}」、{other} は「{told}」としています",
        "{metric}: {section} says '{said}', {other} '{told}'",
    ),
    "cross.type": (
        "種別: {section} は「{said}」、{other} は「{told}」としています",
        "kind of training: {section} says '{said}', {other} '{told}'",
    ),
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
    message = RULES[rule][0 if lang == "ja" else 1].format(**quoted)
    return Finding(rule=rule, path=path, message=message, severity=severity)


CONTRACT: Mapping[RuleId, tuple[str, str]] = {
    "section.evidence_unknown": (
        "evidence には prefetch_activity_context にある id（metric.role または column@行）だけ",
        "evidence names ids of prefetch_activity_context only (metric.role, or column@row)",
    ),
    "section.evidence_missing": (
        "書いた事実の id を evidence に挙げる（推奨）",
        "evidence names the facts that are told (advised)",
    ),
    "section.language": ("指定した言語で書く", "write in the language asked for"),
    "section.markup": (
        "表・Markdown・HTML・リンクなし",
        "no tables, Markdown, HTML or links",
    ),
    "section.type": (
        "このラン以外の種別名を書かない",
        "name no other kind of training than that of the run",
    ),
    "section.verdict": (
        "良し悪しは needs_improvement のとおり。判定のない指標には書かない",
        "praise and blame as needs_improvement says; none for what was not judged",
    ),
    "section.direction": (
        "期待値との差の向きは delta のとおり",
        "what differs from its expectation differs as its delta says",
    ),
    "split.halves": (
        "後半が速いか遅いかは pace.delta@second half のとおり",
        "the second half was faster or slower as pace.delta@second half says",
    ),
    "efficiency.advice": ("評価だけ。提案は書かない", "evaluation only, no advice"),
    "summary.not_needed": (
        "提案は needs_improvement が true の指標だけ",
        "propose only where needs_improvement is true",
    ),
    "summary.twice": ("1指標に提案は1つ", "one proposal per metric"),
    "section.number": (
        "数値はこのランの事実だけ（値・単位・指標・役割・増減の向き）。計算しない",
        "numbers are facts of this run (value, unit, metric, role, direction); compute none",
    ),
    "cross.verdict": (
        "評価の言葉は needs_improvement に、どのセクションでも従う",
        "words of praise or blame follow needs_improvement, in every section alike",
    ),
    "cross.number": ("ほかのセクションと同じ数値", "the same numbers as the other sections"),
    "cross.direction": ("ほかのセクションと同じ向き", "the same directions as the other sections"),
    "cross.type": ("ほかのセクションと同じ種別", "the same kind of training as the other sections"),
}
"""Each rule as an author hears it beforehand."""
