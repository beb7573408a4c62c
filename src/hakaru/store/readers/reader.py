"""Everything that can be read of stored runs, behind one name and the method names of the
requirements.

    reader = GarminDBReader("my-data")
    reader.get_splits_pace_hr(20790040925, statistics_only=True).reply
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.steps import Anomaly
from hakaru.store.database import Store
from hakaru.store.exports import Export
from hakaru.store.readers.aggregate import AggregateReader, FormSummary, WeatherDetail
from hakaru.store.readers.base import BaseDBReader, Reference
from hakaru.store.readers.body import BodyReader, LactateThresholdData, Vo2MaxData
from hakaru.store.readers.export import MAX_ROWS, ExportReader
from hakaru.store.readers.heart_rate import HeartRateEfficiency, HeartRateReader, ZonesDetail
from hakaru.store.readers.metadata import DayResult, MetadataReader
from hakaru.store.readers.performance import PerformanceReader, PerformanceTrends
from hakaru.store.readers.replies import REPLY_BYTES, TableResult
from hakaru.store.readers.splits import SplitsReader, SplitTimeRange
from hakaru.store.readers.texts import SectionAnalyses, TextReader
from hakaru.store.readers.time_series import TimeSeriesReader
from hakaru.store.sandbox.job import FileFormat
from hakaru.store.sections import SectionType


class GarminDBReader(BaseDBReader):
    """One reader per concern over the same store; each method is that of its reader.

    Attributes:
        metadata, splits, aggregate, heart_rate, body, performance, time_series, texts, export: the
            readers.
    """

    def __init__(self, db_path: Store | Path | str) -> None:
        """A store, its data folder, or the database file in it."""
        super().__init__(db_path)
        self.metadata = MetadataReader(self.store)
        self.splits = SplitsReader(self.store)
        self.aggregate = AggregateReader(self.store)
        self.heart_rate = HeartRateReader(self.store)
        self.body = BodyReader(self.store)
        self.performance = PerformanceReader(self.store)
        self.time_series = TimeSeriesReader(self.store)
        self.texts = TextReader(self.store)
        self.export = ExportReader(self.store)

    def get_activity_date(self, activity_id: Reference) -> date:
        """The local day of a run."""
        return self.metadata.get_activity_date(activity_id)

    def query_activity_by_date(self, day: date) -> DayResult:
        """Every run of a local day."""
        return self.metadata.query_activity_by_date(day)

    def get_splits_pace_hr(
        self, activity_id: Reference, statistics_only: bool = False
    ) -> TableResult:
        """Distance, pace and heart rate of the splits."""
        return self.splits.get_splits_pace_hr(activity_id, statistics_only)

    def get_splits_form_metrics(
        self, activity_id: Reference, statistics_only: bool = False
    ) -> TableResult:
        """Form metrics of the splits."""
        return self.splits.get_splits_form_metrics(activity_id, statistics_only)

    def get_splits_elevation(
        self, activity_id: Reference, statistics_only: bool = False
    ) -> TableResult:
        """Climb, descent and grade of the splits."""
        return self.splits.get_splits_elevation(activity_id, statistics_only)

    def get_splits_all(
        self, activity_id: Reference, max_output_size: int = REPLY_BYTES
    ) -> TableResult:
        """Every column of the splits (deprecated)."""
        return self.splits.get_splits_all(activity_id, max_output_size)

    def get_split_time_ranges(self, activity_id: Reference) -> tuple[SplitTimeRange, ...]:
        """When each split took place."""
        return self.splits.get_split_time_ranges(activity_id)

    def get_form_efficiency_summary(self, activity_id: Reference) -> FormSummary:
        """Form over the run, with its verdict."""
        return self.aggregate.get_form_efficiency_summary(activity_id)

    def get_hr_efficiency_analysis(self, activity_id: Reference) -> HeartRateEfficiency:
        """The kind of training, why, and zone shares."""
        return self.heart_rate.get_hr_efficiency_analysis(activity_id)

    def get_heart_rate_zones_detail(self, activity_id: Reference) -> ZonesDetail:
        """Bounds, time and share of each heart rate zone."""
        return self.heart_rate.get_heart_rate_zones_detail(activity_id)

    def get_weather_data(self, activity_id: Reference) -> WeatherDetail:
        """Weather of the run."""
        return self.aggregate.get_weather_data(activity_id)

    def get_vo2_max_data(self, activity_id: Reference) -> Vo2MaxData:
        """VO2max at the date of the run."""
        return self.body.get_vo2_max_data(activity_id)

    def get_lactate_threshold_data(self, activity_id: Reference) -> LactateThresholdData:
        """Thresholds at the date of the run."""
        return self.body.get_lactate_threshold_data(activity_id)

    def get_performance_trends(self, activity_id: Reference) -> PerformanceTrends:
        """Evenness, drift and phases of the run."""
        return self.performance.get_performance_trends(activity_id)

    def get_section_analysis(
        self,
        activity_id: Reference,
        section_type: SectionType | None = None,
        *,
        max_output_size: int = REPLY_BYTES,
    ) -> SectionAnalyses:
        """Section analyses of the run (deprecated without a section)."""
        return self.texts.get_section_analysis(
            activity_id, section_type, max_output_size=max_output_size
        )

    def get_time_series_statistics(
        self, activity_id: Reference, start_s: float, *, end_s: float
    ) -> TableResult:
        """Statistics of [start, end)."""
        return self.time_series.get_time_series_statistics(activity_id, start_s, end_s=end_s)

    def get_time_series_raw(
        self,
        activity_id: Reference,
        start_s: float = 0.0,
        *,
        end_s: float = np.inf,
        columns: Sequence[str] | None = None,
    ) -> Mapping[str, FloatArray]:
        """Columns of [start, end) as recorded (None: all but the place)."""
        return self.time_series.get_time_series_raw(
            activity_id, start_s, end_s=end_s, columns=columns
        )

    def detect_anomalies_sql(self, activity_id: Reference) -> tuple[Anomaly, ...]:
        """The sustained steps of form in the run."""
        return self.time_series.detect_anomalies_sql(activity_id)

    def export_query_result(
        self, query: str, export_format: FileFormat = "parquet", *, max_rows: int = MAX_ROWS
    ) -> Export:
        """The rows of a SELECT as a file."""
        return self.export.export_query_result(query, export_format, max_rows=max_rows)
