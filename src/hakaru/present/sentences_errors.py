"""Sentences of errors in Japanese."""

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


QUERIES: Mapping[str, str] = {
    # why a query may not run
    "it reads {name}, which is no table of yours": "{name} というテーブルは使えません",
    "it uses the function {name}": "関数 {name} は使えません",
    "it uses the type {name}": "型 {name} は使えません",
    "it uses {name}": "{name} は使えません",
    "it cannot be read as SQL": "SQL として読めません",
    "it cannot be read as SQL ({name})": "SQL として読めません（{name}）",
    "it has no column {name}": "列 {name} がありません",
    "its column {name} does not hold numbers": "列 {name} は数値ではありません",
    "its PIVOT makes more than {limit} columns; name the values with IN (...)": (
        "PIVOT の列が {limit} 個を超えます。IN (...) で値を指定してください"
    ),
    "several of its tables have the column {name}; write the table before it": (
        "列 {name} が複数のテーブルにあります。テーブル名を付けてください"
    ),
    "the column {name} stands neither in GROUP BY nor in an aggregate": (
        "列 {name} が GROUP BY にも集計関数の中にもありません"
    ),
    "{name} does not take values of these types; cast them": (
        "{name} はこの型の値を受け取れません。CAST してください"
    ),
    "it names {name}, which is not there": "{name} はありません",
    "it names a table or function that is not there": "存在しないテーブルか関数を使っています",
    "the values of its PIVOT cannot be looked up; name them with IN (...)": (
        "PIVOT の値を調べられません。IN (...) で値を指定してください"
    ),
    "an aggregate or window function stands where none may, as in WHERE": (
        "集計関数かウィンドウ関数が、WHERE など使えない場所にあります"
    ),
    "a subquery that stands for one value has several rows": (
        "ひとつの値になるはずの副問い合わせが、複数の行を返しました"
    ),
    "a text could not be read as a number (use TRY_CAST)": (
        "数値として読めない文字列があります（TRY_CAST を使ってください）"
    ),
    "a text could not be read as a day or time (use TRY_CAST or try_strptime)": (
        "日付や時刻として読めない文字列があります（TRY_CAST か try_strptime を使ってください）"
    ),
    "a text is not JSON (json_valid tells which are)": (
        "JSON でない文字列があります（json_valid で調べられます）"
    ),
    "a value could not be converted to another type (use TRY_CAST)": (
        "別の型に変換できない値があります（TRY_CAST を使ってください）"
    ),
    "a number is beyond the range of its type; cast to DOUBLE or HUGEINT": (
        "型の範囲を超える数値があります。DOUBLE か HUGEINT に CAST してください"
    ),
    "a function was given a value that it does not take": "関数が受け取れない値があります",
    "it uses something that this database cannot do": "このデータベースにない機能を使っています",
    "its names, types or groups do not fit together": "名前か型かグループ化が合っていません",
    "the database came upon a fault of its own; write it in another way": (
        "データベース自身の不具合が起きました。別の書き方にしてください"
    ),
    "the database could not be read; `hakaru doctor` says why": (
        "データベースを読めませんでした。`hakaru doctor` で理由がわかります"
    ),
    "it is longer than {limit} characters": "{limit} 文字を超えています",
    "it has more than {limit} joins": "結合が {limit} 個を超えています",
    "it has more than {limit} rows; ask for more with max_rows, or aggregate": (
        "{limit} 行を超えています。max_rows を増やすか、集計してください"
    ),
    "it is not exactly one SELECT": "SELECT 文ひとつではありません",
    "it is nested too deeply, or has too many parts": "入れ子が深すぎるか、部分が多すぎます",
    "it has neither activity_date nor activity_id to filter days by": (
        "日付で絞るための activity_date も activity_id もありません"
    ),
    "its result is too large; select fewer rows or columns": (
        "結果が大きすぎます。行か列を減らしてください"
    ),
    "it needs too much memory; select fewer rows or columns, or aggregate": (
        "メモリが足りません。行か列を減らすか、集計してください"
    ),
    "it takes too long; select fewer rows, or aggregate": (
        "時間がかかりすぎます。行を減らすか、集計してください"
    ),
    "it broke off": "途中で終わりました",
    "another process that has to write": "書き込む必要のある別のプロセス",
    "this system cannot limit the memory of a process, so SQL from outside is refused": (
        "このシステムではプロセスのメモリを制限できないため、外部からの SQL は実行しません"
    ),
    # exports and kept results
    "possible: all exports together may take 1 GB; `hakaru exports clean` removes them": (
        "書き出しは合わせて 1 GB までです。`hakaru exports clean` で消せます"
    ),
    "a name of up to 41 letters, digits and underscores": (
        "英数字と _ で 41 文字までの名前を指定してください"
    ),
    "free: it is a table of yours": "自分のテーブルと同じ名前は使えません",
    "a table of yours or a SELECT": "自分のテーブルの名前か SELECT 文を指定してください",
    "ids or days, separated by commas": "ID か日付をカンマで区切って指定してください",
    "two times like 300-600 or 5:00-10:00": (
        "300-600 や 5:00-10:00 のように、ふたつの時間を指定してください"
    ),
    "two days like 2025-01-01..2025-01-31": (
        "2025-01-01..2025-01-31 のように、ふたつの日を指定してください"
    ),
    "ACTIVITY:NUMBER, as in `hakaru anomalies`": (
        "`hakaru anomalies` にあるとおり、活動:番号 の形で指定してください"
    ),
    "alone: it says which run and which seconds": (
        "activity_ids や time_range とは一緒に指定できません"
    ),
    "given, or activity_ids or anomaly_id instead of it": (
        "query か、activity_ids または anomaly_id の、どちらか一方を指定してください"
    ),
    "without time_range and metrics: say them in SQL": (
        "time_range と metrics は一緒に指定できません。SQL に書いてください"
    ),
    "given, or activity_ids instead of it": "activity_ids と、どちらか一方を指定してください",
    "at most {n} at once": "一度に {n} 件までです",
    "the profile of {n} columns has {size} bytes and the limit is {limit}: name fewer metrics, or "
    "use export()": (
        "{n} 列の概要は {size} バイトで、上限の {limit} バイトを超えます。指標を減らすか、"
        "export() を使ってください"
    ),
    "{folder} leads elsewhere; move it away": (
        "{folder} は別の場所を指しています。取り除いてください"
    ),
    "{path} was not kept": "{path} を残せませんでした",
}


READS: Mapping[str, str] = {
    "a run with splits": "区間のあるランを指定してください",
    "a run with samples": "秒ごとの記録のあるランを指定してください",
    "a run with form second by second": ("フォームを秒ごとに判定できたランを指定してください"),
    "a run with heart rate and known zones": (
        "心拍の記録があり、ゾーンの分かるランを指定してください"
    ),
    "a run in which form stepped away": (
        "途中でフォームが変わったランを指定してください（このランでは変わっていません）"
    ),
    "a run with weather": "気象の記録のあるランを指定してください",
    "a run with a known VO2max": "VO2max の分かるランを指定してください",
    "a run with a known threshold": "閾値の分かるランを指定してください",
    "a run with a section analysis": "セクション分析のあるランを指定してください",
    "a section analysed for this run": "このランで分析済みのセクションを指定してください",
    "a moment after {start} s": "{start} 秒より後を指定してください",
    "within the run, which ends at {end} s": "{end} 秒で終わるランの中を指定してください",
    "a data folder, or the hakaru.duckdb in it": (
        "データフォルダか、その中の hakaru.duckdb を指定してください"
    ),
    "max_output_size = {limit} is not at least {n}, the bytes of this reply; use export() for all "
    "of it, or statistics_only where there is one": (
        "この応答は {n} バイトで、上限（max_output_size）の {limit} バイトを超えます。"
        "全部が要るなら export() を、あるものは statistics_only を使ってください"
    ),
    "max_output_size = {limit} is not at least {n}, the bytes of this reply; use "
    "extract_insights() to search it": (
        "この応答は {n} バイトで、上限（max_output_size）の {limit} バイトを超えます。"
        "extract_insights() で探してください"
    ),
    "one to {n} words": "1〜{n} 語を指定してください",
    "a JSON object": "JSON オブジェクトを指定してください",
    "a JSON object with content": "中身のある JSON オブジェクトを指定してください",
    "at most {n} bytes of JSON": "JSON で {n} バイトまでにしてください",
    "at most {n} levels deep": "入れ子は {n} 段までにしてください",
    "at most {n} characters": "{n} 文字までにしてください",
    "the {section} analysis is not stored; the first of {n} reasons: {reason}": (
        "{section} の分析は保存しません。理由は {n} 件で、最初は: {reason}"
    ),
}


PROPOSALS: Mapping[str, str] = {
    "no node {node} is stored; `hakaru nodes list` lists what is": (
        "{node} というノードはありません。`hakaru nodes list` で一覧を見られます"
    ),
    "transition from {start} to {end} is not allowed; open are {statuses}": (
        "{start} から {end} へは変えられません。変えられる先: {statuses}"
    ),
    # why a change is not applied
    "a batch or a chain of skills may not apply changes: a person has to": (
        "一括処理や連鎖した処理は変更を適用できません。人が適用します"
    ),
    "a change is applied only with the id of a person's confirmation": (
        "変更の適用には、人が確認したときの確認IDが要ります"
    ),
    "confirmation_id is not a UUID of version 4": "確認IDの形式が正しくありません（UUID v4）",
    "no confirmation has this id": "この確認IDはありません",
    "this confirmation has been used already": "この確認IDは使用済みです",
    "this confirmation is older than 24 hours: confirm again": (
        "確認から 24 時間を過ぎました。もう一度確認してください"
    ),
    "this confirmation is for another node": "この確認IDは別のノードのものです",
    "this confirmation is for another change": "この確認IDは別の変更のものです",
    "things have changed since this was confirmed: look and confirm again": (
        "確認した後に状況が変わりました。見直して、もう一度確認してください"
    ),
    "this diff cannot be applied: {problems}": "この変更は適用できません（{problems}）",
    "something was changed since: undo that first": (
        "その後に別の変更があります。先にそちらを取り消してください"
    ),
    "{node} has parts: remove them first, or give them another parent": (
        "{node} には子ノードがあります。先にそれらを削除するか、別の親へ移してください"
    ),
    # what was expected of an argument
    "given, or a note or a parent": "題名・メモ・親のどれかを指定してください",
    "a node that does not lie below this one": "このノードより下にないノードを指定してください",
    "the id of a proposed diff (`hakaru organize`)": (
        "提案された変更のIDを指定してください（`hakaru organize` で見られます）"
    ),
    "a change that can be undone (`hakaru nodes show`)": (
        "取り消せる変更のIDを指定してください（`hakaru nodes show` で見られます）"
    ),
    "a day with a session before it that was analysed": (
        "分析済みの練習より後の日を指定してください"
    ),
    "a run after at least one was analysed": "1 本以上のランを分析してから指定してください",
    "a report in JSON": "レポートの JSON を指定してください",
    "a title in which something can be read": "読める文字のある題名を指定してください",
    "a whole number from 1 on": "1 以上の整数を指定してください",
    "a node with a status (to), or a diff or a change": (
        "ノードと状態（to）、または diff か change を指定してください"
    ),
    # files of nodes
    "it is not JSON": "JSON として読めません",
    "it is not text in UTF-8": "UTF-8 のテキストではありません",
    "it has no list of nodes": "ノードのリストがありません",
    "it has no nodes": "ノードがありません",
    "it has more than {n} nodes": "ノードが {n} 件を超えています",
    "it cannot be written: {reason}": "書き込めません。{reason}",
    "its {kind} are no list": "{kind} がリストではありません",
    "it has more than {n} {kind}": "{kind} が {n} 件を超えています",
    "relation {n} does not join two nodes of the file": (
        "{n} 番目の関連がファイルの中の 2 つのノードを結んでいません"
    ),
    "group {n} does not name two nodes of the file and a label": (
        "{n} 番目のグループに、ファイルの中の 2 つのノードと名前がありません"
    ),
    "node {n} is no object": "{n} 番目のノードがオブジェクトではありません",
    "node {n} has no title or note in text": "{n} 番目のノードの題名かメモが文字列ではありません",
    "node {n} has a status that is not known": "{n} 番目のノードの状態は使えません",
    "node {n} has a parent that is not in the file": (
        "{n} 番目のノードの親がファイルの中にありません"
    ),
    "node {n} has an empty title": "{n} 番目のノードの題名が空です",
}


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
