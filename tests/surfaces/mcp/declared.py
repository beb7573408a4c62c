"""Operations of the tests, whose functions do what a test needs to see."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypedDict

from hakaru.catalog.operation import Operation, Param, Profile
from hakaru.core.errors import StoreBusy
from hakaru.core.i18n import term
from hakaru.flows.context import Context

ended = threading.Event()
"""Set when `count` has ended, whichever way."""


_never = threading.Event()


@dataclass(frozen=True, kw_only=True)
class Fields:
    """A result whose fields are its reply."""

    n: int
    share_frac: float
    day: date | None
    kind: Literal["a", "b"]
    rows: tuple[int, ...]
    inner: Operation


class Pair(TypedDict):
    """A reply whose shape is declared."""

    text: str
    n: int | None


@dataclass(frozen=True, kw_only=True)
class Shaped:
    """A result with a reply of its own, declared."""

    hidden_field: int = 0

    @property
    def reply(self) -> Pair:
        """Its JSON."""
        return {"text": "x", "n": None}


@dataclass(frozen=True, kw_only=True)
class Loose:
    """A result with a reply of its own, about which nothing is declared."""

    size_bytes: int

    @property
    def reply(self) -> Mapping[str, object]:
        """Its JSON: one text of so many bytes."""
        return {"text": "あ" * (self.size_bytes // 3)}


def fields(_: Context) -> Fields:
    """Never called."""
    raise AssertionError


def shaped(_: Context) -> Shaped:
    """A declared reply."""
    return Shaped()


def loose(_: Context, *, size_bytes: int) -> Loose:
    """As large a reply as asked for."""
    return Loose(size_bytes=size_bytes)


def count(context: Context, *, pieces: int) -> Shaped:
    """Takes 10 ms per piece, and says so."""
    ended.clear()
    try:
        context.progress.begin("counting", pieces)
        for _ in range(pieces):
            _never.wait(0.01)
            context.progress.advance()
        context.progress.end()
    finally:
        ended.set()
    return Shaped()


def busy(_: Context) -> Shaped:
    """What a reader meets while a writer stays."""
    raise StoreBusy(5.0, term("process 4711 (hakaru ingest runs)"))


def defective(_: Context) -> Shaped:
    """A defect with a secret in its message."""
    raise ValueError("SELECT secret FROM inside")


def operation(
    name: str,
    *params: Param,
    profile: Profile = "core",
    limit_bytes: int = 4096,
    offline: bool = True,
) -> Operation:
    """An operation over the function of this module with that name."""
    return Operation(
        name=name,
        command=name,
        about="Something to try",
        decision="whether a tool works",
        params=params,
        target=f"tests.surfaces.mcp.declared:{name}",
        document="",
        profile=profile,
        limit_bytes=limit_bytes,
        offline=offline,
        texts={"text": "hakaru"},
    )


def param(name: str, kind: str, **extra: object) -> Param:
    """A parameter of this type."""
    return Param(name=name, type=kind, about="the value", **extra)  # type: ignore[arg-type]
