"""How does a plan of a week read: shapes with their days, and how each kind of run is run?"""

from __future__ import annotations

from hakaru.core.units import PERCENT, format_duration
from hakaru.render.blocks import Row, Table
from hakaru.render.facts import day_text
from hakaru.render.next_text import targets_text
from hakaru.render.numbers import km_text, pct_text
from hakaru.render.words import say
from hakaru.render.words_next import WEEK
from hakaru.running.next_training_evidence import TrainingBreak
from hakaru.running.week_plan import PlannedRun, WeekPlan, WeekShape, planned_kinds
from hakaru.running.wording import Lang


def break_text(pause: TrainingBreak | None, lang: Lang) -> str:
    """How long nobody ran, and with how much the way back begins; '' unless the break lasts."""
    if pause is None or pause.back_days is not None:
        return ""
    share = pct_text(PERCENT * pause.volume_frac)
    return say(WEEK["break"], lang, days=pause.days, share=share)


def week_head(plan: WeekPlan, lang: Lang) -> str:
    """'Seven days from 2025-10-26 (Sun), in several shapes'."""
    return say(WEEK["head"], lang, start=day_text(plan.start, lang))


def volume_text(plan: WeekPlan, lang: Lang) -> str:
    """From which weeks the volume comes, and what it does not exceed."""
    return say(
        WEEK[plan.load],
        lang,
        n=plan.usual_weeks_n,
        usual=km_text(plan.usual_m),
        most=km_text(plan.most_m),
    )


def no_week_text(lang: Lang) -> str:
    """Said where too little is known."""
    return say(WEEK["none"], lang)


def shape_title(shape: WeekShape, lang: Lang) -> str:
    """'4 runs  32.50 km (98% of the mean week), as many as usual'."""
    title = say(
        WEEK["shape"],
        lang,
        n=len(shape.runs),
        distance=km_text(shape.distance_m),
        share=pct_text(shape.of_usual_pct),
    )
    return title + (say(WEEK["usual"], lang) if shape.is_usual else "")


def run_cells(run: PlannedRun, lang: Lang) -> tuple[str, ...]:
    """Day, kind, distance and about how long."""
    return (
        day_text(run.day, lang),
        say(WEEK[run.kind], lang),
        f"{km_text(run.distance_m)} km",
        format_duration(run.duration_s),
    )


def week_columns(lang: Lang) -> tuple[str, ...]:
    """What the cells of a run are called."""
    return tuple(say(WEEK[key], lang) for key in ("day", "kind", "distance", "time"))


def kind_texts(plan: WeekPlan, lang: Lang) -> tuple[str, ...]:
    """How each kind of run is run: pace and heart rate, and what has to be said of them."""
    return tuple(
        say(
            WEEK["targets"],
            lang,
            kind=say(WEEK[kind], lang),
            targets=targets_text(plan.targets[kind], lang),
        )
        for kind in planned_kinds(plan)
    )


def shape_table(shape: WeekShape, lang: Lang) -> Table:
    """One shape as a table for pages."""
    rows = tuple(Row(cells=run_cells(run, lang)) for run in shape.runs)
    return Table(name="week", columns=week_columns(lang), rows=rows, left=frozenset({1}))
