"""Output that floods is trimmed and said to be, in a block of code and in every cell of a shell."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core import interactiveshell
from traitlets.config import Config

from hakaru.core.errors import BadArgument
from hakaru.surfaces.guarded import LIMIT_BYTES, LimitedStream, guarded_output
from hakaru.surfaces.notebook import load_ipython_extension, unload_ipython_extension

Capture = pytest.CaptureFixture[str]
show = print
SHELL: Any = interactiveshell.InteractiveShell  # it has no types


def test_small_output_passes_as_it_is(capsys: Capture) -> None:
    with guarded_output() as guard:
        show("ペース 5:00")
    assert capsys.readouterr().out == "ペース 5:00\n"
    assert guard.notices == ()


def test_output_beyond_100_kilobytes_is_trimmed_and_said_exactly(capsys: Capture) -> None:
    text = "あいうえお 0123456789\n" * 8000
    with guarded_output(language="en") as guard:
        sys.stdout.write(text)
    shown = capsys.readouterr().out
    kept = guard.printed["stdout"].n_bytes - guard.printed["stdout"].n_trimmed_bytes
    assert kept <= LIMIT_BYTES < kept + 4
    assert shown.encode().startswith(text.encode()[:kept])
    (notice,) = guard.notices
    total, cut = len(text.encode()), len(text.encode()) - kept
    rest = text.encode()[kept:].decode()
    assert (
        f"first {kept} of {total} bytes; {cut} bytes ({rest.count(chr(10))} line breaks)" in notice
    )
    assert shown.endswith(f"[hakaru] {notice}\n")


def test_what_was_printed_before_the_limit_shows_at_once(capsys: Capture) -> None:
    with guarded_output(10):
        show("12345")
        assert capsys.readouterr().out == "12345\n"
        show("67890")
        assert capsys.readouterr().out == "6789"


def test_nothing_gets_through_after_the_first_cut(capsys: Capture) -> None:
    with guarded_output(4, language="en"):
        show("あい", end="")
        show("x", end="")
    assert capsys.readouterr().out.splitlines()[0] == "あ"


@given(st.lists(st.text(), max_size=8), st.integers(min_value=0, max_value=40))
def test_every_byte_is_either_shown_or_counted(pieces: list[str], limit: int) -> None:
    behind = io.StringIO()
    stream = LimitedStream(behind, limit)
    for piece in pieces:
        assert stream.write(piece) == len(piece)
    printed, whole = stream.printed(), "".join(pieces)
    shown = behind.getvalue()
    assert whole.startswith(shown)
    assert printed.n_bytes == len(whole.encode("utf-8", "surrogatepass"))
    assert printed.n_trimmed_bytes == printed.n_bytes - len(shown.encode("utf-8", "surrogatepass"))
    assert printed.n_trimmed_lines == whole.count("\n") - shown.count("\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": "' + "x" * 2000 + '"}', "JSON of"),
        ("\n".join(str(n) for n in range(40)), "table of 40 lines"),
        ("x" * 5000, "output of 5001 bytes"),
    ],
)
def test_output_beyond_a_smaller_limit_is_shown_and_warned_about(
    text: str, said: str, capsys: Capture, caplog: pytest.LogCaptureFixture
) -> None:
    with guarded_output(language="en") as guard:
        show(text)
    assert text in capsys.readouterr().out
    assert said in guard.notices[0]
    assert "safe_summary_table" in guard.notices[0]
    assert caplog.messages == list(guard.notices)


def test_notices_are_japanese_unless_english_is_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HAKARU_LANG", raising=False)
    with guarded_output(0):
        show("x")
    assert "バイトのうち先頭の 0 バイトを表示し" in capsys.readouterr().out
    monkeypatch.setenv("HAKARU_LANG", "en")
    with guarded_output(0):
        show("x")
    assert "showed the first 0 of 2 bytes" in capsys.readouterr().out


def test_errors_pass_through_and_the_streams_come_back(capsys: Capture) -> None:
    before = sys.stdout, sys.stderr
    with pytest.raises(ZeroDivisionError), guarded_output(3):
        show("abcdef")
        raise ZeroDivisionError
    assert (sys.stdout, sys.stderr) == before
    assert "abc" in capsys.readouterr().out


def test_stderr_is_trimmed_too_but_never_taken_for_a_table(capsys: Capture) -> None:
    with guarded_output(100, language="en") as guard:
        for n in range(20):
            sys.stderr.write(f"{n}\n")
    assert guard.notices == ()
    with guarded_output(5, language="en") as guard:
        sys.stderr.write("0123456789")
    assert guard.notices[0].startswith("stderr: showed the first 5 of 10 bytes")
    assert "[hakaru] stderr" in capsys.readouterr().out


def test_guards_inside_guards_trim_once_each(capsys: Capture) -> None:
    with guarded_output(language="en") as outer, guarded_output(5, language="en") as inner:
        show("0123456789")
    assert len(inner.notices) == 1
    assert outer.notices == ()
    assert capsys.readouterr().out.startswith("01234\n[hakaru]")


def test_a_limit_below_zero_is_a_typed_error() -> None:
    with pytest.raises(BadArgument, match="limit"), guarded_output(-1):
        pass


def test_frames_show_ten_rows_inside_and_what_they_showed_before_outside(capsys: Capture) -> None:
    pandas_rows, polars_state = pd.get_option("display.max_rows"), pl.Config.save()
    with guarded_output() as guard:
        show(pd.DataFrame({"a": range(100)}))
        shown = capsys.readouterr().out
        show(pl.DataFrame({"a": range(100)}))
    assert [int(line.split()[0]) for line in shown.splitlines()[1:6]] == [0, 1, 2, 3, 4]
    assert len([line for line in shown.splitlines() if line[:1].isdigit()]) == 10
    drawn = [line for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    assert len([line for line in drawn if line.strip("│ ").isdigit()]) == 10
    assert "table of" in guard.notices[0]  # two tables are more than ten rows
    assert pd.get_option("display.max_rows") == pandas_rows
    assert pl.Config.save() == polars_state


def test_settings_come_back_after_an_error_too() -> None:
    before = pd.get_option("display.max_rows"), pl.Config.save()
    with pytest.raises(ZeroDivisionError), guarded_output():
        raise ZeroDivisionError
    assert (pd.get_option("display.max_rows"), pl.Config.save()) == before


# the extension


@pytest.fixture
def shell() -> Iterator[Any]:
    """A shell that keeps no history on disk."""
    made = SHELL(config=Config({"HistoryManager": {"enabled": False}}))
    load_ipython_extension(made)
    yield made
    unload_ipython_extension(made)


@pytest.fixture
def shown(shell: Any, capsys: Capture) -> Callable[[str], str]:
    """Run a cell and give what it printed."""

    def run(code: str) -> str:
        capsys.readouterr()
        shell.run_cell(code)
        return capsys.readouterr().out

    return run


def test_a_cell_that_floods_is_trimmed(shown: Callable[[str], str]) -> None:
    text = shown("print('x' * 300_000)")
    assert len(text.encode()) < 103_500
    assert "[hakaru] stdout" in text


def test_a_displayed_value_that_floods_is_trimmed(shown: Callable[[str], str]) -> None:
    text = shown("'x' * 300_000")
    assert len(text.encode()) < 103_500
    assert "[hakaru] display" in text


def test_cells_show_ten_rows_of_a_frame(shown: Callable[[str], str]) -> None:
    text = shown("import polars as pl\npl.DataFrame({'a': range(100)})")
    assert sum(line.strip("│ ").isdigit() for line in text.splitlines()) == 10
    assert "[hakaru]" not in text


def test_an_error_in_a_cell_leaves_the_next_one_guarded(shown: Callable[[str], str]) -> None:
    shown("1 / 0")
    assert "[hakaru]" in shown("print('x' * 300_000)")


def test_loading_twice_guards_once_and_unloading_leaves_the_shell_as_it_was(
    shell: Any, shown: Callable[[str], str]
) -> None:
    load_ipython_extension(shell)
    assert shown("print('x' * 300_000)").count("[hakaru]") == 1
    unload_ipython_extension(shell)
    unload_ipython_extension(shell)
    assert shown("print('x' * 300_000)") == "x" * 300_000 + "\n"
    assert pd.get_option("display.max_rows") == 60


def test_large_html_is_left_out_and_pictures_are_not(shell: Any) -> None:
    class Page:
        def _repr_html_(self) -> str:
            return "<b>" * 100_000

        def _repr_svg_(self) -> str:
            return "<svg>" + " " * 200_000 + "</svg>"

    bundle = formats(shell, Page())
    assert "text/html" not in bundle
    assert len(bundle["image/svg+xml"]) > 200_000


def test_small_displays_are_untouched(shell: Any) -> None:
    assert formats(shell, np.float64(1.5))["text/plain"] == "np.float64(1.5)"


def formats(shell: Any, value: object) -> dict[str, Any]:
    bundle, _ = shell.display_formatter.format(value)
    return dict(bundle)
