"""Which operations look at all runs together: volume, records, calendar, shoes, several runs?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param
from hakaru.catalog.params import SINCE, UNTIL

HISTORY_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="volume",
        command="volume",
        ja="日・週・月・年ごとの距離、時間、上り、回数",
        en="Distance, time, climb, runs by period",
        params=(
            Param(
                name="by",
                type="choice",
                choices=("day", "week", "month", "year"),
                default="week",
                ja="期間（week は月曜から）",
                en="weeks: from Monday",
            ),
            SINCE,
            UNTIL,
        ),
        target="hakaru.flows.history:volume",
        render="hakaru.surfaces.cli.text.history:volume_text",
        profile="analysis",
        returns={"columns": "list", "rows": "list", "total": "object"},
        example="hakaru volume --by month",
    ),
    Operation(
        name="records",
        command="records",
        ja="自己ベスト（400 m〜マラソン、1〜60分間、最長、最大の上り）。全期間と年ごと",
        en="Best 400 m to marathon, 1-60 min, longest, most climb",
        params=(
            Param(
                name="year", type="int", ja="この年だけ（省略時は全期間）", en="default: all time"
            ),
        ),
        target="hakaru.flows.history:records",
        render="hakaru.surfaces.cli.text.history:records_text",
        profile="analysis",
        returns={"columns": "list", "rows": "list", "by_year": "object"},
        example="hakaru records",
    ),
    Operation(
        name="calendar",
        command="calendar",
        ja="ひと月のカレンダー（日ごとの距離と種別）",
        en="Runs of a month by day",
        params=(
            Param(
                name="month",
                type="text",
                positional=True,
                ja="月（YYYY-MM。省略時は最新のランの月）",
                en="YYYY-MM (default: latest)",
            ),
        ),
        target="hakaru.flows.history:calendar",
        render="hakaru.surfaces.cli.text.history:calendar_text",
        profile="all",
        hidden=True,
        returns={
            "month": "text",
            "n_runs": "int",
            "distance_m": "number?",
            "columns": "list",
            "rows": "list",
        },
        example="hakaru calendar",
    ),
    Operation(
        name="shoes",
        command="shoes",
        ja="シューズごとの距離と、いつもと比べたフォーム",
        en="Distance by shoe; form against usual",
        params=(),
        target="hakaru.flows.history:shoes",
        render="hakaru.surfaces.cli.text.history:shoes_text",
        profile="all",
        returns={"shoes": "object", "form": "object"},
        texts={"gear": "recording", "verdict": "hakaru"},
        example="hakaru shoes",
    ),
    Operation(
        name="compare_runs",
        command="compare",
        ja="2〜5回のランを並べて比べる（ペース・心拍・フォーム。距離・ラップ・本ごと）",
        en="2-5 runs side by side: pace, heart rate, form",
        params=(
            Param(
                name="activities",
                type="activities",
                positional=True,
                required=True,
                ja="ラン（活動IDまたは日付）を2〜5回分",
                en="ids or days",
            ),
            Param(
                name="by",
                type="choice",
                choices=("distance", "lap", "rep"),
                ja="そろえ方（省略時: どのランにも本があれば本ごと、なければ距離ごと）",
                en="default: rep, else distance",
            ),
        ),
        target="hakaru.flows.similar:compare_runs",
        render="hakaru.surfaces.cli.text.history:compare_text",
        profile="all",
        returns={"runs": "list", "stretches": "object"},
        texts={"alignment": "hakaru"},
        title="Compare runs",
        example="hakaru compare 2026-03-01 2026-02-22",
    ),
)
