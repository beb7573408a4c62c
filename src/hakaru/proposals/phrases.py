"""Which phrases order a person about, or choose for them? Compared as a reader sees them.

Text is compared after NFKC, without invisible characters, marks and spaces, so that ﾍﾞｽﾄ and a
split べ き are found. Only べき as a modal counts: 調べきれない and べき乗 do not. Look-alikes of
another script (ベキ, べスト) are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_VOICED = "\u3099\u309a"
"""The two marks that NFKC joins to a kana: は + ゛ is ば."""

_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that leave nothing to see."""
_LIGATURE_MOST = 6
"""A character that stands for more letters is none of ours, and would make a long text longer."""
_SHORT = 1_000

_BEKI = re.compile("べき")
_U_ROW = frozenset("うくぐすずつづぬふぶぷむゆるゔ")
"""What a plain verb ends in: after it べき is nearly always the modal."""
_CUT_SHORT = re.compile(r"[れりるろ]|ら(?!し)|っ(?!て|す)")
"""After 調べ, 食べ, 比べ ...: きれない, きった, きらない."""
_CUT_SHORT_TE = re.compile(r"って")
_OF_POWERS = re.compile(r"乗(?!り|る|っ|ら|ろ|れ|車|客|員)|級数|指数|根|集合|関数|分布|則|等|零")
"""Mathematics of powers: べき乗, べき級数, べき等."""

_ORDERS = ("してください", "して下さい", "が必要です")
_SOFT_ORDERS = re.compile(
    r"てください|て下さい|でください|で下さい|なさい|が必要だ|が必要である|必要がある|必要があります"
    r"|なければなら|なくてはなら|ねばなら"
)
_CHOICES = ("ベスト", "推奨", "正解")
_SOFT_CHOICES = re.compile(r"おすすめ|オススメ|お勧め|お薦め|最適|最善|ランキング|一択")
_ENGLISH_ORDERS = re.compile(r"\b(?:should|must|have to|has to|need to|ought to|please)\b", re.I)
_ENGLISH_CHOICES = re.compile(
    r"\b(?:best|recommend\w*|optimal|correct answer|should|must|ought to)\b", re.I
)


def folded(text: str) -> str:
    """The text as it is compared."""
    return _folded_once(text) if len(text) <= _SHORT else _folded(text)


@lru_cache(maxsize=512)
def _folded_once(text: str) -> str:
    return _folded(text)


def _folded(text: str) -> str:
    if text.isascii():
        return "".join(text.split())
    bare = _without_unseen(text)
    return bare if unicodedata.is_normalized("NFKC", bare) else _without_unseen(_nfkc(bare))


def is_blank(text: str) -> bool:
    """Whether there is nothing to read: spaces and invisible characters only."""
    return not text.strip() or not folded(text)


def order_in(text: str) -> str | None:
    """What an Organizer may not say in this text; None: nothing."""
    seen = folded(text)
    for phrase in _ORDERS:
        if phrase in seen:
            return phrase
    return next(("べき" for _ in _modals(seen)), None)


def soft_order_in(text: str) -> str | None:
    """What sounds like an order all the same; None: nothing."""
    match = _SOFT_ORDERS.search(folded(text)) or _ENGLISH_ORDERS.search(text)
    return match.group() if match else None


def choice_in(text: str) -> str | None:
    """What an Advisor may not say in this text; None: nothing."""
    seen = folded(text)
    for word in _CHOICES:
        if word in seen:
            return word
    return next(("すべき" for at in _modals(seen) if at and seen[at - 1] == "す"), None)


def soft_choice_in(text: str) -> str | None:
    """What chooses for the reader all the same; None: nothing."""
    seen = folded(text)
    match = _SOFT_CHOICES.search(seen) or _ENGLISH_CHOICES.search(text)
    if match:
        return match.group()
    return next(("べき" for _ in _modals(seen)), None)


def is_quotable(text: str) -> bool:
    """Whether a user's own words can stand in a report without breaking its rules."""
    checks = (order_in, soft_order_in, choice_in, soft_choice_in)
    return not any(check(text) for check in checks)


def _modals(seen: str) -> Iterator[int]:
    """Where べき means "ought to"."""
    for match in _BEKI.finditer(seen):
        before, at = seen[match.start() - 1 : match.start()], match.end()
        after_verb = before in _U_ROW if before else False
        if _CUT_SHORT.match(seen, at):
            continue
        if not after_verb and (_CUT_SHORT_TE.match(seen, at) or _OF_POWERS.match(seen, at)):
            continue
        yield match.start()


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _without_unseen(text: str) -> str:
    """Without spaces, controls, formats and marks.

    Marks go before NFKC, which takes quadratic time to order a long row of them.
    """
    gone = {ord(character): None for character in set(text) if _is_unseen(character)}
    return text.translate(gone) if gone else text


def _is_unseen(character: str) -> bool:
    if character in _VOICED:
        return False
    category = unicodedata.category(character)
    if category[0] in "CZ" or category in ("Mn", "Me") or character in _FILLERS:
        return True
    return len(_nfkc(character)) > _LIGATURE_MOST
