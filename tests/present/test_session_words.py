"""Every code of the core can be said in both languages, with the same figures in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pytest

from hakaru.core.i18n import LANGUAGES
from hakaru.present.words import PAGE, SESSION_QUANTITIES
from hakaru.present.words_session import (
    BASES,
    CAUSES,
    CRITERIA,
    DEDUCTIONS,
    DIRECTIONS,
    EVIDENCE,
    FIGURE_NAMES,
    FILTERS,
    FORMS,
    MEANINGS,
    MISSING,
    NEEDS,
    OUTCOMES,
    RATING,
    ROLE_SOURCES,
    ROLES,
    SIGNS,
    TERMS,
    TREND_METRICS,
    TYPE_SOURCES,
    TYPES,
    UNUSUAL,
)
from hakaru.present.words_training import (
    BALANCE_BANDS,
    CONSISTENCY,
    DECLINES,
    DECOUPLING_REASONS,
    GAUGE_ZONES,
    HELD,
    HUMIDITY_CLASSES,
    LOAD_BASES,
    LOAD_CLASSES,
    LOAD_PROBLEMS,
    OBJECTIONS,
    OPTIONS,
    PATTERNS,
    QUANTITIES,
    REASONS,
    REP_FORM,
    RETENTION,
    RULES,
    SETTABLE,
    STEP_CONSISTENCY,
    TARGET_BASES,
    TARGET_NOTES,
    TEMPERATURE_CLASSES,
    TEMPERATURE_SIDES,
    TERRAINS,
    UTILISATION,
    VO2_CATEGORIES,
    VO2_PERCENTILES,
    WIND_ANSWERS,
)
from hakaru.running.anomalies.steps import Cause, SensorSign
from hakaru.running.arithmetic import DeclineClass
from hakaru.running.athlete.model import Quantity
from hakaru.running.environment.conditions import RuleOfThumbName, WindAnswer
from hakaru.running.environment.heat import HumidityClass, TemperatureClass, TemperatureSide
from hakaru.running.intensity import LoadClass, LoadProblem
from hakaru.running.load import DecouplingReason
from hakaru.running.metrics import METRICS
from hakaru.running.next_training import OptionName
from hakaru.running.next_training_evidence import ObjectionCode, ReasonCode
from hakaru.running.next_training_targets import TargetsBasis, TargetsNote
from hakaru.running.physiology.figures import BalanceBand, GaugeZone
from hakaru.running.physiology.oxygen import UtilisationClass, Vo2Category, Vo2Percentile
from hakaru.running.physiology.power import ConsistencyClass, ThresholdClass
from hakaru.running.physiology.steps import StepConsistency, StepPattern
from hakaru.running.report import RepFormCode
from hakaru.running.session.criteria import Kind, Missing
from hakaru.running.session.intervals import RetentionClass
from hakaru.running.session.model import (
    CriterionName,
    DeductionReason,
    Form,
    LoadBasis,
    Need,
    Outcome,
    TargetBasis,
    Terrain,
    TrainingType,
    TypeSource,
)
from hakaru.running.session.type_evidence import EvidenceCode
from hakaru.running.similar import FilterName, TermName
from hakaru.running.similar_comparison import FigureName, Unusual
from hakaru.running.splits import Role, RoleSource
from hakaru.running.trend_changes import SessionQuantity
from hakaru.running.trends import ChangeDirection, Meaning

CODES: tuple[tuple[object, Mapping[str, str]], ...] = (
    (TrainingType, TYPES),
    (TypeSource, TYPE_SOURCES),
    (EvidenceCode, EVIDENCE),
    (Form, FORMS),
    (Role, ROLES),
    (RoleSource, ROLE_SOURCES),
    (CriterionName, CRITERIA),
    (Outcome, OUTCOMES),
    (Missing, MISSING),
    (TargetBasis, BASES),
    (Need, NEEDS),
    (DeductionReason, DEDUCTIONS),
    (Quantity, QUANTITIES),
    (DeclineClass, DECLINES),
    (RetentionClass, RETENTION),
    (RepFormCode, REP_FORM),
    (ConsistencyClass, CONSISTENCY),
    (StepConsistency, STEP_CONSISTENCY),
    (StepPattern, PATTERNS),
    (UtilisationClass, UTILISATION),
    (Vo2Category, VO2_CATEGORIES),
    (Vo2Percentile, VO2_PERCENTILES),
    (ThresholdClass, HELD),
    (GaugeZone, GAUGE_ZONES),
    (BalanceBand, BALANCE_BANDS),
    (LoadClass, LOAD_CLASSES),
    (LoadBasis, LOAD_BASES),
    (LoadProblem, LOAD_PROBLEMS),
    (DecouplingReason, DECOUPLING_REASONS),
    (Terrain, TERRAINS),
    (TemperatureClass, TEMPERATURE_CLASSES),
    (TemperatureSide, TEMPERATURE_SIDES),
    (HumidityClass, HUMIDITY_CLASSES),
    (WindAnswer, WIND_ANSWERS),
    (RuleOfThumbName, RULES),
    (FigureName, FIGURE_NAMES),
    (Unusual, UNUSUAL),
    (TermName, TERMS),
    (FilterName, FILTERS),
    (ChangeDirection, DIRECTIONS),
    (Meaning, MEANINGS),
    (Cause, CAUSES),
    (SensorSign, SIGNS),
    (OptionName, OPTIONS),
    (ReasonCode, REASONS),
    (ObjectionCode, OBJECTIONS),
    (TargetsBasis, TARGET_BASES),
    (TargetsNote, TARGET_NOTES),
    (SessionQuantity, SESSION_QUANTITIES),
)


@pytest.mark.parametrize(("codes", "table"), CODES)
def test_every_code_has_words_and_no_word_is_left_over(
    codes: object, table: Mapping[str, str]
) -> None:
    assert set(get_args(codes)) == set(table)


def test_what_is_followed_over_months_has_a_name() -> None:
    assert {*METRICS, "heart_rate", "power", "running_effectiveness"} == set(TREND_METRICS)


def test_everything_a_runner_can_be_asked_for_can_be_stated() -> None:
    assert set(get_args(Quantity)) == set(SETTABLE)


@pytest.mark.parametrize("page", ["splits", "form", "metrics"])
def test_every_kind_of_page_has_its_titles(page: str) -> None:
    assert {f"{page}_{kind}" for kind in ("easy", "tempo", "reps")} <= set(PAGE)


def test_every_kind_of_session_names_its_main_part() -> None:
    assert {f"main_{kind}" for kind in get_args(Kind)} <= set(RATING)


def test_languages_are_the_two_of_the_tables() -> None:
    assert LANGUAGES == ("ja", "en")
