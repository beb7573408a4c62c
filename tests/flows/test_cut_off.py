"""A recording that is cut off: the watch's totals never stand beside a part of the run unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.history import volume
from hakaru.flows.narrate import read_known
from hakaru.flows.report import view_session
from hakaru.flows.session import get_session
from hakaru.flows.status import activities
from hakaru.present.page_session import session_document
from hakaru.present.report import render_html, render_markdown
from hakaru.present.sections import narrate
from hakaru.present.terminal import document_text
from hakaru.store.readers.base import find_run
from tests.flows.factories import make_context, stored_runs, take_in
from tests.sources import fit_bytes

WHOLE_S, WHOLE_M, HELD_S = 3600, 10_800, 767
SESSION = 18


def cut_off_file(path: Path, *, held_s: int = HELD_S, stated: bool = True) -> Path:
    """A run of an hour at 3 m/s whose file ends after `held_s` seconds, its session first."""
    session = fit_bytes.message(
        SESSION,
        {
            254: ("u16", 0),
            253: ("u32", fit_bytes.FIT_START + WHOLE_S),
            2: ("u32", fit_bytes.FIT_START),
            5: ("enum", 1),
            7: ("u32", WHOLE_S * 1000),
            8: ("u32", WHOLE_S * 1000),
            9: ("u32", WHOLE_M * 100),
        },
    )
    records = [
        fit_bytes.record(
            second,
            {3: ("u8", 150), 4: ("u8", 85), 5: ("u32", 300 * second), 6: ("u16", 3000)},
        )
        for second in range(WHOLE_S)
    ]
    head = fit_bytes.file_id() + (session if stated else b"")
    whole = fit_bytes.fit_file(head, *records)
    kept = fit_bytes.fit_file(head, *records[: held_s + 1])
    path.write_bytes(whole[: len(kept) - 2])
    return path


@pytest.fixture
def own(tmp_path: Path) -> Context:
    context = make_context(tmp_path / "data")
    result = take_in(context, cut_off_file(tmp_path / "cut.fit"))
    assert result.partial == 1
    return context


def test_totals_know_which_part_of_the_run_the_file_holds(own: Context) -> None:
    (run,) = stored_runs(own)
    totals = get_session(own, activity=str(run.activity_id), detail=False).shape["totals"]
    assert isinstance(totals, dict)
    assert (totals["distance_m"], totals["elapsed_s"]) == (WHOLE_M, WHOLE_S)
    assert totals["recorded_until_s"] == HELD_S
    assert totals["recorded_distance_m"] == pytest.approx(3.0 * HELD_S, abs=5.0)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "The file is cut off: it holds the first 12:47 (2.30 km)"),
        ("ja", "入っているのは最初の12:47（2.30 km）です"),
    ],
)
def test_every_place_with_totals_and_a_verdict_says_so(own: Context, lang: Lang, told: str) -> None:
    (run,) = stored_runs(own)
    name, gap = str(run.activity_id), "" if lang == "ja" else " "
    report = view_session(own, name)
    session = document_text(session_document(get_session(own, activity=name, detail=False), lang))
    written = render_markdown(report, lang=lang)
    for text in (session, render_html(report, lang=lang), written.replace("\\", "")):
        assert told in gap.join(line.strip() for line in text.splitlines())
    head = {"en": "the file holds only the first 12:47", "ja": "ファイルには最初の12:47"}[lang]
    assert head in written.splitlines()[2]


def test_nothing_is_said_of_how_the_run_ended(own: Context) -> None:
    (run,) = stored_runs(own)
    with own.store.read() as con:
        known = read_known(con, find_run(con, str(run.activity_id)))
    texts = " ".join(narrate(name, known, lang="en").text for name in ("split", "summary"))
    assert "the file is cut off and holds the first 2.30 km" in texts
    assert "The file is cut off at 12:47" in texts
    assert not any(word in texts for word in ("finished", "second half", "last one", "for last"))


def test_the_volume_counts_what_the_watch_stated(own: Context) -> None:
    assert volume(own, by="year", since=None, until=None).total.distance_m == WHOLE_M


def test_without_a_stated_total_only_what_was_recorded_counts(tmp_path: Path) -> None:
    own = make_context(tmp_path / "data")
    take_in(own, cut_off_file(tmp_path / "cut.fit", stated=False))
    (run,) = activities(own, since=None, until=None, limit=5).activities
    assert run.distance_m == pytest.approx(3.0 * HELD_S, abs=5.0)
    assert run.recorded_until_s is None


def test_a_file_that_lacks_only_its_last_seconds_is_not_called_cut_off(tmp_path: Path) -> None:
    own = make_context(tmp_path / "data")
    take_in(own, cut_off_file(tmp_path / "cut.fit", held_s=WHOLE_S - 30))
    (run,) = stored_runs(own)
    assert (run.partial, run.recorded_until_s) == (True, None)
