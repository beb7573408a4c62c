"""Words of sessions, ratings and comparisons."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word
from hakaru.running.metrics import METRICS

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
    "judged_heart_rate_bpm": Word(ja="平均心拍 {value}", en="{value} on average"),
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


CRITERIA: Mapping[str, Word] = {
    "present": Word(ja="記録の有無", en="In the file"),
    "distance": Word(ja="距離", en="Distance"),
    "heart_rate_ramp": Word(ja="心拍の段階的上昇", en="Gradual rise of heart rate"),
    "warmup_heart_rate": Word(ja="終わりの心拍", en="Heart rate at its end"),
    "heart_rate_settles": Word(
        ja="終わりの心拍（段階的低下）", en="Heart rate at its end (gradual fall)"
    ),
    "pace": Word(ja="ペース", en="Pace"),
    "pace_consistency": Word(ja="ペース一貫性（変動係数）", en="Even pace (variation)"),
    "zone_share": Word(ja="時計の心拍ゾーンでは", en="By the zones of the watch"),
    "above_zone_share": Word(ja="時計のゾーンで目的より上", en="Above them, by the watch"),
    "band_share": Word(ja="目的の強度だった時間", en="Time at the intended intensity"),
    "above_band_share": Word(ja="目的より強かった時間", en="Time above the intended intensity"),
    "threshold_heart_rate_share": Word(
        ja="閾値心拍維持率（±5bpm）", en="Time at threshold heart rate (±5 bpm)"
    ),
    "threshold_heart_rate": Word(ja="閾値心拍維持", en="Heart rate near threshold"),
    "heart_rate_of_max": Word(ja="最大心拍率", en="Share of maximum heart rate"),
    "work_consistency": Word(ja="Work一貫性（変動係数）", en="Even repetitions (variation)"),
    "work_duration": Word(ja="Workの時間", en="Time of a repetition"),
    "work_total": Word(ja="Workの合計時間", en="Total time of work"),
    "form": Word(ja="フォーム効率（あなたの普段との比較）", en="Form (against your own usual)"),
    "heart_rate_retention": Word(ja="回復後に残る心拍", en="Heart rate left after recovery"),
    "recovery_heart_rate": Word(ja="回復終了時の心拍", en="Heart rate at the end of recovery"),
    "heart_rate_rise": Word(ja="心拍上昇（最初→最後）", en="Rise of heart rate, first to last"),
    "power_consistency": Word(ja="パワー一貫性（変動係数）", en="Even power (variation)"),
    "power_decline": Word(ja="パワー低下率", en="Loss of power"),
    "step_length_decline": Word(ja="ストライド短縮率", en="Loss of step length"),
}

OUTCOMES: Mapping[str, Word] = {
    "met": Word(ja="✓ 達成", en="✓ met"),
    "not_met": Word(ja="✗ 未達", en="✗ not met"),
    "cannot_tell": Word(ja="– 判定できません", en="– cannot tell"),
    "shown": Word(ja="· 参考", en="· for reference"),
}

BASES: Mapping[str, Word] = {
    "athlete": Word(ja="あなたの閾値・最大心拍から", en="from your own threshold or maximum"),
    "default": Word(
        ja="一般的な目安（あなたの値が未登録）", en="general figure (yours is not known)"
    ),
    "run": Word(ja="ランによらない基準", en="the same for any runner"),
}

NEEDS: Mapping[str, Word] = {
    "required": Word(ja="必須", en="required"),
    "recommended": Word(ja="推奨", en="recommended"),
    "always": Word(ja="本体", en="the session itself"),
}

MISSING: Mapping[str, Word] = {
    "phase_absent": Word(ja="記録にない区間", en="not in the file"),
    "samples": Word(ja="毎秒の記録がない", en="no second-by-second record"),
    "too_short": Word(ja="短すぎる", en="too short"),
    "speed": Word(ja="速さの記録がない", en="speed was not recorded"),
    "heart_rate": Word(ja="心拍の記録がない", en="heart rate was not recorded"),
    "heart_rate_zones": Word(ja="心拍ゾーンが分からない", en="heart rate zones are not known"),
    "intensity_scale": Word(
        ja="閾値心拍も心拍予備も閾値ペースも分からない",
        en="neither threshold heart rate, heart rate reserve nor threshold pace is known",
    ),
    "lt_heart_rate": Word(ja="閾値心拍が分からない", en="threshold heart rate is not known"),
    "heart_rate_reference": Word(
        ja="閾値心拍も最大心拍も分からない", en="neither threshold nor maximum heart rate is known"
    ),
    "like_reps": Word(ja="同じ長さのWorkがない", en="no two repetitions are alike"),
    "recoveries": Word(ja="回復区間がない", en="there was no recovery between them"),
    "power": Word(ja="パワーの記録がない", en="power was not recorded"),
    "step_length": Word(ja="ストライドの記録がない", en="step length was not recorded"),
    "form_verdict": Word(ja="フォームの判定がない", en="form was not judged"),
}

DEDUCTIONS: Mapping[str, Word] = {
    "warmup_short": Word(ja="ウォームアップが短めです", en="the warm-up was short"),
    "cooldown_short": Word(ja="クールダウンが短めです", en="the cool-down was short"),
    "minor_criterion": Word(ja="副次的な項目が未達です", en="a minor item was not met"),
    "consistency": Word(ja="ペースにむらがあります", en="the pace was not even"),
    "recovery_too_fast": Word(
        ja="回復区間が速く、心拍が十分に下がっていません",
        en="recoveries were too fast for the heart rate to fall",
    ),
    "recovery_incomplete": Word(
        ja="回復がやや不足しています（★5には残る心拍が80%以下）",
        en="recovery was not complete (five stars: at most 80% of the heart rate left)",
    ),
    "heart_rate_high": Word(
        ja="目的に対して心拍が高めです", en="heart rate was high for its purpose"
    ),
    "heart_rate_low": Word(
        ja="目的に対して心拍が低めです", en="heart rate was low for its purpose"
    ),
    "threshold_not_held": Word(ja="閾値を維持できていません", en="the threshold was not held"),
    "purpose_missed": Word(
        ja="このタイプの目的に届いていません", en="the purpose of this kind of run was missed"
    ),
}

RATING: Mapping[str, Word] = {
    "too_little": Word(
        ja="★なし: 評価に必要な記録か、あなたの基準値が足りません。",
        en="Not rated: too little is recorded or known.",
    ),
    "type_unknown": Word(
        ja="★なし: トレーニングの種別が分かりません。",
        en="Not rated: the kind of training is not known.",
    ),
    "type_unsure": Word(
        ja="★なし: トレーニングの種別が確かではありません。",
        en="Not rated: type not certain.",
    ),
    "race": Word(
        ja="★なし: レースは採点しません。", en="Not rated: a race is not graded as training."
    ),
    "met_of": Word(ja="{n}項目のうち{met}項目を達成", en="{met} of {n} <n:target|targets> met"),
    "all_met": Word(ja="減点はありません。", en="No star was lost."),
    "deduction": Word(ja="−★{n}: {reason}{behind}", en="-{n} star: {reason}{behind}"),
    "also": Word(ja="ほかに未達: {items}", en="Also not met: {items}"),
    "also_of": Word(ja="{phase}の{what}", en="{phase}: {what}"),
    "also_item": Word(ja="{name} {value}（目標 {target}）", en="{name} {value} (target {target})"),
    "also_plain": Word(ja="{name} {value}", en="{name} {value}"),
    "deductions": Word(ja="−★{n}: {reason}{behind}", en="-{n} stars: {reason}{behind}"),
    "behind": Word(ja="（{detail}）", en=": {detail}"),
    "floor": Word(
        ja="減点の合計にかかわらず、★は1を下回りません。", en="One star is the least there is."
    ),
    "because": Word(ja="{outcome}（{reason}）", en="{outcome} ({reason})"),
    "yes": Word(ja="あり", en="yes"),
    "no": Word(ja="なし", en="no"),
    "at_least": Word(ja="{low}以上", en="at least {low}"),
    "about": Word(ja="約{low}以上", en="about {low} or more"),
    "form_count": Word(ja="要改善の指標 {n}個", en="{n} <n:metric|metrics> needing improvement"),
    "basis_form": Word(ja="あなた自身のフォームの基準から", en="from your own baseline of form"),
    "form_target": Word(ja="なし", en="none"),
    "at_most": Word(ja="{high}まで", en="up to {high}"),
    "slower_than": Word(ja="{low}か、それよりゆっくり", en="{low} or slower"),
    "faster_than": Word(ja="{high}か、それより速く", en="{high} or faster"),
    "of_max": Word(ja="最大心拍の{value}", en="{value} of maximum"),
    "of_lt": Word(ja="閾値心拍の{value}", en="{value} of threshold"),
    "criterion": Word(
        ja="{name}: {value}（目標 {target}）{outcome}",
        en="{name}: {value} (target {target}) {outcome}",
    ),
    "criterion_plain": Word(ja="{name}: {value} {outcome}", en="{name}: {value} {outcome}"),
    "phase_line": Word(
        ja="{need}・{distance} km・{start}〜{end}", en="{need}, {distance} km, {start}–{end}"
    ),
    "phase_absent": Word(ja="記録にありません", en="not in the file"),
    "phase_untold": Word(ja="{need}・{outcome}", en="{need}, {outcome}"),
    "main_easy": Word(ja="メイン走行", en="Main run"),
    "main_trail": Word(ja="メイン走行", en="Main run"),
    "main_tempo": Word(ja="メイン区間", en="Main part"),
    "main_unknown": Word(ja="Run", en="Run"),
    "main_reps": Word(ja="メイン", en="Main"),
}


FIGURE_NAMES: Mapping[str, Word] = {
    "pace": Word(ja="走行中の平均ペース", en="Mean pace while running"),
    "heart_rate_at_pace": Word(ja="このペースでの心拍", en="Heart rate at this pace"),
    "zone2_share": Word(ja="ゾーン2の割合", en="Time in zone 2"),
    "form": Word(ja="フォーム効率（点）", en="Form (points)"),
    "threshold_share": Word(ja="閾値心拍維持率", en="Time at threshold heart rate"),
    "pace_consistency": Word(ja="ペース一貫性（変動係数）", en="Even pace (variation)"),
    "heart_rate_retention": Word(ja="回復後に残る心拍", en="Heart rate left after recovery"),
    "heart_rate_rise": Word(ja="心拍上昇（最初→最後）", en="Rise of heart rate, first to last"),
    "power_at_pace": Word(ja="このペースでのパワー", en="Power at this pace"),
}

UNUSUAL: Mapping[str, Word] = {
    "usual": Word(ja="いつもどおり", en="as usual"),
    "unusual_low": Word(ja="いつもより低い", en="unusually low"),
    "unusual_high": Word(ja="いつもより高い", en="unusually high"),
    "too_few": Word(ja="比べる数が足りません", en="too few to compare"),
    "not_measured": Word(ja="計測なし", en="not measured"),
    "by_selection": Word(ja="この値で選んだため比べません", en="chosen by it, so not compared"),
}

TERMS: Mapping[str, Word] = {
    "distance": Word(ja="距離", en="distance"),
    "pace": Word(ja="ペース", en="pace"),
    "terrain": Word(ja="地形", en="terrain"),
    "reps": Word(ja="本数", en="repetitions"),
    "rep_distance": Word(ja="Workの距離", en="length of a repetition"),
    "rep_time": Word(ja="Workの時間", en="time of a repetition"),
}

WIDENED: Mapping[str, Word] = {
    "any_pace": Word(ja="ペースは問わずに", en="at any pace"),
    "any_terrain": Word(ja="ペースと地形は問わずに", en="at any pace and on any terrain"),
    "wider": Word(ja="長さを±25%まで広げて", en="of a length within 25%"),
    "much_wider": Word(ja="長さを±50%まで広げて", en="of a length within 50%"),
    "same_kind": Word(ja="同じ種別なら長さを問わずに", en="of the same kind and any length"),
    "near_kind": Word(ja="近い種別まで広げて", en="of the same or a neighbouring kind"),
}
"""How far the search had to widen until five were found, or nothing more to be found."""

FILTERS: Mapping[str, Word] = {
    "type": Word(ja="同じタイプ", en="the same kind"),
    "distance": Word(ja="近い距離", en="a like distance"),
    "pace": Word(ja="近いペース", en="a like pace"),
    "terrain": Word(ja="同じ地形", en="the same terrain"),
}

SIMILAR: Mapping[str, Word] = {
    "found": Word(
        ja="過去の{n_searched}回のうち、条件に合うランは{n}回です。",
        en="{n} of {n_searched} earlier <n_searched:run|runs> <n:is|are> similar.",
    ),
    "widened": Word(
        ja="過去の{n_searched}回のうち、似たランは{n}回です（{step}探しました）。",
        en="{n} of {n_searched} earlier <n_searched:run|runs> <n:is|are> similar ({step}).",
    ),
    "emptied": Word(
        ja="過去の{n_searched}回を調べましたが、「{filter}」を満たすランがありません。",
        en="None of {n_searched} earlier <n_searched:run|runs> met the condition: {filter}.",
    ),
    "n": Word(ja="{value}（{n}回）", en="{value} (n = {n})"),
    "rank": Word(ja="{outcome}（p={p}）", en="{outcome} (p={p})"),
    "reps": Word(ja="{n}本", en="{n} <n:rep|reps>"),
}

TREND_METRICS: Mapping[str, Word] = {
    **{name: Word(ja=row.label_ja, en=row.label_en) for name, row in METRICS.items()},
    "heart_rate": Word(ja="心拍", en="Heart rate"),
    "power": Word(ja="パワー", en="Power"),
    "running_effectiveness": Word(ja="走効率", en="Running effectiveness"),
}

DIRECTIONS: Mapping[str, Word] = {
    "higher": Word(ja="上がりました", en="rose"),
    "lower": Word(ja="下がりました", en="fell"),
    "none": Word(ja="変化は確認できません", en="shows no clear change"),
}

MEANINGS: Mapping[str, Word] = {
    "favourable": Word(ja="良い方向", en="improving"),
    "unfavourable": Word(ja="注意したい方向", en="getting worse"),
    "neutral": Word(ja="良し悪しなし", en="neither good nor bad"),
    "unchanged": Word(ja="変化なし", en="unchanged"),
}

CHANGES: Mapping[str, Word] = {
    "changed": Word(
        ja="{metric}は、{pace}/kmで {earlier} から {later} に{direction}"
        "（{delta}、99%区間 {low}〜{high}、{meaning}）。",
        en="{metric} at {pace}/km {direction} from {earlier} to {later} "
        "({delta}, 99% interval {low} to {high}, {meaning}).",
    ),
    "unchanged": Word(
        ja="{metric}は、{pace}/kmで {earlier} → {later}。{direction}"
        "（{delta}、99%区間 {low}〜{high}）。",
        en="{metric} at {pace}/km {direction}: {earlier} to {later} "
        "({delta}, 99% interval {low} to {high}).",
    ),
    "extrapolated": Word(
        ja="この速さで走っていない期間があるため、延長による推定です。",
        en="One period holds no running at this speed: an extension.",
    ),
    "verdict": Word(ja="{direction}・{meaning}", en="{direction}, {meaning}"),
    "month_value": Word(ja="{value}（{span}）", en="{value} ({span})"),
    "month_extended": Word(ja="{value}（{span}、延長）", en="{value} ({span}, extended)"),
    "window": Word(
        ja="{value}（{first}〜{last}、{n}回）", en="{value} ({first} to {last}, {n} <n:run|runs>)"
    ),
}

CAUSES: Mapping[str, Word] = {
    "pace": Word(ja="ペースの変化", en="pace"),
    "grade": Word(ja="勾配", en="slope"),
    "fatigue": Word(ja="疲労", en="fatigue"),
    "sensor": Word(ja="センサーの誤差の疑い", en="possible sensor error"),
    "unexplained": Word(ja="不明", en="unknown"),
}

SIGNS: Mapping[str, Word] = {
    "gap": Word(ja="前後に欠測", en="values missing around it"),
    "spikes": Word(ja="値の飛び", en="spikes in it"),
    "frozen": Word(ja="同じ値の連続", en="one value held"),
    "ratio_violated": Word(ja="VOとVRの不一致", en="VO and VR disagree"),
    "all_at_once": Word(ja="複数の指標が同時に変化", en="several metrics jumped together"),
    "cadence_lock": Word(ja="心拍とケイデンスが一致", en="heart rate equals cadence"),
}

ANOMALIES: Mapping[str, Word] = {
    "sentence": Word(
        ja="{start}〜{end}: {metric}が{actual}で、"
        "その速さと勾配での普段（{expected}）より{delta}{side}です。{reason}",
        en="{start}–{end}: {metric} was {actual}, {delta} {side} than the {expected} expected at "
        "that speed and slope. {reason}",
    ),
    "reason": Word(ja="考えられる要因: {causes}。", en="Likely cause: {causes}."),
    "part_reason": Word(
        ja="原因の多くは不明です（一部: {causes}）。", en="Mostly unexplained; in part: {causes}."
    ),
    "no_reason": Word(ja="原因は不明です。", en="Cause unknown."),
    "signs": Word(ja="センサーの疑い: {signs}。", en="Signs of a sensor fault: {signs}."),
    "cause": Word(ja="{cause} {share}", en="{cause} {share}"),
    "none": Word(
        ja="はっきりしたフォームの変化は見つかりませんでした。",
        en="No clear change of form was found.",
    ),
    "more": Word(ja="ほか{n}件。", en="{n} more."),
}
