"""Whether a statement may run: a walk over the engine's own parse tree that allows what it knows.

Every part of the tree has to be of a known kind with known fields; whatever is unknown refuses the
statement. Names of tables are looked up in the scope where they stand, so that a WITH clause
elsewhere in the statement cannot vouch for a table of the same name.

What is not named here is refused, also what a later version of the engine adds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hakaru.store.sandbox.job import Refusal

TABLES = frozenset(
    {
        "activities", "anomaly_coverage", "athlete_facts", "athlete_reports", "best_efforts",
        "devices", "distance_efforts", "form_anomalies", "form_baselines", "form_efficiency",
        "form_evaluation_history", "form_evaluation_refusals", "form_evaluations",
        "heart_rate_zones", "hr_efficiency", "lactate_threshold", "laps",
        "metric_verdict_history", "metric_verdicts", "pauses", "planned_steps",
        "performance_trends", "recording_issues", "run_notes", "section_analyses",
        "session_athlete", "session_athlete_sources",
        "session_criteria", "session_deductions", "session_phases", "session_segments", "sessions",
        "splits", "time_series_metrics", "training_labels", "vo2_max", "weather",
    }
)  # fmt: skip
"""The tables and views of the data that SQL from outside can read."""

KEPT_BACK = frozenset(
    {
        "derived_with", "judged_until", "noted_breaks", "recording_sources", "removed_runs",
        "run_edits", "schema_migrations", "session_inputs", "sources", "stale_results",
    }
)  # fmt: skip
"""Those it cannot: they hold where files lie on this machine, how the database was made, what is
under way, and why somebody did not run."""

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


Node = Mapping[str, Any]

_MOST_DEPTH = 150
_MOST_PARTS = 8_000
_MOST_JOINS = 12
_MOST_CTES = 16
MOST_PIVOT_COLUMNS = 1_000
_PLAIN_NAME = re.compile(r"[^\W\d]\w*")
_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")

_EXPRESSION = ("class", "type", "alias", "query_location", "query_location_length")
_NODE = ("type", "modifiers", "cte_map")
_FROM = ("type", "alias", "sample", "query_location", "query_location_length", "column_name_alias")
_CALL = ("function_name", "schema", "catalog", "qualified_name", "arguments", "distinct")


def _known(*groups: Sequence[str] | str) -> frozenset[str]:
    return frozenset(
        name for group in groups for name in ((group,) if isinstance(group, str) else group)
    )


_FIELDS: Mapping[str, frozenset[str]] = {
    "BETWEEN": _known(_EXPRESSION, "input", "lower", "upper"),
    "CASE": _known(_EXPRESSION, "case_checks", "else_expr"),
    "CAST": _known(_EXPRESSION, "child", "try_cast", "type_expr"),
    "COLUMN_REF": _known(_EXPRESSION, "column_names"),
    "COMPARISON": _known(_EXPRESSION, "left", "right"),
    "CONJUNCTION": _known(_EXPRESSION, "children"),
    "CONSTANT": _known(_EXPRESSION, "literal", "value"),
    "FUNCTION": _known(_EXPRESSION, _CALL, "filter", "order_bys", "is_operator", "export_state"),
    "OPERATOR": _known(_EXPRESSION, "children"),
    "STAR": _known(
        _EXPRESSION,
        ("relation_name", "exclude_list", "replace_list", "columns", "expr"),
        ("qualified_exclude_list", "rename_list"),
    ),
    "SUBQUERY_EXPRESSION": _known(
        _EXPRESSION, "child", "comparison_type", "subquery", "subquery_type"
    ),
    "TYPE": _known(
        _EXPRESSION, "catalog", "schema", "type_name", "qualified_name", "children"
    ),
    "WINDOW": _known(
        _EXPRESSION,
        _CALL,
        ("partitions", "orders", "start", "end", "start_expr", "end_expr", "offset_expr"),
        ("default_expr", "ignore_nulls", "has_ignore_nulls", "filter_expr", "exclude_clause"),
        ("arg_orders", "children"),
    ),
    "SELECT_NODE": _known(
        _NODE,
        ("select_list", "from_table", "where_clause", "group_expressions", "group_sets"),
        ("aggregate_handling", "having", "sample", "qualify"),
    ),
    "SET_OPERATION_NODE": _known(_NODE, "setop_type", "left", "right", "setop_all", "children"),
    "BASE_TABLE": _known(
        _FROM, "schema_name", "table_name", "catalog_name", "at_clause", "qualified_name"
    ),
    "EMPTY": _known(_FROM),
    "EXPRESSION_LIST": _known(_FROM, "expected_names", "expected_types", "values"),
    "LAMBDA": _known(_EXPRESSION, "lhs", "expr", "syntax_type"),
    "PIVOT": _known(
        _FROM,
        ("source", "aggregates", "unpivot_names", "pivots", "groups", "include_nulls"),
    ),
    "POSITIONAL_REFERENCE": _known(_EXPRESSION, "index"),
    "COLLATE": _known(_EXPRESSION, "child", "collation"),
    "SHOW_REF": _known(
        _FROM,
        ("table_name", "query", "show_type", "catalog_name", "schema_name", "qualified_name"),
    ),
    "RECURSIVE_CTE_NODE": _known(
        _NODE, "cte_name", "union_all", "left", "right", "aliases", "key_targets"
    ),
    "JOIN": _known(
        _FROM,
        ("left", "right", "condition", "join_type", "ref_type", "using_columns", "delim_flipped"),
        ("duplicate_eliminated_columns", "is_implicit", "ranking_expression", "nearest_count"),
        ("nearest_order_type", "nearest_approx"),
    ),
    "SUBQUERY": _known(_FROM, "subquery"),
    "TABLE_FUNCTION": _known(_FROM, "function", "with_ordinality"),
    "ORDER_MODIFIER": _known("type", "orders"),
    "LIMIT_MODIFIER": _known("type", "limit", "offset", "limit_type"),
    "DISTINCT_MODIFIER": _known("type", "distinct_on_targets"),
    "ASCENDING": _known("type", "null_order", "expression"),
    "DESCENDING": _known("type", "null_order", "expression"),
    "ORDER_DEFAULT": _known("type", "null_order", "expression"),
    "statement": _known("node", "named_param_map"),
    "cte_map": _known("map"),
    "pair": _known("key", "value"),
    "cte": _known(
        "aliases", "materialized", "key_targets", "payload_aggregates", "query_node"
    ),
    "argument": _known("name", "expression"),
    "pivot": _known("pivot_expressions", "unpivot_names", "entries", "pivot_enum"),
    "entry": _known("values", "star_expr", "alias"),
    "case": _known("when_expr", "then_expr"),
    "literal": _known("kind", "text"),
    "value": _known("type", "is_null", "value"),
    "value_type": _known("id", "type_info"),
    "path": _known("path"),
    "sample": _known(
        "is_percentage", "method", "repeatable", "sample_rate", "sample_size", "seed"
    ),
    "column": _known("catalog", "schema", "table", "column"),
}  # fmt: skip
"""The kinds of parts, and the fields each may have."""

_NAMELESS = (
    "statement", "cte_map", "pair", "cte", "argument", "pivot", "entry", "case", "literal", "value",
    "value_type", "path", "sample", "column",
)  # fmt: skip
_RECURSIVE = "RECURSIVE_CTE_NODE"
_OPERATORS = frozenset(
    {
        "ARRAY_CONSTRUCTOR", "ARRAY_EXTRACT", "ARRAY_SLICE", "COMPARE_IN", "COMPARE_NOT_IN",
        "GROUPING_FUNCTION", "OPERATOR_COALESCE", "OPERATOR_IS_NOT_NULL", "OPERATOR_IS_NULL",
        "OPERATOR_NOT", "OPERATOR_NULLIF", "OPERATOR_TRY", "OPERATOR_UNPACK", "STRUCT_EXTRACT",
    }
)  # fmt: skip


@dataclass(kw_only=True)
class _Walk:
    """Counts and findings of one walk; `tables` are those of ours that were named."""

    known: frozenset[str]
    tables: set[str] = field(default_factory=set)
    n_parts: int = 0
    n_joins: int = 0
    n_ctes: int = 0


def check_tree(statements: Sequence[Node], *, table_names: frozenset[str]) -> frozenset[str]:
    """The tables one SELECT reads, all of them in `table_names` (lower case).

    Args:
        statements: what the engine's parser made of a text, as `json_serialize_sql` tells it.
        table_names: tables and views that may be read.

    Raises:
        Refusal: more or less than one statement, or a part that is not allowed.
    """
    if len(statements) != 1:
        raise Refusal(code="not_one_select")
    walk = _Walk(known=table_names)
    try:
        _check_part(statements[0], frozenset(), 0, walk)
    except RecursionError as exc:
        raise Refusal(code="too_deep") from exc
    return frozenset(walk.tables)


def _check(value: object, scope: frozenset[str], depth: int, walk: _Walk) -> None:
    if isinstance(value, Mapping):
        _check_part(value, scope, depth, walk)
    elif isinstance(value, list):
        for child in value:
            _check(child, scope, depth + 1, walk)


def _check_part(part: Node, scope: frozenset[str], depth: int, walk: _Walk) -> None:
    walk.n_parts += 1
    if depth > _MOST_DEPTH or walk.n_parts > _MOST_PARTS:
        raise Refusal(code="too_deep")
    kind = _kind_of(part)
    for name, value in part.items():
        if name not in _FIELDS[kind] and value not in (None, "", False, [], {}):
            raise Refusal(code="unknown_part", name=f"{kind.lower()} {name}")
    if kind == "BASE_TABLE":
        _check_table(part, scope, walk)
    elif kind == "JOIN":
        _count_join(walk)
    elif kind == _RECURSIVE:
        raise Refusal(code="unknown_part", name="recursive")
    elif kind in _RULES:
        _RULES[kind](part)
    inner = _scope_inside(part, scope, depth, walk)
    for name, value in part.items():
        if name != "cte_map":
            _check(value, inner, depth + 1, walk)


def _scope_inside(part: Node, scope: frozenset[str], depth: int, walk: _Walk) -> frozenset[str]:
    """The names WITH adds: each of its queries sees those before it, the rest sees all."""
    cte_map = part.get("cte_map")
    if not isinstance(cte_map, Mapping):
        return scope
    _fields_only(cte_map, "cte_map")
    for pair in cte_map.get("map", []):
        name, cte = _folded(pair["key"]), pair["value"]
        walk.n_ctes += 1
        if walk.n_ctes > _MOST_CTES:
            raise Refusal(code="too_deep")
        if not _PLAIN_NAME.fullmatch(name):
            raise Refusal(code="table", name=name)
        if cte.get("materialized") == "CTE_MATERIALIZE_NEVER":
            raise Refusal(code="unknown_part", name="not materialized")
        _check_cte(name, cte, scope, depth, walk)
        scope |= {name}
    return scope


def _check_cte(name: str, cte: Node, scope: frozenset[str], depth: int, walk: _Walk) -> None:
    """A recursive one is seen by its second half only: in the first, its name is a table's."""
    query = cte.get("query_node")
    if not isinstance(query, Mapping) or query.get("type") != _RECURSIVE:
        _check(cte, scope, depth + 1, walk)
        return
    _fields_only(query, _RECURSIVE)
    if _folded(query["cte_name"]) != name or query["cte_map"]["map"]:
        raise Refusal(code="unknown_part", name="recursive")
    _check({**cte, "query_node": None}, scope, depth + 1, walk)
    for part in ("left", "modifiers", "key_targets"):
        _check(query[part], scope, depth + 2, walk)
    _check(query["right"], scope | {name}, depth + 2, walk)


def _fields_only(part: Node, kind: str) -> None:
    if set(part) - _FIELDS[kind]:
        raise Refusal(code="unknown_part", name=kind)


def _kind_of(part: Node) -> str:
    kind, of_class = part.get("type"), part.get("class")
    if of_class is not None:
        kind = "SUBQUERY_EXPRESSION" if of_class == "SUBQUERY" else of_class
    elif not isinstance(kind, str):
        kind = next((candidate for candidate in _NAMELESS if set(part) <= _FIELDS[candidate]), None)
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise Refusal(code="unknown_part", name=str(kind or "?").lower())
    return kind


def _check_table(part: Node, scope: frozenset[str], walk: _Walk) -> None:
    name, schema = _folded(part["table_name"]), _folded(part["schema_name"])
    path = [_folded(step) for step in part["qualified_name"]["path"]]
    if part["catalog_name"] or part["at_clause"] or path != ([schema] if schema else []) + [name]:
        raise Refusal(code="table", name=".".join(path))
    if not schema and name in scope:
        return
    # a kept result may be called as a view of the engine's own, which is in a schema "main" too
    home = "main" if name in TABLES else "materialized"
    if schema not in ("", home) or name not in walk.known:
        raise Refusal(code="table", name=".".join(path))
    walk.tables.add(name)


def _check_function(part: Node) -> None:
    _check_call(part, FUNCTIONS)
    if _folded(part["function_name"]) in BY_NAME:
        _check_named_aggregate(part["arguments"])


def _check_named_aggregate(arguments: Sequence[Node]) -> None:
    """Which aggregate it is must stand there, so that it can be looked at."""
    chosen = arguments[1] if len(arguments) > 1 else {}
    literal = (chosen.get("expression") or {}).get("literal") or {}
    name = _folded(str(literal.get("text", "")))
    if chosen.get("name") or literal.get("kind") != "STRING" or name not in AGGREGATES:
        raise Refusal(code="function", name=name or "list_aggregate")


def _check_column(part: Node) -> None:
    """A name alone can be that of a value of the session, which no table has to hold."""
    names = part["column_names"]
    if len(names) == 1 and _folded(names[0]) in SESSION:
        raise Refusal(code="unknown_part", name=names[0])


def _check_pivot(part: Node) -> None:
    columns = max(1, len(part["aggregates"]))
    for pivot in part["pivots"]:
        if pivot["pivot_enum"]:
            raise Refusal(code="type", name=pivot["pivot_enum"])
        columns *= max(1, len(pivot["entries"]))
    if columns > MOST_PIVOT_COLUMNS:
        raise Refusal(code="too_wide", name=str(MOST_PIVOT_COLUMNS))


def _check_show(part: Node) -> None:
    """DESCRIBE and SUMMARIZE of a SELECT, which is looked at like any other."""
    named = part["table_name"] or part["schema_name"] or part["catalog_name"]
    if named or part["show_type"] not in ("DESCRIBE", "SUMMARY") or not part["query"]:
        raise Refusal(code="unknown_part", name="show")


def _check_collation(part: Node) -> None:
    if _folded(part["collation"]) not in COLLATIONS:
        raise Refusal(code="unknown_part", name=f"collate {part['collation']}")


def _check_call(part: Node, allowed: frozenset[str]) -> None:
    name = _folded(part["function_name"])
    path = [_folded(step) for step in part["qualified_name"]["path"]]
    if part["schema"] or part["catalog"] or path != [name] or name not in allowed:
        raise Refusal(code="function", name=".".join(path) or name)
    if part.get("export_state"):
        raise Refusal(code="unknown_part", name="export_state")


def _check_table_function(part: Node) -> None:
    function = part["function"]
    if not isinstance(function, Mapping) or function.get("class") != "FUNCTION":
        raise Refusal(code="unknown_part", name="table_function")
    _check_call(function, TABLE_FUNCTIONS)


def _check_type(part: Node) -> None:
    name = _folded(part["type_name"])
    if part["schema"] or part["catalog"] or name not in TYPES:
        raise Refusal(code="type", name=name)


def _check_operator(part: Node) -> None:
    if part["type"] not in _OPERATORS:
        raise Refusal(code="unknown_part", name=str(part["type"]).lower())


def _count_join(walk: _Walk) -> None:
    walk.n_joins += 1
    if walk.n_joins > _MOST_JOINS:
        raise Refusal(code="too_many_joins", name=str(_MOST_JOINS))


_RULES: Mapping[str, Callable[[Node], None]] = {
    "FUNCTION": _check_function,
    "WINDOW": _check_function,
    "TABLE_FUNCTION": _check_table_function,
    "TYPE": _check_type,
    "OPERATOR": _check_operator,
    "COLUMN_REF": _check_column,
    "COLLATE": _check_collation,
    "PIVOT": _check_pivot,
    "SHOW_REF": _check_show,
}


def without_places(part: object) -> object:
    """The same tree without where in the text its parts stood: trees of equal meaning are equal."""
    if isinstance(part, Mapping):
        return {key: without_places(part[key]) for key in _kept(part)}
    return [without_places(child) for child in part] if isinstance(part, list) else part


def _kept(part: Node) -> Iterator[str]:
    return (key for key in part if not key.startswith("query_location"))


def _folded(name: str) -> str:
    """As the engine folds names: ASCII letters only."""
    return name.translate(_ASCII_LOWER)
