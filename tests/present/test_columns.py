"""How sentences and tables keep within the width of a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hakaru.present.document import Fact
from hakaru.present.figures import width_columns
from hakaru.present.terminal import TERMINAL_COLUMNS, fact_lines, fitted_table, wrapped

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
