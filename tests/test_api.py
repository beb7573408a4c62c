"""Does one import carry a notebook from recordings to a verdict?"""

from __future__ import annotations

import doctest
import inspect
import re
import typing
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from hakaru import api
from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.flows.context import Context


def test_what_the_docstring_names_is_there() -> None:
    named = re.findall(r"`(\w+)`", str(api.__doc__))
    assert len(named) > 20
    assert set(named) <= set(api.__all__)


def test_a_notebook_goes_from_recordings_to_a_verdict(tmp_path: Path) -> None:
    with api.open_data(tmp_path / "data", language="en") as context:
        api.simulate(
            context,
            folder=tmp_path / "season",
            weeks=2,
            runs_per_week=2,
            seed=5,
            start=date(2026, 3, 2),
        )
        assert api.ingest(context, paths=[tmp_path / "season"]).ingested == 4
        api.train(context, method="direct", history=False)
        api.reevaluate(context, since=None, until=None)
        (newest, *_) = api.activities(context, since=None, until=None, limit=1).activities
        verdict = api.get_form_evaluations(
            context, activity_id=str(newest.activity_id), detail=False
        )
        assert set(api.as_plain(verdict)) >= {"gct", "vo", "vr", "cadence", "overall_score"}
        _named_functions_answer(context, newest.activity_id, newest.activity_date)


def _named_functions_answer(context: Context, activity_id: int, day: date) -> None:
    with context.store.read() as con:
        expected = api.predict_expectations(con, 3.0)
        with pytest.raises(BadArgument):
            api.predict_expectations(con, 0.0)
        with pytest.warns(UserWarning, match=r"8\.00 m/s is outside the speeds that were learned"):
            api.predict_expectations(con, 8.0)
    assert 150 < expected.gct_ms < 400
    with context.store.turn() as con:
        evaluation = api.evaluate_and_store(con, activity_id, day.isoformat())
        assert evaluation.activity_id == activity_id
        with pytest.raises(BadArgument):
            api.evaluate_and_store(con, activity_id, "1999-01-01")
        with pytest.raises(UnknownActivity):
            api.evaluate_and_store(con, 1)


def test_the_session_functions_of_the_requirements_answer_on_a_connection(tmp_path: Path) -> None:
    with api.open_data(tmp_path / "data", language="en") as context:
        api.simulate(
            context,
            folder=tmp_path / "season",
            weeks=2,
            runs_per_week=4,
            seed=5,
            start=date(2026, 3, 2),
        )
        api.ingest(context, paths=[tmp_path / "season"])
        with context.store.read() as con:
            rows = con.execute(
                "SELECT activity_id FROM hr_efficiency JOIN activities USING (activity_id) "
                "WHERE training_type = 'interval' ORDER BY started_at DESC"
            ).fetchall()
            newest = rows[0][0]
            works = api.get_target_splits(con, newest, "interval")
            everything = api.get_target_splits(con, newest, "aerobic_base")
            four = api.generate_phase_evaluation(con, newest, "interval")
            three = api.generate_phase_evaluation(con, newest, "aerobic_base")
            similar = api.get_similar_workouts(con, newest, "interval")
        assert {split.role for split in works} == {"work"}
        assert len(everything) > len(works)
        assert [phase.role for phase in four] == ["warmup", "work", "recovery", "cooldown"]
        assert [phase.role for phase in three] == ["warmup", "main", "cooldown"]
        assert similar[0].summary.training_type == "interval"
        kinds = [one.summary.training_type for one in similar if one.step != "near_kind"]
        assert set(kinds) == {"interval"}


@pytest.mark.parametrize("name", ["Split", "RunToJudge", "TrendSamples", "compare_windows"])
def test_what_is_built_by_hand_has_an_example_that_holds(name: str) -> None:
    (example,) = doctest.DocTestFinder(recurse=False).find(getattr(api, name), name)
    result = doctest.DocTestRunner().run(example)
    assert result.attempted >= 3
    assert result.failed == 0


def _classes_in(hint: object) -> Iterator[type]:
    if inspect.isclass(hint):
        yield hint
    for part in typing.get_args(hint):
        yield from _classes_in(part)


PURE = [
    name
    for name in api.__all__
    if inspect.isfunction(getattr(api, name))
    and getattr(api, name).__module__.startswith(("hakaru.running", "hakaru.sources"))
]


@pytest.mark.parametrize("name", PURE)
def test_what_a_pure_function_takes_and_gives_can_be_imported_beside_it(name: str) -> None:
    hints = typing.get_type_hints(getattr(api, name))
    ours = [
        one
        for hint in hints.values()
        for one in _classes_in(hint)
        if one.__module__.startswith("hakaru")
    ]
    assert hints
    assert {one.__name__ for one in ours} <= set(api.__all__)


def test_every_public_name_is_there() -> None:
    assert all(hasattr(api, name) for name in api.__all__)
