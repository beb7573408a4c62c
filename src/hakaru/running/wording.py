"""In which words is a verdict said? The one table of sentences, Japanese and English.

`texts.py` chooses the pieces. Each key holds both languages; heads come in several lengths, of
which the longest that fits is used. Words follow the runner's own intervals and say how usual a
value is; none of them says that it is good or bad.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import Lang
from hakaru.running.metrics import METRICS, MetricName

Phrase = tuple[str, str]
_INDEX: Mapping[Lang, int] = {"ja": 0, "en": 1}

HEADS: Mapping[str, tuple[Phrase, ...]] = {
    "as_usual": (
        (
            "{label}は{actual}で、このペースではいつもどおりです（{expected}、90%区間 {range}）。",
            "{label} {actual} is as usual for you at this pace ({expected}, 90% interval {range}).",
        ),
        (
            "{label}{actual}は、いつもどおりです（{expected}、{range}）。",
            "{label} {actual}: as usual at this pace ({expected}, {range}).",
        ),
        ("{label}{actual}はいつもどおり。", "{label} {actual}: as usual ({range})."),
    ),
    "within_range": (
        (
            "{label}は{actual}で、このペースでのいつもの範囲です（{expected}、90%区間 {range}）。",
            "{label} {actual} is within your range at this pace"
            " ({expected}, 90% interval {range}).",
        ),
        (
            "{label}{actual}は、いつもの範囲です（{expected}、{range}）。",
            "{label} {actual}: within your range at this pace ({expected}, {range}).",
        ),
        ("{label}{actual}はいつもの範囲。", "{label} {actual}: within your range ({range})."),
    ),
    "outside_range": (
        (
            "{label}は{actual}で、このペースでのいつもより{pct}%{direction}、範囲外です"
            "（{expected}、90%区間 {range}）。",
            "{label} {actual} is {pct}% {direction} than usual at this pace,"
            " outside your range ({expected}, {range}).",
        ),
        (
            "{label}{actual}は、いつもより{pct}%{direction}、範囲外です（{range}）。",
            "{label} {actual}: {pct}% {direction} than usual, outside your range ({range}).",
        ),
        (
            "{label}{actual}は{pct}%{direction}で範囲外。",
            "{label} {actual}: {pct}% {direction}, outside your range.",
        ),
    ),
    "far_outside": (
        (
            "{label}は{actual}で、このペースでのいつもより{pct}%{direction}、大きく範囲外です"
            "（{expected}、90%区間 {range}）。",
            "{label} {actual} is {pct}% {direction} than usual at this pace,"
            " far outside your range ({expected}, {range}).",
        ),
        (
            "{label}{actual}は、いつもより{pct}%{direction}、大きく範囲外です（{range}）。",
            "{label} {actual}: {pct}% {direction} than usual, far outside your range ({range}).",
        ),
        (
            "{label}{actual}は{pct}%{direction}で大きく範囲外。",
            "{label} {actual}: {pct}% {direction}, far outside your range.",
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
}

PHRASES: Mapping[str, Phrase] = {
    "between": ("〜", "–"),
    "points": ("{points}点減点です。", " {points} points off."),
    "points_imbalance": ("左右差込み", " Imbalance included,"),
    "population": ("個人の基準はまだありません。", " No personal baseline yet."),
    "shrunk": ("基準は{n_runs}ランで学習中。", " Baseline still learning ({n_runs} runs)."),
    "extrapolated": ("学習外のペースの推定。", " Pace outside your history."),
    "set_met": (
        "{label}は{actual}で、設定した下限{minimum}を満たしています。",
        "{label} {actual} meets the minimum you set, {minimum}.",
    ),
    "set_missed": (
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
    "headline_same": (
        "{label}は{actual}で、{pace}/kmでのいつもと同じです",
        "{label} {actual}, as usual at {pace}/km",
    ),
    "headline_own": (
        "{label}は{actual}で、{pace}/kmでのいつもより{delta}（{pct}%）{direction}です",
        "{label} {actual}, {delta} ({pct}%) {direction} than usual at {pace}/km",
    ),
    "headline_own_population": (
        "{label}は{actual}で、{pace}/kmでの一般的な値より{delta}（{pct}%）{direction}です",
        "{label} {actual}, {delta} ({pct}%) {direction} than runners show at {pace}/km",
    ),
    "headline_same_population": (
        "{label}は{actual}で、{pace}/kmでの一般的な値と同じです",
        "{label} {actual}, as runners show at {pace}/km",
    ),
    "difference_points": ("{size}ポイント", "{size} points"),
    "headline_end": ("。", "."),
    "headline_rank": (
        "。この向きにここまで離れるのは、あなたのラン100回のうち{beyond}回ほどです。",
        ": {direction} than in {rank} of 100 of your runs.",
    ),
    "overall": ("総合{score}点（{stars}）。", " Overall {score}/100 ({stars})."),
    "few_runs": ("まだ評価しません：5回中{n_runs}回。", " Not rated yet: {n_runs} of 5 runs."),
    "short_run": (
        "評価しません：判定できる部分が5分未満です。",
        " Not rated: less than 5 minutes could be judged.",
    ),
    "sensor_coverage": (
        "評価しません：センサーの記録が足りません。",
        " Not rated: the sensor covered too little of the run.",
    ),
    "hilly_summary": (
        "評価しません：坂を含む平均値しかありません。",
        " Not rated: only averages over hills are known.",
    ),
    "unknown_summary": (
        "評価しません：平均値しかなく、起伏が分かりません。",
        " Not rated: only averages are known, and not how hilly it was.",
    ),
    "others": (
        "ほかに範囲外：{metrics}。",
        " Also outside your range: {metrics}.",
    ),
    "outside": ("範囲外：{metrics}。", " Outside your range: {metrics}."),
    "other": ("{metric}（{pct}%{direction}）", "{metric} ({pct}% {direction})"),
    "imbalance": ("左右差が6%を超えています。", " The left/right imbalance is over 6%."),
    "new_sensor": (
        "新しいセンサーで、比較は一般的な値とのものです。",
        " New sensor: compared with typical values for now.",
    ),
    "overall_population": (
        "個人の基準はまだなく、比較は一般的な値とのものです。",
        " No personal baseline yet: compared with typical values.",
    ),
    "list": ("・", ", "),
    "left": ("左", "left"),
    "right": ("右", "right"),
}


def phrase(key: str, lang: Lang, **values: object) -> str:
    """One piece of a sentence, filled in."""
    return PHRASES[key][_INDEX[lang]].format(**values)


def heads(key: str, lang: Lang, **values: object) -> tuple[str, ...]:
    """The first sentence of a text, longest version first."""
    return tuple(head[_INDEX[lang]].format(**values) for head in HEADS[key])


def direction_word(metric: MetricName, delta: float, *, lang: Lang) -> str:
    """'長め' or 'shorter': which way a deviation goes, without judging it."""
    words = METRICS[metric].words
    return (words.higher if delta > 0.0 else words.lower)[_INDEX[lang]]


def label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric."""
    return METRICS[metric].words.name[_INDEX[lang]]


def brief_label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric as people say it."""
    return METRICS[metric].words.brief[_INDEX[lang]]


def heading(metric: MetricName, lang: Lang) -> str:
    """The name of a metric over a column or a picture: 'Ground contact time (GCT)'."""
    abbreviation = METRICS[metric].words.abbreviation
    return label(metric, lang) + (f" ({abbreviation})" if abbreviation else "")


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
