"""How do errors about nodes, proposals and changes read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

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
