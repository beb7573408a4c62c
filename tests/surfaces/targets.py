"""What operations of the tests do instead of something useful."""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.flows.context import Context
from hakaru.present.document import Document, document


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A result that may say that not all went well."""

    n: int
    ok: bool = True


def count(context: Context, *, n: int) -> Counted:
    """A step with progress."""
    context.progress.begin("counting", n)
    context.progress.advance(n)
    return Counted(n=n)


def fall_short(context: Context) -> Counted:
    """Not all went well."""
    return Counted(n=0, ok=False)


def break_down(context: Context) -> Counted:
    """A defect."""
    raise ZeroDivisionError("one by nothing")


def be_interrupted(context: Context) -> Counted:
    """Ctrl-C."""
    raise KeyboardInterrupt


def lose_the_reader(context: Context) -> Counted:
    """The other end of a pipe is gone."""
    raise BrokenPipeError


def in_words(result: Counted, language: str) -> Document:
    """How many."""
    return document(f"{result.n} ({language})")
