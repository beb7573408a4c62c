"""What of a model's words about nodes may stand: its choice always, its words where they state
nothing that is no fact.

What is known of nodes (how many, where, how long untouched, in which status) is a claim over facts,
and a text may say it in the sentences of these claims. Any other figure, date, unit, cause or
status gives way to the words of the rules in the same place, or what said it is left out. What a
user wrote may be quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from hakaru.core.i18n import LANGUAGES, N_, Lang
from hakaru.guard.claims import Claim, Extreme, Facts, Said, Series, Text, Value, all_hold
from hakaru.guard.cleaning import Finding
from hakaru.guard.evidence import Fact
from hakaru.guard.wording import may_stand
from hakaru.proposals.advisor_rules import CRITERIA_MIN, OPTIONS_MIN
from hakaru.proposals.narrator import (
    Desk,
    advisor_summary,
    is_same_way,
    narrate_advisor,
    narrate_organizer,
    nodes_by_shared_word,
)
from hakaru.proposals.narrator_words import SENTENCES, age_days, named, phrase
from hakaru.proposals.nodes import Node, Status, label
from hakaru.proposals.organizer_rules import CHILDREN_MIN
from hakaru.proposals.reports import (
    AdvisorOption,
    AdvisorReport,
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
)

REPLACED = N_("{path}: states what is no known fact: our own words stand there, or nothing")
TOO_FEW = N_("{path}: fewer than {n} options are left that state known facts only")
_AGES = Series("age", "actual", "node")
_STATES = (
    r"\b(?:finish\w*|complet\w*|overdue|late|delayed|urgent|started|begun)\b"
    r"|済み|済ん|終わっ|終了|完了|未完|遅れ|期限切れ|過ぎ|放置|始まっ|緊急"
)


@dataclass(frozen=True, kw_only=True)
class NodeSentence:
    """Something true of nodes, and its words."""

    claims: tuple[Claim, ...]
    text: str


def facts_of(desk: Desk) -> Facts:
    """Age in whole days and status of each node, and how many there are."""
    facts = [Fact(metric="nodes", role="actual", value=float(len(desk.nodes)), unit="count")]
    for at, node in enumerate(desk.nodes):
        scope, names = f"node {at}", tuple(label(node.status, lang) for lang in LANGUAGES)
        age = float(age_days(node, desk.now))
        facts += [
            Fact(metric="age", role="actual", value=age, unit="day", scope=scope),
            Fact(metric="status", role="actual", value=node.status, unit="status", scope=scope,
                 aliases=names),
        ]  # fmt: skip
    return Facts(facts=tuple(facts), flags={})


def sentences_about(desk: Desk, nodes: Iterable[Node] = ()) -> tuple[NodeSentence, ...]:
    """What may be said of the desk and of some of its nodes, in both languages."""
    facts = facts_of(desk)
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
        text=phrase(N_("{n} <n:node is|nodes are> looked at."), lang, n=n),
    )
    ages = {fact.scope: fact.value for fact in facts.series(_AGES)}
    oldest = [place for place, age in ages.items() if age == max(ages.values())]
    if len(oldest) == 1 < len(ages):
        at = int(oldest[0].rpartition(" ")[2])
        yield NodeSentence(
            claims=(Extreme(_AGES, "highest", (oldest[0],)),),
            text=phrase(
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
            text=phrase(
                N_("{node} was changed {days} <days:day|days> ago."), lang, node=name, days=days
            ),
        )
        yield NodeSentence(
            claims=(Text(f"status.actual@{place}", node.status),),
            text=phrase(
                N_("{node} is {status}."), lang, node=name, status=label(node.status, lang)
            ),
        )


@dataclass(kw_only=True)
class _Judge:
    """Decides over texts about some nodes of a desk, and notes what it replaced."""

    desk: Desk
    wished: tuple[str, ...]
    replaced: list[Finding] = field(default_factory=list)

    def stands(
        self, path: str, text: str, nodes: Sequence[Node], *, status: bool = False, n: int = 0
    ) -> bool:
        """Whether a text may be shown; `status`: it speaks of how nodes are, not of what could be
        done. `n`: so many options lie beside it."""
        said = [sentence.text for sentence in sentences_about(self.desk, nodes)]
        said += [
            phrase(N_("Here are {n} options side by side."), lang, n=n) for lang in LANGUAGES if n
        ]
        own = [*self.wished, *(own for node in nodes for own in _own_words(node))]
        never = _other_statuses(nodes) if status else None
        if may_stand(text, said, own=own, never=never):
            return True
        message = phrase(REPLACED, self.desk.lang, path=path)
        self.replaced.append(Finding(rule="WORDS", path=path, message=message, severity="should"))
        return False


def _own_words(node: Node) -> Iterator[str]:
    """What a user wrote of a node: title, lines and clauses of its note; and its id."""
    yield node.id
    yield node.title
    for line in node.context.splitlines():
        yield line
        yield from re.split(r"[、。,;]|\.\s", line)


def _other_statuses(nodes: Sequence[Node]) -> re.Pattern[str]:
    """Names of statuses that none of the nodes has, and words that claim one."""
    statuses: set[Status] = {*get_args(Status)} - {node.status for node in nodes}
    names = {label(status, lang) for status in statuses for lang in LANGUAGES} | statuses
    edge = {True: r"\b", False: ""}
    escaped = sorted(
        f"{edge[name.isascii()]}{re.escape(name.casefold())}{edge[name.isascii()]}"
        for name in names
    )
    return re.compile(rf"{'|'.join(escaped)}|{_STATES}")


def kept_order(
    report: OrganizerReport, desk: Desk, wished: Sequence[str]
) -> tuple[OrganizerReport, tuple[Finding, ...]]:
    """The report with our words where a model's state what is no fact, and which these were."""
    judge = _Judge(desk=desk, wished=tuple(wished))
    by_id = {node.id: node for node in desk.nodes}
    splits = [
        _split(judge, f"decomposition_proposals[{at}]", split, by_id[split.target_node_id])
        for at, split in enumerate(report.decomposition_proposals)
    ]
    groups = [
        _group(judge, f"grouping_proposals[{at}]", group, [by_id[one] for one in group.node_ids])
        for at, group in enumerate(report.grouping_proposals)
    ]
    relations = [
        _relation(
            judge,
            f"relation_proposals[{at}]",
            relation,
            [by_id[relation.from_node_id], by_id[relation.to_node_id]],
        )
        for at, relation in enumerate(report.relation_proposals)
    ]
    summary = report.summary
    if not judge.stands("summary", summary, desk.nodes, status=True):
        summary = narrate_organizer(desk).summary
    kept = OrganizerReport(
        decomposition_proposals=tuple(split for split in splits if split is not None),
        grouping_proposals=tuple(groups),
        relation_proposals=tuple(relations),
        summary=summary,
    )
    return kept, tuple(judge.replaced)


def _split(
    judge: _Judge, path: str, split: OrganizerDecompositionProposal, node: Node
) -> OrganizerDecompositionProposal | None:
    """None: fewer parts than a division has are left."""
    lang, reason = judge.desk.lang, split.reason
    if not judge.stands(f"{path}.reason", reason, [node], status=True):
        divided = node.id in judge.desk.parents
        plain = N_("Divided it could be easier to begin.")
        reason = phrase(plain if divided else SENTENCES["split_plain"], lang)
    children = []
    for at, child in enumerate(split.suggested_children):
        inner = f"{path}.suggested_children[{at}]"
        if not judge.stands(f"{inner}.title", child.title, [node]):
            continue
        if not judge.stands(f"{inner}.context", child.context, [node]):
            child = replace(child, context=phrase(N_("a part of it"), lang))  # noqa: PLW2901
        children.append(child)
    if len(children) < CHILDREN_MIN:
        return None
    return replace(split, reason=reason, suggested_children=tuple(children))


def _group(
    judge: _Judge, path: str, group: OrganizerGroupingProposal, nodes: Sequence[Node]
) -> OrganizerGroupingProposal:
    lang = judge.desk.lang
    everywhere = (word for word, held in nodes_by_shared_word(nodes) if len(held) == len(nodes))
    shared = next(everywhere, None)
    name, reason = group.group_label, group.reason
    if not judge.stands(f"{path}.group_label", name, nodes, status=True):
        name = shared or phrase(N_("seen together"), lang)
    if not judge.stands(f"{path}.reason", reason, nodes, status=True):
        reason = (
            phrase(
                N_("Their titles share “{word}”: seen together they could be easier to follow."),
                lang,
                word=shared,
            )
            if shared
            else phrase(N_("Seen together they could be easier to follow."), lang)
        )
    return replace(group, group_label=name, reason=reason)


def _relation(
    judge: _Judge, path: str, relation: OrganizerRelationProposal, nodes: Sequence[Node]
) -> OrganizerRelationProposal:
    lang = judge.desk.lang
    kind, reason = relation.relation_type, relation.reason
    if not judge.stands(f"{path}.relation_type", kind, nodes):
        kind = "related"
    if not judge.stands(f"{path}.reason", reason, nodes, status=True):
        reason = phrase(N_("They could be related."), lang)
    return replace(relation, relation_type=kind, reason=reason)


def kept_options(
    report: AdvisorReport, node: Node, desk: Desk, wished: Sequence[str]
) -> tuple[AdvisorReport | None, tuple[Finding, ...]]:
    """The report with our words where a model's state what is no fact, and which these were; None:
    fewer than two options are left."""
    judge = _Judge(desk=_with(desk, node), wished=tuple(wished))
    ours = narrate_advisor(node, now=desk.now, lang=desk.lang)
    options = [
        option
        for at, given in enumerate(report.options)
        if (option := _kept_option(judge, f"options[{at}]", given, node, ours)) is not None
    ]
    if len(options) < OPTIONS_MIN:
        message = phrase(TOO_FEW, desk.lang, path="options", n=OPTIONS_MIN)
        return None, (*judge.replaced, Finding(rule="WORDS", path="options", message=message))
    criteria = tuple(
        criterion
        for at, criterion in enumerate(report.criteria or ())
        if judge.stands(f"criteria[{at}].name", criterion.name, [node])
        and judge.stands(f"criteria[{at}].description", criterion.description, [node])
    )
    if len(criteria) < min(CRITERIA_MIN, len(report.criteria or ())):
        criteria = ours.criteria or ()
    next_decision, summary, n = report.next_decision, report.summary, len(options)
    if not judge.stands("next_decision", next_decision, [node]):
        next_decision = ours.next_decision
    if not judge.stands("summary", summary, [node], status=True, n=n):
        summary = advisor_summary(node, n_options=n, now=desk.now, lang=desk.lang)
    kept = replace(
        report,
        options=tuple(options),
        criteria=criteria if report.criteria is not None else None,
        next_decision=next_decision,
        summary=summary,
    )
    return kept, tuple(judge.replaced)


_TEXTS = ("next_action", "necessary_info", "criteria_note")


def _kept_option(
    judge: _Judge, path: str, option: AdvisorOption, node: Node, ours: AdvisorReport
) -> AdvisorOption | None:
    """The option; what does not stand in it is said by ours that goes the same way. None:
    there is no such, or the option's own name states something."""
    same = (
        other
        for other in ours.options
        if is_same_way(option.suggested_status, other.suggested_status)
    )
    stand_in = next(same, None)
    if not judge.stands(f"{path}.label", option.label, [node]):
        return None
    for name in _TEXTS:
        if not judge.stands(f"{path}.{name}", getattr(option, name), [node]):
            if stand_in is None:
                return None
            option = replace(option, **{name: getattr(stand_in, name)})
    lists = {
        name: None
        if (texts := getattr(option, name)) is None
        else tuple(
            text
            for at, text in enumerate(texts)
            if judge.stands(f"{path}.{name}[{at}]", text, [node])
        )
        for name in ("risks", "pros", "cons")
    }
    risks = lists["risks"] or (() if stand_in is None else stand_in.risks)
    if not risks:
        return None
    description = option.description
    if description is not None and not judge.stands(f"{path}.description", description, [node]):
        description = None
    return replace(
        option, description=description, risks=risks, pros=lists["pros"], cons=lists["cons"]
    )


def _with(desk: Desk, node: Node) -> Desk:
    """The desk, with the node on it."""
    lies_there = any(other.id == node.id for other in desk.nodes)
    return desk if lies_there else replace(desk, nodes=(*desk.nodes, node))
