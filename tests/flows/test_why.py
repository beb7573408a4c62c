"""Why was form what it was: the parts are those of the verdict, and add up to it."""

from __future__ import annotations

import pytest

from hakaru.core.errors import NotEvaluated
from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.report import view_run, whole_run
from hakaru.flows.why import explain_form
from hakaru.present.form import form_document
from hakaru.present.why import why_document
from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.wording import value_text
from tests.documents import text_of
from tests.flows.factories import stored_runs, without_verdict


def test_the_parts_of_every_run_add_up_to_what_its_verdict_says(trained: Context) -> None:
    for run in stored_runs(trained):
        name = str(run.activity_id)
        verdict = get_form_evaluations(trained, activity_id=name, detail=False).evaluation
        for way in explain_form(trained, activity_id=name, metric=None).metrics:
            judged = verdict.metrics[way.metric]
            assert way.actual == judged.actual
            assert way.expected == judged.expected
            together = way.usual_value + sum(part.change for part in way.parts)
            assert together == pytest.approx(judged.expected, rel=1e-9)
            assert way.expected + way.left_delta == pytest.approx(judged.actual, rel=1e-12)
            assert all(part.low <= part.change <= part.high for part in way.parts)


def test_what_is_known_today_stands_beside_each_part_and_changes_no_sum(trained: Context) -> None:
    first = str(stored_runs(trained)[5].activity_id)
    for way in explain_form(trained, activity_id=first, metric=None).metrics:
        parts = {part.cause: part for part in way.parts}
        assert parts["pace"].today is None
        assert parts["season"].change == 0.0, "a verdict knows nothing of what comes after it"
        assert parts["season"].today is not None
        for part in way.parts:
            if part.today is not None:
                assert part.today.low <= part.today.change <= part.today.high


def test_the_largest_part_comes_first(trained: Context) -> None:
    for way in explain_form(trained, activity_id="latest", metric=None).metrics:
        sizes = [abs(part.change) for part in way.parts]
        assert sizes == sorted(sizes, reverse=True)


def test_one_metric_or_those_that_are_scored_and_cadence(trained: Context) -> None:
    every = explain_form(trained, activity_id="latest", metric=None).metrics
    assert {way.metric for way in every} == {*SCORED_METRICS, "cadence"}
    (one,) = explain_form(trained, activity_id="latest", metric="step_length").metrics
    assert one.metric == "step_length"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_has_the_figures_of_the_verdict(trained: Context, lang: Lang) -> None:
    text = text_of(why_document(explain_form(trained, activity_id="latest", metric=None), lang))
    stored = get_form_evaluations(trained, activity_id="latest", detail=False)
    form = text_of(form_document(stored, lang))
    for way in explain_form(trained, activity_id="latest", metric=None).metrics:
        for value in (way.actual, way.expected):
            shown = value_text(way.metric, value)
            assert shown in text
            assert shown in form
        assert value_text(way.metric, way.usual_value) in text


def test_a_run_without_a_verdict_says_why_it_has_none(trained: Context) -> None:
    run = stored_runs(trained)[0]
    without_verdict(trained, run.activity_id)
    with pytest.raises(NotEvaluated):
        explain_form(trained, activity_id=str(run.activity_id), metric=None)


def test_the_report_and_the_page_of_a_run_explain_what_the_command_does(trained: Context) -> None:
    ways = explain_form(trained, activity_id="latest", metric=None).metrics
    assert whole_run(trained, "latest").why == ways
    assert view_run(trained, "latest").report.why == ways
    run = stored_runs(trained)[0]
    without_verdict(trained, run.activity_id)
    assert view_run(trained, str(run.activity_id)).report.why == ()
