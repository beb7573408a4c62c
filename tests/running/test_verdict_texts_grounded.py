"""Do the product's own sentences about a verdict pass the judge, against that verdict?"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hakaru.guard.evidence import Evidence, Fact
from hakaru.guard.grounding.check import check
from hakaru.running.metrics import METRICS, SCORED_METRICS
from hakaru.running.score import stars
from hakaru.running.sections.vocabulary import RUNNING
from hakaru.running.texts import balance_text, cadence_text, metric_text, overall_text
from hakaru.running.verdict import FormEvaluation
from hakaru.running.wording import LANGUAGES, Lang
from hakaru.units import PERCENT
from tests.running.factories import make_balance, make_cadence, make_evaluation, make_verdict

_IMPROVE_ABOVE = 10.0


def evaluation(rng: random.Random) -> FormEvaluation:
    """A verdict with every sentence in reach."""
    verdicts = []
    for metric in SCORED_METRICS:
        expected = METRICS[metric].prior("garmin").level_at_ref * rng.uniform(0.8, 1.15)
        away = rng.choice((rng.uniform(-0.03, 0.03), rng.uniform(-0.2, 0.2)))
        penalty = min(40.0, max(0.0, (away - 0.05) * 200.0))
        verdicts.append(
            make_verdict(
                metric,
                expected=expected,
                actual=expected * (1.0 + away),
                half_width_frac=rng.uniform(0.02, 0.08),
                basis=rng.choice(("personal", "personal", "shrunk", "population")),
                penalty=penalty,
                score=PERCENT - penalty,
                stars=stars(PERCENT - penalty),
                needs_improvement=penalty > _IMPROVE_ABOVE,
                extrapolated=rng.random() < 0.15,
                notable="lower" if away < -0.08 else None,
                n_runs=rng.randint(3, 60),
            )
        )
    actual, left = rng.uniform(150.0, 190.0), rng.uniform(46.0, 54.0)
    expected = actual + rng.uniform(-12.0, 12.0)
    low, high = expected - rng.uniform(2.0, 8.0), expected + rng.uniform(2.0, 8.0)
    cadence = make_cadence(
        actual_spm=actual,
        expected_spm=expected,
        interval_90=(low, high),
        minimum_spm=rng.choice((low, float(rng.randint(150, 185)))),
        basis=rng.choice(("personal", "population")),
    )
    return make_evaluation(
        *verdicts,
        cadence=replace(cadence, achieved=actual >= (cadence.minimum_spm or 0.0)),
        balance=make_balance(
            left_pct=left,
            usual_left_pct=rng.choice((None, left + rng.uniform(-3.0, 3.0))),
            penalised=rng.random() < 0.2,
        ),
        overall_score=sum(one.score for one in verdicts) / len(verdicts),
        overall_stars=rng.randint(1, 5),
        new_sensor=rng.random() < 0.1,
    )


def evidence_of(known: FormEvaluation) -> Evidence:
    """All that a verdict holds, as facts."""
    rows: list[tuple[str, str, float | None, str]] = []
    for name, one in known.metrics.items():
        unit, (low, high) = METRICS[name].unit, one.interval_90
        rows += [
            (name, "actual", one.actual, unit), (name, "expected", one.expected, unit),
            (name, "low", low, unit), (name, "high", high, unit),
            (name, "tolerance", 5.0, "%"), (name, "penalty", one.penalty, "score"),
            (name, "n_runs", float(one.n_runs), "count"),
        ]  # fmt: skip
    cadence, balance = known.cadence, known.balance
    assert cadence is not None and balance is not None
    assert cadence.interval_90 is not None
    left, usual = round(balance.left_pct, 1), balance.usual_left_pct
    rows += [
        ("cadence", "actual", cadence.actual_spm, "spm"),
        ("cadence", "expected", cadence.expected_spm, "spm"),
        ("cadence", "target", cadence.minimum_spm, "spm"),
        ("cadence", "low", cadence.interval_90[0], "spm"),
        ("cadence", "high", cadence.interval_90[1], "spm"),
        ("balance", "left", left, "%"), ("balance", "right", PERCENT - left, "%"),
        ("balance", "usual", usual, "%"), ("balance", "limit", 6.0, "%"),
        ("balance", "shift", None if usual is None else balance.left_pct - usual, "%"),
        ("balance", "penalty", 10.0, "score"),
        ("overall", "score", known.overall_score, "score"),
        ("overall", "star", float(known.overall_stars), "star"),
    ]  # fmt: skip
    return Evidence(
        facts=tuple(
            Fact(metric=metric, role=role, value=value, unit=unit)
            for metric, role, value, unit in rows
            if value is not None
        ),
        needs_improvement={name: one.needs_improvement for name, one in known.metrics.items()},
        causes=frozenset({"new_sensor", "no_baseline"}),
    )


def texts(known: FormEvaluation, lang: Lang) -> list[str]:
    """Every sentence, and all of them as one text."""
    assert known.cadence is not None and known.balance is not None
    told = [metric_text(one, lang) for one in known.metrics.values()]
    told += [cadence_text(known.cadence, lang), balance_text(known.balance, lang)]
    told.append(overall_text(known, lang))
    return [*told, " ".join(told)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_hundred_verdicts_in_words_contradict_nothing(lang: Lang) -> None:
    rng = random.Random(7)
    alarms = []
    for _ in range(200):
        known = evaluation(rng)
        about = evidence_of(known)
        for text in texts(known, lang):
            alarms += [(text, one) for one in check(text, about, vocabulary=RUNNING)]
    assert alarms == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentences_of_another_verdict_are_found(lang: Lang) -> None:
    rng = random.Random(8)
    for _ in range(30):
        known, other = evaluation(rng), evaluation(rng)
        assert check(texts(known, lang)[-1], evidence_of(other), vocabulary=RUNNING)
