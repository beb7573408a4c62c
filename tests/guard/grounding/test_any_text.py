"""Does the judge read any text at all, and long ones in a bounded time?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.check import grounded
from hakaru.running.sections.vocabulary import RUNNING
from tests.guard.grounding.known import judged

PIECES = (
    "接地時間", "GCT", "垂直比率", "pace", "258ms", "261.5 ms", "-1.3%", "7:11/km", "★★★",
    "10月25日", "期待値", "expected", "より", "than", "短い", "longer", "良好", "ない", "not ",
    "needs improvement", "のため", "due to ", "3km目", "lap 3", "(", ")", "、", "。", ", ", ". ",
    "\n", "約", "〜", "-", "と", "twice", "半分", "十", "two hundred", "Oct 25", "/", ":", "'", " ",
)  # fmt: skip


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    judgement = judged(text)
    assert all(claim.text for claim in judgement.claims)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_claims_stand_in_order_and_do_not_overlap(text: str) -> None:
    claims = judged(text).claims
    ends = [claim.end for claim in claims]
    assert all(end <= claim.start for end, claim in zip(ends, claims[1:], strict=False))


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_a_text_is_judged_the_same_twice(text: str) -> None:
    assert judged(text) == judged(text)


@given(st.sampled_from(("ms", "cm", "%", "spm", "bpm", "km", "W")), st.integers(300, 99999))
def test_no_number_passes_without_evidence(unit: str, number: int) -> None:
    assert grounded(f"{number}{unit}", Evidence(facts=()), vocabulary=RUNNING).unsupported


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "piece",
    [
        "1", "1.", "12,345,", "-1", "★", "(", "()", "GCT、", "gct ", "258ms", "shorter ", "良好",
        "ない", "1:1", "1分", "due to ", "3km目", "one hundred ", "百", "\n", "10月", "oct 1 ",
    ],
)  # fmt: skip
def test_a_hundred_thousand_characters_of_anything_are_read(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    judgement = judged(text)
    assert all(text[claim.start : claim.end] == claim.text for claim in judgement.claims)
