"""Which status do somebody's words suggest for a node? A preview, which changes nothing.

Words of a table are looked for; the status they suggest counts only where the way to it is open.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from hakaru.guard.cleaning import Lang
from hakaru.proposals.phrases import folded
from hakaru.proposals.statuses import Status, label, may_move, valid_transitions

_KEYWORDS: tuple[tuple[Status, tuple[str, ...]], ...] = (
    ("CANCELLED", ("中止", "取りやめ", "やらないことに", "不要になっ", "cancel", "call it off")),
    ("DONE", ("完了", "終わった", "終わりました", "済んだ", "finished", "done", "completed")),
    ("WAITING_EXTERNAL", ("返信待ち", "返事待ち", "連絡待ち", "承認待ち", "回答待ち", "届くのを待",
                          "waiting for", "awaiting")),
    ("DELEGATED", ("任せた", "任せる", "依頼した", "お願いした", "委任", "delegated", "handed over",
                   "asked someone")),
    ("SCHEDULED", ("予定に入れ", "日程が決ま", "予約した", "日にやる", "scheduled", "booked")),
    ("BLOCKED", ("進められない", "できない", "足りない", "詰まっ", "ブロック", "blocked", "stuck")),
    ("NEEDS_DECISION", ("迷って", "どちらに", "決められない", "決断", "選べない", "判断待ち",
                        "undecided", "need to decide", "which one")),
    ("NEEDS_REVIEW", ("見直", "レビュー", "確認してもら", "校正", "review", "double-check")),
    ("REACTIVATED", ("再開", "また始め", "やっぱりやる", "復活", "resume", "pick up again")),
    ("IN_PROGRESS", ("始めた", "着手", "進めて", "取りかか", "やっている", "started", "working on",
                     "in progress")),
    ("COOLING", ("後回し", "しばらく置", "寝かせ", "いったん置", "later", "on hold", "park it")),
    ("CLARIFYING", ("整理し", "はっきりしない", "何をすれば", "考え中", "unclear", "clarify")),
    ("READY", ("準備ができ", "準備完了", "いつでも始め", "着手可能", "ready to")),
)  # fmt: skip
"""Where two words say different things, the one said last counts."""
_INFLECTED_EN = r"(?:l?ed|l?ing|s)?"
_INFLECTED_EN_E = r"(?:e|es|ed|ing)"
_NOT_BEFORE_EN = re.compile(
    r"(?:\b(?:not|never|no|no longer|no need to|without|hardly|almost|nearly)|n't)"
    r"(?: (?:yet|even|really|actually|quite|fully|entirely|completely|been|be|being))*$"
)
_NOT_BEFORE_JA = re.compile(r"[未不非]$")
_NOT_AFTER_JA = re.compile(
    r"(?:も|は|が|を|に|で|と|の|わけ){0,3}"
    r"(?:し|せ|あり|され|でき|出来|なっ|き|さ|く|ら|れ|っ|ま|言え|いえ|いら|必要)?"
    r"(?:て|で|た[くい])?(?:は|も)?(?:い|お|き)?"
    r"(?:ない(?!と)|なかっ|なく(?!て)|ませ[んぬ]|ず(?![みっ])|不要)"
    r"|(?:し|でき)たら|(?:す|でき)れば|する(?:まで|前)"
)
"""A word that is denied, or not true yet: unfinished, almost done, 完了していない, 完了したら."""
_MOST = 2_000


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """A status, and the word that suggested it."""

    status: Status
    keyword: str

    def why(self, lang: Lang) -> str:
        """Why."""
        if lang == "ja":
            return f"「{self.keyword}」という言葉から推定しました"
        return f"suggested by the words “{self.keyword}”"


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """The preview. `suggested` None: no words say anything that is open from here."""

    current_status: Status
    suggested: Suggestion | None
    candidates: tuple[Status, ...]


def estimate_status(current: Status, intent: str | None) -> Estimate:
    """What the words suggest, and everything that is open from here."""
    return Estimate(
        current_status=current,
        suggested=_suggested(current, intent or ""),
        candidates=valid_transitions(current),
    )


class StatusRow(TypedDict):
    """A status and what it is called."""

    status: str
    label: str


class SuggestionRow(StatusRow):
    """A status that words suggest, and why."""

    reason: str


class EstimateReply(TypedDict):
    """A preview: nothing was changed. `suggested` null: the words say nothing that is open."""

    ok: bool
    applied: bool
    current_status: str
    current_label: str
    suggested: SuggestionRow | None
    candidates: list[StatusRow]


def estimate_reply(estimate: Estimate, lang: Lang) -> EstimateReply:
    """`{ok, applied, current_status, current_label, suggested, candidates}` as the API has it."""
    suggested = estimate.suggested
    return {
        "ok": True,
        "applied": False,
        "current_status": estimate.current_status,
        "current_label": label(estimate.current_status, lang),
        "suggested": None
        if suggested is None
        else {
            "status": suggested.status,
            "label": label(suggested.status, lang),
            "reason": suggested.why(lang),
        },
        "candidates": labelled(estimate.candidates, lang),
    }


def labelled(statuses: tuple[Status, ...], lang: Lang) -> list[StatusRow]:
    """Statuses with what they are called."""
    return [{"status": status, "label": label(status, lang)} for status in statuses]


def _suggested(current: Status, intent: str) -> Suggestion | None:
    """The word that is said last; words that are denied say nothing."""
    pairs = [
        (place, Suggestion(status=status, keyword=keyword))
        for status, keywords in _KEYWORDS
        if status != current and may_move(current, status)
        for keyword in keywords
        for place in _places(intent[:_MOST], keyword)
    ]
    return max(pairs, key=lambda pair: pair[0])[1] if pairs else None


def _places(intent: str, keyword: str) -> Iterator[int]:
    """Where the word is said and not denied, in letters without spaces."""
    if keyword.isascii():
        text, stem = _plain(intent), re.escape(keyword.removesuffix("e"))
        ending = _INFLECTED_EN_E if keyword.endswith("e") else _INFLECTED_EN
        for hit in re.finditer(rf"\b{stem}{ending}\b", text):
            before = text[: hit.start()]
            if not _NOT_BEFORE_EN.search(before.rstrip()):
                yield len(folded(before))
        return
    text = folded(intent)
    for hit in re.finditer(re.escape(keyword), text):
        denied = _NOT_BEFORE_JA.search(text[: hit.start()]) or _NOT_AFTER_JA.match(text, hit.end())
        if not denied:
            yield hit.start()


def _plain(text: str) -> str:
    """In lower case with single spaces and straight apostrophes."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2019", "'").casefold()
    return " ".join(plain.split())
