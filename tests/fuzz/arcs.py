"""Which line of a decoder follows which while it reads?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any

Arc = tuple[str, int, int]
"""(file, line before, line after); 0 before the first line of a call."""


def arcs_of(act: Callable[[], object], *, parts: Sequence[str]) -> set[Arc]:
    """The arcs of everything in files whose path holds one of `parts`, while `act` is done."""
    arcs: set[Arc] = set()
    wanted: dict[CodeType, bool] = {}
    before = sys.gettrace()

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        name = code.co_filename
        is_wanted = wanted.get(code)
        if is_wanted is None:
            is_wanted = wanted[code] = any(part in name for part in parts)
        if not is_wanted:
            return None
        last = 0

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "line":
                arcs.add((name, last, frame.f_lineno))
                last = frame.f_lineno
            return step

        return step

    sys.settrace(enter)
    try:
        act()
    finally:
        sys.settrace(before)
    return arcs
