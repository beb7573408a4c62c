"""Which nodes are about the same: what titles and notes share, and what sets them apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from hakaru.proposals.nodes import Node
from hakaru.proposals.terms import Index, Term, coverage, folded_text, match_role, terms_of

DUPLICATE_FROM = 0.5
QUESTION_FROM = 0.42
_RARE_MOST = 14


@dataclass(frozen=True, kw_only=True)
class ReadNode:
    """A node with what was read of it. `decides`: it lists alternatives; `days` are all that it
    names, `events` those on which it surely happens."""

    node: Node
    people: frozenset[str]
    decides: bool
    days: frozenset[date]
    events: frozenset[date]

    @cached_property
    def title_terms(self) -> tuple[Term, ...]:
        """Those of the title, without what stands in brackets."""
        return terms_of(_bare_title(self.node))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Those of title and note."""
        return terms_of(f"{self.node.title}\n{self.node.context}")

    @cached_property
    def title_forms(self) -> Mapping[str, float]:
        """The forms of the title, each in full."""
        return _with_full_roles(self.title_terms)

    @cached_property
    def forms(self) -> Mapping[str, float]:
        """The forms of title and note, each in full."""
        return _with_full_roles(self.terms)


def is_family(node: Node, other: Node) -> bool:
    """Whether one is the parent of the other."""
    return node.parent_id == other.id or other.parent_id == node.id


def alike(
    nodes: Sequence[ReadNode], index: Index
) -> Iterator[tuple[float, Node, Node, tuple[str, ...]]]:
    """Pairs that share much, with how much (0-1), the older first, and the words in both."""
    holders: dict[str, list[int]] = {}
    for at, read in enumerate(nodes):
        for form in {*read.forms, *(f"@{day}" for day in read.days)}:
            holders.setdefault(form, []).append(at)
    candidates = {
        (first, second)
        for places in holders.values()
        if len(places) <= _RARE_MOST
        for first in places
        for second in places
        if first < second
    }
    for first, second in sorted(candidates):
        read, other_read = nodes[first], nodes[second]
        if is_family(read.node, other_read.node) or _apart(read, other_read):
            continue
        score, shared = _likeness(index, read, other_read)
        if score >= QUESTION_FROM:
            older, newer = sorted((read.node, other_read.node), key=_age_order)
            yield score, older, newer, shared


def _age_order(node: Node) -> tuple[float, str]:
    made = node.created_at or node.updated_at
    return made.timestamp(), node.id


_ORDINAL = re.compile(r"第?\d+回|\d+回目|\bpart \d+|\b(?:first|second|third)\b")


def _apart(read: ReadNode, other_read: ReadNode) -> bool:
    """Whether something says that two are not the same: a first and a second time, other days."""
    first, second = read.node, other_read.node
    ordinals = [set(_ORDINAL.findall(node.title.casefold())) for node in (first, second)]
    if ordinals[0] and ordinals[1] and ordinals[0] != ordinals[1]:
        return True
    (place, _, what), (other_place, _, other_what) = (
        node.title.strip().rpartition("の") for node in (first, second)
    )
    if place and other_place and what == other_what and place != other_place:
        return True
    events, other_events = read.events, other_read.events
    return bool(events and other_events and not events & other_events)


def _likeness(index: Index, read: ReadNode, other_read: ReadNode) -> tuple[float, tuple[str, ...]]:
    """How much two nodes share, 0-1: of their titles, and of all that is written."""
    first, second = read.node, other_read.node
    if first.title.strip().casefold() == second.title.strip().casefold():
        return 1.0, (first.title.strip(),)
    same_day = bool(read.days & other_read.days)
    people = bool(read.people & other_read.people)
    in_title = max(
        coverage(index, read.title_terms, other_read.title_forms),
        coverage(index, other_read.title_terms, read.title_forms),
    )
    crossed = min(
        coverage(index, read.title_terms, other_read.forms),
        coverage(index, other_read.title_terms, read.forms),
    )
    score = 0.3 * in_title + 0.3 * crossed + 0.15 * same_day + 0.1 * people
    if score + _NOTE_WEIGHT < QUESTION_FROM:
        return score, ()
    shorter = max(
        coverage(index, read.terms, other_read.forms), coverage(index, other_read.terms, read.forms)
    )
    score += _NOTE_WEIGHT * shorter
    n_met, shared = _shared(first, second, other_read.forms)
    enough = n_met + same_day + people >= _SHARED_MIN
    if not enough or _differ_in_kind(read, other_read, score):
        score = min(score, QUESTION_FROM - 0.01)
    return score, shared


def _bare_title(node: Node) -> str:
    """A title without what stands in brackets; whole where nothing else is in it."""
    return re.sub(r"[（(].*?[)）]", " ", node.title).strip() or node.title


_NOTE_WEIGHT = 0.3
_SHARED_MIN = 2
_CERTAIN = 0.7


def _with_full_roles(terms: Sequence[Term]) -> Mapping[str, float]:
    return {form: 1.0 for term in terms for form in term.forms}


_WHOLE_WORD = re.compile(
    r"[a-z][a-z0-9.'-]*[a-z0-9]|\d[\d.]*[a-z]+|[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]{2,}|\d+[台人部枚]"
)


def _shared(first: Node, second: Node, forms: Mapping[str, float]) -> tuple[int, tuple[str, ...]]:
    """How many words of the first the second has in any form, and those that stand in both."""
    texts = [folded_text(f"{node.title}\n{node.context}") for node in (first, second)]
    n_met = 0
    for word in dict.fromkeys(_WORD_OR_KANJI.findall(texts[0])):
        n_met += any(match_role(term, forms) > 0.5 for term in terms_of(word))
    common = [
        word
        for text in texts
        for word in dict.fromkeys(_WHOLE_WORD.findall(text))
        if terms_of(word) and all(word in seen for seen in texts)
    ]
    return n_met, tuple(
        word
        for word in dict.fromkeys(common)
        if not any(word != longer and word in longer for longer in common)
    )


_WORD_OR_KANJI = re.compile(_WHOLE_WORD.pattern + r"|[\u4e00-\u9fff]")


def _differ_in_kind(read: ReadNode, other: ReadNode, score: float) -> bool:
    """A decision and what is to be done, or two parts of one parent: only much alike the same."""
    parent = read.node.parent_id
    siblings = parent is not None and parent == other.node.parent_id
    return (read.decides != other.decides or siblings) and score < _CERTAIN
