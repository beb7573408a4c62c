"""In which words is a verdict said? The one table of sentences, Japanese and English.

`texts.py` chooses the pieces. Each key holds both languages; heads come in several lengths, of
which the longest that fits is used. Rating words follow the star band and nothing else
(resolutions 56).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hakaru.running.metrics import METRICS, MetricName

Lang = Literal["ja", "en"]
LANGUAGES: tuple[Lang, ...] = ("ja", "en")
Direction = Literal["lower", "higher"]

Phrase = tuple[str, str]
_INDEX: Mapping[Lang, int] = {"ja": 0, "en": 1}

HEADS: Mapping[str, tuple[Phrase, ...]] = {
    "within_own": (
        (
            "{label}は{actual}で、このペースでのあなたの普段（{expected}、90%区間 {range}）"
            "の範囲内です。",
            "{label} {actual} is within your usual range at this pace"
            " ({expected}, 90% interval {range}).",
        ),
        (
            "{label}{actual}は、このペースの普段（{expected}、{range}）の範囲内です。",
            "{label} {actual}: within your usual at this pace ({expected}, {range}).",
        ),
        (
            "{label}{actual}は普段（{range}）の範囲内。",
            "{label} {actual}: within your usual ({range}).",
        ),
    ),
    "off_own": (
        (
            "{label}は{actual}で、このペースでのあなたの普段（{expected}、90%区間 {range}）より"
            "{pct}%{direction}です。",
            "{label} {actual} is {pct}% {direction} than usual for you at this pace"
            " ({expected}, 90% interval {range}).",
        ),
        (
            "{label}{actual}は、このペースの普段（{expected}、{range}）より{pct}%{direction}です。",
            "{label} {actual}: {pct}% {direction} than usual for you at this pace"
            " ({expected}, {range}).",
        ),
        (
            "{label}{actual}は、このペースの普段{expected}より{pct}%{direction}です。",
            "{label} {actual}: {pct}% {direction} than your usual {expected} at this pace.",
        ),
        (
            "{label}{actual}は普段の{expected}より{pct}%{direction}。",
            "{label} {actual}: {pct}% {direction} than your {expected}.",
        ),
    ),
    "within_population": (
        (
            "{label}は{actual}で、このペースの一般的な値（{expected}、90%区間 {range}）"
            "の範囲内です。",
            "{label} {actual} is within what runners show at this pace"
            " ({expected}, 90% interval {range}).",
        ),
        (
            "{label}{actual}は、一般的な値（{expected}、{range}）の範囲内です。",
            "{label} {actual}: within what runners show ({expected}, {range}).",
        ),
        (
            "{label}{actual}は一般的な範囲（{range}）内。",
            "{label} {actual}: within the typical {range}.",
        ),
    ),
    "off_population": (
        (
            "{label}は{actual}で、このペースの一般的な値（{expected}、90%区間 {range}）より"
            "{pct}%{direction}です。",
            "{label} {actual} is {pct}% {direction} than runners show at this pace"
            " ({expected}, 90% interval {range}).",
        ),
        (
            "{label}{actual}は、一般的な値（{expected}、{range}）より{pct}%{direction}です。",
            "{label} {actual}: {pct}% {direction} than runners show ({expected}, {range}).",
        ),
        (
            "{label}{actual}は、一般的な値{expected}より{pct}%{direction}です。",
            "{label} {actual}: {pct}% {direction} than the typical {expected}.",
        ),
        (
            "{label}{actual}は一般値{expected}より{pct}%{direction}。",
            "{label} {actual}: {pct}% {direction} than {expected}.",
        ),
    ),
    "off_expected": (
        (
            "{label}は{actual}で、{at_pace}期待値{expected}より{pct}%{direction}です。",
            "{label} {actual} is {pct}% {direction} than the expected {expected}{at_pace}.",
        ),
    ),
    "as_expected": (
        (
            "{label}は{actual}で、{at_pace}期待値{expected}どおりです。",
            "{label} {actual} is as expected{at_pace} ({expected}).",
        ),
    ),
}

PHRASES: Mapping[str, Phrase] = {
    "at_pace": ("{pace}/kmでの", " at {pace}/km"),
    "between": ("〜", "–"),
    "own_level": ("評価は{rating}。", " Rating: {rating}."),
    "slight": ("差は5%以内で減点なし。", " Within 5%: no points off."),
    "free": ("減点はありません。", " No points off."),
    "points": ("{points}点減点です。", " {points} points off."),
    "points_rated": ("{points}点減点で{rating}。", " {points} points off: {rating}."),
    "points_improve": (
        "{points}点減点で{rating}、改善の余地あり。",
        " {points} points off: {rating}, room to improve.",
    ),
    "points_imbalance": ("左右差込み", " Imbalance included,"),
    "population": ("個人の基準は未学習です。", " No personal baseline yet."),
    "shrunk": ("基準は{n_runs}ランで学習中。", " Baseline still learning ({n_runs} runs)."),
    "extrapolated": ("学習外のペースの推定。", " Pace outside your history."),
    "cadence_alone": ("{label}は{actual}です。", "{label} is {actual}."),
    "cadence_below": ("下限{minimum}を下回っています。", " Below the lower end, {minimum}."),
    "cadence_just_below": (
        "下限{minimum}をわずかに下回っています。",
        " Just below the lower end, {minimum}.",
    ),
    "cadence_set_met": (
        "{label}は{actual}で、設定した下限{minimum}を満たしています。",
        "{label} {actual} meets the minimum you set, {minimum}.",
    ),
    "cadence_set_missed": (
        "{label}は{actual}で、設定した下限{minimum}を下回っています。",
        "{label} {actual} is below the minimum you set, {minimum}.",
    ),
    "balance": (
        "接地時間の左右比は左{left}%・右{right}%",
        "Contact time balance is {left}% left, {right}% right",
    ),
    "balance_alone": ("です。", "."),
    "balance_usual": (
        "で、普段（左{usual}%）とほぼ同じです。",
        ", as usual for you ({usual}% left).",
    ),
    "balance_moved": (
        "で、普段（左{usual}%）より{side}へ{shift}ポイント寄っています。",
        ", {shift} points further {side} than usual for you ({usual}% left).",
    ),
    "balance_penalised": ("左右差6%超で10点減点です。", " Over 6% imbalance: 10 points off."),
    "overall": ("総合{score}点（{stars}）。", "Overall {score}/100 ({stars})."),
    "overall_met": ("{metrics}は達成済みです。", " Achieved: {metrics}."),
    "overall_improve": ("改善の候補は{metrics}です。", " To work on: {metrics}."),
    "overall_reason": ("{metric}（{reasons}）", "{metric} ({reasons})"),
    "overall_notable": (
        "{metrics}です（良し悪しではなく変化です）。",
        " {metrics} (a change, neither good nor bad).",
    ),
    "deviation_own": ("普段より{pct}%{direction}", "{pct}% {direction} than usual"),
    "deviation_population": ("一般的な値より{pct}%{direction}", "{pct}% {direction} than typical"),
    "notable_one": ("{metric}は{deviation}", "{metric} {deviation}"),
    "imbalance": ("左右差", "imbalance"),
    "new_sensor": (
        "新しいセンサーで、比較は一般的な値とのものです。",
        " New sensor: compared with typical values for now.",
    ),
    "overall_population": (
        "個人の基準はまだなく、比較は一般的な値とのものです。",
        " No personal baseline yet: compared with typical values.",
    ),
    "list": ("・", ", "),
    "clause": ("、", "; "),
    "left": ("左", "left"),
    "right": ("右", "right"),
}

RATINGS: Mapping[int, Phrase] = {
    5: ("優秀", "excellent"),
    4: ("良好", "good"),
    3: ("許容範囲", "acceptable"),
    2: ("要改善", "needs improvement"),
    1: ("要改善", "needs improvement"),
}

_DIRECTIONS: Mapping[tuple[MetricName, Direction], Phrase] = {
    ("gct", "lower"): ("短め", "shorter"),
    ("gct", "higher"): ("長め", "longer"),
    ("vo", "lower"): ("小さめ", "smaller"),
    ("vo", "higher"): ("大きめ", "larger"),
    ("vr", "lower"): ("低め", "lower"),
    ("vr", "higher"): ("高め", "higher"),
    ("cadence", "lower"): ("低め", "lower"),
    ("cadence", "higher"): ("高め", "higher"),
}


def phrase(key: str, lang: Lang, **values: object) -> str:
    """One piece of a sentence, filled in."""
    return PHRASES[key][_INDEX[lang]].format(**values)


def heads(key: str, lang: Lang, **values: object) -> tuple[str, ...]:
    """The first sentence of a text, longest version first."""
    return tuple(head[_INDEX[lang]].format(**values) for head in HEADS[key])


def rating_word(stars: int, lang: Lang) -> str:
    """優秀 / 良好 / 許容範囲 / 要改善 of a star band."""
    return RATINGS[stars][_INDEX[lang]]


def direction_word(metric: MetricName, delta: float, *, lang: Lang) -> str:
    """'長め' or 'shorter': which way a deviation goes, without judging it."""
    return _DIRECTIONS[metric, "higher" if delta > 0.0 else "lower"][_INDEX[lang]]


def label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric."""
    return METRICS[metric].label_ja if lang == "ja" else METRICS[metric].label_en


def fixed(value: float, decimals: int) -> str:
    """A number with that many decimals, never a negative zero."""
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def value_text(metric: MetricName, value: float, *, unit: bool = True) -> str:
    """'258ms', '8.1%', '7.5cm': decimals and unit of the metrics table."""
    row = METRICS[metric]
    return fixed(value, row.decimals) + (row.unit if unit else "")


def range_text(metric: MetricName, interval: tuple[float, float], *, lang: Lang) -> str:
    """'245〜279ms', in English '245–279ms'."""
    low, high = interval
    between = PHRASES["between"][_INDEX[lang]]
    return f"{value_text(metric, low, unit=False)}{between}{value_text(metric, high)}"


def points_text(points: float) -> str:
    """'12.5', '10'."""
    return fixed(points, 1).removesuffix(".0")
