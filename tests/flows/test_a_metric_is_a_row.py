"""Step length and leg stiffness are rows of the metrics table and nothing else: each goes from a
FIT file to the verdict, the reply, SQL and the report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hakaru
from hakaru.catalog.reply import as_json
from hakaru.core.i18n import LANGUAGES
from hakaru.flows.context import Context
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.report import report
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import heading, label
from tests.flows.factories import ask, stored_runs, verdicts, with_settings

ADDED: tuple[MetricName, ...] = ("step_length", "leg_stiffness")
_SOURCE = Path(hakaru.__file__).parent
_READERS = ("running/claims/en/", "running/claims/ja/")
"""Words that others use of a metric in texts of their own; without them it is only not read."""


@pytest.mark.parametrize("metric", ADDED)
def test_an_added_metric_goes_from_a_file_to_verdict_reply_sql_and_report(
    trained: Context, metric: MetricName, tmp_path: Path
) -> None:
    latest = stored_runs(trained)[-1].activity_id
    verdict = verdicts(trained)[latest].metrics[metric]
    assert not METRICS[metric].scored
    low, high = METRICS[metric].valid
    assert low < verdict.actual < high
    assert verdict.interval_90[0] < verdict.expected < verdict.interval_90[1]
    assert (verdict.score, verdict.stars) == (None, None)
    reply = json.loads(
        as_json(get_form_evaluations(trained, activity_id=str(latest), detail=False))
    )
    assert reply[metric]["actual"] == pytest.approx(verdict.actual, rel=0.01)
    query = (
        f"SELECT actual FROM metric_verdicts WHERE metric = '{metric}' AND activity_id = {latest}"
    )
    assert ask(trained, query) == [(verdict.actual,)]
    for lang in LANGUAGES:
        written = report(
            with_settings(trained, language=lang), activity=str(latest), out=tmp_path / lang
        )
        for text in (written.markdown.read_text("utf-8"), written.html.read_text("utf-8")):
            assert heading(metric, lang) in text
            assert label(metric, lang) in text


def test_an_added_metric_is_named_in_the_metrics_table_alone() -> None:
    naming = {
        path.relative_to(_SOURCE).as_posix()
        for path in _SOURCE.rglob("*.py")
        if re.search(r"[\"']leg_stiffness[\"']", path.read_text("utf-8"))
    }
    named = {path for path in naming if not path.startswith(_READERS)}
    assert named == {"running/metrics.py"}
