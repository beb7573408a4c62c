"""Claims in words: figures as the page shows them, names of places and metrics, and a sentence for
any claim. Sentences are messages: English in place, other languages from the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from hakaru.core.i18n import N_, Message, in_context, listed, message, term
from hakaru.core.quantity import Quantity
from hakaru.core.units import CM_PER_M, METRES_PER_KM, format_duration
from hakaru.guard.claims import (
    FROM,
    SHOWN_DECIMALS,
    Cause,
    Claim,
    Compare,
    Count,
    Every,
    Extreme,
    Facts,
    Flag,
    Held,
    Limit,
    Said,
    Series,
    Span,
    Text,
    Trend,
    Value,
    Within,
    place_of,
    shown_value,
)
from hakaru.guard.evidence import Fact
from hakaru.running.metrics import METRICS
from hakaru.running.verdict import star_text
from hakaru.running.wording import fixed

AND = in_context("list", "{first} and {rest}")

_DECIMALS: Mapping[str, int] = {
    "humidity": 0, "step_length": 0, "band_share": 0, "above_band_share": 0,
    "heart_rate_retention": 0, "heart_rate_of_max": 0, "threshold_heart_rate": 0,
    "threshold_heart_rate_share": 0, "power_decline": 0,
}  # fmt: skip
"""Of metrics that the page shows with fewer digits than others of their unit."""

_UNTOUCHED = ("ms", "cm", "spm", "%")
"""Units that stand without a space behind the figures of form."""


def decimals_of(metric: str, unit: str) -> int:
    """Digits after the point with which the page shows a figure."""
    return _DECIMALS.get(metric, SHOWN_DECIMALS.get(unit, 0))


def figure(fact: Fact) -> str:
    """A fact as the page shows it: '4:30/km', '258ms', '14.20 km', '1.08m', '★★★★☆'."""
    if isinstance(fact.value, str):
        return word(fact)
    if fact.metric == "step_length" and fact.unit == "cm":
        return f"{fixed(fact.value / CM_PER_M, METRICS['step_length'].decimals)}m"
    if fact.unit == "star":
        return star_text(round(fact.value))
    decimals = decimals_of(fact.metric, fact.unit)
    return _written(fact.value, fact.unit, decimals=decimals, role=fact.role)


def said_of(fact: Fact) -> Said:
    """The figure of a fact as it stands in a sentence."""
    assert not isinstance(fact.value, str), "words are no figures"
    decimals = decimals_of(fact.metric, fact.unit)
    return Said(value=round(fact.value, decimals) + 0.0, unit=fact.unit, slack=_half(decimals))


def said_text(quantity: Said, metric: str = "") -> str:
    """A figure that somebody wrote, as the page would."""
    decimals = decimals_of(metric, "%" if quantity.unit == "points" else quantity.unit)
    return _written(quantity.value, quantity.unit, decimals=decimals, role="actual")


def gap_of(left: Fact, right: Fact) -> tuple[Said, str]:
    """How far two facts lie apart on the page: '9 s', '14ms', '0.4cm', '6 bpm', '1.6 points'.

    From what is expected a metric of form lies as far as the verdict says, which rounds once."""
    assert not isinstance(left.value, str), "words do not differ by an amount"
    assert not isinstance(right.value, str), "words do not differ by an amount"
    decimals = decimals_of(left.metric, left.unit)
    exact = abs(left.value - right.value)
    shown = abs(shown_value(left.value, left.unit) - shown_value(right.value, right.unit))
    of_form = left.metric in METRICS and right.role == "expected"
    apart = round(exact if of_form and round(exact, decimals) else shown, decimals) + 0.0
    unit = "points" if left.unit == "%" else left.unit
    gap = Said(value=apart, unit=unit, slack=_half(decimals))
    return gap, _written(apart, unit, decimals=decimals, role="delta")


def _half(decimals: int) -> float:
    return 0.5 * 10.0**-decimals


def _written(value: float, unit: str, *, decimals: int, role: str) -> str:
    if unit == "s/km":
        return Quantity("pace_change" if role in ("delta", "by") else "pace", value)
    if unit == "km":
        return Quantity("distance", value * METRES_PER_KM, decimals)
    if unit == "s":
        return format_duration(value)
    if unit in ("count", "star", "date", "word"):
        return fixed(value, 0)
    if unit == "points":
        return message("{n} points", n=fixed(value, decimals))
    if unit == "score":
        return f"{fixed(value, 1)}/100"
    return fixed(value, decimals) + ("" if unit in _UNTOUCHED else " ") + unit


MONTHS: tuple[str, ...] = (
    N_("January"), N_("February"), N_("March"), N_("April"), in_context("month", "May"),
    N_("June"), N_("July"), N_("August"), N_("September"), N_("October"), N_("November"),
    N_("December"),
)  # fmt: skip

KINDS: Mapping[str, str] = {
    "recovery": in_context("in a sentence", "recovery run"),
    "low_moderate": in_context("in a sentence", "easy aerobic run"),
    "aerobic_base": in_context("in a sentence", "aerobic base run"),
    "tempo_threshold": in_context("in a sentence", "tempo run"),
    "interval": in_context("in a sentence", "interval session"),
    "sprint": in_context("in a sentence", "sprint session"),
    "long_run": in_context("in a sentence", "long run"),
    "trail": in_context("in a sentence", "trail run"),
    "race": in_context("in a sentence", "race"),
    "unknown": in_context("in a sentence", "run of a kind that is not clear"),
}

TERRAINS: Mapping[str, str] = {
    "flat": in_context("in a sentence", "flat"),
    "rolling": in_context("in a sentence", "rolling"),
    "hilly": in_context("in a sentence", "hilly"),
    "indoor": in_context("in a sentence", "indoors"),
}

METRIC_NAMES: Mapping[str, str] = {
    "pace": in_context("in a sentence", "pace"),
    "heart_rate": in_context("in a sentence", "heart rate"),
    "power": in_context("in a sentence", "power"),
    "distance": in_context("in a sentence", "distance"),
    "duration": in_context("in a sentence", "time"),
    "climb": in_context("in a sentence", "climb"),
    "descent": in_context("in a sentence", "descent"),
    "grade": in_context("in a sentence", "grade"),
    "temperature": in_context("in a sentence", "temperature"),
    "humidity": in_context("in a sentence", "humidity"),
    "wind": in_context("in a sentence", "wind"),
    "headwind": in_context("in a sentence", "headwind"),
    "load": in_context("in a sentence", "training load"),
    "overall": in_context("in a sentence", "overall score of form"),
    "session": in_context("in a sentence", "session rating"),
    "balance": in_context("in a sentence", "left share of contact time"),
    "repetition": in_context("in a sentence", "length of a repetition"),
    "repetitions": in_context("in a sentence", "number of repetitions"),
    "splits": in_context("in a sentence", "number of splits"),
    "criteria": in_context("in a sentence", "targets"),
    "phase": in_context("in a sentence", "length"),
    "runs": in_context("in a sentence", "runs"),
    "days": in_context("in a sentence", "days"),
    "date": in_context("in a sentence", "day"),
    "kind": in_context("in a sentence", "kind of training"),
    "terrain": in_context("in a sentence", "terrain"),
    "strides": in_context("in a sentence", "strides"),
}

ROLES: Mapping[str, str] = {
    "expected": N_("the expected {metric}"),
    "low": N_("the lower end of your usual {metric}"),
    "high": N_("the upper end of your usual {metric}"),
    "delta": N_("the difference of {metric} from expected"),
    "delta_pct": N_("the difference of {metric} from expected"),
    "ordinary": N_("the {metric} of an ordinary run"),
    "average": N_("the average {metric}"),
    "running": N_("the {metric} while running"),
    "elapsed": N_("the elapsed {metric}"),
    "recorded": N_("the {metric} in the file"),
    "total": N_("the total {metric}"),
    "fastest": N_("the fastest {metric}"),
    "slowest": N_("the slowest {metric}"),
    "usual_of_kind": N_("the usual {metric} of such runs"),
    "usual_at_heart_rate": N_("your usual {metric} at this heart rate"),
    "best_of_kind": N_("the best {metric} of such runs until then"),
    "week": N_("the {metric} of seven days"),
    "usual_week": N_("the {metric} of a usual week"),
}

PLACES: Mapping[str, str] = {
    "split": N_("split {n}"),
    "other split": N_("split {n}"),
    "repetition": N_("repetition {n}"),
    "earlier": N_("run {n} before this one"),
    "warmup": in_context("in a sentence", "the warm-up"),
    "main": in_context("in a sentence", "the main part"),
    "work": in_context("in a sentence", "the repetitions"),
    "recovery": in_context("in a sentence", "the recoveries"),
    "cooldown": in_context("in a sentence", "the cool-down"),
    "first half": in_context("in a sentence", "the first half"),
    "second half": in_context("in a sentence", "the second half"),
    "judged": in_context("in a sentence", "the part that was judged"),
    "after recovery": in_context("in a sentence", "the end of the recoveries"),
}


def day_words(day: date, *, this_year: int) -> Message:
    """'14 March', with its year where it is another one."""
    month = message(MONTHS[day.month - 1])
    if day.year == this_year:
        return message(in_context("a day", "{day} {month}"), day=day.day, month=month)
    return message(
        in_context("a day", "{day} {month} {year}"), day=day.day, month=month, year=day.year
    )


def word(fact: Fact) -> Message:
    """A fact that is a word: a day, a kind of training, a class of terrain."""
    value = str(fact.value)
    if fact.unit == "date":
        return day_words(date.fromisoformat(value), this_year=0)
    table = {"kind": KINDS, "terrain": TERRAINS}.get(fact.metric, {})
    return message(table[value]) if value in table else message("{word}", word=value)


def place(scope: str) -> Message:
    """'split 3', 'the second half'."""
    kind, number = place_of(scope)
    if kind in PLACES:
        return message(PLACES[kind], n=number)
    return message(PLACES[scope]) if scope in PLACES else message("{word}", word=scope)


def places(scopes: tuple[str, ...]) -> Message:
    """'split 3 and split 7'."""
    named = listed([place(scope) for scope in scopes], AND)
    return named if isinstance(named, Message) else message("{word}", word=named)


def metric_name(metric: str) -> Message:
    """How a metric is called inside a sentence."""
    spec = next((spec for spec in METRICS.values() if spec.name == metric), None)
    if spec is not None:
        brief = spec.words.brief
        return term(brief[:1].lower() + brief[1:], key=brief)
    if metric in METRIC_NAMES:
        return message(METRIC_NAMES[metric])
    return message("{word}", word=metric.replace("_", " "))


def fact_name(fact: Fact) -> Message:
    """'the expected contact time', 'the pace of split 3'."""
    name = metric_name(fact.metric)
    if fact.role.startswith(FROM):
        cause = cause_name(fact.role.removeprefix(FROM))
        name = message(N_("the part of {metric} from {cause}"), metric=name, cause=cause)
    elif fact.role in ROLES:
        name = message(ROLES[fact.role], metric=name)
    elif not fact.scope:
        name = message("the {metric}", metric=name)
    if not fact.scope:
        return name
    return message("the {metric} of {place}", metric=name, place=place(fact.scope))


def claim_text(claim: Claim, facts: Facts) -> Message:
    """A claim as one plain sentence, whoever made it. Its figures are those it says."""
    return _TEXTS[type(claim)](claim, facts)


def _sentence(template: str, **values: object) -> Message:
    """The first letter large, as English begins a sentence."""
    made = message(template, **values)
    return Message(made[:1].upper() + made[1:], made.template, made.values)


def _named(fact_id: str, facts: Facts) -> Message:
    fact = facts.by_id.get(fact_id)
    return message("{word}", word=fact_id) if fact is None else fact_name(fact)


def _metric_of(fact_id: str) -> str:
    return fact_id.partition(".")[0]


def _value(claim: Value, facts: Facts) -> Message:
    return _sentence(
        N_("{fact} was {value}."),
        fact=_named(claim.fact, facts),
        value=said_text(claim.said, _metric_of(claim.fact)),
    )


def _text(claim: Text, facts: Facts) -> Message:
    fact = facts.by_id.get(claim.fact)
    named = message("{word}", word=claim.said) if fact is None else word(fact)
    return _sentence(N_("{fact} was {value}."), fact=_named(claim.fact, facts), value=named)


_COMPARED: Mapping[str, str] = {
    "lower": N_("{left} was lower than {right}."),
    "higher": N_("{left} was higher than {right}."),
    "equal": N_("{left} was the same as {right}."),
    "lower_by": N_("{left} was {by} lower than {right}."),
    "higher_by": N_("{left} was {by} higher than {right}."),
    "faster": N_("{left} was faster than {right}."),
    "slower": N_("{left} was slower than {right}."),
    "faster_by": N_("{left} was {by} faster than {right}."),
    "slower_by": N_("{left} was {by} slower than {right}."),
}


def _relation(relation: str, metric: str) -> str:
    if metric != "pace":
        return relation
    return {"lower": "faster", "higher": "slower"}.get(relation, relation)


def _compare(claim: Compare, facts: Facts) -> Message:
    way = _way_from_expected(claim)
    metric = metric_name(_metric_of(claim.left))
    key = _relation(claim.relation, _metric_of(claim.left))
    named = {"left": _named(claim.left, facts), "right": _named(claim.right, facts)}
    if claim.by is None or claim.relation == "equal":
        if way is not None:
            return _sentence(N_("{metric} was {way} than expected."), metric=metric, way=way)
        return _sentence(_COMPARED[key], **named)
    by = claim.by
    decimals = SHOWN_DECIMALS.get(by.unit, 0)
    text = _written(by.value, by.unit, decimals=decimals, role="delta")
    if way is not None:
        expected = N_("{metric} was {by} {way} than expected.")
        return _sentence(expected, metric=metric, by=text, way=way)
    return _sentence(_COMPARED[f"{key}_by"], by=text, **named)


def _way_from_expected(claim: Compare) -> Message | None:
    """The word of a metric against what is expected, as "longer"; None: another comparison."""
    metric = _metric_of(claim.left)
    spec = next((spec for spec in METRICS.values() if spec.name == metric), None)
    ends = f"{metric}.actual", f"{metric}.expected"
    if spec is None or (claim.left, claim.right) != ends or claim.relation == "equal":
        return None
    return message(spec.words.lower if claim.relation == "lower" else spec.words.higher)


_LIMITS: Mapping[str, str] = {
    "below": N_("{fact} was below {value}."),
    "at_most": N_("{fact} was at most {value}."),
    "at_least": N_("{fact} was at least {value}."),
    "above": N_("{fact} was above {value}."),
    "below_pace": N_("{fact} was faster than {value}."),
    "above_pace": N_("{fact} was slower than {value}."),
}


def _limit(claim: Limit, facts: Facts) -> Message:
    metric = _metric_of(claim.fact)
    key = f"{claim.bound}_pace" if metric == "pace" else claim.bound
    return _sentence(
        _LIMITS.get(key, _LIMITS[claim.bound]),
        fact=_named(claim.fact, facts),
        value=said_text(claim.said, metric),
    )


_SIDES: Mapping[str, str] = {
    "inside": N_("{fact} lay between {low} and {high}."),
    "below": N_("{fact} lay below {low} to {high}."),
    "above": N_("{fact} lay above {low} to {high}."),
}


def _within(claim: Within, facts: Facts) -> Message:
    low, high = facts.by_id.get(claim.low), facts.by_id.get(claim.high)
    return _sentence(
        _SIDES[claim.side],
        fact=_named(claim.fact, facts),
        low=claim.low if low is None else figure(low),
        high=claim.high if high is None else figure(high),
    )


_EXTREMES: Mapping[str, str] = {
    "lowest": N_("{places} had the lowest {metric}."),
    "highest": N_("{places} had the highest {metric}."),
    "fastest": N_("{places} had the fastest {metric}."),
    "slowest": N_("{places} had the slowest {metric}."),
}


def _extreme(claim: Extreme, facts: Facts) -> Message:
    del facts
    which: str = claim.which
    if claim.series.metric == "pace":
        which = {"lowest": "fastest", "highest": "slowest"}[which]
    return _sentence(
        _EXTREMES[which], places=places(claim.places), metric=metric_name(claim.series.metric)
    )


KINDS_OF_PLACES: Mapping[str, str] = {
    "split": in_context("of each", "split"),
    "other split": in_context("of each", "split"),
    "repetition": in_context("of each", "repetition"),
    "earlier": in_context("of each", "earlier run"),
}


def _places_of(series: Series) -> Message:
    kind = message(KINDS_OF_PLACES.get(series.kind, N_("place")))
    if series.first is None and series.last is None:
        return message("each {kind}", kind=kind)
    if series.last is None:
        return message("each {kind} from {first}", kind=kind, first=series.first)
    return message(
        "each {kind} from {first} to {last}", kind=kind, first=series.first or 1, last=series.last
    )


_EVERY: Mapping[str, str] = {
    "below": N_("{metric} was below {value} in {places}."),
    "at_most": N_("{metric} was at most {value} in {places}."),
    "at_least": N_("{metric} was at least {value} in {places}."),
    "above": N_("{metric} was above {value} in {places}."),
}


def _every(claim: Every, facts: Facts) -> Message:
    del facts
    named = _places_of(claim.series)
    if claim.without:
        named = message("{places} but {without}", places=named, without=places(claim.without))
    return _sentence(
        _EVERY[claim.bound],
        metric=metric_name(claim.series.metric),
        value=said_text(claim.said, claim.series.metric),
        places=named,
    )


def _span(claim: Span, facts: Facts) -> Message:
    del facts
    metric = claim.series.metric
    return _sentence(
        N_("{metric} ranged from {low} to {high} over {places}."),
        metric=metric_name(metric),
        low=said_text(claim.low, metric),
        high=said_text(claim.high, metric),
        places=_places_of(claim.series),
    )


_COUNTS: Mapping[str, str] = {
    "below": N_("{metric} was below {value} {n} <n:time|times> ({places})."),
    "at_most": N_("{metric} was at most {value} {n} <n:time|times> ({places})."),
    "at_least": N_("{metric} was at least {value} {n} <n:time|times> ({places})."),
    "above": N_("{metric} was above {value} {n} <n:time|times> ({places})."),
}


def _count(claim: Count, facts: Facts) -> Message:
    del facts
    return _sentence(
        _COUNTS[claim.bound],
        metric=metric_name(claim.series.metric),
        value=said_text(claim.limit, claim.series.metric),
        n=claim.n,
        places=_places_of(claim.series),
    )


_TRENDS: Mapping[str, str] = {
    "lower": N_("{metric} fell with {places}."),
    "higher": N_("{metric} rose with {places}."),
    "equal": N_("{metric} stayed the same over {places}."),
    "faster": N_("{metric} became faster with {places}."),
    "slower": N_("{metric} became slower with {places}."),
}


def _trend(claim: Trend, facts: Facts) -> Message:
    del facts
    metric = claim.series.metric
    return _sentence(
        _TRENDS[_relation(claim.relation, metric)],
        metric=metric_name(metric),
        places=_places_of(claim.series),
    )


def _held(claim: Held, facts: Facts) -> Message:
    del facts
    return _sentence(
        N_("{metric} held: the last third was like the first ({places})."),
        metric=metric_name(claim.series.metric),
        places=_places_of(claim.series),
    )


_FLAGS: Mapping[str, tuple[str, str]] = {
    "needs_improvement": (
        N_("{name} lay outside your range on the side that costs points."),
        N_("{name} lost no points by leaving your range."),
    ),
    "unknown": (N_("{name} is not known."), N_("{name} is known.")),
    "present": (N_("{name} is in the recording."), N_("{name} is not in the recording.")),
    "rated": (N_("{name} was rated."), N_("{name} was not rated.")),
    "star_lost": (N_("{name} lost a star."), N_("{name} lost no star.")),
    "met": (N_("{name} was met."), N_("{name} was not met.")),
}


def _flag(claim: Flag, facts: Facts) -> Message:
    del facts
    head, _, name = claim.name.partition(".")
    about = name.partition("@")[0]
    named = place(about) if about in PLACES else metric_name(about)
    yes, no = _FLAGS.get(head, (N_("{name}: yes."), N_("{name}: no.")))
    return _sentence(yes if claim.holds else no, name=named if name else metric_name(head))


_CAUSES: Mapping[str, str] = {
    "heat": in_context("a cause", "the heat"),
    "cold": in_context("a cause", "the cold"),
    "humidity": in_context("a cause", "the humidity"),
    "wind": in_context("a cause", "the wind"),
    "hills": in_context("a cause", "the hills"),
    "pace": in_context("a cause", "the pace"),
    "uphill": in_context("a cause", "the climbs"),
    "downhill": in_context("a cause", "the descents"),
    "fatigue": in_context("a cause", "fatigue during the run"),
    "pause": in_context("a cause", "the first days back after a break"),
    "shoe": in_context("a cause", "the shoes"),
    "surface": in_context("a cause", "the surface"),
    "season": in_context("a cause", "the time of year and of training"),
}
MADE = N_("{cause} made {metric} {gap} {way} than on an ordinary run.")
"""How much of a metric comes from a cause."""


def cause_name(cause: str) -> Message:
    """How a cause is called inside a sentence."""
    return message(_CAUSES[cause]) if cause in _CAUSES else message("{word}", word=cause)


def way_of(metric: str, *, above: bool) -> Message:
    """'longer', 'shorter': which way a metric of form went."""
    words = next(spec.words for spec in METRICS.values() if spec.name == metric)
    return message(words.higher if above else words.lower)


def _cause(claim: Cause, facts: Facts) -> Message:
    named = cause_name(claim.cause)
    metric = claim.fact.partition(".")[0]
    if claim.by is not None and metric in METRICS:
        return _sentence(
            MADE,
            cause=named,
            metric=metric_name(metric),
            gap=said_text(replace(claim.by, value=abs(claim.by.value)), metric),
            way=way_of(metric, above=claim.by.value > 0.0),
        )
    return _sentence(
        N_("{cause} may be part of the reason for {fact}."),
        cause=named,
        fact=_named(claim.fact, facts),
    )


_TEXTS: Mapping[type, Callable[[Any, Facts], Message]] = {
    Value: _value,
    Text: _text,
    Compare: _compare,
    Limit: _limit,
    Within: _within,
    Extreme: _extreme,
    Every: _every,
    Span: _span,
    Count: _count,
    Trend: _trend,
    Held: _held,
    Flag: _flag,
    Cause: _cause,
}
