"""Which packages do the lock files pin, and what are they needed for?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
"""The working copy; outside one there are no locks."""

_PIN = re.compile(
    r"^(?P<name>[a-z0-9][a-z0-9._-]*)(?:\[[^]]*])?==(?P<version>\S+)(?: ; (?P<marker>[^\\]+?))? \\$"
)
_FOR = re.compile(r"^    # (?:via +|  )(?P<parent>[a-z0-9][a-z0-9._-]*)(?: \(pyproject\.toml\))?$")


@dataclass(frozen=True, kw_only=True)
class Pin:
    """One pinned version. `marker` '': everywhere. `parents` need it, `hakaru` among them."""

    name: str
    version: str
    marker: str
    parents: tuple[str, ...]


def read_lock(text: str) -> Sequence[Pin]:
    """The pins of a lock file with what the compiler noted below each."""
    pins: list[Pin] = []
    parents: list[str] = []
    for line in [*text.splitlines(), "end==0 \\"]:
        pin, parent = _PIN.match(line), _FOR.match(line)
        if parent is not None:
            parents.append(parent["parent"])
        if pin is not None or line == "end==0 \\":
            if pins:
                pins[-1] = _with(pins[-1], parents)
            parents = []
        if pin is not None and pin["name"] != "end":
            pins.append(
                Pin(
                    name=pin["name"], version=pin["version"], marker=pin["marker"] or "",
                    parents=(),
                )
            )  # fmt: skip
    return pins


def _with(pin: Pin, parents: Sequence[str]) -> Pin:
    return Pin(
        name=pin.name, version=pin.version, marker=pin.marker, parents=tuple(sorted(set(parents)))
    )


def reached(pins: Sequence[Pin], roots: Sequence[str]) -> frozenset[str]:
    """The names that come with some packages, those included."""
    names = {pin.name for pin in pins if pin.name in roots}
    while more := {
        pin.name for pin in pins if pin.name not in names and names & set(pin.parents)
    }:  # fmt: skip
        names |= more
    return frozenset(names)


def extras(root: Path = ROOT) -> Mapping[str, Sequence[str]]:
    """What each extra of the project asks for, by normalised name; `dev` among them."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        extra: [normalised(requirement) for requirement in wanted]
        for extra, wanted in project["optional-dependencies"].items()
    }


def normalised(requirement: str) -> str:
    """The name at the beginning of a requirement, as locks write it."""
    name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()
