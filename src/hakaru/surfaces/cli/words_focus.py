"""What does the command line say around attention, in ja and en?"""

from __future__ import annotations

FOCUS_WORDS: dict[str, tuple[str, str]] = {
    "state": ("{state}（確信度 {confidence}）", "{state} (confidence {confidence})"),
    "reasons": ("理由: {reasons}", "Why: {reasons}"),
    "decided": ("{at} に{source}が判定", "Decided at {at} by {source}"),
    "source_rule": ("ルール", "a rule"),
    "source_fusion": ("証拠の重み付け", "weighed evidence"),
    "source_llm": ("モデル", "a model"),
    "source_fallback": ("代替ルール", "the fallback rules"),
    "sources": ("カメラ: {camera}、PC操作: {pc}", "Camera: {camera}, PC use: {pc}"),
    "known": ("あり", "known"),
    "absent": ("なし", "absent"),
    "nothing_now": (
        "いまは何も見ていません（最後の記録: {at}）。",
        "Nothing is watching now (last record: {at}).",
    ),
    "never": ("なし", "none"),
    "worded_by_model": (
        "（モデルの文。数はすべて記録と照合済み）",
        "(worded by the model; every number was checked)",
    ),
    "not_worded": ("（決まった文でまとめました: {why}）", "(worded without the model: {why})"),
    "watching": ("見ているプロセス: {owner}", "The process that watches: {owner}"),
    "no": ("一時停止していません。", "Not paused."),
    "pausing": (
        "一時停止を伝えました。{owner} がカメラを止めるのを待っています。",
        "The pause is under way: {owner} has not let go yet.",
    ),
    "paused": (
        "一時停止中です。どのプロセスも見ていません。`hakaru focus resume` で再開します。",
        "Paused: no process watches. `hakaru focus resume` goes on.",
    ),
    "unanswered": (
        "一時停止に {owner} が応答しません。カメラが動いているかもしれないので、そのプロセスを終了してください。",
        "{owner} does not answer the pause. Its camera may be on: end that process.",
    ),
    "camera_open": ("カメラ: 動いています。", "Camera: on."),
    "camera_shut": ("カメラ: 使っていません。", "Camera: off."),
    "changed": ("変更しました。", "Changed:"),
    "day_none": ("{day}: 記録がありません。", "{day}: nothing is recorded."),
    "day_head": ("{day}: 記録 {total}", "{day}: {total} recorded"),
    "longest": ("最も長い集中: {duration}", "Longest stretch of focus: {duration}"),
    "changes": (
        "状態の変化 {n} 回、通知 {told} 件",
        "{n} <n:change|changes> of state, {told} <told:notification|notifications>",
    ),
    "stretch": ("{start}–{end}  {state}  {duration}", "{start}–{end}  {state}  {duration}"),
    "more": ("ほか {n} 区間", "and {n} more <n:stretch|stretches>"),
    "replay_head": (
        "{n} 件を判定（ルール版 {classifier}、使えない行 {damaged}）",
        "{n} <n:record|records> scored (rules {classifier}, {damaged} unusable <damaged:line|lines>)",
    ),
    "replay_changed": (
        "記録当時と判定が変わったもの: {n} 件",
        "Decided otherwise than when recorded: {n}",
    ),
    "imported": (
        "{events} 件のイベントから {n} 区間を取り込みました（使えないもの {skipped} 件）。",
        "{events} <events:event|events> became {n} <n:stretch|stretches> ({skipped} unusable).",
    ),
    "exported": (
        "{n} 区間を書き出しました（{since} – {until}）: {file}",
        "{n} <n:stretch|stretches> written ({since} – {until}): {file}",
    ),
    "forgotten_all": (
        "履歴をすべて消しました（{n} 区間）。",
        "The whole history is deleted ({n} <n:stretch|stretches>).",
    ),
    "forgotten_before": (
        "{day} より前の履歴を消しました（{n} 区間）。",
        "What lay before {day} is deleted ({n} <n:stretch|stretches>).",
    ),
}
