"""In which words are options for the next training said, with what speaks for and against them?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

OPTIONS: Mapping[str, Word] = {
    "interval": Word(ja="インターバルを続ける", en="Intervals again"),
    "tempo": Word(ja="テンポ走を続ける", en="A tempo run again"),
    "same_pace": Word(ja="同じペースで続ける", en="The same pace again"),
    "strength": Word(ja="筋力トレーニングを加える", en="Strength work beside running"),
    "easy_day": Word(ja="軽いジョグか休養", en="An easy run or rest"),
}

REASONS: Mapping[str, Word] = {
    "vo2_utilisation_pct": Word(
        ja="VO2 max利用率が{value}（目安 {threshold}以上）",
        en="{value} of VO2max was used (from {threshold})",
    ),
    "threshold_share_pct": Word(
        ja="閾値心拍を{value}維持（目安 {threshold}以上）",
        en="threshold heart rate was held for {value} (from {threshold})",
    ),
    "power_saved_w": Word(
        ja="同じペースのパワーが過去より{value}低い（目安 {threshold}以上）",
        en="power at equal pace was {value} lower than before (from {threshold})",
    ),
    "step_shortened_cm": Word(
        ja="後半のストライドが{value}短縮（目安 {threshold}以上）",
        en="steps got {value} shorter towards the end (from {threshold})",
    ),
    "days_since_interval_days": Word(
        ja="前回のインターバルから{value}日",
        en="the last intervals were {value} <value:day|days> ago",
    ),
    "days_since_tempo_days": Word(
        ja="前回のテンポ走から{value}日", en="the last tempo run was {value} <value:day|days> ago"
    ),
    "hours_since_hard_h": Word(
        ja="強い練習から{value}時間（回復の目安 {threshold}時間）",
        en="the last hard session was {value} h ago ({threshold} h to recover)",
    ),
    "tsb_score": Word(
        ja="負荷の余裕（TSB）が{value}（目安 {threshold}未満で疲労）",
        en="load balance (TSB) is {value} (tired below {threshold})",
    ),
}

OBJECTIONS: Mapping[str, Word] = {
    "hours_since_hard_h": Word(
        ja="前の強い練習から{value}時間しか経っていません（{threshold}時間が目安）",
        en="only {value} h since the last hard session ({threshold} h are advised)",
    ),
    "hard_sessions_in_week_n": Word(
        ja="この7日間に強い練習が{value}回あります（週{threshold}回が目安）",
        en="{value} hard <value:session|sessions> within seven days already "
        "({threshold} a week are advised)",
    ),
    "tsb_score": Word(
        ja="負荷の余裕（TSB）が{value}と低めです（目安 {threshold}）",
        en="load balance (TSB) is low at {value} ({threshold})",
    ),
    "heart_rate_retention_pct": Word(
        ja="回復後も心拍が{value}残っていました（{threshold}まで）",
        en="{value} of the heart rate was left after recoveries (up to {threshold})",
    ),
    "power_decline_pct": Word(
        ja="最後のWorkまでにパワーが{value}低下しました（{threshold}まで）",
        en="{value} of power was lost by the last repetition (up to {threshold})",
    ),
    "load_unknown": Word(ja="最近の負荷が分かりません", en="recent load is not known"),
    "threshold_unknown": Word(ja="閾値ペースが分かりません", en="threshold pace is not known"),
    "few_sessions_n": Word(
        ja="最近8週間の記録が{value}回しかありません（{threshold}回以上が目安）",
        en="only {value} <value:session|sessions> in eight weeks ({threshold} are needed)",
    ),
}

TARGET_BASES: Mapping[str, Word] = {
    "this_session": Word(ja="今回と同じ内容", en="as this session"),
    "earlier_session": Word(ja="前回の内容", en="as the session before"),
    "athlete": Word(ja="あなたの値から", en="from your own figures"),
    "none": Word(ja="具体的な範囲は不明", en="no range is known"),
}

NEXT: Mapping[str, Word] = {
    "for": Word(ja="根拠", en="For it"),
    "against": Word(ja="気をつけたい点", en="Against it"),
    "targets": Word(ja="内容の目安", en="What it would be"),
    "earliest": Word(ja="早くて {day}", en="{day} at the earliest"),
    "just_now": Word(
        ja="今回が強い練習です（回復の目安 {threshold}時間）",
        en="this session was a hard one ({threshold} h to recover)",
    ),
    "long_ago": Word(
        ja="最後のセッションは{days}日前です。", en="The last session was {days} days ago."
    ),
    "no_reasons": Word(ja="いつでも選べます", en="always possible"),
    "no_objections": Word(ja="特になし", en="nothing found"),
    "reps": Word(ja="{n}本 × {length}", en="{n} x {length}"),
    "recovery": Word(ja="回復 {time}", en="recovery {time}"),
    "distance": Word(ja="{low}〜{high} km", en="{low}–{high} km"),
    "pace": Word(ja="{low}〜{high}/km", en="{low}–{high}/km"),
    "heart_rate": Word(ja="心拍 {low}〜{high} bpm", en="heart rate {low}–{high} bpm"),
    "basis": Word(ja="{targets}（{basis}）", en="{targets} ({basis})"),
    "sentence": Word(
        ja="{name}（{earliest}）。根拠: {reasons}。気をつけたい点: {objections}。",
        en="{name} ({earliest}). For it: {reasons}. Against it: {objections}.",
    ),
    "sentence_targets": Word(
        ja="{sentence}内容の目安: {targets}。", en="{sentence} Targets: {targets}."
    ),
}
