"""Which of several nodes a wait may mean, beyond the words of its title.

What happens to the thing tells it ("arrives" to what is ordered, "picked" to what is to be decided),
who does it, and what a note states.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hakaru.proposals.nodes import Node
from hakaru.proposals.notes import clauses, sentences
from hakaru.proposals.terms import forms_with_roles, match_role, terms_of

_PAIRS = (
    (
        r"届|入[りっ荷]|着[いく]|来[たて]|\b(?:arrives?|delivered|delivery|in stock|comes? in)\b",
        r"注文|発注|購入|買|追加|取り寄|手配|\b(?:order|buy|purchase|reorder)",
    ),
    (r"払|\b(?:paid|payment)\b", r"振込|振り込|支払|払|精算|\bpay"),
    (
        r"話|相談|打ち合わせ|\b(?:talk|speak|spoken|discuss)",
        r"面談|打ち合わせ|相談|話|電話|ミーティング|会議|\b(?:zoom|call|meeting|chat|talk)",
    ),
    (
        r"コメント|指摘|フィードバック|感想|\b(?:feedback|comments?)\b",
        r"読んで|見て|レビュー|査読|添削|\b(?:review|proofread|read)",
    ),
    (
        r"返事|返って|回答|\b(?:hear|answers?|reply|replies)\b",
        r"聞|問い合わせ|依頼|頼|相談|連絡|確認|\b(?:ask|mail|email|call|application)",
    ),
)
_KINDS = tuple(
    (re.compile(happens, re.IGNORECASE), re.compile(named, re.IGNORECASE))
    for happens, named in _PAIRS
)
_SETTLED = re.compile(
    r"決ま|決め|固ま|確定|選[んびば]|(?:どの|どれ|どちら|どっち)|\b(?:settled|picked|chosen|"
    r"choose|decided?|know (?:who|which|what)|which)\b",
    re.IGNORECASE,
)
_OPEN = ("NEEDS_DECISION", "CLARIFYING")


def is_settling(words: str) -> bool:
    """Whether the words wait for something to be decided."""
    return _SETTLED.search(words) is not None


_BARE = re.compile(
    r"^(?:we|i|they|you|it|that|this)(?:['’](?:ve|s|re|ll)| have| has| is| are)?"
    r"(?: been| all)?(?: (?:\w+ed|chosen|known|done))?$|^(?:決ま|決め|選ん|固ま)[っりて]?$",
    re.IGNORECASE,
)


def is_bare(thing: str) -> bool:
    """Whether a thing is a pronoun and a verb: "we've picked"."""
    return _BARE.match(thing.strip()) is not None


def is_which(words: str) -> bool:
    """Whether the words ask which of several."""
    return (
        re.search(r"どの|どれ|どちら|どっち|\b[Ww]hich (?!is\b|are\b|was\b|has\b)", words)
        is not None
    )


def is_undecided(node: Node) -> bool:
    """Whether a node is one to decide."""
    return node.status in _OPEN or is_which(node.title)


def fits(words: str, node: Node) -> bool:
    """Whether what is said to happen is what a node brings about."""
    if is_settling(words) and is_undecided(node):
        return True
    if any(happens.search(words) and named.search(node.title) for happens, named in _KINDS):
        return True
    last = re.findall(r"[A-Za-z]+(?:ed|s)\b", words)[-1:]
    title = forms_with_roles(node.title)
    return any(match_role(term, title) > 0.0 for word in last for term in terms_of(word))


_PERSON = re.compile(
    r"^(?P<name>[A-Z][a-z]+)(?:['’]s\b.*)?$|^(?P<ja>[一-龥]{1,4})(?:さん|くん|先生|ちゃん)"
)


def doer_of(thing: str, nodes: Iterable[Node]) -> Node | None:
    """The only one of these nodes that a person, who is all that is waited for, works on."""
    match = _PERSON.match(thing.strip())
    if match is None:
        return None
    name = re.escape(match["name"] or match["ja"])
    acts = re.compile(
        rf"\b{name}(?:['’]s| is) \w+ing\b|\b{name} (?:\w+s (?:it|the|them|this)|does|will)\b"
        rf"|{name}(?:さん|くん|先生|ちゃん)?(?:に(?:頼|依頼|お願い)|が(?:作|書|や|調|用意|担当)|担当|。|$)"
    )
    doers = [node for node in nodes if acts.search(node.context)]
    return doers[0] if len(doers) == 1 else None


_CONDITION = re.compile(
    r"\b(?:after|once|when|until|'?till?|as|if|before)\b|たら|てから|まで", re.IGNORECASE
)
_HAPPENS = re.compile(
    r"\w (?:(?:has|have|is|are|was|were) )?(?:\w+ed|\w+s|shut|gone|out|open|over)$", re.IGNORECASE
)


def stating(thing: str, nodes: Iterable[Node]) -> Node | None:
    """The only one of these nodes whose note says in one clause that this happens."""
    terms = terms_of(thing)
    if len(terms) < 2 or not _HAPPENS.search(thing):
        return None
    met = [
        node
        for node in nodes
        if any(
            not _CONDITION.search(clause)
            and all(match_role(term, forms_with_roles(clause)) > 0.0 for term in terms)
            for sentence in sentences(node.context)
            for clause in clauses(sentence)
        )
    ]
    return met[0] if len(met) == 1 else None


_VERB = re.compile(
    r"(?<=\w) (?:is|are|was|were|has|have|had|will|can|shuts?|ships?|merges?|comes?|came|"
    r"arrives?|gets?|got|gives?|says?|"
    r"ends?|closes?|opens?|dries|passes|works?|agrees?|goes|signs?|sends?|knows?|lands?|starts?|"
    r"returns?|replies|to be|to have|answers?|confirms?|accepts?|approves?|finishes|decides?|"
    r"having|being)\b.*$",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"^(?:we|i|they|you)(?:['’]ve|['’]ll)? (?:have|know|get|got|"
    r"heard? (?:back )?(?:from|on|about)) ",
    re.IGNORECASE,
)


def noun_phrase(thing: str) -> str:
    """The thing without the verb behind it; "we have a venue" is a venue."""
    return _VERB.sub("", _KNOWN.sub("", thing))
