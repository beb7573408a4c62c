"""How do errors about reads of stored figures and about section analyses read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

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
