"""Do our sentences stay what they are made of until somebody reads them?"""

from __future__ import annotations

import copy
import json
import pickle

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
from hakaru.core.i18n import (
    Message,
    in_language,
    listed,
    message,
    parts_of,
    with_parts,
)
from hakaru.core.names import counted, named, quoted, reason_of, sensor_label, training
from hakaru.sources.garmin.account import Answer, Outcome

_OF_A_RUN = "activity {activity_id}"


def test_english_is_the_text_itself() -> None:
    error = UnknownActivity(7)
    assert error.message == "no activity 7 is stored; `hakaru activities` lists what is"
    assert in_language(error.message, "en") == error.message == str(error)


@given(st.text())
def test_text_of_others_stays(text: str) -> None:
    assert in_language(text, "en") == text
    assert in_language(f"nobody wrote {text!r} here", "ja") == f"nobody wrote {text!r} here"


@given(st.text(max_size=8), st.integers(), st.text(min_size=1))
def test_values_come_through_unchanged(name: str, number: int, path: str) -> None:
    many = message("no run among the {n} activities of the list", n=number)
    assert str(number) in in_language(Refused("a.csv", many).message, "ja")
    assert repr(name) in in_language(UnknownActivity(name).message, "ja")
    assert in_language(Unreadable(path, message("the file is empty")).message, "ja") == (
        f"{path}: ファイルが空です"
    )


@given(st.text(), st.text())
def test_a_message_is_the_same_after_pickling_copying_and_storing(path: str, error: str) -> None:
    reason = message(
        "{reason} (at byte {offset})", reason=message("{error}", error=error), offset=3
    )
    sentence = message("{path}: {reason}", path=path, reason=reason)
    stored = with_parts(str.__str__(sentence), parts_of(sentence))
    for again in (pickle.loads(pickle.dumps(sentence)), copy.deepcopy(sentence), stored):
        assert isinstance(again, Message)
        assert again == sentence
        assert in_language(again, "ja") == in_language(sentence, "ja")
    assert json.loads(json.dumps(sentence)) == sentence


def test_plain_text_has_no_parts() -> None:
    assert parts_of("as it was typed") is None
    assert with_parts("as it was typed", None) == "as it was typed"


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
                    5: message(
                        "{run} ({details}, {kind})",
                        run="2026-03-01.1",
                        details="07:12, 10.21 km",
                        kind=training("long_run"),
                    ),
                    7: "2026-03-01.2 (18:30)",
                },
            ),
            "'2026-03-01' にはランが 2 件あります。次のどれかを指定してください: "
            "2026-03-01.1 (07:12, 10.21 km, ロング走)、2026-03-01.2 (18:30)",
        ),
        (
            BadArgument("activity", "5", message("left out, as --all requires")),
            "activity = '5' は使えません。ランと --all は、どちらか一方だけを指定してください",
        ),
        (
            NotEvaluated(5, NoFormData(message(_OF_A_RUN, activity_id=5)).message),
            "ラン 5 にはフォームの評価がありません。ラン 5 には、速度が 1.7 m/s を超え、"
            "ケイデンスが 130 spm を超え、フォーム指標もあるデータがありません",
        ),
        (
            Unreadable(
                "a.zip!b.gpx",
                message("damaged XML: {error}", error=ValueError("no element found")),
                offset_byte=9,
            ),
            "a.zip!b.gpx: XML が壊れています（no element found）（9 バイト目）",
        ),
        (
            StoreBusy(
                30.0, message("process {pid} ({command})", pid=47, command="hakaru ingest runs")
            ),
            "データベースが使用中です。30.0 秒待ちましたが、プロセス 47（hakaru ingest runs）の"
            "処理が終わりませんでした。もう一度実行してください",
        ),
        (
            StoreDamaged(
                message(
                    "{folder} is not writable ({reason}); choose another data folder",
                    folder="/data",
                    reason=reason_of(PermissionError(13, "Permission denied")),
                )
            ),
            "/data に書き込めません（権限がありません）。別のデータフォルダを指定してください",
        ),
    ],
)
def test_an_error_reads_in_japanese_with_the_reasons_inside_it(error: HakaruError, ja: str) -> None:
    assert in_language(error.message, "ja") == ja
    assert in_language(pickle.loads(pickle.dumps(error)).message, "ja") == ja
    assert in_language(str(error), "ja") == ja


def test_a_foreign_reason_stays_inside_a_sentence_of_ours() -> None:
    stale = reason_of(OSError(116, "Stale {file} handle"))
    assert in_language(message("it cannot be opened: {reason}", reason=stale), "ja") == (
        "開けません（Stale {file} handle）"
    )


def test_sports_are_named_in_japanese_and_others_as_they_are_written() -> None:
    counts = listed([counted("lap_swimming", 1), counted("moon_walking", 4)])
    assert counts == "1 lap_swimming, 4 moon_walking"
    assert in_language(counts, "ja") == "プール水泳 1 件、moon_walking 4 件"
    assert in_language(quoted("Yoga"), "ja") == "'ヨガ'"
    assert quoted("it's") == repr("it's")
    assert named("{0}") == "{0}"


def test_a_list_may_be_long() -> None:
    names = [f"sport{n}" for n in range(5000)]
    assert in_language(listed(names), "ja") == "、".join(names)
    assert listed(()) == ""


def test_the_label_of_a_sensor_is_worded_from_its_group_and_device() -> None:
    assert in_language(sensor_label("garmin-wrist", "FR965 wrist"), "ja") == "FR965（手首）"
    assert sensor_label("stryd", "a wrist") == "a wrist"


@pytest.mark.parametrize("outcome", ["ok", "absent", "limited", "unavailable", "denied", "odd"])
@pytest.mark.parametrize("status", [None, 404])
def test_every_answer_of_the_account_reads_in_japanese(
    outcome: Outcome, status: int | None
) -> None:
    answer = Answer(outcome=outcome, status=status if outcome != "ok" else None)
    gear = message(
        "{document} of activity {activity_id}", document=named("hr_zones"), activity_id=77
    )
    for subject, name in (
        (message("the profile"), "プロフィール"),
        (message("the list of activities"), "アクティビティの一覧"),
        (gear, "アクティビティ 77 の心拍ゾーン"),
    ):
        reason = in_language(answer.reason(subject), "ja")
        assert name in reason
        assert ("404" in reason) == (answer.status == 404)
