"""What are the athlete's figures and their origins called?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

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
