"""What does the command line itself say, in ja and en? (An operation words its own help.)"""

from __future__ import annotations

from hakaru.present.words import counted
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words_sections import SECTION_WORDS
from hakaru.surfaces.cli.words_sessions import SESSION_WORDS

_WORDS: dict[str, tuple[str, str]] = {
    **SESSION_WORDS,
    **SECTION_WORDS,
    "about": (
        "はかる: 自分の記録から学んだ基準で、ランニングフォームを評価します。"
        "データはこの機械から出ません。",
        "Hakaru judges running form against what your own recordings show. "
        "Your data stays on this machine.",
    ),
    "json": ("結果をJSONで出力する", "print the result as JSON"),
    "data": ("データフォルダ（環境変数 HAKARU_DATA）", "data folder (or HAKARU_DATA)"),
    "overwrite": (
        "指定したファイルがすでにあれば置き換える",
        "replace files of that name that are there already",
    ),
    "lang": ("言語 ja / en（環境変数 HAKARU_LANG）", "language, ja or en (or HAKARU_LANG)"),
    "older": (
        "注意: 表示は最新でない可能性があります（別のプログラムが更新中か、書き込めないフォルダ）。",
        "Note: this may be older than your data (another program is bringing it up to date, or the "
        "data folder cannot be written).",
    ),
    "interrupted": (
        "中断しました。保存済みの分は残っています。もう一度実行すると続きから始まります。",
        "Stopped. What was stored stays; run it again to go on.",
    ),
    "example": ("例", "Example"),
    "ingest_counts": (
        "新しいラン {ingested} 件、補完 {completed} 件、重複 {duplicates} 件。評価 {evaluated} 件。",
        "{ingested} new <ingested:run|runs>, {completed} completed, "
        "{duplicates} <duplicates:duplicate|duplicates>; {evaluated} judged.",
    ),
    "ingest_partial": (
        "うち {n} 件は壊れたファイルから読めたところまでです（途中までの記録と表示します）。",
        "{n} of them <n:comes from a damaged file and is|come from damaged files and are> "
        "marked as partial.",
    ),
    "refused": (
        "ランではないため取り込まなかったもの {n} 件:",
        "{n} not taken, as <n:it is no run|they are no runs>:",
    ),
    "failed": ("読めなかったもの {n} 件:", "{n} could not be read:"),
    "fetch_counts": (
        "取得 {n} 件、取得済み {skipped} 件。",
        "{n} fetched, {skipped} already here.",
    ),
    "fetch_stopped": ("途中で終わりました: {reason}", "Stopped early: {reason}"),
    "train_nothing": (
        "学習できるデータがありません。接地時間・垂直振幅のある記録を取り込んでください。",
        "Nothing to learn from yet: ingest recordings with running dynamics.",
    ),
    "train_nothing_left": (
        "することは残っていません。ランを取り込むたびに学習し、各ランはそれより前のランで評価します。",
        "Nothing is left to do: every run is learned from as it comes in, and judged by those before it.",
    ),
    "train_compared": (
        "比較用です。保存していません。",
        "For comparison only: nothing was stored.",
    ),
    "more": ("ほか {n} 件", "{n} more"),
    "evaluated": (
        "{n} 件を評価しました（保存済みと変わったもの {changed} 件）。",
        "{n} judged ({changed} <changed:differs|differ> from what was stored).",
    ),
    "without_verdict": ("評価できなかったラン {n} 件:", "{n} without a verdict:"),
    "nothing_stored": (
        "まだ記録がありません。`hakaru ingest フォルダ` で取り込んでください。",
        "Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.",
    ),
    "drift_none": (
        "持続的な変化は見つかりません（{n} ランを確認）。",
        "No lasting change found ({n} <n:run|runs> looked at).",
    ),
    "report_written": ("書いたファイル:", "Files written:"),
    "status_counts": (
        "ラン {n} 件（{first} 〜 {last}）。フォームの記録あり {form} 件、評価済み {evaluated} 件。",
        "{n} <n:run|runs> ({first} to {last}); {form} with running dynamics, {evaluated} judged.",
    ),
    "status_untrained": (
        "フォームの記録がまだないため、学習した基準もありません。",
        "Nothing is learned yet: no run has running dynamics.",
    ),
    "status_learned": (
        "{day} までのラン {n} 件から学習済み（{sensor}）。",
        "Learned from {n} <n:run|runs> up to {day} ({sensor}).",
    ),
    "status_older": (
        "表示は最新でない可能性があります: 別のプログラムが更新中か、データフォルダに書き込めません。",
        "What is shown may be older than your data: another program is bringing it up to date, or "
        "nothing can be written in the data folder.",
    ),
    "status_folder": ("データフォルダ: {folder}", "Data folder: {folder}"),
    "demo": (
        "昨日までのシミュレーションの1シーズン（または自分の記録）を取り込み、評価し、レポートを作る",
        "Take in a simulated season up to yesterday (or your own recordings) and write a report",
    ),
    "by_default": ("{told}（省略時は {default}）", "{told} (default: {default})"),
    "demo_shown": (
        "自分のデータフォルダにまだランがないため、デモのデータを表示しています（{folder}）。",
        "Your own data folder has no run yet: this is the data of the demo ({folder}).",
    ),
    "demo_recordings": (
        "自分の記録のあるフォルダ（省略時はシミュレーション）",
        "folder with your own recordings (default: simulated ones)",
    ),
    "demo_out": (
        "書き込み先のフォルダ（中の data は作り直す）",
        "folder to write to; `data` in it is made anew",
    ),
    "demo_story": (
        "シミュレーションしたラン {n} 件を {folder} に書きました。実在の人の記録ではありません。"
        "このシーズンの出来事:",
        "Wrote {n} simulated <n:run|runs> to {folder}. Nobody ran <n:it|them>. "
        "What happens in this season:",
    ),
    "demo_new_strap": ("新しい胸ベルト", "a new chest strap"),
    "demo_heat": ("暑い1週間", "a week of heat"),
    "demo_trail": ("トレイルラン", "a trail run"),
    "demo_no_dynamics": ("フォームの記録がないラン", "a run without running dynamics"),
    "demo_bad_day": ("調子の悪い日", "a bad day"),
    "demo_race": ("10 km レース", "a 10 km race"),
    "demo_longer_contact": (
        "ここから2週間、接地時間が長い",
        "from here on two weeks of longer ground contact",
    ),
    "demo_next": ("次に試すコマンド:", "What to type next:"),
    "demo_next_form": ("最新のランのフォーム", "form of the latest run"),
    "demo_next_race": ("レースをトレーニングとして見る", "the race as a session"),
    "demo_next_back": ("1つ前のランをトレーニングとして見る", "the run before it as a session"),
    "demo_next_serve": ("ダッシュボード", "the dashboard"),
    "demo_nothing": (
        "接地時間・垂直振幅のあるランが見つからないため、レポートはありません。",
        "No run with running dynamics was found, so there is nothing to report.",
    ),
    "simulated": (
        "シミュレーションしたラン {n} 件を {folder} に書きました（種 {seed}）。実在の人の記録ではありません。",
        "Wrote {n} simulated <n:run|runs> to {folder} (seed {seed}). Nobody ran <n:it|them>.",
    ),
}


def say(key: str, language: Lang, **values: object) -> str:
    """One text with its values filled in."""
    return counted(word(key, language), values).format(**values)


def word(key: str, language: Lang) -> str:
    """One text of the command line."""
    ja, en = _WORDS[key]
    return ja if language == "ja" else en
