"""What can a user ask for? Every operation of Hakaru, in the order of the reference."""

from __future__ import annotations

from hakaru.catalog.athlete_operations import ATHLETE_OPERATIONS
from hakaru.catalog.care_operations import CARE_OPERATIONS
from hakaru.catalog.cohort_operations import COHORT_OPERATIONS
from hakaru.catalog.data_operations import DATA_OPERATIONS
from hakaru.catalog.focus_operations import FOCUS_OPERATIONS
from hakaru.catalog.form_operations import FORM_OPERATIONS
from hakaru.catalog.history_operations import HISTORY_OPERATIONS
from hakaru.catalog.model_operations import MODEL_OPERATIONS
from hakaru.catalog.node_operations import NODE_OPERATIONS
from hakaru.catalog.operation import Operation
from hakaru.catalog.proposal_operations import PROPOSAL_OPERATIONS
from hakaru.catalog.read_operations import READ_OPERATIONS
from hakaru.catalog.session_operations import SESSION_OPERATIONS
from hakaru.catalog.wording_operations import WORDING_OPERATIONS

OPERATIONS: tuple[Operation, ...] = (
    *FORM_OPERATIONS,
    *SESSION_OPERATIONS,
    *HISTORY_OPERATIONS,
    *ATHLETE_OPERATIONS,
    *DATA_OPERATIONS,
    *READ_OPERATIONS,
    *NODE_OPERATIONS,
    *PROPOSAL_OPERATIONS,
    *FOCUS_OPERATIONS,
    *WORDING_OPERATIONS,
    *MODEL_OPERATIONS,
    *CARE_OPERATIONS,
    *COHORT_OPERATIONS,
)


def operation_of_command(command: str) -> Operation:
    """The operation typed as `hakaru COMMAND`. Raises KeyError for an unknown one."""
    return {operation.command: operation for operation in OPERATIONS}[command]
