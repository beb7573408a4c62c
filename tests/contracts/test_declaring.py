"""A declaration that cannot be is refused with its place and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import catalogue

ENTRY = """
[param.run]
type = "activity"
about = "day, id, -1"
default = "latest"

[[operation]]
name = "look"
command = "look"
about = "Look at a run"
decision = "whether it is worth a look"
example = "hakaru look"
target = "a:b"
document = "a:c"
profile = "core"
params = [
  { use = "run", required = true },
  { name = "how", type = "choice", about = "how", choices = "hakaru.core.i18n:Language" },
]
"""


def declared(tmp_path: Path, text: str) -> str:
    file = tmp_path / "operations.toml"
    file.write_text(text, encoding="utf-8")
    return catalogue.built(file)


def test_shared_parameters_and_lists_are_put_in(tmp_path: Path) -> None:
    text = declared(tmp_path, ENTRY)
    assert '"choices": ["ja", "en"]' in text
    assert '"required": true' in text
    assert "latest" not in text, "a required parameter has no default"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('profile = "core"', 'profile = "cores"', "look: .*profile"),
        ('example = "hakaru look"', 'exampel = "hakaru look"', "look: no such field: exampel"),
        ('type = "choice"', 'type = "chance"', "look, how: "),
        ('decision = "whether it is worth a look"', "", "look: .*decision"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    with pytest.raises(SystemExit, match=f"(?s)operations.toml: {reason}"):
        declared(tmp_path, ENTRY.replace(old, new))
