"""Which tables, functions, types and operators may SQL from outside use?

What is not named here is refused, also what a later version of the engine adds.
"""

from __future__ import annotations

TABLES = frozenset(
    {
        "activities", "anomaly_coverage", "athlete_facts", "athlete_reports", "best_efforts",
        "devices", "distance_efforts", "form_anomalies", "form_baselines", "form_efficiency",
        "form_evaluation_history", "form_evaluation_refusals", "form_evaluations",
        "heart_rate_zones", "hr_efficiency", "lactate_threshold", "laps",
        "metric_verdict_history", "metric_verdicts", "pauses", "planned_steps",
        "performance_trends", "recording_issues", "section_analyses", "session_athlete",
        "session_athlete_sources",
        "session_criteria", "session_deductions", "session_phases", "session_segments", "sessions",
        "splits", "time_series_metrics", "training_labels", "vo2_max", "weather",
    }
)  # fmt: skip
"""The tables and views of the data that SQL from outside can read."""

KEPT_BACK = frozenset(
    {
        "derived_with", "recording_sources", "schema_migrations", "session_inputs", "sources",
        "stale_results",
    }
)  # fmt: skip
"""Those it cannot: they hold where files lie on this machine, how the database was made, and what
is under way."""

AGGREGATES = frozenset(
    {
        "any_value", "approx_count_distinct", "approx_quantile", "approx_top_k", "arbitrary",
        "arg_max", "arg_max_null", "arg_min", "arg_min_null", "argmax", "argmin", "array_agg",
        "avg", "bit_and", "bit_or", "bit_xor", "bitstring_agg", "bool_and", "bool_or", "corr",
        "count", "count_if", "count_star", "countif", "covar_pop", "covar_samp", "entropy", "favg",
        "first", "fsum", "geomean", "geometric_mean", "group_concat", "histogram",
        "histogram_exact", "json_group_array", "json_group_object", "kahan_sum", "kurtosis",
        "kurtosis_pop", "last", "list", "listagg", "lttb", "mad", "max", "max_by", "mean",
        "median", "min", "min_by", "mode", "product", "quantile", "quantile_cont", "quantile_disc",
        "regr_avgx", "regr_avgy", "regr_count", "regr_intercept", "regr_r2", "regr_slope",
        "regr_sxx", "regr_sxy", "regr_syy", "reservoir_quantile", "sem", "skewness", "stddev",
        "stddev_pop", "stddev_samp", "string_agg", "sum", "sumkahan", "var_pop", "var_samp",
        "variance", "wavg", "weighted_avg",
    }
)  # fmt: skip
"""Also those that may be named in a text (`BY_NAME`)."""

_WINDOWS = frozenset(
    {
        "cume_dist", "dense_rank", "fill", "first_value", "lag", "last_value", "lead", "nth_value",
        "ntile", "percent_rank", "rank", "rank_dense", "row_number",
    }
)  # fmt: skip
_NUMBERS = frozenset(
    {
        "!__postfix", "%", "&", "*", "**", "+", "-", "/", "//", "<<", ">>", "@", "^", "abs",
        "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "bin", "bit_count",
        "bit_length", "bit_position", "cbrt", "ceil", "ceiling", "cos", "cosh", "cot", "degrees",
        "divide", "equi_width_bins", "even", "exp", "factorial", "fdiv", "floor", "fmod",
        "format_bytes", "gamma", "gcd", "get_bit", "greatest", "greatest_common_divisor", "hash",
        "hex", "is_histogram_other_bin", "isfinite", "isinf", "isnan", "lcm", "least",
        "least_common_multiple", "lgamma", "ln", "log", "log10", "log2", "mod", "multiply",
        "nextafter", "pi", "pow", "power", "radians", "random", "round", "round_even",
        "roundbankers", "set_bit", "sign", "signbit", "sin", "sinh", "sqrt", "subtract", "tan",
        "tanh", "to_base", "trunc", "xor", "|", "~",
    }
)  # fmt: skip
_TIMES = frozenset(
    {
        "age", "ago", "century", "current_date", "current_localtime", "current_localtimestamp",
        "current_timestamp", "date_add", "date_diff", "date_part", "date_sub",
        "date_trunc", "datediff", "datepart", "datesub", "datetrunc", "day", "dayname",
        "dayofmonth", "dayofweek", "dayofyear", "days_in_month", "decade", "epoch", "epoch_ms",
        "epoch_ns", "epoch_us", "era", "get_current_time", "get_current_timestamp", "hour",
        "isodow", "isoyear", "julian", "last_day",  "make_date",
        "make_time", "make_timestamp", "make_timestamp_ms", "make_timestamptz", "microsecond",
        "millennium", "millisecond", "minute", "month", "monthname", "nanosecond", "now",
        "quarter", "second", "strftime", "strptime", "time_bucket", "timezone", "timezone_hour",
        "timezone_minute", "to_centuries", "to_days", "to_decades", "to_hours", "to_microseconds",
        "to_millennia", "to_milliseconds", "to_minutes", "to_months", "to_quarters", "to_seconds",
        "to_timestamp", "to_weeks", "to_years", "today", "try_strptime", "week", "weekday",
        "weekofyear", "year", "yearweek",
    }
)  # fmt: skip
_TEXTS = frozenset(
    {
        "!~~", "!~~*", "^@", "ascii", "bar", "char_length", "character_length", "chr", "concat",
        "concat_ws", "contains", "damerau_levenshtein", "ends_with", "format", "hamming",
        "ilike_escape", "instr", "jaccard", "jaro_similarity", "jaro_winkler_similarity", "lcase",
        "left", "length", "length_grapheme", "levenshtein", "like_escape", "lower", "lpad",
        "ltrim", "not_ilike_escape", "not_like_escape", "ord", "overlay", "position", "prefix",
        "printf", "regexp_escape", "regexp_extract", "regexp_extract_all", "regexp_full_match",
        "regexp_matches", "regexp_replace", "regexp_split_to_array", "regexp_split_to_table",
        "repeat", "replace", "reverse", "right", "rpad", "rtrim", "split", "split_part",
        "starts_with", "str_split", "str_split_regex", "string_split", "string_split_regex",
        "string_to_array", "strip_accents", "strlen", "strpos", "substr", "substring", "suffix",
        "translate", "trim", "ucase", "unicode", "upper", "||", "~~", "~~*", "~~~",
    }
)  # fmt: skip
_NESTED = frozenset(
    {
        "->>", "apply", "array_append", "array_apply", "array_cat", "array_concat",
        "array_contains", "array_distinct", "array_extract", "array_filter", "array_has",
        "array_has_all", "array_has_any", "array_indexof", "array_intersect", "array_length",
        "array_position", "array_prepend", "array_reduce", "array_reverse", "array_reverse_sort",
        "array_slice", "array_sort", "array_to_json", "array_to_string", "array_transform",
        "array_unique", "array_zip", "cardinality", "element_at", "filter", "flatten",
        "generate_series", "generate_subscripts", "json", "json_array", "json_array_length",
        "json_contains", "json_exists", "json_extract", "json_extract_path",
        "json_extract_path_text", "json_extract_string", "json_keys", "json_object", "json_quote",
        "json_structure", "json_type", "json_valid", "json_value", "len", "list_any_value",
        "list_append", "list_apply", "list_approx_count_distinct", "list_avg", "list_bool_and",
        "list_bool_or", "list_cat", "list_concat", "list_contains", "list_cosine_similarity",
        "list_count", "list_distance", "list_distinct", "list_dot_product", "list_element",
        "list_entropy", "list_extract", "list_filter", "list_first", "list_grade_up", "list_has",
        "list_has_all", "list_has_any", "list_histogram", "list_indexof", "list_inner_product",
        "list_intersect", "list_kurtosis", "list_last", "list_mad", "list_max", "list_median",
        "list_min", "list_mode", "list_position", "list_prepend", "list_product", "list_reduce",
        "list_resize", "list_reverse", "list_reverse_sort", "list_select", "list_sem",
        "list_skewness", "list_slice", "list_sort", "list_stddev_pop", "list_stddev_samp",
        "list_string_agg", "list_sum", "list_transform", "list_unique", "list_value",
        "list_var_pop", "list_var_samp", "list_where", "list_zip", "map", "map_concat",
        "map_contains", "map_entries", "map_extract", "map_extract_value", "map_from_entries",
        "map_keys", "map_values", "range", "reduce", "row", "row_to_json", "struct_extract",
        "struct_insert", "struct_keys", "struct_pack", "struct_values", "to_json", "unnest",
        "unpivot_list",
    }
)  # fmt: skip
_CHOICES = frozenset({"alias", "coalesce", "if", "ifnull", "nullif", "typeof"})

BY_NAME = frozenset({"aggregate", "array_aggr", "array_aggregate", "list_aggr", "list_aggregate"})
"""Functions that call an aggregate named by their second argument."""

FUNCTIONS = AGGREGATES | _WINDOWS | _NUMBERS | _TIMES | _TEXTS | _NESTED | _CHOICES | BY_NAME
"""Functions and operators that compute from their arguments, or tell the time."""

SESSION = frozenset(
    {
        "current_catalog", "current_connection_id", "current_database", "current_query",
        "current_query_id", "current_role", "current_schema", "current_schemas",
        "current_transaction_id", "current_user", "session_user", "system_user", "user",
    }
)  # fmt: skip
"""Names that tell of the engine's session where no column has them."""

COLLATIONS = frozenset({"binary", "c", "nfc", "noaccent", "nocase", "posix"})
"""Orders of text that need nothing to be loaded."""

TABLE_FUNCTIONS = frozenset({"generate_series", "json_each", "range", "unnest"})
"""Functions in FROM: those that read nothing."""

TYPES = frozenset(
    {
        "any", "array", "bigint", "bit", "bitstring", "bool", "boolean", "bpchar", "char", "date",
        "datetime", "dec", "decimal", "double", "enum", "float", "float4", "float8", "hugeint",
        "int", "int1", "int128", "int16", "int2", "int32", "int4", "int64", "int8", "integer",
        "interval", "json", "list", "long", "map", "numeric", "real", "short", "signed",
        "smallint", "string", "struct", "text", "time", "time with time zone", "timestamp",
        "timestamp with time zone", "timestamp_ms", "timestamp_ns", "timestamp_s", "timestamp_us",
        "timestamptz", "timetz", "tinyint", "ubigint", "uhugeint", "uinteger", "usmallint",
        "utinyint", "varchar",
    }
)  # fmt: skip
"""Types that a value can be cast to."""
