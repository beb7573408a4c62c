"""How do sentences about the server for language models read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

MCP: Mapping[str, str] = {
    # arguments and replies of tools
    "{tool} takes {name} or {alias}, not both": (
        "{tool} の引数 {name} と {alias} は、どちらか一方だけにしてください"
    ),
    "{tool} takes no argument {argument}; it takes {names}": (
        "{tool} に引数 {argument} はありません。使える引数: {names}"
    ),
    "{tool} needs {argument}: {meaning}": "{tool} には {argument} が必要です: {meaning}",
    "the reply of {tool} has {size} bytes and the limit is {limit}: ask for less, or use export() "
    "for rows and extract_insights() for texts": (
        "{tool} の返答は {size} バイトで、上限の {limit} バイトを超えます。範囲を狭めるか、"
        "行は export()、文章は extract_insights() を使ってください"
    ),
    "{tool} is done, but its reply has {size} bytes and the limit is {limit}: do not repeat it, "
    "`status` says what is stored": (
        "{tool} は終わりましたが、返答は {size} バイトで、上限の {limit} バイトを超えます。"
        "繰り返さないでください。`status` で保存済みの内容を見られます"
    ),
    "{tool} was cancelled; what was stored stays": (
        "{tool} を中止しました。保存済みの分は残っています"
    ),
    "unexpected {kind} in {tool}": "{tool} で予期しない問題が起きました（{kind}）",
    "a text": "文字列を指定してください",
    "a text, or a list of names or ids": "文字列、または名前か ID の一覧を指定してください",
    "a whole number": "整数を指定してください",
    "a number": "数値を指定してください",
    "true or false": "true か false を指定してください",
    "a path": "パスを指定してください",
    "a list of paths": "パスの一覧を指定してください",
    "a list of activity ids or days": "ランの ID か日付の一覧を指定してください",
    "a day such as 2026-03-01": "2026-03-01 のような日付を指定してください",
    "an activity id or a day such as 2026-03-01": (
        "ランの ID か、2026-03-01 のような日付を指定してください"
    ),
    "a pace such as 4:30": "4:30 のようなペースを指定してください",
    "tools/list names those there are": "tools/list で一覧を見られます",
    "it is offered by `hakaru mcp {option}`": "`hakaru mcp {option}` で使えるようになります",
    # pages and prompts
    "there is no prompt {prompt}; there are {names}": (
        "{prompt} というプロンプトはありません。あるもの: {names}"
    ),
    "the prompt {prompt} takes {names}": "プロンプト {prompt} の引数は {names} です",
    # the server over HTTP, and the files of assistants
    "a free port of this machine": "このマシンの空いているポートを指定してください",
    "{path} cannot be used ({error}); choose another data folder": (
        "{path} を使えません（{error}）。別のデータフォルダを指定してください"
    ),
    "{path} is empty; delete it, and a new token is made": (
        "{path} が空です。削除すると、新しいトークンが作られます"
    ),
    "{path} cannot be written: {error}": "{path} に書き込めません: {error}",
    "cannot be read: {error}": "読めません: {error}",
    "not plain JSON; add the printed lines by hand": (
        "通常のJSONではありません。表示された行を手で加えてください"
    ),
    "not a JSON object; add the printed lines by hand": (
        "JSONのオブジェクトではありません。表示された行を手で加えてください"
    ),
}
