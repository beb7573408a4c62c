"""What is left of text that a user, a device or a model wrote, before it is shown or sent on?

Control, direction-changing, invisible and unpaired characters can steer a terminal, forge what
stands around a text, or hide words from a reader that a model still reads.
"""

from __future__ import annotations

import re
import unicodedata

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
