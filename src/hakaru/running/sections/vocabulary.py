"""Words of running, and what a text says of each metric in them.

Read clause by clause with a small list of plain words, on purpose apart from the one that judges a
text against its evidence: two readers that err differently.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hakaru.core.i18n import LANGUAGES
from hakaru.guard.grounding.lexicon import CauseWords, MetricWords, ScopeWords, Vocabulary
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import label


def _metric(ids: str, words: str) -> MetricWords:
    return MetricWords(ids=_words(ids), words=_words(words))


def _words(words: str) -> tuple[str, ...]:
    return tuple(words.split("|"))


def _cause(cause: str, words: str) -> CauseWords:
    return CauseWords(cause=cause, words=_words(words))


METRIC_WORDS = (
    _metric(
        "gct",
        "接地時間|接地|地面接触時間|gct|ground contact time|ground contact|contact time|"
        "contact times",
    ),
    _metric(
        "vo",
        "垂直振幅|上下動|上下振動|vo|vertical oscillation|oscillation|bounce",
    ),
    _metric("vr", "垂直比率|上下動比|上下動比率|vr|vertical ratio"),
    MetricWords(
        ids=("cadence",),
        words=_words("ケイデンス|ピッチ|歩数|cadence|step rate|stride rate|turnover"),
        faster=1,
    ),
    MetricWords(
        ids=("pace",),
        words=_words("ペース|gap|paces|pace|grade-adjusted pace"),
        faster=-1,
        ordered=False,
        circumstance=True,
    ),
    MetricWords(
        ids=("speed",),
        words=_words("スピード|速度|時速|speed|velocity"),
        faster=1,
        circumstance=True,
    ),
    MetricWords(
        ids=("distance",),
        words=_words("走行距離|総距離|距離|distance|mileage"),
        circumstance=True,
    ),
    MetricWords(
        ids=("duration", "elapsed", "moving_time", "running_time"),
        words=_words(
            "走行時間|経過時間|所要時間|総時間|タイム|duration|elapsed time|"
            "moving time|running time|"
            "total time|finish time"
        ),
        faster=-1,
        circumstance=True,
    ),
    _metric(
        "hr|heart_rate",
        "心拍数|心拍|heart rate|heart rates|hr|pulse",
    ),
    _metric("power", "パワー|出力|power"),
    _metric("stride|stride_length|step_length", "ストライド|歩幅|stride length|step length|stride"),
    _metric(
        "balance|imbalance",
        "接地時間の左右比|接地バランス|左右バランス|左右差|左右比|バランス|contact time balance|"
        "contact balance|ground contact balance|ground contact time balance|left-right balance|"
        "imbalance|balance",
    ),
    MetricWords(
        ids=("overall", "form"),
        words=_words(
            "総合スコア|総合評価|総合|全体評価|フォーム全体|overall score|"
            "overall rating|overall|"
            "total score"
        ),
        whole=True,
    ),
    _metric("temperature|temp", "気温|温度|体感温度|temperature|air temperature"),
    _metric("humidity", "湿度|humidity"),
    _metric("wind|wind_speed", "風速|向かい風|追い風|wind speed|headwind|tailwind|wind"),
    _metric(
        "elevation_gain|ascent|climb",
        "獲得標高|累積標高|標高差|登り|上り|elevation gain|ascent|climb|climbing",
    ),
    _metric("elevation", "標高|elevation|altitude"),
    _metric("grade|slope", "勾配|傾斜|grade|gradient"),
    _metric(
        "drift|decoupling|hr_drift",
        "心拍ドリフト|デカップリング|ドリフト|cardiac drift|heart rate drift|decoupling|drift",
    ),
    _metric("load|training_load|trimp", "トレーニング負荷|練習負荷|負荷|training load|trimp|load"),
    _metric(
        "repetitions|intervals|reps",
        "本数|反復|インターバル|レペティション|repetitions|intervals|reps",
    ),
    _metric(
        "zones|zone|zone_share", "心拍ゾーン|ゾーン|heart rate zones|heart rate zone|zones|zone"
    ),
    _metric("vo2max|vo2_max", "vo2max|vo2 max|最大酸素摂取量|maximal oxygen uptake"),
    _metric(
        "threshold|lt|threshold_hr|threshold_pace",
        "乳酸閾値|乳酸性閾値|閾値|しきい値|lactate threshold|threshold",
    ),
    _metric("recovery", "リカバリー時間|回復時間|recovery time"),
    _metric("consistency|variability|spread", "ばらつき|変動係数|安定度|variability|consistency"),
)

_PART = r"(?:\s?[~-]\s?(\d{1,3}))?"
SCOPES = (
    ScopeWords(
        scopes=("split {n}", "km {n}", "lap {n}"),
        hints=(
            "km",
            "キロ",
            "kilomet",
        ),
        pattern=rf"(\d{{1,3}}){_PART}\s?(?:km|キロ(?:メートル)?)(?:目|地点)"
        rf"|(?<![a-z])(?:kilomet(?:re|er)s?|km)\s(?:no\.\s)?(\d{{1,3}}){_PART}(?![\d.:]|"
        rf"\s?(?:km|min))"
        r"|(\d{1,3})(?:st|nd|rd|th)\s(?:km|kilomet(?:re|er))",
    ),
    ScopeWords(
        scopes=("lap {n}", "split {n}", "km {n}"),
        hints=(
            "ラップ",
            "スプリット",
            "区間",
            "第",
            "周目",
            "番目",
            "lap",
            "split",
        ),
        pattern=rf"(?:ラップ|スプリット|(?<!%)(?<!% )区間|第)\s?(\d{{1,3}}){_PART}(?:区間|"
        rf"ラップ)?(?!\d|[.:~-]\d|本|回|分|秒|km|m|%)"
        r"|(\d{1,3})(?:周目|番目の(?:区間|ラップ|スプリット))"
        rf"|(?<![a-z])(?:laps?|splits?)\s(\d{{1,3}}){_PART}(?![\d:]|\.\d)"
        r"|(\d{1,3})(?:st|nd|rd|th)\s(?:lap|split)",
    ),
    ScopeWords(
        scopes=("rep {n}", "interval {n}", "repetition {n}", "work {n}"),
        hints=(
            "本目",
            "rep",
            "interval",
        ),
        pattern=rf"(\d{{1,3}}){_PART}本目|(?<![a-z])(?:reps?|repetitions?|"
        rf"intervals?)\s(\d{{1,3}}){_PART}(?![\d:]|\.\d)"
        r"|(\d{1,3})(?:st|nd|rd|th)\s(?:rep|repetition|interval)",
    ),
    ScopeWords(
        scopes=("zone {n}", "zone{n}"),
        hints=(
            "ゾーン",
            "z",
        ),
        pattern=r"ゾーン\s?(\d)(?![\d.:])|(?<![a-z])(?:zone\s?|z)(\d)(?![\d.:])",
    ),
    ScopeWords(
        scopes=("first half", "first"),
        hints=(
            "前半",
            "half",
        ),
        pattern=r"前半|(?<![a-z])(?:first|opening) half",
    ),
    ScopeWords(
        scopes=("second half", "second"),
        hints=(
            "後半",
            "half",
        ),
        pattern=r"後半|(?<![a-z])(?:second|latter|closing|last) half",
    ),
    ScopeWords(
        scopes=("warmup", "warm-up", "warm_up"),
        hints=(
            "アップ",
            "warm",
        ),
        pattern=r"ウォームアップ|アップ区間|(?<![a-z])warm-?\s?up(?![a-z])",
    ),
    ScopeWords(
        scopes=("main", "run", "main segment"),
        hints=(
            "メイン",
            "main",
        ),
        pattern=r"メイン(?:区間|セグメント|パート)?|(?<![a-z])main (?:segment|part|set|section)",
    ),
    ScopeWords(
        scopes=("cooldown", "cool-down", "cool_down"),
        hints=(
            "ダウン",
            "cool",
        ),
        pattern=r"クールダウン|(?<![a-z])cool-?\s?down(?![a-z])",
    ),
)

CAUSES = (
    _cause("heat", "暑さ|暑熱|高温|気温|暑く|暑い|暑か|heat|hot|warm|temperature"),
    _cause("cold", "寒さ|低温|寒く|寒い|寒か|cold|chill"),
    _cause("humidity", "湿度|蒸し暑|humidity|humid"),
    _cause("wind", "向かい風|強風|風|headwind|wind|windy"),
    _cause(
        "hills",
        "坂|上り坂|登り坂|勾配|起伏|獲得標高|hills|hill|hilly|climb|climbs|slope|gradient|uphill",
    ),
    _cause("altitude", "高地|標高|altitude"),
    _cause("fatigue", "疲労|疲れ|蓄積疲労|fatigue|tired|tiredness"),
    _cause("drift", "心拍ドリフト|ドリフト|drift|cardiac drift|decoupling"),
    _cause("dehydration", "脱水|水分不足|dehydration|dehydrated"),
    _cause("sleep", "睡眠不足|寝不足|睡眠|lack of sleep|poor sleep|sleep"),
    _cause("shoes", "シューズ|靴|shoes|shoe"),
    _cause("injury", "けが|怪我|故障|痛み|injury|pain|soreness|筋肉痛"),
    _cause("illness", "体調不良|風邪|病気|illness|sick"),
    _cause("stress", "ストレス|緊張|stress"),
    _cause("pace", "ペースの上昇|ペースアップ|オーバーペース|pacing|fast start|starting too fast"),
    _cause("new_sensor", "新しいセンサー|センサー|new sensor|sensor"),
    _cause("no_baseline", "基準はまだな|基準がまだな|個人の基準|no personal baseline"),
    _cause("surface", "路面|トレイル|雨|雪|surface|rain|snow|trail|mud"),
    _cause("weather", "天候|天気|weather"),
    _cause("training", "練習量|トレーニング量|training volume|race"),
    _cause("strength", "筋力|筋力不足|体幹|weak core|core strength|weak hips|muscle|muscles"),
)

CONTEXTS = _words(
    "このペース|同じペース|そのペース|ペース帯|ペース補正|ペースあたり|"
    "ペースの割に|ペースに対して|学習外のペース|"
    "同じ心拍|この心拍|同じ速度|この速度|同じ速さ|この速さ|その速さ|ペース配分|ペースを考え|"
    "ペースなら|"
    "this pace|that pace|same pace|given pace|at pace|for the pace|pace outside your history|"
    "this speed|that speed|same speed|this heart rate|that heart rate|same heart rate|"
    "adjusted for pace|"
    "pace-adjusted|pace-corrected"
)
SUBJECTS = _words(
    "走り|ラン|ランニング|練習|トレーニング|フォーム|全体|内容|セッション|"
    "レース|run|runs|workout|session|"
    "form|running form|training|race|effort|execution|efficiency|効率"
)
NAMES = (
    r"(?:50|80|90|95)\s?%\s?(?:の)?(?:予測|信頼|個人)?(?:区間|幅)",
    r"(?:50|80|90|95)\s?%\s?(?:prediction |confidence |personal )?(?:interval|range|band)",
    r"vo2\s?-?max",
    r"第\s?\d{1,3}\s?(?:区間|ラップ|回|週|位)",
    r"5段階(?=評価)",
    r"half[ -]marathons?|(?:first|second|latter|last|other|opening|closing)[ -](?:half|third|"
    r"quarter)s?",
    r"(?<![a-z])1[ -]?hz|1 ?km(?:ごと|毎)|every kilometre",
)

RUNNING = Vocabulary(
    metrics=METRIC_WORDS,
    scopes=SCOPES,
    causes=CAUSES,
    contexts=CONTEXTS,
    subjects=SUBJECTS,
    names=NAMES,
)
"""The words of all texts about runs, Japanese and English."""


PHASES = (
    ScopeWords(
        scopes=("main",),
        hints=("run",),
        pattern=r"(?<![a-z])main run(?![a-z])|(?<![a-z])run(?=は|: )",
    ),
    ScopeWords(
        scopes=("work",),
        hints=("work", "疾走"),
        pattern=r"(?<![a-z])work(?=は|: )|疾走(?=は|: )",
    ),
    ScopeWords(
        scopes=("recovery",),
        hints=("recovery", "リカバリー"),
        pattern=r"(?<![a-z])recovery(?=は|: )|リカバリー(?=は|: )",
    ),
)
"""As tables of phases call them."""

SECTION_CONTEXTS = ("左右差込み", "imbalance included")
"""Of the points of contact time: what is in them."""

SECTION_WORDS: Vocabulary = replace(
    RUNNING, scopes=(*RUNNING.scopes, *PHASES), contexts=(*RUNNING.contexts, *SECTION_CONTEXTS)
)


Verdict = Literal["fine", "to_improve"]
Direction = Literal["lower", "higher"]

_CLAUSE = re.compile(r"[。!?\n;、]|\.(?!\d)|,(?!\d)|ですが|だが|一方|\bbut\b|\bwhile\b|\bhowever\b")
_TO_IMPROVE = re.compile(
    r"要改善|改善(?:が|を)?必要(?!は)|改善の(?:余地|候補)|改善を要|課題|未達|不十分|不合格"
    r"|(?:良好|優秀|適正|達成)(?:では|とは)\S{0,4}(?:ない|ません)"
    r"|needs? (?:to improve|improvement|work)|needing improvement|room to improve|to work on"
    r"|\bpoor\b|not (?:yet )?(?:good|excellent|achieved|met)",
)
_FINE = re.compile(
    r"優秀|良好|適正|理想的|達成|問題(?:は|)な|改善(?:の必要)?(?:は|が)?(?:不要|ありません|な(?:い|く|し))"
    r"|\bexcellent\b|\bgood\b|\bachieved\b|\bideal\b"
    r"|no (?:need|room) (?:to improve|for improvement)|no improvement (?:is )?needed",
)
_LOWER = re.compile(
    r"(?:短|低|小さ)(?:め|い|く)|\b(?:shorter|lower(?! end| bound| limit)|smaller)\b"
)
_HIGHER = re.compile(r"(?:長|高|大き)(?:め|い|く)(?!範囲外)|\b(?:longer|higher|larger|greater)\b")
_OTHER_ROLE = re.compile(
    r"期待|普段|目標|範囲|下限|一般|平均|expected|usual|target|typical|interval|range|average"
)
_COMPARED = re.compile(
    r"\s?(?:[長短高低大小]|増|減|longer|shorter|higher|lower|larger|smaller|more|less|above|below)"
)
"""A number before one of these is a difference."""

_HALVES: Mapping[Literal["faster", "slower"], re.Pattern[str]] = {
    "faster": re.compile(
        r"後半(?:のほうが|の方が|に|は|が)?(?:やや|少し)?(?:速く|ペースを?上げ|ペースアップ)"
        r"|second half (?:was|were|got|ran)(?: \w+){0,2} faster"
    ),
    "slower": re.compile(
        r"後半(?:のほうが|の方が|に|は|が)?(?:やや|少し)?(?:遅く|失速|ペースダウン|ペースを?落と)"
        r"|second half (?:was|were|got|ran)(?: \w+){0,2} slower"
    ),
}
_NUMBER = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)\s?([a-z%]+)?")


@dataclass(frozen=True, kw_only=True)
class Value:
    """A measured value as a text writes it, and half of its last digit."""

    text: str
    value: float
    slack: float

    def differs(self, other: Value) -> bool:
        """Whether no one number is written in both ways."""
        return abs(self.value - other.value) > self.slack + other.slack + 1e-9


@dataclass(frozen=True, kw_only=True)
class Said:
    """What one text says of one metric. None: nothing."""

    verdict: Verdict | None = None
    direction: Direction | None = None
    actual: Value | None = None


def said_of_metrics(text: str) -> Mapping[MetricName, Said]:
    """By metric; a clause that names none goes on about those of the clause before."""
    verdicts: dict[MetricName, set[Verdict]] = {}
    directions: dict[MetricName, set[Direction]] = {}
    values: dict[MetricName, Value] = {}
    for clause, about in _clauses(text):
        for metric in about:
            verdicts.setdefault(metric, set()).update(_verdict(clause))
            directions.setdefault(metric, set()).update(_direction(clause))
        for metric in about if len(about) == 1 else ():
            actual = _actual(clause, metric)
            if actual is not None:
                values.setdefault(metric, actual)
    return {
        metric: Said(
            verdict="to_improve" if "to_improve" in seen else "fine" if seen else None,
            direction=next(iter(ways)) if len(ways := directions[metric]) == 1 else None,
            actual=values.get(metric),
        )
        for metric, seen in verdicts.items()
    }


def said_of_halves(text: str) -> Literal["faster", "slower"] | None:
    """How a text says the second half of a run was; None: it does not, or both."""
    folded = unicodedata.normalize("NFKC", text).lower()
    ways = {way for way, pattern in _HALVES.items() if pattern.search(folded)}
    return next(iter(ways)) if len(ways) == 1 else None


def _clauses(text: str) -> Iterator[tuple[str, tuple[MetricName, ...]]]:
    about: tuple[MetricName, ...] = ()
    for clause in _CLAUSE.split(unicodedata.normalize("NFKC", text).lower()):
        named = tuple(name for name, pattern in _NAMES.items() if pattern.search(clause))
        about = named or about
        yield clause, about


def _verdict(clause: str) -> set[Verdict]:
    if _TO_IMPROVE.search(clause):
        return {"to_improve"}
    return {"fine"} if _FINE.search(clause) else set()


def _direction(clause: str) -> set[Direction]:
    directions: set[Direction] = set()
    if _LOWER.search(clause):
        directions.add("lower")
    if _HIGHER.search(clause):
        directions.add("higher")
    return directions


def _actual(clause: str, metric: MetricName) -> Value | None:
    """The first number in the metric's unit after its name, unless another role is named before."""
    name = _NAMES[metric].search(clause)
    if name is None:
        return None
    for match in _NUMBER.finditer(clause, name.end()):
        if _OTHER_ROLE.search(clause[name.end() : match.start()]):
            return None
        if match[2] == METRICS[metric].unit and not _COMPARED.match(clause, match.end()):
            decimals = len(match[1].partition(".")[2])
            return Value(text=match[0], value=float(match[1]), slack=0.5 * 10.0**-decimals)
    return None


def _pattern(name: MetricName) -> re.Pattern[str]:
    labels = "|".join(re.escape(label(name, lang).lower()) for lang in LANGUAGES)
    return re.compile(rf"{labels}|(?<![a-z]){name}(?![a-z])")


_NAMES: Mapping[MetricName, re.Pattern[str]] = {name: _pattern(name) for name in METRICS}
