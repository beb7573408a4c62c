"""`%load_ext hakaru.surfaces.notebook` for an IPython shell or a Jupyter kernel.

From the next cell on, output is guarded as in `hakaru.guarded_output()`; `%unload_ext` ends it.
"""

from __future__ import annotations

from typing import Any

from hakaru.surfaces.guarded import CellGuard

_guards: dict[int, CellGuard] = {}
"""The guard of each shell of this process, by the identity of the shell."""


def load_ipython_extension(shell: Any) -> None:
    """Guard the cells of a shell; loading twice is loading once."""
    if id(shell) not in _guards:
        _guards[id(shell)] = CellGuard(shell)
        _guards[id(shell)].start()


def unload_ipython_extension(shell: Any) -> None:
    """Leave the shell as it was before."""
    guard = _guards.pop(id(shell), None)
    if guard is not None:
        guard.stop()
