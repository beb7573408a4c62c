"""Claims come back from JSON as they went, and figures are read as people write them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument
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
    Said,
    Series,
    Span,
    Text,
    Trend,
    Value,
    Within,
    holds,
    rounding,
)
from hakaru.guard.claims_json import (
    FACT_UNITS,
    KINDS,
    claim_from,
    claim_json,
    in_units_of,
    quantity_from,
    quantity_text,
)
from hakaru.guard.evidence import Fact

NAMES = st.from_regex(r"[a-z_]{1,12}\.[a-z]{1,8}(@split \d{1,2})?", fullmatch=True)


@st.composite
def written_figures(draw: st.DrawFn) -> Said:
    """A figure with as many digits as somebody writes."""
    unit = draw(st.sampled_from(FACT_UNITS))
    decimals = 0 if unit in ("s", "s/km", "star", "count") else draw(st.integers(0, 3))
    digits = f"{draw(st.integers(0, 999_999)) / 10**decimals:.{decimals}f}"
    return Said(value=float(digits), unit=unit, slack=rounding(digits))


SERIES = st.builds(
    Series,
    st.sampled_from(["pace", "gct"]),
    st.just("actual"),
    st.just("split"),
    st.none() | st.integers(1, 30),
    st.none() | st.integers(1, 30),
)
BOUNDS = st.sampled_from(["below", "at_most", "at_least", "above"])
RELATIONS = st.sampled_from(["lower", "higher", "equal"])
PLACES = st.lists(st.sampled_from(["split 1", "split 2", "split 9"]), max_size=3).map(tuple)
SAID = written_figures()
CLAIMS: st.SearchStrategy[Claim] = st.one_of(
    st.builds(Value, NAMES, SAID),
    st.builds(Text, NAMES, st.sampled_from(["interval", "2026-03-01"])),
    st.builds(Compare, NAMES, RELATIONS, NAMES, st.none() | SAID),
    st.builds(Limit, NAMES, BOUNDS, SAID),
    st.builds(Within, NAMES, st.sampled_from(["inside", "below", "above"]), NAMES, NAMES),
    st.builds(
        Extreme, SERIES, st.sampled_from(["lowest", "highest"]), PLACES.filter(lambda p: p != ())
    ),
    st.builds(Every, SERIES, BOUNDS, SAID, PLACES),
    st.builds(Span, SERIES, SAID, SAID),
    st.builds(Count, SERIES, BOUNDS, SAID, st.integers(0, 40)),
    st.builds(Trend, SERIES, RELATIONS),
    st.builds(Held, SERIES),
    st.builds(Flag, NAMES, st.booleans()),
    st.builds(Cause, NAMES, st.sampled_from(["heat", "wind"])),
)


@given(claim=CLAIMS)
@example(claim=Value("pace.actual", Said(value=60_000.0, unit="s/km", slack=0.5)))
def test_a_claim_comes_back_from_json_as_it_went(claim: Claim) -> None:
    again = claim_from(claim_json(claim))
    assert type(again) is type(claim)
    assert claim_json(again) == claim_json(claim)
    assert {type(claim).__name__.lower()} <= KINDS.keys()
    assert _rounded(again) == _rounded(claim)


def _rounded(claim: Claim) -> list[object]:
    return [
        (round(value.value, 6), value.unit, round(value.slack, 9))
        if isinstance(value, Said)
        else value
        for value in vars(claim).values()
    ]


@pytest.mark.parametrize(
    ("text", "value", "unit", "slack"),
    [
        ("265 ms", 265.0, "ms", 0.5),
        ("265ms", 265.0, "ms", 0.5),
        ("0.265 s", 0.265, "s", 0.0005),
        ("6:24/km", 384.0, "s/km", 0.5),
        ("6分24秒/km", 384.0, "s/km", 0.5),
        ("1:31:37", 5497.0, "s", 0.5),
        ("91 min", 5460.0, "s", 30.0),
        ("14.2 km", 14.2, "km", 0.05),
        ("14,200 m", 14200.0, "m", 0.5),
        ("3.9%", 3.9, "%", 0.05),
        ("-3.9 %", -3.9, "%", 0.05),
        ("2 percentage points", 2.0, "points", 0.5),
        ("2ポイント", 2.0, "points", 0.5),
        ("78点", 78.0, "score", 0.5),
        ("★★★★☆", 4.0, "star", 0.25),
        ("169歩/分", 169.0, "spm", 0.5),
        ("24.5℃", 24.5, "°C", 0.05),
        ("12 m/km", 12.0, "m/km", 0.5),
        ("8", 8.0, "count", 0.5),
        ("about 150 bpm", 150.0, "bpm", 3.0),
        ("約150bpm", 150.0, "bpm", 3.0),
    ],
)
def test_a_figure_is_read_as_people_write_it(
    text: str, value: float, unit: str, slack: float
) -> None:
    said = quantity_from(text)
    assert (said.value, said.unit, said.slack) == pytest.approx((value, unit, slack))
    again = quantity_from(quantity_text(said))
    assert again.value == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "fast", "35 bananas", "5-6 km", "km", "9" * 400, "1:2:3:4"])
def test_what_is_no_single_figure_is_told(text: str) -> None:
    with pytest.raises(BadArgument, match="one figure with its unit"):
        quantity_from(text)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("gct.actual", "an object with a field 'claim'"),
        ({"claim": "guess"}, "one of value, text"),
        ({}, "nothing is given as claim"),
        ({"claim": "value", "fact": "gct.actual"}, "nothing is given as says"),
        ({"claim": "value", "fact": "gct.actual", "says": 265}, "a text with its unit"),
        ({"claim": "value", "fact": 7, "says": "265 ms"}, "a text of at most"),
        ({"claim": "value", "fact": "a.b", "says": "5 s", "mood": "good"}, "one of fact, says"),
        (
            {"claim": "compare", "left": "a.b", "relation": "faster", "right": "a.c"},
            "one of lower, higher, equal",
        ),
        ({"claim": "flag", "name": "unknown.wind", "holds": "yes"}, "true or false"),
        ({"claim": "count", "series": 7, "bound": "below", "limit": "5 s", "n": 2}, "a series"),
        (
            {"claim": "count", "series": "a.b@split", "bound": "below", "limit": "5 s", "n": 2.5},
            "a whole number",
        ),
        (
            {"claim": "extreme", "series": "a.b@split", "which": "lowest", "places": "split 3"},
            "a list",
        ),
    ],
)
def test_what_is_no_claim_is_told_in_one_sentence(value: object, words: str) -> None:
    with pytest.raises(BadArgument, match=words):
        claim_from(value)


def test_a_figure_is_held_against_a_fact_in_the_unit_of_the_fact() -> None:
    facts = Facts(
        facts=(
            Fact(metric="distance", role="actual", value=14.2, unit="km"),
            Fact(metric="gct", role="actual", value=265.0, unit="ms"),
            Fact(metric="pace", role="actual", value=384.0, unit="s/km"),
            Fact(metric="pace", role="actual", value=384.0, unit="s/km", scope="split 1"),
            Fact(metric="duration", role="actual", value=5497.0, unit="s"),
        ),
        flags={},
    )
    for fact, figure, true in (
        ("distance.actual", "14,200 m", True),
        ("distance.actual", "14,300 m", False),
        ("gct.actual", "0.265 s", True),
        ("pace.actual", "6:24", True),
        ("duration.actual", "92 min", True),
        ("duration.actual", "91 min", False),
        ("gct.actual", "265 m", False),
    ):
        claim = claim_from({"claim": "value", "fact": fact, "says": figure})
        assert holds(in_units_of(claim, facts), facts) is true, figure
    bound = {"claim": "every", "series": "pace.actual@split", "bound": "below", "says": "6:25"}
    assert holds(in_units_of(claim_from(bound), facts), facts)
