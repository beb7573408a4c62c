"""Which paces, zones and race times follow from what is known about the athlete on a day?"""

from __future__ import annotations

from datetime import date

from hakaru.flows.context import Context
from hakaru.flows.fitness import fitness_at
from hakaru.flows.past import Past, read_past
from hakaru.running.readiness import Fitness
from hakaru.store.activities import local_day


def get_paces(context: Context, *, day: date | None) -> Fitness:
    """Fitness, and the paces, zones and race times that follow, as of a day (None: today)."""
    return paces_by(context, None, day=day)


def paces_by(context: Context, past: Past | None, *, day: date | None) -> Fitness:
    """The same by what was read of the runner before; None: read now."""
    with context.store.read() as con:
        on = day or local_day(con, context.now())
        return fitness_at(con, past or read_past(con, context.settings), on)
