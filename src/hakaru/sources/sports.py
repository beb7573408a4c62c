"""Is what a service calls an activity a run, and which kind?

Sub-sports use the words of the FIT profile. Words in several languages, because titles, GPX types
and Activities.csv are written in the language of the account.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RunType:
    """A kind of run. None: no more is known than that it is a run."""

    sub_sport: str | None = None


TYPE_KEYS: dict[str, RunType] = {
    "running": RunType(),
    "run": RunType(),
    "road_running": RunType(sub_sport="street"),
    "street_running": RunType(sub_sport="street"),
    "treadmill_running": RunType(sub_sport="treadmill"),
    "indoor_running": RunType(sub_sport="indoor_running"),
    "track_running": RunType(sub_sport="track"),
    "trail_running": RunType(sub_sport="trail"),
    "trail_run": RunType(sub_sport="trail"),
    "virtual_run": RunType(sub_sport="virtual_activity"),
    "virtual_running": RunType(sub_sport="virtual_activity"),
    "ultra_run": RunType(sub_sport="ultra"),
    "ultra_running": RunType(sub_sport="ultra"),
    "obstacle_run": RunType(sub_sport="obstacle"),
}
"""Garmin Connect's own keys, and those of GPX writers in the same style."""

_RUN_WORDS = (
    r"\brun(s|ning)?\b|running\b|lauf(en|band\w*|training)?\b|\bcourse a pied\b|\btrail\b",
    r"\bcarrera\b|\bcorrer\b|\bcorsa\b|\bcorrida\b|\btapis roulant\b|\bjog(ging)?\b",
    r"(hard|baan|bos)lopen\b|\blopen\b|\blop(ning|band)\b|\bbieg(anie)?\b|\bbieznia\b|\bjuoksu\b",
    r"ラン(?![クキチシ])|トレッドミル|ジョギング|跑|달리기|러닝|런닝",
)
_OTHER_WORDS = (
    r"walk|wander|marche|caminat|caminh|cammin|wandel|spazier|gehen\b|\bhik|rando|sender|escursion",
    r"\btrek|\brid(e|ing|er)\b|cycl|bik(e|es|ing|en)\b|\w*rad(fahren|sport)\b|velo|cicli|fiets",
    r"swim|schwimm|natation|natacion|nuoto|zwem|\bski|langlauf|eislauf|schlittschuh|skat|patin",
    r"yoga|strength|\browing|kayak|paddl|golf|pilates|climb|surf|driv|motor|transition|multi_?sport",
    r"ウォーク|ウォーキング|ハイク|ハイキング|登山|サイクリング|バイク|スイム|水泳|ヨガ|スキー",
    r"步行|徒步|健走|健行|骑行|騎車|自行车|游泳|걷기|하이킹|등산|자전거|사이클|수영|요가",
)
_KINDS = (
    ("treadmill", r"treadmill|laufband|tapis|cinta|esteira|loopband|lopband|bieznia"),
    ("treadmill", r"トレッドミル|跑步机|跑步機|트레드밀"),
    ("trail", r"trail|sentier|sendero|sentiero|trilha|gelande|montana|トレイル|越野|트레일"),
    ("track", r"\btrack\b|bahnlauf|\bpiste\b|\bpista\b|baanlopen|トラック|田径|操场|트랙"),
    ("ultra", r"\bultra\b|ウルトラ|울트라"),
    ("virtual_activity", r"virtual|virtuel|virtuell|バーチャル|虚拟|虛擬|버추얼|가상"),
    ("indoor_running", r"indoor|en salle|hallen|interior|interna|binnen|屋内|室内|室內|실내"),
)


def fold(text: str) -> str:
    """Lower case without accents or width variants, for comparing words."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


_RUN = re.compile(fold("|".join(_RUN_WORDS)))
_OTHER = re.compile(fold("|".join(_OTHER_WORDS)))
_KIND = tuple((sub_sport, re.compile(fold(pattern))) for sub_sport, pattern in _KINDS)


def run_type(words: str) -> RunType | None:
    """The kind of run that a type key or a phrase in any known language names.

    None: another sport, or no known word (`names_another_sport` tells them apart).
    """
    key = re.sub(r"[\s-]+", "_", words.strip().lower())
    if key in TYPE_KEYS:
        return TYPE_KEYS[key]
    plain = fold(words.replace("_", " "))
    if not _RUN.search(plain) or _OTHER.search(plain):
        return None
    kinds = (sub_sport for sub_sport, pattern in _KIND if pattern.search(plain))
    return RunType(sub_sport=next(kinds, None))


def names_another_sport(words: str) -> bool:
    """Whether the words name a sport that is known not to be running."""
    return _OTHER.search(fold(words)) is not None
