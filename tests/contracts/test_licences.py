"""May everything Hakaru is built on be used in a program under the MIT licence?"""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest
from tools.docs.licences import (
    BOXES,
    DEVELOPMENT,
    RUNTIME,
    by_extra,
    extras,
    installed_licences,
    licence_of,
    licences_text,
    read_lock,
    read_table,
    refresh,
)

from tests.contracts.tree import ROOT

RUNTIME_PINS, DEVELOPMENT_PINS, BOX_PINS = (
    read_lock((ROOT / name).read_text(encoding="utf-8")) for name in (RUNTIME, DEVELOPMENT, BOXES)
)
ALL = [*RUNTIME_PINS, *DEVELOPMENT_PINS, *BOX_PINS]
LICENCES = read_table()

COMPATIBLE = frozenset(
    {
        "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python",
        "ISC", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Public-Domain", "Unlicense",
        "Zlib",
    }
)  # fmt: skip
"""What asks at most for its notice to be kept, and (MPL) for changes of its own files, of which we
make none."""

BY_CHOICE = {
    "python-xlib": "LGPL: comes with the extra `focus` on Linux, as a package of its own that the "
    "user installs and can replace; imported unmodified",
}
"""What an extra brings beyond that, with the reason why it may."""


def is_compatible(licence: str) -> bool:
    """Whether every part of an expression, or one of its choices, is on the list."""
    return all(
        any(choice in COMPATIBLE for choice in part.split(" OR "))
        for part in licence.split(" AND ")
    )


def test_every_locked_package_has_a_licence_and_no_other_is_listed() -> None:
    assert set(LICENCES) == {pin.name for pin in ALL}
    assert all(LICENCES.values())


def test_what_is_installed_here_says_what_is_listed() -> None:
    licences = {name: licence for name, licence in installed_licences(ALL).items() if licence}
    assert len(licences) > len(RUNTIME_PINS)
    assert {name: LICENCES[name] for name in licences} == licences, "run `make docs`"


@pytest.mark.parametrize("pin", RUNTIME_PINS, ids=lambda pin: pin.name)
def test_what_every_user_needs_is_compatible(pin: object) -> None:
    name = getattr(pin, "name", "")
    assert is_compatible(LICENCES[name]), f"{name}: {LICENCES[name]}"


def test_what_an_extra_brings_is_compatible_or_has_a_reason() -> None:
    optional = by_extra(DEVELOPMENT_PINS, RUNTIME_PINS, wanted=extras())
    assert {"garminconnect", "opencv-python-headless", "openai", "polars"} <= set(optional)
    assert "pytest" not in optional
    assert {name for name in optional if not is_compatible(LICENCES[name])} == set(BY_CHOICE)


@pytest.mark.parametrize(
    ("licence", "compatible"),
    [
        ("MIT", True),
        ("MIT AND PSF-2.0", True),
        ("GPL OR MIT", True),
        ("MIT AND GPL", False),
        ("LGPL-2.0-or-later", False),
        ("", False),
    ],
)
def test_a_choice_counts_and_an_addition_binds(licence: str, compatible: bool) -> None:
    assert is_compatible(licence) is compatible


@pytest.mark.parametrize(
    ("expression", "words", "classifiers", "licence"),
    [
        ("MIT", "Apache 2.0", (), "MIT"),
        (None, "Apache 2.0", (), "Apache-2.0"),
        (None, "BSD 3-Clause License\n\nCopyright", ("BSD License",), "BSD-3-Clause"),
        (None, "Copyright (c) somebody", ("BSD License",), "BSD"),
        (None, "UNKNOWN", ("ISC License (ISCL)",), "ISC"),
        (None, None, ("Public Domain", "BSD License"), "Public-Domain AND BSD"),
        (None, None, (), ""),
    ],
)
def test_a_package_is_taken_at_its_word(
    expression: str | None, words: str | None, classifiers: tuple[str, ...], licence: str
) -> None:
    about = Message()
    if expression is not None:
        about["License-Expression"] = expression
    if words is not None:
        about["License"] = words
    for classifier in classifiers:
        about["Classifier"] = f"License :: OSI Approved :: {classifier}"
    assert licence_of(about) == licence


def test_the_list_follows_what_is_installed_and_keeps_what_is_not(tmp_path: Path) -> None:
    table = tmp_path / "licences.toml"
    table.write_text('[licences]\nnumpy = "wrong"\nleft-out = "MIT"\n"pywin32" = "PSF-2.0"\n')
    refresh(table)
    licences = read_table(table)
    assert licences["pywin32"] == "PSF-2.0"
    assert licences["click"] == LICENCES["click"]
    assert "left-out" not in licences
    assert set(licences) == set(LICENCES)


def test_outside_a_working_copy_the_page_has_no_list(tmp_path: Path) -> None:
    text = licences_text(tmp_path)
    assert "MIT licence" in text
    assert "| package |" not in text
