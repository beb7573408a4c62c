"""Rules about a report: what a rule is, and the phrases that none may hold.

A report is walked once into places; each kind of place has its rows in a table of rules. The rows
of one kind go from the most basic on, and the first that is broken speaks: what is not there is
not also empty. Everything else is found in the same pass.

Text is compared after NFKC, without invisible characters, marks and spaces, so that ﾍﾞｽﾄ and a
split べ き are found. Only べき as a modal counts: 調べきれない and べき乗 do not. Look-alikes of
another script (ベキ, べスト) are left alone.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from hakaru.core.i18n import Lang, say
from hakaru.guard.cleaning import Finding, Severity, quote
from hakaru.proposals.nodes import is_status
from hakaru.proposals.reports import ValidationResult
from hakaru.records import frozen

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


LISTED_MOST = 50
"""So many errors (and warnings) are listed; one more line says how many there are besides."""
PATH_MOST = 120
_LONG_NUMBER = 10**18
_OUR_PATH = re.compile(r"[\w.\[\]]{0,120}", re.ASCII)
"""A path of names that no model made up."""


class Place(NamedTuple):
    """One spot in a report. `kind` is what the rules of a table ask for."""

    kind: str
    path: str
    value: object


Broken = Callable[[Place, AbstractSet[str]], object]
"""What is wrong with a place, seen with the ids that exist: a word to quote, True, or nothing."""


@frozen
class Rule:
    """One row. `{path}`, `{value}` and `{found}` in the text are the place, what stands there,
    and what the predicate gave. The English is what the requirement names."""

    id: str
    at: str
    broken: Broken
    text: str
    severity: Severity = "must"


def judged(
    places: Iterable[Place],
    rules: Sequence[Rule],
    *,
    node_ids: AbstractSet[str],
    lang: Lang,
) -> ValidationResult:
    """Every rule at every place. Of one rule no more is worded than can be listed."""
    table: dict[str, list[Rule]] = {}
    for rule in rules:
        table.setdefault(rule.at, []).append(rule)
    findings: list[Finding] = []
    counts: Counter[str] = Counter()
    for place in places:
        for rule in table.get(place.kind, ()):
            violation = rule.broken(place, node_ids)
            if violation:
                counts[rule.id] += 1
                if counts[rule.id] <= LISTED_MOST:
                    findings.append(_finding(rule, place, violation, lang))
                break
    musts = {rule.id for rule in rules if rule.severity == "must"}
    return ValidationResult(
        errors=_listed(
            [finding for finding in findings if finding.severity == "must"], counts, musts, lang
        ),
        warnings=_listed(
            [finding for finding in findings if finding.severity == "should"],
            counts,
            set(counts) - musts,
            lang,
        ),
        findings=tuple(findings),
    )


def _finding(rule: Rule, place: Place, violation: object, lang: Lang) -> Finding:
    path = place.path if _OUR_PATH.fullmatch(place.path) else quote(place.path, most=PATH_MOST)
    message = say(rule.text, lang, path=path, value=_shown(place.value), found=violation)
    return Finding(rule=rule.id, path=path, message=message, severity=rule.severity)


def _listed(
    findings: list[Finding], counts: Mapping[str, int], rules: set[str], lang: Lang
) -> list[str]:
    """The sentences. Where there are too many, each rule gets its share of the lines."""
    total = sum(counts[rule] for rule in rules)
    if total <= LISTED_MOST:
        return [finding.message for finding in findings]
    share = max(1, LISTED_MOST // len({finding.rule for finding in findings}))
    seen: Counter[str] = Counter()
    messages: list[str] = []
    for finding in findings:
        seen[finding.rule] += 1
        if seen[finding.rule] <= share:
            messages.append(finding.message)
    left = total - len(messages)
    return [*messages, f"... and {left} more" if lang == "en" else f"... ほか {left} 件"]


def _shown(value: object) -> str:
    """A value as a message may show it: short, on one line, without brackets."""
    if isinstance(value, str):
        return f"'{quote(value)}'"
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < _LONG_NUMBER else "a very long number"
    return "a list" if isinstance(value, list) else "an object"


def is_missing(place: Place, _: AbstractSet[str]) -> object:
    """Not there, or null."""
    return place.value is None


def is_no_object(place: Place, _: AbstractSet[str]) -> object:
    """Not an object."""
    return not isinstance(place.value, Mapping)


def is_no_list(place: Place, _: AbstractSet[str]) -> object:
    """Not a list; also where it is missing."""
    return not isinstance(place.value, list)


def is_no_text(place: Place, _: AbstractSet[str]) -> object:
    """Not a text, where one may be left out."""
    return place.value is not None and not isinstance(place.value, str)


def is_no_filled_text(place: Place, _: AbstractSet[str]) -> object:
    """Not a text in which something can be read."""
    return not isinstance(place.value, str) or is_blank(place.value)


def is_unknown_status(place: Place, _: AbstractSet[str]) -> object:
    """Not one of the fifteen statuses, where one may be left out."""
    return place.value is not None and not is_status(place.value)


def is_unknown_id(place: Place, node_ids: AbstractSet[str]) -> object:
    """Not exactly one of the ids."""
    return not isinstance(place.value, str) or place.value not in node_ids
