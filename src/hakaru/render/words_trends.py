"""In which words are figures of whole sessions said that move over the months?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

SESSION_QUANTITIES: Mapping[str, Word] = {
    "decoupling": Word(ja="心拍とペースのずれ", en="Heart rate drift within a run"),
    "running_effectiveness": Word(ja="走効率", en="Running effectiveness"),
    "speed_per_beat": Word(ja="1拍あたりの距離", en="Distance per heartbeat"),
    "threshold_speed": Word(ja="閾値ペース", en="Threshold pace"),
    "vo2_max": Word(ja="VO2 max", en="VO2max"),
    "lt_heart_rate": Word(ja="閾値心拍", en="Threshold heart rate"),
    "critical_power": Word(ja="クリティカルパワー", en="Critical power"),
}

LONG_TERM: Mapping[str, Word] = {
    "head": Word(ja="長期の推移（セッションごとの値）", en="Long term (figures of sessions)"),
    "same": Word(
        ja="{name}: {later}（変化なし、{n}回のセッション）",
        en="{name}: {later} (unchanged over {n} <n:session|sessions>)",
    ),
    "carried": Word(
        ja="{name}: {earlier} → {later}（{meaning}、{n}回のセッション）",
        en="{name}: {earlier} to {later} ({meaning}, {n} <n:session|sessions>)",
    ),
    "measured": Word(
        ja="{name}: 前半 {earlier} → 後半 {later}（{meaning}、{n}回のセッション、"
        "差の99%区間 {low}〜{high}）",
        en="{name}: first half {earlier}, second half {later} ({meaning}, "
        "{n} <n:session|sessions>, 99% interval of the difference {low} to {high})",
    ),
    "stale": Word(
        ja="{name}（{value}）は{days}日間変わっていません。古い可能性があります。",
        en="{name} ({value}) has not changed for {days} <days:day|days> and may be out of date.",
    ),
}
