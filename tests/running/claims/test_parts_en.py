"""English parts of a whole, margins, elisions and lines with strokes: read, and only where true."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hakaru.guard.claims import Facts, all_hold
from hakaru.running.claims.read import read_sentences
from tests.running.claims import cases_ja
from tests.running.claims.mutants_en import mutants

_TRUE = """\
10-22|All but one of the six laps were slower than 5:50/km.
10-22|Every lap but one took longer than 5:50/km.
10-22|The whole run gained less than ten metres.
10-22|Under ten metres of ascent, so level ground.
11-08|Half of the ten kilometres were run at 4:00 or slower, the rest faster.
11-08|The race took 39:48, twelve seconds under forty minutes.
11-08|Close to ten kilometres in not quite forty minutes.
11-09|Contact time was about a twelfth longer than your usual.
11-09|Five stars for the session, while form gave away about 24 points.
11-09|From the second kilometre on no kilometre was slower than 5:30.
11-09|Full marks for the session.
11-10|Each recovery took heart rate down by about a quarter.
11-10|Oscillation was within its usual range, contact time was not.
11-10|Contact time needs work, oscillation does not.
11-10|One of the three form metrics needs improvement.
11-10|Only one of the eleven criteria was missed: form.
11-10|Only one of the three work criteria was missed, and all three of the cool-down were met.
11-17|Contact 239 ms | usual 223 | 90 % range 210-236 | outside, on the high side
11-17|One repetition out of five was faster than 3:47/km.
11-20|Form scored 97.3, the deduction being solely down to contact time.
11-20|Session and form both earned five stars.
10-18|Laps ran from 5:15 to 6:49 per km, a spread of just over a minute and a half.
10-18|Kilometre 7 was the slowest apart from the first one.
10-25|14.1 km | 1:20 h | HR 138 | session 4/5 | form 4/5
10-25|In the cool-down heart rate came down to about 137 bpm.
09-13|Three stars because of the pace variation in the main part.
09-13|The fastest kilometre dropped 32 metres.
09-13|Heart rate stayed in its band for practically all of the time.
11-17|Every rep but the first was slower than 3:47.
11-10|All criteria except form were met.
11-20|Kilometres 4 to 9 lay between 4:07 and 4:12.
11-20|In the main part, kilometres 4 to 9 lay between 4:07 and 4:12.
11-22|Four stars, because heart rate in the cool-down stayed too high.
11-22|One star short of the maximum.
09-28|The slowest of the seven kilometres took 5:42.
09-28|Just one thing to work on: contact time.
"""
_FALSE = """\
10-22|All but two of the six laps were slower than 5:50/km.
10-22|All but one of the six laps were faster than 5:50/km.
10-22|All but one of the seven laps were slower than 5:50/km.
10-22|Every lap but one was faster than 5:50/km.
10-22|The whole run gained less than five metres.
10-18|477 metres of ascent, so level ground.
11-08|Half of the eight kilometres were run at 4:00 or slower, the rest faster.
11-08|Half of the ten kilometres were run at 4:00 or slower, the rest slower still.
11-08|A fifth of the ten kilometres were run at 4:00 or slower, the rest faster.
11-08|The race took 39:48, fifteen seconds under forty minutes.
11-08|The race took twelve seconds over forty minutes.
11-08|There was a warm-up, but no cool-down.
11-09|Contact time was about a tenth longer than your usual.
11-09|Contact time was about a twelfth shorter than your usual.
11-09|Five stars for the session, while form gave away about 14 points.
11-09|From the second kilometre on no kilometre was slower than 5:25.
11-09|Every kilometre was faster than the one before.
11-09|Full marks for form.
11-22|Full marks for the session.
11-10|Each recovery took heart rate down by about a third.
11-10|Each recovery took heart rate down to about a quarter.
11-10|Vertical oscillation was higher than expected, vertical ratio was not.
11-10|Contact time was within its usual range, leg stiffness was not.
11-10|Oscillation needs work, the ratio does not.
11-10|Oscillation lost points, the ratio did not.
11-10|The warm-up missed a criterion, the cool-down did not.
11-10|The first repetition was slower than 4:00, the second was not.
11-10|Two of the three form metrics need improvement.
11-10|Only two of the eleven criteria were missed: form.
11-10|Only one of the eleven criteria was missed: heart rate in the cool-down.
11-10|Ten of the eleven criteria were met, two were missed.
11-10|What cost the session a star was heart rate in the cool-down.
11-17|Contact 239 ms | usual 223 | 90 % range 210-236 | outside, on the low side
11-17|Two repetitions out of five were faster than 3:47/km.
11-20|Form scored 97.3, the deduction being solely down to oscillation.
11-10|Session and form both earned four stars.
10-18|Laps ran from 5:15 to 6:49 per km, a spread of just over two minutes.
10-18|Kilometre 7 was the slowest apart from the last one.
10-18|Kilometre 6 was the slowest apart from the first one.
10-25|14.1 km | 1:30 h | HR 138 | session 4/5 | form 4/5
10-25|14.1 km | 1:20 h | HR 138 | session 3/5 | form 4/5
10-25|In the cool-down heart rate came down to about 147 bpm.
10-25|The warm-up missed its heart-rate mark by two beats.
09-13|Three stars because of the heart rate in the cool-down.
09-13|The fastest kilometre dropped 32 metres while the slowest climbed 48.
09-13|Heart rate stayed in its band for half of the time.
11-10|Everything but contact time needs improvement.
11-10|Everything but oscillation is fine.
11-10|All three metrics but oscillation were within their usual range.
11-10|All phases but the cool-down met their criteria.
11-10|Every phase except the warm-up met its criteria.
11-17|Every rep but the second was slower than 3:47.
11-10|All criteria except pace were met.
11-20|Kilometres 4 to 9 lay between 4:07 and 4:10.
11-20|In the main part, kilometres 4 to 9 lay between 4:07 and 4:10.
11-20|In the warm-up, kilometres 4 to 9 lay between 4:07 and 4:12.
11-22|Four stars, because heart rate in the warm-up stayed too high.
11-20|One star short of the maximum.
09-28|The fastest of the seven kilometres took 5:42.
09-28|Just one thing to work on: oscillation.
11-10|Not the warm-up but the cool-down missed a criterion.
11-10|A third of the reps were slower than 3:54.
"""


@cache
def _runs() -> dict[str, Facts]:
    return cases_ja.told(str(Path(__file__).parent / "runs_ja.json"))


def _rows(rows: str) -> list[tuple[str, ...]]:
    return [tuple(row.split("|", 1)) for row in rows.splitlines()]


def _is_finding(day: str, text: str) -> bool:
    facts = _runs()[day]
    claims = [sentence.claims for sentence in read_sentences(text, facts, "en")]
    return all(claims) and all_hold([claim for own in claims for claim in own or ()], facts)


@pytest.mark.parametrize(("day", "text"), _rows(_TRUE))
def test_what_is_true_is_read(day: str, text: str) -> None:
    assert _is_finding(day, text)


@pytest.mark.parametrize(("day", "text"), _rows(_FALSE))
def test_what_is_near_to_it_and_false_is_no_finding(day: str, text: str) -> None:
    assert not _is_finding(day, text)


def test_what_is_made_false_in_any_way_is_no_finding() -> None:
    changed = [(day, other) for day, text in _rows(_TRUE) for _, other in mutants(text)]
    assert len(changed) > 400
    assert [(day, other) for day, other in changed if _is_finding(day, other)] == []
