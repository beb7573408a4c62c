"""What do the requirements call the step from a decision to what clients are sent?"""

from __future__ import annotations

import time
from collections.abc import Mapping

from hakaru.focus.states import ClassificationResult, IntegratedState
from hakaru.focus.states import build_integrated_state as build_at


def build_integrated_state(
    result: ClassificationResult,
    camera_snapshot: Mapping[str, object] | None,
    pc_snapshot: Mapping[str, object] | None,
) -> IntegratedState:
    """The decision, as of now, as clients are sent it."""
    return build_at(result, camera_snapshot, pc_snapshot, timestamp=time.time())
