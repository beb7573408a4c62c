"""What of a model's words about nodes may stand: its choice always, its words where they state
nothing that is no fact.

What is known of nodes (how many, where, how long untouched, in which status) is a claim over facts,
and a text may say it in the sentences of these claims. Any other figure, date, unit, cause or
status gives way to the words of the rules in the same place, or what said it is left out. What a
user wrote may be quoted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from hakaru.core.i18n import LANGUAGES, N_, say
from hakaru.guard.cleaning import Finding
from hakaru.guard.wording import may_stand
from hakaru.proposals.advice import advisor_summary, narrated_advice
from hakaru.proposals.desk import Desk, sentences_about
from hakaru.proposals.narrator import narrated_order
from hakaru.proposals.narrator_words import SENTENCES
from hakaru.proposals.nodes import Node, Status, label
from hakaru.proposals.report_rules import CHILDREN_MIN, CRITERIA_MIN, OPTIONS_MIN
from hakaru.proposals.reports import (
    AdvisorOption,
    AdvisorReport,
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
)
from hakaru.proposals.rules import is_quotable
from hakaru.proposals.ways import is_same_way

REPLACED = N_("{path}: states what is no known fact: our own words stand there, or nothing")
TOO_FEW = N_("{path}: fewer than {n} options are left that state known facts only")
_STATES = (
    r"\b(?:finish\w*|complet\w*|overdue|late|delayed|urgent|started|begun)\b"
    r"|済み|済ん|終わっ|終了|完了|未完|遅れ|期限切れ|過ぎ|放置|始まっ|緊急"
)


@dataclass(kw_only=True)
class _Judge:
    """Decides over texts about some nodes of a desk, and notes what it replaced."""

    desk: Desk
    wished: tuple[str, ...]
    own: tuple[str, ...] = ()
    """Sentences of the narrators, whose claims hold."""
    replaced: list[Finding] = field(default_factory=list)

    def stands(
        self, path: str, text: str, nodes: Sequence[Node], *, status: bool = False, n: int = 0
    ) -> bool:
        """Whether a text may be shown; `status`: it speaks of how nodes are, not of what could be
        done. `n`: so many options lie beside it."""
        sentences = [sentence.text for sentence in sentences_about(self.desk, nodes)]
        sentences += self.own
        sentences += [
            say(N_("Here are {n} options side by side."), lang, n=n) for lang in LANGUAGES if n
        ]
        own = [*self.wished, *(own for node in nodes for own in _own_words(node))]
        never = _other_statuses(nodes) if status else None
        if may_stand(text, sentences, own=own, never=never):
            return True
        message = say(REPLACED, self.desk.lang, path=path)
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
    narrated = narrated_order(desk)
    own = tuple(sentence.text for sentence in narrated.sentences)
    judge = _Judge(desk=desk, wished=tuple(wished), own=own)
    by_id = {node.id: node for node in desk.nodes}
    splits = [
        _split(judge, f"decomposition_proposals[{at}]", split, by_id[split.target_node_id])
        for at, split in enumerate(report.decomposition_proposals)
    ]
    groups = [
        _group(
            judge,
            f"grouping_proposals[{at}]",
            group,
            [by_id[node_id] for node_id in group.node_ids],
        )
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
        summary = narrated.report.summary
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
        reason = say(plain if divided else SENTENCES["split_plain"], lang)
    children = []
    for at, child in enumerate(split.suggested_children):
        inner = f"{path}.suggested_children[{at}]"
        if not judge.stands(f"{inner}.title", child.title, [node]):
            continue
        if not judge.stands(f"{inner}.context", child.context, [node]):
            child = replace(child, context=say(N_("a part of it"), lang))  # noqa: PLW2901
        children.append(child)
    if len(children) < CHILDREN_MIN:
        return None
    return replace(split, reason=reason, suggested_children=tuple(children))


_WORD = re.compile(
    r"[\u4e00-\u9fff\u3005]{2,12}|[\u30a1-\u30fa\u30fc]{3,20}|[a-z][a-z0-9+#-]{2,30}", re.IGNORECASE
)
_TITLE_MOST = 200


def _shared_word(nodes: Sequence[Node]) -> str | None:
    """The longest word that all titles have; None: there is none, or it would break a rule."""
    held = [
        set(_WORD.findall(unicodedata.normalize("NFKC", node.title[:_TITLE_MOST]).casefold()))
        for node in nodes
    ]
    shared = set.intersection(*held) if len(held) > 1 else set()
    return min(
        (word for word in shared if is_quotable(word)),
        key=lambda word: (-len(word), word),
        default=None,
    )


def _group(
    judge: _Judge, path: str, group: OrganizerGroupingProposal, nodes: Sequence[Node]
) -> OrganizerGroupingProposal:
    lang = judge.desk.lang
    shared = _shared_word(nodes)
    name, reason = group.group_label, group.reason
    if not judge.stands(f"{path}.group_label", name, nodes, status=True):
        name = shared or say(N_("seen together"), lang)
    if not judge.stands(f"{path}.reason", reason, nodes, status=True):
        reason = (
            say(
                N_("Their titles share “{word}”: seen together they could be easier to follow."),
                lang,
                word=shared,
            )
            if shared
            else say(N_("Seen together they could be easier to follow."), lang)
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
        reason = say(N_("They could be related."), lang)
    return replace(relation, relation_type=kind, reason=reason)


def kept_options(
    report: AdvisorReport, node: Node, desk: Desk, wished: Sequence[str]
) -> tuple[AdvisorReport | None, tuple[Finding, ...]]:
    """The report with our words where a model's state what is no fact, and which these were; None:
    fewer than two options are left."""
    whole = _with(desk, node)
    narrated = narrated_advice(whole, node)
    own = tuple(sentence.text for sentence in narrated.sentences)
    judge = _Judge(desk=whole, wished=tuple(wished), own=own)
    ours = narrated.report
    options = [
        option
        for at, given in enumerate(report.options)
        if (option := _kept_option(judge, f"options[{at}]", given, node, ours)) is not None
    ]
    if len(options) < OPTIONS_MIN:
        message = say(TOO_FEW, desk.lang, path="options", n=OPTIONS_MIN)
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
        summary = advisor_summary(node, n_options=n, desk=whole)
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
