"""Jobs of the sandbox and their answers, also refusals, as they cross processes.

What the engine says is never passed on: it quotes rows, paths and our own SQL. Only its kind is,
and a name where the caller's own text has it.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from hakaru.records import frozen

FaultCode = Literal[
    "not_one_select", "too_long", "too_deep", "syntax", "table", "function", "type",
    "unknown_part", "too_many_joins", "too_wide", "pivot_list",
    "unknown_column", "ambiguous_column", "not_grouped", "misplaced", "wrong_types", "not_there",
    "many_rows_for_one", "not_a_number", "not_a_time", "not_json", "not_converted", "out_of_range",
    "bad_value", "unsupported", "meaning", "engine",
    "no_number", "no_day", "too_many_rows", "too_many_bytes", "memory", "time", "writer", "crash",
    "busy", "not_limited", "damaged", "unreadable",
]  # fmt: skip


class Refusal(Exception):
    """A query that may not run, or did not end well; the caller's process makes a sentence of it.

    `name`: which table, function, limit ... `near`: names of ours that are spelled like it.
    """

    def __init__(self, *, code: FaultCode, name: str = "", near: Sequence[str] = ()) -> None:
        self.code, self.name, self.near = code, name, tuple(near)
        super().__init__(f"{code} {name}")


_NAMED: Sequence[tuple[str, FaultCode]] = (
    (r'Referenced column "(.+?)" not found', "unknown_column"),
    (r'does not have a column named "(.+?)"', "unknown_column"),
    (r'Column "(.+?)" in (?:EXCLUDE|REPLACE|RENAME) list not found', "unknown_column"),
    (r'Could not find key "(.+?)" in struct', "unknown_column"),
    (r'Referenced table "(.+?)" not found', "not_there"),
    (r"with name (.+?) does not exist", "not_there"),
    (r'Ambiguous reference to column name "(.+?)"', "ambiguous_column"),
    (r'column "(.+?)" must appear in the GROUP BY', "not_grouped"),
    (r"given name and argument types '([^(']+)\(", "wrong_types"),
    (r'for the function call "([^("]+)\(', "wrong_types"),
)
"""Messages with a name of the caller's, which is shown if the caller's text has it."""
_PLAIN: Sequence[tuple[str, FaultCode]] = (
    (r"[Ee]xpression depth", "too_deep"),
    (r"More than one row returned by a subquery", "many_rows_for_one"),
    (r"cannot contain aggregates|calls cannot be nested|[Ww]indow functions? .*not ", "misplaced"),
    (r"Malformed JSON", "not_json"),
    (
        r"(?:date|time|timestamp) field|Could not parse string|to (?:INTERVAL|DATE|TIME)",
        "not_a_time",
    ),
    (
        r"Could not convert string .* to \"?(?:U?INT|DOUBLE|FLOAT|DECIMAL|U?HUGEINT)",
        "not_a_number",
    ),
    (r"[Oo]ut of [Rr]ange", "out_of_range"),
)
_KINDS: Sequence[tuple[str, FaultCode]] = (
    ("OutOfMemoryException", "memory"),
    ("ConversionException", "not_converted"),
    ("OutOfRangeException", "out_of_range"),
    ("InvalidInputException", "bad_value"),
    ("CatalogException", "not_there"),
    ("BinderException", "meaning"),
    ("TypeMismatchException", "meaning"),
    ("NotImplementedException", "unsupported"),
    ("NotSupportedError", "unsupported"),
    ("ParserException", "syntax"),
    ("SyntaxException", "syntax"),
)


def engine_fault(exc: Exception, text: str) -> Refusal:
    """What an exception of the engine means, without its words.

    Args:
        exc: what was raised; its own kinds are those of `duckdb`.
        text: what the caller wrote: names that stand in it may be shown.
    """
    kinds = {class_.__name__ for class_ in type(exc).__mro__}
    message = str(exc).partition("\n")[0]
    if "IOException" in kinds:
        return Refusal(code="too_many_bytes" if "File too large" in message else "unreadable")
    default_code: FaultCode = "engine"
    code = next((code for kind, code in _KINDS if kind in kinds), default_code)
    if code in ("memory", "engine"):
        return Refusal(code=code)
    for pattern, named in _NAMED:
        match = re.search(pattern, message)
        if match is not None and match[1].lower() in text.lower():
            return Refusal(code=named, name=match[1])
    return Refusal(
        code=next(
            (plain_code for pattern, plain_code in _PLAIN if re.search(pattern, message)), code
        )
    )


JobKind = Literal["export", "materialize", "profile", "histogram", "rows"]
FileFormat = Literal["parquet", "csv"]
Number = float | int


@frozen
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


@frozen
class Attached:
    """A materialised result the query may name: by either name, in this file."""

    names: tuple[str, ...]
    path: str


@frozen
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


@frozen
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


@frozen
class Profile:
    """A table or query in figures. `estimated`: medians and distinct counts are estimates."""

    n_rows: int
    first_day: str | None
    last_day: str | None
    estimated: bool
    columns: tuple[ColumnProfile, ...]


@frozen
class Histogram:
    """Counts between equally spaced edges (one more than counts), in the unit of the column."""

    edges: tuple[Number, ...]
    counts: tuple[int, ...]
    n_missing: int

    @property
    def bins(self) -> tuple[tuple[Number, Number, int], ...]:
        """Low edge, high edge and count of each bin."""
        pairs = zip(pairwise(self.edges), self.counts, strict=True)
        return tuple((low, high, count) for (low, high), count in pairs)


@frozen
class Written:
    """What a written file holds: rows, and names and types of the columns."""

    n_rows: int
    columns: tuple[tuple[str, str], ...]


Cell = Number | str | bool | None


@frozen
class Selection:
    """The first rows of a query in its own order. `columns`: names and types; a cell that is no
    number, truth value or NULL is text, cut where it is long. `is_cut`: there are more rows."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_cut: bool


Outcome = Profile | Histogram | Written | Selection


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
    if kind == "rows":
        rows = tuple(tuple(row) for row in fields["rows"])
        return Selection(columns=columns_written, rows=rows, is_cut=fields["is_cut"])
    return Written(n_rows=fields["n_rows"], columns=columns_written)
