"""Every checker finds a planted fault: one that finds nothing would pass for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from hakaru.catalog.operation import Operation, Param
from tests.contracts import catalogue, layers, repository, requirements_page, sizes, units
from tests.contracts.tree import Finding, parse, unused


def subjects(findings: list[Finding]) -> list[str]:
    return [finding.subject for finding in findings]


def test_a_float_without_a_unit_is_found_wherever_it_is_named() -> None:
    module = parse(
        "class A:\n"
        "    speed: float\n"
        "    gct_ms: float\n"
        "    pace: 'float | None' = None\n"
        "    columns: Mapping[str, FloatArray]\n"
        "    name: str\n"
        "    @property\n"
        "    def width(self) -> float: ...\n"
        "def expect(power: float, *, time: NDArray[np.float64], call: Callable[[float], float]):"
        " ...\n"
        "def mean(elapsed: Sequence[float]) -> float | None: ...\n"
    )
    names = subjects(units.unit_findings(module))
    assert sorted(names) == ["elapsed", "pace", "power", "speed", "time", "width"]


def test_a_word_without_a_unit_is_recognised_at_the_end_of_a_name() -> None:
    words = frozenset({"sd", "slope", "slope_sd"})
    assert units.last_word("gct_slope_sd", words) == "slope_sd"
    assert units.last_word("_slope", words) == "slope"
    assert units.last_word("slope_of", words) is None


def test_a_double_column_without_a_unit_is_found_in_sql() -> None:
    source = "CREATE TABLE a (\n  gct DOUBLE,\n  vo_cm DOUBLE NOT NULL,\n  n INTEGER);\n"
    source += "ALTER TABLE a ADD COLUMN pace DOUBLE;\n"
    findings = units.sql_findings(source, "0001.sql")
    assert [(finding.subject, finding.line) for finding in findings] == [("gct", 2), ("pace", 5)]


def test_an_oversized_file_body_and_signature_are_found() -> None:
    body = "\n".join(f"    x = {n}" for n in range(sizes.BODY_LINES + 1))
    module = parse(
        f'def long():\n    """Text."""\n{body}\n'
        "def many(a, b, *, c, d, e, f, g, h): ...\n"
        "def positional(a, b, c, d, e): ...\n"
        "class A:\n    def fine(self, a, b, *, c, d, e, f, g): ...\n"
        "def _near_its_caller(a, b, c, d, e): ...\n"
    )
    assert subjects(sizes.body_findings(module)) == ["running/example.py:long"]
    assert subjects(sizes.signature_findings(module)) == [
        "running/example.py:many",
        "running/example.py:positional",
    ]
    assert sizes.file_findings(parse("x = 1\n" * 601))
    assert not sizes.file_findings(parse("x = 1\n" * 600))


def test_a_body_is_counted_without_docstring_and_empty_lines() -> None:
    lines = "\n\n".join(f"    x = {n}" for n in range(30))
    assert not sizes.body_findings(parse(f'def f():\n    """A\n\n    B."""\n{lines}\n'))


@pytest.mark.parametrize(
    "source",
    [
        "import random\n",
        "from pathlib import Path\n",
        "import duckdb\n",
        "def f():\n    import logging\n",
        "def f():\n    return open('x')\n",
        "x = datetime.now()\n",
        "x = date.today()\n",
        "x = np.random.default_rng(1)\n",
        "make = np.random.normal\n",
        "print('x')\n",
    ],
)
def test_an_impure_core_module_is_found(source: str) -> None:
    assert layers.purity_findings(parse(source))
    assert not layers.purity_findings(parse(source, "store/example.py"))


def test_other_faults_of_a_module_are_found() -> None:
    hidden = parse("def f():\n    from hakaru.running import score\n    import numpy\n")
    assert len(layers.hidden_import_findings(hidden)) == 1
    assert layers.hidden_import_findings(parse("def f():\n    from . import score\n"))
    assert layers.package_findings(parse('"""D."""\nimport os\n', "running/__init__.py"))
    assert layers.package_findings(parse("", "running/__init__.py"))
    assert not layers.package_findings(parse('"""D."""\n', "running/__init__.py"))
    lazy = '"""D."""\nfrom importlib import import_module\nA = "x"\ndef __getattr__(name): ...\n'
    assert not layers.package_findings(parse(lazy, "__init__.py"))
    for extra in ("from hakaru.flows import x\n", "class A: ...\n", "run()\n", "def f(): ...\n"):
        assert len(layers.package_findings(parse(lazy + extra, "__init__.py"))) == 1
    assert layers.package_findings(parse("import os\n", "__init__.py"))
    assert layers.docstring_findings(parse("x = 1\n"))
    assert layers.docstring_findings(parse('"""What is here?"""\n'))
    assert not layers.docstring_findings(parse('"""What is here."""\n'))
    for caught in ("Exception", "(ValueError, Exception)", "BaseException"):
        module = parse(f"try: ...\nexcept {caught}: pass\n")
        assert layers.broad_except_findings(module)
    assert layers.broad_except_findings(parse("try: ...\nexcept: pass\n"))
    assert not layers.broad_except_findings(
        parse("try: ...\nexcept BaseException:\n    undo()\n    raise\n")
    )
    for name in ("utils.py", "store/helpers.py", "flows/run_manager.py", "misc/x.py"):
        assert layers.name_findings(parse("", name))
    assert not layers.name_findings(parse("", "running/verdict.py"))


def test_an_allowlist_entry_that_nothing_needs_is_found() -> None:
    finding = Finding(module="a.py", line=1, subject="a.py:f", message="")
    assert unused(frozenset({"a.py:f", "a.py:gone"}), [finding]) == {"a.py:gone"}


def test_paths_addresses_and_pending_work_are_found() -> None:
    slash, dots = "/", "://"
    for text in (
        f"see {slash}home{slash}jane/x",
        f"'{slash}work{slash}main'",
        f"C:\\{'Users'}\\me",
        f"https{dots}files.pythonhosted.org/x",
        f"https{dots}registry.npmjs.org/x",
        f"--index{'-url'} x",
    ):
        assert repository.foreign_text(text), text
    assert not repository.foreign_text("../shared/data https://garmin.com/home/x 4/home")
    for word in ("TO" + "DO", "FIX" + "ME", "mark.xf" + "ail"):
        assert repository.pending_work(f"x  # {word}: later")
    assert not repository.pending_work("todos os dias")


def test_an_unhashed_or_addressed_lock_is_found() -> None:
    digest = "0" * 64
    sound = f"# comment\na==1 ; python_version < '3' \\\n    --hash=sha256:{digest}\n    # via b\n"
    assert not repository.lock_problems(sound)
    assert repository.lock_problems("a==1\n")
    assert repository.lock_problems(f"a>=1 \\\n    --hash=sha256:{digest}\n")
    assert repository.lock_problems(f"b==1 \\\na==1 \\\n    --hash=sha256:{digest}\n")
    assert repository.lock_problems(f"a @ https{'://'}x/a.whl \\\n    --hash=sha256:{digest}\n")


def test_recordings_and_large_files_are_found() -> None:
    assert repository.recording_problem(Path("a/run.FIT"), 10)
    assert repository.recording_problem(Path("a/x.json"), 5_000_000)
    assert repository.recording_problem(Path("a/x.json"), 1000) is None


def test_patching_and_sleeping_are_found_in_tests() -> None:
    for line in ("monkeypatch.setattr(a, 'b', c)", "from unittest.mock import Mock"):
        assert repository.patch_faults(line)
    assert repository.patch_faults("time.sleep" + "(1)")
    assert not repository.patch_faults("monkeypatch.setenv('HAKARU_LANG', 'en')")


def test_a_row_without_source_test_or_value_is_found() -> None:
    page = (
        "| source | requirement | test id | value |\n|---|---|---|---|\n"
        "| F10 | one | `tests/a.py::test_a`<br>resolutions 12 | 3 ms |\n"
        "| F11-12 | two | tests/a.py::test_gone | 4 |\n"
        "| somewhere | three | | |\n"
        "\ntext\n| F99 | not in a table of sources | x | y |\n"
    )
    table = requirements_page.rows(page)
    assert [row.source for row in table] == ["F10", "F11-12", "somewhere"]
    known = frozenset({"tests/a.py::test_a"})
    assert not requirements_page.problems(table[0], known)
    assert len(requirements_page.problems(table[1], known)) == 1
    assert len(requirements_page.problems(table[2], known)) == 3
    assert requirements_page.covered_lines(table, "F") == {10, 11, 12}
    assert requirements_page.checklist_lines("x\n- [ ] a\n  - [x] b\n- c\n") == {2, 3}


def test_the_tests_and_benchmarks_of_a_tree_are_listed_without_running_them(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "a"
    folder.mkdir(parents=True)
    (folder / "test_x.py").write_text(
        "raise SystemExit\ndef test_one(): ...\nclass TestA:\n    def test_two(self): ...\n"
    )
    assert requirements_page.list_evidence(tmp_path) == {
        "tests/a/test_x.py::test_one",
        "tests/a/test_x.py::TestA::test_two",
    }


def test_an_incomplete_operation_is_found() -> None:
    operation = Operation(
        name="a", command="a", about="日本語", decision="", profile="core",
        target="hakaru.core.units:format_pace", document="hakaru.core.units:format_pace",
    )  # fmt: skip
    assert len(catalogue.word_problems(operation)) == 2
    assert any("Context" in problem for problem in catalogue.target_problems(operation))
    assert any("dataclass" in problem for problem in catalogue.target_problems(operation))
    assert catalogue.document_problems(operation)


@pytest.mark.parametrize(
    "param",
    [
        Param(name="a", type="choice", about="c"),
        Param(name="a", type="text", choices=("x",), about="c"),
        Param(name="a", type="choice", choices=("x",), default="y", about="c"),
        Param(name="a", type="int", required=True, default=1, about="c"),
        Param(name="a", type="int", default="1", about="c"),
    ],
)
def test_a_parameter_that_contradicts_itself_is_found(param: Param) -> None:
    assert catalogue.param_problems(param)


def test_a_hint_must_take_every_value_of_its_parameter() -> None:
    optional = Param(name="a", type="int", about="n")
    assert catalogue.accepts(int | None, optional)
    assert not catalogue.accepts(int, optional)
    assert not catalogue.accepts(str | None, optional)
    assert catalogue.accepts(int, Param(name="a", type="int", default=3, about="n"))
