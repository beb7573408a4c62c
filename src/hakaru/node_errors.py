"""How can a request about nodes and their changes fail? A branch of `errors.py`.

Both are for the caller to mend.
"""

from __future__ import annotations

from hakaru.errors import RequestError


class UnknownNode(RequestError):
    """No node has this id."""

    status = 404

    def __init__(self, node_id: str) -> None:
        self.node_id = node_id
        super().__init__(f"no node {node_id!r} is stored; `hakaru nodes list` lists what is")


class ChangeRefused(RequestError):
    """A change of nodes is not applied. `code` says why, `status` what a server answers.

    `valid_transitions` are the statuses that are open instead; a person chooses among them.
    """

    def __init__(
        self, why: str, *, code: str, status: int, valid_transitions: tuple[str, ...] = ()
    ) -> None:
        self.code, self.status, self.valid_transitions = code, status, valid_transitions
        super().__init__(why)
