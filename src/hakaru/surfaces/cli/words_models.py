"""What does the command line say around language models, in ja and en?"""

from __future__ import annotations

MODEL_WORDS: dict[str, tuple[str, str]] = {
    "attempts_none": ("モデルへの質問はまだありません。", "No model was asked yet."),
    "attempts_head": (
        "番号|日時|種類|対象|回|結果|トークン|秒",
        "number|when|task|about|try|outcome|tokens|s",
    ),
    "attempts_kept": (
        "{n} 件を保存しています。1件ずつ見るには hakaru attempts show 番号",
        "{n} kept; one in full: hakaru attempts show NUMBER",
    ),
    "asked": ("未回答", "unanswered"),
    "accepted": ("採用", "accepted"),
    "rejected": ("不採用", "rejected"),
    "failed": ("失敗", "failed"),
    "attempt_title": (
        "{task}（{subject}）{number} 回目  {model}",
        "{task} ({subject}), try {number}, {model}",
    ),
    "attempt_outcome": ("結果: {outcome}  {detail}", "Outcome: {outcome}  {detail}"),
    "prompt_title": ("送った文章（{n} バイト、{digest}）", "Sent ({n} bytes, {digest})"),
    "prompt_not_kept": (
        "（model.keep_prompts = false のため保存していません）",
        "(not kept: model.keep_prompts = false)",
    ),
    "reply_title": ("回答", "Reply"),
    "findings_title": ("見つかった問題", "Findings"),
    "must": ("必須", "must"),
    "should": ("推奨", "should"),
    "none": ("なし", "none"),
    "check_none": (
        "言語モデルは設定されていません（model.backend = none）。何も送らず、接続もしません。"
        "文章はすべて定型文です。",
        "No language model is configured (model.backend = none): nothing is sent, no connection is "
        "opened, and all texts are the narrator's.",
    ),
    "check_model": ("モデル: {name}（{backend}、{url}）", "Model: {name} ({backend}, {url})"),
    "check_key": ("鍵: 環境変数 {name}", "Key: in {name}"),
    "check_no_key": ("鍵: なし", "Key: none"),
    "check_far": (
        "送り先: この機械の外です。",
        "Where to: it leaves this machine.",
    ),
    "check_near": ("送り先: この機械の中です。", "Where to: it stays on this machine."),
    "check_prompt": (
        "送るはずの文章（何も送っていません）:",
        "What would be sent (nothing was):",
    ),
    "check_ok": (
        "使えます。{n} 回目の回答が規則どおりでした（{seconds} 秒、{tokens}）。",
        "It works: reply {n} kept the rules ({seconds} s, {tokens}).",
    ),
    "check_failed": ("使えません: {reason}", "It cannot be used: {reason}"),
    "tokens": ("トークン {sent} + {replied}", "{sent} + {replied} tokens"),
}
