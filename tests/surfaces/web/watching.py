"""An engine on the real clock, with a camera and a desktop of its own."""

from __future__ import annotations

from hakaru.flows.asking import Asker, Record
from hakaru.flows.context import Context
from hakaru.sources.pc_calls import SystemSource, Told
from hakaru.store.attempts import Attempts
from hakaru.store.state import State
from hakaru.surfaces.engine.board import SystemClock
from hakaru.surfaces.engine.engine import Engine, Parts
from tests.flows.factories import NOW
from tests.surfaces.engine.worlds import FakeEye, World


def watching(context: Context, world: World) -> Engine:
    """An engine on the real clock, with a face that is always there."""
    record = Record(attempts=Attempts(State(context.data_folder)), now=lambda: NOW)
    return Engine(
        context,
        Parts(
            clock=SystemClock(),
            owner="pid 1",
            is_gone=lambda owner: owner in world.gone,
            open_eye=lambda settings: FakeEye(world),
            open_source=lambda: SystemSource(world.calls, Told(system="test")),
            asker=Asker(None, record, budget_s=2.0, at_once=1),
        ),
    )
