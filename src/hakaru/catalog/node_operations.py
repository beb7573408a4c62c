"""Which operations are about nodes: goals, tasks and the next session on a desk?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hakaru.catalog.operation import Operation, Param, TextSource
from hakaru.catalog.params import LIMIT

STATUS_CHOICES = (
    "CAPTURED",
    "CLARIFYING",
    "READY",
    "IN_PROGRESS",
    "DELEGATED",
    "WAITING_EXTERNAL",
    "SCHEDULED",
    "BLOCKED",
    "NEEDS_DECISION",
    "NEEDS_REVIEW",
    "COOLING",
    "DORMANT",
    "REACTIVATED",
    "DONE",
    "CANCELLED",
)
NODE = Param(
    name="node", type="text", positional=True, required=True, ja="ノードのID", en="id of a node"
)
INTENT = Param(name="intent", type="text", ja="どうしたいか", en="what is wanted, in words")
REASON = Param(name="reason", type="text", ja="理由（履歴に残る）", en="why, kept in the history")
FILE = Param(
    name="path",
    type="path",
    access="read",
    positional=True,
    required=True,
    ja="ファイル（.json、ほかは Markdown のリスト）",
    en="a file (.json, else a Markdown list)",
)

NODE_TEXTS: Mapping[str, TextSource] = {
    "title": "node",
    "context": "node",
    "reason": "node",
    "groups": "node",
    "relation_type": "node",
}

NODE_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="add_node",
        command="nodes add",
        ja="目標・作業・思いつきを机に置く",
        en="Put a goal, a task or a thought on the desk",
        params=(
            Param(
                name="title", type="text", positional=True, required=True, ja="題名", en="its title"
            ),
            Param(name="note", type="text", ja="メモ", en="a note"),
            Param(
                name="status",
                type="choice",
                choices=STATUS_CHOICES,
                ja="状態（省略時は CAPTURED）",
                en="its status (default: CAPTURED)",
            ),
            Param(name="parent", type="text", ja="親ノードのID", en="id of its parent"),
        ),
        target="hakaru.flows.nodes:add_node",
        render="hakaru.surfaces.cli.text.nodes:node_text",
        profile="write",
        limit_bytes=10_240,
        texts=NODE_TEXTS,
        example="hakaru nodes add 秋のマラソン --status READY",
    ),
    Operation(
        name="add_next_training",
        command="nodes next",
        ja="次の練習の選択肢を、判断待ちのノードとして机に置く",
        en="Put the options for the next session on the desk, waiting for a decision",
        params=(Param(name="day", type="date", ja="この日から見て", en="as of this local day"),),
        target="hakaru.flows.nodes:add_next_training",
        render="hakaru.surfaces.cli.text.nodes:node_text",
        profile="write",
        limit_bytes=10_240,
        texts=NODE_TEXTS,
        example="hakaru nodes next",
    ),
    Operation(
        name="list_nodes",
        command="nodes list",
        ja="机の上をトレイごとに見る",
        en="The desk, tray by tray",
        params=(
            Param(
                name="tray",
                type="choice",
                choices=(
                    "in_progress",
                    "needs_decision",
                    "waiting_external",
                    "cooling",
                    "other_active",
                ),
                ja="このトレイだけ",
                en="this tray only",
            ),
            LIMIT,
        ),
        target="hakaru.flows.nodes:list_nodes",
        render="hakaru.surfaces.cli.text.nodes:nodes_text",
        profile="all",
        limit_bytes=10_240,
        texts=NODE_TEXTS,
        example="hakaru nodes list --tray needs_decision",
    ),
    Operation(
        name="show_node",
        command="nodes show",
        ja="ひとつのノードと、その子・関連・グループ・履歴",
        en="One node with its parts, relations, groups and history",
        params=(NODE,),
        target="hakaru.flows.nodes:show_node",
        render="hakaru.surfaces.cli.text.nodes:node_text",
        profile="all",
        limit_bytes=10_240,
        texts=NODE_TEXTS,
        example="hakaru nodes show n1",
    ),
    Operation(
        name="edit_node",
        command="nodes edit",
        ja="ノードの題名・メモ・親を変える（状態は変わらない）",
        en="Give a node another title, note or parent; its status stays",
        params=(
            NODE,
            Param(name="title", type="text", ja="新しい題名", en="its new title"),
            Param(name="note", type="text", ja="新しいメモ", en="its new note"),
            Param(
                name="parent",
                type="text",
                ja="新しい親のID（空文字なら親なし）",
                en="id of its new parent ('': none)",
            ),
        ),
        target="hakaru.flows.nodes:edit_node",
        render="hakaru.surfaces.cli.text.nodes:node_text",
        profile="write",
        limit_bytes=10_240,
        texts=NODE_TEXTS,
        example="hakaru nodes edit n1 --title 秋のハーフマラソン",
    ),
    Operation(
        name="remove_node",
        command="nodes remove",
        ja="ノードを関連とともに削除する（履歴は残る。元に戻せない）",
        en="Delete a node with its relations, for good; its history stays",
        params=(NODE,),
        target="hakaru.flows.nodes:remove_node",
        render="hakaru.surfaces.cli.text.nodes:removed_text",
        profile="write",
        hidden=True,
        example="hakaru nodes remove n1",
    ),
    Operation(
        name="move_node",
        command="nodes move",
        ja="ノードの状態を変える（完了・中止は子にも及ぶ）。同じ状態ならメモだけ残す",
        en="Give a node a status (an end ends its parts too); the same one leaves a memo",
        params=(
            NODE,
            Param(
                name="status",
                type="choice",
                choices=STATUS_CHOICES,
                positional=True,
                required=True,
                ja="新しい状態",
                en="the new status",
            ),
            REASON,
        ),
        target="hakaru.flows.changes:move_node",
        render="hakaru.surfaces.cli.text.nodes:applied_text",
        profile="write",
        hidden=True,
        example="hakaru nodes move n1 IN_PROGRESS",
    ),
    Operation(
        name="estimate_status",
        command="nodes estimate",
        ja="言葉から次の状態を推定し、進める先を並べる（何も変えない）",
        en="Which status words suggest, and which are open; nothing changes",
        params=(NODE, INTENT),
        target="hakaru.flows.changes:estimate_status",
        render="hakaru.surfaces.cli.text.nodes:estimate_text",
        profile="all",
        texts={"label": "hakaru", "reason": "hakaru"},
        example="hakaru nodes estimate n1 --intent 返信待ちになった",
    ),
    Operation(
        name="export_nodes",
        command="nodes export",
        ja="すべてのノードを JSON または Markdown のリストに書き出す",
        en="Write all nodes as JSON or as a Markdown list",
        params=(replace(FILE, access="write"),),
        target="hakaru.flows.nodes:export_nodes",
        render="hakaru.surfaces.cli.text.nodes:exported_text",
        profile="write",
        texts={"path": "hakaru"},
        example="hakaru nodes export tasks.md",
    ),
    Operation(
        name="import_nodes",
        command="nodes import",
        ja="JSON または Markdown のリストからノードを読み込む",
        en="Read nodes from JSON or from a Markdown list",
        params=(FILE,),
        target="hakaru.flows.nodes:import_nodes",
        render="hakaru.surfaces.cli.text.nodes:imported_text",
        profile="write",
        example="hakaru nodes import tasks.md",
    ),
)
