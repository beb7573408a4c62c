"""What is the sandbox asked to do, and what does it answer? Both cross process borders as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

JobKind = Literal["export", "materialize", "profile", "histogram"]
FileFormat = Literal["parquet", "csv"]
Number = float | int


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much one query may take.

    `turn_s`: so long it waits for other queries. `writer_s`: so long it runs although another
    process waits to write. `memory_bytes`: beyond what the process has before it begins.
    """

    turn_s: float = 30.0
    lock_s: float = 4.0
    run_s: float = 5.5
    writer_s: float = 3.0
    memory_bytes: int = 480_000_000
    threads: int = 2


@dataclass(frozen=True, kw_only=True)
class Attached:
    """A materialised result the query may name: by either name, in this file."""

    names: tuple[str, ...]
    path: str


@dataclass(frozen=True, kw_only=True)
class Job:
    """One query and what becomes of its rows.

    `folder`: the data folder. `table`: the text is only `SELECT * FROM` one of our tables, so that
    it can be read twice. `since`, `until`: local days (ISO), both included. `columns`: of a
    profile, () for all. `target`: the file to write.
    """

    kind: JobKind
    text: str
    folder: str
    table: bool = False
    since: str | None = None
    until: str | None = None
    attached: tuple[Attached, ...] = ()
    target: str | None = None
    file_format: FileFormat = "parquet"
    max_rows: int = 0
    max_bytes: int = 0
    columns: tuple[str, ...] = ()
    column: str = ""
    n_bins: int = 0
    limits: Limits = Limits()

    @property
    def line(self) -> bytes:
        """As one line of JSON; its paths are absolute: the process that reads it is elsewhere."""
        resolved = dataclasses.replace(
            self,
            folder=str(Path(self.folder).absolute()),
            target=None if self.target is None else str(Path(self.target).absolute()),
            attached=tuple(
                dataclasses.replace(attachment, path=str(Path(attachment.path).absolute()))
                for attachment in self.attached
            ),
        )
        return json.dumps(dataclasses.asdict(resolved)).encode() + b"\n"


def read_job(line: bytes) -> Job:
    """The job a line of ours holds."""
    fields: dict[str, Any] = json.loads(line)
    attached = tuple(
        Attached(names=tuple(attachment["names"]), path=attachment["path"])
        for attachment in fields.pop("attached")
    )
    limits = Limits(**fields.pop("limits"))
    columns = tuple(fields.pop("columns"))
    return Job(**fields, attached=attached, limits=limits, columns=columns)


@dataclass(frozen=True, kw_only=True)
class ColumnProfile:
    """One column in figures, in its unit. None: it has none of this kind (text, no value at all).

    Days and times are ISO text.
    """

    name: str
    type: str
    n_missing: int
    n_distinct: int
    low: Number | str | None = None
    high: Number | str | None = None
    mean_value: float | None = None
    median_value: float | None = None


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A table or query in figures. `estimated`: medians and distinct counts are estimates."""

    n_rows: int
    first_day: str | None
    last_day: str | None
    estimated: bool
    columns: tuple[ColumnProfile, ...]


@dataclass(frozen=True, kw_only=True)
class Histogram:
    """Counts between equally spaced edges (one more than counts), in the unit of the column."""

    edges: tuple[Number, ...]
    counts: tuple[int, ...]
    n_missing: int


@dataclass(frozen=True, kw_only=True)
class Written:
    """What a written file holds: rows, and names and types of the columns."""

    n_rows: int
    columns: tuple[tuple[str, str], ...]


Outcome = Profile | Histogram | Written


def outcome_of(kind: str, fields: Mapping[str, Any]) -> Outcome:
    """An outcome from its JSON."""
    if kind == "profile":
        columns = tuple(ColumnProfile(**column) for column in fields["columns"])
        return Profile(**{**fields, "columns": columns})
    if kind == "histogram":
        return Histogram(
            edges=tuple(fields["edges"]),
            counts=tuple(fields["counts"]),
            n_missing=fields["n_missing"],
        )
    columns_written = tuple((name, of_type) for name, of_type in fields["columns"])
    return Written(n_rows=fields["n_rows"], columns=columns_written)
