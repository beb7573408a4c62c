"""What lies in the data folder that a browser looks at: sixty runs, a desk, a day of attention; on
a machine without a desktop and a camera, whatever this one has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.flows.evaluate import reevaluate, train
from hakaru.flows.job_records import begin_job
from hakaru.flows.jobs import run_job
from hakaru.flows.propose import propose_options_anew, propose_order_anew
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval
from hakaru.sources.models.model import Model
from hakaru.store.focus import write_intervals, write_notification
from hakaru.store.state import State
from hakaru.surfaces.web.upkeep import Upkeep
from tests.flows.desks import lay, put
from tests.flows.factories import make_context, stored_runs
from tests.flows.session_seasons import copy_of, mixed_files, repeat
from tests.once import made_once, own_copy
from tests.surfaces.engine.desktops import launcher
from tests.surfaces.web.browser.driving import WAIT_MS
from tests.surfaces.web.serving import served

TODAY = datetime(2025, 3, 30, 20, tzinfo=UTC)
"""The evening of the newest run."""
COPIES = 6
N_RUNS = 10 * COPIES


@dataclass(frozen=True, kw_only=True)
class Site:
    """A server, what it serves, and the ids of a run with repetitions, of another run, and of a job
    that is done."""

    address: str
    context: Context
    run_id: int
    job_id: int
    other_run_id: int = 0


@contextmanager
def lived_in(model: Model | None = None) -> Iterator[Site]:
    """A server over a copy of its own, with a model to ask where one is given."""
    folder = own_copy(made_once("dashboard-world", _live))
    context = replace(make_context(folder, now=TODAY), model=model)
    run = next(one for one in stored_runs(context) if one.activity_date.isoformat() == "2025-03-18")
    upkeep = Upkeep(context, patience_s=WAIT_MS / 1000)  # nothing but a page is looked at here
    home = Path(context.data_folder)
    with served(context, launcher=launcher(None, home=home), upkeep=upkeep) as address:
        yield Site(
            address=address,
            context=context,
            run_id=run.activity_id,
            other_run_id=stored_runs(context)[0].activity_id,
            job_id=1,
        )
    context.store.close()


@contextmanager
def empty(folder: Path) -> Iterator[Site]:
    """A server over nothing."""
    context = make_context(folder, now=TODAY)
    with served(context, launcher=launcher(None, home=Path(context.data_folder))) as address:
        yield Site(address=address, context=context, run_id=0, job_id=0)
    context.store.close()


def _live(folder: Path) -> None:
    with copy_of(mixed_files(), folder / "stored") as stored:
        repeat(stored, COPIES)
    for path in (folder / "stored" / "copy").iterdir():
        path.rename(folder / path.name)
    context = make_context(folder, now=TODAY)
    train(context, method="direct", history=False)
    reevaluate(context, since=None, until=None)
    run_job(context, begin_job(context, "train").job_id)
    lay(context)
    put(context, "次の大会を選ぶ", status="NEEDS_DECISION", note="秋のハーフか、冬のフル")
    propose_order_anew(context, intent=None)
    propose_options_anew(context, node="n4", intent=None)
    write_intervals(State(folder), _attention(), origin="engine", classifier="test")
    for minutes in (50, 5):
        sent_at = TODAY - timedelta(minutes=minutes)
        write_notification(State(folder), "over_focus", text="90分続いています", sent_at=sent_at)
    context.store.close()


def _attention() -> Iterator[Interval]:
    start = TODAY.replace(hour=9)
    states: tuple[FocusState, ...] = ("focused", "distracted", "focused", "away")
    for number, state in enumerate(states):
        begun = start + timedelta(minutes=40 * number)
        yield Interval(state=state, started_at=begun, ended_at=begun + timedelta(minutes=40))
