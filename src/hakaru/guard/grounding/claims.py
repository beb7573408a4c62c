"""Claims of a text, the kind of quantity each measures, and the facts that support them.

Kinds have one base unit each, so that 10 km and 10,000 m are the same claim. Factors that the
product converts by live in `hakaru.core.units`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from hakaru.core.units import (
    CM_PER_M,
    KMH_PER_MPS,
    METRES_PER_FOOT,
    METRES_PER_KM,
    METRES_PER_MILE,
    MM_PER_CM,
    MS_PER_S,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
)
from hakaru.guard.cleaning import Finding
from hakaru.guard.evidence import Evidence, Fact

BARE = ""
"""The kind of a number without a unit."""

_KM_PER_MILE = METRES_PER_MILE / METRES_PER_KM


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A kind of quantity, and how many of its base unit one of this unit is."""

    kind: str
    factor: float = 1.0


_TABLE: tuple[tuple[str, float, str], ...] = (
    ("time", 1.0 / MS_PER_S, "ms|msec|msecs|millisecond|milliseconds|ミリ秒"),
    ("time", 1.0, "s|sec|secs|second|seconds|秒|秒間"),
    ("time", SECONDS_PER_MINUTE, "min|mins|minute|minutes|分|分間"),
    ("time", SECONDS_PER_HOUR, "h|hr|hrs|hour|hours|時間"),
    ("length", 1.0 / CM_PER_M, "cm|centimeter|centimeters|centimetre|centimetres|"
        "センチメートル|センチ"),
    ("length", 1.0 / CM_PER_M / MM_PER_CM, "mm|millimeter|millimeters|millimetre|millimetres|"
        "ミリメートル|ミリ"),
    ("length", 1.0, "m|meter|meters|metre|metres|メートル"),
    ("length", METRES_PER_KM, "km|kms|kilometer|kilometers|kilometre|kilometres|k|"
        "キロメートル|キロ"),
    ("length", METRES_PER_MILE, "mi|mile|miles|マイル"),
    ("length", METRES_PER_FOOT, "ft|feet|foot|フィート"),
    ("share", 1.0, "%|percent|per cent|pct|パーセント|percentage points|percentage point|pp|"
        "%ポイント"),
    ("points", 1.0, "ポイント|points|point|pts|pt"),
    ("score", 1.0, "score|点|/100"),
    ("spm", 1.0, "spm|歩/分|歩毎分|steps/min|steps/minute|steps per minute|steps a minute|"
        "step/min|歩"),
    ("bpm", 1.0, "bpm|拍/分|拍毎分|beats/min|beats/minute|beats per minute|beats a minute|拍|"
        "回/分"),
    ("power", 1.0, "w|watt|watts|ワット"),
    ("power_per_kg", 1.0, "w/kg|ワット/kg"),
    ("pace", 1.0, "s/km|sec/km|秒/km|seconds per km|seconds per kilometre|"
        "seconds per kilometer|秒/キロ|s per km|sec per km"),
    ("pace", SECONDS_PER_MINUTE, "min/km|mins/km|分/km|minutes per km|minutes per kilometre|"
        "minutes per kilometer|分/キロ"),
    ("pace", SECONDS_PER_MINUTE / _KM_PER_MILE, "min/mi|min/mile|minutes per mile|分/マイル"),
    ("pace", 1.0 / _KM_PER_MILE, "s/mi|sec/mi|s/mile|seconds per mile"),
    ("speed", 1.0, "m/s|mps|m/sec|m/秒|メートル毎秒|metres per second|meters per second|"
        "メートル/秒"),
    ("speed", 1.0 / KMH_PER_MPS, "km/h|kph|kmh|km/時|キロ毎時|kilometres per hour|"
        "kilometers per hour|キロ/時"),
    ("speed", METRES_PER_MILE / SECONDS_PER_HOUR, "mph|mi/h|miles per hour"),
    ("celsius", 1.0, "°c|c|degc|degrees c|degree c|degrees celsius|celsius"),
    ("degree", 1.0, "度|°|degree|degrees|deg"),
    ("fahrenheit", 1.0, "°f|f|degrees f|degrees fahrenheit|fahrenheit"),
    ("star", 1.0, "star|stars|つ星|-star|星"),
    ("ratio", 1.0, "x|倍|times as|-fold|fold|ratio"),
    ("tenth", 1.0, "割"),
    ("mass", 1.0, "kg|kilogram|kilograms|キログラム"),
    ("energy", 1.0, "kcal|calories|キロカロリー|cal"),
    ("oxygen", 1.0, "ml/kg/min|ml/min/kg|ml/(kg·min)"),
    ("stiffness", 1.0, "kn/m"),
    ("pressure", 1.0, "hpa|ヘクトパスカル"),
    ("day", 1.0, "day|days|日|日間|d"),
    ("week", 1.0, "week|weeks|週|週間"),
    ("month", 1.0, "month|months|か月|ヶ月|カ月|月間|ヵ月"),
    ("year", 1.0, "year|years|年間|yr|yrs"),
    ("count", 1.0, "count|回|本|周|件|個|つ|箇所|か所|ヶ所|ラン|区間|セット|足|人|times|runs|"
        "run|laps|lap|"
     "splits|split|reps|rep|repetitions|repetition|intervals|interval|sessions|session|sets|set|"
     "workouts|workout|activities|metrics|metric|sections|section|samples|samples"),
)  # fmt: skip

UNITS: Mapping[str, Measure] = {
    spelling: Measure(kind=kind, factor=factor)
    for kind, factor, spellings in _TABLE
    for spelling in spellings.split("|")
}


@cache
def _spelled() -> re.Pattern[str]:
    """Any unit, the longest first; one that ends in a letter only where the word ends."""
    every = sorted(UNITS, key=len, reverse=True)
    words = [re.escape(spelling) for spelling in every if "a" <= spelling[-1] <= "z"]
    signs = [re.escape(spelling) for spelling in every if not "a" <= spelling[-1] <= "z"]
    return re.compile(f"(?:{'|'.join(words)})(?![a-z])|{'|'.join(signs)}")


_READ_AS: Mapping[str, tuple[str, ...]] = {
    "points": ("share", "score"),
    "degree": ("celsius", "degree"),
    "day": ("day", "count"),
    "week": ("week", "count"),
    "month": ("month", "count"),
    "year": ("year", "count"),
}
"""Words that more than one kind is said with."""


def measure_of(unit: str) -> Measure:
    """The measure of a fact's unit; one that the table does not know is a kind of its own."""
    return UNITS.get(unit) or UNITS.get(unit.lower()) or Measure(kind=unit.lower())


def kinds_of(kind: str) -> tuple[str, ...]:
    """The kinds of fact that a spelled unit may mean."""
    return _READ_AS.get(kind, (kind,))


def unit_at(read: str, start: int) -> str:
    """The longest unit spelled at a place; "" if there is none."""
    match = _spelled().match(read, start)
    return match[0] if match else ""


DIFFERENCES = ("delta", "difference", "deviation", "change", "shift", "diff", "trend", "drift")
_FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("delta", DIFFERENCES),
    ("actual", ("actual", "measured", "mean", "avg", "average", "value", "total", "observed")),
    ("expected", ("expected", "usual", "predicted", "baseline", "typical", "normal")),
    ("target", ("target", "goal", "minimum", "plan")),
    ("low", ("low",)),
    ("high", ("high", "upper")),
    ("max", ("max", "peak")),
    ("min", ("min",)),
    ("previous", ("previous", "last", "prior")),
)


@lru_cache(maxsize=256)
def family_of(role: str) -> str:
    """Measured, expected, target ... of a fact's role; "" for one that no word is about."""
    for family, beginnings in _FAMILIES:
        if role.startswith(beginnings):
            return family
    return ""


Sign = Literal[-1, 0, 1]
"""The sign that is shown; 0: none is."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to understand a number: its kind of quantity, its value in that kind's base unit,
    and half of the last digit shown."""

    kind: str
    value: float
    slack: float


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A number, date or share with its place in the text. `text` is as written, after NFKC.

    `day` is an ISO date, with * for what is not said ("*-10-25"); "" for everything else.
    `ranged`: one end of a range.
    """

    text: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    sign: Sign = 0
    day: str = ""
    about: bool = False
    ranged: bool = False


@dataclass(frozen=True, kw_only=True)
class Grounding:
    """Every claim of a text, those that no fact supports (as written, after NFKC), the metrics
    whose verdict the text contradicts, and everything that is wrong, in the order of the text."""

    claims: tuple[Claim, ...]
    unsupported: tuple[str, ...]
    contradictions: tuple[str, ...]
    findings: tuple[Finding, ...]


ABOUT_FRAC = 0.02
"""How far "about" may be off."""
_EPSILON_FRAC = 1e-9
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A fact with its value in the base unit of its kind. `family`: of its role.
    `is_difference`: its sign says which way something went."""

    fact: Fact
    kind: str
    value: float
    family: str
    is_difference: bool


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts of one text: numbers, also by their kind of quantity, and days as ISO dates with
    their other spellings."""

    numbers: tuple[Known, ...]
    by_kind: Mapping[str, Sequence[Known]]
    days: tuple[Fact, ...]

    def of(self, kinds: Iterable[str]) -> Sequence[Known]:
        """Those of some kinds of quantity; of a bare number all."""
        groups = [self.by_kind[kind] for kind in kinds if kind in self.by_kind]
        return groups[0] if len(groups) == 1 else [number for each in groups for number in each]


def facts_of(evidence: Evidence) -> Facts:
    """The facts in base units, differences of each measured and expected value among them."""
    numbers: list[Known] = []
    days: list[Fact] = []
    by_kind: dict[str, list[Known]] = {BARE: numbers}
    for fact in evidence.with_differences().facts:
        if isinstance(fact.value, str):
            days.append(fact)
            continue
        measure = measure_of(fact.unit)
        family = family_of(fact.role)
        number = Known(
            fact=fact,
            family=family,
            kind=measure.kind,
            value=fact.value * measure.factor,
            is_difference=family == "delta" or fact.metric.endswith(DIFFERENCES),
        )
        numbers.append(number)
        by_kind.setdefault(measure.kind, []).append(number)
    return Facts(numbers=tuple(numbers), by_kind=by_kind, days=tuple(days))


def supporters(claim: Claim, facts: Facts) -> tuple[Known, ...]:
    """The facts that a claim may state; of a bare number those of any kind, and counts."""
    by_kind = facts.by_kind
    return tuple(
        [
            number
            for reading in claim.readings
            if reading.kind in by_kind
            for number in by_kind[reading.kind]
            if _fits(claim, reading, number)
        ]
    )


def day_is_known(claim: Claim, facts: Facts) -> bool:
    """Whether a date in the text is one of the evidence."""
    for fact in facts.days:
        spelled = (str(fact.value), *fact.aliases)
        if claim.text in spelled:
            return True
        match = _ISO.match(str(fact.value))
        claimed = claim.day.split("-")
        if match and all(
            part in ("*", own) for part, own in zip(claimed, match.groups(), strict=True)
        ):
            return True
    return False


def _fits(claim: Claim, reading: Reading, number: Known) -> bool:
    value, fact = reading.value, number.value
    if reading.kind == BARE and isinstance(number.fact.value, float | int):
        fact = float(number.fact.value)
    if claim.sign:
        value *= claim.sign
    elif fact < 0.0 and (number.is_difference or number.kind != "celsius"):
        fact = -fact
    slack = max(reading.slack, ABOUT_FRAC * abs(fact)) if claim.about else reading.slack
    return abs(value - fact) <= slack + _EPSILON_FRAC * max(1.0, abs(fact))
