"""Hakaru: measure with statistics and rules, word it afterwards, let nothing through unchecked."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_GUARD = "hakaru.surfaces.guarded"


def __getattr__(name: str) -> Any:
    """`hakaru.guarded_output`, for notebooks: loaded only when it is asked for."""
    if name == "guarded_output":
        return import_module(_GUARD).guarded_output
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
