"""A text as something to judge: its sentences and claims by place, and whose number each is."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.claims import (
    BARE,
    Claim,
    Facts,
    Known,
    day_is_known,
    facts_of,
    supporters,
)
from hakaru.guard.grounding.extract import Written, claims_of, written
from hakaru.guard.grounding.lexicon import (
    Kind,
    Lexicon,
    Mention,
    MetricWords,
    ScopeMention,
    Vocabulary,
    lexicon_of,
)

_STOP = re.compile(r"[。!?\n|]|\.(?=\s|$|[)\"'])")
_PAUSE = re.compile(
    r"[、,;]|\s-\s|(?<=[a-z]) (?:but|while|whereas|although|though|however|yet) |なのに|"
    r"けれど|だが|ですが|ますが"
)
SENTENCE_LENGTH = 1500
CLAUSE_LENGTH = 500


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Where sentences and clauses begin; both start with 0."""

    sentences: tuple[int, ...]
    clauses: tuple[int, ...]
    size: int

    def sentence(self, place: int) -> tuple[int, int]:
        """Begin and end of the sentence around a place."""
        return _around(self.sentences, place, self.size)

    def clause(self, place: int) -> tuple[int, int]:
        """Begin and end of the clause around a place."""
        return _around(self.clauses, place, self.size)

    def sentence_before(self, start: int) -> tuple[int, int]:
        """The sentence before the one that begins at `start`; empty at the beginning."""
        return (0, 0) if start <= 0 else self.sentence(start - 1)


def layout_of(read: str, claims: Sequence[Claim]) -> Layout:
    """Boundaries stand outside of claims ("7:11/km", "12,345")."""
    starts = [claim.start for claim in claims]
    stops = [end for end in _ends(_STOP, read) if not _inside(end - 1, starts, claims)]
    sentences = _limited([0, *stops], len(read), SENTENCE_LENGTH)
    pauses = [end for end in _ends(_PAUSE, read) if not _inside(end - 1, starts, claims)]
    clauses = _limited(sorted({*sentences, *pauses}), len(read), CLAUSE_LENGTH)
    return Layout(sentences=sentences, clauses=clauses, size=len(read))


def _limited(begins: Sequence[int], size: int, longest: int) -> tuple[int, ...]:
    """With more boundaries where a stretch is longer than anybody writes, so that whatever looks
    around in it takes a bounded time."""
    ends = [*begins[1:], size]
    return tuple(
        place
        for begin, end in zip(begins, ends, strict=True)
        for place in range(begin, max(end, begin + 1), longest)
    )


def _ends(pattern: re.Pattern[str], read: str) -> list[int]:
    return [match.end() for match in pattern.finditer(read)]


def _inside(place: int, starts: Sequence[int], claims: Sequence[Claim]) -> bool:
    index = bisect_right(starts, place) - 1
    return index >= 0 and place < claims[index].end


def _around(begins: Sequence[int], place: int, size: int) -> tuple[int, int]:
    index = bisect_right(begins, place) - 1
    end = begins[index + 1] if index + 1 < len(begins) else size
    return begins[index], end


class Placed(Protocol):
    """Something that stands in a text."""

    @property
    def start(self) -> int:
        """Where it begins."""
        ...

    @property
    def end(self) -> int:
        """The place behind it."""
        ...


T = TypeVar("T", bound=Placed)


class Ordered(Generic[T]):
    """Things that do not overlap, in the order of the text."""

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = sorted(items, key=lambda item: item.start)
        self._starts = [item.start for item in self._items]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: int) -> T:
        return self._items[index]

    def index_after(self, place: int) -> int:
        """The first that begins at or behind a place; the number of things: none."""
        return bisect_left(self._starts, place)

    def index_before(self, place: int) -> int:
        """The last that ends at or before a place; -1: none."""
        index = bisect_left(self._starts, place) - 1
        return index if index < 0 or self._items[index].end <= place else index - 1

    def at(self, place: int) -> T | None:
        """What begins exactly there."""
        following = self.after(place)
        return following if following is not None and following.start == place else None

    def after(self, place: int) -> T | None:
        """The first that begins at or behind a place."""
        index = self.index_after(place)
        return self._items[index] if index < len(self._items) else None

    def before(self, place: int) -> T | None:
        """The last that ends at or before a place."""
        index = self.index_before(place)
        return self._items[index] if index >= 0 else None

    def between(self, start: int, end: int) -> Sequence[T]:
        """Those that begin in a stretch."""
        return self._items[self.index_after(start) : self.index_after(end)]


_JOINT = re.compile(
    r"\s?(?:と|や|・|および|ならびに|かつ|、|,|&|/|;|and|or|nor|,\s?and)?\s?(?:the\s)?"
)
_BRACKETS = re.compile(r"\([^()]{0,120}\)")
_GROUP_GAP = 140
_GROUP_SIZE = 12


@dataclass(frozen=True, kw_only=True)
class Page:
    """A text, read once. `words` are the mentions by kind; `groups` says for each metric mention
    which run of them it belongs to ("contact time, oscillation and ratio")."""

    text: Written
    claims: Ordered[Claim]
    words: Mapping[Kind, Ordered[Mention]]
    metrics: Ordered[Mention]
    groups: tuple[int, ...]
    parts: Ordered[ScopeMention]
    layout: Layout
    facts: Facts
    evidence: Evidence
    vocabulary: Vocabulary
    lexicon: Lexicon

    def of(self, kind: Kind) -> Ordered[Mention]:
        """The mentions of a kind."""
        return self.words.get(kind, _NONE)

    def row(self, mention: Mention) -> MetricWords:
        """The words of a mentioned metric."""
        return self.vocabulary.metrics[int(mention.key)]

    def group_of(self, index: int) -> Sequence[Mention]:
        """All metrics that are named in one breath with a mention."""
        first = last = index
        while first > 0 and self.groups[first - 1] == self.groups[index]:
            first -= 1
        while last + 1 < len(self.metrics) and self.groups[last + 1] == self.groups[index]:
            last += 1
        return [self.metrics[place] for place in range(first, last + 1)]


_NONE: Ordered[Mention] = Ordered()


def page_of(text: str, evidence: Evidence, *, vocabulary: Vocabulary) -> Page:
    """A text with everything that can be judged about it."""
    lines = written(text)
    lexicon = lexicon_of(vocabulary)
    parts = lexicon.scope_mentions(lines.read)
    words: dict[Kind, list[Mention]] = {}
    for mention in lexicon.mentions(lines.read):
        words.setdefault(mention.kind, []).append(mention)
    metrics = Ordered(words.get("metric", ()))
    masked = [*lexicon.name_spans(lines.read), *((part.start, part.end) for part in parts)]
    claims = claims_of(lines, masked)
    return Page(
        text=lines,
        claims=Ordered(claims),
        words={kind: Ordered(mentions) for kind, mentions in words.items()},
        metrics=metrics,
        groups=_groups(lines.read, metrics),
        parts=Ordered(parts),
        layout=layout_of(lines.read, claims),
        facts=facts_of(evidence),
        evidence=evidence,
        vocabulary=vocabulary,
        lexicon=lexicon,
    )


def _groups(read: str, metrics: Ordered[Mention]) -> tuple[int, ...]:
    """Numbers of groups: mentions with nothing but joining words and brackets between them."""
    numbers: list[int] = []
    first = 0
    for index, mention in enumerate(metrics):
        if index == 0:
            numbers.append(0)
            continue
        gap = read[metrics[index - 1].end : mention.start]
        joined = gap.strip() == "(" or (
            len(gap) <= _GROUP_GAP and _JOINT.fullmatch(_BRACKETS.sub("", gap).lstrip(")"))
        )
        if not joined or index - first >= _GROUP_SIZE:
            first = index
        numbers.append(numbers[-1] + (first == index))
    return tuple(numbers)


_ATTACHED = re.compile(
    r"\s?(?:の|という|of\s(?:the\s|average\s|mean\s)?|in\s|for\s|(?:average|mean|total)\s)?\s?"
)
_SECONDARY_EN = re.compile(
    r"(?:^|\s)(?:at|with|given|per|by|on|under|despite|because of|due to|owing to|"
    r"thanks to)\s"
    r"(?:(?:this|that|the|an?|your|same|such|average|mean|steady|similar)\s){0,2}$"
)
_SECONDARY_JA = re.compile(
    r"(?:に対して|の割に|あたり|帯で|での|では|の中で|が同じ|に比べ|と比べ|に応じ|のため|によって|が原因|"
    r"のせい|の影響)"
)
_DIRECT = re.compile(r"\s?(?:は|が|も|:|=|was|is|of)?\s?(?:an?\s)?")
_IT = re.compile(
    r"(?:(?<![a-z])(?:it|that|this)\s(?:was|is|at|around|near|to|came to|"
    r"came in at|stood at|measured)\s"
    r"|この|これは|その値は)$"
)
_WAITING = re.compile(
    r"\)?(?:値|の値|の数値)?(?:は|も|が)?[、,;]?\s?|\s(?:figure|value|number|reading|result)[,;]\s?"
)
_SOON = re.compile(r"\s?[,、]?\s?(?:では|で、)?\s?(?:your |the )?")
_CLOSE = 6
_STEPS = 4


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A claim, the facts it can mean where it stands, and the metrics that were named for it.

    `known` is empty where no fact supports it; `strays`: facts support it, but of other metrics.
    """

    claim: Claim
    known: tuple[Known, ...] = ()
    named: frozenset[str] = frozenset()
    supported: bool = True
    strays: bool = False


def bind(page: Page) -> tuple[Bound, ...]:
    """Every claim of a page with its metric, in the order of the text."""
    bounds: list[Bound] = []
    for claim in page.claims:
        bounds.append(_bind(page, claim, bounds))
    return tuple(bounds)


def ids_of(page: Page, mentions: Iterable[Mention]) -> frozenset[str]:
    """The names in the evidence of mentioned metrics."""
    return frozenset(name for mention in mentions for name in page.row(mention).ids)


def _bind(page: Page, claim: Claim, before: Sequence[Bound]) -> Bound:
    if claim.day:
        return Bound(claim=claim, supported=day_is_known(claim, page.facts))
    numbers = supporters(claim, page.facts)
    if any(reading.kind == BARE for reading in claim.readings):
        return _bare(page, claim, numbers)
    if not numbers:
        return Bound(claim=claim, supported=False)
    doubt: frozenset[str] = frozenset()
    for owner in _owners(page, claim):
        named = ids_of(page, owner.mentions)
        own = tuple(number for number in numbers if number.fact.metric in named)
        if own:
            return Bound(claim=claim, known=own, named=named)
        skipped = _may_be_skipped(page, claim, owner, (numbers, before))
        if owner.strict and not skipped:
            return Bound(claim=claim, known=numbers, named=named, strays=True)
        if owner.behind != "no" and not skipped and not doubt:
            doubt = named
    if doubt:
        return Bound(claim=claim, known=numbers, named=doubt, strays=True)
    return Bound(claim=claim, known=numbers)


def _bare(page: Page, claim: Claim, numbers: Sequence[Known]) -> Bound:
    """A number without a unit counts something, or is a value of the metric named for it."""
    for owner in _owners(page, claim):
        named = ids_of(page, owner.mentions)
        own = tuple(number for number in numbers if number.fact.metric in named)
        if own:
            return Bound(claim=claim, known=own, named=named)
    counts = tuple(number for number in numbers if number.kind == "count")
    return Bound(claim=claim, known=counts, supported=bool(counts))


@dataclass(frozen=True, kw_only=True)
class _Owner:
    """Mentions that may own a claim. `strict`: if not these, none; `behind`: only named after the
    number, right beside it or later in the sentence, and owning it unless another one does."""

    mentions: Sequence[Mention]
    strict: bool = False
    behind: Literal["no", "beside", "later"] = "no"


def _owners(page: Page, claim: Claim) -> Iterator[_Owner]:
    """The likeliest first."""
    begin, end = page.layout.clause(claim.start)
    after = page.metrics.index_after(claim.end)
    following = page.metrics.after(claim.end)
    if following is not None and _is_attached(page, claim, following):
        yield _Owner(mentions=page.group_of(after), behind="beside")
    inside = list(_going_back(page, claim, page.metrics.index_before(claim.start), begin))
    yield from inside
    if any(mention.strict for mention in inside):
        return
    if following is not None and following.start < end:
        yield _Owner(mentions=page.group_of(after))
    sentence, stop = page.layout.sentence(claim.start)
    earlier = list(_going_back(page, claim, page.metrics.index_before(begin), sentence))
    yield from earlier
    if any(mention.strict for mention in earlier):
        return
    soon = following is not None and following.start < stop and not inside and not earlier
    if soon and _SOON.fullmatch(page.text.read, claim.end, page.metrics[after].start):
        yield _Owner(mentions=page.group_of(after), behind="later")
    index = page.metrics.index_before(sentence)
    if index >= 0:
        yield _Owner(mentions=page.group_of(index), strict=True)


def _going_back(page: Page, claim: Claim, index: int, begin: int) -> Iterator[_Owner]:
    """From one mention back to the first that is no mere circumstance."""
    for _ in range(_STEPS):
        if index < 0 or page.metrics[index].start < begin:
            return
        weak = _is_secondary(page, page.metrics[index], claim)
        yield _Owner(mentions=_named_with(page, index, claim), strict=not weak)
        if not weak:
            return
        index -= 1


def _named_with(page: Page, index: int, claim: Claim) -> Sequence[Mention]:
    """The group of a mention; inside brackets only the metric before them."""
    mention = page.metrics[index]
    between = page.text.read[mention.end : claim.start]
    if between.lstrip().startswith("("):
        return (mention,)
    group = [mention for mention in page.group_of(index) if mention.start < claim.start]
    return group if len(group) == 1 else _in_turn(page, group, claim)


def _in_turn(page: Page, group: Sequence[Mention], claim: Claim) -> Sequence[Mention]:
    """The one that a claim belongs to where as many values as metrics follow in the same order."""
    rows = list(dict.fromkeys(mention.key for mention in group))
    following = page.metrics.after(group[-1].end)
    end = page.layout.sentence(claim.start)[1]
    if following is not None:
        end = min(end, following.start)
    values = page.claims.between(group[-1].end, end)
    if len(rows) < 2 or len(values) != len(rows):
        return group
    row = rows[values.index(claim)]
    return [mention for mention in group if mention.key == row]


def _is_attached(page: Page, claim: Claim, mention: Mention) -> bool:
    """Whether a metric stands right behind its number ("258 ms of contact time"), and not before
    the next number."""
    read = page.text.read
    if not _ATTACHED.fullmatch(read[claim.end : mention.start]):
        return False
    return not page.claims.between(mention.end, mention.end + _CLOSE)


def _is_secondary(page: Page, mention: Mention, claim: Claim) -> bool:
    """Whether a metric only gives the circumstances ("at a steady pace")."""
    read = page.text.read
    if claim.start - mention.end <= _CLOSE and not page.claims.between(mention.end, claim.start):
        return False
    if _SECONDARY_JA.match(read, mention.end):
        return True
    if not read.endswith(" ", 0, mention.start):
        return False
    return _SECONDARY_EN.search(read[max(0, mention.start - 30) : mention.start]) is not None


def _may_be_skipped(
    page: Page, claim: Claim, owner: _Owner, context: tuple[Sequence[Known], Sequence[Bound]]
) -> bool:
    """Whether the unit alone tells whose number it is: the metric named last has no such unit and
    is not waiting for its number. `context`: the facts of the claim, the claims before it."""
    mention = owner.mentions[-1]
    ids = page.row(mention).ids
    if owner.behind != "no":
        end = page.layout.clause(mention.start)[1]
        own = owner.behind == "later" and page.claims.between(mention.end, end)
        return bool(own) or _is_circumstance(page, context[0])
    units = {number.fact.unit for number in context[0]}
    if any(
        number.fact.metric in ids and number.fact.unit in units for number in page.facts.numbers
    ):
        return False
    direct = _DIRECT.fullmatch(page.text.read, mention.end, claim.start) is not None
    if not direct and (page.row(mention).whole or _is_circumstance(page, context[0])):
        return True
    if mention.start < page.layout.sentence(claim.start)[0]:
        return bool(page.claims.between(mention.end, claim.start)) or not _refers_back(page, claim)
    for bound in reversed(context[1]):
        if bound.claim.start < mention.end:
            break
        if not bound.strays and bound.named & set(ids):
            return True
    clause = page.layout.clause(mention.start)
    if clause == page.layout.clause(claim.start):
        return False
    waiting = _WAITING.fullmatch(page.text.read, mention.end, clause[1])
    return waiting is None and not _refers_back(page, claim)


def _refers_back(page: Page, claim: Claim) -> bool:
    """Whether a number is plainly said of the metric of the sentence before ("It was 258 ms")."""
    begin = page.layout.sentence(claim.start)[0]
    role = page.of("role").before(claim.start)
    if role is not None and role.start >= begin and claim.start - role.end <= _CLOSE:
        word = page.text.read[role.start : role.end]
        return role.key == "expected" or word.startswith(("実測", "measured"))
    return _IT.search(page.text.read[max(begin, claim.start - 24) : claim.start]) is not None


def _is_circumstance(page: Page, numbers: Sequence[Known]) -> bool:
    """Whether a value may stand beside another metric's name."""
    return all(number.fact.metric in page.lexicon.circumstances for number in numbers)
