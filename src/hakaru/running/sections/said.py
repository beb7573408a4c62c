"""What does a text say of each metric: fine or to improve, which way, which value?

Read clause by clause with a small list of plain words, on purpose apart from the one that judges a
text against its evidence: two readers that err differently.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.running.metrics import METRICS, MetricName

Verdict = Literal["fine", "to_improve"]
Direction = Literal["lower", "higher"]

_CLAUSE = re.compile(r"[。!?\n;、]|\.(?!\d)|,(?!\d)|ですが|だが|一方|\bbut\b|\bwhile\b|\bhowever\b")
_TO_IMPROVE = re.compile(
    r"要改善|改善(?:が|を)?必要(?!は)|改善の(?:余地|候補)|改善を要|課題|未達|不十分|不合格"
    r"|(?:良好|優秀|適正|達成)(?:では|とは)\S{0,4}(?:ない|ません)"
    r"|needs? (?:to improve|improvement|work)|needing improvement|room to improve|to work on"
    r"|\bpoor\b|not (?:yet )?(?:good|excellent|achieved|met)",
)
_FINE = re.compile(
    r"優秀|良好|適正|理想的|達成|問題(?:は|)な|改善(?:の必要)?(?:は|が)?(?:不要|ありません|な(?:い|く|し))"
    r"|\bexcellent\b|\bgood\b|\bachieved\b|\bideal\b"
    r"|no (?:need|room) (?:to improve|for improvement)|no improvement (?:is )?needed",
)
_LOWER = re.compile(
    r"(?:短|低|小さ)(?:め|い|く)|\b(?:shorter|lower(?! end| bound| limit)|smaller)\b"
)
_HIGHER = re.compile(r"(?:長|高|大き)(?:め|い|く)(?!範囲外)|\b(?:longer|higher|larger|greater)\b")
_OTHER_ROLE = re.compile(
    r"期待|普段|目標|範囲|下限|一般|平均|expected|usual|target|typical|interval|range|average"
)
_COMPARED = re.compile(
    r"\s?(?:[長短高低大小]|増|減|longer|shorter|higher|lower|larger|smaller|more|less|above|below)"
)
"""A number before one of these is a difference."""

_HALVES: Mapping[Literal["faster", "slower"], re.Pattern[str]] = {
    "faster": re.compile(
        r"後半(?:のほうが|の方が|に|は|が)?(?:やや|少し)?(?:速く|ペースを?上げ|ペースアップ)"
        r"|second half (?:was|were|got|ran)(?: \w+){0,2} faster"
    ),
    "slower": re.compile(
        r"後半(?:のほうが|の方が|に|は|が)?(?:やや|少し)?(?:遅く|失速|ペースダウン|ペースを?落と)"
        r"|second half (?:was|were|got|ran)(?: \w+){0,2} slower"
    ),
}
_NUMBER = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)\s?([a-z%]+)?")


@dataclass(frozen=True, kw_only=True)
class Value:
    """A measured value as a text writes it, and half of its last digit."""

    text: str
    value: float
    slack: float

    def differs(self, other: Value) -> bool:
        """Whether no one number is written in both ways."""
        return abs(self.value - other.value) > self.slack + other.slack + 1e-9


@dataclass(frozen=True, kw_only=True)
class Said:
    """What one text says of one metric. None: nothing."""

    verdict: Verdict | None = None
    direction: Direction | None = None
    actual: Value | None = None


def said_of_metrics(text: str) -> Mapping[MetricName, Said]:
    """By metric; a clause that names none goes on about those of the clause before."""
    verdicts: dict[MetricName, set[Verdict]] = {}
    directions: dict[MetricName, set[Direction]] = {}
    values: dict[MetricName, Value] = {}
    for clause, about in _clauses(text):
        for metric in about:
            verdicts.setdefault(metric, set()).update(_verdict(clause))
            directions.setdefault(metric, set()).update(_direction(clause))
        for metric in about if len(about) == 1 else ():
            actual = _actual(clause, metric)
            if actual is not None:
                values.setdefault(metric, actual)
    return {
        metric: Said(
            verdict="to_improve" if "to_improve" in seen else "fine" if seen else None,
            direction=next(iter(ways)) if len(ways := directions[metric]) == 1 else None,
            actual=values.get(metric),
        )
        for metric, seen in verdicts.items()
    }


def said_of_halves(text: str) -> Literal["faster", "slower"] | None:
    """How a text says the second half of a run was; None: it does not, or both."""
    folded = unicodedata.normalize("NFKC", text).lower()
    ways = {way for way, pattern in _HALVES.items() if pattern.search(folded)}
    return next(iter(ways)) if len(ways) == 1 else None


def _clauses(text: str) -> Iterator[tuple[str, tuple[MetricName, ...]]]:
    about: tuple[MetricName, ...] = ()
    for clause in _CLAUSE.split(unicodedata.normalize("NFKC", text).lower()):
        named = tuple(name for name, pattern in _NAMES.items() if pattern.search(clause))
        about = named or about
        yield clause, about


def _verdict(clause: str) -> set[Verdict]:
    if _TO_IMPROVE.search(clause):
        return {"to_improve"}
    return {"fine"} if _FINE.search(clause) else set()


def _direction(clause: str) -> set[Direction]:
    directions: set[Direction] = set()
    if _LOWER.search(clause):
        directions.add("lower")
    if _HIGHER.search(clause):
        directions.add("higher")
    return directions


def _actual(clause: str, metric: MetricName) -> Value | None:
    """The first number in the metric's unit after its name, unless another role is named before."""
    name = _NAMES[metric].search(clause)
    if name is None:
        return None
    for match in _NUMBER.finditer(clause, name.end()):
        if _OTHER_ROLE.search(clause[name.end() : match.start()]):
            return None
        if match[2] == METRICS[metric].unit and not _COMPARED.match(clause, match.end()):
            decimals = len(match[1].partition(".")[2])
            return Value(text=match[0], value=float(match[1]), slack=0.5 * 10.0**-decimals)
    return None


def _pattern(name: MetricName) -> re.Pattern[str]:
    row = METRICS[name]
    labels = "|".join(re.escape(label_text.lower()) for label_text in (row.label_ja, row.label_en))
    return re.compile(rf"{labels}|(?<![a-z]){name}(?![a-z])")


_NAMES: Mapping[MetricName, re.Pattern[str]] = {name: _pattern(name) for name in METRICS}
