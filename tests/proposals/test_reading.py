"""What is read from titles and notes, in both languages, and what only looks like it."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.proposals.board import Board
from hakaru.proposals.dates import dates_in
from hakaru.proposals.nodes import Node
from hakaru.proposals.notes import read_notes
from hakaru.proposals.relations import waits_in
from tests.proposals.factories import make_node
from tests.shared import examples

LONG_MOST_S = 5.0
TODAY = date(2026, 11, 23)
"""A Monday."""


def _days(text: str, written_on: date = TODAY) -> list[tuple[str, str]]:
    """The days that are certain, with their senses."""
    found = dates_in(text, written_on=written_on, today=TODAY)
    return [(mention.day.isoformat(), mention.sense) for mention in found if mention.sure]


@pytest.mark.parametrize(
    ("text", "day", "sense"),
    [
        ("11/30まで。", "2026-11-30", "deadline"),
        ("12/6（日）の朝、競技場で。", "2026-12-06", "event"),
        ("1/24（日）。", "2027-01-24", "event"),
        ("来週の金曜までに押さえる。", "2026-12-04", "deadline"),
        ("月末までに課長へ。", "2026-11-30", "deadline"),
        ("年内に。", "2026-12-31", "deadline"),
        ("2/22から3週間。", "2027-02-22", "start"),
        ("12月最初の日曜、競技場。", "2026-12-06", "event"),
        ("2027年3月9日〜12日。", "2027-03-09", "event"),
        ("有効期限 2027/01/31。", "2027-01-31", "deadline"),
        ("By Dec 1.", "2026-12-01", "deadline"),
        ("Due 8 Dec.", "2026-12-08", "deadline"),
        ("This Friday. Nothing merges afterwards.", "2026-11-27", "event"),
        ("To be online by the end of January.", "2027-01-31", "deadline"),
        ("The hall holds our date until 5 December.", "2026-12-05", "deadline"),
        ("Sent a quote on 3 Nov. Deposit within 30 days of the quote.", "2026-12-03", "deadline"),
        ("Order 10 days before delivery on 14 Dec.", "2026-12-04", "deadline"),
        ("入院は2026-12-14、手術は翌日。", "2026-12-15", "event"),
        ("Some day between 1 and 5 December.", "2026-12-01", "event"),
        ("due tommorow", "2026-11-24", "deadline"),
        ("Ken is away until Dec 3.", "2026-12-03", "start"),
        ("Library closed until 5 Jan", "2027-01-05", "start"),
        ("課長は12/3まで出張。", "2026-12-03", "start"),
        ("申込みは12/3まで。", "2026-12-03", "deadline"),
        ("B社は1月末に届く予定。", "2027-01-31", "event"),
        ("The deadline moved from Jan 10 to Jan 24.", "2027-01-24", "deadline"),
        ("締切は1/10から1/24に延期。", "2027-01-24", "deadline"),
    ],
)
def test_a_date_is_read_as_it_was_meant(text: str, day: str, sense: str) -> None:
    assert (day, sense) in _days(text)


@pytest.mark.parametrize(
    "text",
    [
        "11/8に走った。10/10の出来。", "Runs 24/7 with a 50/50 split.", "Upgrade to 1.6.44.",
        "小間 1/2 でも可。", "写真 4cm/3cm。", "192.168.1.12 が落ちる。", "Ask May and April.",
        "火曜夜のクラブ。", "年末調整の書類。", "Once a month somebody looks.",
        "2026.11.19 から3回。", "電池が2日もたない。", "Every Friday at nine.", "2026-02-30 まで。",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert _days(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Not on Dec 24 any more.", "12月24日ではなくなった。", "Rent is every month on the 27th.",
        "Room 12/4, third floor.", "Moved from Dec 10.",
    ],
)  # fmt: skip
def test_a_day_that_is_denied_given_up_or_repeated_is_none(text: str) -> None:
    assert _days(text) == []


def test_before_and_a_date_is_one_date() -> None:
    text = "Contract ends Dec 31, notice one month before -> so by Nov 30"
    assert _days(text) == [("2026-12-31", "event"), ("2026-11-30", "deadline")]


def test_a_bare_day_behind_a_date_of_another_month_is_a_question_about_that_month() -> None:
    text = "Race on March 14, 2027. Must not clash with the recital on the 13th."
    race, recital = dates_in(text, written_on=TODAY, today=TODAY)
    assert race.sure
    assert not recital.sure
    assert recital.day == date(2027, 3, 13)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Party on Dec 12. Order the cake 3 days before the party.", "2026-12-09"),
        ("Trip Dec 20. Pack a day before the trip.", "2026-12-19"),
        ("Party Dec 12, cake 3 days before.", "2026-12-09"),
        ("パーティーは12月12日。ケーキは3日前までに注文。", "2026-12-09"),
    ],
)
def test_days_before_what_has_a_date_are_counted_from_it(text: str, day: str) -> None:
    assert (day, "deadline") in _days(text)


def test_days_before_something_else_are_not_counted_from_a_date_beside_it() -> None:
    text = "Race on Dec 12; two days before the dentist I call."
    assert _days(text) == [("2026-12-12", "event")]


def test_a_date_that_leaves_room_is_a_question() -> None:
    for text in ("Feedback call next Tuesday at 10.", "回答は11月下旬。", "次の金曜、19時。"):
        (mention,) = dates_in(text, written_on=TODAY, today=TODAY)
        assert not mention.sure
    last_week = TODAY - timedelta(days=4)
    assert not any(
        mention.sure for mention in dates_in("来週中に。", written_on=last_week, today=TODAY)
    )


def test_what_was_due_and_is_over_is_still_told() -> None:
    assert _days("11/15まで。") == [("2026-11-15", "deadline")]


def _board(*nodes: Node) -> Board:
    return Board(nodes=nodes, today=TODAY)


def _node(node_id: str, title: str, context: str = "", **changes: object) -> Node:
    at = datetime(2026, 11, 23, 3, tzinfo=UTC)
    return make_node(node_id, title=title, context=context, updated_at=at, **changes)


WAITS = [
    ("Print the cards", "Can't be printed until we have a venue.", "Venue"),
    ("QA pass", "After the freeze, three people.", "Feature freeze"),
    ("Hem the dress", "Shoes first, otherwise she can't pin it.", "Shoes"),
    ("Registry office", "Needs both birth certificates.", "Birth certificates"),
    ("Privacy text", "Waits for the telemetry decision.", "Telemetry: opt-in or opt-out"),
    ("Support training", "2h, when the upgrade guide is there.", "Docs: upgrade guide"),
    ("価格表", "抹茶の仕入れ先が決まらないと出せない。", "抹茶の仕入れ先"),
    ("坂の練習", "診断書がそろってから。", "診断書を頼む"),
    ("告知メール", "セールの内容が決まり次第書く。", "Year-end sale"),
    ("棚を増やす", "保険がはっきりするまで工事を入れない。", "Insurance for the warehouse"),
    ("ゼッケンの発注", "計測の方式が決まってから。", "計測"),
    ("名義を変える", "母に変えるには戸籍が要る。", "戸籍を取る"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "note", "awaited"), WAITS)
def test_what_a_note_waits_for_is_found_and_in_the_right_direction(
    title: str, note: str, awaited: str
) -> None:
    board = _board(_node("a", title, note), _node("b", awaited), _node("c", "牛乳を買う"))
    (item,) = board.dependencies
    assert (item.from_id, item.to_id, item.words_in) == ("a", "b", "a")
    assert item.words in note


def test_what_stands_in_the_other_node_turns_the_direction() -> None:
    board = _board(
        _node("a", "QA pass", "3 days"),
        _node("b", "Rollback drill", "We should do this once before the QA pass starts."),
    )
    (item,) = board.dependencies
    assert (item.from_id, item.to_id, item.words_in) == ("a", "b", "b")


@pytest.mark.parametrize(
    "note",
    [
        "We do it after all.",
        "Once a month.",
        "Once upon a time.",
        "We look after the venue data.",
        "距離は次第に落とす。",
        "式次第を作る。",
        "午後に会場の下見。",
        "Before/after photo of the venue.",
        "Until now no quote.",
    ],
)
def test_what_only_sounds_like_waiting_is_none(note: str) -> None:
    board = _board(_node("a", "Cards", note), _node("b", "Venue"), _node("c", "会場"))
    assert board.dependencies == ()


def test_half_a_dependency_is_a_question() -> None:
    board = _board(
        _node("a", "30km走", "膝の様子次第では25kmに短縮。"), _node("b", "膝を診てもらう")
    )
    assert board.dependencies == ()
    (question,) = board.questions
    assert (question.kind, question.node_ids) == ("dependencies", ("a", "b"))


def test_what_an_alternative_needs_is_not_what_the_node_waits_for() -> None:
    venue = _node(
        "a",
        "Venue",
        "Barn / Hotel\nThe barn is lovely but needs heating. The hotel has everything.",
        status="NEEDS_DECISION",
    )
    assert _board(venue, _node("b", "Heating")).dependencies == ()


@pytest.mark.parametrize(
    ("title", "note", "options"),
    [
        ("目標ペース", "候補: 4'50/km / 4'58/km / 5'05/km", ["4'50/km", "4'58/km", "5'05/km"]),
        ("宿", "駅前ホテルか実家（車で50分）。", ["駅前ホテル", "実家"]),
        ("参加賞", "タオルか、地元のみかんか。タオルは残る。", ["タオル", "地元のみかん"]),
        ("申請", "いま出すか、退院してから出すか。", ["いま出す", "退院してから出す"]),
        ("Caterer", "Buffet or served dinner? Buffet is cheaper.", ["Buffet", "served dinner"]),
        (
            "Support",
            "Either drop it now or carry it until 2.1.",
            ["drop it now", "carry it until 2.1"],
        ),
        ("Telemetry: opt-in or opt-out", "", ["opt-in", "opt-out"]),
        ("Band", "- The Lanterns: great live\n- DJ: 600", ["The Lanterns", "DJ"]),
        (
            "保険",
            "A案: 賠償だけ（4.8万円）\nB案: 傷害も（11万円）",
            ["A案: 賠償だけ", "B案: 傷害も"],
        ),
    ],
)
def test_listed_alternatives_are_read(title: str, note: str, options: list[str]) -> None:
    notes = read_notes(_node("a", title, note, status="NEEDS_DECISION"))
    assert notes.alternatives is not None
    assert [choice.name for choice in notes.alternatives.choices] == options


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("GA4 / Search Console を両方見る。", "CAPTURED"),
        ("Peonies and/or sweet peas.", "CAPTURED"),
        ("Either way we test.", "NEEDS_DECISION"),
        ("会社の団体は使えるのか、電話で聞く。", "CLARIFYING"),
        ("誰が何時に決めるか、まだ案もない。", "CLARIFYING"),
        ("検査までに。茶の間か車。", "READY"),
        ("A/B test, 50/50.", "IN_PROGRESS"),
    ],
)
def test_what_is_no_choice_is_none(note: str, status: str) -> None:
    assert read_notes(_node("a", "x", note, status=status)).alternatives is None


def test_a_checklist_sizes_and_people_are_read() -> None:
    note = "[x] schema\n[ ] rollback path\n~1.5 days. Ask Robin, 30 min by phone."
    notes = read_notes(_node("a", "Script", note))
    assert notes.checklist is not None
    assert (notes.checklist.done, notes.checklist.still_open) == (("schema",), ("rollback path",))
    assert [effort.size_s / 60.0 for effort in notes.efforts] == [720.0, 30.0]
    assert notes.people == ("Robin",)
    assert read_notes(_node("a", "x", "車で50分。納期は3週間。待ち時間は2時間。")).efforts == ()


def test_what_lies_still_is_ordered_by_what_waits_for_it() -> None:
    old = datetime(2026, 3, 1, tzinfo=UTC)
    older = datetime(2025, 3, 1, tzinfo=UTC)
    board = _board(
        make_node("a", title="保険", updated_at=old),
        make_node("b", title="倉庫の棚", context="保険が決まってから。", updated_at=old),
        make_node("c", title="ロゴ", updated_at=older),
    )
    assert [item.node_id for item in board.stale] == ["a", "c", "b"]
    assert board.stale[0].waited_for_by == ("b",)


def test_two_times_of_the_same_kind_are_not_the_same() -> None:
    board = _board(
        _node("a", "30km走（1回目）", "湖を一周"), _node("b", "30km走（2回目）", "湖を一周")
    )
    assert board.duplicates == ()


@settings(max_examples=examples(300), deadline=None)
@given(
    title=st.text(max_size=40),
    note=st.text(
        alphabet=st.sampled_from(
            "0123456789/.-:年月日まで前後次第からないとか、。\n[ ]x- ABor untilafternd?か保険"
        ),
        max_size=80,
    ),
)
def test_nothing_that_is_written_breaks_the_reading(title: str, note: str) -> None:
    board = _board(_node("a", title, note, status="NEEDS_DECISION"), _node("b", note[:30], title))
    assert board.questions is not None
    assert board.stale == ()
    for wait in waits_in(note):
        assert wait.thing
    for found in board.dates:
        assert found.words


@pytest.mark.parametrize(
    "piece",
    [*"0か(、の a日ア", "A / ", "[ ] x\n", "11/30", "まで", "before "],
)
def test_a_text_without_end_is_read_in_no_time(piece: str) -> None:
    long = (piece * 10_000)[:10_000]
    nodes = [_node(f"n{at}", long[:500], long, status="NEEDS_DECISION") for at in range(3)]
    started_s = time.perf_counter()
    board = _board(*nodes)
    assert board.questions is not None
    assert board.duplicates is not None
    assert time.perf_counter() - started_s < LONG_MOST_S


def test_wide_spaces_are_read_as_one() -> None:
    apart = " " * 30
    note = f"Sent a quote on 3 Nov.{apart}Deposit{apart}within{apart}30 days of the quote."
    board = _board(_node("n1", "Book the hall", note))
    assert [item.day for item in board.dates] == [date(2026, 12, 3)]
