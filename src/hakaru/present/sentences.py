"""English sentences of ours in Japanese.

The English sentence is what is raised, stored, logged and given as JSON; a surface that shows it to
a person asks here. A row of the tables is an English template and its Japanese one with the same
`{slots}`. A sentence that no row knows (another program's, another person's) stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hakaru.core.i18n import Lang, translate
from hakaru.present.sentences_errors import ERRORS, FOCUS, PROPOSALS, QUERIES, READS
from hakaru.present.sentences_files import FILES, GARMIN, ISSUES, NAMES
from hakaru.present.words_session import TYPES

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


WEB: Mapping[str, str] = {
    "a form of these pages, whole and within 5 MB": "このダッシュボードのフォームの全体、5 MB まで",
    "a job whose file is still there": "ファイルがまだある作業",
    "a week as YYYY-Www, such as 2026-W47": "2026-W47 のような、YYYY-Www の形の週",
    "the id of a proposed diff that is not applied": "まだ適用していない提案の id",
    "the name of a model of that server": "そのサーバーにあるモデルの名前",
    "a month as YYYY-MM": "YYYY-MM の形の月",
    "a day as YYYY-MM-DD": "YYYY-MM-DD の形の日付",
    "a number of elapsed seconds": "経過秒の数値",
    "a pace that the slider has": "スライダーにあるペース",
    "a setting with one of its values": "ある設定と、その値のひとつ",
    "a whole number from 2 to {high}": "2 から {high} までの整数",
    "an import that still takes files": "まだファイルを受け取っている取り込み",
    "finished before everything is deleted": "すべてを削除する前に終わっている必要があります",
    "the data folder of a running `hakaru serve`": (
        "動いている `hakaru serve` のデータフォルダを指定してください"
    ),
    "the port of a running `hakaru serve`, which prints a link when it starts": (
        "動いている `hakaru serve`のポートを指定してください（起動時にもリンクを表示します）"
    ),
    "set aside: the program died twice while it did this; start it anew to try again": (
        "実行中にプログラムが 2 回落ちたため、取りやめました。試すときは新しく始めてください"
    ),
    "set aside: the program died twice while it did this, the last time after {n} of {total}; "
    "start it anew to try again": (
        "実行中にプログラムが 2 回落ちたため（2 回目は {n} / {total} まで）、取りやめました。"
        "もう一度試すには、新しく始めてください"
    ),
    "the number of a job": "作業の番号",
}


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


MODELS: Mapping[str, str] = {
    # no reply, and why
    "{name} is not set": "{name} が設定されていません",
    "the model backend {backend} is not installed: {how}": (
        "モデルのバックエンド {backend} が入っていません。次を実行してください: {how}"
    ),
    "the model at {host} gave no reply: {reason}": (
        "{host} のモデルから回答がありません。{reason}"
    ),
    "status {status}, {reason}": "状態コード {status}。{reason}",
    "it asks for a key (model.key_env)": "鍵が必要です（model.key_env）",
    "check {key_env}": "環境変数 {key_env} を確かめてください",
    "status {status}, too many requests or no credit left": (
        "状態コード {status}。要求が多すぎるか、利用枠が残っていません"
    ),
    "not within {limit} s (model.timeout_s)": "{limit} 秒以内に答えません（model.timeout_s）",
    "status {status}: {words}": "状態コード {status}（{words}）",
    "status {status}, no answer of a model": "状態コード {status}。モデルの回答ではありません",
    "an answer of an unexpected shape": "回答の形が正しくありません",
    "an answer without an end": "回答が終わりません",
    "an answer without text": "回答に文章がありません",
    "the connection broke off": "接続が途中で切れました",
    "it has only {n} replies": "用意した回答は {n} 件だけです",
    # why the narrator words it
    "no model is configured (model.backend is none)": (
        "言語モデルは設定されていません（model.backend = none）"
    ),
    "no reply passed in {n} attempts: {message}": (
        "{n} 回たずねましたが、使える回答がありませんでした（{message}）"
    ),
    # settings and arguments
    "a table of its own, [model]": "[model] の表にしてください",
    "none, openai or anthropic": "none・openai・anthropic のどれかを指定してください",
    "auto, schema or prompted": "auto・schema・prompted のどれかを指定してください",
    "an address such as http://localhost:11434/v1": (
        "http://localhost:11434/v1 のようなアドレスを指定してください"
    ),
    "an address without user, password or query; the key is named by model.key_env": (
        "利用者名・パスワード・クエリのないアドレスにしてください。鍵は model.key_env で指定します"
    ),
    "https: only this machine or network may be asked by http (model.any_http = true)": (
        "https にしてください。http で使えるのはこの機械か同じネットワークの中だけです"
        "（model.any_http = true で許可）"
    ),
    "the name of an environment variable; the key itself is in no file": (
        "環境変数の名前を指定してください。鍵そのものはファイルに書きません"
    ),
    "a number of seconds between {low} and {high}": (
        "{low} から {high} までの秒数を指定してください"
    ),
    "the number of one in `hakaru attempts`": (
        "`hakaru attempts` の一覧にある番号を指定してください"
    ),
    "the {part} of the question has {size} bytes, and the limit is {limit}": (
        "モデルへの質問（{part}）が {size} バイトあり、上限の {limit} バイトを超えています"
    ),
}


OUTPUT: Mapping[str, str] = {
    "of a type polars reads; export epoch() of it": (
        "polars で読める型にしてください（epoch() で秒にして書き出せます）"
    ),
    "output of {size} bytes exceeds {limit} bytes; {expected}": (
        "出力が {size} バイトあり、上限の {limit} バイトを超えています。{expected}"
    ),
    "JSON of {size} bytes exceeds {limit} bytes; {expected}": (
        "JSON が {size} バイトあり、上限の {limit} バイトを超えています。{expected}"
    ),
    "table of {n} lines exceeds {limit} rows with header and footer; {expected}": (
        "表が {n} 行あり、見出しと末尾を除いた上限の {limit} 行を超えています。{expected}"
    ),
    "save what is large to a file, and print safe_summary_table(df) or safe_json_output(data)": (
        "大きなものはファイルに保存し、safe_summary_table(df) か safe_json_output(data) を"
        "表示してください"
    ),
    "{name}: showed the first {kept} of {size} bytes; {total} bytes ({n} line breaks) were cut; "
    "{expected}": (
        "{name}: {size} バイトのうち先頭の {kept} バイトを表示し、{total} バイト（改行 {n} 個）を"
        "省きました。{expected}"
    ),
    "{name}: {size} bytes of {document} were not shown, limit {limit} bytes; {expected}": (
        "{name}: {document} の {size} バイトは、上限の {limit} バイトを超えるため"
        "表示しませんでした。{expected}"
    ),
    "size of the JSON in bytes = {size} is not at most {limit}: keep fewer fields or aggregate "
    "further, and leave the rows in the export() file": (
        "JSON が {size} バイトあり、上限の {limit} バイトを超えています。項目を減らすか、"
        "さらに集計してください（行は export() のファイルに残します）"
    ),
    "rows of {handle} = {n} is not at most max_rows = {limit}: aggregate in the query (GROUP BY), "
    "narrow its time range, or ask profile() or histogram()": (
        "{handle} は {n} 行で、上限（max_rows）の {limit} 行を超えています。クエリで集計"
        "（GROUP BY）するか、時間範囲を狭めるか、profile() や histogram() を使ってください"
    ),
    "what JSON can hold: {reason}": "JSON にできる値（{reason}）",
    "cannot write the picture: {reason}": "画像を書き込めません: {reason}",
    "an export that can be read; export() again": (
        "読み取れるエクスポート。もう一度 export() してください"
    ),
    "polars or pandas": "polars か pandas",
    "installed here; the other one may be": (
        "インストール済みのライブラリ。もう一方を試してください"
    ),
    "a whole number of bytes >= 0": "0 以上の整数（バイト数）",
    "inside the run, which lasts {duration} s": "ランの範囲内（長さ {duration} 秒）",
    "a run in which a step of form was found": "フォームの変化が見つかったラン",
    "recorded in at least one of these runs": "少なくとも 1 つのランで記録された指標",
    "between 2 and {n} different runs": "2 から {n} 本の異なるラン",
}


CARE: Mapping[str, str] = {
    # the machine
    "Python {version} is too old: 3.11 or newer is needed": (
        "Python {version} は古すぎます。3.11 以降が必要です"
    ),
    "Python {version} on {system}": "Python {version} です（{system}）",
    "the clock says {now}, but the data was written on {written}": (
        "時計は {now} ですが、データは {written} に書かれています"
    ),
    "the clock says {now} UTC": "時計は {now} (UTC) です",
    # the data folder
    "{path} is a file, so it cannot hold the data": ("{path} はファイルなので、データを置けません"),
    "{path} cannot be written to ({reason})": "{path} に書き込めません（{reason}）",
    "only {size} MB are free for {folder}": "空きが {size} MB しかありません: {folder}",
    "{path} does not exist yet; the first command that stores makes it": (
        "{path} はまだありません。最初に保存するときに作られます"
    ),
    "{path} holds {used} MB; {size} MB are free": "{path} は {used} MB、空きは {size} MB です",
    "only you can enter {path} ({mode})": "{path} に入れるのはあなただけです（{mode}）",
    "others on this machine could enter {path} ({before}) and read {n} files in it until {when} "
    "UTC; now only you can ({mode})": (
        "{path} は {when} (UTC) まで、このマシンのほかの利用者も入れ（{before}）、"
        "中のファイル {n} 件を読めました。いま入れるのはあなただけです（{mode}）"
    ),
    "others on this machine can enter {path} ({mode}); the next command that uses it takes that "
    "from them": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。"
        "次に使うコマンドが、入れないようにします"
    ),
    "others on this machine can enter {path} ({mode}), which is left so, since it is not for "
    "Hakaru alone; what Hakaru makes in it only you can read": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。Hakaru 専用の場所ではないので"
        "そのままですが、Hakaru が作るファイルはあなただけが読めます"
    ),
    "others on this machine can enter {path} ({mode}), which is left so, since it belongs to "
    "another user": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。別の利用者のフォルダなので、"
        "そのままにしています"
    ),
    "others on this machine can enter {path} ({mode}): its file system keeps no permissions": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。"
        "このファイルシステムは権限を保存できません"
    ),
    "{path} is not there yet; the first command that stores makes it": (
        "{path} はまだありません。最初に保存するときに作られます"
    ),
    "{path} is sound: schema {version}, {size} MB, every value read": (
        "{path} は正常です（スキーマ {version}、{size} MB、すべての値を読みました）"
    ),
    "{path} is sound, of schema {version}; its next use brings it to {newest}, after a copy": (
        "{path} は正常です（スキーマ {version}）。次に使うとき、控えを取ってから {newest} にします"
    ),
    "{path} was written by a newer Hakaru (schema {version}, this one knows {newest})": (
        "{path} は新しい版の Hakaru で書かれています（スキーマ {version}、この版が読めるのは "
        "{newest} まで）"
    ),
    "{path} is a database of another program": "{path} は別のプログラムのデータベースです",
    "{path} cannot be read: {reason}": "{path} を読めません: {reason}",
    "{path} cannot be read ({reason}), so it is left as it is": (
        "{path} を読めないため（{reason}）、そのままにしました"
    ),
    "{path} was not looked into: {reason}": "{path} は調べられませんでした: {reason}",
    "{path} is damaged: {reason}": "{path} は壊れています: {reason}",
    "{path} cannot be repaired ({reason}); nothing was removed": (
        "{path} を直せません（{reason}）。何も消していません"
    ),
    "nobody holds the lock": "使用中のプロセスはありません",
    "in use by {holder}": "使用中: {holder}",
    "no copy yet: one is made before a new schema, and on each day before a change": (
        "控えはまだありません。スキーマが変わる前と、各日の最初の変更の前に取られます"
    ),
    "the disk is too full for a copy of {file}: none is made": (
        "空きが足りないため、{file} の控えを取れません"
    ),
    "{path} holds {size} MB that repairs set aside; delete what begins with damaged- once nothing "
    "is missing": (
        "{path} に、修復でよけたファイルが {size} MB あります。欠けたものがなければ、"
        "damaged- で始まるファイルを消せます"
    ),
    "copies in {path}: {n}, the newest of {when} UTC": "控え {n} 件（{path}）、最新は {when} (UTC)",
    "some results wait to be brought up to date; the next command that shows any does it": (
        "まだ更新していない結果があります。結果を表示する次のコマンドが更新します"
    ),
    # very many runners
    "a folder that exists": "存在するフォルダを指定してください",
    "a folder with runner=ID folders of Parquet files": (
        "runner=ID のフォルダに Parquet ファイルがあるフォルダを指定してください"
    ),
    "a folder without runners, which would be written over": (
        "ランナーがまだいないフォルダを指定してください（上書きしてしまいます）"
    ),
    "there is no split, or one without its run, day or start": (
        "区間がないか、ラン・日付・開始時刻のない区間があります"
    ),
    "a name without the signs of patterns": "* や ? や角括弧・波括弧のない名前を指定してください",
    "local or dask://HOST:PORT": "local または dask://ホスト:ポート を指定してください",
    "a scheduler on this machine; --anywhere lets work leave it": (
        "このマシンのスケジューラーを指定してください。別のマシンを使うには --anywhere を付けます"
    ),
    "a process was ended, perhaps for lack of memory; run it again to go on": (
        "プロセスが途中で止められました。メモリー不足かもしれません。もう一度実行すると続きから始まります"
    ),
    "distributed is not installed; {how}": (
        "distributed が入っていません。次を実行してください: {how}"
    ),
    "the scheduler went away; run it again to go on": (
        "スケジューラーとの接続が切れました。もう一度実行すると続きから始まります"
    ),
    "its workers need this version of Hakaru ({reason})": (
        "そのワーカーにはこの版の Hakaru が必要です（{reason}）"
    ),
    "no Dask scheduler answers there": "そこに Dask のスケジューラーがありません",
    "not a lake of splits: {reason}": "区間の Parquet として読めません（{reason}）",
    "a column is missing: {columns}": "必要な列がありません: {columns}",
    "there is no such result; train first": "結果がまだありません。先に学習してください",
    "train first: `hakaru cohort train`": "先に `hakaru cohort train` を実行してください",
    "a whole number >= 1, for a seed >= 0": "1 以上の整数を指定してください（種は 0 以上）",
    # optional parts
    "installed: {packages}": "入っています: {packages}",
    "installed, but it cannot be imported: {packages}": (
        "入っていますが、読み込めません: {packages}"
    ),
    "not installed: {packages}": "入っていません: {packages}",
    "{path} is not there: attention is told from the use of the computer alone": (
        "{path} がありません。集中状態はPC操作だけから判断します"
    ),
    "the one we know, in {path}": "既知のファイルです: {path}",
    "{system} tells everything": "{system}: すべて分かります",
    "{system} tells all but: {missing}": "{system}: 分からないもの: {missing}",
    "{system} cannot be asked: its library is not installed": (
        "{system}: 必要なライブラリが入っていないため、調べられません"
    ),
    "{system} cannot be asked: its display cannot be opened from here": (
        "{system}: ここから画面に接続できません"
    ),
    "{system}: no desktop that tells how the computer is used": (
        "{system}: PC操作を教えるデスクトップがありません"
    ),
    "no language model is configured, and none is needed": (
        "言語モデルは設定されていません（なくても全機能が使えます）"
    ),
    "{name} at {url} cannot be asked: a library is not installed": (
        "{name}（{url}）に尋ねられません。ライブラリが入っていません"
    ),
    "{name} at {url} cannot be asked: {key} is not set": (
        "{name}（{url}）に尋ねられません。{key} が設定されていません"
    ),
    "{name} at {url} is configured; `hakaru model check` asks it": (
        "{name}（{url}）が設定されています。`hakaru model check` で確かめられます"
    ),
    "the system opens pages": "システムがページを開きます",
    "{program} opens pages": "{program} がページを開きます",
    "no browser was found: reports open on another machine, too": (
        "ブラウザーが見つかりません。レポートは別の機械でも開けます"
    ),
}


TABLES: tuple[Mapping[str, str], ...] = (
    CARE,
    ERRORS,
    FILES,
    FOCUS,
    GARMIN,
    ISSUES,
    MCP,
    MODELS,
    OUTPUT,
    PROPOSALS,
    QUERIES,
    READS,
    USAGE,
    WEB,
)
"""Every row; an English template stands in one table only."""

SENTENCE_SLOTS = frozenset({"expected", "formats", "holder", "reason", "subject"})
"""Slots that hold another sentence of ours, or a part of one."""
NAME_SLOTS = frozenset({"columns", "document", "sport", "sports"})
"""Slots that hold names of sports, files or documents, some with a count before them."""
TYPE_SLOTS = frozenset({"runs"})
"""Slots in which kinds of training stand at the end of a bracket."""
NUMBER_SLOTS = frozenset(
    {
        "activity_id", "distance", "duration", "high", "kept", "limit", "low", "method", "n",
        "newest", "offset", "pid", "size", "speed", "status", "total", "version", "waited",
    }
)  # fmt: skip
"""Slots that hold one number and nothing else, so that a row fits no more than it means."""

_OUTERMOST = "{reason} (at byte {offset})"
"""An offset is put behind any reason, so it is taken off first."""

_DEEPEST = 8
"""Sentences inside sentences that are looked at; ours are three deep."""

_SLOT = re.compile(r"\{(\w+)\}")
_TYPE = re.compile(r", ([a-z ]+)\)")
_NAME = re.compile(r"(?:(\d+) )?([A-Za-z][A-Za-z0-9]*(?:[_ ][A-Za-z0-9]+)*)")


class _Row(NamedTuple):
    """One template: its fixed pieces in order, and what it reads like in Japanese."""

    en: str
    ja: str
    pieces: tuple[str, ...]


def in_language(sentence: str, lang: Lang) -> str:
    """The sentence in the language, or unchanged where no row knows it.

    Where several rows fit, that with the longest fixed beginning wins, then that with the most
    fixed text.
    """
    return sentence if lang == "en" else _in_japanese(sentence, depth=0)


def _in_japanese(sentence: str, *, depth: int) -> str:
    whole = _by_english().get(sentence)
    if whole is not None:
        return whole
    for row in _rows() if depth < _DEEPEST else ():
        if sentence.startswith(row.pieces[0]) and all(piece in sentence for piece in row.pieces):
            match = _pattern(row.en).fullmatch(sentence)
            if match is not None:
                return _filled(row.ja, match.groupdict(), depth=depth)
    return sentence


def _filled(template: str, values: Mapping[str, str], *, depth: int) -> str:
    return _SLOT.sub(lambda slot: _worded(slot[1], values[slot[1]], depth=depth), template)


def _worded(slot: str, value: str, *, depth: int) -> str:
    """What fills a slot, itself in Japanese where it is ours to word."""
    if slot in SENTENCE_SLOTS:
        return _in_japanese(value, depth=depth + 1)
    if slot in TYPE_SLOTS:
        return _TYPE.sub(_type_name, value).replace("; ", "、")
    return _named(value) if slot in NAME_SLOTS else value


def _named(names: str) -> str:
    """'3 cycling, 2 yoga' as 'サイクリング 3 件、ヨガ 2 件'; unknown names stay."""
    return _NAME.sub(lambda match: _name(match[2], count=match[1]), names).replace(", ", "、")


def _type_name(match: re.Match[str]) -> str:
    """', long run)' as '、ロング走)'; an unknown kind stays."""
    training_type = TYPES.get(match[1].replace(" ", "_"))
    return match[0] if training_type is None else f", {translate(training_type, 'ja')})"


def _name(name: str, *, count: str | None) -> str:
    worded = NAMES.get(name.replace("_", " ").lower(), name)
    return worded if count is None else f"{worded} {count} 件"


@cache
def _by_english() -> Mapping[str, str]:
    return {en: ja for table in TABLES for en, ja in table.items()}


@cache
def _rows() -> tuple[_Row, ...]:
    """The rows with slots, the most telling first."""
    rows = [
        _Row(en, ja, tuple(_SLOT.split(en)[::2]))
        for en, ja in _by_english().items()
        if _SLOT.search(en)
    ]
    return tuple(sorted(rows, key=_rank))


def _rank(row: _Row) -> tuple[bool, int, int]:
    return row.en != _OUTERMOST, -len(row.pieces[0]), -len("".join(row.pieces))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = _SLOT.split(template)
    fixed, slots = parts[::2], parts[1::2]
    body = "".join(
        f"(?P<{slot}>{_accepts(slot)}){re.escape(text)}"
        for slot, text in zip(slots, fixed[1:], strict=True)
    )
    return re.compile(re.escape(fixed[0]) + body, re.DOTALL)


def _accepts(slot: str) -> str:
    if slot in NUMBER_SLOTS:
        return r"-?[0-9][0-9.e+-]*"
    return r"\S+" if slot == "document" else r".+?"
