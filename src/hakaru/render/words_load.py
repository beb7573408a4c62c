"""In which words are load and its running averages said?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

LOAD_CLASSES: Mapping[str, Word] = {
    "low": Word(ja="低負荷", en="low"),
    "moderate": Word(ja="中負荷", en="moderate"),
    "high": Word(ja="高負荷", en="high"),
    "very_high": Word(ja="非常に高負荷", en="very high"),
}

LOAD_BASES: Mapping[str, Word] = {
    "power": Word(ja="パワーから", en="from power"),
    "pace": Word(ja="ペースから", en="from pace"),
    "heart_rate": Word(ja="心拍から", en="from heart rate"),
}

DECOUPLING_REASONS: Mapping[str, Word] = {
    "repetitions": Word(
        ja="インターバルのため比べられません", en="repetitions cannot be compared so"
    ),
    "too_short": Word(ja="短いため比べられません", en="too short to compare halves"),
    "not_steady": Word(ja="速さが一定でないため比べられません", en="not steady enough to compare"),
    "no_heart_rate_or_speed": Word(
        ja="心拍または速さの記録がありません", en="heart rate or speed was not recorded"
    ),
}

LOAD_PROBLEMS: Mapping[str, Word] = {
    "not_recorded": Word(ja="記録がない", en="not recorded"),
    "summary_only": Word(
        ja="平均値のみで毎秒の記録がない", en="averages without a second-by-second record"
    ),
    "gaps": Word(ja="欠測が多い", en="too many gaps"),
    "threshold_unknown": Word(ja="閾値が分からない", en="the threshold is not known"),
    "threshold_stale": Word(ja="閾値が古い可能性", en="the threshold may be out of date"),
    "threshold_guessed": Word(ja="閾値の推定に幅がある", en="the threshold is a wide estimate"),
    "implausible": Word(ja="閾値が低すぎる可能性", en="the threshold seems too low"),
    "bounds_unknown": Word(
        ja="安静時または最大の心拍が分からない", en="resting or maximum heart rate is not known"
    ),
    "sex_unknown": Word(ja="性別が分からない", en="sex is not known"),
}

LOAD: Mapping[str, Word] = {
    "score": Word(ja="負荷スコア", en="Load score"),
    "score_value": Word(ja="{value}（{klass}、{basis}）", en="{value} ({klass}, {basis})"),
    "intensity": Word(ja="強度（閾値=100%）", en="Intensity (threshold = 100%)"),
    "trimp": Word(ja="TRIMP（心拍による負荷）", en="TRIMP (load from heart rate)"),
    "chronic": Word(ja="長期の負荷（CTL、42日）", en="Long-term load (CTL, 42 days)"),
    "acute": Word(ja="短期の負荷（ATL、7日）", en="Short-term load (ATL, 7 days)"),
    "balance": Word(ja="余裕（TSB、前日）", en="Balance (TSB, of the day before)"),
    "week": Word(ja="直近7日の合計", en="Last 7 days together"),
    "ramp": Word(ja="CTLの7日間の変化", en="Change of CTL in 7 days"),
    "unknown": Word(
        ja="直近28日に、負荷の分からないランが{n}回あります。その分は低めに見えます。",
        en="{n} <n:run|runs> of the last 28 days <n:has|have> no known load, "
        "so these averages are too low.",
    ),
    "score_note": Word(
        ja="閾値で1時間走ると100になる値です。",
        en="An hour at the threshold is 100.",
    ),
    "note": Word(ja="{basis}: {problem}。", en="{basis}: {problem}."),
    "decoupling": Word(
        ja="心拍とペースのずれ（前半→後半）", en="Heart rate drift (first to second half)"
    ),
    "decoupled": Word(ja="{value}（5%を超えるずれ）", en="{value} (more than 5%)"),
    "coupled": Word(ja="{value}（5%以内）", en="{value} (within 5%)"),
    "durability_form": Word(
        ja="{after}以降の{metric}（ペース補正）", en="{metric} after {after} (pace taken out)"
    ),
    "durability": Word(
        ja="{after}以降の1拍あたりの距離", en="Distance per heartbeat after {after}"
    ),
}

LOAD_CHART: Mapping[str, Word] = {
    "axis": Word(ja="1日の負荷", en="load per day"),
    "title": Word(ja="負荷とその平均", en="Load and its averages"),
    "desc": Word(
        ja="{first}から{last}までの1日ごとの負荷と、長期（42日）・短期（7日）の平均。",
        en="Load of each day from {first} to {last}, with its long (42 days) and short (7 days) "
        "average.",
    ),
    "bar": Word(ja="1日の負荷", en="load of a day"),
    "chronic": Word(ja="長期の平均（42日）", en="long average (42 days)"),
    "acute": Word(ja="短期の平均（7日）", en="short average (7 days)"),
}
