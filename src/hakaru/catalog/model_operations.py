"""Which operations are about language models: what they were asked, and whether they answer?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param
from hakaru.catalog.params import LIMIT

MODEL_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="list_attempts",
        command="attempts",
        ja="言語モデルへの質問と、その結果（新しい順、500 件まで保存）",
        en="What a model was asked of late (500 are kept)",
        params=(
            Param(
                name="task",
                type="text",
                ja="この種類だけ（section.summary、または section でまとめて）",
                en="like section or section.summary",
            ),
            LIMIT,
        ),
        target="hakaru.flows.asking:list_attempts",
        render="hakaru.surfaces.cli.text.models:attempts_text",
        profile="all",
        returns={"n_kept": "int", "columns": "list", "attempts": "list", "n_more": "int"},
        example="hakaru attempts --task section",
    ),
    Operation(
        name="get_attempt",
        command="attempts show",
        ja="ひとつの質問の全文（送った文章、回答、見つかった問題）",
        en="One of these in full, with what was wrong",
        params=(
            Param(
                name="attempt",
                type="int",
                positional=True,
                required=True,
                ja="番号（hakaru attempts の一覧にあるもの）",
                en="its number in `hakaru attempts`",
            ),
        ),
        target="hakaru.flows.asking:get_attempt",
        render="hakaru.surfaces.cli.text.models:attempt_text",
        profile="all",
        returns={
            "attempt": "int",
            "asked_at": "text",
            "task": "text",
            "subject": "text",
            "number": "int",
            "model": "text",
            "outcome": "text",
            "error_kind": "text?",
            "rules": "list",
            "prompt_tokens": "int?",
            "reply_tokens": "int?",
            "elapsed_ms": "number?",
            "prompt_sha256": "text",
            "prompt_bytes": "int",
            "prompt": "object?",
            "reply": "object?",
            "findings": "list",
            "n_more_findings": "int",
            "finish": "text?",
            "error": "object?",
        },
        texts={
            "prompt": "model",
            "reply": "model",
            "message": "model",
            "path": "model",
            "error": "model",
        },
        example="hakaru attempts show 1",
    ),
    Operation(
        name="check_model",
        command="model check",
        ja="設定した言語モデルに短い質問をして、答えが使えるか確かめる",
        en="Ask the configured language model for one word, and see whether its reply can be used",
        params=(
            Param(
                name="show_prompt",
                type="flag",
                default=False,
                ja="何も送らず、送るはずの文章を表示する",
                en="send nothing: show what would be sent",
            ),
        ),
        target="hakaru.flows.asking:check_model",
        render="hakaru.surfaces.cli.text.models:check_text",
        profile="all",
        hidden=True,
        offline=False,
        example="hakaru model check --show-prompt",
    ),
)
