"""What is an operation: one thing a user can ask for, declared once, offered everywhere?"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

Profile = Literal["core", "analysis", "all", "write"]
"""Which tool list an operation belongs to; `write` changes the data folder."""

ParamType = Literal["text", "int", "float", "flag", "paths", "choice", "pace", "activity", "date"]


@dataclass(frozen=True, kw_only=True)
class Param:
    """One parameter. `positional` concerns the command line only; `choices` goes with `choice`."""

    name: str
    type: ParamType
    ja: str
    en: str
    required: bool = False
    default: object = None
    positional: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A declaration. `target` is 'module:function', resolved when called, so that listing
    operations loads nothing heavy. The function takes (context, request, progress) where request
    is the dataclass `request` names, and returns the dataclass `result` names. `render` is a
    'module:function' that words a result for a terminal. `limit_bytes` bounds the JSON reply."""

    name: str
    command: str
    ja: str
    en: str
    params: tuple[Param, ...]
    target: str
    result: str
    render: str
    profile: Profile
    limit_bytes: int = 4096
    mcp: bool = True
    example: str = field(default="")

    def resolve(self) -> Callable[..., Any]:
        """The function behind `target`, imported now."""
        return load(self.target)


def load(reference: str) -> Any:
    """The object that 'package.module:name' refers to."""
    module_name, _, attribute = reference.partition(":")
    return getattr(importlib.import_module(module_name), attribute)
