"""How does a click become a change: agreed to, and applied at once?"""

from __future__ import annotations

from hakaru.flows.changes import Choice, agree, apply_change
from hakaru.surfaces.web.pages.visit import Visit

_UI = "dashboard"


def applied(visit: Visit, choice: Choice) -> str:
    """Write down that a person agrees to a choice, and apply it; the id of the change."""
    agreed = agree(visit.context, choice, ui_action=_UI).confirmation.confirmation_id
    done = apply_change(visit.context, confirmation=agreed, reason=None, source="human_ui")
    return done.applied.change_id
