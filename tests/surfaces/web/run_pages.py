"""What a page of a run says, read from the HTML that was served."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_TAG = re.compile(r"<[^>]+>")
_SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class PageBar:
    """What the bar of a card tells those who do not see it."""

    actual: str
    expected: str
    low_90: str
    high_90: str


@dataclass(frozen=True, kw_only=True)
class PageCard:
    """A metric's card: its figure, its stars with the score (or why there are none), what its bar
    is drawn from, its sentence, and what it was learned from, where the metrics differ in that."""

    actual: str
    stars: str
    score: str
    bar: PageBar | None
    comment: str
    basis: str


@dataclass(frozen=True, kw_only=True)
class PageCriterion:
    """One line of a phase."""

    name: str
    value: str
    target: str


@dataclass(frozen=True, kw_only=True)
class PagePhase:
    """A phase of the session, with its criteria, and the names of those that were not judged."""

    basis: str
    criteria: Sequence[PageCriterion]
    untold: str


def text_of(piece: str) -> str:
    """Without tags and pictures, in one line."""
    return " ".join(html.unescape(_TAG.sub(" ", _SVG.sub(" ", piece))).split())


def cards(page: str) -> Sequence[PageCard]:
    """The cards of the verdict, in order."""
    return [
        PageCard(
            actual=_one(piece, '<span class="r-actual">', "</span>"),
            stars=_one(piece, '<span class="r-stars small">', "</span>"),
            score=_one(piece.partition("</p>")[0], '<span class="r-rank">', "</span>"),
            bar=_bar(_one(piece, "<desc", "</desc>").partition(">")[2]),
            comment=text_of(
                _first(piece, '<p class="r-comment">', "</p>").partition('<span class="r-rank">')[0]
            ),
            basis=_one(piece, '<p class="r-basis">', "</p>"),
        )
        for piece in _between(page, '<article class="r-card', "</article>")
        if '<div class="r-figure">' in piece
    ]


def _bar(told: str) -> PageBar | None:
    found = re.fullmatch(
        r"measured (\S+), expected (\S+), 50% interval \S+ to \S+, 90% interval (\S+) to (\S+)",
        told,
    )
    if found is None:
        return None
    actual, expected, low, high = found.groups()
    return PageBar(actual=actual, expected=expected, low_90=low, high_90=high)


def facts(page: str) -> Mapping[str, str]:
    """The figures below the verdict."""
    (first, *_) = _between(page, '<dl class="r-facts">', "</dl>")
    return {
        _one(row, "<dt>", "</dt>"): _one(row, "<dd>", "</dd>")
        for row in _between(first, "<div>", "</div>")
    }


def verdict(page: str) -> str:
    """Kind, both ratings and the sentence."""
    return _one(page, '<section class="r-verdict r-ratings"', "</section>").partition(">")[2]


def asides(page: str) -> Mapping[str, str]:
    """What stands below the cards: what all of them were learned from, and balance."""
    return figures(_first(page, '<dl class="r-aside">', "</dl>"))


def figures(piece: str) -> Mapping[str, str]:
    """What stands beside each label."""
    rows = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", piece, re.DOTALL)
    return {text_of(name): text_of(value) for name, value in rows}


def splits(page: str) -> Sequence[Sequence[str]]:
    """The rows of the table of splits, cell by cell."""
    tables = _between(page, '<section aria-labelledby="splits">', "</section>")
    rows = re.findall(r'<th scope="row">(.*?)</tr>', tables[0], re.DOTALL) if tables else []
    return [
        [
            text_of(cell)
            for cell in re.split(r"</t[hd]>", re.sub(r'<td class="r-left part">.*?</td>', "", row))[
                :-1
            ]
        ]
        for row in rows
    ]


def phases(session: str) -> Sequence[PagePhase]:
    """The phases of the piece that tells what the run was."""
    return [
        PagePhase(
            basis=_one(piece, '<p class="r-basis">', "</p>"),
            criteria=[_criterion(one) for one in _between(piece, "<li ", "</li>")],
            untold="".join(map(text_of, _between(piece, '<p class="r-basis">', "</p>")[1:])),
        )
        for piece in _between(session, '<article class="r-card r-phase', "</article>")
    ]


def _criterion(piece: str) -> PageCriterion:
    return PageCriterion(
        name=_one(piece, "<b>", "</b>"),
        value=_one(piece, '<span class="value">', "</span>") or "-",
        target=_one(piece, '<span class="r-against">', "</span>") or "-",
    )


def _between(text: str, start: str, end: str) -> list[str]:
    return [one.partition(end)[0] for one in text.split(start)[1:]]


def _first(text: str, start: str, end: str) -> str:
    return next(iter(_between(text, start, end)), "")


def _one(text: str, start: str, end: str) -> str:
    return text_of(_first(text, start, end))
