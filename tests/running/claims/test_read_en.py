"""English sentences read as claims: completely, or not at all."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.guard.claims import (
    Compare,
    Count,
    Every,
    Extreme,
    Facts,
    Flag,
    Limit,
    Span,
    Value,
    Within,
)
from hakaru.guard.evidence import Fact
from hakaru.running.claims.en.sentences import claims_of_sentence
from hakaru.running.claims.en.words import LEXICON
from tests.running.claims.cases import read_and_true, runs, shared_cases
from tests.running.claims.mutants_en import mutants
from tests.running.claims.sentences_en import SENTENCES
from tests.shared import examples, needs_cases

pytestmark = needs_cases

_KEPT_FRAC = 0.7
_MUTANTS_LEAST = 3000


@cache
def _true_sentences() -> Sequence[tuple[str, str]]:
    facts = runs()
    return [
        (run, text) for run, true, text in SENTENCES if true and read_and_true(text, facts[run])
    ]


def test_no_false_sentence_of_the_shared_cases_is_read_and_true() -> None:
    wrong = [c.text for c in shared_cases("en") if not c.true and read_and_true(c.text, c.facts)]
    assert wrong == []


def test_most_true_sentences_of_the_shared_cases_are_read_and_true() -> None:
    true = [case for case in shared_cases("en") if case.true]
    kept = [case for case in true if read_and_true(case.text, case.facts)]
    assert len(kept) >= _KEPT_FRAC * len(true)


def test_no_false_sentence_in_other_voices_is_read_and_true() -> None:
    facts = runs()
    wrong = [t for run, true, t in SENTENCES if not true and read_and_true(t, facts[run])]
    assert wrong == []


def test_most_true_sentences_in_other_voices_are_read_and_true() -> None:
    assert len(_true_sentences()) >= _KEPT_FRAC * sum(true for _, true, _ in SENTENCES)


@settings(max_examples=examples(400), deadline=None)
@given(st.data())
def test_an_unknown_word_makes_a_sentence_unreadable(data: st.DataObject) -> None:
    run, text = data.draw(st.sampled_from(_true_sentences()))
    unknown = data.draw(st.sampled_from(["bravely", "kangaroo", "fatigue", "ideal", "xyzzy", "Ω"]))
    parts = text.split(" ")
    at = data.draw(st.integers(0, len(parts)))
    changed = " ".join([*parts[:at], unknown, *parts[at:]])
    assert claims_of_sentence(changed, runs()[run]) is None


def test_a_true_sentence_that_is_made_false_in_any_way_is_no_finding() -> None:
    facts = runs()
    changed = [
        (run, kind, mutant) for run, text in _true_sentences() for kind, mutant in mutants(text)
    ]
    assert len(changed) >= _MUTANTS_LEAST
    assert {kind for _, kind, _ in changed} == {
        "figure", "unit", "direction", "metric", "not", "invented"
    }  # fmt: skip
    assert [each for each in changed if read_and_true(each[2], facts[each[0]])] == []


_WORDS = sorted({word for row in LEXICON.splitlines() for word in re.findall("[a-z]+", row)})
_FIGURES = ["5:30/km", "269 ms", "8.2 cm", "140 bpm", "3", "5 km", "four stars", "3%", ",", ";"]


@settings(max_examples=examples(400), deadline=None)
@given(st.data())
def test_known_words_in_any_order_are_read_or_refused(data: st.DataObject) -> None:
    words = st.one_of(st.sampled_from(_WORDS), st.sampled_from(_FIGURES))
    text = " ".join(data.draw(st.lists(words, max_size=14)))
    claims = claims_of_sentence(text, runs()["A"])
    assert claims is None or claims


_EXACT = re.compile(r"\d+(?=(?:\.\d+)?(?: ms| cm|%| spm))")


@settings(max_examples=examples(400), deadline=None)
@given(st.data())
def test_another_figure_makes_a_true_sentence_false(data: st.DataObject) -> None:
    exact = [
        (run, text)
        for run, text in _true_sentences()
        if _EXACT.search(text) and "about" not in text and "tolerance" not in text
    ]
    run, text = data.draw(st.sampled_from(exact))
    figures = list(_EXACT.finditer(text))
    figure = data.draw(st.sampled_from(figures))
    other = data.draw(st.integers(1, 999).filter(lambda n: abs(n - int(figure.group())) > 1))
    changed = text[: figure.start()] + str(other) + text[figure.end() :]
    assert not read_and_true(changed, runs()[run])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Contact time was 280 ms.", Value),
        ("Contact time was shorter than expected.", Compare),
        ("Contact time was not longer than expected.", Limit),
        ("Cadence was within your usual range.", Within),
        ("Km 9 was the fastest split.", Extreme),
        ("No split was slower than 7:00/km.", Every),
        ("Pace ranged from 6:11/km to 6:40/km.", Span),
        ("Two splits were faster than 6:16/km.", Count),
        ("Contact time needs improvement.", Flag),
    ],
)
def test_each_kind_of_claim_is_read(text: str, kind: type) -> None:
    claims = claims_of_sentence(text, runs()["C"])
    assert claims is not None
    assert {type(claim) for claim in claims} == {kind}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nice run!",
        "You should run slower next time.",
        "Contact time was 280 ms because you were tired.",
        "Pace dropped from 6:29/km to 5:18/km.",
        "Heart rate might have been 133 bpm.",
        "Contact time was neither longer nor shorter than expected.",
        "| km 1 | 6:38/km | 123 bpm |",
        "Heart rate doubled in the second half.",
    ],
)
def test_what_is_no_claim_or_has_two_readings_is_refused(text: str) -> None:
    assert claims_of_sentence(text, runs()["C"]) is None


def test_two_figures_for_one_value_are_a_note_and_never_refused() -> None:
    text = "Cadence was 180 spm and cadence was 170 spm."
    assert all(claims_of_sentence(text, facts) is None for facts in runs().values())


def test_reading_takes_a_few_milliseconds_at_most() -> None:
    facts = runs()
    begun_s = time.process_time()
    for run, _, text in SENTENCES:
        claims_of_sentence(text, facts[run])
    mean_s = (time.process_time() - begun_s) / len(SENTENCES)
    assert mean_s < 0.005


def _of_last_split(mean_bpm: float, peak_bpm: float) -> Facts:
    def at(place: str, metric: str, value: float, unit: str) -> Fact:
        return Fact(metric=metric, role="actual", value=value, unit=unit, scope=place)

    rows = [("split 1", 300.0, 150.0, 155.0), ("split 2", 231.0, mean_bpm, peak_bpm)]
    facts = [
        fact
        for place, pace, mean, peak in rows
        for fact in (
            at(place, "pace", pace, "s/km"),
            at(place, "heart_rate", mean, "bpm"),
            at(place, "heart_rate_max", peak, "bpm"),
            at(place, "distance", 1.0, "km"),
        )
    ]
    return Facts(facts=tuple(facts), flags={})


@pytest.mark.parametrize(
    "text",
    [
        "In the final kilometre your heart rate did not rise above 172 bpm.",
        "Even in the final kilometre, which you ran in 3:51, your heart rate stayed below 172 bpm.",
        "Your pulse never exceeded 172 in the last kilometre.",
    ],
)
def test_a_heart_rate_that_stayed_below_a_figure_had_its_peak_below_it(text: str) -> None:
    assert not read_and_true(text, _of_last_split(mean_bpm=168.0, peak_bpm=178.0))
    assert read_and_true(text, _of_last_split(mean_bpm=168.0, peak_bpm=171.0))


def test_a_place_of_which_nothing_is_said_makes_a_sentence_unreadable() -> None:
    lengths = {"warmup": 2.0, "cooldown": 1.5}
    facts = Facts(
        facts=tuple(
            Fact(metric="phase", role="distance", value=km, unit="km", scope=phase)
            for phase, km in lengths.items()
        ),
        flags={},
    )
    assert read_and_true("A warm-up of 2.0 km and a cool-down of 1.5 km.", facts)
    assert claims_of_sentence("A warm-up of 2.0 km and a cool-down.", facts) is None


@pytest.mark.parametrize(
    "text",
    [
        "Vertical ratio was within its usual range, and contact time, 239 ms, was too.",
        "Vertical ratio was within its usual range, likewise contact time at 239 ms.",
        "Vertical ratio was within its usual range, as was contact time, 239 ms.",
        "Vertical ratio (239 ms) was inside its usual range.",
        "Contact time (239 ms) and vertical ratio (6.5%) were inside their usual ranges.",
        "Contact time was 239 ms and vertical ratio 6.5%, both within their usual ranges.",
    ],
)
def test_what_is_said_of_a_second_metric_by_too_is_no_mere_figure(text: str) -> None:
    values = {"gct": (239.0, 210.0, 236.0, "ms"), "vr": (6.5, 6.2, 7.0, "%")}
    facts = Facts(
        facts=tuple(
            Fact(metric=metric, role=role, value=value, unit=row[3])
            for metric, row in values.items()
            for role, value in zip(("actual", "low", "high"), row[:3], strict=True)
        ),
        flags={},
    )
    assert not read_and_true(text, facts)
