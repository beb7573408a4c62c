"""In which words are volume, records, the calendar, shoes and compared runs said?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

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
