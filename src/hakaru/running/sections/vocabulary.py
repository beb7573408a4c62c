"""With which words does a text speak of running?"""

from __future__ import annotations

from hakaru.guard.grounding.lexicon import CauseWords, MetricWords, ScopeWords, Vocabulary


def _metric(ids: str, words: str) -> MetricWords:
    return MetricWords(ids=_words(ids), words=_words(words))


def _words(words: str) -> tuple[str, ...]:
    return tuple(words.split("|"))


def _cause(cause: str, words: str) -> CauseWords:
    return CauseWords(cause=cause, words=_words(words))


METRICS = (
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
    _metric("recovery", "リカバリー|回復時間|recovery time"),
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
    metrics=METRICS,
    scopes=SCOPES,
    causes=CAUSES,
    contexts=CONTEXTS,
    subjects=SUBJECTS,
    names=NAMES,
)
"""The words of all texts about runs, Japanese and English."""
