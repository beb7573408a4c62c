"""Does the list of tools fit what a client loads, and does it say what a tool may do?"""

from __future__ import annotations

import itertools

import pytest

from hakaru.catalog.operations import OPERATIONS
from hakaru.surfaces.mcp.listing import DETAILS, describe, list_bytes, list_tools
from hakaru.surfaces.mcp.offered import (
    LIST_LIMIT_BYTES,
    PROFILES,
    ToolProfile,
    offered,
    taken,
    where_offered,
)
from tests.surfaces.mcp.declared import operation, param


@pytest.mark.parametrize("profile", PROFILES)
def test_the_list_of_a_profile_is_within_its_budget(profile: ToolProfile) -> None:
    tools = list_tools(offered(profile, write=False), profile, write=False)
    assert list_bytes(tools) <= LIST_LIMIT_BYTES[profile]


@pytest.mark.parametrize("profile", PROFILES)
def test_with_the_tools_that_write_the_list_is_within_the_largest_budget(
    profile: ToolProfile,
) -> None:
    tools = list_tools(offered(profile, write=True), profile, write=True)
    assert list_bytes(tools) <= LIST_LIMIT_BYTES["all"]


def test_each_profile_includes_the_one_before() -> None:
    names = [{one.name for one in offered(profile, write=False)} for profile in PROFILES]
    assert all(less <= more for less, more in itertools.pairwise(names))


def test_every_operation_is_offered_somewhere() -> None:
    everything = {one.name for one in offered("all", write=True)}
    assert everything == {one.name for one in OPERATIONS if not one.hidden}


def test_tools_that_change_data_are_offered_only_where_a_user_allows_it() -> None:
    writing = {one.name for one in OPERATIONS if one.profile == "write"}
    for profile in PROFILES:
        assert not writing & {one.name for one in offered(profile, write=False)}
        assert writing <= {one.name for one in offered(profile, write=True)}


def test_it_is_known_where_a_tool_is_offered() -> None:
    operations = (operation("shaped", profile="write"), operation("loose", profile="analysis"))
    assert where_offered("shaped", operations) == "--write"
    assert where_offered("loose", operations) == "--profile analysis"
    assert where_offered("nothing", operations) is None


def test_a_longer_list_is_written_with_less_detail() -> None:
    one = operation("fields", param("day", "date"), param("pace", "pace"))
    few = list_tools([one], "core", write=False)
    many = list_tools([one] * 18, "core", write=False)
    assert few == [describe(one, DETAILS[0], write=False)]
    assert "/" in str(few[0]["description"])
    assert "/" not in str(many[0]["description"])
    assert list_bytes(many) <= LIST_LIMIT_BYTES["core"]


def test_each_detail_is_leaner_than_the_one_before() -> None:
    every = offered("all", write=True)
    sizes = [list_bytes([describe(one, detail, write=True) for one in every]) for detail in DETAILS]
    assert sizes == sorted(sizes, reverse=True)


def test_annotations_say_what_a_tool_may_do() -> None:
    def annotations(name: str) -> object:
        (one,) = (one for one in OPERATIONS if one.name == name)
        return describe(one, DETAILS[0], write=True)["annotations"]

    assert annotations("status") == {"readOnlyHint": True, "openWorldHint": False}
    assert annotations("fetch_garmin") == {
        "readOnlyHint": False,
        "openWorldHint": True,
        "destructiveHint": True,
    }
    assert annotations("report") == {
        "readOnlyHint": False,
        "openWorldHint": False,
        "destructiveHint": False,
    }


def test_where_files_go_is_not_for_a_model_to_choose_unless_it_may_write() -> None:
    (report,) = (one for one in OPERATIONS if one.name == "report")
    assert "out" not in {one.name for one in taken(report, write=False)}
    assert "out" in {one.name for one in taken(report, write=True)}
