"""Is there one verdict? Every number on the page of a run is the one of the command line and of the
tools for models, written by the product's own formatter.

JSON holds rounded values, and a page rounds for itself: a page's text is right if some value that
JSON would round so is written so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from benchmarks.tools.season import kept_season

from hakaru.catalog.operations import OPERATIONS
from hakaru.core.i18n import say, translate
from hakaru.core.units import format_duration, format_pace
from hakaru.flows.context import Context
from hakaru.present.figures import NO_VALUE, distance_figure, distance_text, score_text, share_text
from hakaru.present.names import CRITERIA
from hakaru.present.rows import basis_text
from hakaru.present.session import criterion_value, target_text
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.session.model import Criterion
from hakaru.running.verdict import star_text
from hakaru.running.wording import fixed, value_text
from hakaru.surfaces.mcp.server import Board, answer
from tests.flows.factories import make_context, stored_runs, with_settings
from tests.flows.session_seasons import copy_of, heart_rate_files, mixed_files
from tests.once import own_copy
from tests.surfaces.invoking import asked
from tests.surfaces.web import run_pages
from tests.surfaces.web.serving import talking

TOOLS = {
    "get_form_evaluations": "form",
    "get_session": "session",
    "get_splits_pace_hr": "read pace",
    "get_splits_form_metrics": "read form",
    "get_splits_elevation": "read elevation",
}
SPLIT_TOOLS = ("get_splits_pace_hr", "get_splits_form_metrics", "get_splits_elevation")
ABSENT = ("get_form_evaluations", "get_splits_form_metrics", "get_splits_elevation")
"""What a run without such data has none of."""
N_SOAK = 200
_STEPS = range(-20, 21)
_SIX_DIGITS = (1.0 - 5e-6, 1.0, 1.0 + 5e-6)
"""JSON keeps six digits: what a page rounds at an edge may lie on either side of it."""

Told = Mapping[str, Any]


def written(text: str, write: Callable[[float], str], value: float | None, half: float) -> bool:
    """Whether the page writes a value that JSON, which keeps it to +-half, would tell so."""
    if value is None:
        return text == NO_VALUE
    return text in {write(value + half * 0.999 * step / 20) for step in _STEPS}


@contextmanager
def mixed(folder: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), folder) as context:
        yield context


@contextmanager
def heart_rate_only(folder: Path) -> Iterator[Context]:
    with copy_of(heart_rate_files(), folder) as context:
        yield context


def told_by_both(context: Context, run: int) -> Mapping[str, Told]:
    """What the command line prints about a run; the tools for models say the same to the bit, and
    null for what they declare and the run does not have."""
    known = {operation.name: operation for operation in OPERATIONS}
    english = with_settings(context, language="en")
    found: dict[str, Told] = {}
    for tool, command in TOOLS.items():
        given = {known[tool].params[0].name: str(run)}
        for_models = answer(english, known[tool], given=given, board=Board())
        if for_models.is_error:
            assert tool in ABSENT, for_models.text
            continue
        found[tool] = asked(*command.split(), str(run), data=context.data_folder)
        assert {**dict.fromkeys(for_models.value), **found[tool]} == for_models.value
    return found


def assert_form(page: str, form: Told) -> None:
    shown = run_pages.cards(page)
    told = [metric for metric, spec in METRICS.items() if metric in form or spec.formula is None]
    assert len(shown) == len(told) >= len(SCORED_METRICS) + 1
    asides = run_pages.asides(page)
    shared = asides.get("Basis", "")
    for metric, card in zip(told, shown, strict=True):
        if metric not in form:
            assert card.actual in {"not measured", "not judged"}
        elif metric in SCORED_METRICS:
            assert_scored(metric, card, form, learned=card.basis or shared)
        else:
            assert_described(metric, card, form[metric])
    verdict = run_pages.verdict(page)
    assert form["headline"] in verdict
    if form["overall_stars"] is None:
        assert form["overall_unrated"].rstrip(".") in verdict
        assert form["overall_score"] is form["overall_star_rating"] is None
    else:
        assert score_text(form["overall_score"]) in verdict
        assert star_text(form["overall_stars"]) in verdict
    if form.get("balance") is not None:
        left_pct = form["balance"]["left_pct"]
        balance = asides["Contact balance"]
        assert any(f"{fixed(left_pct + d, 1)}% left" in balance for d in (-0.049, 0.0, 0.049))


def assert_described(metric: MetricName, card: run_pages.PageCard, told: Told) -> None:
    """Measured and expected, and how far apart where the sentence says so."""
    half = 0.05 * 10.0 ** -METRICS[metric].decimals
    assert card.bar is not None
    assert card.bar.actual == card.actual
    assert written(card.actual, lambda v: value_text(metric, v), told["actual"], half)
    assert written(card.bar.expected, lambda v: value_text(metric, v), told["expected"], half)
    assert {card.actual, card.bar.expected} <= set(re.findall(r"[\d.]+[^\d\s,;–)]+", card.comment))
    apart = re.search(r" is ([\d.]+)% \w+ than", card.comment)
    if apart is not None and metric != "vo":  # that is told in cm
        assert written(apart.group(1), lambda v: fixed(abs(v), 1), told["delta_pct"], 0.05)


def assert_scored(
    metric: MetricName, card: run_pages.PageCard, form: Told, *, learned: str
) -> None:
    """Its stars and its score, or why there are none, and what they rest on."""
    told = form[metric]
    assert_described(metric, card, told)
    assert card.comment == told["evaluation_text"]
    if told["stars"] is None:
        assert told["score"] is told["star_rating"] is None
        assert card.stars == ""
        assert "/100" not in card.score
    else:
        assert card.score == score_text(told["score"])
        assert card.stars == star_text(told["stars"]) == told["star_rating"]
    half = 0.05 * 10.0 ** -METRICS[metric].decimals
    assert card.bar is not None
    for shown, end in zip((card.bar.low_90, card.bar.high_90), told["interval_90"], strict=True):
        assert written(shown, lambda v: value_text(metric, v), end, half)
    unit = METRICS[metric].unit
    assert f"{card.bar.low_90.removesuffix(unit)}–{card.bar.high_90}" in card.comment
    assert say("{n} <n:run|runs>", "en", n=told["n_runs"]) in learned
    assert basis_text(told["basis"], "en") in learned


def assert_session(page: str, piece: str, session: Told) -> None:
    verdict = run_pages.verdict(page)
    stars = verdict.partition("Session rating")[2]
    stars = stars.partition("Form rating")[0]
    if session["session_stars"] is not None:
        assert star_text(session["session_stars"]) in stars
    else:
        assert "★" not in stars
    if session["type_source"] not in ("user", "none"):
        detected = run_pages.figures(piece)["Detection"]
        assert share_text(session["type_confidence_frac"]) in detected
    shown = run_pages.phases(piece)
    assert len(shown) == len(session["phases"])
    names = session["criterion_columns"]
    for phase, told in zip(shown, session["phases"], strict=True):
        if not told["present"]:
            assert phase.criteria == []
            continue
        if told["distance_m"]:
            assert distance_text(told["distance_m"], "en") in phase.basis
        rows = [dict(zip(names, row, strict=False)) for row in told["criteria"]]
        assert_criteria(phase, rows)


def assert_criteria(phase: run_pages.PagePhase, rows: Sequence[Told]) -> None:
    """Each that was judged, in any order; the others by their names."""
    lines = {line.name: line for line in phase.criteria}
    told = {translate(CRITERIA[row["name"]], "en"): row for row in rows}
    others = [name for name, row in told.items() if row["outcome"].startswith("cannot_tell")]
    judged = {name: row for name, row in told.items() if name not in others}
    assert len(lines) == len(phase.criteria)
    assert len(told) == len(rows)
    assert lines.keys() == judged.keys()
    for name, row in judged.items():
        near = [_criterion(row, scale) for scale in _SIX_DIGITS]
        assert lines[name].value in {criterion_value(one, "en") for one in near}
        assert lines[name].target in {target_text(one, "en") for one in near}
    assert bool(phase.untold) == bool(others)
    assert all(name in phase.untold for name in others)


def _criterion(row: Told, scale: float) -> Criterion:
    value, low, high = (
        None if row[key] is None else scale * row[key] for key in ("value", "low", "high")
    )
    return Criterion(
        name=row["name"],
        unit=row["unit"],
        value=value,
        target_low=low,
        target_high=high,
        outcome=row["outcome"],
        basis=row["basis"],
    )


def assert_splits(page: str, told: Mapping[str, Told]) -> None:
    shown = run_pages.splits(page)
    by_split: dict[int, dict[str, Any]] = defaultdict(dict)
    for tool in SPLIT_TOOLS:
        for row in table(told[tool]) if tool in told else ():
            by_split[row["split"]] |= row
    rows = list(by_split.values())
    assert len(shown) == len(rows)
    for cells, row in zip(shown, rows, strict=True):
        number, distance, _, pace, heart_rate, cadence, gct, _, _, grade = cells
        assert number == str(row["split"])
        assert written(
            distance, lambda metres: distance_figure(metres, "en"), row["distance_m"], 0.05
        )
        assert written(pace, format_pace, row["pace_s_per_km"], 0.05)
        assert written(heart_rate, lambda v: fixed(v, 0), row["heart_rate_bpm"], 0.05)
        assert written(grade, lambda v: fixed(v, 1), row.get("grade_pct"), 0.005)
        for cell, name in ((cadence, "cadence_spm"), (gct, "gct_ms")):  # '-': too little was run
            assert cell == NO_VALUE or written(cell, lambda v: fixed(v, 0), row.get(name), 0.05)
    if "get_form_evaluations" in told:
        assert any(cells[6] != NO_VALUE for cells in shown)


def table(told: Told) -> Sequence[Told]:
    return [dict(zip(told["columns"], row, strict=True)) for row in told["splits"]]


def assert_facts(page: str, run: Told) -> None:
    shown = run_pages.facts(page)
    assert written(
        shown["Distance"].removesuffix(" km"),
        lambda metres: distance_figure(metres, "en"),
        run["distance_m"],
        0.5,
    )
    assert written(shown["Time"], format_duration, run["timer_s"], 0.5)
    if "Elapsed" in shown:
        assert written(shown["Elapsed"], format_duration, run["elapsed_s"], 0.5)
    assert written(shown["Pace"].removesuffix("/km"), format_pace, run["pace_s_per_km"], 0.05)
    if run["heart_rate_avg_bpm"] is not None:
        average = shown["Heart rate"].split(" bpm")[0]
        assert written(average, lambda v: fixed(v, 0), run["heart_rate_avg_bpm"], 0.5)


def listed(context: Context, run: int) -> Told:
    """The row of a run in the list of the command line, which shows so many bytes at a time."""
    (day,) = [
        one.activity_date.isoformat() for one in stored_runs(context) if one.activity_id == run
    ]
    found = asked("activities", "--since", day, "--until", day, data=context.data_folder)
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["activities"]]
    return next(one for one in rows if one["activity_id"] == run)


def assert_one_verdict(context: Context, runs: Sequence[int]) -> int:
    """How many of the runs have a verdict on form."""
    told = {run: told_by_both(context, run) for run in runs}
    n_form = 0
    with talking(context) as client:
        client.cookies.set("hakaru-language", "en")
        for run in runs:
            page = client.get(f"/runs/{run}").text
            piece = client.get(f"/runs/{run}/session").text
            assert_facts(page, listed(context, run))
            assert_splits(client.get(f"/runs/{run}/laps").text, told[run])
            assert_session(page, piece, told[run]["get_session"])
            if "get_form_evaluations" in told[run]:
                n_form += 1
                assert_form(page, told[run]["get_form_evaluations"])
    return n_form


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("season", "form"), [(mixed, 10), (heart_rate_only, 0)])
def test_every_number_of_a_run_is_the_one_of_every_surface(
    season: Callable[[Path], Any], form: int, tmp_path: Path
) -> None:
    with season(tmp_path) as context:
        runs = [run.activity_id for run in stored_runs(context)]
        assert len(runs) >= 10
        assert assert_one_verdict(context, runs) == form


@pytest.mark.soak
def test_so_it_is_after_training(trained_folder: Path) -> None:
    context = make_context(own_copy(trained_folder))
    runs = [run.activity_id for run in stored_runs(context)]
    assert assert_one_verdict(context, runs) == len(runs) == 16
    context.store.close()


@pytest.mark.soak
def test_so_it_is_for_two_hundred_runs() -> None:
    context = make_context(own_copy(kept_season(quick=False).folder))
    runs = [run.activity_id for run in stored_runs(context)][::2][:N_SOAK]
    assert len(runs) == N_SOAK
    assert assert_one_verdict(context, runs) > N_SOAK * 0.9
    context.store.close()


def test_another_number_would_be_noticed() -> None:
    def write(value: float) -> str:
        return value_text("gct", value)

    assert written("240ms", write, 239.5, 0.05)
    assert not written("241ms", write, 239.8, 0.05)
    assert not written("-", write, 239.8, 0.05)
    assert written("-", write, None, 0.05)
