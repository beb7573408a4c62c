"""Do our English sentences read in Japanese, with the values they hold?"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import (
    AmbiguousActivity,
    BadArgument,
    HakaruError,
    NoFormData,
    NotEvaluated,
    Refused,
    StoreBusy,
    StoreDamaged,
    UnknownActivity,
    Unreadable,
)
from hakaru.present.sentences import NUMBER_SLOTS, TABLES, in_language
from hakaru.sources.garmin.account import Answer, Outcome

_ROWS = [(en, ja) for table in TABLES for en, ja in table.items()]
_SLOT = re.compile(r"\{(\w+)\}")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.mark.parametrize(("en", "ja"), _ROWS)
def test_every_row_is_found_by_a_sentence_made_from_it(en: str, ja: str) -> None:
    values = {slot: "7" if slot in NUMBER_SLOTS else f"<<{slot[0]}>>" for slot in _SLOT.findall(en)}
    assert in_language(en.format(**values), "ja") == ja.format(**values)


def test_english_stays_as_it_is() -> None:
    assert in_language("the file is empty", "en") == "the file is empty"


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    assert in_language(text, "en") == text
    assert in_language(f"nobody wrote {text!r} here", "ja") == f"nobody wrote {text!r} here"


@given(st.text(max_size=8), st.integers(), st.text(min_size=1))
def test_values_come_through_unchanged(name: str, number: int, path: str) -> None:
    refused = str(Refused("a.csv", f"no run among the {abs(number)} activities of the list"))
    assert str(abs(number)) in in_language(refused, "ja")
    assert repr(name) in in_language(str(UnknownActivity(name)), "ja")
    assert in_language(str(Unreadable(path, "the file is empty")), "ja") == (
        f"{path}: ファイルが空です"
    )


@pytest.mark.parametrize(
    ("error", "ja"),
    [
        (
            UnknownActivity("2026-03-01"),
            "'2026-03-01' に当たるランは保存されていません。`hakaru activities` で一覧を見られます",
        ),
        (
            AmbiguousActivity(
                "2026-03-01",
                {
                    5: "2026-03-01.1 (07:12, 10.21 km, long run)",
                    7: "2026-03-01.2 (18:30, tempo threshold)",
                },
            ),
            "'2026-03-01' にはランが 2 件あります。次のどれかを指定してください: "
            "2026-03-01.1 (07:12, 10.21 km, ロング走)、2026-03-01.2 (18:30, テンポ/閾値走)",
        ),
        (
            BadArgument("workers", 0, "a whole number between 1 and 256"),
            "workers = 0 は使えません。1 から 256 までの整数を指定してください",
        ),
        (
            BadArgument("activity", "5", "left out, as --all requires"),
            "activity = '5' は使えません。ランと --all は、どちらか一方だけを指定してください",
        ),
        (
            NotEvaluated(5, str(NoFormData("activity 5"))),
            "ラン 5 にはフォームの評価がありません。ラン 5 には、速度が 1.7 m/s を超え、"
            "ケイデンスが 130 spm を超え、フォーム指標もあるデータがありません",
        ),
        (
            NotEvaluated(5, "run `hakaru evaluate 5`"),
            "ラン 5 にはフォームの評価がありません。`hakaru evaluate 5` を実行してください",
        ),
        (
            Unreadable("a.zip!b.gpx", "damaged XML: no element found", offset_byte=9),
            "a.zip!b.gpx: XML が壊れています（no element found）（9 バイト目）",
        ),
        (
            StoreBusy(30.0, "process 47 (hakaru ingest runs)"),
            "データベースが使用中です。30.0 秒待ちましたが、プロセス 47（hakaru ingest runs）の"
            "処理が終わりませんでした。もう一度実行してください",
        ),
        (
            StoreDamaged("/data is not writable (Permission denied); choose another data folder"),
            "/data に書き込めません（権限がありません）。別のデータフォルダを指定してください",
        ),
    ],
)
def test_an_error_reads_in_japanese_with_the_reasons_inside_it(error: HakaruError, ja: str) -> None:
    assert in_language(str(error), "ja") == ja


@pytest.mark.parametrize(
    ("en", "ja"),
    [
        (
            "no run among its 3 activities (1 lap_swimming, 2 cycling)",
            "3 件のアクティビティにランがありません（プール水泳 1 件、サイクリング 2 件）",
        ),
        (
            "left out: 1 run without a start, 4 moon_walking",
            "取り込まなかったもの: 開始時刻のないラン 1 件、moon_walking 4 件",
        ),
        (
            "this is training (yoga) + cycling, not a run; only running is judged",
            "種目はトレーニング (ヨガ) + サイクリングです。評価するのはランだけです",
        ),
        (
            "this FIT file holds settings data, not a recorded activity",
            "この FIT ファイルの中身は設定のデータで、運動の記録ではありません",
        ),
    ],
)
def test_sports_and_kinds_of_files_are_named_in_japanese(en: str, ja: str) -> None:
    assert in_language(en, "ja") == ja


@pytest.mark.parametrize("outcome", ["ok", "absent", "limited", "unavailable", "denied", "odd"])
@pytest.mark.parametrize("status", [None, 404])
def test_every_answer_of_the_account_reads_in_japanese(
    outcome: Outcome, status: int | None
) -> None:
    answer = Answer(outcome=outcome, status=status if outcome != "ok" else None)
    for subject, named in (
        ("the profile", "プロフィール"),
        ("the list of activities", "アクティビティの一覧"),
        ("hr_zones of activity 77", "アクティビティ 77 の心拍ゾーン"),
    ):
        worded = in_language(answer.reason(subject), "ja")
        assert named in worded
        assert ("404" in worded) == (answer.status == 404)


def test_a_sentence_of_another_program_stays_as_it_is() -> None:
    assert in_language("Binder Error: no such column", "ja") == "Binder Error: no such column"


def test_a_long_chain_of_colons_is_no_riddle() -> None:
    chain = "a: " * 5000 + "b"
    assert in_language(chain, "ja") == chain


def test_a_foreign_reason_stays_inside_a_sentence_of_ours() -> None:
    worded = in_language("it cannot be opened: Stale file handle", "ja")
    assert worded == "開けません（Stale file handle）"


def test_a_fault_of_packing_is_worded_inside_the_reason() -> None:
    worded = in_language("nothing of it can be unpacked: packed data ends too early", "ja")
    assert worded == "まったく展開できません（圧縮データが途中で終わっています）"
    assert _JAPANESE.search(worded)
