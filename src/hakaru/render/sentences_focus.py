"""How does it read in Japanese what went wrong around attention?"""

from __future__ import annotations

from collections.abc import Mapping

FOCUS: Mapping[str, str] = {
    "a day up to until": "until 以前の日",
    "must be a number between 0 and 1": "0 から 1 までの数でなければなりません",
    "it is not installed; {how}": "インストールされていません。次を実行してください: {how}",
    "it is not installed, nor OpenCV; {how}": (
        "OpenCV ともインストールされていません。次を実行してください: {how}"
    ),
    "it cannot be read; {how}": "読めません。次を実行してください: {how}",
    "it is another file than the one known (sha256); {how}": (
        "既知のファイルと異なります（sha256）。次を実行してください: {how}"
    ),
    "it gives none any more": "映像が来なくなりました",
    "it is not there, or in use": "見つからないか、使用中です",
    "it is not there": "見つかりません",
    "it was let go of": "使うのをやめました",
    "it gave nothing for {n} s": "{n} 秒のあいだ映像が来ませんでした",
    "its driver does not let go of it (process {n})": (
        "ドライバーがカメラを放しません（プロセス {n}）"
    ),
    "what the setting is to be": "設定の新しい値を指定してください",
    "it is no video that can be read": "読める動画ではありません",
    "a time of the day as 22:30, or null": "22:30 のような時刻、または null",
    "at most {n} bytes": "{n} バイト以内",
    "a time before end, by at most 31 days": "end より前、31日以内の時刻",
    "a day as 2026-03-01": "2026-03-01 のような日付",
    "a time as 2026-03-01T09:00Z or epoch seconds": "2026-03-01T09:00Z のような時刻か、エポック秒",
    "nothing is recorded": "記録がありません",
    "this is no export of ActivityWatch": "ActivityWatch の書き出しではありません",
    "this is no recorded focus session": "集中状態の記録ファイルではありません",
}
