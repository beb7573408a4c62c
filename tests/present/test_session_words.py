"""Every code of the core can be said in both languages, with the same figures in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import pytest

from hakaru.core.i18n import LANGUAGES
from hakaru.present.athlete import QUANTITIES, SETTABLE
from hakaru.present.changes import DIRECTIONS, FIGURE_NAMES, FILTERS, TERMS, TREND_METRICS, UNUSUAL
from hakaru.present.load import DECOUPLING_REASONS, LOAD_PROBLEMS
from hakaru.present.names import (
    BALANCE_BANDS,
    CONSISTENCY,
    CRITERIA,
    DECLINES,
    DEDUCTIONS,
    GAUGE_ZONES,
    HELD,
    HUMIDITY_CLASSES,
    LOAD_BASES,
    LOAD_CLASSES,
    MEANINGS,
    MISSING,
    PATTERNS,
    REP_FORM,
    RETENTION,
    ROLE_SOURCES,
    ROLES,
    RULES,
    SESSION_QUANTITIES,
    STEP_CONSISTENCY,
    TEMPERATURE_CLASSES,
    TEMPERATURE_SIDES,
    TERRAINS,
    TYPE_SOURCES,
    TYPES,
    UTILISATION,
    VO2_CATEGORIES,
    VO2_PERCENTILES,
    WIND_ANSWERS,
)
from hakaru.present.page_metrics import CAUSES, SIGNS
from hakaru.present.session import BASES, EVIDENCE, FORMS, MAIN_NAMES, NEEDS, OUTCOMES
from hakaru.present.training import OBJECTIONS, OPTIONS, REASONS, TARGET_BASES, TARGET_NOTES
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
from hakaru.running.trends import ChangeDirection

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
    (Literal["favourable", "unfavourable"], MEANINGS),
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


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_session_names_its_main_part(kind: Kind) -> None:
    assert kind in MAIN_NAMES


def test_languages_are_the_two_of_the_tables() -> None:
    assert LANGUAGES == ("ja", "en")
