"""Is a verdict said of every metric that was judged, or of all but some?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hakaru.guard.grounding.binding import ids_of
from hakaru.guard.grounding.lexicon import Mention
from hakaru.guard.grounding.page import Page

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
