"""What do the pages of plans and proposals say?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

PLANS: Mapping[str, Word] = {
    "plans_lead": Word(
        ja="目標・課題・次の練習を置く場所です。提案は見るだけで、押すまで何も変わりません。",
        en="Goals, tasks and the next session lie here. Proposals only show; nothing changes until "
        "you press.",
    ),
    "tray_in_progress": Word(ja="進行中", en="In progress"),
    "tray_needs_decision": Word(ja="判断待ち", en="Waiting for a decision"),
    "tray_waiting_external": Word(ja="外部待ち", en="Waiting for others"),
    "tray_cooling": Word(ja="冷却中", en="Cooling"),
    "tray_other_active": Word(ja="そのほか", en="Other active"),
    "tray_empty": Word(ja="なし", en="Nothing"),
    "plans_away": Word(
        ja="完了・中止・休眠が {n} 件あります。",
        en="{n} <n:node is|nodes are> done, cancelled or dormant.",
    ),
    "add_head": Word(ja="ノードを追加", en="Add a node"),
    "add_title": Word(ja="題名", en="Title"),
    "add_context": Word(ja="メモ", en="Note"),
    "add_status": Word(ja="状態", en="Status"),
    "add_do": Word(ja="追加する", en="Add"),
    "add_child": Word(ja="部分を追加", en="Add a part"),
    "order_head": Word(ja="整理の提案（Organizer）", en="How it could be arranged (Organizer)"),
    "order_lead": Word(
        ja="分割・まとめ・関連づけの案を出します。1件ずつ適用・見送りを選べます。",
        en="Suggests how to divide, group and relate. Apply or put aside each one by itself.",
    ),
    "order_intent": Word(ja="したいこと（任意）", en="What you want (optional)"),
    "order_do": Word(ja="提案を作る", en="Make proposals"),
    "order_none": Word(ja="いま提案できる変更はありません。", en="There is nothing to propose."),
    "order_made": Word(ja="{at} に作成・{source}", en="made {at}, {source}"),
    "source_narrator": Word(ja="規則による定型文", en="worded by rules"),
    "source_llm": Word(ja="言語モデルの文（検査済み）", en="worded by a language model, checked"),
    "diff_relation": Word(ja="関連", en="Relate"),
    "diff_grouping": Word(ja="グループ", en="Group"),
    "diff_decomposition": Word(ja="分割", en="Divide"),
    "state_VALID": Word(ja="適用できます", en="can be applied"),
    "state_NEEDS_REVIEW": Word(ja="確認が必要です", en="needs a look"),
    "state_INVALID": Word(ja="適用できません", en="cannot be applied"),
    "adds_relation": Word(ja="{type} → {to}", en="{type} → {to}"),
    "apply_do": Word(ja="適用する", en="Apply"),
    "reject_do": Word(ja="見送る", en="Put aside"),
    "undo_do": Word(ja="取り消す", en="Undo"),
    "applied_mark": Word(ja="適用済み", en="applied"),
    "told_added": Word(ja="追加しました。", en="Added."),
    "told_applied": Word(ja="適用しました。", en="Applied."),
    "told_rejected": Word(
        ja="見送りました。何も変わっていません。", en="Put aside; nothing changed."
    ),
    "told_proposed": Word(
        ja="提案を作りました。まだ何も変わっていません。", en="Proposed; nothing has changed yet."
    ),
    "told_undone": Word(ja="取り消しました。", en="Undone."),
    "told_moved": Word(ja="状態を変えました。", en="The status was changed."),
    "told_edited": Word(ja="書き換えました。", en="Edited."),
    "told_removed": Word(ja="削除しました。履歴は残ります。", en="Removed; its history stays."),
    "node_status": Word(ja="状態", en="Status"),
    "node_move": Word(ja="状態を変える", en="Change the status"),
    "node_edit": Word(ja="書き換える", en="Edit"),
    "node_save": Word(ja="保存する", en="Save"),
    "node_remove": Word(ja="削除する", en="Remove"),
    "node_remove_ask": Word(
        ja="このノードを完全に削除しますか。履歴は残ります。",
        en="Remove this node for good? Its history stays.",
    ),
    "node_keep": Word(ja="やめる", en="Keep it"),
    "node_parent": Word(ja="上位", en="Part of"),
    "node_children": Word(ja="部分", en="Parts"),
    "node_relations": Word(ja="関連", en="Relations"),
    "node_groups": Word(ja="グループ", en="Groups"),
    "node_history": Word(ja="履歴", en="History"),
    "node_none": Word(ja="なし", en="None"),
    "entry_created": Word(ja="作成", en="made"),
    "entry_status": Word(ja="状態の変更", en="status"),
    "entry_memo": Word(ja="メモ", en="memo"),
    "entry_relation": Word(ja="関連の追加", en="related"),
    "entry_group": Word(ja="グループに追加", en="grouped"),
    "entry_children": Word(ja="分割", en="divided"),
    "entry_edited": Word(ja="編集", en="edited"),
    "entry_removed": Word(ja="削除", en="removed"),
    "entry_undone": Word(ja="取り消し", en="undone"),
    "advice_head": Word(ja="選択肢（Advisor）", en="Options (Advisor)"),
    "advice_lead": Word(
        ja="できることを並べます。選ぶのはあなたで、押すまで何も変わりません。",
        en="Lays out what could be done. You choose, and nothing changes until you press.",
    ),
    "advice_do": Word(ja="選択肢を出す", en="Draft options"),
    "advice_action": Word(ja="次の一歩", en="Next step"),
    "advice_needs": Word(ja="必要な情報", en="What it needs"),
    "advice_criteria": Word(ja="判断の観点", en="Point of view"),
    "advice_risks": Word(ja="リスク", en="Risks"),
    "advice_pros": Word(ja="よい点", en="For it"),
    "advice_cons": Word(ja="気になる点", en="Against it"),
    "advice_decision": Word(ja="次に決めること", en="What to decide next"),
    "advice_choose": Word(ja="これを選び、「{status}」にする", en="Choose this: “{status}”"),
}
