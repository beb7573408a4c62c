"""How do errors of language models read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

MODELS: Mapping[str, str] = {
    # no reply, and why
    "{name} is not set": "{name} が設定されていません",
    "the model backend {backend} is not installed: {how}": (
        "モデルのバックエンド {backend} が入っていません。次を実行してください: {how}"
    ),
    "the model at {host} gave no reply: {reason}": (
        "{host} のモデルから回答がありません。{reason}"
    ),
    "status {status}, {reason}": "状態コード {status}。{reason}",
    "it asks for a key (model.key_env)": "鍵が必要です（model.key_env）",
    "check {key_env}": "環境変数 {key_env} を確かめてください",
    "status {status}, too many requests or no credit left": (
        "状態コード {status}。要求が多すぎるか、利用枠が残っていません"
    ),
    "not within {limit} s (model.timeout_s)": "{limit} 秒以内に答えません（model.timeout_s）",
    "status {status}: {words}": "状態コード {status}（{words}）",
    "status {status}, no answer of a model": "状態コード {status}。モデルの回答ではありません",
    "an answer of an unexpected shape": "回答の形が正しくありません",
    "an answer without an end": "回答が終わりません",
    "an answer without text": "回答に文章がありません",
    "the connection broke off": "接続が途中で切れました",
    "it has only {n} replies": "用意した回答は {n} 件だけです",
    # why the narrator words it
    "no model is configured (model.backend is none)": (
        "言語モデルは設定されていません（model.backend = none）"
    ),
    "no reply passed in {n} attempts: {message}": (
        "{n} 回たずねましたが、使える回答がありませんでした（{message}）"
    ),
    # settings and arguments
    "a table of its own, [model]": "[model] の表にしてください",
    "none, openai or anthropic": "none・openai・anthropic のどれかを指定してください",
    "auto, schema or prompted": "auto・schema・prompted のどれかを指定してください",
    "an address such as http://localhost:11434/v1": (
        "http://localhost:11434/v1 のようなアドレスを指定してください"
    ),
    "an address without user, password or query; the key is named by model.key_env": (
        "利用者名・パスワード・クエリのないアドレスにしてください。鍵は model.key_env で指定します"
    ),
    "https: only this machine or network may be asked by http (model.any_http = true)": (
        "https にしてください。http で使えるのはこの機械か同じネットワークの中だけです"
        "（model.any_http = true で許可）"
    ),
    "the name of an environment variable; the key itself is in no file": (
        "環境変数の名前を指定してください。鍵そのものはファイルに書きません"
    ),
    "a number of seconds between {low} and {high}": (
        "{low} から {high} までの秒数を指定してください"
    ),
    "the number of one in `hakaru attempts`": (
        "`hakaru attempts` の一覧にある番号を指定してください"
    ),
    "the {part} of the question has {size} bytes, and the limit is {limit}": (
        "モデルへの質問（{part}）が {size} バイトあり、上限の {limit} バイトを超えています"
    ),
}
