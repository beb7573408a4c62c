"""What is said about readiness for a race?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

READY: Mapping[str, Word] = {
    "head": Word(
        ja="{race}（{race_day}）まで {days}日。{day}時点の記録から見ています。",
        en="{race} on {race_day}: {days} <days:day|days> to go, by what is known on {day}.",
    ),
    "head_today": Word(ja="{race}への準備（{day}時点）", en="{race}: how ready, as of {day}"),
    "time": Word(ja="予測タイム", en="Predicted time"),
    "time_value": Word(ja="{time}（80%の幅 {low}〜{high}）", en="{time} (80% range {low}–{high})"),
    "pace": Word(ja="そのペース", en="Its pace"),
    "week": Word(ja="週の走行距離", en="Distance a week"),
    "week_value": Word(
        ja="{week}（直近8週の平均、直近4週は {recent}）・目安 {usual}",
        en="{week} (mean of 8 weeks; last 4: {recent}); usual: {usual}",
    ),
    "long": Word(ja="最も長い距離", en="Longest run"),
    "long_value": Word(ja="{longest}（{on}）・目安 {usual}", en="{longest} ({on}); usual: {usual}"),
    "long_runs": Word(ja="長い距離のラン", en="Long runs"),
    "long_runs_value": Word(
        ja="8週間で{n}回（{from_km}以上）", en="{n} of {from_km} or more in 8 weeks"
    ),
    "runs": Word(ja="週のラン回数", en="Runs a week"),
    "load": Word(ja="負荷の流れ", en="Load"),
    "load_value": Word(
        ja="CTL {chronic}（28日前から {change}、{trend}）",
        en="CTL {chronic} ({change} in 28 days, {trend})",
    ),
    "load_short": Word(ja="CTL {chronic}", en="CTL {chronic}"),
    "rising": Word(ja="上昇中", en="rising"),
    "level": Word(ja="横ばい", en="level"),
    "falling": Word(ja="低下中", en="falling"),
    "missing_head": Word(ja="足りないもの", en="What is missing"),
    "nothing_missing": Word(
        ja="目安に照らして、足りないものはありません。",
        en="Nothing is missing by the usual amounts.",
    ),
    "no_runs": Word(ja="この日までのランがありません。", en="No run up to this day is stored."),
    "volume": Word(
        ja="週の走行距離は {value} で、目安は {usual} です（週1割ずつ増やして約{weeks}週）。",
        en="{value} a week; {usual} is usual (about {weeks} <weeks:week|weeks> at a tenth more "
        "each week).",
    ),
    "longest_run": Word(
        ja="最も長いランは {value} で、目安は {usual} です（週2kmずつ延ばして約{weeks}週）。",
        en="The longest run is {value}; {usual} is usual (about {weeks} <weeks:week|weeks> at "
        "2 km more each week).",
    ),
    "long_runs_few": Word(
        ja="{from_km}以上のランが8週間で{value}回です（目安 {usual}回）。",
        en="Runs of {from_km} or more in 8 weeks: {value}; {usual} are usual.",
    ),
    "runs_a_week": Word(
        ja="走るのは週{value}回です（目安 {usual}回）。",
        en="{value} runs a week; {usual} are usual.",
    ),
    "pause": Word(
        ja="最後のランから{value}日たっています。", en="The last run was {value} days ago."
    ),
    "no_prediction": Word(
        ja="直近120日に5分以上の走りがないため、タイムは予測できません。",
        en="No effort of five minutes in the last 120 days, so no time is predicted.",
    ),
    "in_time": Word(
        ja="レースまでに間に合う見込みです（最後の2週間は練習を減らす前提）。",
        en="There is time to make this up, with the last two weeks kept easy.",
    ),
    "short_of_time": Word(
        ja="レースまでの日数では埋まらない見込みです。予測は長い距離ほど外れやすくなります。",
        en="There is not enough time to make all of this up; the prediction is then less sure.",
    ),
    "basis": Word(
        ja="タイムは今の力での予測です。日が先になるほど幅は広がります。走行距離と最長距離の目安は"
        "コーチの経験則です。",
        en="The time is by the fitness of that day; its range grows with the days to go. What is "
        "usual is a rule of thumb of coaches.",
    ),
}
