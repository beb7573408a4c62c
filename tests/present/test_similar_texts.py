"""What is said of a run beside similar ones, and where nothing is."""

from __future__ import annotations

import pytest

from hakaru.flows.similar import SimilarResult
from hakaru.present.changes import comparison_cells, similar_document, similar_rows
from hakaru.present.terminal import document_text
from hakaru.running.similar import find_similar, find_widening
from hakaru.running.similar_comparison import FigureComparison, compare_figures
from tests.running.summaries import make_interval, make_summary


@pytest.mark.parametrize(
    ("n", "text"), [(5, "as usual"), (38, "as usual"), (39, "as usual (p=0.40)")]
)
def test_a_share_that_cannot_decide_among_so_few_is_not_shown(n: int, text: str) -> None:
    row = FigureComparison(
        name="pace",
        unit="s_per_km",
        value=300.0,
        n=n,
        level=303.0,
        low=290.0,
        high=310.0,
        delta=-3.0,
        rank_share_frac=0.4,
        outcome="usual",
    )
    assert comparison_cells(row, "en")[-1] == text


def test_a_pace_of_repetitions_stands_beside_their_length() -> None:
    """The distance of the whole run would be one that nobody ran at that pace."""
    others = [make_interval(i, days=-i) for i in range(2, 8)]
    similar = find_similar(make_interval(1), others)
    assert similar_rows(similar, "en")[0][1:3] == ("5 × 1.00 km", "4:10/km")


def test_of_runs_that_are_hardly_alike_no_figure_is_compared() -> None:
    this = make_summary(1)
    others = [
        make_summary(i, days=-i, training_type="recovery", target_speed_mps=2.5)
        for i in range(2, 12)
    ]
    similar = find_widening(this, others)
    like = [workout.summary for workout in similar.workouts if workout.is_like]
    result = SimilarResult(this=this, similar=similar, comparisons=compare_figures(this, like))
    text = document_text(similar_document(result, "en"))
    assert "Too few of them are alike enough to compare figures with." in text
    assert "How unusual" not in text
