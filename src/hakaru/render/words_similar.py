"""In which words are similar runs, changes and anomalies said?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word
from hakaru.running.metrics import METRICS

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
