"""What does the command line say around exports, profiles and kept results, in ja and en?"""

from __future__ import annotations

DATA_WORDS: dict[str, tuple[str, str]] = {
    "export_written": (
        "{rows} 行を書き出しました（{size} MB、{until} まで）。",
        "{rows} <rows:row|rows> written ({size} MB, kept until {until}).",
    ),
    "export_handle": ("ハンドル: {handle}", "Handle: {handle}"),
    "export_columns": ("列: {names}", "Columns: {names}"),
    "profile_rows": ("{rows} 行、{days}", "{rows} <rows:row|rows>, {days}"),
    "profile_no_days": ("日付なし", "no days"),
    "profile_estimated": (
        "行が多いため、中央値と種類の数は推定です。",
        "With so many rows, medians and distinct counts are estimates.",
    ),
    "profile_head": (
        "列|最小|最大|平均|中央値|欠損|種類",
        "column|min|max|mean|median|missing|distinct",
    ),
    "histogram_head": (
        "{column}: {n} 件（欠損 {missing} 件）",
        "{column}: {n} <n:value|values> ({missing} missing)",
    ),
    "materialized": (
        "{rows} 行を {name} として残しました（{until} まで。{view} でも使えます）。",
        "{rows} <rows:row|rows> kept as {name} until {until} (also as {view}).",
    ),
    "exports_none": ("残っているものはありません。", "Nothing is kept."),
    "exports_removed": ("{n} 件を消しました。", "{n} removed."),
    "exports_line": (
        "{handle}  {rows} 行  {size} MB  {until} まで",
        "{handle}  {rows} <rows:row|rows>  {size} MB  until {until}",
    ),
    "materialized_line": (
        "{name}（{view}）  {rows} 行  {until} まで",
        "{name} ({view})  {rows} <rows:row|rows>  until {until}",
    ),
}
"""Rows, sizes and until when; the header of the table of columns is separated by bars."""
