"""Which operations are about attention: now, today, a recorded file, in and out?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param

FOCUS_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="get_focus_status",
        command="focus status",
        ja="いまの集中状態（集中・眠気・注意散漫・離席・休止・不明）と、その理由",
        en="The state of attention now, and the reasons for it",
        params=(),
        target="hakaru.flows.focus:focus_status",
        render="hakaru.surfaces.cli.text.focus:status_text",
        profile="all",
        example="hakaru focus status",
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
        render="hakaru.surfaces.cli.text.focus:day_text",
        profile="all",
        example="hakaru focus today",
    ),
    Operation(
        name="summarise_focus_day",
        command="focus summary",
        ja="一日の集中状態を数文でまとめる（数は記録にあるものだけ）",
        en="Put a day of attention into a few sentences, with no number that is not recorded",
        params=(
            Param(
                name="day",
                type="date",
                ja="どの日か（省略時は今日）",
                en="which day (default: today)",
            ),
        ),
        target="hakaru.flows.focus_summary:summarise_focus_day",
        render="hakaru.surfaces.cli.text.focus:summary_text",
        profile="all",
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
                positional=True,
                required=True,
                ja="記録ファイル（JSON Lines）",
                en="the recorded file (JSON lines)",
            ),
        ),
        target="hakaru.flows.focus:replay_focus",
        render="hakaru.surfaces.cli.text.focus:replay_text",
        profile="all",
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
                positional=True,
                required=True,
                ja="ActivityWatch が書き出した JSON",
                en="the JSON that ActivityWatch exported",
            ),
        ),
        target="hakaru.flows.focus:import_focus",
        render="hakaru.surfaces.cli.text.focus:import_text",
        profile="write",
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
        render="hakaru.surfaces.cli.text.focus:export_text",
        profile="write",
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
        render="hakaru.surfaces.cli.text.focus:forgotten_text",
        profile="write",
        example="hakaru focus forget --before 2026-01-01",
    ),
)
