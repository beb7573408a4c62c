"""How well did a session serve its purpose, in stars, and where did each lost star go?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hakaru.running.score import STARS_MAX
from hakaru.running.session.criteria import KINDS, TOLERANCE
from hakaru.running.session.model import TypeVerdict
from hakaru.running.session.rating import Deduction, Phase, SessionRating, Unrated
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
CERTAIN_FRAC = 0.70
"""Below it nobody can say which purpose a run had (resolutions row 84)."""


def rate_session(verdict: TypeVerdict, phases: Sequence[Phase]) -> SessionRating:
    """Stars of a session by the table of its type, never mixed with the stars of form.

    Stars are 5 minus the sum of the deductions, exactly. A deduction of 0 stars names what is not
    as it should be but is covered by a dearer one. What cannot be told costs nothing, and neither
    does a phase that is not in the file. There are no stars at all, and no deductions, for a race,
    for a run whose kind is not known or less than 70 % certain (the runner's own label is certain),
    and where a main question cannot be told. A purpose can only be missed by a run that surely had
    it: by the runner's own label, or with a confidence of 80 %.
    """
    findings = read_findings(phases)
    unrated = _why_unrated(verdict, findings)
    if unrated is not None:
        return SessionRating(
            training_type=verdict.training_type,
            stars=None,
            deductions=(),
            phases=tuple(phases),
            unrated=unrated,
        )
    broken = _broken(rules_for(verdict), findings)
    deductions = _ladder(broken, findings)
    charged = _within(deductions, LOSABLE_STARS)
    return SessionRating(
        training_type=verdict.training_type,
        stars=STARS_MAX - sum(deduction.stars for deduction in charged),
        deductions=charged,
        phases=tuple(phases),
    )


def _why_unrated(verdict: TypeVerdict, findings: Findings) -> Unrated | None:
    if verdict.training_type == "race":
        return "race"
    questions = MAIN_QUESTIONS[KINDS[verdict.training_type]]
    if not questions:
        return "type_unknown"
    if verdict.source != "user" and verdict.confidence_frac < CERTAIN_FRAC - TOLERANCE:
        return "type_unsure"
    answered = all(any(findings.told(*key) for key in keys) for keys in questions)
    return None if answered else "too_little"


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
    steps = [_deduction(rule) for rule in broken]
    steps += [
        Deduction(reason="minor_criterion", stars=MINOR_STARS, role=role, criterion=name)
        for role, name in _minor(broken, findings)
    ]
    steps.sort(key=lambda step: -step.stars)
    return steps[:1] + [replace(step, stars=0) for step in steps[1:]]


def _minor(broken: Sequence[Rule], findings: Findings) -> list[Key]:
    """Missed rows that no broken rule explains."""
    explained = {(rule.role, name) for rule in broken for name in (rule.criterion, *rule.covers)}
    return [key for key in findings.rows if findings.missed(*key) and key not in explained]


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
