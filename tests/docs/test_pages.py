"""Do the pages belong together: both languages, every key, variable and table told?"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from tools.docs.configuration import (
    FOCUS_EN,
    MCP_EN,
    MODEL_EN,
    PREFERENCES_EN,
    SESSIONS_EN,
    SETTINGS_EN,
    VARIABLES_EN,
)
from tools.docs.data_model import (
    STATE_ABOUT,
    Column,
    recorded_columns,
    state_columns,
)

from hakaru.bootstrap import CHECKS, MCP_CHECKS, MODEL_CHECKS, SESSION_CHECKS
from hakaru.flows.context import McpSettings, ModelSettings, Settings
from hakaru.flows.preferences import Preferences
from hakaru.focus.settings import FocusSettings
from hakaru.running.session.model import SessionSettings
from hakaru.store.schema import ABOUT
from tests.contracts.tree import ROOT, SRC
from tests.docs.blocks import ENGLISH, blocks, pages, steps

DOCS = ROOT / "docs"
OF_EVERY_SYSTEM = {"PATH"}
"""Variables that are no setting of ours."""
_IMAGE = re.compile(r"!\[(?P<said>[^\]]*)\]\((?P<path>[^)]+)\)")


def asked(page: Path) -> list[str]:
    """What a page tells to type, without comments, texts in quotes and the choice of a language."""
    typed = [re.sub(r"\s+#.*|(?<= )\"[^\"]*\"", "", step.command) for step in steps(page)]
    return [command for command in typed if command != "export HAKARU_LANG=en"]


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_tell_the_same_commands(name: str) -> None:
    assert asked(DOCS / f"{name}.md") == asked(DOCS / "ja" / f"{name}.md")


def test_both_readmes_tell_the_same_commands() -> None:
    english, japanese = (
        [line.split("#")[0].split('"')[0] for line in body.splitlines()]
        for body in (
            "".join(block.body for block in blocks(ROOT / name) if block.kind == "sh")
            for name in ("README.md", "README.ja.md")
        )
    )
    assert english == japanese


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_picture_is_there_and_says_what_it_shows(page: Path) -> None:
    for image in _IMAGE.finditer(page.read_text(encoding="utf-8")):
        assert (page.parent / image["path"]).is_file(), image["path"]
        assert image["said"]


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_a_readme_shows_pictures(name: str) -> None:
    assert len(_IMAGE.findall((ROOT / name).read_text(encoding="utf-8"))) >= 2


def test_every_setting_is_explained() -> None:
    tables, chosen_only = {"model", "configured_model", "mcp", "sessions"}, {"lengths"}
    settings = {field.name for field in fields(Settings)} - tables - chosen_only
    assert set(SETTINGS_EN) == settings | {"data_folder"}
    assert set(MODEL_EN) == {field.name for field in fields(ModelSettings)} == set(MODEL_CHECKS)
    assert (
        set(SESSIONS_EN) == {field.name for field in fields(SessionSettings)} == set(SESSION_CHECKS)
    )
    assert set(MCP_EN) == {field.name for field in fields(McpSettings)} == set(MCP_CHECKS)
    assert settings == set(CHECKS)
    assert set(PREFERENCES_EN) == {field.name for field in fields(Preferences)}
    assert set(FOCUS_EN) == {field.name for field in fields(FocusSettings)}


def test_every_variable_that_is_read_is_explained() -> None:
    read = re.compile(r"environ(?:ment)?(?:\.get\(|\.setdefault\(|\[)\s*\"([A-Z_]+)\"")
    variables = {
        name
        for path in SRC.rglob("*.py")
        for name in read.findall(path.read_text(encoding="utf-8"))
    }
    assert {"HAKARU_DATA", "HAKARU_LANG", "GARMIN_PASSWORD"} <= variables
    assert variables - OF_EVERY_SYSTEM <= set(VARIABLES_EN)


def test_every_table_is_explained() -> None:
    assert {column.table for column in recorded_columns()} == set(ABOUT)
    assert {column.table for column in state_columns()} == set(STATE_ABOUT)


def test_every_measured_column_has_a_unit() -> None:
    measured = [
        column
        for column in (*recorded_columns(), *state_columns())
        if column.kind in ("DOUBLE", "REAL")
    ]
    assert len(measured) > 200
    assert not [f"{column.table}.{column.name}" for column in measured if not column.unit]


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("athlete_vo2_max_ml_per_kg_min", "ml/kg/min"),
        ("climb_m_per_km", "m/km"),
        ("stryd_leg_stiffness_kn_per_m", "kN/m"),
        ("gct_ms_actual", "ms"),
        ("pace", "s/km"),
        ("gct_delta_frac", "fraction, signed"),
    ],
)
def test_a_unit_is_that_of_the_name(name: str, unit: str) -> None:
    assert Column(table="t", name=name, kind="DOUBLE", key=False, needed=False).unit == unit
