"""The desk that a proposal is about, what is wished for, and sentences whose claims hold.

Whatever a narrator says with a figure, a day or a node in it is said by a `Speaker`: with claims
over the facts of the desk (`hakaru.guard.claims`), which are checked as it is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property

from hakaru.core.i18n import LANGUAGES, N_, Lang, say
from hakaru.guard.claims import Claim, Extreme, Facts, Flag, Said, Series, Text, Value, all_hold
from hakaru.guard.evidence import Fact
from hakaru.proposals.board import Board
from hakaru.proposals.narrator_words import age_days, named
from hakaru.proposals.nodes import Group, Node, Relation, label, tray_of
from hakaru.records import frozen

_AGES = Series("age", "actual", "node")


@frozen
class Desk:
    """What a narrator looks at. `focus_id` None: nothing in particular.

    `day` None: the day of `now` in its own time zone. `relations` and `groups` are there already.
    """

    nodes: tuple[Node, ...]
    now: datetime
    lang: Lang
    focus_id: str | None = None
    day: date | None = None
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()

    @property
    def parents(self) -> frozenset[str]:
        """Ids of nodes that have children, on the desk or off it."""
        return frozenset(node.parent_id for node in self.nodes if node.parent_id is not None)

    @cached_property
    def board(self) -> Board:
        """What the notes say, whatever the order of the nodes."""
        ordered = tuple(sorted(self.nodes, key=lambda node: node.id))
        return Board(nodes=ordered, today=self.day or self.now.date())

    @cached_property
    def facts(self) -> Facts:
        """All that may be claimed of the desk."""
        return facts_of(self)

    @cached_property
    def places(self) -> dict[str, str]:
        """The place of each node among the facts."""
        return {node.id: f"node {at}" for at, node in enumerate(self.nodes)}


@frozen
class NodeSentence:
    """Something true of nodes, and its words."""

    claims: tuple[Claim, ...]
    text: str


@dataclass(kw_only=True)
class Speaker:
    """Words sentences and remembers the claims of each."""

    desk: Desk
    said: list[NodeSentence] = field(default_factory=list)

    def say(self, entry: str, *claims: Claim, **values: object) -> str:
        """A sentence whose claims hold."""
        assert all_hold(claims, self.desk.facts), (entry, claims)
        text = say(entry, self.desk.lang, **values)
        self.said.append(NodeSentence(claims=claims, text=text))
        return text

    def name(self, node: Node, *, otherwise: str = "this_node") -> str:
        """The node's title in quotes, or a plain word."""
        return named(node, self.desk.lang, otherwise=otherwise)

    def titled(self, *nodes: Node) -> tuple[Claim, ...]:
        """That the nodes are called so."""
        return tuple(
            Text(f"title.actual@{self.desk.places[node.id]}", node.title) for node in nodes
        )

    def age(self, node: Node) -> Claim:
        """For how many days a node was not changed."""
        days = float(age_days(node, self.desk.now))
        return Value(
            f"age.actual@{self.desk.places[node.id]}", Said(value=days, unit="day", slack=0.0)
        )

    def status(self, node: Node) -> Claim:
        """The status of a node."""
        return Text(f"status.actual@{self.desk.places[node.id]}", node.status)

    def dated(self, at: int) -> tuple[Claim, ...]:
        """That the date at this place of the board's dates is that day, so many days away."""
        node_date = self.desk.board.dates[at]
        days = float((node_date.day - self.desk.board.today).days)
        return (
            Text(f"day.actual@date {at}", node_date.day.isoformat()),
            Value(f"days_left.actual@date {at}", Said(value=days, unit="day", slack=0.0)),
        )

    def waits(self, from_id: str, to_id: str) -> Claim:
        """That one node waits for another."""
        return Flag(f"waits.{from_id}.{to_id}", True)

    def counted(self, what: str, n: int) -> Claim:
        """That there are so many."""
        return Value(f"{what}.actual", Said(value=float(n), unit="count", slack=0.0))


def facts_of(desk: Desk) -> Facts:
    """Of each node its title, age in whole days and status; every date that was read with the days
    that are left; what waits for what, what is there twice; and how many nodes there are."""
    board = desk.board
    on_desk = [node for node in desk.nodes if tray_of(node.status) is not None]
    counts = {
        "nodes": len(desk.nodes),
        "lying": len(on_desk),
        "questions": len(board.questions),
        "dates": len(board.dates),
        "dependencies": len(board.dependencies),
        "duplicates": len(board.duplicates),
        "stale": len(board.stale),
    }
    facts = [
        Fact(metric=name, role="actual", value=float(n), unit="count") for name, n in counts.items()
    ]
    for at, node in enumerate(desk.nodes):
        facts += _node_facts(desk, node, f"node {at}")
    for at, node_date in enumerate(board.dates):
        days = float((node_date.day - board.today).days)
        facts += [
            Fact(metric="day", role="actual", value=node_date.day.isoformat(), unit="date",
                 scope=f"date {at}"),
            Fact(metric="days_left", role="actual", value=days, unit="day", scope=f"date {at}"),
        ]  # fmt: skip
    flags = {f"waits.{item.from_id}.{item.to_id}": True for item in board.dependencies}
    flags |= {f"same.{item.first_id}.{item.second_id}": True for item in board.duplicates}
    flags |= {f"ring.{'.'.join(ring)}": True for ring in board.cycles}
    return Facts(facts=tuple(facts), flags=flags)


def _node_facts(desk: Desk, node: Node, scope: str) -> Iterator[Fact]:
    names = tuple(label(node.status, lang) for lang in LANGUAGES)
    n_waiting = len(desk.board.waiters.get(node.id, ()))
    yield Fact(
        metric="age",
        role="actual",
        value=float(age_days(node, desk.now)),
        unit="day",
        scope=scope,
    )
    yield Fact(
        metric="status", role="actual", value=node.status, unit="status", scope=scope, aliases=names
    )
    yield Fact(metric="title", role="actual", value=node.title, unit="text", scope=scope)
    yield Fact(metric="waiters", role="actual", value=float(n_waiting), unit="count", scope=scope)


def sentences_about(desk: Desk, nodes: Iterable[Node] = ()) -> tuple[NodeSentence, ...]:
    """What may be said of the desk and of some of its nodes, in both languages."""
    facts = desk.facts
    made = tuple(
        sentence
        for lang in LANGUAGES
        for sentence in (*_of_desk(desk, facts, lang), *_of_nodes(desk, nodes, lang))
    )
    assert all(all_hold(sentence.claims, facts) for sentence in made), "what is offered is true"
    return made


def _of_desk(desk: Desk, facts: Facts, lang: Lang) -> Iterator[NodeSentence]:
    n = len(desk.nodes)
    yield NodeSentence(
        claims=(Value("nodes.actual", Said(value=float(n), unit="count", slack=0.0)),),
        text=say(N_("{n} <n:node is|nodes are> looked at."), lang, n=n),
    )
    ages = {fact.scope: fact.value for fact in facts.series(_AGES)}
    oldest = [place for place, age in ages.items() if age == max(ages.values())]
    if len(oldest) == 1 < len(ages):
        at = int(oldest[0].rpartition(" ")[2])
        yield NodeSentence(
            claims=(Extreme(_AGES, "highest", (oldest[0],)),),
            text=say(
                N_("{node} has been without a change for longest."),
                lang,
                node=named(desk.nodes[at], lang),
            ),
        )


def _of_nodes(desk: Desk, nodes: Iterable[Node], lang: Lang) -> Iterator[NodeSentence]:
    places = {node.id: f"node {at}" for at, node in enumerate(desk.nodes)}
    for node in nodes:
        days, name, place = age_days(node, desk.now), named(node, lang), places[node.id]
        yield NodeSentence(
            claims=(Value(f"age.actual@{place}", Said(value=days, unit="day", slack=0.0)),),
            text=say(
                N_("{node} was changed {days} <days:day|days> ago."), lang, node=name, days=days
            ),
        )
        yield NodeSentence(
            claims=(Text(f"status.actual@{place}", node.status),),
            text=say(N_("{node} is {status}."), lang, node=name, status=label(node.status, lang)),
        )
