"""Words of pages, in Japanese and English; verdict texts have their own table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.core.i18n import Lang

_ONE_OR_MANY = re.compile(r"<(\w+):([^|>]*)\|([^>]*)>")


@dataclass(frozen=True, kw_only=True)
class Word:
    """One entry; both languages take the same `{placeholders}`.

    `<n:run|runs>` reads 'run' where the value of `n` is 1, else 'runs'.
    """

    ja: str
    en: str


def word(key: str, lang: Lang, **values: object) -> str:
    """The entry in one language with its placeholders filled. Raises KeyError if unknown."""
    return say(WORDS[key], lang, **values)


def say(entry: Word, lang: Lang, **values: object) -> str:
    """An entry in one language with its placeholders filled."""
    return counted(entry.ja if lang == "ja" else entry.en, values).format(**values)


def counted(template: str, values: Mapping[str, object]) -> str:
    """A template with one or many chosen by the numbers that will fill it."""
    return _ONE_OR_MANY.sub(lambda match: match[2 if str(values[match[1]]) == "1" else 3], template)


WORDS: Mapping[str, Word] = {
    "title": Word(ja="{day} のラン", en="Run on {day}"),
    "form_heading": Word(ja="フォーム効率（ペース補正評価）", en="Form against your own usual"),
    "details_heading": Word(ja="指標詳細", en="Metrics"),
    "comments_heading": Word(ja="評価コメント", en="Comments"),
    "basis_heading": Word(ja="期待値の根拠", en="What the expectation rests on"),
    "splits_heading": Word(ja="スプリット", en="Splits"),
    "notes_heading": Word(ja="注意", en="Notes"),
    "reading_heading": Word(ja="読み方", en="How to read this"),
    "curves_heading": Word(ja="ペースごとの期待値と、あなたの走り", en="Your line across paces"),
    "curves_more": Word(
        ja="月ごとの推移と、ほかの指標の図", en="Over the months, and the other metrics"
    ),
    "metric": Word(ja="指標", en="Metric"),
    "actual": Word(ja="実測値", en="Measured"),
    "expected": Word(ja="期待値", en="Expected"),
    "delta": Word(ja="偏差", en="Deviation"),
    "rating": Word(ja="評価", en="Rating"),
    "interval_50": Word(ja="50%区間", en="50% interval"),
    "interval_90": Word(ja="90%区間", en="90% interval"),
    "basis": Word(ja="根拠", en="Basis"),
    "n_runs": Word(ja="学習した走行数", en="Runs learned from"),
    "n_runs_value": Word(ja="{n}回", en="{n} <n:run|runs>"),
    "sensor": Word(ja="センサー", en="Sensor"),
    "sensor_name": Word(ja="センサー名", en="Sensor name"),
    "baseline_version": Word(ja="基準の版", en="Baseline version"),
    "selection": Word(ja="判定に使った区間", en="Judged on"),
    "cadence": Word(ja="ケイデンス", en="Cadence"),
    "balance": Word(ja="接地バランス", en="Contact balance"),
    "missing": Word(ja="計測なし", en="not measured"),
    "not_judged": Word(ja="判定なし", en="not judged"),
    "not_judged_why": Word(
        ja="計測がないか、学習した速さから離れすぎているため、判定していません。",
        en="Not measured, or at a speed too far from those learned, and so not judged.",
    ),
    "no_form": Word(
        ja="このランには、フォーム指標の計測がありません。",
        en="This run carries no form measurement.",
    ),
    "at_least": Word(ja="{value}以上", en="at least {value}"),
    "set_met": Word(ja="設定した下限以上", en="at or above the minimum you set"),
    "set_missed": Word(ja="設定した下限より低め", en="below the minimum you set"),
    "how_usual": Word(ja="いつもと比べて", en="How usual"),
    "as_usual": Word(ja="いつもどおり", en="as usual"),
    "within_range": Word(ja="いつもの範囲", en="within your range"),
    "outside_range": Word(ja="範囲外", en="outside your range"),
    "far_outside": Word(ja="大きく範囲外", en="far outside your range"),
    "within_population": Word(ja="一般的な範囲", en="within what runners show"),
    "outside_population": Word(ja="一般的な範囲の外", en="outside what runners show"),
    "rank": Word(
        ja="ここまで{direction}なのは100回中{n}回ほど",
        en="{direction} than in {n} of 100 runs",
    ),
    "day": Word(ja="日付", en="Day"),
    "distance": Word(ja="距離", en="Distance"),
    "elapsed": Word(ja="経過時間", en="Elapsed"),
    "timer": Word(ja="タイム", en="Time"),
    "pace_running": Word(ja="走行中ペース", en="Pace, running"),
    "while_running_note": Word(
        ja="ペース・心拍・フォームは走行中だけの値です（立ち止まりや歩きを含みません）。",
        en="Pace, heart rate and form are while running only: standing and walking are left out.",
    ),
    "of_running": Word(ja="走行中{time}, {pace}", en="{time} of running at {pace}"),
    "while_running": Word(ja="走行中のみ", en="While running"),
    "totals_from": Word(ja="合計の出どころ", en="Totals"),
    "totals_computed": Word(
        ja="記録から計算（ファイルに合計なし）",
        en="computed over the recording (the file states none)",
    ),
    "totals_list": Word(ja="アクティビティ一覧のとおり", en="as stated in the list of activities"),
    "pace": Word(ja="ペース", en="Pace"),
    "pace_bars": Word(
        ja="走行中ペース（右: 全体より速い）", en="Pace, running (right: faster than the whole)"
    ),
    "heart_rate": Word(ja="心拍", en="Heart rate"),
    "heart_rate_max": Word(ja="{value}（最高 {max}）", en="{value} (max {max})"),
    "power": Word(ja="パワー", en="Power"),
    "climb": Word(ja="獲得標高", en="Climb"),
    "weather": Word(ja="気象", en="Weather"),
    "humidity": Word(ja="湿度{value}%", en="humidity {value}%"),
    "wind": Word(ja="風速{value}m/s", en="wind {value} m/s"),
    "device": Word(ja="時計", en="Watch"),
    "gear": Word(ja="シューズ", en="Shoes"),
    "elevation": Word(ja="標高", en="Elevation"),
    "grade": Word(ja="勾配", en="Grade"),
    "split_number": Word(ja="区間", en="Split"),
    "expected_gct_short": Word(ja="GCT期待", en="GCT expected"),
    "gct_short": Word(ja="GCT", en="GCT"),
    "basis_personal": Word(ja="あなた自身の履歴", en="your own history"),
    "basis_shrunk": Word(
        ja="あなたの履歴＋一般的な傾向", en="your history, still leaning on other runners"
    ),
    "basis_population": Word(
        ja="一般的なランナーの分布（まだ個人の基準ではない）",
        en="runners in general (not personal yet)",
    ),
    "sensor_garmin-hrm": Word(ja="Garmin 胸ベルト", en="Garmin chest strap"),
    "sensor_garmin-pod": Word(ja="Garmin ポッド", en="Garmin pod"),
    "sensor_garmin-wrist": Word(ja="Garmin 手首計測", en="Garmin wrist"),
    "sensor_garmin-unknown": Word(ja="Garmin（種類不明）", en="Garmin (kind unknown)"),
    "sensor_stryd": Word(ja="Stryd ポッド", en="Stryd pod"),
    "sensor_coros": Word(ja="COROS", en="COROS"),
    "sensor_other": Word(ja="その他のセンサー", en="another sensor"),
    "selection_flat_splits": Word(
        ja="平坦な区間 {n} 本（勾配±2%以内）", en="{n} flat <n:split|splits> (grade within ±2%)"
    ),
    "selection_all_splits": Word(
        ja="全区間 {n} 本（平坦な区間なし）",
        en="all {n} <n:split|splits> (none was flat)",
    ),
    "selection_running_samples": Word(
        ja="走っている時間全体（長い区間なし）", en="all running time (no split was long enough)"
    ),
    "selection_summary": Word(
        ja="機器の集計 {n} 行（秒ごとの記録なし）",
        en="{n} <n:row|rows> of the device's summary (no seconds recorded)",
    ),
    "selection_hilly_summary": Word(
        ja="機器の集計 {n} 行（坂を含む、秒ごとの記録なし）",
        en="{n} <n:row|rows> of the device's summary (hilly, no seconds recorded)",
    ),
    "selection_unknown_summary": Word(
        ja="機器の集計 {n} 行（起伏は不明、秒ごとの記録なし）",
        en="{n} <n:row|rows> of the device's summary (hills unknown, no seconds recorded)",
    ),
    "simulated": Word(ja="シミュレーション", en="simulated"),
    "note_simulated": Word(
        ja="この記録はシミュレーターが作ったもので、実際に走ったものではありません。",
        en="This recording was made by a simulator; nobody ran it.",
    ),
    "note_partial": Word(
        ja="記録が途中で壊れているため、読めた部分だけで判定しています。",
        en="The recording is damaged; only the readable part was judged.",
    ),
    "note_extrapolated": Word(
        ja="{metrics}は、学習した速さの範囲の外なので、期待値は延長による推定です。",
        en="{metrics}: the speed lies outside what was learned, so the expectation is extended.",
    ),
    "note_new_sensor": Word(
        ja="このセンサーでは初めての判定に近く、"
        "以前のセンサーの値とは混ぜていません。走るほど個人の基準に近づきます。",
        en="This sensor is new here and is not pooled with an earlier one; "
        "its baseline becomes personal as runs come in.",
    ),
    "note_population": Word(
        ja="{metrics}は個人の基準がまだないため、一般的なランナーの広い区間と比べています。",
        en="{metrics}: no personal baseline yet, so the wide range of runners in general is used.",
    ),
    "note_hilly": Word(
        ja="平坦な区間がなかったため、坂を含む区間で判定しています。"
        "坂の影響は期待値に入っていません。",
        en="No split was flat, so hills are part of the judgement; "
        "the expectation does not know about them.",
    ),
    "note_short": Word(
        ja="400m・60秒以上の区間がないため、走っている時間全体で判定しています。",
        en="No split reaches 400 m and 60 s, so all running time was judged together.",
    ),
    "note_summary": Word(
        ja="秒ごとの記録がないため、機器の平均値で判定しています。"
        "立ち止まりや短い坂も含まれた値です。",
        en="No seconds were recorded, so the device's averages were judged; "
        "standing and short hills are part of them.",
    ),
    "note_hilly_summary": Word(
        ja="秒ごとの記録がなく、坂を含む平均値しか分かりません。"
        "坂の影響を除けないため評価しておらず、学習にも使いません。",
        en="No seconds were recorded: only averages over hills are known. "
        "What the hills did cannot be taken out, so the run is not rated and nothing is learned "
        "from it.",
    ),
    "note_unknown_summary": Word(
        ja="秒ごとの記録がなく、平均値しか分かりません。起伏も不明なため評価しておらず、"
        "学習にも使いません。",
        en="No seconds were recorded: only averages are known, and not how hilly it was. "
        "So the run is not rated and nothing is learned from it.",
    ),
    "reading_text": Word(
        ja="期待値は「このペースなら、あなたは普段これくらい」という値です。"
        "90%区間は普段の10回に9回が収まる幅で、その端で10点を失います。"
        "★は「あなたの普段と比べて」どれだけ離れているかで、良し悪しではありません。"
        "1回のランだけからは助言しません。",
        en="Expected means: what you usually show at this pace. Nine of ten usual runs fall into "
        "the 90% interval; at its edge ten points are lost. Stars say how far a run lies from "
        "your own usual, not whether that is good. A single run gives no advice.",
    ),
    "legend_line": Word(ja="期待値", en="expected"),
    "legend_band_50": Word(ja="50%区間", en="50% interval"),
    "legend_band_90": Word(ja="90%区間", en="90% interval"),
    "legend_points": Word(ja="これまでの区間（薄いほど古い）", en="your earlier splits"),
    "legend_this": Word(ja="このラン", en="this run"),
    "legend_drift": Word(ja="傾向の変化", en="sustained change"),
    "legend_extended": Word(ja="学習範囲の外", en="beyond what was learned"),
    "pace_axis": Word(ja="ペース (分/km) — 右ほど速い", en="pace (min/km), faster to the right"),
    "curve_title": Word(ja="{metric}: ペースと期待値", en="{metric}: expected by pace"),
    "curve_desc": Word(
        ja="ペース{pace}での期待値は{expected}、このランは{actual}。点はこれまでの区間{n}本。",
        en="At {pace} the expectation is {expected}, this run showed {actual}. "
        "{n} earlier <n:split is drawn as a point|splits are drawn as points>.",
    ),
    "curve_desc_unmeasured": Word(
        ja="このランでは計測なし。点はこれまでの区間{n}本。",
        en="Not measured in this run. "
        "{n} earlier <n:split is drawn as a point|splits are drawn as points>.",
    ),
    "trend_title": Word(
        ja="{metric}: 期待値からの偏差の推移", en="{metric}: deviation from expected"
    ),
    "trend_axis": Word(ja="{metric} 期待値からの偏差", en="{metric}: deviation from expected"),
    "trend_desc": Word(
        ja="{first}から{last}までの{n}回のラン。帯は90%区間。傾向の変化は{drifts}件。",
        en="{n} <n:run|runs> from {first} to {last}. The band is the 90% interval; "
        "sustained changes: {drifts}.",
    ),
    "drift_higher": Word(ja="上振れ {day}", en="higher {day}"),
    "drift_lower": Word(ja="下振れ {day}", en="lower {day}"),
    "bar_desc": Word(
        ja="実測{actual}、期待{expected}、50%区間{low_50}〜{high_50}、90%区間{low_90}〜{high_90}",
        en="measured {actual}, expected {expected}, 50% interval {low_50} to {high_50}, "
        "90% interval {low_90} to {high_90}",
    ),
    "time_title": Word(ja="ペースと心拍の流れ", en="Pace and heart rate over time"),
    "time_desc": Word(
        ja="{elapsed}のあいだの{names}を、横軸を経過時間として描いた図。",
        en="{names} drawn over {elapsed} of elapsed time.",
    ),
    "track": Word(ja="走った道すじ（印は出発点）", en="where the run went, from the mark on"),
    "elapsed_axis": Word(ja="経過時間", en="elapsed time"),
    "pace_unit": Word(ja="ペース (分/km)", en="pace (min/km)"),
    "heart_rate_unit": Word(ja="心拍 (bpm)", en="heart rate (bpm)"),
    "gct_unit": Word(ja="接地時間 (ms)", en="contact time (ms)"),
    "elevation_unit": Word(ja="標高 {low}〜{high} m", en="elevation {low} to {high} m"),
    "overall": Word(ja="総合", en="Overall"),
    "stars_label": Word(ja="5つ星中{n}", en="{n} of 5 stars"),
    "made_by": Word(
        ja="Hakaru {version} が {day} に判定。計算はすべて手元の機械で行われました。",
        en="Judged by Hakaru {version} on {day}. Everything was computed on your machine.",
    ),
    "expect_sentence": Word(
        ja="{pace}/kmなら、{metric}は {value} ± {half} {unit}（90%区間 {low}〜{high}）。",
        en="At {pace}/km you would show {value} ± {half} {unit} for {metric} "
        "(90% interval {low} to {high}).",
    ),
    "expect_basis": Word(
        ja="根拠: {basis}（{n}回、{sensor}）。", en="Basis: {basis} ({n} <n:run|runs>, {sensor})."
    ),
    "expect_extrapolated": Word(
        ja="学習した速さの範囲の外なので、延長による推定です。",
        en="This speed is outside what was learned: an extension.",
    ),
    "expect_too_far": Word(
        ja="{metric}: 学習した速さから遠すぎるため、分かりません。",
        en="{metric}: too far from the speeds learned to say.",
    ),
    "activity": Word(ja="ID", en="ID"),
    "run_title": Word(ja="名前", en="Title"),
    "no_activities": Word(ja="記録がありません。", en="No runs are stored."),
    "no_baselines": Word(
        ja="基準値がありません。フォームのデータがあるランを取り込むと学習します。",
        en="No baselines yet: they are learned from the first run with form data.",
    ),
    "version": Word(ja="版", en="Version"),
    "trained_on": Word(ja="学習日", en="Trained"),
    "rmse": Word(ja="誤差(RMSE)", en="RMSE"),
    "half_width_90": Word(ja="90%幅", en="90% ±"),
    "speeds": Word(ja="速さの範囲 (/km)", en="Paces (/km)"),
    "none": Word(ja="-", en="-"),
    "plot_legend": Word(
        ja="= 期待値   . 90%区間   o これまでの区間   @ このラン",
        en="= expected   . 90% interval   o earlier splits   @ this run",
    ),
}


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
        "短すぎるものは★を1つ減らし、記録にないものは減らしません。",
        en="In hard sessions warm-up and cool-down matter most: one that is too short costs a "
        "star, one that is not in the file costs none.",
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
