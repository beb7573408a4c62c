"""Does a person at a terminal see the desk, the proposals and how to act on them?"""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.surfaces.cli.command import EXIT_FAILED, EXIT_REQUEST
from tests.surfaces.invoking import invoke

NOTE = "見積もりが届いてから書く。高木さんに聞く。"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """n1 and n2 share a word; n3 lies below n1."""
    for words in (
        ("展示会の企画書", "--status", "IN_PROGRESS", "--note", NOTE),
        (
            "展示会の見積もり",
            "--status",
            "WAITING_EXTERNAL",
            "--note",
            "先方の返事\n待ち\n高木さん",
        ),
        ("宿を取る", "--parent", "n1"),
    ):
        assert invoke("nodes", "add", *words, data=tmp_path).exit_code == 0
    return tmp_path


def said(*words: str, data: Path, lang: Lang = "ja") -> str:
    result = invoke(*words, language=lang, data=data)
    assert result.exit_code == 0, result.stdout + result.stderr
    return result.stdout


def test_a_note_may_begin_with_a_dash(tmp_path: Path) -> None:
    assert "- 予算" in said("nodes", "add", "宿", "--note", "- 予算\n- 場所", data=tmp_path)


def test_the_desk_is_shown_by_tray(desk: Path) -> None:
    text = said("nodes", "list", data=desk)
    trays = [part.splitlines() for part in text.split("\n\n")]
    assert [tray[0] for tray in trays] == ["進行中（1）", "外部待ち（1）", "その他（1）"]
    assert [tray[1].split()[1] for tray in trays] == ["n1", "n2", "n3"]
    assert "待ち：展示会の見積もり" in trays[0][1]
    assert "1件がこれを待つ" in trays[1][1]
    assert said("nodes", "list", "--limit", "1", data=desk).endswith("ほか 2 件\n")
    assert "nodes add TITLE" in said("nodes", "list", data=desk / "none", lang="en")


def test_a_node_is_shown_with_its_note_parts_and_history(desk: Path) -> None:
    assert "メモ\n先方の返事\n待ち\n高木さん\n\n履歴\n" in said("nodes", "show", "n2", data=desk)
    text = said("nodes", "show", "n1", data=desk, lang="en")
    assert "Parts\n- n3  宿を取る (captured)\n\nHistory\n" in text


def test_a_change_goes_from_proposal_to_confirmation_to_the_node_and_back(desk: Path) -> None:
    text = said("organize", data=desk)
    assert "整理の提案\n机の上には 3 件あります" in text
    assert "適用できる変更\n" in text
    (diff_id,) = re.findall(r"- ([0-9a-f]{16})  グループ「高木の名前があるもの」：", text)
    agreed = said("confirm", "--diff", diff_id, data=desk)
    (given,) = re.findall(r"hakaru apply (\S+)", agreed)
    applied = said("apply", given, data=desk)
    assert "2 件のノードが変わりました（n1, n2）" in applied
    shown = said("nodes", "show", "n1", data=desk)
    assert "グループ\n- 高木の名前があるもの\n" in shown
    assert "グループの追加" in shown
    again = said("organize", data=desk)
    assert "グループ「" not in again
    assert "気になる点" in said("confirm", "--diff", diff_id, data=desk)
    (change,) = re.findall(r"hakaru undo (\S+)", applied)
    said("undo", change, data=desk)
    assert "取り消し" in said("nodes", "show", "n1", data=desk)
    (relation,) = re.findall(r"- ([0-9a-f]{16})  関連「展示会の企画書（n1） →", again)
    (given,) = re.findall(r"hakaru apply (\S+)", said("confirm", "--diff", relation, data=desk))
    said("apply", given, data=desk)
    assert "関連\n- n1 → n2（待ち）" in said("nodes", "show", "n2", data=desk)


def test_options_are_laid_side_by_side(desk: Path) -> None:
    text = said("advise", "n2", data=desk)
    assert "展示会の見積もり（n2）" in text
    assert "\n案A：様子を聞いてみる\n" in text
    assert "- 次の一手: " in text
    missing = invoke("advise", "n9", language="ja", data=desk)
    assert missing.exit_code == EXIT_FAILED
    assert "対象のノードがありません" in missing.stdout


def test_moves_memos_and_closed_ways_are_told(desk: Path) -> None:
    moved = said("nodes", "move", "n1", "DONE", "--reason", "終わった", data=desk)
    assert "2 件のノードが変わりました（n1, n3）" in moved
    assert "実施中 → 完了（終わった）" in said("nodes", "show", "n1", data=desk)
    memo = said("nodes", "move", "n2", "WAITING_EXTERNAL", data=desk, lang="en")
    assert "stays waiting for others" in memo
    closed = invoke("nodes", "move", "n1", "READY", language="ja", data=desk)
    assert closed.exit_code == EXIT_REQUEST
    assert "DONE から READY へは変えられません。変えられる先: REACTIVATED" in closed.stderr


def test_estimates_are_told(desk: Path) -> None:
    text = said("nodes", "estimate", "n1", "--intent", "返信待ち", data=desk)
    assert text.startswith("推定: 外部待ち（「返信待ち」")
    assert "言葉からは推定できません" in said("nodes", "estimate", "n1", data=desk)


def test_files_go_out_and_in(desk: Path, tmp_path: Path) -> None:
    path = tmp_path / "tasks.md"
    assert "3 件のノードを" in said("nodes", "export", str(path), data=desk)
    assert f"- [ ] 展示会の企画書 `IN_PROGRESS`\n  > {NOTE}\n  - [ ] 宿を取る" in path.read_text(
        "utf-8"
    )
    elsewhere = tmp_path / "elsewhere"
    assert "3 nodes read" in said("nodes", "import", str(path), data=elsewhere, lang="en")
    again = said("nodes", "import", str(path), data=elsewhere, lang="en")
    assert "3 nodes there already" in again


def test_a_json_file_brings_relations_and_groups_along(desk: Path, tmp_path: Path) -> None:
    plan = {
        "nodes": [{"id": "a", "title": "走る"}, {"id": "b", "title": "休む"}],
        "relations": [{"from_node_id": "a", "to_node_id": "b", "relation_type": "先に"}],
        "groups": [{"label": "週末", "node_ids": ["a", "b"]}],
    }
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan), encoding="utf-8")
    assert "関連 1 件、グループ 1 件も" in said("nodes", "import", str(path), data=desk)
    asked = said("nodes", "remove", "n4", data=desk)
    assert "関係 1 件とともに完全に削除します（所属グループ 1 件" in asked
    text = said("nodes", "remove", "n4", "--yes", data=desk)
    assert "n4 を削除しました（関連 1 件、グループ 1 件から外れました）" in text


def test_a_node_is_reworded(desk: Path) -> None:
    text = said("nodes", "edit", "n3", "--title", "宿を決める", "--parent", "", data=desk)
    assert text.startswith("n3  宿を決める")
    assert "言い換え" in text
    nothing = invoke("nodes", "edit", "n3", language="ja", data=desk)
    assert nothing.exit_code == EXIT_REQUEST
    assert "題名・メモ・親のどれかを指定してください" in nothing.stderr


def test_an_empty_desk_is_said_to_be_empty_and_is_no_failure(tmp_path: Path) -> None:
    empty = invoke("organize", data=tmp_path)
    assert empty.exit_code == 0
    assert empty.stdout.startswith("There is no node on the desk.")
    assert len(empty.stdout.split(". ")) == 2
    reply = json.loads(invoke("organize", "--json", data=tmp_path).stdout)
    assert (reply["ok"], reply["errors"]) == (False, ["there is no node to look at"])
    assert invoke("organize", "--focus", "n9", data=tmp_path).exit_code == EXIT_FAILED


def test_a_judgement_is_told(desk: Path) -> None:
    wrong = invoke("validate-proposal", "organizer", "{}", data=desk)
    assert wrong.exit_code == EXIT_FAILED
    assert "summary is required" in wrong.stdout
    good = json.dumps(
        {
            "decomposition_proposals": [],
            "grouping_proposals": [],
            "relation_proposals": [],
            "summary": "まず",
        }
    )
    assert "問題は見つかりません" in said("validate-proposal", "organizer", good, data=desk)


def test_what_opens_on_a_day_is_said_to_be_from_it(tmp_path: Path) -> None:
    day = date.today() + timedelta(days=6)  # noqa: DTZ011  # as the command counts
    invoke("nodes", "add", "Book hall", "--note", f"Open from {day}", data=tmp_path)
    expected: dict[Lang, str] = {"en": f"from {day} (in 6 days)", "ja": f"{day}から（あと6日）"}
    for language, words in expected.items():
        shown = invoke("organize", data=tmp_path, language=language).stdout
        assert words in " ".join(shown.split())
