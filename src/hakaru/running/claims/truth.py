"""What is true instead of a claim that is false, in one sentence."""

from __future__ import annotations

from difflib import get_close_matches

from hakaru.core.i18n import Message, listed, message
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
    facts_named,
    relation_of,
    rounding,
    shown_value,
)
from hakaru.guard.claims_json import quantity_text
from hakaru.guard.cleaning import quote
from hakaru.guard.evidence import Fact

_LISTED_MOST = 6


def is_known(claim: Claim, facts: Facts) -> bool:
    """Whether everything that a claim names is known of the run: then it is true or false."""
    if isinstance(claim, Flag):
        return claim.name in facts.flags
    if isinstance(claim, Cause):
        return _has_cause(claim, facts)
    series = getattr(claim, "series", None)
    if isinstance(series, Series):
        return bool(facts.series(series))
    return all(name in facts.by_id for name in facts_named(claim))


def _has_cause(claim: Cause, facts: Facts) -> bool:
    return claim.share in facts.by_id or (claim.fact.partition(".")[0], claim.cause) in facts.causes


def truth_of(claim: Claim, facts: Facts) -> Message:
    """What the run says where a claim says something else."""
    if not is_known(claim, facts):
        return _unknown(claim, facts)
    match claim:
        case Value() | Text() | Limit() | Within():
            return _is_not(claim.fact, figure(facts.by_id[claim.fact]), _wrong(claim, facts))
        case Compare():
            return _compared(claim, facts)
        case Flag(name=name, holds=holds):
            return _is_not(name, str(not holds).lower(), str(holds).lower())
        case Cause(fact=name, cause=cause):
            share = facts.by_id.get(claim.share)
            if share is None:
                return message("{fact} is put down to {cause}", fact=name, cause=cause)
            return message(
                "{size} of {fact} come from {cause} (below zero: it made it lower)",
                size=figure(share),
                fact=name,
                cause=cause,
            )
        case _:
            return _of_series(claim, facts)


def _wrong(claim: Value | Text | Limit | Within, facts: Facts) -> str:
    """What a claim about one fact says of it."""
    match claim:
        case Value(said=quantity):
            return quantity_text(quantity)
        case Text(said=word):
            return word
        case Limit(bound=bound, said=quantity):
            return f"{bound} {quantity_text(quantity)}"
        case Within(side=side, low=low, high=high):
            return f"{side} {figure(facts.by_id[low])} - {figure(facts.by_id[high])}"


def _is_not(name: str, truth: str, wrong: str) -> Message:
    return message("{fact} is {truth}, not {wrong}", fact=name, truth=truth, wrong=quote(wrong))


def _unknown(claim: Claim, facts: Facts) -> Message:
    if isinstance(claim, Cause):
        metric = claim.fact.partition(".")[0]
        causes = sorted(
            {cause for _, cause in facts.causes}
            | {
                fact.role.removeprefix(FROM)
                for fact in facts.facts
                if fact.metric == metric and fact.role.startswith(FROM)
            }
        )
        return message(
            "nothing shows that {fact} is due to {cause}; causes that were estimated: {causes}",
            fact=quote(claim.fact),
            cause=quote(claim.cause),
            causes=", ".join(causes) or "-",
        )
    ids = facts.by_id.keys() | {f"{f.metric}.{f.role}@{f.scope.split()[0]}" for f in facts.facts
                                if f.scope}  # fmt: skip
    names = [claim.name] if isinstance(claim, Flag) else list(facts_named(claim))
    known = facts.flags.keys() if isinstance(claim, Flag) else ids
    missing = next((name for name in names if name not in known), names[0])
    near = get_close_matches(missing, sorted(known), n=3, cutoff=0.5)
    if near:
        return message(
            "'{name}' is no fact of this run; close to it: {near}",
            name=quote(missing),
            near=", ".join(near),
        )
    return message("'{name}' is no fact of this run", name=quote(missing))


def figure(fact: Fact) -> str:
    """The value of a fact as the page shows it, with its unit."""
    if isinstance(fact.value, str):
        return fact.value
    return _figure(fact.value, fact.unit)


def _figure(value: float, unit: str) -> str:
    slack = rounding("0." + "0" * n) if (n := SHOWN_DECIMALS.get(unit, 0)) else rounding("0")
    return quantity_text(Said(value=shown_value(value, unit), unit=unit, slack=slack))


def _compared(claim: Compare, facts: Facts) -> Message:
    left, right = facts.by_id[claim.left], facts.by_id[claim.right]
    values = {
        "left": claim.left,
        "right": claim.right,
        "left_value": figure(left),
        "right_value": figure(right),
    }
    if isinstance(left.value, str) or isinstance(right.value, str) or left.unit != right.unit:
        return message(
            "{left} ({left_value}) and {right} ({right_value}) cannot be compared", **values
        )
    relation = relation_of(left.value, right.value, left.unit)
    if relation != claim.relation or claim.by is None:
        return message(
            "{left} ({left_value}) is {relation}, compared with {right} ({right_value}), "
            "not {wrong}",
            **values,
            relation=relation,
            wrong=claim.relation,
        )
    return message(
        "{left} ({left_value}) and {right} ({right_value}) differ by {truth}, not by {wrong}",
        **values,
        truth=_figure(abs(left.value - right.value), left.unit),
        wrong=quantity_text(claim.by),
    )


def _counted_or_going(claim: Count | Trend) -> str:
    return f"{claim.n}" if isinstance(claim, Count) else claim.relation


def _of_series(claim: Claim, facts: Facts) -> Message:
    """What the values of the series are."""
    assert isinstance(claim, Extreme | Every | Span | Count | Trend | Held), (
        "all claims about series"
    )
    wanted = claim.series
    name = f"{wanted.metric}.{wanted.role}@{wanted.kind}"
    series = facts.series(wanted)
    numbers = [fact for fact in series if not isinstance(fact.value, str)]
    ordered = sorted(numbers, key=lambda fact: float(fact.value))
    if isinstance(claim, Extreme):
        ends = ordered if claim.which == "lowest" else ordered[::-1]
        return message(
            "the {which} of {series} is {place} ({value}), not {wrong}",
            which=claim.which,
            series=name,
            place=ends[0].scope,
            value=figure(ends[0]),
            wrong=quote(", ".join(claim.places)),
        )
    if isinstance(claim, Every | Span):
        return message(
            "{series} lies between {low} ({low_place}) and {high} ({high_place})",
            series=name,
            low=figure(ordered[0]),
            low_place=ordered[0].scope,
            high=figure(ordered[-1]),
            high_place=ordered[-1].scope,
        )
    shown = listed([f"{fact.scope} {figure(fact)}" for fact in numbers[:_LISTED_MOST]])
    wrong = "held" if isinstance(claim, Held) else _counted_or_going(claim)
    return message(
        "{series} is {values}{more}, which is not {wrong}",
        series=name,
        values=shown,
        more=" ..." if len(numbers) > _LISTED_MOST else "",
        wrong=wrong,
    )
