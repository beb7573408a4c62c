"""How does one of our English sentences read in Japanese?

The English sentence is what is raised, stored, logged and given as JSON; a surface that shows it to
a person asks here. A row of the tables is an English template and its Japanese one with the same
`{slots}`. A sentence that no row knows (another program's, another person's) stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hakaru.render.sentences_care import CARE
from hakaru.render.sentences_errors import ERRORS
from hakaru.render.sentences_files import FILES
from hakaru.render.sentences_focus import FOCUS
from hakaru.render.sentences_garmin import GARMIN
from hakaru.render.sentences_issues import ISSUES
from hakaru.render.sentences_mcp import MCP
from hakaru.render.sentences_models import MODELS
from hakaru.render.sentences_names import NAMES
from hakaru.render.sentences_output import OUTPUT
from hakaru.render.sentences_proposals import PROPOSALS
from hakaru.render.sentences_queries import QUERIES
from hakaru.render.sentences_reads import READS
from hakaru.render.sentences_usage import USAGE
from hakaru.render.sentences_web import WEB
from hakaru.render.words_session import TYPES
from hakaru.running.wording import Lang

TABLES: tuple[Mapping[str, str], ...] = (
    CARE,
    ERRORS,
    FILES,
    FOCUS,
    GARMIN,
    ISSUES,
    MCP,
    MODELS,
    OUTPUT,
    PROPOSALS,
    QUERIES,
    READS,
    USAGE,
    WEB,
)
"""Every row; an English template stands in one table only."""

SENTENCE_SLOTS = frozenset({"expected", "formats", "holder", "reason", "subject"})
"""Slots that hold another sentence of ours, or a part of one."""
NAME_SLOTS = frozenset({"columns", "document", "sport", "sports"})
"""Slots that hold names of sports, files or documents, some with a count before them."""
TYPE_SLOTS = frozenset({"runs"})
"""Slots in which kinds of training stand at the end of a bracket."""
NUMBER_SLOTS = frozenset(
    {
        "activity_id", "distance", "duration", "high", "kept", "limit", "low", "method", "n",
        "newest", "offset", "pid", "size", "speed", "status", "total", "version", "waited",
    }
)  # fmt: skip
"""Slots that hold one number and nothing else, so that a row fits no more than it means."""

_OUTERMOST = "{reason} (at byte {offset})"
"""An offset is put behind any reason, so it is taken off first."""

_DEEPEST = 8
"""Sentences inside sentences that are looked at; ours are three deep."""

_SLOT = re.compile(r"\{(\w+)\}")
_TYPE = re.compile(r", ([a-z ]+)\)")
_NAME = re.compile(r"(?:(\d+) )?([A-Za-z][A-Za-z0-9]*(?:[_ ][A-Za-z0-9]+)*)")


class _Row(NamedTuple):
    """One template: its fixed pieces in order, and what it reads like in Japanese."""

    en: str
    ja: str
    pieces: tuple[str, ...]


def in_language(sentence: str, lang: Lang) -> str:
    """The sentence in the language, or unchanged where no row knows it.

    Where several rows fit, that with the longest fixed beginning wins, then that with the most
    fixed text.
    """
    return sentence if lang == "en" else _in_japanese(sentence, depth=0)


def _in_japanese(sentence: str, *, depth: int) -> str:
    whole = _by_english().get(sentence)
    if whole is not None:
        return whole
    for row in _rows() if depth < _DEEPEST else ():
        if sentence.startswith(row.pieces[0]) and all(piece in sentence for piece in row.pieces):
            match = _pattern(row.en).fullmatch(sentence)
            if match is not None:
                return _filled(row.ja, match.groupdict(), depth=depth)
    return sentence


def _filled(template: str, values: Mapping[str, str], *, depth: int) -> str:
    return _SLOT.sub(lambda slot: _worded(slot[1], values[slot[1]], depth=depth), template)


def _worded(slot: str, value: str, *, depth: int) -> str:
    """What fills a slot, itself in Japanese where it is ours to word."""
    if slot in SENTENCE_SLOTS:
        return _in_japanese(value, depth=depth + 1)
    if slot in TYPE_SLOTS:
        return _TYPE.sub(_type_name, value).replace("; ", "、")
    return _named(value) if slot in NAME_SLOTS else value


def _named(names: str) -> str:
    """'3 cycling, 2 yoga' as 'サイクリング 3 件、ヨガ 2 件'; unknown names stay."""
    return _NAME.sub(lambda match: _name(match[2], count=match[1]), names).replace(", ", "、")


def _type_name(match: re.Match[str]) -> str:
    """', long run)' as '、ロング走)'; an unknown kind stays."""
    training_type = TYPES.get(match[1].replace(" ", "_"))
    return match[0] if training_type is None else f", {training_type.ja})"


def _name(name: str, *, count: str | None) -> str:
    worded = NAMES.get(name.replace("_", " ").lower(), name)
    return worded if count is None else f"{worded} {count} 件"


@cache
def _by_english() -> Mapping[str, str]:
    return {en: ja for table in TABLES for en, ja in table.items()}


@cache
def _rows() -> tuple[_Row, ...]:
    """The rows with slots, the most telling first."""
    rows = [
        _Row(en, ja, tuple(_SLOT.split(en)[::2]))
        for en, ja in _by_english().items()
        if _SLOT.search(en)
    ]
    return tuple(sorted(rows, key=_rank))


def _rank(row: _Row) -> tuple[bool, int, int]:
    return row.en != _OUTERMOST, -len(row.pieces[0]), -len("".join(row.pieces))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = _SLOT.split(template)
    fixed, slots = parts[::2], parts[1::2]
    body = "".join(
        f"(?P<{slot}>{_accepts(slot)}){re.escape(text)}"
        for slot, text in zip(slots, fixed[1:], strict=True)
    )
    return re.compile(re.escape(fixed[0]) + body, re.DOTALL)


def _accepts(slot: str) -> str:
    if slot in NUMBER_SLOTS:
        return r"-?[0-9][0-9.e+-]*"
    return r"\S+" if slot == "document" else r".+?"
