"""Words of terminals, history, trends, analyses and proposals."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

INTENSITIES: Mapping[str, Word] = {
    "easy": Word(ja="イージー (E)", en="Easy (E)"),
    "marathon": Word(ja="マラソン (M)", en="Marathon (M)"),
    "threshold": Word(ja="閾値 (T)", en="Threshold (T)"),
    "interval": Word(ja="インターバル (I)", en="Interval (I)"),
    "repetition": Word(ja="反復 (R)", en="Repetition (R)"),
}

RACES: Mapping[float, Word] = {
    5000.0: Word(ja="5 km", en="5 km"),
    10000.0: Word(ja="10 km", en="10 km"),
    21097.5: Word(ja="ハーフマラソン", en="Half marathon"),
    42195.0: Word(ja="マラソン", en="Marathon"),
}
"""By distance in metres; others are named by their kilometres."""

SEXES: Mapping[str, Word] = {
    "female": Word(ja="女性", en="female"),
    "male": Word(ja="男性", en="male"),
}

HEADS: Mapping[str, Word] = {
    "rep": Word(ja="本", en="Rep"),
    "km": Word(ja="km", en="km"),
    "time": Word(ja="時間", en="Time"),
    "pace": Word(ja="走行中\n/km", en="/km\nrunning"),
    "heart_rate": Word(ja="心拍", en="bpm"),
    "power": Word(ja="パワー", en="Power"),
    "step": Word(ja="ストライド", en="Step"),
    "heart_rate_end": Word(ja="終了時\n心拍", en="bpm\nat end"),
    "gct": Word(ja="GCT", en="GCT"),
    "gct_own": Word(ja="期待比", en="vs\nown"),
    "rest": Word(ja="回復", en="Rest"),
    "left": Word(ja="心拍の\n残り", en="bpm\nleft"),
    "part": Word(ja="区分", en="Part"),
    "span": Word(ja="いつ", en="When"),
    "month": Word(ja="月", en="Month"),
    "week": Word(ja="週", en="Week"),
    "runs": Word(ja="回数", en="Runs"),
    "load": Word(ja="負荷", en="Load"),
    "ctl": Word(ja="CTL", en="CTL"),
    "atl": Word(ja="ATL", en="ATL"),
    "tsb": Word(ja="TSB", en="TSB"),
    "number": Word(ja="番号", en="No."),
    "change": Word(ja="変化", en="Change"),
    "cause": Word(ja="主な要因", en="Main cause"),
    "actual": Word(ja="実測", en="Measured"),
    "expected": Word(ja="普段", en="Usual"),
    "cadence": Word(ja="ケイデンス", en="Cadence"),
    "grade": Word(ja="勾配", en="Slope"),
    "intensity": Word(ja="強度", en="Intensity"),
    "from_vo2_max": Word(ja="VO2 maxから\n(/km)", en="From VO2max\n(/km)"),
    "from_threshold": Word(ja="閾値ペースから\n(/km)", en="From threshold\n(/km)"),
    "race": Word(ja="レース", en="Race"),
    "prediction": Word(ja="予測", en="Time"),
    "range_80": Word(ja="80%の幅", en="80% range"),
    "vdot": Word(ja="VDOT", en="VDOT"),
    "riegel": Word(ja="Riegel", en="Riegel"),
    "quantity": Word(ja="項目", en="Figure"),
    "value": Word(ja="値", en="Value"),
    "source": Word(ja="出どころ", en="Where from"),
    "since": Word(ja="時点", en="As of"),
}
"""Columns of tables; some run over two lines."""

LINES: Mapping[str, Word] = {
    "default_mark": Word(ja="* {basis}", en="* {basis}"),
    "not_counted": Word(
        ja="· の行は参考で、★には数えません。",
        en="Lines with · are for reference: no star rests on them.",
    ),
    "trend_head": Word(
        ja="基準ペース {pace}/km での値と90%区間。センサー: {sensor}",
        en="Values at {pace}/km with their 90% interval. Sensor: {sensor}",
    ),
    "trend_paces": Word(
        ja="あなたのゆっくり・普段・速めのペース: {slow}・{usual}・{fast}/km"
        "（`hakaru trends --pace {fast}` で変えられます）",
        en="Your slow, usual and fast pace: {slow}, {usual}, {fast}/km "
        "(`hakaru trends --pace {fast}` looks at another)",
    ),
    "trend_now": Word(
        ja="{metric}: {value}（{low}〜{high}、{month}）",
        en="{metric}: {value} ({low} to {high}, {month})",
    ),
    "trend_few": Word(
        ja="比べるには、直近8週間とその前の8週間に3回以上のランが必要です。",
        en="Comparing takes three runs in the last eight weeks and in the eight before.",
    ),
    "trend_not_run": Word(
        ja="{metric}: このペースで走っていないため分かりません。",
        en="{metric}: not known, as this pace was not run lately.",
    ),
    "trend_extended": Word(
        ja="* その月にこのペースでの走りがなく、延長による推定です。",
        en="* this pace was not run in that month: an extension.",
    ),
    "load_days": Word(
        ja="{first} 〜 {last} の毎日の負荷（. 休み、? 不明、最大 {most}）",
        en="Load of each day, {first} to {last} (. rest, ? not known, most {most})",
    ),
    "load_state": Word(
        ja="{day} 現在: CTL {chronic}（長期、42日）、ATL {acute}（短期、7日）、"
        "TSB {balance}（余裕、前日の CTL − ATL）。",
        en="As of {day}: CTL {chronic} (long term, 42 days), ATL {acute} (short term, 7 days), "
        "TSB {balance} (balance, CTL - ATL of the day before).",
    ),
    "load_state_first": Word(
        ja="{day} 現在: CTL {chronic}（長期、42日）、ATL {acute}（短期、7日）。",
        en="As of {day}: CTL {chronic} (long term, 42 days), ATL {acute} (short term, 7 days).",
    ),
    "load_week": Word(ja="直近7日の合計 {value}", en="last 7 days together {value}"),
    "load_ramp": Word(ja="CTLの7日間の変化 {value}", en="change of CTL in 7 days {value}"),
    "load_monotony": Word(ja="単調さ {value}", en="monotony {value}"),
    "load_strain": Word(ja="ストレイン {value}", en="strain {value}"),
    "load_ratio": Word(
        ja="直近7日と28日の比（ACWR）は {coupled} です。説明のための値で、けがを予測しません。",
        en="Last 7 days over last 28 (ACWR): {coupled}. A description; it does not predict injury.",
    ),
    "load_basis": Word(ja="{basis} {n}回", en="{n} {basis}"),
    "load_bases": Word(ja="負荷の計算のもと: {bases}。", en="Basis of the loads: {bases}."),
    "load_averages": Word(
        ja="うち{n}回は一覧などの平均値だけから計算した、粗い値です。",
        en="<n:One|{n}> of them <n:is|are> coarser: only the averages of the whole run are known.",
    ),
    "load_since_first": Word(
        ja="記録は {first} からなので、CTLはまだ低めに見えます。",
        en="Records begin on {first}, so CTL is still too low.",
    ),
    "anomaly_counts": Word(
        ja="{runs}回のラン（判定できた走行 {judged}）で、はっきりした変化は{n}件です。",
        en="Clear changes: {n} in {runs} <runs:run|runs> ({judged} of running judged).",
    ),
    "anomaly_by_metric": Word(ja="指標別: {counts}", en="By metric: {counts}"),
    "anomaly_by_cause": Word(ja="主な要因別: {counts}", en="By main cause: {counts}"),
    "anomaly_run": Word(
        ja="{day}: はっきりした変化は{n}件（判定できた走行 {judged}）",
        en="{day}: clear changes: {n} ({judged} of running judged)",
    ),
    "anomaly_count": Word(ja="{name} {n}件", en="{name} {n}"),
    "anomaly_inside": Word(ja="> はこの区間の中です。", en="> marks the stretch itself."),
    "paces_head": Word(ja="{day}時点の練習ペースと予測", en="Paces and predictions as of {day}"),
    "one_source": Word(
        ja="片方はもう片方から推定した値なので、2つの列は互いの裏付けにはなりません。",
        en="One of the two is estimated from the other, so the columns do not confirm each other.",
    ),
    "disagreement": Word(
        ja="閾値ペース {stated}/km は、VO2 max {vo2_max} から見た閾値 {implied}/km より"
        "{percent}%{side}です。{which}",
        en="Threshold pace {stated}/km is {percent}% {side} than the {implied}/km "
        "that VO2max {vo2_max} implies. {which}",
    ),
    "faster": Word(ja="速い値", en="faster"),
    "slower": Word(ja="遅い値", en="slower"),
    "stale_threshold_speed_mps": Word(
        ja="閾値ペースのほうが古い可能性があります。",
        en="The threshold pace is likely the older one.",
    ),
    "stale_vo2_max_ml_per_kg_min": Word(
        ja="VO2 maxのほうが古い可能性があります。", en="The VO2max is likely the older one."
    ),
    "stale_none": Word(
        ja="どちらが正しいかは記録からは分かりません。",
        en="The records do not tell which is right.",
    ),
    "zones_head": Word(ja="心拍ゾーン", en="Heart rate zones"),
    "power_zones_head": Word(
        ja="パワーゾーン（クリティカルパワー比）", en="Power zones (by critical power)"
    ),
    "below": Word(ja="{value}未満", en="below {value}"),
    "from": Word(ja="{value}以上", en="from {value}"),
    "races_head": Word(ja="今のレース予測", en="Race predictions now"),
    "race_efforts": Word(
        ja="直近120日のよい走り{n}本と閾値ペースからの予測です。練習の走りは全力でないことが多いため"
        "速い側に、走ったことのない長い距離は遅い側に、幅を広く取っています。",
        en="From threshold pace and the best efforts of the last 120 days ({n}). Efforts in "
        "training are rarely all-out, so the range reaches further on the fast side; for races "
        "much longer than your runs it reaches further on the slow side.",
    ),
    "race_beyond": Word(
        ja="* これまでの走りよりずっと長く、確かではありません。",
        en="* much longer than anything that was run: unsure.",
    ),
    "athlete_head": Word(ja="{day}時点で分かっていること", en="What is known as of {day}"),
    "sex": Word(ja="性別", en="Sex"),
    "stale": Word(ja="古い可能性", en="may be out of date"),
    "range": Word(ja="{low}〜{high}", en="{low}–{high}"),
    "more": Word(ja="ほか{n}件", en="{n} more"),
}


def head(key: str, lang: str) -> str:
    """The name of a column."""
    entry = HEADS[key]
    return entry.ja if lang == "ja" else entry.en


HISTORY: Mapping[str, Word] = {
    "period_day": Word(ja="日", en="Day"),
    "period_week": Word(ja="週（月曜）", en="Week from"),
    "period_month": Word(ja="月", en="Month"),
    "period_year": Word(ja="年", en="Year"),
    "runs": Word(ja="回数", en="Runs"),
    "distance": Word(ja="距離", en="Distance"),
    "time": Word(ja="時間", en="Time"),
    "climb": Word(ja="上り", en="Climb"),
    "pace": Word(ja="ペース", en="Pace"),
    "heart_rate": Word(ja="心拍", en="Heart rate"),
    "day": Word(ja="日付", en="Day"),
    "kind": Word(ja="種別", en="Kind"),
    "total": Word(ja="合計", en="Total"),
    "week_sum": Word(ja="週計", en="Week"),
    "n_runs": Word(ja="{n}回", en="{n} <n:run|runs>"),
    "volume_title": Word(ja="期間ごとの距離", en="Distance by period"),
    "volume_axis": Word(ja="距離（km）", en="Distance (km)"),
    "volume_desc": Word(ja="{first} から {last} までの距離", en="Distance from {first} to {last}"),
    "record": Word(ja="記録", en="Record"),
    "best": Word(ja="ベスト", en="Best"),
    "whole_run": Word(ja="ラン全体（{distance}）", en="whole run ({distance})"),
    "record_longest": Word(ja="最長のラン", en="Longest run"),
    "record_climb": Word(ja="最大の上り", en="Most climb"),
    "minutes": Word(ja="{n}分間", en="{n} min"),
    "half": Word(ja="ハーフ", en="Half"),
    "half_marathon": Word(ja="ハーフマラソン", en="Half marathon"),
    "marathon": Word(ja="マラソン", en="Marathon"),
    "mile": Word(ja="1マイル", en="1 mile"),
    "whole_note": Word(
        ja="「ラン全体」は、秒ごとの記録がないラン、または時計の距離が2%以内で足りないランの全体の"
        "タイムです。",
        en="“Whole run”: the time of all of a run without seconds, or of one that was "
        "measured within 2 % of the distance.",
    ),
    "elapsed_note": Word(
        ja="タイムは止まっていた時間も含みます。",
        en="Times include standing still.",
    ),
    "shoes": Word(ja="シューズ", en="Shoes"),
    "no_shoe": Word(ja="（シューズの記録なし）", en="(no shoes recorded)"),
    "first_worn": Word(ja="最初", en="First"),
    "last_worn": Word(ja="最後", en="Last"),
    "metric": Word(ja="指標", en="Metric"),
    "mean_z": Word(ja="平均（SD）", en="Mean (SD)"),
    "range_z": Word(ja="95%区間", en="95 % range"),
    "z_range": Word(ja="{low}〜{high}", en="{low} to {high}"),
    "against_usual": Word(ja="いつもと比べて", en="Against usual"),
    "no_difference": Word(ja="差は見られない", en="no difference shown"),
    "few_runs": Word(ja="まだ少ない（{n}/{least}回）", en="too few runs ({n} of {least})"),
    "shoe_form_note": Word(
        ja="各ランの前に予想した、そのペースでのいつもの値との差を、あなた自身のばらつき（SD）で表した"
        "ものです。区間は表全体で95%です。シューズは履く日や練習が違うので、差がシューズのせいとは"
        "限りません。",
        en="The deviation from what was expected of you at that pace before each run, in your own "
        "standard deviations; all ranges of the table hold together with 95 %. Shoes are worn on "
        "different days and sessions, so a difference need not come from the shoe.",
    ),
    "shoes_none": Word(
        ja="シューズの名前がある記録はまだありません。Garmin Connect の書き出しには入っています。",
        en="No recording names its shoes yet; exports of Garmin Connect do.",
    ),
    "run": Word(ja="ラン", en="Run"),
    "difference": Word(ja="{a}−{b}", en="{a} − {b}"),
    "form_z": Word(ja="{metric}（SD）", en="{metric} (SD)"),
    "by_distance": Word(ja="{km} km ごと", en="Every {km} km"),
    "by_lap": Word(ja="ラップごと", en="Lap by lap"),
    "by_rep": Word(ja="本ごと", en="Repetition by repetition"),
    "col_distance": Word(ja="km", en="km"),
    "col_lap": Word(ja="ラップ", en="Lap"),
    "col_rep": Word(ja="本", en="Rep"),
    "column_pace_s_per_km": Word(ja="ペース（/km）", en="Pace (/km)"),
    "column_heart_rate_bpm": Word(ja="心拍（bpm）", en="Heart rate (bpm)"),
    "column_cadence_spm": Word(ja="ケイデンス（spm）", en="Cadence (spm)"),
    "column_gct_ms": Word(ja="接地時間（ms）", en="Contact time (ms)"),
    "column_vo_cm": Word(ja="垂直振幅（cm）", en="Vertical oscillation (cm)"),
    "column_vr_pct": Word(ja="垂直比率（%）", en="Vertical ratio (%)"),
    "compare_note": Word(
        ja="ラン全体の値は時計のものです。区間の値は走っていた間のものです。",
        en="Figures of a whole run are the watch's; those of a stretch are while running.",
    ),
    "compare_form_note": Word(
        ja="SD: そのペースでのいつもの値との差（あなた自身のばらつきを単位とする）。",
        en="SD: the deviation from your usual at that pace, in your own standard deviations.",
    ),
    "nothing_aligned": Word(
        ja="これらのランには、区間ごとに比べられる記録がありません。",
        en="These runs have nothing to compare stretch by stretch.",
    ),
    "compare_desc": Word(
        ja="区間ごとの{column}（ラン {names}）", en="{column} by stretch, runs {names}"
    ),
}

SHORT_TYPES: Mapping[str, Word] = {
    "recovery": Word(ja="回復", en="recovery"),
    "low_moderate": Word(ja="ベース", en="base"),
    "aerobic_base": Word(ja="ベース", en="base"),
    "tempo_threshold": Word(ja="テンポ", en="tempo"),
    "interval": Word(ja="反復", en="intervals"),
    "sprint": Word(ja="スプリント", en="sprints"),
    "long_run": Word(ja="ロング", en="long"),
    "trail": Word(ja="トレイル", en="trail"),
    "race": Word(ja="レース", en="race"),
}
"""A kind of training in the cell of a calendar; another one is said in full."""


SESSION_QUANTITIES: Mapping[str, Word] = {
    "decoupling": Word(ja="心拍とペースのずれ", en="Heart rate drift within a run"),
    "running_effectiveness": Word(ja="走効率", en="Running effectiveness"),
    "speed_per_beat": Word(ja="1拍あたりの距離", en="Distance per heartbeat"),
    "threshold_speed": Word(ja="閾値ペース", en="Threshold pace"),
    "vo2_max": Word(ja="VO2 max", en="VO2max"),
    "lt_heart_rate": Word(ja="閾値心拍", en="Threshold heart rate"),
    "critical_power": Word(ja="クリティカルパワー", en="Critical power"),
}

LONG_TERM: Mapping[str, Word] = {
    "head": Word(ja="長期の推移（セッションごとの値）", en="Long term (figures of sessions)"),
    "same": Word(
        ja="{name}: {later}（変化なし、{n}回のセッション）",
        en="{name}: {later} (unchanged over {n} <n:session|sessions>)",
    ),
    "carried": Word(
        ja="{name}: {earlier} → {later}（{meaning}、{n}回のセッション）",
        en="{name}: {earlier} to {later} ({meaning}, {n} <n:session|sessions>)",
    ),
    "measured": Word(
        ja="{name}: 前半 {earlier} → 後半 {later}（{meaning}、{n}回のセッション、"
        "差の99%区間 {low}〜{high}）",
        en="{name}: first half {earlier}, second half {later} ({meaning}, "
        "{n} <n:session|sessions>, 99% interval of the difference {low} to {high})",
    ),
    "stale": Word(
        ja="{name}（{value}）は{days}日間変わっていません。古い可能性があります。",
        en="{name} ({value}) has not changed for {days} <days:day|days> and may be out of date.",
    ),
}


COLUMNS: Mapping[str, Word] = {
    "speed_mps": Word(ja="ペース (分/km)", en="pace (min/km)"),
    "heart_rate_bpm": Word(ja="心拍 (bpm)", en="heart rate (bpm)"),
    "cadence_spm": Word(ja="ケイデンス (歩/分)", en="cadence (steps/min)"),
    "power_w": Word(ja="パワー (W)", en="power (W)"),
    "gct_ms": Word(ja="接地時間 (ms)", en="contact time (ms)"),
    "vo_cm": Word(ja="垂直振幅 (cm)", en="vertical oscillation (cm)"),
    "vr_pct": Word(ja="垂直比率 (%)", en="vertical ratio (%)"),
    "elevation_m": Word(ja="標高 (m)", en="elevation (m)"),
}

PICTURES: Mapping[str, Word] = {
    "seconds_title": Word(ja="秒ごとのペースと心拍", en="Pace and heart rate by the second"),
    "seconds_desc": Word(
        ja="{start} から {end} まで。細い線は1秒ごと、太い線は移動平均、縦線はペースの変わり目。",
        en="From {start} to {end}. Thin: seconds; thick: rolling mean; upright: pace changes.",
    ),
    "around_title": Word(ja="変化の前後とペースとの関係", en="Around the step, and against pace"),
    "around_desc": Word(
        ja="{label}。左は時間の流れ（帯が変化の区間）、右はペースに対する散布図（橙が変化の区間）。",
        en="{label}. Left: over time (step shaded); right: against pace (step in orange).",
    ),
    "aligned_title": Word(ja="正規化した時間軸での比較", en="Runs on a common axis of time"),
    "aligned_desc": Word(
        ja="{label}。横軸は経過時間の割合。太い線が最新（{day}）、細い線がその前の {n} 本。",
        en=(
            "{label} by share of each run's time. Thick: the newest ({day}); "
            "thin: the <n:run|{n} runs> before it."
        ),
    ),
    "seconds_note": Word(
        ja="細い線 1 秒ごと・太い線 移動平均・縦線 変わり目",
        en="thin: seconds, thick: rolling mean, upright: change",
    ),
    "around_note": Word(ja="橙 変化の区間", en="orange: the step"),
    "aligned_note": Word(
        ja="太い線 {day}（最新）・細い線 その前の {n} 本",
        en="thick: {day} (newest), thin: <n:run|{n} runs> before",
    ),
    "share_axis": Word(ja="経過時間の割合 (%)", en="share of elapsed time (%)"),
}


PROPOSALS: Mapping[str, Word] = {
    "organizer": Word(ja="整理の提案", en="How the desk could be arranged"),
    "decompositions": Word(ja="分解案", en="Could be divided"),
    "groupings": Word(ja="グループ案", en="Could be looked at together"),
    "relations": Word(ja="関連案", en="Could be related"),
    "reason": Word(ja="理由", en="Why"),
    "children": Word(ja="子ノード案", en="Parts"),
    "members": Word(ja="ノード", en="Nodes"),
    "named": Word(ja="{title}（{id}）", en="{title} ({id})"),
    "part": Word(ja="{title}（{status}）", en="{title} ({status})"),
    "relation": Word(ja="{start} → {end}（{type}）", en="{start} → {end} ({type})"),
    "status": Word(ja="状態", en="Status"),
    "first": Word(ja="まず決めること", en="To decide first"),
    "criteria": Word(ja="比較の観点", en="Points of comparison"),
    "options": Word(ja="選択肢", en="Options"),
    "option": Word(ja="候補 {n}", en="Option {n}"),
    "pros": Word(ja="良い点", en="For it"),
    "cons": Word(ja="気になる点", en="Against it"),
    "next_action": Word(ja="次の一手", en="Next action"),
    "necessary_info": Word(ja="必要情報", en="Needed to know"),
    "criteria_note": Word(ja="判断基準", en="When it fits"),
    "risks": Word(ja="リスク", en="Risks"),
    "suggested_status": Word(ja="状態の候補", en="Status it would lead to"),
    "unconfirmed": Word(
        ja="これは提案です。確認して適用するまで、何も変わりません。",
        en="These are proposals: nothing changes until you confirm and apply one.",
    ),
}
