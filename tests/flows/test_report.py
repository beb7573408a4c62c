"""The two files of a report say what the verdict says, and nothing that should stay home."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.core.errors import StoreDamaged, UnknownActivity
from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.evaluate import reevaluate
from hakaru.flows.report import ReportResult, report, whole_run
from hakaru.present.report import render_html, render_markdown
from hakaru.running.metrics import METRICS
from hakaru.store.database import Store
from hakaru.store.recordings import read_series
from tests.flows.factories import run_sql, stored_runs, with_settings, without_verdict


def written(result: ReportResult) -> dict[str, str]:
    return {
        path.suffix: path.read_text(encoding="utf-8") for path in (result.markdown, result.html)
    }


@pytest.fixture
def latest(trained: Context) -> str:
    reevaluate(trained, since=None, until=None)
    return str(stored_runs(trained)[-1].activity_id)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_both_files_hold_the_numbers_of_the_verdict(
    trained: Context, latest: str, language: Lang
) -> None:
    result = report(with_settings(trained, language=language), activity=latest, out=None)
    assert result.evaluation is not None
    texts = written(result)
    for metric, verdict in result.evaluation.metrics.items():
        for value in (verdict.actual, verdict.expected):
            shown = f"{value:.{METRICS[metric].decimals}f}"
            assert all(shown in text for text in texts.values()), (metric, shown)
        sentence = verdict.text_ja if language == "ja" else verdict.text_en
        assert all(sentence in text for text in texts.values())
    assert all(f"{result.evaluation.overall_score:.1f}" in text for text in texts.values())
    assert 'lang="' + language in texts[".html"]


def test_a_run_reads_the_same_with_what_was_read_for_an_earlier_one(
    trained: Context, latest: str
) -> None:
    for run in (str(stored_runs(trained)[-2].activity_id), latest):
        remembered = whole_run(trained, run)
        with closing(Store(trained.data_folder)) as store:
            anew = whole_run(replace(trained, store=store), run)
        assert remembered.history
        assert render_html(remembered, lang="en") == render_html(anew, lang="en")
        assert render_markdown(remembered, lang="ja") == render_markdown(anew, lang="ja")


def test_the_files_are_named_by_day_and_run_below_the_data_folder(
    trained: Context, latest: str, tmp_path: Path
) -> None:
    run = stored_runs(trained)[-1]
    inside = report(trained, activity=run.activity_date.isoformat(), out=None)
    assert inside.markdown.parent == trained.data_folder / "reports"
    assert inside.html.name == f"{run.activity_date.isoformat()}-{latest}.html"
    outside = report(trained, activity=latest, out=tmp_path / "a" / "b")
    assert outside.markdown.parent == tmp_path / "a" / "b"
    assert written(outside) == written(inside)


def test_a_report_opens_without_network_and_tells_no_place(trained: Context, latest: str) -> None:
    texts = written(report(trained, activity=latest, out=None))
    with trained.store.read() as con:
        series = read_series(con, int(latest), columns=["latitude_deg", "longitude_deg"])
    places = {f"{value:.4f}" for column in series.values() for value in column[::7]}
    assert len(places) > 10
    for text in texts.values():
        assert not re.search(r"https?:|//[a-z]", text)
        assert not any(place in text for place in places)


def test_a_simulated_run_is_called_simulated(trained: Context, latest: str) -> None:
    texts = written(report(trained, activity=latest, out=None))
    assert all("シミュレーション" in text for text in texts.values())


def test_a_run_without_form_data_gets_a_report_without_a_verdict(
    trained: Context, latest: str
) -> None:
    without_verdict(trained, int(latest))
    result = report(trained, activity=latest, out=None)
    assert result.evaluation is None
    assert all(len(text) > 300 for text in written(result).values())


def test_a_verdict_by_the_population_can_be_drawn(untrained: Context) -> None:
    run = stored_runs(untrained)[0]
    result = report(untrained, activity=str(run.activity_id), out=None)
    assert result.evaluation is not None
    assert "<svg" in written(result)[".html"]


def test_the_picture_shows_the_version_the_verdict_used(trained: Context, latest: str) -> None:
    before = written(report(trained, activity=latest, out=None))
    run_sql(
        trained,
        "UPDATE data.form_baselines SET trained_at = trained_at + INTERVAL 1 HOUR",
    )
    assert written(report(trained, activity=latest, out=None)) == before


def test_a_folder_that_cannot_be_written_is_named(
    trained: Context, latest: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreDamaged, match="cannot be written"):
        report(trained, activity=latest, out=tmp_path / "file")


def test_an_unknown_run_has_no_report(trained: Context) -> None:
    with pytest.raises(UnknownActivity):
        report(replace(trained), activity="1999-12-31", out=None)
    assert not (trained.data_folder / "reports").exists()
