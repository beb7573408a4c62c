"""Does the list of tools fit what a client loads, and does it say what a tool may do?"""

from __future__ import annotations

import itertools

import pytest

from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.surfaces.mcp.offered import (
    LIST_LIMIT_BYTES,
    PROFILES,
    WRITE_LIMIT_BYTES,
    ToolProfile,
    offered,
    taken,
    where_offered,
)
from hakaru.surfaces.mcp.schema import describe, list_bytes, list_tools
from tests.surfaces.mcp.declared import operation

TOOLS = tuple(one for one in OPERATIONS if not one.hidden)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_list_of_a_profile_is_within_its_budget(profile: ToolProfile) -> None:
    tools = list_tools(offered(profile, write=False), write=False, schemas=False)
    assert list_bytes(tools) <= LIST_LIMIT_BYTES[profile]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_tools_that_write_add_no_more_than_their_budget(profile: ToolProfile) -> None:
    tools = list_tools(offered(profile, write=True), write=True, schemas=False)
    assert list_bytes(tools) <= LIST_LIMIT_BYTES[profile] + WRITE_LIMIT_BYTES


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("write", [False, True])
def test_every_tool_is_described_in_full_in_every_profile(
    profile: ToolProfile, write: bool
) -> None:
    for tool in list_tools(offered(profile, write=write), write=write, schemas=False):
        assert tool["description"]
        parameters = tool["inputSchema"]["properties"]  # type: ignore[index]
        assert all(parameter["description"] for parameter in parameters.values())
        assert "outputSchema" not in tool
        hints = set(tool["annotations"])  # type: ignore[call-overload]
        reads = {"readOnlyHint", "openWorldHint"}
        writes = {*reads, "destructiveHint", "idempotentHint"}
        assert hints == (reads if tool["annotations"]["readOnlyHint"] else writes)  # type: ignore[index]


def test_each_profile_includes_the_one_before() -> None:
    names = [{one.name for one in offered(profile, write=False)} for profile in PROFILES]
    assert all(less <= more for less, more in itertools.pairwise(names))


def test_every_operation_is_offered_somewhere() -> None:
    everything = {one.name for one in offered("all", write=True)}
    assert everything == {one.name for one in OPERATIONS if not one.hidden}


def test_what_a_person_agrees_to_is_never_offered_to_a_model() -> None:
    hidden = {one.name for one in OPERATIONS if one.hidden}
    assert hidden >= {"confirm_change", "move_node", "undo_change"}
    assert not any(where_offered(name) for name in hidden)


def test_tools_that_change_data_are_offered_only_where_a_user_allows_it() -> None:
    writing = {one.name for one in OPERATIONS if one.profile == "write" and not one.hidden}
    for profile in PROFILES:
        assert not writing & {one.name for one in offered(profile, write=False)}
        assert writing <= {one.name for one in offered(profile, write=True)}


def test_it_is_known_where_a_tool_is_offered() -> None:
    operations = (operation("shaped", profile="write"), operation("loose", profile="analysis"))
    assert where_offered("shaped", operations) == "--write"
    assert where_offered("loose", operations) == "--profile analysis"
    assert where_offered("nothing", operations) is None


def test_what_is_destructive_is_what_loses_something() -> None:
    losing = {tool.name for tool in TOOLS if _hints(tool).get("destructiveHint")}
    assert losing == {"clean_exports", "forget_focus", "label", "set_athlete"}


def test_what_may_be_asked_twice_is_said_of_every_tool_that_writes() -> None:
    repeatable = {
        tool.name for tool in TOOLS if not tool.reads_only and _hints(tool)["idempotentHint"]
    }
    assert repeatable == {
        "clean_exports",
        "evaluate",
        "fetch_garmin",
        "forget_focus",
        "import_focus",
        "ingest",
        "insert_section_analysis_dict",
        "label",
        "reevaluate",
        "report",
        "set_athlete",
        "understand",
    }


def test_annotations_say_what_a_tool_may_do() -> None:
    status, fetch = (
        next(tool for tool in TOOLS if tool.name == name) for name in ("status", "fetch_garmin")
    )
    assert _hints(status) == {
        "readOnlyHint": True,
        "openWorldHint": False,
    }
    assert _hints(fetch) == {
        "readOnlyHint": False,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": True,
    }


def test_removing_exports_is_a_tool_of_its_own_that_needs_the_right_to_write() -> None:
    listing = next(tool for tool in TOOLS if tool.name == "exports")
    assert listing.params == ()
    assert where_offered("clean_exports") == "--write"


def test_where_files_go_is_not_for_a_model_to_choose_unless_it_may_write() -> None:
    (report,) = (one for one in OPERATIONS if one.name == "report")
    assert "out" not in {one.name for one in taken(report, write=False)}
    assert "out" in {one.name for one in taken(report, write=True)}


def _hints(one: Operation) -> dict[str, object]:
    hints = describe(one, write=True, schemas=True)["annotations"]
    assert isinstance(hints, dict)
    return hints
