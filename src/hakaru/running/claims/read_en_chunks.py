"""Chunks of a sentence: the longest known phrases, and what neighbours make of each other.

The words of a language are its lexicon; nothing here knows one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from hakaru.guard.claims import Bound
from hakaru.running.claims.read_en_meaning import Amount, Meaning, Spot, Stretch
from hakaru.running.claims.read_en_tokens import BARE, Figure, Token, rough

FILLER = "FILLER"


@dataclass(frozen=True)
class Chunk:
    """A phrase and what it means. `gap`: filler stands before it."""

    kind: str
    value: str = ""
    figure: Figure | None = None
    amount: Amount | None = None
    other: Amount | None = None
    spots: tuple[Spot, ...] = ()
    n: int = 0
    of: int = 0
    text: str = ""
    gap: bool = False


class Lexicon:
    """Phrases, found by their first word, the longest first; the first meaning of one counts."""

    def __init__(self, rows: str, fillers: str, filler_phrases: str) -> None:
        self._by_first: dict[str, dict[tuple[str, ...], tuple[str, str]]] = {}
        for row in rows.splitlines():
            head, _, phrases = row.partition(": ")
            kind, _, value = head.partition(" ")
            self._add(phrases.split("|"), kind, value)
        self._add(filler_phrases.replace("\n", "|").split("|"), FILLER, "")
        self._add(fillers.split(), FILLER, "")

    def _add(self, phrases: Iterable[str], kind: str, value: str) -> None:
        for phrase in phrases:
            words = tuple(phrase.split())
            if words:
                self._by_first.setdefault(words[0], {}).setdefault(words, (kind, value))

    def chunks(self, tokens: Sequence[Token]) -> tuple[Chunk, ...] | None:
        """The chunks of a sentence without its filler; None: a word that is not known."""
        found: list[Chunk] = []
        at, gap = 0, False
        while at < len(tokens):
            token = tokens[at]
            if isinstance(token, Figure):
                found.append(Chunk("FIG", figure=token, gap=gap))
                at, gap = at + 1, False
                continue
            row = self._longest(tokens, at)
            if row is None:
                return None
            kind, value, end = row
            if kind != FILLER:
                text = " ".join(str(word) for word in tokens[at:end])
                found.append(Chunk(kind, value, text=text, gap=gap))
            gap = kind == FILLER
            at = end
        return tuple(found)

    def _longest(self, tokens: Sequence[Token], at: int) -> tuple[str, str, int] | None:
        best: tuple[str, str, int] | None = None
        for words, (kind, value) in self._by_first.get(str(tokens[at]), {}).items():
            end = at + len(words)
            longer = best is None or end > best[2]
            if longer and tuple(tokens[at:end]) == words:
                best = (kind, value, end)
        return best


class Composer:
    """What neighbours make of each other: places, amounts, counts, ranges, days."""

    def __init__(self, chunks: Sequence[Chunk], meaning: Meaning) -> None:
        self.chunks = chunks
        self.meaning = meaning
        self.noun = ""
        self.has_half = False

    def items(self) -> list[Chunk] | None:
        """The chunks after composition; None: a place that the run cannot have."""
        found: list[Chunk] = []
        at = 0
        while at < len(self.chunks):
            made = self._place(at) or self._counted(at) or self._day(at) or self._amount(at)
            if made is None:
                made = (self.chunks[at], at + 1)
            item, at = made
            if item.kind == "BAD":
                return None
            if (
                found
                and item.kind == "p"
                and item.text in ("on", "onward", "onwards", "from there on")
            ):
                found[-1] = self._onwards(found)
            found.append(item)
        return self._ranges(found)

    # helpers

    def _is(self, at: int, *kinds: str) -> bool:
        return 0 <= at < len(self.chunks) and self.chunks[at].kind in kinds

    def _value(self, at: int) -> str:
        return self.chunks[at].value if 0 <= at < len(self.chunks) else ""

    def _whole(self, at: int, *units: str) -> int | None:
        """A whole number without a unit (or with one of those)."""
        if not self._is(at, "FIG"):
            return None
        figure = self.chunks[at].figure
        if figure is None or figure.unit not in (BARE, *units) or figure.value % 1.0:
            return None
        return int(figure.value) if figure.last_digit_value == 1.0 else None

    # places

    def _place(self, at: int) -> tuple[Chunk, int] | None:
        if self._is(at, "PLACE", "HALVES"):
            self.has_half = self.has_half or "half" in self._value(at) or self._is(at, "HALVES")
            if self._is(at, "HALVES"):
                return None
            return replace(self.chunks[at], spots=(self.chunks[at].value,)), at + 1
        if self._is(at, "START", "END"):
            spot = self.meaning.scope("split", 1 if self._is(at, "START") else -1)
            if spot is None:
                return None
            return Chunk(self.chunks[at].kind, spots=(spot,)), at + 1
        if self._is(at, "NOUN"):
            return self._numbered(at)
        if self._is(at, "ORD"):
            return self._ordinal(at)
        return None

    def _numbered(self, at: int) -> tuple[Chunk, int] | None:
        """As "km 3", "splits 3 to 7", "kilometres 3, 4 and 5"."""
        noun = self.noun = self._value(at)
        first = self._whole(at + 1)
        if first is None:
            return None
        numbers, end = [first], at + 2
        while True:
            joint = self._is(end, "AND") or (
                self.chunks[end : end + 1] and self.chunks[end].text in ",-"
            )
            through = (self._is(end, "p") and self._value(end) == "to") or (
                self._is(end, "J") and self.chunks[end].text == "-")  # fmt: skip
            begin = end + 1
            if self._is(begin, "NOUN") and through and self._value(begin) == noun:
                begin += 1
            number = self._whole(begin)
            if number is None or (number <= numbers[-1] and through):
                break
            if through and len(numbers) == 1 and not self._is(at - 1, "p"):
                return self._stretch(noun, numbers[0], number, begin + 1)
            if through and len(numbers) == 1 and begin == end + 1:
                return self._stretch(noun, numbers[0], number, begin + 1)
            if through or not joint:
                break
            numbers, end = [*numbers, number], begin + 1
        return self._spots([self.meaning.scope(noun, n) for n in numbers], end)

    def _stretch(self, noun: str, first: int, last: int, end: int) -> tuple[Chunk, int]:
        low, high = self.meaning.scope(noun, first), self.meaning.scope(noun, last)
        if low is None or high is None or low.split()[0] != high.split()[0]:
            return Chunk("BAD"), end
        kind = low.rpartition(" ")[0]
        stretch = Stretch(kind, int(low.split()[-1]), int(high.split()[-1]))
        return Chunk("PLACE", "stretch", spots=(stretch,)), end

    def _spots(self, spots: Sequence[str | None], end: int) -> tuple[Chunk, int]:
        named = tuple(spot for spot in spots if spot is not None)
        if len(named) != len(spots):
            return Chunk("BAD"), end
        return Chunk("PLACE", "spots", spots=named), end

    def _ordinal(self, at: int) -> tuple[Chunk, int] | None:
        n = int(self._value(at))
        if self._is(at + 1, "EXT") and not self.chunks[at + 1].gap:
            return replace(self.chunks[at + 1], n=n), at + 2
        many = self._whole(at + 1, "km")
        if many is not None and many > 1 and n in (1, -1):
            figure = self.chunks[at + 1].figure
            is_km = figure is not None and figure.unit == "km"
            noun, end = ("km", at + 2) if is_km else (self._value(at + 2), at + 3)
            if not is_km and not self._is(at + 2, "NOUN"):
                noun, end = self.noun or "km", at + 2
            low, high = (1, many) if n == 1 else (-many, -1)
            return self._stretch(noun, low, high, end)
        if self._is(at + 1, "NOUN"):
            self.noun = self._value(at + 1)
            return self._spots([self.meaning.scope(self.noun, n)], at + 2)
        if self._whole(at + 1) == 1:
            noun = self.noun or ("rep" if self.meaning.has_reps else "km")
            return self._spots([self.meaning.scope(noun, n)], at + 2)
        if self._is(at + 1, "AND", "J") and self._is(at + 2, "ORD") and self._is(at + 3, "NOUN"):
            self.noun = self._value(at + 3)
        if n in (1, 2) and self._halves(at):
            return Chunk("PLACE", spots=(("first half", "second half")[n - 1],)), at + 1
        noun = self.noun or next((c.value for c in self.chunks[at:] if c.kind == "NOUN"), "")
        if not noun:
            return Chunk("BAD"), at + 1
        return self._spots([self.meaning.scope(noun, n)], at + 1)

    def _halves(self, at: int) -> bool:
        if self.has_half:
            return True
        return any(c.kind == "PLACE" and "half" in c.value for c in self.chunks[at:])

    def _onwards(self, found: list[Chunk]) -> Chunk:
        """As "from the third kilometre on"."""
        item = found[-1]
        behind = found[-2] if len(found) > 1 else Chunk("")
        if item.kind != "PLACE" or behind.value != "from" or len(item.spots) != 1:
            return item
        kind, _, number = str(item.spots[0]).rpartition(" ")
        return replace(item, spots=(Stretch(kind, int(number)),)) if number.isdigit() else item

    # counts and days

    def _counted(self, at: int) -> tuple[Chunk, int] | None:  # noqa: PLR0911, PLR0912
        """As "3 of 4", "96 out of 100", "all ten", "14 splits"."""
        n = self._whole(at)
        if n is None:
            return None
        if self._is(at + 1, "CRIT") and self._is(at + 2, "OUTOF"):
            of = self._whole(at + 3)
            return (Chunk("SHARE", n=n, of=of), at + 4) if of else None
        ofs = self._is(at + 1, "OUTOF") or (self._is(at + 1, "p") and self._value(at + 1) == "of")
        end = at + 2
        while ofs and self._is(end, "ALL"):
            end += 1
        of = self._whole(end, "km") if ofs else None
        if of is not None and of >= n:
            return Chunk("SHARE", n=n, of=of), end + 1
        if self._is(at + 1, "NOUN") and self._whole(at + 2) is None:
            self.noun = self._value(at + 1)
            return Chunk("COUNT", self.noun, n=n), at + 2
        if self._is(at + 1, "CRIT"):
            return Chunk("COUNT", n=n), at + 1
        if ofs and self._is(at + 2, "CRIT"):
            return Chunk("COUNT", n=n), at + 2
        if self._is(at + 1, "PLACE") and self._is(at + 2, "CRIT"):
            return Chunk("COUNT", n=n), at + 1
        that = self._is(at + 1, "J") and self.chunks[at + 1].text in ("that", "which")
        if n == 1 and (that or self._is(at + 1, "NEEDS")):
            return Chunk("ONLYONE"), at + 1
        if n == 3 and self._is(at + 1, "METRICS"):
            return Chunk("p", "three"), at + 1
        if self._is(at + 1, "EXT") or (self._is(at + 1, "JOINT") and self._is(at + 2, "EXT")):
            return Chunk("COUNT", n=n), at + 1
        if n == 3 and self._is(at - 1, "ALL") and not self._is(at + 1, "ORD", "PLACE"):
            return Chunk("METRICS", "gct vo vr"), at + 1
        if n == 1 and self._is(at - 1, "ORD", "REL", "EXT", "ONLYONE", "NEG", "ALL", "OTHER"):
            return Chunk("p", "one"), at + 1
        return None

    def _day(self, at: int) -> tuple[Chunk, int] | None:
        day, month, end = None, "", at
        if self._is(at, "MONTH") and self._whole(at + 1) is not None:
            day, month, end = self._whole(at + 1), self._value(at), at + 2
        elif self._whole(at) is not None:
            begin = at + 2 if self._is(at + 1, "p") else at + 1
            if self._is(begin, "MONTH"):
                day, month, end = self._whole(at), self._value(begin), begin + 1
        elif self._is(at, "ORD") and int(self._value(at)) > 0:
            begin = at + 2 if self._is(at + 1, "p") else at + 1
            if self._is(begin, "MONTH"):
                day, month, end = int(self._value(at)), self._value(begin), begin + 1
        if day is None:
            return None
        after = end + 1 if self._is(end, "J") and self.chunks[end].text == "," else end
        year = self._whole(after)
        if year is not None and 1990 < year < 2100:
            end = after + 1
        return Chunk("DATE", month, n=day, of=year or 0), end

    # amounts

    def _amount(self, at: int) -> tuple[Chunk, int] | None:  # noqa: PLR0912
        hedges: list[str] = []
        end = at
        sign = ""
        while self._is(end, "HEDGE"):
            hedges.append(self._value(end))
            end += 1
        if self._is(end, "p") and self._value(end) in ("plus", "minus"):
            sign, end = self._value(end), end + 1
        bound, over = "", False
        if self._is_over_a_place(end):
            return Chunk("p", "in", text="over"), at + 1
        if self._is(end, "REL") and self.chunks[end].text == "over" and self._is(end + 1, "FIG"):
            unit = self.chunks[end + 1].figure
            if unit is not None and unit.unit in ("km", "s"):
                end, over = end + 1, True
        if not hedges:
            bound = self._bound_before(end)
            end += 1 if bound else 0
        if not self._is(end, "FIG"):
            return self._bare_hedge(at) if hedges else None
        figure = self.chunks[end].figure
        assert figure is not None
        end += 1
        if self._is(end, "HEDGE") and self.chunks[end].text.startswith("or "):
            hedges.append("about")
            end += 1
        if "about" in hedges or "nearly" in hedges or "over" in hedges:
            figure = rough(figure) if "about" in hedges else figure
        if over and figure.unit == "s":
            figure = replace(figure, slack=2.0 * figure.slack)
        if len(hedges) == 1 and hedges[0] in ("nearly", "over") and self._is(end, "REF"):
            return self._bare_hedge(at)
        near = next((h for h in hedges if h in ("nearly", "over")), "")
        if bound:
            amount = Amount(figure, cast(Bound, bound))
        elif near and "about" not in hedges:
            amount = Amount(figure, "below" if near == "nearly" else "above", close=True)
        else:
            amount = Amount(figure)
        return Chunk("AMT", sign, amount=amount, gap=self.chunks[at].gap), end

    def _is_over_a_place(self, at: int) -> bool:
        """As "over the last 3 km": where, not how much."""
        if not self._is(at, "REL") or self.chunks[at].text != "over":
            return False
        return self._is(at + 1, "HEDGE", "NOUN", "PLACE", "ORD", "HALVES", "COUNT") or (
            self._is(at + 1, "FIG") and self._is(at + 2, "NOUN")
        )

    def _bound_before(self, at: int) -> str:
        """As "more than 3 bpm higher": the bound of a figure that is a difference, or ""."""
        if not (self._is(at, "REL") and self._is(at + 1, "FIG")):
            return ""
        behind = at + 3 if self._is(at + 2, "DEGREE") else at + 2
        if not self._is(behind, "REL", "TREND") or self.chunks[behind].gap:
            return ""
        return {"higher": "above", "lower": "below", "atleast": "at_least",
                "atmost": "at_most"}.get(self._value(at), "")  # fmt: skip

    def _bare_hedge(self, at: int) -> tuple[Chunk, int] | None:
        """As "just below the expected ...", "close to the usual value"."""
        chunk = self.chunks[at]
        if chunk.value == "full":
            return Chunk("p", "exactly"), at + 1
        if chunk.value == "about":
            return Chunk("SAME", "near", text=chunk.text), at + 1
        value = "higher" if chunk.value == "over" else "lower"
        return Chunk("REL", value, n=1, text=chunk.text), at + 1

    def _ranges(self, items: list[Chunk]) -> list[Chunk]:
        """Two amounts joined by a dash, or by "and" behind "between"."""
        found: list[Chunk] = []
        at = 0
        while at < len(items):
            item = items[at]
            low, joint, high = item, items[at + 1 : at + 2], items[at + 2 : at + 3]
            if (item.kind == "AMT" and joint and high and high[0].kind == "AMT"
                    and _same_unit(low, high[0])):  # fmt: skip
                behind = found[-1] if found else Chunk("")
                between = behind.kind == "p" and behind.value == "between"
                dash = joint[0].text == "-"
                ranged = any(one.kind == "RANGE" for one in found[-2:]) and joint[0].value == "to"
                if dash or ranged or (between and joint[0].kind in ("AND", "p")):
                    if between:
                        found.pop()
                    spread = "between" if between else "dash"
                    found.append(Chunk("SPAN", spread, amount=low.amount, other=high[0].amount,
                                       text=behind.text))  # fmt: skip
                    at += 3
                    continue
            found.append(item)
            at += 1
        return found


def _same_unit(one: Chunk, other: Chunk) -> bool:
    assert one.amount is not None and other.amount is not None
    return one.amount.figure.unit == other.amount.figure.unit


def segments(items: Sequence[Chunk]) -> list[tuple[str, list[Chunk]]]:
    """What stands between joins, each with the join before it."""
    found: list[tuple[str, list[Chunk]]] = []
    join, inside = "", list[Chunk]()
    for item in items:
        if item.kind in ("J", "AND"):
            if inside:
                found.append((join, inside))
            join, inside = item.text, []
        else:
            inside.append(item)
    return [*found, (join, inside)] if inside else found
