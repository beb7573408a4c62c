"""Which operations propose something, and which apply it by a person's leave?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.catalog.node_operations import INTENT, NODE, NODE_TEXTS, REASON, STATUS_CHOICES
from hakaru.catalog.operation import Operation, Param, TextSource

REPORT_TEXTS: Mapping[str, TextSource] = {"*": "author"}
"""A report holds titles of nodes in the words of whoever made it."""

PROPOSAL_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="organize",
        command="organize",
        ja="机の整理案（分解・グループ・関連）。確認して適用するまで何も変わらない",
        en="How the desk could be arranged; nothing changes until a person confirms",
        params=(
            Param(
                name="focus", type="text", ja="中心にするノードのID", en="id of a node to centre"
            ),
            INTENT,
        ),
        target="hakaru.flows.propose:organize",
        render="hakaru.surfaces.cli.text.nodes:proposal_text",
        profile="all",
        limit_bytes=10_240,
        texts=REPORT_TEXTS,
        adds=True,
        narrator="node",
        example="hakaru organize",
    ),
    Operation(
        name="advise",
        command="advise",
        ja="ひとつのノードの選択肢を並べる（順位は付けない）",
        en="Options for one node, side by side and without a ranking",
        params=(NODE, INTENT),
        target="hakaru.flows.propose:advise",
        render="hakaru.surfaces.cli.text.nodes:proposal_text",
        profile="all",
        limit_bytes=10_240,
        texts=REPORT_TEXTS,
        adds=True,
        narrator="node",
        example="hakaru advise n1",
    ),
    Operation(
        name="advise_training",
        command="advise-training",
        ja="次の練習の選択肢を、判定・負荷・傾向から並べる（順位は付けない）",
        en="Options for the next session, from the verdict, load and trend, without a ranking",
        params=(
            Param(
                name="activity",
                type="activity",
                positional=True,
                ja="このランのあと（日付・ID・latest・-1。省略時は今）",
                en="after this run (day, id, latest or -1; default: as of now)",
            ),
        ),
        target="hakaru.flows.propose:advise_training",
        render="hakaru.surfaces.cli.text.nodes:proposal_text",
        profile="all",
        limit_bytes=10_240,
        texts=REPORT_TEXTS,
        adds=True,
        narrator="node",
        example="hakaru advise-training",
    ),
    Operation(
        name="validate_proposal",
        command="validate-proposal",
        ja="ほかで作られた提案レポート（JSON）を検証する",
        en="Judge a report (JSON) that was made elsewhere",
        params=(
            Param(
                name="kind",
                type="choice",
                choices=("organizer", "advisor"),
                positional=True,
                required=True,
                ja="レポートの種類",
                en="which report it is",
            ),
            Param(
                name="report",
                type="text",
                positional=True,
                required=True,
                ja="レポートの JSON",
                en="the report as JSON",
            ),
            Param(
                name="valid_node_ids",
                type="text",
                ja="使ってよいノードのID（コンマ区切り）",
                en="ids it may use, of those stored (with commas)",
            ),
        ),
        target="hakaru.flows.propose:validate_proposal",
        render="hakaru.surfaces.cli.text.nodes:validation_text",
        profile="all",
        limit_bytes=10_240,
        texts={"errors": "model", "warnings": "model"},
        example="hakaru validate-proposal organizer '{}'",
    ),
    Operation(
        name="confirm_change",
        command="confirm",
        ja="変更に同意し、確認IDを得る（24時間、一度だけ有効）",
        en="Agree to a change; gives an id that allows it once within 24 hours",
        params=(
            Param(name="node", type="text", ja="ノードのID（to とともに）", en="a node, with to"),
            Param(
                name="to",
                type="choice",
                choices=STATUS_CHOICES,
                ja="新しい状態",
                en="its new status",
            ),
            Param(name="diff", type="text", ja="整理案のID", en="id of a proposed diff"),
            Param(name="change", type="text", ja="取り消す変更のID", en="id of a change to undo"),
        ),
        target="hakaru.flows.changes:confirm_change",
        render="hakaru.surfaces.cli.text.nodes:confirmed_text",
        profile="write",
        hidden=True,
        example="hakaru confirm --node n1 --to DONE",
    ),
    Operation(
        name="apply_change",
        command="apply",
        ja="確認IDの変更を一度だけ適用する",
        en="Apply what a person confirmed, once",
        params=(
            Param(
                name="confirmation",
                type="text",
                positional=True,
                required=True,
                ja="確認ID",
                en="id of the confirmation",
            ),
            REASON,
            Param(
                name="source",
                type="choice",
                choices=("human_ui", "ai_agent", "mcp"),
                person_only=True,
                ja="誰が適用するか（省略時は頼んだもの）",
                en="who applies it (default: whoever asks)",
            ),
        ),
        target="hakaru.flows.changes:apply_change",
        render="hakaru.surfaces.cli.text.nodes:applied_text",
        profile="write",
        texts=NODE_TEXTS,
        example="hakaru apply 0b9f4d0e-3f55-4b0e-9c1e-1d1f8f0a9b21",
    ),
    Operation(
        name="undo_change",
        command="undo",
        ja="適用した変更を取り消す",
        en="Take back a change that was applied",
        params=(
            Param(
                name="change",
                type="text",
                positional=True,
                required=True,
                ja="変更のID",
                en="id of the change",
            ),
        ),
        target="hakaru.flows.changes:undo_change",
        render="hakaru.surfaces.cli.text.nodes:applied_text",
        profile="write",
        hidden=True,
        example="hakaru undo 3f2a9c01d4e5",
    ),
)
