"""Does every float say its unit? (style guide §3)"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.contracts.tree import Finding, Module, functions, is_private, is_property

UNITS = (
    "s", "ms", "days", "weeks", "h", "per_h", "per_day", "per_week", "per_year", "per_min",
    "years", "hour",
    "m", "km", "cm", "mm", "px",
    "mps", "kmh", "s_per_km", "min_per_km", "cm_per_mps", "pct_per_mps", "per_mps",
    "bpm", "spm", "w", "kn_per_m", "kg", "kcal", "ml_per_kg_min",
    "c", "f", "n", "deg", "semicircles", "frac", "pct", "hz",
)  # fmt: skip
"""The last words of a name that say a unit, or that a number is a fraction or a percentage."""

_SUFFIX = re.compile(rf"(?:^|_)(?:{'|'.join(sorted(UNITS, key=len, reverse=True))})$")
_CONTAINERS = {"Callable", "Mapping", "dict", "MutableMapping", "type"}


def says_its_unit(name: str) -> bool:
    """Whether a name ends in a unit, as in gct_ms."""
    return _SUFFIX.search(name) is not None


def last_word(name: str, words: frozenset[str]) -> str | None:
    """The one of `words` that a name is or ends in, None if it is none of them."""
    bare = name.strip("_")
    matches = [word for word in words if bare == word or bare.endswith(f"_{word}")]
    return max(matches, key=len, default=None)


def unit_findings(module: Module) -> list[Finding]:
    """Fields, properties and parameters of type float (or array of it) without a unit.

    Left out are `stats`, whose numbers have the unit of whatever it is given, and the parameters
    of private functions, which are called from their own file.
    """
    if module.name.startswith("stats/"):
        return []
    return [
        Finding(
            module=module.name,
            line=line,
            subject=name,
            message="a float whose name does not end in its unit",
        )
        for name, line in _float_names(module)
        if not says_its_unit(name)
    ]


def _float_names(module: Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                    yield from _if_floats(item.target.id, item.annotation)
    for _, function in functions(module):
        if is_private(function):
            continue
        every = function.args
        for argument in [*every.posonlyargs, *every.args, *every.kwonlyargs]:
            yield from _if_floats(argument.arg, argument.annotation)
        if is_property(function):
            yield from _if_floats(function.name, function.returns)


def _if_floats(name: str, annotation: ast.expr | None) -> Iterator[tuple[str, int]]:
    if annotation is not None and holds_floats(annotation):
        yield name, annotation.lineno


def holds_floats(annotation: ast.expr) -> bool:
    """Whether a type is a float or a plain collection of floats. A mapping names its columns."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return holds_floats(ast.parse(annotation.value, mode="eval").body)
    if isinstance(annotation, ast.Subscript) and _last_name(annotation.value) in _CONTAINERS:
        return False
    if _last_name(annotation) in ("float", "FloatArray", "float64"):
        return True
    return any(
        holds_floats(child)
        for child in ast.iter_child_nodes(annotation)
        if isinstance(child, ast.expr)
    )


def _last_name(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None


_DOUBLE = re.compile(r"^\s*\"?(\w+)\"?\s+(?:DOUBLE|FLOAT|REAL)\b", re.IGNORECASE | re.MULTILINE)
_ADDED = re.compile(
    r"ADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?\"?(\w+)\"?\s+(?:DOUBLE|FLOAT|REAL)\b", re.IGNORECASE
)


def sql_findings(source: str, name: str) -> list[Finding]:
    """Columns of type DOUBLE without a unit."""
    return [
        Finding(
            module=name,
            line=source.count("\n", 0, match.start(1)) + 1,
            subject=match.group(1),
            message="a DOUBLE column whose name does not end in its unit",
        )
        for pattern in (_DOUBLE, _ADDED)
        for match in pattern.finditer(source)
        if not says_its_unit(match.group(1))
    ]
