"""Chunks of a sentence: the longest known phrases, and what neighbours make of each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

from hakaru.guard.claims import Bound
from hakaru.records import frozen
from hakaru.running.claims.en.meaning import Amount, Meaning, Spot, Stretch
from hakaru.running.claims.en.tokens import BARE, CLOCK, Figure, rough

LAST = -1
_SLOWEST_DIFFERENCE_S = 150.0
"""From here on seconds are a pace, not by how much two paces differ."""
_ONWARDS = frozenset({"on", "onward", "onwards", "from there on"})
_PHASES = frozenset({"warmup", "main", "work", "recovery", "cooldown"})


@frozen(kw_only=False)
class Chunk:
    """A phrase and what it means. `gap`: filler stands before it."""

    kind: str
    value: str = ""
    amount: Amount | None = None
    other: Amount | None = None
    spots: tuple[Spot, ...] = ()
    n: int = 0
    of: int = 0
    text: str = ""
    gap: bool = False

    @property
    def figure(self) -> Figure:
        """The number of an amount."""
        assert self.amount is not None
        return self.amount.figure


class Composer:
    """What neighbours make of each other: places, amounts, counts, ranges, days."""

    def __init__(self, chunks: Sequence[Chunk], meaning: Meaning) -> None:
        self.chunks = chunks
        self.meaning = meaning
        self.noun = self.last = ""
        self.has_half = any("half" in c.value or c.kind == "HALVES" for c in chunks)

    def items(self) -> list[Chunk] | None:
        """The chunks after composition; None: a place that the run cannot have."""
        items: list[Chunk] = []
        at = 0
        while at < len(self.chunks):
            made = (
                self._reworded(at)
                or self._place(at)
                or self._counted(at)
                or self._day(at)
                or self._amount(at)
            )
            item, at = made or (self.chunks[at], at + 1)
            if item.kind == "BAD_PLACE":
                return None
            if item.kind == "PLACE" and len(item.spots) == 1 and isinstance(item.spots[0], str):
                self.last = item.spots[0]
            if len(items) > 1 and item.text in _ONWARDS and items[-2].value == "from":
                items[-1] = self._onwards(items)
                continue
            items.append(item)
        return _elliptic(_ranges(items))

    # what stands where

    def _is(self, at: int, *kinds: str) -> bool:
        return 0 <= at < len(self.chunks) and self.chunks[at].kind in kinds

    def _value(self, at: int) -> str:
        return self.chunks[at].value if 0 <= at < len(self.chunks) else ""

    def _text(self, at: int) -> str:
        return self.chunks[at].text if 0 <= at < len(self.chunks) else ""

    def _whole(self, at: int, *units: str) -> int | None:
        """A whole number without a unit (or with one of those)."""
        if not self._is(at, "FIG"):
            return None
        figure = self.chunks[at].figure
        if figure.unit not in (BARE, *units) or figure.value % 1.0 or figure.last_digit_value != 1:
            return None
        return int(figure.value)

    def _past(self, at: int, *kinds: str) -> int:
        """Behind every chunk of these kinds from here."""
        while self._is(at, *kinds):
            at += 1
        return at

    # places

    def _reworded(self, at: int) -> tuple[Chunk, int] | None:  # noqa: PLR0911
        """A word that its neighbours give another meaning."""
        chunk = self.chunks[at]
        if chunk.text.endswith("down to") and self._is(at + 1, "FIG", "HEDGE"):
            return Chunk("TREND", "lower", text=chunk.text), at + 1
        about_feet = any(c.kind == "LEFT" or c.value == "balance" for c in self.chunks)
        if chunk.text == "right" and not about_feet:
            return Chunk("p", "right"), at + 1
        if chunk.text.startswith(("top", "bottom")) and chunk.kind == "EDGE":
            ranged = any(c.kind in ("RANGE", "BAND") for c in self.chunks)
            which = "highest" if chunk.value == "high" else "lowest"
            return (chunk if ranged else Chunk("EXT", which, text=chunk.text)), at + 1
        ends_with = chunk.kind in ("START", "END") and chunk.text.endswith((" with", " on"))
        if ends_with and any(c.kind == "PLACE" and c.value in _PHASES for c in self.chunks[at:]):
            return Chunk("p", "in"), at + 1
        if chunk.text == "run in" and self._whole(at + 1) != 100:
            return Chunk("p", "in"), at + 1
        if chunk.text == "steady" and self._is(at + 1, "KIND"):
            return Chunk("p", "steady"), at + 1
        if chunk.text == "just" and self._is(at + 1, "SIDE"):
            return replace(chunk, kind="DEGREE", value="small"), at + 1
        if (
            chunk.kind == "REF"
            and chunk.value == "asked"
            and (
                self._is(at + 1, "RANGE")
                or (self._text(at + 1) == "of" and self._is(at + 2, "RANGE"))
            )
        ):
            return Chunk("EDGE", "high"), at + 1
        if chunk.kind == "DECADE" and (n := self._whole(at + 1)) is not None:
            figures = [Figure(value=float(v), unit=BARE, slack=0.5) for v in (n, n + 10)]
            low, high = (Amount(figure) for figure in figures)
            return Chunk("SPAN", "decade", amount=low, other=high), at + 2
        if chunk.text in ("minimum", "maximum") and self._is(at - 1, "FIG"):
            return Chunk("REF", "target" if chunk.text == "minimum" else "asked"), at + 1
        if chunk.text == "off" and self._is(at - 1, "FIG") and self.chunks[at - 1].figure.unit in (
                "score", "star"):  # fmt: skip
            return Chunk("LOST", text="off"), at + 1
        if chunk.text in ("long", "short") and self._value(at + 1) == "gct":
            return Chunk("ADJ", "higher" if chunk.text == "long" else "lower"), at + 1
        return None

    def _place(self, at: int) -> tuple[Chunk, int] | None:
        chunk = self.chunks[at] if at < len(self.chunks) else Chunk("")
        if chunk.kind == "PLACE":
            return replace(chunk, spots=(chunk.value,)), at + 1
        if chunk.kind in ("START", "END"):
            spot = self.meaning.scope("split", 1 if chunk.kind == "START" else LAST)
            return None if spot is None else (Chunk(chunk.kind, spots=(spot,)), at + 1)
        if chunk.kind in ("NEXT", "PREV"):
            return self._neighbour(at)
        if chunk.kind in ("ALL", "NEG"):
            return self._quantified(at)
        if (
            chunk.kind == "NOUN"
            and chunk.text == "interval"
            and (self._is(at - 1, "FIG", "REF") or self._is(at - 1, "HEDGE"))
        ):
            return replace(chunk, kind="RANGE", value="usual"), at + 1
        if chunk.kind == "NOUN":
            return self._numbered(at)
        if chunk.text in ("after", "past", "beyond") and self._is(at + 1, "NOUN", "ORD"):
            return self._behind(at)
        return self._ordinal(at) if chunk.kind == "ORD" else None

    def _neighbour(self, at: int) -> tuple[Chunk, int] | None:
        """As "from 126 bpm in the opening kilometre to 136 in the next"."""
        kind, _, number = self.last.rpartition(" ")
        if not number.isdigit() or self._value(at - 1) not in ("in", "to"):
            return None
        n = int(number) + (1 if self.chunks[at].kind == "NEXT" else -1)
        end = at + 2 if self._whole(at + 1) == 1 or self._is(at + 1, "NOUN") else at + 1
        return Chunk("PLACE", "spots", spots=(f"{kind} {n}",)), end

    def _quantified(self, at: int) -> tuple[Chunk, int] | None:
        """As "every full kilometre", "none of the reps", "all five repetitions"."""
        which = "all" if self._is(at, "ALL") else "none"
        if self._text(at) in ("not", "neither", "nor", "without", "never", "not once"):
            return None
        end = self._past(at + 1, "HEDGE", "p", "ALL")
        if any(self._value(i) not in ("of", "in") for i in range(at + 1, end) if self._is(i, "p")):
            return None
        n = self._whole(end, "km") or 0
        if n and self._is(end, "FIG") and self.chunks[end].figure.unit == "km":
            self.noun = "km"
            return Chunk("QUANT", which, n=n, text="km"), end + 1
        begin = self._past(end + 1 if n else end, "HEDGE", "METRIC" if n else "HEDGE")
        if not self._is(begin, "NOUN") or self._whole(begin + 1) is not None:
            return None
        self.noun = self._value(begin)
        return Chunk("QUANT", which, n=n, text=self.noun), begin + 1

    def _numbered(self, at: int) -> tuple[Chunk, int] | None:
        """As "km 3", "split number 3", "splits 3 to 7", "kilometres 3, 4 and 5"."""
        noun = self.noun = self._value(at)
        first = self._whole(at + 1)
        if first is None:
            return None
        numbers, end = [first], at + 2
        while True:
            joint = self._is(end, "AND") or self._text(end) in (",", "-")
            through = self._value(end) == "to" or self._text(end) == "-"
            begin = self._past(end + 1, "NOUN") if joint or through else end + 1
            number = self._whole(begin)
            if number is None or not (joint or through) or not numbers[-1] < number < 100:
                break
            if self._is(begin + 1, "p") and self._is(begin + 2, "NOUN", "ORD", "START", "END"):
                break
            between = self._is(at - 1, "p") and self._value(at - 1) == "between"
            if through or (between and len(numbers) == 1):
                if len(numbers) == 1 and not (self._value(at - 1) == "from" and begin > end + 1):
                    return self._stretch(noun, numbers[0], number, begin + 1)
                break
            numbers, end = [*numbers, number], begin + 1
        return self._spots([self.meaning.scope(noun, n) for n in numbers], end)

    def _behind(self, at: int) -> tuple[Chunk, int] | None:
        """As "after the first kilometre": from the next one on."""
        place, end = self._place(at + 1) or (Chunk(""), at)
        if place.kind != "PLACE" or len(place.spots) != 1 or isinstance(place.spots[0], Stretch):
            return None
        kind, _, number = place.spots[0].rpartition(" ")
        if not number.isdigit():
            return None
        return Chunk("PLACE", "after", spots=(Stretch(kind, int(number) + 1),)), end

    def _stretch(self, noun: str, first: int, last: int, end: int) -> tuple[Chunk, int]:
        low, high = self.meaning.ends(noun, first, last)
        if low is None or high is None or low.split()[0] != high.split()[0]:
            return Chunk("BAD_PLACE"), end
        kind = low.rpartition(" ")[0]
        stretch = Stretch(kind, int(low.split()[-1]), int(high.split()[-1]))
        return Chunk("PLACE", "stretch", spots=(stretch,)), end

    def _spots(self, spots: Sequence[str | None], end: int) -> tuple[Chunk, int]:
        named = tuple(spot for spot in spots if spot is not None)
        if len(named) != len(spots):
            return Chunk("BAD_PLACE"), end
        return Chunk("PLACE", "spots", spots=named), end

    def _ordinal(self, at: int) -> tuple[Chunk, int] | None:
        n = int(self._value(at))
        if self._is(at + 1, "EXT") and not self.chunks[at + 1].gap:
            return replace(self.chunks[at + 1], n=n), at + 2
        begin = self._past(at + 1, "HEDGE")
        many = self._whole(begin, "km")
        if many is not None and many > 1 and n in (1, LAST):
            is_km = self.chunks[begin].figure.unit == "km"
            behind = self._past(begin + 1, "METRIC", "HEDGE", "PLACE")
            noun, end = ("km", begin + 1) if is_km else (self._value(behind), behind + 1)
            if not is_km and not self._is(behind, "NOUN"):
                noun, end = self.noun or "km", begin + 1
            if any(self.chunks[i].value in ("pace", "work") for i in range(begin, behind)):
                noun = "compared"
            return self._stretch(noun, *((1, many) if n == 1 else (-many, LAST)), end)
        if self._is(begin, "NOUN"):
            self.noun = self._value(begin)
            return self._spots([self.meaning.scope(self.noun, n)], begin + 1)
        if self._is(begin, "AND", "J", "p") and self._is(begin + 1, "ORD"):
            behind = self._past(begin + 2, "HEDGE")
            if self._is(behind, "NOUN"):
                self.noun = self._value(behind)
                last = int(self._value(begin + 1))
                if self._value(begin) == "to" or self._value(at - 1) == "between":
                    return self._stretch(self.noun, n, last, behind + 1)
        if n in (1, 2, LAST) and self.has_half:
            return Chunk("PLACE", spots=("first half" if n == 1 else "second half",)), at + 1
        if self._month_behind(at):
            return None
        return self._lone_ordinal(n, at)

    def _lone_ordinal(self, n: int, at: int) -> tuple[Chunk, int]:
        """As "the fifth", where kilometres or repetitions are spoken of."""
        end = at + 2 if self._whole(at + 1) == 1 else at + 1
        nouns = [chunk.value for chunk in self.chunks if chunk.kind == "NOUN"]
        noun = self.noun or next(iter(nouns), "")
        if not noun and any(chunk.kind in ("EXT", "REL") for chunk in self.chunks):
            in_km = any(self._whole(i, "km") and c.figure.unit == "km"
                        for i, c in enumerate(self.chunks) if c.kind == "FIG")  # fmt: skip
            noun = "km" if in_km else "rep" if self.meaning.has_reps else "split"
        if not noun:
            return Chunk("BAD_PLACE"), end
        return self._spots([self.meaning.scope(noun, n)], end)

    def _month_behind(self, at: int) -> bool:
        return self._is(at + 1, "MONTH") or self._is(at + 2, "MONTH")

    def _onwards(self, items: list[Chunk]) -> Chunk:
        """As "from the third kilometre on"."""
        item = items[-1]
        if item.kind != "PLACE" or len(item.spots) != 1 or isinstance(item.spots[0], Stretch):
            return item
        kind, _, number = item.spots[0].rpartition(" ")
        return replace(item, spots=(Stretch(kind, int(number)),)) if number.isdigit() else item

    # counts and days

    def _counted(self, at: int) -> tuple[Chunk, int] | None:
        """As "3 of 4", "three for three", "96 out of 100", "14 splits"."""
        if self._is(at, "HEDGE") and self._is(at + 1, "FIG"):
            made = self._counted(at + 1)
            exact = self._value(at) == "full"
            is_count = made is not None and (made[0].kind == "SHARE" or (
                exact and made[0].kind == "COUNT" and bool(made[0].value)))  # fmt: skip
            return made if is_count else None
        n = self._whole(at)
        if n is not None and self._is(at + 1, "RUNS") and self._whole(at + 2) == 100:
            return Chunk("SHARE", "runs", n=n, of=100), at + 3
        if n is not None and self._is(at + 1, "TIMES") and self._is(at + 2, "FIG"):
            self.noun = "rep"
            return Chunk("COUNT", "rep", n=n), at + 2
        if n is None:
            return self._km_counted(at) or self._decimal_score(at)
        return self._counted_from(at, n)

    def _counted_from(self, at: int, n: int) -> tuple[Chunk, int] | None:
        behind = self._past(at + 1, "HEDGE")
        if self._is(behind, "CRIT") and self._is(behind + 1, "MET", "OUTOF", "p", "J"):
            of = self._whole(behind + 2)
            if of and self._is(behind + 1, "OUTOF"):
                return Chunk("SHARE", n=n, of=of, text="criteria"), behind + 3
        begin = self._past(at + 1, "CRIT") if self._is(at + 1, "CRIT") else at + 1
        linked = (
            self._is(begin, "OUTOF")
            or (self._is(begin, "p") and self._text(begin) in ("of", "for", "in"))
            or (self._text(begin) == "/")
        )
        end = self._past(begin + 1, "ALL", "HEDGE") if linked else begin
        of = self._whole(end, "km") if linked else None
        if of is not None and of >= n and of > 0:
            if self._is(end + 1, "RUNS"):
                return Chunk("SHARE", "runs", n=n, of=of), end + 1
            end = self._past(end + 1, "HEDGE", "METRIC")
            if self._is(end, "NOUN") and self._whole(end + 1) is None:
                return Chunk("SHARE", self._value(end), n=n, of=of), end + 1
            unit = self.chunks[self._past(begin + 1, "ALL", "HEDGE")].figure.unit
            return Chunk("SHARE", "km" if unit == "km" else "", n=n, of=of), self._past(
                begin + 1, "ALL", "HEDGE") + 1  # fmt: skip
        if self._is(behind, "NOUN") and self._whole(behind + 1) is None:
            self.noun = self._value(behind)
            return Chunk("COUNT", self.noun, n=n), behind + 1
        if self._is(behind, "PLACE", "METRIC") and self._is(behind + 1, "NOUN"):
            self.noun = self._value(behind + 1)
            return Chunk("COUNT", self.noun, n=n), behind + 2
        return self._named_count(at, n)

    def _decimal_score(self, at: int) -> tuple[Chunk, int] | None:
        """As "97.3 out of 100"."""
        if not (self._is(at, "FIG") and self.chunks[at].figure.unit == BARE):
            return None
        of = self._whole(at + 2) if self._is(at + 1, "OUTOF") or self._text(at + 1) == "/" else None
        if of != 100:
            return None
        figure = replace(self.chunks[at].figure, unit="score")
        return Chunk("AMT", amount=Amount(figure)), at + 3

    def _km_counted(self, at: int) -> tuple[Chunk, int] | None:
        """As "six kilometres out of seventeen", "seven of your fourteen"."""
        n = self._whole(at, "km")
        if (
            n
            and self._text(at - 1) == "of"
            and (self._is(at - 2, "EXT") or self._is(at - 3, "EXT"))
        ):
            self.noun = "km"
            return Chunk("COUNT", "km", n=n), at + 1
        if n is None or not self._is(at + 1, "OUTOF", "p"):
            return None
        if self._is(at + 1, "p") and self._text(at + 1) != "of":
            return None
        end = self._past(at + 2, "ALL", "HEDGE")
        of = self._whole(end, "km")
        return None if of is None or of < n else (Chunk("SHARE", "km", n=n, of=of), end + 1)

    def _named_count(self, at: int, n: int) -> tuple[Chunk, int] | None:  # noqa: PLR0911
        """Numbers of criteria, of metrics, of extremes; the "one" that counts nothing."""
        behind = self._past(at + 1, "HEDGE")
        if self._is(behind, "CRIT") or (self._text(behind) == "of" and (
                self._is(behind + 1, "CRIT") or self._is(behind + 2, "CRIT"))):  # fmt: skip
            return Chunk("COUNT", n=n), behind if self._is(behind, "CRIT") else behind + 1
        if self._is(behind, "PLACE") and self._is(behind + 1, "CRIT"):
            return Chunk("COUNT", n=n), behind
        if n == 1 and self._is(behind, "METRIC") and self._value(behind) == "gct vo vr":
            return Chunk("ONLY"), behind
        if n == 2 and self._is(behind, "HALVES"):
            return Chunk("p", "two"), at + 1
        if n == 2 and self._is(behind, "METRIC") and " " in self._value(behind):
            return Chunk("COUNT", n=n), behind
        if n == 3 and self._is(behind, "METRIC") and " " in self._value(behind):
            return replace(self.chunks[behind], n=n), behind + 1
        three = n == 3 and not {"MET", "CRIT"} & {chunk.kind for chunk in self.chunks}
        if three and self._is(at - 1, "ALL") and not self._is(behind, "ORD", "PLACE", "NOUN"):
            return Chunk("METRIC", "gct vo vr"), at + 1
        if self._is(behind, "EXT") or (self._is(behind, "JOINT") and self._is(behind + 1, "EXT")):
            return Chunk("COUNT", n=n), behind
        if n == 1 and self.chunks[at].gap and (self._is(at + 1, "J") or at + 1 == len(self.chunks)):
            return Chunk("p", "one"), at + 1
        if n == 1 and (at == 0 or self._is(behind, "REF", "p", "MISS", "MET") or self._is(
                at - 1, "REL", "EXT", "ONLY", "NEG", "ALL", "OTHER", "GOOD", "J", "ORD", "AND",
                "DEGREE", "PREV", "NEXT")):  # fmt: skip
            return Chunk("p", "one"), at + 1
        return None

    def _day(self, at: int) -> tuple[Chunk, int] | None:
        day, month, end = None, "", at
        if self._is(at, "MONTH"):
            day = self._whole(at + 1)
            if day is None and self._is(at + 1, "ORD"):
                day = int(self._value(at + 1))
            month, end = self._value(at), at + 2
        else:
            day = int(self._value(at)) if self._is(at, "ORD") else self._whole(at)
            begin = at + 2 if self._is(at + 1, "p") else at + 1
            month, end = self._value(begin), begin + 1
            day = day if self._is(begin, "MONTH") else None
        if day is None or day < 1:
            return None
        after = end + 1 if self._text(end) == "," else end
        year = self._whole(after)
        if year is not None and 1990 < year < 2100:
            end = after + 1
        return Chunk("DATE", month, n=day, of=year or 0), end

    # amounts

    def _amount(self, at: int) -> tuple[Chunk, int] | None:
        hedges: list[str] = []
        end = at
        if (
            self._is(at, "FIG")
            and self._is(at + 1, "RANGE", "NOUN")
            and self._text(at + 1) in ("interval", "range", "band", "corridor")
            and self.chunks[at].figure.unit == "%"
            and self.chunks[at].figure.value == 90.0
        ):
            return Chunk("RANGE", "usual", text="interval"), at + 2
        near = {"over": "higher", "nearly": "lower"}.get(self._value(at), "")
        beside = self._is(at + 1, "FIG") and self._is(at + 2, "REF")
        if near and self._is(at, "HEDGE") and beside and not self._text(at).endswith("than"):
            return replace(self.chunks[at], kind="REL", value=near, n=1), at + 1
        while self._is(end, "HEDGE"):
            hedges.append(self._value(end))
            end += 1
        if self._is_over_a_place(end):
            return Chunk("p", "in"), end + 1
        if (
            self._is(at, "INSTEAD")
            and self._is(at + 1, "FIG", "REF")
            and (self._is(at + 1, "REF") or self.chunks[at + 1].figure.unit not in ("star", BARE))
        ):
            return Chunk("p", "than"), at + 1
        return self._figured(at, end, hedges)

    def _figured(self, at: int, end: int, hedges: list[str]) -> tuple[Chunk, int] | None:
        sign = ""
        if self._is(end, "p") and self._value(end) in ("plus", "minus"):
            sign, end = self._value(end), end + 1
        bound, metric, past = self._bound(end)
        if bound and "about" not in hedges:
            hedges, end = [h for h in hedges if h == "full"], past
        if not self._is(end, "FIG"):
            return self._bare_hedge(at) if hedges else None
        figure, end = self.chunks[end].figure, end + 1
        if self._is(end, "HEDGE") and self._text(end).startswith("or "):
            hedges.append("about")
            end += 1
        if self._is(end, "REL") and self._text(end).startswith("or "):
            bound = {"atleast": "at_least", "atmost": "at_most"}[self._value(end)]
            end += 1
        return self._made(figure, hedges, bound, metric, sign, self.chunks[at].gap), end

    def _made(
        self, figure: Figure, hedges: Sequence[str], bound: str, metric: str, sign: str, gap: bool
    ) -> Chunk:
        near = next((hedge for hedge in hedges if hedge in ("nearly", "over")), "")
        if bound == "above" and figure.unit == "s" and not metric:
            bound, near = "", "over"
        if metric == "pace" and figure.unit == "s" and figure.value >= _SLOWEST_DIFFERENCE_S:
            figure = replace(figure, unit="s/km", slack=min(figure.slack, 0.5))
        figure = rough(figure) if "about" in hedges else figure
        amount = Amount(figure)
        if bound:
            amount = Amount(figure, cast(Bound, bound))
        elif near and "about" not in hedges:
            amount = Amount(figure, "below" if near == "nearly" else "above", close=True)
        return Chunk("AMT", sign, amount=amount, text=metric, gap=gap)

    def _bound(self, at: int) -> tuple[str, str, int]:
        """As "slower than 6:00", "at least 150", "under 4:15": the bound, the metric that the word
        is of, and where the figure stands; "": none, or a difference."""
        if not self._is(at, "REL"):
            return "", "", at
        word, end = self._value(at), self._past(at + 1, "HEDGE")
        if self._value(end) == "than":
            end = self._past(end + 1, "HEDGE", "ALL")
        elif word in ("faster", "slower", "longer", "shorter", "larger", "smaller", "noslower",
                      "nofaster"):  # fmt: skip
            return "", "", at
        if not self._is(end, "FIG"):
            return "", "", at
        behind = self._past(end + 1, "HEDGE")
        named = self._text(behind) in ("minimum", "maximum")
        if named or self._is(behind, "REF", "RANGE") or self._is_difference(at, end):
            return "", "", at
        bound, metric = _BOUNDS.get(word, ("", ""))
        return bound, metric, end

    def _is_difference(self, at: int, figure: int) -> bool:
        """Whether the word takes the figure before it or behind it as its size."""
        size = at - 2 if self._is(at - 1, "DEGREE") else at - 1
        return self._is(size, "FIG") and self.chunks[size].figure.unit in (
            self.chunks[figure].figure.unit, "%", "points")  # fmt: skip

    def _is_over_a_place(self, at: int) -> bool:
        """As "over the last 3 km": where, not how much."""
        if not self._is(at, "REL") or self._text(at) not in ("over", "past", "beyond"):
            return False
        if self._text(at) == "over" and self._is(at + 1, "HEDGE") and self._is(at + 2, "FIG"):
            return self.chunks[at + 2].figure.unit == "km"
        if self._text(at) == "over" and self._is(at + 1, "FIG", "METRIC"):
            duration = self._is(at + 1, "METRIC") and self._value(at + 1) in (
                "duration",
                "distance",
            )
            long = self._is(at + 1, "FIG") and self.chunks[at + 1].figure.unit == "km"
            if duration or long:
                return True
        return self._is(at + 1, "NOUN", "PLACE", "ORD", "HALVES", "ALL") or (
            self._is(at + 1, "FIG") and self._is(at + 2, "NOUN")
        )

    def _bare_hedge(self, at: int) -> tuple[Chunk, int] | None:
        """As "just below the expected ...", "close to the usual value"."""
        chunk = self.chunks[at]
        if chunk.value == "full" or self._is(at + 1, "GOOD", "EXT"):
            return Chunk("p", "exactly"), at + 1
        if chunk.value == "about":
            is_near = self._is(at + 1, "REF")
            return (Chunk("SAME", "near", text="close to"), at + 1) if is_near else None
        relation = "higher" if chunk.value == "over" else "lower"
        return replace(chunk, kind="REL", value=relation, n=1), at + 1


_BOUNDS = {
    "higher": ("above", ""), "lower": ("below", ""), "more": ("above", ""), "less": ("below", ""),
    "atleast": ("at_least", ""), "atmost": ("at_most", ""),
    "faster": ("below", "pace"), "slower": ("above", "pace"),
    "noslower": ("at_most", "pace"), "nofaster": ("at_least", "pace"),
    "longer": ("above", ""), "shorter": ("below", ""),
    "larger": ("above", ""), "smaller": ("below", ""),
}  # fmt: skip


def _ranges(items: list[Chunk]) -> list[Chunk]:
    """Two amounts joined by a dash, or by "and" behind "between"."""
    made: list[Chunk] = []
    at = 0
    while at < len(items):
        low, joint, high = (*items[at : at + 3], Chunk(""), Chunk(""))[:3]
        before = [item for item in made[-3:] if item.kind not in ("METRIC", "HEDGE")]
        spread = any(item.kind in ("WITHIN", "RANGE", "SIDE") for item in before)
        between = bool(made) and made[-1].value == "between"
        changes = any(i.kind in ("TREND", "HALVES") or i.value == "from" for i in items[:at])
        joined = joint.text == "-" or (joint.kind == "AND" and between) or (
            joint.value == "to" and (spread or between or not changes))  # fmt: skip
        if low.kind == high.kind == "AMT" and joined and low.figure.unit == high.figure.unit:
            width = "dash" if joint.text == "-" and not spread else "between"
            made.append(Chunk("SPAN", width, amount=low.amount, other=high.amount))
            at += 3
            continue
        made.append(low)
        at += 1
    return made


def _elliptic(items: list[Chunk]) -> list[Chunk]:
    """A figure without its unit has that of the one before it: "from 8.4 cm to 8.0"."""
    metrics = [item.value for item in items if item.kind == "METRIC"]
    if len(set(metrics)) > 1:
        return items
    places = [i for i, item in enumerate(items) if item.kind == "AMT"]
    for before, at in pairwise(places):
        former, other = items[before], items[at]
        units = (former.figure.unit, other.figure.unit)
        near = 0.5 <= other.figure.value / max(former.figure.value, 1e-9) <= 2.0
        if units[1] == BARE and units[0] in _CARRIED and near:
            figure = replace(other.figure, unit=units[0])
        elif units == ("s/km", CLOCK):
            figure = replace(other.figure, unit="s/km")
        else:
            continue
        assert other.amount is not None
        items[at] = replace(other, amount=replace(other.amount, figure=figure))
    return items


_CARRIED = frozenset({"cm", "ms", "bpm", "spm", "W", "%", "°C"})
