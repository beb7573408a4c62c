"""Texts in the reader's language: English in the source, the others in `locale/*.po`.

A text is its own key: `say("{n} <n:run|runs> stored", lang, n=2)`. Where it stands in a table it is
marked `N_("...")`, so that it is found when the catalogues are made (`python -m tools.messages`);
where one English text has two translations, `in_context("column", "Time")` keeps them apart.

`<n:run|runs>` chooses a form by the number in slot `n`, by the plural rule of the language, so that
one text may hold several counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from gettext import GNUTranslations, c2py
from importlib.resources import files
from typing import Literal

Lang = Literal["ja", "en"]
LANGUAGES: tuple[Lang, ...] = ("ja", "en")
SOURCE_LANGUAGE: Lang = "en"

_CONTEXT = "\x04"
"""Between the context of a text and the text, as gettext's catalogues have it."""
_PLURAL = re.compile(r"plural=([^;]+)")
_FORMS = re.compile(r"<(\w+):([^<>]*\|[^<>]*)>")


def N_(text: str) -> str:  # noqa: N802 - the name that every extractor of messages knows
    """Mark a text that is translated where it is shown."""
    return text


def in_context(context: str, text: str) -> str:
    """Mark a text whose translation depends on where it stands."""
    return f"{context}{_CONTEXT}{text}"


def translate(text: str, lang: Lang) -> str:
    """The text in the language, its slots not filled; what no catalogue has stays English."""
    if text and lang != SOURCE_LANGUAGE:
        text = _translations(lang).gettext(text)
    return text.rpartition(_CONTEXT)[2]


def say(text: str, lang: Lang, **values: object) -> str:
    """The text in the language, its slots filled."""
    return with_forms(translate(text, lang), values, lang).format(**values)


def with_forms(template: str, values: Mapping[str, object], lang: Lang = "en") -> str:
    """A template with the forms chosen that go with the numbers which will fill it."""

    def chosen(match: re.Match[str]) -> str:
        forms = match[2].split("|")
        return forms[min(_form(str(values[match[1]]), lang), len(forms) - 1)]

    return _FORMS.sub(chosen, template)


def _form(number: str, lang: Lang) -> int:
    """Index of the form for a number as it is written; what is no whole number counts as many."""
    if lang == SOURCE_LANGUAGE or not number.isdecimal():
        return 0 if number == "1" else 1
    return _plural_rule(lang)(int(number))


@cache
def _translations(lang: Lang) -> GNUTranslations:
    with files("hakaru").joinpath("locale", f"{lang}.mo").open("rb") as compiled:
        return GNUTranslations(compiled)


@cache
def _plural_rule(lang: Lang) -> Callable[[int], int]:
    """Which form goes with a number: the `Plural-Forms` of the language's catalogue."""
    plural = _PLURAL.search(_translations(lang).info().get("plural-forms", ""))
    return c2py(plural[1] if plural else "0")
