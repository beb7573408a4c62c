"""Is a number said to be what it is: measured, expected, a target, a difference?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hakaru.guard.grounding.binding import Bound
from hakaru.guard.grounding.claims import Claim
from hakaru.guard.grounding.lexicon import Mention
from hakaru.guard.grounding.ordered import Ordered
from hakaru.guard.grounding.page import Page, Problem

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
    r"\s?値?\s?(?:より|に比べ|と比べ|に対し|比(?!率)|を(?![\d+-])|には|に届|に至|どおり|通り|と同|並|の範囲|との|にも|に近)"
)
_TOPIC = re.compile(r"\s?(?:値)?\s?(?:は|が|:|\(|=|was\s|is\s)")
_THAN = re.compile(r"(?:than|as|from)\s(?:the\s|your\s|a\s)?$")
_BEHIND = re.compile(r"\s?(?:\(|の|という)?\s?")
_REFERENCE_BEFORE = re.compile(
    r"(?:than|versus|vs\.?|against|compared (?:to|with))\s(?:the\s|an?\s|your\s)?$"
)
_REFERENCE_AFTER = re.compile(r"\s?(?:より|に対し|と比べ|に比べ)")
_REACHED_BEFORE = re.compile(
    r"(?:up to|reached|reaching|peaked at|as high as|as low as|hit|topped out at|down to|from|between)"
    r"\s(?:the\s|an?\s)?$"
)
_REACHED_AFTER = re.compile(r"\s?(?:まで|から|に達|以上|以下|以内|未満|超)")
_BESIDE = re.compile(
    r"(?:ほど|だけ|程度|くらい|ぐらい|分)?(?:も|、)?\s?(?:と)?(?:わずかに|大きく|やや)?\s?"
)
_BY = re.compile(r"\sby\s(?:about\s|around\s|roughly\s|some\s)?$")
_NEAR = 6
_VERB = 2
_SHORT = 10
_FAR = 60


@dataclass(frozen=True, kw_only=True)
class _Said:
    """The role word of a number. `near`: right beside it."""

    key: str
    near: bool


def role_problems(page: Page, bound: Sequence[Bound]) -> list[Problem]:
    """Numbers that are called something else than what they are."""
    roles = page.of("role")
    problems = []
    for one in bound:
        if not one.supported or one.strays or not one.known:
            continue
        message = _fault(page, one, roles)
        if message:
            problems.append(Problem(start=one.claim.start, rule="grounding.role", message=message))
    return problems


def _is_difference(page: Page, claim: Claim) -> bool:
    """Whether a number says how far apart two values are: "1.3% shorter", "shorter by 3.5 ms"."""
    gap = _BESIDE.match(page.text.read, claim.end)
    assert gap is not None, "every part of the pattern may be absent"
    directions = page.of("direction")
    if directions.at(claim.end) or directions.at(gap.end()):
        return True
    return _BY.search(page.text.read[max(0, claim.start - 16) : claim.start]) is not None


def _fault(page: Page, one: Bound, roles: Ordered[Mention]) -> str:
    claim, families = one.claim, {known.family for known in one.known}
    if _is_difference(page, claim) or (claim.sign and "delta" in families):
        known = sorted(known.fact.id for known in one.known)
        if "delta" in families or "" in families or not _has(page, one, {"delta"}):
            return ""
        return f"{claim.text!r} is said to be a difference, but is {' or '.join(known)}"
    if claim.ranged or "" in families:
        return ""
    said = _said(page, claim, roles)
    if said is None:
        return _unsaid_fault(page, one, families, roles)
    allowed = _ALLOWED[said.key]
    if families & allowed or not (said.near or _has(page, one, allowed)):
        return ""
    known = sorted(known.fact.id for known in one.known)
    return f"{claim.text!r} is called {said.key}, but is {' or '.join(known)}"


def _unsaid_fault(page: Page, one: Bound, families: set[str], roles: Ordered[Mention]) -> str:
    """A number without a role word is read as the measured one, unless it is compared with."""
    claim, read = one.claim, page.text.read
    if "actual" in families and not _is_reference(page, one, families):
        return ""
    if not one.named or not _has(page, one, {"actual"}):
        return ""
    if "actual" not in families:
        before = read[max(0, claim.start - 30) : claim.start]
        begin = page.layout.clause(claim.start)[0]
        loose = bool(roles.between(begin, claim.start))
        if loose or _is_aside(page, claim, begin):
            return ""
        if _REFERENCE_BEFORE.search(before) or _REACHED_BEFORE.search(before):
            return ""
        if _REFERENCE_AFTER.match(read, claim.end) or _REACHED_AFTER.match(read, claim.end):
            return ""
        if _verb_follows(page, claim):
            return ""
    known = sorted(known.fact.id for known in one.known)
    word = "measured" if "actual" not in families else "what is compared with"
    return f"{claim.text!r} is said as if {word}, but is {' or '.join(known)}"


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
        return True
    return before is not None and claim.start - before.end <= _NEAR


def _is_reference(page: Page, one: Bound, families: set[str]) -> bool:
    """Whether the measured value itself is compared with, as if it were the expected one."""
    if families != {"actual"} or not _has(page, one, {"expected", "target", "previous"}):
        return False
    claim = one.claim
    before = page.text.read[max(0, claim.start - 30) : claim.start]
    if not (_REFERENCE_BEFORE.search(before) or _REFERENCE_AFTER.match(page.text.read, claim.end)):
        return False
    sentence = page.layout.sentence(claim.start)[0]
    kinds = {reading.kind for reading in claim.readings}
    return not any(
        kinds & {reading.kind for reading in other.readings}
        for other in page.claims.between(sentence, claim.start)
    )


def _said(page: Page, claim: Claim, roles: Ordered[Mention]) -> _Said | None:
    """The role word that a number goes with: behind it, else before it."""
    gap = _BEHIND.match(page.text.read, claim.end)
    assert gap is not None, "every part of the pattern may be absent"
    behind = roles.at(gap.end())
    if behind is not None and not page.claims.between(behind.end, behind.end + _NEAR):
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
    if not near and _THAN.search(read[max(0, role.start - 12) : role.start]):
        return None
    if role.start < page.layout.clause(claim.start)[0] and gap > _SHORT:
        if page.metrics.between(role.end, claim.start):
            return None
        if not _TOPIC.match(read, role.end):
            return None
    return _Said(key=role.key, near=near)


def _has(page: Page, one: Bound, families: set[str] | frozenset[str]) -> bool:
    """Whether the metric has a fact of such a role, in the unit and part of the number."""
    kinds = {known.kind for known in one.known}
    metrics = {known.fact.metric for known in one.known}
    scopes = {known.fact.scope for known in one.known}
    return any(
        other.family in families and other.fact.metric in metrics and other.fact.scope in scopes
        for other in page.facts.of(kinds)
    )
