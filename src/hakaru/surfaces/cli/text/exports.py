"""How do exports, profiles, distributions and kept results read?"""

from __future__ import annotations

from datetime import datetime

from hakaru.core.units import PERCENT
from hakaru.flows.exports import CleanedExports, ExportResult, ExportsResult
from hakaru.flows.profiles import HistogramResult, MaterializeResult, ProfileResult
from hakaru.guard.cleaning import clean
from hakaru.present.terminal import fitted_table, wrapped
from hakaru.present.words import counted
from hakaru.running.wording import Lang
from hakaru.store.exports import megabytes
from hakaru.store.sandbox.job import ColumnProfile, Number, Profile
from hakaru.store.sandbox.worker import bins_of
from hakaru.surfaces.cli.words_data import DATA_WORDS

_BAR_COLUMNS = 30
_DIGITS = 5
_NONE = "-"


def export_text(result: ExportResult, language: Lang) -> str:
    """How much, until when, the handle, where it lies, and the columns."""
    export = result.export
    written = _say(
        "export_written",
        language,
        rows=export.n_rows,
        size=megabytes(export.size_bytes),
        until=_until(export.expires_at),
    )
    names = ", ".join(clean(name) for name, _ in export.columns)
    return "\n".join(
        [
            written,
            _say("export_handle", language, handle=export.handle),
            str(export.path),
            *wrapped(_say("export_columns", language, names=names)),
        ]
    )


def profile_text(result: ProfileResult, language: Lang) -> str:
    """A table of columns; of several runs one after another."""
    ids = result.activity_ids or (None,) * len(result.profiles)
    lines: list[str] = []
    for activity_id, profile in zip(ids, result.profiles, strict=True):
        lines += [""] if lines else []
        lines += [str(activity_id)] if activity_id is not None else []
        lines += _profile_lines(profile, language)
    return "\n".join(lines)


def histogram_text(result: HistogramResult, language: Lang) -> str:
    """A bar per bin."""
    counts = result.histogram.counts
    head = _say(
        "histogram_head",
        language,
        column=clean(result.column),
        n=sum(counts),
        missing=result.histogram.n_missing,
    )
    most = max(counts, default=1)
    rows = [
        (_number(low), _number(high), str(count), "█" * round(_BAR_COLUMNS * count / most))
        for low, high, count in bins_of(result.histogram)
    ]
    table = fitted_table(rows, right=frozenset({0, 1, 2}), heading=False)
    return "\n".join([head, *table])


def materialize_text(result: MaterializeResult, language: Lang) -> str:
    """What it is called and until when."""
    materialized = result.materialized
    return _say(
        "materialized",
        language,
        rows=materialized.n_rows,
        name=materialized.name,
        view=materialized.view,
        until=_until(materialized.expires_at),
    )


def exports_text(result: ExportsResult, language: Lang) -> str:
    """What is kept, one line each."""
    lines = [
        _say(
            "exports_line",
            language,
            handle=export.handle,
            rows=export.n_rows,
            size=megabytes(export.size_bytes),
            until=_until(export.expires_at),
        )
        for export in result.exports
    ]
    lines += [
        _say(
            "materialized_line",
            language,
            name=export.name,
            view=export.view,
            rows=export.n_rows,
            until=_until(export.expires_at),
        )
        for export in result.materialized
    ]
    return "\n".join(lines or [_say("exports_none", language)])


def cleaned_text(result: CleanedExports, language: Lang) -> str:
    """How much was removed."""
    return _say("exports_removed", language, n=result.n_removed)


def _profile_lines(profile: Profile, language: Lang) -> list[str]:
    days = f"{profile.first_day} – {profile.last_day}"
    if profile.first_day is None:
        days = _say("profile_no_days", language)
    lines = [_say("profile_rows", language, rows=profile.n_rows, days=days)]
    lines += [_say("profile_estimated", language)] if profile.estimated else []
    head = tuple(_say("profile_head", language).split("|"))
    rows = [_column_row(column, profile.n_rows) for column in profile.columns]
    return [*lines, *fitted_table([head, *rows], right=frozenset(range(1, len(head))))]


def _column_row(column: ColumnProfile, n_rows: int) -> tuple[str, ...]:
    missing = f"{PERCENT * column.n_missing / n_rows:.0f}%" if n_rows else _NONE
    figures = (column.low, column.high, column.mean_value, column.median_value)
    return (clean(column.name), *map(_number, figures), missing, str(column.n_distinct))


def _number(value: Number | str | None) -> str:
    if value is None:
        return _NONE
    return f"{value:.{_DIGITS}g}" if isinstance(value, float) else str(value)


def _until(when: datetime) -> str:
    return f"{when.astimezone():%Y-%m-%d %H:%M}"


def _say(key: str, language: Lang, **values: object) -> str:
    ja, en = DATA_WORDS[key]
    return counted(ja if language == "ja" else en, values).format(**values)
