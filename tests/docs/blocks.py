"""What does a page tell its reader to type, and what does it show as the answer?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.contracts.tree import ROOT

_FENCE = re.compile(r"^```(?P<kind>\S*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"(?<!`)`(hakaru [^`\n]+)`(?!`)")

ENGLISH = ("start", "assistant", "program", "running", "focus", "proposals")
"""Pages of readers and jobs; each has one of its name in `docs/ja`."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """One fenced block of a page."""

    page: str
    kind: str
    body: str


@dataclass(frozen=True, kw_only=True)
class Step:
    """A command, and the lines that are shown below it; none shown: none compared."""

    page: str
    command: str
    shown: Sequence[str] = ()


def pages() -> Sequence[Path]:
    """Every page a reader meets, without those that are only made for the site."""
    return [
        ROOT / "README.md",
        ROOT / "README.ja.md",
        ROOT / "plugin" / "README.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "docs" / "ja").glob("*.md")),
    ]


def name_of(page: Path) -> str:
    """A page's path below the project."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Sequence[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page=name_of(page), kind=match["kind"], body=match["body"])
        for match in _FENCE.finditer(text)
    ]


def steps(page: Path) -> Sequence[Step]:
    """What a page tells to type into a shell, in order."""
    return [
        step
        for block in blocks(page)
        if block.kind in ("sh", "console")
        for step in (_typed(block) if block.kind == "sh" else _answered(block))
    ]


def inline_commands(page: Path) -> Sequence[str]:
    """Commands of ours that stand inside a sentence or table."""
    return _INLINE.findall(_FENCE.sub("", page.read_text(encoding="utf-8")))


def _typed(block: Block) -> Iterator[Step]:
    for line in block.body.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield Step(page=block.page, command=line.strip())


def _answered(block: Block) -> Iterator[Step]:
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        yield Step(page=block.page, command=command.strip(), shown=shown)
