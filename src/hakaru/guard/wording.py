"""Words of a model or a stranger: shown only where a computed sentence says the same.

Two closed tests, and no reading of prose. `worded`: the text has exactly the words of a sentence
that is true by computation, in its order, but for listed synonyms and words that carry no meaning
of their own. `states_nothing`: the text has no figure, no date, no unit and no cause. What passes
neither is not shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from hakaru.core.i18n import LANGUAGES, Lang

_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,:/-]\d+)*)"
    r"|(?P<latin>[^\W\d_\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]+(?:['\u2019][a-z]+)*)"
    r"|(?P<kana>[\u3041-\u3096]+)"
    r"|(?P<block>[\u3005\u3400-\u9fff]+|[\u30a1-\u30ff]+)"
    r"|(?P<mark>[^\s,.;:\u3001\u3002])"
)
"""Commas, stops, colons and spaces part tokens and say nothing; any other mark is a token."""
_FREE_WORDS: Mapping[Lang, frozenset[str]] = {
    "en": frozenset(
        {
            "a", "an", "the", "of", "for", "in", "on", "at", "is", "are", "was", "were", "had",
            "has", "have", "been", "you", "your", "there", "it", "this", "that", "and", "also",
            "but", "then", "meanwhile",
        }
    ),
    "ja": frozenset({"一方"}),
}  # fmt: skip
"""No word of direction, degree, number, negation, order or cause is among them."""
_FREE_KANA: Mapping[Lang, re.Pattern[str]] = {
    "ja": re.compile(
        r"(?:また|そして|なお|ちなみに|は|が|の|で|と|です|でした|だった|である|ました|ます|して"
        r"|した|しました|いました|あった|ありました)+"
    ),
    "en": re.compile(r"(?!)"),
}
"""を, に, へ, から, より, まで, も, だけ and every negation carry meaning."""
_PARTICLES = re.compile(r"^[はがのでと](?!$)|(?:[はがのと]|でした|です)$")
"""Around a word in kana, which nothing parts from them."""
_SYNONYMS: Mapping[str, str] = {
    "minute": "min", "minutes": "min", "mins": "min", "hour": "h", "hours": "h",
    "began": "started", "beginning": "starting", "noted": "recorded",
    "notifications": "notification", "changes": "change", "days": "day", "runs": "run",
}  # fmt: skip
_SAME: tuple[tuple[str, str], ...] = (("分間", "分"), ("一番", "最も"), ("もっとも", "最も"))
"""The same for a script without spaces."""


def worded(text: str, wordings: Sequence[str], lang: Lang) -> bool:
    """Whether a text says what one of these sentences says, and nothing else."""
    words = _content(text, lang)
    return bool(words) and any(words == _content(wording, lang) for wording in wordings)


def _content(text: str, lang: Lang) -> tuple[str, ...]:
    """The words that carry meaning, in their order; neighbours of one script that only a particle
    parts are one."""
    words: list[str] = []
    joins = False
    plain = _folded(text)
    for spelling, same in _SAME:
        plain = plain.replace(spelling, same)
    for match in _TOKEN.finditer(plain):
        kind, token = match.lastgroup, match[0]
        if token in _FREE_WORDS[lang] or (kind == "kana" and _FREE_KANA[lang].fullmatch(token)):
            continue
        token = _SYNONYMS.get(token, token)
        if kind == "kana":
            token = _PARTICLES.sub("", token) or token
        if joins and kind == "block":
            words[-1] += token
        else:
            words.append(token)
        joins = kind == "block"
    return tuple(words)


_COUNTERS = (
    r"(?:日|週|[かヶケカ]月|月|年|時|分|秒|件|個|人|名|回|円|割|倍|台|冊|枚|本|度|点|ドル|キロ"
    r"|メートル|パーセント)"
)
_STATED = re.compile(
    r"\d|[%°€$¥£]"
    rf"|[〇一二三四五六七八九十百千万億数半何]+{_COUNTERS}|[二三四五六七八九]つ|半分|倍"
    r"|今日|明日|昨日|明後日|今朝|今晩|今週|来週|先週|今月|来月|先月|今年|来年|去年|昨年|毎[日週月年]"
    r"|[月火水木金土日]曜|週末|月末|年末|キロ|メートル|パーセント"
    r"|せい(?:で|だ|に)|おかげ|原因|ため|ので|によっ|により|なぜなら|(?:だ|です|た|い|る|う)から"
    r"|誤り|間違|嘘|うそ"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty"
    r"|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|half|halves|twice"
    r"|double[ds]?|triple[ds]?|thirds?|quarters?|zero|per ?cents?"
    r"|today|tomorrow|yesterday|tonight|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|january|february|april|june|july|august|september|october|november|december|ago"
    r"|(?:this|next|last|past|every|each|an?|one) (?:minute|hour|day|week|month|year|spring|summer"
    r"|autumn|winter|morning|evening)|minutes?|hours?|days|weeks?|months?|years?"
    r"|kilomet\w+|metres?|meters?|miles?|euros?|dollars?|yen"
    r"|because|due to|owing to|thanks to|caus(?:e|es|ed|ing)|since|as a result|therefore|hence"
    r"|leads? to|led to|reasons?|false|untrue|wrong|incorrect)\b"
)
_SENTENCE = re.compile(r"[^。!?！？\n]+?(?:[。!?！？\n]+|\.(?=\s|$)|$)")
_QUOTED_LEAST = 2
_LETTER = re.compile(r"[^\W\d_]")


def states_nothing(text: str, *, own: Iterable[str] = ()) -> bool:
    """Whether a text has no figure, date, unit or cause, apart from what it quotes of `own` word
    for word: that is whoever wrote it speaking, not a finding."""
    left = _folded(text)
    quotable = {_folded(quote).strip() for quote in own}
    for quote in sorted(quotable, key=lambda quote: (-len(quote), quote)):
        if len(quote) >= _QUOTED_LEAST and _LETTER.search(quote):
            left = left.replace(quote, "\N{WHITE SQUARE}")
    return _STATED.search(left) is None


def is_said(text: str, texts: Sequence[str]) -> bool:
    """Whether each sentence of a text is one of `said` in other words."""
    return text in texts or all(map(_says(texts), sentences_of(text)))


def may_stand(
    text: str,
    texts: Sequence[str],
    *,
    own: Sequence[str] = (),
    never: re.Pattern[str] | None = None,
) -> bool:
    """Whether each sentence of a text is one of `said` in other words, or states nothing and has
    no word that `never` finds."""
    says = _says(texts)
    return text in texts or all(
        (
            states_nothing(sentence, own=own)
            and (never is None or never.search(_folded(sentence)) is None)
        )
        or says(sentence)
        for sentence in sentences_of(text)
    )


def _says(texts: Sequence[str]) -> Callable[[str], bool]:
    known = [*texts, *(sentence for whole in texts for sentence in sentences_of(whole))]
    return lambda sentence: any(worded(sentence, known, lang) for lang in LANGUAGES)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text; a stop inside a figure ends none."""
    return tuple(match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip())


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
