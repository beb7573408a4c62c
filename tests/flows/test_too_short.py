"""A recording of a few seconds stands in the list, and is no run where runs are counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.core.plain import as_plain
from hakaru.flows.baselines import view_form
from hakaru.flows.cockpit import months, standing
from hakaru.flows.context import Context
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.history import volume
from hakaru.flows.ingest import ingest
from hakaru.flows.report import view_session, view_today
from hakaru.flows.session import get_session
from hakaru.flows.status import activities, status
from hakaru.present.form import form_document
from hakaru.present.page_session import session_document
from hakaru.present.report import render_markdown
from hakaru.present.stored import activities_document, status_document
from hakaru.present.terminal import document_text
from hakaru.store.activities import RunFilter, StoredActivity, find_runs
from tests.flows.factories import make_context, stored_runs, take_in
from tests.sources import fit_bytes

DAY_S = 86_400


def run_file(path: Path, *, day: int, seconds: int) -> Path:
    """A run at 3 m/s with the form of a strap."""
    start = fit_bytes.FIT_START + day * DAY_S
    records = [
        fit_bytes.record(
            second,
            {
                3: ("u8", 150), 4: ("u8", 85), 5: ("u32", 300 * second), 6: ("u16", 3000),
                39: ("u16", 900), 41: ("u16", 2600),
            },
            start=start,
        )
        for second in range(seconds + 1)
    ]  # fmt: skip
    path.write_bytes(fit_bytes.fit_file(fit_bytes.file_id(created=start), *records))
    return path


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """Two runs of half an hour, one of a minute and, last, one of two seconds."""
    made = make_context(tmp_path / "data")
    lengths_s = (1800, 1800, 60, 2)
    take_in(
        made,
        *(
            run_file(tmp_path / f"{day}.fit", day=day, seconds=length_s)
            for day, length_s in enumerate(lengths_s)
        ),
    )
    yield made
    made.store.close()


def shortest(context: Context) -> tuple[StoredActivity, ...]:
    return stored_runs(context)[2:]


def test_an_import_counts_as_judged_what_the_status_counts(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    files = (
        run_file(tmp_path / "long.fit", day=0, seconds=1800),
        run_file(tmp_path / "short.fit", day=1, seconds=60),
    )
    taken_in = ingest(context, paths=files)
    assert taken_in.ingested == 2
    assert taken_in.evaluated == status(context).summary.n_evaluated == 1
    context.store.close()


def test_it_is_listed_and_marked(own: Context) -> None:
    every = activities(own, since=None, until=None, limit=9)
    assert [run.is_fragment for run in every.activities] == [True, True, False, False]
    plain = as_plain(every)
    place = plain["columns"].index("too_short")
    assert [row[place] for row in plain["activities"]] == [True, True, False, False]
    assert document_text(activities_document(every, "en")).count("too short") == 2
    with own.store.read() as con:
        flagged = find_runs(con, RunFilter(flag="short"))
    assert {run.activity.activity_id for run in flagged} == {
        run.activity_id for run in shortest(own)
    }


def test_it_adds_to_distance_and_time_and_to_no_number_of_runs(own: Context) -> None:
    total = volume(own, by="year", since=None, until=None).total
    assert total.n_runs == 2
    assert total.distance_m == pytest.approx(3.0 * 3662, rel=0.01)
    (month,) = {(month.year, month.n_runs) for month in months(own)}
    assert month[1] == 2
    assert standing(own).unclear.n_untyped == 0


def test_it_is_not_counted_among_the_judged(own: Context) -> None:
    result = status(own)
    summary = result.summary
    assert (summary.n_activities, summary.n_with_form, summary.n_evaluated) == (4, 2, 2)
    assert "2 of the runs are too short" in document_text(status_document(result, "en"))
    form = view_form(own, sensor=None)
    assert form.n_runs == 2
    trends = [piece.trend for piece in form.history.values() if piece.trend is not None]
    assert all(len(trend.days) <= 2 for trend in trends)


def test_the_first_page_shows_the_run_before_it(own: Context) -> None:
    latest = view_today(own).latest
    assert latest is not None
    assert latest.facts.activity_id == stored_runs(own)[1].activity_id


@pytest.mark.parametrize(
    ("lang", "of_form", "of_kind"),
    [
        ("en", "Too short to say anything of form", "not counted as a run"),
        ("ja", "フォームについては何も言えません", "ランの回数には数えず"),
    ],
)
def test_its_pages_say_so_and_claim_nothing(
    own: Context, lang: Lang, of_form: str, of_kind: str
) -> None:
    name = str(shortest(own)[0].activity_id)
    form = document_text(
        form_document(get_form_evaluations(own, activity_id=name, detail=False), lang)
    )
    session = document_text(session_document(get_session(own, activity=name, detail=False), lang))
    written = render_markdown(view_session(own, name), lang=lang)
    assert of_form in form
    assert of_form in written
    assert of_kind in session
    assert of_kind in written
    for claim in ("usual for you", "your range", "いつもどおり", "範囲", "a steady run"):
        assert claim not in form + session
