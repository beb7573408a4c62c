"""Why was a query refused or stopped, and how does that cross from the process that met it?

What the engine says is never passed on: it quotes rows, paths and our own SQL. Only its kind is,
and a name where the caller's own text has it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

FaultCode = Literal[
    "not_one_select", "too_long", "too_deep", "syntax", "table", "function", "type",
    "unknown_part", "too_many_joins", "too_wide", "pivot_list",
    "unknown_column", "ambiguous_column", "not_grouped", "misplaced", "wrong_types", "not_there",
    "many_rows_for_one", "not_a_number", "not_a_time", "not_json", "not_converted", "out_of_range",
    "bad_value", "unsupported", "meaning", "engine",
    "no_number", "no_day", "too_many_rows", "too_many_bytes", "memory", "time", "writer", "crash",
    "busy", "not_limited", "damaged", "unreadable",
]  # fmt: skip


class Refusal(Exception):
    """A query that may not run, or did not end well; the caller's process makes a sentence of it.

    `name`: which table, function, limit ...
    """

    def __init__(self, *, code: FaultCode, name: str = "") -> None:
        self.code, self.name = code, name
        super().__init__(f"{code} {name}")


_NAMED: Sequence[tuple[str, FaultCode]] = (
    (r'Referenced column "(.+?)" not found', "unknown_column"),
    (r'does not have a column named "(.+?)"', "unknown_column"),
    (r'Column "(.+?)" in (?:EXCLUDE|REPLACE|RENAME) list not found', "unknown_column"),
    (r'Could not find key "(.+?)" in struct', "unknown_column"),
    (r'Referenced table "(.+?)" not found', "not_there"),
    (r"with name (.+?) does not exist", "not_there"),
    (r'Ambiguous reference to column name "(.+?)"', "ambiguous_column"),
    (r'column "(.+?)" must appear in the GROUP BY', "not_grouped"),
    (r"given name and argument types '([^(']+)\(", "wrong_types"),
    (r'for the function call "([^("]+)\(', "wrong_types"),
)
"""Messages with a name of the caller's, which is shown if the caller's text has it."""
_PLAIN: Sequence[tuple[str, FaultCode]] = (
    (r"[Ee]xpression depth", "too_deep"),
    (r"More than one row returned by a subquery", "many_rows_for_one"),
    (r"cannot contain aggregates|calls cannot be nested|[Ww]indow functions? .*not ", "misplaced"),
    (r"Malformed JSON", "not_json"),
    (
        r"(?:date|time|timestamp) field|Could not parse string|to (?:INTERVAL|DATE|TIME)",
        "not_a_time",
    ),
    (
        r"Could not convert string .* to \"?(?:U?INT|DOUBLE|FLOAT|DECIMAL|U?HUGEINT)",
        "not_a_number",
    ),
    (r"[Oo]ut of [Rr]ange", "out_of_range"),
)
_KINDS: Sequence[tuple[str, FaultCode]] = (
    ("OutOfMemoryException", "memory"),
    ("ConversionException", "not_converted"),
    ("OutOfRangeException", "out_of_range"),
    ("InvalidInputException", "bad_value"),
    ("CatalogException", "not_there"),
    ("BinderException", "meaning"),
    ("TypeMismatchException", "meaning"),
    ("NotImplementedException", "unsupported"),
    ("NotSupportedError", "unsupported"),
    ("ParserException", "syntax"),
    ("SyntaxException", "syntax"),
)


def engine_fault(exc: Exception, text: str) -> Refusal:
    """What an exception of the engine means, without its words.

    Args:
        exc: what was raised; its own kinds are those of `duckdb`.
        text: what the caller wrote: names that stand in it may be shown.
    """
    kinds = {class_.__name__ for class_ in type(exc).__mro__}
    message = str(exc).partition("\n")[0]
    if "IOException" in kinds:
        return Refusal(code="too_many_bytes" if "File too large" in message else "unreadable")
    default_code: FaultCode = "engine"
    code = next((code for kind, code in _KINDS if kind in kinds), default_code)
    if code in ("memory", "engine"):
        return Refusal(code=code)
    for pattern, named in _NAMED:
        match = re.search(pattern, message)
        if match is not None and match[1].lower() in text.lower():
            return Refusal(code=named, name=match[1])
    return Refusal(
        code=next(
            (plain_code for pattern, plain_code in _PLAIN if re.search(pattern, message)), code
        )
    )
