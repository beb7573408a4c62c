"""In which words are criteria, their outcomes and lost stars said?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

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
