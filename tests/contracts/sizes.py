"""Is every file, body and signature within the budget? (style guide §8)"""

from __future__ import annotations

import ast

from tests.contracts.tree import Finding, Module, functions, is_private

FILE_LINES = 600
BODY_LINES = 40
"""About 30 is what is aimed at; sizes are a result, and nobody splits a function to stay under."""
PARAMETERS = 7
POSITIONAL = 4


def file_findings(module: Module) -> list[Finding]:
    """A file longer than the budget."""
    lines = len(module.source.splitlines())
    if lines <= FILE_LINES:
        return []
    return [
        Finding(
            module=module.name, line=1, subject=module.name, message=f"{lines} > {FILE_LINES} lines"
        )
    ]


def body_findings(module: Module) -> list[Finding]:
    """Functions whose body, without docstring and empty lines, is longer than the budget."""
    lines = module.source.splitlines()
    return [
        Finding(
            module=module.name,
            line=function.lineno,
            subject=name,
            message=f"body of {length} > {BODY_LINES} lines",
        )
        for name, function in functions(module)
        if (length := body_lines(function, lines)) > BODY_LINES
    ]


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    """Lines of a body that hold anything, its docstring left out."""
    statements = function.body
    if ast.get_docstring(function, clean=False) is not None:
        statements = statements[1:]
    if not statements:
        return 0
    last = statements[-1].end_lineno or statements[-1].lineno
    return sum(1 for line in lines[statements[0].lineno - 1 : last] if line.strip())


def signature_findings(module: Module) -> list[Finding]:
    """Functions with too many parameters, or public ones with a third that goes by position.

    A private function is called from its own file, where its parameters are in sight.
    """
    findings = []
    for name, function in functions(module):
        positional, keyword_only = parameters(function)
        total = positional + keyword_only
        if total > PARAMETERS:
            message = f"{total} > {PARAMETERS} parameters"
        elif positional > POSITIONAL and not is_private(function):
            message = f"{positional} parameters by position: keyword-only after {POSITIONAL}"
        else:
            continue
        findings.append(
            Finding(module=module.name, line=function.lineno, subject=name, message=message)
        )
    return findings


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[int, int]:
    """How many parameters may be given by position, and how many only by name."""
    by_position = [*function.args.posonlyargs, *function.args.args]
    if by_position and by_position[0].arg in ("self", "cls"):
        by_position = by_position[1:]
    return len(by_position), len(function.args.kwonlyargs)
