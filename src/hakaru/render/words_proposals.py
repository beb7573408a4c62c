"""In which words are the reports of Organizer and Advisor framed?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

PROPOSALS: Mapping[str, Word] = {
    "organizer": Word(ja="整理の提案", en="How the desk could be arranged"),
    "decompositions": Word(ja="分解案", en="Could be divided"),
    "groupings": Word(ja="グループ案", en="Could be looked at together"),
    "relations": Word(ja="関連案", en="Could be related"),
    "reason": Word(ja="理由", en="Why"),
    "children": Word(ja="子ノード案", en="Parts"),
    "members": Word(ja="ノード", en="Nodes"),
    "named": Word(ja="{title}（{id}）", en="{title} ({id})"),
    "part": Word(ja="{title}（{status}）", en="{title} ({status})"),
    "relation": Word(ja="{start} → {end}（{type}）", en="{start} → {end} ({type})"),
    "status": Word(ja="状態", en="Status"),
    "first": Word(ja="まず決めること", en="To decide first"),
    "criteria": Word(ja="比較の観点", en="Points of comparison"),
    "options": Word(ja="選択肢", en="Options"),
    "option": Word(ja="候補 {n}", en="Option {n}"),
    "pros": Word(ja="良い点", en="For it"),
    "cons": Word(ja="気になる点", en="Against it"),
    "next_action": Word(ja="次の一手", en="Next action"),
    "necessary_info": Word(ja="必要情報", en="Needed to know"),
    "criteria_note": Word(ja="判断基準", en="When it fits"),
    "risks": Word(ja="リスク", en="Risks"),
    "suggested_status": Word(ja="状態の候補", en="Status it would lead to"),
    "unconfirmed": Word(
        ja="これは提案です。確認して適用するまで、何も変わりません。",
        en="These are proposals: nothing changes until you confirm and apply one.",
    ),
}
