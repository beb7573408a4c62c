"""What has grown too large, and a division of it by kind of work or by phase.

A division is never the note's own list and never one part for each item: parts or items are put
together by words that tell what they are, in Japanese and English. Where too few of them tell it,
there is no division.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hakaru.core.i18n import N_
from hakaru.proposals.board import Board
from hakaru.proposals.nodes import Node
from hakaru.records import frozen

LARGE = 8
"""So many parts or items in one line, and a node has grown large."""
_TOLD_FRAC = 0.6
_SHARE_FRAC_MOST = 0.75

KINDS: Mapping[str, str] = {
    "before": N_("before it begins"),
    "during": N_("while it goes on"),
    "after": N_("afterwards"),
    "looks": N_("how it looks"),
    "running": N_("how it runs"),
    "language": N_("language"),
    "messages": N_("messages"),
    "goods": N_("things and stock"),
    "moving": N_("carrying over"),
    "linking": N_("what is connected"),
    "teaching": N_("rules and explaining"),
    "money": N_("money"),
    "papers": N_("papers"),
    "buying": N_("to buy"),
    "people": N_("people to talk to"),
    "cleaning": N_("cleaning and repair"),
    "cooking": N_("food and drink"),
    "reading": N_("reading and writing"),
    "rest": N_("the rest"),
}
_WORDS: Mapping[str, str] = {
    "after": r"片付け|片づけ|後始末|撤収|返却|ゴミ|ごみ|表彰|精算|お礼|記録証|ゴールテープ|豚汁|leftover|keys? back|"
    r"clean ?-?up|clear(?:ing)? up|return|thank|pack up|take down",
    "before": r"受付|預かり|更衣|駐車|設営|搬入|準備|下見|集合|持ち物|make-?up|\bhair\b|bouquet|who drives|get ready|"
    r"set ?up|pick(?:ed)? ?up|ring bearer|prepare|dress",
    "during": r"号砲|関門|審判|給水|救護|進行|司会|開会|本番|演奏|誘導|ceremony|reading|dance|speech|toast|order of|"
    r"program|music|first course",
    "messages": r"message|error|notification|文面|通知|案内文|お知らせ",
    "looks": r"icon|colou?r|contrast|dark mode|layout|font|empty state|toolbar|image|design|logo|spacing|looks? |"
    r"見た目|色|デザイン|表示|余白|書体|ロゴ",
    "running": r"slow|leak|sync|memory|retry|retrying|timeout|crash|cache|performance|freez|offline|遅い|落ちる|固まる",
    "linking": r"同期|連携|接続|つなぎ|integration|connect|api\b|webhook|link",
    "moving": r"移行|引き継ぎ|取り込み|migrat|import|export|移す|過去\d*年",
    "language": r"typo|translat|german|french|japanese|english|spelling|locale|翻訳|訳|表記|誤字|用語|発音|単語|文法|会話|聞き取り",
    "teaching": r"説明|教え|研修|扱い|決まり|ルール|マニュアル|組み合わせ|train(?:ing)?\b|teach|explain|manual|rules?\b|polic",
    "goods": r"商品|マスタ|バーコード|棚|在庫|品番|stock|barcode|shel(?:f|ves)|inventory|labels?\b",
    "money": r"支払|請求|費用|予算|見積|会費|集金|口座|pay|invoice|budget|cost|quote|deposit|fee|bank",
    "papers": r"申請|書類|届|証明|契約|許可|保険|住民票|免許|form|certificate|permit|contract|insurance|passport|visa|address change",
    "buying": r"買|購入|注文|発注|buy|order|purchase|get (?:a|some|new)\b",
    "people": r"さん|先生|電話|連絡|相談|頼む|招待|call|ask|invite|talk to|write to|tell\b",
    "cleaning": r"掃除|洗|修理|直す|塗|張り替え|剪定|草|土|水やり|植え|clean|wash|repair|fix|paint|mend|replace|scrub",
    "cooking": r"料理|食事|弁当|飲み物|お茶|ケーキ|献立|food|drink|cake|menu|cook|meal|snack|coffee",
    "reading": r"読む|読書|論文|本を|書く|章|原稿|作文|read|write|paper|chapter|draft|essay|figure|table \d|reference",
}
_PATTERNS = {kind: re.compile(words, re.IGNORECASE) for kind, words in _WORDS.items()}


@frozen
class Division:
    """A node, the kinds that its parts fall into, and the words of these parts."""

    node: Node
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    n_items: int


def divisions(board: Board) -> tuple[Division, ...]:
    """Every large node whose parts tell what they are."""
    made = []
    for node in board.open_nodes:
        children = board.children(node.id)
        items = board.notes(node).items
        if len(children) >= LARGE:
            names: Sequence[str] = [child.title for child in children]
        elif len(items) >= LARGE and not children:
            names = items
        else:
            continue
        parts = _by_kind(names)
        if parts:
            made.append(Division(node=node, parts=parts, n_items=len(names)))
    return tuple(made)


def _by_kind(names: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    grouped: dict[str, list[str]] = {}
    for name in names:
        kind = next((kind for kind, words in _PATTERNS.items() if words.search(name)), "rest")
        grouped.setdefault(kind, []).append(name)
    alone = [kind for kind, members in grouped.items() if len(members) == 1 and kind != "rest"]
    for kind in alone if len(grouped) > 3 else ():
        grouped.setdefault("rest", []).extend(grouped.pop(kind))
    named = [kind for kind in grouped if kind != "rest"]
    n_told = sum(len(grouped[kind]) for kind in named)
    largest = max((len(members) for members in grouped.values()), default=0)
    if (
        len(named) < 2
        or n_told < _TOLD_FRAC * len(names)
        or largest > _SHARE_FRAC_MOST * len(names)
    ):
        return ()
    return tuple(
        (kind, tuple(grouped[kind])) for kind in (*named, *(["rest"] if "rest" in grouped else []))
    )
