"""The Organizer where no model is: what the notes say of how nodes hang together.

Relations from what waits and what is there twice, groups by what is waited for or whom it takes,
divisions of what has grown large; the summary names what is due, what lies still and what cannot
be told. Nothing is proposed that the desk shows already: no parent, no list of a note, no relation
or group that is there. Every node is read, however many.

The same desk gives the same bytes. Nothing is ranked and nothing ordered: what comes first is what
the user looks at, else what most wait for, what waits for a decision, what lay longest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hakaru.core.i18n import N_, in_context, say
from hakaru.guard.claims import Flag
from hakaru.guard.cleaning import clean, cut, plain
from hakaru.proposals.board import Dependency, Duplicate, Stale
from hakaru.proposals.desk import Desk, NodeSentence, Speaker
from hakaru.proposals.divisions import KINDS, Division, divisions
from hakaru.proposals.narrator_words import (
    CHILDREN,
    QUOTED_MOST,
    SENTENCES,
    TRAY_NAMES,
    age_days,
    named,
    quoted,
)
from hakaru.proposals.nodes import DESK_MAX, Node, on_trays
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
    OrganizerReportChild,
)
from hakaru.proposals.rules import folded, is_quotable
from hakaru.proposals.terms import coverage, folded_text, terms_of, with_full_roles
from hakaru.proposals.wishes import Wish, asks_for
from hakaru.records import frozen

SPLITS_MOST = 3
MEMBERS_MOST = 12
OLD_DAYS = 7
_DUE_SHOWN = 3
_DUE_DAYS = 14
_GROUPED_PEOPLE_MOST = 6
_TOPIC_LEAST, _TOPIC_MOST = 3, 6
_TOPIC_WORD = re.compile(r"[a-z][a-z0-9'-]{2,}|[\u30a1-\u30fa\u30fc]{3,}|[\u4e00-\u9fff]{2,}")
_TOPIC_FRAC = 0.5


@frozen
class NarratedOrder:
    """A report that passes the judge of Organizer reports, and every sentence in it that claims
    something."""

    report: OrganizerReport
    sentences: tuple[NodeSentence, ...]


def narrate_organizer(desk: Desk, wish: Wish | None = None) -> OrganizerReport:
    """The report alone."""
    return narrated_order(desk, wish).report


def narrated_order(desk: Desk, wish: Wish | None = None) -> NarratedOrder:
    """How the desk could be arranged; what is wished for comes first."""
    narrator = _Narrator(speaker=Speaker(desk=desk), desk=desk, wish=wish or Wish())
    report = OrganizerReport(
        decomposition_proposals=tuple(narrator.decompositions()),
        grouping_proposals=tuple(narrator.groups()),
        relation_proposals=tuple(narrator.relations()),
        summary=narrator.summary(),
    )
    return NarratedOrder(report=report, sentences=tuple(narrator.speaker.said))


@frozen
class _Narrator:
    speaker: Speaker
    desk: Desk
    wish: Wish

    @property
    def lying(self) -> tuple[Node, ...]:
        """The nodes on the desk, however many."""
        trays = on_trays(self.desk.nodes, limit=max(1, len(self.desk.nodes)))
        return tuple(node for tray in trays.values() for node in tray)

    def relations(self) -> Iterator[OrganizerRelationProposal]:
        """What waits for what, then what is there twice; not what is there or in the family."""
        board = self.desk.board
        there = {
            (relation.from_node_id, relation.to_node_id, folded(relation.relation_type))
            for relation in self.desk.relations
        }
        for item in sorted(board.dependencies, key=self._wished_first):
            if (item.from_id, item.to_id, "depends_on") not in there:
                yield self._waiting(item)
        for pair in sorted(board.duplicates, key=self._wished_first):
            ends = (pair.second_id, pair.first_id, "duplicate_of")
            if ends not in there:
                yield self._twice(pair)

    def _wished_first(self, item: Dependency | Duplicate) -> tuple[bool, str, str]:
        ids = (
            (item.from_id, item.to_id)
            if isinstance(item, Dependency)
            else (item.second_id, item.first_id)
        )
        wished = set(self.topic_ids) | {self.desk.focus_id}
        return not wished & set(ids), *ids

    def _waiting(self, item: Dependency) -> OrganizerRelationProposal:
        board, speaker = self.desk.board, self.speaker
        start, end = board.by_id[item.from_id], board.by_id[item.to_id]
        words = quoted(item.words, self.desk.lang)
        holder = board.by_id[item.words_in]
        claims = (speaker.waits(item.from_id, item.to_id), *speaker.titled(start, end))
        if words is None:
            entry = N_("As the notes have it, it waits for {end}.")
        elif holder.id == start.id:
            entry = N_("It says {words}: it seems to wait for {end}.")
        else:
            entry = N_("{end} says {words}: {start} seems to wait for it.")
        return OrganizerRelationProposal(
            from_node_id=item.from_id,
            to_node_id=item.to_id,
            relation_type="depends_on",
            reason=speaker.say(
                entry,
                *claims,
                start=speaker.name(start),
                end=speaker.name(end, otherwise="another_node"),
                words=words,
            ),
        )

    def _twice(self, pair: Duplicate) -> OrganizerRelationProposal:
        board, speaker = self.desk.board, self.speaker
        first, second = board.by_id[pair.first_id], board.by_id[pair.second_id]
        words = [text for word in pair.shared[:4] if (text := quoted(word, self.desk.lang))]
        entry = (
            N_("It seems to be about the same as {first}: both name {words}.")
            if words
            else N_("It seems to be about the same as {first}.")
        )
        return OrganizerRelationProposal(
            from_node_id=second.id,
            to_node_id=first.id,
            relation_type="duplicate_of",
            reason=speaker.say(
                entry,
                Flag(f"same.{first.id}.{second.id}", True),
                *speaker.titled(first),
                first=speaker.name(first, otherwise="another_node"),
                words=self._joined(words),
            ),
        )

    def _joined(self, texts: Sequence[str]) -> str:
        return say(in_context("list", ", "), self.desk.lang).join(texts)

    def groups(self) -> Iterator[OrganizerGroupingProposal]:
        """Those that wait for one node, and those that take the same person."""
        seen = {frozenset(group.node_ids) for group in self.desk.groups}
        families = self._families()
        for label, reason, members in (*self._of_waiters(), *self._of_people(), *self._of_words()):
            ids = frozenset(members)
            if len(ids) < 2 or ids in seen or any(family <= ids for family in families):
                continue
            seen.add(ids)
            yield OrganizerGroupingProposal(
                group_label=label, reason=reason, node_ids=tuple(members[:MEMBERS_MOST])
            )

    def _families(self) -> list[frozenset[str]]:
        below: dict[str, set[str]] = {}
        for node in self.desk.nodes:
            if node.parent_id is not None:
                below.setdefault(node.parent_id, set()).add(node.id)
        return [frozenset(ids) for ids in below.values() if len(ids) > 1]

    def _of_waiters(self) -> Iterator[tuple[str, str, list[str]]]:
        board, speaker = self.desk.board, self.speaker
        for node_id, waiting in sorted(board.waiters.items()):
            members = self._different(waiting)
            if len(members) < 2:
                continue
            end = board.by_id[node_id]
            name = speaker.name(end, otherwise="another_node")
            claims = (*(speaker.waits(waiter, node_id) for waiter in members), *speaker.titled(end))
            yield (
                speaker.say(N_("Waiting for {end}"), *claims, end=name),
                speaker.say(
                    N_("{n} nodes wait for {end}: when it is settled, all of them can go on."),
                    *claims,
                    n=len(members),
                    end=name,
                ),
                members,
            )

    def _of_people(self) -> Iterator[tuple[str, str, list[str]]]:
        board, speaker = self.desk.board, self.speaker
        holders: dict[str, list[str]] = {}
        for node in board.open_nodes:
            for person in board.notes(node).people:
                holders.setdefault(person, []).append(node.id)
        for person, ids in sorted(holders.items()):
            members = self._different(ids)
            if not 2 <= len(members) <= _GROUPED_PEOPLE_MOST or not is_quotable(person):
                continue
            claims = speaker.titled(*(board.by_id[node_id] for node_id in members))
            name = cut(clean(person), QUOTED_MOST)
            yield (
                speaker.say(N_("With {person}"), *claims, person=name),
                speaker.say(
                    N_("{person} is named in {n} of them: they could be talked over at once."),
                    *claims,
                    person=name,
                    n=len(members),
                ),
                members,
            )

    def _of_words(self) -> Iterator[tuple[str, str, list[str]]]:
        """What several titles name, unless all of them are parts of one node."""
        board, speaker = self.desk.board, self.speaker
        holders: dict[str, list[Node]] = {}
        for node in board.open_nodes:
            for word in dict.fromkeys(_TOPIC_WORD.findall(folded_text(node.title))):
                if any(term.role_frac >= 1.0 for term in terms_of(word)):
                    holders.setdefault(word, []).append(node)
        for word, nodes in sorted(holders.items()):
            members = self._different([node.id for node in nodes])
            apart = len({node.parent_id for node in nodes}) > 1 or nodes[0].parent_id is None
            if not _TOPIC_LEAST <= len(members) <= _TOPIC_MOST or not apart:
                continue
            shown = _as_a_name(word, nodes)
            if shown is None or not is_quotable(shown):
                continue
            claims = speaker.titled(*(board.by_id[node_id] for node_id in members))
            entry = N_("{n} titles name “{word}”: they could be looked at together.")
            yield (
                speaker.say(N_("About “{word}”"), *claims, word=shown),
                speaker.say(entry, *claims, n=len(members), word=shown),
                members,
            )

    def _different(self, ids: Sequence[str]) -> list[str]:
        """Without the second of two that are the same."""
        twice = {pair.second_id: pair.first_id for pair in self.desk.board.duplicates}
        return [node_id for node_id in dict.fromkeys(ids) if twice.get(node_id) not in ids]

    def decompositions(self) -> Iterator[OrganizerDecompositionProposal]:
        """What is asked about, then what has grown large."""
        made = list(divisions(self.desk.board))
        made.sort(
            key=lambda item: (item.node.id != self.desk.focus_id, -item.n_items, item.node.id)
        )
        focused = self.desk.board.by_id.get(self.desk.focus_id or "")
        is_divided = focused is not None and any(item.node.id == focused.id for item in made)
        if focused is not None and not is_divided and not self.desk.board.children(focused.id):
            yield self._plain_division(focused)
        for division in made[:SPLITS_MOST]:
            yield self._division(division)

    def _division(self, division: Division) -> OrganizerDecompositionProposal:
        lang, speaker = self.desk.lang, self.speaker
        children = tuple(
            OrganizerReportChild(
                title=say(KINDS[kind], lang),
                context=self._joined(
                    [quoted(name, lang) or say(N_("a part of it"), lang) for name in names]
                ),
            )
            for kind, names in division.parts
        )
        return OrganizerDecompositionProposal(
            target_node_id=division.node.id,
            target_title=plain(division.node.title),
            reason=speaker.say(
                N_("It holds {n} things; by what they are they fall into {parts} parts."),
                *speaker.titled(division.node),
                n=division.n_items,
                parts=len(children),
            ),
            suggested_children=children,
        )

    def _plain_division(self, node: Node) -> OrganizerDecompositionProposal:
        lang = self.desk.lang
        return OrganizerDecompositionProposal(
            target_node_id=node.id,
            target_title=plain(node.title),
            reason=say(SENTENCES["split_plain"], lang),
            suggested_children=tuple(
                OrganizerReportChild(title=say(title, lang), context=say(context, lang))
                for title, context in CHILDREN
            ),
        )

    @property
    def topic_ids(self) -> tuple[str, ...]:
        """The open nodes that what is wished for speaks of."""
        phrase_terms = terms_of(" ".join((self.wish.intent, *self.wish.constraints)))
        if not phrase_terms:
            return ()
        index = self.desk.board.index
        return tuple(
            node.id
            for node in self.desk.board.open_nodes
            if coverage(index, terms_of(node.title), with_full_roles(phrase_terms)) >= _TOPIC_FRAC
        )

    def summary(self) -> str:
        """How many there are, what could come first, what is due, what lies still, what is open."""
        if not self.lying:
            return say(
                N_(
                    "There is no node on the desk. A first step could be to write "
                    "down one thing on your mind."
                ),
                self.desk.lang,
            )
        parts = [self._head(), self._wished(), self._due(), *self._rings(), self._still()]
        parts += [self._by_parent(), self._open()]
        return ("" if self.desk.lang == "ja" else " ").join(part for part in parts if part)

    def _head(self) -> str:
        lying, lang, speaker = self.lying, self.desk.lang, self.speaker
        counts = [
            say(N_("{tray} {n}"), lang, tray=say(TRAY_NAMES[tray], lang), n=len(nodes))
            for tray, nodes in on_trays(lying, limit=len(lying)).items()
            if nodes
        ]
        first, why = self._first()
        entry = (
            N_(
                "There are {n} nodes on the desk ({trays}). Looking at {first} "
                "first could show how the others hang together."
            )
            if len(lying) > 1
            else N_(
                "Only {first} is on the desk ({trays}). A first step could be "
                "to write down what else is on your mind."
            )
        )
        head = speaker.say(
            entry,
            speaker.counted("lying", len(lying)),
            *speaker.titled(first),
            n=len(lying),
            trays=self._joined(counts),
            first=speaker.name(first, otherwise="another_node"),
        )
        return head + (f"{'' if lang == 'ja' else ' '}{why}" if why else "")

    def _first(self) -> tuple[Node, str]:
        """Which node to look at first, and why ('' : it is asked about, or lay longest)."""
        board, lying = self.desk.board, {node.id: node for node in self.lying}
        if self.desk.focus_id in lying:
            return lying[str(self.desk.focus_id)], ""
        if asks_for(self.wish, "deadline"):
            due = next((node_date for node_date in board.dates if node_date.node_id in lying), None)
            if due is not None:
                return lying[due.node_id], ""
        topics = [lying[node_id] for node_id in self.topic_ids if node_id in lying]
        free = [
            node
            for node in topics or list(lying.values())
            if not any(item.to_id in lying for item in board.awaited(node.id))
        ]
        pool = free or list(lying.values())
        most = max(pool, key=lambda node: (len(board.waiters.get(node.id, ())), node.id))
        n_waiting = len(board.waiters.get(most.id, ()))
        if n_waiting > 1:
            return most, self.speaker.say(
                N_("{n} others wait for it."),
                *(self.speaker.waits(waiter, most.id) for waiter in board.waiters[most.id]),
                n=n_waiting,
            )
        undecided = [node for node in pool if node.status == "NEEDS_DECISION"]
        return _longest_untouched(undecided or pool), ""

    def _wished(self) -> str:
        """What was asked for, and which nodes speak of it."""
        asked = quoted(self.wish.intent, self.desk.lang)
        if asked is None:
            return ""
        nodes = [self.desk.board.by_id[node_id] for node_id in self.topic_ids[:3]]
        if not nodes:
            return say(N_("You asked for {words}."), self.desk.lang, words=asked)
        return self.speaker.say(
            N_("You asked for {words}: {nodes} speak of it and come first here."),
            *self.speaker.titled(*nodes),
            words=asked,
            nodes=self._joined([self.speaker.name(node) for node in nodes]),
        )

    def _due(self) -> str:
        """What is over, and what comes within two weeks."""
        board = self.desk.board
        lying = {node.id for node in self.lying}
        near = [
            at
            for at, node_date in enumerate(board.dates)
            if node_date.node_id in lying
            and (node_date.day - board.today).days <= _DUE_DAYS
            and (node_date.sense == "deadline" or node_date.day >= board.today)
        ]
        near.sort(key=lambda at: (board.dates[at].sense != "deadline", board.dates[at].day, at))
        shown = [self.dated(at) for at in near[:_DUE_SHOWN]]
        if not shown:
            return ""
        return self.speaker.say(N_("Dates that are near: {dates}."), dates=self._joined(shown))

    def dated(self, at: int) -> str:
        """A node with its day and how far that is."""
        node_date = self.desk.board.dates[at]
        node = self.desk.board.by_id[node_date.node_id]
        days = (node_date.day - self.desk.board.today).days
        entry = (
            N_("{node} from {day} (in {n} <n:day|days>)")
            if days > 0 and node_date.sense == "start"
            else N_("{node} {day} (in {n} <n:day|days>)")
            if days > 0
            else N_("{node} {day} (today)")
            if days == 0
            else N_("{node} {day} ({n} <n:day|days> over)")
        )
        return self.speaker.say(
            entry,
            *self.speaker.dated(at),
            *self.speaker.titled(node),
            node=self.speaker.name(node),
            day=node_date.day.isoformat(),
            n=abs(days),
        )

    def _rings(self) -> Iterator[str]:
        board = self.desk.board
        for ring in board.cycles[:2]:
            nodes = [board.by_id[node_id] for node_id in ring]
            yield self.speaker.say(
                N_("{nodes} wait for each other in a circle."),
                Flag(f"ring.{'.'.join(ring)}", True),
                *self.speaker.titled(*nodes),
                nodes=self._joined([self.speaker.name(node) for node in nodes]),
            )

    def _still(self) -> str:
        """What lies longest while others wait for it, else what lies longest of all."""
        board, lying = self.desk.board, {node.id for node in self.lying}
        held = next(
            (item for item in board.stale if item.waited_for_by and item.node_id in lying), None
        )
        return self._oldest() if held is None else self._held_up(held)

    def _held_up(self, item: Stale) -> str:
        board, speaker = self.desk.board, self.speaker
        node = board.by_id[item.node_id]
        waiting = [board.by_id[node_id] for node_id in item.waited_for_by[:2]]
        return speaker.say(
            N_("{node} has lain still for {days} <days:day|days>; waiting for it: {waiting}."),
            speaker.age(node),
            *speaker.titled(node, *waiting),
            *(speaker.waits(other.id, node.id) for other in waiting),
            node=speaker.name(node),
            days=age_days(node, self.desk.now),
            waiting=self._joined(
                [speaker.name(other, otherwise="another_node") for other in waiting]
            ),
        )

    def _oldest(self) -> str:
        oldest = _longest_untouched(self.lying)
        days = age_days(oldest, self.desk.now)
        if days < OLD_DAYS:
            return ""
        return self.speaker.say(
            N_("Longest without a change is {node}: {days} <days:day|days>."),
            self.speaker.age(oldest),
            *self.speaker.titled(oldest),
            node=self.speaker.name(oldest),
            days=days,
        )

    def _by_parent(self) -> str:
        """Of more than fifty: that all were read, and how many lie below what."""
        if len(self.lying) <= DESK_MAX:
            return ""
        below: dict[str, int] = {}
        for node in self.lying:
            if node.parent_id in self.desk.board.by_id:
                below[str(node.parent_id)] = below.get(str(node.parent_id), 0) + 1
        largest = sorted(below.items(), key=lambda pair: (-pair[1], pair[0]))[:5]
        rows = [
            say(
                N_("{tray} {n}"),
                self.desk.lang,
                tray=named(
                    self.desk.board.by_id[node_id], self.desk.lang, otherwise="another_node"
                ),
                n=n,
            )
            for node_id, n in largest
        ]
        alone = len(self.lying) - sum(below.values())
        rows.append(
            say(
                N_("{tray} {n}"),
                self.desk.lang,
                tray=say(N_("without a parent"), self.desk.lang),
                n=alone,
            )
        )
        return self.speaker.say(
            N_("All {n} were read; by what they belong to: {groups}."),
            self.speaker.counted("lying", len(self.lying)),
            n=len(self.lying),
            groups=self._joined(rows),
        )

    def _open(self) -> str:
        n = len(self.desk.board.questions)
        if not n:
            return ""
        return self.speaker.say(
            N_("{n} <n:place is|places are> left as a question, because the words leave it open."),
            self.speaker.counted("questions", n),
            n=n,
        )


def _longest_untouched(nodes: Sequence[Node]) -> Node:
    return min(nodes, key=lambda node: (node.updated_at, node.id))


def _as_a_name(word: str, nodes: Sequence[Node]) -> str | None:
    """A word as the titles write it; None: in Latin letters it is nobody's name, such as "page"."""
    if not word.isascii():
        return word
    pattern = re.compile(rf"(?<=\S ){re.escape(word)}\b", re.IGNORECASE)
    written = [match.group() for node in nodes if (match := pattern.search(clean(node.title)))]
    return next((name for name in written if name[0].isupper()), None)
