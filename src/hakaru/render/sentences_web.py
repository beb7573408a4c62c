"""What is said in Japanese where the dashboard, its jobs and its choices are asked in vain?"""

from __future__ import annotations

from collections.abc import Mapping

WEB: Mapping[str, str] = {
    "a day as YYYY-MM-DD": "YYYY-MM-DD の形の日付",
    "a number of elapsed seconds": "経過秒の数値",
    "a pace that the slider has": "スライダーにあるペース",
    "a setting with one of its values": "ある設定と、その値のひとつ",
    "a whole number from 2 to {high}": "2 から {high} までの整数",
    "an import that still takes files": "まだファイルを受け取っている取り込み",
    "finished before everything is deleted": "すべてを削除する前に終わっている必要があります",
    "the number of a job": "作業の番号",
}
