"""Is a model's JSON read as meant, and refused where it means nothing?"""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.catalog.operation import PYTHON_TYPES, Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.core.errors import BadArgument, RequestError
from hakaru.surfaces.mcp.schema import Named, read_arguments
from tests.surfaces.mcp.declared import operation, param

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def read(kind: str, value: object) -> object:
    one = param("x", kind)
    return read_arguments(operation("loose", one), {"x": value}, params=(one,))["x"]


@pytest.mark.parametrize(
    ("kind", "sent", "meant"),
    [
        ("text", "a", "a"),
        ("text", 7, "7"),
        ("text", ["heart_rate", "pace"], "heart_rate,pace"),
        ("text", [20_790_040_925, 3], "20790040925,3"),
        ("int", 3, 3),
        ("int", 3.0, 3),
        ("float", 3, 3.0),
        ("flag", True, True),
        ("path", "/tmp/a", Named(("/tmp/a",))),
        ("paths", ["a", "b"], Named(("a", "b"))),
        ("paths", "a", Named(("a",))),
        ("source", "2026-03-01", Named(("2026-03-01",))),
        ("source", 20_790_040_925, Named(("20790040925",))),
        ("pace", "4:30", 270.0),
        ("activity", 20_790_040_925, "20790040925"),
        ("activity", "2026-03-01", "2026-03-01"),
        ("activities", [20_790_040_925, "2026-03-01"], ("20790040925", "2026-03-01")),
        ("activities", "2026-03-01, 2026-03-08", ("2026-03-01", "2026-03-08")),
        ("date", "2026-03-01", date(2026, 3, 1)),
        ("date", None, None),
    ],
)
def test_a_value_arrives_as_the_function_takes_it(kind: str, sent: object, meant: object) -> None:
    assert read(kind, sent) == meant


@pytest.mark.parametrize(
    "chosen",
    [one for one in OPERATIONS if any(each.name == "activity" for each in one.params)],
    ids=lambda chosen: chosen.name,
)
def test_a_run_may_be_named_as_the_requirements_name_it(chosen: Operation) -> None:
    """Most of the listed functions take `activity_id`; a model uses one word for all of them."""
    params = tuple(each for each in chosen.params if each.name == "activity")
    for name in ("activity", "activity_id"):
        assert "activity" in read_arguments(chosen, {name: "2026-03-01"}, params=params)


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("text", 3.5), ("text", ["a,b"]), ("text", [["a"]]), ("text", []),
        ("text", {}), ("text", True), ("int", 3.5), ("int", "3"), ("int", True), ("float", "3"),
        ("float", float("nan")), ("flag", 1), ("flag", "true"), ("path", ""), ("path", "a\0b"),
        ("paths", []), ("paths", [3]), ("pace", 4.5), ("pace", "fast"), ("activity", 1.5),
        ("activities", []), ("activities", ""), ("activities", [True]), ("activities", 5),
        ("activity", True), ("date", "yesterday"), ("date", 20260301), ("int", 2**53 + 1),
        ("int", 1e300), ("int", 10**4000), ("float", 10**400), ("float", float("inf")),
        ("text", 10**4000), ("activity", 10**4000), ("date", "0001-01-01"), ("date", "9999-12-31"),
        ("date", "2026-02-30"), ("pace", "9" * 5000), ("pace", "²:30"),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_refused_by_name(kind: str, sent: object) -> None:
    with pytest.raises(BadArgument, match="x = "):
        read(kind, sent)


@pytest.mark.parametrize("kind", ["int", "float", "text", "activity", "date", "flag", "path"])
def test_a_number_too_long_to_be_written_is_refused(kind: str) -> None:
    with pytest.raises(BadArgument, match="x = "):
        read(kind, 10**5000)


def test_a_choice_is_refused_with_the_choices() -> None:
    one = param("x", "choice", choices=("a", "b"))
    with pytest.raises(BadArgument, match="one of a, b"):
        read_arguments(operation("loose", one), {"x": "c"}, params=(one,))


def test_an_unknown_argument_is_refused_with_those_there_are() -> None:
    one = param("size_bytes", "int")
    with pytest.raises(RequestError, match="no argument 'size'; it takes size_bytes"):
        read_arguments(operation("loose", one), {"size": 3}, params=(one,))


def test_a_required_argument_that_is_missing_is_named() -> None:
    one = param("x", "int", required=True)
    with pytest.raises(RequestError, match="needs x"):
        read_arguments(operation("loose", one), {}, params=(one,))


def test_what_a_model_may_not_set_keeps_its_default_and_is_refused() -> None:
    out, n = param("out", "path"), param("n", "int", default=3)
    declared = operation("loose", out, n)
    assert read_arguments(declared, {}, params=(n,)) == {"out": None, "n": 3}
    with pytest.raises(RequestError, match="no argument 'out'"):
        read_arguments(declared, {"out": "/etc"}, params=(n,))


@given(kind=st.sampled_from(sorted(PYTHON_TYPES)), value=JSON)
def test_whatever_is_sent_is_read_or_refused(kind: str, value: object) -> None:
    extra = {"choices": ("a",)} if kind == "choice" else {}
    one = param("x", kind, **extra)
    try:
        read_arguments(operation("loose", one), {"x": value}, params=(one,))
    except RequestError as error:
        assert str(error)
