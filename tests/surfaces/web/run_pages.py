"""What a page of a run says, read from the HTML that was served."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_TAG = re.compile(r"<[^>]+>")
_SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class PageCard:
    """A metric's card: its figure, its stars, what it is held against, and its last line."""

    actual: str
    stars: str
    against: Sequence[str]
    basis: str


@dataclass(frozen=True, kw_only=True)
class PageCriterion:
    """One line of a phase."""

    value: str
    target: str


@dataclass(frozen=True, kw_only=True)
class PagePhase:
    """A phase of the session, with its criteria in order."""

    basis: str
    criteria: Sequence[PageCriterion]


def text_of(piece: str) -> str:
    """Without tags and pictures, in one line."""
    return " ".join(html.unescape(_TAG.sub(" ", _SVG.sub(" ", piece))).split())


def cards(page: str) -> Sequence[PageCard]:
    """The cards of the verdict, in order."""
    return [
        PageCard(
            actual=_one(piece, '<span class="actual">', "</span>"),
            stars=_one(piece, '<span class="stars small">', "</span>"),
            against=[text_of(one) for one in _between(piece, "<b>", "</b>")],
            basis=_one(piece, '<p class="basis">', "</p>"),
        )
        for piece in _between(page, '<article class="card', "</article>")
        if '<p class="figure">' in piece
    ]


def facts(page: str) -> Mapping[str, str]:
    """The figures below the verdict."""
    (first, *_) = _between(page, '<dl class="facts">', "</dl>")
    return {
        _one(row, "<dt>", "</dt>"): _one(row, "<dd>", "</dd>")
        for row in _between(first, "<div>", "</div>")
    }


def verdict(page: str) -> str:
    """Kind, both ratings and the sentence."""
    return _one(page, '<section class="verdict ratings"', "</section>").partition(">")[2]


def aside(page: str) -> str:
    """The sentence on balance; '': there is none."""
    return _one(page, '<p class="aside">', "</p>")


def splits(page: str) -> Sequence[Sequence[str]]:
    """The rows of the table of splits, cell by cell."""
    tables = _between(page, '<section aria-labelledby="splits">', "</section>")
    rows = _between(tables[0], '<tr><th scope="row">', "</tr>") if tables else []
    return [[text_of(cell) for cell in re.split(r"</t[hd]>", row)[:-1]] for row in rows]


def phases(session: str) -> Sequence[PagePhase]:
    """The phases of the piece that tells what the run was."""
    return [
        PagePhase(
            basis=_one(piece, '<p class="basis">', "</p>"),
            criteria=[_criterion(one) for one in _between(piece, "<li ", "</li>")],
        )
        for piece in _between(session, '<article class="card phase', "</article>")
    ]


def _criterion(piece: str) -> PageCriterion:
    told = [text_of(one) for one in _between(piece.partition('class="against"')[2], "<b>", "</b>")]
    value, target = [*told, "-", "-"][:2]
    return PageCriterion(value=value, target=target)


def _between(text: str, start: str, end: str) -> list[str]:
    return [one.partition(end)[0] for one in text.split(start)[1:]]


def _one(text: str, start: str, end: str) -> str:
    found = _between(text, start, end)
    return text_of(found[0]) if found else ""
