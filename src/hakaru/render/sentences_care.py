"""How do the findings about the machine and the data folder read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

CARE: Mapping[str, str] = {
    # the machine
    "Python {version} is too old: 3.11 or newer is needed": (
        "Python {version} は古すぎます。3.11 以降が必要です"
    ),
    "Python {version} on {system}": "Python {version} です（{system}）",
    "the clock says {now}, but the data was written on {written}": (
        "時計は {now} ですが、データは {written} に書かれています"
    ),
    "the clock says {now} UTC": "時計は {now} (UTC) です",
    # the data folder
    "{path} is a file, so it cannot hold the data": ("{path} はファイルなので、データを置けません"),
    "{path} cannot be written to ({reason})": "{path} に書き込めません（{reason}）",
    "only {size} MB are free for {folder}": "空きが {size} MB しかありません: {folder}",
    "{path} does not exist yet; the first command that stores makes it": (
        "{path} はまだありません。最初に保存するときに作られます"
    ),
    "{path} holds {used} MB; {size} MB are free": "{path} は {used} MB、空きは {size} MB です",
    "only you can enter {path} ({mode})": "{path} に入れるのはあなただけです（{mode}）",
    "others on this machine could enter {path} ({before}) and read {n} files in it until {when} "
    "UTC; now only you can ({mode})": (
        "{path} は {when} (UTC) まで、このマシンのほかの利用者も入れ（{before}）、"
        "中のファイル {n} 件を読めました。いま入れるのはあなただけです（{mode}）"
    ),
    "others on this machine can enter {path} ({mode}); the next command that uses it takes that "
    "from them": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。"
        "次に使うコマンドが、入れないようにします"
    ),
    "others on this machine can enter {path} ({mode}), which is left so, since it is not for "
    "Hakaru alone; what Hakaru makes in it only you can read": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。Hakaru 専用の場所ではないので"
        "そのままですが、Hakaru が作るファイルはあなただけが読めます"
    ),
    "others on this machine can enter {path} ({mode}), which is left so, since it belongs to "
    "another user": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。別の利用者のフォルダなので、"
        "そのままにしています"
    ),
    "others on this machine can enter {path} ({mode}): its file system keeps no permissions": (
        "{path} には、このマシンのほかの利用者も入れます（{mode}）。"
        "このファイルシステムは権限を保存できません"
    ),
    "{path} is not there yet; the first command that stores makes it": (
        "{path} はまだありません。最初に保存するときに作られます"
    ),
    "{path} is sound: schema {version}, {size} MB, every value read": (
        "{path} は正常です（スキーマ {version}、{size} MB、すべての値を読みました）"
    ),
    "{path} is sound, of schema {version}; its next use brings it to {newest}, after a copy": (
        "{path} は正常です（スキーマ {version}）。次に使うとき、控えを取ってから {newest} にします"
    ),
    "{path} was written by a newer Hakaru (schema {version}, this one knows {newest})": (
        "{path} は新しい版の Hakaru で書かれています（スキーマ {version}、この版が読めるのは "
        "{newest} まで）"
    ),
    "{path} is a database of another program": "{path} は別のプログラムのデータベースです",
    "{path} cannot be read: {reason}": "{path} を読めません: {reason}",
    "{path} cannot be read ({reason}), so it is left as it is": (
        "{path} を読めないため（{reason}）、そのままにしました"
    ),
    "{path} was not looked into: {reason}": "{path} は調べられませんでした: {reason}",
    "{path} is damaged: {reason}": "{path} は壊れています: {reason}",
    "{path} cannot be repaired ({reason}); nothing was removed": (
        "{path} を直せません（{reason}）。何も消していません"
    ),
    "nobody holds the lock": "使用中のプロセスはありません",
    "in use by {holder}": "使用中: {holder}",
    "no copy yet: one is made before a new schema, and on each day before a change": (
        "控えはまだありません。スキーマが変わる前と、各日の最初の変更の前に取られます"
    ),
    "the disk is too full for a copy of {file}: none is made": (
        "空きが足りないため、{file} の控えを取れません"
    ),
    "{path} holds {size} MB that repairs set aside; delete what begins with damaged- once nothing "
    "is missing": (
        "{path} に、修復でよけたファイルが {size} MB あります。欠けたものがなければ、"
        "damaged- で始まるファイルを消せます"
    ),
    "copies in {path}: {n}, the newest of {when} UTC": "控え {n} 件（{path}）、最新は {when} (UTC)",
    "some results wait to be brought up to date; the next command that shows any does it": (
        "まだ更新していない結果があります。結果を表示する次のコマンドが更新します"
    ),
    # very many runners
    "a folder that exists": "存在するフォルダを指定してください",
    "a folder with runner=ID folders of Parquet files": (
        "runner=ID のフォルダに Parquet ファイルがあるフォルダを指定してください"
    ),
    "a folder without runners, which would be written over": (
        "ランナーがまだいないフォルダを指定してください（上書きしてしまいます）"
    ),
    "there is no split, or one without its run, day or start": (
        "区間がないか、ラン・日付・開始時刻のない区間があります"
    ),
    "a name without the signs of patterns": "* や ? や角括弧・波括弧のない名前を指定してください",
    "local or dask://HOST:PORT": "local または dask://ホスト:ポート を指定してください",
    "a scheduler on this machine; --anywhere lets work leave it": (
        "このマシンのスケジューラーを指定してください。別のマシンを使うには --anywhere を付けます"
    ),
    "a process was ended, perhaps for lack of memory; run it again to go on": (
        "プロセスが途中で止められました。メモリー不足かもしれません。もう一度実行すると続きから始まります"
    ),
    "distributed is not installed; {how}": (
        "distributed が入っていません。次を実行してください: {how}"
    ),
    "the scheduler went away; run it again to go on": (
        "スケジューラーとの接続が切れました。もう一度実行すると続きから始まります"
    ),
    "its workers need this version of Hakaru ({reason})": (
        "そのワーカーにはこの版の Hakaru が必要です（{reason}）"
    ),
    "no Dask scheduler answers there": "そこに Dask のスケジューラーがありません",
    "not a lake of splits: {reason}": "区間の Parquet として読めません（{reason}）",
    "a column is missing: {columns}": "必要な列がありません: {columns}",
    "there is no such result; train first": "結果がまだありません。先に学習してください",
    "train first: `hakaru cohort train`": "先に `hakaru cohort train` を実行してください",
    "a whole number >= 1, for a seed >= 0": "1 以上の整数を指定してください（種は 0 以上）",
    # optional parts
    "installed: {packages}": "入っています: {packages}",
    "installed, but it cannot be imported: {packages}": (
        "入っていますが、読み込めません: {packages}"
    ),
    "not installed: {packages}": "入っていません: {packages}",
    "{path} is not there: attention is told from the use of the computer alone": (
        "{path} がありません。集中状態はPC操作だけから判断します"
    ),
    "the one we know, in {path}": "既知のファイルです: {path}",
    "{system} tells everything": "{system}: すべて分かります",
    "{system} tells all but: {missing}": "{system}: 分からないもの: {missing}",
    "{system} cannot be asked: its library is not installed": (
        "{system}: 必要なライブラリが入っていないため、調べられません"
    ),
    "{system} cannot be asked: its display cannot be opened from here": (
        "{system}: ここから画面に接続できません"
    ),
    "{system}: no desktop that tells how the computer is used": (
        "{system}: PC操作を教えるデスクトップがありません"
    ),
    "no language model is configured, and none is needed": (
        "言語モデルは設定されていません（なくても全機能が使えます）"
    ),
    "{name} at {url} cannot be asked: a library is not installed": (
        "{name}（{url}）に尋ねられません。ライブラリが入っていません"
    ),
    "{name} at {url} cannot be asked: {key} is not set": (
        "{name}（{url}）に尋ねられません。{key} が設定されていません"
    ),
    "{name} at {url} is configured; `hakaru model check` asks it": (
        "{name}（{url}）が設定されています。`hakaru model check` で確かめられます"
    ),
    "the system opens pages": "システムがページを開きます",
    "{program} opens pages": "{program} がページを開きます",
    "no browser was found: reports open on another machine, too": (
        "ブラウザーが見つかりません。レポートは別の機械でも開けます"
    ),
}
