"""Which files do the contract tests look at, and how is a finding written?"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "hakaru"
_MADE = {
    "__pycache__", "build", "demo", "dist", "htmlcov", "site",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Module:
    """One parsed source file; `name` is its path below the package, such as running/verdict.py."""

    name: str
    source: str
    tree: ast.Module


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something against the style guide: `subject` is what an allowlist names it by."""

    module: str
    line: int
    subject: str
    message: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.subject}: {self.message}"


def parse(source: str, name: str = "running/example.py") -> Module:
    """A module from its text."""
    return Module(name=name, source=source, tree=ast.parse(source))


def modules(folder: Path = SRC) -> list[Module]:
    """Every Python module below a folder, in the order of their names."""
    return [
        parse(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*.py"))
    ]


def functions(module: Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its qualified name, such as 'running/verdict.py:Scorer.score'."""
    yield from _functions(module.tree, f"{module.name}:")


def _functions(
    node: ast.AST, prefix: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child
            inner = f"{prefix}{child.name}."
        elif isinstance(child, ast.ClassDef):
            inner = f"{prefix}{child.name}."
        yield from _functions(child, inner)


def is_private(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is for its own file only."""
    return function.name.startswith("_") and not function.name.endswith("__")


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is read like a field."""
    names = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any(name in ("property", "cached_property", "functools.cached_property")
               for name in names)  # fmt: skip


def committed_files() -> list[Path]:
    """What is, or would be, committed: the files git knows or does not ignore, else (no git state,
    as on an exported tree) everything that is not made by a tool."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"],
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = listed.stdout.decode().split("\0")
        return sorted(ROOT / name for name in names if name and (ROOT / name).is_file())
    return sorted(path for path in ROOT.rglob("*") if path.is_file() and not _is_made(path))


def _is_made(path: Path) -> bool:
    folders = path.relative_to(ROOT).parts[:-1]
    return any(name in _MADE or name.startswith((".venv", ".git", ".m", ".r", ".h", ".p", ".i"))
               for name in folders)  # fmt: skip


def unused(allowed: frozenset[str], findings: list[Finding]) -> set[str]:
    """Entries of an allowlist that nothing needs any longer: such a list only shrinks."""
    return set(allowed) - {finding.subject for finding in findings}


def report(findings: list[Finding]) -> str:
    """The findings, one a line."""
    return "\n".join(str(finding) for finding in findings)
