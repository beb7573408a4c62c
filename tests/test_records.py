"""A class made by `frozen` is what the standard decorator would have made of it."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import threading
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from typing import Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from hakaru.records import frozen

T = TypeVar("T")
Make = Callable[[type], type]

NAMES = st.sampled_from(("a", "b", "c", "d", "e", "self", "other", "_set", "_self", "cls", "__x_"))
VALUES = st.one_of(
    st.none(), st.integers(-2, 2), st.text(max_size=2), st.floats(), st.tuples(st.integers(0, 1))
)


@dataclass
class Shape:
    """A class to be made: its fields in order, each with the arguments of `field`."""

    fields: dict[str, dict[str, Any]]
    kw_only: bool
    eq: bool

    def made(self, make: Callable[..., Any], name: str = "Made") -> type:
        space: dict[str, Any] = {"__annotations__": dict.fromkeys(self.fields, "object")}
        space |= {name: field(**arguments) for name, arguments in self.fields.items() if arguments}
        space |= {"__module__": __name__, "__qualname__": f"Outer.{name}"}
        made: type = make(type(name, (), space))
        return made

    def both(self) -> tuple[type, type]:
        """The class as the standard decorator makes it, and as `frozen` does."""
        standard = dataclass(frozen=True, kw_only=self.kw_only, eq=self.eq)
        return self.made(standard), self.made(frozen(kw_only=self.kw_only, eq=self.eq))


def _fields() -> st.SearchStrategy[dict[str, dict[str, Any]]]:
    flags = {name: st.booleans() for name in ("repr", "compare")}
    choices = {"hash": st.sampled_from((None, True, False)), "metadata": st.just({"unit": "m"})}
    bare = st.fixed_dictionaries({}, optional={**flags, **choices})
    default = st.fixed_dictionaries(
        {"default": VALUES}, optional={**flags, **choices, "init": st.booleans()}
    )
    factory = st.fixed_dictionaries(
        {"default_factory": st.just(list)}, optional={**flags, "init": st.booleans()}
    )
    return st.dictionaries(NAMES, st.one_of(bare, default, factory), max_size=7)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Any class; where fields go by position, those without a default come first."""
    fields, kw_only = draw(_fields()), draw(st.booleans())
    if not kw_only:
        in_order = sorted(fields, key=lambda name: bool(fields[name].keys() & HAS_DEFAULT))
        fields = {name: fields[name] for name in in_order}
    return Shape(fields, kw_only, draw(st.booleans()))


HAS_DEFAULT = {"default", "default_factory"}


def outcome(ask: Callable[[], object]) -> object:
    """What comes out, or the error: its type and its text."""
    try:
        return ask()
    except (TypeError, AttributeError) as error:
        return type(error), str(error)


@given(shapes(), st.data())
def test_an_object_is_made_shown_and_listed_as_the_standard_one(
    shape: Shape, data: st.DataObject
) -> None:
    standard, own = shape.both()
    given_values = data.draw(st.dictionaries(st.sampled_from((*shape.fields, "more")), VALUES))
    by_position = data.draw(st.lists(VALUES, max_size=2))
    expected, made = (
        outcome(lambda made=made: repr(made(*by_position, **given_values)))  # type: ignore[misc]
        for made in (standard, own)
    )
    assert made == expected
    if isinstance(made, str):
        objects = [made(*by_position, **given_values) for made in (standard, own)]
        assert vars(objects[1]).keys() == vars(objects[0]).keys()
        assert repr(dataclasses.asdict(objects[1])) == repr(dataclasses.asdict(objects[0]))


@given(shapes())
def test_a_class_tells_its_fields_as_the_standard_one(shape: Shape) -> None:
    standard, own = shape.both()
    assert str(inspect.signature(own)) == str(inspect.signature(standard))
    assert own.__init__.__annotations__ == standard.__init__.__annotations__  # type: ignore[misc]
    assert own.__match_args__ == standard.__match_args__  # type: ignore[attr-defined]
    assert list(map(repr, dataclasses.fields(own))) == list(map(repr, dataclasses.fields(standard)))
    for name in ("__init__", "__repr__"):
        assert getattr(own, name).__qualname__ == f"Outer.Made.{name}"
        assert getattr(own, name).__module__ == __name__


def _compared(made: type, first: dict[str, int], second: dict[str, int]) -> tuple[object, ...]:
    """How two objects compare, and whether their hashes are one (where a hash means the fields)."""
    one, other = made(**first), made(**second)
    by_fields = "__eq__" in vars(made)
    hashes = outcome(lambda: len({hash(one), hash(other)})) if by_fields else 0
    return one == copy.copy(one), one == other, one != other, one == 3, hashes


@given(shapes(), st.data())
def test_objects_are_equal_and_hashed_as_the_standard_ones(
    shape: Shape, data: st.DataObject
) -> None:
    standard, own = shape.both()
    taken = [name for name, each in shape.fields.items() if each.get("init", True)]
    small = st.fixed_dictionaries(dict.fromkeys(taken, st.integers(0, 1)))
    first, second = data.draw(small), data.draw(small)
    assert _compared(own, first, second) == _compared(standard, first, second)


@frozen
class Lap:
    """One lap."""

    distance_m: float
    names: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list, compare=False)


@frozen
class Repetition(Lap):
    number: int
    distance_m: float = 400.0


@frozen(kw_only=False)
class Point(Generic[T]):
    x: T
    y: int = 2


@frozen
class Checked:
    length_m: float

    def __post_init__(self) -> None:
        if self.length_m < 0:
            raise ValueError(f"{self.length_m} m")


@frozen
class Own:
    """What it defines itself stays."""

    a: int
    b: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.a == other.a

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "mine"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_equals_what_it_was_made_of(way: Callable[[object], object]) -> None:
    lap = Repetition(number=3, names=("a",), notes=["n"])
    assert way(lap) == lap
    assert repr(way(lap)) == repr(lap)


@pytest.mark.parametrize("name", ["distance_m", "number", "anything"])
def test_nothing_can_be_written_or_deleted(name: str) -> None:
    lap = Repetition(number=3)
    with pytest.raises(dataclasses.FrozenInstanceError, match=f"^cannot assign to field '{name}'$"):
        setattr(lap, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError, match=f"^cannot delete field '{name}'$"):
        delattr(lap, name)


def test_a_subclass_that_is_no_dataclass_may_have_attributes_besides() -> None:
    class Marked(Lap):
        pass

    marked = Marked(distance_m=1.0)
    marked.mark = 1  # type: ignore[attr-defined]
    del marked.mark  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError):
        marked.distance_m = 2.0  # type: ignore[misc]
    assert repr(marked).endswith("Marked(distance_m=1.0, names=(), notes=[])")


def test_fields_are_inherited_and_overridden() -> None:
    assert [each.name for each in dataclasses.fields(Repetition)] == [
        "distance_m", "names", "notes", "number",
    ]  # fmt: skip
    assert Repetition(number=1).distance_m == 400.0
    assert Repetition(number=1) != Lap(distance_m=400.0)
    assert dataclasses.replace(Repetition(number=1), number=2) == Repetition(number=2)


def test_a_class_by_position_can_be_matched() -> None:
    match Point("a"):
        case Point(x, y):
            assert (x, y) == ("a", 2)


def test_what_is_checked_after_is_checked() -> None:
    with pytest.raises(ValueError, match=r"-1\.0 m"):
        Checked(length_m=-1.0)


def test_own_methods_stay() -> None:
    assert Own(a=1, b=1) == Own(a=1, b=2)
    assert (repr(Own(a=1)), hash(Own(a=1))) == ("mine", 7)


def test_equality_of_its_own_leaves_the_hash_to_the_fields() -> None:
    def define(make: Make) -> type:
        class Loose:  # noqa: PLW1641
            a: int = 1
            __eq__ = lambda self, other: True  # noqa: E731

        return make(Loose)

    standard, own = define(dataclass(frozen=True)), define(frozen)
    assert hash(own()) == hash(standard()) == hash((1,))
    assert own() == 3


def test_a_class_that_guards_itself_is_refused() -> None:
    with pytest.raises(TypeError, match="Cannot overwrite attribute __setattr__ in class Open"):

        @frozen
        class Open:
            def __setattr__(self, name: str, value: object) -> None: ...


def test_a_standard_dataclass_does_not_inherit() -> None:
    with pytest.raises(TypeError):

        @dataclass(frozen=True)
        class Child(Lap):
            pass


def test_values_for_the_check_alone_are_passed_on() -> None:
    @frozen
    class Scaled:
        length_m: float
        scale: InitVar[float] = 1.0
        shown: float = field(init=False)

        def __post_init__(self, scale: float) -> None:
            object.__setattr__(self, "shown", self.length_m * scale)

    assert Scaled(length_m=2.0, scale=3.0).shown == 6.0
    assert [each.name for each in dataclasses.fields(Scaled)] == ["length_m", "shown"]


def test_an_object_that_holds_itself_is_shown() -> None:
    notes: list[object] = []
    point = Point(notes)
    notes.append(point)
    assert repr(point) == "Point(x=[...], y=2)"


def test_json_is_read_into_it() -> None:
    adapter = TypeAdapter(Repetition)
    lap = adapter.validate_python({"number": "3", "names": ["a"]})
    assert lap == Repetition(number=3, names=("a",))
    assert adapter.dump_python(lap)["number"] == 3
    assert TypeAdapter(Checked).json_schema()["required"] == ["length_m"]
    with pytest.raises(ValueError, match=r"-1\.0 m"):
        TypeAdapter(Checked).validate_python({"length_m": -1.0})


def test_threads_that_make_the_first_object_at_once_make_the_same() -> None:
    for _ in range(50):
        made = Shape({"a": {}, "b": {"default": 1}}, kw_only=True, eq=True).made(frozen)
        barrier, objects = threading.Barrier(4), list[object]()

        def make(made: type = made, barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            objects.append(made(a=1))  # noqa: B023

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(objects)) == 1
