"""Causes: how much of a metric comes from what is computed, and said where it matters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hakaru.core.i18n import in_language
from hakaru.guard.claims import Cause, Facts, Said, holds
from hakaru.guard.claims_json import claim_from, claim_json, in_units_of
from hakaru.present.sections import narrate_all
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.outside import truth_of
from hakaru.running.claims.wording import claim_text
from hakaru.running.effects import Cause as CauseName
from hakaru.running.sections.model import RunKnown
from hakaru.running.why import CausePart, Explanation
from tests.running.sections.known_runs import known_run

BASE = next(
    run
    for run in map(known_run, range(200))
    if run.evaluation is not None
    and run.analysis is not None
    and run.analysis.summary.terrain not in ("indoor", "unknown")
    and run.analysis.summary.temperature_c is not None
    and "gct" in run.evaluation.metrics
    and run.evaluation.metrics["gct"].basis == "personal"
)


def part(cause: CauseName, change: float, **changes: Any) -> CausePart:
    made = CausePart(
        cause=cause,
        name="",
        exposure_value=10.0,
        change=change,
        low=change - 0.4,
        high=change + 0.4,
        sure=True,
        own_frac=0.9,
    )
    return replace(made, **changes)


def explained(*parts: CausePart, left: float = 3.0, **changes: Any) -> RunKnown:
    """The run with contact time moved by these."""
    assert BASE.evaluation is not None
    verdict = BASE.evaluation.metrics["gct"]
    expected = verdict.actual - left
    way = Explanation(
        metric="gct",
        usual_value=expected - sum(each.change for each in parts),
        usual_speed_mps=3.2,
        expected=expected,
        actual=verdict.actual,
        parts=parts,
        left_delta=left,
        left_one_in_runs=3.0,
        basis="personal",
        n_runs=80,
    )
    return replace(BASE, why=(replace(way, **changes),))


def cause(name: str, by_ms: float | None = None) -> Cause:
    by = None if by_ms is None else Said(value=by_ms, unit="ms", slack=0.5)
    return Cause("gct.actual", name, by)


def facts(*parts: CausePart, **changes: Any) -> Facts:
    return facts_of(explained(*parts, **changes))


def worded(known: RunKnown, name: str) -> list[tuple[str, str]]:
    offers = [offer for offer in menu_of(known) if offer.id == name]
    return [(in_language(o.wording, "en"), in_language(o.wording, "ja")) for o in offers]


HEAT = part("heat", 5.2)


@pytest.mark.parametrize(("by_ms", "true"), [(5.0, True), (6.0, False), (-5.0, False)])
def test_a_cause_is_true_with_its_own_size_and_side(by_ms: float, true: bool) -> None:
    assert holds(cause("heat", by_ms), facts(HEAT)) is true


@pytest.mark.parametrize(
    "known",
    [
        explained(replace(HEAT, sure=False)),
        explained(HEAT, basis="population"),
        explained(part("uphill", 5.2)),
        replace(BASE, why=()),
    ],
    ids=["unsure", "nobody's own runs", "another cause", "not explained"],
)
def test_what_is_not_sure_by_the_runners_own_runs_is_no_cause(known: RunKnown) -> None:
    assert not holds(cause("heat", 5.0), facts_of(known))
    assert not holds(cause("heat"), facts_of(known))
    assert not any(offer.id.endswith(".gct.heat") for offer in menu_of(known))


def test_a_cause_without_its_size_is_not_enough_where_the_size_is_known() -> None:
    """'Longer than expected because of the heat': the heat is in what was expected."""
    assert not holds(cause("heat"), facts(HEAT))


def test_who_claims_a_wrong_cause_is_told_the_right_ones() -> None:
    known = facts(HEAT, part("uphill", -2.0))
    assert truth_of(cause("heat", 9.0), known) == (
        "5ms of contact time come from the heat (below zero: it made it lower); "
        "this does not hold: The heat made contact time 9ms longer than on an ordinary run."
    )
    told = truth_of(cause("wind", 9.0), known)
    assert told == (
        "nothing shows that contact time is due to wind; "
        "causes that were estimated: heat, hills, uphill"
    )


def test_a_cause_is_handed_in_as_json_and_said_in_a_plain_sentence() -> None:
    claim = claim_from({"claim": "cause", "fact": "gct.actual", "cause": "heat", "by": "5 ms"})
    assert claim == cause("heat", 5.0)
    assert claim_from(claim_json(claim)) == claim
    known = facts(HEAT)
    assert in_units_of(claim, known) == claim
    assert (
        claim_text(claim, known) == "The heat made contact time 5ms longer than on an ordinary run."
    )
    assert in_language(claim_text(cause("uphill", -2.0), known), "ja") == (
        "上りの影響で、接地時間がふだんのランより2ms短めになりました。"
    )


def test_a_metric_that_went_the_way_of_its_cause_has_a_part_from_it() -> None:
    ((english, japanese),) = worded(explained(HEAT), "form.cause.gct.heat")
    assert english in {
        f"Contact time was {total}ms longer than on an ordinary run; 5ms of that comes from the "
        "heat."
        for total in (8, 9)
    }
    assert japanese in {
        f"接地時間はふだんのランより{total}ms長めで、そのうち5msは暑さによるものです。"
        for total in (8, 9)
    }


def test_a_metric_that_went_the_other_way_was_moved_by_it() -> None:
    pace = part("pace", -20.0, exposure_value=0.6)
    assert worded(explained(HEAT, pace), "form.cause.gct.heat") == [
        (
            "The heat made contact time 5ms longer than on an ordinary run.",
            "暑さの影響で、接地時間がふだんのランより5ms長めになりました。",
        )
    ]
    assert worded(explained(HEAT, pace), "form.cause.gct.pace")[0][0] == (
        "The faster pace made contact time 20ms shorter than on an ordinary run."
    )


def test_what_the_page_would_show_as_nothing_is_no_offer() -> None:
    assert worded(explained(part("uphill", 0.4, low=0.3, high=0.5)), "form.cause.gct.uphill") == []


def test_a_large_cause_is_narrated_once_and_a_small_one_is_not() -> None:
    assert BASE.evaluation is not None
    low, high = BASE.evaluation.metrics["gct"].interval_90
    large = part("heat", 0.8 * (high - low))
    texts = narrate_all(explained(large), "en")
    assert [("the heat" in text.text) for text in texts.values()].count(True) == 1
    assert "the heat" in texts["efficiency"].text
    assert "gct.from_heat" in texts["efficiency"].evidence
    small = narrate_all(explained(part("heat", 0.02 * (high - low))), "en")
    assert not any("the heat" in text.text for text in small.values())


def test_pace_is_on_the_menu_but_no_news() -> None:
    known = explained(part("pace", 40.0, exposure_value=-0.5))
    (offer,) = [offer for offer in menu_of(known) if offer.id == "form.cause.gct.pace"]
    assert offer.weight <= 0.3
    assert "slower pace" not in narrate_all(known, "en")["efficiency"].text
