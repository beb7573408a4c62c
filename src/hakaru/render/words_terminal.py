"""What are tables and short lines called that only a terminal shows?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

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
