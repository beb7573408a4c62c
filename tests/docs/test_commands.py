"""Every command that a page tells to type works, in the order of the page, and answers as shown."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from hakaru.bootstrap import load_config
from tests.contracts.tree import ROOT
from tests.docs.blocks import (
    Block,
    Step,
    blocks,
    inline_commands,
    name_of,
    pages,
    steps,
)
from tests.docs.reader import Reader, grown, newcomer, parse_fault, root_file, watched
from tests.once import made_once

FOREGROUND = "it serves until somebody ends it; its own tests start and ask it"
NOT_RUN: Mapping[str, str] = {
    "hakaru serve": FOREGROUND,
    "hakaru setup": f"{FOREGROUND} (tests/surfaces/test_setup.py)",
    "hakaru notebook": "it opens Jupyter; tests/notebooks/test_own_data.py runs the files",
    "pipx install": "it installs a program; tests/packaging/test_installed.py installs the wheel",
    "docker compose": "it wants a container engine; tests/packaging/test_container.py starts what "
    "the image starts",
    "hakaru focus watch": f"{FOREGROUND}, and it may want a camera",
    "hakaru fetch garmin": "it wants an account",
    "make ": "it makes an environment or runs these very tests; tests/surfaces/test_demo.py runs "
    "what `make demo` runs",
    ".venv/bin/python -m pip install": "it changes the environment of whoever runs the tests",
    "hakaru cohort evaluate lake --engine": "it wants a Dask scheduler; tests/flows/test_cohort.py "
    "starts one",
    "pip-audit ": "it asks a service on the network, and is no part of Hakaru",
}
"""What is written for a reader and not run here, by its beginning, with the reason."""

KINDS = {"sh", "console", "python", "toml", "json", "", "{toctree}"}
START = ROOT / "docs" / "start.md"
STARTS = (START, START.parent / "ja" / START.name)
LONG = {"scale.md"}
"""Their commands take minutes: a study of several runners."""


def is_for_soak(page: Path) -> bool:
    """Pages in Japanese tell the same commands as those in English: `test_pages` sees to that."""
    return page.name in LONG or page.parent.name == "ja" or page.name == "README.ja.md"


FOLLOWED = [
    pytest.param(page, marks=[pytest.mark.soak] if is_for_soak(page) else [])
    for page in pages()
    if steps(page) and page not in STARTS
]
BEFORE: Mapping[str, tuple[str, ...]] = {
    "README.md": ("hakaru nodes add 'Marathon: book a hotel'",),
    "README.ja.md": ("hakaru nodes add マラソンの宿を取る",),
}
"""What lies on the desk before a page is followed."""


def failures(reader: Reader, page: Path) -> str:
    """What went wrong while a page was followed."""
    return "\n".join(
        f"{name_of(page)}: {step.command}\n  {fault}"
        for step, fault in reader.follow(page, without=tuple(NOT_RUN))
    )


@pytest.fixture(scope="module")
def started() -> Reader:
    """Whoever followed the five-minute start."""
    folder = made_once("documented", _start)
    fault = (folder / "failures").read_text(encoding="utf-8")
    assert not fault, fault
    return Reader(folder=folder)


def _start(folder: Path) -> None:
    (folder / "failures").write_text(failures(newcomer(folder), START), encoding="utf-8")


def test_the_five_minute_start_works_word_by_word(started: Reader) -> None:
    assert len(list((started.home / "garmin").glob("*.fit"))) == 32
    assert (started.home / ".local" / "share" / "hakaru" / "hakaru.duckdb").is_file()


@pytest.mark.soak
def test_the_start_in_japanese_works_word_by_word(tmp_path: Path) -> None:
    fault = failures(newcomer(tmp_path / "reader"), STARTS[1])
    assert not fault, fault


@pytest.mark.parametrize("page", FOLLOWED, ids=name_of)
def test_a_page_works_word_by_word(page: Path, started: Reader, tmp_path: Path) -> None:
    reader = grown(started, tmp_path / "reader")
    if page.parent.name != "ja" and page.name != "README.ja.md":
        reader.set["HAKARU_LANG"] = "en"
    watched(reader)
    for command in BEFORE.get(name_of(page), ()):
        assert not list(reader.type(Step(page=name_of(page), command=command)))
    fault = failures(reader, page)
    assert not fault, fault


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_what_is_not_run_has_a_reason_and_would_be_taken(page: Path, tmp_path: Path) -> None:
    (tmp_path / "film.mp4").touch()
    for step in steps(page):
        reason = next(
            (why for command, why in NOT_RUN.items() if step.command.startswith(command)), None
        )
        if reason is not None and step.command.startswith("hakaru"):
            assert parse_fault(step.command, "en", tmp_path) is None, step.command
        else:
            assert reason or step.command.startswith(("hakaru ", "export ")), step.command


def test_every_reason_is_needed() -> None:
    typed = [step.command for page in pages() for step in steps(page)]
    for beginning in NOT_RUN:
        assert any(command.startswith(beginning) for command in typed), beginning


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_a_page_has_blocks_of_known_kinds_and_no_command_elsewhere(page: Path) -> None:
    for block in blocks(page):
        assert block.kind in KINDS, f"{block.page}: {block.kind}"
        if block.kind not in ("sh", "console"):
            assert not re.search(r"^\s*(\$ )?hakaru ", block.body, re.MULTILINE), block.body


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_a_command_in_a_sentence_exists_with_its_options(page: Path, tmp_path: Path) -> None:
    for command in inline_commands(page):
        fault = parse_fault(command, "en", tmp_path)
        missing = fault is not None and re.search("[Mm]issing|requires", fault)
        assert fault is None or missing, f"{command}: {fault}"


def of_kind(kind: str) -> list[Block]:
    return [block for page in pages() for block in blocks(page) if block.kind == kind]


@pytest.mark.parametrize("block", of_kind("python"), ids=lambda block: block.page)
def test_a_piece_of_python_runs(block: Block, started: Reader) -> None:
    shown = subprocess.run(
        [sys.executable, "-"],
        input=block.body,
        env={name: value for name, value in _whole(started).items() if value is not None},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout


def _whole(reader: Reader) -> dict[str, str | None]:
    return {**os.environ, **reader.environment()}


@pytest.mark.parametrize("block", of_kind("toml"), ids=lambda block: block.page)
def test_an_example_of_a_configuration_is_taken(block: Block, tmp_path: Path) -> None:
    written = tmp_path / "config.toml"
    written.write_text(block.body, encoding="utf-8")
    config = load_config(
        data_folder=tmp_path, language=None, environment={"HAKARU_CONFIG": str(written)}
    )
    assert config.settings.model.backend == "openai"


@pytest.mark.parametrize("block", of_kind("json"), ids=lambda block: block.page)
def test_an_example_in_json_can_be_read(block: Block) -> None:
    assert json.loads(block.body)


def test_every_make_target_of_a_page_exists() -> None:
    written = "".join(page.read_text(encoding="utf-8") for page in pages())
    written += root_file("CONTRIBUTING.md")
    for target in set(re.findall(r"(?:^|`)make ([a-z]+)", written, re.MULTILINE)):
        assert re.search(rf"^{target}:", root_file("Makefile"), re.MULTILINE), target


def test_every_extra_that_a_page_installs_exists() -> None:
    extras = set(tomllib.loads(root_file("pyproject.toml"))["project"]["optional-dependencies"])
    boxes = {Requirement(line) for line in root_file("requirements-boxes.in").splitlines()
             if line and not line.startswith("#")}  # fmt: skip
    for page in pages():
        text = page.read_text(encoding="utf-8")
        assert set(re.findall(r"'(?:\.|hakaru)\[(\w+)\]'", text)) <= extras, name_of(page)
        for pinned in re.findall(r"--no-deps (\S+==[\d.]+)", text):
            assert Requirement(pinned) in boxes


def test_make_knows_how_to_make_a_demo() -> None:
    assert shutil.which("make")
    result = subprocess.run(
        ["make", "--dry-run", "demo", "DATA=recordings"], cwd=ROOT, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert 'hakaru demo "recordings"' in result.stdout
