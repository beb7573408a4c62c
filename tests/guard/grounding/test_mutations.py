"""Are true sentences accepted and false ones caught, for every way to be false?

A small seeded run of what `python -m benchmarks grounding` measures in full.
"""

from __future__ import annotations

from collections import Counter

import pytest
from benchmarks.grounding.mutations import MUTATIONS, PARTS, templates
from benchmarks.grounding.run import false_sentences, is_caught, run, true_sentences

_FALSE = 840
_TRUE = 1200


def test_there_are_templates_enough_to_mean_something() -> None:
    rows = [row for lang in ("ja", "en") for part in PARTS for row in templates(lang, part)]
    assert len(set(rows)) >= 200


def test_true_sentences_are_accepted() -> None:
    alarms = [sentence.text for sentence in true_sentences(_TRUE, seed=21) if is_caught(sentence)]
    assert len(alarms) <= _TRUE // 1000, alarms


@pytest.mark.parametrize("kind", MUTATIONS)
def test_false_sentences_are_caught(kind: str) -> None:
    own = [sentence for sentence in false_sentences(_FALSE, seed=22) if sentence.kind == kind]
    missed = [sentence.text for sentence in own if not is_caught(sentence)]
    assert len(missed) <= max(1, len(own) // 50), missed


@pytest.mark.soak
def test_every_kind_language_and_part_is_measured() -> None:
    figures = run(quick=True)
    kinds = figures["caught_pct_by_kind"]
    assert isinstance(kinds, dict)
    assert set(kinds) == set(MUTATIONS)
    assert set(Counter(sentence.part for sentence in true_sentences(60, seed=1))) == set(PARTS)
