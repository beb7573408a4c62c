"""The validation cases of the requirement on a stored season: contact time 258 ms easy and 216 ms
fast are both excellent, and every section, table and reply says so alike."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from hakaru.core.errors import AnalysisRefused
from hakaru.core.i18n import LANGUAGES
from hakaru.core.plain import as_plain
from hakaru.core.units import pace_to_speed_mps
from hakaru.flows.context import Context
from hakaru.flows.evaluate import evaluate, train
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.narrate import analyze
from hakaru.flows.reads import insert_section_analysis_dict
from hakaru.flows.report import report
from hakaru.running.sections.model import SECTIONS
from hakaru.running.verdict import star_text
from hakaru.running.verdict_text import headline
from hakaru.sources.simulated.runner import draw_runner
from hakaru.sources.simulated.season import SeasonSettings
from tests.flows.factories import ask, make_context, run_sql, take_in, verdicts, with_settings
from tests.flows.sections.reading import narrated
from tests.simulated import write_season

EASY_MS, FAST_MS = 258.0, 216.0
EASY_MPS, FAST_MPS = pace_to_speed_mps(431.0), pace_to_speed_mps(300.0)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Three weeks of a runner whose line passes through both values, learned from."""
    drawn = draw_runner(2)
    curve = replace(drawn.chest, gct_at_3mps_ms=227.4, gct_slope=-0.49)
    settings = SeasonSettings(
        seed=2,
        start_on=date(2025, 10, 1),
        weeks=3,
        runs_per_week=5,
        duration_frac=0.6,
        runner=replace(drawn, chest=curve, gct_drift_per_100_days_frac=0.0),
    )
    folder: Path = tmp_path_factory.mktemp("october")
    write_season(folder / "fit", settings)
    context = make_context(folder / "data")
    take_in(context, folder / "fit")
    train(context, method="direct", history=False)
    yield context
    context.store.close()


def made_to_show(context: Context, speed_mps: float, gct_ms: float) -> int:
    """The rated run nearest to a speed, with its contact times moved so that it shows this value
    there, judged."""
    stored = {
        key: verdict
        for key, verdict in verdicts(context).items()
        if verdict.overall_stars is not None
    }
    key = min(stored, key=lambda one: abs(stored[one].speed_mps - speed_mps))
    there_ms = gct_ms * (stored[key].speed_mps / speed_mps) ** -0.49
    factor = there_ms / stored[key].metrics["gct"].actual
    run_sql(
        context,
        "UPDATE data.splits SET gct_ms = gct_ms * ? WHERE activity_id = ?",
        [factor, key],
    )
    evaluate(context, activity=str(key), all=False)
    return key


@pytest.mark.parametrize(("speed_mps", "gct_ms"), [(EASY_MPS, EASY_MS), (FAST_MPS, FAST_MS)])
def test_either_pace_is_its_own_usual_in_every_section_table_and_reply(
    season: Context, speed_mps: float, gct_ms: float, tmp_path: Path
) -> None:
    key = made_to_show(season, speed_mps, gct_ms)
    evaluation = verdicts(season)[key]
    gct = evaluation.metrics["gct"]
    assert (gct.stars, gct.needs_improvement) == (5, False)
    assert analyze(season, activity=str(key), missing=False, section=None, language=None).ok
    for lang in LANGUAGES:
        texts = narrated(season, key, lang)
        assert f"{gct.actual:.0f}ms" in texts["efficiency"].text
    assert evaluation.overall_stars is not None
    texts = narrated(season, key)
    assert star_text(evaluation.overall_stars) in texts["summary"].text
    reply = as_plain(get_form_evaluations(season, activity_id=str(key), detail=False))
    page = report(with_settings(season, language="ja"), activity=str(key), out=tmp_path)
    html = page.html.read_text(encoding="utf-8")
    assert texts["split"].text in html
    assert headline(evaluation, "ja") in html
    assert str(reply["gct"]["evaluation_text"]) in html
    assert f"{gct.actual:.0f}ms" in html


def test_the_contradiction_of_the_requirement_is_no_finding(season: Context) -> None:
    key = made_to_show(season, EASY_MPS, EASY_MS)
    analyze(season, activity=str(key), missing=False, section=None, language=None)
    before = ask(season, "SELECT * FROM section_analyses ORDER BY ALL")
    assert len({row[3] for row in before}) == len(SECTIONS)
    shown = f"{verdicts(season)[key].metrics['gct'].actual:.0f}"
    for blamed in (
        {"text": f"GCT {shown}msは改善必要（目標250ms未満）。"},
        {"text": f"GCT {shown}msは改善が必要です。", "evidence": [], "improvements": []},
        {"gct": {"評価": "要改善", "目標": "250ms未満"}},
    ):
        with contextlib.suppress(AnalysisRefused):  # else it is the author's note
            insert_section_analysis_dict(
                season,
                activity_id=str(key),
                section_type="summary",
                analysis_data=blamed,
                agent_name="summary-section-analyst",
                agent_version="1",
            )
    assert ask(season, "SELECT * FROM section_analyses ORDER BY ALL") == before
