"""Every text has its translations, of the same slots, and the catalogues are fresh."""

from __future__ import annotations

import re
import string

import pytest
from babel.messages.catalog import Catalog

from hakaru.core.i18n import LANGUAGES, SOURCE_LANGUAGE, in_context, say, translate, with_forms
from tools import messages

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_COUNTS = re.compile(
    r"\{(\w+)\} (?:\w+ )?"
    r"(runs|sessions|days|repetitions|splits|metrics|reps|strides|duplicates)\b(?!>)"
)
ALWAYS_MANY = ("The {n} repetitions averaged", "The {n} splits compared averaged")
"""Beginnings of texts that are shown of two or more only."""
SLOTS_BESIDE = {"beyond"}
"""Slots that are always given beside those of the English text."""
OTHERS = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


def slots(template: str) -> set[str]:
    """The names in braces; how a number is written is the translator's."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.fixture(scope="module", params=OTHERS)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return messages.updated(request.param)


def test_the_catalogue_holds_exactly_the_texts_of_the_program(catalogue: Catalog) -> None:
    folder = messages.LOCALE
    stored = tuple(
        (folder / f"{catalogue.locale}.{ending}").read_bytes() for ending in ("po", "mo")
    )
    assert messages.written(catalogue) == stored, "run `python -m tools.messages`"
    assert messages.untranslated(catalogue) == []


def test_a_translation_asks_for_no_other_slots_than_its_text(catalogue: Catalog) -> None:
    unlike = [
        (entry.id, entry.string)
        for entry in catalogue
        if entry.id and not slots(str(entry.string)) <= slots(str(entry.id)) | SLOTS_BESIDE
    ]
    assert unlike == []


_EXAMPLES = re.compile(r"\(e\.g\. [^)]*\)|(?<=should contain )\S+")


def test_english_holds_no_japanese_but_phrases_given_as_examples() -> None:
    texts = [_EXAMPLES.sub("", text) for _, _, text in messages.texts()]
    assert [text for text in texts if _JAPANESE.search(text)] == []


def test_no_english_text_counts_without_knowing_one_from_many() -> None:
    counting = {text for _, _, text in messages.texts() if _COUNTS.search(text)}
    assert {text for text in counting if not text.startswith(ALWAYS_MANY)} == set()


@pytest.mark.parametrize(
    ("n", "text"),
    [(0, "0 runs have"), (1, "1 run has"), ("1", "1 run has"), (1.0, "1.0 runs have")],
)
def test_the_number_chooses_between_one_and_many(n: object, text: str) -> None:
    assert say("{n} <n:run has|runs have>", "en", n=n) == text


def test_a_language_without_plurals_takes_the_one_form() -> None:
    assert with_forms("{n} <n:回|x>", {"n": 7}, "ja") == "{n} 回"


def test_a_template_without_a_choice_stays_as_it_is() -> None:
    assert with_forms("{n} < 3 | 4 > {m}", {"n": 1, "m": 2}) == "{n} < 3 | 4 > {m}"


def test_one_english_text_has_the_translation_of_its_place() -> None:
    assert translate("Run", "ja") != translate(in_context("kind", "Run"), "ja")
    assert translate(in_context("kind", "Run"), "en") == "Run"


def test_a_slot_may_have_any_name() -> None:
    assert say("{text} in {lang}", "en", text="words", lang="ja") == "words in ja"


def test_a_text_that_no_catalogue_has_stays_english() -> None:
    assert say("{who} wrote this", "ja", who="Nobody") == "Nobody wrote this"
    assert translate("", "ja") == ""
