"""One run in few figures: form, heart rate, thresholds, phases, weather."""

from __future__ import annotations

from hakaru.flows.context import Context
from hakaru.store.readers.base import PerformanceTrends
from hakaru.store.readers.figures import (
    FormSummary,
    HeartRateEfficiency,
    LactateThresholdData,
    Vo2MaxData,
    WeatherDetail,
    ZonesDetail,
)
from hakaru.store.readers.reader import GarminDBReader


def get_form_efficiency_summary(context: Context, *, activity_id: str) -> FormSummary:
    """Form and its verdict; raises as `AggregateReader.get_form_efficiency_summary`."""
    return GarminDBReader(context.store).get_form_efficiency_summary(activity_id)


def get_hr_efficiency_analysis(context: Context, *, activity_id: str) -> HeartRateEfficiency:
    """Type, evidence, zones; raises as `HeartRateReader.get_hr_efficiency_analysis`."""
    return GarminDBReader(context.store).get_hr_efficiency_analysis(activity_id)


def get_heart_rate_zones_detail(context: Context, *, activity_id: str) -> ZonesDetail:
    """Time in zones; raises as `HeartRateReader.get_heart_rate_zones_detail`."""
    return GarminDBReader(context.store).get_heart_rate_zones_detail(activity_id)


def get_vo2_max_data(context: Context, *, activity_id: str) -> Vo2MaxData:
    """VO2max at that date; raises as `BodyReader.get_vo2_max_data`."""
    return GarminDBReader(context.store).get_vo2_max_data(activity_id)


def get_lactate_threshold_data(context: Context, *, activity_id: str) -> LactateThresholdData:
    """Thresholds at that date; raises as `BodyReader.get_lactate_threshold_data`."""
    return GarminDBReader(context.store).get_lactate_threshold_data(activity_id)


def get_performance_trends(context: Context, *, activity_id: str) -> PerformanceTrends:
    """Evenness, drift, phases; raises as `PerformanceReader.get_performance_trends`."""
    return GarminDBReader(context.store).get_performance_trends(activity_id)


def get_weather_data(context: Context, *, activity_id: str) -> WeatherDetail:
    """Weather; raises as `AggregateReader.get_weather_data`."""
    return GarminDBReader(context.store).get_weather_data(activity_id)
