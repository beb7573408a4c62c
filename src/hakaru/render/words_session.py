"""What are kinds of training, roles and the evidence for them called?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

TYPES: Mapping[str, Word] = {
    "recovery": Word(ja="リカバリー走", en="Recovery run"),
    "low_moderate": Word(
        ja="有酸素ベース走（低〜中強度）", en="Aerobic base run (low to moderate)"
    ),
    "aerobic_base": Word(ja="有酸素ベース走", en="Aerobic base run"),
    "tempo_threshold": Word(ja="テンポ/閾値走", en="Tempo or threshold run"),
    "interval": Word(ja="インターバル", en="Interval session"),
    "sprint": Word(ja="スプリント", en="Sprint session"),
    "long_run": Word(ja="ロング走", en="Long run"),
    "trail": Word(ja="トレイル・山道", en="Trail or mountain run"),
    "race": Word(ja="レース", en="Race"),
    "unknown": Word(ja="未分類", en="Not classified"),
}

TYPE_SOURCES: Mapping[str, Word] = {
    "user": Word(ja="あなたの指定", en="you said so"),
    "named": Word(ja="名前・種目の記録から", en="by its name or occasion"),
    "record": Word(ja="この距離の自己最速", en="your fastest over this distance"),
    "terrain": Word(ja="地形から判定", en="by its ground"),
    "structure": Word(ja="走りの構成から判定", en="by its laps and changes of pace"),
    "heart_rate": Word(ja="心拍から判定", en="by heart rate"),
    "zones": Word(ja="時計の心拍ゾーンから判定", en="by the zones of the watch"),
    "speed": Word(ja="速さから判定", en="by speed"),
    "usual_heart_rate": Word(
        ja="心拍から判定（あなたの閾値が分からないため一般的な値で）",
        en="by heart rate, held against a usual threshold, as yours is not known",
    ),
    "none": Word(ja="決め手なし", en="not enough evidence"),
}

ROLES: Mapping[str, Word] = {
    "warmup": Word(ja="ウォームアップ", en="Warm-up"),
    "main": Word(ja="メイン", en="Main"),
    "work": Word(ja="Work", en="Work"),
    "recovery": Word(ja="Recovery", en="Recovery"),
    "cooldown": Word(ja="クールダウン", en="Cool-down"),
}

ROLE_SOURCES: Mapping[str, Word] = {
    "workout_step": Word(ja="予定されたワークアウト", en="the planned workout"),
    "lap_label": Word(ja="ラップの種別", en="labels of the laps"),
    "lap_speed": Word(ja="あなたのラップ", en="your laps"),
    "speed": Word(ja="速さの変化点", en="changes of speed"),
    "heart_rate": Word(ja="心拍の変化", en="changes of heart rate"),
    "whole_run": Word(ja="全体で1つ", en="nothing divides the run"),
}

FORMS: Mapping[str, Word] = {
    "reps": Word(ja="速い区間のくり返し", en="repeated fast parts"),
    "block": Word(ja="まとまった速い区間", en="one sustained faster part"),
    "steady": Word(ja="一定の走り", en="a steady run"),
}

EVIDENCE: Mapping[str, Word] = {
    "reps_n": Word(ja="速い区間が{value}本", en="{value} fast <value:repetition|repetitions>"),
    "rep_duration_s": Word(ja="1本の長さは{value}", en="a repetition takes {value}"),
    "work_of_threshold_pct": Word(
        ja="速い区間は閾値ペースの{value}", en="repetitions at {value} of threshold speed"
    ),
    "main_of_threshold_pct": Word(
        ja="メイン区間は閾値の{value}", en="the main part at {value} of threshold"
    ),
    "speed_of_threshold_pct": Word(ja="速さは閾値の{value}", en="speed at {value} of threshold"),
    "heart_rate_of_threshold_pct": Word(
        ja="心拍は閾値の{value}（心拍予備で）",
        en="heart rate at {value} of threshold (of the reserve)",
    ),
    "heart_rate_bpm": Word(ja="平均心拍 {value}", en="{value} on average"),
    "zone_1_2_share_pct": Word(ja="ゾーン1-2が{value}", en="{value} in zones 1-2"),
    "zone_2_3_share_pct": Word(ja="ゾーン2-3が{value}", en="{value} in zones 2-3"),
    "zone_3_4_share_pct": Word(ja="ゾーン3-4が{value}", en="{value} in zones 3-4"),
    "zone_4_5_share_pct": Word(ja="ゾーン4-5が{value}", en="{value} in zones 4-5"),
    "block_of_rest_pct": Word(
        ja="速い区間は前後の{value}の速さ", en="a part at {value} of the speed around it"
    ),
    "running_s": Word(ja="走行時間 {value}", en="{value} of running"),
    "walked_share_pct": Word(
        ja="時間の{value}は歩きか停止", en="{value} of the time walked or standing"
    ),
    "climb_per_km_m": Word(ja="1 kmあたり{value} mの登り", en="{value} m of climb per km"),
    "race_distance_m": Word(ja="レースの距離（{value}）", en="a race distance, {value}"),
    "of_best_speed_pct": Word(
        ja="この時間での自己最速の{value}の速さ",
        en="{value} of your best speed for that long",
    ),
    "of_usual_length_pct": Word(
        ja="普段の楽なランの{value}の長さ", en="{value} of the length of your usual easy run"
    ),
}
"""The last word of a code is the unit of its value."""

CONFIDENCE: Mapping[str, Word] = {
    "high": Word(ja="確か", en="confident"),
    "medium": Word(ja="おおむね確か", en="fairly confident"),
    "low": Word(ja="不確か", en="unsure"),
}

SESSION: Mapping[str, Word] = {
    "type_line": Word(ja="{type}（{source}、{confidence}）", en="{type} ({source}, {confidence})"),
    "type_stated": Word(ja="{type}（{source}）", en="{type} ({source})"),
    "confidence": Word(ja="{word} {share}", en="{word}, {share}"),
    "evidence_line": Word(ja="理由: {evidence}", en="Why: {evidence}"),
    "relabel": Word(
        ja="違う場合は `hakaru label` で直せます。",
        en="If it is wrong, correct it: `hakaru label`.",
    ),
    "relabel_as": Word(
        ja="違う場合は `hakaru label {activity_id} {example}` のように直せます。",
        en="If it is wrong, say what it was, as in `hakaru label {activity_id} {example}`.",
    ),
    "reps_line": Word(
        ja="{n}本、1本あたり {distance} km・{time}",
        en="{n} <n:repetition|repetitions> of {distance} km, {time}",
    ),
    "strides": Word(ja="流し{n}本を含みます。", en="It contains {n} <n:stride|strides>."),
    "kind_reps": Word(
        ja="{type}：{distance} km × {n}本（1本 {time}）",
        en="{type}: {n} × {distance} km ({time} each)",
    ),
    "detected": Word(ja="判定の方法", en="Detection"),
    "reasons": Word(ja="理由", en="Why"),
    "targets_of": Word(ja="評価の対象", en="Judged on"),
    "targets_easy": Word(ja="全スプリット", en="all splits"),
    "targets_tempo": Word(ja="メイン区間のみ", en="the main part"),
    "targets_reps": Word(ja="Workセグメントのみ", en="the work segments"),
    "roles_from": Word(ja="区間の決め方", en="Parts taken from"),
    "structure": Word(ja="構成", en="Structure"),
    "zone_from": Word(ja="{low}以上", en="from {low}"),
    "zone_between": Word(ja="{low}〜{high}", en="{low}–{high}"),
    "zones_watch": Word(ja="境界は時計の設定です。", en="Bounds as set in the watch."),
    "zones_lt_heart_rate": Word(
        ja="境界は閾値心拍から計算しました。", en="Bounds are shares of threshold heart rate."
    ),
    "zones_heart_rate_max": Word(
        ja="境界は最大心拍から計算しました。", en="Bounds are shares of maximum heart rate."
    ),
    "no_zone_time": Word(
        ja="毎秒の心拍の記録がないため、ゾーンごとの時間は分かりません。",
        en="Time in zones is not known, as there is no second-by-second heart rate.",
    ),
    "no_zones": Word(
        ja="心拍または基準となる心拍がないため、ゾーンは分かりません。",
        en="Without heart rate, or a reference for it, zones are not known.",
    ),
}
