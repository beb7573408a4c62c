"""Does the wheel hold the package, all of it and nothing else? `test_installed` installs it."""

from __future__ import annotations

import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from email import message_from_string
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.tree import ROOT, committed_files
from tests.packaging.building import sdist_in, wheel_in

PACKAGE = ROOT / "src" / "hakaru"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(wheel_in(tmp_path_factory.mktemp("wheel"))) as built:
        yield built


def project() -> Mapping[str, Any]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: Mapping[str, Any] = tomllib.loads(text)["project"]
    return table


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    of_the_tree = {
        f"hakaru/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert names == of_the_tree
    assert {".py", ".sql", ".j2", ".css", ".typed"} <= {Path(name).suffix for name in names}
    assert "hakaru/py.typed" in names


def test_what_it_says_of_itself_is_what_the_project_declares(wheel: zipfile.ZipFile) -> None:
    declared = project()
    (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    said = message_from_string(wheel.read(metadata).decode())
    assert (said["Name"], said["Version"]) == (declared["name"], declared["version"])
    assert said["Requires-Python"] == declared["requires-python"]
    needed = [
        requirement
        for requirement in said.get_all("Requires-Dist", [])
        if "extra ==" not in requirement
    ]
    assert len(needed) == len(declared["dependencies"])
    assert set(said.get_all("Provides-Extra", [])) == set(declared["optional-dependencies"])


def test_it_brings_the_command_and_the_licence(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    (points,) = [name for name in names if name.endswith("entry_points.txt")]
    assert "hakaru = hakaru.surfaces.cli.main:main" in wheel.read(points).decode()
    assert [name for name in names if name.endswith("licenses/LICENSE")]


@pytest.mark.soak
def test_two_builds_are_the_same_bytes(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    assert wheel_in(tmp_path).read_bytes() == Path(str(wheel.filename)).read_bytes()


def test_the_source_archive_holds_what_is_committed_and_no_data(tmp_path: Path) -> None:
    with tarfile.open(sdist_in(tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    committed = {path.relative_to(ROOT).as_posix() for path in committed_files()}
    assert names - {"PKG-INFO"} == committed
