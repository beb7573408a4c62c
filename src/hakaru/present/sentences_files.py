"""Sentences about files and recordings in Japanese.

Keys are the names of the FIT profile and of Garmin Connect in lower case with spaces. A name that
is not here is shown as the file or the service writes it.
"""

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


GARMIN: Mapping[str, str] = {
    # what it calls no run
    "the activity does not say which sport it is": "アクティビティに種目の記載がありません",
    "no run: Garmin Connect calls it {sport}": (
        "ランではありません（Garmin Connect の種目: {sport}）"
    ),
    "no run among its {n} activities ({sports})": (
        "{n} 件のアクティビティにランがありません（{sports}）"
    ),
    "{n} runs in it do not say when they began": "{n} 件のランに開始時刻がありません",
    "the export lists no activity": "書き出しデータにアクティビティがありません",
    "not an account export: it has no {key}": (
        "アカウントの書き出しデータではありません（{key} がありません）"
    ),
    "no activity, laps or details of Garmin Connect are in it": (
        "Garmin Connect のアクティビティ・ラップ・詳細のどれも入っていません"
    ),
    "its documents do not say when the run began": "どのファイルにもランの開始時刻がありません",
    "without an activity document nothing says that it was a run": (
        "アクティビティ本体のファイルがないため、ランかどうか分かりません"
    ),
    # signing in
    "the extra `garmin` is not installed: {how}": (
        "追加機能 `garmin` が入っていません。次を実行してください: {how}"
    ),
    "no stored session: give e-mail and password (GARMIN_EMAIL, GARMIN_PASSWORD)": (
        "保存されたログインがありません。メールアドレスとパスワードを"
        "指定してください（GARMIN_EMAIL、GARMIN_PASSWORD）"
    ),
    "asks for a one-time code: run it on a terminal": (
        "確認コードを求められています。端末で実行してください"
    ),
    "the e-mail, the password or the one-time code was refused": (
        "メールアドレス、パスワード、確認コードのどれかが受け付けられませんでした"
    ),
    "too many sign-ins (HTTP 429): wait an hour, then try again": (
        "ログインの回数が多すぎます（HTTP 429）。1 時間ほど待ってからもう一度実行してください"
    ),
    "signing in did not work: the service could not be reached or has changed": (
        "ログインできませんでした。サービスにつながらないか、仕組みが変わった可能性があります"
    ),
    # answers of the service, for one subject each
    "{subject} was obtained": "{subject}を取得しました",
    "the service has no {subject}": "サービスに{subject}がありません",
    "the service has no {subject} (HTTP {status})": (
        "サービスに{subject}がありません（HTTP {status}）"
    ),
    "too many requests at {subject}: wait some minutes, then run again": (
        "{subject}の取得で回数の制限を超えました。数分待ってからもう一度実行してください"
    ),
    "too many requests at {subject} (HTTP {status}): wait some minutes, then run again": (
        "{subject}の取得で回数の制限を超えました（HTTP {status}）。"
        "数分待ってからもう一度実行してください"
    ),
    "no usable answer for {subject}: run again later": (
        "{subject}に使える応答がありませんでした。後でもう一度実行してください"
    ),
    "no usable answer for {subject} (HTTP {status}): run again later": (
        "{subject}に使える応答がありませんでした（HTTP {status}）。後でもう一度実行してください"
    ),
    "the session was refused at {subject}: sign in again": (
        "{subject}の取得でログインが無効とされました。もう一度ログインしてください"
    ),
    "the session was refused at {subject} (HTTP {status}): sign in again": (
        "{subject}の取得でログインが無効とされました（HTTP {status}）。もう一度ログインしてください"
    ),
    "an answer of an unknown kind for {subject}": "{subject}に知らない種類の応答が返りました",
    "an answer of an unknown kind for {subject} (HTTP {status})": (
        "{subject}に知らない種類の応答が返りました（HTTP {status}）"
    ),
    "the list of activities": "アクティビティの一覧",
    "the list of activities has an unknown shape": "アクティビティの一覧が知らない形式です",
    "the profile": "プロフィール",
    "{document} of activity {activity_id}": "アクティビティ {activity_id} の{document}",
}


ISSUES: Mapping[str, str] = {
    # FIT files
    "the file ends {n} bytes before its stated end": (
        "ファイルが、書かれている長さより {n} バイト手前で途切れています"
    ),
    "the checksum does not match": "チェックサムが一致しません",
    "the checksum is absent": "チェックサムがありません",
    "{n} bytes after the end were ignored": "終わりの後ろにある {n} バイトは読んでいません",
    "the header states {n} bytes of data; read to the end of the file": (
        "ヘッダーにあるデータの長さ（{n} バイト）が合わないため、ファイルの最後まで読みました"
    ),
    "reading stopped at a message not defined; the {n} records before it are kept": (
        "定義のないメッセージで読み取りが止まりました。それより前の {n} 件のデータは残しています"
    ),
    "reading stopped at a message cut short; the {n} records before it are kept": (
        "途中で切れたメッセージで読み取りが止まりました。それより前の {n} 件のデータは残しています"
    ),
    "{n} damaged bytes were skipped; the {kept} records before them are kept": (
        "壊れている {n} バイトを飛ばしました。それより前の {kept} 件のデータは残しています"
    ),
    "{n} fields that hardly any record carries were left out": (
        "ほとんどのデータにない項目を {n} 個省きました"
    ),
    "{n} summaries are more than a run can have and were left out": (
        "1 回のランとしては多すぎる {n} 件のまとめを省きました"
    ),
    "the times count from switching on; the date is the creation time of the file": (
        "時刻は電源を入れてからの経過時間です。日付はファイルの作成日時としました"
    ),
    "the times count from switching on; the date is unknown and stands near 1990": (
        "時刻は電源を入れてからの経過時間です。日付は分からず、1990年ごろとして表示します"
    ),
    "the pod measured running in {pod} records, the other sensor in {native}: the pod's values"
    " are used": (
        "走行中の接地時間があるデータは、ポッドが {pod} 件、もう一方のセンサーが {native} 件です。"
        "ポッドの値を使いました"
    ),
    "the file names no sport: taken as a run": (
        "ファイルに種目の記載がないため、ランとして扱いました"
    ),
    "{n} records have no time": "{n} 件のデータに時刻がありません",
    "{n} records from before the clock was set": "時計が合う前のデータが {n} 件あります",
    "{n} records lie more than a day away": "{n} 件のデータの時刻が 1 日以上離れています",
    "{n} records repeat a time": "{n} 件のデータの時刻が重複しています",
    "{n} records run backwards in time": "{n} 件のデータの時刻が逆戻りしています",
    # clocks and values that no run can have
    "the clock leaps by {days} days at {at}; the leap is a gap and counts as no time": (
        "{at} に時計が {days} 日とんでいます。記録の途切れとして扱い、時間には数えません"
    ),
    "the clock leaps {n} times, by {days} days in all; the leaps are gaps and count as no time": (
        "時計が {n} 回、合わせて {days} 日とんでいます。記録の途切れとして扱い、時間には数えません"
    ),
    "the device states more time than its samples show; that total is left out": (
        "機器の示す時間がサンプルの示す時間より長いため、その合計は使いません"
    ),
    "impossible values are left out: {columns}": "ありえない値は使いません: {columns}",
    "impossible speeds of {n} laps or totals of the device are left out": (
        "機器が記録したラップと合計のうち、ありえない速さの {n} 件は使いません"
    ),
    # sensors
    "a {device} takes contact time only from a chest strap, which the file does not name": (
        "{device} の接地時間は胸ベルトでしか測れませんが、ファイルにその名前がありません"
    ),
    "a {device} needs an accessory for contact time, and the file names none": (
        "{device} で接地時間を測るには別のセンサーが必要ですが、ファイルにその名前がありません"
    ),
    "{device} wrist": "{device}（手首）",
    "{device}, sensor not named": "{device}（センサー名の記録なし）",
    "HRM-Run (not named)": "HRM-Run（名前の記録なし）",
    "sensor not named": "センサー名の記録なし",
    # Garmin Connect
    "there is no activity document; running steps say that it was a run": (
        "アクティビティ本体のファイルがないため、歩数からランと判断しました"
    ),
    "wind {speed} has no unit (it follows the account) and is left out": (
        "風速 {speed} は単位がアカウントの設定によって変わり、記載もないため使いません"
    ),
    "the lactate threshold was determined on {day}, after the run": (
        "乳酸閾値は、このランより後の {day} に測られたものです"
    ),
    "the service thinned {total} samples to {kept}": (
        "サービスが {total} 点のデータを {kept} 点に間引いています"
    ),
    "fields of a Connect IQ app that is not known are left out": (
        "対応していない Connect IQ アプリの項目は取り込んでいません"
    ),
    "left out: {sports}": "取り込まなかったもの: {sports}",
    "distance and time are in metres and seconds, unlike in other exports": (
        "距離と時間が、ほかの書き出しデータと違ってメートルと秒で書かれています"
    ),
    "distance and time make no speed on foot; the distance is left out": (
        "距離と時間から求めた速さが人の走る速さではないため、距離は使いません"
    ),
    "it states {speed} m/s, but {distance} m took {duration} s": (
        "速さは {speed} m/s とありますが、{distance} m に {duration} 秒かかっています"
    ),
    # Activities.csv
    "the list has wall-clock times without an offset": (
        "一覧の時刻は現地時刻で、時差の記載がありません"
    ),
    "nothing tells kilometres from miles: distance, speed and climb are left out": (
        "キロメートルかマイルか分からないため、距離・速さ・獲得標高は使いません"
    ),
    "kilometres are inferred from the language and number style": (
        "言語と数字の書き方から、キロメートルと判断しました"
    ),
    "the unit of the vertical oscillation is unclear: it is left out": (
        "垂直振幅の単位が分からないため使いません"
    ),
    "pace, distance and time of the row do not agree": "行のペース・距離・時間が互いに合いません",
    "{n} rows of the list are left out": "一覧の {n} 行は取り込んでいません",
    "{n} of the file's activities left out as no run: {speed} m/s for {lasted} is faster than"
    " any human has run for that long": (
        "ファイル内の {n} 件はランとして取り込んでいません。{lasted} にわたる {speed} m/s は、"
        "人がその時間走り続けた最高の速さを超えています"
    ),
    # GPX and TCX
    "the track does not say which sport it is; it is taken as a run": (
        "トラックに種目の記載がないため、ランとして扱いました"
    ),
    "{n} tracks of the file are no runs or have no times and are left out": (
        "ファイルのトラックのうち {n} 本は、ランでないか時刻がないため取り込んでいません"
    ),
    "{n} activities of the file are no runs and are left out": (
        "ファイルのアクティビティのうち {n} 件は、ランではないため取り込んでいません"
    ),
    "the file has no speed: it is computed from the distance": (
        "ファイルに速度がないため、距離から計算しました"
    ),
    "{n} points have no time that can be read and are left out": (
        "{n} 個の点は、時刻を読めないため使いません"
    ),
    "{n} points do not follow in time and are left out": (
        "{n} 個の点は、時刻が前後の点とつながらないため使いません"
    ),
    "{n} points were out of order in time; the points were sorted": (
        "{n} 個の点の時刻が前後していたため、時刻順に並べ直しました"
    ),
    "cadence is 0 throughout: no sensor": "ケイデンスがずっと 0 です（センサーなし）",
    "cadence was already written as steps of both feet": (
        "ケイデンスは、はじめから両足の歩数で書かれています"
    ),
}


NAMES: Mapping[str, str] = {
    # sports and their kinds
    "alpine skiing": "アルペンスキー",
    "backcountry": "バックカントリー",
    "basketball": "バスケットボール",
    "boxing": "ボクシング",
    "breathing": "呼吸法",
    "breathwork": "呼吸法",
    "cardio training": "有酸素運動",
    "casual walking": "ウォーキング",
    "cross country skiing": "クロスカントリースキー",
    "cycling": "サイクリング",
    "downhill": "ダウンヒル",
    "driving": "運転",
    "e biking": "電動アシスト自転車",
    "elliptical": "エリプティカル",
    "exercise": "エクササイズ",
    "fitness equipment": "フィットネス機器",
    "flexibility training": "柔軟運動",
    "floor climbing": "階段上り",
    "generic": "一般",
    "golf": "ゴルフ",
    "gravel cycling": "グラベルライド",
    "hiit": "HIIT",
    "hiking": "ハイキング",
    "ice skating": "アイススケート",
    "indoor cardio": "室内有酸素運動",
    "indoor climbing": "室内クライミング",
    "indoor cycling": "室内サイクリング",
    "indoor rowing": "室内ローイング",
    "indoor walking": "室内ウォーキング",
    "inline skating": "インラインスケート",
    "jump rope": "縄跳び",
    "kayaking": "カヤック",
    "lap swimming": "プール水泳",
    "meditation": "瞑想",
    "motorcycling": "オートバイ",
    "mountain": "マウンテン",
    "mountain biking": "マウンテンバイク",
    "mountaineering": "登山",
    "multi sport": "マルチスポーツ",
    "multisport": "マルチスポーツ",
    "open water": "オープンウォーター",
    "open water swimming": "オープンウォーター水泳",
    "other": "その他",
    "paddling": "パドリング",
    "pilates": "ピラティス",
    "road": "ロード",
    "road biking": "ロードバイク",
    "rock climbing": "ロッククライミング",
    "rowing": "ローイング",
    "rugby": "ラグビー",
    "run without a start": "開始時刻のないラン",
    "running": "ランニング",
    "snowboarding": "スノーボード",
    "snowshoeing": "スノーシュー",
    "soccer": "サッカー",
    "speed walking": "競歩",
    "spin": "スピンバイク",
    "stair climbing": "階段上り",
    "stand up paddleboarding": "SUP",
    "stopwatch": "ストップウォッチ",
    "strength training": "筋力トレーニング",
    "surfing": "サーフィン",
    "swimming": "水泳",
    "tennis": "テニス",
    "training": "トレーニング",
    "transition": "トランジション",
    "treadmill": "トレッドミル",
    "unknown sport": "種目不明",
    "unstated": "種目の記載なし",
    "virtual activity": "バーチャル",
    "virtual ride": "バーチャルライド",
    "walking": "ウォーキング",
    "yoga": "ヨガ",
    # kinds of files
    "activity summary": "活動の集計",
    "blood pressure": "血圧",
    "course": "コース",
    "course and workout": "コースとワークアウト",
    "device": "機器情報",
    "goals": "目標",
    "monitoring a": "日常の活動",
    "monitoring b": "日常の活動",
    "monitoring daily": "日常の活動",
    "schedules": "予定",
    "segment": "セグメント",
    "segment list": "セグメント一覧",
    "settings": "設定",
    "sport": "種目設定",
    "totals": "累計",
    "weight": "体重",
    "workout": "ワークアウト",
    # documents of an activity
    "activity": "アクティビティ",
    "activity details": "詳細データ",
    "gear": "シューズ",
    "hr zones": "心拍ゾーン",
    "lactate threshold": "乳酸閾値",
    "original": "元のファイル",
    "splits": "ラップ",
    "vo2 max": "VO2max",
    "weather": "天気",
    # columns of a recording
    "balance": "左右バランス",
    "cadence": "ケイデンス",
    "distance": "距離",
    "elevation": "標高",
    "ground contact time": "接地時間",
    "heart rate": "心拍数",
    "latitude": "緯度",
    "longitude": "経度",
    "pod contact time": "フットポッドの接地時間",
    "pod form power": "フットポッドのフォームパワー",
    "pod leg stiffness": "フットポッドの脚のばね",
    "pod oscillation": "フットポッドの垂直振幅",
    "pod power": "フットポッドのパワー",
    "power": "パワー",
    "speed": "速度",
    "step length": "ストライド",
    "temperature": "気温",
    "vertical oscillation": "垂直振幅",
    "vertical ratio": "垂直比率",
}
