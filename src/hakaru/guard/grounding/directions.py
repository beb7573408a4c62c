"""Does every shorter, higher or faster point the way that the values do?"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from hakaru.guard.grounding.claims import Known
from hakaru.guard.grounding.lexicon import Mention, MetricWords
from hakaru.guard.grounding.page import Bound, Page
from hakaru.guard.grounding.roles import Problem, fact_text

_SIGNS = {"down": -1, "fewer": -1, "up": 1, "more": 1}
_BESIDE = re.compile(
    r"(?:ほど|だけ|程度|くらい|ぐらい|分)?(?:も|、)?\s?(?:と)?(?:わずかに|大きく|やや)?\s?"
)
_BY = re.compile(
    r"(?:\s(?:than|the|your|expected|usual|typical|target|value))*\s(?:\(|by\s(?:about\s|"
    r"around\s)?)"
)
_MARK_JA = re.compile(
    r"\s?(?:より(?:も)?|を|に比べて?|と比べて?|に対して?)\s?"
    r"(?:は|わずかに|少し|やや|大きく|さらに|かなり|大幅に|若干|明らかに|ずっと)?\s?"
)
_MARK_EN = re.compile(
    r"(?:\s(?:than|the|your|an?|its|expected|usual|typical|target|value|of|minimum|limit|goal|"
    r"predicted|is|was))*\s"
)
_NOT_AFTER = re.compile(
    r"い?\s?(?:は|も)?(?:ない|なく|なかっ|ありません)|(?:て|で)い(?:ない|ません|なかっ)|"
    r"らない|りません|らず|ません|せず|ず"
)
_NOT_BEFORE = re.compile(r"(?:(?<![a-z])(?:not|no|never|neither|nor)|n't)\s(?:\w{1,10}\s)?$")
_SPREAD_BEFORE = re.compile(
    r"(?:差|ばらつき|変動|影響|幅|負担|割合|可能性|精度|意識|意欲|質)(?:は|が|も|の|を)?$"
)
_ELSEWHERE = re.compile(
    r"前半|後半|終盤|序盤|中盤|最初|最後|次第|徐々|later|early|start|end of|finish|progress|"
    r"half|than in|"
    r"より後|ラスト|途中"
)
_NOUN_AFTER = re.compile(r"(?:範囲外|水準|負荷|強度|レベル|傾向の|運動|安定)")
_THAN_AFTER = re.compile(r"\s?値?\s?(?:より|に比べ|と比べ|に対し|を)")
_THAN_BEFORE = re.compile(
    r"(?:than|below|above|exceeds|exceeded|against|compared (?:to|with))\s(?:the\s|your\s|an?\s)?$"
)
_SAID_OF = re.compile(r"\s?|[^\s、。]{0,8}のは")
_BACK = 5
_IN_TURN = re.compile(r"前者|後者|former|latter")
_FAR = 40


def direction_problems(page: Page, bound: Sequence[Bound]) -> Iterator[Problem]:
    """Directions that contradict a difference, two values, or what is known of the metric."""
    directions = page.of("direction")
    for word in directions:
        after = directions.after(word.end)
        if after is not None and after.start - word.end <= 1:
            continue
        if _SPREAD_BEFORE.search(page.text.read[max(0, word.start - 6) : word.start]):
            continue
        why = _against(page, word, bound)
        if why:
            yield Problem(
                rule="grounding.direction",
                start=word.start,
                said=page.text.shown[word.start : word.end],
                known=why,
            )


def _against(page: Page, word: Mention, bound: Sequence[Bound]) -> str:
    """What a direction contradicts; "" if nothing."""
    beside = _difference_beside(page, word, bound)
    if beside is not None:
        return _against_difference(page, word, beside)
    mark = _mark_beside(page, word, bound)
    if mark is not None:
        return _against_mark(page, word, mark, bound)
    return "" if word.key in ("more", "fewer") else _against_known(page, word)


def _against_difference(page: Page, word: Mention, beside: Bound) -> str:
    differences = [number for number in beside.known if number.is_difference]
    signs = {_sign(difference.value) for difference in differences}
    wanted = {_wanted(word, row) for row in _rows_of(page, differences)} - {0}
    if beside.strays or not signs or not wanted or _agrees(page, word, signs, wanted):
        return ""
    return fact_text(differences[0].fact)


def _against_mark(page: Page, word: Mention, mark: Bound, bound: Sequence[Bound]) -> str:
    """A value against another one in the sentence, else against the measured one."""
    if mark.strays or not mark.known:
        return ""
    value = mark.known[0].value
    others = [_stated(subject) for subject in _subjects(page, word, mark, bound)] or _measured(
        page, mark
    )
    wanted = {_wanted(word, row) for row in _rows_of(page, mark.known)} - {0}
    signs = {_sign(other - value) for other in others}
    if not signs or not wanted or _agrees(page, word, signs, wanted):
        return ""
    return fact_text(mark.known[0].fact)


def _against_known(page: Page, word: Mention) -> str:
    """Without numbers beside it: against what is known of the metric that is spoken of."""
    begin, end = page.layout.sentence(word.start)
    elsewhere = (
        page.parts.between(begin, end)
        or _ELSEWHERE.search(page.text.read, begin, end)
        or _NOUN_AFTER.match(page.text.read, word.end)
    )
    if elsewhere:
        return ""
    role = _compared_with(page, word)
    for mention in _spoken_of(page, word):
        row = page.row(mention)
        wanted = _wanted(word, row)
        differences = _differences(page, row, role)
        signs = {_sign(value) for _, value in differences}
        if wanted and signs and not _agrees(page, word, signs, {wanted}):
            return fact_text(differences[0][0].fact)
    return ""


def _agrees(page: Page, word: Mention, signs: set[int], wanted: set[int]) -> bool:
    """Zero fits either way; a negated word must not fit."""
    if _is_negated(page, word):
        return bool(signs - wanted)
    return bool(signs & (wanted | {0}))


def _is_negated(page: Page, word: Mention) -> bool:
    read = page.text.read
    if _NOT_AFTER.match(read, word.end):
        return True
    return _NOT_BEFORE.search(read[max(0, word.start - 20) : word.start]) is not None


def _wanted(word: Mention, row: MetricWords) -> int:
    """The sign of a difference that a word says of a metric; 0: none that is certain."""
    if word.key in ("fast", "slow"):
        return row.faster if word.key == "fast" else -row.faster
    return _SIGNS[word.key] if row.ordered else 0


def _rows_of(page: Page, numbers: Iterable[Known]) -> list[MetricWords]:
    metrics = {number.fact.metric for number in numbers}
    return [row for row in page.vocabulary.metrics if metrics & set(row.ids)]


def _difference_beside(page: Page, word: Mention, bound: Sequence[Bound]) -> Bound | None:
    """The number before a direction ("1.3% shorter"), or behind it ("shorter by 1.3%")."""
    read = page.text.read
    index = _last_before(bound, word.start)
    if index >= 0 and _BESIDE.fullmatch(read[bound[index].claim.end : word.start]):
        numbers = bound[index].known
        if not numbers or any(number.is_difference for number in numbers):
            return bound[index]
    if index + 1 < len(bound):
        following = bound[index + 1]
        gap = read[word.end : following.claim.start]
        if len(gap) <= _FAR and _BY.fullmatch(gap):
            return following if any(number.is_difference for number in following.known) else None
    return None


def _mark_beside(page: Page, word: Mention, bound: Sequence[Bound]) -> Bound | None:
    """The value that is passed: "180spmを上回る", "above the expected 261.5 ms"."""
    read = page.text.read
    index = _last_before(bound, word.start)
    if index >= 0 and _MARK_JA.fullmatch(read[bound[index].claim.end : word.start]):
        return bound[index]
    if index + 1 < len(bound):
        following = bound[index + 1]
        gap = read[word.end : following.claim.start]
        loose = word.key in ("more", "fewer") and "than" not in gap
        if len(gap) <= _FAR and not loose and _MARK_EN.fullmatch(gap):
            return following
    return None


def _subjects(page: Page, word: Mention, mark: Bound, bound: Sequence[Bound]) -> list[Bound]:
    """The value of the same metric that stands before the mark in the sentence."""
    begin = page.layout.sentence(word.start)[0]
    metrics = {number.fact.metric for number in mark.known}
    kinds = {number.kind for number in mark.known}
    first = page.claims.index_after(begin)
    subjects = [
        bound_claim
        for bound_claim in bound[first : _last_before(bound, word.start) + 1]
        if bound_claim is not mark
        and any(
            number.fact.metric in metrics and number.kind in kinds and not number.is_difference
            for number in bound_claim.known
        )
    ]
    return subjects[-1:]


def _stated(bound_claim: Bound) -> float:
    return next(number.value for number in bound_claim.known if not number.is_difference)


def _measured(page: Page, mark: Bound) -> list[float]:
    metrics = {number.fact.metric for number in mark.known}
    scopes = {number.fact.scope for number in mark.known}
    return [
        number.value
        for number in page.facts.of({number.kind for number in mark.known})
        if number.fact.metric in metrics
        and number.fact.scope in scopes
        and number.family == "actual"
    ]


def _spoken_of(page: Page, word: Mention) -> Sequence[Mention]:
    """The metrics a direction is said of: named right behind it, else before it in the sentence;
    in an earlier sentence only where a comparison is spelled out."""
    after = page.metrics.after(word.end)
    if after is not None and _SAID_OF.fullmatch(page.text.read, word.end, after.start):
        return (after,)
    index = page.metrics.index_before(word.start)
    if index < 0:
        return ()
    turn = _IN_TURN.findall(page.text.read, page.layout.clause(word.start)[0], word.start)
    if turn:
        latter = page.metrics[index]
        if turn[-1] in ("後者", "latter"):
            return (latter,)
        earlier = (page.metrics[place] for place in range(index - 1, max(-1, index - _BACK), -1))
        return [mention for mention in earlier if mention.key != latter.key][:1]
    begin = page.layout.sentence(word.start)[0]
    if page.metrics[index].start >= begin or _has_role(page, word):
        return page.group_of(index)
    return ()


def _has_role(page: Page, word: Mention) -> bool:
    begin, end = page.layout.clause(word.start)
    return bool(page.of("role").between(begin, end))


def _compared_with(page: Page, word: Mention) -> str:
    """The role that a direction is measured against: the nearest in the clause, else expected;
    "" where another value is only mentioned ("rose to a maximum of")."""
    begin, end = page.layout.clause(word.start)
    near = [role for role in page.of("role") if begin <= role.start < end and role.key != "actual"]
    if not near:
        return "expected"
    nearest = min(near, key=lambda role: abs(role.start - word.start))
    if nearest.key in ("expected", "delta"):
        return nearest.key
    read = page.text.read
    compared = _THAN_AFTER.match(read, nearest.end) or _THAN_BEFORE.search(
        read[max(0, nearest.start - 20) : nearest.start]
    )
    return nearest.key if compared else ""


def _differences(page: Page, row: MetricWords, role: str) -> list[tuple[Known, float]]:
    """Measured minus what it is compared with, and the fact that says so; empty: not known."""
    own = [
        number
        for number in page.facts.numbers
        if number.fact.metric in row.ids and not number.fact.scope
    ]
    if role in ("expected", "delta"):
        return [
            (number, number.value) for number in own if number.fact.role in ("delta", "delta_pct")
        ]
    return [
        (other, actual.value - other.value)
        for other in own
        for actual in own
        if role and other.family == role and actual.family == "actual"
        if actual.kind == other.kind
    ]


def _last_before(bound: Sequence[Bound], place: int) -> int:
    return bisect_right(bound, place, key=lambda bound_claim: bound_claim.claim.end) - 1


def _sign(value: float) -> int:
    return (value > 0.0) - (value < 0.0)
