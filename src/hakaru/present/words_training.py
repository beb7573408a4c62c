"""Words of load, readiness and the next training."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

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


READY: Mapping[str, Word] = {
    "head": Word(
        ja="{race}（{race_day}）まで {days}日。{day}時点の記録から見ています。",
        en="{race} on {race_day}: {days} <days:day|days> to go, by what is known on {day}.",
    ),
    "head_today": Word(ja="{race}への準備（{day}時点）", en="{race}: how ready, as of {day}"),
    "time": Word(ja="予測タイム", en="Predicted time"),
    "time_value": Word(ja="{time}（80%の幅 {low}〜{high}）", en="{time} (80% range {low}–{high})"),
    "pace": Word(ja="そのペース", en="Its pace"),
    "week": Word(ja="週の走行距離", en="Distance a week"),
    "week_value": Word(
        ja="{week}（直近8週の平均、直近4週は {recent}）・目安 {usual}",
        en="{week} (mean of 8 weeks; last 4: {recent}); usual: {usual}",
    ),
    "long": Word(ja="最も長い距離", en="Longest run"),
    "long_value": Word(ja="{longest}（{on}）・目安 {usual}", en="{longest} ({on}); usual: {usual}"),
    "long_runs": Word(ja="長い距離のラン", en="Long runs"),
    "long_runs_value": Word(
        ja="8週間で{n}回（{from_km}以上）", en="{n} of {from_km} or more in 8 weeks"
    ),
    "runs": Word(ja="週のラン回数", en="Runs a week"),
    "load": Word(ja="負荷の流れ", en="Load"),
    "load_value": Word(
        ja="CTL {chronic}（28日前から {change}、{trend}）",
        en="CTL {chronic} ({change} in 28 days, {trend})",
    ),
    "load_short": Word(ja="CTL {chronic}", en="CTL {chronic}"),
    "rising": Word(ja="上昇中", en="rising"),
    "level": Word(ja="横ばい", en="level"),
    "falling": Word(ja="低下中", en="falling"),
    "missing_head": Word(ja="足りないもの", en="What is missing"),
    "nothing_missing": Word(
        ja="目安に照らして、足りないものはありません。",
        en="Nothing is missing by the usual amounts.",
    ),
    "no_runs": Word(ja="この日までのランがありません。", en="No run up to this day is stored."),
    "volume": Word(
        ja="週の走行距離は {value} で、目安は {usual} です（週1割ずつ増やして約{weeks}週）。",
        en="{value} a week; {usual} is usual (about {weeks} <weeks:week|weeks> at a tenth more "
        "each week).",
    ),
    "longest_run": Word(
        ja="最も長いランは {value} で、目安は {usual} です（週2kmずつ延ばして約{weeks}週）。",
        en="The longest run is {value}; {usual} is usual (about {weeks} <weeks:week|weeks> at "
        "2 km more each week).",
    ),
    "long_runs_few": Word(
        ja="{from_km}以上のランが8週間で{value}回です（目安 {usual}回）。",
        en="Runs of {from_km} or more in 8 weeks: {value}; {usual} are usual.",
    ),
    "runs_a_week": Word(
        ja="走るのは週{value}回です（目安 {usual}回）。",
        en="{value} <value:run|runs> a week; {usual} <usual:is|are> usual.",
    ),
    "pause": Word(
        ja="最後のランから{value}日たっています。",
        en="The last run was {value} <value:day|days> ago.",
    ),
    "no_prediction": Word(
        ja="直近120日に5分以上の走りがないため、タイムは予測できません。",
        en="No effort of five minutes in the last 120 days, so no time is predicted.",
    ),
    "in_time": Word(
        ja="レースまでに間に合う見込みです（最後の2週間は練習を減らす前提）。",
        en="There is time to make this up, with the last two weeks kept easy.",
    ),
    "short_of_time": Word(
        ja="レースまでの日数では埋まらない見込みです。予測は長い距離ほど外れやすくなります。",
        en="There is not enough time to make all of this up; the prediction is then less sure.",
    ),
    "basis": Word(
        ja="タイムは今の力での予測です。日が先になるほど幅は広がります。走行距離と最長距離の目安は"
        "コーチの経験則です。",
        en="The time is by the fitness of that day; its range grows with the days to go. What is "
        "usual is a rule of thumb of coaches.",
    ),
}


LOAD_CLASSES: Mapping[str, Word] = {
    "low": Word(ja="低負荷", en="low"),
    "moderate": Word(ja="中負荷", en="moderate"),
    "high": Word(ja="高負荷", en="high"),
    "very_high": Word(ja="非常に高負荷", en="very high"),
}

LOAD_BASES: Mapping[str, Word] = {
    "power": Word(ja="パワーから", en="from power"),
    "pace": Word(ja="ペースから", en="from pace"),
    "heart_rate": Word(ja="心拍から", en="from heart rate"),
}

DECOUPLING_REASONS: Mapping[str, Word] = {
    "repetitions": Word(
        ja="インターバルのため比べられません", en="repetitions cannot be compared so"
    ),
    "too_short": Word(ja="短いため比べられません", en="too short to compare halves"),
    "not_steady": Word(ja="速さが一定でないため比べられません", en="not steady enough to compare"),
    "no_heart_rate_or_speed": Word(
        ja="心拍または速さの記録がありません", en="heart rate or speed was not recorded"
    ),
}

LOAD_PROBLEMS: Mapping[str, Word] = {
    "not_recorded": Word(ja="記録がない", en="not recorded"),
    "summary_only": Word(
        ja="平均値のみで毎秒の記録がない", en="averages without a second-by-second record"
    ),
    "gaps": Word(ja="欠測が多い", en="too many gaps"),
    "threshold_unknown": Word(ja="閾値が分からない", en="the threshold is not known"),
    "threshold_stale": Word(ja="閾値が古い可能性", en="the threshold may be out of date"),
    "threshold_guessed": Word(ja="閾値の推定に幅がある", en="the threshold is a wide estimate"),
    "implausible": Word(ja="閾値が低すぎる可能性", en="the threshold seems too low"),
    "bounds_unknown": Word(
        ja="安静時または最大の心拍が分からない", en="resting or maximum heart rate is not known"
    ),
    "sex_unknown": Word(ja="性別が分からない", en="sex is not known"),
}

LOAD: Mapping[str, Word] = {
    "score": Word(ja="負荷スコア", en="Load score"),
    "score_value": Word(ja="{value}（{klass}、{basis}）", en="{value} ({klass}, {basis})"),
    "intensity": Word(ja="強度（閾値=100%）", en="Intensity (threshold = 100%)"),
    "trimp": Word(ja="TRIMP（心拍による負荷）", en="TRIMP (load from heart rate)"),
    "chronic": Word(ja="長期の負荷（CTL、42日）", en="Long-term load (CTL, 42 days)"),
    "acute": Word(ja="短期の負荷（ATL、7日）", en="Short-term load (ATL, 7 days)"),
    "balance": Word(ja="余裕（TSB、前日）", en="Balance (TSB, of the day before)"),
    "week": Word(ja="直近7日の合計", en="Last 7 days together"),
    "ramp": Word(ja="CTLの7日間の変化", en="Change of CTL in 7 days"),
    "unknown": Word(
        ja="直近28日に、負荷の分からないランが{n}回あります。その分は低めに見えます。",
        en="{n} <n:run|runs> of the last 28 days <n:has|have> no known load, "
        "so these averages are too low.",
    ),
    "score_note": Word(
        ja="閾値で1時間走ると100になる値です。",
        en="An hour at the threshold is 100.",
    ),
    "note": Word(ja="{basis}: {problem}。", en="{basis}: {problem}."),
    "decoupling": Word(
        ja="心拍とペースのずれ（前半→後半）", en="Heart rate drift (first to second half)"
    ),
    "decoupled": Word(ja="{value}（5%を超えるずれ）", en="{value} (more than 5%)"),
    "coupled": Word(ja="{value}（5%以内）", en="{value} (within 5%)"),
    "durability_form": Word(
        ja="{after}以降の{metric}（ペース補正）", en="{metric} after {after} (pace taken out)"
    ),
    "durability": Word(
        ja="{after}以降の1拍あたりの距離", en="Distance per heartbeat after {after}"
    ),
}

LOAD_CHART: Mapping[str, Word] = {
    "axis": Word(ja="1日の負荷", en="load per day"),
    "title": Word(ja="負荷とその平均", en="Load and its averages"),
    "desc": Word(
        ja="{first}から{last}までの1日ごとの負荷と、長期（42日）・短期（7日）の平均。",
        en="Load of each day from {first} to {last}, with its long (42 days) and short (7 days) "
        "average.",
    ),
    "bar": Word(ja="1日の負荷", en="load of a day"),
    "chronic": Word(ja="長期の平均（42日）", en="long average (42 days)"),
    "acute": Word(ja="短期の平均（7日）", en="short average (7 days)"),
}


ADVICE: Mapping[str, Word] = {
    "title": Word(ja="次のトレーニング（{day} のあと）", en="The next training (after {day})"),
    "label": Word(ja="案{letter}：{name}", en="Option {letter}: {name}"),
    "easy_run": Word(ja="軽いジョグにする", en="An easy run"),
    "rest": Word(ja="休養にする", en="A day of rest"),
    "walk_run": Word(ja="歩きとジョグを交互にする", en="Walking and running in turns"),
    "description": Word(
        ja="{earliest}。内容の目安: {targets}。", en="{earliest}. It would be: {targets}."
    ),
    "without_targets": Word(ja="{earliest}。走る内容はありません。", en="{earliest}. No running."),
    "summary": Word(
        ja="{day} のラン（{type}）のあとに選べる案を並べています。順位は付けていません。",
        en="What could follow the run of {day} ({type}), side by side and in no order of merit.",
    ),
    "next_decision": Word(
        ja="まず、次を強い練習にするか軽い日にするかを決めると、残りの案が絞れてきます。",
        en="Deciding first whether the next day is hard or easy would leave fewer options.",
    ),
    "fits": Word(ja="こう考える場合: {reasons}。", en="It fits if this counts: {reasons}."),
    "fits_easy_run": Word(
        ja="疲れを残さずに走る習慣を続けたい場合。",
        en="It fits if running on without fatigue counts.",
    ),
    "fits_walk_run": Word(
        ja="脚を少しずつ慣らしたい場合。", en="It fits if the legs are to get used to it slowly."
    ),
    "fits_rest": Word(
        ja="体を休ませることを優先したい場合。", en="It fits if resting comes first."
    ),
    "form": Word(ja="フォーム", en="Form"),
    "load": Word(ja="負荷", en="Load"),
    "trend": Word(ja="傾向", en="Trend"),
    "no_form": Word(
        ja="このランのフォームはまだ評価されていません。", en="Form on this run was not judged."
    ),
    "no_load": Word(ja="負荷の記録がまだありません。", en="No load is known yet."),
    "no_trend": Word(
        ja="比べられるだけのランがまだありません。", en="There are too few runs for a comparison."
    ),
    "change": Word(
        ja="{metric}は、{pace}/kmで {earlier} から {later}（{delta}、{clear}）。",
        en="{metric} at {pace}/km: {earlier}, then {later} ({delta}, {clear}).",
    ),
    "clear": Word(ja="ばらつきを超える変化", en="more than chance"),
    "unclear": Word(ja="ばらつきの範囲", en="within chance"),
    "load_line": Word(ja="{rows}。", en="{rows}."),
    "load_row": Word(ja="{label}は {value}", en="{label}: {value}"),
}
"""The frame of a report."""

ACTIONS: Mapping[str, Word] = {
    "interval": Word(
        ja="{earliest}の予定に、前回と同じ本数のインターバルを書き込む案です。",
        en="Put the intervals on the calendar: {earliest}.",
    ),
    "tempo": Word(
        ja="{earliest}の予定に、テンポ走を書き込む案です。",
        en="Put the tempo run on the calendar: {earliest}.",
    ),
    "same_pace": Word(
        ja="{earliest}の予定に、同じペースのランを書き込む案です。",
        en="Put the run at the same pace on the calendar: {earliest}.",
    ),
    "strength": Word(
        ja="{earliest}の予定に、筋力トレーニングの時間を取る案です。",
        en="Keep time for strength work: {earliest}.",
    ),
    "easy_run": Word(
        ja="{earliest}の予定に、会話のできる強さのジョグを書き込む案です。",
        en="Put an easy run at talking pace on the calendar: {earliest}.",
    ),
    "rest": Word(ja="{earliest}の予定を空けておく案です。", en="Keep the day free: {earliest}."),
    "long_run": Word(
        ja="{earliest}の予定に、ロング走を書き込む案です。",
        en="Put the long run on the calendar: {earliest}.",
    ),
    "return_run": Word(
        ja="{earliest}の予定に、短い軽いジョグを書き込む案です。",
        en="Put a short easy run on the calendar: {earliest}.",
    ),
    "walk_run": Word(
        ja="{earliest}の予定に、歩きとジョグの時間を書き込む案です。",
        en="Put time for walking and running in turns on the calendar: {earliest}.",
    ),
}
INFO: Mapping[str, Word] = {
    "hard": Word(
        ja="記録にない体調（痛み、睡眠、だるさ）と、その日に使える時間。",
        en="What no recording holds (pain, sleep, tiredness), and the time there is on that day.",
    ),
    "easy": Word(
        ja="記録にない体調（痛み、睡眠、だるさ）。",
        en="What no recording holds: pain, sleep, tiredness.",
    ),
}
RISKS: Mapping[str, Word] = {
    "interval": Word(
        ja="疲れが残っていると、後半で設定を保てない可能性があります。",
        en="With fatigue left, the later repetitions could fall apart.",
    ),
    "tempo": Word(
        ja="疲れが残っていると、途中で強さを保てない可能性があります。",
        en="With fatigue left, the intensity could be lost on the way.",
    ),
    "same_pace": Word(
        ja="同じ刺激が続き、変化が小さくなる可能性があります。",
        en="The same stimulus again could change little.",
    ),
    "strength": Word(
        ja="筋肉痛が次のランに残る可能性があります。",
        en="Sore muscles could last into the next run.",
    ),
    "easy_run": Word(
        ja="狙いより速くなると、休む効果が小さくなる可能性があります。",
        en="Run faster than meant, it could rest the legs less.",
    ),
    "rest": Word(
        ja="走る間隔が空き、習慣が途切れる可能性があります。",
        en="A longer gap could break the habit.",
    ),
    "long_run": Word(
        ja="疲れが残っていると、終盤でフォームが崩れる可能性があります。",
        en="With fatigue left, form could fall apart towards the end.",
    ),
    "return_run": Word(
        ja="休みの前の量やペースにすぐ戻すと、脚に負担がかかる可能性があります。",
        en="Going straight back to the volume or pace from before could strain the legs.",
    ),
    "walk_run": Word(
        ja="歩く時間の分、走る距離は短くなる可能性があります。",
        en="There is less running in it than one may wish for.",
    ),
}
