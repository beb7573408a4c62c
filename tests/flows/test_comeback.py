"""Back after a break, from stored runs; and no word of a doctor."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang
from hakaru.core.plain import as_plain
from hakaru.flows.comeback import away, back, back_after
from hakaru.flows.context import Context
from hakaru.present.comeback import away_document, back_document
from tests.documents import text_of
from tests.flows.factories import stored_runs

MEDICAL = re.compile(
    r"injur|\bill\b|illness|sick|disease|pain|health|heal|recover|medic|doctor|diagnos|symptom|"
    r"rehab|patient|treat|怪我|けが|ケガ|故障|病|痛|治|医|診断|症|健康|回復|リハビリ|炎",
    re.IGNORECASE,
)


def noted(context: Context, *, after: int, text: str | None = None) -> None:
    """A break between two runs."""
    runs = stored_runs(context)
    first = runs[after].activity_date + timedelta(days=1)
    last = runs[after + 1].activity_date - timedelta(days=1)
    away(context, first=first, last=max(first, last), text=text, remove=False)


def test_without_a_break_there_is_nothing_to_come_back_from(trained: Context) -> None:
    runs = stored_runs(trained)
    today = back(trained, day=None).comeback
    assert today is not None, "the clock of the tests stands months after the season"
    assert today.gap.first_day == runs[-1].activity_date + timedelta(days=1)
    assert today.n_since == 0
    assert today.progress == ()


def test_every_measure_is_held_against_the_runs_before(trained: Context) -> None:
    noted(trained, after=9)
    runs = stored_runs(trained)
    day = runs[9].activity_date + timedelta(days=1)
    found = back(trained, day=day).comeback
    assert found is not None
    assert found.gap.noted
    assert found.n_since == len({run.activity_date for run in runs[10:]})
    measures = {one.measure for one in found.progress}
    assert {"gct", "vo", "vr", "cadence", "heart_rate"} <= measures
    for one in found.progress:
        assert one.low <= one.now_delta <= one.high
        assert one.half_range > 0.0
        assert [run.day for run in one.runs] == sorted(run.day for run in one.runs)
        assert one.runs[0].day >= runs[10].activity_date


def test_a_day_that_belongs_to_no_break(trained: Context) -> None:
    with pytest.raises(BadArgument, match="a day of a break"):
        back(trained, day=stored_runs(trained)[0].activity_date)


def test_breaks_are_noted_replaced_and_removed(trained: Context) -> None:
    first = date(2025, 2, 1)
    away(trained, first=first, last=None, text=None, remove=False)
    (one,) = away(trained, first=None, last=None, text=None, remove=False).breaks
    assert (one.first_day, one.last_day) == (first, first)
    away(trained, first=first, last=first + timedelta(days=9), text="by the sea", remove=False)
    (one,) = away(trained, first=None, last=None, text=None, remove=False).breaks
    assert (one.last_day, one.text) == (first + timedelta(days=9), "by the sea")
    assert away(trained, first=first, last=None, text=None, remove=True).breaks == ()
    with pytest.raises(BadArgument, match="that was noted"):
        away(trained, first=first, last=None, text=None, remove=True)


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [
        (date(2025, 2, 2), date(2025, 2, 1), None),
        (date(2025, 2, 2), None, "x" * 201),
        (None, date(2025, 2, 2), None),
        (None, None, "words"),
    ],
)
def test_a_note_that_cannot_be(
    trained: Context, first: date | None, last: date | None, text: str | None
) -> None:
    with pytest.raises(BadArgument):
        away(trained, first=first, last=last, text=text, remove=False)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_word_of_a_doctor_whatever_was_noted(trained: Context, lang: Lang) -> None:
    noted(trained, after=9, text="injured knee, 膝の怪我")
    day = stored_runs(trained)[9].activity_date + timedelta(days=1)
    for which in (None, day):
        text = text_of(back_document(back(trained, day=which), lang))
        assert not MEDICAL.search(text), MEDICAL.search(text)
    away(trained, first=day, last=None, text=None, remove=False)
    listed = away(trained, first=None, last=None, text=None, remove=False)
    assert not MEDICAL.search(text_of(away_document(listed, lang)))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_says_how_many_measures_are_back(trained: Context, lang: Lang) -> None:
    noted(trained, after=9)
    day = stored_runs(trained)[9].activity_date + timedelta(days=1)
    result = back(trained, day=day)
    assert result.comeback is not None
    n, of = result.comeback.n_within, len(result.comeback.progress)
    text = text_of(back_document(result, lang))
    assert {"en": f"{n} of {of} measures", "ja": f"{of}項目のうち{n}項目"}[lang] in text


def test_a_reply_has_the_newest_runs_and_says_how_many_more_there_are(trained: Context) -> None:
    noted(trained, after=9)
    day = stored_runs(trained)[9].activity_date + timedelta(days=1)
    result = back(trained, day=day)
    (first, *_) = as_plain(result)["comeback"]["progress"]
    whole = as_plain(result, whole=True)["comeback"]["progress"][0]["runs"]
    assert first["runs"] == whole[-len(first["runs"]) :]
    assert first["n_earlier"] == len(whole) - len(first["runs"])


def test_after_a_run_only_it_and_the_runs_before_it_count(trained: Context) -> None:
    noted(trained, after=9)
    runs = stored_runs(trained)
    whole = back(trained, day=runs[9].activity_date + timedelta(days=1)).comeback
    assert whole is not None
    run = runs[13]
    found = back(trained, day=None, activity=str(run.activity_id)).comeback
    assert found is not None
    assert found.gap == whole.gap
    assert found.n_since == len({one.activity_date for one in runs[10:14]})
    for early, late in zip(found.progress, whole.progress, strict=True):
        assert early.measure == late.measure
        assert early.runs == late.runs[: len(early.runs)]
        assert early.runs[-1].day <= run.activity_date


def test_a_run_before_any_break_is_within_no_return(trained: Context) -> None:
    noted(trained, after=9)
    run = str(stored_runs(trained)[8].activity_id)
    assert back_after(trained, run) is None
    result = back(trained, day=None, activity=run)
    assert result.comeback is None
    text = text_of(back_document(result, "en"))
    assert "No break ended in the 60 days before this run." in text


def test_a_day_and_a_run_are_not_asked_for_together(trained: Context) -> None:
    run = stored_runs(trained)[-1]
    with pytest.raises(BadArgument, match="either a day or a run"):
        back(trained, day=run.activity_date, activity=str(run.activity_id))
