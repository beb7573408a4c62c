"""How does it read in Japanese what went wrong around attention?"""

from __future__ import annotations

from collections.abc import Mapping

FOCUS: Mapping[str, str] = {
    "a day up to until": "until 以前の日",
    "a new file that can be written": "書き込める新しいファイル",
    "must be a number between 0 and 1": "0 から 1 までの数でなければなりません",
    "this is no export of ActivityWatch": "ActivityWatch の書き出しではありません",
    "this is no recorded focus session": "集中状態の記録ファイルではありません",
}
