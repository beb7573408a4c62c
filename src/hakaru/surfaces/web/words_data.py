"""What do the pages of import and of settings say?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

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
    "drop_failed": Word(
        ja="送れませんでした: {name}。{why}", en="Could not be sent: {name}. {why}"
    ),
    "drop_silent": Word(
        ja="サーバーの返事がありません。`hakaru serve` が動いているか確かめて、もう一度入れて"
        "ください。",
        en="The server does not answer: see that `hakaru serve` is running, and add them again.",
    ),
    "drop_progress": Word(ja="送った割合", en="How much was sent"),
    "jobs_head": Word(ja="これまでの取り込みと学習", en="Imports and trainings so far"),
    "jobs_none": Word(ja="まだありません。", en="None so far."),
    "job_import": Word(ja="取り込み", en="Import"),
    "job_simulate": Word(ja="シミュレーション", en="Simulation"),
    "job_train": Word(ja="学習", en="Training"),
    "job_export": Word(ja="書き出し", en="Export"),
    "job_organize": Word(ja="整理の提案", en="Proposals"),
    "job_advise": Word(ja="選択肢", en="Options"),
    "job_summarise": Word(ja="1日の文章", en="A day in words"),
    "job_running": Word(ja="実行中", en="under way"),
    "job_done": Word(ja="完了", en="done"),
    "job_failed": Word(ja="失敗", en="failed"),
    "job_set_aside": Word(ja="取りやめ", en="set aside"),
    "phase_uploading": Word(ja="ファイルを受け取っています", en="Receiving files"),
    "phase_waiting": Word(ja="順番を待っています", en="Waiting for its turn"),
    "phase_reading": Word(ja="読んで、判定しています", en="Reading and judging"),
    "phase_simulating": Word(ja="ランを作っています", en="Making runs"),
    "phase_training": Word(ja="基準を学習しています", en="Learning the baselines"),
    "phase_gathering": Word(ja="集めて、まとめています", en="Gathering and packing"),
    "phase_thinking": Word(ja="考えています", en="Working it out"),
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
    "job_exported": Word(
        ja="{n} 個の表を 1 つのファイルにしました。", en="{n} <n:table|tables> in one file."
    ),
    "job_file_gone": Word(
        ja="ファイルはもうありません。もう一度書き出してください。",
        en="The file is not there any more; export again.",
    ),
    "job_save": Word(ja="ファイルを保存", en="Save the file"),
    "job_stop": Word(ja="受け取りをやめる", en="Stop receiving"),
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
    "settings_model": Word(
        ja="保存しました。このダッシュボードではすぐに、ほかのプログラムでは次の起動から使います。",
        en="Saved. This dashboard uses it at once, other programs from their next start.",
    ),
    "settings_deleted": Word(ja="すべて削除しました。", en="Everything was deleted."),
    "settings_kept": Word(
        ja="確認の語が違うため、何も削除していません。",
        en="The word did not match; nothing was deleted.",
    ),
    "prefs_head": Word(ja="表示と判定", en="Language and judging"),
    "prefs_language": Word(ja="ふだんの言語（すべてのプログラム）", en="Language of every program"),
    "prefs_units": Word(ja="距離とペース", en="Lengths and paces"),
    "prefs_units_hint": Word(
        ja="画面の表示だけに使います（図とスプリットを含む）。「km とマイル」では図とスプリットは "
        "km のままです。レポートと書き出しはいつも km です。",
        en="For what pages show, charts and splits included; with “km and miles” these stay in "
        "kilometres. Reports and exports are always in kilometres.",
    ),
    "lengths_km": Word(ja="km、分/km", en="km, min/km"),
    "lengths_mi": Word(ja="マイル、分/マイル", en="miles, min/mile"),
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
        ja="数値。閾値ペースは 1 km あたりで 4:35（または 7:23/mi）、性別は female か male。",
        en="A number; a threshold pace for one km as 4:35 (or 7:23/mi), sex as female or male.",
    ),
    "athlete_since": Word(ja="この日から（空欄なら常に）", en="From this day (empty: always)"),
    "athlete_do": Word(ja="記録する", en="Note it"),
    "athlete_wanted": Word(ja="分かると役に立つこと", en="What would help to know"),
    "model_head": Word(ja="言語モデル", en="Language model"),
    "model_none": Word(
        ja="言語モデルには何も聞きません。なくてもすべて使えます。",
        en="No language model is asked, and none is needed.",
    ),
    "backend_none": Word(ja="使わない", en="none"),
    "backend_openai": Word(
        ja="OpenAI 互換（OpenAI、Ollama、llama.cpp など）",
        en="OpenAI-compatible (OpenAI, Ollama, llama.cpp, …)",
    ),
    "backend_anthropic": Word(ja="Anthropic", en="Anthropic"),
    "backend_configured": Word(
        ja="config.toml のとおり（{what}）", en="as in config.toml ({what})"
    ),
    "model_name_hint": Word(
        ja="サーバーでの名前。「使わない」「config.toml のとおり」では要りません。",
        en="As the server calls it; not needed for “none” and “as in config.toml”.",
    ),
    "model_url_hint": Word(
        ja="空欄なら提供元の住所。この機械のモデルなら `http://127.0.0.1:11434/v1` など。",
        en="Empty: that of the maker. For a model of this machine such as "
        "`http://127.0.0.1:11434/v1`.",
    ),
    "model_key_hint": Word(
        ja="鍵はここには入れません。環境変数から読みます（提供元の住所では OPENAI_API_KEY か "
        "ANTHROPIC_API_KEY、ほかの住所では config.toml の model.key_env）。"
        "この機械の外の住所を選ぶと、質問の文がそこへ送られます。",
        en="No key is entered here: it is read from the environment (at the maker's address "
        "OPENAI_API_KEY or ANTHROPIC_API_KEY, elsewhere model.key_env of config.toml). "
        "At an address outside this machine, questions are sent there.",
    ),
    "model_no_key": Word(ja="なし", en="none"),
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
