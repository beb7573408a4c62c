"""How two nodes stand to each other: what a note says that it waits for, and which are about the same.

`waits`: this node waits for the thing. `holds`: the thing waits for this node ("before the QA pass
starts" in the drill makes the QA pass wait). Which node the thing is, `board` decides. What titles
and notes share, and what sets them apart, tells which nodes are about the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Literal, TypeAlias

from hakaru.proposals.nodes import Node
from hakaru.proposals.notes import sentences
from hakaru.proposals.terms import (
    Index,
    Term,
    coverage,
    folded_text,
    match_role,
    terms_of,
    with_full_roles,
)
from hakaru.records import frozen

DUPLICATE_FROM = 0.5
QUESTION_FROM = 0.42
_RARE_MOST = 14


@frozen
class ReadNode:
    """A node with what was read of it. `decides`: it lists alternatives; `days` are all that it
    names, `events` those on which it surely happens. `n_siblings`: how many lie below its parent."""

    node: Node
    people: frozenset[str]
    decides: bool
    days: frozenset[date]
    events: frozenset[date]
    n_siblings: int = 1

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
        return with_full_roles(self.title_terms)

    @cached_property
    def forms(self) -> Mapping[str, float]:
        """The forms of title and note, each in full."""
        return with_full_roles(self.terms)


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
            holders.setdefault(form.removeprefix("-"), []).append(at)
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
_PARTS_MOST = 10
"""More than so many below one parent are a list of everything, not its parts."""


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
    siblings = (
        parent is not None and parent == other.node.parent_id and read.n_siblings <= _PARTS_MOST
    )
    return (read.decides != other.decides or siblings) and score < _CERTAIN


Direction = Literal["waits", "holds"]
_SENTENCE_READ = 240


@frozen
class Wait:
    """Words that say that something waits. `needed_frac`: how well the thing has to be met, 0-1.
    `sure` False: half a dependency, a question."""

    thing: str
    words: str
    direction: Direction
    needed_frac: float = 0.42
    sure: bool = True
    option: bool = False


def waits_in(text: str, *, but: frozenset[str] = frozenset()) -> tuple[Wait, ...]:
    """Every wait that a text speaks of; sentences of `but` are left out."""
    waits: list[Wait] = []
    for sentence in sentences(text):
        if sentence in but:
            continue
        sentence = sentence[:_SENTENCE_READ]  # noqa: PLW2901
        waits += _japanese(sentence)
        waits += _english(sentence)
    return tuple(dict.fromkeys(waits))


_STATE = (
    r"(?:is|are|was|were|has|have|had|comes?|arrives?|gets?|got)\b[^,.;]*?\b(?:there|ready|done|in|back|here|"
    r"decided|fixed|final|finali[sz]ed|settled|finished|signed|known|out|approved|over|complete|booked|agreed|"
    r"confirmed|arrived|through|chosen|picked|paid|sent|delivered|up|dry|clear|clean|accepted|running|merged)\b"
)
_NOT = r"(?:\w+n't|(?:ca|wo|do|is|are|does|did|could|should|would|has|have|must)nt)"
_ENDS = (
    r"(?:signed|done|in|ready|fixed|final|finished|settled|decided|agreed|approved|locked|complete|booked|"
    r"confirmed|paid|sent|chosen|picked|checked|closed)(?: off)?"
)
_Rule: TypeAlias = tuple[str, Direction, float, bool]
"""A pattern, the direction, how well the thing has to be met, and whether it is sure."""
_EN_RULES: tuple[_Rule, ...] = (
        (rf"\b(?:not|{_NOT}|no|only|nothing|never|wait|hold|cannot)\b.*?\b(?:until|'?till?) (?!now\b|then\b|\d)(?P<x>.+)", "waits", 0.42, True),
        (rf"\b(?:until|'?till?) (?!now\b|then\b|\d)(?P<x>[^,.;]+? {_STATE})", "waits", 0.42, True),
        (r"(?<!this )(?<!do )(?<!at )\bonce (?!a\b|upon\b|per\b|again\b|before\b|every\b|more\b|in\b)(?P<x>.+)", "waits", 0.42, True),
        (r"(?<![-\w])(?<!look )(?<!looks )(?<!looking )(?<!before/)(?<!named )(?<!straight )(?<!soon )\bafter "
         r"(?!all\b|party\b|work\b|lunch\b|dinner\b|school\b|hours\b|that\b|this\b|dark\b|\d)(?P<x>.+)", "waits", 0.42, True),
        (r"(?:^|[,;:] ?|\b(?:it|and|this|also|but|still) )(?:needs?|requires?) (?!to\b)(?P<x>.+)", "waits", 0.5, True),
        (r"\b(?:we|i|you|they|he|she|will|'ll|still|also|first|this) needs? (?!to\b)(?P<x>.+)", "waits", 0.6, True),
        (r"(?:^|[,;:] )(?P<x>[^,.;:]{2,40}?) (?:is |are )?(?:still )?(?:needed|required)\b(?! (?:for|by)\b)", "waits", 0.6, True),
        (r"\b(?:ask|check with|talk to|speak to|speak with|call|see) (?P<x>[^,.;:]{2,30}?) (?:about (?:it|this|that) )?first\b", "waits", 0.5, True),
        (r"(?:^|[,;:] )(?P<x>[A-Z]\w+) (?:has|have|needs) to (?:say|tell|decide|choose|pick|confirm|check|sign|answer|send|approve)\b", "waits", 0.5, True),
        (r"\bno (?P<x>[\w' ]{2,30}?) yet\b", "waits", 0.6, True),
        (r"(?:^|[,;:] )(?P<x>[^,.;:]{2,40}?) (?:is|are|has|have)(?:n'?t| not)\b[^,.;]*\byet\b", "waits", 0.65, True),
        (r"\bno (?P<x>[\w' ]{2,30}?), no\b", "waits", 0.6, True),
        (r"\b(?:can|will|works?|possible) only (?:\w+ ){0,3}(?:with|when|if|after|from) (?P<x>.+)", "waits", 0.5, True),
        (r"(?:^|[,;:] )(?P<x>[^,.;:]{2,40}?) (?:has|have|needs?|must) (?:to )?(?:land|ship|merge|happen|go in|come|be there) (?:first|before)\b", "waits", 0.5, True),
        (r"\b(?:when|(?:as )?soon as|if|once) (?P<x>[^,.;]+?['’](?:s|re|ve) (?:been )?(?:\w+ed|done|in|back|out|up|there|ready|known|final|over|gone|set))\b", "waits", 0.5, True),
        (r"\bon (?:delivery|receipt|arrival|approval|completion|acceptance|confirmation) of (?P<x>[^,.;]+)", "waits", 0.5, True),
        (r"(?:^|[,;:] |\b(?:so|but|and|then|with) )(?P<x>[^,.;:]{2,40}?) (?:(?:all )?(?:done |in |ready |there )?(?:by then|before that|beforehand|before then))(?=[.,;]|$)",
         "waits", 0.5, True),
        (rf"(?:^|[,;:] )(?P<x>[^,.;:]{{2,40}}?) (?:(?:has|have|needs?|must|should)(?: to)? be )?(?:{_ENDS}) before (?:i|we|they|he|she|anyone|anything|you)\b",
         "waits", 0.5, True),
        (r"(?P<x>[^,.;:]{2,40}), (?:but |so |and )?(?:we |i |they )?(?:needs?|want|do|finish|get) (?:those|them|it|that|these|this) first\b", "waits", 0.5, True),
        (rf"(?P<x>[^,.;:]{{2,40}}), (?:but |so |and )?(?:we |i |they )?(?:cannot|{_NOT})\b[^.;,]{{0,30}} (?:without|w/o|until|'?till?) (?:that|those|these|the) \w+", "waits", 0.5, True),
        (r"\b(?:depends?(?: on| (?=which|what|who|how|where))|depending on|waits? (?:for|on)|waiting (?:for|on)|blocked (?:by|on)|hangs (?:on|off)|gated (?:on|by)|contingent (?:on|upon)|dependent (?:on|upon)|sits behind|rides on|"
         r"parked (?:for|on|until)|on hold (?:for|until)|held (?:for|until)|waiting to hear (?:back )?(?:from|on|about)|"
         r"pending|follows? (?:from )?|comes out of|builds on|stuck (?:on|until)|held up by)\s*(?P<x>.+)", "waits", 0.42, True),
        (r"\b(?:(?:as )?soon as|when|if|provided|unless) (?P<x>[^,.;]+? " + _STATE + ")", "waits", 0.5, True),
        (r"(?:^|[,;:] |\b(?:so|but) )(?P<x>(?:[\w']+ ){0,2}?[\w']+) (?:comes? )?first\b(?=[,.;]|$| then\b)", "waits", 0.5, True),
        (r"(?:^|[,;] )(?P<x>[^,.;]+?) (?:must|has to|have to|should|needs? to) be (?:\w+ed|ready|done|in|there|finished|"
         r"decided|signed|settled) (?:before|by) (?:that|then|this|it)\b", "waits", 0.42, True),
        (r"\b(?:with|using|from) (?P<x>the (?:results?|numbers|figures|answer|list|data) (?:of|from) .+)", "waits", 0.5, True),
        (rf"\b(?:not|n't|{_NOT}|never|no point|cannot|nothing|none|pointless|no use)\b[^.;,]{{0,40}}? before "
         r"(?!it\b|this\b|that\b|then\b|christmas\b|\d)(?P<x>.+)", "waits", 0.45, True),
        (rf"\b(?:no|not|n't|{_NOT}|cannot|never)\b[^.;]{{0,30}}? (?:without|w/o) (?!them\b|it\b|this\b|that\b|these\b)(?P<x>.+)", "waits", 0.5, True),
        (r"\bwithout (?P<x>[^,.;]+?),? (?:there is |there's |we have |i have )?(?:no|nothing|it can't|we can't)\b", "waits", 0.5, True),
        (r"\b(?:when|as soon as|if) (?P<x>[^,.;]+? (?:is|are|has|have|comes|passes|agrees|says|works|goes|opens|closes|ends|"
         r"signs|dries|lands|accepts|answers|replies|ships|merges|decides|confirms|arrives|finishes|picks|knows|sends|turns|shows)\b[^,.;]*)", "waits", 0.62, True),
        (r"\b(?:relies on|rely on|hinges on|subject to|based on|built on|assumes?|"
         r"hear (?:back )?(?:from|on|about)|prerequisite:?)\s+(?P<x>.+)", "waits", 0.5, True),
        (r"\b(?:wants?|needs?|likes?) (?:to (?:see|have|read|know) )?(?P<x>[^,.;]+?) first\b", "waits", 0.5, True),
        (r"(?:^|[,;] )(?P<x>[^,.;]+?) (?:must|has to|have to|needs? to|should) (?:be )?[\w ]{0,16}?first\b", "waits", 0.5, True),
        (r"(?:^|[,;] |\bbut )(?P<x>[^,.;]+?) (?:is|are) (?:still )?(?:missing|outstanding|not (?:in|here|there|decided|done|final|clear|signed))\b", "waits", 0.65, True),
        (r"(?:^|[,;] )(?P<x>(?:[\w']+ ){0,3}[\w']+) (?:can't|cannot|won't) (?:start|begin|go on|happen|open) (?:without|until|before) (?:this|it|that)\b", "holds", 0.5, True),
        (r"\b(?:so that|so|otherwise|then) (?P<x>the [^,.;]+?) can(?:not|'t)?\b", "holds", 0.6, True),
        (r"\b(?:needed|required|prerequisite|in time|ready) for (?P<x>(?:the |our |my )?[^,.;]+)", "holds", 0.75, True),
        (r"(?:^|[,;:] )(?P<x>[^,.;:]+?) (?:depends? on|needs?|waits for) (?:this|it)\b", "holds", 0.5, True),
        (r"(?:^|[,;:] )(?P<x>[^,.;:]+?) (?:can't|cannot|can not|won't) be \w+ without (?:them|it|this|these)\b", "holds", 0.5, True),
        (r"\bwants (?:the |to see )(?P<x>[^,.;]+)", "waits", 0.8, True),
        (r"(?<![/\w-])(?<!not )before (?!/|christmas|that\b|this\b|it\b|then\b|now\b|\d|long\b|noon\b)(?P<x>.+)", "holds", 0.75, True),
        (r"\b(?:must not|can't|cannot|can not|won't|don't|do not|not) (?P<x>[\w ]+?) before (?:it|this|that)\b", "holds", 0.6, True),
        (r"\b(?:blocks|unblocks|holds up|gates) (?P<x>.+)", "holds", 0.5, True),
)  # fmt: skip
_EN = tuple((re.compile(rule[0], re.IGNORECASE), *rule[1:]) for rule in _EN_RULES)
_TAKE = re.compile(
    r"\bif we (?:take|choose|pick|go (?:with|for)) (?P<x>[^,.]+?) (?:this|it) (?:is|would be) (?:settled|solved|done|moot)",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(
    r"\b(?:not|n't|never|no point|cannot|nothing|none)\b[^.;,]{0,40}? before (?!it\b|this\b|that\b)",
    re.IGNORECASE,
)
_IDS = re.compile(r"\b[a-z]{1,3}\d{1,4}\b")
_LEAD = re.compile(
    r"^(?:the|a|an|our|my|both|that|we have|we know|i have|i know)\s+", re.IGNORECASE
)


def _english(sentence: str) -> Iterator[Wait]:
    if not re.search(r"[A-Za-z]{3}", sentence):
        return
    take = _TAKE.search(sentence)
    if take:
        yield Wait(thing=take["x"], words=take.group(), direction="waits", option=True)
        return
    negated = bool(_NOT_BEFORE.search(sentence))
    for pattern, direction, needed, sure in _EN:
        for match in pattern.finditer(sentence):
            if direction == "waits" and _is_denied(sentence, match):
                continue
            if negated and direction == "holds" and match.group().startswith("before"):
                continue
            for thing in _things(match["x"]):
                words = match.group().strip(" .,;")
                yield Wait(
                    thing=_whole_thing(thing, sentence, match.start()),
                    words=words,
                    direction=direction,
                    needed_frac=needed,
                    sure=sure,
                )


_DENIED = re.compile(
    rf"(?:\b(?:no need (?:to|for)|without having to|regardless of)\b|\b(?:not|{_NOT}|needn'?t|never)"
    r"(?: (?:really|actually|necessarily|strictly))?(?: (?:have|need|want) to)?)"
    r"(?: (?:wait|be|have|hold|sit))?\s*$",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"(?:depend|wait|need|require|rel(?:y|ies)|hinge|block|build|based|pend)", re.IGNORECASE
)


def _is_denied(sentence: str, match: re.Match[str]) -> bool:
    """Whether a wait is denied: "doesn't depend on the pool", "no need to wait for"."""
    return bool(_WAITS.match(match.group()) and _DENIED.search(sentence[: match.start()]))


def _things(text: str) -> tuple[str, ...]:
    """The things of an enumeration, up to the end of the clause; "and after ..." is another."""
    clause = re.split(r"[;.!?]\s|[;.!?]$|\s[-–]\s|: ", text)[0]
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+|\s*\+\s*|\s*&\s*", clause)
    things = (re.sub(r"^(?:after|once|when|until)\s+", "", part.strip()) for part in parts)
    no_thing = re.compile(r"(?:before|he|she|they|it|we|i|you)\s", re.IGNORECASE)
    first, *others = [thing for thing in things if thing] or [""]
    if others and (
        tail := re.search(rf" (?:is|are|was|were|has been|have been) {_ENDS}$", others[-1])
    ):
        first = first if re.search(r" (?:is|are|has|have)\b", first) else first + tail.group()
    return tuple(filter(None, (first, *(thing for thing in others if not no_thing.match(thing)))))


def _whole_thing(thing: str, sentence: str, at: int) -> str:
    """The thing; where a pronoun stands for it, the clause before."""
    if re.search(
        r"\b(?:where|what|when|which one|how) (?:it|they|that)\b|^(?:it|they|that)\b", thing
    ):
        before = re.findall(r"\b(?:near|for|at|on|of|in|with) (.+)$", sentence[:at].strip())
        return before[-1] if before else thing
    return _LEAD.sub("", thing)


_END = r"(?=[、。）)」\s]|$)"
_NO = r"[^、。]{0,40}?(?:ない|ません|ぬ|無理|だめ|ダメ|不可|困る|厳しい|仮|様子見|ストップ|寝かせ|置いて|待つ|待ち|止め|保留|できず|お預け|しない|やらない|入れない|動けない)"
_JA_RULES: tuple[_Rule, ...] = (
        (r"(?P<x>[^、。]{1,40}?)(?:次第|しだい)(?=では|のところ|で(?:は|も))", "waits", 0.42, False),
        (r"(?P<x>[^、。]{1,40}?)(?:次第|しだい)(?!に|では|のところ|で(?:は|も))", "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?:て|で)から(?!は?じゃ)", "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)まで(?:は|、)?" + _NO, "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?:ないと|なければ|ないことには|ないうちは|ないので|ていないと)[、]?" + _NO, "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?:の)?(?:返事|結果|連絡|回答|到着|承認|見積もり?|入荷|許可)?(?<!日)(?<!週間)(?<!月)(?<!時間)(?<!分)待ち(?!時間|合|受|望|構)", "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?:を待(?:つ|って|っている|ってから|ちたい)|待って(?:から|い?る))", "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?<!午)(?<!今)(?<!最)(?<!前)(?<!直)(?<!老)(?<!の)後(?:に|で|、|" + _END + ")", "waits", 0.55, True),
        (r"(?P<x>[^、。]{1,40}?)(?:の|した|た)(?:後|あと)(?:に|で|、|は)?(?!ろ|半|日)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:を|で)?(?:見て|聞いて|踏まえて|確認して|もとに|基に|受けて)(?:から)?[^、。]{0,40}?(?:決め|考え|判断|作|書|直)", "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が|も)(?:要る|必要|いる)(?!ない|か)" + _END, "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)を(?:持って(?:い|行)|添え|つけて出|付けて出|同封)", "waits", 0.6, True),
        (r"(?P<x>[^、。]{1,40}?)(?:(?:が|を)先(?:に)?" + _END + "|を先に)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)で(?:一度|まず)?[^、。]{0,8}(?:試し|ためし|試す|ためす)", "waits", 0.42, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が|で)?(?:異常なし|問題な(?:し|けれ)|OK|大丈夫|合格|オーケー)(?:なら|だったら|であれば|ば)", "waits", 0.12, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が|を|は|に|も)[^、。をがは]{0,10}?(?:たら|だら)(?!、?どう)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が|を|は)[^、。をがは]{0,8}?(?:[決通取出届済固終]|わか|分か|そろ|揃)[^、。をがは]{0,3}?(?:れば|えば|まれば|けば|てば)", "waits", 0.5, True),
        (r"先に(?P<x>[^、。]{1,40}?)(?:を|が|だ|から|$)", "waits", 0.55, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が|の|を)?(?:前提|条件)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)に(?:よる$|よって|よります|かかって|左右|依存)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)で(?:決ま|変わ|決め)", "waits", 0.5, True),
        (r"(?P<x>[^、。\d]{1,40}?)(?<!日)(?<!時)(?<!月)(?:以降|明け)(?:に|で|の|じゃ|" + _END + ")", "waits", 0.6, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が)?(?:なし|無し|ない状態)(?:で|に)は", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:が|は)(?:まだ|未定|未確定|決まって(?:い)?ない|届いて(?:い)?ない|出て(?:い)?ない|来て(?:い)?ない)", "waits", 0.65, True),
        (r"(?P<x>[一-龥ァ-ヴー]{2,})(?:でき|し|され)(?:たら|次第)", "waits", 0.55, True),
        (r"(?P<x>[^、。]{1,40}?)(?:の数字|の結果|のデータ)を使", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:の前に?|までに?|前に)は?[^、。]{0,10}(?:できない|られない|えない|けない|せない|てない|めない)", "waits", 0.5, True),
        (r"(?P<x>[^、。\d]{1,40}?)に間に合(?:う|わせ|え|い)", "holds", 0.75, True),
        (r"(?P<x>[^、。\d]{1,40}?)(?:に|で)(?:要る|必要|使う|持っていく|添える|添付)", "holds", 0.8, True),
        (r"これが[^、。]{0,40}?(?:てから|たら|ないと|次第)、?(?P<x>[^、。]{2,20})", "holds", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:の続き)?(?:は|も)これが[^、。]{0,40}?(?:てから|たら|ないと|次第|まで)", "holds", 0.5, True),
        (r"(?:て|で)から、?(?!予約|電話|確認|連絡|判断|決定|返事|相談|購入|提出|発送|出発|開始|作業)(?P<x>[^、。がをはにでと]{2,12})$", "holds", 0.9, True),
        (r"(?P<x>[^、。]{1,40}?)が終わる(?:[^、。]{0,8}以降|まで|の|と)", "waits", 0.45, True),
        (r"(?P<x>[^、。]{1,40}?)も(?:それまで|その前|前もって)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:に合わせて|に基づいて|に沿って)", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?<!日)(?<!週間)(?<!か月)(?<!時間)(?<!年)の前(?:に|まで)(?!後)", "holds", 0.85, True),
        (r"(?P<x>[^、。]{1,40}?)(?:する|る|む|う|く)前(?:に|まで)(?!後)", "holds", 0.75, True),
        (r"(?P<x>[^、。\d]{1,40}?)(?<!来る)(?<!着く)(?<!戻る)(?<!帰る)までに", "holds", 0.72, True),
        (r"(?P<x>[^、。]{1,40}?)(?:は|を|も)?(?:その前に|それまでに|それより前に|事前に|前もって)", "waits", 0.44, True),
        (r"(?P<x>[^、。]{1,40}?)(?:した|の|いた|った|んだ)(?:上|うえ)で", "waits", 0.5, True),
        (r"(?P<x>[^、。]{1,40}?)(?:ないと|なきゃ|なければ)(?:ね|な)?$", "waits", 0.5, True),
        (r"(?P<x>[^、。\d]{2,40}?)より(?:も)?(?:先|前)に", "holds", 0.6, True),
        (r"(?:まず|最初に)は?(?P<x>[^、。]{2,40}?)(?:を|から|が先)", "waits", 0.8, True),
        (r"(?:これ|ここ)(?:が|を)?[^、。が]{0,16}?(?:ないと|なければ|ないうちは|ない限り)、?(?P<x>[^、。がをはにでも]{2,20})", "holds", 0.5, True),
        (r"(?P<x>[一-龥ァ-ヴーA-Za-z]{2,})(?:来|出|届い|決まっ|終わっ|通っ|揃っ|そろっ|固まっ|済ん|もらっ|入っ|取れ|とれ|わかっ|分かっ)(?:たら|だら)",
         "waits", 0.5, True),
)  # fmt: skip
_JA = tuple((re.compile(rule[0]), *rule[1:]) for rule in _JA_RULES)
_NO_THING = re.compile(r"[それこあ]れ$|^[一-龥]{1,2}[ぁ-ん]{1,4}$")
"""A pronoun, or a verb alone."""
_THEN = re.compile(
    r"(?:たら|だら|次第)、?(?P<y>[^、。がをは]+?)(?:に|へ|を)(?:貼|出|入れ|送|載|書|渡|足|反映|組)"
)
_CONTRACTED = re.compile(r"^(?:だから|それで|なので|まず|ただし?|でも|あと|また|もし|例の|あの)")


def _japanese(sentence: str) -> Iterator[Wait]:
    if not re.search(r"[ぁ-ん]", sentence):
        return
    sentence = sentence.rstrip("。")
    for pattern, direction, needed, sure in _JA:
        for match in pattern.finditer(sentence):
            if direction == "waits" and re.search(r"これ|[るう]前に", match.group()):
                continue
            if (
                direction == "holds"
                and not match.group().startswith(("これ", "ここ"))
                and re.match(r"は?[^、。]{0,12}(?:ない|ません)", sentence[match.end() :])
            ):
                continue
            thing = _CONTRACTED.sub("", match["x"]).strip()
            for part in re.split(r"(?<=[一-龥ァ-ヴー])と(?=[一-龥ァ-ヴ])", thing):
                if part and not _NO_THING.search(part):
                    yield Wait(
                        thing=re.split(r"(?<=[一-龥ァ-ヴーA-Za-z])は(?=[^っ])", part)[-1],
                        words=match.group().strip("、。 "),
                        direction=direction,
                        needed_frac=needed,
                        sure=sure,
                    )
    then = _THEN.search(sentence)
    if then:
        yield Wait(thing=then["y"], words=sentence.strip("。"), direction="holds", needed_frac=0.9)


def ids_in(thing: str, known: frozenset[str]) -> tuple[str, ...]:
    """The ids of nodes that are named outright."""
    return tuple(name for name in _IDS.findall(thing.casefold()) if name in known)
