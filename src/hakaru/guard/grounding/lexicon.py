"""Words that matter when a text is judged: those of every domain, and those a domain adds.

Rows of key and words, Japanese ones as stems. The longest word that begins at a place is the one
that counts, so that a phrase listed as `QUIET` hides the word inside it.

Words are written in lower case; Japanese ones as they are. All fields are tuples, so that a
vocabulary can be compiled once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

ROLES: Mapping[str, str] = {
    "actual": "実測値|実測|測定値|計測値|今回|実際|平均|actual|actually|measured|average|"
        "averaged|averaging|mean|observed",
    "expected": "期待値|期待される|期待|予測値|予測|予想|普段|いつも|通常|基準値|基準|平常|"
        "一般的な値|一般値|標準値|"
    "expected|expectation|predicted|prediction|usual|usually|typical|typically|normal|"
    "normally|baseline",
    "target": "目標値|目標|設定した下限|ゴール|目安|target|goal|aim|minimum you set",
    "low": "下限|lower end|lower bound|lower limit",
    "high": "上限|upper end|upper bound|upper limit",
    "max": "最大値|最大|最高|ピーク|max|maximum|peak|highest",
    "min": "最小値|最小|最低|min|minimum|lowest",
    "previous": "前回|先週|先月|前週|前月|昨日|last time|last week|last month|previous|previously|"
    "yesterday|the week before|the month before|earlier run",
    "delta": "偏差|差分|乖離|deviation|difference|gap",
}  # fmt: skip

DIRECTIONS: Mapping[str, str] = {
    "down": "短い|短く|短め|短か|短縮|低い|低く|低め|低か|低下|小さい|小さく|小さめ|小さか|"
        "少ない|少なく|少なめ|"
    "少なか|下回|下まわ|減少|減り|減っ|減る|下がっ|下がり|下がる|下がら|割り込|shorter|lower|"
    "smaller|fewer|"
    "below|beneath|decreased|decreases|decrease|decreasing|dropped|drops|fell|falls|fallen|reduced|"
    "declined|shortened|undercut|undercuts",
    "up": "長い|長く|長め|長か|伸び|高い|高く|高め|高か|大きい|大きく|大きめ|大きか|多い|多く|"
        "多め|多か|上回|上まわ|超え|"
    "増加|増え|増して|増し|上昇|上がっ|上がり|上がる|longer|higher|larger|greater|bigger|"
    "above|exceeds|"
    "exceeded|exceeding|exceed|increased|increases|increase|increasing|rose|rises|risen|lengthened",
    "fast": "速い|速く|速め|速か|早い|早く|早め|faster|quicker",
    "slow": "遅い|遅く|遅め|遅か|slower",
    "more": "more|up|増|プラス",
    "fewer": "less|down|減|マイナス",
}  # fmt: skip
"""`more` and `fewer` count only next to a number or a comparison."""

PRAISE = (
    "優秀|優れ|良好|適正|適切|理想的|理想|達成|許容範囲|問題な|申し分な|申し分ありませ|文句な|"
    "文句のつけよう|非の打ち|遜色な|好結果|高水準|合格点|絶好調|快調|健全|秀逸|抜群|"
    "効率的|期待以上|目標通り|目標どおり|好成績|まずまず|及第点|模範的|満足|安心|"
    "素晴らし|すばらし|順調|好調|万全|"
    "十分な|十分に|十分で|十分だ|十分と|良い|良く|良か|最適|上出来|立派|見事|完璧|合格|優良|"
    "上々|好まし|望まし|健闘|"
    "改善した|改善しました|改善してい|改善してお|改善され|改善できた|改善できて|改善が見ら|"
    "改善がみら|改善が続|改善傾向|改善を示|クリアし|クリアで|"
    "excellent|good|great|ideal|optimal|solid|strong|on target|achieved|achieves|acceptable|"
    "well within|healthy|impressive|satisfactory|appropriate|outstanding|superb|perfect|"
    "fine|improved|better|commendable|favourable|favorable|on track|splendid|desirable|"
    "superior|remarkable|exemplary|admirable|spot on|where it should be|as it should be|"
    "encouraging|"
    "pleasing|promising|nice|nicely|top-notch|first-rate|respectable|decent|adequate|sufficient|"
    "up to standard|flawless|terrific|fantastic|wonderful|well executed|a strength|efficient|"
    "success|successful|hit the target|met the target|meets the target|reached the target"
)

BLAME = (
    "要改善|改善したい|改善したほう|改善した方|改善していき|改善していく|改善点|改善の余地|"
    "改善の候補|改善の必要|改善が必要|改善|課題|未達成|未達|不足|悪い|悪く|悪か|悪化|"
    "不十分|劣る|劣り|劣っ|弱点|注意が必要|要注意|懸念|低すぎ|高すぎ|長すぎ|短すぎ|大きすぎ|"
    "小さすぎ|速すぎ|"
    "遅すぎ|物足りな|不良|不適切|問題が|問題で|問題と|問題だ|問題は|問題も|問題あ|問題なの|"
    "問題点|問題視|見直し|見直す|見直さ|"
    "に届かな|に届かず|に届きませ|に届いていな|に届いていませ|には届かな|には届かず|には届きませ|"
    "には届いていな|には届いていませ|に及ばな|に及ばず|に達していな|に達していませ|に達しな|"
    "に達せず|"
    "直すべき|伸びしろ|改良|是正|手直し|テコ入れ|対策が必要|取り組むべき|弱み|欠点|難点|"
    "ネック|不満|不調|"
    "低調|低水準|足りな|足りて|足りませ|足を引っ張|気になる|気がかり|心配|不安|まずい|"
    "いまひとつ|今ひとつ|今一つ|"
    "いまいち|非効率|残念|力不足|力を入れ|"
    "許容範囲外|許容範囲の外|許容範囲から外|許容範囲を外|許容範囲を超|許容範囲を逸|"
    "deserves attention|requires attention|warrants attention|merits attention|out of range|"
    "outside the acceptable range|beyond the acceptable range|"
    "could be better|should be better|could have been better|should have been better|"
    "be improved|needs improvement|need improvement|needs to improve|need to improve|"
    "needs work|need work|"
    "to work on|work on|room for improvement|room to improve|needs attention|improve|improving|"
    "improvement|improvements|poor|bad|badly|weak|weakness|below target|insufficient|inadequate|"
    "lacking|lacks|concern|concerns|concerning|worrying|problem|problems|problematic|issue|issues|"
    "missed|misses|subpar|unsatisfactory|unacceptable|worse|deficient|disappointing|"
    "too long|too short|too high|too low|too large|too small|too much|too little|too slow|too fast|"
    "falls short|fell short|short of the target|not met|off target|suboptimal|inefficient|"
    "behind target|drawback|flaw|flawed|deficit|deficiency|underperforms|underperformed|lags|"
    "lagging|"
    "unfavourable|unfavorable|worrisome|troubling|alarming|falling short|fall short|needs fixing|"
    "bottleneck|limiter|holding you back|holds you back|weak spot|sloppy|below par|red flag|"
    "worsened|deteriorated|mediocre|undesirable|shortcoming|fails|failed"
)

QUIET = (
    "良し悪し|良い悪い|nice work|good work|great work|good job|great job|nice job|well done|"
    "良くも悪くも|neither good nor bad|good or bad|達成率|高く評価|長い間|"
    "短い間|長い距離|"
    "長い目|長い時間|少なくとも|少なくない|no longer|longer run|longer runs|longer term|"
    "longer distance|"
    "above all|goods|good luck|a good deal|better understand|at best|best effort|lower body|"
    "lower leg|higher education|longer distances|改善した場合|問題の|問題な(|多くの|多くは|"
    "多くが|早くも|"
    "いち早|早い段階|早いうち|as above|the above|mentioned above|shown below|see below|"
    "listed below|"
    "目標設定|in good weather|in fine weather|fine weather|good weather|bad weather|up to|sums up|"
    "add up|adds up|warm up|warmed up|cool down|cooled down|slow down|broken down|breaks down|"
    "speed up|sped up|more or less|at least|once more|what is more|good night|"
    "strong wind|strong winds|strong headwind|strong tailwind|good conditions|ideal conditions|"
    "ideal weather|great weather|poor weather|bad conditions|poor conditions"
)

BECAUSE: Mapping[str, str] = {
    "before": "のため|が原因|が要因|の要因|によって|のせい|のおかげ|の影響|の効果で|に起因|が影響|"
        "に由来|がもたらし|が引き起こし|"
    "から来て|からきて|による影響|による低下|による上昇|による変化|caused|causes|explains|"
    "explained|led to|leads to|is the reason|was the reason|brought about|is responsible|"
    "was responsible|resulted in|are responsible|were responsible",
    "after": "due to|because of|caused by|owing to|thanks to|as a result of|result of|driven by|"
    "attributed to|attributable to|stems from|stemmed from|explained by|explained mainly by|"
    "on account of|result from|results from|resulted from|comes from|came from|brought about by|"
    "down to|blame|原因は|要因は|理由は|背景には|背景に",
    "reason": "because|since|ので|により|たため|いため|ため、|ため。|ためです|ためで|ためだ|ためと|"
        "ために|おかげ|せいで",
    "therefore": "そのため|このため|その結果|このことが|therefore|consequently|"
        "as a consequence|hence",
}  # fmt: skip
"""Where the cause stands: before the word, behind it; `reason` may also give the grounds of a
verdict, `therefore` speaks of the sentence before."""

UNCAUSED = (
    "場合によって|日によって|人によって|ペースによって|距離によって|時計により|時計によって|"
    "センサーによる|モデルによる|"
    "gpsによる|測定による|計測による|since the start|ever since|thanks for|改善のため|"
    "比較のため|確認のため|"
    "の影響はな|の影響は不明|の影響は分か|の影響は含|の影響は期待|の影響はみ|の影響は見|"
    "参考のため|目標のため|回復のため|安全のため|予防のため|次回のため|今後のため|向上のため|"
    "維持のため|強化のため"
)
"""Words that look like a cause and give none."""


@dataclass(frozen=True, kw_only=True)
class MetricWords:
    """What a metric is called. `ids` are its names in the evidence, the first the usual one.

    `faster`: the sign of a change that is called faster (-1: pace, +1: speed and cadence; 0: the
    word does not fit). `ordered`: whether higher and lower say the sign of a change (not of a
    pace). `whole`: the verdict as a whole; it needs no flag of its own. `circumstance`: its values
    may stand beside another metric's name ("contact time at 7:11/km").
    """

    ids: tuple[str, ...]
    words: tuple[str, ...]
    faster: Literal[-1, 0, 1] = 0
    ordered: bool = True
    whole: bool = False
    circumstance: bool = False


@dataclass(frozen=True, kw_only=True)
class ScopeWords:
    """How a part is named. `pattern` is a regular expression of bounded length over lower-case
    text; its groups are numbers, put into each of `scopes` for {n} ("split {n}"). `hints`: every
    match holds one of them; none given: the pattern is always tried."""

    scopes: tuple[str, ...]
    pattern: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CauseWords:
    """The words that name a cause of the evidence ("heat")."""

    cause: str
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """A domain's words. `contexts` hold a metric's word without being about it ("at this pace");
    `subjects` name what was judged ("this run"); `names` are regular expressions for names that
    hold digits and are no claims ("90% interval")."""

    metrics: tuple[MetricWords, ...] = ()
    scopes: tuple[ScopeWords, ...] = ()
    causes: tuple[CauseWords, ...] = ()
    contexts: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


GENERAL = Vocabulary()
"""No domain: numbers, dates and invented causes are checked, nothing is bound to a metric."""


Kind = Literal[
    "metric", "context", "subject", "role", "direction", "praise", "blame", "because", "quiet"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Mention:
    """A word of the lexicon in a text. `key` says which: row of a metric, role, direction."""

    start: int
    end: int
    kind: Kind
    key: str


@dataclass(frozen=True, kw_only=True)
class ScopeMention:
    """A named part ("lap 3") and how the evidence may call it."""

    start: int
    end: int
    scopes: frozenset[str]


_Entry = tuple[str, Kind, str]


_BEGIN = re.compile(r"(?<![a-z])[a-z]|[^\x00-\x7f]")
"""Where a word can begin."""


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """A vocabulary, compiled. `entries`: by the first two characters of a word; words of one
    character are also under those that other words begin with."""

    entries: Mapping[str, tuple[_Entry, ...]]
    scopes: tuple[tuple[re.Pattern[str], ScopeWords], ...]
    scope_names: re.Pattern[str] | None
    names: re.Pattern[str] | None
    causes: tuple[tuple[str, re.Pattern[str]], ...]
    circumstances: frozenset[str]

    def mentions(self, read: str) -> tuple[Mention, ...]:
        """Every word, longest first, never overlapping."""
        return tuple(self._mentions(read))

    def scope_mentions(self, read: str) -> tuple[ScopeMention, ...]:
        """Every named part, in the order of the text."""
        mentions = [
            ScopeMention(start=hit.start(), end=hit.end(), scopes=_scopes(hit, words_of.scopes))
            for pattern, words_of in self.scopes
            if not words_of.hints or any(hint in read for hint in words_of.hints)
            for hit in pattern.finditer(read)
        ]
        return tuple(sorted(mentions, key=lambda mention: mention.start))

    def name_spans(self, read: str) -> list[tuple[int, int]]:
        """Where names stand that hold digits and are no claims."""
        return [] if self.names is None else [hit.span() for hit in self.names.finditer(read)]

    def is_part(self, scope: str) -> bool:
        """Whether the vocabulary has words for a scope of the evidence."""
        return self.scope_names is not None and self.scope_names.fullmatch(scope) is not None

    def _mentions(self, read: str) -> Iterator[Mention]:
        place, entries = 0, self.entries
        for begin in _BEGIN.finditer(read):
            start = begin.start()
            if start < place:
                continue
            rows = entries.get(read[start : start + 2]) or entries.get(read[start])
            entry = _entry_at(read, start, rows) if rows else None
            if entry is not None:
                word, kind, key = entry
                place = start + len(word)
                yield Mention(start=start, end=place, kind=kind, key=key)


@lru_cache(maxsize=8)
def lexicon_of(vocabulary: Vocabulary) -> Lexicon:
    """The compiled form of a vocabulary, kept."""
    entries: dict[str, dict[str, _Entry]] = {}
    for word, kind, key in _rows(vocabulary):
        entries.setdefault(word[:2], {}).setdefault(word, (word, kind, key))
    singles = {first: rows for first, rows in entries.items() if len(first) == 1}
    for first in entries.keys() - singles.keys():
        entries[first] |= singles.get(first[0], {})
    scopes = tuple((re.compile(scope.pattern), scope) for scope in vocabulary.scopes)
    templates = [re.escape(name) for scope in vocabulary.scopes for name in scope.scopes]
    pattern = "|".join(template.replace(re.escape("{n}"), r"\d+") for template in templates)
    return Lexicon(
        entries={
            first: tuple(sorted(rows.values(), key=lambda row: len(row[0]), reverse=True))
            for first, rows in entries.items()
        },
        scopes=scopes,
        scope_names=re.compile(pattern) if pattern else None,
        names=re.compile("|".join(vocabulary.names)) if vocabulary.names else None,
        circumstances=frozenset(
            name for row in vocabulary.metrics if row.circumstance for name in row.ids
        ),
        causes=tuple((cause.cause, _whole_words(cause.words)) for cause in vocabulary.causes),
    )


def _rows(vocabulary: Vocabulary) -> Iterator[_Entry]:
    for place, metric in enumerate(vocabulary.metrics):
        yield from ((word, "metric", str(place)) for word in metric.words)
    yield from ((word, "context", "") for word in vocabulary.contexts)
    yield from ((word, "subject", "") for word in vocabulary.subjects)
    yield from ((word, "context", "") for cause in vocabulary.causes for word in cause.words)
    yield from ((word, "quiet", "") for word in f"{QUIET}|{UNCAUSED}".split("|"))
    yield from _keyed("because", BECAUSE)
    yield from _keyed("role", ROLES)
    yield from _keyed("direction", DIRECTIONS)
    yield from ((word, "praise", "") for word in PRAISE.split("|"))
    yield from ((word, "blame", "") for word in BLAME.split("|"))


def _keyed(kind: Kind, table: Mapping[str, str]) -> Iterator[_Entry]:
    for key, spelled in table.items():
        yield from ((word, kind, key) for word in spelled.split("|"))


def _entry_at(read: str, place: int, rows: tuple[_Entry, ...]) -> _Entry | None:
    for row in rows:
        word = row[0]
        if read.startswith(word, place):
            end = place + len(word)
            if not ("a" <= word[-1] <= "z" and "a" <= read[end : end + 1] <= "z"):
                return row
    return None


def _whole_words(spelled: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some words; those in letters only where they stand alone."""
    every = "|".join(re.escape(word) for word in sorted(spelled, key=len, reverse=True))
    return re.compile(rf"(?<![a-z])(?:{every})(?![a-z])")


def _scopes(hit: re.Match[str], templates: tuple[str, ...]) -> frozenset[str]:
    numbers = [group for group in hit.groups() if group]
    return frozenset(
        template.replace("{n}", str(int(number)))
        for template in templates
        for number in numbers or ["0"]
    )
