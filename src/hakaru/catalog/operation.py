"""Operation and Param: one thing a user can ask for, declared once, offered everywhere.

The declarations are `operations.toml`; `operations.py` loads what `tools/catalogue.py` made of it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import Any, Literal

from hakaru.core.i18n import Lang, translate
from hakaru.records import frozen
from hakaru.store.file_access import Output

Profile = Literal["core", "analysis", "all", "write"]
"""Which tool list an operation belongs to; `write` changes the data folder."""

ParamType = Literal[
    "text",
    "int",
    "float",
    "flag",
    "path",
    "paths",
    "source",
    "choice",
    "pace",
    "activity",
    "activities",
    "date",
    "json",
]
Access = Literal["read", "write"]
FILE_TYPES: frozenset[ParamType] = frozenset({"path", "paths", "source"})
"""Parameters that name files: each says whether they are read or made, and only `named_files` turns
what was named into what a function gets. A `source` is a file, or a run by its id or day."""

PYTHON_TYPES: dict[ParamType, tuple[object, ...]] = {
    "text": (str,),
    "int": (int,),
    "float": (float,),
    "flag": (bool,),
    "path": (Path,),
    "paths": (tuple[Path, ...],),
    "source": (Path, str),
    "choice": (str,),
    "pace": (float,),
    "activity": (str,),
    "activities": (tuple[str, ...],),
    "date": (date,),
    "json": (str,),
}
"""What the target function receives; for a file it makes it gets an `Output` instead. An optional
parameter without a default also takes None."""

FieldType = Literal[
    "int", "number", "text", "flag", "list", "object", "any",
    "int?", "number?", "text?", "flag?", "list?", "object?",
]  # fmt: skip
"""What a field of a reply holds as JSON; `?`: or null."""

TextSource = Literal["hakaru", "recording", "person", "node", "model", "author", "column"]
"""Who wrote a text of a reply. `hakaru`: we did; `author`: the model or the narrator, as `source`
of the reply says; `column`: the name of a column, ours where the schema has it."""


@frozen
class Param:
    """One parameter of an operation. `about`: what it is, in English.

    `positional` concerns the command line only; `choices` goes with type `choice`. A `pace` is
    written 4:30 and arrives in seconds per kilometre. `default` None: the target gets None.
    `aliases` are other names that a caller may use for it, in no list. A flag whose default is None
    can be left open. `access` goes with the types that name files. `person_only`: no model may set
    it.
    """

    name: str
    type: ParamType
    about: str
    required: bool = False
    default: str | float | bool | None = None
    positional: bool = False
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    access: Access | None = None
    person_only: bool = False

    @property
    def python_types(self) -> tuple[object, ...]:
        """What the target function receives."""
        return (Output,) if self.access == "write" else PYTHON_TYPES[self.type]

    def text(self, language: Lang) -> str:
        """What it is, in one language."""
        return translate(self.about, language)


@frozen
class Operation:
    """One thing a user can ask for.

    `command` is what is typed after `hakaru`, `name` what a tool or route is called. `about` is
    what it does and `decision` what can be decided from its answer, in English. `target` is
    'module:function', taking the context first and the parameters by keyword, and returning a
    dataclass; `document` is a 'module:function' from this result and a language to its Document.
    Both are resolved when called, so that listing operations loads nothing heavy. `limit_bytes`
    bounds the JSON reply to a model. `offline` False: the operation reaches out of this machine.
    `hidden`: only a person may ask for it, so no model is offered it. `untouched`: it works where
    the data folder cannot be read, and starting it changes nothing there. `sql`: it has a query
    run, which can take seconds, so that others must not wait behind it.

    `returns` names the fields of a reply whose type does not (see `surfaces.mcp.schema`). `texts`
    says by key who wrote the texts of a reply ("*": all that are not declared), `narrator` whose
    words a narrated reply holds (see `catalog.reply`). `adds`:
    it stores something although its profile is not `write`. `loses`: something stored is gone
    afterwards for good. `idempotent`: asking again changes nothing more; None: as for any read.
    """

    name: str
    command: str
    about: str
    decision: str
    target: str
    document: str
    profile: Profile
    params: tuple[Param, ...] = ()
    limit_bytes: int = 4096
    offline: bool = True
    hidden: bool = False
    untouched: bool = False
    sql: bool = False
    example: str = ""
    returns: Mapping[str, FieldType] = field(default_factory=dict, hash=False)
    texts: Mapping[str, TextSource] = field(default_factory=dict, hash=False)
    narrator: TextSource = "hakaru"
    adds: bool = False
    loses: bool = False
    idempotent: bool | None = None

    @property
    def makes_files(self) -> bool:
        """Whether a file or folder is named that it writes."""
        return any(param.access == "write" for param in self.params)

    def text(self, language: Lang) -> str:
        """What it is, in one language."""
        return translate(self.about, language)

    def decision_text(self, language: Lang) -> str:
        """What can be decided from its answer, in one language."""
        return translate(self.decision, language)

    @property
    def reads_only(self) -> bool:
        """Whether nothing changes but the caches."""
        return self.profile != "write" and not self.adds and not self.makes_files

    @property
    def repeatable(self) -> bool:
        """Whether asking a second time changes nothing more."""
        return self.reads_only if self.idempotent is None else self.idempotent


def load(reference: str) -> Callable[..., Any]:
    """The function that 'package.module:name' refers to, imported now."""
    module_name, _, attribute = reference.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module_name), attribute)
    return function
