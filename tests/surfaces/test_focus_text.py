"""What a person reads about attention."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.focus.timeline import Interval, Record, Recorded, decided_by
from hakaru.store.focus import take_lease, write_intervals, write_records
from hakaru.store.state import State
from tests.flows.factories import NOW
from tests.flows.test_focus import recorded
from tests.focus.factories import SessionWriter, decided, make_camera, make_pc
from tests.sources.test_activitywatch import event, exported
from tests.surfaces.invoking import asked, invoke

BOTH = pytest.mark.parametrize("language", ["ja", "en"])


def said(*words: str, data: Path, language: Lang = "en") -> str:
    result = invoke(*words, data=data, language=language)
    assert result.exit_code == 0, result.output
    return result.stdout


@BOTH
def test_a_replay_tells_shares_and_stretches(tmp_path: Path, language: Lang) -> None:
    path = tmp_path / "s.jsonl"
    for n in range(100):
        SessionWriter(path).write(recorded(1e6 + 10 * n, away=(n // 2) % 2 == 1))
    SessionWriter(path).write(
        Record(
            recorded=recorded(1e6 + 1000).recorded,
            decided=decided_by(decided(make_camera(face_detected=False), make_pc())),
        )
    )
    text = said("focus", "replay", str(path), data=tmp_path, language=language)
    assert ("集中" if language == "ja" else "focused") in text
    assert "█" in text
    assert ("ほか" if language == "ja" else "more stretches") in text
    assert ("変わったもの: 1 件" if language == "ja" else "than when recorded: 1") in text


@BOTH
def test_nothing_watched_is_said(tmp_path: Path, language: Lang) -> None:
    text = said("focus", "status", data=tmp_path, language=language)
    assert ("何も見ていません" if language == "ja" else "Nothing is watching") in text
    day = said("focus", "today", data=tmp_path, language=language)
    assert ("記録がありません" if language == "ja" else "nothing is recorded") in day


@BOTH
def test_the_state_now_comes_with_its_reasons(tmp_path: Path, language: Lang) -> None:
    now = datetime.now(UTC)
    at_s = now.timestamp()
    camera, pc = make_camera(timestamp=at_s, yaw=55.0), None
    record = Record(
        recorded=Recorded(at_s=at_s, camera=camera, pc=pc), decided=decided_by(decided(camera, pc))
    )
    state = State(tmp_path)
    write_records(state, [record])
    take_lease(state, "camera", owner="pid 1", now=now, lasts=timedelta(minutes=5))
    text = said("focus", "status", data=tmp_path, language=language)
    for word in (
        (
            "注意散漫",
            "画面から目を離している",
            "カメラ: あり、PC操作: なし",
            "証拠の重み付け",
            "pid 1",
        )
        if language == "ja"
        else (
            "distracted",
            "looking away",
            "Camera: known, PC use: absent",
            "weighed evidence",
            "pid 1",
        )
    ):
        assert word in text
    told = asked("focus", "status", data=tmp_path)
    assert told["decided"]["state"] == "distracted"


@BOTH
def test_a_day_in_and_out(tmp_path: Path, language: Lang) -> None:
    path = exported(
        tmp_path / "aw.json", [event(0, 600, app="Code")], [event(0, 600, status="not-afk")]
    )
    assert "1" in said("focus", "import", str(path), data=tmp_path, language=language)
    day = said("focus", "today", "--day", "2026-03-02", data=tmp_path, language=language)
    longest = "最も長い集中: 10分" if language == "ja" else "Longest stretch of focus: 10 min"
    assert longest in day
    out = tmp_path / "out.csv"
    text = said(
        "focus", "export", str(out), "--since", "2026-03-01", "--until", "2026-03-03",
        data=tmp_path, language=language,
    )  # fmt: skip
    assert str(out) in text
    assert out.read_text().count("\n") == 2
    write_intervals(
        State(tmp_path),
        [Interval(state="idle", started_at=NOW, ended_at=NOW + timedelta(seconds=5))],
        origin="engine",
        classifier="1",
    )
    gone = said("focus", "forget", "--before", "2025-12-01", data=tmp_path, language=language)
    assert "2025-12-01" in gone
    rest = said("focus", "forget", data=tmp_path, language=language)
    assert ("すべて消しました" if language == "ja" else "whole history is deleted") in rest


def test_a_wrong_file_is_a_sentence_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}")
    result = invoke("focus", "replay", str(path), data=tmp_path, language="ja")
    assert result.exit_code == 1
    assert "集中状態の記録ファイルではありません" in result.stderr


@BOTH
def test_going_on_says_nothing_of_a_camera_that_nobody_uses(tmp_path: Path, language: Lang) -> None:
    text = said("focus", "resume", data=tmp_path, language=language)
    assert not {"Camera", "カメラ"} & set(text.replace(":", " ").split())
    assert len(text.splitlines()) == 1


def test_a_setting_without_a_value_is_shown(tmp_path: Path) -> None:
    assert said("focus", "settings", "keep_days", data=tmp_path).split() == ["keep_days", "400"]


@BOTH
def test_a_mistyped_setting_is_told_with_what_was_meant(tmp_path: Path, language: Lang) -> None:
    for word, meant in (("keep_dys", "keep_days"), ("camera", "camera_enabled")):
        result = invoke("focus", "settings", word, data=tmp_path, language=language)
        assert result.exit_code == 2
        (line,) = [line for line in result.stderr.splitlines() if meant in line]
        assert len(line) < 100


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("app", "[", "work"), "with a letter or digit"),
        (("app", "a||b", "work"), "several with | between them"),
        (("domain", "*.example.com", "work"), "without *"),
        (("app", "Zoom"), "nothing is given as category"),
    ],
)
def test_a_rule_that_could_never_match_is_refused_with_the_reason(
    tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    result = invoke("focus", "rules", *words, data=tmp_path)
    assert result.exit_code == 2
    assert why in result.stderr
    assert "There are no rules" in said("focus", "rules", data=tmp_path)
