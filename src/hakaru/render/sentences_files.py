"""How does it read in Japanese why a file brought no run?"""

from __future__ import annotations

from collections.abc import Mapping

FILES: Mapping[str, str] = {
    # finding and opening files
    "there is no such file or folder": "そのようなファイルやフォルダはありません",
    "no file matches this pattern": "このパターンに合うファイルはありません",
    "the file is empty": "ファイルが空です",
    "not a format that can be read ({formats})": "読める形式ではありません（対応: {formats}）",
    "FIT, TCX, GPX, Garmin Connect JSON, Activities.csv, or a gz or zip of these": (
        "FIT・TCX・GPX・Garmin Connect の JSON・Activities.csv と、それらの gz・zip"
    ),
    "the process that read it was ended, perhaps for lack of memory": (
        "読み取りの処理が途中で止められました。メモリー不足かもしれません"
    ),
    "it is of no known kind": "知らない種類のファイルです",
    "it cannot be opened: {reason}": "開けません（{reason}）",
    "it is no ordinary file": "普通のファイルではありません",
    "this system cannot open it safely for a model": (
        "このシステムでは、モデルのために安全に開くことができません"
    ),
    "a model hands in at most {n} MB and {limit} files at once; `hakaru ingest` takes any number": (
        "モデルが一度に渡せるのは {n} MB、{limit} ファイルまでです。"
        "`hakaru ingest` ならいくつでも取り込めます"
    ),
    "larger than any recording can be": "記録としては大きすぎます",
    "its samples are spread over more than {n} days, which no run takes": (
        "サンプルが {n} 日より長い期間に散らばっており、ランとは考えられません"
    ),
    "it is {subject}, and only files are read": "{subject}です。読むのはふつうのファイルだけです",
    "a folder": "フォルダ",
    "a pipe": "パイプ",
    "a socket": "ソケット",
    "a link": "リンク",
    "a device": "デバイス",
    "reading it would take {size} MB of memory; at most {limit} MB are used": (
        "読むのに {size} MB のメモリーが必要です。使うのは {limit} MB までです"
    ),
    "it holds {n} JSON objects; at most {limit} are read": (
        "JSON のオブジェクトが {n} 個あります。読むのは {limit} 個までです"
    ),
    "it has {n} cells; at most {limit} are read": (
        "セルが {n} 個あります。読むのは {limit} 個までです"
    ),
    "it has {n} columns; at most {limit} are read": (
        "列が {n} 本あります。読むのは {limit} 本までです"
    ),
    "it holds {n} samples; at most {limit} are read": (
        "サンプルが {n} 個あります。読むのは {limit} 個までです"
    ),
    "it holds more than {n} messages, which no run has": (
        "メッセージが {n} 件を超えており、ランの記録とは考えられません"
    ),
    # archives
    "the archive holds no recording": "アーカイブに記録が入っていません",
    "the archive holds no such file": "アーカイブにそのファイルは入っていません",
    "the archive inside the archive holds no such file": (
        "アーカイブの中のアーカイブに、そのファイルは入っていません"
    ),
    "the archive lists {n} files, more than {limit}": (
        "アーカイブのファイルが {n} 個あり、上限の {limit} 個を超えています"
    ),
    "with it the archive lists more than {n} files": (
        "これを入れると、アーカイブのファイルが {n} 個を超えます"
    ),
    "its list of files is {size} MiB; at most {limit} MiB are read": (
        "ファイルの一覧だけで {size} MiB あります。読むのは {limit} MiB までです"
    ),
    "the archive points to nothing here": "アーカイブの目次が指す場所に中身がありません",
    "not a sound zip archive: its files lie on top of each other": (
        "zip アーカイブとして読めません（中のファイルが重なり合っています）"
    ),
    "not a sound zip archive: {error}": "zip アーカイブとして読めません（{error}）",
    "it is protected by a password; unpack it yourself first": (
        "パスワードで保護されています。先にご自分で展開してください"
    ),
    "packing method {method} is not supported; unpack it first": (
        "圧縮方式 {method} には対応していません。先に展開してください"
    ),
    "unpacked it is larger than {size} MiB": "展開すると {size} MiB を超えます",
    "nothing of it can be unpacked: {reason}": "まったく展開できません（{reason}）",
    "the gz file is damaged from its beginning: {reason}": (
        "gz ファイルが最初から壊れています（{reason}）"
    ),
    "packed data is damaged ({error})": "圧縮データが壊れています（{error}）",
    "packed data ends too early": "圧縮データが途中で終わっています",
    "its checksum in the archive does not match": "アーカイブ内のチェックサムが一致しません",
    # FIT
    "this is not a FIT file: it has no FIT header": (
        "FIT ファイルではありません（FIT のヘッダーがありません）"
    ),
    "this is {sports}, not a run; only running is judged": (
        "種目は{sports}です。評価するのはランだけです"
    ),
    "this FIT file holds {sports} data, not a recorded activity": (
        "この FIT ファイルの中身は{sports}のデータで、運動の記録ではありません"
    ),
    "this FIT file holds no record and no summary with a time": (
        "この FIT ファイルには、時刻のあるデータも集計もありません"
    ),
    "damaged before the first usable record: {reason}": (
        "使える最初のデータより手前で壊れています（{reason}）"
    ),
    # XML, as GPX and TCX are
    "damaged XML: {error}": "XML が壊れています（{error}）",
    "it declares XML entities, which no watch writes and are not read": (
        "時計が書くことのない XML エンティティの宣言があるため、読みません"
    ),
    "it has more than {n} elements, which no run has": (
        "XML の要素が {n} 個を超えており、ランの記録とは考えられません"
    ),
    "its elements have more than {n} names, which no run has": (
        "XML の要素の名前が {n} 種類を超えており、ランの記録とは考えられません"
    ),
    "one tag or comment in it is longer than {size} MiB": (
        "ひとつのタグかコメントが {size} MiB を超えています"
    ),
    "its text encoding cannot be read: {error}": "文字コードを読めません（{error}）",
    "not a GPX track: it has no <trkpt>": "GPX のトラックではありません（<trkpt> がありません）",
    "track without times: a route can be drawn from it, not a run": (
        "トラックに時刻がありません。経路は分かりますが、ランとしては読めません"
    ),
    "its track points hold times, but not one value": (
        "トラックの点に時刻はありますが、値がひとつもありません"
    ),
    "no run: the track says {said}": "ランではありません（トラックの記載: {said}）",
    "no run: {speed} m/s for {lasted} is faster than any human has run for that long (a"
    " bicycle, a car, or a broken counter)": (
        "ランではありません（{lasted} にわたる {speed} m/s は、人がその時間走り続けた最高の速さを"
        "超えています。自転車か車、または距離計の故障です）"
    ),
    "not a TCX file: it has no <Activity>": "TCX ファイルではありません（<Activity> がありません）",
    "the activity has neither timed laps nor timed points": "時刻のあるラップも点もありません",
    "no run: the file says {said}": "ランではありません（ファイルの記載: {said}）",
    "a {sports} file, nothing that was run": "{sports}のファイルで、走った記録ではありません",
    # JSON and lists
    "damaged JSON: {error}": "JSON が壊れています（{error}）",
    "its text is not JSON in UTF-8": "UTF-8 の JSON ではありません",
    "its elements are nested too deeply to be an activity": (
        "XML の入れ子が深すぎ、アクティビティとは考えられません"
    ),
    "it lists more than {n} activities": "アクティビティが {n} 件を超えています",
    "its events cover more than {n} times ten seconds; export fewer days": (
        "イベントの長さが 10 秒 × {n} を超えています。書き出す日数を減らしてください"
    ),
    "its JSON is nested too deeply to be an activity": (
        "JSON の入れ子が深すぎ、運動の記録とは考えられません"
    ),
    "damaged CSV: {error}": "CSV が壊れています（{error}）",
    "it holds no text of an activity list": "アクティビティの一覧として読める文字がありません",
    "not an activity list of Garmin Connect: it begins with {shown}": (
        "Garmin Connect のアクティビティ一覧ではありません（先頭: {shown}）"
    ),
    "the list has no activity": "一覧にアクティビティがありません",
    "no run among the {n} activities of the list": (
        "一覧の {n} 件のアクティビティにランがありません"
    ),
    "nothing tells the day from the month in its dates, such as {date}; export more months, or "
    "write the year first": (
        "日付（{date} など）の日と月を区別できません。"
        "もっと長い期間を書き出すか、年を先に書いてください"
    ),
    "its dates have the day first in some rows and the month first in others "
    "({date} and {other})": ("日付の日と月の順が行によって違います（{date} と {other}）"),
    "no row has a date like 2026-01-04 12:38:59": (
        "2026-01-04 12:38:59 のような日時のある行がありません"
    ),
}
