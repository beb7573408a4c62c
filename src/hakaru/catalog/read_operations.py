"""Which operations read stored figures of a run, and what was written about it?

What can be decided from each answer is said in `decisions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hakaru.catalog.operation import RUN, FieldType, Operation, Param
from hakaru.catalog.wording_operations import READ_SIZE, READ_TEXT, SECTION_OPERATIONS

_STATISTICS = Param(
    name="statistics_only",
    type="flag",
    default=False,
    ja="行のかわりに平均・中央値・標準偏差・最小・最大（走った時間や距離で重み付け）",
    en="mean, median, SD, min, max (weighted by time or distance) instead of rows",
)
_STATISTICS_FIRST = replace(_STATISTICS, default=True)
_SELDOM = frozenset(
    {
        "get_date_by_activity_id",
        "get_heart_rate_zones_detail",
        "get_lactate_threshold_data",
        "get_splits_all",
        "get_vo2_max_data",
        "get_weather_data",
    }
)
"""Reads that only the largest list has."""
_SPLIT_FIELDS: Mapping[str, FieldType] = {
    "n_splits": "int",
    "measured": "text",
    "missing": "list",
    "columns": "list",
    "splits": "list",
    "statistics": "list",
}


def _of_a_run(
    names: tuple[str, str],
    words: tuple[str, str],
    *,
    returns: Mapping[str, FieldType],
) -> Operation:
    """A read that takes nothing but a run, which its reply names. `names`: tool and command."""
    name, command = names
    return Operation(
        name=name,
        command=f"read {command}",
        ja=words[0],
        en=words[1],
        params=(RUN,),
        target=f"hakaru.flows.reads:{name}",
        render=READ_TEXT,
        profile="all" if name in _SELDOM else "analysis",
        example=f"hakaru read {command} 2026-03-01",
        returns={"activity_id": "int", "day": "text", **returns},
    )


def _of_splits(name: str, command: str, words: tuple[str, str]) -> Operation:
    """A read of splits, as rows or as statistics."""
    plain = _of_a_run((name, command), words, returns=_SPLIT_FIELDS)
    return replace(plain, params=(RUN, _STATISTICS))


_DAYS: tuple[Operation, ...] = (
    Operation(
        name="get_activity_by_date",
        command="read day",
        ja="その日のランとその ID",
        en="The runs of a day with their ids",
        params=(
            Param(
                name="date",
                type="date",
                positional=True,
                required=True,
                ja="日付（YYYY-MM-DD）",
                en="local day (YYYY-MM-DD)",
            ),
        ),
        target="hakaru.flows.reads:get_activity_by_date",
        render=READ_TEXT,
        profile="analysis",
        returns={"day": "text", "n": "int", "columns": "list", "activities": "list"},
        texts={"title": "recording"},
        example="hakaru read day 2026-03-01",
    ),
    _of_a_run(
        ("get_date_by_activity_id", "date"),
        ("ランの日付", "The day of a run"),
        returns={},
    ),
)
_SPLITS: tuple[Operation, ...] = (
    _of_splits(
        "get_splits_pace_hr",
        "pace",
        ("区間ごとの距離・ペース・心拍", "Distance, pace and heart rate of each split"),
    ),
    _of_splits(
        "get_splits_form_metrics",
        "form",
        (
            "区間ごとの接地時間・垂直振幅・垂直比率・ケイデンス・ストライド",
            "Contact time, oscillation, ratio, cadence and step length of each split",
        ),
    ),
    _of_splits(
        "get_splits_elevation",
        "elevation",
        ("区間ごとの上り・下り・勾配", "Climb, descent and grade of each split"),
    ),
    replace(
        _of_a_run(
            ("get_splits_all", "splits"),
            (
                "区間の全列（非推奨: 全部要るなら export を使う）",
                "Every column of every split (deprecated: use export for all of it)",
            ),
            returns={
                "n_splits": "int",
                "measured": "text",
                "missing": "list",
                "columns": "list",
                "splits": "list",
                "warning": "text",
            },
        ),
        params=(RUN, READ_SIZE),
        limit_bytes=10_240,
    ),
)
_SERIES: tuple[Operation, ...] = (
    Operation(
        name="get_split_time_series_detail",
        command="read seconds",
        ja="ひとつの区間の中の秒ごとの値（既定は統計のみ）",
        en="The seconds inside one split (statistics unless rows are asked for)",
        params=(
            RUN,
            Param(
                name="split",
                type="int",
                required=True,
                ja="区間の番号",
                en="number of the split",
            ),
            _STATISTICS_FIRST,
        ),
        target="hakaru.flows.reads:get_split_time_series_detail",
        render=READ_TEXT,
        profile="analysis",
        returns={
            "activity_id": "int",
            "day": "text",
            "split": "int",
            "role": "text?",
            "n_samples": "int",
            "n_running_samples": "int",
            "missing": "list",
            "columns": "list",
            "samples": "list",
            "statistics": "list",
        },
        title="Seconds of a split",
        example="hakaru read seconds 2026-03-01 --split 1",
    ),
    Operation(
        name="get_time_range_detail",
        command="read range",
        ja="経過時間 [start, end) 秒の値（既定は統計のみ）",
        en="The seconds [start, end) of a run (statistics unless rows are asked for)",
        params=(
            RUN,
            Param(
                name="start_s",
                type="float",
                required=True,
                ja="開始（経過秒。含む）",
                en="from this elapsed second",
            ),
            Param(
                name="end_s",
                type="float",
                required=True,
                ja="終了（経過秒。含まない）",
                en="up to this elapsed second, not included",
            ),
            _STATISTICS_FIRST,
        ),
        target="hakaru.flows.reads:get_time_range_detail",
        render=READ_TEXT,
        profile="analysis",
        returns={
            "activity_id": "int",
            "day": "text",
            "n_samples": "int",
            "n_running_samples": "int",
            "missing": "list",
            "columns": "list",
            "samples": "list",
            "statistics": "list",
        },
        title="Seconds of a range",
        example="hakaru read range 2026-03-01 --start-s 300 --end-s 600",
    ),
)
_RUNS: tuple[Operation, ...] = (
    _of_a_run(
        ("get_form_efficiency_summary", "efficiency"),
        (
            "フォーム指標の平均・範囲と、保存済みの評価",
            "Form metrics of the run in figures, with the stored verdict",
        ),
        returns={
            "n_measured": "int",
            "columns": "list",
            "metrics": "list",
            "verdict": "object",
        },
    ),
    _of_a_run(
        ("get_hr_efficiency_analysis", "heart"),
        (
            "トレーニング種別とその根拠、心拍ゾーンの割合、心拍ドリフト",
            "The training type with its evidence, heart rate zone shares, drift",
        ),
        returns={
            "training_type": "text",
            "type_source": "text",
            "type_confidence_frac": "number",
            "evidence": "object",
            "primary_zone": "int?",
            "zone_percentages": "list",
            "zones_from": "text?",
            "target_heart_rate_bpm": "number?",
            "hr_drift_percentage": "number?",
            "vo2_utilisation_pct": "number?",
            "missing": "list",
        },
    ),
    _of_a_run(
        ("get_heart_rate_zones_detail", "zones"),
        ("心拍ゾーンの境界・時間・割合", "Bounds, time and share of each heart rate zone"),
        returns={"basis": "text", "columns": "list", "zones": "list"},
    ),
    _of_a_run(
        ("get_vo2_max_data", "vo2max"),
        ("そのランの時点の VO2 max（出どころ、古さ）", "VO2max at that date: source and age"),
        returns={
            "vo2_max_ml_per_kg_min": "number",
            "origin": "text",
            "method": "text",
            "measured_on": "text?",
            "category": "text?",
            "percentile": "number?",
            "age_days": "int?",
            "stale": "flag",
            "interval_80": "any",
            "missing": "list",
        },
    ),
    _of_a_run(
        ("get_lactate_threshold_data", "threshold"),
        (
            "そのランの時点の閾値（心拍・ペース・パワー、出どころ、古さ）",
            "Thresholds at that date (heart rate, pace, power): source and age",
        ),
        returns={
            "lt_heart_rate_bpm": "object",
            "threshold_pace_s_per_km": "object",
            "critical_power_w": "object",
            "missing": "list",
        },
    ),
    replace(
        _of_a_run(
            ("get_performance_trends", "phases"),
            (
                "ペースの揺れ、心拍ドリフト、フェーズごとのペース・心拍・評価",
                "Evenness, heart rate drift, and pace, heart rate, criteria of each phase",
            ),
            returns={
                "training_type": "text",
                "pace_consistency": "number?",
                "hr_drift_percentage": "number?",
                "missing": "object",
                "measured": "text",
                "phases": "list",
            },
        ),
        texts={"missing": "hakaru"},
    ),
    replace(
        _of_a_run(
            ("get_weather_data", "weather"),
            ("気温・湿度・風", "Temperature, humidity and wind"),
            returns={
                "source": "text",
                "temperature_c": "number",
                "relative_humidity_pct": "number",
                "wind_speed_mps": "number",
                "wind_from_deg": "number",
                "wind_direction_compass": "object",
                "station": "object",
                "headwind_mps": "number",
                "terrain": "text",
                "missing": "list",
            },
        ),
        texts={"station": "recording", "wind_direction_compass": "recording"},
    ),
)
READ_OPERATIONS: tuple[Operation, ...] = (*_DAYS, *_SPLITS, *_SERIES, *_RUNS, *SECTION_OPERATIONS)
