"""Is each operation complete: words, parameters, functions that fit its declaration?"""

from __future__ import annotations

import ast
import collections.abc
import dataclasses
import importlib
import inspect
import pathlib
import re
import types
import typing

from hakaru.catalog.operation import FILE_TYPES, Operation, Param, load
from hakaru.flows.context import Context
from hakaru.present.document import Document
from hakaru.store.file_access import Output, PersonOutput

_NAMES_FILES = re.compile(r"(^|_)(path|paths|file|files|folder|dir|directory|out|target|lake)$")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def word_problems(operation: Operation) -> list[str]:
    """Texts that are missing, or not in the language they are said to be in."""
    problems = [] if operation.example.startswith(f"hakaru {operation.command}") else ["no example"]
    texts = [(param.text("ja"), param.text("en")) for param in operation.params]
    for ja, en in [(operation.text("ja"), operation.text("en")), *texts]:
        if not _JAPANESE.search(ja):
            problems.append(f"no Japanese for it: {ja!r}")
        if not en.strip() or _JAPANESE.search(en):
            problems.append(f"en is not English: {en!r}")
    return problems


def param_problems(param: Param) -> list[str]:
    """A declaration that contradicts itself."""
    problems = []
    if (param.type == "choice") != bool(param.choices):
        problems.append(f"{param.name}: choices go with type choice, and only with it")
    if param.choices and param.default is not None and param.default not in param.choices:
        problems.append(f"{param.name}: default {param.default!r} is not among the choices")
    if param.required and param.default is not None:
        problems.append(f"{param.name}: required, yet it has a default")
    if param.default is not None and not param.choices:
        accepted = param.python_types
        if not isinstance(param.default, tuple(t for t in accepted if isinstance(t, type))):
            problems.append(f"{param.name}: default {param.default!r} is no {param.type}")
    return problems


def target_problems(operation: Operation) -> list[str]:
    """Where the function does not take what the declaration promises, or returns no dataclass."""
    function = load(operation.target)
    hints = typing.get_type_hints(function)
    signature = list(inspect.signature(function).parameters.values())
    problems = []
    if not signature or hints.get(signature[0].name) is not Context:
        problems.append(f"{operation.target} does not take the Context first")
    taken = {parameter.name: parameter for parameter in signature[1:]}
    declared = {param.name: param for param in operation.params}
    problems += [
        f"{name} is only in one of declaration and {operation.target}"
        for name in sorted(taken.keys() ^ declared.keys())
    ]
    for name in sorted(taken.keys() & declared.keys()):
        hint = _for_persons(hints.get(name)) if operation.hidden else hints.get(name)
        if not accepts(hint, declared[name]):
            problems.append(f"{name}: {operation.target} takes {hints.get(name)}")
        if taken[name].kind is not inspect.Parameter.KEYWORD_ONLY:
            problems.append(f"{name} is not keyword-only in {operation.target}")
    if not result_types(hints.get("return")):
        problems.append(f"{operation.target} returns {hints.get('return')}, no dataclass")
    return problems


def file_problems(operation: Operation) -> list[str]:
    """Where a file could reach a function by another way than `named_files`."""
    hints = typing.get_type_hints(load(operation.target))
    problems = []
    for param in operation.params:
        names_files = param.type in FILE_TYPES
        if names_files != (param.access is not None):
            problems.append(f"{param.name}: `access` goes with the types that name files")
        if not names_files and pathlib.Path in _within(hints.get(param.name)):
            problems.append(
                f"{param.name}: {operation.target} takes a path that is declared as text"
            )
        if not names_files and _NAMES_FILES.search(param.name):
            problems.append(f"{param.name}: a text whose name says that it names a file")
        if param.access == "write" and param.type != "path":
            problems.append(f"{param.name}: a file that is made is a `path`")
    return problems


def _within(hint: object) -> set[object]:
    """Every type that stands in a type hint."""
    inner = typing.get_args(hint)
    return {hint}.union(*map(_within, inner)) if inner else {hint}


def _for_persons(hint: object) -> object:
    """What only a person may ask for need not be able to write for a model."""
    return hint | Output if PersonOutput in _members(hint) else hint


def only_for_types(module: str) -> dict[str, object]:
    """What a module imports below `if TYPE_CHECKING`, imported now."""
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    blocks = [
        node.body
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {
        name.asname or name.name: getattr(importlib.import_module(node.module), name.name)
        for block in blocks
        for node in block
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
    }


def document_problems(operation: Operation) -> list[str]:
    """Where the function that words the result does not take what the target returns."""
    function = load(operation.document)
    hints = typing.get_type_hints(function, localns=only_for_types(function.__module__))
    returned = result_types(typing.get_type_hints(load(operation.target)).get("return"))
    signature = list(inspect.signature(function).parameters)
    if len(signature) != 2:
        return [f"{operation.document} does not take a result and a language"]
    accepted = result_types(hints.get(signature[0]))
    problems = [
        f"{operation.document} does not word a {one.__name__}" for one in returned - accepted
    ]
    return (
        problems
        if hints.get("return") is Document
        else [*problems, f"{operation.document} returns no document"]
    )


def accepts(hint: object, param: Param) -> bool:
    """Whether a type hint takes every value that a parameter of this declaration can have."""
    members = {_as_tuple(member) for member in _members(hint)}
    wanted: set[object] = set(param.python_types)
    if param.choices and typing.get_origin(hint) is typing.Literal:
        return set(typing.get_args(hint)) == set(param.choices)
    if param.choices:
        literals = [member for member in members if typing.get_origin(member) is typing.Literal]
        if literals:
            members = members - set(literals) | {str}
    if not param.required and param.default is None:
        wanted.add(type(None))
    return wanted <= members


def _as_tuple(hint: object) -> object:
    """A function that takes any sequence takes the tuple that a surface hands over."""
    if typing.get_origin(hint) is collections.abc.Sequence:
        return types.GenericAlias(tuple, (*typing.get_args(hint), ...))
    return hint


def _members(hint: object) -> tuple[object, ...]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return typing.get_args(hint)
    return (hint,)


def result_types(hint: object) -> set[type]:
    """The dataclasses of a return type; empty where it is anything else."""
    members = _members(hint)
    found = {
        member
        for member in members
        if isinstance(member, type) and dataclasses.is_dataclass(member)
    }
    return found if len(found) == len(members) else set()
