"""The states of a day over its clock, as a chart that can be zoomed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import Lang, say
from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.focus.states import STATES, FocusState, state_word
from hakaru.present.chart import Axis, Chart, Panel, Series, name_axis
from hakaru.present.svg import FloatArray

if TYPE_CHECKING:
    from hakaru.focus.timeline import Interval

_STEP_S, _EDGE_S = 60.0, 0.2
_DAY_S = 24 * SECONDS_PER_HOUR


def states_chart(intervals: Sequence[Interval], day: date, lang: Lang) -> Chart | None:
    """One line that stands at the state of each moment, over the hours of a local day that hold
    anything; time that was not recorded is a gap. None: nothing was recorded."""
    # The first state stands at the top.
    states = [state for state in reversed(STATES) if any(one.state == state for one in intervals)]
    at, values = _line(intervals, day, states)
    if not np.isfinite(values).any():
        return None
    recorded_s = at[np.isfinite(values)]
    low_h = math.floor(float(recorded_s[0]) / SECONDS_PER_HOUR)
    high_h = math.ceil(float(recorded_s[-1]) / SECONDS_PER_HOUR)
    line = Series(name="state", label=say("State", lang), values=values)
    title = say("States of the day", lang)
    return Chart(
        name="states",
        title=title,
        text=say("Which state attention was in at each moment of the day.", lang),
        x=Axis(
            kind="clock",
            low=low_h * SECONDS_PER_HOUR,
            high=high_h * SECONDS_PER_HOUR,
            label=say("time of day", lang),
        ),
        at=at,
        panels=(
            Panel(
                name="states",
                title=title,
                y=name_axis([state_word(state, lang) for state in states]),
                series=(line,),
                height_px=60 + 34 * len(states),
            ),
        ),
        tools=True,
    )


def _line(
    intervals: Sequence[Interval], day: date, states: Sequence[FocusState]
) -> tuple[FloatArray, FloatArray]:
    """Places on the clock, rising, and the place of the state there among `states`."""
    places_s, levels = [0.0], [math.nan]
    for interval in intervals:
        start_s = max(_clock_s(interval.started_at, day), places_s[-1] + _EDGE_S)
        end_s = min(_clock_s(interval.ended_at, day), _DAY_S) - _EDGE_S
        if end_s <= start_s:
            continue
        if start_s - places_s[-1] > 3 * _EDGE_S:
            places_s += [places_s[-1] + _EDGE_S, start_s - _EDGE_S]
            levels += [math.nan, math.nan]
        inside_s = [*np.arange(start_s, end_s, _STEP_S).tolist(), end_s]
        places_s += inside_s
        levels += [float(states.index(interval.state))] * len(inside_s)
    return np.array(places_s), np.array(levels)


def _clock_s(moment: datetime, day: date) -> float:
    """Seconds on the clock of the day, from its midnight."""
    local = moment.astimezone().replace(tzinfo=None)
    return max((local - datetime.combine(day, time())).total_seconds(), 0.0)
