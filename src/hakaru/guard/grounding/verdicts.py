"""Does praise and blame agree with what was judged?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hakaru.guard.grounding.binding import ids_of
from hakaru.guard.grounding.lexicon import Mention
from hakaru.guard.grounding.negation import is_turned
from hakaru.guard.grounding.ordered import Ordered
from hakaru.guard.grounding.page import Page
from hakaru.guard.grounding.totals import spoken_of
from hakaru.guard.grounding.wording import Problem

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
