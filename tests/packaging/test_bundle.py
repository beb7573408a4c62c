"""Is the bundle what its format says, and does the server in it start and offer what it lists?"""

from __future__ import annotations

import json
import os
import struct
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from tools.bundle.__main__ import as_json, bundle_in, manifest, registry_entry

from hakaru.surfaces.mcp.offered import offered
from tests import json_schema
from tests.contracts.tree import ROOT
from tests.flows.commands import environment
from tests.surfaces.mcp.talking import talk

FORMATS = Path(__file__).parent / "formats"
ICON_PX = 512


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle as an assistant unpacks it."""
    folder = tmp_path_factory.mktemp("bundle")
    with zipfile.ZipFile(bundle_in(folder)) as bundle:
        bundle.extractall(folder / "unpacked")
    return folder / "unpacked"


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def faults(content: Mapping[str, object], of_format: str) -> list[str]:
    schema = read(FORMATS / of_format)
    json_schema.check_schema(schema)
    return [fault.message for fault in json_schema.errors(content, schema)]


def version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def test_the_manifest_is_valid_and_of_this_version(unpacked: Path) -> None:
    content = read(unpacked / "manifest.json")
    assert faults(content, "mcpb_manifest.json") == []
    assert content["version"] == version()


def test_everything_the_manifest_names_lies_in_the_bundle(unpacked: Path) -> None:
    content = read(unpacked / "manifest.json")
    assert (unpacked / content["server"]["entry_point"]).is_file()
    icon = (unpacked / content["icon"]).read_bytes()
    assert icon.startswith(b"\x89PNG")
    assert struct.unpack(">II", icon[16:24]) == (ICON_PX, ICON_PX)
    project = tomllib.loads((unpacked / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = unpacked / project["tool"]["uv"]["sources"]["hakaru"]["path"]
    assert zipfile.is_zipfile(wheel)
    assert version() in wheel.name


def test_its_tools_are_those_of_the_default_profile_and_only_read(unpacked: Path) -> None:
    listed = read(unpacked / "manifest.json")["tools"]
    core = offered("core", write=False)
    assert [tool["name"] for tool in listed] == [operation.name for operation in core]
    assert "--write" not in (unpacked / "manifest.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["", "${user_config.data_folder}", "chosen"])
def test_the_server_in_it_starts_with_a_folder_or_without(
    unpacked: Path, tmp_path: Path, folder: str
) -> None:
    """An assistant may leave a value that was not given empty, or as it is written."""
    data = str(tmp_path / "chosen") if folder == "chosen" else folder
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    process = StdioServerParameters(
        command=sys.executable,
        args=[str(unpacked / "server.py")],
        env=environment({**home, "HAKARU_DATA": data, "HAKARU_LANG": "en"})
        | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])},
    )

    async def conversation() -> None:
        async with Client(stdio_client(process)) as client:
            tools = await client.list_tools()
            listed = read(unpacked / "manifest.json")["tools"]
            assert [tool.name for tool in tools.tools] == [tool["name"] for tool in listed]
            assert not (await client.call_tool("status", {})).is_error

    talk(conversation)
    assert (tmp_path / "chosen").exists() == (folder == "chosen")


def test_two_bundles_are_the_same_bytes(tmp_path: Path) -> None:
    first, second = (bundle_in(tmp_path / name).read_bytes() for name in ("a", "b"))
    assert first == second


def test_the_entry_of_a_registry_is_valid_and_of_this_version() -> None:
    content = read(ROOT / "server.json")
    assert faults(content, "server.json") == []
    assert (ROOT / "server.json").read_text(encoding="utf-8") == as_json(registry_entry()), (
        "run `make bundle`"
    )
    assert {content["version"], *(package["version"] for package in content["packages"])} == {
        version()
    }


@pytest.mark.parametrize(
    ("change", "of_format", "fault"),
    [
        ({"server": {"type": "python", "entry_point": "a.py"}}, "mcpb_manifest.json", "mcp_config"),
        ({"tools": ["status"]}, "mcpb_manifest.json", "'status' is not of type 'object'"),
        ({"surprise": 1}, "mcpb_manifest.json", "surprise"),
        ({"name": "hakaru"}, "server.json", "does not match"),
        ({"description": "x" * 101}, "server.json", "is too long"),
        ({"packages": [{"registryType": "pypi"}]}, "server.json", "'identifier' is a required"),
        ({"version": ">=1.0"}, "server.json", "should not be valid"),
    ],
)
def test_a_format_would_notice_what_is_wrong(
    change: dict[str, object], of_format: str, fault: str
) -> None:
    right = manifest() if of_format == "mcpb_manifest.json" else registry_entry()
    assert fault in " ".join(faults({**right, **change}, of_format))
