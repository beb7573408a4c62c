"""A board as its notes have it: what waits for what, what is due when, what is there twice, what
lies still, what goes round in a circle, and what cannot be told and is a question.

Only nodes that are neither done nor cancelled are read; they may be waited for all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date, datetime, time
from functools import cached_property
from typing import Literal

from hakaru.proposals.date_words import DateMention, Sense
from hakaru.proposals.dates import dates_in, writes_day_first
from hakaru.proposals.fitting import (
    doer_of,
    fits,
    is_bare,
    is_settling,
    is_undecided,
    is_which,
    noun_phrase,
    stating,
)
from hakaru.proposals.nodes import ENDED, Node
from hakaru.proposals.notes import TITLE_READ, Notes, read_notes, readable, sentences
from hakaru.proposals.relations import (
    DUPLICATE_FROM,
    QUESTION_FROM,
    ReadNode,
    Wait,
    alike,
    ids_in,
    is_family,
    waits_in,
)
from hakaru.proposals.terms import (
    Index,
    Term,
    coverage,
    folded_text,
    forms_with_roles,
    match_role,
    terms_of,
)
from hakaru.records import frozen

OLD_DAYS = 120
"""So long without a change and a node lies still."""
QuestionKind = Literal["dates", "dependencies", "duplicates"]


@frozen
class NodeDate:
    """A date of a node. `anchor_id`: the node whose date it is counted from; `at`: the hour that
    the note names beside it, None: the whole day."""

    node_id: str
    day: date
    until: date | None
    sense: Sense
    words: str
    anchor_id: str | None = None
    at: time | None = None


@frozen
class Dependency:
    """`from_id` waits for `to_id`; the words stand in the text of `words_in`."""

    from_id: str
    to_id: str
    words: str
    words_in: str


@frozen
class Duplicate:
    """Two nodes that seem to be about the same, the older first, and what they share."""

    first_id: str
    second_id: str
    shared: tuple[str, ...]


@frozen
class Stale:
    """A node that nobody touched for four months, and which wait for it."""

    node_id: str
    days: int
    waited_for_by: tuple[str, ...]


@frozen
class Question:
    """What the words leave open. `day` None: it is about no date."""

    kind: QuestionKind
    node_ids: tuple[str, ...]
    words: str
    day: date | None = None


@frozen
class Board:
    """Nodes with what their notes say, as of `today`."""

    nodes: tuple[Node, ...]
    today: date
    _notes: dict[str, Notes] = field(default_factory=dict, repr=False)
    _all_forms: dict[str, Mapping[str, float]] = field(default_factory=dict, repr=False)

    @cached_property
    def by_id(self) -> Mapping[str, Node]:
        """Each node by its id."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def open_nodes(self) -> tuple[Node, ...]:
        """Those that are neither done nor cancelled."""
        return tuple(node for node in self.nodes if node.status not in ENDED)

    @cached_property
    def index(self) -> Index:
        """The terms of all nodes, as far as they are read."""
        return Index(nodes=tuple(self._read(node) for node in self.nodes))

    def notes(self, node: Node) -> Notes:
        """What title and note of a node say."""
        if node.id not in self._notes:
            self._notes[node.id] = read_notes(self._read(node))
        return self._notes[node.id]

    def _read(self, node: Node) -> Node:
        """A node with as much of its text as is read."""
        short = readable(node.context)
        if len(node.title) <= TITLE_READ and short == node.context:
            return node
        return replace(node, title=node.title[:TITLE_READ], context=short)

    def _text(self, node: Node) -> str:
        read = self._read(node)
        return f"{read.title}\n{read.context}"

    def children(self, node_id: str) -> tuple[Node, ...]:
        """The open parts of a node."""
        return self._children.get(node_id, ())

    @cached_property
    def _children(self) -> Mapping[str, tuple[Node, ...]]:
        below: dict[str, list[Node]] = {}
        for node in self.open_nodes:
            if node.parent_id is not None:
                below.setdefault(node.parent_id, []).append(node)
        return {parent: tuple(nodes) for parent, nodes in below.items()}

    @cached_property
    def _day_first(self) -> bool:
        return writes_day_first(self._text(node) for node in self.nodes)

    @cached_property
    def _mentions(self) -> Mapping[str, tuple[DateMention, ...]]:
        return {
            node.id: dates_in(
                self._text(node),
                written_on=_day(node.updated_at),
                today=self.today,
                day_first=self._day_first,
            )
            for node in self.open_nodes
        }

    @cached_property
    def dates(self) -> tuple[NodeDate, ...]:
        """Every date that is certain, each once a node, the earliest first."""
        every = [*self._own_dates(), *self._anchored()]
        once = {(item.node_id, item.day): item for item in reversed(every)}
        return tuple(sorted(once.values(), key=lambda item: (item.day, item.node_id)))

    def dates_of(self, node_id: str) -> tuple[NodeDate, ...]:
        """The dates of one node."""
        return tuple(node_date for node_date in self.dates if node_date.node_id == node_id)

    def _own_dates(self) -> Iterator[NodeDate]:
        for node in self.open_nodes:
            for mention in self._mentions[node.id]:
                if mention.sure and not self._is_of_option(node, mention):
                    yield NodeDate(
                        node_id=node.id,
                        day=mention.day,
                        until=mention.until,
                        sense=mention.sense,
                        words=mention.words,
                        at=mention.at,
                    )

    def _is_of_option(self, node: Node, mention: DateMention) -> bool:
        """A date that one alternative has; what is due by a day is due whichever is taken."""
        notes = self.notes(node)
        if notes.alternatives is None:
            return False
        if mention.sense == "deadline":
            return any(mention.words in choice.name for choice in notes.alternatives.choices)
        text = self._text(node)
        return any(
            (at := text.find(sentence)) >= 0 and at <= mention.start < at + len(sentence)
            for sentence in (*notes.about_options, *notes.alternatives.words.splitlines())
        )

    def _anchored(self) -> Iterator[NodeDate]:
        """検査までに, "by the exam": the day of the one node that happens then."""
        for node in self.open_nodes:
            if any(mention.sense == "deadline" for mention in self._sure_of(node)):
                continue
            for thing, words in _anchors_in(node):
                anchor = self._happening(thing, node)
                if anchor is not None:
                    yield NodeDate(
                        node_id=node.id,
                        day=anchor.day,
                        until=None,
                        sense="deadline",
                        words=words,
                        anchor_id=anchor.node_id,
                    )
                    break

    def _sure_of(self, node: Node) -> tuple[DateMention, ...]:
        return tuple(mention for mention in self._mentions[node.id] if mention.sure)

    def _happening(self, thing: str, asking: Node) -> NodeDate | None:
        """The only date of what is called so: in its title, or "入院は12/14" in its note."""
        phrase = terms_of(thing)
        if not phrase:
            return None
        for node in self.open_nodes:
            if node.id == asking.id:
                continue
            events = [mention for mention in self._sure_of(node) if mention.sense != "deadline"]
            if not events:
                continue
            text = self._text(node)
            stated = [event for event in events if _is_stated(thing, text[: event.start])]
            titled = coverage(self.index, phrase, self.index.title_forms(node)) >= 0.9
            if stated or (titled and len(events) == 1):
                event = stated[0] if stated else events[0]
                return NodeDate(
                    node_id=node.id, day=event.day, until=None, sense="event", words=event.words
                )
        return None

    @cached_property
    def _resolved(self) -> tuple[tuple[Dependency, ...], tuple[Question, ...]]:
        sure: dict[tuple[str, str], Dependency] = {}
        unsure: list[Question] = []
        for node in self.open_nodes:
            about = self._option_sentences(node)
            for wait in waits_in(self._text(node), but=about):
                turned = self._topic_of_own(wait, node)
                for other in self._things(wait, node) if turned is None else turned:
                    is_waiting = wait.direction == "waits" and turned is None
                    ends = (node.id, other.id) if is_waiting else (other.id, node.id)
                    if not wait.sure:
                        unsure.append(
                            Question(kind="dependencies", node_ids=ends, words=wait.words)
                        )
                    elif self.by_id[ends[1]].status not in ENDED:
                        made = Dependency(
                            from_id=ends[0], to_id=ends[1], words=wait.words, words_in=node.id
                        )
                        sure.setdefault(ends, made)
        return tuple(sure.values()), tuple(unsure)

    def _topic_of_own(self, wait: Wait, node: Node) -> tuple[Node, ...] | None:
        """片付けは兄と話してから, in the note of 兄と話す: the topic waits for this node. None: the
        thing is not the node's own title."""
        if wait.direction == "holds" or wait.words.isascii():
            return None
        own = self.index.title_forms(node)
        named = terms_of(wait.thing)
        if not named or coverage(self.index, named, own) < _OWN_FROM:
            return None
        topic = re.match(r"(?P<topic>[^、。は]{2,12})は(?=.)", wait.words)
        if topic is None:
            return () if coverage(self.index, named, own) > _OWN_ALL else None
        asked = replace(wait, thing=topic["topic"], direction="holds", needed_frac=_STRICT)
        other = self._best(asked, node)
        return () if other is None else (other,)

    def _option_sentences(self, node: Node) -> frozenset[str]:
        """What speaks of single alternatives, or lists them."""
        notes = self.notes(node)
        if notes.alternatives is None:
            return notes.about_options
        listed = (*notes.alternatives.words.splitlines(), *sentences(notes.alternatives.words))
        settles = any(wait.option for text in listed for wait in waits_in(text))
        about = frozenset(text for text in notes.about_options if not is_settling(text))
        return about | (frozenset() if settles else frozenset(listed))

    def _things(self, wait: Wait, node: Node) -> tuple[Node, ...]:
        """The nodes that the words of a wait name: those called by their id, else the best one."""
        named = ids_in(wait.thing, frozenset(self.by_id))
        if named:
            return tuple(self.by_id[name] for name in named if name != node.id)
        if wait.option:
            other = self._option_holder(wait, node)
        else:
            others = [item for item in self.open_nodes if item.id != node.id]
            free = [item for item in others if not is_family(node, item)]
            other = doer_of(wait.thing, free) or stating(wait.thing, free) or self._best(wait, node)
        return () if other is None else (other,)

    def _option_holder(self, wait: Wait, node: Node) -> Node | None:
        """The node of which the thing is an alternative."""
        phrase = terms_of(wait.thing)
        for other in self.open_nodes:
            alternatives = self.notes(other).alternatives
            if other.id == node.id or alternatives is None:
                continue
            for choice in alternatives.choices:
                if coverage(self.index, phrase, forms_with_roles(choice.name)) >= 0.45:
                    return other
        return None

    def _best(self, wait: Wait, node: Node) -> Node | None:
        """The node whose title meets the thing best and well enough; none where two meet it
        alike."""
        own = self.index.title_forms(node)
        if is_bare(wait.thing):
            return self._to_decide(node) if is_settling(wait.words) else None
        named = terms_of(noun_phrase(wait.thing)) or terms_of(wait.thing)
        phrase = [term for term in named if match_role(term, own) < 0.6] or list(named)
        phrase = [term for term in phrase if "=decide" not in term.forms] or phrase
        verbs = [term for term in phrase if term.role_frac <= _VERB_ROLE]
        if len(phrase) == len(verbs) < _VERBS_MIN:
            return self._to_decide(node) if is_settling(wait.words) else None
        scored = sorted(
            (
                (self._meets(wait, phrase, other), other)
                for other in self.index.named_by(phrase)
                if other.id != node.id
            ),
            key=lambda pair: (-pair[0], self._first_day(pair[1]), pair[1].id),
        )
        if not scored or scored[0][0] < wait.needed_frac:
            return self._in_notes(phrase, node) if wait.needed_frac < _STRICT else None
        if is_family(node, scored[0][1]) or (
            is_which(wait.words) and not is_undecided(scored[0][1])
        ):
            return None
        best, rivals = scored[0], [pair for pair in scored[1:3] if pair[0] > 0.93 * scored[0][0]]
        if any(not self._is_same(best[1], rival) for _, rival in rivals):
            return None
        return min((best[1], *(rival for _, rival in rivals)), key=self._first_day)

    def _to_decide(self, node: Node) -> Node | None:
        """Once "we've picked": the one undecided node that shares most of the title."""
        own = [term for term in terms_of(node.title) if term.role_frac > _VERB_ROLE]
        scored = sorted(
            (
                (coverage(self.index, own, self.index.title_forms(other)), other.id, other)
                for other in self.open_nodes
                if is_undecided(other) and other.id != node.id
            ),
            key=lambda item: (-item[0], item[1]),
        )
        if not scored or scored[0][0] < _TOPIC_FROM:
            return None
        if len(scored) > 1 and scored[1][0] > _MARGIN * scored[0][0]:
            return None
        return scored[0][2]

    def _in_notes(self, phrase: Sequence[Term], node: Node) -> Node | None:
        """The only node whose title and note together name all of a thing."""
        scored = sorted(
            (
                (coverage(self.index, phrase, self._forms_of_all(other)), other.id, other)
                for other in self.index.mentioning(phrase)
                if other.id != node.id and other.status not in ENDED and not is_family(node, other)
            ),
            key=lambda item: (-item[0], item[1]),
        )
        if not scored or scored[0][0] < _ALL_FROM:
            return None
        if len(scored) > 1 and scored[1][0] > _MARGIN * scored[0][0]:
            return None
        return scored[0][2]

    def _forms_of_all(self, node: Node) -> Mapping[str, float]:
        """Title and note; what stands in the note only counts a little less."""
        if node.id not in self._all_forms:
            title = self.index.title_forms(node)
            note = self.index.note_forms(node)
            self._all_forms[node.id] = {
                form: max(title.get(form, 0.0), 0.8 * note.get(form, 0.0))
                for form in title.keys() | note.keys()
            }
        return self._all_forms[node.id]

    def _meets(self, wait: Wait, phrase: Sequence[Term], other: Node) -> float:
        """How well a title meets a phrase, with a little for how much of the title that is."""
        title = self.index.title_forms(other)
        met = coverage(self.index, phrase, title)
        name, words = folded_text(other.title).strip(), folded_text(wait.thing).strip()
        if met and len(words) > 1 and (name.endswith(words) or words.endswith(name)):
            met = max(met, 0.95)
        if met == 0.0:
            return 0.0
        forms = {form: term.role_frac for term in phrase for form in term.forms}
        back = coverage(self.index, terms_of(other.title), forms)
        fitting = _FITTING if fits(wait.words, other) else 0.0
        ended = 0.15 if other.status in ENDED else 0.0
        note = self.index.note_forms(other)
        in_note = coverage(self.index, phrase, note) if other.context else 0.0
        return met + 0.15 * back + _NOTE_WEIGHT * max(0.0, in_note - met) - ended + fitting

    def _first_day(self, node: Node) -> date:
        return min((mention.day for mention in self._mentions.get(node.id, ())), default=date.max)

    def _is_same(self, node: Node, other: Node) -> bool:
        """Whether two that meet a phrase alike may stand for each other: twice the same, or a
        first and a second time."""
        pair = frozenset({node.id, other.id})
        if pair in self._duplicate_pairs:
            return True
        return _without_ordinal(node.title) == _without_ordinal(other.title)

    @cached_property
    def dependencies(self) -> tuple[Dependency, ...]:
        """What waits for what; of two that are the same, one."""
        return self._resolved[0]

    @cached_property
    def _scored_pairs(self) -> tuple[tuple[float, Node, Node, tuple[str, ...]], ...]:
        read = [
            ReadNode(
                node=self._read(node),
                people=frozenset(self.notes(node).people),
                decides=node.status == "NEEDS_DECISION"
                and self.notes(node).alternatives is not None,
                days=frozenset(mention.day for mention in self._mentions[node.id]),
                events=frozenset(
                    mention.day
                    for mention in self._mentions[node.id]
                    if mention.sure and mention.sense == "event"
                ),
                n_siblings=len(self.children(node.parent_id or "")),
            )
            for node in self.open_nodes
        ]
        return tuple(alike(read, self.index))

    @cached_property
    def _duplicate_pairs(self) -> frozenset[frozenset[str]]:
        return frozenset(
            frozenset({first.id, second.id})
            for score, first, second, _ in self._scored_pairs
            if score >= DUPLICATE_FROM
        )

    @cached_property
    def duplicates(self) -> tuple[Duplicate, ...]:
        """Pairs that seem to be about the same; none where one waits for the other."""
        waiting = {frozenset({item.from_id, item.to_id}) for item in self.dependencies}
        return tuple(
            Duplicate(first_id=first.id, second_id=second.id, shared=shared)
            for score, first, second, shared in self._scored_pairs
            if score >= DUPLICATE_FROM and frozenset({first.id, second.id}) not in waiting
        )

    @cached_property
    def waiters(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of those that wait, by what they wait for."""
        held: dict[str, list[str]] = {}
        for item in self.dependencies:
            held.setdefault(item.to_id, []).append(item.from_id)
        return {node_id: tuple(ids) for node_id, ids in held.items()}

    @cached_property
    def stale(self) -> tuple[Stale, ...]:
        """Those that lie still; first those that others wait for, then the longest."""
        still = [
            Stale(node_id=node.id, days=days, waited_for_by=self.waiters.get(node.id, ()))
            for node in self.open_nodes
            if (days := (self.today - _day(node.updated_at)).days) >= OLD_DAYS
            and node.status != "DORMANT"
        ]
        return tuple(
            sorted(still, key=lambda item: (-len(item.waited_for_by), -item.days, item.node_id))
        )

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """Rings of nodes that wait for each other, each from its first id on."""
        return tuple(_cycles({node: self._awaited(node) for node in self.by_id}))

    def _awaited(self, node_id: str) -> tuple[str, ...]:
        return tuple(item.to_id for item in self.dependencies if item.from_id == node_id)

    def awaited(self, node_id: str) -> tuple[Dependency, ...]:
        """What a node waits for."""
        return tuple(item for item in self.dependencies if item.from_id == node_id)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What the words leave open."""
        asked = [*self._resolved[1]]
        known = {(node_date.node_id, node_date.day) for node_date in self.dates}
        for node in self.open_nodes:
            for mention in self._mentions[node.id]:
                if (node.id, mention.day) in known:
                    continue
                asked.append(
                    Question(
                        kind="dates", node_ids=(node.id,), words=mention.words, day=mention.day
                    )
                )
        for score, first, second, shared in self._scored_pairs:
            if QUESTION_FROM <= score < DUPLICATE_FROM:
                asked.append(
                    Question(
                        kind="duplicates",
                        node_ids=(first.id, second.id),
                        words=", ".join(shared),
                    )
                )
        return tuple(asked)


def _day(moment: datetime) -> date:
    return moment.date()


def _without_ordinal(title: str) -> str:
    return re.sub(
        r"\d+|[一二三四五]|first|second|third|[（(].*?[)）]", "", title.casefold()
    ).strip()


_ANCHOR = (
    r"(?P<x>[^、。\d]{2,16}?)(?P<w>までに|の前に|の日に|当日に)"
    r"|\b(?P<v>by|before|in time for) (?:the )?(?P<y>[a-z][a-z -]{3,30}?)(?=[.,;]|$)"
)


def _anchors_in(node: Node) -> Iterator[tuple[str, str]]:
    for sentence in sentences(node.context):
        for match in re.finditer(_ANCHOR, sentence, re.IGNORECASE):
            thing = match["x"] or match["y"]
            if not re.search(r"[日週月年]間?$|その|それ", thing):
                yield thing, match.group()


def _is_stated(thing: str, before: str) -> bool:
    """Whether a date is stated as the day of a thing: "入院は" right in front of it."""
    tail = before[-24:]
    return (
        re.search(rf"{re.escape(thing)}(?:日)?(?:は|:|：|\s+(?:is|on)(?:\s+on)?)\s*$", tail)
        is not None
    )


_NOTE_WEIGHT = 0.25
_STRICT = 0.45
_FITTING = 0.12
_TOPIC_FROM = 0.3
_VERB_ROLE = 0.4
_VERBS_MIN = 2
_OWN_FROM = 0.6
_OWN_ALL = 0.95
_ALL_FROM = 0.7
_MARGIN = 0.6


def _cycles(edges: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, ...]]:
    """Each ring once, found by walking on from every node."""
    seen: set[frozenset[str]] = set()
    for start in sorted(edges):
        waiting: list[tuple[str, tuple[str, ...]]] = [(start, (start,))]
        visited: set[str] = set()
        while waiting:
            node, path = waiting.pop()
            for following in edges.get(node, ()):
                if following == start:
                    ring = frozenset(path)
                    if ring not in seen and min(ring) == start:
                        seen.add(ring)
                        yield path
                elif following not in visited:
                    visited.add(following)
                    waiting.append((following, (*path, following)))
