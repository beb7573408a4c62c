"""Changes of nodes: what a proposal means, what words suggest, and the confirmation each needs.

Nothing is mended: a change that cannot be applied is INVALID, one that a person wants to look at
twice NEEDS_REVIEW. One diff is one confirmation is one apply.

Words of a table are looked for; the status they suggest counts only where the way to it is open.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Literal, TypedDict

from hakaru.core.i18n import N_, Lang, translate
from hakaru.proposals.nodes import (
    ENDED,
    Group,
    Node,
    Relation,
    Status,
    is_status,
    label,
    may_move,
    valid_transitions,
)
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
    OrganizerReportChild,
)
from hakaru.proposals.rules import folded, is_blank
from hakaru.records import frozen

DiffKind = Literal["relation", "grouping", "decomposition"]
DiffState = Literal["VALID", "NEEDS_REVIEW", "INVALID"]
ProblemCode = Literal[
    "unknown_node",
    "self_relation",
    "duplicate_relation",
    "blank_type",
    "blank_label",
    "few_members",
    "duplicate_members",
    "duplicate_group",
    "few_children",
    "blank_title",
    "unknown_status",
    "many_children",
    "duplicate_titles",
    "existing_titles",
    "ended_node",
]
Change = OrganizerRelationProposal | OrganizerGroupingProposal | OrganizerDecompositionProposal

CHILDREN_MOST = 10
_TO_LOOK_AT: frozenset[ProblemCode] = frozenset(
    {"many_children", "duplicate_titles", "existing_titles", "ended_node"}
)
_ID_DIGITS = 16

PROBLEMS: dict[ProblemCode, str] = {
    "unknown_node": N_("it names a node that does not exist"),
    "self_relation": N_("it relates a node to itself"),
    "duplicate_relation": N_("the same relation is there already"),
    "blank_type": N_("the relation has no type"),
    "blank_label": N_("the group has no label"),
    "few_members": N_("it has fewer than two members"),
    "duplicate_members": N_("a member occurs twice"),
    "duplicate_group": N_("the same group is there already"),
    "few_children": N_("it has fewer than two parts"),
    "blank_title": N_("a part has no title"),
    "unknown_status": N_("a part has an unknown status"),
    "many_children": N_("it has more than ten parts"),
    "duplicate_titles": N_("two parts have the same title"),
    "existing_titles": N_("a part is there already"),
    "ended_node": N_("it concerns a node that has ended"),
}
"""Japanese and English."""


@frozen
class Diff:
    """One change that could be applied. `id` follows from what it changes."""

    id: str
    kind: DiffKind
    state: DiffState
    problems: tuple[ProblemCode, ...]
    change: Change

    @property
    def node_id(self) -> str:
        """The node a confirmation of this diff is for: the first that it names."""
        match self.change:
            case OrganizerRelationProposal():
                return self.change.from_node_id
            case OrganizerGroupingProposal():
                return self.change.node_ids[0] if self.change.node_ids else ""
            case _:
                return self.change.target_node_id


@frozen
class Holdings:
    """What is there already."""

    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()


def diffs_of(report: OrganizerReport, there: Holdings) -> tuple[Diff, ...]:
    """One diff for each proposal, in the order of the report; the same again is a duplicate."""
    diffs = [
        _diff("decomposition", split, _split_problems(split, there.nodes))
        for split in report.decomposition_proposals
    ]
    relations, groups = list(there.relations), list(there.groups)
    for group in report.grouping_proposals:
        diffs.append(_diff("grouping", group, _group_problems(group, there.nodes, groups)))
        groups.append(Group(group_id="", label=group.group_label, node_ids=group.node_ids))
    for proposal in report.relation_proposals:
        diffs.append(
            _diff("relation", proposal, _relation_problems(proposal, there.nodes, relations))
        )
        relations.append(
            Relation(
                from_node_id=proposal.from_node_id,
                to_node_id=proposal.to_node_id,
                relation_type=proposal.relation_type,
            )
        )
    return tuple(diffs)


def checked_again(diff: Diff, there: Holdings) -> Diff:
    """The diff as it stands now, just before it is applied."""
    match diff.change:
        case OrganizerRelationProposal() as relation:
            problems = _relation_problems(relation, there.nodes, there.relations)
        case OrganizerGroupingProposal() as grouping:
            problems = _group_problems(grouping, there.nodes, there.groups)
        case _:
            problems = _split_problems(diff.change, there.nodes)
    return _diff(diff.kind, diff.change, problems)


def problem_text(code: ProblemCode, lang: Lang) -> str:
    """What is wrong with a diff."""
    return translate(PROBLEMS[code], lang)


def _diff(kind: DiffKind, change: Change, problems: Iterator[ProblemCode]) -> Diff:
    codes = tuple(dict.fromkeys(problems))
    state: DiffState = "VALID"
    if codes:
        state = "NEEDS_REVIEW" if set(codes) <= _TO_LOOK_AT else "INVALID"
    text = json.dumps([kind, asdict(change)], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]
    return Diff(id=digest, kind=kind, state=state, problems=codes, change=change)


def _relation_problems(
    proposal: OrganizerRelationProposal, nodes: Sequence[Node], relations: Sequence[Relation]
) -> Iterator[ProblemCode]:
    yield from _node_problems((proposal.from_node_id, proposal.to_node_id), nodes)
    if proposal.from_node_id == proposal.to_node_id:
        yield "self_relation"
    if is_blank(proposal.relation_type):
        yield "blank_type"
    key = (proposal.from_node_id, proposal.to_node_id, folded(proposal.relation_type))
    if any(key == (r.from_node_id, r.to_node_id, folded(r.relation_type)) for r in relations):
        yield "duplicate_relation"


def _group_problems(
    proposal: OrganizerGroupingProposal, nodes: Sequence[Node], groups: Sequence[Group]
) -> Iterator[ProblemCode]:
    yield from _node_problems(proposal.node_ids, nodes)
    members = set(proposal.node_ids)
    if len(members) < 2:
        yield "few_members"
    if len(members) < len(proposal.node_ids):
        yield "duplicate_members"
    if is_blank(proposal.group_label):
        yield "blank_label"
    key = (folded(proposal.group_label), members)
    if any(key == (folded(group.label), set(group.node_ids)) for group in groups):
        yield "duplicate_group"


def _split_problems(
    proposal: OrganizerDecompositionProposal, nodes: Sequence[Node]
) -> Iterator[ProblemCode]:
    yield from _node_problems((proposal.target_node_id,), nodes)
    yield from _children_problems(proposal.suggested_children)
    titles = {folded(child.title) for child in proposal.suggested_children}
    if any(
        node.parent_id == proposal.target_node_id and folded(node.title) in titles for node in nodes
    ):
        yield "existing_titles"


def _children_problems(children: Sequence[OrganizerReportChild]) -> Iterator[ProblemCode]:
    if len(children) < 2:
        yield "few_children"
    if len(children) > CHILDREN_MOST:
        yield "many_children"
    if any(is_blank(child.title) for child in children):
        yield "blank_title"
    if len({folded(child.title) for child in children}) < len(children):
        yield "duplicate_titles"
    for child in children:
        if child.suggested_status is not None and not is_status(child.suggested_status):
            yield "unknown_status"


def _node_problems(node_ids: Sequence[str], nodes: Sequence[Node]) -> Iterator[ProblemCode]:
    by_id = {node.id: node for node in nodes}
    for node_id in node_ids:
        if node_id not in by_id:
            yield "unknown_node"
        elif by_id[node_id].status in ENDED:
            yield "ended_node"


VALID_FOR = timedelta(hours=24)

ChangeType = Literal["status_change", "diff_apply", "diff_undo"]
Source = Literal["human_ui", "ai_agent", "mcp", "batch", "skill_chain"]
UNATTENDED: frozenset[Source] = frozenset({"batch", "skill_chain"})
"""These never apply a change, confirmed or not."""

_UUID4 = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE
)

RefusalCode = Literal[
    "unattended",
    "transition",
    "confirmation_missing",
    "confirmation_malformed",
    "confirmation_unknown",
    "confirmation_consumed",
    "confirmation_expired",
    "other_node",
    "other_change",
    "changed_meanwhile",
]
STATUS_OF: dict[RefusalCode, int] = {
    "unattended": 403,
    "transition": 422,
    "confirmation_missing": 403,
    "confirmation_malformed": 400,
    "confirmation_unknown": 404,
    "confirmation_consumed": 409,
    "confirmation_expired": 403,
    "other_node": 400,
    "other_change": 400,
    "changed_meanwhile": 409,
}


@frozen
class ProposedChange:
    """What is to be confirmed.

    Of a status the two statuses; of a diff its id in both (`from_value`: it is not applied yet, or
    for an undo that it is).
    """

    type: ChangeType
    from_value: str
    to_value: str


@frozen
class Confirmation:
    """A person's leave for one change of one node. `consumed_at` None: not used yet."""

    confirmation_id: str
    node_id: str
    ui_action: str
    proposed_change: ProposedChange
    confirmed_at: datetime
    expires_at: datetime
    consumed_at: datetime | None = None
    confirmed_by: str = "human"


@frozen
class Wanted:
    """A change that somebody asks to apply, and how things stand now.

    `current` is the node's status, or for a diff what `ProposedChange.from_value` was taken from.
    """

    node_id: str
    type: ChangeType
    to_value: str
    current: str
    source: Source
    confirmation_id: str | None


def is_uuid4(text: str) -> bool:
    """Whether a text is a random UUID."""
    return _UUID4.fullmatch(text) is not None


def needs_confirmation(wanted: Wanted) -> bool:
    """A memo that leaves the status as it is changes nothing, so it needs none.

    Who brings one wants a change: that somebody else made it meanwhile must not pass for a memo.
    """
    is_memo = wanted.type == "status_change" and wanted.to_value == wanted.current
    return not is_memo or wanted.confirmation_id is not None


def refusal_before(wanted: Wanted) -> RefusalCode | None:
    """Why a change is refused before its confirmation is looked for; None: go on."""
    if not needs_confirmation(wanted):
        return None
    if wanted.source in UNATTENDED:
        return "unattended"
    if wanted.type == "status_change" and not _is_open(wanted):
        return "transition"
    if wanted.confirmation_id is None:
        return "confirmation_missing"
    return None if is_uuid4(wanted.confirmation_id) else "confirmation_malformed"


def refusal_of(
    confirmation: Confirmation | None, wanted: Wanted, *, now: datetime
) -> RefusalCode | None:
    """Why this confirmation does not allow this change, the first reason; None: it does."""
    if confirmation is None:
        return "confirmation_unknown"
    change = confirmation.proposed_change
    if confirmation.consumed_at is not None:
        return "confirmation_consumed"
    if (
        not confirmation.confirmed_at - VALID_FOR < now < confirmation.expires_at
    ):  # a clock set back
        return "confirmation_expired"
    if confirmation.node_id != wanted.node_id:
        return "other_node"
    if change.type != wanted.type or change.to_value != wanted.to_value:
        return "other_change"
    return None if change.from_value == wanted.current else "changed_meanwhile"


def _is_open(wanted: Wanted) -> bool:
    current: Status = wanted.current  # type: ignore[assignment]  # a status change: both are known
    to: Status = wanted.to_value  # type: ignore[assignment]
    return may_move(current, to)


_KEYWORDS: tuple[tuple[Status, tuple[str, ...]], ...] = (
    ("CANCELLED", ("中止", "取りやめ", "やらないことに", "もうやらない", "不要になっ",
                   "必要なくなっ", "cancel", "call it off", "no longer need")),
    ("DONE", ("完了", "終わった", "終わりました", "済んだ", "finished", "done", "completed")),
    ("WAITING_EXTERNAL", ("返信待ち", "返事待ち", "連絡待ち", "承認待ち", "回答待ち", "届くのを待",
                          "waiting for", "waiting on", "wait for", "waits for", "awaiting",
                          "call back", "get back to me")),
    ("DELEGATED", ("任せた", "任せる", "依頼した", "お願いした", "お願いしました", "委任", "頼んだ",
                   "頼みました", "delegated", "handed over", "handed it to", "gave it to",
                   "asked someone")),
    ("SCHEDULED", ("予定に入れ", "日程が決ま", "予約した", "日にやる", "明日やる", "来週やる",
                   "から始める", "scheduled", "booked", "starting tomorrow", "starting next",
                   "do it tomorrow")),
    ("BLOCKED", ("進められない", "進まない", "できない", "足りない", "詰まっ", "ブロック",
                 "blocked", "stuck")),
    ("NEEDS_DECISION", ("迷って", "どちらに", "決められない", "決断", "選べない", "判断待ち",
                        "undecided", "need to decide", "which one")),
    ("NEEDS_REVIEW", ("見直", "レビュー", "確認してもら", "校正", "review", "double-check")),
    ("REACTIVATED", ("再開", "また始め", "やっぱりやる", "復活", "resume", "pick up again")),
    ("IN_PROGRESS", ("始めた", "着手", "進めて", "取りかか", "やっている", "半分でき", "半分終わ",
                     "started", "working on", "in progress", "half done", "i am on it",
                     "i'm on it")),
    ("COOLING", ("後回し", "しばらく置", "寝かせ", "いったん置", "一旦置", "いつかや", "later",
                 "on hold", "park it", "someday")),
    ("CLARIFYING", ("整理し", "はっきりしない", "何をすれば", "考え中", "unclear", "clarify")),
    ("READY", ("準備ができ", "準備完了", "いつでも始め", "着手可能", "ready to")),
)  # fmt: skip
"""Where two words say different things, the one said last counts."""
_INFLECTED_EN = r"(?:l?ed|l?ing|s)?"
_INFLECTED_EN_E = r"(?:e|es|ed|ing)"
_NOT_BEFORE_EN = re.compile(
    r"(?:\b(?:not|never|no|no longer|no need to|without|hardly|almost|nearly|half|partly)|n't)"
    r"(?: (?:yet|even|really|actually|quite|fully|entirely|completely|been|be|being))*$"
)
_NOT_BEFORE_JA = re.compile(r"(?:[未不非]|半分|ほぼ|ほとんど|だいたい)$")
_NOT_AFTER_JA = re.compile(
    r"(?:も|は|が|を|に|で|と|の|わけ){0,3}"
    r"(?:し|せ|あり|され|でき|出来|なっ|き|さ|く|ら|れ|っ|ま|言え|いえ|いら|必要)?"
    r"(?:て|で|た[くい])?(?:は|も)?(?:い|お|き)?"
    r"(?:ない(?!と)|なかっ|なく(?!て)|ませ[んぬ]|ず(?![みっ])|不要)"
    r"|(?:し|でき)たら|(?:す|でき)れば|する(?:まで|前)"
)
"""A word that is denied, or not true yet: unfinished, almost done, 完了していない, 完了したら."""
_MOST = 2_000


@frozen
class Suggestion:
    """A status, and the word that suggested it."""

    status: Status
    keyword: str

    def why(self, lang: Lang) -> str:
        """Why."""
        if lang == "ja":
            return f"「{self.keyword}」という言葉から推定しました"
        return f"suggested by the words “{self.keyword}”"


@frozen
class Estimate:
    """The preview. `suggested` None: no words say anything that is open from here."""

    current_status: Status
    suggested: Suggestion | None
    candidates: tuple[Status, ...]


def estimate_status(current: Status, intent: str | None) -> Estimate:
    """What the words suggest, and everything that is open from here."""
    return Estimate(
        current_status=current,
        suggested=_suggested(current, intent or ""),
        candidates=valid_transitions(current),
    )


class StatusRow(TypedDict):
    """A status and what it is called."""

    status: str
    label: str


class SuggestionRow(StatusRow):
    """A status that words suggest, and why."""

    reason: str


class EstimateReply(TypedDict):
    """A preview: nothing was changed. `suggested` null: the words say nothing that is open."""

    ok: bool
    applied: bool
    current_status: str
    current_label: str
    suggested: SuggestionRow | None
    candidates: list[StatusRow]


def estimate_reply(estimate: Estimate, lang: Lang) -> EstimateReply:
    """`{ok, applied, current_status, current_label, suggested, candidates}` as the API has it."""
    suggested = estimate.suggested
    return {
        "ok": True,
        "applied": False,
        "current_status": estimate.current_status,
        "current_label": label(estimate.current_status, lang),
        "suggested": None
        if suggested is None
        else {
            "status": suggested.status,
            "label": label(suggested.status, lang),
            "reason": suggested.why(lang),
        },
        "candidates": labelled(estimate.candidates, lang),
    }


def labelled(statuses: tuple[Status, ...], lang: Lang) -> list[StatusRow]:
    """Statuses with what they are called."""
    return [{"status": status, "label": label(status, lang)} for status in statuses]


def _suggested(current: Status, intent: str) -> Suggestion | None:
    """The word that is said last; words that are denied say nothing."""
    pairs = [
        (place, Suggestion(status=status, keyword=keyword))
        for status, keywords in _KEYWORDS
        if status != current and may_move(current, status)
        for keyword in keywords
        for place in _places(intent[:_MOST], keyword)
    ]
    return max(pairs, key=lambda pair: pair[0])[1] if pairs else None


def _places(intent: str, keyword: str) -> Iterator[int]:
    """Where the word is said and not denied, in letters without spaces."""
    if keyword.isascii():
        text, stem = _plain(intent), re.escape(keyword.removesuffix("e"))
        ending = _INFLECTED_EN_E if keyword.endswith("e") else _INFLECTED_EN
        for hit in re.finditer(rf"\b{stem}{ending}\b", text):
            before = text[: hit.start()]
            if not _NOT_BEFORE_EN.search(before.rstrip()):
                yield len(folded(before))
        return
    text = folded(intent)
    for hit in re.finditer(re.escape(keyword), text):
        denied = _NOT_BEFORE_JA.search(text[: hit.start()]) or _NOT_AFTER_JA.match(text, hit.end())
        if not denied:
            yield hit.start()


def _plain(text: str) -> str:
    """In lower case with single spaces and straight apostrophes."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2019", "'").casefold()
    return " ".join(plain.split())
