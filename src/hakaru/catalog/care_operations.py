"""Which operations look after the machine and the data folder?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param

CARE_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="doctor",
        command="doctor",
        ja="環境・データ・任意の部品を調べ、足りないものと入れ方を示す（通信なし・変更なし）",
        en="What is missing on this machine, how to get it",
        params=(),
        target="hakaru.flows.doctor:doctor",
        render="hakaru.surfaces.cli.text.care:doctor_text",
        profile="all",
        untouched=True,
        returns={"ok": "flag", "columns": "list", "checks": "list"},
        texts={"message": "hakaru", "command": "hakaru"},
        example="hakaru doctor",
    ),
    Operation(
        name="repair",
        command="repair",
        ja="壊れたデータベースを、最新の正常な自動の控えに戻す（壊れたものは残す）",
        en="Put the newest sound automatic copy in the place of a damaged file (which is kept)",
        params=(
            Param(
                name="anew",
                type="flag",
                default=False,
                ja="正常な控えがなければ、壊れたものをよけて空から始める",
                en="where no copy is sound, set the damaged file aside and start empty",
            ),
        ),
        target="hakaru.flows.doctor:repair",
        render="hakaru.surfaces.cli.text.care:repair_text",
        profile="write",
        hidden=True,
        untouched=True,
        example="hakaru repair",
    ),
)
