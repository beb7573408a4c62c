"""Texts in the reader's language: English in the source, the others in `locale/*.po`.

A text is its own key: `say("{n} <n:run|runs> stored", lang, n=2)`. Where it stands in a table it is
marked `N_("...")`, so that it is found when the catalogues are made (`python -m tools.messages`);
where one English text has two translations, `in_context("column", "Time")` keeps them apart. In a
template it is `say("Close")`, made by `say_in`.

`<n:run|runs>` chooses a form by the number in slot `n`, by the plural rule of the language, so that
one text may hold several counts.

Errors, refusals and doubts are made before it is known who reads them: `message("no run {id} is
stored", id=7)` is the English sentence, which still knows its template and values, so that
`in_language` words it for a reader. A length or a pace in it is a `Quantity`, and a reader is a
`Locale`: a language together with the lengths that he or she wants.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from importlib.resources import files
from typing import Any, Literal

from hakaru.core.quantity import UNITS, Lengths, Quantity, Unit


class Locale(str):
    """A language together with the lengths of its reader. It is the code of the language to all
    that takes one, also as a key: what is kept by language is kept in kilometres."""

    __slots__ = ("lengths",)

    lengths: Lengths

    def __new__(cls, code: str, lengths: Lengths = "km") -> Locale:
        """`code` is that of a language."""
        made = super().__new__(cls, code)
        made.lengths = lengths
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """By its parts."""
        return Locale, (str.__str__(self), self.lengths)


Language = Literal["ja", "en"]
Lang = Language | Locale
"""What words take: the code alone, or the locale of a reader."""
LANGUAGE_NAMES: Mapping[Language, str] = {"ja": "日本語", "en": "English"}
"""Each in its own words; a further one is an entry here and a `.po` beside the others."""
LANGUAGES: tuple[Language, ...] = tuple(LANGUAGE_NAMES)
DEFAULT_LANGUAGE: Language = "ja"
SOURCE_LANGUAGE: Language = "en"

_CONTEXT = "\x04"
"""Between the context of a text and the text, as gettext's catalogues have it."""
_PLURAL = re.compile(r"plural=([^;]+)")
_FORMS = re.compile(r"<(\w+):([^<>]*\|[^<>]*)>")


def language_named(code: str | None) -> Language | None:
    """The language with that code ('ja', 'en-GB'); None: we have none."""
    wanted = (code or "").strip().lower()[:2]
    return next((lang for lang in LANGUAGES if lang == wanted), None)


def lengths_of(lang: Lang) -> Lengths:
    """How the reader wants lengths; of a language alone nothing but kilometres is known."""
    return lang.lengths if isinstance(lang, Locale) else "km"


def length_unit(lang: Lang) -> Unit:
    """The unit of figures whose unit stands elsewhere: over a column, at an axis."""
    return UNITS[lengths_of(lang)][0]


def in_one_unit(lang: Lang) -> Lang:
    """The same reader where there is room for one unit only: in a picture."""
    return Locale(lang, length_unit(lang))


def N_(text: str) -> str:  # noqa: N802 - the name that every extractor of messages knows
    """Mark a text that is translated where it is shown."""
    return text


def in_context(context: str, text: str) -> str:
    """Mark a text whose translation depends on where it stands."""
    return f"{context}{_CONTEXT}{text}"


LIST = in_context("list", "{first}, {rest}")
SEMICOLONS = in_context("list", "{first}; {rest}")
PLUS = in_context("list", "{first} + {rest}")


def translate(text: str, lang: Lang) -> str:
    """The text in the language, its slots not filled; what no catalogue has stays English."""
    if text and lang != SOURCE_LANGUAGE:
        text = _translations(lang).gettext(text)
    return text.rpartition(_CONTEXT)[2]


def say(text: str, lang: Lang, /, **values: object) -> str:
    """The text in the language, its slots filled; lengths and paces as the reader wants them, and
    `{length_unit}` with the unit that stands beside bare figures."""
    worded = {
        name: value.worded(lengths_of(lang)) if isinstance(value, Quantity) else value
        for name, value in values.items()
    }
    return with_forms(translate(text, lang), values, lang).format(
        **{"length_unit": length_unit(lang), **worded}
    )


def say_in(lang: Lang) -> Callable[..., str]:
    """`say` in one language, for templates."""

    def say_there(text: str, /, **values: object) -> str:
        return say(text, lang, **values)

    return say_there


class Message(str):
    """A finished English sentence that knows what it was made of.

    To everything that takes text it is the sentence. What is cut from it or put together with `+`
    is plain text; as a value of another message it stays what it is.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, str | float] | None
    """None: the text has no slots, though it may have braces."""

    def __new__(
        cls, text: str, template: str, values: Mapping[str, str | float] | None = None
    ) -> Message:
        """`text` is the finished sentence; `message` makes it of the other two."""
        made = super().__new__(cls, text)
        made.template, made.values = template, values
        return made

    def __str__(self) -> str:
        """Itself: `str(error)` of an error that was raised with a message still knows it."""
        return self

    def changed(self, change: Callable[[str], str]) -> Message:
        """The same with every text in it changed, such as a name that is not to be shown."""
        values = {name: _changed(value, change) for name, value in (self.values or {}).items()}
        text = change(str.__str__(self))
        return Message(text, self.template, None if self.values is None else values)

    def __reduce__(self) -> tuple[object, ...]:
        """By its parts: pickled and copied it stays a message."""
        return Message, (str.__str__(self), self.template, self.values)


def _changed(value: str | float, change: Callable[[str], str]) -> str | float:
    if isinstance(value, Message):
        return value.changed(change)
    return change(value) if isinstance(value, str) and not isinstance(value, Quantity) else value


def message(template: str, /, **values: object) -> Message:
    """The sentence in English, to be worded in other languages where it is shown."""
    kept = {
        name: value if isinstance(value, str | float | int) else str(value)
        for name, value in values.items()
    }
    return Message(say(template, SOURCE_LANGUAGE, **kept), template, kept)


def term(text: str, *, key: str | None = None) -> Message:
    """Words of another program (a sport, a reason of the system), translated where they are marked.

    `key` is the marked text where it differs from what is shown in English. A message stays one.
    """
    if isinstance(text, Message):
        return text
    return Message(text, text if key is None else key)


def in_language(text: str, lang: Lang) -> str:
    """A message in the language with what it holds; other text where a catalogue has it whole."""
    if isinstance(text, Quantity):
        return text.worded(lengths_of(lang))
    if lang == SOURCE_LANGUAGE and lengths_of(lang) == "km":
        return text
    if not isinstance(text, Message):
        return text if lang == SOURCE_LANGUAGE else translate(text, lang)
    if text.values is None:
        worded = translate(text.template, lang)
        return text if worded == translate(text.template, SOURCE_LANGUAGE) else worded
    return say(
        text.template,
        lang,
        **{
            name: in_language(value, lang) if isinstance(value, Message) else value
            for name, value in text.values.items()
        },
    )


def differs(text: str, lang: Lang) -> bool:
    """Whether it says a length or a pace that this reader wants in another unit."""
    if isinstance(text, Quantity):
        return lengths_of(lang) != "km"
    values = text.values or {} if isinstance(text, Message) else {}
    return any(differs(value, lang) for value in values.values() if isinstance(value, str))


def parts_of(text: str) -> str | None:
    """What a message was made of, as JSON to be stored beside the text; None: it is plain text."""
    return json.dumps(_parts(text), ensure_ascii=False) if isinstance(text, Message) else None


def with_parts(text: str, parts: str | None) -> str:
    """The text as it was before `parts_of`."""
    return text if parts is None else _rebuilt(text, json.loads(parts))


def _parts(text: Message) -> dict[str, object]:
    if text.values is None:
        return {"template": text.template}
    values = {name: _part(value) for name, value in text.values.items()}
    return {"template": text.template, "values": values}


def _part(value: str | float) -> object:
    if isinstance(value, Quantity):
        return {"quantity": value.kind, "value": value.value, "decimals": value.decimals}
    return {"text": value, **_parts(value)} if isinstance(value, Message) else value


def _rebuilt(text: str, parts: Mapping[str, Any]) -> Message:
    if "values" not in parts:
        return Message(text, parts["template"])
    values = {name: _rebuilt_part(value) for name, value in parts["values"].items()}
    return Message(text, parts["template"], values)


def _rebuilt_part(part: Any) -> str | float:
    if not isinstance(part, dict):
        value: str | float = part
        return value
    if "quantity" in part:
        return Quantity(part["quantity"], part["value"], part["decimals"])
    return _rebuilt(part["text"], part)


def joined(sentences: Iterable[str], lang: Lang) -> str:
    """Sentences one after another, as a language writes them."""
    return ("" if lang == "ja" else " ").join(sentences)


def listed(texts: Sequence[str], template: str = LIST) -> str:
    """Texts in a row, each of which may be a message; `template` joins two."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    half = len(texts) // 2
    first, rest = listed(texts[:half], template), listed(texts[half:], template)
    return message(template, first=first, rest=rest)


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
def _translations(lang: Lang) -> NullTranslations:
    """A language whose catalogue is not made yet reads as English."""
    catalogue = files("hakaru").joinpath("locale", f"{lang}.mo")
    if not catalogue.is_file():
        return NullTranslations()
    with catalogue.open("rb") as compiled:
        return GNUTranslations(compiled)


@cache
def _plural_rule(lang: Lang) -> Callable[[int], int]:
    """Which form goes with a number: the `Plural-Forms` of the language's catalogue."""
    plural = _PLURAL.search(_translations(lang).info().get("plural-forms", ""))
    return c2py(plural[1] if plural else "0")
