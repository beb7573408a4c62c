"""Parts of English sentences about a run: places, amounts, references, names of metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hakaru.guard.claims import Bound, Facts, Text, Value
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_meaning import (
    SPLITS,
    WHOLE,
    Amount,
    Claims,
    Meaning,
    Spot,
    Stretch,
)
from hakaru.running.claims.read_en_tokens import BARE, Figure, Token, rough
from hakaru.running.claims.read_en_words import Table

_IN = Table({"in|at|for|over|during|across|through|of|on|from|throughout|within|by|after": ""})
_RANGE_IN = Table({"from|between": ""})
_DASH = Table({"-|to|through|and|until|till": ""})
_ONWARDS = Table({"onwards|on|onward|forward": ""})
_EVERY = Table({"every|each|all|every single|all the|all of the|every one of the|any": ""})
_DETERMINER = Table({"the|your|a|an|its|this|that|our": ""})
_THROUGHOUT = Table({"throughout|all the way|from start to finish|at all times": ""})


_WORDS: dict[str, tuple[str, ...]] = {}
"""The words of each phrase that was ever asked for: as many as this program names."""


@dataclass(frozen=True)
class Reference:
    """What something is compared with: a fact of the same metric by its role, a place, or a
    figure."""

    role: str = ""
    spot: Spot | None = None
    figure: Figure | None = None
    stated: Figure | None = None
    """The figure that the text gives for the role or the place."""


@dataclass(frozen=True)
class Topic:
    """What a clause is about. `spot` None: no place was named; `front`: the place that the clause
    began with."""

    about: str = ""
    metric: str | None = None
    metrics: tuple[str, ...] = ()
    spot: Spot | None = None
    front: Spot | None = None
    front_claims: Claims = ()
    last: Topic | None = None
    which: tuple[str, str] | None = None
    unit: str = ""
    verb: str = ""
    hint: str = ""
    against: Reference | None = None

    @property
    def place_kind(self) -> str:
        """Which kind of place "the second" is after this."""
        spot = self.spot
        if isinstance(spot, str) and spot.endswith("half"):
            return "half"
        if isinstance(spot, str) and spot.startswith("repetition"):
            return "rep"
        if isinstance(spot, str) and spot.startswith("split"):
            return "split"
        return self.hint


class Parts:
    """Tokens of one sentence, read from a place on; each method yields what it found and the place
    behind it."""

    def __init__(self, tokens: tuple[Token, ...], facts: Facts) -> None:
        self.tokens = tokens
        self.meaning = Meaning(facts)

    def word(self, at: int, *expected: str) -> bool:
        """Whether one of these words stands here."""
        return at < len(self.tokens) and self.tokens[at] in expected

    def phrase(self, at: int, text: str) -> int | None:
        """The place behind a phrase; None: it does not stand here."""
        wanted = _WORDS.get(text)
        if wanted is None:
            wanted = _WORDS.setdefault(text, tuple(text.split()))
        if not wanted:
            return at
        if at >= len(self.tokens) or self.tokens[at] != wanted[0]:
            return None
        end = at + len(wanted)
        return end if len(wanted) == 1 or self.tokens[at:end] == wanted else None

    def skip(self, at: int, *tables: Table[Any]) -> int:
        """Behind any words of some tables that claim nothing."""
        while True:
            for table in tables:
                found = next((end for _, end in table.at(self.tokens, at)), None)
                if found is not None:
                    at = found
                    break
            else:
                return at

    def past_determiner(self, at: int) -> int:
        """Behind an article or a possessive."""
        return next((end for _, end in _DETERMINER.at(self.tokens, at)), at)

    def figure(self, at: int) -> Figure | None:
        """The figure that stands here."""
        token = self.tokens[at] if at < len(self.tokens) else None
        return token if isinstance(token, Figure) else None

    # amounts

    def amount(self, at: int) -> Iterator[tuple[Amount, int]]:
        """A figure with its hedge: "about 5 km", "more than two minutes"."""
        figure = self.figure(at)
        if figure is not None:
            if self.word(at + 1, "or") and self.phrase(at + 1, "or so"):
                yield Amount(rough(figure)), at + 3
            yield Amount(figure), at + 1
            return
        for hedge, end in words.HEDGE.at(self.tokens, at):
            for inner, behind in self.amount(end) if hedge == "" else self._plain(end):
                yield _hedged(inner, hedge), behind

    def _plain(self, at: int) -> Iterator[tuple[Amount, int]]:
        at = self.past_determiner(at)
        figure = self.figure(at)
        if figure is not None:
            yield Amount(figure), at + 1

    def between(self, at: int) -> Iterator[tuple[Figure, Figure, int]]:
        """Two figures of a range: "5:10-5:18/km", "between 149 and 154 bpm"."""
        begin = next((end for _, end in _RANGE_IN.at(self.tokens, at)), at)
        low = self.figure(begin)
        if low is None:
            return
        for _, end in _DASH.at(self.tokens, begin + 1):
            if begin == at and self.word(begin + 1, "and"):
                continue
            high = self.figure(end)
            if high is not None and high.unit == low.unit:
                yield low, high, end + 1

    def decade(self, at: int) -> Iterator[tuple[float, float, int]]:
        """As "in the 130s", "in the mid-150s": from and below."""
        at = self.phrase(at, "in") or at
        begin = self.phrase(at, "the") or at
        if self.word(begin, "decade"):
            part = "the"
        elif self.word(begin, "mid", "low", "high", "upper", "lower") and self.word(
            begin + 1, "decade"
        ):
            part, begin = str(self.tokens[begin]), begin + 1
        else:
            return
        figure = self.figure(begin + 1)
        if figure is None or figure.unit not in (BARE, "bpm", "spm"):
            return
        low, high = _DECADE_PARTS[part]
        yield figure.value + low, figure.value + high, begin + 2

    # places

    def place(self, at: int, *, kind: str = "") -> Iterator[tuple[Spot, int]]:
        """The name of a place: "km 3", "the third kilometre", "the first half", "the warm-up";
        "the first" where the kind is known."""
        begin = self.past_determiner(at)
        yield from self._half_or_phase(begin)
        for unit, end in words.UNIT_OF_RUN.at(self.tokens, begin):
            end = self.phrase(end, "number") or end  # noqa: PLW2901
            figure = self.figure(end)
            if figure is not None and figure.unit == BARE and figure.last_digit_value == 1.0:
                scope = self.meaning.scope(unit, int(figure.value))
                if scope is not None:
                    yield scope, end + 1
        for n, end in words.ORDINAL.at(self.tokens, begin):
            for unit, behind in words.UNIT_OF_RUN.at(self.tokens, end):
                scope = self.meaning.scope(unit, n)
                if scope is not None:
                    yield scope, behind
            if kind == "half" and n in (1, 2):
                yield f"{('first', 'second')[n - 1]} half", self._past_one(end)
            elif kind in ("split", "km", "rep"):
                scope = self.meaning.scope(kind, n)
                if scope is not None:
                    yield scope, self._past_one(end)
        figure = self.figure(begin)
        if kind in ("split", "km", "rep") and figure is not None and figure.unit == BARE:
            scope = self.meaning.scope(kind, int(figure.value))
            if scope is not None and figure.last_digit_value == 1.0:
                yield scope, begin + 1

    def _past_one(self, at: int) -> int:
        """Behind "one" in "the last one"."""
        figure = self.figure(at)
        return at + 1 if figure is not None and figure == _ONE else at

    def _half_or_phase(self, begin: int) -> Iterator[tuple[Spot, int]]:
        for n, end in words.ORDINAL.at(self.tokens, begin):
            if n in (1, 2) and self.word(end, "half"):
                scope = f"{('first', 'second')[n - 1]} half"
                for behind in (end + 4, end + 1):
                    tail = self.tokens[end + 1 : behind]
                    if not tail or (tail[:2] == ("of", "the") and self._is_run(behind - 1)):
                        yield scope, behind
        for phase, end in words.PHASE.at(self.tokens, begin):
            yield phase, end
            if self.phrase(end, "of the") and self._is_run(end + 2):
                yield phase, end + 3

    def _is_run(self, at: int) -> bool:
        tables = (words.RUN.at(self.tokens, at), words.UNIT_OF_RUN.at(self.tokens, at))
        return any(end == at + 1 for table in tables for _, end in table)

    def place_phrase(self, at: int, *, kind: str = "") -> Iterator[tuple[Spot, Claims, int]]:
        """A place as an adverb: "in km 3", "from km 2 onwards", "across all 14 splits"."""
        for text in ("after halfway", "after the halfway point", "from halfway on", "past halfway"):
            if (end := self.phrase(at, text)) is not None:
                yield "second half", (), end
        for _, end in _THROUGHOUT.at(self.tokens, at):
            yield Stretch("split"), (), end
        for _, end in _IN.at(self.tokens, at):
            for spot, behind in self.place(end, kind=kind):
                if not self.word(at, "from", "by", "after") or self.word(at, "by"):
                    yield spot, (), behind
            yield from self.all_places(end)
        yield from self._stretch(at)

    def all_places(self, at: int) -> Iterator[tuple[Spot, Claims, int]]:
        """As "every split", "all ten reps", "the 14 splits"."""
        for _, end in _EVERY.at(self.tokens, at):
            for unit, _, claims, behind in self.counted(end):
                yield Stretch("repetition" if unit == "rep" else "split"), claims, behind
        begin = self.past_determiner(at)
        figure = self.figure(begin)
        if figure is not None and figure.unit == "km":
            yield WHOLE, self.meaning.value("distance", WHOLE, Amount(figure)) or (), begin + 1
        for unit, n, claims, behind in self.counted(begin):
            if n is not None or unit == "rep":
                yield SPLITS, claims, behind

    def counted(self, at: int) -> Iterator[tuple[str, Figure | None, Claims, int]]:
        """As "14 splits", "splits", "of the ten reps": the kind, how many, what that claims."""
        figure = self.figure(at)
        begin = at if figure is None else at + 1
        if figure is not None and figure.unit == "km":
            return
        begin = self.phrase(begin, "full") or begin
        for unit, end in words.UNIT_OF_RUN.at(self.tokens, begin):
            if (unit == "rep") != self.meaning.has_reps and unit != "split":
                continue
            ids = ("repetitions.count",) if unit == "rep" else ("splits.count",)
            if figure is None:
                yield unit, None, (), end
            elif figure.unit == BARE:
                said = Amount(_count(figure))
                yield unit, figure, self.meaning.of_ids(ids, said) or (), end

    def _stretch(self, at: int) -> Iterator[tuple[Spot, Claims, int]]:
        """As "from km 2 onwards", "from km 3 to km 7", "in km 3 to 7", "between km 3 and km 7"."""
        begin = next((end for _, end in _IN.at(self.tokens, at)), None)
        begin = at + 1 if begin is None and self.word(at, "between") else begin
        if begin is not None:
            yield from self.stretch(begin, onwards=self.word(at, "from"))

    def stretch(self, begin: int, *, onwards: bool = False) -> Iterator[tuple[Spot, Claims, int]]:  # noqa: PLR0912
        """As "km 3 to km 7", "km 3-7", "km 2 onwards"."""
        first_word = self.past_determiner(begin)
        for n, end in words.ORDINAL.at(self.tokens, first_word):
            figure = self.figure(end)
            if n not in (1, -1) or figure is None or figure.last_digit_value != 1.0:
                continue
            units = [(figure.unit, end + 1)] if figure.unit == "km" else []
            if figure.unit == BARE:
                units = list(words.UNIT_OF_RUN.at(self.tokens, end + 1))
            for unit, behind in units:
                size = int(figure.value)
                edges = [self.meaning.scope(unit, n), self.meaning.scope(unit, n * size)]
                if size > 1 and None not in edges:
                    low, high = sorted(map(str, edges), key=lambda scope: int(scope.split()[-1]))
                    stretch = _stretch_of(low, high)
                    if stretch.kind:
                        yield stretch, (), behind
        for unit in ("km", "split", "rep"):
            for first, end in self._numbered(begin, unit):
                for _, behind in _ONWARDS.at(self.tokens, end):
                    if onwards:
                        yield _stretch_of(first, None), (), behind
                for _, middle in _DASH.at(self.tokens, end):
                    for last, behind in self._numbered(middle, unit):
                        stretch = _stretch_of(first, last)
                        if stretch.kind:
                            yield stretch, (), behind

    def _numbered(self, at: int, unit: str) -> Iterator[tuple[str, int]]:
        for spot, end in self.place(at, kind=unit):
            if isinstance(spot, str) and spot[-1:].isdigit():
                yield spot, end

    # references

    def reference(self, at: int, metric: str, *, kind: str = "") -> Iterator[tuple[Reference, int]]:  # noqa: PLR0912
        """What stands behind "than" or "above": "expected", "the expected 292 ms", "km 7"."""
        for begin in dict.fromkeys((at, self.past_determiner(at))):
            for role, end in words.USUAL.at(self.tokens, begin):
                yield from self._stated(Reference(role=role), end)
            for role, end in words.USUAL_ADJECTIVE.at(self.tokens, begin):
                figure = self.figure(end)
                if figure is not None:
                    yield Reference(role=role, stated=figure), end + 1
                for named, behind in words.METRIC.at(self.tokens, end):
                    if named == metric:
                        yield from self._stated(Reference(role=role), behind)
            yield from self._edge(begin)
            figure = self.figure(begin)
            if figure is not None:
                yield from self._called(figure, begin + 1)
                if self.word(begin + 1, "in", "for", "during", "over"):
                    for spot, end in self.place(begin + 2, kind=kind):
                        yield Reference(spot=spot, stated=figure), end
                yield Reference(figure=figure), begin + 1
        begin = self.phrase(at, "in") or self.phrase(at, "that of") or at
        for spot, end in self.place(begin, kind=kind):
            behind = end + 1 if self.word(end, "'s", "'") else end
            figure = self.figure(behind)
            if behind > end and figure is not None:
                yield Reference(spot=spot, stated=figure), behind + 1
            else:
                yield from self._stated(Reference(spot=spot), end)
        if metric in ("gct", "vo", "vr") and (own := self.phrase(at, "your baseline")):
            yield Reference(role="expected"), own

    def _stated(self, reference: Reference, at: int) -> Iterator[tuple[Reference, int]]:
        """With its figure: "(292 ms)", "of 292 ms", or without."""
        if self.word(at, "(") and self.word(at + 2, ")"):
            figure = self.figure(at + 1)
            if figure is not None:
                yield _with(reference, figure), at + 3
        figure = self.figure(at + 1)
        if self.word(at, "of", "at") and figure is not None:
            yield _with(reference, figure), at + 2
        yield reference, at

    def _called(self, figure: Figure, at: int) -> Iterator[tuple[Reference, int]]:
        """As "165 spm lower bound", "292 ms that was expected"."""
        for begin in dict.fromkeys((at, self.phrase(at, "that was") or at)):
            for role, end in words.USUAL.at(self.tokens, begin):
                yield Reference(role=role, stated=figure), end
            for reference, end in self._edge(begin):
                yield _with(reference, figure), end

    def _edge(self, at: int) -> Iterator[tuple[Reference, int]]:
        """As "upper end of your usual range"."""
        if not self.word(at, "upper", "lower", "top", "bottom"):
            return
        role = "high" if self.word(at, "upper", "top") else "low"
        end = at + 1 if self.word(at + 1, "end", "limit", "bound", "edge") else None
        if end is None and self.word(at, "top", "bottom"):
            end = at + 1
        if end is None:
            return
        if self.word(end, "of") and (behind := self._range_name(end + 1)):
            yield from self._stated(Reference(role=role), behind)
        elif role == "high":
            yield from self._stated(Reference(role=role), end)

    def _range_name(self, at: int) -> int | None:
        begin = self.past_determiner(at)
        return next((end for _, end in words.OWN.at(self.tokens, begin)), None)

    def own_range(self, at: int, metric: str) -> Iterator[tuple[Claims, int]]:
        """As "your usual range of 5.8-6.7%",
        "your usual 284-300 ms band"; what its figures claim."""
        begin = self.past_determiner(at)
        for low, high, end in self.between(begin):
            for _, behind in words.OWN.at(self.tokens, end):
                if end > begin:
                    yield self._ends(metric, low, high), behind
        for word_end in [end for _, end in words.USUAL_ADJECTIVE.at(self.tokens, begin)]:
            for low, high, end in self.between(word_end):
                behind = next((last for _, last in words.OWN.at(self.tokens, end)), end)
                yield self._ends(metric, low, high), behind
        name = self._range_name(begin)
        if name is None or (name == begin + 1 and begin == at):
            return
        inner = self.phrase(name, "of") or self.phrase(name, "(") or name
        if inner > name:
            for low, high, end in self.between(inner):
                closed = end + 1 if self.word(name, "(") else end
                if not self.word(name, "(") or self.word(end, ")"):
                    yield self._ends(metric, low, high), closed
        yield (), name

    def _ends(self, metric: str, low: Figure, high: Figure) -> Claims:
        return (
            Value(f"{metric}.low", low.said),
            Value(f"{metric}.high", high.said),
        )

    # names

    def metric(self, at: int) -> Iterator[tuple[str, int]]:
        """As "your average heart rate", "the mean pace", "GCT"."""
        begin = self.past_determiner(at)
        adjective = begin
        for text in (
            "average",
            "mean",
            "overall",
            "measured",
            "overall average",
            "total",
            "actual",
        ):
            adjective = max(adjective, self.phrase(begin, text) or 0)
        for named, end in words.METRIC.at(self.tokens, adjective):
            if self.word(end, "(") and self.word(end + 1, "gct", "vo", "vr", "hr"):
                inside = next(iter(words.METRIC.at(self.tokens, end + 1)))[0]
                if inside == named and self.word(end + 2, ")"):
                    yield named, end + 3
            yield named, end

    def date(self, at: int) -> Iterator[tuple[Claims, int]]:
        """As "17 April 2026", "June 21", "2026-06-21"."""
        figure = self.figure(at)
        if figure is None or figure.unit != BARE:
            month_word, day, end = self._word(at), self.figure(at + 1), at + 2
            end = end + 1 if self.word(end, "th", "st", "nd", "rd") else end
        else:
            at = at + 1 if self.word(at + 1, "th", "st", "nd", "rd") else at
            at = at + 1 if self.word(at + 1, "of") else at
            month_word, day, end = self._word(at + 1), figure, at + 2
        month = words.MONTH.get(month_word)
        if month is None or day is None or day.unit != BARE or day.last_digit_value != 1.0:
            return
        known = self.meaning.facts.by_id.get("date.activity")
        year = str(known.value)[:4] if known is not None else "0000"
        comma = end + 1 if self.word(end, ",") else end
        stated = self.figure(comma)
        if stated is not None and stated.unit == BARE and stated.value > 1900:
            year, end = f"{stated.value:g}", comma + 1
        yield (Text("date.activity", f"{year}-{month:02d}-{int(day.value):02d}"),), end

    def _word(self, at: int) -> str:
        token = self.tokens[at] if at < len(self.tokens) else ""
        return token if isinstance(token, str) else ""

    def kind(self, at: int) -> Iterator[tuple[Claims, int]]:
        """As "tempo run": what it claims."""
        known = self.meaning.facts.by_id.get("kind.actual")
        for kinds, end in words.KIND.at(self.tokens, at):
            chosen = str(known.value) if known and known.value in kinds else kinds[0]
            yield (Text("kind.actual", chosen),), end

    def claims_of_reference(self, reference: Reference, metric: str) -> Claims | None:
        """What the figure beside a reference claims; None: it cannot be of it."""
        if reference.stated is None:
            return ()
        found = self.meaning.metric_of(reference.stated, metric)
        if found is None or found[0] != metric:
            return None
        return self.meaning.of_ids(self.right_ids(reference, metric), Amount(found[1]))

    def right_ids(self, reference: Reference, metric: str) -> Sequence[str]:
        """The facts that a reference means for a metric."""
        if reference.role:
            return (f"{metric}.{reference.role}",)
        assert reference.spot is not None, "a figure is no fact"
        return self.meaning.ids(metric, reference.spot)


_ONE = Figure(value=1.0, unit=BARE, slack=0.5)
_DECADE_PARTS = {
    "the": (0.0, 10.0), "mid": (3.0, 7.0), "low": (0.0, 4.0), "lower": (0.0, 5.0),
    "high": (6.0, 10.0), "upper": (5.0, 10.0),
}  # fmt: skip


def _hedged(amount: Amount, hedge: str) -> Amount:
    if hedge == "":
        return amount
    if amount.bound is not None:
        return amount
    if hedge == "about":
        return Amount(rough(amount.figure))
    if hedge in ("nearly", "just_over"):
        bound: Bound = "below" if hedge == "nearly" else "above"
        return Amount(amount.figure, bound, close=True)
    bounds: dict[str, Bound] = {
        "above": "above", "below": "below", "at_least": "at_least", "at_most": "at_most"
    }  # fmt: skip
    return Amount(amount.figure, bounds[hedge])


def _with(reference: Reference, figure: Figure) -> Reference:
    return Reference(
        role=reference.role, spot=reference.spot, figure=reference.figure, stated=figure
    )


def _count(figure: Figure) -> Figure:
    return Figure(value=figure.value, unit="count", slack=0.0, last_digit_value=1.0)


def _stretch_of(first: str, last: str | None) -> Stretch:
    kind, _, number = first.rpartition(" ")
    if last is None:
        return Stretch(kind, int(number), None)
    other, _, end = last.rpartition(" ")
    return Stretch(kind if kind == other else "", int(number), int(end))
