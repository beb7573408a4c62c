"""What can a user ask for? Every operation of Hakaru, in the order of the reference."""

from __future__ import annotations

import dataclasses

from hakaru.catalog.data_operations import (
    CARE_OPERATIONS,
    COHORT_OPERATIONS,
    DATA_OPERATIONS,
    MODEL_OPERATIONS,
)
from hakaru.catalog.form_operations import ATHLETE_OPERATIONS, FORM_OPERATIONS
from hakaru.catalog.node_operations import NODE_OPERATIONS, PROPOSAL_OPERATIONS
from hakaru.catalog.operation import Operation, Param
from hakaru.catalog.read_operations import READ_OPERATIONS
from hakaru.catalog.session_operations import HISTORY_OPERATIONS, SESSION_OPERATIONS
from hakaru.catalog.wording_operations import WORDING_OPERATIONS
from hakaru.focus.settings import FocusSettings

FOCUS_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="get_focus_status",
        command="focus status",
        ja="いまの集中状態（集中・眠気・注意散漫・離席・休止・不明）と、その理由",
        en="The state of attention now, and the reasons for it",
        params=(),
        target="hakaru.flows.focus:focus_status",
        render="hakaru.surfaces.cli.text_focus:status_text",
        profile="all",
        texts={"reasons": "hakaru"},
        example="hakaru focus status",
    ),
    Operation(
        name="pause_focus",
        command="focus pause",
        ja="集中状態を見るのをやめる（動いているすべてのプロセスで、カメラも止める。再開するまで続く）",
        en="Stop watching attention in every running process and let go of the camera, "
        "until it is resumed",
        params=(),
        target="hakaru.flows.focus:pause_focus",
        render="hakaru.surfaces.cli.text_focus:pause_text",
        profile="write",
        example="hakaru focus pause",
    ),
    Operation(
        name="resume_focus",
        command="focus resume",
        ja="一時停止した見守りを再開する（カメラは設定で使うときだけ動く）",
        en="Go on watching after a pause (the camera only where the settings allow it)",
        params=(),
        target="hakaru.flows.focus:resume_focus",
        render="hakaru.surfaces.cli.text_focus:pause_text",
        profile="write",
        hidden=True,
        example="hakaru focus resume",
    ),
    Operation(
        name="focus_settings",
        command="focus settings",
        ja="見守りの設定を見る、または一つ変える（動いているプロセスにもすぐ効く）",
        en="Show the settings of watching, or change one, also for what is watching now",
        params=(
            Param(
                name="name",
                type="choice",
                choices=tuple(field.name for field in dataclasses.fields(FocusSettings)),
                positional=True,
                ja="どの設定か（省略時はすべて表示）",
                en="which setting (default: show all)",
            ),
            Param(
                name="value",
                type="text",
                positional=True,
                ja="新しい値（on、off、数、22:30、none）",
                en="its new value: on, off, a number, 22:30, none",
            ),
        ),
        target="hakaru.flows.focus:focus_settings",
        render="hakaru.surfaces.cli.text_focus:settings_text",
        profile="write",
        hidden=True,
        example="hakaru focus settings camera_enabled off",
    ),
    Operation(
        name="get_focus_day",
        command="focus today",
        ja="一日の集中状態の内訳と区間",
        en="How a day was spent: seconds per state and the stretches",
        params=(
            Param(
                name="day",
                type="date",
                ja="どの日か（省略時は今日）",
                en="which day (default: today)",
            ),
        ),
        target="hakaru.flows.focus:focus_today",
        render="hakaru.surfaces.cli.text_focus:day_text",
        profile="all",
        returns={
            "day": "text",
            "seconds": "object",
            "total_s": "int",
            "longest_focus_s": "int",
            "n_changes": "int",
            "n_notifications": "int",
            "n_intervals": "int",
            "intervals": "list",
        },
        example="hakaru focus today",
    ),
    Operation(
        name="summarise_focus_day",
        command="focus summary",
        ja="一日の集中状態を数文でまとめる（数は記録にあるものだけ）",
        en="A day of attention in a few sentences",
        params=(
            Param(
                name="day",
                type="date",
                ja="どの日か（省略時は今日）",
                en="which day (default: today)",
            ),
        ),
        target="hakaru.flows.focus:summarise_focus_day",
        render="hakaru.surfaces.cli.text_focus:summary_text",
        profile="all",
        texts={"text": "author", "reason": "model"},
        adds=True,
        example="hakaru focus summary",
    ),
    Operation(
        name="replay_focus",
        command="focus replay",
        ja="記録ファイルを今のルールで判定し直す（保存はしない）",
        en="Score a recorded file by today's rules (nothing is stored)",
        params=(
            Param(
                name="file",
                type="path",
                access="read",
                positional=True,
                required=True,
                ja="記録ファイル（JSON Lines）",
                en="the recorded file (JSON lines)",
            ),
        ),
        target="hakaru.flows.focus:replay_focus",
        render="hakaru.surfaces.cli.text_focus:replay_text",
        profile="all",
        returns={
            "n_records": "int",
            "n_damaged": "int",
            "n_changed": "int",
            "classifier": "text",
            "seconds": "object",
            "decided_by": "object",
            "n_intervals": "int",
            "intervals": "list",
        },
        example="hakaru focus replay session.jsonl",
    ),
    Operation(
        name="import_focus",
        command="focus import",
        ja="ActivityWatch の書き出しから、PC操作の履歴を取り込む",
        en="Take PC use from an ActivityWatch export into the history",
        params=(
            Param(
                name="file",
                type="path",
                access="read",
                positional=True,
                required=True,
                ja="ActivityWatch が書き出した JSON",
                en="the JSON that ActivityWatch exported",
            ),
        ),
        target="hakaru.flows.focus:import_focus",
        render="hakaru.surfaces.cli.text_focus:import_text",
        profile="write",
        idempotent=True,
        example="hakaru focus import aw-buckets-export.json",
    ),
    Operation(
        name="export_focus",
        command="focus export",
        ja="集中状態の区間をファイルに書き出す",
        en="Write the stretches of attention to a file",
        params=(
            Param(
                name="file",
                type="path",
                access="write",
                positional=True,
                required=True,
                ja="書き出し先",
                en="the file to write",
            ),
            Param(
                name="format",
                type="choice",
                choices=("csv", "json", "activitywatch", "session"),
                default="csv",
                ja="形式（session は focus replay で判定し直せる記録）",
                en="the format (session: a recording that focus replay scores again)",
            ),
            Param(
                name="since",
                type="date",
                ja="この日以降（省略時は7日間）",
                en="from this local day on (default: seven days)",
            ),
            Param(
                name="until",
                type="date",
                ja="この日まで（省略時は今日）",
                en="up to this local day (default: today)",
            ),
        ),
        target="hakaru.flows.focus:export_focus",
        render="hakaru.surfaces.cli.text_focus:export_text",
        profile="write",
        texts={"file": "hakaru"},
        example="hakaru focus export focus.csv --since 2026-03-01",
    ),
    Operation(
        name="forget_focus",
        command="focus forget",
        ja="集中状態の履歴を消す（日を指定すると、それより前だけ）",
        en="Delete the history of attention, or only what lies before a day",
        params=(
            Param(
                name="before",
                type="date",
                ja="この日より前だけ（省略時はすべて）",
                en="only before this local day (default: everything)",
            ),
        ),
        target="hakaru.flows.focus:forget_focus_history",
        render="hakaru.surfaces.cli.text_focus:forgotten_text",
        profile="write",
        loses=True,
        idempotent=True,
        example="hakaru focus forget --before 2026-01-01",
    ),
)


OPERATIONS: tuple[Operation, ...] = (
    *FORM_OPERATIONS,
    *SESSION_OPERATIONS,
    *HISTORY_OPERATIONS,
    *ATHLETE_OPERATIONS,
    *DATA_OPERATIONS,
    *READ_OPERATIONS,
    *NODE_OPERATIONS,
    *PROPOSAL_OPERATIONS,
    *FOCUS_OPERATIONS,
    *WORDING_OPERATIONS,
    *MODEL_OPERATIONS,
    *CARE_OPERATIONS,
    *COHORT_OPERATIONS,
)


def operation_of_command(command: str) -> Operation:
    """The operation typed as `hakaru COMMAND`. Raises KeyError for an unknown one."""
    return {operation.command: operation for operation in OPERATIONS}[command]
