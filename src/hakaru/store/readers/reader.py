"""Everything that can be read of stored runs, behind one name and the method names of the
requirements.

    reader = GarminDBReader("my-data")
    reader.get_splits_pace_hr(20790040925, statistics_only=True).reply
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from hakaru.core.errors import NotRecorded, ReplyTooLarge, UnknownActivity
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.store.activities import StoredActivity, list_activities
from hakaru.store.database import Store
from hakaru.store.exports import Export, ExportFolder, MaterializedFolder
from hakaru.store.readers.base import (
    REPLY_BYTES,
    BaseDBReader,
    Bounded,
    Content,
    PerformanceReader,
    Reference,
    Run,
    checked_size,
    rounded,
    size_bytes,
)
from hakaru.store.readers.figures import (
    AggregateReader,
    BodyReader,
    HeartRateReader,
)
from hakaru.store.readers.rows import SplitsReader, TimeSeriesReader
from hakaru.store.sandbox.ask import run_for
from hakaru.store.sandbox.job import FileFormat, Job, Written
from hakaru.store.sections import (
    FoundText,
    SectionType,
    StoredNote,
    StoredSection,
    TextQuery,
    current_notes,
    current_sections,
    find_texts,
)

ALL_SECTIONS_WARNING = (
    "deprecated without a section: name one, or use extract_insights() to search all texts"
)
_SHOWN_CHARACTERS = 160
_MARKS_BYTES = 72
"""Of a hit: where it is and its text reach a model with a mark each."""
_JSON_PLACES = ("section_analyses.", "run_notes.")


@frozen
class SectionAnalyses(Bounded):
    """The current section analyses of a run (one where a section was asked for), and what others
    noted beside them, which nobody checked."""

    run: Run
    sections: tuple[StoredSection, ...]
    notes: tuple[StoredNote, ...]
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
            "notes": [
                {
                    "section_type": note.section_type,
                    "author": note.author,
                    "author_version": note.author_version,
                    "created_at": None if note.created_at is None else note.created_at.isoformat(),
                    "checked": False,
                    "note": note.data,
                }
                for note in self.notes
            ],
        }

    @property
    def reply(self) -> Content:
        """The content. Raises ReplyTooLarge where it is over the budget."""
        n = size_bytes(self.content)
        if n > self.limit_bytes:
            raise ReplyTooLarge(
                message(
                    "this reply has {n} bytes and the limit is {limit}; "
                    "use extract_insights() to search it",
                    limit=self.limit_bytes,
                    n=n,
                )
            )
        return self.content


@frozen
class Insight:
    """A stored text around the words looked for. `where` is table and column, for an analysis also
    the path inside it."""

    activity_id: int
    day: str
    where: str
    text: str


@frozen
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
            noted = current_notes(con, run.activity_id)
        chosen = tuple(section for section in every if section_type in (None, section.section_type))
        notes = tuple(note for note in noted if section_type in (None, note.section_type))
        if not chosen and not notes and section_type is None:
            raise NotRecorded(run.activity_id, message("a run with a section analysis"))
        if not chosen and not notes:
            raise NotRecorded(
                section_type, message("a section analysed for this run"), name="section_type"
            )
        warning = ALL_SECTIONS_WARNING if section_type is None else None
        return SectionAnalyses(
            run=run, sections=chosen, notes=notes, warning=warning, limit_bytes=limit_bytes
        )

    def extract_insights(self, query: TextQuery, *, limit: int) -> Insights:
        """Search everything that is stored in words."""
        with self.store.read() as con:
            n_found, texts = find_texts(con, query, limit=limit)
        hits = tuple(_insight(found_text, query.words) for found_text in texts)
        return Insights(words=query.words, n_found=n_found, hits=hits)


def _insight(found_text: FoundText, words: Sequence[str]) -> Insight:
    where, text = found_text.place, found_text.text
    if where.startswith(_JSON_PLACES):
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


MAX_ROWS = 100_000
TTL_S = 3600.0


class ExportReader(BaseDBReader):
    """Files of rows. `check` is called while one is written; what it raises ends the query."""

    def __init__(
        self, database: Store | Path | str, *, check: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(database)
        self._check = check

    def export_query_result(
        self,
        query: str,
        export_format: FileFormat = "parquet",
        *,
        max_rows: int = MAX_ROWS,
        ttl_s: float = TTL_S,
        now: datetime | None = None,
    ) -> Export:
        """Write the rows of a SELECT to a new file of the private folder; `now` None: now.

        Raises:
            QueriesBusy: too many queries run and wait already.
            QueryRefused: the query may not run; no file is left then, nor below.
            QueryStopped: it has more than `max_rows` rows, or took more than its limits.
            BadArgument: all exports together are too large.
            StoreBusy, StoreDamaged: as in `Store.read`.
        """
        moment = datetime.now(UTC) if now is None else now
        data_folder = self.db_path.parent
        with self.store.read():
            pass  # the sandbox only reads: whoever comes first makes or migrates the database
        exports = ExportFolder(data_folder)
        exports.clean(now=moment)
        room_bytes = exports.room_bytes(now=moment)
        handle, part = exports.begin(now=moment)
        job = Job(
            kind="export",
            text=query,
            folder=str(data_folder),
            attached=MaterializedFolder(data_folder).attached(now=moment),
            target=str(part),
            file_format=export_format,
            max_rows=max_rows,
            max_bytes=room_bytes,
        )
        try:
            written = run_for(Written, job, self._check)
            return exports.keep(part, written, file_format=export_format, now=moment, ttl_s=ttl_s)
        except BaseException:
            exports.give_up(handle)
            raise


@frozen
class DayResult(Bounded):
    """The runs of one local day, in order of time; at least one."""

    day: date
    activities: tuple[StoredActivity, ...]

    @property
    def content(self) -> Content:
        """One row per run."""
        return {
            "day": self.day.isoformat(),
            "n": len(self.activities),
            "columns": list(_COLUMNS),
            "activities": [_row(activity) for activity in self.activities],
        }


@frozen
class DateResult(Bounded):
    """On which local day a run started."""

    activity_id: int
    day: date

    @property
    def content(self) -> Content:
        """The id and the day."""
        return {"activity_id": self.activity_id, "day": self.day.isoformat()}


_COLUMNS = (
    "activity_id",
    "title",
    "started_at",
    "distance_m",
    "timer_s",
    "pace_s_per_km",
    "heart_rate_avg_bpm",
    "power_avg_w",
    "overall_stars",
)


class MetadataReader(BaseDBReader):
    """What identifies a run."""

    def get_activity_date(self, activity_id: Reference) -> date:
        """The local day of a run.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
        """
        return self.find_activity(activity_id).day

    def find_activity(self, activity: Reference) -> Run:
        """The run that is meant.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
        """
        with self.reading(activity) as (_, run):
            return run

    def query_activity_by_date(self, day: date) -> DayResult:
        """Every run of a local day.

        Raises:
            UnknownActivity: none is stored.
        """
        with self.store.read() as con:
            activities = list_activities(con, since=day, until=day)
        if not activities:
            raise UnknownActivity(day.isoformat())
        return DayResult(day=day, activities=tuple(reversed(activities)))


def _row(activity: StoredActivity) -> list[object]:
    values = (
        activity.activity_id,
        activity.title,
        activity.started_at.strftime("%Y-%m-%dT%H:%MZ"),
        activity.distance_m,
        activity.timer_s,
        activity.pace_s_per_km,
        activity.heart_rate_avg_bpm,
        activity.power_avg_w,
        activity.overall_stars,
    )
    return [rounded(name, value) for name, value in zip(_COLUMNS, values, strict=True)]


class GarminDBReader(
    MetadataReader,
    SplitsReader,
    AggregateReader,
    HeartRateReader,
    BodyReader,
    PerformanceReader,
    TimeSeriesReader,
    TextReader,
    ExportReader,
):
    """Everything that can be read of stored runs: one reader per concern, over one store.

    Attributes:
        metadata, splits, aggregate, heart_rate, body, performance, time_series, texts, export: this
            reader, by the names of its concerns.
    """

    def __init__(self, db_path: Store | Path | str) -> None:
        """A store, its data folder, or the database file in it."""
        super().__init__(db_path)

    def _by_concern(self) -> GarminDBReader:
        return self

    metadata = splits = aggregate = heart_rate = body = property(_by_concern)
    performance = time_series = texts = export = property(_by_concern)
