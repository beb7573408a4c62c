"""How do the athlete's figures, paces and options for the next training read?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.flows.athlete import AthleteResult, NextResult, StatedResult
from hakaru.present.athlete import (
    fitness_rows,
    gap_text,
    missing_texts,
    pace_lines,
    power_zone_lines,
    quantity_lines,
    quantity_name,
    race_lines,
    ready_head,
    ready_rows,
    sex_name,
    sex_text,
    source_lines,
    state_text,
    stated_disagreement_text,
    wanted_texts,
)
from hakaru.present.blocks import day_text
from hakaru.present.session import type_name
from hakaru.present.terminal import fact_lines, fitted_table, wrapped
from hakaru.present.terminal_session import zone_lines
from hakaru.present.training import (
    break_text,
    earliest_text,
    kind_texts,
    long_ago_text,
    no_week_text,
    option_name,
    option_rows,
    run_cells,
    shape_title,
    volume_text,
    week_head,
)
from hakaru.present.words import PAGE
from hakaru.present.words import say as words_of
from hakaru.present.words_athlete import ATHLETE
from hakaru.present.words_session import SESSION
from hakaru.present.words_terminal import LINES
from hakaru.present.words_training import READY
from hakaru.running.athlete.known import Disagreement
from hakaru.running.athlete.model import Gap, HeartRateZones
from hakaru.running.next_training import TrainingOption
from hakaru.running.readiness import Fitness, Readiness
from hakaru.running.week_plan import WeekPlan
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def athlete_text(result: AthleteResult, language: Lang) -> str:
    """What is known and from whom, the zones, contradictions, and what to state."""
    day = day_text(result.athlete.day, language)
    table = quantity_lines(result.athlete, language)
    lines = [words_of(LINES["athlete_head"], language, day=day), ""]
    lines += table or wrapped(words_of(ATHLETE["nothing"], language))
    lines += ["", *_zones(result.zones, language)]
    lines += _contradictions(result.disagreement, result.gaps, language)
    asked = wanted_texts(result.athlete, language, wanted=result.wanted)
    if asked:
        lines += ["", say("athlete_ask", language)]
        lines += [line for text in asked for line in wrapped(text, first="- ")]
    return "\n".join(lines)


def paces_text(result: Fitness, language: Lang) -> str:
    """Paces by both figures, what they rest on, contradictions, zones, races with their ranges."""
    day = day_text(result.athlete.day, language)
    paces = pace_lines(result.from_vo2_max, result.from_threshold, lang=language)
    lines = [words_of(LINES["paces_head"], language, day=day), ""]
    lines += paces or wrapped(say("paces_none", language, day=day))
    lines += [""] if paces else []
    lines += [*source_lines(result.athlete, language), *fact_lines(fitness_rows(result, language))]
    lines += _contradictions(result.disagreement, result.gaps, language)
    lines += ["", *_zones(result.zones, language)]
    if result.power_w is not None:
        lines += ["", *power_zone_lines(result.power_w, language)]
    lines += ["", words_of(LINES["races_head"], language)]
    if not result.races:
        return "\n".join([*lines, *wrapped(say("races_none", language))])
    return "\n".join([*lines, *race_lines(result.races, language)])


def ready_text(result: Readiness, language: Lang) -> str:
    """The race, the figures, what is missing, and whether there is time for it."""
    lines = [*wrapped(ready_head(result, language)), ""]
    if result.state == "unknown":
        return "\n".join([*lines, *wrapped(words_of(READY["no_runs"], language))])
    lines += [*fact_lines(ready_rows(result, language)), ""]
    missing = missing_texts(result, language)
    if not missing:
        lines += wrapped(words_of(READY["nothing_missing"], language))
    else:
        lines.append(words_of(READY["missing_head"], language))
        lines += [line for text in missing for line in wrapped(text, first="- ")]
        state = state_text(result, language)
        lines += [] if state is None else wrapped(state)
    return "\n".join([*lines, "", *wrapped(words_of(READY["basis"], language))])


def stated_text(result: StatedResult, language: Lang) -> str:
    """What was noted, for which days, and how to apply it to stored runs."""
    name, value = _stated(result, language)
    since = say("stated_always", language)
    if result.since is not None:
        since = say("stated_since", language, day=result.since)
    noted = say("stated", language, name=name, value=value, since=since)
    return "\n".join([*wrapped(noted), *wrapped(say("stated_apply", language))])


def next_text(result: NextResult, language: Lang) -> str:
    """Options with what speaks for and against them."""
    if result.after is None:
        return "\n".join(wrapped(say("none_analysed", language)))
    if not result.options:
        return "\n".join(wrapped(words_of(PAGE["no_options"], language)))
    day = day_text(result.after.activity_date, language)
    kind = type_name(result.after.training_type, language)
    lines = wrapped(say("next_head", language, day=day, type=kind))
    long_ago = long_ago_text(result.options, result.after.activity_date, lang=language)
    long_ago = break_text(result.pause, language) or long_ago
    lines += wrapped(long_ago) if long_ago else []
    if result.for_week:
        return "\n".join([*lines, "", *_week(result.week, language)])
    for number, option in enumerate(result.options, start=1):
        lines += ["", *_option(option, number, language)]
    return "\n".join([*lines, "", *wrapped(words_of(PAGE["options_note"], language))])


def _contradictions(
    disagreement: Disagreement | None, gaps: Sequence[Gap], language: Lang
) -> list[str]:
    """Where sources disagree, each in a sentence."""
    texts = [] if disagreement is None else [stated_disagreement_text(disagreement, language)]
    texts += [gap_text(gap, language) for gap in gaps]
    return [line for text in texts for line in ("", *wrapped(text, first="! "))]


def _week(plan: WeekPlan | None, language: Lang) -> list[str]:
    """Each shape with its days, then how each kind of run is run."""
    if plan is None:
        return wrapped(no_week_text(language))
    lines = [*wrapped(week_head(plan, language)), *wrapped(volume_text(plan, language))]
    for shape in plan.shapes:
        rows = [run_cells(run, language) for run in shape.runs]
        table = fitted_table(rows, right=frozenset({2, 3}), heading=False, indent="  ")
        lines += ["", *wrapped(shape_title(shape, language)), *table]
    lines.append("")
    for text in kind_texts(plan, language):
        lines += wrapped(text, first="- ")
    return [*lines, "", *wrapped(words_of(PAGE["options_note"], language))]


def _zones(zones: HeartRateZones | None, language: Lang) -> list[str]:
    if zones is None:
        return wrapped(words_of(SESSION["no_zones"], language))
    return [words_of(LINES["zones_head"], language), *zone_lines(zones, language)]


def _stated(result: StatedResult, language: Lang) -> tuple[str, str]:
    """Name and value as they are written elsewhere."""
    if result.quantity == "sex":
        return sex_name(language), sex_text(result.value, language)
    if result.quantity == "threshold_pace":
        return quantity_name("threshold_speed_mps", language), f"{result.value}/km"
    return quantity_name(result.quantity, language), result.value


def _option(option: TrainingOption, number: int, language: Lang) -> list[str]:
    title = f"{option_name(option, language)}  ({earliest_text(option, language)})"
    facts = fact_lines(option_rows(option, language), indent="   ")
    return [*wrapped(title, first=f"{number}. "), *facts]
