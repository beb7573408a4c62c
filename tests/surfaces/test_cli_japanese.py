"""Does everything that a Japanese user meets on the command line read in Japanese?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hakaru.catalog.operations import OPERATIONS
from hakaru.core.i18n import Lang, Message, message
from hakaru.core.names import named
from hakaru.flows.ingest import IngestResult
from hakaru.flows.run import FetchResult
from hakaru.present.stored import fetched_document
from hakaru.sources.garmin.account import Answer
from hakaru.sources.garmin.fetch import FetchFailure, FetchReport
from hakaru.surfaces.cli.main import build_cli
from tests.documents import lines_of

USAGE_ERRORS = {
    "Missing argument {name}.": ("simulate", "引数 'FOLDER' を指定してください。"),
    "Missing option {name}.": ("ready", "オプション '--distance' を指定してください。"),
    "Missing command.": ("--lang ja", "コマンドを指定してください。"),
    "No such command {name}.": ("fetch foo", "'foo' というコマンドはありません。"),
    "No such command {name}. Did you mean {guess}?": (
        "activites",
        "'activites' というコマンドはありません。'activities' のことですか？",
    ),
    "No such command {name}. (Did you mean one of: {guesses}?)": (
        "reevaluat",
        "'reevaluat' というコマンドはありません。次のどれかですか？ 'evaluate', 'reevaluate'",
    ),
    "No such option {name}.": ("--foo", "'--foo' というオプションはありません。"),
    "No such option {name}. Did you mean {guess}?": (
        "expect --pac 4:30",
        "'--pac' というオプションはありません。'--pace' のことですか？",
    ),
    "No such option {name}. (Did you mean one of: {guesses}?)": (
        "simulate --seek 1",
        "'--seek' というオプションはありません。次のどれかですか？ '--seed', '--weeks'",
    ),
    "Option {name} requires an argument.": (
        "ingest --data",
        "オプション '--data' には値が必要です。",
    ),
    "Option {name} does not take a value.": (
        "status --json=3",
        "オプション '--json' に値は付けられません。",
    ),
    "Got unexpected extra argument ({names})": ("status foo", "余分な引数があります: foo"),
    "Got unexpected extra arguments ({names})": ("status a b", "余分な引数があります: a b"),
    "Invalid value for {name}: {reason}": (
        "simulate --weeks a x",
        "'--weeks' の値が正しくありません: 'a' は整数ではありません。",
    ),
    "{value} is not a valid integer.": ("simulate --weeks a x", "'a' は整数ではありません。"),
    "{value} is not one of {choices}.": (
        "train --method foo",
        "'foo' は選べません。'direct', 'inverse' から選んでください。",
    ),
    "{value}: a pace is written like 4:30, from 1:30 to 30:00 per km": (
        "expect --pace 1:00",
        "'1:00': ペースは 4:30 のように、1kmあたり 1:30〜30:00 で書きます",
    ),
    "{value}: a day is written like 2026-03-01": (
        "activities --since today",
        "'today': 日付は 2026-03-01 のように書きます",
    ),
}
HELP = {
    "Show this message and exit.": ("status --help", "この説明を表示して終わる"),
    "Show the version and exit.": ("--help", "版を表示して終わる"),
    "{help}  [default: {value}]": ("simulate --help", "週数（既定: 12）"),
    "{help}  [required]": ("ready --help", "レースの距離（km。half、marathon も可）（必須）"),
}
CLICK_WORDS = ("Usage", "Options", "Commands", "Positional", "Error", "Try ", "[default", "[req")


def hakaru(words: str, folder: Path, language: Lang = "ja") -> Result:
    """`hakaru WORDS` in this process, on a data folder of its own."""
    env = {"HAKARU_LANG": language, "HAKARU_DATA": str(folder), "HAKARU_CONFIG": None}
    return CliRunner().invoke(build_cli(language), words.split(), prog_name="hakaru", env=env)


@pytest.mark.parametrize(("words", "said"), USAGE_ERRORS.values())
def test_a_usage_error_is_told_in_japanese(words: str, said: str, tmp_path: Path) -> None:
    result = hakaru(words, tmp_path)
    assert result.exit_code == 2
    assert result.stderr.rstrip().endswith(said)
    assert "エラー: " in result.stderr
    assert not [click_word for click_word in CLICK_WORDS if click_word in result.stderr]


def test_a_usage_error_shows_how_the_command_is_used(tmp_path: Path) -> None:
    assert hakaru("read day", tmp_path).stderr == (
        "使い方: hakaru read day [オプション] DATE\n"
        "'hakaru read day --help' で説明を表示します。\n"
        "\n"
        "エラー: 引数 'DATE' を指定してください。\n"
    )


@pytest.mark.parametrize(("words", "said"), HELP.values())
def test_help_describes_options_in_japanese(words: str, said: str, tmp_path: Path) -> None:
    result = hakaru(words, tmp_path)
    assert result.exit_code == 0
    assert said in result.stdout


@pytest.mark.sampled(25)
@pytest.mark.parametrize("command", ["", "fetch", *(operation.command for operation in OPERATIONS)])
def test_no_help_page_holds_words_of_click(command: str, tmp_path: Path) -> None:
    result = hakaru(f"{command} --help", tmp_path)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"使い方: hakaru {command}".rstrip())
    assert "オプション:" in result.stdout
    assert not [one for one in (*CLICK_WORDS, "Show", "OPTIONS") if one in result.stdout]


def test_a_group_without_a_command_shows_its_help(tmp_path: Path) -> None:
    result = hakaru("fetch", tmp_path)
    assert result.exit_code == 2
    assert "コマンド:\n  garmin" in result.stderr


def test_english_is_as_click_words_it(tmp_path: Path) -> None:
    assert hakaru("read day", tmp_path, "en").stderr == (
        "Usage: hakaru read day [OPTIONS] DATE\n"
        "Try 'hakaru read day --help' for help.\n"
        "\n"
        "Error: Missing argument 'DATE'.\n"
    )
    page = hakaru("ready --help", tmp_path, "en").stdout
    assert "Options:\n" in page
    assert "[required]" in page
    assert "Show this message and exit." in page


def test_an_error_of_ours_is_told_in_the_language_and_is_english_in_json(tmp_path: Path) -> None:
    en = "no activity '5' is stored; `hakaru activities` lists what is"
    assert hakaru("form 5", tmp_path, "en").stderr == f"hakaru: {en}\n"
    assert hakaru("form 5", tmp_path).stderr == (
        "hakaru: '5' に当たるランは保存されていません。`hakaru activities` で一覧を見られます\n"
    )
    assert json.loads(hakaru("form 5 --json", tmp_path).stdout)["error"] == en


def test_a_usage_error_in_json_is_english(tmp_path: Path) -> None:
    told = json.loads(hakaru("expect --json --pace fast", tmp_path).stdout)
    assert told["error"].startswith("Invalid value for '--pace': 'fast': a pace is written like")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_an_unknown_language_in_the_environment_is_told(language: Lang, tmp_path: Path) -> None:
    env = {"HAKARU_LANG": "fr", "HAKARU_DATA": str(tmp_path), "HAKARU_CONFIG": None}
    result = CliRunner().invoke(build_cli(language), ["status"], prog_name="hakaru", env=env)
    assert result.stderr == (
        "hakaru: language = 'fr' は使えません。ja, en のどれかを指定してください\n"
    )


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run that ends too early, and files that are no runs."""
    folder = tmp_path_factory.mktemp("recordings")
    made = hakaru(f"simulate {folder} --weeks 1 --runs-per-week 1", folder / "unused")
    assert made.exit_code == 0
    (path,) = folder.glob("*.fit")
    path.write_bytes(path.read_bytes()[:-5000])
    (folder / "empty.gpx").write_bytes(b"")
    (folder / "damaged.zip").write_bytes(b"PK\x03\x04" + bytes(200))
    (folder / "broken.tcx").write_text("<TrainingCenterDatabase><Activities></Wrong>")
    return folder


def test_what_ingest_could_not_read_is_told_in_the_language(
    recordings: Path, tmp_path: Path
) -> None:
    told = hakaru(f"ingest {recordings}", tmp_path / "ja")
    assert told.exit_code == 1
    assert "broken.tcx:XMLが壊れています（mismatchedtag:line1,column" in "".join(
        told.stdout.split()
    )
    assert "バイト目）" in "".join(told.stdout.split())
    assert "damaged.zip:zipアーカイブとして読めません（" in "".join(told.stdout.split())
    listed = json.loads(hakaru(f"ingest {recordings} --json", tmp_path / "json").stdout)
    reasons = [one["reason"] for one in listed["failed"]]
    assert [
        reason
        for reason in reasons
        if reason.startswith("damaged XML: mismatched tag: line 1, column ")
    ]


def test_a_report_words_the_doubts_about_its_recording_in_the_language(
    recordings: Path, tmp_path: Path
) -> None:
    hakaru(f"ingest {recordings} --json", tmp_path)
    told = json.loads(hakaru("activities --json", tmp_path).stdout)
    (run,) = (dict(zip(told["columns"], row, strict=True)) for row in told["activities"])
    said: dict[Lang, str] = {"ja": "バイト手前で途切れています", "en": "before its stated end"}
    for language, words in said.items():
        out = tmp_path / language
        made = hakaru(f"report {run['activity_id']} --out {out}", tmp_path, language)
        assert made.exit_code == 0
        for page in (*out.glob("*.md"), *out.glob("*.html")):
            assert words in page.read_text(encoding="utf-8")
        assert {path.suffix for path in out.iterdir() if path.is_file()} == {".md", ".html"}


def test_why_a_fetch_stopped_is_told_in_the_language() -> None:
    nothing = IngestResult(
        ingested=0, completed=0, duplicates=0, removed=0, partial=0, evaluated=0,
        refused=(), failed=(), activity_ids=(),
    )  # fmt: skip
    refused = Answer(outcome="denied", status=401)
    fetched = FetchReport(
        fetched=(),
        skipped=3,
        failed=(FetchFailure(activity_id=7, reason="no usable answer for the profile: run later"),),
        incomplete=(
            FetchFailure(activity_id=8, reason=Answer(outcome="odd").reason(_document("gear", 8))),
        ),
        stopped=refused.reason(_document("splits", 9)),
    )
    told = lines_of(fetched_document(FetchResult(fetched=fetched, ingested=nothing), "ja"))
    assert told[1:4] == [
        "7: no usable answer for the profile: run later",
        "8: アクティビティ 8 のシューズに知らない種類の応答が返りました",
        "途中で終わりました: アクティビティ 9 のラップの取得でログインが無効とされました"
        "（HTTP 401）。もう一度ログインしてください",
    ]


def _document(name: str, activity_id: int) -> Message:
    return message(
        "{document} of activity {activity_id}", document=named(name), activity_id=activity_id
    )
