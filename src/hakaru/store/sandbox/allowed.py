"""Which tables, functions, types and operators may SQL from outside use?

What is not named here is refused, also what a later version of the engine adds.
"""

from __future__ import annotations

TABLES = frozenset(
    {
        "activities", "anomaly_coverage", "athlete_facts", "athlete_reports", "best_efforts",
        "devices", "form_anomalies", "form_baselines", "form_efficiency",
        "form_evaluation_history", "form_evaluation_refusals", "form_evaluations",
        "heart_rate_zones", "hr_efficiency", "lactate_threshold", "laps", "pauses",
        "performance_trends", "recording_issues", "section_analyses", "session_athlete",
        "session_criteria", "session_deductions", "session_phases", "session_segments", "sessions",
        "splits", "time_series_metrics", "training_labels", "vo2_max", "weather",
    }
)  # fmt: skip
"""The tables and views of the data that SQL from outside can read."""

KEPT_BACK = frozenset({"recording_sources", "schema_migrations", "sources", "unsettled_runs"})
"""Those it cannot: they hold where files lie on this machine, how the database was made, and what
is under way."""

_AGGREGATES = frozenset(
    {
        "any_value", "approx_count_distinct", "approx_quantile", "arbitrary", "arg_max", "arg_min",
        "argmax", "argmin", "array_agg", "avg", "bool_and", "bool_or", "corr", "count", "count_if",
        "count_star", "countif", "covar_pop", "covar_samp", "entropy", "favg", "first", "fsum",
        "geomean", "group_concat", "histogram", "kahan_sum", "kurtosis", "last", "list", "listagg",
        "mad", "max", "max_by", "mean", "median", "min", "min_by", "mode", "product", "quantile",
        "quantile_cont", "quantile_disc", "regr_avgx", "regr_avgy", "regr_count", "regr_intercept",
        "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "reservoir_quantile", "sem",
        "skewness", "stddev", "stddev_pop", "stddev_samp", "string_agg", "sum", "var_pop",
        "var_samp", "variance", "wavg", "weighted_avg",
    }
)  # fmt: skip
_WINDOWS = frozenset(
    {
        "cume_dist", "dense_rank", "fill", "first_value", "lag", "last_value", "lead", "nth_value",
        "ntile", "percent_rank", "rank", "rank_dense", "row_number",
    }
)  # fmt: skip
_NUMBERS = frozenset(
    {
        "abs", "acos", "add", "asin", "atan", "atan2", "cbrt", "ceil", "ceiling", "cos", "cot",
        "degrees", "divide", "even", "exp", "factorial", "fdiv", "floor", "fmod", "gcd",
        "greatest", "hash", "isfinite", "isinf", "isnan", "lcm", "least", "ln", "log", "log10",
        "log2", "mod", "multiply", "pi", "pow", "power", "radians", "random", "round",
        "round_even", "sign", "sin", "sqrt", "subtract", "tan", "trunc",
        "%", "*", "**", "+", "-", "/", "//", "^", "~", "&", "|", "<<", ">>", "@", "!__postfix",
    }
)  # fmt: skip
_TIMES = frozenset(
    {
        "age", "century", "current_date", "current_localtime", "current_localtimestamp",
        "current_timestamp", "date_add", "date_diff", "date_part", "date_sub", "date_trunc",
        "datediff", "datepart", "datesub", "datetrunc", "day", "dayname", "dayofmonth",
        "dayofweek", "dayofyear", "days_in_month", "decade", "epoch", "epoch_ms",
        "get_current_time", "get_current_timestamp", "hour",
        "isodow", "isoyear", "last_day", "make_date", "make_time",
        "make_timestamp", "minute", "month", "monthname", "now", "quarter", "second", "strftime",
        "strptime", "time_bucket", "timezone", "to_days", "to_hours", "to_milliseconds",
        "to_minutes", "to_months", "to_seconds", "to_timestamp", "to_weeks", "to_years", "today",
        "try_strptime", "week", "weekday", "weekofyear", "year", "yearweek",
    }
)  # fmt: skip
_TEXTS = frozenset(
    {
        "ascii", "char_length", "character_length", "concat", "concat_ws", "contains", "ends_with",
        "ilike_escape", "instr", "lcase", "left", "length", "like_escape", "lower", "ltrim",
        "not_ilike_escape", "not_like_escape", "position", "prefix", "regexp_extract",
        "regexp_full_match", "regexp_matches", "regexp_replace", "replace", "reverse", "right",
        "rtrim", "split", "split_part", "starts_with", "str_split", "string_split", "strlen",
        "strpos", "substr", "substring", "suffix", "trim", "ucase", "upper",
        "||", "~~", "!~~", "~~*", "!~~*", "~~~", "^@",
    }
)  # fmt: skip
_NESTED = frozenset(
    {
        "array_extract", "array_length", "array_to_string", "element_at", "flatten",
        "generate_series", "json", "json_array_length", "json_extract", "json_extract_path",
        "json_extract_path_text", "json_extract_string", "json_keys", "json_type", "json_valid",
        "json_value", "len", "list_avg", "list_contains", "list_distinct", "list_element",
        "list_extract", "list_has", "list_max", "list_median", "list_min", "list_position",
        "list_slice", "list_sort", "list_sum", "list_value", "list_zip", "map", "map_extract",
        "map_keys", "map_values", "array_slice", "range", "row", "struct_extract", "struct_pack",
        "to_json", "unnest", "unpivot_list", "->>",
    }
)  # fmt: skip
_CHOICES = frozenset({"alias", "coalesce", "if", "ifnull", "nullif", "typeof"})

FUNCTIONS = _AGGREGATES | _WINDOWS | _NUMBERS | _TIMES | _TEXTS | _NESTED | _CHOICES
"""Functions and operators that compute from their arguments, or tell the time."""

TABLE_FUNCTIONS = frozenset({"generate_series", "range", "unnest"})
"""Functions in FROM: those that read nothing."""

TYPES = frozenset(
    {
        "any", "array", "bigint", "bool", "boolean", "char", "date", "datetime", "dec", "decimal",
        "double", "float", "float4", "float8", "hugeint", "int", "int1", "int2", "int4", "int8",
        "integer", "interval", "json", "list", "long", "map", "numeric", "real", "short", "signed",
        "smallint", "string", "struct", "text", "time", "timestamp", "timestamp with time zone",
        "timestamp_ms", "timestamp_s", "timestamptz", "tinyint", "ubigint", "uinteger",
        "usmallint", "utinyint", "varchar",
    }
)  # fmt: skip
"""Types that a value can be cast to."""
