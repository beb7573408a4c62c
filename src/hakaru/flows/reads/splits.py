"""The splits of a run and the samples inside it, as rows or in few figures."""

from __future__ import annotations

from hakaru.flows.context import Context
from hakaru.store.readers.base import TableResult
from hakaru.store.readers.reader import GarminDBReader


def get_splits_pace_hr(context: Context, *, activity_id: str, statistics_only: bool) -> TableResult:
    """Distance, pace and heart rate; raises as `SplitsReader.get_splits_pace_hr`."""
    return GarminDBReader(context.store).get_splits_pace_hr(activity_id, statistics_only)


def get_splits_form_metrics(
    context: Context, *, activity_id: str, statistics_only: bool
) -> TableResult:
    """Form metrics; raises as `SplitsReader.get_splits_form_metrics`."""
    return GarminDBReader(context.store).get_splits_form_metrics(activity_id, statistics_only)


def get_splits_elevation(
    context: Context, *, activity_id: str, statistics_only: bool
) -> TableResult:
    """Climb, descent and grade; raises as `SplitsReader.get_splits_elevation`."""
    return GarminDBReader(context.store).get_splits_elevation(activity_id, statistics_only)


def get_splits_all(context: Context, *, activity_id: str, max_output_size: int) -> TableResult:
    """Every column (deprecated); raises as `SplitsReader.get_splits_all`."""
    return GarminDBReader(context.store).get_splits_all(activity_id, max_output_size)


def get_split_time_series_detail(
    context: Context, *, activity_id: str, split: int, statistics_only: bool
) -> TableResult:
    """The samples of one split; raises as `TimeSeriesReader.get_split_time_series_detail`."""
    reader = GarminDBReader(context.store).time_series
    return reader.get_split_time_series_detail(activity_id, split, statistics_only=statistics_only)


def get_time_range_detail(
    context: Context, *, activity_id: str, start_s: float, end_s: float, statistics_only: bool
) -> TableResult:
    """The samples of [start, end); raises as `TimeSeriesReader.get_time_range_detail`."""
    reader = GarminDBReader(context.store).time_series
    return reader.get_time_range_detail(
        activity_id, start_s, end_s=end_s, statistics_only=statistics_only
    )
