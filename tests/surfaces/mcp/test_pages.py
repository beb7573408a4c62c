"""Do the pages, prompts and instructions say what is true of this server?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from hakaru.catalog.operations import OPERATIONS
from hakaru.core.errors import ReplyTooLarge
from hakaru.core.i18n import Lang
from hakaru.store.sandbox.tree import TABLES
from hakaru.store.schema import unit_of
from hakaru.surfaces.mcp.budgets import budgets_text
from hakaru.surfaces.mcp.offered import LIMIT_BYTES, RULES, instructions
from hakaru.surfaces.mcp.pages import (
    ANALYSES,
    PAGES,
    Page,
    analysis_named,
    prompt_text,
    read_page,
    table_page,
    within,
)
from hakaru.surfaces.mcp.server import Offer, build_server
from tests.flows.factories import make_context
from tests.surfaces.mcp.talking import talk

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def test_every_page_is_written_with_data_and_without(data: Path, tmp_path: Path) -> None:
    for folder in (data, tmp_path / "none"):
        context = make_context(folder)
        for page in PAGES:
            assert read_page(context, page.uri).strip()
        context.store.close()


def test_the_schema_page_names_every_table_and_its_units(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    page = read_page(context, "hakaru://schema")
    assert set(re.findall(r"\*\*(\w+)\*\*", page)) == TABLES, "those a query may read"
    assert "| gct_ms | DOUBLE | ms |" in table_page(context, "time_series_metrics")
    assert "| pace_s_per_km |" in page or "pace_s_per_km" in page


@pytest.mark.parametrize(
    ("column", "unit"),
    [("gct_ms", "ms"), ("gct_ms_actual", "ms"), ("pace_s_per_km", "s/km"), ("speed_mps", "m/s"),
     ("elapsed_s", "s"), ("distance_m", "m"), ("activity_id", ""), ("sport", ""), ("power_w", "W")],
)  # fmt: skip
def test_the_unit_of_a_column_is_in_its_name(column: str, unit: str) -> None:
    assert unit_of(column) == unit


def test_the_budgets_and_tools_pages_name_every_tool(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    assert all(operation.name in read_page(context, "hakaru://budgets") for operation in OPERATIONS)
    tools = read_page(context, "hakaru://tools")
    assert all(
        (f"**{operation.name}**" in tools) is not operation.hidden for operation in OPERATIONS
    )


def test_the_budgets_page_is_the_one_of_the_documentation(tmp_path: Path) -> None:
    """Resolution 33: one table."""
    assert read_page(make_context(tmp_path / "data"), "hakaru://budgets") == budgets_text()


def test_every_page_has_a_limit_that_the_budgets_name(data: Path) -> None:
    context = make_context(data)
    for page in PAGES:
        assert len(read_page(context, page.uri).encode()) <= page.limit_bytes
        assert f"| `{page.uri}` | {page.limit_bytes:,} |" in budgets_text()
    context.store.close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_beyond_its_limit_is_refused_and_says_what_to_ask_instead(page: Page) -> None:
    assert within(page, "x" * page.limit_bytes)
    with pytest.raises(ReplyTooLarge, match=re.escape(f"{page.limit_bytes + 1} bytes")) as refused:
        within(page, "x" * (page.limit_bytes + 1))
    assert str(page.instead) in str(refused.value)


def test_the_latest_report_is_that_of_the_newest_run(data: Path) -> None:
    context = make_context(data)
    with context.store.read() as con:
        ((newest,),) = con.execute("SELECT max(activity_date) FROM activities").fetchall()
    page = read_page(context, "hakaru://report/latest")
    assert newest.isoformat() in page or f"{newest.year}" in page
    context.store.close()


@pytest.mark.parametrize("uri", ["hakaru://nope", "hakaru://schema/nope", "hakaru://schema/../etc"])
def test_an_unknown_page_is_a_typed_error(tmp_path: Path, uri: str) -> None:
    server = build_server(make_context(tmp_path / "data"), Offer())

    async def conversation() -> None:
        async with Client(server) as client:
            with pytest.raises(MCPError) as caught:
                await client.read_resource(uri)
            assert caught.value.data["ok"] is False
            assert caught.value.data["status"] == 404

    talk(conversation)


def test_pages_and_prompts_are_listed_and_read(tmp_path: Path) -> None:
    server = build_server(make_context(tmp_path / "data"), Offer())

    async def conversation() -> None:
        async with Client(server) as client:
            listed = (await client.list_resources()).resources
            assert [one.uri for one in listed] == [page.uri for page in PAGES]
            (template,) = (await client.list_resource_templates()).resource_templates
            uri = template.uri_template.replace("{table}", "splits")
            (content,) = (await client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            assert content.text.startswith("# splits")
            prompts = (await client.list_prompts()).prompts
            assert [prompt.name for prompt in prompts] == [analysis.name for analysis in ANALYSES]
            for prompt in prompts:
                given = {ask.name: "7" for ask in prompt.arguments or []}
                (message,) = (await client.get_prompt(prompt.name, given)).messages
                assert isinstance(message.content, TextContent)
                assert "EXPORT" in message.content.text
            with pytest.raises(MCPError, match="takes"):
                await client.get_prompt(prompts[0].name, {})
            with pytest.raises(MCPError, match="no prompt"):
                await client.get_prompt("nope", {})
            with pytest.raises(MCPError, match="no prompt") as caught:
                await client.get_prompt("nope" * 50_000, {})
            assert len(str(caught.value.data)) + len(str(caught.value)) < 8192

    talk(conversation)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_steps_of_a_prompt_are_filled_in_and_in_one_language(language: Lang) -> None:
    for analysis in ANALYSES:
        given = {ask.name: f"47{at}" for at, ask in enumerate(analysis.arguments)}
        text = prompt_text(analysis_named(analysis.name), given, language=language)
        assert all(value in text for value in given.values())
        assert "{" not in text
        assert bool(_JAPANESE.search(text)) == (language == "ja")
        order = [text.index(step) for step in ("PLAN", "EXPORT", "CODE", "RESULT", "INTERPRET")]
        assert order == sorted(order)


def test_the_instructions_fit_even_with_every_tool() -> None:
    names = {operation.name for operation in OPERATIONS} | {
        tool for rule in RULES for tool in rule.tools
    }
    text = instructions(names)
    assert len(text.encode()) <= LIMIT_BYTES
    assert all(rule.text in text for rule in RULES)


def test_the_instructions_speak_only_of_tools_that_are_offered() -> None:
    text = instructions(set())
    named = {tool for rule in RULES for tool in rule.tools}
    assert not [tool for tool in named if f"`{tool}`" in text]


def test_the_instructions_forbid_reading_rows_and_computing_numbers() -> None:
    text = instructions({"export"})
    assert "PLAN" in text
    assert "Never read raw rows" in text
    assert "never computed" in text
