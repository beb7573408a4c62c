"""How do sentences of others that we pass on read in Japanese: click's, and the system's?"""

from __future__ import annotations

from collections.abc import Mapping

USAGE: Mapping[str, str] = {
    # errors of usage, as click words them
    "Missing argument {name}.": "引数 {name} を指定してください。",
    "Missing command.": "コマンドを指定してください。",
    "Missing option {name}.": "オプション {name} を指定してください。",
    "No such command {name}.": "{name} というコマンドはありません。",
    "No such command {name}. Did you mean {guess}?": (
        "{name} というコマンドはありません。{guess} のことですか？"
    ),
    "No such command {name}. (Did you mean one of: {guesses}?)": (
        "{name} というコマンドはありません。次のどれかですか？ {guesses}"
    ),
    "No such option {name}.": "{name} というオプションはありません。",
    "No such option {name}. Did you mean {guess}?": (
        "{name} というオプションはありません。{guess} のことですか？"
    ),
    "No such option {name}. (Did you mean one of: {guesses}?)": (
        "{name} というオプションはありません。次のどれかですか？ {guesses}"
    ),
    "Option {name} requires an argument.": "オプション {name} には値が必要です。",
    "Option {name} does not take a value.": "オプション {name} に値は付けられません。",
    "Got unexpected extra argument ({names})": "余分な引数があります: {names}",
    "Got unexpected extra arguments ({names})": "余分な引数があります: {names}",
    "Invalid value for {name}: {reason}": "{name} の値が正しくありません: {reason}",
    "{value} is not one of {choices}.": "{value} は選べません。{choices} から選んでください。",
    "{value} is not a valid integer.": "{value} は整数ではありません。",
    "{value}: a pace is written like 4:30": "{value}: ペースは 4:30 のように書きます",
    "{value}: a day is written like 2026-03-01": "{value}: 日付は 2026-03-01 のように書きます",
    # the help of click
    "Show this message and exit.": "この説明を表示して終わる",
    "Show the version and exit.": "版を表示して終わる",
    "{help}  [default: {value}]": "{help}（既定: {value}）",
    "{help}  [required]": "{help}（必須）",
    # the operating system
    "File exists": "同じ名前のものが既にあります",
    "Is a directory": "フォルダです",
    "No such file or directory": "ファイルまたはフォルダがありません",
    "No space left on device": "ディスクの空きがありません",
    "Not a directory": "フォルダではありません",
    "Permission denied": "権限がありません",
    "Read-only file system": "読み取り専用です",
}
