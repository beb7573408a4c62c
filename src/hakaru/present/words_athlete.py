"""Words of the athlete, physiology and conditions."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

QUANTITIES: Mapping[str, Word] = {
    "heart_rate_max_bpm": Word(ja="最大心拍", en="Maximum heart rate"),
    "heart_rate_rest_bpm": Word(ja="安静時心拍", en="Resting heart rate"),
    "lt_heart_rate_bpm": Word(ja="閾値心拍", en="Threshold heart rate"),
    "threshold_speed_mps": Word(ja="閾値ペース", en="Threshold pace"),
    "critical_power_w": Word(ja="クリティカルパワー", en="Critical power"),
    "vo2_max_ml_per_kg_min": Word(ja="VO2 max", en="VO2max"),
    "weight_kg": Word(ja="体重", en="Weight"),
    "height_cm": Word(ja="身長", en="Height"),
    "age_years": Word(ja="年齢", en="Age"),
}

SETTABLE: Mapping[str, str] = {
    "heart_rate_max_bpm": "heart_rate_max_bpm 188",
    "heart_rate_rest_bpm": "heart_rate_rest_bpm 48",
    "lt_heart_rate_bpm": "lt_heart_rate_bpm 168",
    "threshold_speed_mps": "threshold_pace 4:35",
    "critical_power_w": "critical_power_w 285",
    "vo2_max_ml_per_kg_min": "vo2_max_ml_per_kg_min 52",
    "weight_kg": "weight_kg 62",
    "height_cm": "height_cm 170",
    "age_years": "age_years 35",
}
"""What to type after `hakaru athlete set`, with a value as an example."""

METHODS: Mapping[str, Word] = {
    "stated": Word(ja="あなたの申告", en="you stated it"),
    "device": Word(ja="時計の値", en="from the watch"),
    "hard_efforts": Word(ja="全力に近い走りから推定", en="estimated from hard efforts"),
    "sustained_effort": Word(ja="20〜30分の持続から推定", en="estimated from sustained efforts"),
    "share_of_max": Word(ja="最大心拍の割合から推定", en="estimated as a share of the maximum"),
    "threshold_speed": Word(ja="閾値ペースから推定", en="estimated from threshold pace"),
    "heart_rate_line": Word(
        ja="心拍と速さの関係から推定", en="estimated from heart rate against speed"
    ),
    "vo2_max": Word(ja="VO2 maxから推定", en="estimated from VO2max"),
    "power_line": Word(ja="パワーと速さの関係から推定", en="estimated from power against speed"),
    "critical_speed": Word(
        ja="強い走りの距離と時間から推定", en="estimated from distance and time of hard efforts"
    ),
    "critical_power": Word(
        ja="強い走りのパワーと時間から推定", en="estimated from power and time of hard efforts"
    ),
    "share_of_20_min": Word(ja="20分の最大パワーの95%", en="95% of the best 20 minutes"),
    "reconciled": Word(
        ja="心拍・ペース・パワーを合わせた推定",
        en="estimated from heart rate, pace and power together",
    ),
    "heart_rate_reserve": Word(
        ja="心拍予備能と速さから推定", en="estimated from heart rate reserve and speed"
    ),
    "repetitions": Word(ja="短い反復の速さから推定", en="estimated from short repetitions"),
    "best_effort": Word(ja="速かった走りから推定", en="estimated from a fast run"),
    "lower_bound": Word(
        ja="楽な走りだけから分かる下限", en="at least, as only easy runs are known"
    ),
    "best_efforts": Word(ja="ベストの走りから推定", en="estimated from best efforts"),
    "estimated": Word(ja="走りから推定", en="estimated from runs"),
}
"""Codes of `Known.method`; an estimate whose method is not listed is 'estimated'."""

ATHLETE: Mapping[str, Word] = {
    "known": Word(ja="{value}（{origin}）", en="{value} ({origin})"),
    "dated": Word(ja="{origin}、{on}", en="{origin}, {on}"),
    "bounded": Word(ja="{origin}、80%の幅 {span}", en="{origin}, 80% range {span}"),
    "stale": Word(ja="{origin}・古い可能性", en="{origin}, may be out of date"),
    "ask_missing": Word(
        ja="{name}が分かりません。"
        "`hakaru athlete set {example}` のように教えると、判定が確かになります。",
        en="{name} is not known. Stating it, as in `hakaru athlete set {example}`, "
        "makes the rating surer.",
    ),
    "ask_stale": Word(
        ja="{name}（{value}）は古い可能性があります。"
        "新しい値は `hakaru athlete set {example}` のように教えられます。",
        en="{name} ({value}) may be out of date; state a newer one with "
        "`hakaru athlete set {example}`.",
    ),
    "ask_wide": Word(
        ja="{name}（{value}）は幅のある推定です。"
        "分かる場合は `hakaru athlete set {example}` のように教えてください。",
        en="{name} ({value}) is a wide estimate; if you know it, "
        "state it with `hakaru athlete set {example}`.",
    ),
    "disagreement": Word(
        ja="閾値ペース（{stated}）と、VO2 max {vo2_max} から見た閾値ペース（{implied}）が"
        "{difference}食い違っています。{stale}",
        en="Threshold pace ({stated}) and the one that a VO2max of {vo2_max} implies ({implied}) "
        "differ by {difference}. {stale}",
    ),
    "gap": Word(
        ja="{name}は情報源で食い違っています: {believed}（{believed_by}）と"
        "{other}（{other_by}）、差は{difference}です。",
        en="{name} differs by source: {believed} ({believed_by}) and {other} ({other_by}), "
        "{difference} apart.",
    ),
    "stale_one": Word(ja="{name}のほうが古そうです。", en="{name} looks out of date."),
    "stale_unknown": Word(
        ja="どちらが古いかは分かりません。", en="Nothing tells which of them is out of date."
    ),
    "nothing": Word(
        ja="あなたの閾値や最大心拍は、まだ何も分かっていません。",
        en="Nothing is known yet about your threshold or maximum heart rate.",
    ),
    "years": Word(ja="{value}歳", en="{value} years"),
}


PHYSIOLOGY: Mapping[str, Word] = {
    "power": Word(ja="評価対象の区間のパワー", en="Power in the judged part"),
    "power_normalized": Word(ja="変動を加味した平均パワー", en="Power weighted for surges"),
    "power_of_cp": Word(
        ja="評価対象の区間のパワー（CP比）", en="Power in the judged part (of critical power)"
    ),
    "power_cv": Word(ja="パワー一貫性（変動係数）", en="Even power (variation)"),
    "power_decline": Word(ja="パワー低下率", en="Loss of power, first to last"),
    "power_zones": Word(ja="パワーゾーンの割合", en="Time in power zones"),
    "power_efficiency": Word(ja="1 kmあたりのエネルギー", en="Energy per kilometre"),
    "effectiveness": Word(ja="走効率 v/(P/m)", en="Running effectiveness v/(P/m)"),
    "vo2_max": Word(ja="VO2 max", en="VO2max"),
    "vo2_max_pace": Word(ja="VO2 maxペース", en="Pace at VO2max"),
    "vo2_gain": Word(ja="VO2 maxの伸びしろ", en="What VO2max could become"),
    "vo2_gain_value": Word(
        ja="{low}〜{high}（週1〜2回の強い練習を4〜8週間続けた場合の目安）",
        en="{low}–{high} (usual after 4 to 8 weeks with one or two hard sessions)",
    ),
    "above_threshold_target": Word(
        ja="評価対象の区間で閾値を超えた時間", en="Time above threshold in the judged part"
    ),
    "vo2_utilisation": Word(ja="VO2 max利用率", en="Share of VO2max used"),
    "used_by": Word(
        ja="{share}：VO2 max {vo2_max}・{source}", en="{share} of VO2max {vo2_max}, {source}"
    ),
    "used_joined": Word(ja="、", en="; "),
    "critical_speed": Word(ja="クリティカルスピード", en="Critical speed"),
    "critical_speed_value": Word(
        ja="{pace}/km（80%の幅 {low}〜{high}）、これより速く走れる余力 {reserve}",
        en="{pace}/km (80% range {low}–{high}), {reserve} can be run above it",
    ),
    "standing_unknown": Word(
        ja="年齢か性別が分からないため、比べられません",
        en="not known, as age or sex is not known",
    ),
    "fitness_age": Word(ja="フィットネス年齢", en="Fitness age"),
    "fitness_years": Word(
        ja="{years}歳くらい（VO2 max 1 ml/kg/min を1歳とする目安）",
        en="about {years} (counting 1 ml/kg/min of VO2max as a year)",
    ),
    "of_maximum": Word(
        ja="最大心拍に対する割合（閾値心拍が分からないときの目安）",
        en="Share of maximum heart rate (while threshold heart rate is not known)",
    ),
    "vo2_standing": Word(ja="同年代・同性の中で", en="Among your age and sex"),
    "heart_rate_share": Word(ja="閾値心拍維持率（±5bpm）", en="At threshold heart rate (±5 bpm)"),
    "speed_share": Word(ja="閾値ペース維持率（95〜105%）", en="At threshold pace (95–105%)"),
    "power_share": Word(ja="閾値パワー維持率（95〜105%）", en="At critical power (95–105%)"),
    "above_threshold": Word(ja="閾値を超えた時間", en="Time above threshold"),
    "cadence": Word(ja="評価対象の区間のケイデンス", en="Cadence in the judged part"),
    "step_length": Word(ja="ストライド長", en="Step length"),
    "step_pattern": Word(ja="ケイデンスとストライドの配分", en="Cadence and step length"),
    "step_cv": Word(ja="ストライドの一貫性（変動係数）", en="Even step length (variation)"),
    "step_decline": Word(ja="ストライド短縮率", en="Loss of step length, first to last"),
    "speed_change": Word(ja="速さの変化の内訳", en="What changed the speed"),
    "stiffness": Word(ja="脚の剛性", en="Leg stiffness"),
    "work_cv": Word(ja="Work一貫性（変動係数）", en="Consistency of work (variation)"),
    "heart_rate_drop": Word(ja="心拍の低下率", en="Heart rate drop"),
    "heart_rate_retention": Word(ja="回復後に残る心拍", en="Heart rate left after recovery"),
    "heart_rate_rise": Word(ja="心拍上昇（最初→最後）", en="Rise of heart rate, first to last"),
    "work_total": Word(ja="Workの合計", en="Total work"),
    "work_pace": Word(ja="Work平均ペース", en="Mean pace of work"),
    "classed": Word(ja="{value}（{klass}）", en="{value} ({klass})"),
    "expected": Word(
        ja="{value}（このペースの普段 {expected}）", en="{value} (your usual {expected})"
    ),
    "no_loss": Word(ja="低下なし", en="none lost"),
    "speed_parts": Word(
        ja="速さ {speed}（ケイデンス {cadence}、ストライド {step}）",
        en="speed {speed} (cadence {cadence}, step length {step})",
    ),
    "stale": Word(ja="古い可能性", en="may be out of date"),
    "circular": Word(
        ja="閾値ペースとVO2 maxの一方は、もう一方から推定した値です",
        en="one of VO2max and threshold pace is estimated from the other",
    ),
    "contradicted": Word(
        ja="閾値ペースと食い違います。{stale}",
        en="at odds with the threshold pace. {stale}",
    ),
    "typical_steps": Word(
        ja="ストライド {step_low}〜{step_high} cm、ケイデンス {cadence_low}〜{cadence_high} spm"
        "（身長170cm前後の目安）。あなたの身長や脚の長さで変わるため、採点には使いません。",
        en="Step length {step_low}–{step_high} cm, cadence {cadence_low}–{cadence_high} spm "
        "(for about 170 cm of height). They depend on your build and are never scored.",
    ),
    "typical_form": Word(
        ja="{pace}/km でよく言われる範囲は、接地時間 {gct}、垂直振幅 {vo}、垂直比率 {vr} です。"
        "体格とセンサーで変わるため、採点には使いません。",
        en="At {pace}/km people often quote contact {gct}, oscillation {vo}, ratio {vr}. They "
        "depend on build and sensor and are never scored.",
    ),
    "typical_balance": Word(
        ja="接地バランスは、同じ色分けで「{band}」です。", en="Contact balance: '{band}' there."
    ),
    "typical_gauge": Word(
        ja="{metric}は、同じ種類のセンサーの利用者全体の色分けで「{zone}」です"
        "（ペースは考慮されません）。",
        en="{metric}: '{zone}' among all users of such sensors (whatever their pace).",
    ),
}

DECLINES: Mapping[str, Word] = {
    "excellent": Word(ja="小さい", en="small"),
    "acceptable": Word(ja="許容範囲", en="acceptable"),
    "needs_improvement": Word(ja="大きい", en="large"),
}

STEP_CONSISTENCY: Mapping[str, Word] = {
    "excellent": Word(ja="よく揃っている", en="very even"),
    "good": Word(ja="揃っている", en="even"),
    "needs_improvement": Word(ja="ばらつきが大きい", en="uneven"),
}

CONSISTENCY: Mapping[str, Word] = {
    "even": Word(ja="揃っている", en="even"),
    "uneven": Word(ja="ばらつきがある", en="uneven"),
}

UTILISATION: Mapping[str, Word] = {
    "below": Word(ja="このタイプの目安より低い", en="below what this kind is meant for"),
    "within": Word(ja="このタイプの目安どおり", en="as this kind is meant for"),
    "above": Word(ja="このタイプの目安より高い", en="above what this kind is meant for"),
}

VO2_CATEGORIES: Mapping[str, Word] = {
    "low": Word(ja="低い", en="low"),
    "average": Word(ja="平均", en="average"),
    "good": Word(ja="良好", en="good"),
    "excellent": Word(ja="優秀", en="excellent"),
}

VO2_PERCENTILES: Mapping[str, Word] = {
    "below_40": Word(ja="下位40%", en="below the 40th percentile"),
    "40_to_60": Word(ja="下から40〜60%", en="40th to 60th percentile"),
    "60_to_80": Word(ja="下から60〜80%", en="60th to 80th percentile"),
    "80_to_95": Word(ja="下から80〜95%", en="80th to 95th percentile"),
    "from_95": Word(ja="上位5%", en="from the 95th percentile"),
}

MAX_SHARE_ZONES: Mapping[str, Word] = {
    "recovery": Word(ja="回復ゾーン、70%未満", en="recovery, below 70%"),
    "aerobic": Word(ja="有酸素ゾーン、70〜80%", en="aerobic, 70–80%"),
    "tempo": Word(ja="テンポゾーン、80〜85%", en="tempo, 80–85%"),
    "threshold": Word(ja="閾値、85〜90%", en="threshold, 85–90%"),
    "vo2_max": Word(ja="VO2 maxゾーン、90〜95%", en="VO2max, 90–95%"),
    "maximum": Word(ja="最大ゾーン、95%超", en="maximum, above 95%"),
}
"""T's zones by share of maximum heart rate: the fallback without a threshold."""

HELD: Mapping[str, Word] = {
    "excellent": Word(ja="優秀", en="excellent"),
    "good": Word(ja="良好", en="good"),
    "low": Word(ja="不十分", en="low"),
}

RETENTION: Mapping[str, Word] = {
    "good": Word(ja="よく回復", en="well recovered"),
    "fine": Word(ja="回復は十分", en="recovered enough"),
    "too_fast": Word(ja="回復区間が速すぎる", en="recoveries too fast"),
}

PATTERNS: Mapping[str, Word] = {
    "usual": Word(ja="普段どおり", en="as usual"),
    "high_cadence_long_step": Word(
        ja="普段より高いケイデンス・長いストライド", en="higher cadence and longer steps than usual"
    ),
    "high_cadence_short_step": Word(
        ja="普段より高いケイデンス・短いストライド",
        en="higher cadence and shorter steps than usual",
    ),
    "low_cadence_long_step": Word(
        ja="普段より低いケイデンス・長いストライド", en="lower cadence and longer steps than usual"
    ),
    "low_cadence_short_step": Word(
        ja="普段より低いケイデンス・短いストライド", en="lower cadence and shorter steps than usual"
    ),
}

GAUGE_ZONES: Mapping[str, Word] = {
    "purple": Word(ja="紫（上位5%）", en="purple, 95th percentile and above"),
    "blue": Word(ja="青（上位5〜30%）", en="blue, 70th to 95th percentile"),
    "green": Word(ja="緑（中央の40%）", en="green, 30th to 70th percentile"),
    "orange": Word(ja="橙（下位5〜30%）", en="orange, 5th to 30th percentile"),
    "red": Word(ja="赤（下位5%）", en="red, below the 5th percentile"),
}

BALANCE_BANDS: Mapping[str, Word] = {
    "good": Word(ja="よい", en="good"),
    "fair": Word(ja="ふつう", en="fair"),
    "poor": Word(ja="偏りあり", en="poor"),
}

REP_FORM: Mapping[str, Word] = {
    "stable": Word(ja="最初から最後まで保たれています", en="held from first to last"),
    "declining": Word(ja="後半に崩れています", en="declined towards the end"),
    "improving": Word(ja="後半に整っています", en="improved towards the end"),
    "changing": Word(ja="後半に変化しています", en="changed towards the end"),
    "cannot_tell": Word(ja="判断できません", en="is not clear"),
}

REPS: Mapping[str, Word] = {
    "overall": Word(ja="レップを通したフォームは、{code}。", en="Form across repetitions {code}."),
    "held": Word(ja="最初から最後まで保たれた指標: {metrics}。", en="Held: {metrics}."),
    "held_one": Word(ja="{metric}（{change}）", en="{metric} ({change})"),
    "across": Word(
        ja="{metric}: {code}（最初→最後 {change}、98%区間 {low}〜{high}）",
        en="{metric} {code} (first to last {change}, 98% interval {low} to {high})",
    ),
    "across_few": Word(
        ja="{metric}: {code}（{n}本では足りません）",
        en="{metric} {code} ({n} <n:repetition is|repetitions are> too few)",
    ),
    "no_baseline": Word(
        ja="同じペースの普段の値（基準）がまだないため、"
        "本を重ねてフォームが保たれたかは判断できません。",
        en="There is no baseline yet for what is usual at these paces, "
        "so form across repetitions is not judged.",
    ),
    "not_measured": Word(
        ja="フォームの計測がないため、本を重ねてフォームが保たれたかは判断できません。",
        en="Form was not measured, so form across repetitions is not judged.",
    ),
    "left": Word(ja="{time}・{left}", en="{time}, {left}"),
}


TERRAINS: Mapping[str, Word] = {
    "flat": Word(ja="平坦", en="flat"),
    "rolling": Word(ja="起伏あり", en="rolling"),
    "hilly": Word(ja="坂が多い", en="hilly"),
    "indoor": Word(ja="屋内", en="indoors"),
    "unknown": Word(ja="不明", en="not known"),
}

TEMPERATURE_CLASSES: Mapping[str, Word] = {
    "ideal": Word(ja="理想", en="ideal"),
    "acceptable": Word(ja="許容範囲", en="acceptable"),
    "slightly_outside": Word(ja="やや外れる", en="a little outside"),
    "caution": Word(ja="注意", en="take care"),
}

TEMPERATURE_SIDES: Mapping[str, Word] = {
    "cold": Word(ja="寒い側", en="cold side"),
    "within": Word(ja="範囲内", en="within"),
    "warm": Word(ja="暑い側", en="warm side"),
}

HUMIDITY_CLASSES: Mapping[str, Word] = {
    "normal": Word(ja="通常", en="normal"),
    "high": Word(ja="高湿度", en="high"),
}

WIND_ANSWERS: Mapping[str, Word] = {
    "resolved": Word(ja="コースの向きに分けて評価", en="laid against the track"),
    "no_direction": Word(
        ja="風向きが分からないため、向かい風と追い風には分けられません。",
        en="The wind's direction is not known, so head and tail wind cannot be told apart.",
    ),
    "no_track": Word(
        ja="コースの向きが分からないため、向かい風と追い風には分けられません。",
        en="The course is not known, so head and tail wind cannot be told apart.",
    ),
    "no_weather": Word(ja="風の記録がありません。", en="Wind is not known."),
    "indoor": Word(ja="屋内のため、風の影響はありません。", en="Indoors: no wind."),
}

RULES: Mapping[str, Word] = {
    "hot": Word(ja="高温", en="heat"),
    "humid": Word(ja="高湿度", en="humidity"),
    "windy": Word(ja="強風（向かい風）", en="strong wind (against it)"),
}

ENVIRONMENT: Mapping[str, Word] = {
    "temperature": Word(ja="気温", en="Temperature"),
    "temperature_value": Word(ja="{value}（{klass}）", en="{value} ({klass})"),
    "temperature_side": Word(ja="{klass}・{side}", en="{klass}, {side}"),
    "device_upper": Word(
        ja="{value}以下（時計の温度計。腕の熱を含むため上限としてのみ）",
        en="at most {value} (the watch's thermometer, which the arm warms)",
    ),
    "humidity": Word(ja="湿度", en="Humidity"),
    "terrain": Word(ja="地形", en="Terrain"),
    "terrain_value": Word(
        ja="{terrain}（1kmあたり {climb} m 上り）", en="{terrain} ({climb} m up per km)"
    ),
    "adjusted": Word(ja="勾配補正ペース", en="Pace adjusted for slope"),
    "wind": Word(ja="風", en="Wind"),
    "wind_resolved": Word(
        ja="{speed} m/s。向かい風 {head}、横風 {cross}、追い風 {tail}（走行時間の割合）",
        en="{speed} m/s; head wind {head}, cross wind {cross}, tail wind {tail} of running time",
    ),
    "wind_only": Word(ja="{speed} m/s。{answer}", en="{speed} m/s. {answer}"),
    "indoor": Word(ja="屋内", en="indoors"),
    "wbgt": Word(ja="暑さ指数（日陰、推定）", en="Heat index WBGT (shade, estimated)"),
    "range": Word(ja="{low}〜{high} {unit}", en="{low} to {high} {unit}"),
    "heat": Word(
        ja="この暑さでは、同じ努力のペースが {low}〜{high} 変わるとされます"
        "（レースの研究。プラスは遅くなる側）。",
        en="In such heat the pace of the same effort changes by {low} to {high} "
        "(studies of races; plus is slower).",
    ),
    "cold": Word(
        ja="この寒さでは、同じ努力のペースが {low}〜{high} 変わるとされます"
        "（レースの研究。プラスは遅くなる側）。",
        en="In such cold the pace of the same effort changes by {low} to {high} "
        "(studies of races; plus is slower).",
    ),
    "mild": Word(
        ja="この気温では、同じ努力のペースが {low}〜{high} 変わるとされます"
        "（レースの研究。プラスは遅くなる側）。",
        en="At this temperature the pace of the same effort changes by {low} to {high} "
        "(studies of races; plus is slower).",
    ),
    "own_heat": Word(
        ja="あなた自身の記録では、この気温で同じペースの心拍が "
        "{low}〜{high} bpm 変わります（80%の幅）。",
        en="Your own runs: at this temperature heart rate at the same pace changes "
        "by {low} to {high} bpm (80% range).",
    ),
    "no_own_heat": Word(
        ja="あなた自身の暑さの影響は、まだ分かるだけの記録がありません。",
        en="There are not enough runs yet to tell how heat affects you.",
    ),
    "wind_cost": Word(
        ja="風の影響は、1kmあたり {low}〜{high} 秒と見積もられます。",
        en="The wind is estimated to have cost {low} to {high} s per km.",
    ),
    "rule": Word(
        ja="{name}: ペース +{pace_low}〜{pace_high} 秒/km{heart_rate}",
        en="{name}: pace +{pace_low}–{pace_high} s/km{heart_rate}",
    ),
    "rule_heart_rate": Word(ja="、心拍 +{low}〜{high} bpm", en=", heart rate +{low}–{high} bpm"),
}
