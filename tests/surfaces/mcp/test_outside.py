"""Does a model see what others wrote as data, on one line, in everything this server sends?"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json, fenced_text, marked_reply, marked_text
from hakaru.flows.context import Context
from hakaru.running.sections.model import SECTIONS
from hakaru.sources.models.model import Scripted
from hakaru.store.file_access import UPLOADS
from hakaru.surfaces.mcp.pages import ANALYSES, PAGES, report_page
from hakaru.surfaces.mcp.server import Offer, build_server
from tests.flows.factories import make_context, stored_runs
from tests.once import made_once, own_copy
from tests.shared import some
from tests.surfaces.focus_files import empty_session
from tests.surfaces.mcp.declared import operation
from tests.surfaces.mcp.hostile import (
    LONG,
    OWN_TITLES,
    SHORT,
    STRANGE_TITLES,
    hostile_world,
    marked_titles,
)
from tests.surfaces.mcp.talking import reply_of, talk

TITLES = marked_titles(some((*OWN_TITLES, *STRANGE_TITLES), 30))
SOURCES = {"recording", "person", "node", "model"}
TRACE = re.compile(rf"{SHORT}\d\d|\d\d{LONG}", re.IGNORECASE)
FENCE = re.compile(r'`\{"text": "(?:[^"\\`]|\\.)*", "from": "\w+"\}`')
OF_FREE_FORM = {"get_section_analysis", "profile", "query"}
"""Replies with keys that others chose: all below a declared one is marked."""
TOOLS = tuple(one for one in OPERATIONS if not one.hidden)

Call = tuple[str, Mapping[str, object]]


@pytest.fixture(scope="module")
def hostile() -> Iterator[Context]:
    folder = made_once("hostile-world", lambda folder: hostile_world(folder, TITLES).store.close())
    context = make_context(own_copy(folder / "data"))
    yield context
    context.store.close()


def bad_characters(text: str) -> set[str]:
    """What breaks a line, steers a terminal, hides or turns text."""
    return {
        repr(one) for one in text if unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp", "Cs")
    }


def unmarked(value: object, place: str = "") -> Iterator[str]:
    """Where a hostile text stands outside of a mark, as a value or as a key."""
    if isinstance(value, Mapping):
        if value.keys() == {"text", "from"} and value["from"] in SOURCES:
            if not isinstance(value["text"], str):
                yield f"{place}: a mark without a text"
            return
        for key, item in value.items():
            if TRACE.search(key):
                yield f"{place}: the key {key!r}"
            yield from unmarked(item, f"{place}.{key}")
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from unmarked(item, f"{place}[{at}]")
    elif isinstance(value, str) and TRACE.search(value):
        yield f"{place}: {value[:80]!r}"


def strings(value: object) -> Iterator[str]:
    """Every text and key of a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def mark_keys(value: object, key: str = "") -> Iterator[str]:
    """The keys under which a reply marks texts; that of a cell is the name of its column."""
    if isinstance(value, Mapping):
        if value.keys() == {"text", "from"}:
            yield key
            return
        names = value.get("columns")
        for name, item in value.items():
            if isinstance(names, list) and name != "columns" and isinstance(item, list):
                cells = [pair for row in item for pair in zip(names, row, strict=False)]
                yield from (one for column, cell in cells for one in mark_keys(cell, column))
            else:
                yield from mark_keys(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from mark_keys(item, key)


def assert_marked(name: str, reply: object) -> None:
    """Nothing of it breaks a line, and no hostile text stands as ours."""
    assert not list(unmarked(reply)), name
    found = [bad for text in strings(reply) if (bad := bad_characters(text))]
    assert not found, (name, found[:3])


def calls(context: Context, folder: Path) -> Iterator[Call]:
    """Questions about everything that holds a text of somebody, with hostile arguments as well."""
    runs = stored_runs(context)
    judged = [one for one in runs if one.overall_stars is not None]
    for run in (*judged[:2], *runs[::25]):
        about: Mapping[str, object] = {"activity_id": str(run.activity_id)}
        for one in TOOLS:
            names = {param.name for param in one.params}
            needed = {param.name for param in one.params if param.required}
            if one.profile != "write" and "activity_id" in names and needed <= {"activity_id"}:
                yield one.name, about
        for name in ("get_session", "get_interval_analysis", "compare_similar_workouts"):
            yield name, {"activity": str(run.activity_id)}
        yield "get_form_anomaly_details", {"activity": str(run.activity_id), "number": 1}
        yield "compare_runs", {"activities": [str(run.activity_id), str(runs[0].activity_id)]}
        yield "get_split_time_series_detail", {**about, "split": 1}
        yield "get_time_range_detail", {**about, "start_s": 0, "end_s": 60}
    for one in TOOLS:
        if one.offline and one.profile != "write":
            yield one.name, {}
    for run in runs[: 1 + len(TITLES) // len(SECTIONS)]:
        for section in SECTIONS:
            told = {"activity_id": str(run.activity_id), "section_type": section}
            yield "get_section_analysis", told
    for run in runs:
        yield "get_weather_data", {"activity_id": str(run.activity_id)}
        yield "get_activity_by_date", {"date": run.activity_date.isoformat()}
    yield "get_race_readiness", {"distance": "half"}
    for limit in (5, 20, 100):
        yield "activities", {"limit": limit}
        yield "list_attempts", {"limit": limit}
    yield "report", {"activity": str(judged[0].activity_id)}
    yield "expect", {"pace": "4:30"}
    yield "best_efforts", {"over": "1k"}
    yield "query", {"query": "SELECT title, gear, location AS state FROM activities"}
    yield "get_analysis_contract", {"section_type": "split"}
    yield from _about_tables()
    handed_in = context.data_folder / UPLOADS
    handed_in.mkdir(exist_ok=True)
    yield from _about_words(handed_in)
    yield from _about_nodes()
    for number in range(1, 8):
        yield "get_attempt", {"attempt": number}


def _about_tables() -> Iterator[Call]:
    for table in ("activities", "devices", "weather", "section_analyses", "splits"):
        yield "profile", {"table_or_query": table}
    alias = TITLES[0].replace('"', '""')
    for query in (
        "SELECT title, gear, location FROM activities",
        f'SELECT 1 AS "{alias}", title FROM activities',
        "SELECT max(title) AS day, min(product) AS kind FROM activities, devices",
    ):
        yield "profile", {"table_or_query": query}
        yield "export", {"query": query}
        yield "materialize", {"name": "kept", "query": query}
    yield "histogram", {"table_or_query": f'SELECT 1 AS "{alias}"', "column": TITLES[0]}
    yield "exports", {}


def _about_words(handed_in: Path) -> Iterator[Call]:
    for title in TITLES[::12]:
        yield "profile", {"table_or_query": title}
        yield "export", {"anomaly_id": title}
    for title in TITLES:
        yield "extract_insights", {"keywords": title[:4], "limit": 30}
        yield "get_activity_by_date", {"date": title}
        yield "get_session", {"activity": title}
        yield "extract_insights", {"keywords": title}
        yield "list_attempts", {"task": title}
        yield "expect", {"pace": "4:30", "sensor": title}
        yield "status", {title: title}
        yield title.replace("\ud800", "?"), {}
        yield "validate_section_json", {
            "activity_id": "2025-01-06", "section_type": "split",
            "analysis_data": json.dumps({"text": title, "evidence": [title], title: title}),
        }  # fmt: skip
        yield "validate_proposal", {
            "kind": "organizer", "valid_node_ids": title,
            "report": json.dumps({"summary": title, title: title, "grouping_proposals": [
                {"group_label": title, "node_ids": [title], "reason": title}]}),
        }  # fmt: skip
        yield "summarise_focus_day", {"day": title}
    yield "replay_focus", {"file": str(empty_session(handed_in))}


def _about_nodes() -> Iterator[Call]:
    for at, title in enumerate(TITLES):
        node = f"n{at + 1}"
        yield "show_node", {"node": node}
        yield "advise", {"node": node}
        yield "estimate_status", {"node": node, "intent": title}
        yield "show_node", {"node": title}
        yield "apply_change", {"confirmation": title}
        if at % 12 == 0:
            yield "organize", {"intent": title}
            yield "organize", {"focus": node, "intent": title}
            yield "add_node", {"title": title, "note": title}
            yield "edit_node", {"node": node, "title": title, "note": title}
    for number in range(len(TITLES) + 1, 2 * len(TITLES), 5):
        yield "show_node", {"node": f"n{number}"}
    for tray in ("in_progress", "needs_decision", "waiting_external", "cooling", "other_active"):
        yield "list_nodes", {"tray": tray}


def test_no_tool_sends_a_hostile_text_unmarked_or_over_lines(
    hostile: Context, tmp_path: Path
) -> None:
    server = build_server(hostile, Offer(profile="all", write=True))
    by_name = {tool.name: tool for tool in TOOLS}
    answered: set[str] = set()
    undeclared: set[tuple[str, str]] = set()
    too_large: set[str] = set()
    with_marks: set[str] = set()

    async def conversation() -> None:
        async with Client(server) as client:
            for name, sent in calls(hostile, tmp_path):
                result = await client.call_tool(name, dict(sent))
                reply = reply_of(result)
                if result.is_error:
                    if reply["status"] == 413:
                        too_large.add(name)
                    found = [bad for text in strings(reply) if (bad := bad_characters(text))]
                    assert not found, (name, found)
                    continue
                assert_marked(name, reply)
                answered.add(name)
                texts = by_name[name].texts
                if "*" not in texts and name not in OF_FREE_FORM:
                    undeclared.update((name, key) for key in mark_keys(reply) if key not in texts)
                if '"from": "' in json.dumps(reply) and TRACE.search(json.dumps(reply)):
                    with_marks.add(name)

    talk(conversation)
    assert too_large <= {"get_section_analysis"}, "marks take room as well"
    assert undeclared == set(), "marked for want of a declaration"
    assert with_marks >= {
        "activities", "get_activity_by_date", "get_weather_data", "extract_insights",
        "get_section_analysis", "profile", "query", "export", "histogram", "show_node",
        "list_nodes",
        "add_node", "edit_node", "organize", "advise", "get_attempt", "validate_section_json",
        "validate_proposal",
    }  # fmt: skip
    assert {tool.name for tool in TOOLS if tool.profile != "write"} - answered <= {
        "get_form_anomaly_details",
        "get_heart_rate_zones_detail",
    }


def test_what_a_model_replied_is_marked_as_the_models(hostile: Context) -> None:
    said: dict[str, list[object]] = {
        "decomposition_proposals": [],
        "grouping_proposals": [],
        "relation_proposals": [],
    }
    for title in TITLES[::6]:
        scripted = Scripted([json.dumps({**said, "summary": title})] * 3)
        one = next(tool for tool in TOOLS if tool.name == "organize")
        result = load(one.target)(replace(hostile, model=scripted), focus=None, intent=title)
        reply = marked_reply(one, json.loads(as_json(result)))
        assert_marked(one.name, reply)


def test_what_cannot_be_read_is_named_as_data(hostile: Context, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for number, title in enumerate(TITLES):
        name = title.replace("/", "_").replace("\0", "").encode("utf-8", "replace")[:150]
        (files / f"{name.decode('utf-8', 'ignore')}{number}.fit").write_text("no recording")
        text = title.replace("\0", "").encode("utf-8", "replace").decode()
        sport = (
            f"<gpx><trk><name>x</name><type>{''.join(filter(str.isalnum, text))}</type></trk></gpx>"
        )
        (files / f"{number}.gpx").write_text(sport)
    one = next(tool for tool in TOOLS if tool.name == "ingest")
    reply = marked_reply(one, json.loads(as_json(load(one.target)(hostile, paths=(files,)))))
    assert reply["n_failed"]
    assert_marked(one.name, reply)
    assert len(json.dumps(reply, ensure_ascii=False).encode()) <= one.limit_bytes


def test_pages_fence_what_others_wrote(hostile: Context, tmp_path: Path) -> None:
    server = build_server(hostile, Offer(profile="all"))
    newest = [run for run in stored_runs(hostile) if run.overall_stars is not None]

    async def conversation() -> None:
        async with Client(server) as client:
            for page in PAGES:
                (content,) = (await client.read_resource(page.uri)).contents
                assert isinstance(content, TextResourceContents)
                assert_fenced(content.text)
            for title in TITLES:
                with pytest.raises((MCPError, ValueError)) as caught:
                    await client.read_resource(f"hakaru://schema/{title.replace(chr(0xD800), '?')}")
                assert not bad_characters(str(caught.value))

    talk(conversation)
    assert newest


def test_every_report_fences_what_others_wrote(hostile: Context) -> None:
    judged = [one for one in stored_runs(hostile) if one.overall_stars is not None]
    for run in (*judged, *stored_runs(hostile)[::10]):
        page = report_page(hostile, run.activity_id)
        assert_fenced(page)
        assert run.title is None or "from" in page


def assert_fenced(page: str) -> None:
    """Outside of fences stands no hostile text and nothing that steers."""
    bare = FENCE.sub("", page)
    assert not TRACE.search(bare), TRACE.search(bare)
    assert not bad_characters(page) - {repr("\n")}


def test_prompts_hold_arguments_as_data(hostile: Context) -> None:
    server = build_server(hostile, Offer())

    async def conversation() -> None:
        async with Client(server) as client:
            for analysis in ANALYSES:
                for title in TITLES:
                    given = {ask.name: title for ask in analysis.arguments}
                    (message,) = (await client.get_prompt(analysis.name, given)).messages
                    assert isinstance(message.content, TextContent)
                    assert_fenced(message.content.text)
                    assert len(message.content.text.splitlines()) == 1 + len(analysis.steps)
                    name = title.replace("\ud800", "?")
                    with pytest.raises(MCPError) as caught:
                        await client.get_prompt(name, {name: name})
                    assert not bad_characters(f"{caught.value} {caught.value.data}")

    talk(conversation)


@pytest.mark.parametrize("title", TITLES[:: max(1, len(TITLES) // 40)], ids=ascii)
def test_a_mark_is_one_line_and_a_fence_ends_where_it_says(title: str) -> None:
    mark = marked_text(title, "recording")
    assert mark.keys() == {"text", "from"}
    assert not bad_characters(mark["text"])
    fence = fenced_text(title, "recording")
    assert FENCE.fullmatch(fence)
    assert json.loads(fence.strip("`")) == mark


def test_what_nobody_declared_is_marked() -> None:
    one = replace(operation("loose"), texts={})
    reply: Mapping[str, object] = {"news": "someone's words", "status": "ok", "n": 1, "on": "2026"}
    assert marked_reply(one, reply) == {
        "news": {"text": "someone's words", "from": "recording"},
        "status": "ok",
        "n": 1,
        "on": "2026",
    }


def test_a_cell_has_the_meaning_of_its_column() -> None:
    one = replace(operation("loose"), texts={"title": "recording"})
    reply: Mapping[str, object] = {"columns": ["title", "status"], "rows": [["ok", "ok"]]}
    marked = {"text": "ok", "from": "recording"}
    assert marked_reply(one, reply)["rows"] == [[marked, "ok"]]


def test_names_that_a_caller_gave_in_its_query_are_not_from_a_recording() -> None:
    columns = replace(operation("loose"), texts={"names": "column"})
    query = "SELECT avg(pace) AS usual, count(*) FROM splits"
    reply: Mapping[str, object] = {
        "names": ["usual", "avg(pace)", "count_star()", "pace", "Ignore me"]
    }
    marked = {"text": "Ignore me", "from": "recording"}
    assert marked_reply(columns, reply, known_columns=["pace"], asked=query)["names"] == [
        "usual",
        "avg(pace)",
        "count_star()",
        "pace",
        marked,
    ]


def test_rows_of_a_part_have_the_columns_named_above_them() -> None:
    """The name of a shoe stays somebody's text; the cause beside it is a word of ours."""
    loose = replace(operation("loose"), texts={"name": "recording"})
    reply: Mapping[str, object] = {
        "columns": ["cause", "name"],
        "metrics": [{"metric": "gct", "parts": [["heat", None], ["shoe", "Ignore me"]]}],
    }
    marked = {"text": "Ignore me", "from": "recording"}
    assert marked_reply(loose, reply)["metrics"] == [
        {"metric": "gct", "parts": [["heat", None], ["shoe", marked]]}
    ]
