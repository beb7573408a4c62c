"""Frozen dataclasses whose methods are compiled when they are first used.

The standard decorator compiles six methods for every class, which takes most of the time in which a
command starts, and few of the classes that are imported are used by it. Here it makes the fields
alone; what a class does with them is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from reprlib import recursive_repr
from types import FunctionType
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


class _Unset:
    """Default of a parameter whose field has a `default_factory`."""

    def __repr__(self) -> str:
        return "<factory>"


_UNSET = _Unset()


@overload
def frozen(cls: type[T], /) -> type[T]: ...
@overload
def frozen(*, kw_only: bool = True, eq: bool = True) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field, Field))
def frozen(
    cls: type[T] | None = None, /, *, kw_only: bool = True, eq: bool = True
) -> type[T] | Callable[[type[T]], type[T]]:
    """`dataclass(frozen=True, kw_only=True)` at a small part of its cost at import.

    An `__init__`, `__repr__`, `__eq__` or `__hash__` that the class defines itself stays. A
    dataclass that inherits from such a class, or from which one inherits, is made by `frozen` too.
    With `kw_only=False` fields can be given by position, and are in `__match_args__`; with
    `eq=False` an object equals itself alone.
    """
    if cls is None:
        return lambda decorated: _freeze(decorated, kw_only=kw_only, eq=eq)
    return _freeze(cls, kw_only=kw_only, eq=eq)


def _freeze(cls: type[T], *, kw_only: bool, eq: bool) -> type[T]:
    own = cls.__dict__
    hints = " ".join(map(str, own.get("__annotations__", {}).values()))
    if "InitVar" in hints:
        return dataclass(frozen=True, kw_only=kw_only, eq=eq)(cls)
    hashes = own.get("__hash__") is not None or ("__hash__" in own and "__eq__" not in own)
    makers = {"__init__": _init, "__repr__": _repr} | ({"__eq__": _eq} if eq else {})
    makers = {name: make for name, make in makers.items() if name not in own}
    if eq and not hashes:
        makers["__hash__"] = _hash
    for name, make in makers.items():
        setattr(cls, name, _OnFirstUse(cls, name, make))
    _guard(cls)
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # the standard decorator would word a signature
    with_fields = dataclass(init=False, repr=False, eq=False, kw_only=kw_only)
    if not hints or "ClassVar" in hints or "KW_ONLY" in hints:
        return with_fields(cls)
    return _unsearched(cls, with_fields)


def _unsearched(cls: type[T], with_fields: Callable[[type[T]], type[T]]) -> type[T]:
    """The class with its fields, of which the decorator sees no annotation as a text: it would
    search each for `ClassVar`, `InitVar` and `KW_ONLY`."""
    hints = cls.__annotations__
    cls.__annotations__ = dict.fromkeys(hints, object)
    try:
        made = with_fields(cls)
    finally:
        cls.__annotations__ = hints
    for own in fields(made):  # type: ignore[arg-type]
        own.type = hints.get(own.name, own.type)
    return made


class _OnFirstUse:
    """A method of a class that is made, and takes this place, when somebody asks for it. Threads
    that ask at once make the same."""

    __slots__ = ("_cls", "_make", "_name")

    def __init__(self, cls: type, name: str, make: Callable[[type], FunctionType]) -> None:
        self._cls, self._name, self._make = cls, name, make

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., Any]:
        method = self._make(self._cls)
        method.__module__ = self._cls.__module__
        method.__qualname__ = f"{self._cls.__qualname__}.{self._name}"
        if self._cls.__dict__.get(self._name) is self:
            setattr(self._cls, self._name, method)
        bound: Callable[..., Any] = method.__get__(instance, owner)
        return bound


def _guard(cls: type) -> None:
    """Keep the fields from being written; an object of a subclass may have attributes besides."""

    def is_kept(instance: object, name: str) -> bool:
        return type(instance) is cls or any(own.name == name for own in fields(cls))

    def set_attribute(self: object, name: str, value: object) -> None:
        if is_kept(self, name):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)  # type: ignore[arg-type]

    def delete_attribute(self: object, name: str) -> None:
        if is_kept(self, name):
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)  # type: ignore[arg-type]

    for name, method in (("__setattr__", set_attribute), ("__delattr__", delete_attribute)):
        if name in cls.__dict__:
            raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
        setattr(cls, name, method)


def _init(cls: type) -> FunctionType:
    """The standard constructor, but that `object.__setattr__` is looked up once."""
    each = {own.name: own for own in fields(cls)}
    prefix = "_"
    while any(name.startswith(prefix) for name in each):
        prefix += "_"
    this = f"{prefix}self" if "self" in each else "self"
    known: dict[str, object] = {f"{prefix}set": object.__setattr__, f"{prefix}unset": _UNSET}
    lines = ["pass"]
    for name, own in each.items():
        value = name
        if own.default_factory is not MISSING:
            known[f"{prefix}make_{name}"] = own.default_factory
            value = f"{prefix}make_{name}()"
            value += f" if {name} is {prefix}unset else {name}" if own.init else ""
        elif not own.init:
            continue  # the default that the class holds is what an object has
        lines.append(f"{prefix}set({this}, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(f"{this}.__post_init__()")
    taken = [own for own in each.values() if own.init]
    method = _compiled("__init__", f"{this}{_parameters(taken)}", lines, known)
    method.__annotations__ = {own.name: own.type for own in taken} | {"return": None}
    method.__defaults__ = tuple(_defaults(own for own in taken if not own.kw_only).values())
    method.__kwdefaults__ = _defaults(own for own in taken if own.kw_only)
    return method


def _parameters(taken: Sequence[Field[Any]]) -> str:
    """What follows `self` in a signature. The values of the defaults are set afterwards."""
    texts = {
        own.name: f", {own.name}=None" if _defaults((own,)) else f", {own.name}" for own in taken
    }
    by_position = "".join(texts[own.name] for own in taken if not own.kw_only)
    by_name = "".join(texts[own.name] for own in taken if own.kw_only)
    return by_position + (f", *{by_name}" if by_name else "")


def _defaults(taken: Iterable[Field[Any]]) -> dict[str, Any]:
    return {
        own.name: own.default if own.default_factory is MISSING else _UNSET
        for own in taken
        if own.default is not MISSING or own.default_factory is not MISSING
    }


def _repr(cls: type) -> FunctionType:
    shown = ", ".join(f"{own.name}={{self.{own.name}!r}}" for own in fields(cls) if own.repr)
    line = f'return self.__class__.__qualname__ + f"({shown})"'
    guarded = recursive_repr()(_compiled("__repr__", "self", (line,)))
    assert isinstance(guarded, FunctionType)
    return guarded


def _eq(cls: type) -> FunctionType:
    names = [own.name for own in fields(cls) if own.compare]
    return _compiled(
        "__eq__",
        "self, other",
        (
            "if other.__class__ is self.__class__:",
            f" return {_tuple_of('self', names)} == {_tuple_of('other', names)}",
            "return NotImplemented",
        ),
    )


def _hash(cls: type) -> FunctionType:
    names = [own.name for own in fields(cls) if (own.compare if own.hash is None else own.hash)]
    return _compiled("__hash__", "self", (f"return hash({_tuple_of('self', names)})",))


def _tuple_of(this: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{this}.{name}, ' for name in names)})"


def _compiled(
    name: str, parameters: str, lines: Iterable[str], known: Mapping[str, object] | None = None
) -> FunctionType:
    """The function of this text, which is made of names of fields alone."""
    scope: dict[str, Any] = dict(known or {})
    exec("\n ".join((f"def {name}({parameters}):", *lines)), scope)  # noqa: S102
    method: FunctionType = scope[name]
    return method
