"""What a person asks for besides, read by rules: time, money, a day, what is out, what to do.

An intent and constraints change an answer without a model: what they rule out is left out or
marked, the time there is bounds the next step, the money is held against what is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal

from hakaru.proposals.dates import dates_in
from hakaru.proposals.notes import readable
from hakaru.records import frozen

Ask = Literal["deadline", "draft", "divide", "drop", "postpone", "alone", "cheap", "quick"]

_ASK_WORDS: Mapping[Ask, str] = {
    "deadline": r"期限|締切|締め切り|急ぎ|急ぐ|間に合|いつまで|deadline|urgent|due\b|overdue|hurry",
    "draft": r"下書き|文面|文案|たたき台|返信案|draft|wording|write (?:a|the) (?:mail|message|reply|text)",
    "divide": r"分け|分解|細かく|小さく|divide|split|break (?:it )?down|decompose|smaller",
    "drop": r"やめ|手放|捨て|中止|断り|drop|let (?:it )?go|cancel|give up|quit|get rid",
    "postpone": r"延期|先延ばし|後回し|あとで|来月以降|postpone|later|put off|delay|defer",
    "alone": r"一人で|ひとりで|自分で|自分だけ|誰にも頼|人に頼(?:め|ら)な|alone|by myself|on my own|nobody (?:can )?help|without help",
    "cheap": r"安[くい]|節約|お金をかけ|予算|cheap|save money|budget|low cost|no money",
    "quick": r"早く|すぐ|短時間|手早|quick|fast|soon|asap|right away",
}
_ASKS = {kind: re.compile(words, re.IGNORECASE) for kind, words in _ASK_WORDS.items()}
_TIME = re.compile(
    r"(?P<n>(?<!\d)\d+(?:\.\d+)?|半|an?|half an?)\s*(?P<unit>分|時間半?|minutes?|mins?|hours?|h\b)",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"(?P<mixed>(?<!\d)\d+)万(?P<thousands>\d)千円?|(?P<kilo>(?<!\d)\d+(?:\.\d+)?)千円"
    r"|(?P<yen>(?<!\d)\d[\d,]*(?:\.\d+)?)\s*(?P<man>万)?円|[¥￥]\s*(?P<mark>\d[\d,]*)"
    r"|(?P<man2>(?<!\d)\d+(?:\.\d+)?)万(?!人|歩|キロ)|[$€£]\s*(?P<other>\d[\d,]*(?:\.\d+)?)"
    r"|(?P<plain>(?<!\d)\d[\d,]*(?:\.\d+)?)\s*(?:dollars?|euros?|pounds?|usd|eur|gbp|yen)\b",
    re.IGNORECASE,
)
_OUT = re.compile(
    r"(?P<a>[^、。,;\n]{1,30}?)(?:以外(?:で|に)?|は?(?:なし|無し|抜き|除い|避け|嫌|いや|ダメ|だめ|無理|考えない|使わない|やめ))"
    r"|\b(?:not|no|without|except|excluding|anything but|avoid|ruled? out|rather not|skip)\s+(?:the |a |an )?(?P<b>[^,.;\n]{2,40})",
    re.IGNORECASE,
)


@frozen
class Wish:
    """What a person asks for besides; '' and (): nothing."""

    intent: str = ""
    constraints: tuple[str, ...] = ()


@frozen
class WishRead:
    """What was understood of a wish. `money_value`: in the currency it was
    written in. `time_s`, `money_value`, `by` None: nothing is said of it."""

    asks: frozenset[Ask]
    time_s: float | None
    money_value: float | None
    by: date | None
    out: tuple[str, ...]


def read_wish(wish: Wish, *, today: date) -> WishRead:
    """A wish by rules."""
    text = _text_of(wish)
    days = [mention.day for mention in dates_in(text, written_on=today, today=today)]
    return WishRead(
        asks=frozenset(kind for kind, words in _ASKS.items() if words.search(text)),
        time_s=_time_s(text),
        money_value=next(iter(amounts_in(text)), None),
        by=min(days, default=None),
        out=tuple(
            (match["a"] or match["b"]).strip()
            for match in _OUT.finditer(text)
            if (match["a"] or match["b"]).strip()
        ),
    )


def asks_for(wish: Wish, kind: Ask) -> bool:
    """Whether a wish is of this kind."""
    return bool(_ASKS[kind].search(_text_of(wish)))


def _text_of(wish: Wish) -> str:
    return readable("\n".join((wish.intent, *wish.constraints)))


def _time_s(text: str) -> float | None:
    match = _TIME.search(text)
    if match is None:
        return None
    unit, given = match["unit"].casefold(), match["n"].casefold()
    n = (
        0.5
        if given in ("半", "half a", "half an")
        else 1.0
        if given in ("a", "an")
        else float(given)
    )
    return 60.0 * n if unit[0] in "m分" else 3600.0 * (n + (0.5 if unit.endswith("半") else 0.0))


def amounts_in(text: str) -> tuple[float, ...]:
    """The sums of money that a text names, as numbers; 1.5万円 is 15,000."""
    sums = []
    for match in _MONEY.finditer(text):
        if match["mixed"]:
            sums.append(10_000.0 * int(match["mixed"]) + 1_000.0 * int(match["thousands"]))
            continue
        given = match["yen"] or match["mark"] or match["other"] or match["plain"] or match["man2"]
        scale = 10_000.0 if match["man"] or match["man2"] else 1_000.0 if match["kilo"] else 1.0
        sums.append(scale * float((given or match["kilo"]).replace(",", "")))
    return tuple(sums)


def cost_words(texts: Sequence[str]) -> str:
    """The first sum of money that several texts name, as it is written; '': none."""
    matches = (match for text in texts for match in _MONEY.finditer(text))
    return next((match.group().strip() for match in matches), "")


def amounts_written(texts: Sequence[str]) -> tuple[float, ...]:
    """The sums that several texts name; a bare number of four digits with a comma counts, too."""
    amounts = [amount for text in texts for amount in amounts_in(text)]
    bare = [
        float(number.replace(",", ""))
        for text in texts
        for number in re.findall(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?!\d)", text)
    ]
    return tuple(amounts or bare)
