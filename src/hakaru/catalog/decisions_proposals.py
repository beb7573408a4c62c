"""What can be decided from the answer of each operation about the desk?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.catalog.decision import Decision

PROPOSAL_DECISIONS: Mapping[str, Decision] = {
    "add_node": Decision(
        ja="置いたノードをどこにつなぐか、分けるか",
        en="where the new node belongs, and whether to divide it",
    ),
    "add_next_training": Decision(
        ja="次の練習の選択肢のどれに進むか",
        en="which of the options for the next session to go on with",
    ),
    "list_nodes": Decision(
        ja="いま何が止まっていて、どのノードを詳しく見るか",
        en="what stands still, and which node to look into",
    ),
    "show_node": Decision(
        ja="そのノードは何を待っているか、どの変更を取り消すか",
        en="what the node waits for, and which change to take back",
    ),
    "edit_node": Decision(
        ja="言い換えは合っているか、取り消すか",
        en="whether the new words fit, or to undo them",
    ),
    "remove_node": Decision(
        ja="消えた関連をほかのノードで結び直すか",
        en="whether other nodes are to be related instead",
    ),
    "move_node": Decision(
        ja="変わったノードはどれか、取り消すか",
        en="which nodes changed with it, and whether to undo that",
    ),
    "estimate_status": Decision(
        ja="どの状態を人に確認してもらうか",
        en="which status to put to a person",
    ),
    "import_nodes": Decision(
        ja="読み込みは思いどおりか、取り消すか",
        en="whether the import is what was meant, or to undo it",
    ),
    "export_nodes": Decision(
        ja="書き出したファイルをどこで使うか",
        en="where to use the file that was written",
    ),
    "organize": Decision(
        ja="どの整理案を確認するか（VALID か、見直しが要るか）",
        en="which diff to confirm: those that are VALID, or need a second look",
    ),
    "advise": Decision(
        ja="どの案に進むか。選ぶのは人",
        en="which option a person wants to take",
    ),
    "advise_training": Decision(
        ja="次の練習をどの案にするか。選ぶのは人",
        en="which way to take to the next session; a person chooses",
    ),
    "validate_proposal": Decision(
        ja="レポートを見せてよいか、何を直すか",
        en="whether the report may be shown, and what to mend",
    ),
    "confirm_change": Decision(
        ja="いつまでに、どの変更を適用できるか",
        en="which change may be applied, and until when",
    ),
    "apply_change": Decision(
        ja="何が変わったか、取り消すか",
        en="what changed, and whether to undo it",
    ),
    "undo_change": Decision(
        ja="元に戻ったか、別の案を試すか",
        en="whether all is as before, and what to try instead",
    ),
}
"""By the name of the operation."""
