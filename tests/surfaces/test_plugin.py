"""Does the plugin hold what it promises, and is every tool it names offered?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.running.sections.rules import rules_of
from hakaru.surfaces.docs import write_plugin
from hakaru.surfaces.mcp.offered import offered
from hakaru.surfaces.plugin_files import plugin_files
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


@pytest.mark.parametrize("name", [one for one in plugin_files() if one.endswith(".md")])
def test_every_tool_it_names_is_offered_by_its_server(name: str) -> None:
    args = json.loads((PLUGIN / ".mcp.json").read_text("utf-8"))["mcpServers"]["hakaru"]["args"]
    assert args[:3] == ["mcp", "--profile", "all"]
    tools = {one.name for one in offered("all", write="--write" in args)}
    text = (PLUGIN / name).read_text(encoding="utf-8")
    _, head, body = text.split("---\n", 2)
    allowed = set(_TOOL.findall(head))
    assert allowed
    assert allowed <= tools
    assert set(_SAID.findall(body)) <= allowed


@pytest.mark.parametrize("section", SECTIONS)
def test_an_analyst_knows_every_rule_its_text_is_checked_by(section: SectionName) -> None:
    text = (PLUGIN / "agents" / f"{section}-section-analyst.md").read_text(encoding="utf-8")
    for rule in rules_of(section):
        assert f"`{rule.id}`" in text
    assert len(text.encode()) <= _MOST_BYTES


def test_the_listing_of_plugins_names_a_folder_that_is_there() -> None:
    listing = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text("utf-8"))
    (plugin,) = listing["plugins"]
    manifest = json.loads(
        (ROOT / plugin["source"] / ".claude-plugin" / "plugin.json").read_text("utf-8")
    )
    assert manifest["name"] == plugin["name"]
