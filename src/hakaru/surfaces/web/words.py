"""What do the pages of the dashboard call things, in Japanese and English?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import Lang
from hakaru.present.words import Word, say
from hakaru.surfaces.web.words_runs import FORM, HISTORY_PAGES, PLANS, RUNS

SHELL: Mapping[str, Word] = {
    "skip": Word(ja="本文へ移動", en="Skip to the content"),
    "nav": Word(ja="主なページ", en="Main pages"),
    "nav_home": Word(ja="今日", en="Today"),
    "nav_runs": Word(ja="ラン", en="Runs"),
    "nav_form": Word(ja="フォーム", en="Form"),
    "nav_training": Word(ja="トレーニング", en="Training"),
    "nav_focus": Word(ja="集中", en="Focus"),
    "nav_plans": Word(ja="計画", en="Plans"),
    "nav_import": Word(ja="取り込み", en="Import"),
    "nav_settings": Word(ja="設定", en="Settings"),
    "language": Word(ja="言語", en="Language"),
    "theme": Word(ja="配色", en="Colours"),
    "theme_auto": Word(ja="端末に合わせる", en="As the device"),
    "theme_light": Word(ja="明るい", en="Light"),
    "theme_dark": Word(ja="暗い", en="Dark"),
    "switch": Word(ja="切り替える", en="Switch"),
    "local": Word(ja="データはこのマシンの中だけにあります", en="Your data stays on this machine"),
    "error_title": Word(ja="表示できません", en="This cannot be shown"),
    "error_404": Word(ja="このページはありません。", en="There is no such page."),
    "error_bug": Word(
        ja="思わぬ誤りが起きました。サーバーの記録に詳細があります。",
        en="Something unexpected went wrong; the log of the server has the details.",
    ),
    "back_before": Word(ja="前のページへ戻る", en="Back to the page before"),
    "back_home": Word(ja="今日のページへ", en="To today's page"),
    "loading": Word(ja="読み込み中…", en="Loading…"),
    "none": Word(ja="-", en="-"),
    "newcomer_title": Word(ja="まだ記録がありません", en="No runs yet"),
    "newcomer_text": Word(
        ja="ランニングの記録（FIT・TCX・GPX・Garmin の JSON や zip）を入れると、あなた自身の"
        "履歴を基準に、フォームを判定します。",
        en="Drop in recordings of your runs (FIT, TCX, GPX, JSON or zip of Garmin), and Hakaru "
        "judges your form against your own history.",
    ),
    "newcomer_drop": Word(ja="ファイルを取り込む", en="Import files"),
    "newcomer_simulate": Word(
        ja="試しに、シミュレーターのランで動かす", en="Try it with simulated runs"
    ),
    "newcomer_hint": Word(
        ja="シミュレーションの記録には印が付きます。",
        en="Simulated runs are marked as such.",
    ),
    "sign_in_title": Word(ja="リンクを開いて入る", en="Sign in with a link"),
    "sign_in_void": Word(
        ja="このリンクはもう使えません（すでに使われたか、10分を過ぎたか、終わったサーバーのものです）。",
        en="This link no longer works: it has been used, is older than 10 minutes, or belongs to a "
        "server that has ended.",
    ),
    "sign_in_stranger": Word(
        ja="このブラウザーはまだ入っていません。", en="This browser is not signed in."
    ),
    "sign_in_how": Word(
        ja="このコンピューターの端末で次のコマンドを打ち、表示されたリンクを開いてください。",
        en="Type this in a terminal of this computer, and open the link that it prints:",
    ),
    "sign_in_lasts": Word(
        ja="リンクは10分以内に一度だけ使えます。入ったブラウザーは、サーバーが終わるまで"
        "（長くて30日）そのまま使えます。",
        en="A link works once, within 10 minutes. The browser then stays signed in until the "
        "server ends, for 30 days at most.",
    ),
    "sign_in_data": Word(
        ja="サーバーを `--data` 付きで起動したときは、同じものを付けてください。",
        en="If the server was started with `--data`, add the same here.",
    ),
    "sign_in_again": Word(
        ja="すでに入っているとき：ダッシュボードへ", en="Already signed in? To the dashboard"
    ),
    "stars_label": Word(ja="5つ星中{n}", en="{n} of 5 stars"),
}


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


FOCUS: Mapping[str, Word] = {
    "focus_now": Word(ja="いま", en="Now"),
    "focus_nothing": Word(ja="いまは見ていません", en="Nothing is watching now"),
    "focus_last": Word(ja="最後の記録は {at}", en="last seen at {at}"),
    "focus_start": Word(
        ja="見始めるには `hakaru serve --focus` で起動するか、別に `hakaru focus watch` を"
        "動かします（追加機能 focus が必要）。",
        en="To watch, start `hakaru serve --focus`, or run `hakaru focus watch` beside it "
        "(needs the extra `focus`).",
    ),
    "focus_history_stays": Word(
        ja="これまでの記録は下にあります。", en="What was recorded so far is below."
    ),
    "focus_since": Word(ja="{at} から", en="since {at}"),
    "focus_confidence": Word(ja="確からしさ {value}", en="confidence {value}"),
    "focus_pausing": Word(
        ja="一時停止しています… {owner} がカメラを止めるのを待っています。",
        en="Pausing… {owner} has not let go of the camera yet.",
    ),
    "focus_paused": Word(
        ja="一時停止中。どのプロセスも見ていません。", en="Paused. No process is watching."
    ),
    "focus_unanswered": Word(
        ja="一時停止に {owner} が応答しません。カメラが動いているかもしれません。"
        "そのプロセスを終了してください。",
        en="{owner} does not answer the pause. Its camera may be on: end that process.",
    ),
    "focus_pause": Word(ja="一時停止（カメラも止める）", en="Pause (lets go of the camera)"),
    "focus_resume": Word(ja="再開する", en="Go on"),
    "focus_camera": Word(ja="カメラ", en="Camera"),
    "camera_on": Word(ja="動いています", en="on"),
    "camera_off": Word(ja="使っていません", en="off"),
    "part_lead": Word(ja="見る役", en="lead"),
    "part_camera": Word(ja="カメラ", en="camera"),
    "part_pc": Word(ja="PC操作", en="PC use"),
    "part_store": Word(ja="履歴", en="history"),
    "part_model": Word(ja="モデル", en="model"),
    "part_notify": Word(ja="通知", en="notifications"),
    "part_clock": Word(ja="時計", en="clock"),
    "focus_day": Word(ja="この日", en="This day"),
    "focus_no_day": Word(ja="この日の記録はありません。", en="Nothing was recorded that day."),
    "focus_recorded": Word(ja="記録した時間", en="Recorded"),
    "focus_longest": Word(ja="いちばん長い集中", en="Longest stretch of focus"),
    "focus_changes": Word(ja="状態の変化", en="Changes of state"),
    "focus_earlier": Word(ja="前の日", en="Day before"),
    "focus_later": Word(ja="次の日", en="Day after"),
    "focus_summarise": Word(ja="この日を文章にする", en="Put the day into words"),
    "focus_said_at": Word(ja="{at} の時点", en="as of {at}"),
    "lasted_s": Word(ja="{s}秒", en="{s} s"),
    "lasted_min": Word(ja="{min}分", en="{min} min"),
    "lasted_h_min": Word(ja="{h}時間{min}分", en="{h} h {min} min"),
    "focus_week": Word(ja="その前の 6 日間", en="The six days before"),
    "notices_head": Word(ja="通知", en="Notifications"),
    "notices_none": Word(ja="この日の通知はありません。", en="No notification that day."),
    "response_accepted": Word(ja="休憩した", en="took the break"),
    "response_dismissed": Word(ja="閉じた", en="dismissed"),
    "response_snoozed": Word(ja="あとで", en="later"),
    "focus_settings": Word(ja="見方の設定", en="What may watch"),
    "set_camera_enabled": Word(
        ja="カメラを使う（映像は保存も送信もしません）",
        en="Use the camera (no picture is stored or sent)",
    ),
    "set_model_enabled": Word(
        ja="迷う場面で言語モデルに聞く（設定がある場合）",
        en="Ask the language model about open cases, if one is configured",
    ),
    "set_notify_enabled": Word(ja="通知を出す", en="Show notifications"),
    "set_over_focus_after_min": Word(
        ja="続けてこの分数集中したら休憩を勧める", en="Suggest a break after so many minutes"
    ),
    "set_most_per_day": Word(ja="1日の通知の上限", en="At most so many notifications a day"),
    "set_keep_days": Word(ja="記録を残す日数", en="Keep the history for so many days"),
    "set_quiet_from": Word(ja="静かにする時間（から）", en="Quiet from"),
    "set_quiet_until": Word(ja="静かにする時間（まで）", en="Quiet until"),
    "focus_forget": Word(ja="集中の記録をすべて削除する", en="Delete the history of focus"),
    "focus_forget_ask": Word(
        ja="集中の記録をすべて削除しますか。元に戻せません。",
        en="Delete the whole history of focus? It cannot be undone.",
    ),
}


TABLES: tuple[Mapping[str, Word], ...] = (
    SHELL,
    RUNS,
    HISTORY_PAGES,
    FORM,
    PLANS,
    DATA,
    FOCUS,
)
"""A key stands in one table only."""

_WORDS: Mapping[str, Word] = {key: entry for table in TABLES for key, entry in table.items()}


def page_text(key: str, lang: Lang, **values: object) -> str:
    """The entry in one language with its placeholders filled. Raises KeyError if unknown."""
    return say(_WORDS[key], lang, **values)
