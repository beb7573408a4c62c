"""How do doubts about a recording, and the names of its sensors, read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

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
