"""Do the locks agree with each other and with what the project asks for? Without a network."""

from __future__ import annotations

import platform
import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from tools.docs.licences import (
    BOXES,
    DEVELOPMENT,
    RUNTIME,
    Pin,
    extras,
    normalised,
    reached,
    read_lock,
)

from tests.contracts.tree import ROOT

LOCKS = {
    name: read_lock((ROOT / name).read_text(encoding="utf-8"))
    for name in (RUNTIME, DEVELOPMENT, BOXES)
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def allows(wanted: str, pins: Sequence[Pin]) -> bool:
    """Whether every pin of a requirement's package is inside its range, and there is one."""
    requirement = Requirement(wanted)
    mine = [pin for pin in pins if pin.name == normalised(requirement.name)]
    return bool(mine) and all(pin.version in requirement.specifier for pin in mine)


@pytest.mark.parametrize("name", LOCKS)
def test_a_package_is_pinned_once_unless_systems_differ(name: str) -> None:
    counted = Counter(pin.name for pin in LOCKS[name])
    for pin in LOCKS[name]:
        assert counted[pin.name] == 1 or pin.marker, f"{pin.name} is pinned twice everywhere"
    assert len({(pin.name, pin.version) for pin in LOCKS[name]}) == len(LOCKS[name])


@pytest.mark.parametrize("name", LOCKS)
def test_a_pin_is_a_released_version(name: str) -> None:
    for pin in LOCKS[name]:
        version = Version(pin.version)
        beta_only = pin.name in ("sphinx-basic-ng",)
        assert beta_only or not version.is_prerelease, pin.name
        assert version.local is None, pin.name


def test_developers_run_what_users_run() -> None:
    names = {pin.name for pin in LOCKS[RUNTIME]}
    mine = {(pin.name, pin.version) for pin in LOCKS[RUNTIME]}
    theirs = {(pin.name, pin.version) for pin in LOCKS[DEVELOPMENT] if pin.name in names}
    assert mine == theirs


@pytest.mark.parametrize("wanted", PROJECT["dependencies"])
def test_what_the_project_needs_is_pinned_within_its_range(wanted: str) -> None:
    assert allows(wanted, LOCKS[RUNTIME])


@pytest.mark.parametrize(
    "wanted",
    [requirement for some in PROJECT["optional-dependencies"].values() for requirement in some],
)
def test_what_an_extra_needs_is_pinned_within_its_range(wanted: str) -> None:
    assert allows(wanted, LOCKS[DEVELOPMENT])


@pytest.mark.parametrize("name", [RUNTIME, DEVELOPMENT])
def test_nothing_is_pinned_that_nobody_needs(name: str) -> None:
    roots = [normalised(requirement) for requirement in PROJECT["dependencies"]]
    if name == DEVELOPMENT:
        roots += [requirement for some in extras().values() for requirement in some]
    assert reached(LOCKS[name], roots) == {pin.name for pin in LOCKS[name]}


def test_every_package_that_is_installed_allows_this_python() -> None:
    """pip refuses one that does not; what made the locks looks at lower bounds only."""
    here = platform.python_version()
    refusing = {
        distribution.name: wanted
        for distribution in metadata.distributions()
        for wanted in distribution.metadata.get_all("Requires-Python") or ()
        if here not in SpecifierSet(wanted)
    }
    assert refusing == {}


def test_a_lock_is_read_with_its_markers_and_parents() -> None:
    text = (
        "a==1.0 ; python_version < '3.12' \\\n    --hash=sha256:00\n    # via\n"
        "    #   -c requirements.lock\n    #   hakaru (pyproject.toml)\n    #   b-c\n"
        "b-c[x]==2 \\\n    --hash=sha256:00\n    # via hakaru (pyproject.toml)\n"
    )
    assert read_lock(text) == [
        Pin(name="a", version="1.0", marker="python_version < '3.12'", parents=("b-c", "hakaru")),
        Pin(name="b-c", version="2", marker="", parents=("hakaru",)),
    ]
    assert reached(read_lock(text), ["b-c"]) == {"a", "b-c"}


def test_a_pin_outside_its_range_would_be_noticed() -> None:
    pins = [Pin(name="duckdb", version="1.5.0", marker="", parents=())]
    assert not allows("duckdb>=2.0,<2.1", pins)
    assert not allows("numpy>=2", pins)
