"""What does the command line say around the sections of a run, in ja and en?"""

from __future__ import annotations

SECTION_WORDS: dict[str, tuple[str, str]] = {
    "nothing_to_word": (
        "文章が必要なランはありません。",
        "No run needs words.",
    ),
    "worded": (
        "セクション {n} 件を保存（モデル {model}、定型文 {narrator}）。最新 {current} 件、"
        "失敗したラン {failed} 件。",
        "{n} <n:section|sections> stored ({model} by the model, {narrator} by the narrator), "
        "{current} up to date, {failed} <failed:run|runs> failed.",
    ),
    "not_by_model": (
        "{activity_id} {section}: 定型文を使いました（{reason}）",
        "{activity_id} {section}: worded by the narrator ({reason})",
    ),
    "steps_done": ("実行: {steps}", "Done: {steps}"),
    "step_ingest": ("取り込み", "taken in"),
    "step_evaluate": ("フォームの評価", "form judged"),
    "step_analyse": ("トレーニングの分析", "looked at as a session"),
    "and": ("、", ", "),
    "would_be_stored": (
        "問題ありません。保存できます。",
        "Nothing is wrong with it: it can be stored.",
    ),
    "would_be_refused": (
        "このままでは保存できません。問題 {n} 件:",
        "It would be refused; {n} <n:problem|problems>:",
    ),
    "contract_version": (
        "規約の版 {version}、言語 {written_in}",
        "Contract version {version}, language {written_in}",
    ),
    "contract_rules": ("規則", "Rules"),
    "contract_shape": ("形（JSON Schema）", "Shape (JSON Schema)"),
}
