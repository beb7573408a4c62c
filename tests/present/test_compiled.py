"""Compiled templates are kept for the next program, and nothing depends on it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from hakaru.present.compiled import kept_code

_SAYS = """
from hakaru.surfaces.web.pages.templates import sign_in_html
print(sign_in_html("en", command="hakaru serve", void=False))
"""


def _said(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _SAYS],
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("hakaru_pages_*.cache"))


def test_the_next_program_takes_what_was_compiled_and_shows_the_same(tmp_path: Path) -> None:
    first = _said(tmp_path)
    kept = {path: path.stat().st_mtime_ns for path in _kept(tmp_path)}
    assert kept
    assert _said(tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in _kept(tmp_path)} == kept


def test_what_was_compiled_is_for_this_user_alone(tmp_path: Path) -> None:
    _said(tmp_path)
    assert {stat.S_IMODE(path.parent.stat().st_mode) for path in _kept(tmp_path)} == {0o700}


@pytest.mark.parametrize("damage", [b"", b"no code", b"j2\x00"])
def test_a_damaged_file_is_compiled_anew(tmp_path: Path, damage: bytes) -> None:
    first = _said(tmp_path)
    for path in _kept(tmp_path):
        path.write_bytes(damage)
    assert _said(tmp_path) == first


def test_a_page_is_shown_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / f"_jinja2-cache-{os.getuid()}").write_text("a file where the folder would be")
    assert "hakaru serve" in _said(tmp_path)


def test_another_text_or_environment_of_that_name_is_compiled_for_itself() -> None:
    def shown(text: str, environment: str, *, autoescape: bool) -> str:
        made = Environment(
            loader=DictLoader({"page": text}),
            autoescape=autoescape,
            bytecode_cache=kept_code(environment),
        )
        return made.get_template("page").render(name="<b>")

    assert shown("{{ name }}", "escaped_in_a_test", autoescape=True) == "&lt;b&gt;"
    assert shown("{{ name }}", "plain_in_a_test", autoescape=False) == "<b>"
    assert shown("{{ name }}!", "escaped_in_a_test", autoescape=True) == "&lt;b&gt;!"
