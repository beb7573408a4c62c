"""How do sentences about loading, printing and guarding output in a notebook read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

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
