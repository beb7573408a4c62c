"""In which words are the conditions of a run said?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

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
