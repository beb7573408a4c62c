"""Notes typed in haste: how people say that something waits, is due or is there twice."""

from __future__ import annotations

from datetime import date

import pytest

from hakaru.proposals.board import Board
from hakaru.proposals.dates import dates_in, writes_day_first
from hakaru.proposals.nodes import Node
from hakaru.proposals.notes import read_notes
from tests.proposals.factories import make_node

TODAY = date(2026, 11, 23)
"""A Monday."""


def _waits(*nodes: Node) -> set[tuple[str, str]]:
    board = Board(nodes=nodes, today=TODAY)
    return {(item.from_id, item.to_id) for item in board.dependencies}


@pytest.mark.parametrize(
    ("title", "note", "awaited", "its_note"),
    [
        ("Send the leaflet", "cant go out til the map is drawn", "Map", ""),
        ("Lay the carpet", "blue one. wait for the paint", "Paint the hall", ""),
        ("Open the pool", "no guests w/o the water test though", "Water test", ""),
        ("Pay the carver", "half of it on delivery of the sign", "Wooden sign", ""),
        ("Seating plan", "Guest list done by then", "Guest list", ""),
        ("Bank loan", "they want to see figures so cash forecast first", "Cash forecast", ""),
        ("Roof rack", "contract signed before I spend anything", "Contract", ""),
        ("Camp site", "depends which valley", "Which valley", ""),
        ("Hand over the hall", "inventory goes with it, need that first", "Inventory", ""),
        ("Order curtains", "not before we hear back about the lease", "Lease", ""),
        ("Print the menu", "blocked on Ruth", "Menu drawing", "Ruth's painting it"),
        (
            "Remind the slow ones",
            "once the entries have closed",
            "Summer run",
            "entries close Friday",
        ),
        ("Garden party deposit", "soon as we've picked", "Garden party place?", "DECIDE"),
        ("名札を刷る", "名簿が固まってから", "参加者名簿", ""),
        ("棚を組む", "セットが届き次第", "工具セットを注文", ""),
        ("奨学金の書類", "国保に入ってからでないと出せない", "国民保険に入る", ""),
        ("会場と面談", "見取り図はその前に送る", "見取り図", ""),
    ],
)
def test_a_wait_typed_in_haste_is_read(title: str, note: str, awaited: str, its_note: str) -> None:
    other = make_node(
        "b",
        title=awaited,
        context="" if its_note == "DECIDE" else its_note,
        status="NEEDS_DECISION" if its_note == "DECIDE" else "READY",
    )
    assert _waits(make_node("a", title=title, context=note), other) == {("a", "b")}


@pytest.mark.parametrize(
    "note",
    [
        "doesn't depend on the roof",
        "no need to wait for the roof",
        "doesn't have to wait for the roof",
    ],
)
def test_a_wait_that_is_denied_is_none(note: str) -> None:
    assert not _waits(
        make_node("a", title="Choir night", context=note), make_node("b", title="Roof")
    )


def test_what_holds_another_back_is_read_from_either_side() -> None:
    assert _waits(
        make_node("a", title="滞在の長さ", context="これ決まらないと申込書に日付が書けない。"),
        make_node("b", title="申込書"),
    ) == {("b", "a")}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("answer by 3.12.", "2026-12-03"),
        ("runs from 16.01., book soon", "2027-01-16"),
        ("they hold it till Thurs", "2026-11-26"),
        ("shop closes 6/12 (Sunday)", "2026-12-06"),
        ("doors shut Sunday (29th)", "2026-11-29"),
        ("Thu week", "2026-12-03"),
        ("ready by xmas", "2026-12-24"),
        ("10日の21時に出す", "2026-12-10"),
        ("12月上旬にほしい", "2026-12-01"),
        ("due mid-January", "2027-01-20"),
    ],
)
def test_days_are_read_in_the_forms_in_which_people_note_them(text: str, day: str) -> None:
    read = dates_in(text, written_on=TODAY, today=TODAY)
    assert [mention.day.isoformat() for mention in read if mention.sure] == [day]


def test_a_board_that_writes_days_first_is_read_so() -> None:
    assert writes_day_first(["paid to 31/10", "before 8/1"])
    assert not writes_day_first(["from 10/31", "31/10"])
    assert not writes_day_first(["open 24/7"])
    read = dates_in("before 8/1", written_on=TODAY, today=TODAY, day_first=True)
    assert [mention.day.isoformat() for mention in read] == ["2027-01-08"]


@pytest.mark.parametrize(
    "text", ["22-26 Feb probably", "12/12(土)か13(日)あたり", "MOT is over, sell before."]
)
def test_a_hedged_day_is_no_certain_one(text: str) -> None:
    read = dates_in(text, written_on=TODAY, today=TODAY)
    assert not [mention for mention in read if mention.sure]


@pytest.mark.parametrize(
    ("note", "names"),
    [
        ("赤、青、縞のどれか。値段を見て考える", ["赤", "青", "縞"]),
        ("みなみ、はまべ、駅前。どこも近い。どれを第1希望にするか。", None),
        ("みなみ、はまべ、駅前。どれを第1希望にするか。", ["みなみ", "はまべ", "駅前"]),
        ("Sat 19 Dec. sushi or bowling", ["sushi", "bowling"]),
        ("two pages. host: Alpha, Beta or our own?", ["Alpha", "Beta", "our own"]),
        ("Ann か Rob に頼むか。", ["Ann", "Rob に頼む"]),
    ],
)
def test_a_list_to_choose_from_is_read(note: str, names: list[str] | None) -> None:
    read = read_notes(make_node("a", title="Open", context=note, status="NEEDS_DECISION"))
    listed = None if read.alternatives is None else [c.name for c in read.alternatives.choices]
    assert listed == names


def test_two_of_a_long_flat_list_may_be_the_same() -> None:
    others = [make_node(f"n{at}", title=f"Errand {at}", parent_id="all") for at in range(12)]
    pair = [
        make_node("x", title="クーポン", context="10%引き。SUMMER26", parent_id="all"),
        make_node("y", title="夏クーポンの設定", context="コード SUMMER26", parent_id="all"),
    ]
    board = Board(nodes=(make_node("all", title="Shop"), *others, *pair), today=TODAY)
    assert {frozenset({item.first_id, item.second_id}) for item in board.duplicates} == {
        frozenset({"x", "y"})
    }
