"""Does the plugin hold what it promises, and is every tool it names offered?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.docs.pages import write_plugin
from tools.docs.plugin import WRITING, plugin_files

from hakaru.guard.claims_json import KINDS
from hakaru.running.claims.outside import RULES
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.surfaces.mcp.offered import PROFILES, offered
from tests.contracts.tree import ROOT

PLUGIN = ROOT / "plugin"
_TOOL = re.compile(r"mcp__(?:plugin_hakaru_)?hakaru__(\w+)")
_SAID = re.compile(r"`((?:get|insert|validate|prefetch|analyze)_\w+|activities|report)`")
_MOST_BYTES = 5_000


@pytest.mark.parametrize("name", sorted(plugin_files()))
def test_a_file_of_the_plugin_says_what_the_code_says(name: str) -> None:
    written = (PLUGIN / name).read_text(encoding="utf-8")
    assert written == plugin_files()[name](), f"plugin/{name} is out of date: run `make docs`"


def test_the_folder_holds_nothing_that_is_not_made(tmp_path: Path) -> None:
    write_plugin(tmp_path)
    made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    there = {path.relative_to(PLUGIN) for path in PLUGIN.rglob("*") if path.is_file()}
    assert there - made == {Path("README.md")}


@pytest.mark.parametrize(
    "name", [plugin_file for plugin_file in plugin_files() if plugin_file.endswith(".md")]
)
def test_every_tool_it_names_is_offered_by_its_server(name: str) -> None:
    words = WRITING.split()
    (profile,) = [one for one in PROFILES if one == words[words.index("--profile") + 1]]
    tools = {one.name for one in offered(profile, write="--write" in words)}
    text = (PLUGIN / name).read_text(encoding="utf-8")
    _, head, body = text.split("---\n", 2)
    allowed = set(_TOOL.findall(head))
    assert allowed
    assert allowed <= tools
    assert set(_SAID.findall(body)) <= allowed


def test_its_server_reads_only_with_the_default_profile() -> None:
    (server,) = json.loads((PLUGIN / ".mcp.json").read_text("utf-8"))["mcpServers"].values()
    assert server["args"] == ["mcp"]


def test_the_weekly_review_needs_no_more_than_that() -> None:
    text = (PLUGIN / "commands" / "weekly-review.md").read_text(encoding="utf-8")
    assert set(_TOOL.findall(text)) <= {one.name for one in offered("core", write=False)}


def test_a_run_is_answered_by_what_reads_where_nothing_may_be_stored() -> None:
    text = (PLUGIN / "commands" / "analyze-run.md").read_text(encoding="utf-8")
    (first,) = [line for line in text.splitlines() if line.startswith("0. ")]
    assert WRITING in first
    core = {one.name for one in offered("core", write=False)}
    assert set(_SAID.findall(first)) - core == {"insert_section_analysis_dict"}


def test_every_example_of_a_configuration_starts_a_server_that_reads_only() -> None:
    started = 0
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *PLUGIN.rglob("*.md")):
        for block in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            if '"mcp"' in block:
                started += 1
                assert "--write" not in block, page
    assert started


@pytest.mark.parametrize("section", SECTIONS)
def test_an_analyst_knows_every_rule_its_text_is_checked_by(section: SectionName) -> None:
    text = (PLUGIN / "agents" / f"{section}-section-analyst.md").read_text(encoding="utf-8")
    for name in (*RULES, *KINDS):
        assert f"`{name}`" in text
    assert len(text.encode()) <= _MOST_BYTES


def test_the_listing_of_plugins_names_a_folder_that_is_there() -> None:
    listing = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text("utf-8"))
    (plugin,) = listing["plugins"]
    manifest = json.loads(
        (ROOT / plugin["source"] / ".claude-plugin" / "plugin.json").read_text("utf-8")
    )
    assert manifest["name"] == plugin["name"]
