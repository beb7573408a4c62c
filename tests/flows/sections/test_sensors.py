"""A run is held against earlier runs with the same sensor: expectations are per sensor."""

from __future__ import annotations

from hakaru.core.i18n import in_language
from hakaru.flows.context import Context
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.past import Past
from hakaru.running.sections.model import RunKnown
from tests.flows.factories import run_sql
from tests.flows.sections.reading import known_of


def _last_judged(context: Context) -> int:
    with context.store.read() as con:
        row = con.execute(
            "SELECT activity_id FROM metric_verdicts JOIN data.sessions USING (activity_id) "
            "WHERE basis <> 'population' AND metric = 'gct' ORDER BY started_at DESC LIMIT 1"
        ).fetchone()
    assert row is not None
    return int(row[0])


def _worn(context: Context, sensor: str, where: str) -> None:
    """Runs judged with another sensor, behind the product's back."""
    run_sql(context, f"UPDATE metric_verdicts SET sensor_group = ? WHERE {where}", [sensor])


def _past(known: RunKnown) -> Past:
    assert known.past is not None
    return known.past


def test_runs_with_another_sensor_are_no_earlier_runs_of_form(own: Context) -> None:
    run_id = _last_judged(own)
    before = _past(known_of(own, run_id)).form_pct["gct"]
    assert before
    _worn(own, "stryd", f"activity_id = {run_id}")
    known = known_of(own, run_id)
    assert _past(known).form_pct["gct"] == ()
    facts = facts_of(known)
    assert facts.number("gct.runs_before") is None
    assert facts.number("gct.in_a_row") in (None, 1.0)


def test_between_runs_with_another_sensor_the_words_name_the_sensor(own: Context) -> None:
    run_id = _last_judged(own)
    assert not _past(known_of(own, run_id)).other_sensors
    with own.store.read() as con:
        row = con.execute(
            "SELECT activity_id FROM metric_verdicts JOIN data.sessions USING (activity_id) "
            "WHERE metric = 'gct' AND basis <> 'population' AND activity_id <> ? "
            "ORDER BY started_at DESC LIMIT 1",
            [run_id],
        ).fetchone()
    assert row is not None
    _worn(own, "stryd", f"activity_id = {row[0]}")
    known = known_of(own, run_id)
    assert _past(known).other_sensors
    texts = [in_language(offer.wording, "en") for offer in menu_of(known)]
    compared = [text for text in texts if "in any of the last" in text or " now, " in text]
    assert all("with this sensor" in text for text in compared)
