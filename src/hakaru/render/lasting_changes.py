"""Sentences for what moves over many runs: a lasting change, a trend of the newest weeks."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.units import PERCENT
from hakaru.render.words import Word, say
from hakaru.running.drift import ChangeState, Direction, DriftFinding
from hakaru.running.metrics import MetricName
from hakaru.running.trend_changes import RecentTrend
from hakaru.running.wording import Lang, fixed, label, value_text

_SENTENCES: Mapping[ChangeState, Word] = {
    "open": Word(
        ja="{metric}は{since}から{percent}%（{change}）{direction}状態が続いています"
        "（{n}回のラン、90%区間 {low}〜{high}%）。",
        en="{metric} has been {percent}% ({change}) {direction} since {since}"
        " ({n} <n:run|runs>); 90%: {low} to {high}%.",
    ),
    "absorbed": Word(
        ja="{metric}は{since}から{percent}%（{change}）{direction}ままで、今ではこれが普段の値です"
        "（{n}回のラン、90%区間 {low}〜{high}%）。",
        en="{metric} has been {percent}% ({change}) {direction} since {since}, which is usual now"
        " ({n} <n:run|runs>; 90%: {low} to {high}%).",
    ),
    "gone": Word(
        ja="{metric}は{since}から{until}まで{percent}%（{change}）{direction}状態でしたが、"
        "元に戻りました（{n}回のラン、90%区間 {low}〜{high}%）。",
        en="{metric} was {percent}% ({change}) {direction} from {since} to {until}"
        " and is back where it was ({n} <n:run|runs>; 90%: {low} to {high}%).",
    ),
}
_RECENT = Word(
    ja="{metric}はこの8週間で{percent}%{direction}なりました"
    "（{n}回のラン、90%区間 {low}〜{high}%、速さの違いを除く）。",
    en="{metric} has become {percent}% {direction} over the newest eight weeks at equal speed"
    " ({n} <n:run|runs>; 90%: {low} to {high}%).",
)
_LONGER: Mapping[Direction, Word] = {
    "higher": Word(ja="長い", en="longer"),
    "lower": Word(ja="短い", en="shorter"),
}
_HIGHER: Mapping[Direction, Word] = {
    "higher": Word(ja="大きい", en="higher"),
    "lower": Word(ja="小さい", en="lower"),
}
_BECOMES_LONGER: Mapping[Direction, Word] = {
    "higher": Word(ja="長く", en="longer"),
    "lower": Word(ja="短く", en="shorter"),
}
_BECOMES_HIGHER: Mapping[Direction, Word] = {
    "higher": Word(ja="大きく", en="higher"),
    "lower": Word(ja="小さく", en="lower"),
}


def finding_text(finding: DriftFinding, lang: Lang) -> str:
    """'Ground contact time has been 4.1% (11ms) longer since 2026-05-12 (6 runs); 90%: ...'."""
    sides = (finding.low_frac, finding.high_frac)
    low, high = sides if finding.direction == "higher" else (-sides[1], -sides[0])
    return say(
        _SENTENCES[finding.state],
        lang,
        metric=label(finding.metric, lang),
        since=finding.since,
        until=finding.until,
        percent=fixed(PERCENT * abs(finding.change_frac), 1),
        change=value_text(finding.metric, abs(finding.change)),
        direction=_direction(finding.metric, finding.direction, lang),
        n=finding.n_runs,
        low=fixed(PERCENT * low, 1),
        high=fixed(PERCENT * high, 1),
    )


def recent_text(trend: RecentTrend, lang: Lang) -> str:
    """'Ground contact time has become 2.9% shorter over the newest eight weeks ...'."""
    rising = trend.direction == "higher"
    low, high = trend.low_frac, trend.high_frac
    words = _BECOMES_LONGER if trend.metric == "gct" else _BECOMES_HIGHER
    return say(
        _RECENT,
        lang,
        metric=label(trend.metric, lang),
        percent=fixed(PERCENT * abs(trend.delta_frac), 1),
        direction=say(words["higher" if rising else "lower"], lang),
        n=trend.n_runs,
        low=fixed(PERCENT * (low if rising else -high), 1),
        high=fixed(PERCENT * (high if rising else -low), 1),
    )


def _direction(metric: MetricName, direction: Direction, lang: Lang) -> str:
    words = _LONGER if metric == "gct" else _HIGHER
    return say(words[direction], lang)
