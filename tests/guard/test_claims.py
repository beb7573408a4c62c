"""A claim is true where the facts say so, as they are or as the page shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.guard.claims import (
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
    Relation,
    Said,
    Series,
    Span,
    Text,
    Trend,
    Value,
    Within,
    evidence_of,
    holds,
    relation_of,
    rounding,
)
from hakaru.guard.evidence import Fact

PACES_S_PER_KM = (384.0, 371.2, 371.4, 400.3)
PACE = Series("pace", "actual", "split")


def a_fact(name: str, value: float | str, unit: str, scope: str = "") -> Fact:
    metric, role = name.split(".")
    return Fact(metric=metric, role=role, value=value, unit=unit, scope=scope)


FACTS = Facts(
    facts=(
        *(
            a_fact("pace.actual", pace, "s/km", f"split {place}")
            for place, pace in enumerate(PACES_S_PER_KM, start=1)
        ),
        a_fact("gct.actual", 264.6, "ms"),
        a_fact("gct.expected", 248.2, "ms"),
        a_fact("gct.low", 240.0, "ms"),
        a_fact("gct.high", 256.4, "ms"),
        a_fact("vr.actual", 7.68, "%"),
        a_fact("vr.expected", 7.21, "%"),
        a_fact("kind.actual", "long_run", "word"),
    ),
    flags={"needs_improvement.gct": True},
    causes=frozenset({("pace", "heat")}),
)


def said(value: float, unit: str, slack: float = 0.5) -> Said:
    return Said(value=value, unit=unit, slack=slack)


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        (Value("gct.actual", said(265, "ms")), True),
        (Value("gct.actual", said(264, "ms")), False),
        (Value("gct.actual", said(264.6, "ms", 0.05)), True),
        (Value("gct.actual", said(265, "s")), False),
        (Value("gct.unheard_of", said(265, "ms")), False),
        (Value("kind.actual", said(265, "ms")), False),
        (Text("kind.actual", "long_run"), True),
        (Text("kind.actual", "race"), False),
        (Compare("gct.actual", "higher", "gct.expected"), True),
        (Compare("gct.actual", "lower", "gct.expected"), False),
        (Compare("gct.actual", "higher", "gct.expected", said(16, "ms")), True),
        (Compare("gct.actual", "higher", "gct.expected", said(17, "ms")), True),
        (Compare("gct.actual", "higher", "gct.expected", said(19, "ms")), False),
        (Compare("gct.actual", "higher", "gct.expected", said(6.6, "%", 0.05)), True),
        (Compare("vr.actual", "higher", "vr.expected", said(0.5, "points", 0.05)), True),
        (Compare("vr.actual", "higher", "vr.expected", said(0.5, "%", 0.05)), False),
        (Compare("vr.actual", "higher", "vr.expected", said(6.5, "%", 0.05)), True),
        (Compare("gct.actual", "equal", "gct.actual"), False),
        (Compare("gct.actual", "higher", "vr.actual"), False),
        (Compare("pace.actual@split 2", "equal", "pace.actual@split 3"), True),
        (Compare("pace.actual@split 2", "lower", "pace.actual@split 3"), False),
        (Limit("gct.actual", "above", said(260, "ms")), True),
        (Limit("gct.actual", "above", said(265, "ms")), False),
        (Limit("gct.actual", "at_least", said(265, "ms")), True),
        (Limit("gct.actual", "below", said(270, "ms")), True),
        (Limit("gct.actual", "at_most", said(264, "ms")), False),
        (Within("gct.actual", "above", "gct.low", "gct.high"), True),
        (Within("gct.actual", "inside", "gct.low", "gct.high"), False),
        (Extreme(PACE, "lowest", ("split 2",)), True),
        (Extreme(PACE, "lowest", ("split 3",)), True),
        (Extreme(PACE, "lowest", ("split 2", "split 3")), True),
        (Extreme(PACE, "lowest", ("split 1",)), False),
        (Extreme(PACE, "highest", ("split 4",)), True),
        (Extreme(PACE, "highest", ("split 9",)), False),
        (Extreme(PACE, "highest", ()), False),
        (Every(PACE, "below", said(401, "s/km")), True),
        (Every(PACE, "below", said(390, "s/km")), False),
        (Every(PACE, "below", said(390, "s/km"), without=("split 4",)), True),
        (Every(PACE, "below", said(390, "s/km"), without=("split 9",)), False),
        (Every(Series("pace", "actual", "split", 1, 3), "at_most", said(384, "s/km")), True),
        (Every(Series("pace", "actual", "lap"), "below", said(999, "s/km")), False),
        (Span(PACE, said(371, "s/km"), said(400, "s/km")), True),
        (Span(PACE, said(371, "s/km"), said(384, "s/km")), False),
        (Count(PACE, "below", said(380, "s/km"), 2), True),
        (Count(PACE, "below", said(380, "s/km"), 3), False),
        (Trend(Series("pace", "actual", "split", 3, 4), "higher"), True),
        (Trend(PACE, "higher"), False),
        (Flag("needs_improvement.gct", True), True),
        (Flag("needs_improvement.gct", False), False),
        (Flag("needs_improvement.vo", False), False),
        (Cause("pace.actual", "heat"), True),
        (Cause("gct.actual", "heat"), False),
        (Cause("pace.actual", "fatigue"), False),
    ],
)
def test_a_claim_is_true_exactly_where_the_facts_say_so(claim: Claim, true: bool) -> None:
    assert holds(claim, FACTS) is true


@pytest.mark.parametrize(
    ("values", "held"),
    [
        ((240.0, 241.0, 239.0, 242.0, 241.0, 240.0), True),
        ((240.0, 243.0, 247.0, 250.0, 255.0, 259.0), False),
        ((240.0, 234.0, 246.0, 240.0, 248.0, 244.0), True),
        ((240.0, 236.0, 233.0, 230.0, 227.0, 224.0), False),
        ((240.0, 240.0), False),
    ],
)
def test_a_series_held_where_its_last_third_is_like_its_first(
    values: tuple[float, ...], held: bool
) -> None:
    places = enumerate(values, start=1)
    facts = Facts(
        facts=tuple(a_fact("gct.actual", value, "ms", f"split {n}") for n, value in places),
        flags={},
    )
    assert holds(Held(Series("gct", "actual", "split")), facts) is held


@pytest.mark.parametrize(
    ("actual", "unit", "written", "slack", "true"),
    [
        (106.46, "cm", 107.0, 0.5, True),
        (106.42, "cm", 107.0, 0.5, False),
        (8.449, "cm", 8.5, 0.05, True),
        (264.46, "ms", 265.0, 0.5, True),
        (143.46, "bpm", 144.0, 0.5, False),
        (383.46, "s/km", 384.0, 0.5, False),
    ],
)
def test_a_figure_may_be_rounded_from_what_an_answer_shows(
    actual: float, unit: str, written: float, slack: float, true: bool
) -> None:
    facts = Facts(facts=(a_fact("some.actual", actual, unit),), flags={})
    claim = Value("some.actual", Said(value=written, unit=unit, slack=slack))
    assert holds(claim, facts) is true


def test_what_a_claim_rests_on_is_named_once() -> None:
    claims = (
        Value("gct.actual", said(265, "ms")),
        Within("gct.actual", "above", "gct.low", "gct.high"),
        Extreme(PACE, "lowest", ("split 2",)),
        Flag("needs_improvement.gct", True),
    )
    assert evidence_of(claims) == ("gct.actual", "gct.low", "gct.high", "pace.actual@split")


def test_a_figure_stands_for_half_of_its_last_digit() -> None:
    assert [rounding(text) for text in ("265", "7.7", "14.22")] == [0.5, 0.05, 0.005]


paces = st.floats(min_value=180.0, max_value=600.0, allow_nan=False)


@given(left=paces, right=paces, relation=st.sampled_from(["lower", "higher", "equal"]))
def test_of_three_relations_exactly_one_is_true(
    left: float, right: float, relation: Relation
) -> None:
    facts = Facts(
        facts=(
            a_fact("pace.actual", left, "s/km", "split 1"),
            a_fact("pace.actual", right, "s/km", "split 2"),
        ),
        flags={},
    )
    claim = Compare("pace.actual@split 1", relation, "pace.actual@split 2")
    assert holds(claim, facts) is (relation_of(left, right, "s/km") == relation)


@given(values=st.lists(paces, min_size=2, max_size=12), limit=paces)
def test_every_place_or_some_place_lies_beyond_a_figure(values: list[float], limit: float) -> None:
    facts = Facts(
        facts=tuple(
            a_fact("pace.actual", value, "s/km", f"split {place}")
            for place, value in enumerate(values, start=1)
        ),
        flags={},
    )
    figure = said(limit, "s/km")
    every_below = holds(Every(PACE, "below", figure), facts)
    n_at_least = sum(
        holds(Limit(f"pace.actual@split {place}", "at_least", figure), facts)
        for place in range(1, len(values) + 1)
    )
    assert not every_below or holds(Count(PACE, "below", figure, len(values)), facts)
    assert every_below or n_at_least > 0
