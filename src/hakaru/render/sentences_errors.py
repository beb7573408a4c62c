"""How do errors about a request, the settings and the store read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

ERRORS: Mapping[str, str] = {
    # the shapes of core/errors.py
    "{name} = {value} is not {expected}": "{name} = {value} は使えません。{expected}",
    "nothing is given as {name}: {expected}": "{name} が指定されていません。{expected}",
    "no activity {reference} is stored; `hakaru activities` lists what is": (
        "{reference} に当たるランは保存されていません。`hakaru activities` で一覧を見られます"
    ),
    "no run is stored yet; `hakaru ingest FOLDER` takes recordings in": (
        "ランがまだありません。`hakaru ingest フォルダ` で取り込めます"
    ),
    "{reference} has {n} runs; name one of them: {runs}": (
        "{reference} にはランが {n} 件あります。次のどれかを指定してください: {runs}"
    ),
    "activity {activity_id} has no form evaluation: {reason}": (
        "ラン {activity_id} にはフォームの評価がありません。{reason}"
    ),
    "activity {activity_id} is not analysed yet; `hakaru status` says what is under way": (
        "ラン {activity_id} はまだトレーニングとして分析されていません。"
        "更新の状況は `hakaru status` で確かめられます"
    ),
    "query = {query} is not allowed: {reason}": "{query} は実行できません。{reason}",
    "query = {query} was stopped: {reason}": "{query} の実行を止めました。{reason}",
    "{path} is there already; --overwrite replaces it": (
        "{path} はすでにあります。置き換えるには --overwrite を付けてください"
    ),
    "{path} lies in no folder that a model may read; a person can list it in config.toml below "
    "[mcp] and start the server again: {line}": (
        "{path} は、モデルが読んでよいフォルダの中にありません。"
        "ご自分で config.toml の [mcp] の下に {line} と書き、サーバーを起動し直すと読めます"
    ),
    "{path} lies in the data folder, which stays closed to a model whatever folders [mcp] lists; "
    "a person hands files in on the dashboard": (
        "{path} はデータフォルダの中にあります。[mcp] に何を書いても、モデルはここを読めません。"
        "ファイルはダッシュボードから渡してください"
    ),
    "{n} exports are called {file}; remove some of them": (
        "{file} という名前の書き出しが {n} 件あります。いくつか消してください"
    ),
    "a percentage above 0 and at most 100": "0 より大きく 100 以下の割合（%）にしてください",
    "a table of its own, [mcp]": "[mcp] という表にしてください",
    "a table of its own, [sessions]": "[sessions] という表にしてください",
    "five rising shares of critical power, such as [0.55, 0.76, 0.91, 1.06, 1.21]": (
        "臨界パワーに対する割合を小さい順に5つ書いてください（例: [0.55, 0.76, 0.91, 1.06, 1.21]）"
    ),
    "five rising shares of threshold heart rate, such as [0.65, 0.8, 0.89, 0.95, 1.0]": (
        "閾値心拍に対する割合を小さい順に5つ書いてください（例: [0.65, 0.8, 0.89, 0.95, 1.0]）"
    ),
    "{n} rising shares above 0 and at most {most} (0.95 is 95 %)": (
        "0 より大きく {most} 以下の割合を、小さい順に {n} 個書いてください（0.95 は 95 %）"
    ),
    'a list of folders in full, such as ["~/garmin"]': (
        '["~/garmin"] のように、フォルダを完全な形で並べてください'
    ),
    "handle = {handle} is not an export that is there; `hakaru exports` lists them": (
        "{handle} という書き出しは残っていません。`hakaru exports` で一覧を見られます"
    ),
    "this server has no tool {tool}; {reason}": (
        "このサーバーに {tool} というツールはありません。{reason}"
    ),
    "there is no resource {uri}; resources/list names those there are": (
        "{uri} というリソースはありません。resources/list で一覧を見られます"
    ),
    "run `hakaru evaluate {activity_id}`": "`hakaru evaluate {activity_id}` を実行してください",
    "{path}: {reason}": "{path}: {reason}",
    "{reason} (at byte {offset})": "{reason}（{offset} バイト目）",
    "too many queries at once: {running} may run and {waiting} may wait, and this one had no turn "
    "within {waited} s; try again in a few seconds": (
        "クエリが多すぎます。同時に実行できるのは {running} 件、待てるのは {waiting} 件で、"
        "{waited} 秒以内に順番が来ませんでした。数秒後にもう一度実行してください"
    ),
    "the store is busy: waited {waited} s for {holder}; try again": (
        "データベースが使用中です。{waited} 秒待ちましたが、{holder}の処理が終わりませんでした。"
        "もう一度実行してください"
    ),
    "{subject} has no sample with speed > 1.7 m/s, cadence > 130 spm and a form metric": (
        "{subject}には、速度が 1.7 m/s を超え、ケイデンスが 130 spm を超え、"
        "フォーム指標もあるデータがありません"
    ),
    "unexpected {kind}: {error}": "予期しない問題が起きました（{kind}: {error}）",
    # subjects without form data, and who holds the store
    "activity {activity_id}": "ラン {activity_id} ",
    "sensor group {sensor_group}, metric {metric},": "センサー {sensor_group} の指標 {metric} ",
    "the table with column {column}": "列 {column} の表",
    "another process": "ほかのプロセス",
    "another process (state.sqlite)": "ほかのプロセス（state.sqlite）",
    "another program that has the database open": "データベースを開いている別のプログラム",
    "another thread of this process": "このプロセスの別のスレッド",
    "process {pid}": "プロセス {pid} ",
    "process {pid} ({command})": "プロセス {pid}（{command}）",
    # what was expected of a setting or an argument
    "a folder without a question mark in its path": (
        "パスに疑問符のないフォルダを指定してください"
    ),
    "a file that exists": "存在するファイルを指定してください",
    "a file that can be read": "読み取れるファイルを指定してください",
    "valid TOML in UTF-8": "UTF-8 の正しい TOML に直してください",
    "a name": "名前を指定してください",
    "between {low} and {high}": "{low} から {high} までで指定してください",
    "at least {low}": "{low} 以上を指定してください",
    "a whole number >= {low}": "{low} 以上の整数を指定してください",
    "a whole number between {low} and {high}": "{low} から {high} までの整数を指定してください",
    "a number of days between {low} and {high}": "{low} から {high} までの日数を指定してください",
    "a number of steps per minute between {low} and {high}": (
        "毎分の歩数を {low} から {high} までで指定してください"
    ),
    "a setting; known are {names}": "設定できる項目は {names} です",
    "a number, or a pace like 4:35": "数値、または 4:35 のようなペースを指定してください",
    "female or male": "female か male を指定してください",
    "1.5 to 100 kilometres, half or marathon": (
        "1.5〜100（km）か half、marathon を指定してください"
    ),
    "a day up to {day}": "{day} までの日を指定してください",
    "a number of seconds per km from 1 to 600 (neither minutes nor a fraction)": (
        "1 km あたりの秒数を 1 から 600 までで指定してください（分や割合ではありません）"
    ),
    "a share above 0 and at most 1 (0.1 is 10 %)": (
        "0 より大きく 1 以下の割合を指定してください（0.1 は 10%）"
    ),
    "ja or en": "ja か en を指定してください",
    "a speed > 0 m/s": "0 m/s より大きい速度を指定してください",
    "one of {names}": "{names} のどれかを指定してください",
    "one of yours ({sensors})": "記録のあるセンサーは {sensors} です",
    "one of yours (none stored)": "センサーのある記録がまだ保存されていません",
    "measured yet with this sensor": "このセンサーではまだ計測されていません",
    "left out, as --missing requires": ("ランと --missing は、どちらか一方だけを指定してください"),
    "there is no run in it": "ランがありません",
    "left out, as --all requires": ("ランと --all は、どちらか一方だけを指定してください"),
    "{day}, its stored day": "保存されている日付は {day} です",
    "learned from {sensor}": "{sensor} から学習した基準を渡してください",
    "about {activity_id}": "ラン {activity_id} の評価を渡してください",
    "a set of columns of one length": "列の長さをそろえてください",
    # the data folder
    "{path} cannot be deleted ({why}); delete it yourself": (
        "{path} を削除できません（{why}）。手で削除してください"
    ),
    "{folder} cannot be written: {reason}; choose another": (
        "{folder} に書き込めません（{reason}）。別のフォルダを指定してください"
    ),
    "the output cannot be written ({reason}); what was stored stays": (
        "出力を書き込めません（{reason}）。保存済みのものはそのままです"
    ),
    "{folder} cannot be read ({reason}); choose another data folder": (
        "{folder} を読めません（{reason}）。別のデータフォルダを選んでください"
    ),
    "{folder} lies on a file system without locks ({reason}), so nothing protects the database "
    "there; choose a folder on this machine (HAKARU_DATA or --data)": (
        "{folder} はロックの使えないファイルシステムの上にあり（{reason}）、"
        "データベースを守れません。"
        "このマシンの中のフォルダを選んでください（HAKARU_DATA または --data）"
    ),
    "the disk of {folder} is full; what was stored before stays: make room and try again": (
        "{folder} のあるディスクがいっぱいです。保存済みのものはそのままです。空きを作ってから、"
        "もう一度実行してください"
    ),
    "{folder} is not writable ({reason}); choose another data folder": (
        "{folder} に書き込めません（{reason}）。別のデータフォルダを指定してください"
    ),
    "{folder} is not writable ({reason}); choose another": (
        "{folder} に書き込めません（{reason}）。別のフォルダを指定してください"
    ),
    "a new or empty folder, or that of a demo": "新しいか空のフォルダ、またはデモのフォルダ",
    "the data folder {folder} cannot be made ({reason}); choose another": (
        "データフォルダ {folder} を作れません（{reason}）。別のフォルダを指定してください"
    ),
    "{folder} lies on a network file system ({kind}), where locks do not protect the database; "
    "choose a folder on this machine (HAKARU_DATA or --data)": (
        "{folder} はネットワークファイルシステム（{kind}）の上にあり、ファイルのロックでは"
        "データベースを守れません。この機械のフォルダを指定してください（HAKARU_DATA または "
        "--data）"
    ),
    "{path} is a database of another program; choose another data folder (HAKARU_DATA or --data)": (
        "{path} は別のプログラムのデータベースです。別のデータフォルダを"
        "指定してください（HAKARU_DATA または --data）"
    ),
    "{path} was written by a newer Hakaru (schema {version}, this one knows {newest}); update "
    "Hakaru": (
        "{path} は新しい版の Hakaru で書かれています（スキーマ {version}、この版が読めるのは "
        "{newest} まで）。Hakaru を更新してください"
    ),
    "{path} cannot be opened ({reason}); `hakaru repair` puts the newest sound copy back": (
        "{path} を開けません（{reason}）。`hakaru repair` で最新の正常な控えに戻せます"
    ),
    "{path} cannot be used ({reason}); `hakaru repair` puts the newest sound copy back": (
        "{path} を使えません（{reason}）。`hakaru repair` で最新の正常な控えに戻せます"
    ),
    "no copy of {path} can be written ({reason}), so it is left as it is; make room and try "
    "again": (
        "{path} の控えを書き込めないため（{reason}）、そのままにしました。"
        "空きを作ってもう一度実行してください"
    ),
    "cannot write the simulated runs: {reason}": (
        "シミュレーションのランを書き込めません（{reason}）"
    ),
}
