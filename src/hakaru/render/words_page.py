"""What are the sections, parts and columns of a session report called?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

PAGE: Mapping[str, Word] = {
    "basics": Word(ja="基本情報", en="The run"),
    "summary": Word(
        ja="パフォーマンスサマリー（過去との比較）", en="Performance summary (against earlier runs)"
    ),
    "overall": Word(ja="総合評価", en="Overall rating"),
    "time": Word(ja="ペース・心拍推移グラフ", en="Pace and heart rate over time"),
    "metrics_easy": Word(ja="パフォーマンス指標（全体評価）", en="Performance figures (whole run)"),
    "metrics_tempo": Word(
        ja="パフォーマンス指標（メイン区間評価）", en="Performance figures (main part)"
    ),
    "metrics_reps": Word(
        ja="パフォーマンス指標（Workセグメント評価）", en="Performance figures (work segments)"
    ),
    "phases": Word(ja="フェーズ評価", en="Phases"),
    "environment": Word(ja="環境要因", en="Conditions"),
    "next": Word(ja="次回トレーニングプラン", en="Next training"),
    "type_part": Word(ja="トレーニングタイプ", en="Kind of training"),
    "athlete_part": Word(ja="判定に使ったあなたの値", en="Your figures that were used"),
    "zones_part": Word(ja="心拍ゾーン", en="Heart rate zones"),
    "comparison_part": Word(ja="主要指標の比較", en="Main figures compared"),
    "similar_part": Word(ja="類似ワークアウト", en="Similar runs"),
    "session_stars_part": Word(ja="セッション評価", en="Session rating"),
    "form_stars_part": Word(ja="フォーム評価", en="Form rating"),
    "splits_easy": Word(ja="スプリット概要（全スプリット）", en="Splits (all of them)"),
    "splits_tempo": Word(
        ja="スプリット概要（全スプリット、メイン区間をハイライト）",
        en="Splits (all of them, the main part highlighted)",
    ),
    "splits_reps": Word(
        ja="スプリット概要（全スプリット、Work/Recoveryを明示）",
        en="Splits (all of them, with work and recovery)",
    ),
    "form_easy": Word(ja="フォーム効率（全体）", en="Form (whole run)"),
    "form_tempo": Word(ja="フォーム効率（メイン区間のみ）", en="Form (main part only)"),
    "form_reps": Word(ja="フォーム効率（Workセグメントのみ）", en="Form (work segments only)"),
    "threshold_part": Word(ja="閾値維持率", en="Time at threshold"),
    "interval_part": Word(
        ja="インターバル特有指標（Work一貫性、回復率、心拍上昇率）",
        en="Interval figures (consistency of work, recovery, rise of heart rate)",
    ),
    "matrix_part": Word(ja="効率マトリクス", en="Efficiency by repetition"),
    "rep_form_part": Word(ja="レップごとのフォーム変化", en="Form across repetitions"),
    "anomalies_part": Word(ja="途中で起きたフォームの変化", en="Form changes within the run"),
    "physiology_part": Word(ja="生理学的指標", en="Physiology"),
    "load_part": Word(ja="トレーニング負荷", en="Training load"),
    "trend_part": Word(ja="パフォーマンストレンド", en="Performance trend"),
    "typical_part": Word(
        ja="一般的な範囲（参考・採点なし）", en="Typical ranges (context, never scored)"
    ),
    "items": Word(ja="項目", en="Item"),
    "value": Word(ja="今回", en="This run"),
    "target": Word(ja="目標", en="Target"),
    "outcome": Word(ja="判定", en="Result"),
    "target_basis": Word(ja="目標の根拠", en="Where the target comes from"),
    "figure": Word(ja="指標", en="Figure"),
    "origin": Word(ja="出どころ", en="Where from"),
    "zone": Word(ja="ゾーン", en="Zone"),
    "zone_range": Word(ja="範囲 (bpm)", en="Range (bpm)"),
    "zone_lines": Word(
        ja="心拍の点線は、各ゾーンの下限です。", en="Dotted lines: lower bounds of the zones."
    ),
    "shade_tempo": Word(
        ja="色のついた帯がメイン区間です。", en="The shaded band is the main part."
    ),
    "shade_reps": Word(
        ja="色のついた帯がWork（W1、W2…）、灰色の帯がRecoveryです。",
        en="Coloured bands are work (W1, W2 ...), grey ones recovery.",
    ),
    "time_in_zone": Word(ja="時間", en="Time"),
    "share": Word(ja="割合", en="Share"),
    "usual_median": Word(ja="類似走の中央値", en="Median of similar runs"),
    "usual_range": Word(ja="類似走の範囲", en="Range of similar runs"),
    "difference": Word(ja="差", en="Difference"),
    "how_unusual": Word(ja="位置づけ", en="How unusual"),
    "similarity": Word(ja="類似度", en="Similarity"),
    "alike_in": Word(ja="近い点", en="Alike in"),
    "role": Word(ja="区分", en="Part"),
    "rep": Word(ja="Work", en="Work"),
    "rep_time": Word(ja="時間", en="Time"),
    "step_length": Word(ja="ストライド", en="Step length"),
    "power_of_cp": Word(ja="パワー（CP比）", en="Power (of CP)"),
    "heart_rate_end": Word(ja="終了時心拍", en="Heart rate at the end"),
    "gct_own": Word(ja="GCT（期待比）", en="GCT (vs own line)"),
    "recovery": Word(ja="回復（時間・心拍の残り）", en="Recovery (time, heart rate left)"),
    "earlier": Word(ja="以前", en="Earlier"),
    "later": Word(ja="最近", en="Recent"),
    "month": Word(ja="月", en="Month"),
    "contact_part": Word(ja="接地時間の推移", en="Contact time over the run"),
    "left_out": Word(ja="このレポートにないもの", en="Not in this report"),
    "not_counted": Word(ja="★に数えない項目", en="Not counted for the stars"),
    "not_judged": Word(
        ja="記録が足りず判定なし: {names}", en="Not judged, as data is missing: {names}"
    ),
    "html_here": Word(ja="HTML版: {link}", en="As a page: {link}"),
    "months_part": Word(
        ja="月ごとの値（括弧内は90%区間）", en="Month by month (90% interval in brackets)"
    ),
    "change": Word(ja="変化（99%区間）", en="Change (99% interval)"),
    "verdict": Word(ja="判断", en="Verdict"),
    "metrics": Word(ja="指標", en="Metric"),
    "no_similar_yet": Word(
        ja="比べられる過去のランがまだありません。", en="There is no earlier run to compare with."
    ),
    "no_time_chart": Word(
        ja="毎秒の記録がないため、グラフはありません。", en="No samples were recorded to draw."
    ),
    "no_phases": Word(
        ja="フェーズを判定できる記録がありません。", en="Nothing was recorded to tell phases from."
    ),
    "no_environment": Word(
        ja="環境の記録がありません。", en="Nothing is known about the conditions."
    ),
    "no_options": Word(
        ja="選択肢を出せるだけの記録がまだありません。",
        en="Too little is known yet to offer options.",
    ),
    "no_intervals": Word(
        ja="Workセグメントが2本以上見つからないため、算出できません。",
        en="Fewer than two work segments were found.",
    ),
    "no_threshold": Word(
        ja="閾値または心拍・パワーの記録がないため、維持率は算出できません。",
        en="Threshold, heart rate or power is not known.",
    ),
    "no_threshold_samples": Word(
        ja="毎秒の記録がないため、維持率は算出できません。",
        en="There is no second-by-second record.",
    ),
    "no_plausible_change": Word(
        ja="このペースで走っていない期間があるため、比べません。",
        en="Not compared: one period holds no running at this pace.",
    ),
    "no_trend": Word(
        ja="比べられる期間の記録がまだ足りません。",
        en="Too few runs are stored yet to compare periods.",
    ),
    "no_load": Word(
        ja="このランの負荷は計算できません。",
        en="No load can be computed for this run.",
    ),
    "no_splits": Word(ja="スプリットの記録がありません。", en="There are no splits."),
    "stars_apart": Word(
        ja="セッション評価は目的をどれだけ果たしたか、"
        "フォーム評価は同じペースの普段のあなたとの比較です。"
        "2つは別の評価で、平均しません。",
        en="The session rating says how well the run served its purpose; the form rating compares "
        "you with yourself at the same pace. They are never averaged.",
    ),
    "matrix_note": Word(
        ja="効率は指標ごとに並べ、1つの点数にまとめません。",
        en="The columns stand side by side; they are not averaged into one score.",
    ),
    "hard_wc": Word(
        ja="強度の高い練習では、ウォームアップとクールダウンが特に重要です。"
        "不足すると★が1〜2つ減ります。",
        en="In hard sessions warm-up and cool-down matter most; "
        "leaving them out costs one or two stars.",
    ),
    "options_note": Word(
        ja="根拠にもとづく選択肢です。指示ではありません。",
        en="Options with their evidence, not orders.",
    ),
    "environment_note": Word(
        ja="環境の影響は説明のためのもので、★にもフォームの点数にも使いません。",
        en="Conditions explain; neither stars nor form depend on them.",
    ),
}
"""Titles follow requirement T word for word in Japanese."""
