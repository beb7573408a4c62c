"""The language of a command line, click's own words in it, and options that servers share.

Click asks gettext for its words, which would need a compiled catalogue and a changed environment;
its formatter, context and group classes are there to be extended instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import click

from hakaru.core.errors import HakaruError, RequestError
from hakaru.core.i18n import Lang
from hakaru.present.sentences import in_language
from hakaru.present.words import counted

SECTION_WORDS: dict[str, tuple[str, str]] = {
    "nothing_to_word": (
        "文章が必要なランはありません。",
        "No run needs words.",
    ),
    "worded": (
        "セクション {n} 件を保存（モデル {model}、定型文 {narrator}）。最新 {current} 件、"
        "失敗したラン {failed} 件。",
        "{n} <n:section|sections> stored ({model} by the model, {narrator} by the narrator), "
        "{current} up to date, {failed} <failed:run|runs> failed.",
    ),
    "not_by_model": (
        "{activity_id} {section}: 定型文を使いました（{reason}）",
        "{activity_id} {section}: worded by the narrator ({reason})",
    ),
    "steps_done": ("実行: {steps}", "Done: {steps}"),
    "step_ingest": ("取り込み", "taken in"),
    "step_evaluate": ("フォームの評価", "form judged"),
    "step_analyse": ("トレーニングの分析", "looked at as a session"),
    "and": ("、", ", "),
    "would_be_stored": (
        "問題ありません。保存できます。",
        "Nothing is wrong with it: it can be stored.",
    ),
    "would_be_refused": (
        "このままでは保存できません。問題 {n} 件:",
        "It would be refused; {n} <n:problem|problems>:",
    ),
    "contract_version": (
        "規約の版 {version}、言語 {written_in}",
        "Contract version {version}, language {written_in}",
    ),
    "contract_rules": ("規則", "Rules"),
    "contract_shape": ("形（JSON Schema）", "Shape (JSON Schema)"),
}


SESSION_WORDS: dict[str, tuple[str, str]] = {
    "none_analysed": (
        "この日までのランがありません。`hakaru ingest フォルダ` で取り込んでください。",
        "No run up to this day is stored: `hakaru ingest FOLDER` reads recordings.",
    ),
    "session_more": (
        "続きは `hakaru session {activity_id} --detail`（区間・生理指標・環境）、"
        "`hakaru similar {activity_id}`（似たラン）。",
        "More: `hakaru session {activity_id} --detail` (segments, physiology, conditions), "
        "`hakaru similar {activity_id}` (similar runs).",
    ),
    "session_reps": (
        "1本ごとの数値は `hakaru intervals {activity_id}`。",
        "Repetition by repetition: `hakaru intervals {activity_id}`.",
    ),
    "all_time": ("全期間", "all time"),
    "records_head": ("自己ベスト（{span}）", "Records ({span})"),
    "records_years": ("年ごとのベストタイム", "Best times by year"),
    "records_none": ("{year}年のランはありません。", "There is no run in {year}."),
    "records_more": (
        "年ごとに見るには `hakaru records --year 年`。ランを開くには "
        "`hakaru session {activity_id}` のように。",
        "One year: `hakaru records --year YEAR`. Open a run as in `hakaru session {activity_id}`.",
    ),
    "intervals_head": ("{day}  インターバルの数値", "{day}  repetition by repetition"),
    "intervals_none": (
        "{day}のランには、くり返しの速い区間が2本以上ありません。"
        "構成は `hakaru session {activity_id}` で見られます。",
        "The run of {day} has fewer than two fast repetitions; "
        "`hakaru session {activity_id}` shows what it is made of.",
    ),
    "labelled": ("種別: {type}（{source}）", "Kind of training: {type} ({source})"),
    "labelled_keep": (
        "この指定は再取り込みや再分析でも保たれます。自動判定に戻すには "
        "`hakaru label {activity_id} auto`。",
        "This holds through new ingests and analyses; `hakaru label {activity_id} auto` undoes it.",
    ),
    "analysed": ("{n} 件のランを分析しました。", "Runs analysed: {n}."),
    "analysed_none": (
        "分析するランがありません。`hakaru ingest フォルダ` で取り込んでください。",
        "There is no run to analyse: `hakaru ingest FOLDER` reads your recordings.",
    ),
    "similar_head": ("{day}  {type}と似たラン", "Runs similar to {day}, {type}"),
    "similar_tolerance": (
        "条件: ペース ±{pace}秒/km{distance}{terrain}",
        "Conditions: pace within {pace} s/km{distance}{terrain}",
    ),
    "similar_distance": ("、距離 ±{percent}%", ", distance within {percent}%"),
    "similar_terrain": ("、同じ地形のみ", ", the same terrain only"),
    "similar_unchecked": (
        "記録がないため確かめていない条件: {names}",
        "Not checked, as this run lacks the figure: {names}",
    ),
    "similar_wider": (
        "条件は --pace-tolerance-s-per-km、--distance-tolerance、--terrain-match で変えられます。",
        "--pace-tolerance-s-per-km, --distance-tolerance and --terrain-match "
        "change the conditions.",
    ),
    "trends_none": (
        "推移を見られる記録がまだありません。フォームや心拍のあるランを取り込んでください。",
        "There is nothing to follow yet: ingest runs with running dynamics or heart rate.",
    ),
    "load_none_known": (
        "この期間には、負荷を計算できたランがありません。"
        "閾値ペースや最大心拍が分かると計算できます: `hakaru athlete show`。",
        "No run of these days has a known load; a threshold pace or maximum heart rate would "
        "give one: `hakaru athlete show`.",
    ),
    "anomalies_none": (
        "判定できるランがありません。フォームの記録があるランを取り込んでください。",
        "No run could be judged: ingest runs with running dynamics.",
    ),
    "anomalies_unjudged": (
        "{day}のランは、フォームの途中変化を判定できません（フォームの記録がないか、短すぎます）。",
        "Form within the run of {day} could not be judged: not measured, or too short a run.",
    ),
    "anomalies_one": (
        "前後の推移は `hakaru anomaly 日付 --number 番号`、1回のランの文章は "
        "`hakaru anomalies 日付`。",
        "What surrounds one: `hakaru anomaly DAY --number N`; a run in sentences: "
        "`hakaru anomalies DAY`.",
    ),
    "anomalies_more": (
        "前後の推移は `hakaru anomaly {activity_id} --number 番号`。",
        "What surrounds one: `hakaru anomaly {activity_id} --number N`.",
    ),
    "paces_none": (
        "{day}時点では、VO2 maxも閾値ペースも分かりません。"
        "`hakaru athlete set threshold_pace 4:35` のように教えるか、ランを取り込んでください。",
        "As of {day} neither VO2max nor threshold pace is known: state one, as in "
        "`hakaru athlete set threshold_pace 4:35`, or ingest runs.",
    ),
    "races_none": (
        "直近120日に5分以上の走りがないため、レースは予測できません。",
        "No effort of five minutes in the last 120 days, so races cannot be predicted.",
    ),
    "athlete_ask": ("教えると確かになるもの:", "Worth stating:"),
    "stated": ("記録しました: {name} {value}（{since}）", "Noted: {name} {value} ({since})"),
    "stated_since": ("{day} から", "from {day} on"),
    "stated_always": ("すべての期間", "for every day"),
    "stated_apply": (
        "これまでのランにも、次に表示するときまでに反映されます。",
        "Earlier runs of those days follow before they are shown next.",
    ),
    "next_head": (
        "{day}のラン（{type}）のあと",
        "After the run of {day} ({type})",
    ),
}
"""Sentences with the next command to type, and answers where there is nothing to show."""


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


_USAGE = "使い方: "
_HINT = "'{command} --help' で説明を表示します。"
_ERROR = "エラー: "
_HEADINGS = {"Options": "オプション", "Commands": "コマンド", "Positional arguments": "引数"}
_PIECES = {"[OPTIONS]": "[オプション]", "COMMAND": "コマンド", "[ARGS]...": "[引数]..."}


class JapaneseFormatter(click.HelpFormatter):
    """Help pages with Japanese headings and descriptions."""

    def write_usage(self, prog: str, args: str = "", *_: Any, **__: Any) -> None:
        """The usage line; what click would put before it is replaced."""
        pieces = " ".join(_PIECES.get(piece, piece) for piece in args.split(" "))
        super().write_usage(prog, pieces, prefix=_USAGE)

    def write_heading(self, heading: str) -> None:
        """What stands above a section."""
        super().write_heading(_HEADINGS.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **settings: Any) -> None:
        """Terms and what they mean."""
        worded = [(term, in_language(text, "ja")) for term, text in rows]
        super().write_dl(worded, *args, **settings)


class JapaneseContext(click.Context):
    """The context of a command whose help is Japanese."""

    formatter_class = JapaneseFormatter


class JapaneseUsageError(click.UsageError):
    """A usage error of click, told in Japanese. Its `__cause__` is the one it stands for."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(in_language(error.format_message(), "ja"), error.ctx)

    def show(self, file: IO[Any] | None = None) -> None:
        """Usage, where help is to be found, and what is wrong."""
        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), file=file, err=True)
            hint = _HINT.format(command=self.ctx.command_path)
            click.echo(f"{hint}\n", file=file, err=True)
        click.echo(_ERROR + self.message, file=file, err=True)


class JapaneseGroup(click.Group):
    """A group that speaks Japanese, as does every command added to it."""

    context_class = JapaneseContext

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Take a command in."""
        cmd.context_class = JapaneseContext
        super().add_command(cmd, name)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the arguments of the group."""
        with _usage_errors_in_japanese():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse and run the command."""
        with _usage_errors_in_japanese():
            return super().invoke(ctx)


@contextmanager
def _usage_errors_in_japanese() -> Iterator[None]:
    try:
        yield
    except (JapaneseUsageError, click.exceptions.NoArgsIsHelpError):
        raise  # worded already: the second is a help page
    except click.UsageError as error:
        raise JapaneseUsageError(error) from error


_KEY = "hakaru.language"


def language_option(language: Lang, name: str | None) -> click.Option:
    """`--lang ja|en`. The command gets it as `name`, also where it was said before the command;
    None: it does not ask for it. What groups of commands say is kept for those below them."""
    return click.Option(
        ["--lang", *([] if name is None else [name])],
        type=click.Choice(["ja", "en"]),
        default=_said_before,
        expose_value=name is not None,
        callback=_kept,
        help=word("lang", language),
    )


def _said_before() -> str | None:
    ctx = click.get_current_context(silent=True)
    chosen = None if ctx is None else ctx.meta.get(_KEY)
    return None if chosen is None else str(chosen)


def _kept(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        ctx.meta[_KEY] = value
    return value


def port_option(default_port: int, help_text: str) -> click.Option:
    """`--port`; 0 is any free one."""
    return click.Option(
        ["--port"],
        type=click.IntRange(0, 65_535),
        default=default_port,
        show_default=True,
        help=help_text,
    )


def place_options(language: Lang) -> tuple[click.Option, click.Option]:
    """`--data` and `--lang`."""
    return (
        click.Option(
            ["--data", "data_folder"],
            type=click.Path(path_type=Path, readable=False),
            help=word("data", language),
        ),
        language_option(language, "language"),
    )


def telling(language: str | None, run: Callable[[], None]) -> None:
    """Run it; an error of ours is one sentence and an exit code. Ctrl+C is how it is ended."""
    try:
        with suppress(KeyboardInterrupt):
            run()
    except HakaruError as error:
        click.echo(f"hakaru: {in_language(str(error), spoken(language))}", err=True)
        raise click.exceptions.Exit(2 if isinstance(error, RequestError) else 1) from error


def spoken(language: str | None) -> Lang:
    """The language asked for, else that of the environment."""
    return "en" if (language or os.environ.get("HAKARU_LANG")) == "en" else "ja"
