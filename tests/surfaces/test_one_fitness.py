"""One fitness on every surface: the texts of commands, the report, pages and the replies for models
are walked for threshold, VO2max, critical power and race times of one day, and may not differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.core.plain import as_plain
from hakaru.core.units import format_duration, speed_to_pace_s_per_km
from hakaru.flows.athlete import get_athlete, get_next_training, get_paces, get_race_readiness
from hakaru.flows.context import Context
from hakaru.flows.report import report, whole_run
from hakaru.flows.session import get_session
from hakaru.present.athlete import USED, athlete_document, quantity_name, quantity_value
from hakaru.present.fitness import paces_document, ready_document
from hakaru.present.page_session import session_document
from hakaru.present.terminal import document_text
from hakaru.present.trends import long_term_texts
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete, Quantity
from hakaru.store.readers.reader import GarminDBReader
from tests.flows.factories import with_settings
from tests.flows.session_seasons import (
    copy_of,
    heart_rate_files,
    mixed_files,
    sessions,
)
from tests.surfaces.web.serving import talking

UNITS: Mapping[Quantity, str] = {
    "heart_rate_max_bpm": r"\d+ bpm",
    "lt_heart_rate_bpm": r"\d+ bpm",
    "threshold_speed_mps": r"\d+:\d\d/km",
    "critical_power_w": r"\d+ W",
    "vo2_max_ml_per_kg_min": r"\d+\.\d ml/kg/min",
}
"""How a figure of each is written; the first behind a name, on its line, is that name's."""


@pytest.fixture(params=["watch", "heart rate only"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Context]:
    files = mixed_files() if request.param == "watch" else heart_rate_files()
    with copy_of(files, tmp_path) as made:
        yield made


def texts_of(context: Context, lang: Lang) -> Mapping[str, str]:
    """What every surface says about the newest session's day."""
    last = sessions(context)[-1]
    day, activity = last.activity_date, str(last.activity_id)
    own = with_settings(context, language=lang)
    made = report(own, activity=activity, out=None)
    found = {
        "paces": document_text(paces_document(get_paces(own, day=day), lang)),
        "athlete": document_text(athlete_document(get_athlete(own, day=day), lang)),
        "session": document_text(
            session_document(get_session(own, activity=activity, detail=True), lang)
        ),
        "ready": document_text(
            ready_document(get_race_readiness(own, distance="10", day=day), lang)
        ),
        "report": made.markdown.read_text(encoding="utf-8"),
    }
    with talking(own) as client:
        answer = client.get(f"/runs/{activity}/session")
        found["page"] = unescape(re.sub(r"<[^>]*>", " ", answer.text))
    session = whole_run(own, str(last.activity_id)).session
    assert session is not None
    then = long_term_texts(session.long_term, lang)  # what it was months ago
    return {place: _without(text, then) for place, text in found.items()}


def _without(text: str, sentences: Sequence[str]) -> str:
    for sentence in sentences:
        text = text.replace(sentence, "")
    return text


def said_of(text: str, quantity: Quantity, lang: Lang) -> set[str]:
    """Every figure that a text gives for a quantity by its name."""
    flat = re.sub(r"[ \t]+", " ", text)
    name = re.escape(quantity_name(quantity, lang))
    return set(re.findall(rf"(?<![A-Za-z]){name}[^0-9\n]{{0,40}}?({UNITS[quantity]})", flat))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_surface_says_the_same_figures_of_one_day(stored: Context, lang: Lang) -> None:
    athlete = get_paces(stored, day=sessions(stored)[-1].activity_date).athlete
    texts = texts_of(stored, lang)
    n_said = 0
    for quantity in USED:
        known = athlete.known.get(quantity)
        expected = set() if known is None else {quantity_value(quantity, known.value, lang=lang)}
        for place, text in texts.items():
            said = said_of(text, quantity, lang)
            n_said += len(said)
            assert said <= expected, (place, quantity, said, expected)
    assert n_said >= 8


def test_replies_for_models_hold_the_same_figures(stored: Context) -> None:
    last = sessions(stored)[-1]
    fitness = get_paces(stored, day=last.activity_date)
    athlete = fitness.athlete
    assert _values(get_athlete(stored, day=last.activity_date).athlete) == _values(athlete)
    made = whole_run(stored, str(last.activity_id))
    assert made.session is not None
    assert _values(made.session.analysis.athlete) == _values(athlete)
    told: Any = as_plain(get_session(stored, activity=str(last.activity_id), detail=False))[
        "athlete"
    ]
    assert {quantity: row[0] for quantity, row in told.items()} == as_plain(_values(athlete))
    reader = GarminDBReader(stored.store)
    lactate: Mapping[str, Any] = reader.get_lactate_threshold_data(last.activity_id).content
    speed = athlete.known["threshold_speed_mps"].value
    pace_s_per_km = lactate["threshold_pace_s_per_km"]["value"]
    assert pace_s_per_km == pytest.approx(speed_to_pace_s_per_km(speed), abs=0.06)
    vo2 = reader.get_vo2_max_data(last.activity_id).content["vo2_max_ml_per_kg_min"]
    assert vo2 == round(athlete.known["vo2_max_ml_per_kg_min"].value, 1)
    rows: Any = as_plain(fitness)["athlete"]
    assert {row[0] for row in rows["known"]} == set(athlete.known)


def _values(athlete: Athlete) -> Mapping[Quantity, float]:
    return {quantity: one.value for quantity, one in athlete.known.items()}


def test_the_race_time_of_a_day_is_one_wherever_it_is_asked_for(stored: Context) -> None:
    day = sessions(stored)[-1].activity_date
    races = {race.distance_m: race for race in get_paces(stored, day=day).races}
    assert set(races) == {5000.0, 10000.0, 21097.5, 42195.0}
    for name, distance_m in (("5", 5000.0), ("10 km", 10000.0), ("half", 21097.5),
                             ("42.2", 42195.0)):  # fmt: skip
        readiness = get_race_readiness(stored, distance=name, day=day)
        assert readiness.prediction == races[distance_m]
        for lang in LANGUAGES:
            time = format_duration(races[distance_m].time_s)
            assert time in document_text(ready_document(readiness, lang))
            assert time in document_text(paces_document(get_paces(stored, day=day), lang))


def test_the_trend_of_the_athletes_figures_ends_at_the_figure_of_the_day(stored: Context) -> None:
    """A wide guess is no point of a trend: a lower bound of easy weeks is not where one began."""
    named: Mapping[str, Quantity] = {
        "threshold_speed": "threshold_speed_mps",
        "vo2_max": "vo2_max_ml_per_kg_min",
        "lt_heart_rate": "lt_heart_rate_bpm",
        "critical_power": "critical_power_w",
    }
    last = sessions(stored)[-1]
    athlete = get_paces(stored, day=last.activity_date).athlete
    session = whole_run(stored, str(last.activity_id)).session
    assert session is not None
    trends = {one.quantity: one.later_value for one in session.long_term}
    for trend, quantity in named.items():
        now = reliable_value(athlete, quantity)
        if trend in trends and now is not None:
            assert trends[trend] == pytest.approx(now)


def test_options_for_the_next_session_use_the_same_zones(stored: Context) -> None:
    day = sessions(stored)[-1].activity_date
    fitness = get_paces(stored, day=day)
    (easy,) = (
        option for option in get_next_training(stored, day=day).options if option.name == "easy_day"
    )
    assert easy.targets is not None
    if fitness.zones is not None and easy.targets.heart_rate_bpm is not None:
        low, high = easy.targets.heart_rate_bpm
        assert fitness.zones.low_bpm[0] <= low
        assert high <= fitness.zones.low_bpm[-1]
