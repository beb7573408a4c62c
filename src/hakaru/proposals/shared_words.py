"""Which words do the titles of nodes share, so that somebody could look at them together?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from hakaru.proposals.nodes import Node
from hakaru.proposals.phrases import is_quotable

_WORD = re.compile(
    r"[\u4e00-\u9fff\u3005]{2,12}|[\u30a1-\u30fa\u30fc]{3,20}|[a-z][a-z0-9+#-]{2,30}", re.IGNORECASE
)
_EMPTY = frozenset(
    {
        "the", "and", "for", "with", "from", "into", "about", "this", "that", "next", "new", "make",
        "get", "add", "use", "fix", "todo", "task", "note", "memo", "確認", "作成", "準備", "対応",
        "検討", "作業", "次回", "今週", "来週", "今日", "明日", "メモ", "タスク",
    }
)  # fmt: skip
"""Words that many titles have and that say little about what they share."""
_TITLE_MOST = 200


def title_words(title: str) -> tuple[str, ...]:
    """The content words of a title, each once, in their order, compared as a reader sees them."""
    seen = unicodedata.normalize("NFKC", title[:_TITLE_MOST]).casefold()
    words = dict.fromkeys(_WORD.findall(seen))
    return tuple(word for word in words if word not in _EMPTY and is_quotable(word))


def nodes_by_shared_word(nodes: Sequence[Node]) -> tuple[tuple[str, tuple[Node, ...]], ...]:
    """Words that two nodes or more share, with these nodes; no two words for the same nodes.

    Most nodes first, then the longer word, then by letters: an order for the page, not a ranking.
    """
    holders: dict[str, list[Node]] = {}
    for node in nodes:
        for word in title_words(node.title):
            holders.setdefault(word, []).append(node)
    shared = sorted(
        ((word, tuple(held)) for word, held in holders.items() if len(held) >= 2),
        key=lambda pair: (-len(pair[1]), -len(pair[0]), pair[0]),
    )
    grouped: set[frozenset[str]] = set()
    word_holders = []
    for word, held in shared:
        ids = frozenset(node.id for node in held)
        if ids not in grouped:
            grouped.add(ids)
            word_holders.append((word, held))
    return tuple(word_holders)
