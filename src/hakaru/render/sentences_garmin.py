"""How do answers and documents of Garmin Connect read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

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
