"""What is needed to compare sessions besides their figures: form scores, who measured power?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hakaru.running.similar_comparison import SideFigures

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def side_figures(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> SideFigures:
    """Form scores and recorders of those of the runs that have them."""
    ids = [list(activity_ids)]
    scores = con.execute(
        "SELECT activity_id, overall_score FROM data.run_verdicts "
        "WHERE overall_score IS NOT NULL AND activity_id IN (SELECT unnest(?::BIGINT[]))",
        ids,
    ).fetchall()
    recorders = con.execute(
        "SELECT activity_id, min_by(coalesce(product, manufacturer, ''), device_index) "
        "FROM devices WHERE role = 'recorder' "
        "AND activity_id IN (SELECT unnest(?::BIGINT[])) GROUP BY ALL",
        ids,
    ).fetchall()
    return SideFigures(
        form_score=dict(scores), power_device={key: name for key, name in recorders if name}
    )
