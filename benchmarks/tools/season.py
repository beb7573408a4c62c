"""On which runs does every tool have something to tell?

504 simulated sessions, of which the newest has weather, a step of form and a section analysis, a
model was asked once, and three nodes lie on the desk, a change of which a person has confirmed:
all stored as a reader, a season, a model and a person would have brought them.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from tests.simulated import as_recording
from tests.surfaces.focus_files import empty_session

from benchmarks.commands.years import kept_folder, latest_day
from hakaru.bootstrap import Config, build
from hakaru.catalog.operation import Operation
from hakaru.flows.asking import check_model
from hakaru.flows.changes import confirm_change
from hakaru.flows.context import Context, Settings
from hakaru.flows.nodes import add_node, every_node
from hakaru.flows.reads import insert_section_analysis_dict
from hakaru.running.activity import Recording, Weather
from hakaru.sources.models.model import Scripted
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import Step, with_step
from hakaru.store.file_access import UPLOADS
from hakaru.surfaces.cli.command import command_for

WEEKS, QUICK_WEEKS = 84, 10
_SEED, _RUNS_PER_WEEK = 77, 6
_STEP = Step(metric="gct", start_elapsed_s=840.0, end_elapsed_s=930.0, shift_frac=0.15)
_WEATHER = Weather(
    temperature_c=8.0,
    relative_humidity_pct=71.0,
    wind_speed_mps=3.1,
    wind_from_deg=290.0,
    wind_direction_compass="WNW",
    station="simulated",
)
_SECTION = {"text": "ウォームアップは十分。フォームは中盤で一度くずれた。"}
_NODES = (
    ("展示会の企画書", "READY"),
    ("展示会の見積もり", "WAITING_EXTERNAL"),
    ("宿を取る", "READY"),
)
_A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, kw_only=True)
class Season:
    """A data folder, the day of its newest run, and that of the newest with repetitions.

    `confirmation` allows one change of a node.
    """

    folder: Path
    day: str
    interval_day: str
    confirmation: str

    def arguments(self, operation: Operation) -> Mapping[str, object]:
        """What a model sends: the example of a declaration, about a run that has such data."""
        day = self.interval_day if operation.name == "get_interval_analysis" else self.day
        words = shlex.split(_A_DAY.sub(day, operation.example))
        words = words[1 + len(operation.command.split()) :]
        given = command_for(operation, "en", name=operation.name).make_context("", words).params
        sent: dict[str, object] = {}
        for param in operation.params:
            value = given[param.name]
            if value in (None, (), param.default):
                continue
            if param.type == "activities":
                sent[param.name] = [self.day, "-1"]  # the same day twice would be one run
            elif param.type == "pace":
                sent[param.name] = f"{int(value) // 60}:{int(value) % 60:02d}"
            else:
                sent[param.name] = value.isoformat() if isinstance(value, date) else value
        if operation.name == "apply_change":
            sent["confirmation"] = self.confirmation
        if operation.name == "replay_focus":
            uploads = self.folder / UPLOADS  # what a model may read without a list
            uploads.mkdir(exist_ok=True)
            sent["file"] = str(empty_session(uploads))
        return sent


def kept_season(*, quick: bool) -> Season:
    """The season, made now unless an earlier benchmark or test left it."""
    weeks = QUICK_WEEKS if quick else WEEKS
    folder = kept_folder(f"hakaru-tools-{weeks}-", lambda: _recordings(weeks)).folder
    day = latest_day(folder)
    context = build(Config(data_folder=folder, settings=Settings()))
    insert_section_analysis_dict(
        context,
        activity_id=day,
        section_type="summary",
        analysis_data=_SECTION,
        agent_name="benchmark",
        agent_version="1",
    )
    check_model(replace(context, model=Scripted(["{}"] * 3)), show_prompt=False)
    season = Season(
        folder=folder,
        day=day,
        interval_day=_latest_intervals(context),
        confirmation=_confirmation(context),
    )
    context.store.close()
    return season


def _confirmation(context: Context) -> str:
    """A person's leave to go on with the first node of the desk."""
    if not every_node(context).nodes:
        for title, status in _NODES:
            add_node(context, title=title, note=None, status=status, parent=None)
    agreed = confirm_change(context, node="n1", to="IN_PROGRESS", diff=None, change=None)
    return agreed.confirmation.confirmation_id


def _latest_intervals(context: Context) -> str:
    with context.store.read() as con:
        ((day,),) = con.execute(
            "SELECT max(activity_date) FROM sessions WHERE n_reps >= 2"
        ).fetchall()
    return str(day)


def _recordings(weeks: int) -> Iterator[Recording]:
    settings = SeasonSettings(
        seed=_SEED, start_on=date(2025, 1, 6), weeks=weeks, runs_per_week=_RUNS_PER_WEEK
    )
    for number, session in enumerate(simulate_season(settings), start=1):
        if number < settings.n_runs:
            yield as_recording(session)
        else:
            yield replace(as_recording(with_step(session, _STEP)), weather=_WEATHER)
