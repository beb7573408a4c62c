"""How sentences and tables keep within the width of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.present.document import Document, Fact, Facts, Row, Table, document
from hakaru.present.figures import width_columns
from hakaru.present.terminal import (
    TERMINAL_COLUMNS,
    document_text,
    fact_lines,
    fitted_table,
    table_lines,
    wrapped,
)

TEXTS = st.text(
    alphabet=st.sampled_from("ab 12%./(速い区間をくり返す、。（）ペースラップ"), max_size=200
)


@given(TEXTS, st.integers(min_value=20, max_value=100))
def test_wrapping_changes_nothing_but_spaces(text: str, columns: int) -> None:
    joined = "".join(wrapped(text, columns=columns))
    assert joined.replace(" ", "") == text.replace(" ", "")


@given(st.lists(st.text(alphabet="ab速い区間", max_size=8), max_size=40))
def test_words_that_fit_stay_within_the_width(words: list[str]) -> None:
    assert all(width_columns(line) <= 24 for line in wrapped(" ".join(words), columns=24))


def test_a_short_sentence_stays_on_its_line() -> None:
    assert wrapped("短い文です。", first="- ") == ["- 短い文です。"]


def test_further_lines_stand_below_the_first() -> None:
    lines = wrapped("one two three four", first="- ", columns=12)
    assert lines == ["- one two", "  three four"]


def test_no_line_begins_with_closing_punctuation() -> None:
    text = "速い区間が六本あり、（回復は短め）です。" * 6
    for columns in range(20, 50):
        lines = wrapped(text, columns=columns)
        assert not any(line[0] in "、。）" for line in lines)
        assert not any(line.endswith("（") for line in lines)


def test_a_command_to_type_is_never_broken() -> None:
    command = "`hakaru athlete set lt_heart_rate_bpm 168`"
    for columns in range(44, 80):
        lines = wrapped(f"閾値心拍が分かりません。{command} のように教える", columns=columns)
        assert any(command in line for line in lines)


def test_a_katakana_word_is_never_broken() -> None:
    lines = wrapped("これはインターバルでした。" * 4, columns=24)
    assert sum(line.count("インターバル") for line in lines) == 4


@given(
    st.lists(st.tuples(*(st.text(alphabet="ab 速い", max_size=60) for _ in range(4))), min_size=1)
)
def test_a_table_fits_however_long_its_cells_are(rows: list[tuple[str, ...]]) -> None:
    spaced = [tuple(" ".join(cell[at : at + 6] for at in range(0, len(cell), 6)) for cell in row)
              for row in rows]  # fmt: skip
    lines = fitted_table(spaced, right=frozenset({1}))
    assert all(width_columns(line) <= TERMINAL_COLUMNS for line in lines)


def wide_document() -> Document:
    """A sentence, facts and a table with a column that 80 columns have no room for."""
    sentence = "It was a run of some length. " * 6
    table = Table(
        name="t",
        columns=("Figure", "This run", "Range"),
        rows=(Row(cells=("a figure with a name " * 2, "5:00 min/km " * 2, "4:50 to 5:10 " * 2)),),
        wide=frozenset({2}),
    )
    facts = Facts(facts=(Fact(label="A", value="one " * 40),))
    return document(sentence, facts, table)


@pytest.mark.parametrize("columns", [50, 80, 120, 200])
def test_a_document_keeps_within_its_terminal_and_its_sentences_within_what_reads_well(
    columns: int,
) -> None:
    lines = document_text(wide_document(), columns=columns).split("\n")
    assert max(map(width_columns, lines)) <= columns
    words = [line for line in lines if "some length" in line or "one one" in line]
    assert max(map(width_columns, words)) <= min(columns, TERMINAL_COLUMNS)


@pytest.mark.parametrize(("columns", "is_shown"), [(80, False), (99, True)])
def test_a_wide_column_is_shown_where_a_terminal_has_room_for_it(
    columns: int, is_shown: bool
) -> None:
    assert ("4:50" in document_text(wide_document(), columns=columns)) is is_shown


def test_a_table_that_cannot_be_made_narrow_enough_goes_on_below_itself() -> None:
    names = [f"figure-{at}" for at in range(6)]
    rows = (Row(cells=("2026-01", *(f"{at}1.5ms" for at in range(1, 6)))),)
    lines = table_lines(Table(name="t", columns=tuple(names), rows=rows), columns=30)
    assert lines == [
        "figure-0  figure-1  figure-2",
        "----------------------------",
        "2026-01     11.5ms    21.5ms",
        "",
        "figure-0  figure-3  figure-4",
        "----------------------------",
        "2026-01     31.5ms    41.5ms",
        "",
        "figure-0  figure-5",
        "------------------",
        "2026-01     51.5ms",
    ]


def test_columns_line_up_whatever_the_script() -> None:
    lines = fitted_table([("指標", "n"), ("接地時間", "1"), ("VO", "12")], right=frozenset({1}))
    assert lines == ["指標       n", "------------", "接地時間   1", "VO        12"]


def test_a_row_of_one_cell_runs_across() -> None:
    lines = fitted_table(
        [("A heading that is long",), ("a", "b")], heading=False, indent="  ", columns=30
    )
    assert lines == ["A heading that is long", "  a  b"]


def test_a_heading_may_name_its_own_line_break() -> None:
    lines = fitted_table([("心拍の\n残り", "x"), ("76%", "1")])
    assert lines[:2] == ["心拍の", "残り    x"]


def test_values_stand_beside_their_names_and_below_each_other() -> None:
    facts = (Fact(label="A", value="one " * 30), Fact(label="Longer", value="two"))
    lines = fact_lines(facts, indent=" ")
    assert lines[0].startswith(" A       one")
    assert lines[1].startswith("         one")
    assert lines[-1] == " Longer  two"
