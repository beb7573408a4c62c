"""Rows that were kept or described: exports, profiles of columns, histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hakaru.core.i18n import Lang, say
from hakaru.core.plain import as_plain
from hakaru.core.units import BYTES_PER_MB, PERCENT
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Drawing, Items, Part, document, part, table
from hakaru.present.figures import NO_VALUE, minute_text

if TYPE_CHECKING:
    from hakaru.flows.exports import CleanedExports, ExportResult, ExportsResult
    from hakaru.flows.query import (
        DescribeResult,
        HistogramResult,
        MaterializeResult,
        ProfileResult,
        QueryResult,
    )
    from hakaru.store.sandbox.job import ColumnProfile, Number, Profile

_BAR_COLUMNS = 30
_DIGITS = 5


def exported_document(result: ExportResult, language: Lang) -> Document:
    """How much, until when, the handle, where it lies, and the columns."""
    export = result.export
    written = say(
        "{rows} <rows:row|rows> written ({size} MB, kept until {until}).",
        language,
        rows=export.n_rows,
        size=_megabytes(export.size_bytes),
        until=minute_text(export.expires_at),
    )
    names = ", ".join(clean(name) for name, _ in export.columns)
    return document(
        written,
        say("Handle: {handle}", language, handle=export.handle),
        Drawing(lines=(str(export.path),)),
        Drawing(lines=tuple(f"{name:8}{line}" for name, line in result.read_with.items())),
        say("Columns: {names}", language, names=names),
    )


def query_document(result: QueryResult, language: Lang) -> Document:
    """The rows as a table; paces and times as they are said."""
    plain = as_plain(result, whole=True)
    names, units = cast(list[str], plain["names"]), cast(list[str], plain["units"])
    heads = [
        f"{clean(name)} ({unit.rpartition(', ')[2]})" if unit else clean(name)
        for name, unit in zip(names, units, strict=True)
    ]
    rows = [tuple(map(_said, row)) for row in cast(list[list[object]], plain["rows"])]
    return document(
        table("rows", heads, rows, left="l" * len(heads)),
        *(
            [say("There are more rows: aggregate them, or export them.", language)]
            if plain["more"]
            else []
        ),
    )


def _said(cell: object) -> str:
    """A cell as it is read."""
    if isinstance(cell, list):
        return str(cell[1])
    return (
        NO_VALUE if cell is None else clean(f"{cell:.6g}" if isinstance(cell, float) else str(cell))
    )


def describe_document(result: DescribeResult, language: Lang) -> Document:
    """Tables with what they hold, or columns with their units."""
    if result.table is None and result.like is None:
        heads = say("table|a row is about", language).split("|")
        return document(table("tables", heads, result.tables.items(), left="ll"))
    lines = [
        column.text if result.table else f"{column.table}.{column.text}"
        for column in result.columns
    ]
    return document(*([result.about] if result.about else []), Items(items=tuple(lines)))


def profile_document(result: ProfileResult, language: Lang) -> Document:
    """A table of columns; of several runs one after another."""
    ids = result.activity_ids or (None,) * len(result.profiles)
    pairs = zip(ids, result.profiles, strict=True)
    return Document(parts=tuple(_profile(id_, profile, language) for id_, profile in pairs))


def _profile(activity_id: int | None, profile: Profile, lang: Lang) -> Part:
    days = f"{profile.first_day} – {profile.last_day}"
    if profile.first_day is None:
        days = say("no days", lang)
    estimated = say("With so many rows, medians and distinct counts are estimates.", lang)
    columns = say("column|min|max|mean|median|missing|distinct", lang).split("|")
    return part(
        say("{rows} <rows:row|rows>, {days}", lang, rows=profile.n_rows, days=days),
        *([estimated] if profile.estimated else []),
        table(
            "profile",
            columns,
            (_column_cells(column, profile.n_rows) for column in profile.columns),
            left="lrrrrrr",
        ),
        title="" if activity_id is None else str(activity_id),
    )


def _column_cells(column: ColumnProfile, n_rows: int) -> tuple[str, ...]:
    missing = f"{PERCENT * column.n_missing / n_rows:.0f}%" if n_rows else NO_VALUE
    figures = (column.low, column.high, column.mean_value, column.median_value)
    return (clean(column.name), *map(_number, figures), missing, str(column.n_distinct))


def histogram_document(result: HistogramResult, language: Lang) -> Document:
    """A bar per bin."""
    histogram = result.histogram
    head = say(
        "{column}: {n} <n:value|values> ({missing} missing)",
        language,
        column=clean(result.column),
        n=sum(histogram.counts),
        missing=histogram.n_missing,
    )
    most = max(histogram.counts, default=1)
    cells = [
        (_number(low), _number(high), str(count), "█" * round(_BAR_COLUMNS * count / most))
        for low, high, count in histogram.bins
    ]
    columns = say("from|below|values|", language).split("|")
    return document(head, table("histogram", columns, cells, left="rrrl"))


def materialized_document(result: MaterializeResult, language: Lang) -> Document:
    """What it is called and until when."""
    materialized = result.materialized
    return document(
        say(
            "{rows} <rows:row|rows> kept as {name} until {until} (also as {view}).",
            language,
            rows=materialized.n_rows,
            name=materialized.name,
            view=materialized.view,
            until=minute_text(materialized.expires_at),
        )
    )


def exports_document(result: ExportsResult, language: Lang) -> Document:
    """What is kept, one line each."""
    lines = [
        say(
            "{handle}  {rows} <rows:row|rows>  {size} MB  until {until}",
            language,
            handle=export.handle,
            rows=export.n_rows,
            size=_megabytes(export.size_bytes),
            until=minute_text(export.expires_at),
        )
        for export in result.exports
    ]
    lines += [
        say(
            "{name} ({view})  {rows} <rows:row|rows>  until {until}",
            language,
            name=kept.name,
            view=kept.view,
            rows=kept.n_rows,
            until=minute_text(kept.expires_at),
        )
        for kept in result.materialized
    ]
    return document(Items(items=tuple(lines)) if lines else say("Nothing is kept.", language))


def cleaned_document(result: CleanedExports, language: Lang) -> Document:
    """How much was removed."""
    return document(say("{n} removed.", language, n=result.n_removed))


def _megabytes(size_bytes: int) -> float:
    return round(size_bytes / BYTES_PER_MB, 3)


def _number(value: Number | str | None) -> str:
    if value is None:
        return NO_VALUE
    return f"{value:.{_DIGITS}g}" if isinstance(value, float) else str(value)
