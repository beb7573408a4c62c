"""What click says, in the language of the reader.

Click hands out finished English sentences, so these few, and no others, are known by their pattern.
"""

from __future__ import annotations

import re
from functools import cache

import click

from hakaru.core.i18n import N_, Lang, Message, in_language, message

_SENTENCES = (
    # the longer of two that begin alike comes first
    N_("No such command {name}. (Did you mean one of: {guesses}?)"),
    N_("No such command {name}. Did you mean {guess}?"),
    N_("No such command {name}."),
    N_("No such option {name}. (Did you mean one of: {guesses}?)"),
    N_("No such option {name}. Did you mean {guess}?"),
    N_("No such option {name}."),
    N_("Missing argument {name}."),
    N_("Missing command."),
    N_("Missing option {name}."),
    N_("Option {name} requires an argument."),
    N_("Option {name} does not take a value."),
    N_("Got unexpected extra argument ({names})"),
    N_("Got unexpected extra arguments ({names})"),
    N_("Invalid value for {name}: {reason}"),
    N_("{value} is not one of {choices}."),
    N_("{value} is not a valid integer."),
    # pages of help
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("{help}  [default: {value}]"),
    N_("{help}  [required]"),
)
_SLOT = re.compile(r"\{(\w+)\}")


def error_words(error: click.UsageError, lang: Lang) -> str:
    """What is wrong with a command line."""
    sentence, reason = _read(error.format_message()), error.message
    if not isinstance(sentence, Message):
        return in_language(sentence, lang)
    values = dict(sentence.values or {})
    if "reason" in values:
        values["reason"] = reason if isinstance(reason, Message) else _read(str(values["reason"]))
    return in_language(message(sentence.template, **values), lang)


def help_words(text: str, lang: Lang) -> str:
    """One text of a page of help."""
    return in_language(_read(text), lang)


def _read(text: str) -> str:
    """The text with what it was made of, if it is one of click's."""
    for template, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            return message(template, **match.groupdict())
    return text


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    made = []
    for template in _SENTENCES:
        fixed, slots = _SLOT.split(template)[::2], _SLOT.findall(template)
        body = "".join(
            f"(?P<{slot}>.+?){re.escape(text)}" for slot, text in zip(slots, fixed[1:], strict=True)
        )
        made.append((template, re.compile(re.escape(fixed[0]) + body, re.DOTALL)))
    return tuple(made)
