"""How do errors about SQL, exports and kept results read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

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
