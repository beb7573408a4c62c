"""In which words are options for the next training said, with what speaks for and against them?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

OPTIONS: Mapping[str, Word] = {
    "interval": Word(ja="インターバルを続ける", en="Intervals again"),
    "tempo": Word(ja="テンポ走を続ける", en="A tempo run again"),
    "long_run": Word(ja="ロング走", en="A long run"),
    "same_pace": Word(ja="同じペースで続ける", en="The same pace again"),
    "strength": Word(ja="筋力トレーニングを加える", en="Strength work beside running"),
    "easy_day": Word(ja="軽いジョグか休養", en="An easy run or rest"),
    "return_run": Word(ja="短い軽いジョグから再開する", en="Back with a short easy run"),
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
    "days_since_long_days": Word(
        ja="前回のロング走から{value}日", en="the last long run was {value} <value:day|days> ago"
    ),
    "no_interval_days": Word(
        ja="インターバルは{value}日間ありません", en="no intervals in {value} <value:day|days>"
    ),
    "no_tempo_days": Word(
        ja="テンポ走は{value}日間ありません", en="no tempo run in {value} <value:day|days>"
    ),
    "no_long_days": Word(
        ja="ロング走は{value}日間ありません", en="no long run in {value} <value:day|days>"
    ),
    "after_break_days": Word(
        ja="{value}日の休みのあとの再開（{threshold}日以上を休みと数えます）",
        en="running again after a break of {value} <value:day|days> "
        "(a break is {threshold} <threshold:day|days> or more)",
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
    "week_volume_pct": Word(
        ja="この7日間の距離は、その前の4週間の平均の{value}です（{threshold}までが目安）",
        en="the last seven days hold {value} of the mean week of the four before "
        "(up to {threshold} is usual)",
    ),
    "after_break_days": Word(
        ja="{value}日の休みから戻る途中です（{threshold}日以上を休みと数えます）",
        en="this is the way back from a break of {value} <value:day|days> "
        "(a break is {threshold} <threshold:day|days> or more)",
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
    "own_runs": Word(ja="あなた自身のランから", en="from your own runs"),
    "none": Word(ja="具体的な範囲は不明", en="no range is known"),
}

TARGET_NOTES: Mapping[str, Word] = {
    "pace_only": Word(
        ja="ペースと心拍の関係がまだ分からないため、ペースだけを示します",
        en="only a pace: your heart rate at it is not known yet",
    ),
    "heart_rate_only": Word(
        ja="ペースと心拍の関係がまだ分からないため、心拍だけを示します",
        en="only a heart rate: your pace at it is not known yet",
    ),
    "heart_rate_only_after_break": Word(
        ja="休みの前のペースは今の心拍に合わないため、心拍だけを示します",
        en="only a heart rate: after such a break the paces from before no longer fit it",
    ),
    "shorter_after_break": Word(
        ja="休みの前より短くしています（経験則）",
        en="shorter than before the break, by a rule of thumb",
    ),
    "slower_for_heart_rate": Word(
        ja="心拍を楽な範囲に保つため、普段の軽いランより遅めです",
        en="slower than your usual easy runs, so that heart rate stays easy",
    ),
    "above_usual_share": Word(
        ja="このペースでのあなたの心拍は、この種別の目安（閾値心拍に対する割合）より高めです。"
        "あなた自身の関係を優先しています",
        en="at this pace your heart rate is above the usual share of threshold for this kind; "
        "your own relation counts",
    ),
    "below_usual_share": Word(
        ja="このペースでのあなたの心拍は、この種別の目安（閾値心拍に対する割合）より低めです。"
        "あなた自身の関係を優先しています",
        en="at this pace your heart rate is below the usual share of threshold for this kind; "
        "your own relation counts",
    ),
    "reps_by_pace": Word(
        ja="短い本数では心拍が追いつかないため、ペースだけを示します",
        en="only a pace: in short repetitions heart rate does not catch up",
    ),
    "at_the_end_of_reps": Word(
        ja="心拍は各本の終わりの値です", en="heart rate is that of the end of a repetition"
    ),
}
"""What is said after the ranges: why one is missing, or where the own relation leads elsewhere."""

WEEK: Mapping[str, Word] = {
    "head": Word(ja="{start}からの7日間の案", en="Seven days from {start}, in several shapes"),
    "none": Word(
        ja="まだ2週間分の記録がないため、週の案は作りません。",
        en="Less than two weeks with distances are known, so no week is planned.",
    ),
    "steady": Word(
        ja="直近{n}週の平均は {usual} km です。どの形も {most} km（+10%、経験則）を超えません。",
        en="Your last {n} weeks had {usual} km on average. No shape exceeds {most} km "
        "(+10 %, a rule of thumb).",
    ),
    "lighter": Word(
        ja="直近{n}週の平均は {usual} km です。疲れか距離がたまっているため、"
        "{most} km までの軽い週にしています（経験則）。",
        en="Your last {n} weeks had {usual} km on average. Fatigue or distance has built up, "
        "so this is a lighter week of up to {most} km (a rule of thumb).",
    ),
    "return": Word(
        ja="休みの前の{n}週の平均は {usual} km です。再開の今は {most} km までにしています"
        "（経験則）。",
        en="The {n} weeks before the break had {usual} km on average. On the way back it is up "
        "to {most} km (a rule of thumb).",
    ),
    "break": Word(
        ja="{days}日間、ランがありませんでした。休みの前の量の約{share}から、短く軽いランで"
        "戻します（経験則）。",
        en="There was no run for {days} <days:day|days>. The way back begins with short easy "
        "runs and about {share} of the volume before the break (a rule of thumb).",
    ),
    "shape": Word(
        ja="週{n}回  {distance} km（平均の{share}）",
        en="{n} <n:run|runs>  {distance} km ({share} of the mean week)",
    ),
    "usual": Word(ja="、普段の回数", en=", as many as usual"),
    "run": Word(
        ja="{day}  {kind}  {distance} km  約{time}", en="{day}  {kind}  {distance} km  about {time}"
    ),
    "easy": Word(ja="軽いジョグ", en="easy"),
    "long": Word(ja="ロング走", en="long"),
    "tempo": Word(ja="テンポ走", en="tempo"),
    "interval": Word(ja="インターバル", en="intervals"),
    "targets": Word(ja="{kind}: {targets}", en="{kind}: {targets}"),
    "day": Word(ja="日", en="Day"),
    "kind": Word(ja="内容", en="Run"),
    "distance": Word(ja="距離", en="Distance"),
    "time": Word(ja="時間", en="Time"),
}
"""A week in two or three shapes."""

NEXT: Mapping[str, Word] = {
    "new_interval": Word(ja="インターバルを取り入れる", en="Begin with intervals"),
    "new_tempo": Word(ja="テンポ走を取り入れる", en="Begin with tempo runs"),
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
    "noted": Word(ja="{targets}。{note}", en="{targets}; {note}"),
    "sentence": Word(
        ja="{name}（{earliest}）。根拠: {reasons}。気をつけたい点: {objections}。",
        en="{name} ({earliest}). For it: {reasons}. Against it: {objections}.",
    ),
    "sentence_targets": Word(
        ja="{sentence}内容の目安: {targets}。", en="{sentence} Targets: {targets}."
    ),
}
