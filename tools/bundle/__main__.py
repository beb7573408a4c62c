"""`make bundle`: `hakaru-VERSION.mcpb`, which a desktop assistant installs with a click.

A bundle is a zip with `manifest.json` (MCPB, manifest version 0.4). Ours is of type `uv`: the wheel
lies in it, and the assistant fetches Python and what the wheel needs. The same bytes come out of
the same sources. `server.json`, for a registry of MCP servers, is written with it.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.wheel import WheelBuilder

from hakaru.surfaces.mcp.offered import offered

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can name: when it was built is no part of a bundle."""
_LANGUAGES = ("en", "ja")


def project() -> Mapping[str, Any]:
    """What pyproject.toml says of the project."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: Mapping[str, Any] = tomllib.loads(text)["project"]
    return table


def manifest() -> Mapping[str, object]:
    """`manifest.json`: who this is, how it is started, what is asked of the user, its tools."""
    declared = project()
    return {
        "manifest_version": "0.4",
        "name": declared["name"],
        "display_name": "Hakaru",
        "version": declared["version"],
        "description": declared["description"],
        "long_description": "Ask about your own runs: form against your own usual, sessions, "
        "load, records, what moved a number. Everything stays on this machine, and a model that "
        "uses this server can only read. Take recordings in with `hakaru setup` first.",
        "author": {"name": "Hakaru"},
        "icon": "icon.png",
        "server": {
            "type": "uv",
            "entry_point": "server.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "server.py"],
                "env": {
                    "HAKARU_DATA": "${user_config.data_folder}",
                    "HAKARU_LANG": "${user_config.language}",
                },
            },
        },
        "tools": [
            {"name": operation.name, "description": operation.text("en")}
            for operation in offered("core", write=False)
        ],
        "prompts_generated": True,
        "keywords": ["running", "running form", "garmin", "fit", "training"],
        "license": declared["license"],
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"python": declared["requires-python"]},
        },
        "user_config": {
            "data_folder": {
                "type": "directory",
                "title": "Data folder",
                "description": "Where Hakaru keeps your runs; `hakaru status` names it. "
                "Leave it empty for the usual place.",
                "required": False,
            },
            "language": {
                "type": "string",
                "title": "Language",
                "description": "en or ja",
                "required": False,
                "default": _LANGUAGES[0],
            },
        },
    }


def registry_entry() -> Mapping[str, object]:
    """`server.json`: how a registry of MCP servers describes this one."""
    declared = project()
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": "local.hakaru/hakaru",
        "title": "Hakaru",
        "description": "Your own runs: form against your own usual, load, records, and what moved "
        "a number. Local.",
        "version": declared["version"],
        "packages": [
            {
                "registryType": "pypi",
                "identifier": declared["name"],
                "version": declared["version"],
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "mcp"}],
                "environmentVariables": [
                    {
                        "name": "HAKARU_DATA",
                        "description": "The data folder, where it is not the usual one",
                        "format": "filepath",
                        "isRequired": False,
                    },
                    {
                        "name": "HAKARU_LANG",
                        "description": "The language of texts",
                        "choices": list(_LANGUAGES),
                        "default": _LANGUAGES[0],
                        "isRequired": False,
                    },
                ],
            }
        ],
    }


def as_json(content: Mapping[str, object]) -> str:
    """As it stands in a file."""
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def bundle_in(folder: Path) -> Path:
    """The bundle, built into a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        (built,) = WheelBuilder(str(ROOT)).build(directory=scratch, versions=["standard"])
        wheel = Path(built)
        files = {
            "manifest.json": as_json(manifest()).encode(),
            "pyproject.toml": _environment(wheel.name).encode(),
            "server.py": (HERE / "server.py").read_bytes(),
            "icon.png": (HERE / "icon.png").read_bytes(),
            "LICENSE": (ROOT / "LICENSE").read_bytes(),
            wheel.name: wheel.read_bytes(),
        }
    declared = project()
    path = folder / f"{declared['name']}-{declared['version']}.mcpb"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return path


def _environment(wheel_name: str) -> str:
    """The project that `uv run` finds in the bundle: nothing but the wheel beside it."""
    declared = project()
    return "\n".join(
        [
            "[project]",
            'name = "hakaru-bundle"',
            f'version = "{declared["version"]}"',
            f'requires-python = "{declared["requires-python"]}"',
            'dependencies = ["hakaru"]',
            "",
            "[tool.uv]",
            "package = false",
            "",
            "[tool.uv.sources]",
            f'hakaru = {{ path = "{wheel_name}" }}',
            "",
        ]
    )


def main(arguments: Sequence[str]) -> None:
    """Build into the folder named, or `dist`."""
    path = bundle_in(Path(arguments[0]) if arguments else ROOT / "dist")
    (ROOT / "server.json").write_text(as_json(registry_entry()), encoding="utf-8")
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
