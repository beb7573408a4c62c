"""Tasks of other programs as nodes, and dates as a calendar."""

from __future__ import annotations

import json
from datetime import date

import pytest

from hakaru.proposals.board import Board
from hakaru.proposals.exchange import (
    NotReadable,
    from_org,
    from_todoist_csv,
    from_todoist_json,
    is_todoist_json,
    to_ics,
)
from tests.proposals.factories import NOW, make_node

CSV = """TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
section,宿と足,,,,,,,,
task,宿を取る,駅の近く,1,1,A (1),,2026-03-10,ja,Asia/Tokyo
note,実家でもよい,,,,A (1),,,,
task,キャンセル料を見る,,4,2,A (1),,,ja,
task,* 持ち物,,4,1,A (1),,,ja,
,,,,,,,,,
"""


def test_a_todoist_project_keeps_sections_indents_notes_and_days() -> None:
    section, inn, fee, things = from_todoist_csv(CSV)
    assert (section.title, section.parent) == ("宿と足", None)
    assert (inn.title, inn.parent) == ("宿を取る", 0)
    assert inn.context == "駅の近く\ndue 2026-03-10\n実家でもよい"
    assert (fee.title, fee.parent) == ("キャンセル料を見る", 1)
    assert (things.title, things.parent) == ("持ち物", 0)
    board = Board(nodes=(make_node(title=inn.title, context=inn.context),), today=NOW.date())
    assert [(found.day, found.sense) for found in board.dates] == [(date(2026, 3, 10), "deadline")]


@pytest.mark.parametrize("inside", ["\u2028", "\x0c", "\x85"])
def test_a_todoist_title_goes_on_after_what_only_looks_like_the_end_of_a_line(inside: str) -> None:
    (task,) = from_todoist_csv(f"TYPE,CONTENT,DESCRIPTION\r\ntask,Write{inside}the plan,short\r\n")
    assert (task.title.startswith("Write"), task.title.endswith("the plan")) == (True, True)
    assert task.context == "short"


@pytest.mark.parametrize("wrapped", [True, False])
def test_todoist_tasks_in_json_keep_parents_and_what_is_done(wrapped: bool) -> None:
    rows = [
        {"id": "7", "content": "企画", "description": "短く", "project_id": "1", "checked": True},
        {"id": "8", "content": "図", "parent_id": "7", "due": {"date": "2026-03-05T10:00:00"}},
    ]
    read = {"items": rows, "projects": [{"id": "1", "name": "展示会"}]} if wrapped else rows
    assert is_todoist_json(json.loads(json.dumps(read)))
    drafts = from_todoist_json(read)
    assert [draft.title for draft in drafts] == (["展示会"] if wrapped else []) + ["企画", "図"]
    plan, figure = drafts[-2:]
    assert (plan.status, plan.context, plan.parent) == ("DONE", "短く", 0 if wrapped else None)
    assert (figure.context, figure.parent) == ("due 2026-03-05", len(drafts) - 2)
    assert not is_todoist_json({"nodes": [{"title": "a"}]})


ORG = """#+TITLE: Plan
* Wedding :family:
** @ [#A] Venue
   DEADLINE: <2026-03-12 Thu> SCHEDULED: <2026-03-02 Mon>
   :PROPERTIES:
   :ID: 1
   :END:
   - [X] barn
   - [ ] hotel
** WAITING Photographer
   quote from [2026-02-20 Fri]
** DONE Rings
   CLOSED: [2026-02-01 Sun]
* SOMEDAY Dance lessons
""".replace("@", "".join(("TO", "DO")))


def test_an_org_file_keeps_headings_states_and_days() -> None:
    wedding, venue, photographer, rings, dance = from_org(ORG)
    assert (wedding.title, wedding.status) == ("Wedding", "CAPTURED")
    assert (venue.title, venue.parent, venue.status) == ("Venue", 0, "READY")
    assert venue.context.splitlines() == [
        "due 2026-03-12, scheduled 2026-03-02",
        "- [X] barn",
        "- [ ] hotel",
    ]
    assert (photographer.status, photographer.context) == (
        "WAITING_EXTERNAL",
        "quote from 2026-02-20",
    )
    assert (rings.status, rings.context) == ("DONE", "")
    assert (dance.status, dance.parent) == ("COOLING", None)
    board = Board(nodes=(make_node(title="Venue", context=venue.context),), today=NOW.date())
    assert {found.day.isoformat() for found in board.dates} == {"2026-03-12", "2026-03-02"}
    checklist = board.notes(board.nodes[0]).checklist
    assert checklist is not None
    assert checklist.done == ("barn",)


@pytest.mark.parametrize(
    "text", ["", "a,b\n1,2\n", "TYPE,CONTENT\n", "TYPE,CONTENT\nmeta,view_style=list\n"]
)
def test_a_table_without_tasks_is_refused(text: str) -> None:
    with pytest.raises(NotReadable):
        from_todoist_csv(text)


def test_an_org_file_without_a_heading_is_refused() -> None:
    with pytest.raises(NotReadable):
        from_org("text\n- item\n")


def test_dates_go_out_as_whole_days_in_lines_that_are_short_enough() -> None:
    nodes = (
        make_node("n1", title="宿, 前泊; 会場の近く" * 6, context="2026-03-10まで。"),
        make_node("n2", title="Fair", context="2026年3月14日〜15日"),
    )
    text = to_ics(Board(nodes=nodes, today=NOW.date()), now=NOW)
    lines = text.split("\r\n")
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    assert all(len(line.encode()) <= 75 for line in lines)
    unfolded = text.replace("\r\n ", "")
    assert "SUMMARY:宿\\, 前泊\\; 会場の近く" in unfolded
    assert "DTSTART;VALUE=DATE:20260314\r\nDTEND;VALUE=DATE:20260316" in text
    assert "CATEGORIES:DEADLINE" in text
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 2


@pytest.mark.parametrize(
    ("note", "start"),
    [
        ("2026-03-14 14:00", "DTSTART:20260314T140000"),
        ("March 14 at 2pm", "DTSTART:20260314T140000"),
        ("at 9:30 on March 14", "DTSTART:20260314T093000"),
        ("3月14日（土）午後2時半に集合", "DTSTART:20260314T143000"),
        ("3月14日 3時間", "DTSTART;VALUE=DATE:20260314"),
        ("March 14 1:05:00 for the race", "DTSTART;VALUE=DATE:20260314"),
        ("March 14-15 10:00", "DTSTART;VALUE=DATE:20260314"),
        ("March 14 25:00", "DTSTART;VALUE=DATE:20260314"),
    ],
)
def test_an_hour_beside_a_day_goes_into_the_calendar(note: str, start: str) -> None:
    nodes = (make_node("n1", title="Fair", context=note),)
    assert f"\r\n{start}\r\n" in to_ics(Board(nodes=nodes, today=NOW.date()), now=NOW)


def test_days_before_a_day_with_an_hour_are_whole_days() -> None:
    nodes = (make_node("n1", title="Fair", context="March 14 14:00. Cake 3 days before."),)
    text = to_ics(Board(nodes=nodes, today=NOW.date()), now=NOW)
    assert "DTSTART;VALUE=DATE:20260311" in text
    assert "DTSTART:20260314T140000" in text
