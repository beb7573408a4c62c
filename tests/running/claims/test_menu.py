"""The menu of a run: only what is true, in figures of the page, and told what is special."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from hakaru.core.i18n import LANGUAGES, Lang, in_language
from hakaru.guard.claims import (
    Cause,
    Claim,
    Compare,
    Count,
    Every,
    Extreme,
    Facts,
    Held,
    Limit,
    Series,
    Text,
    Trend,
    all_hold,
    facts_named,
    holds,
    place_of,
)
from hakaru.guard.evidence import Fact
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.past import EarlierRun, Past
from hakaru.running.claims.wording import claim_text, figure, gap_of, said_text
from hakaru.running.sections.model import SECTIONS
from hakaru.running.session.model import Terrain
from tests.running.claims.past_runs import run_with_past

RUNS = range(150)
_NUMBER = re.compile(r"\d+(?:[.:]\d+)*")
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def numbers_of(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


def backed(claim: Claim, facts: Facts) -> set[str]:
    """Every number that a sentence with this claim may write."""
    texts: list[str] = []
    for name in facts_named(claim):
        fact = facts.by_id.get(name)
        if fact is not None:
            texts += [figure(fact), str(place_of(fact.scope)[1])]
    match claim:
        case Compare():
            texts.append(gap_of(facts.by_id[claim.left], facts.by_id[claim.right])[1])
        case Text():
            texts += [*facts.by_id[claim.fact].aliases, claim.said]
        case Extreme():
            texts += claim.places
        case Trend():
            texts += [str(claim.series.first), str(claim.series.last)]
        case Limit():
            texts.append(said_text(claim.said))
        case Every():
            texts += [said_text(claim.said), *claim.without]
        case Count():
            texts += [said_text(claim.limit), str(claim.n)]
        case Cause(by=by) if by is not None:
            texts.append(said_text(replace(by, value=abs(by.value))))
        case _:
            pass
    return set().union(*(numbers_of(text) for text in texts))


@pytest.mark.parametrize("number", RUNS)
def test_every_offer_is_true_and_writes_only_its_own_figures(number: int) -> None:
    known = run_with_past(number)
    facts = facts_of(known)
    for offer in menu_of(known):
        assert offer.claims
        assert all_hold(offer.claims, facts), offer
        allowed = set().union(*(backed(claim, facts) for claim in offer.claims))
        for lang in LANGUAGES:
            written = numbers_of(in_language(offer.wording, lang))
            assert written <= allowed, (offer.id, in_language(offer.wording, lang), allowed)


@pytest.mark.parametrize("number", RUNS[:40])
def test_the_menu_is_by_section_and_falling_weight(number: int) -> None:
    menu = menu_of(run_with_past(number))
    order = [(SECTIONS.index(offer.section), -offer.weight) for offer in menu]
    assert order == sorted(order)
    assert len({offer.id for offer in menu}) == len(menu)
    assert {offer.section for offer in menu} == set(SECTIONS)
    assert all(0.0 <= offer.weight <= 1.0 for offer in menu)


@every_language
def test_any_claim_has_a_plain_sentence(lang: Lang) -> None:
    for number in RUNS[:40]:
        known = run_with_past(number)
        facts = facts_of(known)
        for offer in menu_of(known):
            for claim in offer.claims:
                text = in_language(claim_text(claim, facts), lang)
                assert text.endswith("。" if lang == "ja" else "."), text
                assert "{" not in text


def test_a_claim_that_the_menu_never_makes_has_one_too() -> None:
    facts = facts_of(run_with_past(0))
    trend = Trend(Series("pace", "actual", "repetition", 2, 5), "lower")
    assert claim_text(trend, facts) == "Pace became faster with each repetition from 2 to 5."
    held = Held(Series("cadence", "actual", "repetition"))
    assert claim_text(held, facts) == (
        "Cadence held: the last third was like the first (each repetition)."
    )


@pytest.mark.parametrize(
    ("climb_m_per_km", "class_of_run", "words", "no_words"),
    [
        (5.0, "flat", {"flat", "gently_rolling"}, {"rolling", "hilly"}),
        (12.0, "rolling", {"gently_rolling", "rolling", "hilly"}, {"flat"}),
        (28.0, "hilly", {"rolling", "hilly"}, {"flat", "gently_rolling"}),
    ],
)
def test_ground_is_called_by_every_word_that_its_climb_allows(
    climb_m_per_km: float, class_of_run: Terrain, words: set[str], no_words: set[str]
) -> None:
    known = run_with_past(0)
    assert known.analysis is not None
    summary = replace(known.analysis.summary, terrain=class_of_run, climb_m_per_km=climb_m_per_km)
    facts = facts_of(replace(known, analysis=replace(known.analysis, summary=summary)))
    assert {
        word for word in words | no_words if holds(Text("terrain.actual", word), facts)
    } == words


def test_the_longest_of_its_kind_is_offered_with_the_day_of_the_last_longer_one() -> None:
    known = next(
        run
        for run in map(run_with_past, RUNS)
        if run.analysis is not None
        and run.analysis.summary.distance_m is not None
        and run.analysis.summary.timer_s is not None
        and run.training_type != "unknown"
    )
    assert known.analysis is not None
    own_m = known.analysis.summary.distance_m
    assert own_m is not None

    def earlier(days: int, share: float) -> EarlierRun:
        return EarlierRun(
            day=known.day - timedelta(days=days),
            distance_m=share * own_m,
            pace_s_per_km=None,
            heart_rate_bpm=None,
            temperature_c=None,
        )

    shorter = [earlier(days, 0.8) for days in (2, 9, 16, 23)]
    longest = replace(known, past=Past(of_kind=tuple(shorter)))
    assert "run.lead.longest" in {offer.id for offer in menu_of(longest)}
    since = replace(known, past=Past(of_kind=(*shorter, earlier(30, 1.3))))
    offers = {offer.id: offer for offer in menu_of(since)}
    assert "run.lead.longest" not in offers
    day: date = known.day - timedelta(days=30)
    assert Text("date.last_longer", day.isoformat()) in offers["run.lead.longest_since"].claims


def test_a_step_length_keeps_its_centimetres() -> None:
    facts = facts_of(run_with_past(3))
    steps = [fact for fact in facts.facts if fact.metric == "step_length"]
    assert all(fact.unit != "m" for fact in steps)


def test_a_difference_of_a_share_is_said_in_points() -> None:
    ratio, expected = (
        Fact(metric="vr", role=role, value=value, unit="%")
        for role, value in (("actual", 6.6), ("expected", 8.1))
    )
    by, text = gap_of(ratio, expected)
    assert by.unit == "points"
    assert in_language(text, "en") == "1.5 points"
    assert in_language(text, "ja") == "1.5ポイント"


def test_without_a_past_nothing_is_said_of_earlier_runs() -> None:
    for number in RUNS[:40]:
        known = replace(run_with_past(number), past=None)
        ids = {name for offer in menu_of(known) for name in offer.evidence}
        assert not {name for name in ids if name.startswith(("runs.", "days."))}


def test_a_break_has_the_days_without_a_run_as_in_the_plan() -> None:
    known = run_with_past(0)
    known = replace(known, past=Past(last_day=known.day - timedelta(days=130)))
    texts = [str(offer.wording) for offer in menu_of(known) if offer.id == "run.break.days"]
    assert texts == ["It was the first run after 129 days without one."]
