"""Is every labelled report judged as the requirement says?"""

from __future__ import annotations

import time

import pytest

from hakaru.proposals.tasks import validate_advisor_report, validate_organizer_report
from tests.proposals.cases import Case, proposal_cases
from tests.shared import needs_cases

TRACED = 10
"""The limits are for a quiet machine; the tests run beside others, and under a tracer."""
JUDGES = {"organizer": validate_organizer_report, "advisor": validate_advisor_report}


@needs_cases
@pytest.mark.parametrize("case", proposal_cases(), ids=lambda case: case.id)
def test_a_labelled_report_is_judged_as_expected(case: Case) -> None:
    result = JUDGES[case.kind](case.report, case.node_ids)
    assert result.ok is case.expect["ok"], result.errors
    for expected in case.expect.get("errors", []):
        assert any(
            all(piece in error for piece in expected["contains"]) for error in result.errors
        ), (
            expected,
            result.errors,
        )
        assert expected["rule"] in {finding.rule for finding in result.findings}
    for pieces in case.expect.get("warnings", []):
        assert any(all(piece in warning for piece in pieces) for warning in result.warnings), result
    assert len(result.errors) <= case.expect.get("max_errors", 60)


@needs_cases
def test_large_reports_are_judged_in_time() -> None:
    timed = [case for case in proposal_cases() if "max_ms" in case.expect]
    assert timed
    for case in timed:
        best_ms = min(_took_ms(case) for _ in range(3))
        assert best_ms <= TRACED * case.expect["max_ms"], case.id


def _took_ms(case: Case) -> float:
    started_s = time.perf_counter()
    JUDGES[case.kind](case.report, case.node_ids)
    return 1_000 * (time.perf_counter() - started_s)
