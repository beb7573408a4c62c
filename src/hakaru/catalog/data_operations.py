"""Which operations take rows out, or tell what they look like?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param

_QUERY_JA = "SELECT 文ひとつ（自分のテーブルとビューだけ。読み取り専用）"
_QUERY_EN = "one SELECT"
_TABLE_OR_QUERY_JA = "テーブルの名前、または SELECT 文"
_TABLE_OR_QUERY_EN = "table or SELECT"
_DATE_RANGE = Param(
    name="date_range",
    type="text",
    ja="日の範囲（両端を含む現地の日付。例 2025-01-01..2025-01-31）",
    en="like 2025-01-01..2025-01-31",
)
_TTL = Param(name="ttl_seconds", type="int", default=3600, ja="残しておく秒数", en="s to keep")
_ACTIVITY_IDS = Param(
    name="activity_ids",
    type="text",
    ja="活動IDまたは日付（カンマ区切り）",
    en="ids or days",
)
_METRICS = Param(
    name="metrics",
    type="text",
    ja="列の名前（カンマ区切り。例 heart_rate,pace）",
    en="like heart_rate,pace",
)

DATA_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="export",
        command="export",
        ja="SQLの結果、またはランの毎秒の値をファイルに書き出し、ハンドルだけを返す",
        en="Rows or seconds to a file; gives a handle",
        params=(
            Param(name="query", type="text", ja=_QUERY_JA, en=_QUERY_EN),
            _ACTIVITY_IDS,
            Param(
                name="time_range",
                type="text",
                ja="開始からの秒 [始, 終)。例 300-600、5:00-10:00",
                en="seconds, like 300-600",
            ),
            _METRICS,
            Param(
                name="anomaly_id",
                type="text",
                ja="フォームの変化（活動ID:番号。hakaru anomalies の順）",
                en="ACTIVITY:NUMBER of a step",
            ),
            Param(
                name="context_window",
                type="int",
                default=30,
                ja="anomaly_id の前後の秒数",
                en="s around it",
            ),
            Param(
                name="format",
                type="choice",
                choices=("parquet", "csv"),
                default="parquet",
                ja="ファイルの形式",
                en="of the file",
            ),
            Param(
                name="max_rows",
                type="int",
                default=100_000,
                ja="これより多い行はエラー（ファイルは残らない）",
                en="most rows",
            ),
            _TTL,
        ),
        target="hakaru.flows.exports:export",
        render="hakaru.surfaces.cli.text.exports:export_text",
        profile="core",
        limit_bytes=500,
        returns={
            "handle": "text",
            "rows": "int",
            "size_mb": "number",
            "expires_at": "text",
            "columns": "any",
            "n_columns": "int",
        },
        texts={"columns": "column"},
        idempotent=False,
        example='hakaru export --query "SELECT * FROM splits"',
    ),
    Operation(
        name="profile",
        command="profile",
        ja="テーブル・SQL・ランの列ごとの要約（最小・最大・平均・中央値・欠損・種類の数）",
        en="Figures per column of a table, query or runs",
        params=(
            Param(
                name="table_or_query",
                type="text",
                positional=True,
                ja=_TABLE_OR_QUERY_JA,
                en=_TABLE_OR_QUERY_EN,
            ),
            _ACTIVITY_IDS,
            _DATE_RANGE,
            _METRICS,
        ),
        target="hakaru.flows.profiles:profile",
        render="hakaru.surfaces.cli.text.exports:profile_text",
        profile="core",
        returns={
            "row_count": "int",
            "date_range": "list?",
            "columns": "object",
            "activities": "list",
        },
        texts={"columns": "column", "min": "recording", "max": "recording"},
        example="hakaru profile splits --date-range 2025-01-01..2025-12-31",
    ),
    Operation(
        name="histogram",
        command="histogram",
        ja="ひとつの列の分布（等間隔の区間ごとの件数）",
        en="Distribution of a column in equal bins",
        params=(
            Param(
                name="table_or_query",
                type="text",
                positional=True,
                required=True,
                ja=_TABLE_OR_QUERY_JA,
                en=_TABLE_OR_QUERY_EN,
            ),
            Param(
                name="column",
                type="text",
                positional=True,
                required=True,
                ja="数値の列",
                en="of numbers",
            ),
            Param(name="bins", type="int", default=20, ja="区間の数", en="how many"),
            _DATE_RANGE,
        ),
        target="hakaru.flows.profiles:histogram",
        render="hakaru.surfaces.cli.text.exports:histogram_text",
        profile="analysis",
        returns={"column": "any", "bins": "list", "total_count": "int", "null_count": "int"},
        texts={"column": "column"},
        example="hakaru histogram splits pace --bins 10",
    ),
    Operation(
        name="materialize",
        command="materialize",
        ja="SQLの結果をテーブルとして残し、あとのSQLから名前で使えるようにする",
        en="Keep the rows of a query as a table that later queries can name",
        params=(
            Param(
                name="name",
                type="text",
                positional=True,
                required=True,
                ja="名前（英数字と _）",
                en="its name: letters, digits, underscores",
            ),
            Param(
                name="query",
                type="text",
                positional=True,
                required=True,
                ja=_QUERY_JA,
                en=_QUERY_EN,
            ),
            _TTL,
        ),
        target="hakaru.flows.profiles:materialize",
        render="hakaru.surfaces.cli.text.exports:materialize_text",
        profile="analysis",
        limit_bytes=200,
        returns={"view": "text", "name": "object", "rows": "int", "expires_at": "text"},
        texts={"name": "model"},
        idempotent=False,
        example='hakaru materialize easy "SELECT * FROM sessions WHERE session_stars > 3"',
    ),
    Operation(
        name="exports",
        command="exports",
        ja="書き出したファイルと残してある結果の一覧",
        en="What was exported or kept and is still there",
        params=(),
        target="hakaru.flows.exports:list_exports",
        render="hakaru.surfaces.cli.text.exports:exports_text",
        profile="all",
        returns={
            "n_exports": "int",
            "size_mb": "number",
            "exports": "list",
            "materialized": "list",
        },
        texts={"name": "model"},
        example="hakaru exports",
    ),
    Operation(
        name="clean_exports",
        command="exports clean",
        ja="書き出したファイルと残してある結果を全部消す",
        en="Remove everything that was exported or kept",
        params=(),
        target="hakaru.flows.exports:clean_exports",
        render="hakaru.surfaces.cli.text.exports:cleaned_text",
        profile="write",
        loses=True,
        idempotent=True,
        example="hakaru exports clean",
    ),
)
