"""One import for notebooks and scripts: the public names, from data in to verdict out.

    from pathlib import Path

    from hakaru import api

    if __name__ == "__main__":  # `export` asks in a process of its own
        with api.open_data("my-data") as context:
            api.ingest(context, paths=[Path("garmin")])
            verdict = api.get_form_evaluations(context, activity_id="2026-03-01", detail=False)

What is in it:

- operations of the catalogue, as functions of a context with the parameters that
  docs/operations.md lists (`ingest`, `get_form_evaluations`, `get_session` ...;
  `expect_at` is the operation `expect`), and `as_plain`: the JSON of what they return;
- what keeps rows out of a model's sight: `export`, `safe_load_export`, `safe_summary_table`,
  `safe_json_output`, `validate_output`, `as_columns` (see `hakaru.safe_data`; the guard around a
  whole cell is `hakaru.guarded_output`);
- the worked analyses: `analyse_seconds`, `analyse_form_anomaly`, `compare_activities`, and
  `write_picture`, which writes their pictures as files that a browser shows;
- `GarminDBReader`, all that can be read of stored runs under the names of the requirements;
- the pure functions under them with every type that they take: baselines (`fit_metric`, `expect`,
  `curve`), verdicts (`evaluate_run` of a `RunToJudge` with its `Split` rows), trends
  (`compare_windows` of two `TrendSamples`, `lasting_changes`), recordings (`discover`,
  `read_candidate`, `split_recording`); what you build yourself has an example in its docstring;
- names that only the requirements give, from `hakaru.compat` (`fit_gct_power`,
  `score_gct_observation`, `compute_star_rating` ...): nothing else here needs them.

The names of the requirements keep their argument orders; tables are polars or pandas frames, or
mappings of columns. Errors are those of `hakaru.core.errors`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from hakaru.bootstrap import build, load_config
from hakaru.compat import (
    FormExpectations,
    GCTPowerModel,
    LinearModel,
    MetricScore,
    build_integrated_state,
    compute_star_rating,
    drop_outliers,
    evaluate_and_store,
    fit_gct_power,
    fit_linear,
    generate_gct_evaluation_text,
    generate_phase_evaluation,
    generate_vo_evaluation_text,
    generate_vr_evaluation_text,
    get_similar_workouts,
    get_target_splits,
    predict_expectations,
    score_gct_observation,
    score_vo_observation,
    score_vr_observation,
    to_speed,
)
from hakaru.core.plain import as_plain
from hakaru.flows.analyses import (
    analyse_form_anomaly,
    analyse_seconds,
    compare_activities,
    write_picture,
)
from hakaru.flows.athlete import (
    get_athlete,
    get_next_training,
    get_paces,
    get_race_readiness,
    set_athlete,
)
from hakaru.flows.baselines import baselines, expect_at
from hakaru.flows.changes import apply_change, confirm_change, estimate_status, undo_change
from hakaru.flows.context import Context, Settings
from hakaru.flows.drift import detect_form_anomalies_summary, drift, get_form_anomaly_details
from hakaru.flows.evaluate import evaluate, label, reevaluate, train, understand
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.ingest import ingest
from hakaru.flows.load import get_training_load
from hakaru.flows.node_files import export_nodes, import_nodes
from hakaru.flows.nodes import add_node, list_nodes, show_node
from hakaru.flows.propose import advise, organize
from hakaru.flows.report import report
from hakaru.flows.session import get_interval_analysis, get_session
from hakaru.flows.similar import compare_similar_workouts
from hakaru.flows.simulate import simulate
from hakaru.flows.status import activities, status
from hakaru.flows.trends import analyze_performance_trends
from hakaru.focus.ask import UNIFIED_SYSTEM_PROMPT, format_unified_prompt
from hakaru.focus.rules import classify_unified, classify_unified_fallback
from hakaru.focus.states import ClassificationResult, IntegratedState
from hakaru.proposals.reports import AdvisorReport, OrganizerReport, ValidationResult
from hakaru.proposals.tasks import (
    build_correction_prompt,
    validate_advisor_report,
    validate_organizer_report,
)
from hakaru.running.activity import Recording
from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import BaselineSettings, Expectation, FormSamples, MetricBaseline
from hakaru.running.baseline.predict import Around, Curve, curve, expect
from hakaru.running.deviations import RunDeviations
from hakaru.running.drift import DriftSettings, LastingChange, lasting_changes
from hakaru.running.evaluate import RunToJudge, evaluate_run
from hakaru.running.segment import split_recording
from hakaru.running.session.model import Structure
from hakaru.running.session.structure import find_structure
from hakaru.running.splits import Split
from hakaru.running.trend_changes import compare_windows
from hakaru.running.trends import TrendSamples, WindowChange
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.safe_data import (
    as_columns,
    export,
    safe_json_output,
    safe_load_export,
    safe_summary_table,
    validate_output,
)
from hakaru.sources.discover import Candidate, discover
from hakaru.sources.fit.decode import FitFile, read_fit
from hakaru.sources.read import read_candidate
from hakaru.store.private import narrow_folder
from hakaru.store.readers.reader import GarminDBReader

__all__ = [
    "UNIFIED_SYSTEM_PROMPT",
    "AdvisorReport",
    "Around",
    "BaselineSettings",
    "Candidate",
    "ClassificationResult",
    "Context",
    "Curve",
    "DriftSettings",
    "Expectation",
    "FitFile",
    "FormEvaluation",
    "FormExpectations",
    "FormSamples",
    "GCTPowerModel",
    "GarminDBReader",
    "IntegratedState",
    "LastingChange",
    "LinearModel",
    "MetricBaseline",
    "MetricScore",
    "MetricVerdict",
    "OrganizerReport",
    "Recording",
    "RunDeviations",
    "RunToJudge",
    "Settings",
    "Split",
    "Structure",
    "TrendSamples",
    "ValidationResult",
    "WindowChange",
    "activities",
    "add_node",
    "advise",
    "analyse_form_anomaly",
    "analyse_seconds",
    "analyze_performance_trends",
    "apply_change",
    "as_columns",
    "as_plain",
    "baselines",
    "build_correction_prompt",
    "build_integrated_state",
    "classify_unified",
    "classify_unified_fallback",
    "compare_activities",
    "compare_similar_workouts",
    "compare_windows",
    "compute_star_rating",
    "confirm_change",
    "curve",
    "detect_form_anomalies_summary",
    "discover",
    "drift",
    "drop_outliers",
    "estimate_status",
    "evaluate",
    "evaluate_and_store",
    "evaluate_run",
    "expect",
    "expect_at",
    "export",
    "export_nodes",
    "find_structure",
    "fit_gct_power",
    "fit_linear",
    "fit_metric",
    "format_unified_prompt",
    "generate_gct_evaluation_text",
    "generate_phase_evaluation",
    "generate_vo_evaluation_text",
    "generate_vr_evaluation_text",
    "get_athlete",
    "get_form_anomaly_details",
    "get_form_evaluations",
    "get_interval_analysis",
    "get_next_training",
    "get_paces",
    "get_race_readiness",
    "get_session",
    "get_similar_workouts",
    "get_target_splits",
    "get_training_load",
    "import_nodes",
    "ingest",
    "label",
    "lasting_changes",
    "list_nodes",
    "open_data",
    "organize",
    "predict_expectations",
    "read_candidate",
    "read_fit",
    "reevaluate",
    "report",
    "safe_json_output",
    "safe_load_export",
    "safe_summary_table",
    "score_gct_observation",
    "score_vo_observation",
    "score_vr_observation",
    "set_athlete",
    "show_node",
    "simulate",
    "split_recording",
    "status",
    "to_speed",
    "train",
    "understand",
    "undo_change",
    "validate_advisor_report",
    "validate_organizer_report",
    "validate_output",
    "write_picture",
]


@contextlib.contextmanager
def open_data(
    folder: Path | str | None = None, *, language: str | None = None
) -> Iterator[Context]:
    """The context of a data folder (None: the configured one), let go of at the end.

    Raises:
        BadArgument: the configuration holds a value that no setting takes.
    """
    chosen = None if folder is None else Path(folder)
    context = build(load_config(data_folder=chosen, language=language))
    try:
        with contextlib.closing(context.store):
            yield context
    finally:
        narrow_folder(context.data_folder)  # the umask of a program that is not ours stays as it is
