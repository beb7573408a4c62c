"""In which words does a terminal tell of nodes and changes? (ja, en)"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

NODES: Mapping[str, Word] = {
    "in_progress": Word(ja="進行中", en="In progress"),
    "needs_decision": Word(ja="判断待ち", en="To decide"),
    "waiting_external": Word(ja="外部待ち", en="Waiting for others"),
    "cooling": Word(ja="冷却中", en="Cooling"),
    "other_active": Word(ja="その他", en="Other"),
    "empty": Word(
        ja="机の上にノードがありません。`hakaru nodes add 題名` で置けます。",
        en="There is no node on the desk; `hakaru nodes add TITLE` puts one there.",
    ),
    "more": Word(ja="ほか {n} 件", en="and {n} more"),
    "line": Word(ja="{id}  {title}（{status}）", en="{id}  {title} ({status})"),
    "note": Word(ja="メモ", en="Note"),
    "children": Word(ja="子ノード", en="Parts"),
    "relations": Word(ja="関連", en="Relations"),
    "groups": Word(ja="グループ", en="Groups"),
    "history": Word(ja="履歴", en="History"),
    "relation": Word(ja="{start} → {end}（{type}）", en="{start} → {end} ({type})"),
    "created": Word(ja="作成", en="made"),
    "status": Word(ja="{start} → {end}", en="{start} → {end}"),
    "memo": Word(ja="メモ", en="memo"),
    "relation_made": Word(ja="関連の追加", en="related"),
    "group_made": Word(ja="グループの追加", en="grouped"),
    "children_made": Word(ja="分解", en="divided"),
    "edited": Word(ja="言い換え", en="reworded"),
    "removed_entry": Word(ja="削除", en="deleted"),
    "undone": Word(ja="取り消し", en="undone"),
    "entry": Word(ja="{day}  {what}{why}  [{change}]", en="{day}  {what}{why}  [{change}]"),
    "reason": Word(ja="（{text}）", en=" ({text})"),
    "suggested": Word(ja="推定: {status}（{why}）", en="Suggested: {status} ({why})"),
    "no_suggestion": Word(
        ja="言葉からは推定できません。", en="The words suggest no status that is open."
    ),
    "candidates": Word(ja="進める先: {statuses}", en="Open from here: {statuses}"),
    "confirmed": Word(
        ja="確認しました。適用: hakaru apply {id}\n{until} まで、一度だけ使えます。",
        en="Confirmed. Apply it with: hakaru apply {id}\nOnce, until {until}.",
    ),
    "problem": Word(ja="気になる点: {text}", en="To look at: {text}"),
    "applied": Word(
        ja="{n} 件のノードが変わりました（{ids}）。取り消し: hakaru undo {change}",
        en="{n} <n:node|nodes> changed ({ids}). Take it back with: hakaru undo {change}",
    ),
    "memo_left": Word(
        ja="状態は {status} のまま、メモを残しました。",
        en="The status stays {status}; a memo is kept.",
    ),
    "imported": Word(
        ja="{n} 件のノードを読み込みました。取り消し: hakaru undo {change}",
        en="{n} <n:node|nodes> read. Take it back with: hakaru undo {change}",
    ),
    "imported_links": Word(
        ja="関連 {n} 件、グループ {n_groups} 件も読み込みました。",
        en="With them {n} <n:relation|relations> and {n_groups} <n_groups:group|groups>.",
    ),
    "removed": Word(
        ja="{id} を削除しました（関連 {n} 件、グループ {n_groups} 件から外れました）。",
        en="{id} is deleted, with {n} <n:relation|relations>; it was in {n_groups} "
        "<n_groups:group|groups>.",
    ),
    "exported": Word(
        ja="{n} 件のノードを {path} に書き出しました。", en="{n} <n:node|nodes> written to {path}."
    ),
    "diffs": Word(ja="適用できる変更", en="Changes that could be applied"),
    "diff": Word(ja="{id}  {kind}: {state}{problems}", en="{id}  {kind}: {state}{problems}"),
    "decomposition": Word(ja="分解", en="division"),
    "grouping": Word(ja="グループ", en="group"),
    "relation_diff": Word(ja="関連", en="relation"),
    "VALID": Word(ja="適用できます", en="can be applied"),
    "NEEDS_REVIEW": Word(ja="見直しをおすすめします", en="look twice"),
    "INVALID": Word(ja="適用できません", en="cannot be applied"),
    "how_to_apply": Word(
        ja="同意するもの: hakaru confirm --diff ID", en="To agree to one: hakaru confirm --diff ID"
    ),
    "not_ok": Word(ja="提案を表示できません。", en="There is no proposal to show."),
    "fallback": Word(ja="モデルを使わない場合の提案:", en="What is said without a model:"),
    "valid": Word(ja="問題は見つかりませんでした。", en="Nothing is wrong with it."),
    "errors": Word(ja="直すこと", en="To mend"),
    "warnings": Word(ja="できれば", en="Could be better"),
}
