"""Which operations does a server offer: by profile, and whether a model may change the store?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from hakaru.catalog.operation import Operation, Param
from hakaru.catalog.operations import OPERATIONS

ToolProfile = Literal["core", "analysis", "all"]
"""What a client loads; each includes the one before. `write` is a switch beside it."""

PROFILES: tuple[ToolProfile, ...] = get_args(ToolProfile)
LIST_LIMIT_BYTES: dict[ToolProfile, int] = {"core": 8_192, "analysis": 24_576, "all": 40_960}
"""How large the tool list of a profile may be, schemas counted (resolutions 39, 88)."""
WRITE_LIMIT_BYTES = 16_384
"""How much the tools that write may add to any of them."""


def offered(
    profile: ToolProfile, *, write: bool, operations: Sequence[Operation] = OPERATIONS
) -> tuple[Operation, ...]:
    """The operations of a profile, in catalogue order, and those that write where allowed."""
    shown = PROFILES[: PROFILES.index(profile) + 1]
    return tuple(
        operation
        for operation in operations
        if not operation.hidden
        and (operation.profile in shown or (write and operation.profile == "write"))
    )


def where_offered(name: str, operations: Sequence[Operation] = OPERATIONS) -> str | None:
    """The option of `hakaru mcp` that offers a tool; None: there is no such tool."""
    for operation in operations:
        if operation.name == name and not operation.hidden:
            return "--write" if operation.profile == "write" else f"--profile {operation.profile}"
    return None


def taken(operation: Operation, *, write: bool) -> tuple[Param, ...]:
    """The parameters a model may set: none that is a person's, and what a file is called only where
    it may write, or has to say so."""
    return tuple(
        param
        for param in operation.params
        if not param.person_only and (write or param.required or param.access != "write")
    )
