"""Which operations are about what was written on runs: read it, search it, add to it?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param
from hakaru.catalog.params import NAMED_RUN, RUN, SINCE

READ_SIZE = Param(
    name="max_output_size",
    type="int",
    default=4096,
    ja="モデルへの応答の上限バイト数（10240 まで）",
    en="most bytes of a reply to a model, up to 10240",
)
SECTION_CHOICES = ("split", "phase", "efficiency", "environment", "summary")
READ_TEXT = "hakaru.surfaces.cli.text.reads:read_text"

SECTION_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="get_section_analysis",
        command="read section",
        ja="ランについて書かれたセクション分析（セクション名なしは非推奨）",
        en="What was written about a section of a run (deprecated without a section)",
        params=(
            RUN,
            Param(
                name="section_type",
                type="choice",
                choices=SECTION_CHOICES,
                ja="セクション",
                en="the section",
            ),
            READ_SIZE,
        ),
        target="hakaru.flows.reads:get_section_analysis",
        render=READ_TEXT,
        profile="all",
        limit_bytes=10_240,
        returns={"activity_id": "int", "day": "text", "sections": "list", "warning": "text"},
        texts={"agent_name": "model", "agent_version": "model", "analysis_data": "model"},
        example="hakaru read section 2026-03-01 --section-type summary",
    ),
    Operation(
        name="extract_insights",
        command="read insights",
        ja="保存済みの文章（分析・評価文・減点理由・題名）から、すべての語を含むものを探す",
        en="Find stored texts (analyses, verdicts, reasons for lost stars, titles) with every word",
        params=(
            Param(
                name="keywords",
                type="text",
                positional=True,
                required=True,
                ja="語（空白区切り）",
                en="words, separated by spaces",
            ),
            Param(
                name="activity",
                type="activity",
                ja="このランだけ（日付・ID・latest・-1）",
                en="only this run (day, id, latest or -1)",
            ),
            SINCE,
            Param(name="limit", type="int", default=10, ja="最大件数", en="most hits"),
        ),
        target="hakaru.flows.reads:extract_insights",
        render=READ_TEXT,
        profile="analysis",
        returns={"keywords": "list", "n_found": "int", "n_shown": "int", "hits": "list"},
        texts={"keywords": "model", "text": "recording", "where": "recording"},
        title="Stored texts",
        example="hakaru read insights ウォームアップ",
    ),
    Operation(
        name="insert_section_analysis_dict",
        command="section add",
        ja="セクション分析（JSON、8192 バイトまで）を保存する。記録と矛盾すれば理由とともに断る",
        en="Store a section analysis (JSON, up to 8192 bytes); refused if the run contradicts it",
        params=(
            NAMED_RUN,
            Param(
                name="section_type",
                type="choice",
                choices=SECTION_CHOICES,
                positional=True,
                required=True,
                ja="セクション",
                en="the section",
            ),
            Param(
                name="analysis_data",
                type="text",
                positional=True,
                required=True,
                ja="JSON オブジェクト",
                en="a JSON object",
            ),
            Param(name="agent_name", type="text", ja="書いたもの", en="who wrote it"),
            Param(name="agent_version", type="text", ja="その版", en="its version"),
        ),
        target="hakaru.flows.reads:insert_section_analysis_dict",
        render=READ_TEXT,
        profile="write",
        returns={
            "ok": "flag",
            "activity_id": "int",
            "day": "text",
            "section_type": "text",
            "analysis_id": "int",
            "changed": "flag",
            "n_earlier": "int",
            "bytes": "int",
        },
        idempotent=True,
        title="Store a section",
        example="""hakaru section add 2026-03-01 summary '{"text": "..."}'""",
    ),
)
