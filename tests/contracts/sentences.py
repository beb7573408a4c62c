"""Which sentences can a user meet? Read from the source: the words of errors, refusals and doubts.

A sentence becomes a template in which every value is `{}`. Literals are followed through local
names, arguments of private functions and what functions of the same module return; where that ends
at something else, the expression is unseen, and a test lists it with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from tests.contracts.tree import Module, functions

ERROR_FILES = ("core/errors.py",)

WORDED_BY: Mapping[str, int] = {
    "BadArgument": 2, "NotEvaluated": 1, "SourceError": 1, "Refused": 1, "Unreadable": 1,
    "FetchFailed": 1, "StoreBusy": 1, "StoreError": 0, "StoreDamaged": 0, "BaselineError": 0,
    "ModelError": 0, "RequestError": 0, "HakaruError": 0, "NoFormData": 0, "reason": 0, "fail": 0,
    "NotRecorded": 1, "QueryRefused": 1, "QueryStopped": 1, "ReplyTooLarge": 0, "UnknownTool": 1,
    "ChangeRefused": 0, "NotReadable": 0,
    "_WrongType": 0, "NoReply": 1, "ModelFailed": 1, "ModelUnreachable": 1,
    "NoFaceModel": 1, "NoCamera": 1,
}  # fmt: skip
"""Which argument is the sentence, or the part of it that was written for the case: of an error, of
`Answer.reason`, of click's `ParamType.fail`, of what a model's argument should have been."""
WORDED_AS = frozenset({"message", "reason", "problem", "fault"})
"""Fields of results and doubts that a user reads."""
CODES = frozenset({"reason", "problem"})
"""Those that hold a code in the core and where codes get their words (tables with rows for both
languages, checked by their own tests)."""
LABELS = frozenset({("FormSensor", "label"), ("Recording", "sensor_label")})
"""Fields that hold a product's name, or our words where there is none."""
SAID_BY_SOMEBODY = frozenset(
    {
        "Applied", "ApplyReply", "Asked", "DraftGroup", "DraftRelation", "EntryRow", "Group",
        "HistoryEntry", "OrganizerDecompositionProposal", "OrganizerGroupingProposal",
        "OrganizerRelationProposal", "Origin", "Relation", "RelationRow", "origin",
    }
)  # fmt: skip
"""Their `reason` is what a person, a model or a narrator says, in the language of the reader."""
ANY = "{}"

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, kw_only=True, order=True)
class Sentence:
    """One template, or (`template` is '{}') an expression that could not be followed."""

    template: str
    place: str
    source: str


@dataclass(kw_only=True)
class Reader:
    """Follows the expressions of one module."""

    module: Module
    within: dict[ast.AST, Function] = field(default_factory=dict)
    names: dict[Function, str] = field(default_factory=dict)
    nested: set[str] = field(default_factory=set)
    open: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        for name, function in functions(self.module):
            self.names[function] = name
            for node in ast.walk(function):
                self.within[node] = function

    def texts(self, node: ast.expr | None) -> set[str]:
        """Every template an expression can be."""
        match node:
            case None:
                return set()
            case ast.Constant(value=value):
                return {value} if isinstance(value, str) else set()
            case ast.JoinedStr(values=values):
                return _joined([self._slot(one) for one in values])
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _joined([self.texts(left), self.texts(right)])
            case ast.IfExp(body=body, orelse=orelse):
                return self.texts(body) | self.texts(orelse)
            case ast.BoolOp(values=values):
                return set().union(*map(self.texts, values))
            case ast.Name():
                return self._named(node)
            case ast.Call():
                return self._returned(node)
            case ast.Subscript(value=ast.Name() as table):
                return self._values(table)
        return {ANY}

    def _slot(self, part: ast.expr) -> set[str]:
        """A value inside a sentence: a slot, unless it is a piece of the same sentence."""
        if not isinstance(part, ast.FormattedValue):
            return self.texts(part)
        texts = self.texts(part.value)
        is_piece = ANY not in texts and any(text[:1] in ("", " ") for text in texts)
        if is_piece or isinstance(part.value, ast.BoolOp):
            return texts
        self.nested |= {text for text in texts if " " in text}
        return {ANY}

    def _named(self, name: ast.Name) -> set[str]:
        function = self.within.get(name)
        key = (id(function), name.id)
        if key in self.open:
            return set()
        self.open.add(key)
        try:
            scope = self.module.tree if function is None else function
            bound = [self._bound(node, name.id) for node in ast.walk(scope)]
            readings = [reading for reading in bound if reading is not None]
            if not readings and function is not None:
                readings = [self._passed(function, name.id)]
            return set().union(*readings) or {ANY}
        finally:
            self.open.remove(key)

    def _bound(self, node: ast.AST, name: str) -> set[str] | None:
        """What a statement binds to a name; None: it does not bind it."""
        match node:
            case ast.Assign(targets=[target], value=value):
                pass
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                pass
            case ast.For(target=target, iter=table):
                route = _route(target, name)
                rows = [] if route is None else self._rows(table)
                return set().union(*(self.texts(_at(row, route or ())) for row in rows)) or None
            case _:
                return None
        route = _route(target, name)
        if route and isinstance(value, ast.Call):
            return self._returned(value, route[0])
        return None if route is None else self.texts(_at(value, route))

    def _rows(self, node: ast.expr) -> list[ast.expr]:
        """The rows of a literal table, or of one that a name holds."""
        match node:
            case ast.Name():
                return self._rows(self._literal(node) or ast.Tuple(elts=[]))
            case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="items")):
                table = self._literal(held)
                pairs = (
                    zip(table.keys, table.values, strict=True)
                    if isinstance(table, ast.Dict)
                    else ()
                )
                return [ast.Tuple(elts=[key, value]) for key, value in pairs if key is not None]
            case ast.Tuple(elts=elts):
                return elts
        return []

    def _literal(self, name: ast.Name) -> ast.expr | None:
        """The tuple or dict that a name holds, here or in the module."""
        for scope in (self.within.get(name, self.module.tree), self.module.tree):
            for node in ast.walk(scope):
                if isinstance(node, ast.Assign | ast.AnnAssign):
                    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                    if isinstance(node.value, ast.Dict | ast.Tuple) and (
                        ast.unparse(target) == name.id
                    ):
                        return node.value
        return None

    def _values(self, table: ast.Name) -> set[str]:
        held = self._literal(table)
        texts = map(self.texts, held.values) if isinstance(held, ast.Dict) else ({ANY},)
        return set[str]().union(*texts)

    def _passed(self, function: Function, name: str) -> set[str]:
        """What callers in this module hand over for a parameter."""
        places = [arg.arg for arg in function.args.args]
        texts: set[str] = set()
        for call in ast.walk(self.module.tree):
            if isinstance(call, ast.Call) and _last_name(call.func) == function.name:
                given = {keyword.arg: keyword.value for keyword in call.keywords}
                given |= dict(zip(places, call.args, strict=False))
                texts |= self.texts(given.get(name))
        return texts

    def _returned(self, call: ast.Call, at: int | None = None) -> set[str]:
        name = _last_name(call.func)
        callees = [one for one in self.names if one.name == name]
        return self.returns(callees[0], at) if len(callees) == 1 else {ANY}

    def returns(self, function: Function, at: int | None = None) -> set[str]:
        """What a function returns, or the part of it at an index."""
        texts: set[str] = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and self.within[node] is function:
                if isinstance(node.value, ast.Tuple) and at is not None:
                    texts |= set().union(*map(self.texts, node.value.elts[at : at + 1]))
                else:
                    texts |= self.texts(node.value)
        return texts


def sentences(module: Module, makers: Mapping[str, int | None] | None = None) -> set[Sentence]:
    """Every sentence a module words.

    `makers` are functions whose result is one, used elsewhere, or the part of it at an index; and
    names that hold one.
    """
    reader = Reader(module=module)
    met: set[Sentence] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            function = reader.within.get(node)
            place = f"{module.name}:" if function is None else reader.names[function]
            texts = [
                (words, reader.texts(words) - _codes(node, words, reader.texts(words), module))
                for words in _worded(node, module)
            ]
            texts += [(words, reader.texts(words) - {ANY}) for words in _labels(node)]
            met |= {
                Sentence(template=text, place=place, source=ast.unparse(words))
                for words, written in texts
                for text in written
            }
    inner = {Sentence(template=text, place=module.name, source=text) for text in reader.nested}
    return met | inner | _made(reader, makers or {})


def _made(reader: Reader, makers: Mapping[str, int | None]) -> set[Sentence]:
    """The sentences that the makers of a module return or hold."""
    met: set[Sentence] = set()
    for function, name in reader.names.items():
        if name in makers:
            made = reader.returns(function, makers[name])
            met |= {Sentence(template=text, place=name, source="return") for text in made}
    for node in reader.module.tree.body:
        if isinstance(node, ast.Assign):
            name = f"{reader.module.name}:{ast.unparse(node.targets[0])}"
            held = reader.texts(node.value) if name in makers else set()
            met |= {Sentence(template=text, place=name, source="constant") for text in held}
    return met


def _codes(call: ast.Call, words: ast.expr, written: set[str], module: Module) -> set[str]:
    """What is no sentence: in the core and in `render`, `reason` and `problem` hold codes."""
    names = {keyword.arg for keyword in call.keywords if keyword.value is words}
    if not names & CODES or not module.name.startswith(("running/", "present/")):
        return set()
    return {code for code in written if " " not in code}


def _worded(call: ast.Call, module: Module) -> list[ast.expr]:
    """The arguments of a call that are words for a user."""
    name = _last_name(call.func)
    kept = set() if name in SAID_BY_SOMEBODY else WORDED_AS
    words = [keyword.value for keyword in call.keywords if keyword.arg in kept]
    if name in WORDED_BY and len(call.args) > WORDED_BY[name]:
        words.append(call.args[WORDED_BY[name]])
    if name == "__init__" and module.name in ERROR_FILES and call.args:
        words.append(call.args[-1])
    return words


def _labels(call: ast.Call) -> list[ast.expr]:
    name = _last_name(call.func)
    return [keyword.value for keyword in call.keywords if (name, keyword.arg) in LABELS]


def slotless(template: str) -> str:
    """A template with named slots, as a walk of the source writes it."""
    return re.sub(r"\{\w+\}", ANY, template)


def numberless(template: str) -> str:
    """A template whose numbers are slots too: 'between {} and {}' stands for all bounds."""
    return re.sub(r"-?\d+(\.\d+)?", ANY, template)


def _joined(parts: list[set[str]]) -> set[str]:
    return {"".join(pieces) for pieces in product(*parts)}


def _route(target: ast.expr, name: str) -> tuple[int, ...] | None:
    """Where in an assignment's target a name stands: () for the target itself, None: nowhere."""
    if isinstance(target, ast.Name):
        return () if target.id == name else None
    for index, one in enumerate(target.elts if isinstance(target, ast.Tuple) else ()):
        if (inner := _route(one, name)) is not None:
            return (index, *inner)
    return None


def _at(value: ast.expr, route: tuple[int, ...]) -> ast.expr:
    for index in route:
        if not isinstance(value, ast.Tuple):
            return ast.Name(id="?")
        value = value.elts[index]
    return value


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
