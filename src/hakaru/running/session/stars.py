"""How well did a session serve its purpose, in stars, and where did each lost star go?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hakaru.running.score import STARS_MAX
from hakaru.running.session.criteria import KINDS
from hakaru.running.session.model import TypeVerdict
from hakaru.running.session.rating import Deduction, Phase, SessionRating
from hakaru.running.session.stars_rules import (
    MAIN_QUESTIONS,
    MINOR_STARS,
    Findings,
    Key,
    Rule,
    read_findings,
    rules_for,
)

LOSABLE_STARS = STARS_MAX - 1


def rate_session(verdict: TypeVerdict, phases: Sequence[Phase]) -> SessionRating:
    """Stars of a session by the table of its type, never mixed with the stars of form.

    Stars are 5 minus the sum of the deductions, exactly. A deduction of 0 stars names what is not
    as it should be but is covered by a dearer one. What cannot be told costs nothing; where a main
    question cannot be told there are no stars at all, and no deductions. A purpose can only be
    missed by a run that surely had it: by the runner's own label, or with a confidence of 80 %.
    """
    kind = KINDS[verdict.training_type]
    findings = read_findings(phases)
    questions = MAIN_QUESTIONS[kind]
    if not questions or not all(any(findings.told(*key) for key in one) for one in questions):
        return _rating(verdict, phases, None, ())
    broken = _broken(rules_for(verdict), findings)
    deductions = (*_ladder(broken, findings), *_on_top(broken))
    charged = _within(deductions, LOSABLE_STARS)
    stars = STARS_MAX - sum(deduction.stars for deduction in charged)
    return _rating(verdict, phases, stars, charged)


def _rating(
    verdict: TypeVerdict,
    phases: Sequence[Phase],
    stars: int | None,
    deductions: tuple[Deduction, ...],
) -> SessionRating:
    return SessionRating(
        training_type=verdict.training_type,
        stars=stars,
        deductions=deductions,
        phases=tuple(phases),
    )


def _broken(rules: Sequence[Rule], findings: Findings) -> list[Rule]:
    """The rules that apply, of those about one criterion only the first."""
    broken: list[Rule] = []
    explained: set[tuple[object, object]] = set()
    for rule in rules:
        key = (rule.role, rule.criterion)
        if key not in explained and rule.applies(findings):
            broken.append(rule)
            explained |= {key} | {(rule.role, name) for name in rule.covers}
    return broken


def _ladder(broken: Sequence[Rule], findings: Findings) -> list[Deduction]:
    """The dearest costs its stars, the others are named at 0; ties go to the first."""
    steps = [_deduction(rule) for rule in broken if not rule.on_top]
    steps += [
        Deduction(reason="minor_criterion", stars=MINOR_STARS, role=role, criterion=name)
        for role, name in _minor(broken, findings)
    ]
    steps.sort(key=lambda step: -step.stars)
    return steps[:1] + [replace(step, stars=0) for step in steps[1:]]


def _minor(broken: Sequence[Rule], findings: Findings) -> list[Key]:
    """Missed rows that no broken rule explains."""
    explained = {
        (rule.role, name) for rule in broken for name in (rule.criterion or "present", *rule.covers)
    }
    return [key for key in findings.rows if findings.missed(*key) and key not in explained]


def _on_top(broken: Sequence[Rule]) -> list[Deduction]:
    return [_deduction(rule) for rule in broken if rule.on_top]


def _deduction(rule: Rule) -> Deduction:
    return Deduction(reason=rule.reason, stars=rule.stars, role=rule.role, criterion=rule.criterion)


def _within(deductions: Sequence[Deduction], limit: int) -> tuple[Deduction, ...]:
    """The deductions, cut where no more than `limit` stars can be lost."""
    charged: list[Deduction] = []
    left = limit
    for deduction in deductions:
        charged.append(replace(deduction, stars=min(deduction.stars, left)))
        left -= charged[-1].stars
    return tuple(charged)
