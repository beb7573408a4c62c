"""What do the pages of import and of settings say?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

DATA: Mapping[str, Word] = {
    "import_lead": Word(
        ja="FIT・TCX・GPX・Garmin の JSON や CSV、それらの zip を読みます。"
        "同じ記録は二度入りません。",
        en="Reads FIT, TCX, GPX, JSON and CSV of Garmin, and zip files of these. A recording is "
        "never taken in twice.",
    ),
    "drop_text": Word(
        ja="ここにファイルを落とす、または選ぶ", en="Drop files here, or choose them"
    ),
    "drop_choose": Word(ja="ファイルを選ぶ", en="Choose files"),
    "drop_scripts": Word(
        ja="ここから送るにはスクリプトが要ります。コマンドなら: hakaru ingest フォルダ",
        en="Sending files from here needs scripts. By command: hakaru ingest FOLDER",
    ),
    "drop_sending": Word(ja="送っています: {name}", en="Sending: {name}"),
    "drop_failed": Word(ja="送れませんでした: {name}", en="Could not be sent: {name}"),
    "drop_progress": Word(ja="送った割合", en="How much was sent"),
    "jobs_head": Word(ja="これまでの取り込みと学習", en="Imports and trainings so far"),
    "jobs_none": Word(ja="まだありません。", en="None so far."),
    "job_import": Word(ja="取り込み", en="Import"),
    "job_simulate": Word(ja="シミュレーション", en="Simulation"),
    "job_train": Word(ja="学習", en="Training"),
    "job_running": Word(ja="実行中", en="under way"),
    "job_done": Word(ja="完了", en="done"),
    "job_failed": Word(ja="失敗", en="failed"),
    "phase_uploading": Word(ja="ファイルを受け取っています", en="Receiving files"),
    "phase_waiting": Word(ja="順番を待っています", en="Waiting for its turn"),
    "phase_reading": Word(ja="読んで、判定しています", en="Reading and judging"),
    "phase_simulating": Word(ja="ランを作っています", en="Making runs"),
    "phase_training": Word(ja="基準を学習しています", en="Learning the baselines"),
    "phase_done": Word(ja="終わりました", en="Finished"),
    "job_pieces": Word(ja="{done} / {total}", en="{done} of {total}"),
    "job_progress": Word(ja="進み具合", en="Progress"),
    "job_counts": Word(
        ja="新しいラン {ingested}、補ったラン {completed}、重複 {duplicates}、対象外 {refused}、"
        "失敗 {failed}",
        en="{ingested} new, {completed} completed, {duplicates} known already, {refused} passed "
        "over, {failed} failed",
    ),
    "job_trained": Word(
        ja="新しい版を {n} 個作りました。", en="Made {n} new <n:version|versions>."
    ),
    "job_cut_off": Word(
        ja="送信が途中で切れました。もう一度ファイルを入れてください。",
        en="The upload was cut off; add the files again.",
    ),
    "job_survives": Word(
        ja="このページを閉じても続きます。止まっても、次の起動で続きから始まります。",
        en="It goes on when you close this page, and after a restart.",
    ),
    "job_open": Word(ja="結果を見る", en="See what came of it"),
    "job_runs": Word(ja="ランの一覧へ", en="To the runs"),
    "job_form": Word(ja="フォームへ", en="To form"),
    "outcome_head": Word(ja="ファイルごとの結果", en="File by file"),
    "outcome_ingested": Word(ja="取り込みました", en="taken in"),
    "outcome_duplicate": Word(ja="すでにあります", en="known already"),
    "outcome_refused": Word(ja="対象外です", en="passed over"),
    "outcome_failed": Word(ja="読めません", en="cannot be read"),
    "outcome_open": Word(ja="ランを開く", en="Open the run"),
    "settings_saved": Word(ja="保存しました。", en="Saved."),
    "settings_stated": Word(
        ja="記録しました。これからのランの理解に使います。",
        en="Noted; it is used for runs from now on.",
    ),
    "settings_deleted": Word(ja="すべて削除しました。", en="Everything was deleted."),
    "settings_kept": Word(
        ja="確認の語が違うため、何も削除していません。",
        en="The word did not match; nothing was deleted.",
    ),
    "prefs_head": Word(ja="表示と判定", en="Language and judging"),
    "prefs_language": Word(ja="ふだんの言語（すべてのプログラム）", en="Language of every program"),
    "prefs_rubric": Word(ja="採点の方式", en="How form is scored"),
    "rubric_personal": Word(
        ja="個人（自分の 90% 区間の中なら減点なし）", en="personal (nothing lost inside your 90 %)"
    ),
    "rubric_symmetric": Word(
        ja="対称（期待値の ±5%）", en="symmetric (5 % to either side of the expectation)"
    ),
    "prefs_rubric_hint": Word(
        ja="これからの判定に使います。保存済みの判定は `hakaru reevaluate` まで変わりません。",
        en="Used from now on; stored verdicts stay until `hakaru reevaluate`.",
    ),
    "prefs_units": Word(ja="距離とペース", en="Lengths and paces"),
    "prefs_units_hint": Word(
        ja="画面の距離とペースに、マイルの値を添えます。図・スプリット・レポートは km のままです。",
        en="Pages add the value in miles behind each length and pace; charts, splits and reports "
        "stay in kilometres.",
    ),
    "lengths_km": Word(ja="km、分/km", en="km, min/km"),
    "lengths_km_and_mi": Word(ja="km とマイル", en="km and miles"),
    "privacy_head": Word(ja="プライバシー", en="Privacy"),
    "prefs_track": Word(
        ja="ランのページに、走った道すじを線で描く（地図は読み込みません）",
        en="Draw on a run's page where it went (no map is loaded)",
    ),
    "privacy_camera": Word(
        ja="カメラと通知は「集中」のページで選びます。",
        en="Camera and notifications are chosen on the page of focus.",
    ),
    "privacy_text": Word(
        ja="データはすべて {folder} にあり、外へ送るのは、あなたが設定した言語モデルと"
        "取得先だけです。",
        en="All data lies in {folder}; only a language model or an account that you configured "
        "is ever contacted.",
    ),
    "prefs_save": Word(ja="保存する", en="Save"),
    "athlete_head": Word(ja="あなたについて", en="About you"),
    "athlete_none": Word(ja="まだ何も分かっていません。", en="Nothing is known yet."),
    "athlete_quantity": Word(ja="項目", en="What"),
    "athlete_value": Word(ja="値", en="Value"),
    "athlete_value_hint": Word(
        ja="数値。閾値ペースは 4:35、性別は female か male。",
        en="A number; a threshold pace as 4:35, sex as female or male.",
    ),
    "athlete_since": Word(ja="この日から（空欄なら常に）", en="From this day (empty: always)"),
    "athlete_do": Word(ja="記録する", en="Note it"),
    "athlete_wanted": Word(ja="分かると役に立つこと", en="What would help to know"),
    "model_head": Word(ja="言語モデル", en="Language model"),
    "model_none": Word(
        ja="言語モデルは設定されていません。なくてもすべて使えます。設定は config.toml の "
        "[model] で行います。",
        en="No language model is configured, and none is needed. It is set in config.toml under "
        "[model].",
    ),
    "model_backend": Word(ja="方式", en="Protocol"),
    "model_name": Word(ja="モデル", en="Model"),
    "model_url": Word(ja="接続先", en="Address"),
    "model_key_env": Word(ja="鍵の環境変数", en="Variable of the key"),
    "model_check": Word(ja="使えるか確かめる", en="Check that it answers"),
    "model_checking": Word(ja="確かめています…", en="Checking…"),
    "data_head": Word(ja="データ", en="Your data"),
    "data_export": Word(ja="すべて書き出す（zip）", en="Take everything along (zip)"),
    "data_export_hint": Word(
        ja="表は Parquet と JSON、送ったファイルはそのまま入ります。",
        en="Tables as Parquet and JSON, uploaded files as they came.",
    ),
    "data_delete": Word(ja="すべて削除する", en="Delete everything"),
    "data_delete_ask": Word(
        ja="ラン、基準、判定、計画、集中の記録、送ったファイルをすべて削除します。"
        "元に戻せません。続けるには {word} と入力してください。",
        en="Deletes runs, baselines, verdicts, plans, the history of focus and uploaded files. "
        "It cannot be undone. To go on, write {word}.",
    ),
    "data_delete_word": Word(ja="確認の語", en="The word"),
    "data_keep": Word(ja="やめる", en="Keep everything"),
}
