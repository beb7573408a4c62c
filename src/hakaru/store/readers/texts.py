"""Which section analyses does a run have, and where do stored texts say certain words?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hakaru.core.errors import NotRecorded, ReplyTooLarge
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import (
    REPLY_BYTES,
    Bounded,
    Content,
    checked_size,
    size_bytes,
)
from hakaru.store.sections import (
    FoundText,
    SectionType,
    StoredSection,
    TextQuery,
    current_sections,
    find_texts,
)

ALL_SECTIONS_WARNING = (
    "deprecated without a section: name one, or use extract_insights() to search all texts"
)
_SHOWN_CHARACTERS = 160
_MARKS_BYTES = 72
"""Of a hit: where it is and its text reach a model with a mark each."""
_SECTIONS_PLACE = "section_analyses."


@dataclass(frozen=True, kw_only=True)
class SectionAnalyses(Bounded):
    """The current section analyses of a run; one where a section was asked for."""

    run: Run
    sections: tuple[StoredSection, ...]
    warning: str | None

    @property
    def content(self) -> Content:
        """What their authors wrote, by section."""
        return {
            **({} if self.warning is None else {"warning": self.warning}),
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "sections": [
                {
                    "section_type": section.section_type,
                    "agent_name": section.agent_name,
                    "agent_version": section.agent_version,
                    "created_at": None
                    if section.created_at is None
                    else section.created_at.isoformat(),
                    "n_earlier": section.n_earlier,
                    "outdated": section.outdated,
                    "analysis_data": section.data,
                }
                for section in self.sections
            ],
        }

    @property
    def reply(self) -> Content:
        """The content. Raises ReplyTooLarge where it is over the budget."""
        n = size_bytes(self.content)
        if n > self.limit_bytes:
            raise ReplyTooLarge(
                f"max_output_size = {self.limit_bytes} is not at least {n}, the bytes of this "
                "reply; use extract_insights() to search it"
            )
        return self.content


@dataclass(frozen=True, kw_only=True)
class Insight:
    """A stored text around the words looked for. `where` is table and column, for an analysis also
    the path inside it."""

    activity_id: int
    day: str
    where: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Insights(Bounded):
    """Stored texts that hold every word, newest run first; `n_found` counts all of them."""

    words: tuple[str, ...]
    n_found: int
    hits: tuple[Insight, ...]

    @property
    def content(self) -> Content:
        """Every hit that was read."""
        return self._with(self.hits)

    @property
    def reply(self) -> Content:
        """As many hits as the budget holds; `n_found` and `n_shown` say what was left out."""
        hits = list(self.hits)
        while hits and size_bytes(self._with(hits)) + len(hits) * _MARKS_BYTES > self.limit_bytes:
            hits.pop()
        return self._with(hits)

    def _with(self, hits: Sequence[Insight]) -> Content:
        return {
            "keywords": list(self.words),
            "n_found": self.n_found,
            "n_shown": len(hits),
            "hits": [vars(hit) for hit in hits],
        }


class TextReader(BaseDBReader):
    """What was written about runs."""

    def get_section_analysis(
        self,
        activity_id: Reference,
        section_type: SectionType | None = None,
        *,
        max_output_size: int = REPLY_BYTES,
    ) -> SectionAnalyses:
        """One section of a run; all of them (deprecated) without a name.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            BadArgument: a size out of range.
            NotRecorded: no such analysis is stored.
        """
        limit_bytes = checked_size(max_output_size)
        with self.reading(activity_id) as (con, run):
            every = current_sections(con, run.activity_id)
        chosen = tuple(section for section in every if section_type in (None, section.section_type))
        if not chosen and section_type is None:
            raise NotRecorded(run.activity_id, "a run with a section analysis")
        if not chosen:
            raise NotRecorded(section_type, "a section analysed for this run", name="section_type")
        warning = ALL_SECTIONS_WARNING if section_type is None else None
        return SectionAnalyses(run=run, sections=chosen, warning=warning, limit_bytes=limit_bytes)

    def extract_insights(self, query: TextQuery, *, limit: int) -> Insights:
        """Search everything that is stored in words."""
        with self.store.read() as con:
            n_found, texts = find_texts(con, query, limit=limit)
        hits = tuple(_insight(found_text, query.words) for found_text in texts)
        return Insights(words=query.words, n_found=n_found, hits=hits)


def _insight(found_text: FoundText, words: Sequence[str]) -> Insight:
    where, text = found_text.place, found_text.text
    if where.startswith(_SECTIONS_PLACE):
        path, text = _leaf(text, words)
        where = f"{where}{path}"
    return Insight(
        activity_id=found_text.activity_id,
        day=found_text.day.isoformat(),
        where=where,
        text=_around(text, words[0]),
    )


def _leaf(text: str, words: Sequence[str]) -> tuple[str, str]:
    """The first string inside an analysis that holds most of the words, with its path."""
    leaves = list(_leaves(json.loads(text), ""))
    held = [sum(word.lower() in leaf.lower() for word in words) for _, leaf in leaves]
    if not any(held):
        return "", text
    return leaves[held.index(max(held))]


def _leaves(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _leaves(item, f"{path}[{place}]")


def _around(text: str, word: str) -> str:
    """So much of a text that the word is in it; an ellipsis stands for what was left out."""
    if len(text) <= _SHOWN_CHARACTERS:
        return text
    place = max(0, text.lower().find(word.lower()))
    start = min(max(0, place - _SHOWN_CHARACTERS // 4), len(text) - _SHOWN_CHARACTERS)
    end = start + _SHOWN_CHARACTERS
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
