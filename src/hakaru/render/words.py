"""What do pages call things, in Japanese and English? One table; verdict texts live in core."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.wording import Lang

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
