"""Is the core pure, and are imports where the style guide puts them? (style guide §1, §5, §8)"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.contracts.tree import Finding, Module, functions

CORE = (
    "running/",
    "stats/",
    "guard/",
    "focus/",
    "proposals/",
    "core/",
)
_IMPURE_MODULES = {
    "asyncio", "duckdb", "fitdecode", "glob", "http", "io", "logging", "multiprocessing", "os",
    "pathlib", "platformdirs", "random", "requests", "rich", "secrets", "shutil", "socket",
    "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
_IMPURE_USES = {
    "open", "print", "input", "exec", "eval", "breakpoint",
    "datetime.now", "datetime.utcnow", "datetime.today", "datetime.datetime.now", "date.today",
    "datetime.date.today", "np.load", "np.save", "np.savez", "np.loadtxt", "np.savetxt",
}  # fmt: skip
_EMPTY_NAMES = re.compile(r"^(utils?|helpers?|managers?|misc|common|stuff|new|phase\d+)$")
_BROAD = {"Exception", "BaseException"}
_BROAD_ALLOWED = ("surfaces/", "flows/isolate.py")


def is_core(module: Module) -> bool:
    """Whether a module belongs to the pure part."""
    return module.name.startswith(CORE)


def purity_findings(module: Module) -> list[Finding]:
    """Files, clock, randomness, logging or another outside thing in a core module."""
    if not is_core(module):
        return []
    findings = [
        _finding(module, node, name, "the core does not import it")
        for node, name in _imports(module.tree)
        if name.split(".")[0] in _IMPURE_MODULES
    ]
    for node in ast.walk(module.tree):
        dotted = _dotted(node) if isinstance(node, ast.Name | ast.Attribute) else ""
        if dotted in _IMPURE_USES or dotted.startswith("np.random."):
            findings.append(_finding(module, node, dotted, "the core does not use it"))
    return findings


def hidden_import_findings(module: Module) -> list[Finding]:
    """Imports of our own inside a function, where they hide a cycle."""
    return [
        _finding(module, node, f"{name} in {owner}", "an import of our own inside a function")
        for owner, function in functions(module)
        for node, name in _imports(function)
        if name.split(".")[0] in ("hakaru", "")
    ]


def package_findings(module: Module) -> list[Finding]:
    """An `__init__.py` that is anything but one docstring.

    The package's own may also look names up when they are asked for: a module `__getattr__`, the
    constants it needs, and imports from outside.
    """
    if not module.name.endswith("__init__.py"):
        return []
    if module.name == "__init__.py":
        return _own_package_findings(module)
    body = module.tree.body
    if len(body) == 1 and ast.get_docstring(module.tree):
        return []
    return [
        Finding(module=module.name, line=1, subject=module.name, message="holds one docstring only")
    ]


def _own_package_findings(module: Module) -> list[Finding]:
    first, *rest = module.tree.body
    return [
        _finding(module, node, ast.unparse(node).splitlines()[0], "the package only looks up names")
        for node in rest
        if not _looks_up_names(node)
    ] + ([] if isinstance(first, ast.Expr) else [_finding(module, first, "", "no docstring")])


def _looks_up_names(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return not any(name.split(".")[0] in ("hakaru", "") for _, name in _imports(node))
    if isinstance(node, ast.Assign):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.FunctionDef) and node.name in ("__getattr__", "__dir__")


def docstring_findings(module: Module) -> list[Finding]:
    """A module that does not say what it is, and what begins with a question."""
    if not ast.get_docstring(module.tree):
        head = Finding(module=module.name, line=1, subject=module.name, message="has no docstring")
        return [head]
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return [
        _finding(module, node.body[0], "", "begins with a question")
        for node in ast.walk(module.tree)
        if isinstance(node, documented) and _asks(ast.get_docstring(node))
    ]


def _asks(docstring: str | None) -> bool:
    first = " ".join((docstring or "").split("\n\n")[0].split())
    return first.endswith("?") or "? " in first


def broad_except_findings(module: Module) -> list[Finding]:
    """`except Exception` outside the places that may catch everything.

    A handler that cleans up and raises again hides nothing, and may.
    """
    if module.name.startswith(_BROAD_ALLOWED):
        return []
    return [
        _finding(module, node, "except", "too broad: name what the adapter can meet")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type) and not _raises_again(node)
    ]


def name_findings(module: Module) -> list[Finding]:
    """Module and folder names that answer no question."""
    return [
        Finding(module=module.name, line=1, subject=part, message="a name that answers no question")
        for part in module.name.removesuffix(".py").split("/")
        if any(_EMPTY_NAMES.match(word) for word in (part, *part.split("_")))
    ]


def _is_broad(caught: ast.expr | None) -> bool:
    if caught is None:
        return True
    every = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(_dotted(node) in _BROAD for node in every)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def _imports(tree: ast.AST) -> Iterator[tuple[ast.stmt, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name
        elif isinstance(node, ast.ImportFrom):
            yield node, node.module or ""


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"{_dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ""


def _finding(module: Module, node: ast.AST, subject: str, message: str) -> Finding:
    line = getattr(node, "lineno", 1)
    return Finding(module=module.name, line=line, subject=subject, message=message)
