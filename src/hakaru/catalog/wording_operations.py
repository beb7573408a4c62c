"""Which operations word a run: prefetch, contract, check, the sections, all in one go?"""

from __future__ import annotations

from dataclasses import replace

from hakaru.catalog.operation import Operation, Param
from hakaru.catalog.params import ACTIVITY, NAMED_RUN, RUN
from hakaru.catalog.section_operations import SECTION_CHOICES
from hakaru.store.references import LATEST

SECTION = Param(
    name="section_type",
    type="choice",
    choices=SECTION_CHOICES,
    positional=True,
    required=True,
    ja="セクション",
    en="the section",
)
LANGUAGE = Param(
    name="language",
    type="choice",
    choices=("ja", "en"),
    ja="文章の言語（省略時は設定の言語）",
    en="of the text (default: as set)",
)

WORDING_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="prefetch_activity_context",
        command="section context",
        ja="ランの各セクションに書いてよい事実を1回で取得する（1セクション 2 KB まで）",
        en="What the sections of a run may be about",
        params=(
            RUN,
            Param(
                name="section_type",
                type="choice",
                choices=SECTION_CHOICES,
                ja="このセクションだけ",
                en="only this section",
            ),
        ),
        target="hakaru.flows.reads:prefetch_activity_context",
        render="hakaru.surfaces.cli.text.authors:context_text",
        profile="analysis",
        limit_bytes=10_240,
        returns={
            "activity_id": "int",
            "day": "text",
            "ids": "text",
            "written": "list",
            "sections": "object",
        },
        texts={"*": "hakaru"},
        example="hakaru section context 2026-03-01",
    ),
    Operation(
        name="get_analysis_contract",
        command="section contract",
        ja="セクションの形・規則・言語・上限",
        en="Shape, rules, language and limits of a section",
        params=(SECTION, LANGUAGE),
        target="hakaru.flows.reads:get_analysis_contract",
        render="hakaru.surfaces.cli.text.authors:contract_text",
        profile="analysis",
        returns={
            "section_type": "text",
            "contract_version": "any",
            "language": "text",
            "instructions": "text",
            "evidence": "text",
            "schema": "object",
            "rules": "object",
        },
        texts={"*": "hakaru"},
        example="hakaru section contract summary",
    ),
    Operation(
        name="validate_section_json",
        command="section check",
        ja="セクション分析を保存せずに判定する（矛盾・根拠のない数値・規則違反をすべて返す）",
        en="Judge a section analysis without storing it",
        params=(
            NAMED_RUN,
            SECTION,
            Param(
                name="analysis_data",
                type="text",
                positional=True,
                required=True,
                ja="JSON オブジェクト",
                en="a JSON object",
            ),
        ),
        target="hakaru.flows.reads:validate_section_json",
        render="hakaru.surfaces.cli.text.authors:validated_text",
        profile="analysis",
        returns={
            "ok": "flag",
            "activity_id": "int",
            "section_type": "text",
            "n_findings": "int",
            "findings": "list",
        },
        texts={"message": "model", "path": "model"},
        example="""hakaru section check 2026-03-01 split '{"text": "...", "evidence": []}'""",
    ),
    Operation(
        name="write_section_analyses",
        command="analyze",
        ja="ランの5つのセクションを文章にして保存する（モデルがあればモデル、なければ定型文）",
        en="Word and store the five sections of a run (by the model if there is one)",
        params=(
            replace(ACTIVITY, default=None),
            Param(
                name="missing",
                type="flag",
                default=False,
                ja="セクションのない、または古いランをすべて",
                en="every run that lacks sections, or has outdated ones",
            ),
            Param(
                name="section",
                type="choice",
                choices=SECTION_CHOICES,
                ja="このセクションだけ",
                en="only this section",
            ),
            LANGUAGE,
        ),
        target="hakaru.flows.narrate:analyze",
        render="hakaru.surfaces.cli.text.sections:analyze_text",
        profile="write",
        offline=False,
        returns={
            "n_runs": "int",
            "n_stored": "int",
            "n_by_model": "int",
            "n_by_narrator": "int",
            "n_up_to_date": "int",
            "runs": "list",
            "n_more": "int",
            "n_failed": "int",
            "failed": "list",
        },
        texts={"reason": "model"},
        example="hakaru analyze 2026-03-01",
    ),
    Operation(
        name="run",
        command="run",
        ja="1つのランを、取り込みから評価・文章・レポートまで一度に行う",
        en="One run in one go: take in, evaluate, word its sections, write the report",
        params=(
            Param(
                name="subject",
                type="source",
                access="read",
                positional=True,
                default=LATEST,
                ja="ファイル、日付（YYYY-MM-DD）、活動ID、latest（最新）、-1（その1つ前）",
                en="a file, a local day (YYYY-MM-DD), an activity id, latest or -1",
            ),
            Param(
                name="out",
                type="path",
                access="write",
                ja="レポートの保存先フォルダ",
                en="folder of the report",
            ),
            LANGUAGE,
        ),
        target="hakaru.flows.run:run",
        render="hakaru.surfaces.cli.text.sections:run_text",
        profile="write",
        offline=False,
        returns={"steps": "list", "n_reports": "int", "reports": "list", "sections": "object"},
        texts={"reason": "model"},
        example="hakaru run 2026-03-01",
    ),
)
