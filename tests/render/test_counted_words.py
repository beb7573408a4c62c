"""One and many read differently in English, in every text that counts."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from hakaru.present import words, words_session, words_terminal
from hakaru.present import words_athlete as words_physiology
from hakaru.present import words_session as words_rating
from hakaru.present import words_session as words_similar
from hakaru.present import words_terminal as words_trends
from hakaru.present import words_training as words_load
from hakaru.present import words_training as words_next
from hakaru.present.words import Word, counted, say
from hakaru.surfaces.cli.language import SESSION_WORDS

TABLES = (words, words_load, words_next, words_physiology, words_rating, words_session,
          words_similar, words_terminal, words_trends)  # fmt: skip
_COUNTS = re.compile(
    r"\{(\w+)\} (?:\w+ )?"
    r"(runs|sessions|days|repetitions|splits|metrics|reps|strides|duplicates)\b(?!>)"
)


def english_entries() -> Iterable[str]:
    for module in TABLES:
        for table in vars(module).values():
            if isinstance(table, dict):
                yield from (one.en for one in table.values() if isinstance(one, Word))
    yield from (en for _, en in SESSION_WORDS.values())


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0 runs of the last 28 days have"),
        (1, "1 run of the last 28 days has"),
        ("1", "1 run of the last 28 days has"),
        (12, "12 runs of the last 28 days have"),
    ],
)
def test_the_number_chooses_between_one_and_many(n: object, text: str) -> None:
    assert say(words_load.LOAD["unknown"], "en", n=n).startswith(text)


def test_a_template_without_a_choice_stays_as_it_is() -> None:
    assert counted("{n} < 3 | 4 > {m}", {"n": 1, "m": 2}) == "{n} < 3 | 4 > {m}"


def test_no_english_text_counts_without_knowing_one_from_many() -> None:
    found = [text for text in english_entries() for _ in _COUNTS.finditer(text)]
    always_many = {words_next.NEXT["long_ago"].en}
    assert [text for text in found if text not in always_many] == []


def test_japanese_never_needs_the_choice() -> None:
    for module in TABLES:
        for table in vars(module).values():
            if isinstance(table, dict):
                assert not any("<" in one.ja for one in table.values() if isinstance(one, Word)), (
                    module.__name__
                )
