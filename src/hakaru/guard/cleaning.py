"""Text to and from a model: cleaned of what it must not hold, and what is wrong with it in words.

Control, direction-changing, invisible and unpaired characters can steer a terminal, forge what
stands around a text, or hide words from a reader that a model still reads.

A rule is a row here: its id, and what it says in Japanese and English.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from hakaru.core.i18n import N_, Lang, say
from hakaru.records import frozen

Severity = Literal["must", "should"]


@frozen
class Finding:
    """One broken rule. `path` points into the reply ("options[1].risks[0]"; "": the whole).

    `rule` is the id that tests, prompts and stored attempts cite. A `must` is corrected or the
    reply is rejected; a `should` travels with what was accepted.
    """

    rule: str
    path: str
    message: str
    severity: Severity = "must"


def musts(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that reject a reply."""
    return tuple(finding for finding in findings if finding.severity == "must")


ELLIPSIS = "…"

_EMOJI_JOINER = "\u200d"
_UNPAIRED = "\ufffd"
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d"
)
"""Letters and marks of other categories than Cf that leave nothing to see: text hides in them."""
_TAGS = range(0xE0100, 0xE01F0)
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*+[ -/]*+[@-~]?|\x1b[\]PX^_][^\x07\x1b]*+(?:\x07|\x1b\\)?|\x9b[0-?]*+[ -/]*+[@-~]?"
)
_TEMPLATE_TOKENS = re.compile(
    r"[<＜][|｜][^|｜<>＜＞]{0,60}[|｜][>＞]"
    r"|[<＜]/?(?:s|bos|eos|pad|unk|mask|think|thinking|tool_?calls?|tool_?responses?"
    r"|(?:start|end)_of_(?:turn|image|text)|function_?calls?|pyai:[\w-]{0,60})\s?[>＞]"
    r"|[<＜]{2}/?SYS[>＞]{2}"
    r"|[\[［]/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|IMG|B_INST|E_INST)[\]］]",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[<>\[\]|＜＞［］｜]")
_ROUNDS = 3
_RAW_PER_KEPT = 16

_LINK = re.compile(r"!?\[([^\[\]]{0,500})\]\([^()]{0,2000}\)")
_ADDRESS = re.compile(
    r"(?:[a-z0-9+.-]{0,30}://|(?<![a-z0-9])(?:www\.|(?:mailto|javascript|vbscript):(?=\S)"
    r"|data:(?=\w+/)))[!-~]*+",
    re.IGNORECASE,
)
_SHOWN_AS = str.maketrans({"<": "＜", ">": "＞"})


def clean(text: str, *, lines: bool = False) -> str:
    """Text without control, direction-changing and unpaired characters.

    Terminal escapes lose their escape character and bidirectional overrides vanish. One line, in
    which breaks are spaces; `lines`: line breaks and tabs stay, and so does the spacing.
    """
    if not text.isprintable():
        text = "".join(_harmless(character, lines=lines) for character in text)
    return text if lines else " ".join(text.split())


def for_model(text: str, *, most: int, lines: bool = False) -> str:
    """What of a foreign text goes into a prompt: NFC, nothing invisible, no chat-template token.

    At most `most` characters, an ellipsis standing for what was cut.
    """
    raw = text[: most * _RAW_PER_KEPT]
    visible = "".join(filter(_is_seen, _ESCAPES.sub(" ", raw)))
    normalised = unicodedata.normalize("NFC", clean(visible, lines=lines))
    for _ in range(_ROUNDS):
        normalised, n_found = _TEMPLATE_TOKENS.subn(" ", normalised)
        if not n_found:
            break
    else:
        normalised = _BRACKETS.sub(" ", normalised)
    return cut(normalised if lines else " ".join(normalised.split()), most)


def plain(text: str) -> str:
    """What may be shown of text that a model or a user wrote, whatever shows it.

    No raw HTML, no link or image, no address a reader could click on, no terminal escape, nothing
    direction-changing. Line breaks stay.
    """
    shown = clean(_ESCAPES.sub("", text), lines=True)
    for _ in range(_ROUNDS):
        shown, n_found = _LINK.subn(r"\1", shown)
        if not n_found:
            break
    shown = _ADDRESS.sub(ELLIPSIS, shown).translate(_SHOWN_AS)
    shown = re.sub(r"\](?=[(\[:])", "] ", shown)
    return re.sub(r"(?<=\w)@(?=\w)", "＠", shown)


def cut(text: str, most: int) -> str:
    """At most so many characters, an ellipsis standing for what was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + ELLIPSIS


def _is_seen(character: str) -> bool:
    """Whether a reader sees it, or it joins or shapes what a reader sees."""
    if character in _INVISIBLE or ord(character) in _TAGS:
        return False
    return unicodedata.category(character) not in ("Cf", "Cn", "Co", "Cs")


def _harmless(character: str, *, lines: bool) -> str:
    if lines and character in "\n\t":
        return character
    category = unicodedata.category(character)
    if category == "Cs":
        return _UNPAIRED
    if category in ("Cc", "Zl", "Zp"):
        return " "
    return "" if category == "Cf" and character != _EMOJI_JOINER else character


QUOTED_MOST = 80
STEP_MOST = 40
FINDINGS_MOST = 50

RULES: Mapping[str, str] = {
    "reply.empty": N_("the reply is empty"),
    "reply.too_large": N_("the reply has {n} bytes, more than the {limit} allowed"),
    "reply.truncated": N_("the reply ends before it is complete: be shorter"),
    "reply.filtered": N_("the reply was withheld by its provider"),
    "reply.not_json": N_("this is not JSON (character {at}: {what})"),
    "reply.not_object": N_("the reply is not a JSON object ({what})"),
    "reply.prose_around": N_("there is text around the JSON"),
    "reply.duplicate_key": N_("the key '{key}' occurs twice"),
    "reply.not_finite": N_("{value} is not allowed: only finite numbers are"),
    "reply.too_deep": N_("nested more than {limit} levels deep"),
    "reply.bad_character": N_("there is a control character ({code}) that is not allowed"),
    "schema.type": N_("must be {expected}, but is {actual}"),
    "schema.required": N_("'{key}' is missing"),
    "schema.additional": N_("there is no field '{key}'"),
    "schema.enum": N_("'{value}' is not allowed; allowed are: {allowed}"),
    "schema.min_items": N_("must have at least {limit} items, but has {n}"),
    "schema.max_items": N_("must have at most {limit} items, but has {n}"),
    "schema.min_length": N_("must have at least {limit} characters, but has {n}"),
    "schema.max_length": N_("must have at most {limit} characters, but has {n}"),
    "findings.more": N_("there are {n} more problems"),
}
"""What a broken rule of form says. `reply.` concerns reading it, `schema.` its shape."""


def finding(
    rule: str,
    path: str,
    *,
    lang: Lang,
    severity: Severity = "must",
    slots: Mapping[str, object] | None = None,
) -> Finding:
    """The finding of a broken rule of form; text among the `slots` is quoted and cut."""
    given = slots or {}
    quoted = {name: quote(slot) if isinstance(slot, str) else slot for name, slot in given.items()}
    message = say(RULES[rule], lang, **quoted)
    return Finding(rule=rule, path=path, message=message, severity=severity)


def capped(findings: Sequence[Finding], *, lang: Lang) -> tuple[Finding, ...]:
    """At most 50, those that reject first, and how many more there are."""
    if len(findings) <= FINDINGS_MOST:
        return tuple(findings)
    ranked = sorted(findings, key=lambda problem: problem.severity != "must")
    shown = ranked[: FINDINGS_MOST - 1]
    rest = ranked[FINDINGS_MOST - 1 :]
    more = finding(
        "findings.more", "", lang=lang, severity=rest[0].severity, slots={"n": len(rest)}
    )
    return (*shown, more)


def path_of(path: str, step: str | int) -> str:
    """One step further into a reply: "options[1].risks"; a key of a model's own is cut."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    name = step if step.isidentifier() and len(step) <= STEP_MOST else quote(step, most=STEP_MOST)
    return f"{path}.{name}" if path else name


def quote(text: str, *, most: int = QUOTED_MOST) -> str:
    """Text a model or a user made, as it may stand in a message: one short line, no brackets."""
    return for_model(text, most=most).replace("<", "‹").replace(">", "›")
