"""The pages generated from code are those that are committed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.docs.pages import PAGES, write_pages

from tests.flows.commands import HANG_S, ROOT, environment


def test_writing_the_pages_gives_what_is_committed(tmp_path: Path) -> None:
    write_pages(tmp_path / "docs")
    written = {path.name: path.read_text(encoding="utf-8") for path in
               (tmp_path / "docs").iterdir()}  # fmt: skip
    assert set(written) == set(PAGES)
    for name, text in written.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, "run `make docs`"


def test_the_module_writes_them(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "tools.docs.pages", str(tmp_path)],
        cwd=ROOT,
        env=environment(),
        check=True,
        timeout=HANG_S,
    )
    assert {path.name for path in tmp_path.iterdir()} == set(PAGES)
