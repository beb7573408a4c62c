"""Which kinds of training does a text name?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from hakaru.running.session.model import TrainingType

Family = frozenset[TrainingType]

_NAMES: Mapping[Family, str] = {
    frozenset({"recovery"}): r"リカバリー(?:走|ラン|ジョグ)|回復走|recovery (?:run|jog)",
    frozenset({"aerobic_base", "low_moderate"}): (
        r"有酸素(?:ベース)?走|ベース(?:走|ラン)|イージー(?:走|ラン)"
        r"|(?:aerobic )?base run|aerobic run|easy run"
    ),
    frozenset({"tempo_threshold"}): (
        r"テンポ(?:走|ラン|/)|閾値走|ペース走|tempo (?:run|or threshold)|threshold run"
    ),
    frozenset({"interval"}): (
        r"インターバル|interval (?:session|run|training|workout)|intervals? of"
    ),
    frozenset({"sprint"}): r"スプリント(?!数)|sprint (?:session|run|training|workout)",
    frozenset({"long_run"}): r"ロング(?:走|ラン)|\blsd\b|long run",
    frozenset({"trail"}): r"トレイル(?:走|ラン|・山道)|trail (?:or mountain )?run",
    frozenset({"race"}): r"レース(?!の研究|ペース|当日|に向け|まで)|\brace(?! pace| day|s\b)\b",
}
_PATTERNS: Mapping[Family, re.Pattern[str]] = {
    family: re.compile(pattern) for family, pattern in _NAMES.items()
}


def named_kinds(text: str) -> Mapping[Family, str]:
    """The kinds of training that a text names, each with the words it does so in."""
    folded = unicodedata.normalize("NFKC", text).lower()
    matches = {family: pattern.search(folded) for family, pattern in _PATTERNS.items()}
    return {family: match[0] for family, match in matches.items() if match is not None}
