"""Rules for numbers: each is a fact, of its metric, of its part, and in its role.

A rule is a row here: its id, and what it says in Japanese and English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hakaru.core.i18n import Lang
from hakaru.guard.cleaning import Finding
from hakaru.guard.evidence import Fact
from hakaru.guard.grounding.claims import Claim, Known
from hakaru.guard.grounding.lexicon import Mention, ScopeMention
from hakaru.guard.grounding.page import Bound, Ordered, Page

RULES: Mapping[str, tuple[str, str]] = {
    "grounding.number": (
        "「{said}」はデータにありません。使える値: {known}",
        "'{said}' is not in the evidence; known values: {known}",
    ),
    "grounding.metric": (
        "「{said}」は {named} の値として書かれていますが、{known} の値です",
        "'{said}' is said of {named}, but is {known}",
    ),
    "grounding.role": (
        "「{said}」は {named} の値として書かれていますが、{known} の値です",
        "'{said}' is said to be {named}, but is {known}",
    ),
    "grounding.scope": (
        "「{said}」は「{named}」の値として書かれていますが、{known} の値です",
        "'{said}' is said of '{named}', but is {known}",
    ),
    "grounding.direction": (
        "「{said}」は向きが逆です（{known}）",
        "'{said}' points the wrong way ({known})",
    ),
    "grounding.blame": (
        "「{said}」は判定と矛盾します。{named} に改善の必要はありません",
        "'{said}' contradicts the verdict: {named} needs no improvement",
    ),
    "grounding.praise": (
        "「{said}」は判定と矛盾します。{named} には改善が必要です",
        "'{said}' contradicts the verdict: {named} needs improvement",
    ),
    "grounding.unjudged": (
        "「{said}」は {named} の評価ですが、{named} は判定されていません",
        "'{said}' judges {named}, which was not judged",
    ),
    "grounding.cause": (
        "「{said}」の示す原因はデータにありません。使える原因: {known}",
        "'{said}' gives a cause that the evidence does not hold; known causes: {known}",
    ),
}

WHOLE: tuple[str, str] = ("全体", "the whole")
NONE: tuple[str, str] = ("なし", "none")


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A broken rule at a place of the text. `said` is as written; `named` and `known` fill the
    rule's row ("": it has the word for none, or for the whole). `metric`: whose verdict is
    contradicted."""

    rule: str
    start: int
    said: str
    named: str = ""
    known: str = ""
    metric: str = ""


def finding(problem: Problem, path: str, *, lang: Lang) -> Finding:
    """A problem as it is told."""
    at = int(lang == "en")
    message = RULES[problem.rule][at].format(
        said=problem.said, named=problem.named or WHOLE[at], known=problem.known or NONE[at]
    )
    return Finding(rule=problem.rule, path=path, message=message)


_SHOWN = 4


def number_problems(page: Page, bound: Sequence[Bound]) -> Iterator[Problem]:
    """Claims without a fact (with the values that may be said), and facts of another metric."""
    for bound_claim in bound:
        claim = bound_claim.claim
        if not bound_claim.supported:
            yield Problem(
                rule="grounding.number",
                start=claim.start,
                said=claim.text,
                known=_usable(page, bound_claim),
            )
        elif bound_claim.strays:
            yield Problem(
                rule="grounding.metric",
                start=claim.start,
                said=claim.text,
                named="/".join(sorted(bound_claim.named)),
                known=owners(bound_claim.known),
            )


def owners(numbers: Iterable[Known]) -> str:
    """The facts that a number is: "gct.expected, gct.high"."""
    return ", ".join(sorted({number.fact.id for number in numbers}))


def fact_text(fact: Fact) -> str:
    """'261.5 ms (gct.expected)'."""
    value = fact.value if isinstance(fact.value, str) else _short(fact.value)
    return f"{value} {fact.unit} ({fact.id})"


def _usable(page: Page, bound_claim: Bound) -> str:
    """The nearest facts of the same kind of quantity, those of the metric that is named first."""
    if not bound_claim.claim.readings:
        return ", ".join(str(fact.value) for fact in page.facts.days[:_SHOWN])
    reading = bound_claim.claim.readings[0]
    numbers = sorted(
        page.facts.of(each.kind for each in bound_claim.claim.readings),
        key=lambda each: abs(each.value - reading.value),
    )
    own = [each for each in numbers if each.fact.metric in bound_claim.named]
    return ", ".join(fact_text(each.fact) for each in (own or numbers)[:_SHOWN])


def _short(value: float) -> str:
    """Four digits that count, of large numbers the whole ones: enough to be told, and true."""
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"


_SOME_PART = re.compile(
    r"最速|最も|最遅|最長|最短|最高|最大|最低|最小|各|毎|区間|ラップ|スプリット|本目|"
    r"セグメント|ピーク|"
    r"fastest|slowest|longest|shortest|quickest|best|worst|highest|lowest|peak|each|every|"
    r"splits?|laps?|"
    r"reps?|repetitions?|intervals?|segments?|max"
)
_WHOLE = re.compile(r"全体|平均|総|通し|トータル|overall|average|mean|whole|total|entire")
_REMEMBERED = 20


def part_problems(page: Page, bound: Sequence[Bound]) -> Iterator[Problem]:
    """Numbers of another part than the one that is named, and of a part where none is."""
    families = {_family(number.fact.scope) for number in page.facts.numbers if number.fact.scope}
    for bound_claim in bound:
        if not bound_claim.known or bound_claim.strays or bound_claim.claim.ranged:
            continue
        scopes = {
            number.fact.scope if page.lexicon.is_part(number.fact.scope) else ""
            for number in bound_claim.known
        }
        named = _named(page, bound_claim)
        if named is None and _fits_unnamed(page, bound_claim, scopes):
            continue
        if named is not None and _fits(page, bound_claim, named, (scopes, families)):
            continue
        yield Problem(
            rule="grounding.scope",
            start=bound_claim.claim.start,
            said=bound_claim.claim.text,
            named="" if named is None else page.text.shown[named.start : named.end],
            known=owners(bound_claim.known),
        )


def _fits(
    page: Page, bound_claim: Bound, named: ScopeMention, fitting: tuple[set[str], set[str]]
) -> bool:
    """Whether a number is of the named part. `fitting`: the parts it is of, and what kinds of part
    the evidence has."""
    scopes, families = fitting
    if scopes & named.scopes or not families & {_family(scope) for scope in named.scopes}:
        return True
    return "" in scopes and _speaks_of_the_whole(page, bound_claim, named)


def _fits_unnamed(page: Page, bound_claim: Bound, scopes: set[str]) -> bool:
    """Whether a number may stand where no part is named in the clause."""
    if "" in scopes:
        return True
    last = page.parts.index_before(bound_claim.claim.start)
    earlier = {
        scope
        for place in range(max(0, last - _REMEMBERED), last + 1)
        for scope in page.parts[place].scopes
    }
    begin, end = page.layout.sentence(bound_claim.claim.start)
    return bool(scopes & earlier or _SOME_PART.search(page.text.read, begin, end))


def _named(page: Page, bound_claim: Bound) -> ScopeMention | None:
    """The part that stands nearest in the clause, before the number rather than behind it; else
    the last one in the sentence, if the evidence has this metric there."""
    begin, end = page.layout.clause(bound_claim.claim.start)
    inside = page.parts.between(begin, end)
    before = [part for part in inside if part.end <= bound_claim.claim.start]
    if inside:
        return before[-1] if before else inside[0]
    last = page.parts.before(begin)
    if last is None or last.start < page.layout.sentence(begin)[0]:
        return None
    if _WHOLE.search(page.text.read, last.end, bound_claim.claim.start):
        return None
    metrics = {number.fact.metric for number in bound_claim.known}
    there = (
        other.fact.metric in metrics and other.fact.scope in last.scopes
        for other in page.facts.of({number.kind for number in bound_claim.known})
    )
    return last if any(there) else None


def _speaks_of_the_whole(page: Page, bound_claim: Bound, named: ScopeMention) -> bool:
    start, end = sorted((named.end, bound_claim.claim.start))
    if _WHOLE.search(page.text.read, start, end):
        return True
    kinds = {reading.kind for reading in bound_claim.claim.readings}
    return named.end <= bound_claim.claim.start and any(
        kinds & {reading.kind for reading in other.readings}
        for other in page.claims.between(named.end, bound_claim.claim.start)
    )


def _family(scope: str) -> str:
    """'split' of 'split 3'."""
    return scope.rstrip("0123456789").rstrip()


_ALLOWED: Mapping[str, frozenset[str]] = {
    "actual": frozenset({"actual"}),
    "expected": frozenset({"expected"}),
    "target": frozenset({"target", "low", "min"}),
    "low": frozenset({"low", "min", "target"}),
    "high": frozenset({"high", "max", "target"}),
    "max": frozenset({"max", "high"}),
    "min": frozenset({"min", "low", "target"}),
    "previous": frozenset({"previous"}),
    "delta": frozenset({"delta"}),
}
_AWAY = re.compile(
    r"\s?値?\s?(?:より|に比べ|と比べ|に対し|比(?!率)|を(?![\d+-])|には|に届|に至|どおり|通り|"
    r"と同|並|の範囲|との|と(?=[\d約+-])|から|にも|に近|(?:at|with)\s)"
)
_TOPIC = re.compile(r"\s?(?:値)?\s?(?:は|が|:|\(|=|was\s|is\s)")
_THAN = re.compile(r"(?:than|as|from)\s(?:the\s|your\s|a\s)?$")
_BEHIND = re.compile(r"\s?(?:\(|の|という|was\s|were\s|is\s|had been\s)?\s?")
_REFERENCE_BEFORE = re.compile(
    r"(?:than|versus|vs\.?|against|instead of|compared (?:to|with))\s(?:the\s|an?\s|your\s)?$"
)
_REFERENCE_AFTER = re.compile(r"\s?(?:より|に対し|と比べ|に比べ)")
_AGAINST_AFTER = re.compile(r"\s?に対し")
_REACHED_BEFORE = re.compile(
    r"(?:up to|reached|reaching|peaked at|as high as|as low as|hit|topped out at|down to|from|"
    r"between|target(?:,|:|\sof|\sat)?)"
    r"\s(?:the\s|an?\s)?$"
)
"""Also a target whose word is part of praise or blame: "met the target of"."""
_REACHED_AFTER = re.compile(r"\s?(?:まで|から|に達|以上|以下|以内|未満|超)")
_BESIDE = re.compile(
    r"(?:ほど|だけ|程度|くらい|ぐらい|分)?(?:も|、)?\s?(?:わずかに|大きく|やや)?\s?"
)
_BY = (" by ", " by about ", " by around ", " by roughly ", " by some ")
_NEAR = 6
_VERB = 2
_PLAIN = re.compile(r"\s?(?:は|が|was|is|of|at)\s?")
_APART_AFTER = re.compile(
    r"\s?(?:の差|の違|の変化|の増|の減|の開|ほど|だけ|以内|以上|差|ずれ|変化|違|増|減|off|different|apart|better|"
    r"worse|away|of|change)"
)
_RANGE = re.compile(r"区間|範囲|普段|interval|range|usual|between")
_ENDS = {"low", "high", "min", "max"}
_SHORT = 10
_FAR = 60


@dataclass(frozen=True, kw_only=True)
class _Said:
    """The role word of a number. `near`: right beside it."""

    key: str
    near: bool


def role_problems(page: Page, bound: Sequence[Bound]) -> Iterator[Problem]:
    """Numbers that are called something else than what they are."""
    roles = page.of("role")
    for bound_claim in bound:
        if not bound_claim.supported or bound_claim.strays or not bound_claim.known:
            continue
        called = _wrong_role(page, bound_claim, roles)
        if called:
            yield Problem(
                rule="grounding.role",
                start=bound_claim.claim.start,
                said=bound_claim.claim.text,
                named=called,
                known=owners(bound_claim.known),
            )


def _is_difference(page: Page, claim: Claim) -> bool:
    """Whether a number says how far apart two values are: "1.3% shorter", "shorter by 3.5 ms"."""
    gap = _BESIDE.match(page.text.read, claim.end)
    assert gap is not None, "every part of the pattern may be absent"
    directions = page.of("direction")
    if directions.at(claim.end) or directions.at(gap.end()):
        return True
    return page.text.read.endswith(_BY, 0, claim.start)


def _wrong_role(page: Page, bound_claim: Bound, roles: Ordered[Mention]) -> str:
    """What a number is called and is not; "" if it may be."""
    claim, families = bound_claim.claim, {number.family for number in bound_claim.known}
    signed = claim.sign > 0 or (claim.sign < 0 and "delta" in families)
    if _is_difference(page, claim) or signed:
        fits = families & {"delta", ""} or not _has(page, bound_claim, {"delta"})
        return "" if fits else "delta"
    if "" in families:
        return ""
    if claim.ranged:
        return _range_role(page, bound_claim, families)
    mention = _said(page, claim, roles)
    if mention is None:
        return _unsaid_role(page, bound_claim, families, roles)
    allowed = _ALLOWED[mention.key]
    if families & allowed or not (mention.near or _has(page, bound_claim, allowed)):
        return ""
    return mention.key


def _unsaid_role(
    page: Page, bound_claim: Bound, families: set[str], roles: Ordered[Mention]
) -> str:
    """A number without a role word is read as the measured one, unless it is compared with."""
    if families == {"delta"}:
        return "actual" if _is_plainly_said(page, bound_claim) else ""
    if not bound_claim.named or not _has(page, bound_claim, {"actual"}):
        return ""
    if "actual" in families:
        return "expected" if _is_reference(page, bound_claim, families) else ""
    claim, read = bound_claim.claim, page.text.read
    before = read[max(0, claim.start - 30) : claim.start]
    begin = page.layout.clause(claim.start)[0]
    excused = (
        bool(roles.between(begin, claim.start))
        or _is_aside(page, claim, begin)
        or _REFERENCE_BEFORE.search(before)
        or _REACHED_BEFORE.search(before)
        or _REFERENCE_AFTER.match(read, claim.end)
        or _REACHED_AFTER.match(read, claim.end)
        or _verb_follows(page, claim)
    )
    return "" if excused else "actual"


def _range_role(page: Page, bound_claim: Bound, families: set[str]) -> str:
    """The ends of what is usual are its ends, where the evidence has them."""
    begin, end = page.layout.clause(bound_claim.claim.start)
    if _RANGE.search(page.text.read, begin, end) is None or not _has(page, bound_claim, _ENDS):
        return ""
    return "" if families & _ENDS else "low/high"


def _is_plainly_said(page: Page, bound_claim: Bound) -> bool:
    """Whether a difference is said as if it were the value: "contact time was 1.3%"."""
    claim, read = bound_claim.claim, page.text.read
    metric = page.metrics.before(claim.start)
    begin, end = page.layout.clause(claim.start)
    return (
        metric is not None
        and _PLAIN.fullmatch(read, metric.end, claim.start) is not None
        and not page.of("direction").between(begin, end)
        and not _APART_AFTER.match(read, claim.end)
    )


def _is_aside(page: Page, claim: Claim, begin: int) -> bool:
    """Whether a number stands in brackets that do not follow the metric's name."""
    bracket = page.text.read.rfind("(", begin, claim.start)
    if bracket < 0 or ")" in page.text.read[bracket : claim.start]:
        return False
    named = page.metrics.before(bracket)
    return named is None or bool(page.text.read[named.end : bracket].strip(") "))


def _verb_follows(page: Page, claim: Claim) -> bool:
    """Whether a number is the mark that something passes: "above 180 spm", "180spmを上回る"."""
    after, before = page.of("direction").after(claim.end), page.of("direction").before(claim.start)
    if after is not None and after.start - claim.end <= _VERB:
        return not page.text.read[claim.end : after.start].startswith((",", "、", "で"))
    return before is not None and claim.start - before.end <= _NEAR


def _is_reference(page: Page, bound_claim: Bound, families: set[str]) -> bool:
    """Whether the measured value itself is compared with, as if it were the expected one."""
    if families != {"actual"} or not _has(page, bound_claim, {"expected", "target", "previous"}):
        return False
    claim = bound_claim.claim
    before = page.text.read[max(0, claim.start - 30) : claim.start]
    if not (_REFERENCE_BEFORE.search(before) or _REFERENCE_AFTER.match(page.text.read, claim.end)):
        return False
    sentence, end = page.layout.sentence(claim.start)
    kinds = {reading.kind for reading in claim.readings}
    if any(_is_of(kinds, other) for other in page.claims.between(sentence, claim.start)):
        return False
    against = _AGAINST_AFTER.match(page.text.read, claim.end)
    return not against or any(_is_of(kinds, other) for other in page.claims.between(claim.end, end))


def _is_of(kinds: set[str], claim: Claim) -> bool:
    return any(reading.kind in kinds for reading in claim.readings)


def _said(page: Page, claim: Claim, roles: Ordered[Mention]) -> _Said | None:
    """The role word that a number goes with: behind it, else before it."""
    gap = _BEHIND.match(page.text.read, claim.end)
    assert gap is not None, "every part of the pattern may be absent"
    behind = roles.at(gap.end())
    is_linked = gap[0].strip() in ("の", "was", "were", "is", "had been")
    if behind and (is_linked or not page.claims.between(behind.end, behind.end + _NEAR)):
        return _Said(key=behind.key, near=True)
    before = roles.before(claim.start)
    return None if before is None else _before(page, claim, before)


def _before(page: Page, claim: Claim, role: Mention) -> _Said | None:
    read, gap = page.text.read, claim.start - role.end
    if gap > _FAR or role.start < page.layout.sentence(claim.start)[0]:
        return None
    if page.claims.between(role.end, claim.start) or _AWAY.match(read, role.end):
        return None
    near = gap <= _NEAR
    apart = not near or "," in read[role.end : claim.start]
    if apart and _THAN.search(read[max(0, role.start - 12) : role.start]):
        return None
    if role.start < page.layout.clause(claim.start)[0] and gap > _SHORT:
        if page.metrics.between(role.end, claim.start):
            return None
        if not _TOPIC.match(read, role.end):
            return None
    return _Said(key=role.key, near=near)


def _has(page: Page, bound_claim: Bound, families: set[str] | frozenset[str]) -> bool:
    """Whether the metric has a fact of such a role, in the unit and part of the number."""
    kinds = {number.kind for number in bound_claim.known}
    metrics = {number.fact.metric for number in bound_claim.known}
    scopes = {number.fact.scope for number in bound_claim.known}
    return any(
        other.family in families and other.fact.metric in metrics and other.fact.scope in scopes
        for other in page.facts.of(kinds)
    )
