"""Differences of percentages: said and read in points; a percentage of one is relative."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hakaru.core.i18n import Lang, in_language
from hakaru.guard.claims import Facts, all_hold
from hakaru.guard.evidence import Fact
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.read import read_sentences
from hakaru.running.sections.model import RunKnown
from hakaru.running.verdict_text import headline
from tests.running.sections.known_runs import known_run


def _fact(role: str, value: float) -> Fact:
    return Fact(metric="vr", role=role, value=value, unit="%")


FACTS = Facts(
    facts=(
        _fact("actual", 6.56),
        _fact("expected", 8.13),
        _fact("delta", -1.57),
        _fact("delta_pct", -19.3),
        _fact("low", 7.2),
        _fact("high", 9.2),
    ),
    flags={},
)


@pytest.mark.parametrize(
    ("text", "lang", "is_true"),
    [
        ("Vertical ratio was 1.6 points lower than expected.", "en", True),
        ("Vertical ratio was 6.6%, 1.6 points lower than expected.", "en", True),
        ("Vertical ratio was 6.6%, 1.6% lower than expected.", "en", False),
        ("Vertical ratio was 1.6 percentage points lower than expected.", "en", True),
        ("Vertical ratio was 19.3% lower than expected.", "en", True),
        ("Vertical ratio was 1.6% lower than expected.", "en", False),
        ("Vertical ratio was 19.3 points lower than expected.", "en", False),
        ("垂直比率は想定より1.6ポイント小さくなりました。", "ja", True),
        ("垂直比率は想定より19.3%小さくなりました。", "ja", True),
        ("垂直比率は想定より1.6%小さくなりました。", "ja", False),
        ("垂直比率は想定より19.3ポイント小さくなりました。", "ja", False),
    ],
)
def test_a_percentage_of_a_ratio_is_read_as_relative_and_points_as_they_are(
    text: str, lang: Lang, is_true: bool
) -> None:
    (sentence,) = read_sentences(text, FACTS, lang)
    assert sentence.claims, text
    assert all_hold(sentence.claims, FACTS) is is_true


def _far_in_vertical_ratio() -> RunKnown:
    """A run whose vertical ratio leads, its difference rounded otherwise than those of its ends."""
    for known in map(known_run, range(200)):
        evaluation = known.evaluation
        if evaluation is None or evaluation.is_short or "vr" not in evaluation.metrics:
            continue
        if evaluation.metrics["vr"].basis != "personal":
            continue
        verdict = replace(
            evaluation.metrics["vr"],
            actual=6.56, expected=8.13, z=-9.0, rank_pct=None,
            interval_50=(8.0, 8.3), interval_80=(7.6, 8.7), interval_90=(7.2, 9.2),
        )  # fmt: skip
        metrics = {**evaluation.metrics, "vr": verdict}
        return replace(known, evaluation=replace(evaluation, metrics=metrics))
    raise AssertionError("no run with a vertical ratio")


@pytest.mark.parametrize(("lang", "pattern"), [("en", r"[\d.]+ points"), ("ja", r"[\d.]+ポイント")])
def test_a_section_says_a_difference_of_percentages_in_the_points_of_the_form_page(
    lang: Lang, pattern: str
) -> None:
    known = _far_in_vertical_ratio()
    assert known.evaluation is not None
    shown = re.search(pattern, headline(known.evaluation, lang))
    assert shown is not None
    offers = {offer.id: in_language(offer.wording, lang) for offer in menu_of(known)}
    texts = [text for name, text in offers.items() if name.startswith("form.vr.")]
    assert any(shown.group() in text for text in texts), (shown, texts)
