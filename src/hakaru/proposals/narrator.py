"""Proposals where no model is: options from known ways, trays from age, parents and shared words.

Do it now, wait, hand it on, let it go: those of them that the node's status allows, always in this
order, each with what it asks for and what it risks. The same node gives the same bytes.

The same desk gives the same bytes. Nothing is ranked and nothing ordered: what comes first is what
the user looks at, else what waits for a decision, else what lay longest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hakaru.core.i18n import N_, Lang, in_context
from hakaru.guard.cleaning import clean, cut, plain
from hakaru.proposals.narrator_words import (
    CHILDREN,
    CRITERIA,
    LABEL,
    LETTERS,
    OPTIONS,
    SENTENCES,
    TRAY_NAMES,
    OptionName,
    age_days,
    named,
    phrase,
)
from hakaru.proposals.nodes import ENDED, Node, Status, label, on_trays, valid_transitions
from hakaru.proposals.reports import (
    AdvisorCriterion,
    AdvisorOption,
    AdvisorReport,
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
    OrganizerReportChild,
)
from hakaru.proposals.rules import is_blank, is_quotable

_WORD = re.compile(
    r"[\u4e00-\u9fff\u3005]{2,12}|[\u30a1-\u30fa\u30fc]{3,20}|[a-z][a-z0-9+#-]{2,30}", re.IGNORECASE
)
_EMPTY = frozenset(
    {
        "the", "and", "for", "with", "from", "into", "about", "this", "that", "next", "new", "make",
        "get", "add", "use", "fix", "todo", "task", "note", "memo", "確認", "作成", "準備", "対応",
        "検討", "作業", "次回", "今週", "来週", "今日", "明日", "メモ", "タスク",
    }
)  # fmt: skip
"""Words that many titles have and that say little about what they share."""
_TITLE_MOST = 200


def title_words(title: str) -> tuple[str, ...]:
    """The content words of a title, each once, in their order, compared as a reader sees them."""
    seen = unicodedata.normalize("NFKC", title[:_TITLE_MOST]).casefold()
    words = dict.fromkeys(_WORD.findall(seen))
    return tuple(word for word in words if word not in _EMPTY and is_quotable(word))


def nodes_by_shared_word(nodes: Sequence[Node]) -> tuple[tuple[str, tuple[Node, ...]], ...]:
    """Words that two nodes or more share, with these nodes; no two words for the same nodes.

    Most nodes first, then the longer word, then by letters: an order for the page, not a ranking.
    """
    holders: dict[str, list[Node]] = {}
    for node in nodes:
        for word in title_words(node.title):
            holders.setdefault(word, []).append(node)
    shared = sorted(
        ((word, tuple(held)) for word, held in holders.items() if len(held) >= 2),
        key=lambda pair: (-len(pair[1]), -len(pair[0]), pair[0]),
    )
    grouped: set[frozenset[str]] = set()
    word_holders = []
    for word, held in shared:
        ids = frozenset(node.id for node in held)
        if ids not in grouped:
            grouped.add(ids)
            word_holders.append((word, held))
    return tuple(word_holders)


_WAYS: Mapping[OptionName, tuple[Status, ...]] = {
    "now": ("IN_PROGRESS", "READY", "CLARIFYING"),
    "wait": ("WAITING_EXTERNAL", "SCHEDULED", "COOLING"),
    "delegate": ("DELEGATED",),
    "drop": ("CANCELLED",),
    "return": ("REACTIVATED",),
    "leave": (),
}
"""The statuses an option would lead to: the first that is open."""
_AT_WORK: tuple[OptionName, ...] = ("now", "wait", "delegate", "drop")
_AWAY: tuple[OptionName, ...] = ("return", "leave")


def is_same_way(status: str | None, other: str | None) -> bool:
    """Whether two statuses are reached by one way of going on with a node."""
    return status is not None and (
        status == other or any({status, other} <= {*reached} for reached in _WAYS.values())
    )


def narrate_advisor(node: Node, *, now: datetime, lang: Lang) -> AdvisorReport:
    """A report that passes the judge of Advisor reports for this node's id."""
    options = tuple(
        _option(name, status, letter, lang)
        for letter, (name, status) in zip(LETTERS, _open_ways(node.status), strict=False)
    )
    return AdvisorReport(
        target_node_id=node.id,
        target_title=plain(node.title),
        current_status=node.status,
        options=options,
        criteria=tuple(
            AdvisorCriterion(name=phrase(name, lang), description=phrase(description, lang))
            for name, description in CRITERIA
        ),
        next_decision=_next_decision(lang, ended=node.status in ENDED),
        summary=advisor_summary(node, n_options=len(options), now=now, lang=lang),
    )


def advisor_summary(node: Node, *, n_options: int, now: datetime, lang: Lang) -> str:
    """What a node is like, and that so many options lie beside each other."""
    return phrase(
        N_(
            "{node} is {status} now. {age}Here are {n} options side by side; which one fits "
            "depends on the deadline and the time there is."
        ),
        lang,
        node=named(node, lang),
        status=label(node.status, lang),
        age=_age(age_days(node, now), lang),
        n=n_options,
    )


def _next_decision(lang: Lang, *, ended: bool) -> str:
    if ended:
        return phrase(
            N_(
                "Thinking first whether it will be used again could make the "
                "options easier to compare."
            ),
            lang,
        )
    return phrase(
        N_("Deciding first by when it is wanted could make the other options easier to compare."),
        lang,
    )


def _open_ways(status: Status) -> list[tuple[OptionName, Status]]:
    """Each option that is open, with the status it would lead to; at least two."""
    open_now = {*valid_transitions(status), status}
    if status in ENDED or status == "DORMANT":
        names: tuple[OptionName, ...] = _AWAY
    else:
        names = _AT_WORK
    ways: list[tuple[OptionName, Status]] = []
    for name in names:
        reached = next((way for way in _WAYS[name] if way in open_now), None)
        if name == "leave":
            ways.append((name, status))
        elif reached is not None:
            ways.append((name, reached))
    return ways


def _option(name: OptionName, status: Status, letter: str, lang: Lang) -> AdvisorOption:
    words = OPTIONS[name]
    return AdvisorOption(
        label=phrase(LABEL, lang, letter=letter, name=phrase(words["name"], lang)),
        description=phrase(words["description"], lang),
        pros=(phrase(words["pros"], lang),),
        cons=(phrase(words["cons"], lang),),
        next_action=phrase(words["next_action"], lang),
        necessary_info=phrase(words["necessary_info"], lang),
        criteria_note=phrase(words["criteria_note"], lang),
        risks=(phrase(words["risks"], lang),),
        suggested_status=status,
    )


def _age(days: int, lang: Lang) -> str:
    if days > 1:
        return phrase(N_("The last change was {days} <days:day|days> ago. "), lang, days=days)
    return phrase(
        (N_("It was changed a day ago. ") if days else N_("It was changed today. ")), lang
    )


GROUPS_MOST = 3
RELATIONS_MOST = 3
SPLITS_MOST = 3
CHILDREN_MOST = 10
MEMBERS_MOST = 12
OLD_DAYS = 7
_STILL = frozenset({"BLOCKED", "WAITING_EXTERNAL", "NEEDS_DECISION"})
_MOVING = frozenset({"IN_PROGRESS", "READY", "NEEDS_REVIEW", "DELEGATED"})
_LIST_LINE = re.compile(r"^[ \t]*(?:[-*+・•]|\d{1,3}[.)．）]|\[[ xX]\])[ \t]*(\S.*)$", re.MULTILINE)
_CHILD_TITLE_MOST = 80


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What a narrator looks at. `focus_id` None: nothing in particular.

    `parents` are the ids of nodes that have children on the desk or off it.
    """

    nodes: tuple[Node, ...]
    now: datetime
    lang: Lang
    focus_id: str | None = None

    @property
    def parents(self) -> frozenset[str]:
        """Ids of nodes that have children."""
        return frozenset(node.parent_id for node in self.nodes if node.parent_id is not None)


def narrate_organizer(desk: Desk) -> OrganizerReport:
    """A report that passes the judge of Organizer reports for the ids of the desk."""
    lying = tuple(node for tray in on_trays(desk.nodes).values() for node in tray)
    groups = tuple(_groups(lying, desk))
    return OrganizerReport(
        decomposition_proposals=tuple(_decompositions(lying, desk)),
        grouping_proposals=groups[:GROUPS_MOST],
        relation_proposals=tuple(_relations(lying, desk))[:RELATIONS_MOST],
        summary=_summary(lying, desk),
    )


def _summary(lying: Sequence[Node], desk: Desk) -> str:
    if not lying:
        return phrase(
            N_(
                "There is no node on the desk. A first step could be to write "
                "down one thing on your mind."
            ),
            desk.lang,
        )
    counts = [
        phrase(N_("{tray} {n}"), desk.lang, tray=phrase(TRAY_NAMES[tray], desk.lang), n=len(nodes))
        for tray, nodes in on_trays(lying).items()
        if nodes
    ]
    text = phrase(
        (
            N_(
                "There are {n} nodes on the desk ({trays}). Looking at {first} "
                "first could show how the others hang together."
            )
            if len(lying) > 1
            else N_(
                "Only {first} is on the desk ({trays}). A first step could be "
                "to write down what else is on your mind."
            )
        ),
        desk.lang,
        n=len(lying),
        trays=phrase(in_context("list", ", "), desk.lang).join(counts),
        first=named(_first(lying, desk), desk.lang, otherwise="another_node"),
    )
    oldest = _oldest(lying, desk)
    return f"{text}{'' if desk.lang == 'ja' else ' '}{oldest}" if oldest else text


def _oldest(lying: Sequence[Node], desk: Desk) -> str:
    """Which node nobody has touched for longest; '' where that is not long."""
    oldest = _longest_untouched(lying)
    days = age_days(oldest, desk.now)
    if days < OLD_DAYS:
        return ""
    return phrase(
        N_("Longest without a change is {node}: {days} <days:day|days>."),
        desk.lang,
        node=named(oldest, desk.lang),
        days=days,
    )


def _first(lying: Sequence[Node], desk: Desk) -> Node:
    focused = [node for node in lying if node.id == desk.focus_id]
    undecided = [node for node in lying if node.status == "NEEDS_DECISION"]
    return focused[0] if focused else _longest_untouched(undecided or lying)


def _longest_untouched(nodes: Sequence[Node]) -> Node:
    return min(nodes, key=lambda node: (node.updated_at, node.id))


def _groups(lying: Sequence[Node], desk: Desk) -> Iterator[OrganizerGroupingProposal]:
    proposed: set[frozenset[str]] = set()
    for word, held in nodes_by_shared_word(lying):
        members = tuple(node.id for node in held[:MEMBERS_MOST])
        proposed.add(frozenset(members))
        yield OrganizerGroupingProposal(
            group_label=cut(word, _CHILD_TITLE_MOST),
            reason=phrase(
                N_("Their titles share “{word}”: seen together they could be easier to follow."),
                desk.lang,
                word=word,
            ),
            node_ids=members,
        )
    for parent, members in _siblings(lying, desk):
        if frozenset(members) not in proposed:
            yield OrganizerGroupingProposal(
                group_label=_parent_label(parent, desk.lang),
                reason=phrase(
                    N_(
                        "They lie below the same parent: seen together they could be "
                        "easier to follow."
                    ),
                    desk.lang,
                ),
                node_ids=members,
            )


def _siblings(lying: Sequence[Node], desk: Desk) -> Iterator[tuple[Node | None, tuple[str, ...]]]:
    by_id = {node.id: node for node in desk.nodes}
    below: dict[str, list[str]] = {}
    for node in lying:
        if node.parent_id is not None:
            below.setdefault(node.parent_id, []).append(node.id)
    for parent_id in sorted(below):
        if len(below[parent_id]) >= 2:
            yield by_id.get(parent_id), tuple(below[parent_id][:MEMBERS_MOST])


def _parent_label(parent: Node | None, lang: Lang) -> str:
    plain_label = phrase(N_("Parts of one parent"), lang)
    if parent is None:
        return plain_label
    node = named(parent, lang, otherwise="another_node")
    return phrase(N_("Parts of {node}"), lang, node=node)


def _relations(lying: Sequence[Node], desk: Desk) -> Iterator[OrganizerRelationProposal]:
    """Waiting nodes to moving ones, lone nodes to those with parts, where a word is shared."""
    proposed: set[frozenset[str]] = set()
    for word, held in nodes_by_shared_word(lying):
        for start, end, kind in _pairs(held, desk):
            pair = frozenset({start.id, end.id})
            if len(pair) == 2 and pair not in proposed and not _is_family(start, end):
                proposed.add(pair)
                key = "waits_for" if kind == "depends_on" else "part_of"
                yield OrganizerRelationProposal(
                    from_node_id=start.id,
                    to_node_id=end.id,
                    relation_type=kind,
                    reason=phrase(
                        SENTENCES[key],
                        desk.lang,
                        start=named(start, desk.lang),
                        end=named(end, desk.lang, otherwise="another_node"),
                        word=word,
                    ),
                )


def _pairs(held: Sequence[Node], desk: Desk) -> Iterator[tuple[Node, Node, str]]:
    still = [node for node in held if node.status in _STILL]
    moving = [node for node in held if node.status in _MOVING]
    if still and moving:
        yield still[0], moving[0], "depends_on"
    parents = desk.parents
    alone = [node for node in held if node.parent_id is None and node.id not in parents]
    whole = [node for node in held if node.id in parents]
    if alone and whole:
        yield alone[0], whole[0], "part_of"


def _is_family(node: Node, other: Node) -> bool:
    return node.parent_id == other.id or other.parent_id == node.id


def _decompositions(lying: Sequence[Node], desk: Desk) -> Iterator[OrganizerDecompositionProposal]:
    parents = desk.parents
    undivided = [node for node in lying if node.id not in parents]
    ordered = sorted(undivided, key=lambda node: (node.id != desk.focus_id, node.id))
    n_told = 0
    for node in ordered:
        children = _children_in_note(node, desk.lang)
        key = "split_lines"
        if len(children) < 2:
            if node.id != desk.focus_id:
                continue
            key, children = "split_plain", _plain_children(desk.lang)
        n_told += 1
        if n_told > SPLITS_MOST:
            return
        yield OrganizerDecompositionProposal(
            target_node_id=node.id,
            target_title=plain(node.title),
            reason=phrase(SENTENCES[key], desk.lang, n=len(children)),
            suggested_children=children,
        )


def _children_in_note(node: Node, lang: Lang) -> tuple[OrganizerReportChild, ...]:
    """The lines of a list in a node's note; of a node that waits for a decision they are what to
    choose from, not parts."""
    if node.status == "NEEDS_DECISION":
        return ()
    lines = (
        cut(plain(clean(line)), _CHILD_TITLE_MOST) for line in _LIST_LINE.findall(node.context)
    )
    titles = dict.fromkeys(line for line in lines if not is_blank(line))
    context = phrase(N_("an item of its note"), lang)
    return tuple(
        OrganizerReportChild(title=title, context=context) for title in list(titles)[:CHILDREN_MOST]
    )


def _plain_children(lang: Lang) -> tuple[OrganizerReportChild, ...]:
    return tuple(
        OrganizerReportChild(title=phrase(title, lang), context=phrase(context, lang))
        for title, context in CHILDREN
    )
