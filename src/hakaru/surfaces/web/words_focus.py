"""What does the page of attention say?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

FOCUS: Mapping[str, Word] = {
    "focus_now": Word(ja="いま", en="Now"),
    "focus_nothing": Word(ja="いまは見ていません", en="Nothing is watching now"),
    "focus_last": Word(ja="最後の記録は {at}", en="last seen at {at}"),
    "focus_start": Word(
        ja="見始めるには `hakaru serve --focus` で起動するか、別に `hakaru focus watch` を"
        "動かします（追加機能 focus が必要）。",
        en="To watch, start `hakaru serve --focus`, or run `hakaru focus watch` beside it "
        "(needs the extra `focus`).",
    ),
    "focus_history_stays": Word(
        ja="これまでの記録は下にあります。", en="What was recorded so far is below."
    ),
    "focus_since": Word(ja="{at} から", en="since {at}"),
    "focus_confidence": Word(ja="確からしさ {value}", en="confidence {value}"),
    "focus_pausing": Word(
        ja="一時停止しています… {owner} がカメラを止めるのを待っています。",
        en="Pausing… {owner} has not let go of the camera yet.",
    ),
    "focus_paused": Word(
        ja="一時停止中。どのプロセスも見ていません。", en="Paused. No process is watching."
    ),
    "focus_unanswered": Word(
        ja="一時停止に {owner} が応答しません。カメラが動いているかもしれません。"
        "そのプロセスを終了してください。",
        en="{owner} does not answer the pause. Its camera may be on: end that process.",
    ),
    "focus_pause": Word(ja="一時停止（カメラも止める）", en="Pause (lets go of the camera)"),
    "focus_resume": Word(ja="再開する", en="Go on"),
    "focus_camera": Word(ja="カメラ", en="Camera"),
    "camera_on": Word(ja="動いています", en="on"),
    "camera_off": Word(ja="使っていません", en="off"),
    "part_lead": Word(ja="見る役", en="lead"),
    "part_camera": Word(ja="カメラ", en="camera"),
    "part_pc": Word(ja="PC操作", en="PC use"),
    "part_store": Word(ja="履歴", en="history"),
    "part_model": Word(ja="モデル", en="model"),
    "part_notify": Word(ja="通知", en="notifications"),
    "part_clock": Word(ja="時計", en="clock"),
    "focus_day": Word(ja="この日", en="This day"),
    "focus_no_day": Word(ja="この日の記録はありません。", en="Nothing was recorded that day."),
    "focus_recorded": Word(ja="記録した時間", en="Recorded"),
    "focus_longest": Word(ja="いちばん長い集中", en="Longest stretch of focus"),
    "focus_changes": Word(ja="状態の変化", en="Changes of state"),
    "focus_earlier": Word(ja="前の日", en="Day before"),
    "focus_later": Word(ja="次の日", en="Day after"),
    "focus_summarise": Word(ja="この日を文章にする", en="Put the day into words"),
    "focus_said_at": Word(ja="{at} の時点", en="as of {at}"),
    "lasted_s": Word(ja="{s}秒", en="{s} s"),
    "lasted_min": Word(ja="{min}分", en="{min} min"),
    "lasted_h_min": Word(ja="{h}時間{min}分", en="{h} h {min} min"),
    "focus_week": Word(ja="その前の 6 日間", en="The six days before"),
    "notices_head": Word(ja="通知", en="Notifications"),
    "notices_none": Word(ja="この日の通知はありません。", en="No notification that day."),
    "response_accepted": Word(ja="休憩した", en="took the break"),
    "response_dismissed": Word(ja="閉じた", en="dismissed"),
    "response_snoozed": Word(ja="あとで", en="later"),
    "focus_settings": Word(ja="見方の設定", en="What may watch"),
    "set_camera_enabled": Word(
        ja="カメラを使う（映像は保存も送信もしません）",
        en="Use the camera (no picture is stored or sent)",
    ),
    "set_model_enabled": Word(
        ja="迷う場面で言語モデルに聞く（設定がある場合）",
        en="Ask the language model about open cases, if one is configured",
    ),
    "set_notify_enabled": Word(ja="通知を出す", en="Show notifications"),
    "set_over_focus_after_min": Word(
        ja="続けてこの分数集中したら休憩を勧める", en="Suggest a break after so many minutes"
    ),
    "set_most_per_day": Word(ja="1日の通知の上限", en="At most so many notifications a day"),
    "set_keep_days": Word(ja="記録を残す日数", en="Keep the history for so many days"),
    "set_quiet_from": Word(ja="静かにする時間（から）", en="Quiet from"),
    "set_quiet_until": Word(ja="静かにする時間（まで）", en="Quiet until"),
    "focus_forget": Word(ja="集中の記録をすべて削除する", en="Delete the history of focus"),
    "focus_forget_ask": Word(
        ja="集中の記録をすべて削除しますか。元に戻せません。",
        en="Delete the whole history of focus? It cannot be undone.",
    ),
}
