"""What does the command line say around sessions, comparisons and the athlete, in ja and en?"""

from __future__ import annotations

SESSION_WORDS: dict[str, tuple[str, str]] = {
    "none_analysed": (
        "この日までのランがありません。`hakaru ingest フォルダ` で取り込んでください。",
        "No run up to this day is stored: `hakaru ingest FOLDER` reads recordings.",
    ),
    "session_more": (
        "続きは `hakaru session {activity_id} --detail`（区間・生理指標・環境）、"
        "`hakaru similar {activity_id}`（似たラン）。",
        "More: `hakaru session {activity_id} --detail` (segments, physiology, conditions), "
        "`hakaru similar {activity_id}` (similar runs).",
    ),
    "session_reps": (
        "1本ごとの数値は `hakaru intervals {activity_id}`。",
        "Repetition by repetition: `hakaru intervals {activity_id}`.",
    ),
    "all_time": ("全期間", "all time"),
    "records_head": ("自己ベスト（{span}）", "Records ({span})"),
    "records_years": ("年ごとのベストタイム", "Best times by year"),
    "records_none": ("{year}年のランはありません。", "There is no run in {year}."),
    "records_more": (
        "年ごとに見るには `hakaru records --year 年`。ランを開くには "
        "`hakaru session {activity_id}` のように。",
        "One year: `hakaru records --year YEAR`. Open a run as in `hakaru session {activity_id}`.",
    ),
    "intervals_head": ("{day}  インターバルの数値", "{day}  repetition by repetition"),
    "intervals_none": (
        "{day}のランには、くり返しの速い区間が2本以上ありません。"
        "構成は `hakaru session {activity_id}` で見られます。",
        "The run of {day} has fewer than two fast repetitions; "
        "`hakaru session {activity_id}` shows what it is made of.",
    ),
    "labelled": ("種別: {type}（{source}）", "Kind of training: {type} ({source})"),
    "labelled_keep": (
        "この指定は再取り込みや再分析でも保たれます。自動判定に戻すには "
        "`hakaru label {activity_id} auto`。",
        "This holds through new ingests and analyses; `hakaru label {activity_id} auto` undoes it.",
    ),
    "analysed": ("{n} 件のランを分析しました。", "Runs analysed: {n}."),
    "analysed_none": (
        "分析するランがありません。`hakaru ingest フォルダ` で取り込んでください。",
        "There is no run to analyse: `hakaru ingest FOLDER` reads your recordings.",
    ),
    "similar_head": ("{day}  {type}と似たラン", "Runs similar to {day}, {type}"),
    "similar_tolerance": (
        "条件: ペース ±{pace}秒/km{distance}{terrain}",
        "Conditions: pace within {pace} s/km{distance}{terrain}",
    ),
    "similar_distance": ("、距離 ±{percent}%", ", distance within {percent}%"),
    "similar_terrain": ("、同じ地形のみ", ", the same terrain only"),
    "similar_unchecked": (
        "記録がないため確かめていない条件: {names}",
        "Not checked, as this run lacks the figure: {names}",
    ),
    "similar_wider": (
        "条件は --pace-tolerance-s-per-km、--distance-tolerance、--terrain-match で変えられます。",
        "--pace-tolerance-s-per-km, --distance-tolerance and --terrain-match "
        "change the conditions.",
    ),
    "trends_none": (
        "推移を見られる記録がまだありません。フォームや心拍のあるランを取り込んでください。",
        "There is nothing to follow yet: ingest runs with running dynamics or heart rate.",
    ),
    "load_none_known": (
        "この期間には、負荷を計算できたランがありません。"
        "閾値ペースや最大心拍が分かると計算できます: `hakaru athlete show`。",
        "No run of these days has a known load; a threshold pace or maximum heart rate would "
        "give one: `hakaru athlete show`.",
    ),
    "anomalies_none": (
        "判定できるランがありません。フォームの記録があるランを取り込んでください。",
        "No run could be judged: ingest runs with running dynamics.",
    ),
    "anomalies_unjudged": (
        "{day}のランは、フォームの途中変化を判定できません（フォームの記録がないか、短すぎます）。",
        "Form within the run of {day} could not be judged: not measured, or too short a run.",
    ),
    "anomalies_one": (
        "前後の推移は `hakaru anomaly 日付 --number 番号`、1回のランの文章は "
        "`hakaru anomalies 日付`。",
        "What surrounds one: `hakaru anomaly DAY --number N`; a run in sentences: "
        "`hakaru anomalies DAY`.",
    ),
    "anomalies_more": (
        "前後の推移は `hakaru anomaly {activity_id} --number 番号`。",
        "What surrounds one: `hakaru anomaly {activity_id} --number N`.",
    ),
    "paces_none": (
        "{day}時点では、VO2 maxも閾値ペースも分かりません。"
        "`hakaru athlete set threshold_pace 4:35` のように教えるか、ランを取り込んでください。",
        "As of {day} neither VO2max nor threshold pace is known: state one, as in "
        "`hakaru athlete set threshold_pace 4:35`, or ingest runs.",
    ),
    "races_none": (
        "直近120日に5分以上の走りがないため、レースは予測できません。",
        "No effort of five minutes in the last 120 days, so races cannot be predicted.",
    ),
    "athlete_ask": ("教えると確かになるもの:", "Worth stating:"),
    "stated": ("記録しました: {name} {value}（{since}）", "Noted: {name} {value} ({since})"),
    "stated_since": ("{day} から", "from {day} on"),
    "stated_always": ("すべての期間", "for every day"),
    "stated_apply": (
        "これまでのランにも、次に表示するときまでに反映されます。",
        "Earlier runs of those days follow before they are shown next.",
    ),
    "next_head": (
        "{day}のラン（{type}）のあと",
        "After the run of {day} ({type})",
    ),
}
"""Sentences with the next command to type, and answers where there is nothing to show."""
