"""The check of a text against its evidence: numbers, directions, verdicts and causes.

Numbers, dates and shares are facts, within half the last digit shown; each belongs to the metric,
role and part it is said of; directions, praise, blame and causes agree with the evidence. Japanese
and English, in one text as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hakaru.core.i18n import Lang
from hakaru.guard.cleaning import Finding
from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.claims import Grounding
from hakaru.guard.grounding.directions import direction_problems
from hakaru.guard.grounding.lexicon import GENERAL, Mention, Vocabulary
from hakaru.guard.grounding.page import Ordered, Page, bind, ids_of, page_of
from hakaru.guard.grounding.roles import (
    Problem,
    finding,
    number_problems,
    part_problems,
    role_problems,
)

_AFFIRMED_JA = re.compile(
    r"かもしれ(?:ない|ません|ぬ)|なければ|なくては|なくちゃ|ないと(?:いけ|なら|だめ|"
    r"ダメ)\S{0,4}|ねば(?:なら)?|"
    r"ならない|なりません|いけない|いけません|に違い(?:な[いく]|ありません)|だけ(?:で|"
    r"じゃ)?(?:は|も)?な[いく]|"
    r"のみなら|のみでなく|欠かせ(?:ない|ません)|少なく|間違いな[くい]|しかな[いく]|"
    r"ではない(?:でしょう|だろう)?か|ではありませんか|じゃない(?:です|でしょう)?か|"
    r"ないだろうか|ないでしょうか|"
    r"見逃せ(?:ない|ません)|避けられ(?:ない|ません)|否め(?:ない|ません)|免れ(?:ない|ません)|"
    r"言うまでもな[くい]|"
    r"否定でき(?:ない|ません)|疑いな[いく]|ほかな(?:らない|りません)|(?:かか|関|変)わらず"
)
_DENIED_JA = re.compile(
    r"見当たら(?:ない|ず|なかっ|ません)|見当たりません|至ら(?:ない|ず|なかっ)|至りません|"
    r"至ってい(?:ない|ません)|"
    r"届か(?:ない|ず|なかっ)|届きません|届いてい(?:ない|ません)|"
    r"ない|なく|なかっ|ません|ずに|ず(?=$|[、。\s])|なし|無し|無縁|不要|無用|難い|がたい|"
    r"にくい|疑問|ほど遠|程遠|皆無"
)
_AFFIRMED_EN = re.compile(
    r"not (?:only|just|merely|simply)|no doubt|no question|not to mention|nothing (?:short of|"
    r"but|less than)|"
    r"no less than|could(?: not|n't) be $|cannot be denied|neither(?=.*(?<![a-z])nor(?![a-z]))"
)
_DENIED_EN = re.compile(
    r"(?<![a-z])(?:not|never|no|without|hardly|barely|scarcely|neither|nor|cannot|nothing|"
    r"none|far from|"
    r"anything but|lack of|lacks|little|few|free of|zero|(?:hard|difficult|"
    r"wrong) to call)(?![a-z])|n't(?![a-z])"
)
_CUT_EN = re.compile(r".*(?:(?<![a-z])(?:and|so|because)(?![a-z])|[,;:])", re.DOTALL)
_DENIED_BEHIND_EN = re.compile(
    r"\s(?:(?:is|are|was|were|seems?|appears?|will be)\s?)?(?:not|n't)\s(?:yet\s|really\s|"
    r"currently\s|at all\s)?"
    r"(?:needed|required|necessary|called for|warranted|justified|apparent|visible|seen|"
    r"present|an issue|a problem)|"
    r"(?:\s(?:is|are|was|were))n't\s(?:\w{1,10}\s)?(?:needed|required|necessary|called for|"
    r"warranted)|"
    r"\s(?:(?:is|are|was|were|seems?)\s)?(?:unnecessary|unneeded|superfluous|absent|not there)"
)
_WINDOW = 36
_REACH_JA = 20


def is_turned(read: str, word: Mention, *, begin: int, stop: int) -> bool:
    """Whether a word is denied an odd number of times.

    `begin` and `stop`: how far its clause, or the next such word, lets one look.
    """
    start, end = word.start, word.end
    after = read[end : min(stop, end + _REACH_JA)]
    times = len(_DENIED_JA.findall(_AFFIRMED_JA.sub("", after)))
    if "a" <= read[end - 1] <= "z":
        before = _CUT_EN.sub("", read[max(begin, start - _WINDOW) : start])
        times += len(_DENIED_EN.findall(_AFFIRMED_EN.sub("", before)))
        times += _DENIED_BEHIND_EN.match(read, end) is not None
    return times % 2 == 1


_EVERY = re.compile(
    r"(?:すべて|全て|全部|いずれ|どれ|どの|各|全)(?:の|つの)?(?:フォーム|評価)?(?:指標|項目|メトリクス)"
    r"(?:は|が|も|で|に|とも|において)"
    r"|(?<![a-z])(?:all|every|each|no|none)(?:\sof)?(?:\sthe|\syour)?"
    r"(?:\s(?:form|running|other|single|measured))?\smetrics?(?![a-z])"
)
_NO_SUCH = re.compile(
    r"(?:な|の|がある|のある|を要する)?\s?(?:指標|項目)(?:は|も)(?:特に|一つも|ひとつも)?\s?(?:あり|な[いくし]|見当|見られ)"
)
_LEFT_OUT_AFTER = re.compile(r"\s?(?:以外|を除|を別|のほか|の他(?!の))")
_LEFT_OUT_BEFORE = re.compile(
    r"(?:except(?:\sfor)?|excluding|apart from|aside from|other than|with the exception of|"
    r"(?:metrics?|everything|all)\sbut)\s(?:the\s|your\s|its\s)?$"
)
_LOOK_BACK = 40


def spoken_of(page: Page, word: Mention, *, named: Sequence[Mention]) -> frozenset[str] | None:
    """The metrics of a verdict word that is said of all of them, or of all but those left out.

    `named`: the metrics it would be said of by its place. None: it is said of those.
    """
    start, stop = page.layout.sentence(word.start)
    out = [mention for mention in page.metrics.between(start, stop) if _is_left_out(page, mention)]
    if not _is_of_all(page, word) and not any(mention in out for mention in named):
        return None
    others = [
        mention for first in out for mention in page.group_of(page.metrics.index_after(first.start))
    ]
    return frozenset(page.evidence.needs_improvement) - ids_of(page, others)


def _is_of_all(page: Page, word: Mention) -> bool:
    """Whether the clause of a word speaks of every metric, and of none by its name."""
    begin, end = page.layout.clause(word.start)
    if _NO_SUCH.match(page.text.read, word.end, end):
        return True
    every = [match.end() for match in _EVERY.finditer(page.text.read, begin, word.start)]
    if not every:
        return False
    inside = page.metrics.between(every[-1], word.start)
    return all(_is_left_out(page, mention) for mention in inside)


def _is_left_out(page: Page, metric: Mention) -> bool:
    read = page.text.read
    if _LEFT_OUT_AFTER.match(read, metric.end):
        return True
    return (
        _LEFT_OUT_BEFORE.search(read[max(0, metric.start - _LOOK_BACK) : metric.start]) is not None
    )


_ATTRIBUTE = re.compile(
    r"(?:な|の|すべき|が必要な|が必要なのは|の対象は|の候補は|として|点は|は)?\s?"
    r"|\s(?:your|the|its|his|her)?\s?|\s?:\s?(?:your |the )?"
    r"|\s(?:in|with|on|is|of|for|lies in|remains|area is|areas are|needed in|needed for|"
    r"concerns|regarding)"
    r"(?:\s(?:the|your|its))?\s"
)
_ONE_WORD = re.compile(
    r"(?:する|な|となる|になる|とすべき|すべき)?(?:ような|ほどの|や|も|・|とか|べき)"
)
_OR = re.compile(r"\s(?:or|nor)\s(?:\w{1,12}\s)?")
_LONG = 30


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A word of praise (or of blame) after all negations, and the metrics it is said of.
    `certain`: they stand in the same sentence."""

    start: int
    end: int
    praise: bool
    metrics: frozenset[str]
    whole: bool
    certain: bool


def verdict_problems(page: Page) -> list[Problem]:
    """Metrics that are only blamed without need, only praised in spite of it, or judged at all
    where nobody judged them."""
    judgements = tuple(_judgements(page))
    return [*_contradictions(page, judgements), *_unjudged(page, judgements)]


def _contradictions(page: Page, judgements: Sequence[Judgement]) -> Iterator[Problem]:
    for metric, improve in page.evidence.needs_improvement.items():
        own = [judgement for judgement in judgements if metric in judgement.metrics]
        if own and all(judgement.praise == improve for judgement in own):
            yield _contradiction(page, own[0], metric)
    flags = set(page.evidence.needs_improvement.values())
    for judgement in judgements:
        if judgement.whole and not judgement.metrics and flags == {judgement.praise}:
            yield _contradiction(page, judgement, "")


def _contradiction(page: Page, judgement: Judgement, metric: str) -> Problem:
    return Problem(
        rule="grounding.praise" if judgement.praise else "grounding.blame",
        start=judgement.start,
        said=page.text.shown[judgement.start : judgement.end],
        named=metric,
        metric=metric,
    )


def _unjudged(page: Page, judgements: Sequence[Judgement]) -> Iterator[Problem]:
    judged = set(page.evidence.needs_improvement)
    for judgement in judgements:
        if (
            judgement.certain
            and judgement.metrics
            and not judgement.whole
            and not judgement.metrics & judged
        ):
            yield Problem(
                rule="grounding.unjudged",
                start=judgement.start,
                said=page.text.shown[judgement.start : judgement.end],
                named="/".join(sorted(judgement.metrics)),
            )


def _judgements(page: Page) -> Iterator[Judgement]:
    words = Ordered((*page.of("praise"), *page.of("blame")))
    topics = Ordered((*page.metrics, *page.of("subject")))
    praise: bool | None = None
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else None
        if after is not None and _ONE_WORD.fullmatch(page.text.read, word.end, after.start):
            continue
        before = words[place - 1] if place else None
        turned = _is_turned(page, word, before, after)
        joined = before is not None and _OR.fullmatch(page.text.read, before.end, word.start)
        praise = praise if joined and praise is not None else (word.kind == "praise") != turned
        mentions, whole = _judged(page, word, topics)
        sentence = page.layout.sentence(word.start)[0]
        of_all = spoken_of(page, word, named=mentions)
        yield Judgement(
            start=word.start,
            end=word.end,
            praise=praise,
            metrics=ids_of(page, mentions) if of_all is None else of_all,
            whole=whole or any(page.row(mention).whole for mention in mentions),
            certain=of_all is None and bool(mentions) and mentions[0].start >= sentence,
        )


def _is_turned(page: Page, word: Mention, before: Mention | None, after: Mention | None) -> bool:
    begin, end = page.layout.clause(word.start)
    return is_turned(
        page.text.read,
        word,
        begin=begin if before is None else max(begin, before.end),
        stop=end if after is None else min(end, after.start),
    )


def _judged(page: Page, word: Mention, topics: Ordered[Mention]) -> tuple[Sequence[Mention], bool]:
    """The metrics a verdict word is said of, and whether it is said of the whole."""
    after = page.metrics.after(word.end)
    if after is not None:
        gap = page.text.read[word.end : after.start]
        if len(gap) <= _LONG and _ATTRIBUTE.fullmatch(gap):
            return _of_topic(page, after)
    begin, end = page.layout.clause(word.start)
    before = topics.before(word.start)
    if before is not None and before.start >= begin:
        return _of_topic(page, before)
    behind = topics.after(word.end)
    if behind is not None and behind.start < end:
        return _of_topic(page, behind)
    return ((), True) if before is None else _of_topic(page, before)


def _of_topic(page: Page, topic: Mention) -> tuple[Sequence[Mention], bool]:
    if topic.kind == "subject":
        return (), True
    return page.group_of(page.metrics.index_after(topic.start)), False


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


def check(
    text: str,
    evidence: Evidence,
    *,
    vocabulary: Vocabulary = GENERAL,
    path: str = "",
    lang: Lang = "en",
) -> tuple[Finding, ...]:
    """Everything in a text that the evidence does not say, told in `lang`; never raises."""
    return grounded(text, evidence, vocabulary=vocabulary, path=path, lang=lang).findings


def grounded(
    text: str,
    evidence: Evidence,
    *,
    vocabulary: Vocabulary = GENERAL,
    path: str = "",
    lang: Lang = "en",
) -> Grounding:
    """The claims of a text, and what is wrong with them."""
    page = page_of(text, evidence, vocabulary=vocabulary)
    bound = bind(page)
    verdicts = tuple(verdict_problems(page))
    problems = [
        *number_problems(page, bound),
        *role_problems(page, bound),
        *part_problems(page, bound),
        *direction_problems(page, bound),
        *verdicts,
        *cause_problems(page),
    ]
    return Grounding(
        claims=tuple(page.claims),
        unsupported=tuple(
            bound_claim.claim.text for bound_claim in bound if not bound_claim.supported
        ),
        contradictions=_metrics(verdicts),
        findings=tuple(
            finding(problem, path, lang=lang)
            for problem in sorted(problems, key=lambda problem: problem.start)
        ),
    )


def _metrics(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Each contradicted metric once."""
    return tuple(dict.fromkeys(problem.metric for problem in problems if problem.metric))
