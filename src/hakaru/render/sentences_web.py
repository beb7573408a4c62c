"""What is said in Japanese where the dashboard, its jobs and its choices are asked in vain?"""

from __future__ import annotations

from collections.abc import Mapping

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
