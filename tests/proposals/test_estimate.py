"""Do somebody's words suggest a status, and only one that is open?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.proposals.changes import estimate_reply, estimate_status
from hakaru.proposals.nodes import STATUSES, Status, valid_transitions


@pytest.mark.parametrize(
    ("current", "intent", "expected"),
    [
        ("IN_PROGRESS", "返信待ちになった", "WAITING_EXTERNAL"),
        ("IN_PROGRESS", "レビューは済んだ", "DONE"),
        ("READY", "佐藤さんに依頼した", "DELEGATED"),
        ("WAITING_EXTERNAL", "返信待ちだったが届いたので始めた", "IN_PROGRESS"),
        ("CAPTURED", "Waiting for the printer", "WAITING_EXTERNAL"),
        ("IN_PROGRESS", "Now it waits for Ken\u2019s answer", "WAITING_EXTERNAL"),
        ("READY", "Maybe someday", "COOLING"),
        ("READY", "いつかやりたい", "COOLING"),
        ("READY", "いつから始めたのか", "IN_PROGRESS"),
        ("READY", "来週から始める", "SCHEDULED"),
        ("READY", "半分終わった", "IN_PROGRESS"),
        ("READY", "Half done by now", "IN_PROGRESS"),
        ("READY", "もうやらない", "CANCELLED"),
        ("READY", "It is no longer needed", "CANCELLED"),
        ("READY", "鈴木さんに頼んだ", "DELEGATED"),
        ("READY", "He said he'd call back on Monday", "WAITING_EXTERNAL"),
        ("READY", "フォームが開かなくて進まない", "BLOCKED"),
        ("READY", "一旦置いておく", "COOLING"),
        ("IN_PROGRESS", "It is not finished, I am stuck", "BLOCKED"),
        ("IN_PROGRESS", "返 信\u200b待ち", "WAITING_EXTERNAL"),
        ("DONE", "やっぱりやる", "REACTIVATED"),
        ("DONE", "中止", None),
        ("READY", "今日は晴れ", None),
        ("READY", None, None),
    ],
)
def test_words_suggest_a_status(current: Status, intent: str | None, expected: str | None) -> None:
    suggested = estimate_status(current, intent).suggested
    assert (None if suggested is None else suggested.status) == expected


@pytest.mark.parametrize(
    ("current", "intent"),
    [
        ("BLOCKED", "I am unblocked now"),
        ("IN_PROGRESS", "The draft is unfinished"),
        ("IN_PROGRESS", "I abandoned the old plan"),
        ("IN_PROGRESS", "A late report came in"),
        ("IN_PROGRESS", "Look at the preview"),
        ("IN_PROGRESS", "The work is not yet done"),
        ("IN_PROGRESS", "I haven\u2019t finished"),
        ("IN_PROGRESS", "It is almost finished"),
        ("IN_PROGRESS", "ほぼ完了"),
        ("IN_PROGRESS", "まだ完了していない"),
        ("IN_PROGRESS", "完了したら連絡する"),
        ("IN_PROGRESS", "完了ではありません"),
        ("IN_PROGRESS", "この件は未完了"),
        ("IN_PROGRESS", "中止しない"),
        ("IN_PROGRESS", "中止したくない"),
        ("IN_PROGRESS", "キャンセルせずに続けたい"),
    ],
)
def test_a_word_inside_another_or_denied_suggests_nothing(current: Status, intent: str) -> None:
    assert estimate_status(current, intent).suggested is None


@pytest.mark.parametrize(
    ("current", "intent", "expected"),
    [
        ("IN_PROGRESS", "I cancelled it", "CANCELLED"),
        ("DONE", "I am resuming this", "REACTIVATED"),
        ("IN_PROGRESS", "Not cancelled, but finished", "DONE"),
        ("IN_PROGRESS", "中止ではなく完了した", "DONE"),
        ("IN_PROGRESS", "未完了だったが完了した", "DONE"),
        ("IN_PROGRESS", "Done. Never mind the rest", "DONE"),
    ],
)
def test_a_word_counts_where_it_is_not_denied(current: Status, intent: str, expected: str) -> None:
    suggested = estimate_status(current, intent).suggested
    assert suggested is not None
    assert suggested.status == expected


@given(current=st.sampled_from(STATUSES), intent=st.text(max_size=40))
def test_only_what_is_open_is_suggested(current: Status, intent: str) -> None:
    estimate = estimate_status(current, intent + "中止 完了 再開 返信待ち")
    assert estimate.candidates == valid_transitions(current)
    assert estimate.suggested is None or estimate.suggested.status in estimate.candidates


def test_the_preview_has_the_fields_of_the_api() -> None:
    reply = estimate_reply(estimate_status("NEEDS_REVIEW", "完了した"), "ja")
    assert reply["ok"] is True
    assert reply["applied"] is False
    assert (reply["current_status"], reply["current_label"]) == ("NEEDS_REVIEW", "見直し待ち")
    assert reply["suggested"] == {
        "status": "DONE",
        "label": "完了",
        "reason": "「完了」という言葉から推定しました",
    }
    assert {"status": "CANCELLED", "label": "中止"} in reply["candidates"]
    nothing = estimate_reply(estimate_status("READY", ""), "en")
    assert nothing["suggested"] is None
    english = estimate_status("READY", "on hold").suggested
    assert english is not None
    assert "on hold" in english.why("en")
