"""Plain sentences in both languages about facts of every kind: read, and only where true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.guard.claims import Facts, all_hold
from hakaru.running.claims.read import read_sentences
from tests.running.claims import cases_ja, mutants_en

_HERE = Path(__file__).parent


@cache
def _runs() -> dict[str, Facts]:
    return cases_ja.told(str(_HERE / "runs_ja.json"))


def _language(text: str) -> Lang:
    return "en" if text.isascii() else "ja"


@cache
def _sentences() -> tuple[tuple[str, str], ...]:
    lines = (_HERE / "sentences_plain.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.partition("|") for line in lines if not line.startswith("#"))
    return tuple((day, text) for day, _, text in rows)


def _is_finding(day: str, text: str) -> bool:
    facts = _runs()[day]
    sentences = read_sentences(text, facts, _language(text))
    claims = [sentence.claims for sentence in sentences]
    return all(claims) and all_hold([claim for own in claims for claim in own or ()], facts)


def _falsified(text: str) -> Iterator[str]:
    if _language(text) == "en":
        yield from (changed for _, changed in mutants_en.mutants(text))
    else:
        yield from cases_ja.mutants(text)


def test_every_plain_sentence_is_read_and_true() -> None:
    assert [text for day, text in _sentences() if not _is_finding(day, text)] == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_plain_sentence_that_is_made_false_is_no_finding(lang: Lang) -> None:
    own = [(day, text) for day, text in _sentences() if _language(text) == lang]
    changed = [(day, false) for day, text in own for false in _falsified(text)]
    assert len(changed) > 500
    assert [false for day, false in changed if _is_finding(day, false)] == []


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("11-17", "接地239ms、上下動9.7cm、上下動比6.5%はいずれも普段の範囲内でした。"),
        ("11-22", "フォームは星4つ、セッションは星4つです。"),
        ("11-22", "最後の2kmは5:37と5:45でした。"),
        ("11-22", "The second half was 1.6 seconds per kilometre slower than the first."),
        ("11-22", "Pace variation in the main part was 3.4%, above the 5% limit."),
        ("11-20", "The cool-down was the fastest part at 5:41/km."),
        ("11-20", "In the warm-up heart rate rose by 24 beats."),
        ("10-25", "Three metrics need improvement: vertical oscillation and vertical ratio."),
    ],
)
def test_what_is_near_to_it_and_false_is_no_finding(day: str, text: str) -> None:
    assert not _is_finding(day, text)


def test_a_figure_that_can_be_of_nothing_named_makes_a_note_and_no_refusal() -> None:
    facts = _runs()["11-22"]
    (sentence,) = read_sentences("Pace was 0:02/km.", facts, "en")
    assert sentence.claims is None
